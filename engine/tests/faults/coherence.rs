//! Parts of a rule set that do not fit together, each of them right by itself.

use super::files::{Case, check_cases};

/// A rook with powers; the list begins in column 10 of line 4.
macro_rules! rook {
    ($powers:literal) => {
        concat!("[[piece]]\ntext = \"R\"\npowers = ", $powers)
    };
}

const POWERS: &[Case] = &[
    (
        rook!("[{ power = \"pass\" }, { power = \"pass\" }]"),
        4,
        10,
        "[{ power = \"pass\" }, { power = \"pass\" }]",
        "`R` has one power twice",
        "say it once",
    ),
    (
        rook!(
            "[{ power = \"swap\", with = \"W\" }, { power = \"igui\", targets = \"W\" }, { power = \"swap\", with = \"F\" }]"
        ),
        4,
        10,
        "[{ power = \"swap\", with = \"W\" }, { power = \"igui\", targets = \"W\" }, { power = \"swap\", with = \"F\" }]",
        "`R` has one power twice",
        "say it once",
    ),
    (
        rook!("[{ power = \"withdrawal\" }, { power = \"chameleon\" }]"),
        4,
        10,
        "[{ power = \"withdrawal\" }, { power = \"chameleon\" }]",
        "a chameleon approaches and withdraws as its prey does",
        "leave out `approach`",
    ),
    (
        "[[piece]]\ntext = \"R\"\nmoves = \"nD\"\npowers = [{ power = \"approach\" }]",
        5,
        10,
        "[{ power = \"approach\" }]",
        "plain moves in straight lines",
        "leave the letter n out",
    ),
    (
        "[[piece]]\ntext = \"S\"\nname = \"Stone\"\npowers = [{ power = \"withdrawal\" }]",
        5,
        10,
        "[{ power = \"withdrawal\" }]",
        "acts on plain moves, and the piece has none",
        "give it `moves`",
    ),
    (
        rook!("[{ power = \"skip-slide\", along = \"R2\", skip = 2 }]"),
        4,
        10,
        "[{ power = \"skip-slide\", along = \"R2\", skip = 2 }]",
        "R2 ends before it has passed over 2 squares",
        "a longer range",
    ),
    (
        rook!("[{ power = \"bent\", first = \"R\", then = \"B\" }]"),
        4,
        10,
        "[{ power = \"bent\", first = \"R\", then = \"B\" }]",
        "the first step of a bent slide is a leap, not R",
        "an atom such as F",
    ),
    (
        rook!("[{ power = \"bent\", first = \"F\", then = \"mR\" }]"),
        4,
        10,
        "[{ power = \"bent\", first = \"F\", then = \"mR\" }]",
        "both moves and captures",
        "leave the letters m and c",
    ),
    (
        rook!("[{ power = \"regent\", becomes = \"P\" }]"),
        4,
        10,
        "[{ power = \"regent\", becomes = \"P\" }]",
        "a regent takes the place of a royal",
        "name a royal piece",
    ),
    (
        rook!("[{ power = \"approach\", line = true, effect = \"convert\" }]"),
        4,
        40,
        "true",
        "a whole line cannot be converted",
        "leave out `line`",
    ),
    (
        rook!("[{ power = \"immobilize\", at = \"R\" }]"),
        4,
        40,
        "\"R\"",
        "`at` is not a text of leaps",
        "atoms without ranges",
    ),
    (
        rook!("[{ power = \"hopper\", along = \"W\" }]"),
        4,
        39,
        "\"W\"",
        "`along` is not a slide",
        "use R, B, Q",
    ),
    (
        rook!("[{ power = \"trample\", along = \"mR\" }]"),
        4,
        40,
        "\"mR\"",
        "`along` says where, not when",
        "leave out the letters m and c",
    ),
];

#[test]
fn powers_fit_the_piece_that_has_them() {
    check_cases(POWERS);
}

#[test]
fn one_piece_castles() {
    check_cases(&[(
        "[[piece]]\ntext = \"K\"\npowers = [{ power = \"castle\", with = \"R\" }]\n\
         [[piece]]\ntext = \"P\"\npowers = [{ power = \"castle\", with = \"R\" }]",
        4,
        10,
        "[{ power = \"castle\", with = \"R\" }]",
        "castles already",
        "let one piece castle",
    )]);
}

const ROYALS: &[Case] = &[
    (
        "[[piece]]\ntext = \"P\"\npromotes = \"K\"",
        4,
        12,
        "\"K\"",
        "`P` would become `K`, a second royal",
        "not royal",
    ),
    (
        "[[piece]]\ntext = \"K\"\npromotes = \"R\"",
        4,
        12,
        "\"R\"",
        "the royal `K` would become `R`",
        "another royal",
    ),
    (
        "[[piece]]\ntext = \"P\"\npromotes = { to = \"R\", lost = true, unless = \"R\" }",
        4,
        31,
        "true",
        "one promotion has two conditions",
        "keep one of",
    ),
];

#[test]
fn royals_stay_royal_and_others_do_not_become_so() {
    check_cases(ROYALS);
}

#[test]
fn options_change_rules_and_nothing_else() {
    check_cases(&[
        (
            "[option.odd]\nhelp = \"odd\"\ndefault = 1.5\nwhen.two.end.bare = \"loses\"",
            4,
            11,
            "1.5",
            "is no value of an option",
            "a whole number",
        ),
        (
            "[option.odd]\nhelp = \"odd\"\ndefault = 1\nwhen.two.extends = \"chess\"",
            5,
            20,
            "\"chess\"",
            "an option cannot change `extends`",
            "outside",
        ),
    ]);
}

#[test]
fn a_line_is_not_longer_than_a_move_has_room_for() {
    let pieces = "[[piece]]\nname = \"King\"\ntext = \"K\"\nmoves = \"K\"\nroyal = true\n\
                  [[piece]]\nname = \"Long\"\ntext = \"L\"\npowers = [{ power = \"long-leap\", along = \"Q\" }]";
    let text = format!(
        "name = \"Wide\"\nboard = {{ files = \"abcdefghijklmn\", ranks = 4 }}\n{pieces}\n\
         [[array]]\nrows = [\"K L - - - - - - - - - - - -\"]\nblack = \"mirrored\"\n\
         [end]\nroyal = \"check\"\nbare = \"nothing\"\nstalemate = \"draw\""
    );
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("wide.toml");
    std::fs::write(&path, text).expect("a file is written");
    let path = path.to_str().expect("a path of letters");
    let fault = tradewind_engine::rules::load(path, &[]).expect_err("14 files are too many");
    let fault = fault.to_string();
    assert!(
        fault.contains("a line of 14 squares is too long"),
        "{fault}"
    );
    assert!(fault.contains("at most 13 files and ranks"), "{fault}");
}
