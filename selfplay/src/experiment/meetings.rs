//! Who meets whom, under which rules, and which pair of games that is.

use super::{Experiment, PlayerPlan, RulesPlan};
use serde::Serialize;

/// Who meets whom.
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
}

/// Two players, or one twice, under one rule set; by their numbers in the experiment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Meeting {
    /// The rule set.
    pub rules: usize,
    /// The players: White in the first game of a pair, and Black.
    pub players: [usize; 2],
}

/// The place of a pair in an experiment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seat {
    /// Whose pair it is.
    pub meeting: Meeting,
    /// The meeting's place among all of them.
    pub place: usize,
    /// Which one of them, counted from 0: pairs of different meetings with the same number have
    /// the same randomness.
    pub number: u64,
}

impl Experiment {
    /// The meetings, in the order in which their pairs take turns.
    pub fn meetings(&self) -> Vec<Meeting> {
        let players = self.players.len();
        let mut pairings = Vec::new();
        for first in 0..players {
            for second in first..players {
                let wanted = match self.meet {
                    Schedule::Themselves => first == second,
                    Schedule::EachOther => first != second,
                    Schedule::All => true,
                };
                if wanted {
                    pairings.push([first, second]);
                }
            }
        }
        let all = (0..self.rules.len()).flat_map(|rules| {
            pairings
                .iter()
                .map(move |&players| Meeting { rules, players })
        });
        all.collect()
    }

    /// Number of pairs of all meetings.
    pub fn all_pairs(&self) -> u64 {
        self.pairs * self.meetings().len() as u64
    }

    /// What a meeting is called: the rule set when there is but one player, or else with the
    /// players.
    pub fn meeting_name(&self, meeting: Meeting) -> String {
        let rules = &self.rules[meeting.rules].name;
        let [first, second] = meeting.players.map(|player| &self.players[player].name);
        match (self.players.len(), first == second) {
            (1, _) => rules.clone(),
            (_, true) => format!("{rules}, {first}"),
            (_, false) => format!("{rules}, {first} against {second}"),
        }
    }

    /// The rule set of a meeting.
    pub fn rules_of(&self, meeting: Meeting) -> &RulesPlan {
        &self.rules[meeting.rules]
    }

    /// The players of a meeting.
    pub fn players_of(&self, meeting: Meeting) -> [&PlayerPlan; 2] {
        meeting.players.map(|player| &self.players[player])
    }
}

/// The place of pair `pair` when the pairs of some meetings take turns.
pub fn seat(meetings: &[Meeting], pair: u64) -> Seat {
    let all = meetings.len() as u64;
    let place = (pair % all) as usize;
    Seat {
        meeting: meetings[place],
        place,
        number: pair / all,
    }
}
