//! The choice of positions of a game, and their data.

use super::columns::{Columns, SampledPosition, full_board};
use super::network::NetworkSums;
use super::positions::{Detail, PairOrigin, PositionSamples, Quietness, SummarisedPairs};
use rand::SeedableRng;
use rand::seq::index;
use rand_chacha::ChaCha8Rng;
use tradewind_engine::evaluation::Weights;
use tradewind_engine::evaluation::network::NetworkWorth;
use tradewind_engine::{Replay, Rules};
use tradewind_selfplay::experiment::{Experiment, Pairing, RulesPlan};
use tradewind_selfplay::record::GameRecord;
use tradewind_stats::samples::{Samples, SamplesError};

#[derive(Debug)]
pub(super) struct Sampler<'e> {
    experiment: &'e Experiment,
    rules: &'e Rules,
    columns: Columns,
    full_board: u32,
    detailed: bool,
    /// One for each player that takes turns, one for all, or none.
    networks: Vec<NetworkWorth>,
}

impl<'e> Sampler<'e> {
    pub fn new(experiment: &'e Experiment, pairing: Pairing, detailed: bool) -> Sampler<'e> {
        let plan = experiment.rules_of(pairing);
        let rules = &plan.compiled;
        Sampler {
            experiment,
            rules,
            columns: Columns::new(rules.spec()),
            full_board: full_board(rules).max(1),
            detailed,
            networks: if detailed {
                networks(plan, pairing.players[0])
            } else {
                Vec::new()
            },
        }
    }

    /// Whether any piece has a value: not in a game of royals alone.
    pub fn measures(&self) -> bool {
        !self.columns.names.is_empty()
    }

    /// Whether more of the positions is wanted than their material.
    pub fn is_detailed(&self) -> bool {
        self.detailed
    }

    fn network_of(&self, player: usize) -> usize {
        player.min(self.networks.len().saturating_sub(1))
    }

    /// No positions yet.
    pub fn empty(&self) -> Result<PositionSamples, SamplesError> {
        let detail = self.detailed.then(|| {
            let squares = self.rules.geometry().squares();
            let pieces = self.columns.pieces.len();
            let network = (!self.networks.is_empty()).then(|| NetworkSums::new(pieces, squares));
            Detail::empty(&self.columns, network)
        });
        Ok(PositionSamples {
            pieces: self.columns.pieces.clone(),
            games: 0,
            material: Samples::new(self.columns.names.clone())?.into(),
            origins: Vec::new(),
            summarised: SummarisedPairs::default(),
            detail: detail.transpose()?,
        })
    }

    /// Draws quiet positions of a game. `player` is the number of its player, and `positions` are by
    /// ply, counted from 0.
    pub fn draw(
        &self,
        record: &GameRecord,
        player: usize,
        positions: &[(usize, Replay)],
        is_calm: &[bool],
    ) -> DrawnPositions {
        let drawn = |quietness: Quietness| {
            let quiet = positions
                .iter()
                .filter(|(ply, _)| quietness.holds(is_calm, *ply));
            let quiet: Vec<&Replay> = quiet.map(|(_, position)| position).collect();
            let mut random = ChaCha8Rng::seed_from_u64(self.experiment.seed);
            // Games use the streams from 0 upwards, samples those from the other end.
            random.set_stream(u64::MAX - record.number);
            let wanted = quiet
                .len()
                .min(self.experiment.estimates.samples_per_game as usize);
            let mut drawn = index::sample(&mut random, quiet.len(), wanted).into_vec();
            drawn.sort_unstable();
            // The network evaluates the positions of the regression.
            let network = self
                .networks
                .get(self.network_of(player))
                .filter(|_| quietness == Quietness::DEFAULT);
            let samples = drawn
                .into_iter()
                .map(|at| self.columns.sample(quiet[at], network));
            samples.collect()
        };
        let others = Quietness::OTHERS.into_iter().filter(|_| self.detailed);
        DrawnPositions {
            by_default: drawn(Quietness::DEFAULT),
            others: others.map(drawn).collect(),
        }
    }

    /// Adds the positions drawn from a game; `player` is the number of its player.
    pub fn add(
        &self,
        samples: &mut PositionSamples,
        record: &GameRecord,
        player: usize,
        drawn: &DrawnPositions,
    ) -> Result<(), SamplesError> {
        let pair = record.pair();
        let score = record.result.score();
        let finished = u32::from(score.is_some());
        samples.games += u64::from(finished);
        match samples.origins.last_mut().filter(|last| last.pair == pair) {
            Some(last) => last.games += finished,
            None => samples.origins.push(PairOrigin {
                pair,
                family: self.rules.spec().array_family(record.array),
                player,
                games: finished,
            }),
        }
        let Some(score) = score else {
            return Ok(());
        };
        let weight = 1.0 / drawn.by_default.len() as f32;
        for position in &drawn.by_default {
            let rows = &mut samples.material.rows;
            rows.push_weighted(pair, score, weight, &position.material)?;
            if let Some(detail) = &mut samples.detail {
                detail.push((pair, score, weight), position, self.full_board)?;
                if let Some(network) = &mut detail.network {
                    let share = f64::from(position.share(self.full_board));
                    let about = (pair, self.network_of(player));
                    network.push(about, weight.into(), share, &position.network);
                }
            }
        }
        if let Some(detail) = &mut samples.detail {
            for ((_, design), positions) in detail.by_quietness.iter_mut().zip(&drawn.others) {
                let weight = 1.0 / positions.len() as f32;
                for position in positions {
                    let row = position.by_phase(self.full_board);
                    design.rows.push_weighted(pair, score, weight, &row)?;
                }
            }
        }
        Ok(())
    }
}

/// The networks of the players that take turns under a rule set or, if one of them has none, the one
/// that comes with the rule set.
fn networks(rules: &RulesPlan, player: usize) -> Vec<NetworkWorth> {
    let further = rules.further_weights.iter().map(|one| &one.weights);
    let players = [&rules.player_weights[player]].into_iter().chain(further);
    let own: Option<Vec<NetworkWorth>> = players
        .map(|weights| NetworkWorth::of(&rules.compiled, weights.network.as_ref()?))
        .collect();
    own.unwrap_or_else(|| {
        let known = Weights::of(rules.compiled.spec()).network;
        known
            .and_then(|network| NetworkWorth::of(&rules.compiled, &network))
            .into_iter()
            .collect()
    })
}

#[derive(Clone, Debug, Default)]
pub(super) struct DrawnPositions {
    /// Those of [`Quietness::DEFAULT`].
    by_default: Vec<SampledPosition>,
    /// By [`Quietness::OTHERS`], if detail is requested.
    others: Vec<Vec<SampledPosition>>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_quiet_by_the_moves_around_it() {
        // The third move, with number 2, captures.
        let is_calm = [true, true, false, true, true, true];
        for (before, after, expected) in [
            (0, 0, &[0, 1, 2, 3, 4, 5][..]),
            (1, 0, &[1, 2, 4, 5]),
            (0, 1, &[0, 1, 3, 4, 5]),
            (1, 1, &[1, 4, 5]),
            // Moves beyond the end count as quiet, moves before the start do not.
            (2, 2, &[5]),
        ] {
            let quietness = Quietness::new(before, after);
            let quiet: Vec<usize> = (0..is_calm.len())
                .filter(|&ply| quietness.holds(&is_calm, ply))
                .collect();
            assert_eq!(quiet, expected, "{before}+{after}");
        }
    }
}
