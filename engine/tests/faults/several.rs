//! Files with several faults: all are reported at once, in the order of the file.

use super::files::{faults, marked};

#[test]
fn the_faults_of_all_parts_of_a_file_are_reported_together() {
    let text = "extends = \"tiny.toml\"
nmae = \"Several\"
board = { files = \"abcd\", ranks = 5, first_rank = 2 }

[promotion]
when = \"never\"

[[piece]]
text  = \"R\"
moves = \"R xY\"
royal = \"no\"

[[piece]]
text     = \"P\"
promotes = [\"R\", \"Q\"]
powers   = [{ power = \"jump\" }, { power = \"castle\", with = \"B\" }]

[[array]]
rows  = [\"P P Q P\", \"R K R\"]
black = \"mirrored\"

[end]
bare       = \"lost\"
repetition = { occurrence = 0 }
";
    let faults = faults(&[("case.toml", text)], "case.toml");
    let found: Vec<(usize, String)> = (faults.iter())
        .map(|fault| (fault.line, marked(fault)))
        .collect();
    let wanted = [
        (2, "nmae"),
        (3, "2"),
        (6, "\"never\""),
        (10, "x"),
        (10, "Y"),
        (11, "\"no\""),
        (15, "\"Q\""),
        (16, "\"jump\""),
        (16, "\"B\""),
        (19, "Q"),
        (19, "\"R K R\""),
        (23, "\"lost\""),
        (24, "0"),
    ];
    assert_eq!(found, wanted.map(|(line, text)| (line, text.to_string())));
}

#[test]
fn the_faults_of_a_file_and_of_what_it_extends_are_reported_together() {
    let files = [
        (
            "case.toml",
            "extends = \"parent.toml\"\n[end]\nroyal = \"x\"\n",
        ),
        (
            "parent.toml",
            "extends = \"tiny.toml\"\n[end]\nbare = \"y\"\n",
        ),
    ];
    let faults = faults(&files, "case.toml");
    let found: Vec<_> = (faults.iter())
        .map(|fault| (fault.file.rsplit('/').next(), fault.line, marked(fault)))
        .collect();
    assert_eq!(
        found,
        [
            (Some("case.toml"), 3, "\"x\"".to_string()),
            (Some("parent.toml"), 3, "\"y\"".to_string()),
        ]
    );
}

#[test]
fn an_empty_file_is_told_all_that_it_needs() {
    let faults = faults(&[("case.toml", "")], "case.toml");
    let found: Vec<_> = faults.iter().map(|fault| fault.message.as_str()).collect();
    let needed = ["name", "board", "piece", "end", "array"];
    assert_eq!(
        found,
        needed.map(|key| format!("the rule file has no `{key}`"))
    );
}
