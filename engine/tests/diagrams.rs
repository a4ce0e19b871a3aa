//! Drawings of pieces, as `tradewind rules show` prints them, and what is said beside them.
//!
//! What is expected was checked against the rules of the games.

use std::fs;
use tradewind_engine::Game;
use tradewind_engine::rules::PieceSpec;
use tradewind_engine::tables::diagram;

fn game(rules: &str) -> Game {
    Game::load(rules, &[]).unwrap_or_else(|fault| panic!("{rules}: {fault}"))
}

fn named<'g>(game: &'g Game, name: &str) -> &'g PieceSpec {
    let mut pieces = game.spec().pieces.iter();
    pieces
        .find(|piece| piece.name == name)
        .unwrap_or_else(|| panic!("there is no {name}"))
}

/// Compares the drawings of a piece, one below the other under their titles, and the signs that
/// their legends explain.
#[track_caller]
fn drawn(rules: &str, name: &str, expected: &str, signs: &str) {
    let game = game(rules);
    let piece = game.spec().find(&named(&game, name).text);
    let drawings = diagram(game.spec(), piece.expect("every piece has a text"));
    let mut lines = Vec::new();
    let mut legend: Vec<&str> = Vec::new();
    for drawing in &drawings {
        lines.push(drawing.title.as_str());
        lines.extend(drawing.rows.iter().map(|row| row.trim_end()));
        let widths = drawing.rows.iter().map(|row| row.chars().count());
        assert_eq!(
            widths.min(),
            drawing.rows.iter().map(|row| row.chars().count()).max()
        );
        legend.extend(&drawing.legend);
    }
    let expected: Vec<&str> = expected
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    let shown = lines.join("\n");
    assert_eq!(lines, expected, "\n{shown}");
    let mut explained = String::new();
    for sign in legend.iter().filter_map(|line| line.chars().next()) {
        if !explained.contains(sign) {
            explained.push(sign);
        }
    }
    assert_eq!(explained, signs, "{legend:?}");
}

/// Compares what is said of the powers of a piece.
#[track_caller]
fn said(rules: &str, name: &str, expected: &[&str]) {
    let game = game(rules);
    let powers = &named(&game, name).powers;
    let texts: Vec<_> = powers
        .iter()
        .map(|power| game.spec().power_text(power))
        .collect();
    assert_eq!(texts, expected);
}

#[test]
fn raven() {
    let expected = "
        Raven (Ra)
        ● · · · ●
        · ● · ● ·
        · · Ra· ·
        · ● · ● ·
        ● · · · ●
        Ra: strike
        * · · · *
        · ! · ! ·
        · · Ra· ·
        · ! · ! ·
        * · · · *";
    drawn("typhoon", "Raven", expected, "●!*");
    let strike = "strikes on F, capturing without moving or by a leap to the next square";
    said("typhoon", "Raven", &[strike, "lets its side pass"]);
}

#[test]
fn horned_owl() {
    let expected = "
        Horned Owl (HO)
        · · · · · · · · · · ·
        · ◆ · · · · · · · ◆ ·
        · · ◆ · · · · · ◆ · ·
        · · · ◆ · ● · ◆ · · ·
        · · · · ◆ ● ◆ · · · ·
        · · · ● · HO· ● · · ·
        · · · · ◆ · ◆ · · · ·
        · · · ◆ · ● · ◆ · · ·
        · · ◆ · · · · · ◆ · ·
        · ◆ · · · · · · · ◆ ·
        · · · · · · · · · · ·
        HO: strike
        · · * · ·
        · · ! · ·
        · · HO· ·
        · · · · ·
        · · · · ·";
    drawn("typhoon", "Horned Owl", expected, "●◆!*");
}

#[test]
fn cicada() {
    let expected = "
        Cicada (Ci)
        · · · · · · · · ·
        · ∩ · · ∩ · · ∩ ·
        · · ∩ · ∩ · ∩ · ·
        · · · · · · · · ·
        · ∩ ∩ · Ci· ∩ ∩ ·
        · · · · · · · · ·
        · · ∩ · ∩ · ∩ · ·
        · ∩ · · ∩ · · ∩ ·
        · · · · · · · · ·";
    drawn("typhoon", "Cicada", expected, "∩");
    said(
        "typhoon",
        "Cicada",
        &["hurdles along Q3 over one or more pieces"],
    );
}

#[test]
fn typhoon() {
    let expected = "
        Typhoon (Ty)
        · · · · · · · · ·
        · · · · ▲ · · · ·
        · · ● · ▲ · ● · ·
        · · · ● ▲ ● · · ·
        · ▲ ▲ ▲ Ty▲ ▲ ▲ ·
        · · · ● ▲ ● · · ·
        · · ● · ▲ · ● · ·
        · · · · ▲ · · · ·
        · · · · · · · · ·";
    drawn("typhoon", "Typhoon", expected, "●▲");
    said(
        "typhoon",
        "Typhoon",
        &["tramples along R3, capturing every enemy on the way"],
    );
}

#[test]
fn cuckoo() {
    let expected = "
        Cuckoo (Cu)
        · · ● · ·
        · · · · ·
        · ● Cu● ·
        · · ● · ·
        · · · · ·
        Cu: convert
        · · · · ·
        · · ~ · ·
        · ~ Cu~ ·
        · · · · ·
        · · ~ · ·";
    drawn("typhoon", "Cuckoo", expected, "●~");
    said(
        "typhoon",
        "Cuckoo",
        &["converts an enemy on fW sW bD instead of moving"],
    );
}

#[test]
fn hummingbird() {
    let expected = "
        Hummingbird (Hu)
        · · ● · ·
        · · · · ·
        · ● Hu● ·
        · · ● · ·
        · · · · ·
        Hu: swap
        · · ↔ · ·
        · · ↔ · ·
        · ↔ Hu↔ ·
        · · ↔ · ·
        · · ↔ · ·";
    drawn("typhoon", "Hummingbird", expected, "●↔");
    let swap = "swaps places with a piece of either side on W fD bD";
    said("typhoon", "Hummingbird", &[swap]);
}

#[test]
fn longleaper() {
    let expected = "
        Longleaper (Lo)
        ◇ · · · ◇ · · · ◇
        · ◇ · · ◇ · · ◇ ·
        · · ◇ · ◇ · ◇ · ·
        · · · ◇ ◇ ◇ · · ·
        ◇ ◇ ◇ ◇ Lo◇ ◇ ◇ ◇
        · · · ◇ ◇ ◇ · · ·
        · · ◇ · ◇ · ◇ · ·
        · ◇ · · ◇ · · ◇ ·
        ◇ · · · ◇ · · · ◇
        Lo: overtake
        » · · · » · · · »
        · » · · » · · » ·
        · · » · » · » · ·
        · · · · · · · · ·
        » » » · Lo· » » »
        · · · · · · · · ·
        · · » · » · » · ·
        · » · · » · · » ·
        » · · · » · · · »";
    drawn("typhoon", "Longleaper", expected, "◇»");
    said(
        "typhoon",
        "Longleaper",
        &["overtakes along Q, capturing every enemy passed"],
    );
}

#[test]
fn immobilizer() {
    let expected = "
        Immobilizer (Im)
        ◇ · · · ◇ · · · ◇
        · ◇ · · ◇ · · ◇ ·
        · · ◇ · ◇ · ◇ · ·
        · · · ◇ ◇ ◇ · · ·
        ◇ ◇ ◇ ◇ Im◇ ◇ ◇ ◇
        · · · ◇ ◇ ◇ · · ·
        · · ◇ · ◇ · ◇ · ·
        · ◇ · · ◇ · · ◇ ·
        ◇ · · · ◇ · · · ◇
        Im: immobilize
        # # #
        # Im#
        # # #";
    drawn("typhoon", "Immobilizer", expected, "◇#");
    let typhoon = "immobilizes enemies on K, which may leave the board";
    said("typhoon", "Immobilizer", &[typhoon]);
    let rococo = "immobilizes enemies on K, which may leave the board unless royal";
    said("rococo", "Immobilizer", &[rococo]);
}

#[test]
fn sorcerer_and_missionary() {
    let expected = "
        Sorcerer (So)
        · · · · · · ·
        · ◇ · · · ◇ ·
        · · ◇ ○ ◇ · ·
        · · ○ So○ · ·
        · · ◇ ○ ◇ · ·
        · ◇ · · · ◇ ·
        · · · · · · ·
        So: approach
        So◉ ‡ ‡";
    drawn("typhoon", "Sorcerer", expected, "○◇◉‡");
    let line = "may capture the unbroken line of enemies that it moves up to";
    said("typhoon", "Sorcerer", &[line]);
    let expected = expected.replace("So◉ ‡ ‡", "Mi◉ ~");
    let expected = expected
        .replace("Sorcerer", "Missionary")
        .replace("So", "Mi");
    drawn("typhoon", "Missionary", &expected, "○◇◉~");
    said(
        "typhoon",
        "Missionary",
        &["may convert the enemy that it moves up to"],
    );
}

#[test]
fn a_text_of_three_letters_does_not_shift_its_row() {
    let expected = "
        Dervish (Der)
        ● · ● · ●
        · · · · ·
        ● ·Der· ●
        · · · · ·
        ● · ● · ●
        Der: relay of D
        · ± ·
        ±Der±
        · ± ·
        Der: D for a ±
        · · ● · ·
        · · · · ·
        ● · ± · ●
        · · · · ·
        · · ● · ·
        Der: relay of A
        ± · ±
        ·Der·
        ± · ±
        Der: A for a ±
        ● · · · ●
        · · · · ·
        · · ± · ·
        · · · · ·
        ● · · · ●";
    drawn("typhoon", "Dervish", expected, "●±");
}

#[test]
fn withdrawer() {
    let expected = "
        Withdrawer (W)
        ◇ · · · ◇ · · · ◇
        · ◇ · · ◇ · · ◇ ·
        · · ◇ · ◇ · ◇ · ·
        · · · ◇ ◇ ◇ · · ·
        ◇ ◇ ◇ ◇ W ◇ ◇ ◇ ◇
        · · · ◇ ◇ ◇ · · ·
        · · ◇ · ◇ · ◇ · ·
        · ◇ · · ◇ · · ◇ ·
        ◇ · · · ◇ · · · ◇
        W: withdrawal
        ‡ W · ◉";
    drawn("rococo", "Withdrawer", expected, "◇◉‡");
    let withdrawal = "captures the adjacent enemy that it moves away from";
    said("rococo", "Withdrawer", &[withdrawal]);
    let both = ["captures the enemy that it moves up to", withdrawal];
    said("rococo-pushme-pullyu", "Pushme-Pullyu", &both);
}

#[test]
fn swapper() {
    let expected = "
        Swapper (S)
        ◇ · · · ◇ · · · ◇
        · ◇ · · ◇ · · ◇ ·
        · · ◇ · ◇ · ◇ · ·
        · · · ◇ ◇ ◇ · · ·
        ◇ ◇ ◇ ◇ S ◇ ◇ ◇ ◇
        · · · ◇ ◇ ◇ · · ·
        · · ◇ · ◇ · ◇ · ·
        · ◇ · · ◇ · · ◇ ·
        ◇ · · · ◇ · · · ◇
        S: swap, first piece in line
        ↔ · · · ↔ · · · ↔
        · ↔ · · ↔ · · ↔ ·
        · · ↔ · ↔ · ↔ · ·
        · · · ↔ ↔ ↔ · · ·
        ↔ ↔ ↔ ↔ S ↔ ↔ ↔ ↔
        · · · ↔ ↔ ↔ · · ·
        · · ↔ · ↔ · ↔ · ·
        · ↔ · · ↔ · · ↔ ·
        ↔ · · · ↔ · · · ↔
        S: mutual destruction
        † † †
        † S †
        † † †";
    drawn("rococo", "Swapper", expected, "◇↔†");
}

#[test]
fn chameleon() {
    let expected = "
        Chameleon (C)
        ◇ · · · ◇ · · · ◇
        · ◇ · · ◇ · · ◇ ·
        · · ◇ · ◇ · ◇ · ·
        · · · ◇ ◇ ◇ · · ·
        ◇ ◇ ◇ ◇ C ◇ ◇ ◇ ◇
        · · · ◇ ◇ ◇ · · ·
        · · ◇ · ◇ · ◇ · ·
        · ◇ · · ◇ · · ◇ ·
        ◇ · · · ◇ · · · ◇";
    drawn("rococo", "Chameleon", expected, "◇");
    let said_of = |rules, approached, withdrawn| {
        let text = format!(
            "does to each enemy what that enemy does: captures K by replacement, \
             {approached} by approach, {withdrawn} by withdrawal, L by overtaking, P by hurdling, \
             swaps with S of either side, removes itself with S, immobilizes I"
        );
        said(rules, "Chameleon", &[&text]);
    };
    said_of("rococo", "A", "W");
    said_of("rococo-pushme-pullyu", "U", "U");
}

#[test]
fn cannon_pawn() {
    let expected = "
        Cannon Pawn (P)
        · · · · · · ·
        · ∩ · ∩ · ∩ ·
        · · ○ ○ ○ · ·
        · ∩ ○ P ○ ∩ ·
        · · ○ ○ ○ · ·
        · ∩ · ∩ · ∩ ·
        · · · · · · ·";
    drawn("rococo", "Cannon Pawn", expected, "○∩");
    let game = game("rococo");
    let promotion = named(&game, "Cannon Pawn").promotion.as_ref();
    assert_eq!(
        game.spec()
            .promotion_text(promotion.expect("pawns promote")),
        "may become any lost piece ending on the far 2 ranks"
    );
}

#[test]
fn octopus() {
    let expected = "
        Octopus (Oc)
        · · · ■ · ■ · · ·
        · · · ■ · ■ · · ·
        · · · ■ · ■ · · ·
        ■ ■ ■ ○ · ○ ■ ■ ■
        · · · · Oc· · · ·
        ■ ■ ■ ○ · ○ ■ ■ ■
        · · · ■ · ■ · · ·
        · · · ■ · ■ · · ·
        · · · ■ · ■ · · ·";
    drawn("scirocco-2009", "Octopus", expected, "○■");
}

#[test]
fn wagon() {
    let expected = "
        Wagon (Wa)
        · · · · ◆ · · · ·
        · · · · ◆ · · · ·
        · · · · ◆ · · · ·
        · · · · □ · · · ·
        ◆ ◆ ◆ □ Wa□ ◆ ◆ ◆
        · · · · □ · · · ·
        · · · · ◆ · · · ·
        · · · · ◆ · · · ·
        · · · · ◆ · · · ·";
    drawn("scirocco-2009", "Wagon", expected, "◆□");
}

#[test]
fn genie() {
    let expected = "
        Genie (Ge)
        · · · · · · · · ·
        · ◆ · · ◆ · · ◆ ·
        · · ◆ · ◆ · ◆ · ·
        · · · ◆ ◆ ◆ · · ·
        · ◆ ◆ ◆ Ge◆ ◆ ◆ ·
        · · · ◆ ◆ ◆ · · ·
        · · ◆ · ◆ · ◆ · ·
        · ◆ · · ◆ · · ◆ ·
        · · · · · · · · ·
        Ge: igui
        ! ! !
        ! Ge!
        ! ! !";
    drawn("scirocco-2009", "Genie", expected, "◆!");
}

#[test]
fn zag() {
    let expected = "
        Zag (Za)
        ● · ^ · ●
        · ● · ● ·
        ^ · Za· ^
        · ● · ● ·
        ● · ^ · ●";
    drawn("scirocco-2009", "Zag", expected, "●^");
}

#[test]
fn dervish() {
    let expected = "
        Dervish (De)
        ● · ● · ●
        · · · · ·
        ● · De· ●
        · · · · ·
        ● · ● · ●
        De: relay of F D
        = ± =
        ± De±
        = ± =
        De: F D for a ±
        · · ● · ·
        · ● · ● ·
        ● · ± · ●
        · ● · ● ·
        · · ● · ·
        De: relay of A
        ± = ±
        = De=
        ± = ±
        De: A for a ±
        ● · · · ●
        · · · · ·
        · · ± · ·
        · · · · ·
        ● · · · ●";
    drawn("scirocco-2009", "Dervish", expected, "●±=");
}

#[test]
fn a_chess_pawn_has_its_double_step() {
    let expected = "
        Pawn (P)
        · · △ · ·
        · × ○ × ·
        · · P · ·
        · · · · ·
        · · · · ·";
    drawn("chess", "Pawn", expected, "○×△");
}

#[test]
fn moving_one_way_and_capturing_another_on_one_square() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("mixed.toml");
    let text = "extends = \"chess\"\n[[piece]]\ntext = \"N\"\nmoves = \"mR2 cW cD\"\n";
    fs::write(&file, text).expect("a file is written");
    let expected = "
        Knight (N)
        · · · · · · ·
        · · · ◐ · · ·
        · · · ● · · ·
        · ◐ ● N ● ◐ ·
        · · · ● · · ·
        · · · ◐ · · ·
        · · · · · · ·";
    drawn(&file.to_string_lossy(), "Knight", expected, "●◐");
}
