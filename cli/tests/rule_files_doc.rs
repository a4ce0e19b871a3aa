//! Keeps `docs/rule-files.md` true: every file that it shows is played, and every answer that it
//! shows is compared with what the program says.
//!
//! A TOML block whose first line is `# file: NAME` is a rule file, `# experiment: NAME` an
//! experiment, and `# wrong file: NAME` a rule file with faults. In a console block a line
//! `$ tradewind …` is a command and the lines below it are its answer, where a line `…` stands for
//! any number of lines, and one at the end of a line for the rest of it.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

const DOCUMENT: &str = include_str!("../../docs/rule-files.md");

/// A fenced block of the document.
struct Block {
    language: &'static str,
    lines: Vec<&'static str>,
    /// The line of its fence, counted from 1.
    at: usize,
}

fn blocks() -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut lines = (1..).zip(DOCUMENT.lines());
    while let Some((at, line)) = lines.next() {
        if let Some(language) = line.strip_prefix("```") {
            blocks.push(Block {
                language,
                lines: (lines.by_ref().map(|(_, line)| line))
                    .take_while(|line| !line.starts_with("```"))
                    .collect(),
                at,
            });
        }
    }
    blocks
}

/// The files of a kind: their names and texts.
fn files(kind: &str) -> Vec<(&'static str, String)> {
    let marker = format!("# {kind}: ");
    let named = |block: Block| {
        let name = block.lines.first()?.strip_prefix(marker.as_str())?;
        (block.language == "toml").then(|| (name, block.lines.join("\n") + "\n"))
    };
    blocks().into_iter().filter_map(named).collect()
}

/// A folder with every file of the document.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for kind in ["file", "experiment", "wrong file"] {
        let files = files(kind);
        assert!(!files.is_empty(), "the document shows no `# {kind}:`");
        for (name, text) in files {
            fs::write(folder.path().join(name), text).expect("a file is written");
        }
    }
    folder
}

fn tradewind(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tradewind"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("the program starts")
}

/// What a command prints: its tables, then its messages.
fn said(output: &Output) -> String {
    let text = |bytes| String::from_utf8(bytes).expect("the program prints UTF-8");
    text(output.stdout.clone()) + &text(output.stderr.clone())
}

#[track_caller]
fn passes(folder: &Path, arguments: &[&str]) -> String {
    let output = tradewind(folder, arguments);
    let said = said(&output);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}\n{said}");
    said
}

#[test]
fn every_rule_file_is_right_and_has_moves() {
    let folder = folder();
    for (name, _) in files("file") {
        passes(folder.path(), &["rules", "check", name]);
        let moves = passes(folder.path(), &["moves", name]);
        assert!(!moves.is_empty(), "{name} has no moves at the start");
    }
}

#[test]
fn every_experiment_is_played() {
    let folder = folder();
    for (name, _) in files("experiment") {
        let said = passes(folder.path(), &["run", name, "--out", "results"]);
        assert!(folder.path().join("results/report.html").exists(), "{said}");
    }
}

#[test]
fn every_answer_is_what_the_program_says() {
    let folder = folder();
    let mut commands = 0;
    for block in blocks().iter().filter(|block| block.language == "console") {
        for command in block.lines.split_inclusive_before() {
            let (first, shown) = command.split_first().expect("a command has a line");
            let arguments = words(first.strip_prefix("$ tradewind ").unwrap_or_else(|| {
                panic!("line {}: `{first}` is no command of tradewind", block.at)
            }));
            let output = tradewind(folder.path(), &arguments);
            let wrong = files("wrong file")
                .iter()
                .any(|(name, _)| arguments.contains(name));
            let code = if wrong { 2 } else { 0 };
            let said = said(&output);
            let place = format!("block at line {}: {first}\n{said}", block.at);
            assert_eq!(output.status.code(), Some(code), "{place}");
            assert!(
                matches(shown, &said.lines().map(str::trim_end).collect::<Vec<_>>()),
                "{place}"
            );
            commands += 1;
        }
    }
    assert!(commands > 20, "only {commands} commands were found");
}

/// A console block as its commands, each with the lines below it.
trait Commands {
    fn split_inclusive_before(&self) -> Vec<&[&'static str]>;
}

impl Commands for Vec<&'static str> {
    fn split_inclusive_before(&self) -> Vec<&[&'static str]> {
        self.chunk_by(|_, next| !next.starts_with("$ ")).collect()
    }
}

/// The words of a command; quotation marks hold a word together.
fn words(command: &str) -> Vec<&str> {
    (command.split('"').enumerate())
        .flat_map(|(at, part)| match at % 2 {
            0 => part.split_whitespace().collect(),
            _ => vec![part],
        })
        .collect()
}

/// Whether lines are as shown, `…` standing for any number of them.
fn matches(shown: &[&str], said: &[&str]) -> bool {
    match shown.split_first() {
        None => said.is_empty(),
        Some((&"…", rest)) => (0..=said.len()).any(|skipped| matches(rest, &said[skipped..])),
        Some((line, rest)) => {
            let same = |said: &&str| match line.strip_suffix('…') {
                Some(start) => said.starts_with(start),
                None => said == line,
            };
            said.first().is_some_and(same) && matches(rest, &said[1..])
        }
    }
}

#[test]
fn the_document_names_every_power() {
    // Checking an unknown power lists the known ones. Each has a section, with its line in a rule
    // file and a command, and stands in the contents.
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = "extends = \"chess\"\n[[piece]]\ntext = \"N\"\npowers = [{ power = \"?\" }]\n";
    fs::write(folder.path().join("unknown.toml"), text).expect("a file is written");
    let output = tradewind(folder.path(), &["rules", "check", "unknown.toml"]);
    let said = said(&output);
    let (_, list) = said
        .split_once("the powers are ")
        .expect("the powers are listed");
    let list = list.lines().next().unwrap_or_default();
    let known: Vec<&str> = list.split(", ").collect();
    assert!(known.len() > 20, "only {list} are listed");
    for power in known {
        let heading = format!("\n### `{power}`\n");
        let (_, section) = DOCUMENT
            .split_once(&heading)
            .unwrap_or_else(|| panic!("there is no section {heading}"));
        let (section, _) = section.split_once("\n## ").unwrap_or((section, ""));
        let (section, _) = section.split_once("\n### ").unwrap_or((section, ""));
        let example = format!("\npowers = [{{ power = \"{power}\"");
        for part in [example.as_str(), "\n$ tradewind "] {
            assert!(section.contains(part), "{heading} does not show {part}");
        }
        let (contents, _) = DOCUMENT.split_once("\n## ").expect("there are sections");
        let entry = format!("`{power}`");
        assert!(contents.contains(&entry), "the contents lack {entry}");
    }
}
