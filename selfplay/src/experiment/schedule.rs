//! Schedules: pairings of players under rule sets, and the order of their pairs of games.
//!
//! Training runs and opening policies take turns, so that their effects are not confounded with
//! rule sets.

use super::{Experiment, OpeningPlan, OpeningPolicy, PlayerPlan, RulesPlan};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use serde::Serialize;
use std::path::{Path, PathBuf};
use tradewind_engine::evaluation::{Weights, WeightsError};

/// The pairing of players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Schedule {
    /// Each player plays against itself.
    Themselves,
    /// Each player plays against each other one.
    #[serde(rename = "each other")]
    EachOther,
    /// Both of these.
    All,
    /// The first player plays against the second, the third against the fourth, and so on.
    Couples,
}

/// Two players, or one twice, under a rule set; by their numbers in the experiment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pairing {
    /// The rule set.
    pub rules: usize,
    /// White in the first game of a pair, and Black.
    pub players: [usize; 2],
}

impl Pairing {
    /// Whether a player plays against itself.
    pub fn is_self_play(self) -> bool {
        self.players[0] == self.players[1]
    }
}

/// A pair of games in the schedule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScheduledPair {
    /// The pairing.
    pub pairing: Pairing,
    /// The index of the pairing.
    pub place: usize,
    /// The number within the pairing, from 0. Pairs of different pairings with the same number
    /// share random numbers.
    pub number: u64,
}

impl Experiment {
    /// The pairings, in the order in which their pairs take turns.
    pub fn pairings(&self) -> Vec<Pairing> {
        let players = self.players.len();
        let mut player_pairings = Vec::new();
        for first in 0..players {
            player_pairings.extend((first..players).map(|second| [first, second]));
        }
        player_pairings.retain(|&[first, second]| match self.schedule {
            Schedule::Themselves => first == second,
            Schedule::EachOther => first != second,
            Schedule::All => true,
            Schedule::Couples => first % 2 == 0 && second == first + 1,
        });
        let all = (0..self.rules.len()).flat_map(|rules| {
            let own = player_pairings.iter();
            own.map(move |&players| Pairing { rules, players })
        });
        all.collect()
    }

    /// The number of pairs of all pairings.
    pub fn all_pairs(&self) -> u64 {
        let pairings = self.pairings();
        let of = |&pairing: &Pairing| self.pairs_of(pairing);
        pairings.iter().map(of).sum()
    }

    /// The number of pairs of a pairing: those of rules with
    /// [priority](RulesPlan::priority_pairs) are as many as those of all others.
    pub fn pairs_of(&self, pairing: Pairing) -> u64 {
        let Some(priority_pairs) = self.rules_of(pairing).priority_pairs else {
            return self.pairs;
        };
        let others = self
            .rules
            .iter()
            .filter(|rules| rules.priority_pairs.is_none());
        priority_pairs.min(self.pairs * others.count() as u64)
    }

    /// Pair `pair` in the schedule of the experiment's [`pairings`](Self::pairings), which take
    /// turns. The rules with [priority](RulesPlan::priority_pairs) have every second turn.
    pub fn scheduled_pair(&self, pairings: &[Pairing], pair: u64) -> ScheduledPair {
        let priority_pairs = |one: &Pairing| self.rules[one.rules].priority_pairs;
        let Some(first) = pairings
            .iter()
            .position(|one| priority_pairs(one).is_some())
        else {
            return in_turn(pairings, 0..pairings.len(), pair);
        };
        // One rule set has priority, so that its pairings are neighbours.
        let count = pairings[first..]
            .iter()
            .take_while(|one| priority_pairs(one).is_some());
        let own = first..first + count.count();
        let most = own.len() as u64 * priority_pairs(&pairings[first]).unwrap_or(0);
        if pair.is_multiple_of(2) && pair / 2 < most {
            return in_turn(pairings, own, pair / 2);
        }
        let others = (0..own.start).chain(own.end..pairings.len());
        in_turn(pairings, others, pair - (pair / 2 + pair % 2).min(most))
    }

    /// The largest number of pairs of each pairing for which the experiment has at most `all` pairs.
    pub fn pairs_within(&self, all: u64) -> u64 {
        let priority_pairs = self.rules.iter().find_map(|rules| rules.priority_pairs);
        let first = priority_pairs.unwrap_or(0);
        let rules = self.rules.len() as u64;
        let of_rules = all * rules / self.pairings().len() as u64;
        let others = rules - u64::from(priority_pairs.is_some());
        let pairs = of_rules.saturating_sub(first) / others;
        if pairs * others >= first {
            pairs
        } else {
            of_rules / (2 * others)
        }
    }

    /// The name of a pairing: the rule set, and the players if there are several.
    pub fn pairing_name(&self, pairing: Pairing) -> String {
        let rules = &self.rules[pairing.rules].name;
        let [first, second] = pairing.players.map(|player| &self.players[player].name);
        match (self.players.len(), first == second) {
            (1, _) => rules.clone(),
            (_, true) => format!("{rules}, {first}"),
            (_, false) => format!("{rules}, {first} against {second}"),
        }
    }

    /// The rule set of a pairing.
    pub fn rules_of(&self, pairing: Pairing) -> &RulesPlan {
        &self.rules[pairing.rules]
    }

    /// The players of a pairing.
    pub fn players_of(&self, pairing: Pairing) -> [&PlayerPlan; 2] {
        pairing.players.map(|player| &self.players[player])
    }
}

/// Pair `pair` of some pairings, by their indices, which take turns.
fn in_turn(
    pairings: &[Pairing],
    places: impl Iterator<Item = usize> + Clone,
    pair: u64,
) -> ScheduledPair {
    let all = places.clone().count() as u64;
    let mut places = places.skip((pair % all) as usize);
    let place = places.next().expect("there is a pairing");
    ScheduledPair {
        pairing: pairings[place],
        place,
        number: pair / all,
    }
}

/// The first stream of random numbers for the turns of training runs.
const TRAINING_STREAMS: u64 = 3 << 61;
/// The first stream of random numbers for the turns of openings.
const OPENING_STREAMS: u64 = 7 << 60;

/// A weights file of a further training run. Experiment files have its path.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct WeightsFile {
    /// The path, relative to the experiment's folder.
    pub path: PathBuf,
    /// The text of the file.
    #[serde(skip)]
    pub text: String,
    /// The weights.
    #[serde(skip)]
    pub weights: Weights,
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
            Ok(WeightsFile {
                path: PathBuf::new(),
                weights: Weights::parse(spec, Path::new("weights.toml"), &text)?,
                text,
            })
        };
        let first = kept(first)?;
        let further = further.iter().map(kept);
        self.further_weights = further.collect::<Result<_, WeightsError>>()?;
        self.weights_text = first.text;
        self.player_weights.fill(first.weights);
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
        [std::slice::from_ref(&self.first), &self.further].concat()
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
    shuffled(count, seed, streams + round)[turn as usize]
}

/// The numbers below `count`, shuffled by a stream of random numbers.
pub(crate) fn shuffled(count: usize, seed: u64, stream: u64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.shuffle(&mut random_stream(seed, stream));
    order
}

/// A stream of random numbers of a seed.
pub(crate) fn random_stream(seed: u64, stream: u64) -> ChaCha8Rng {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(stream);
    random
}
