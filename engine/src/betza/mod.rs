//! Betza notation of piece moves.
//!
//! The core of the notation, as in XBetza (chessvariants.com), XBoard and Fairy-Stockfish: the
//! atoms `W F D N A H C Z G`, the compounds `K R B Q`, ranges (`R4`, `B3`, `W2`), doubled letters
//! for riders (`NN`, `DD`), `m` and `c` for moving and capturing only, the direction letters
//! `f b l r s v h`, and `n` for leapers that can be blocked. Anything else is refused.

mod parse;

pub(crate) use parse::parse;

use crate::input::{Node, Reader, TableReader};
use crate::piece::Color;
use std::fmt;

/// The kind of move to which a term applies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Mode {
    /// Moving to an empty square and capturing (no letter).
    Both,
    /// Only moving to an empty square (`m`).
    Move,
    /// Only capturing (`c`).
    Capture,
}

/// One term: some directions of one atom, leapt once or ridden.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BetzaTerm {
    /// Moving, capturing or both.
    pub mode: Mode,
    /// The leaps as (files to the right, ranks forward), in a fixed order.
    pub leaps: Vec<(i32, i32)>,
    /// The maximum number of leaps in one direction over empty squares; 1 for a plain leaper,
    /// [`BetzaTerm::UNLIMITED`] for a rider.
    pub range: u8,
    /// Whether the squares between must be empty (`n`, a lame leaper).
    pub lame: bool,
}

impl BetzaTerm {
    /// The range of a rider without a limit.
    pub const UNLIMITED: u8 = u8::MAX;

    /// The leaps of a side's piece, as White sees them. For a piece with left-right symmetry, the
    /// orders of both sides mirror each other: games depend on the order of moves.
    pub(crate) fn steps(&self, color: Color) -> Vec<(i32, i32)> {
        let mut steps: Vec<_> = self.leaps.iter().map(|&leap| color.turned(leap)).collect();
        if color == Color::Black {
            let mirrored = |&(file, rank): &(i32, i32)| {
                let same = |leap: &(i32, i32)| *leap == (file, -rank);
                self.leaps.iter().position(same).unwrap_or(self.leaps.len())
            };
            steps.sort_by_key(mirrored);
        }
        steps
    }
}

/// Moves in Betza notation.
#[derive(Clone, Default)]
pub struct Betza {
    /// The terms, in order.
    pub terms: Vec<BetzaTerm>,
    /// The text with single spaces between terms.
    pub text: String,
}

/// The leaps in the order of the text. Fingerprints of rules are made from it, so that `K` and
/// `W F` are the same.
impl fmt::Debug for Betza {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.meaning()).finish()
    }
}

/// Notation is equal when it has the same leaps in the same order.
impl PartialEq for Betza {
    fn eq(&self, other: &Betza) -> bool {
        self.meaning().eq(other.meaning())
    }
}

impl Eq for Betza {}

impl fmt::Display for Betza {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Betza {
    /// Every leap with its term.
    pub(crate) fn leaps(&self) -> impl Iterator<Item = (&BetzaTerm, (i32, i32))> {
        (self.terms.iter()).flat_map(|term| term.leaps.iter().map(move |&leap| (term, leap)))
    }

    /// Every leap with its mode, its range and whether it can be blocked.
    pub(crate) fn meaning(&self) -> impl Iterator<Item = (Mode, (i32, i32), u8, bool)> {
        (self.leaps()).map(|(term, leap)| (term.mode, leap, term.range, term.lame))
    }

    /// The number of its words.
    pub(crate) fn words(&self) -> usize {
        self.text.split(' ').count()
    }

    /// Whether it has a rider.
    pub(crate) fn slides(&self) -> bool {
        self.terms.iter().any(|term| term.range > 1)
    }

    /// Whether other pieces can block it.
    pub(crate) fn can_be_blocked(&self) -> bool {
        self.terms.iter().any(|term| term.range > 1 || term.lame)
    }

    /// Whether two of its leaps go in the same direction.
    pub(crate) fn crosses_itself(&self) -> bool {
        let mut directions: Vec<_> = (self.leaps())
            .map(|(_, (file, rank))| {
                let length = greatest_common_divisor(file, rank).max(1);
                (file / length, rank / length)
            })
            .collect();
        let count = directions.len();
        directions.sort_unstable();
        directions.dedup();
        directions.len() < count
    }

    /// The terms that capture and are not lame.
    pub(crate) fn capturing(&self) -> Betza {
        let captures = |term: &&BetzaTerm| term.mode != Mode::Move && !term.lame;
        Betza {
            terms: self.terms.iter().filter(captures).cloned().collect(),
            text: self.text.clone(),
        }
    }
}

pub(crate) fn greatest_common_divisor(a: i32, b: i32) -> i32 {
    match b {
        0 => a.abs(),
        _ => greatest_common_divisor(b, a % b),
    }
}

/// Reads Betza notation of a rule file and reports every fault.
pub(crate) fn read(reader: &Reader<'_>, node: &Node) -> Option<Betza> {
    let Some(text) = node.text() else {
        reader.fault(
            &node.place,
            "moves are not a text",
            "write Betza notation in quotes, such as \"mfW cfF\"",
        );
        return None;
    };
    match parse(text) {
        Ok(betza) => Some(betza),
        Err(faults) => {
            for fault in faults {
                let place = reader.part(&node.place, fault.start, fault.length);
                reader.fault(&place, fault.message, fault.remedy);
            }
            None
        }
    }
}

/// Reads the notation under a key that must be there.
pub(crate) fn need(table: &TableReader<'_>, key: &str, remedy: &str) -> Option<Betza> {
    let node = table.need(key, remedy)?;
    read(table.reader, node)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaps(text: &str) -> Vec<(i32, i32)> {
        let mut leaps: Vec<_> = parse(text)
            .unwrap_or_else(|faults| panic!("{text}: {faults:?}"))
            .terms
            .into_iter()
            .flat_map(|term| term.leaps)
            .collect();
        leaps.sort();
        leaps
    }

    #[test]
    fn atoms_have_their_leaps() {
        assert_eq!(leaps("W"), [(-1, 0), (0, -1), (0, 1), (1, 0)]);
        assert_eq!(leaps("A"), [(-2, -2), (-2, 2), (2, -2), (2, 2)]);
        assert_eq!(leaps("Z").len(), 8);
        assert_eq!(leaps("K"), leaps("WF"));
    }

    /// The right values are those of Fairy-Stockfish 11.1 (`steps` of a custom piece) and of
    /// XBetza's page.
    #[test]
    fn directions_choose_leaps() {
        assert_eq!(leaps("fW"), [(0, 1)]);
        assert_eq!(leaps("sW"), [(-1, 0), (1, 0)]);
        assert_eq!(leaps("fsW"), [(-1, 0), (0, 1), (1, 0)]);
        assert_eq!(leaps("fF"), [(-1, 1), (1, 1)]);
        assert_eq!(leaps("flF"), [(-1, 1)]);
        assert_eq!(leaps("fbF"), leaps("F"));
        assert_eq!(leaps("flfrF"), leaps("fF"));
        assert_eq!((leaps("sF"), leaps("vF")), (leaps("F"), leaps("F")));
        assert_eq!((leaps("fsF"), leaps("fhF")), (leaps("fF"), leaps("fF")));
        assert_eq!((leaps("fhW"), leaps("fK").len()), (leaps("fW"), 3));
        for (text, wanted) in [
            ("fN", &[(-1, 2), (1, 2)][..]),
            ("bN", &[(-1, -2), (1, -2)]),
            ("lN", &[(-2, -1), (-2, 1)]),
            ("rN", &[(2, -1), (2, 1)]),
            ("ffN", &[(-1, 2), (1, 2)]),
            ("fsN", &[(-2, 1), (2, 1)]),
            ("bsN", &[(-2, -1), (2, -1)]),
            ("rvN", &[(1, -2), (1, 2)]),
            ("vN", &[(-1, -2), (-1, 2), (1, -2), (1, 2)]),
            ("sN", &[(-2, -1), (-2, 1), (2, -1), (2, 1)]),
            ("lrN", &[(-2, -1), (-2, 1), (2, -1), (2, 1)]),
            ("fhN", &[(-2, 1), (-1, 2), (1, 2), (2, 1)]),
            ("bhN", &[(-2, -1), (-1, -2), (1, -2), (2, -1)]),
            ("rhN", &[(1, -2), (1, 2), (2, -1), (2, 1)]),
            ("fbN", &[(-1, -2), (-1, 2), (1, -2), (1, 2)]),
            ("flN", &[(-2, 1)]),
            ("lfN", &[(-1, 2)]),
            ("frN", &[(2, 1)]),
            ("rbN", &[(1, -2)]),
            ("flbrN", &[(-2, 1), (2, -1)]),
            ("fflN", &[(-2, -1), (-2, 1), (-1, 2), (1, 2)]),
            ("hrN", &[(-2, 1), (-1, -2), (1, 2), (2, -1)]),
            ("hlN", &[(-2, -1), (-1, 2), (1, -2), (2, 1)]),
            ("fmlN", &[(-2, -1), (-2, 1), (-1, 2), (1, 2)]),
            ("fC", &[(-1, 3), (1, 3)]),
        ] {
            assert_eq!(leaps(text), wanted, "{text}");
        }
    }

    /// Fingerprints of rules depend on the moves alone.
    #[test]
    fn words_that_mean_the_same_are_equal() {
        let read = |text: &str| parse(text).unwrap_or_else(|faults| panic!("{text}: {faults:?}"));
        for (one, other) in [("K", "W F"), ("ffN", "fN"), ("R", "WW"), ("fF", "flfrF")] {
            assert_eq!(read(one), read(other));
            assert_eq!(format!("{:?}", read(one)), format!("{:?}", read(other)));
        }
        assert_ne!(read("mK"), read("K"));
        assert_ne!(read("fhN"), read("fN"));
    }

    #[test]
    fn words_need_no_spaces() {
        assert_eq!(parse("mfWcfF").map(|b| b.text), Ok("mfW cfF".to_string()));
        let terms = parse("mQ3cK").expect("two words").terms;
        assert_eq!(terms.len(), 4);
        assert_eq!((terms[0].mode, terms[0].range), (Mode::Move, 3));
        assert_eq!((terms[3].mode, terms[3].range), (Mode::Capture, 1));
        assert_eq!(
            parse("NN").expect("a rider").terms[0].range,
            BetzaTerm::UNLIMITED
        );
        assert_eq!(parse("R4").expect("short rook").terms[0].range, 4);
    }

    #[test]
    fn every_fault_is_named() {
        let faults = |text: &str| -> Vec<(usize, usize)> {
            let faults = parse(text).expect_err(text);
            faults
                .iter()
                .map(|fault| (fault.start, fault.length))
                .collect()
        };
        assert_eq!(faults("mY iW W"), [(1, 1), (3, 1)]);
        assert_eq!(faults("mf"), [(0, 2)]);
        assert_eq!(faults(""), [(0, 0)]);
        assert_eq!(faults("W999"), [(1, 3)]);
        assert_eq!(faults("hN"), [(0, 2)]);
        assert_eq!(faults("hrF"), [(0, 3)]);
        assert_eq!(faults("QQ"), [(0, 2)]);
        assert_eq!(faults("nR W"), [(0, 2)]);
        assert_eq!(faults("Wé"), [(1, 2)]);
        assert_eq!(faults("W->F"), [(1, 1), (2, 1)]);
    }
}
