//! The findings in wrong files, and for wrong answers.

use super::{Finding, check, twice};
use crate::commands::verify::case::GameCache;

const BOARD: &str = "board w\n 8 . . . . k . . .\n 1 R . . . K . . .\n";

/// The findings in a file.
fn findings(text: &str) -> Vec<Finding> {
    let examples = check(text, &mut GameCache::default()).into_iter();
    examples.flat_map(|example| example.findings).collect()
}

/// The findings in a file, each with its line.
fn said(text: &str) -> Vec<(usize, String)> {
    let findings = findings(text).into_iter();
    findings.map(|one| (one.line, one.message)).collect()
}

/// The findings in an example of chess that begins with [`BOARD`]; the lines after it begin with 6.
fn of(questions: &str) -> Vec<(usize, String)> {
    said(&format!("rules chess\n== A title\n{BOARD}{questions}"))
}

#[track_caller]
fn says(found: &[(usize, String)], line: usize, part: &str) {
    let is_said = |(at, message): &(usize, String)| *at == line && message.contains(part);
    assert!(found.iter().any(is_said), "{line}: {part}: {found:?}");
    assert_eq!(found.len(), 1, "{found:?}");
}

const RIGHT: &str = "\
moves a1 beginning a1a: a1a2 a1a3 a1a4 a1a5 a1a6 a1a7 a1a8
moves a1 ending 8: a1a8
moves a1 with x: none
goes e1: d1 d2 \\
    e2 f1 f2
goes e1 ending 2: d2 e2 f2 # the second rank
moves: some
count: 15
count e1: 5
perft 15 68
allows a1a8 e1d1
refuses a1e1 e1g1
at a1=R b1=. e8=k a1!=K
stands with a1=R
 8 . . . . k . . .
 1 . . . . K . . .
holds K=1 R=1 k=1
over no
text 4,k,3/8/8/8/8/8/8/R,3,K,3 w - 0
state w - 0
accepted
play a1a8
  state b clock=1 1
  play e8e7 a8a7
    moves e7 ending 6: e7d6 e7e6 e7f6
  moves: e8d7 e8e7 e8f7
at a1=R
array 0
arrays 0
same as chess
position 8/8/8/8/8/8/8/8 w - 0
rejected: royal
";

#[test]
fn right_answers_pass() {
    let found = of(RIGHT);
    assert!(found.is_empty(), "{found:?}");
}

/// Every question fails when its answer is changed.
#[test]
fn wrong_answers_are_named_with_their_lines() {
    for (right, wrong, part) in [
        (
            "moves a1 ending 8: a1a8",
            "moves a1 ending 8: none",
            "extra: a1a8",
        ),
        (
            "moves a1 with x: none",
            "moves a1 with x: a1a2xa3",
            "missing: a1a2xa3",
        ),
        ("moves: some", "moves with =: some", "there are none"),
        ("    e2 f1 f2", "    e2 f1", "extra: f2"),
        ("count: 15", "count: 16", "expected 16, found 15"),
        ("perft 15 68", "perft 15 69", "[15, 68]"),
        ("allows a1a8", "allows a1b2", "a1b2 is not legal"),
        ("refuses a1e1", "refuses a1a2", "a1a2 is legal"),
        ("at a1=R b1", "at a1=Q b1", "on a1: expected Q, found R"),
        ("a1!=K", "e1!=K", "expected not K, found K"),
        (
            "stands with a1=R",
            "stands with a1=r",
            "on a1: expected r, found R",
        ),
        ("holds K=1 R=1", "holds K=1 R=2", "found K=1 R=1 k=1"),
        ("over no", "over draw", "found no"),
        ("text 4,k", "text 3,k", "expected \"3,k"),
        ("state b clock=1 1", "state b - 1", "found \"b clock=1 1\""),
        ("play a1a8", "play a1b8", "a1b8 is not legal"),
        ("arrays 0", "arrays 0-2", "[0, 1, 2]"),
        ("same as chess", "same as shatranj", "differ"),
        ("rejected: royal", "rejected: queen", "for another reason"),
        ("accepted", "rejected", "it is accepted"),
    ] {
        let text = RIGHT.replacen(right, wrong, 1);
        let before = &text[..text.find(wrong).unwrap_or_default()];
        // A fault on a continued line is reported for its first line.
        let joined = usize::from(wrong.starts_with(' '));
        let line = 6 + before.matches('\n').count() - joined;
        says(&of(&text), line, part);
    }
}

/// No rule set of the program lists a move twice, so only lists can show that it would be noticed.
#[test]
fn moves_that_are_listed_twice_are_found() {
    let of = |texts: &str| twice(&texts.split(' ').map(str::to_string).collect::<Vec<_>>());
    assert!(of("d4d5 d4d5=Q d4e5").is_empty());
    assert_eq!(
        of("d4c5 d4d5 d4d5 d4e5 d4e5 d4e5"),
        ["d4d5 is listed twice", "d4e5 is listed twice"]
    );
}

#[test]
fn lines_that_are_not_understood_are_faults() {
    for (line, part) in [
        ("castles e1", "`castles` is no word"),
        ("moves e1", "with the answer after the colon"),
        ("moves e1:", "no answer"),
        ("moves e1 e2: none", "with the answer"),
        ("goes: e2", "with the answer"),
        ("moves e1: e1e2 e1e2", "twice"),
        ("count: many", "`many` is no number"),
        ("allows", "nothing is asked"),
        ("at e1", "must be such as e5=A"),
        ("holds K", "must be such as P=8"),
        ("over x", "found no"),
        ("over w mate", "found no"),
        ("state w", "expected \"w\""),
        ("perft", "write the counts"),
        ("shows e1", "nothing follows"),
        ("same chess", "same as"),
        ("board x", "the side to move"),
        ("board w - by", "`by` is not understood"),
        ("board w of rooks", "no drawing `rooks`"),
        ("stands", "a drawing must follow"),
        ("array first", "`first` is no number"),
        ("play", "write moves"),
        ("play e1e2", "nothing is asked after `play e1e2`"),
        ("array 0", "nothing is asked after `array 0`"),
        ("each $a = b", "at the beginning"),
        ("at e1=$king", "`$king` has no value"),
        ("rules chess castling", "`castling` is no option"),
        ("pattern e4", "pattern f6 among P"),
    ] {
        // The line before asks something, so that only this one is wrong.
        says(&of(&format!("over no\n{line}\n")), 7, part);
    }
}

#[test]
fn what_the_rules_do_not_have_cannot_be_asked() {
    for (line, part) in [
        ("moves i1: none", "no square `i1`"),
        ("goes e1: e9", "no square `e9`"),
        ("at e1=X", "no piece `X`"),
        ("refuses e1", "is no move's text"),
        ("refuses a7a8=X", "is no move's text"),
        ("board w\n 9 . . . . k . . .\nover no", "no rank 9"),
        ("board w\n 8 . . k\nover no", "rank 8 has 3 squares"),
        ("board w with Q=R\nover no", "`Q` is neither"),
        ("rules ches\nover no", "no rule set `ches`"),
        ("rules chess fast=true\nover no", "fast"),
        ("array 7\nover no", "no array 7"),
        ("shows", "one piece in parentheses"),
    ] {
        let text = format!("rules chess\n== A title\n{BOARD}over no\n{line}\n");
        let findings = findings(&text);
        assert_eq!(findings.len(), 1, "{line}: {findings:?}");
        assert!(findings[0].is_unusable, "{line}");
        assert!(findings[0].message.contains(part), "{line}: {findings:?}");
    }
}

#[test]
fn files_are_wrong_as_a_whole_too() {
    says(&said(""), 1, "there is no example");
    says(
        &said("rules chess\n== A title\n"),
        2,
        "the example asks nothing",
    );
    says(
        &said("== A title\narray 0\nover no\n"),
        1,
        "say by which rules",
    );
    says(
        &said("moves: none\n== A title\nrules chess\narray 0\nover no\n"),
        1,
        "before the first title",
    );
    says(
        &said("rules chess\n==\narray 0\nover no\n"),
        2,
        "a title must follow",
    );
    says(
        &said("rules chess\n== A title\narray 0\n\tover no\n"),
        4,
        "not with tabs",
    );
    let twice =
        format!("rules chess\ndrawing a\n 1 K\ndrawing a\n 1 K\n== A title\n{BOARD}over no\n");
    says(&said(&twice), 4, "already");
}

/// An example with variables is checked for every set of values; a failure names its set.
#[test]
fn variables_take_their_values() {
    let example = "rules chess\n== A title\neach $file = d e f\narray 0\nmoves $file2: $file2$file3 $file2$file4\n";
    assert!(said(example).is_empty(), "{:?}", said(example));
    let rows = "rules chess\n== A title\neach $from $to = b1 b1a3 b1c3 / e2 e2e3\narray 0\nmoves $from: $to\n";
    says(&said(rows), 5, "($from=e2 $to=e2e3 chess)");
    let both = "rules chess, chess no_castling=true\n== A title\narray 0\nstate w castle=KQkq 0\n";
    says(&said(both), 4, "(chess no_castling=true)");
    let many = format!(
        "rules chess\n== A title\n{}array 0\nover no\n",
        "each $a = 1 2 3 4 5 6 7 8 9 0\n".repeat(5)
    );
    says(&said(&many), 7, "combinations");
}

/// A drawing below serves the next boards, whoever is to move and by whatever rules.
#[test]
fn drawings_are_used_again() {
    let text = format!(
        "rules chess\ndrawing rook\n 1 (R) * . . K . . .\n== A title\n{BOARD}moves e8: none\nboard b\nmoves e1: none\n\
         board w with a1=r\nat a1=r\nrules chess no_castling=true\nat a1=r\n"
    );
    assert!(said(&text).is_empty(), "{:?}", said(&text));
    let shown = "rules chess\n== A title\nboard w\n 8 . . . . k . . .\n 2 n! * . . . . . .\n 1 (K) * . . . . . .\nshows\n";
    assert!(said(shown).is_empty(), "{:?}", said(shown));
    says(&said(&shown.replace("n! *", "n! .")), 7, "extra: b2");
}
