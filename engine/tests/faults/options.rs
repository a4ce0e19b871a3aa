//! Declared options: how they are declared, what is asked for, and faults that a value brings in.

use super::files::{Case, check_cases, faults, folder};
use tradewind_engine::rules::{self, RuleError};

const DECLARED: &[Case] = &[
    (
        "[option.quick]\ndefault = false\nwhen.true.end.stalemate = \"loses\"",
        2,
        1,
        "[option.quick]",
        "option `quick` has no `help`",
        "say in a line what the option does",
    ),
    (
        "[option.quick]\nhelp = \"x\"\nwhen.true.end.stalemate = \"loses\"",
        2,
        1,
        "[option.quick]",
        "option `quick` has no `default`",
        "the value that holds when the option is not set",
    ),
    (
        "[option.quick]\nhelp = \"x\"\ndefault = false",
        2,
        1,
        "[option.quick]",
        "option `quick` has no `when`",
        "[option.NAME.when.VALUE]",
    ),
    (
        "[option.quick]\nhelp = \"x\"\ndefault = false\nwhen = {}",
        5,
        8,
        "{}",
        "option `quick` changes nothing",
        "[option.NAME.when.VALUE]",
    ),
    (
        "[option.quick]\nhelp = \"x\"\ndefault = true\nwhen.true.end.stalemate = \"loses\"\nwhen.false.end.stalemate = \"loses\"",
        5,
        6,
        "true",
        "`true` is the default, for which nothing changes",
        "write the default into the rules themselves",
    ),
    (
        "[option.quick]\nhelp = 1\ndefault = false\nwhen.true.end.stalemate = \"loses\"",
        3,
        8,
        "1",
        "1 is not a text",
        "in quotes",
    ),
    (
        "option.quick = true",
        2,
        16,
        "true",
        "option `quick` is not a table",
        "help, default, when",
    ),
];

#[test]
fn an_option_says_what_it_does() {
    check_cases(DECLARED);
}

const CHANGES: &[Case] = &[
    (
        "[option.quick]\nhelp = \"x\"\ndefault = false\nwhen.true.end.stalemate = \"wins\"",
        5,
        27,
        "\"wins\"",
        "\"wins\" is not one of the choices here",
        "\"loses\" or \"draw\"",
    ),
    (
        "[option.quick]\nhelp = \"x\"\ndefault = 1\nwhen.2.ende.stalemate = \"loses\"",
        5,
        8,
        "ende",
        "the rule file has no key `ende`",
        "did you mean `end`?",
    ),
    (
        "[option.quick]\nhelp = \"x\"\ndefault = false\n[[option.quick.when.true.piece]]\ntext = \"R\"\nmoves = \"Y\"",
        7,
        10,
        "Y",
        "Betza atom `Y` is not known",
        "the atoms are",
    ),
];

#[test]
fn what_a_value_changes_is_checked() {
    check_cases(CHANGES);
}

#[test]
fn an_option_or_value_that_is_not_declared_is_refused() {
    let folder = folder(&[("case.toml", "extends = \"tiny.toml\"\noption = {}\n")]);
    let path = folder.path().join("case.toml").display().to_string();
    for (rules, option, value, parts) in [
        (
            "chess",
            "no_castle",
            "true",
            [
                "`chess` has no option `no_castle`",
                "it has no_castling, stalemate_loses",
                "did you mean `no_castling`?",
            ],
        ),
        (
            "chess",
            "no_castling",
            "yes",
            [
                "option `no_castling` of `chess`",
                "no value `yes`",
                "its values are false, true",
            ],
        ),
        (
            "shatranj",
            "no_castling",
            "true",
            ["`shatranj` has no option", "`no_castling`", "it has none"],
        ),
        (
            path.as_str(),
            "bare_loses",
            "",
            ["case.toml", "no value ``", "its values are false, true"],
        ),
    ] {
        let fault = rules::load(rules, &[(option.to_string(), value.to_string())]);
        let fault = fault.expect_err("it is not declared");
        assert!(matches!(fault, RuleError::Option(_)), "{fault}");
        for part in parts {
            assert!(fault.to_string().contains(part), "{part}: {fault}");
        }
    }
}

#[test]
fn faults_of_several_values_are_all_reported() {
    let text = "extends = \"tiny.toml\"
[option.army]
help    = \"another army\"
default = \"plain\"
when.strong.end.bare = \"wins\"
when.weak.end.royal = \"lost\"
";
    let faults = faults(&[("case.toml", text)], "case.toml");
    let lines: Vec<usize> = faults.iter().map(|fault| fault.line).collect();
    assert_eq!(lines, [5, 6], "{faults:?}");
}
