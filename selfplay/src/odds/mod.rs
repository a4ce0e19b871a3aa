//! Material odds: changes of the two players' pieces in the array.
//!
//! `-N : -B` removes a knight of the first player and a bishop of the second; `N>Q :` replaces a
//! knight of the first player by a queen. `placement` chooses the squares, and [`design`] the odds
//! that are most informative about piece values.

pub mod design;
mod placement;

pub(crate) use design::contrast;
pub(crate) use placement::draw_starts;
pub use placement::{can_begin, counts, possible_arrays};

use serde::Serialize;
use tradewind_engine::rules::{PieceType, RuleSpec};

/// A piece of a player that is removed, replaced or added.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MaterialChange {
    /// The piece before; `None` for an empty square of the player's half.
    pub from: Option<PieceType>,
    /// The piece afterwards; `None` if it is removed.
    pub to: Option<PieceType>,
}

/// Changes of the two players' material.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(transparent)]
pub struct Odds {
    /// The notation in experiments and records.
    pub text: String,
    /// The first player's changes and the second's.
    #[serde(skip)]
    pub changes: [Vec<MaterialChange>; 2],
}

impl Odds {
    /// Odds of some changes, which are sorted.
    pub fn new(mut changes: [Vec<MaterialChange>; 2], spec: &RuleSpec) -> Odds {
        for side in &mut changes {
            side.sort_unstable();
        }
        let [first, second] = &changes;
        let text = format!("{} : {}", side_text(first, spec), side_text(second, spec));
        Odds {
            text: text.trim().to_string(),
            changes,
        }
    }

    /// Parses odds such as `-N : -B` or `D>Ge -P : D>Q`.
    ///
    /// # Errors
    /// The fault and a remedy.
    pub fn parse(text: &str, spec: &RuleSpec) -> Result<Odds, String> {
        let Some((first, second)) = text.split_once(':') else {
            return Err(
                "write a colon between the first player's changes and the second's, such as \"-N : -B\" or \"N>Q :\""
                    .to_string(),
            );
        };
        let side = |text: &str| -> Result<Vec<MaterialChange>, String> {
            let words = text.split_whitespace();
            words.map(|word| change(word, spec)).collect()
        };
        let odds = Odds::new([side(first)?, side(second)?], spec);
        if odds.changes.iter().all(Vec::is_empty) {
            Err("these odds change nothing".to_string())
        } else {
            Ok(odds)
        }
    }

    /// The first player's piece and the second's in a direct contrast, where the players differ
    /// only on one square, such as `N>C' : N>N'`, `: B>N` or `+B : +N`.
    pub fn contrasted(&self) -> Option<[PieceType; 2]> {
        match [self.changes[0].as_slice(), &self.changes[1]] {
            [[one], [other]] if one.from == other.from => Some([one.to?, other.to?]),
            [[one], []] => Some([one.to?, one.from?]),
            [[], [other]] => Some([other.from?, other.to?]),
            _ => None,
        }
    }

    /// The first player's surplus, by piece type.
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

fn side_text(side: &[MaterialChange], spec: &RuleSpec) -> String {
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
    let (from, to) = if let Some(removed) = word.strip_prefix('-') {
        (Some(find(removed)?), None)
    } else if let Some(added) = word.strip_prefix('+') {
        (None, Some(find(added)?))
    } else if let Some((from, to)) = word.split_once('>') {
        (Some(find(from)?), Some(find(to)?))
    } else {
        return Err(format!(
            "`{word}` is not a change: write -N to remove a knight, N>Q to replace it by a queen, or +N to add one on an \
             empty square"
        ));
    };
    let is_royal = |piece: PieceType| spec.piece(piece).royal;
    match (from, to) {
        (Some(from), None) if is_royal(from) => Err(format!("`{word}` removes a royal")),
        (None, Some(to)) if is_royal(to) => Err(format!("`{word}` adds a royal")),
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
    fn odds_are_parsed_and_written() {
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
    fn invalid_odds_have_a_remedy() {
        let spec = load("scirocco-2009", &[]).expect("a rule set");
        for (text, part) in [
            ("-N", "colon"),
            (":", "change nothing"),
            ("-X :", "no piece `X`"),
            ("N :", "write -N"),
            ("-K :", "removes a royal"),
            ("+K :", "adds a royal"),
            ("N>K :", "number of royals"),
            ("N>N :", "changes nothing"),
        ] {
            let fault = Odds::parse(text, &spec).expect_err(text);
            assert!(fault.contains(part), "{text}: {fault}");
        }
    }
}
