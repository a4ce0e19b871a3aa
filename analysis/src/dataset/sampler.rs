//! The choice of positions of a game, and their data.

use super::columns::{Columns, SampledPosition, full_board};
use super::network::NetworkSums;
use super::positions::{Detail, PairOrigin, PositionSamples, SummarisedPairs};
use tradewind_engine::evaluation::Weights;
use tradewind_engine::evaluation::network::NetworkWorth;
use tradewind_engine::{Replay, Rules};
use tradewind_selfplay::experiment::{Experiment, Pairing, RulesPlan};
use tradewind_selfplay::record::GameRecord;
use tradewind_selfplay::record::samples::{Material, Quietness};
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
            in_hand: self.columns.in_hand.clone(),
            games: 0,
            material: Samples::new(
                [self.columns.names.clone(), self.columns.names_in_hand()].concat(),
            )?
            .into(),
            origins: Vec::new(),
            summarised: SummarisedPairs::default(),
            detail: detail.transpose()?,
        })
    }

    /// Draws quiet positions of a game. `player` is the number of its player; positions are by ply, counted from 0.
    pub fn draw(
        &self,
        record: &GameRecord,
        player: usize,
        positions: &[Replay],
        is_calm: &[bool],
    ) -> DrawnPositions {
        let drawn = |quietness: Quietness| {
            // The network evaluates the positions of the regression.
            let network = self
                .networks
                .get(self.network_of(player))
                .filter(|_| quietness == Quietness::DEFAULT);
            let plies = quietness.draw(self.experiment, record, is_calm).into_iter();
            let samples = plies.map(|ply| self.columns.sample(&positions[ply], network));
            samples.collect()
        };
        let others = Quietness::OTHERS.into_iter().filter(|_| self.detailed);
        DrawnPositions {
            by_default: drawn(Quietness::DEFAULT),
            others: others.map(drawn).collect(),
        }
    }

    /// The positions of a game that a condensed file kept the material of.
    pub fn of_material(&self, material: &[Material]) -> DrawnPositions {
        let positions = material.iter().map(|one| self.columns.of_material(one));
        DrawnPositions {
            by_default: positions.collect(),
            others: Vec::new(),
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
            rows.push_weighted(pair, score, weight, &position.with(&[]))?;
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
    /// By [`Quietness::OTHERS`], if detail is requested and known.
    others: Vec<Vec<SampledPosition>>,
}
