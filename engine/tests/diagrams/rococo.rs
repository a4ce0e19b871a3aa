//! Pieces of Rococo.

use super::drawing::{drawn, game, named, said};

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
        ◇ · · · ◇ · · · ◇
        C: hopper, of P
        · · · · · · ·
        · ∪ · ∪ · ∪ ·
        · · · · · · ·
        · ∪ · C · ∪ ·
        · · · · · · ·
        · ∪ · ∪ · ∪ ·
        · · · · · · ·
        C: replacement, of K
        × × ×
        × C ×
        × × ×
        C: approach, of A
        C · ◉ ‡
        C: withdrawal, of W
        ‡ C · ◉
        C: long leap, of L
        » · · · » · · · »
        · » · · » · · » ·
        · · » · » · » · ·
        · · · · · · · · ·
        » » » · C · » » »
        · · · · · · · · ·
        · · » · » · » · ·
        · » · · » · · » ·
        » · · · » · · · »
        C: swap, of S
        ↔ · · · ↔ · · · ↔
        · ↔ · · ↔ · · ↔ ·
        · · ↔ · ↔ · ↔ · ·
        · · · ↔ ↔ ↔ · · ·
        ↔ ↔ ↔ ↔ C ↔ ↔ ↔ ↔
        · · · ↔ ↔ ↔ · · ·
        · · ↔ · ↔ · ↔ · ·
        · ↔ · · ↔ · · ↔ ·
        ↔ · · · ↔ · · · ↔
        C: mutual destruction, of S
        † † †
        † C †
        † † †
        C: immobilize, of I
        # # #
        # C #
        # # #";
    drawn("rococo", "Chameleon", expected, "◇∪×◉‡»↔†#");
    let said_of = |rules, approached, withdrawn| {
        let text = format!(
            "does to each enemy what that enemy does: captures K by replacement, \
             {approached} by approach, {withdrawn} by withdrawal, L by long leap, P by hopping, \
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
