//! Messages about wrong rule files, options and positions: the cases of `faults/cases.txt`.
//!
//! - `=== add`: a file that extends `tiny.toml`, below its first line;
//! - `=== lines TEXT`: such files, each of them TEXT and one of the lines;
//! - `=== edit`: changes of `tiny.toml`, each of them a line `OLD => NEW`, or several with `&&` between them;
//! - `=== files`: files, each below a line `@ NAME`; `case.toml` is checked;
//! - `=== load NAME OPTION=VALUE`: a rule set with options;
//! - `=== position RULES`: position texts, a line each.

mod faults {
    mod limits;
    mod recorded_moves;
    mod replace;
}
mod snapshot;

use std::fs;
use tempfile::TempDir;
use tradewind_engine::input::Fault;
use tradewind_engine::rules::{self, RuleError};
use tradewind_engine::{CheckError, Rules, check};

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
        "add" => added(input),
        "lines" => {
            let text = rest.replace("\\n", "\n");
            each_line(input, |line| added(format!("{text}\n{line}").trim_start()))
        }
        "edit" => each_line(input, |line| {
            let mut text = TINY.to_string();
            for change in line.split(" && ") {
                let (old, new) = change.split_once(" =>").expect("a change");
                assert_eq!(TINY.matches(old).count(), 1, "`{old}` in tiny.toml");
                text = text.replace(old, new.trim_start());
            }
            checked(&[("case.toml", &text)])
        }),
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
            let rules = Rules::load(name, &[]).expect("a rule set");
            each_line(input, |text| {
                let parsed = rules.parse(text);
                parsed.map_or_else(|fault| fault.to_string(), |_| accepted())
            })
        }
        _ => panic!("unknown kind of case: {kind}"),
    }
}

fn each_line(input: &str, said: impl FnMut(&str) -> String) -> String {
    input.split('\n').map(said).collect::<Vec<_>>().join("\n")
}

/// The message about a file that extends `tiny.toml`.
fn added(text: &str) -> String {
    checked(&[("case.toml", &format!("extends = \"tiny.toml\"\n{text}\n"))])
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
    snapshot::check("faults/cases.txt", said);
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
