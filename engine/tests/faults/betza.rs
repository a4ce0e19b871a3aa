//! Betza notation that is wrong or says what is not supported.

use super::files::{check_cases, faults, marked};

/// A file in which the rook moves so; the notation begins in column 10 of line 4.
fn faults_of(moves: &str) -> Vec<(usize, usize, String, String, String)> {
    let text = format!("extends = \"tiny.toml\"\n[[piece]]\ntext = \"R\"\nmoves = \"{moves}\"\n");
    (faults(&[("case.toml", &text)], "case.toml").iter())
        .map(|fault| {
            (
                fault.line,
                fault.column,
                marked(fault),
                fault.message.clone(),
                fault.remedy.clone(),
            )
        })
        .collect()
}

#[test]
fn the_wrong_letter_is_marked() {
    for (moves, column, wrong, message, remedy) in [
        (
            "R Y",
            12,
            "Y",
            "Betza atom `Y` is not known",
            "the atoms are W F D N A H C Z G",
        ),
        (
            "R xR",
            12,
            "x",
            "Betza modifier `x` is not supported",
            "docs/rule-files.md",
        ),
        (
            "pR",
            10,
            "p",
            "Betza modifier `p` is not supported",
            "supported are m c (when)",
        ),
        (
            "(2,1)",
            10,
            "(",
            "Betza atom `(` is not known",
            "the atoms are",
        ),
        (
            "mf",
            10,
            "mf",
            "how but not where",
            "an atom must follow: W F D",
        ),
        (
            "R W999",
            13,
            "999",
            "a range of 999 steps is too long",
            "leave the number out",
        ),
        ("RR", 10, "RR", "`RR` is not known", "such as NN or DD"),
        (
            "W hF",
            12,
            "hF",
            "`h` (half) needs a direction",
            "directions are f b l r",
        ),
        (
            "nR",
            10,
            "nR",
            "`n` is for single leaps",
            "riders are stopped",
        ),
        ("W nC", 12, "nC", "`n` says nothing certain", "nD nA nH nG"),
        ("", 10, "\"", "no move is given", "mfW cfF"),
    ] {
        let found = faults_of(moves);
        let (line, at, marked, said, right) = &found[0];
        assert_eq!(
            (*line, *at, marked.as_str()),
            (4, column, wrong),
            "{moves}: {found:?}"
        );
        assert!(
            said.contains(message) && right.contains(remedy),
            "{moves}: {found:?}"
        );
    }
}

#[test]
fn every_wrong_letter_of_a_text_is_reported() {
    let columns: Vec<_> = (faults_of("yR W QQ jU").into_iter())
        .map(|(_, column, marked, ..)| (column, marked))
        .collect();
    let wanted = [(10, "y"), (15, "QQ"), (18, "j"), (19, "U")];
    assert_eq!(
        columns,
        wanted.map(|(column, text)| (column, text.to_string()))
    );
}

#[test]
fn notation_inside_a_power_is_checked_too() {
    check_cases(&[
        (
            "[[piece]]\ntext = \"R\"\npowers = [{ power = \"hop\", over = \"W Y\" }]",
            4,
            38,
            "Y",
            "Betza atom `Y` is not known",
            "the atoms are",
        ),
        (
            "[[piece]]\ntext = \"R\"\npowers = [{ power = \"relay\", to = \"K\", moves = \"zN\" }]",
            4,
            49,
            "z",
            "Betza modifier `z` is not supported",
            "supported are",
        ),
    ]);
}
