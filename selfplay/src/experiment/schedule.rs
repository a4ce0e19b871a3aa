//! Schedules: pairings of players under rule sets, and the order of their pairs of games.

use super::{Experiment, PlayerPlan, RulesPlan};
use serde::Serialize;

/// The pairing of players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum Schedule {
    /// Each player plays against itself.
    #[serde(rename = "themselves")]
    Themselves,
    /// Each player plays against each other one.
    #[serde(rename = "each other")]
    EachOther,
    /// Both of these.
    #[serde(rename = "all")]
    All,
    /// The first player plays against the second, the third against the fourth, and so on.
    #[serde(rename = "couples")]
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
            for second in first..players {
                let wanted = match self.schedule {
                    Schedule::Themselves => first == second,
                    Schedule::EachOther => first != second,
                    Schedule::All => true,
                    Schedule::Couples => first % 2 == 0 && second == first + 1,
                };
                if wanted {
                    player_pairings.push([first, second]);
                }
            }
        }
        let all = (0..self.rules.len()).flat_map(|rules| {
            player_pairings
                .iter()
                .map(move |&players| Pairing { rules, players })
        });
        all.collect()
    }

    /// The number of pairs of all pairings.
    pub fn all_pairs(&self) -> u64 {
        self.pairs * self.pairings().len() as u64
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

/// Pair `pair` in the schedule, in which pairings take turns.
pub fn scheduled_pair(pairings: &[Pairing], pair: u64) -> ScheduledPair {
    let all = pairings.len() as u64;
    let place = (pair % all) as usize;
    ScheduledPair {
        pairing: pairings[place],
        place,
        number: pair / all,
    }
}
