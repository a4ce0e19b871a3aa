//! Which positions of a game are drawn, and what is kept of them.

use super::detail::Detail;
use super::quietness::Quietness;
use super::{LaterOrigins, PairOrigin, PositionDesign, PositionSamples};
use crate::dataset::look::{Columns, Look, full_board};
use crate::dataset::worth::{WorthSums, worth_of};
use rand::SeedableRng;
use rand::seq::index;
use rand_chacha::ChaCha8Rng;
use tradewind_engine::evaluation::Weights;
use tradewind_engine::evaluation::network::NetworkWorth;
use tradewind_engine::{Game, Replay};
use tradewind_selfplay::experiment::{Experiment, Pairing, RulesPlan};
use tradewind_selfplay::record::GameRecord;
use tradewind_stats::samples::SamplesError;

/// What is sampled from the games of a rule set, and how.
#[derive(Debug)]
pub(in crate::dataset) struct Sampler<'e> {
    experiment: &'e Experiment,
    game: &'e Game,
    columns: Columns,
    full_board: u32,
    detailed: bool,
    /// Those of the players that take turns, one that is for all of them, or none.
    networks: Vec<NetworkWorth>,
}

impl<'e> Sampler<'e> {
    pub fn new(experiment: &'e Experiment, pairing: Pairing, detailed: bool) -> Sampler<'e> {
        let rules = experiment.rules_of(pairing);
        let game = &rules.game;
        Sampler {
            experiment,
            game,
            columns: Columns::new(game.spec()),
            full_board: full_board(game).max(1),
            detailed,
            networks: if detailed {
                networks(rules, pairing.players[0])
            } else {
                Vec::new()
            },
        }
    }

    /// Which of the networks is asked of the games of the player with a number.
    fn network_of(&self, player: usize) -> usize {
        player.min(self.networks.len().saturating_sub(1))
    }

    /// No positions yet.
    pub fn empty(&self) -> Result<PositionSamples, SamplesError> {
        let names = &self.columns.names;
        let detail = if self.detailed {
            let squares = self.game.geometry().squares();
            let pieces = self.columns.pieces.len();
            let worth = (!self.networks.is_empty()).then(|| WorthSums::new(pieces, squares));
            Some(Detail {
                worth,
                ..Detail::empty(&self.columns)?
            })
        } else {
            None
        };
        Ok(PositionSamples {
            pieces: self.columns.pieces.clone(),
            games: 0,
            material: PositionDesign::new(names.clone())?,
            origins: Vec::new(),
            later: LaterOrigins::default(),
            detail,
        })
    }

    /// Draws some of the quiet positions of a game of the player with a number, from `positions` by their plies, counted
    /// from 0.
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
            // Games use the streams from 0 upwards; samples those from the other end.
            random.set_stream(u64::MAX - record.number);
            let wanted = quiet
                .len()
                .min(self.experiment.estimates.samples_per_game as usize);
            let mut drawn = index::sample(&mut random, quiet.len(), wanted).into_vec();
            drawn.sort_unstable();
            let looks = drawn.into_iter().map(|at| {
                let mut look = self.columns.look(quiet[at]);
                // Of those that the values are estimated from.
                let network = self
                    .networks
                    .get(self.network_of(player))
                    .filter(|_| quietness == Quietness::DEFAULT);
                if let Some(network) = network {
                    look.worth = worth_of(network, quiet[at], &self.columns.column_of);
                }
                look
            });
            looks.collect()
        };
        let others = Quietness::OTHERS.into_iter().filter(|_| self.detailed);
        DrawnPositions {
            by_default: drawn(Quietness::DEFAULT),
            others: others.map(drawn).collect(),
        }
    }

    /// Adds the positions drawn from a game of the player with a number.
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
                family: self.game.spec().array_family(record.array),
                player,
                games: finished,
            }),
        }
        let Some(score) = score else {
            return Ok(());
        };
        let weight = 1.0 / drawn.by_default.len() as f32;
        for look in &drawn.by_default {
            samples
                .material
                .rows
                .push_weighted(pair, score, weight, &look.material)?;
            if let Some(detail) = &mut samples.detail {
                detail.push((pair, score, weight), look, self.full_board)?;
                if let Some(worth) = &mut detail.worth {
                    let share = f64::from(look.share(self.full_board));
                    worth.push(
                        (pair, self.network_of(player)),
                        weight.into(),
                        share,
                        &look.worth,
                    );
                }
            }
        }
        if let Some(detail) = &mut samples.detail {
            for ((_, design), looks) in detail.by_quietness.iter_mut().zip(&drawn.others) {
                let weight = 1.0 / looks.len() as f32;
                for look in looks {
                    design.rows.push_weighted(
                        pair,
                        score,
                        weight,
                        &look.by_phase(self.full_board),
                    )?;
                }
            }
        }
        Ok(())
    }
}

/// The networks of the players that take turns under a rule set or, where one of them has none, the one that comes with
/// the rule set.
fn networks(rules: &RulesPlan, player: usize) -> Vec<NetworkWorth> {
    let further = rules.further_weights.iter().map(|one| &one.weights);
    let players = [&rules.player_weights[player]].into_iter().chain(further);
    let own: Option<Vec<NetworkWorth>> = players
        .map(|weights| NetworkWorth::of(&rules.game, weights.network.as_ref()?))
        .collect();
    own.unwrap_or_else(|| {
        let known = Weights::of(rules.game.spec()).network;
        known
            .and_then(|network| NetworkWorth::of(&rules.game, &network))
            .into_iter()
            .collect()
    })
}

/// Positions drawn from a game.
#[derive(Clone, Debug, Default)]
pub(in crate::dataset) struct DrawnPositions {
    /// Those of [`Quietness::DEFAULT`].
    by_default: Vec<Look>,
    /// By [`Quietness::OTHERS`], where detail is asked for.
    others: Vec<Vec<Look>>,
}
