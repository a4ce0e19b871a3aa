//! Pairings: which players play under which rules, and which pair of games that is.

use super::{Experiment, PlayerPlan, RulesPlan};
use serde::Serialize;

/// Which players are paired.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum Schedule {
    /// Each player plays against itself.
    #[serde(rename = "themselves")]
    Themselves,
    /// Each player plays against each other one.
    #[serde(rename = "each other")]
    EachOther,
    /// Both.
    #[serde(rename = "all")]
    All,
    /// The first player plays against the second one, the third against the fourth, and so on.
    #[serde(rename = "couples")]
    Couples,
}

/// Two players, or one twice, under one rule set; by their numbers in the experiment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pairing {
    /// The rule set.
    pub rules: usize,
    /// The players: White in the first game of a pair, and Black.
    pub players: [usize; 2],
}

impl Pairing {
    /// Whether a player meets itself.
    pub fn is_self_play(self) -> bool {
        self.players[0] == self.players[1]
    }
}

/// The place of a pair in an experiment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScheduledPair {
    /// Whose pair it is.
    pub pairing: Pairing,
    /// The pairing's place among all of them.
    pub place: usize,
    /// Which one of them, counted from 0: pairs of different pairings with the same number have
    /// the same randomness.
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

    /// Number of pairs of all pairings.
    pub fn all_pairs(&self) -> u64 {
        self.pairs * self.pairings().len() as u64
    }

    /// What a pairing is called: the rule set when there is but one player, or else with the
    /// players.
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

/// The place of pair `pair` when the pairs of some pairings take turns.
pub fn scheduled_pair(pairings: &[Pairing], pair: u64) -> ScheduledPair {
    let all = pairings.len() as u64;
    let place = (pair % all) as usize;
    ScheduledPair {
        pairing: pairings[place],
        place,
        number: pair / all,
    }
}
