//! The page `outputs.md` is a data dictionary: it has every file that commands leave, every table with its columns, and
//! the values of a row's method and warning.

use super::folder::Folder;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The contents of the page.
#[derive(Default)]
struct Dictionary {
    /// Names of files, with words in capitals for what differs.
    files: Vec<String>,
    /// The columns of a table, by its name; and the values of a column, by that of the column.
    words: BTreeMap<String, Vec<String>>,
}

/// The page, anywhere below a folder.
fn page(folder: &Path) -> Option<PathBuf> {
    let mut entries = std::fs::read_dir(folder)
        .ok()?
        .map(|entry| entry.expect("an entry").path());
    entries.find_map(|path| {
        if path.ends_with("outputs.md") {
            Some(path)
        } else {
            page(&path)
        }
    })
}

impl Dictionary {
    fn read() -> Dictionary {
        let page = page(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs")).expect("the page");
        let page = std::fs::read_to_string(page).expect("the page");
        let mut dictionary = Dictionary::default();
        let (mut heading, mut head) = ("", "");
        for line in page.lines() {
            if line.starts_with('#') {
                heading = line.trim_start_matches('#').trim();
            }
            if !line.starts_with('|') {
                head = "";
                continue;
            }
            let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
            if head.is_empty() {
                head = cells[0];
                continue;
            }
            let words = cells[0].split('`').skip(1).step_by(2).map(str::to_string);
            match head {
                "column" => {
                    assert!(
                        cells.len() == 4 && cells.iter().all(|cell| !cell.is_empty()),
                        "{line}"
                    );
                    dictionary
                        .words
                        .entry(heading.trim_matches('`').to_string())
                        .or_default()
                        .extend(words);
                }
                "method" | "warning" => dictionary
                    .words
                    .entry(head.to_string())
                    .or_default()
                    .extend(words),
                "file" => {
                    for word in words {
                        // An extension alone is that of another file of the same name.
                        let stem = dictionary
                            .files
                            .last()
                            .and_then(|last| last.rsplit_once('.'));
                        let name = match stem {
                            Some((stem, _)) if [".png", ".svg"].contains(&word.as_str()) => {
                                format!("{stem}{word}")
                            }
                            _ => word,
                        };
                        dictionary.files.push(name);
                    }
                }
                _ => {}
            }
        }
        dictionary
    }
}

/// Whether a name is a pattern with anything but slashes for words in capitals.
fn fits(pattern: &str, name: &str) -> bool {
    let Some(start) = pattern.find(|letter: char| letter.is_ascii_uppercase()) else {
        return pattern == name;
    };
    let rest = pattern[start..].trim_start_matches(|letter: char| letter.is_ascii_uppercase());
    let Some(own) = name.strip_prefix(&pattern[..start]) else {
        return false;
    };
    let max = own.find('/').unwrap_or(own.len());
    (1..=max).any(|length| own.is_char_boundary(length) && fits(rest, &own[length..]))
}

#[test]
fn capitals_stand_for_anything_but_a_folder() {
    assert!(fits("game-lengths-N.svg", "game-lengths-12.svg"));
    assert!(fits("methods-RULES-METHOD.svg", "methods-a-b-odds.svg"));
    assert!(!fits("rules/NAME.toml", "rules/a/b.toml"));
    assert!(!fits("rows.csv", "rows.json"));
}

#[test]
fn every_file_and_column_is_in_the_dictionary() {
    let dictionary = Dictionary::read();
    let folder = Folder::new();
    // Two rule sets, one of them with odds too, and two players.
    let rules = "[[rules]]\nname = \"old\"\nid = \"tiny.toml\"\n[[rules]]\nname = \"new\"\nid = \"other.toml\"\n[[rules]]\n\
                 name = \"odds\"\nid = \"tiny.toml\"\nodds = [\"-P :\", \"-R : -P\", \"P>P' :\", \"-P -P :\", \
                 \": P>P' P>P'\", \"-R : -P -P\"]\n";
    folder.write_experiment(
        "plan.toml",
        &[
            ("[rules]\nid = \"tiny.toml\"\n", rules),
            (
                "[player]\n",
                "[[player]]\ndepth = 2\nnoise = 50\n[[player]]\n",
            ),
            ("pairs = 30", "pairs = 40\nschedule = \"all\""),
        ],
    );
    for command in [
        "run plan.toml --out run",
        "values run --out values",
        "compare run --out comparison",
        "claims --out claims",
        "tune texel run --rules tiny.toml --out tuned",
        "match tiny.toml --first nodes=30 --second depth=1,noise=0 --sprt -400,-300 --pairs 20 --out match",
    ] {
        folder.passes(command);
    }
    let (mut unknown, mut tables) = (Vec::new(), 0);
    for place in ["run", "values", "comparison", "claims", "match", "tuned"] {
        for (name, bytes) in folder.files(place) {
            if !dictionary.words.contains_key(&name)
                && !dictionary.files.iter().any(|pattern| fits(pattern, &name))
            {
                unknown.push(format!("{place}/{name}"));
            }
            if !name.ends_with(".csv") {
                continue;
            }
            tables += 1;
            let mut reader = csv::Reader::from_reader(bytes.as_slice());
            let columns: Vec<&str> = reader.headers().expect("a header").iter().collect();
            assert_eq!(dictionary.words[&name], columns, "{place}/{name}");
            if name == "rows.csv" {
                let rows: Vec<csv::StringRecord> =
                    reader.records().collect::<Result<_, _>>().expect("rows");
                assert!(!rows.is_empty(), "{place}");
                for (column, at) in [("method", 2), ("warning", 12)] {
                    let known = &dictionary.words[column];
                    let is_known =
                        |word: &str| word.is_empty() || known.iter().any(|known| known == word);
                    unknown.extend(
                        rows.iter()
                            .map(|row| &row[at])
                            .filter(|word| !is_known(word))
                            .map(str::to_string),
                    );
                }
            }
        }
    }
    assert!(unknown.is_empty(), "not in outputs.md: {unknown:?}");
    assert!(tables >= 9, "{tables} tables");
}
