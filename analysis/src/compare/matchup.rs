//! Who played whom, whatever the rules.

use tradewind_selfplay::experiment::{Experiment, Pairing, PlayerPlan};

/// The players of a pairing, whatever its rules: one that meets itself, or two that differ in nothing
/// but how far they look.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Matchup {
    /// What it is called: the player, or the stronger one against the weaker one.
    pub name: String,
    pub is_gap: bool,
    /// Whether the first player is the weaker one.
    pub is_turned: bool,
    /// How far the players look, the stronger one first.
    pub limits: [(Option<u64>, Option<u32>); 2],
    /// All else that they are.
    pub plan: PlayerPlan,
}

impl Matchup {
    /// The players of a pairing; `None` when nothing says which player is the stronger one.
    pub fn of(experiment: &Experiment, pairing: Pairing) -> Option<Matchup> {
        let players = experiment.players_of(pairing);
        let limits = players.map(|player| (player.nodes, player.depth));
        let [first, second] = players;
        let plan = |player: &PlayerPlan| PlayerPlan {
            name: String::new(),
            nodes: None,
            depth: None,
            weights: None,
            ..player.clone()
        };
        if pairing.is_self_play() {
            return Some(Matchup {
                name: first.name.clone(),
                is_gap: false,
                is_turned: false,
                limits,
                plan: plan(first),
            });
        }
        let [one, other] = limits;
        let is_at_most = |one: (Option<u64>, Option<u32>), other: (Option<u64>, Option<u32>)| {
            one.0 <= other.0 && one.1 <= other.1
        };
        let is_ordered = one.0.is_some() == other.0.is_some()
            && one.1.is_some() == other.1.is_some()
            && one != other
            && (is_at_most(one, other) || is_at_most(other, one));
        if !is_ordered || plan(first) != plan(second) {
            return None;
        }
        let is_turned = one < other;
        let (strong, weak) = if is_turned {
            (second, first)
        } else {
            (first, second)
        };
        Some(Matchup {
            name: format!("{} against {}", strong.name, weak.name),
            is_gap: true,
            is_turned,
            limits: if is_turned {
                [other, one]
            } else {
                [one, other]
            },
            plan: plan(first),
        })
    }
}
