//! Drawings of pieces, as `tradewind rules show` prints them, and what is said beside them.
//!
//! What is expected was checked against the rules of the games.

mod diagrams {
    mod chess;
    mod drawing;
    mod rococo;
    mod scirocco;
    mod typhoon;
}
