//! Doing the same thing for every size of board.

/// Matches an enum with the variants `One`, `Two` and `Three` (words of a set of squares) and
/// evaluates the same expression for each.
macro_rules! each_size {
    ($kind:ident, $of:expr, $inner:ident => $result:expr) => {
        match $of {
            $kind::One($inner) => $result,
            $kind::Two($inner) => $result,
            $kind::Three($inner) => $result,
        }
    };
}

pub(crate) use each_size;
