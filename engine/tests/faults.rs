//! What is said of wrong rule files and wrong positions: every fault with its place, the text in
//! question and what would be right, all faults of a file at once, and nothing besides.
//!
//! [`faults::files`] tells how the cases are written.

mod faults {
    mod arrays;
    mod betza;
    mod board_and_end;
    mod coherence;
    mod extends;
    mod files;
    mod keys;
    mod kinds;
    mod limits;
    mod options;
    mod pieces;
    mod position_state;
    mod positions;
    mod powers;
    mod promotions;
    mod recorded_moves;
    mod replace;
    mod several;
    mod syntax;
}
