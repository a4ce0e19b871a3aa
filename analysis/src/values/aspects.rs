//! How values are found, and what they hold for.

use serde::{Serialize, Serializer};
use std::fmt;

/// A way to find values.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// From games between sides with different material.
    Odds,
    /// From the material in positions of games that began level.
    Regression,
}

impl Method {
    /// All of them.
    pub const ALL: [Method; 2] = [Method::Odds, Method::Regression];

    /// As tables have it.
    pub fn name(self) -> &'static str {
        match self {
            Method::Odds => "odds",
            Method::Regression => "regression",
        }
    }
}

/// What a value holds for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Aspect {
    /// Everything.
    All,
    /// The same as `All`, with the interval of the sandwich estimate.
    Sandwich,
    /// Positions with four fifths of the pieces on the board.
    Opening,
    /// Positions with three tenths of the pieces on the board.
    Ending,
    /// The piece as if it could not promote.
    Base,
    /// What being able to promote adds to that.
    Promotion,
    /// Games from some arrays.
    Family(String),
}

impl fmt::Display for Aspect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Aspect::All => write!(f, "all"),
            Aspect::Sandwich => write!(f, "sandwich"),
            Aspect::Opening => write!(f, "opening"),
            Aspect::Ending => write!(f, "ending"),
            Aspect::Base => write!(f, "base"),
            Aspect::Promotion => write!(f, "promotion"),
            Aspect::Family(name) => write!(f, "{name}"),
        }
    }
}

impl Serialize for Aspect {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
