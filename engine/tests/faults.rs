//! Messages about wrong rule files, options and positions. `faults/cases.txt` has the complete
//! message of every case; `UPDATE_CASES=1 cargo test -p tradewind-engine --test faults` rewrites them.
//!
//! A case is a header, its input, `---` and the message:
//! - `=== add`: a file that extends `tiny.toml`, below its first line;
//! - `=== edit`: changes of `tiny.toml`, a line `OLD => NEW` each;
//! - `=== files`: files, each below a line `@ NAME`; `case.toml` is checked;
//! - `=== load NAME OPTION=VALUE`: a rule set with options;
//! - `=== position RULES`: position texts, a line each.

mod faults {
    mod limits;
    mod recorded_moves;
    mod replace;
}

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use tempfile::TempDir;
use tradewind_engine::input::Fault;
use tradewind_engine::rules::{self, RuleError};
use tradewind_engine::{CheckError, Game, check};

const TINY: &str = include_str!("faults/tiny.toml");

/// A folder with `tiny.toml` and these files.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, text) in [("tiny.toml", TINY)].iter().chain(files) {
        fs::write(folder.path().join(name), text).expect("a file is written");
    }
    folder
}

/// The error of one of the files of a folder.
#[track_caller]
fn refused(files: &[(&str, &str)], name: &str) -> RuleError {
    let folder = folder(files);
    match check(&folder.path().join(name).display().to_string()) {
        Ok(_) => panic!("{name} is accepted: {files:?}"),
        Err(CheckError::Rules(fault)) => fault,
        Err(other) => panic!("{name}: {other}"),
    }
}

/// The faults of a file.
#[track_caller]
fn faults(files: &[(&str, &str)], name: &str) -> Vec<Fault> {
    match refused(files, name) {
        RuleError::Faults(faults) => faults,
        other => panic!("{name}: {other}"),
    }
}

/// The message about a case.
fn said(header: &str, input: &str) -> String {
    let (kind, rest) = header.split_once(' ').unwrap_or((header, ""));
    let mut words = rest.split(' ');
    let name = words.next().unwrap_or_default();
    let accepted = || "accepted".to_string();
    match kind {
        "add" => checked(&[("case.toml", &format!("extends = \"tiny.toml\"\n{input}\n"))]),
        "edit" => {
            let mut text = TINY.to_string();
            for line in input.lines() {
                let (old, new) = line.split_once(" =>").expect("a change");
                assert_eq!(TINY.matches(old).count(), 1, "`{old}` in tiny.toml");
                text = text.replace(old, new.trim_start());
            }
            checked(&[("case.toml", &text)])
        }
        "files" => {
            let files = format!("\n{input}\n");
            let files = files.split("\n@ ").filter_map(|file| file.split_once('\n'));
            checked(&files.collect::<Vec<_>>())
        }
        "load" => {
            let folder = folder(&[]);
            let path = folder.path().join(name).display().to_string();
            let options = words.map(|word| word.split_once('=').expect("an option"));
            let options: Vec<(String, String)> = options
                .map(|(name, value)| (name.to_string(), value.to_string()))
                .collect();
            let name = if name.ends_with(".toml") { &path } else { name };
            let loaded = rules::load(name, &options);
            loaded.map_or_else(|fault| without_folder(&fault, &folder), |_| accepted())
        }
        "position" => {
            let game = Game::load(name, &[]).expect("a rule set");
            let message = |text| {
                let parsed = game.parse(text);
                parsed.map_or_else(|fault| fault.to_string(), |_| accepted())
            };
            let messages: Vec<String> = input.split('\n').map(message).collect();
            messages.join("\n")
        }
        _ => panic!("unknown kind of case: {kind}"),
    }
}

/// The message about `case.toml` in a folder with these files.
fn checked(files: &[(&str, &str)]) -> String {
    let folder = folder(files);
    match check(&folder.path().join("case.toml").display().to_string()) {
        Ok(_) => "accepted".to_string(),
        Err(fault) => without_folder(&fault, &folder),
    }
}

fn without_folder(message: &impl ToString, folder: &TempDir) -> String {
    let prefix = format!("{}/", folder.path().display());
    message.to_string().replace(&prefix, "")
}

#[test]
fn every_case_has_its_message() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/faults/cases.txt");
    let cases = fs::read_to_string(&path).expect("the cases");
    let (mut updated, mut wrong) = (String::new(), String::new());
    for block in cases.split("\n\n=== ") {
        let Some((case, expected)) = block.split_once("\n---") else {
            updated += block;
            continue;
        };
        let (header, input) = case.split_once('\n').unwrap_or((case, ""));
        let said = said(header, input);
        // A comment on the next cases follows the message.
        let (expected, comment) = expected.split_once("\n\n# ").unwrap_or((expected, ""));
        if expected.trim() != said {
            let _ = writeln!(
                wrong,
                "=== {case}\n--- expected{expected}\n--- found\n{said}\n"
            );
        }
        let _ = write!(updated, "\n\n=== {case}\n---\n{said}");
        if !comment.is_empty() {
            let _ = write!(updated, "\n\n# {}", comment.trim_end());
        }
    }
    if std::env::var_os("UPDATE_CASES").is_some() {
        fs::write(path, updated + "\n").expect("the cases are written");
    } else {
        assert!(wrong.is_empty(), "\n{wrong}");
    }
}

/// Files that cannot be read, whose messages are those of the system.
#[test]
fn unreadable_files_are_named() {
    for (parent, name) in [
        ("none.toml", "none.toml"),
        ("folder/none", "folder/none"),
        ("./", "./"),
    ] {
        let text = format!("name = \"A\"\nextends = \"{parent}\"\n");
        let message = refused(&[("case.toml", &text)], "case.toml").to_string();
        for part in ["case.toml:2:11: cannot read the rule file", name] {
            assert!(message.contains(part), "{message}");
        }
    }
    let folder = folder(&[]);
    let path = folder.path().join("none.toml").display().to_string();
    let fault = rules::load(&path, &[]).expect_err("there is no such file");
    assert!(matches!(fault, RuleError::Unreadable { .. }));
    assert!(fault.to_string().contains(&path), "{fault}");
}

#[test]
fn a_missing_table_is_asked_for() {
    for (key, remedy) in [
        ("board", "board = { files = \"abcdefgh\", ranks = 8 }"),
        ("piece", "[[piece]]"),
        ("array", "[[array]]"),
        ("end", "[end] with royal, bare and stalemate"),
    ] {
        let mut tables: toml::Table = toml::from_str(TINY).expect("tiny.toml is TOML");
        tables.remove("option");
        tables.remove(key);
        let faults = faults(&[("case.toml", &tables.to_string())], "case.toml");
        let [fault] = faults.as_slice() else {
            panic!("{key}: {faults:?}");
        };
        assert_eq!(fault.message, format!("the rule file has no `{key}`"));
        assert!(fault.remedy.contains(remedy), "{fault}");
    }
}
