//! Odds: starting arrays of which the two players have been given different material.
//!
//! `-N : -B` takes a knight from the first player and a bishop from the second; `N>Q :` puts a queen
//! in place of one of the first player's knights. [`Places`] says on which squares that happens, and
//! [`design`] which odds tell most about what pieces are worth.

pub mod design;
mod place;

pub use place::{Places, can_begin, counts, possible_arrays};

use serde::{Serialize, Serializer};
use tradewind_engine::rules::{PieceType, RuleSpec};

/// One piece of a player that is taken off the board, replaced, or put on it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MaterialChange {
    /// What stands there; `None` for an empty square of its own half.
    pub from: Option<PieceType>,
    /// What stands there instead; `None` for nothing.
    pub to: Option<PieceType>,
}

/// The changes of the two players' material.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Odds {
    /// As experiments and records have it.
    pub text: String,
    /// The changes of the first player's pieces and of the second's.
    pub changes: [Vec<MaterialChange>; 2],
}

impl Serialize for Odds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text)
    }
}

impl Odds {
    /// Odds of some changes, in a fixed order.
    pub fn new(mut changes: [Vec<MaterialChange>; 2], spec: &RuleSpec) -> Odds {
        for side in &mut changes {
            side.sort_unstable();
        }
        let [first, second] = &changes;
        let text = format!("{} : {}", words(first, spec), words(second, spec));
        Odds {
            text: text.trim().to_string(),
            changes,
        }
    }

    /// Reads odds such as `-N : -B` or `D>Ge -P : D>Q`.
    ///
    /// # Errors
    /// What is wrong with the text and what would be right.
    pub fn parse(text: &str, spec: &RuleSpec) -> Result<Odds, String> {
        let Some((first, second)) = text.split_once(':') else {
            return Err(
                "odds have a colon between the first player's changes and the second's, \
                        such as \"-N : -B\" or \"N>Q :\""
                    .to_string(),
            );
        };
        let side = |text: &str| -> Result<Vec<MaterialChange>, String> {
            text.split_whitespace()
                .map(|word| change(word, spec))
                .collect()
        };
        let odds = Odds::new([side(first)?, side(second)?], spec);
        if odds.changes.iter().all(Vec::is_empty) {
            Err("these odds change nothing".to_string())
        } else {
            Ok(odds)
        }
    }

    /// The first player's piece and the second's on the same square, if that is all by which the players differ: a direct
    /// contrast, such as `N>C' : N>N'`, `: B>N` or `+B : +N`.
    pub fn contrasted(&self) -> Option<[PieceType; 2]> {
        match [self.changes[0].as_slice(), &self.changes[1]] {
            [[one], [other]] if one.from == other.from => Some([one.to?, other.to?]),
            [[one], []] => Some([one.to?, one.from?]),
            [[], [other]] => Some([other.from?, other.to?]),
            _ => None,
        }
    }

    /// How many more of each piece type the first player has than the second, by piece type.
    pub fn difference(&self, spec: &RuleSpec) -> Vec<i32> {
        let mut difference = vec![0; spec.pieces.len()];
        for (sign, side) in [1, -1].into_iter().zip(&self.changes) {
            for change in side {
                if let Some(from) = change.from {
                    difference[from.index()] -= sign;
                }
                if let Some(to) = change.to {
                    difference[to.index()] += sign;
                }
            }
        }
        difference
    }
}

fn words(side: &[MaterialChange], spec: &RuleSpec) -> String {
    let word = |change: &MaterialChange| {
        let text = |piece: PieceType| &spec.piece(piece).text;
        match (change.from, change.to) {
            (Some(from), None) => format!("-{}", text(from)),
            (Some(from), Some(to)) => format!("{}>{}", text(from), text(to)),
            (None, to) => to.map_or(String::new(), |to| format!("+{}", text(to))),
        }
    };
    side.iter().map(word).collect::<Vec<_>>().join(" ")
}

fn change(word: &str, spec: &RuleSpec) -> Result<MaterialChange, String> {
    let find = |text: &str| {
        spec.find(text).ok_or_else(|| {
            let known: Vec<&str> = (spec.pieces.iter())
                .map(|piece| piece.text.as_str())
                .collect();
            format!(
                "there is no piece `{text}`; the pieces are {}",
                known.join(" ")
            )
        })
    };
    let (from, to) = if let Some(gone) = word.strip_prefix('-') {
        (Some(find(gone)?), None)
    } else if let Some(come) = word.strip_prefix('+') {
        (None, Some(find(come)?))
    } else if let Some((from, to)) = word.split_once('>') {
        (Some(find(from)?), Some(find(to)?))
    } else {
        return Err(format!(
            "`{word}` is no change: write -N for a knight that is taken away, N>Q for a queen in its place, or +N for \
             one that is put on an empty square"
        ));
    };
    let is_royal = |piece: PieceType| spec.piece(piece).royal;
    match (from, to) {
        (Some(from), None) if is_royal(from) => Err(format!("`{word}` takes away a royal")),
        (None, Some(to)) if is_royal(to) => Err(format!("`{word}` puts a royal on the board")),
        (Some(from), Some(to)) if to == from => Err(format!("`{word}` changes nothing")),
        (Some(from), Some(to)) if is_royal(to) != is_royal(from) => Err(format!(
            "`{word}` changes the number of royals; a royal can only become another royal"
        )),
        _ => Ok(MaterialChange { from, to }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tradewind_engine::rules::load;

    #[test]
    fn odds_are_read_and_written() {
        let spec = load("scirocco-2009", &[]).expect("a rule set");
        let of = |text: &str| Odds::parse(text, &spec).unwrap_or_else(|fault| panic!("{fault}"));
        let odds = of("D>Ge -P:D>Q");
        assert_eq!(odds.text, "-P D>Ge : D>Q");
        assert_eq!(of(&odds.text), odds);
        let by_type = |odds: &Odds, text: &str| {
            odds.difference(&spec)[spec.find(text).expect("a piece").index()]
        };
        let found = ["P", "D", "Ge", "Q", "N"].map(|text| by_type(&odds, text));
        assert_eq!(found, [-1, 0, 1, -1, 0]);
        assert_eq!(of("-N :").text, "-N :");
        assert_eq!(of("N>D +Q : +N").text, "+Q N>D : +N");
        assert_eq!(by_type(&of("+Q : +N"), "N"), -1);
        assert_eq!(of(": K>Em").text, ": K>Em");
        let contrasted = |text: &str| {
            let pieces = of(text).contrasted()?;
            Some(pieces.map(|piece| spec.piece(piece).text.as_str()))
        };
        assert_eq!(contrasted("N>C : N>Z"), Some(["C", "Z"]));
        assert_eq!(contrasted(": C>N"), Some(["C", "N"]));
        assert_eq!(contrasted("+C : +N"), Some(["C", "N"]));
        assert_eq!(contrasted("N>C : C>N"), None);
        assert_eq!(contrasted("-N : -C"), None);
        assert_eq!(contrasted("+N :"), None);
    }

    #[test]
    fn wrong_odds_say_what_would_be_right() {
        let spec = load("scirocco-2009", &[]).expect("a rule set");
        for (text, part) in [
            ("-N", "colon"),
            (":", "change nothing"),
            ("-X :", "no piece `X`"),
            ("N :", "write -N"),
            ("-K :", "takes away a royal"),
            ("+K :", "puts a royal"),
            ("N>K :", "number of royals"),
            ("N>N :", "changes nothing"),
        ] {
            let fault = Odds::parse(text, &spec).expect_err(text);
            assert!(fault.contains(part), "{text}: {fault}");
        }
    }
}
