//! Players of one recipe that take turns: what differs between two trainings is no difference between rule sets.

use super::{Experiment, RulesPlan};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use serde::{Serialize, Serializer};
use std::path::{Path, PathBuf};
use tradewind_engine::evaluation::{Weights, WeightsError};

/// The first stream of random numbers for the turns of players.
const TURN_STREAMS: u64 = 3 << 61;

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
        if count < 2 {
            return 0;
        }
        let (round, turn) = (number / count as u64, number % count as u64);
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(TURN_STREAMS + round);
        let mut order: Vec<usize> = (0..count).collect();
        order.shuffle(&mut random);
        order[turn as usize]
    }
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
}
