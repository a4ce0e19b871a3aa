//! Wrong rule files as tables of cases.
//!
//! Every case is a small change of `tiny.toml`, a right rule file. A [`Case`] is the text of a file
//! that extends it, below its first line `extends = "tiny.toml"`; an [`Edit`] replaces a part of
//! `tiny.toml` itself. Both name the one fault that there must be: its line and column, the text
//! that is marked, and parts of what is said to be wrong and of what would be right.

use std::fs;
use tempfile::TempDir;
use tradewind_engine::rules::RuleError;
use tradewind_engine::toml_file::Fault;
use tradewind_engine::{CheckError, check};

pub const TINY: &str = include_str!("tiny.toml");

/// A file that extends `tiny.toml`: what stands from its second line on, then the line, the
/// column, the marked text, and parts of the message and of the remedy.
pub type Case = (
    &'static str,
    usize,
    usize,
    &'static str,
    &'static str,
    &'static str,
);

/// A change in `tiny.toml`: a part of it, what stands there instead, and the fault as in [`Case`].
pub type Edit = (
    &'static str,
    &'static str,
    usize,
    usize,
    &'static str,
    &'static str,
    &'static str,
);

/// A folder with `tiny.toml` and these files.
pub fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, text) in [("tiny.toml", TINY)].iter().chain(files) {
        fs::write(folder.path().join(name), text).expect("a file is written");
    }
    folder
}

/// Why one of the files of a folder is refused.
#[track_caller]
pub fn refused(files: &[(&str, &str)], name: &str) -> RuleError {
    let folder = folder(files);
    let path = folder.path().join(name).display().to_string();
    match check(&path) {
        Ok(_) => panic!("{name} is not refused: {files:?}"),
        Err(CheckError::Rules(fault)) => fault,
        Err(other) => panic!("{name} is refused otherwise: {other}"),
    }
}

/// The faults of a file; it has nothing else wrong with it.
#[track_caller]
pub fn faults(files: &[(&str, &str)], name: &str) -> Vec<Fault> {
    match refused(files, name) {
        RuleError::Faults(faults) => faults,
        other => panic!("{name} has no faults but: {other}"),
    }
}

/// The text that a fault marks.
pub fn marked(fault: &Fault) -> String {
    let line = fault.source.chars();
    line.skip(fault.indent).take(fault.width).collect()
}

#[track_caller]
pub fn check_cases(cases: &[Case]) {
    let wrong: Vec<String> = (cases.iter())
        .filter_map(|&(snippet, line, column, marked, message, remedy)| {
            let text = format!("extends = \"tiny.toml\"\n{snippet}\n");
            difference(&text, (line, column, marked, message, remedy))
        })
        .collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[track_caller]
pub fn check_edits(edits: &[Edit]) {
    let wrong: Vec<String> = (edits.iter())
        .filter_map(|&(from, to, line, column, marked, message, remedy)| {
            assert_eq!(TINY.matches(from).count(), 1, "`{from}` in tiny.toml");
            let text = TINY.replace(from, to);
            difference(&text, (line, column, marked, message, remedy))
        })
        .collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// What is said of a file where it is not what should be said.
fn difference(
    text: &str,
    (line, column, wanted, message, remedy): (usize, usize, &str, &str, &str),
) -> Option<String> {
    let folder = folder(&[("case.toml", text)]);
    let path = folder.path().join("case.toml").display().to_string();
    let said = match check(&path) {
        Ok(_) => "nothing".to_string(),
        Err(CheckError::Rules(RuleError::Faults(faults))) => {
            let right = |fault: &Fault| {
                (&fault.file, fault.line, fault.column) == (&path, line, column)
                    && marked(fault) == wanted
                    && fault.message.contains(message)
                    && fault.remedy.contains(remedy)
            };
            if let [fault] = faults.as_slice()
                && right(fault)
            {
                return None;
            }
            (faults.iter())
                .map(ToString::to_string)
                .collect::<Vec<_>>()
                .join("\n")
        }
        Err(other) => format!("no faults but: {other}"),
    };
    let wanted = format!("{line}:{column} `{wanted}`: … {message} … {remedy} …");
    Some(format!("of\n{text}wanted {wanted}\nsaid {said}\n"))
}

#[test]
fn the_file_that_the_cases_change_is_right() {
    let folder = folder(&[("case.toml", "extends = \"tiny.toml\"\n")]);
    for name in ["tiny.toml", "case.toml"] {
        let path = folder.path().join(name).display().to_string();
        check(&path).unwrap_or_else(|fault| panic!("{fault}"));
    }
}

#[test]
fn a_fault_is_printed_with_its_place_and_its_line() {
    let text = "extends = \"tiny.toml\"\n[[piece]]\ntext  = \"R\"\nmoves = \"R xé\"\n";
    let faults = faults(&[("case.toml", text)], "case.toml");
    let lines: Vec<String> = (faults[0].to_string().lines())
        .map(str::to_string)
        .collect();
    let [place, source, mark] = lines.as_slice() else {
        panic!("{lines:?}");
    };
    assert!(
        place.ends_with("case.toml:4:12: Betza modifier `x` is not supported"),
        "{place}"
    );
    assert_eq!(source, " 4 | moves = \"R xé\"");
    assert!(
        mark.starts_with("   |            ^ supported are m c"),
        "{mark}"
    );
}
