//! Links between pages, the files that pages show, and the reference of rule files.

use super::transcripts::{embedded, files, shell};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The Markdown files of these folders, and their texts without fenced blocks.
fn pages(folders: &[&str]) -> BTreeMap<PathBuf, String> {
    let mut paths = BTreeSet::from([root().join("README.md")]);
    paths.extend(
        folders
            .iter()
            .flat_map(|folder| files(&root().join(folder), "md")),
    );
    let prose = |path: &Path| {
        let text = fs::read_to_string(path).expect("a page");
        text.split("```").step_by(2).collect::<String>()
    };
    paths
        .into_iter()
        .map(|path| (path.clone(), prose(&path)))
        .collect()
}

/// The anchors that GitHub makes of headings.
fn anchors(page: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for heading in page.lines().filter(|line| line.starts_with('#')) {
        let heading = heading
            .trim_start_matches('#')
            .trim()
            .to_lowercase()
            .replace(' ', "-");
        let is_kept = |letter: &char| letter.is_alphanumeric() || ['-', '_'].contains(letter);
        let anchor: String = heading.chars().filter(is_kept).collect();
        let number = (1..).find(|number| !found.contains(&format!("{anchor}-{number}")));
        let again = format!("{anchor}-{}", number.expect("one is free"));
        found.insert(if found.contains(&anchor) {
            again
        } else {
            anchor
        });
    }
    found
}

#[test]
fn links_lead_to_files_and_headings() {
    let pages = pages(&["docs", "data", "scripts"]);
    assert!(pages.len() > 20);
    let mut wrong = Vec::new();
    for (path, page) in &pages {
        for link in page
            .split("](")
            .skip(1)
            .filter_map(|rest| rest.split(')').next())
        {
            if link.contains("://") || link.contains(' ') || link.starts_with("mailto:") {
                continue;
            }
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() {
                path.clone()
            } else {
                path.with_file_name("").join(file)
            };
            let has_anchor = || {
                let text = fs::read_to_string(&target).unwrap_or_default();
                anchors(&text.split("```").step_by(2).collect::<String>()).contains(anchor)
            };
            if !target.exists()
                || !anchor.is_empty()
                    && target.extension().is_some_and(|own| own == "md")
                    && !has_anchor()
            {
                wrong.push(format!("{}: {link}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn anchors_are_those_of_github() {
    let page = "# A `b-c`, d\n## Two\ntext\n## Two\n";
    assert_eq!(
        anchors(page),
        BTreeSet::from(["a-b-c-d", "two", "two-1"].map(str::to_string))
    );
}

/// The rule files of pages are right and have moves; other files are named by a command.
#[test]
fn files_of_pages_are_used() {
    for path in files(&root().join("docs"), "md") {
        let page = fs::read_to_string(&path).expect("a page");
        let folder = tempfile::tempdir().expect("a temporary folder");
        let embedded = embedded(&page);
        for (_, name, text) in &embedded {
            fs::write(folder.path().join(name), text).expect("a file is written");
        }
        for (kind, name, _) in embedded {
            if kind == "file" && name.ends_with(".toml") {
                let output = shell(
                    folder.path(),
                    &format!("tradewind rules check {name} && tradewind moves {name}"),
                );
                let said = String::from_utf8_lossy(&output.stdout);
                assert!(
                    output.status.success() && said.lines().count() > 1,
                    "{}: {name}: {said}",
                    path.display()
                );
            } else {
                let is_named = |line: &str| line.starts_with("$ ") && line.contains(name);
                assert!(
                    page.lines().any(is_named),
                    "{}: no command names {name}",
                    path.display()
                );
            }
        }
    }
}

/// A page of the reference.
fn reference(name: &str) -> String {
    let pages = files(&root().join("docs"), "md");
    let mut named = pages.iter().filter(|path| path.ends_with(name));
    fs::read_to_string(named.next_back().expect("the page")).expect("the page")
}

/// An unknown key is an error that lists the known ones.
#[test]
fn the_reference_has_every_key_of_experiments() {
    let page = reference("experiments.md");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let tables = [
        "",
        "[rules]",
        "[player]",
        "[opening]",
        "[adjudication]",
        "[record]",
        "[estimates]",
        "[match]",
    ];
    let text: String = tables
        .iter()
        .map(|table| format!("{table}\nzzz = 1\n"))
        .collect();
    fs::write(folder.path().join("unknown.toml"), text).expect("a file is written");
    let output = shell(folder.path(), "tradewind run unknown.toml");
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    let lists = said
        .lines()
        .filter_map(|line| line.split_once("known here: "));
    let lists: Vec<&str> = lists.map(|(_, keys)| keys).collect();
    assert_eq!(lists.len(), tables.len(), "{said}");
    // Only snapshots of experiments have these.
    let is_internal =
        |key: &str| ["replicates", "further", "further_weights", "left"].contains(&key);
    for key in lists
        .iter()
        .flat_map(|keys| keys.split(", "))
        .filter(|key| !is_internal(key))
    {
        let is_named = page.contains(&format!("`{key}`")) || page.contains(&format!("`{key} = "));
        assert!(is_named, "{key}");
    }
}

/// Checking an unknown power lists the known ones. Each has a section, with its line in a rule file and a command,
/// and stands in the contents.
#[test]
fn the_reference_has_every_power() {
    let page = reference("rule-files.md");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = "extends = \"chess\"\n[[piece]]\ntext = \"N\"\npowers = [{ power = \"?\" }]\n";
    fs::write(folder.path().join("unknown.toml"), text).expect("a file is written");
    let output = shell(folder.path(), "tradewind rules check unknown.toml");
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    let (_, list) = said
        .split_once("the powers are ")
        .expect("the powers are listed");
    let known: Vec<&str> = list
        .lines()
        .next()
        .unwrap_or_default()
        .split(", ")
        .collect();
    assert!(known.len() > 20, "only {known:?} are listed");
    let (contents, _) = page.split_once("\n## ").expect("there are sections");
    for power in known {
        assert!(
            contents.contains(&format!("`{power}`")),
            "the contents lack {power}"
        );
        let (_, section) = page
            .split_once(&format!("\n### `{power}`\n"))
            .unwrap_or_else(|| panic!("no section {power}"));
        let section = section
            .split("\n## ")
            .next()
            .and_then(|rest| rest.split("\n### ").next())
            .unwrap_or_default();
        for part in [
            format!("\npowers = [{{ power = \"{power}\""),
            "\n$ tradewind ".to_string(),
        ] {
            assert!(section.contains(&part), "{power} does not show {part}");
        }
    }
}

/// The legend has every sign of the drawings of built-in pieces.
#[test]
fn the_legend_has_every_sign() {
    let page = reference("rule-files.md");
    let (_, legend) = page.split_once("**Drawings.**").expect("the legend");
    let (legend, _) = legend.split_once("**Moves**").expect("its end");
    let script = "for id in $(tradewind rules list | cut -d ' ' -f 1); do tradewind rules show $id | sed '1,/^$/d'; done";
    let output = shell(&root(), script);
    let drawings = String::from_utf8(output.stdout).expect("UTF-8");
    // A line of the legend is a sign and its meaning.
    let signs: BTreeSet<&str> = (drawings.lines())
        .filter_map(|line| {
            let (sign, meaning) = line.strip_prefix("  ")?.split_once(' ')?;
            (sign.chars().count() == 1 && !meaning.starts_with(' ')).then_some(sign)
        })
        .filter(|sign| !sign.chars().all(char::is_alphanumeric) && *sign != ":")
        .collect();
    assert!(signs.len() > 10, "{signs:?}");
    let missing: Vec<&&str> = signs
        .iter()
        .filter(|sign| !legend.contains(&format!("`{sign}`")))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}
