//! Rule sets that are unknown or wrong, for every command that takes one.

use super::program::{Folder, TINY};

/// Every command that takes a rule set, with this one.
fn commands(rules: &str) -> Vec<Vec<&str>> {
    vec![
        vec!["rules", "show", rules],
        vec!["rules", "diff", rules, "chess"],
        vec!["rules", "diff", "chess", rules],
        vec!["rules", "check", rules],
        vec!["moves", rules],
        vec!["moves", rules, "--json"],
        vec!["perft", rules, "1"],
    ]
}

#[test]
fn unknown_rule_sets() {
    let folder = Folder::new();
    for command in commands("ches") {
        folder.refuses(
            &command,
            &["there is no rule set `ches`", "did you mean `chess`?"],
        );
    }
    for command in commands("none.toml") {
        folder.refuses(&command, &["cannot read the rule file none.toml"]);
    }
}

#[test]
fn wrong_rule_files() {
    let folder = Folder::new();
    let text = TINY
        .replace("moves = \"R\"", "moves = \"R xW\"")
        .replace("stalemate  =", "stalemat   =");
    folder.write("wrong.toml", &text);
    for command in commands("wrong.toml") {
        folder.refuses(
            &command,
            &[
                "wrong.toml:19:12: Betza modifier `x` is not supported",
                " 19 | moves = \"R xW\"\n",
                "supported are m c",
                "wrong.toml:31:1: `end` has no `stalemate`",
                "wrong.toml:34:1: `end` has no key `stalemat`",
                "did you mean `stalemate`?",
            ],
        );
    }
    folder.refuses(
        &["rules", "check", "wrong.toml"],
        &["wrong.toml: 3 faults", "1 of 1 rule sets cannot be played"],
    );
}

#[test]
fn a_wrong_rule_file_among_right_ones() {
    let folder = Folder::new();
    folder.write("wrong.toml", "extends = \"tiny.toml\"\nend = 1\n");
    let said = folder.call(&["rules", "check", "tiny.toml", "wrong.toml", "chess"]);
    assert_eq!(said.code, Some(2));
    assert_eq!(said.out.lines().count(), 2, "{}", said.out);
    assert!(
        said.err.contains("wrong.toml:2:7: `end` is not a table"),
        "{}",
        said.err
    );
    assert!(
        said.err.contains("1 of 3 rule sets cannot be played"),
        "{}",
        said.err
    );
}

#[test]
fn files_that_are_no_text() {
    let folder = Folder::new();
    std::fs::write(folder.path("binary.toml"), [0xff, 0xfe, 0x00]).expect("a file is written");
    for command in commands("binary.toml") {
        folder.refuses(
            &command,
            &["cannot read the rule file binary.toml", "UTF-8"],
        );
    }
    std::fs::create_dir(folder.path("folder.toml")).expect("a folder is made");
    for command in commands("folder.toml") {
        folder.refuses(&command, &["cannot read the rule file folder.toml"]);
    }
}
