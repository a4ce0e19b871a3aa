//! `set` and `replace`: a file that fixes an option of what it extends, and one that puts a piece in
//! another's place.

use super::files::{check_cases, folder};
use tradewind_engine::rules::{self, RuleSpec};

fn load(files: &[(&str, &str)], name: &str) -> RuleSpec {
    let folder = folder(files);
    let path = folder.path().join(name).display().to_string();
    rules::load(&path, &[]).unwrap_or_else(|fault| panic!("{fault}"))
}

#[test]
fn an_option_that_is_set_is_a_rule() {
    let fixed = load(
        &[(
            "case.toml",
            "extends = \"tiny.toml\"\nset = { bare_loses = true }\n",
        )],
        "case.toml",
    );
    assert!(fixed.options.is_empty());
    let folder = folder(&[]);
    let tiny = folder.path().join("tiny.toml").display().to_string();
    let chosen = rules::load(&tiny, &[("bare_loses".to_string(), "true".to_string())]);
    let chosen = chosen.unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!(fixed.fingerprint_text(), chosen.fingerprint_text());
    // The default may be fixed too.
    let same = load(
        &[(
            "case.toml",
            "extends = \"tiny.toml\"\nset = { bare_loses = false }\n",
        )],
        "case.toml",
    );
    let tiny = rules::load(&tiny, &[]).unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!(same.fingerprint_text(), tiny.fingerprint_text());
    assert!(same.options.is_empty());
}

#[test]
fn what_is_replaced_is_replaced_everywhere() {
    let lancer = "extends = \"tiny.toml\"\nremove_pieces = [\"R\"]\nreplace = { R = \"L\" }\n\
                  [[piece]]\nname = \"Lancer\"\ntext = \"L\"\nmoves = \"R N\"\n";
    let spec = load(&[("case.toml", lancer)], "case.toml");
    let white: Vec<&str> = (spec.arrays[0].rows.iter().flatten().flatten())
        .map(|&piece| spec.piece(piece).text.as_str())
        .collect();
    assert_eq!(white, ["P", "P", "P", "P", "L", "K", "L"]);
    let pawn = spec.find("P").expect("a pawn");
    let becomes = spec.piece(pawn).promotion.as_ref().expect("it promotes");
    assert_eq!(spec.piece(becomes.to[0].to).text, "L");
    // What replaces can be replaced by another file.
    let next = "extends = \"case.toml\"\nremove_pieces = [\"L\"]\nreplace = { L = \"M\" }\n\
                [[piece]]\nname = \"Marshal\"\ntext = \"M\"\nmoves = \"Q N\"\n";
    let spec = load(&[("case.toml", lancer), ("next.toml", next)], "next.toml");
    assert_eq!(spec.pieces.len(), 3);
    let back = &spec.arrays[0].rows[1];
    assert_eq!(
        back[0].map(|piece| spec.piece(piece).text.clone()),
        Some("M".to_string())
    );
}

/// What a pawn could become already is not named twice when it stands in the place of another piece.
#[test]
fn what_replaces_may_have_been_a_promotion_before() {
    let text = "extends = \"chess\"\nname = \"No knights\"\nreplace = { N = \"B\" }\n";
    let spec = load(&[("case.toml", text)], "case.toml");
    let pawn = spec.find("P").expect("a pawn");
    let becomes = spec.piece(pawn).promotion.as_ref().expect("it promotes");
    let becomes = becomes
        .to
        .iter()
        .map(|one| spec.piece(one.to).text.as_str());
    assert_eq!(becomes.collect::<Vec<_>>(), ["Q", "R", "B"]);
}

#[test]
fn what_cannot_be_set_or_replaced_is_named() {
    check_cases(&[
        (
            "replace = { K = \"K\" }\n[[piece]]\ntext = \"P\"\npromotes = [\"R\", \"R\"]",
            5,
            18,
            "\"R\"",
            "this promotion is named twice",
            "name each promotion once",
        ),
        (
            "set = { bare = true }",
            2,
            9,
            "bare",
            "what is extended has no option `bare`",
            "it has bare_loses",
        ),
        (
            "set = { bare_loses = 7 }",
            2,
            9,
            "bare_loses",
            "option `bare_loses` has no value `7`",
            "its values are its default and true",
        ),
        ("set = 1", 2, 7, "1", "`set` is not a table", "write"),
        (
            "replace = { X = \"R\" }",
            2,
            13,
            "X",
            "no piece with the text \"X\"",
            "the pieces are P R K",
        ),
        (
            "replace = { R = \"X\" }",
            2,
            17,
            "\"X\"",
            "no piece with the text \"X\"",
            "the pieces are P R K",
        ),
    ]);
}
