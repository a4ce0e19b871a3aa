//! Pieces of Typhoon.

use super::drawing::{drawn, said};

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
        &["hops along Q3 over one or more pieces"],
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
        Lo: long leap
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
        &["long-leaps along Q, capturing every enemy passed"],
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
