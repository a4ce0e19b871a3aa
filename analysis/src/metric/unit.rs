//! What metrics are given in.

/// What a metric's mean is given in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// A share of games or of a whole, in percent.
    Percent,
    /// Plies.
    Plies,
    /// Something counted in a game.
    PerGame,
    /// Something counted in a hundred plies.
    PerHundredPlies,
    /// Something counted in a position.
    PerPosition,
    /// A lead, from 0 to 1.
    Lead,
}

impl Unit {
    /// What stands behind a number.
    pub fn text(self) -> &'static str {
        match self {
            Unit::Percent => "%",
            Unit::Plies => "plies",
            Unit::PerGame => "a game",
            Unit::PerHundredPlies => "in 100 plies",
            Unit::PerPosition => "a position",
            Unit::Lead => "of a full lead",
        }
    }

    /// What a difference is given in.
    pub fn of_difference(self) -> &'static str {
        match self {
            Unit::Percent => "points",
            other => other.text(),
        }
    }

    /// By what the mean is multiplied to be in this unit.
    pub fn factor(self) -> f64 {
        match self {
            Unit::Percent | Unit::PerHundredPlies => 100.0,
            _ => 1.0,
        }
    }
}
