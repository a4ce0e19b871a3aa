//! The worked examples and the stated properties of the rules, one test each, with drawn boards.
//!
//! What is expected here was read off the games' pages and the project's rules (decisions such as
//! S-D4 and H-D5 are theirs), never off the engine. [`examples::board`] tells how boards are drawn.

mod examples {
    mod board;
    mod chess;
    mod chess_end;
    mod hashishin_end;
    mod hashishin_pieces;
    mod hashishin_promotion;
    mod hashishin_regent;
    mod language;
    mod rococo_advancer;
    mod rococo_arrays;
    mod rococo_chameleon;
    mod rococo_chameleon_swaps;
    mod rococo_edge;
    mod rococo_end;
    mod rococo_immobilizer;
    mod rococo_leaper;
    mod rococo_pawns;
    mod rococo_promotion;
    mod rococo_swapper;
    mod scirocco_arrays;
    mod scirocco_end;
    mod scirocco_jocly;
    mod scirocco_pieces;
    mod scirocco_powers;
    mod scirocco_promoted;
    mod scirocco_promotion;
    mod scirocco_relays;
    mod shatranj;
    mod typhoon_approach;
    mod typhoon_arrays;
    mod typhoon_captures;
    mod typhoon_conversions;
    mod typhoon_end;
    mod typhoon_immobilizer;
    mod typhoon_pieces;
    mod typhoon_promoted;
    mod typhoon_promotion;
    mod typhoon_relays;
    mod typhoon_riders;
    mod typhoon_strike;
    mod typhoon_swaps;
}
