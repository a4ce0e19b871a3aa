//! Pieces: the letters that stand for them, those that are taken away, and royal ones.

use super::files::{TINY, check_cases, faults};

#[test]
fn letters_that_stand_for_two_pieces() {
    check_cases(&[
        (
            "[[piece]]\nname = \"Bishop\"\ntext = \"B\"\nmoves = \"B\"\n[[piece]]\nname = \"Baron\"\ntext = \"B\"\nmoves = \"W\"",
            8,
            8,
            "\"B\"",
            "\"B\" stands for another piece already (\"B\")",
            "texts must differ",
        ),
        // The same letters twice in one file that extends another are two pieces, not two changes of one.
        (
            "[[piece]]\nname = \"Rook\"\ntext = \"R\"\nmoves = \"R4\"\n[[piece]]\nname = \"Rider\"\ntext = \"R\"\nmoves = \"NN\"",
            8,
            8,
            "\"R\"",
            "stands for another piece already",
            "texts must differ",
        ),
        (
            "[[piece]]\nname = \"Rider\"\ntext = \"RR\"\nmoves = \"NN\"\n[[piece]]\nname = \"Other\"\ntext = \"Rr\"\nmoves = \"W\"",
            8,
            8,
            "\"Rr\"",
            "(\"RR\")",
            "even when capitals are ignored",
        ),
    ]);
}

#[test]
fn letters_that_are_missing_or_wrong() {
    check_cases(&[
        (
            "[[piece]]\nname = \"Bishop\"\ntext = \"b\"\nmoves = \"B\"",
            4,
            8,
            "\"b\"",
            "\"b\" cannot stand for a piece",
            "the first a capital",
        ),
        (
            "[[piece]]\nname = \"Bishop\"\nmoves = \"B\"",
            2,
            1,
            "[[piece]]",
            "this piece has no `text`",
            "such as \"N\"",
        ),
        (
            "[[piece]]\nname = \"Bishop\"\ntext = \"\"\nmoves = \"B\"",
            4,
            8,
            "\"\"",
            "cannot stand for a piece",
            "letters A-Z a-z",
        ),
        (
            "[[piece]]\nname = \"Bishop\"\ntext = \"B2\"\nmoves = \"B\"",
            4,
            8,
            "\"B2\"",
            "cannot stand for a piece",
            "letters A-Z a-z",
        ),
        (
            "[[piece]]\nname = \"Bishop\"\ntext = \"É\"\nmoves = \"B\"",
            4,
            8,
            "\"É\"",
            "cannot stand for a piece",
            "letters A-Z a-z",
        ),
        (
            "[[piece]]\nname = \"Bishop\"\ntext = 3\nmoves = \"B\"",
            4,
            8,
            "3",
            "3 is not a text",
            "in quotes",
        ),
    ]);
}

#[test]
fn a_piece_that_is_not_there_cannot_be_removed() {
    check_cases(&[
        (
            "remove_pieces = [\"R\", \"Z\"]\n[[piece]]\ntext = \"P\"\npromotes = []\n[[array]]\nrows = [\"- K - -\"]\nblack = \"mirrored\"",
            2,
            23,
            "\"Z\"",
            "there is no piece with the text \"Z\"",
            "the pieces are P R K",
        ),
        (
            "remove_pieces = [1]",
            2,
            18,
            "1",
            "1 is not a text",
            "in quotes",
        ),
    ]);
}

#[test]
fn a_piece_that_is_removed_is_missed_where_it_is_named() {
    let text = "extends = \"tiny.toml\"\nremove_pieces = [\"R\"]\n";
    let faults = faults(&[("case.toml", text)], "case.toml");
    assert_eq!(faults.len(), 3, "{faults:?}");
    for fault in faults {
        assert!(fault.file.ends_with("tiny.toml"), "{fault}");
        assert!(
            fault
                .message
                .contains("there is no piece with the text \"R\""),
            "{fault}"
        );
        assert!(fault.remedy.contains("the pieces are P K"), "{fault}");
    }
}

#[test]
fn a_game_without_a_royal_piece() {
    let text = TINY.replace("royal = true", "");
    let faults = faults(&[("case.toml", &text)], "case.toml");
    let said: Vec<_> = faults
        .iter()
        .map(|fault| (fault.line, fault.message.as_str(), fault.remedy.as_str()))
        .collect();
    assert_eq!(
        said,
        [(1, "no piece is royal", "give one piece `royal = true`")]
    );
}
