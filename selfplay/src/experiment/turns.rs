//! Training runs and opening policies that take turns, so that their effects are not confounded
//! with rule sets.

use super::{Experiment, OpeningPlan, OpeningPolicy, RulesPlan};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use serde::{Serialize, Serializer};
use std::path::{Path, PathBuf};
use tradewind_engine::evaluation::{Weights, WeightsError};

/// The first stream of random numbers for the turns of training runs.
const TRAINING_STREAMS: u64 = 3 << 61;
/// The first stream of random numbers for the turns of openings.
const OPENING_STREAMS: u64 = 7 << 60;

/// A weights file of a further training run. Experiment files have its path.
#[derive(Clone, Debug)]
pub struct WeightsFile {
    /// The path, relative to the experiment's folder.
    pub path: PathBuf,
    /// The text of the file.
    pub text: String,
    /// The weights.
    pub weights: Weights,
}

impl Serialize for WeightsFile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.path.serialize(serializer)
    }
}

impl RulesPlan {
    /// The number of training runs that take turns, pair by pair.
    pub fn training_runs(&self) -> usize {
        1 + self.further_weights.len()
    }

    /// Sets the weights of the training runs that take turns, and of all players.
    ///
    /// # Errors
    /// The weights do not fit this rule set.
    ///
    /// # Panics
    /// `all` is empty.
    pub fn set_weights(&mut self, all: &[Weights]) -> Result<(), WeightsError> {
        let (first, further) = all.split_first().expect("there is a training run");
        let spec = self.compiled.spec();
        let kept = |weights: &Weights| {
            let text = weights.to_kept_toml(spec);
            let weights = Weights::parse(spec, Path::new("weights.toml"), &text)?;
            Ok((text, weights))
        };
        let (text, first) = kept(first)?;
        let further = further.iter().map(|weights| {
            let (text, weights) = kept(weights)?;
            Ok(WeightsFile {
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
    /// The training run, of `count`, that plays pair `number` of a pairing, counted from 0. Each
    /// plays the same number of pairs. The order is shuffled in every round, so that none always
    /// has the same odds or arrays.
    pub fn training_run_of(&self, number: u64, count: usize) -> usize {
        turn(self.seed, TRAINING_STREAMS, number, count)
    }

    /// The index of the [opening policy](OpeningPlan::policies) of the pairs with a number, in all
    /// pairings.
    pub fn opening_policy_of(&self, number: u64) -> usize {
        self.opening.policy_of(number, self.seed)
    }
}

impl OpeningPlan {
    /// The opening policies that take turns.
    pub fn policies(&self) -> Vec<OpeningPolicy> {
        let first = OpeningPolicy {
            plies: self.plies,
            max_imbalance_cp: self.max_imbalance_cp,
        };
        [vec![first], self.further.clone()].concat()
    }

    /// The index of the policy of the pairs with a number.
    pub(crate) fn policy_of(&self, number: u64, seed: u64) -> usize {
        turn(seed, OPENING_STREAMS, number, 1 + self.further.len())
    }
}

impl OpeningPolicy {
    /// The name in tables.
    pub fn name(&self) -> String {
        match self.max_imbalance_cp {
            Some(max) => format!("{} random plies within {max} cp", self.plies),
            None => format!("{} random plies", self.plies),
        }
    }
}

/// The index, of `count`, whose turn it is in pair `number`.
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
