//! Values for each board width. Sets of squares have one, two or four words of 64 bits; only this
//! crate knows which, so that other crates compile none of its generic code.

/// A value for a board of one, two or four words.
#[derive(Clone, Debug)]
pub(crate) enum ByWidth<One, Two, Four> {
    One(One),
    Two(Two),
    Four(Four),
}

/// Evaluates the same expression for the value that a [`ByWidth`] holds.
macro_rules! each_width {
    ($value:expr, $inner:ident => $result:expr) => {
        match $value {
            $crate::by_width::ByWidth::One($inner) => $result,
            $crate::by_width::ByWidth::Two($inner) => $result,
            $crate::by_width::ByWidth::Four($inner) => $result,
        }
    };
}

/// Evaluates the same expression, and makes a [`ByWidth`] of the result.
macro_rules! map_width {
    ($value:expr, $inner:ident => $result:expr) => {
        match $value {
            $crate::by_width::ByWidth::One($inner) => $crate::by_width::ByWidth::One($result),
            $crate::by_width::ByWidth::Two($inner) => $crate::by_width::ByWidth::Two($result),
            $crate::by_width::ByWidth::Four($inner) => $crate::by_width::ByWidth::Four($result),
        }
    };
}

/// Evaluates the same expression for two [`ByWidth`] values of the same width; `None` if their
/// widths differ.
#[cfg(feature = "search")]
macro_rules! zip_width {
    ($value:expr, $other:expr, $inner:ident, $other_inner:ident => $result:expr) => {{
        use $crate::by_width::ByWidth::{Four, One, Two};
        match ($value, $other) {
            (One($inner), One($other_inner)) => Some($result),
            (Two($inner), Two($other_inner)) => Some($result),
            (Four($inner), Four($other_inner)) => Some($result),
            _ => None,
        }
    }};
}

pub(crate) use each_width;
pub(crate) use map_width;
#[cfg(feature = "search")]
pub(crate) use zip_width;
