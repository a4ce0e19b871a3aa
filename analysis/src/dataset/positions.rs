//! Positions sampled from games, as rows of the regression on material.
//!
//! From each finished game up to `samples_per_game` positions are drawn among the quiet ones after the
//! opening: those in which neither the move before nor the move after removed a piece or promoted one.
//! Each game weighs the same. Which positions are drawn depends on the experiment's seed and the game's
//! number alone.

use super::look::{Columns, Look, full_board};
use super::worth::{WorthSums, worth_of};
use rand::SeedableRng;
use rand::seq::index;
use rand_chacha::ChaCha8Rng;
use tradewind_engine::evaluation::Weights;
use tradewind_engine::evaluation::network::NetworkWorth;
use tradewind_engine::rules::{ArrayFamily, PieceType};
use tradewind_engine::{Game, Replay};
use tradewind_selfplay::experiment::{Experiment, Pairing, RulesPlan};
use tradewind_selfplay::record::GameRecord;
use tradewind_stats::samples::{Samples, SamplesError};

/// Sampled positions of the games of one rule set.
#[derive(Debug, Clone)]
pub struct PositionSamples {
    /// The pieces that are measured, one a column of `material`.
    pub pieces: Vec<PieceType>,
    /// Finished games.
    pub games: u64,
    /// Rows of the regression on material.
    pub material: Samples,
    /// Where the pairs come from, in their order.
    pub origins: Vec<PairOrigin>,
    /// The same positions in more detail, where that was asked for.
    pub detail: Option<Detail>,
}

/// Which positions are drawn: those in which none of so many moves before and after removed a piece or promoted one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quietness {
    /// Moves before.
    pub before: u32,
    /// Moves after; those that the game did not have count as quiet.
    pub after: u32,
}

impl Quietness {
    /// That of the regression's values.
    pub const DEFAULT: Quietness = Quietness::new(1, 1);

    /// Others, with which the values are to be the same.
    pub const OTHERS: [Quietness; 5] = [
        Quietness::new(0, 0),
        Quietness::new(1, 0),
        Quietness::new(0, 1),
        Quietness::new(2, 2),
        Quietness::new(4, 4),
    ];

    const fn new(before: u32, after: u32) -> Quietness {
        Quietness { before, after }
    }

    /// Whether the position before the move of a ply, counted from 0, is drawn; `is_calm` says by ply which moves removed
    /// and promoted nothing.
    fn holds(self, is_calm: &[bool], ply: usize) -> bool {
        let first = ply.checked_sub(self.before as usize);
        let end = (ply + self.after as usize).min(is_calm.len());
        first.is_some_and(|first| is_calm[first..end].iter().all(|calm| *calm))
    }
}

/// Positions in more detail: for values by phase, by the prospect of promoting, and by array.
#[derive(Debug, Clone)]
pub struct Detail {
    /// Twice the columns: material times the share of the starting pieces that is on the board,
    /// then material times the rest.
    pub by_phase: Samples,
    /// The same of positions drawn in another way.
    pub by_quietness: Vec<(Quietness, Samples)>,
    /// Material, then for each piece that promotes the sum of its
    /// [prospects](tradewind_engine::Replay::for_each_piece).
    pub by_prospect: Samples,
    /// The pieces of the further columns of `by_prospect`.
    pub promoting: Vec<PieceType>,
    /// By piece of `promoting`: the sum of its prospects over all positions, and how many of it.
    pub prospects: Vec<(f64, f64)>,
    /// Material, then for each piece of which a side begins with two: 1 where White alone has two or more, -1 where Black
    /// alone has.
    pub by_pair: Samples,
    /// The pieces of the further columns of `by_pair`.
    pub paired: Vec<PieceType>,
    /// What the network of the players says that pieces are worth, or else the one that comes with the rule set; `None`
    /// without one.
    pub worth: Option<WorthSums>,
}

/// Where a pair of games comes from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PairOrigin {
    /// The pair's number.
    pub pair: u64,
    /// The family of its array; `None` where it began from a position that is no array.
    pub family: Option<ArrayFamily>,
    /// Which of the players that take turns played it, counted from 0.
    pub player: usize,
    /// How many of its games were finished.
    pub games: u32,
}

/// What is sampled from the games of a rule set, and how.
#[derive(Debug)]
pub(super) struct Sampler<'e> {
    experiment: &'e Experiment,
    game: &'e Game,
    columns: Columns,
    full_board: u32,
    detailed: bool,
    /// Those of the players that take turns, one that is for all of them, or none.
    networks: Vec<NetworkWorth>,
    /// How many players take turns.
    players: usize,
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
            players: rules.replicate_count(),
        }
    }

    /// Which of the networks is asked of the pair of the pairing with a number.
    pub fn network_of(&self, number: u64) -> usize {
        let player = self.experiment.replicate_of(number, self.players);
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
            material: Samples::new(names.clone())?,
            origins: Vec::new(),
            detail,
        })
    }

    /// Draws some of the quiet positions of a game of the pair of the pairing with a number, from `positions` by their
    /// plies, counted from 0.
    pub fn draw(
        &self,
        record: &GameRecord,
        number: u64,
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
                    .get(self.network_of(number))
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

    /// Adds the positions drawn from a game of the player with a number, of whose positions such a network was asked.
    pub fn add(
        &self,
        samples: &mut PositionSamples,
        record: &GameRecord,
        (player, network): (usize, usize),
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
                .push_weighted(pair, score, weight, &look.material)?;
            if let Some(detail) = &mut samples.detail {
                detail.push((pair, score, weight), look, self.full_board)?;
                if let Some(worth) = &mut detail.worth {
                    let share = f64::from(look.share(self.full_board));
                    worth.push((pair, network), weight.into(), share, &look.worth);
                }
            }
        }
        if let Some(detail) = &mut samples.detail {
            for ((_, samples), looks) in detail.by_quietness.iter_mut().zip(&drawn.others) {
                let weight = 1.0 / looks.len() as f32;
                for look in looks {
                    samples.push_weighted(pair, score, weight, &look.by_phase(self.full_board))?;
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

impl PositionSamples {
    /// Adds positions of later pairs.
    ///
    /// # Errors
    /// They are of another rule set, or their pairs do not come later.
    pub fn append(&mut self, later: &PositionSamples) -> Result<(), SamplesError> {
        self.append_renumbered(later, 0)
    }

    /// Adds positions of other games of the same rules, whose pairs count as later ones.
    ///
    /// # Errors
    /// They are of another rule set.
    pub fn append_other(&mut self, other: &PositionSamples) -> Result<(), SamplesError> {
        let last = self.origins.last();
        self.append_renumbered(other, last.map_or(0, |last| last.pair + 1))
    }

    /// How many players took turns.
    pub fn players(&self) -> usize {
        let players = self.origins.iter().map(|origin| origin.player + 1);
        players.max().unwrap_or(1)
    }

    /// For each pair of some rows of these games: one if its origin is wanted, else 0.
    pub fn weights_of(&self, rows: &Samples, is_wanted: impl Fn(&PairOrigin) -> bool) -> Vec<f64> {
        let weight = |pair| {
            let at = (self.origins).binary_search_by_key(&pair, |origin| origin.pair);
            f64::from(u8::from(at.is_ok_and(|at| is_wanted(&self.origins[at]))))
        };
        rows.pair_numbers().map(weight).collect()
    }

    fn append_renumbered(&mut self, other: &PositionSamples, by: u64) -> Result<(), SamplesError> {
        self.material.append_renumbered(&other.material, by)?;
        self.games += other.games;
        let origins = other.origins.iter().map(|origin| PairOrigin {
            pair: origin.pair + by,
            ..*origin
        });
        self.origins.extend(origins);
        let (Some(own), Some(other)) = (&mut self.detail, &other.detail) else {
            return Ok(());
        };
        own.by_phase.append_renumbered(&other.by_phase, by)?;
        own.by_prospect.append_renumbered(&other.by_prospect, by)?;
        own.by_pair.append_renumbered(&other.by_pair, by)?;
        for ((_, own), (_, other)) in own.by_quietness.iter_mut().zip(&other.by_quietness) {
            own.append_renumbered(other, by)?;
        }
        if let (Some(own), Some(other)) = (&mut own.worth, &other.worth) {
            own.append_renumbered(other, by);
        }
        for (sum, part) in own.prospects.iter_mut().zip(&other.prospects) {
            sum.0 += part.0;
            sum.1 += part.1;
        }
        Ok(())
    }
}

impl Detail {
    /// No positions yet.
    fn empty(columns: &Columns) -> Result<Detail, SamplesError> {
        let beside = |pieces: &[PieceType], what: &str| {
            let further = columns.names_of(pieces, what);
            Samples::new(columns.names.iter().cloned().chain(further).collect())
        };
        let phases =
            ["full board", "empty board"].map(|what| columns.names_of(&columns.pieces, what));
        let by_phase = Samples::new(phases.concat())?;
        Ok(Detail {
            by_quietness: Quietness::OTHERS
                .map(|one| (one, by_phase.clone()))
                .to_vec(),
            by_phase,
            by_prospect: beside(&columns.promoting, "prospect")?,
            promoting: columns.promoting.clone(),
            prospects: vec![(0.0, 0.0); columns.promoting.len()],
            by_pair: beside(&columns.paired, "pair")?,
            paired: columns.paired.clone(),
            worth: None,
        })
    }

    fn push(
        &mut self,
        (pair, score, weight): (u64, f32, f32),
        look: &Look,
        full: u32,
    ) -> Result<(), SamplesError> {
        let phases = look.by_phase(full);
        let beside = |further: &[f32]| -> Vec<f32> {
            look.times(1.0).chain(further.iter().copied()).collect()
        };
        let (prospects, pairs) = (beside(&look.prospects), beside(&look.pairs));
        self.by_phase.push_weighted(pair, score, weight, &phases)?;
        self.by_prospect
            .push_weighted(pair, score, weight, &prospects)?;
        self.by_pair.push_weighted(pair, score, weight, &pairs)?;
        for (sum, count) in self.prospects.iter_mut().zip(&look.counts) {
            sum.0 += count.0;
            sum.1 += count.1;
        }
        Ok(())
    }
}

/// Positions drawn from a game.
#[derive(Clone, Debug, Default)]
pub(super) struct DrawnPositions {
    /// Those of [`Quietness::DEFAULT`].
    by_default: Vec<Look>,
    /// By [`Quietness::OTHERS`], where detail is asked for.
    others: Vec<Vec<Look>>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_quiet_by_the_moves_around_it() {
        // The third move, with number 2, captures.
        let is_calm = [true, true, false, true, true, true];
        let quiet = |before, after| -> Vec<usize> {
            let quietness = Quietness::new(before, after);
            (0..is_calm.len())
                .filter(|&ply| quietness.holds(&is_calm, ply))
                .collect()
        };
        assert_eq!(quiet(0, 0), [0, 1, 2, 3, 4, 5]);
        assert_eq!(quiet(1, 0), [1, 2, 4, 5]);
        assert_eq!(quiet(0, 1), [0, 1, 3, 4, 5]);
        assert_eq!(quiet(1, 1), [1, 4, 5]);
        // Moves that the game did not have count as quiet after it, and not before it.
        assert_eq!(quiet(2, 2), [5]);
    }

    /// Other rows of the same games may lack some of their pairs.
    #[test]
    fn weights_are_those_of_the_pairs_of_the_rows() {
        let rows = |pairs: &[u64]| {
            let mut rows = Samples::new(vec!["N".to_string()]).expect("a name");
            for &pair in pairs {
                rows.push(pair, 1.0, &[1.0_f32]).expect("a row");
            }
            rows
        };
        let origins = [(4, 0), (5, 1), (7, 0)].map(|(pair, player)| PairOrigin {
            pair,
            family: None,
            player,
            games: 2,
        });
        let samples = PositionSamples {
            pieces: vec![PieceType(0)],
            games: 6,
            material: rows(&[4, 5, 7]),
            origins: origins.to_vec(),
            detail: None,
        };
        let weights = |rows| samples.weights_of(rows, |origin| origin.player == 0);
        assert_eq!(weights(&samples.material), [1.0, 0.0, 1.0]);
        assert_eq!(weights(&rows(&[5, 7])), [0.0, 1.0]);
        assert_eq!(samples.players(), 2);
    }
}
