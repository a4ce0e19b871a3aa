//! Whether the powers of a piece fit it and its rule set.

use super::Power;
use super::bearer::{Bearer, Makes};
use crate::toml_file::{Place, Reader};

/// The longest line of squares for powers that may capture all along it: a move has room for
/// eleven victims.
const LONGEST_LINE: usize = 13;

/// A piece whose powers are checked.
pub(crate) struct Checking<'c> {
    /// Where its powers are written.
    pub place: &'c Place,
    /// The pieces described before it.
    pub before: &'c [Bearer<'c>],
    pub piece: Bearer<'c>,
    /// Every piece.
    pub pieces: &'c [Bearer<'c>],
    /// Whether a royal may not be left where it could be captured.
    pub has_check: bool,
    /// The number of files or ranks of the board, whichever is more.
    pub longest: usize,
    pub reader: &'c Reader<'c>,
}

/// Notes what does not fit.
pub(crate) fn check(checking: &Checking<'_>) {
    let powers = checking.piece.powers;
    for (at, power) in powers.iter().enumerate() {
        let is_same = |other: &Power| other.kind() == power.kind();
        if !power.nature().plural && powers[..at].iter().any(is_same) {
            let message = format!("`{}` has one power twice", checking.piece.text);
            checking.fault(message, "say it once, with all its squares");
        }
    }
    for power in powers {
        power.facts().check(checking);
    }
}

impl Checking<'_> {
    pub(crate) fn fault(&self, message: impl Into<String>, remedy: impl Into<String>) {
        self.reader.fault(self.place, message, remedy);
    }

    /// For powers that act on the straight plain moves of their piece.
    pub(crate) fn acts_on_moves(&self) {
        let adds_moves = |power: &Power| power.nature().makes == Makes::Reach;
        if self.piece.powers.iter().any(adds_moves) {
            self.fault(
                "approach, withdrawal and chameleons act on `moves` alone",
                "leave out `skip-slide`, `bent` and `double-step`",
            );
        }
        match self.piece.moves {
            None => self.fault(
                "this power acts on plain moves, and the piece has none",
                "give it `moves`, such as \"mQ\"",
            ),
            Some(moves) if moves.terms.iter().any(|term| term.lame) => self.fault(
                "this power acts on plain moves in straight lines",
                "leave the letter n out of `moves`",
            ),
            Some(_) => {}
        }
    }

    /// For powers that may capture all along a line.
    pub(crate) fn captures_lines(&self) {
        if self.longest > LONGEST_LINE {
            let longest = self.longest;
            let message = format!("a line of {longest} squares is too long for what this captures");
            let remedy = format!("at most {LONGEST_LINE} files and ranks");
            self.fault(message, remedy);
        }
    }
}
