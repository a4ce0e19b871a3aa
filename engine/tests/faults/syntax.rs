//! Files that are not TOML, and files that cannot be read.

use super::files::{TINY, check_cases, check_edits, faults, folder, refused};
use tradewind_engine::rules::{self, RuleError};

#[test]
fn what_is_not_toml_is_pointed_at() {
    check_cases(&[
        (
            "name",
            2,
            5,
            "",
            "not TOML: key with no value, expected `=`",
            "",
        ),
        ("name = ", 2, 8, "", "not TOML", ""),
        ("name = Tiny", 2, 8, "Tiny", "not TOML", "a text in quotes"),
        (
            "name = Small",
            2,
            8,
            "Small",
            "not TOML: string values must be quoted",
            "",
        ),
        (
            "name = \"Tiny",
            2,
            13,
            "",
            "invalid basic string, expected `\"`",
            "",
        ),
        ("[end", 2, 5, "", "unclosed table, expected `]`", ""),
        (
            "[[piece]\ntext = \"R\"",
            2,
            9,
            "",
            "unclosed array table, expected `]`",
            "",
        ),
        (
            "board = { ranks = 5",
            2,
            20,
            "",
            "unclosed inline table, expected `}`",
            "",
        ),
        (
            "name = \"A\"\nname = \"B\"",
            3,
            1,
            "name",
            "not TOML: duplicate key",
            "",
        ),
    ]);
    check_edits(&[("\"Tiny\"", "\"Tiny\" \"Two\"", 1, 16, "\"", "not TOML", "")]);
}

#[test]
fn every_place_that_is_not_toml_is_reported() {
    let text = TINY
        .replace("ranks = 5", "ranks = five")
        .replace("pawn     = true", "pawn     = yes");
    let faults = faults(&[("case.toml", &text)], "case.toml");
    let lines: Vec<usize> = faults.iter().map(|fault| fault.line).collect();
    assert_eq!(lines, [2, 13]);
}

#[test]
fn a_missing_file_is_named() {
    let folder = folder(&[]);
    let path = folder.path().join("none.toml").display().to_string();
    let fault = rules::load(&path, &[]).expect_err("there is no such file");
    assert!(matches!(fault, RuleError::Unreadable { .. }));
    assert!(fault.to_string().contains(&path), "{fault}");
}

#[test]
fn an_unknown_rule_set_is_compared_with_those_that_exist() {
    let fault = rules::load("shatrang", &[]).expect_err("there is no such rule set");
    for part in [
        "there is no rule set `shatrang`",
        "did you mean `shatranj`?",
        "scirocco-2009",
        "a file is named by its path, ending in .toml",
    ] {
        assert!(fault.to_string().contains(part), "{fault}");
    }
}

#[test]
fn a_folder_is_no_rule_file() {
    let text = "extends = \"./\"\n";
    let fault = refused(&[("case.toml", text)], "case.toml").to_string();
    assert!(
        fault.contains("case.toml:1:11: cannot read the rule file"),
        "{fault}"
    );
}
