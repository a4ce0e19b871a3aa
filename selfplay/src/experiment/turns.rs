//! Players of one recipe, and ways to begin, that take turns: what differs between two trainings, or with the number of
//! random moves, is no difference between rule sets.

use super::{Experiment, OpeningPlan, OpeningTurn, RulesPlan};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use serde::{Serialize, Serializer};
use std::path::{Path, PathBuf};
use tradewind_engine::evaluation::{Weights, WeightsError};

/// The first stream of random numbers for the turns of players.
const TURN_STREAMS: u64 = 3 << 61;
/// The first stream of random numbers for the turns of openings.
const OPENING_STREAMS: u64 = 7 << 60;

/// The weights of a further player of a rule set. In a file it is the path of its weights.
#[derive(Clone, Debug)]
pub struct Replicate {
    /// The path of the weights file, seen from the experiment's folder.
    pub path: PathBuf,
    /// That file.
    pub text: String,
    /// What it says.
    pub weights: Weights,
}

impl Serialize for Replicate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.path.serialize(serializer)
    }
}

impl RulesPlan {
    /// How many players take turns, pair by pair.
    pub fn replicate_count(&self) -> usize {
        1 + self.further_weights.len()
    }

    /// Has players with these weights take turns; those with weights of their own keep them.
    ///
    /// # Errors
    /// They are not weights of this rule set.
    ///
    /// # Panics
    /// There are none.
    pub fn set_weights(&mut self, all: &[Weights]) -> Result<(), WeightsError> {
        let (first, further) = all.split_first().expect("somebody plays");
        let spec = self.game.spec();
        let kept = |weights: &Weights| {
            let text = weights.to_kept_toml(spec);
            let weights = Weights::parse(spec, Path::new("weights.toml"), &text)?;
            Ok((text, weights))
        };
        let (text, first) = kept(first)?;
        let further = further.iter().map(|weights| {
            let (text, weights) = kept(weights)?;
            Ok(Replicate {
                path: PathBuf::new(),
                text,
                weights,
            })
        });
        self.further_weights = further.collect::<Result<_, WeightsError>>()?;
        self.weights_text = text;
        (self.player_weights.iter_mut()).for_each(|own| own.clone_from(&first));
        Ok(())
    }
}

impl Experiment {
    /// Which of so many players plays the pair of a pairing with a number, counted from 0. Each has a turn in as
    /// many pairs, in an order that is drawn anew each time, so that none always has the same odds or arrays.
    pub fn replicate_of(&self, number: u64, count: usize) -> usize {
        turn(self.seed, TURN_STREAMS, number, count)
    }

    /// With which of the [ways to begin](OpeningPlan::turns) the pairs with a number begin, in all pairings.
    pub fn opening_of(&self, number: u64) -> usize {
        self.opening.turn_of(number, self.seed)
    }
}

impl OpeningPlan {
    /// The ways to begin that take turns.
    pub fn turns(&self) -> Vec<OpeningTurn> {
        let first = OpeningTurn {
            plies: self.plies,
            max_imbalance_cp: self.max_imbalance_cp,
        };
        [vec![first], self.further.clone()].concat()
    }

    /// Which of them the pairs with a number begin with, in an experiment with a seed.
    pub fn turn_of(&self, number: u64, seed: u64) -> usize {
        turn(seed, OPENING_STREAMS, number, 1 + self.further.len())
    }
}

impl OpeningTurn {
    /// What it is called.
    pub fn name(&self) -> String {
        match self.max_imbalance_cp {
            Some(most) => format!("{} random plies within {most} cp", self.plies),
            None => format!("{} random plies", self.plies),
        }
    }
}

/// Whose turn of `count` it is for pair `number`.
fn turn(seed: u64, streams: u64, number: u64, count: usize) -> usize {
    if count < 2 {
        return 0;
    }
    let (round, turn) = (number / count as u64, number % count as u64);
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(streams + round);
    let mut order: Vec<usize> = (0..count).collect();
    order.shuffle(&mut random);
    order[turn as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "name = \"x\"\nseed = 5\npairs = 9\nply_cap = 100\n[rules]\nid = \"chess\"\n\
        [player]\nnodes = 50\n[opening]\nplies = 6\n";

    #[test]
    fn players_take_turns_in_no_fixed_order() {
        let experiment = Experiment::parse("x.toml", TEXT.to_string(), Path::new(""));
        let experiment = experiment.unwrap_or_else(|fault| panic!("{fault}"));
        let turns: Vec<usize> = (0..300).map(|at| experiment.replicate_of(at, 3)).collect();
        for player in 0..3 {
            for number in [0, 1, 2] {
                // Among the pairs that have the same one of three odds, too.
                let own = turns.iter().skip(number).step_by(3);
                let share = own.filter(|turn| **turn == player).count();
                assert!((15..=55).contains(&share), "{player}, {number}: {share}");
            }
            assert_eq!(turns.iter().filter(|turn| **turn == player).count(), 100);
        }
        assert!((0..100).all(|at| experiment.replicate_of(at, 1) == 0));
    }

    #[test]
    fn openings_take_turns_whoever_plays() {
        let text = format!(
            "{TEXT}max_imbalance_cp = 80\nfurther = [{{ plies = 0 }}, {{ plies = 3, max_imbalance_cp = 9 }}]\n"
        );
        let experiment = Experiment::parse("x.toml", text, Path::new(""));
        let experiment = experiment.unwrap_or_else(|fault| panic!("{fault}"));
        let names: Vec<String> = (experiment.opening.turns().iter())
            .map(OpeningTurn::name)
            .collect();
        let wanted = [
            "6 random plies within 80 cp",
            "0 random plies",
            "3 random plies within 9 cp",
        ];
        assert_eq!(names, wanted);
        for opening in 0..3 {
            let own: Vec<u64> = (0..300)
                .filter(|&at| experiment.opening_of(at) == opening)
                .collect();
            assert_eq!(own.len(), 100);
            // Each player has all of them.
            let by_first = own
                .iter()
                .filter(|&&at| experiment.replicate_of(at, 2) == 0);
            assert!((30..=70).contains(&by_first.count()));
        }
    }
}
