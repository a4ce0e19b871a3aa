//! `docs/reference/outputs.md` is a data dictionary: every file that commands leave is in it, every table with its columns,
//! every word of a row.

use super::program::{EXPERIMENT, Folder, OTHER};
use super::runs::files;
use std::collections::BTreeMap;
use std::path::Path;

/// What the page says.
struct Dictionary {
    /// Names of files, with words in capitals for what differs.
    files: Vec<String>,
    /// By the name of a table: its columns.
    columns: BTreeMap<String, Vec<String>>,
    /// By the name of a column of a row: the words that may stand in it.
    words: BTreeMap<&'static str, Vec<String>>,
}

/// The words in backquotes of a cell.
fn quoted(cell: &str) -> Vec<String> {
    let parts = cell.split('`').skip(1).step_by(2);
    parts.map(str::to_string).collect()
}

impl Dictionary {
    fn read() -> Dictionary {
        let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/reference/outputs.md");
        let page = std::fs::read_to_string(page).expect("the page");
        let mut dictionary = Dictionary {
            files: Vec::new(),
            columns: BTreeMap::new(),
            words: BTreeMap::new(),
        };
        let mut heading = "";
        let mut head = "";
        for line in page.lines() {
            if let Some(text) = line.trim_start_matches('#').strip_prefix(' ')
                && line.starts_with('#')
            {
                heading = text;
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
            let words = quoted(cells[0]);
            match head {
                "column" => {
                    assert_eq!(cells.len(), 4, "{line}");
                    assert!(cells.iter().all(|cell| !cell.is_empty()), "{line}");
                    let table = heading.trim_matches('`').to_string();
                    dictionary.columns.entry(table).or_default().extend(words);
                }
                "file" => dictionary.files.extend(words),
                "method" | "condition" | "warning" => {
                    let column = ["method", "condition", "warning"];
                    let column = column.into_iter().find(|name| *name == head);
                    let own = dictionary
                        .words
                        .entry(column.expect("one of them"))
                        .or_default();
                    own.extend(words);
                }
                _ => {}
            }
        }
        // An ending alone is that of the file before.
        for at in 1..dictionary.files.len() {
            if let Some(ending) = dictionary.files[at].strip_prefix('.')
                && ["png", "svg"].contains(&ending)
            {
                let (stem, _) = dictionary.files[at - 1]
                    .rsplit_once('.')
                    .expect("an ending");
                dictionary.files[at] = format!("{stem}.{ending}");
            }
        }
        dictionary
    }

    fn has_file(&self, name: &str) -> bool {
        self.files.iter().any(|pattern| fits(pattern, name))
    }
}

/// Whether a name is a pattern with anything but slashes in place of words in capitals.
fn fits(pattern: &str, name: &str) -> bool {
    let Some(start) = pattern.find(|letter: char| letter.is_ascii_uppercase()) else {
        return pattern == name;
    };
    let rest = pattern[start..].trim_start_matches(|letter: char| letter.is_ascii_uppercase());
    let Some(own) = name.strip_prefix(&pattern[..start]) else {
        return false;
    };
    let most = own.find('/').unwrap_or(own.len());
    (1..=most).any(|length| own.is_char_boundary(length) && fits(rest, &own[length..]))
}

#[test]
fn capitals_stand_for_anything_but_a_folder() {
    assert!(fits("game-lengths-N.svg", "game-lengths-12.svg"));
    assert!(fits("methods-RULES-METHOD.svg", "methods-a-b-odds.svg"));
    assert!(!fits("rules/NAME.toml", "rules/a/b.toml"));
    assert!(!fits("rows.csv", "rows.json"));
}

/// Two rule sets, one of them with odds too, and two players.
fn experiment() -> String {
    let rules = "[[rules]]\nname = \"old\"\nid = \"tiny.toml\"\n[[rules]]\nname = \"new\"\nid = \
                 \"other.toml\"\n[[rules]]\nname = \"odds\"\nid = \"tiny.toml\"\nodds = [\"-P :\", \"-R : -P\", \
                 \"P>P' :\", \"-P -P :\", \": P>P' P>P'\", \"-R : -P -P\"]\n";
    let players = "[[player]]\ndepth = 1\nnoise = 50\n[[player]]\ndepth = 2\nnoise = 50\n";
    let text = EXPERIMENT.replace("[rules]\nid = \"tiny.toml\"\n", rules);
    let text = text.replace("[player]\ndepth = 1\nnoise = 50\n", players);
    text.replace("pairs = 30", "pairs = 120\nschedule = \"all\"")
}

#[test]
fn every_file_and_column_is_in_the_dictionary() {
    let dictionary = Dictionary::read();
    let folder = Folder::new();
    folder.write("other.toml", OTHER);
    folder.write("plan.toml", &experiment());
    folder.passes(&["run", "plan.toml", "--out", "run"]);
    folder.passes(&["values", "run", "--out", "values"]);
    folder.passes(&["compare", "run", "--out", "comparison"]);
    folder.passes(&["claims", "--out", "claims"]);
    folder.passes(&[
        "tune",
        "texel",
        "run",
        "--rules",
        "tiny.toml",
        "--out",
        "tuned",
    ]);
    let players = ["--first", "nodes=30", "--second", "depth=1,noise=0"];
    let test = ["--sprt", "-400,-300", "--pairs", "20", "--out", "match"];
    folder.passes(&[&["match", "tiny.toml"], &players[..], &test].concat());

    let mut unknown = Vec::new();
    let mut tables = 0;
    for place in ["run", "values", "comparison", "claims", "match", "tuned"] {
        for (name, bytes) in files(&folder.path(place)) {
            if !dictionary.has_file(&name) && !dictionary.columns.contains_key(&name) {
                unknown.push(format!("{place}/{name}"));
            }
            if !name.ends_with(".csv") {
                continue;
            }
            tables += 1;
            let mut reader = csv::Reader::from_reader(bytes.as_slice());
            let columns: Vec<String> = reader
                .headers()
                .expect("a header")
                .iter()
                .map(str::to_string)
                .collect();
            assert_eq!(
                Some(&columns),
                dictionary.columns.get(&name),
                "{place}/{name}"
            );
            if name == "rows.csv" {
                let rows: Vec<csv::StringRecord> =
                    reader.records().collect::<Result<_, _>>().expect("rows");
                assert!(!rows.is_empty(), "{place}");
                for (column, at) in [("method", 2), ("warning", 12)] {
                    let words = &dictionary.words[column];
                    let unknown = rows
                        .iter()
                        .map(|row| &row[at])
                        .find(|word| !word.is_empty() && !words.iter().any(|known| known == word));
                    assert_eq!(unknown, None, "{place}: {column}");
                }
            }
        }
    }
    assert!(
        unknown.is_empty(),
        "not in docs/reference/outputs.md: {unknown:?}"
    );
    assert!(tables >= 9, "{tables} tables");
}
