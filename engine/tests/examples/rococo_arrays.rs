//! The starting arrays of Rococo's four rule sets, and the moves of the first ply.

use super::board::{all_moves, array, destinations, game, moves, rows};

/// A whole board from Black's two ranks and White's; the edge and the middle are empty.
fn with_empty_edge_and_middle(black: [&str; 2], white: [&str; 2]) -> Vec<String> {
    let empty = ["- - - - - - - - - -"];
    let ranks = [&empty[..], &black, &[empty[0]; 4], &white, &empty].concat();
    ranks.into_iter().map(str::to_string).collect()
}

const WHITE: [&str; 2] = ["- P P P P P P P P -", "- I W L K C L A S -"];

#[test]
fn rococo_is_set_up_as_in_the_pages_diagram() {
    let expected =
        with_empty_edge_and_middle(["- i w l k c l a s -", "- p p p p p p p p -"], WHITE);
    assert_eq!(rows(&game("rococo"), 0), expected);
    assert_eq!(rows(&game("rococo-enhanced-withdrawer"), 0), expected);
}

#[test]
fn the_text_of_the_array() {
    let text = "10/1,i,w,l,k,c,l,a,s,1/1,p,p,p,p,p,p,p,p,1/10/10/10/10/\
                1,P,P,P,P,P,P,P,P,1/1,I,W,L,K,C,L,A,S,1/10 w - 0";
    assert_eq!(array("rococo", 0).text(), text);
}

#[test]
fn pushme_pullyus_stand_where_advancer_and_withdrawer_stood() {
    let expected = with_empty_edge_and_middle(
        ["- i u l k c l u s -", "- p p p p p p p p -"],
        ["- P P P P P P P P -", "- I U L K C L U S -"],
    );
    assert_eq!(rows(&game("rococo-pushme-pullyu"), 0), expected);
}

/// The page: Swapper, Long Leaper, Advancer, Chameleon, King, Withdrawer, Long Leaper, Immobilizer.
#[test]
fn the_mirror_array_is_as_the_page_prints_it() {
    let expected =
        with_empty_edge_and_middle(["- s l a c k w l i -", "- p p p p p p p p -"], WHITE);
    assert_eq!(rows(&game("rococo-mirror"), 0), expected);
}

#[test]
fn the_exact_half_turn_is_an_option() {
    let rows = rows(&game("rococo-mirror exact_half_turn=true"), 0);
    let expected =
        with_empty_edge_and_middle(["- s a l c k l w i -", "- p p p p p p p p -"], WHITE);
    assert_eq!(rows, expected);
    for (white, black) in rows.iter().zip(rows.iter().rev()) {
        let turned: Vec<String> = black.split(' ').rev().map(str::to_lowercase).collect();
        assert_eq!(white.to_lowercase(), turned.join(" "));
    }
}

/// The ids stand for one option each, and the options combine.
#[test]
fn the_variants_are_options_that_combine() {
    for (id, option) in [
        ("rococo-pushme-pullyu", "pushme_pullyu"),
        ("rococo-mirror", "mirror"),
        ("rococo-enhanced-withdrawer", "enhanced_withdrawer"),
    ] {
        let chosen = game(&format!("rococo {option}=true"));
        assert_eq!(
            game(id).spec().fingerprint_text(),
            chosen.spec().fingerprint_text(),
            "{id}"
        );
    }
    let both = game("rococo mirror=true pushme_pullyu=true");
    let expected = with_empty_edge_and_middle(
        ["- s l u c k u l i -", "- p p p p p p p p -"],
        ["- P P P P P P P P -", "- I U L K C L U S -"],
    );
    assert_eq!(rows(&both, 0), expected);
    let other = game("rococo-pushme-pullyu mirror=true");
    assert_eq!(
        other.spec().fingerprint_text(),
        both.spec().fingerprint_text()
    );
}

#[test]
fn the_numbers_of_the_arrays() {
    for (rules, numbers) in [
        ("rococo", vec![0]),
        ("rococo-pushme-pullyu", vec![0]),
        ("rococo-mirror", vec![0]),
        ("rococo-enhanced-withdrawer", vec![0]),
    ] {
        let game = game(rules);
        assert_eq!(game.spec().array_numbers(), numbers, "{rules}");
        assert!(game.start(1).is_none(), "{rules}");
    }
}

#[test]
fn each_side_has_16_pieces() {
    let rows = rows(&game("rococo"), 0).join(" ");
    let count = |piece: &str| rows.split(' ').filter(|token| *token == piece).count();
    for (piece, number) in [
        ("P", 8),
        ("K", 1),
        ("A", 1),
        ("W", 1),
        ("L", 2),
        ("S", 1),
        ("I", 1),
        ("C", 1),
    ] {
        assert_eq!(count(piece), number, "{piece}");
        assert_eq!(count(&piece.to_lowercase()), number, "{piece}");
    }
}

/// Only Cannon Pawns have room at first, apart from the Swapper's swaps: all other lines end at a
/// friend or on the edge, and so do the leaps of the Cannon Pawns.
#[test]
fn the_moves_of_the_first_ply() {
    for (rules, number) in [
        ("rococo", 0),
        ("rococo-pushme-pullyu", 0),
        ("rococo-mirror", 0),
        ("rococo-mirror exact_half_turn=true", 0),
        ("rococo pushme_pullyu=true mirror=true", 0),
        ("rococo-enhanced-withdrawer", 0),
    ] {
        let play = array(rules, number);
        let pawns: usize = (["a2", "b2", "c2", "d2", "e2", "f2", "g2", "h2"].iter())
            .map(|square| destinations(&play, square).len())
            .sum();
        assert_eq!(pawns, 2 + 6 * 3 + 2, "{rules}");
        assert_eq!(moves(&play, "a2"), ["a2a3", "a2b3"]);
        assert_eq!(moves(&play, "d2"), ["d2c3", "d2d3", "d2e3"]);
        assert_eq!(moves(&play, "h1"), ["h1g1<>", "h1g2<>", "h1h2<>"]);
        assert_eq!(all_moves(&play).len(), pawns + 3, "{rules}");
    }
}
