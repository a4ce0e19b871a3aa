//! `set`, `replace` and `remove_pieces`, where they are right: the rules that follow.

use crate::folder;
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

/// A promotion that a pawn already has is not added a second time when the piece replaces another.
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
fn a_removed_piece_stays_removed() {
    let middle = "extends = \"chess\"\nremove_pieces = [\"B\"]\n\
                  [[piece]]\ntext = \"P\"\npromotes = [\"Q\", \"R\"]\n\
                  [[array]]\nrows = [\"P P P P P P P P\", \"R N Q Q K Q N R\"]\nblack = \"mirrored\"\n";
    let last = "extends = \"middle.toml\"\nremove_pieces = [\"N\"]\n\
                [[array]]\nrows = [\"P P P P P P P P\", \"R Q Q Q K Q Q R\"]\nblack = \"mirrored\"\n";
    let spec = load(&[("middle.toml", middle), ("last.toml", last)], "last.toml");
    let texts = spec.pieces.iter().map(|piece| piece.text.as_str());
    assert_eq!(texts.collect::<Vec<_>>(), ["P", "R", "Q", "K"]);
}
