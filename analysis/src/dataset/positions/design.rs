//! The rows of a regression by the first pairs of games, and what later pairs say without their rows.

use super::PairOrigin;
use std::collections::BTreeMap;
use tradewind_engine::rules::ArrayFamily;
use tradewind_stats::PairSummary;
use tradewind_stats::logistic::FitOptions;
use tradewind_stats::regression::{ChosenPairs, fit};
use tradewind_stats::samples::{Samples, SamplesError};

/// Some of the pairs: those of a player, of a family of arrays, or both; all where neither is named.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct PairChoice {
    /// One of the players that take turns, counted from 0.
    pub player: Option<usize>,
    /// The family of their arrays.
    pub family: Option<ArrayFamily>,
}

impl PairChoice {
    /// All pairs.
    pub const ALL: PairChoice = PairChoice {
        player: None,
        family: None,
    };

    /// Whether the pairs of a player in a family of arrays are among them.
    pub(super) fn has(self, player: usize, family: Option<ArrayFamily>) -> bool {
        self.player.is_none_or(|own| own == player)
            && self.family.is_none_or(|own| Some(own) == family)
    }
}

/// What a regression is fitted to.
#[derive(Debug, Clone)]
pub struct PositionDesign {
    /// The rows of the first pairs.
    pub rows: Samples,
    /// Later pairs, by choice.
    later: BTreeMap<PairChoice, LaterPairs>,
}

/// Some of the later pairs.
#[derive(Debug, Clone)]
struct LaterPairs {
    summary: PairSummary,
    /// Coefficients by all pairs of the choice up to some number of pairs, near which more are summed up.
    centre: Vec<f64>,
}

impl From<Samples> for PositionDesign {
    fn from(rows: Samples) -> PositionDesign {
        PositionDesign {
            rows,
            later: BTreeMap::new(),
        }
    }
}

impl PositionDesign {
    /// No rows yet, with the given features.
    pub(super) fn new(names: Vec<String>) -> Result<PositionDesign, SamplesError> {
        Ok(Samples::new(names)?.into())
    }

    /// Some of the pairs. `origins` are those of the first ones, in their order.
    pub fn chosen(&self, origins: &[PairOrigin], choice: PairChoice) -> ChosenPairs<'_> {
        let later = self.later.get(&choice).map(|one| &one.summary);
        rows_of(&self.rows, origins, choice).with_summary(later)
    }

    /// Finds the coefficients near which later pairs of some choices are to be summed up.
    pub(super) fn centre(&mut self, origins: &[PairOrigin], choices: &[PairChoice]) {
        let size = self.rows.names().len();
        for &choice in choices {
            let found = fit(self.chosen(origins, choice), &FitOptions::default());
            // Where the pairs so far say nothing, what all say is near enough.
            let centre = match found {
                Ok(fit) => fit.solution(),
                Err(_) => match self.later.get(&PairChoice::ALL) {
                    Some(all) => all.centre.clone(),
                    None => vec![0.0; size + 1],
                },
            };
            match self.later.get_mut(&choice) {
                Some(known) => known.centre = centre,
                None => {
                    let summary = PairSummary::new(size);
                    self.later.insert(choice, LaterPairs { summary, centre });
                }
            }
        }
    }

    /// Sums up later pairs, whose rows are not kept. `origins` are theirs.
    pub(super) fn sum_up(&mut self, rows: &Samples, origins: &[PairOrigin]) {
        for (&choice, own) in &mut self.later {
            let pairs = rows_of(rows, origins, choice);
            own.summary.join(&pairs.summed_up(&own.centre));
        }
    }

    /// Adds what later pairs of other games of the same rules say.
    pub(super) fn join_later(&mut self, other: &PositionDesign) {
        for (choice, theirs) in &other.later {
            match self.later.get_mut(choice) {
                Some(own) => own.summary.join(&theirs.summary),
                None => {
                    self.later.insert(*choice, theirs.clone());
                }
            }
        }
    }
}

/// Rows of some pairs: for each pair of these rows one if it is chosen, else 0.
fn rows_of<'r>(rows: &'r Samples, origins: &[PairOrigin], choice: PairChoice) -> ChosenPairs<'r> {
    if choice == PairChoice::ALL {
        return rows.into();
    }
    let weight = |pair| {
        let at = origins.binary_search_by_key(&pair, |origin| origin.pair);
        let is_chosen = |at: usize| choice.has(origins[at].player, origins[at].family);
        f64::from(u8::from(at.is_ok_and(is_chosen)))
    };
    let weights: Vec<f64> = rows.pair_numbers().map(weight).collect();
    ChosenPairs::weighted(rows, weights)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows may lack some of the pairs of their games.
    #[test]
    fn chosen_pairs_are_found_by_their_numbers() {
        let origins = [(4, 0), (5, 1), (7, 0)].map(|(pair, player)| PairOrigin {
            pair,
            family: None,
            player,
            games: 2,
        });
        let design = |pairs: &[u64]| {
            let mut design = PositionDesign::new(vec!["N".to_string()]).expect("a name");
            for &pair in pairs {
                let pushed = design.rows.push(pair, 1.0, &[1.0_f32]);
                pushed.expect("a row");
            }
            design
        };
        let count = |pairs: &[u64], player| {
            let choice = PairChoice {
                player,
                family: None,
            };
            design(pairs).chosen(&origins, choice).pair_count()
        };
        assert_eq!(count(&[4, 5, 7], None), 3);
        assert_eq!(count(&[4, 5, 7], Some(0)), 2);
        assert_eq!(count(&[5, 7], Some(0)), 1);
        assert_eq!(count(&[5], Some(0)), 0);
    }
}
