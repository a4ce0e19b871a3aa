//! Files that extend what is not there, or themselves, or what is itself wrong.

use super::files::{faults, folder, marked};
use tradewind_engine::rules::{self, RuleError};
use tradewind_engine::{CheckError, check};

/// The one fault of `case.toml` among these files.
#[track_caller]
fn fault(files: &[(&str, &str)]) -> (String, usize, usize, String, String, String) {
    let faults = faults(files, "case.toml");
    let [fault] = faults.as_slice() else {
        panic!("{faults:?}");
    };
    let name = fault
        .file
        .rsplit('/')
        .next()
        .unwrap_or_default()
        .to_string();
    (
        name,
        fault.line,
        fault.column,
        marked(fault),
        fault.message.clone(),
        fault.remedy.clone(),
    )
}

#[test]
fn what_is_not_there_cannot_be_extended() {
    for (parent, parts) in [
        (
            "ches",
            ["there is no rule set `ches`", "did you mean `chess`?"],
        ),
        ("none.toml", ["cannot read the rule file", "none.toml"]),
        ("folder/none", ["cannot read the rule file", "folder/none"]),
    ] {
        let text = format!("name = \"A\"\nextends = \"{parent}\"\n");
        let (file, line, column, marked, message, _) = fault(&[("case.toml", &text)]);
        assert_eq!((file.as_str(), line, column), ("case.toml", 2, 11));
        assert_eq!(marked, format!("\"{parent}\""));
        for part in parts {
            assert!(message.contains(part), "{message}");
        }
    }
}

#[test]
fn what_is_extended_is_named_by_a_text() {
    let (file, line, column, marked, message, remedy) =
        fault(&[("case.toml", "extends = [\"chess\"]\n")]);
    assert_eq!(
        (file.as_str(), line, column, marked.as_str()),
        ("case.toml", 1, 11, "[\"chess\"]")
    );
    assert_eq!(message, "`extends` is not a text");
    assert_eq!(
        remedy,
        "give the id of a rule set or the path of a rule file"
    );
}

#[test]
fn a_file_cannot_extend_itself() {
    for parent in ["case.toml", "./case.toml"] {
        let text = format!("extends = \"{parent}\"\n");
        let (file, line, column, _, message, remedy) = fault(&[("case.toml", &text)]);
        assert_eq!((file.as_str(), line, column), ("case.toml", 1, 11));
        assert!(
            message.contains(&format!("`{parent}` extends itself")),
            "{message}"
        );
        assert!(remedy.contains("must end in a file without it"), "{remedy}");
    }
}

#[test]
fn a_circle_of_files_is_refused_where_it_closes() {
    let files = [
        ("case.toml", "extends = \"second.toml\"\n"),
        ("second.toml", "name = \"B\"\nextends = \"third.toml\"\n"),
        ("third.toml", "name = \"C\"\nextends = \"case.toml\"\n"),
    ];
    let (file, line, column, marked, message, _) = fault(&files);
    assert_eq!(
        (file.as_str(), line, column, marked.as_str()),
        ("third.toml", 2, 11, "\"case.toml\"")
    );
    assert!(
        message.contains("`case.toml` extends itself, by way of this file"),
        "{message}"
    );
}

#[test]
fn a_fault_of_what_is_extended_is_named_there() {
    let files = [
        ("case.toml", "extends = \"parent.toml\"\nname = \"A\"\n"),
        (
            "parent.toml",
            "extends = \"tiny.toml\"\n[end]\nbare = \"?\"\n",
        ),
    ];
    let (file, line, column, marked, ..) = fault(&files);
    assert_eq!(
        (file.as_str(), line, column, marked.as_str()),
        ("parent.toml", 3, 8, "\"?\"")
    );
}

#[test]
fn a_fault_that_is_written_over_does_no_harm() {
    let files = [
        (
            "case.toml",
            "extends = \"parent.toml\"\nend.bare = \"loses\"\n",
        ),
        (
            "parent.toml",
            "extends = \"tiny.toml\"\n[end]\nbare = \"?\"\n",
        ),
    ];
    let folder = folder(&files);
    let path = folder.path().join("case.toml").display().to_string();
    check(&path).unwrap_or_else(|fault| panic!("{fault}"));
}

#[test]
fn a_fault_of_a_change_to_a_rule_set_of_the_program_names_the_file_of_the_change() {
    let text = "extends = \"scirocco-2009\"\n[[piece]]\ntext = \"P\"\npromotes = \"Xy\"\n";
    let (file, line, column, marked, message, remedy) = fault(&[("case.toml", text)]);
    assert_eq!(
        (file.as_str(), line, column, marked.as_str()),
        ("case.toml", 4, 12, "\"Xy\"")
    );
    assert!(message.contains("\"Xy\""), "{message}");
    assert!(remedy.contains(" Sc "), "{remedy}");
}

#[test]
fn removing_a_piece_that_an_inherited_array_uses_names_the_array() {
    let text =
        "extends = \"chess\"\nremove_pieces = [\"N\"]\n[[piece]]\ntext = \"P\"\npromotes = \"Q\"\n";
    let folder = folder(&[("case.toml", text)]);
    let path = folder.path().join("case.toml").display().to_string();
    let Err(CheckError::Rules(RuleError::Faults(faults))) = check(&path) else {
        panic!("the array has knights");
    };
    for fault in &faults {
        assert_eq!(fault.file, "data/rules/chess.toml");
        assert_eq!(marked(fault), "N");
    }
    assert_eq!(faults.len(), 2, "{faults:?}");
}

#[test]
fn a_piece_that_was_taken_away_stays_away() {
    let middle = "extends = \"chess\"\nremove_pieces = [\"B\"]\n\
                  [[piece]]\ntext = \"P\"\npromotes = [\"Q\", \"R\"]\n\
                  [[array]]\nrows = [\"P P P P P P P P\", \"R N Q Q K Q N R\"]\nblack = \"mirrored\"\n";
    let last = "extends = \"middle.toml\"\nremove_pieces = [\"N\"]\n\
                [[array]]\nrows = [\"P P P P P P P P\", \"R Q Q Q K Q Q R\"]\nblack = \"mirrored\"\n";
    let folder = folder(&[("middle.toml", middle), ("last.toml", last)]);
    let path = folder.path().join("last.toml").display().to_string();
    let spec = rules::load(&path, &[]).unwrap_or_else(|fault| panic!("{fault}"));
    let texts: Vec<&str> = spec
        .pieces
        .iter()
        .map(|piece| piece.text.as_str())
        .collect();
    assert_eq!(texts, ["P", "R", "Q", "K"]);
}
