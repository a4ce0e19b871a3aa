//! What pieces are worth to a network: what its log-odds lose when they are taken off.

use super::{
    Joint, Method, MethodValues, PieceGames, PlayerFit, PlayerFits, ValueEstimate, turns_note,
};
use crate::dataset::{PairWorth, WORTH_PHASES, Wanted, WorthSums};
use crate::row::{LOG_ODDS, MIN_PAIRS, Row, RowCondition, Subject, Warning};
use nalgebra::DMatrix;
use tradewind_engine::board::Geometry;
use tradewind_engine::rules::PieceType;
use tradewind_stats::coefficients::Coefficients;

/// The name of the method.
const NAME: &str = "network";

/// The conditions that go with the phases of the sums.
const CONDITIONS: [RowCondition; WORTH_PHASES.len()] = [
    RowCondition::All,
    RowCondition::StandardPhase,
    RowCondition::Middlegame,
    RowCondition::Endgame,
];

/// Values by what a network's score loses.
pub struct NetworkRemoval;

impl Method for NetworkRemoval {
    fn name(&self) -> &'static str {
        NAME
    }

    fn wanted(&self, with_odds: bool) -> Wanted {
        Wanted::level_positions(with_odds)
    }

    fn estimate(&self, games: &PieceGames<'_>) -> Result<Option<MethodValues>, String> {
        let detail = games.positions.and_then(|samples| samples.detail.as_ref());
        let worth = detail.and_then(|detail| detail.worth.as_ref());
        let (Some(samples), Some(worth)) = (games.positions, worth) else {
            return Ok(None);
        };
        let means = WorthMeans::of(worth, samples.pieces.len());
        let mut found = MethodValues::default();
        let mut sums = Vec::new();
        for (phase, condition) in CONDITIONS.into_iter().enumerate() {
            let own = |piece: Option<PieceType>| {
                let column = samples
                    .pieces
                    .iter()
                    .position(|known| Some(*known) == piece)?;
                let at = phase * samples.pieces.len() + column;
                let is_clear = means.coefficients.is_clearly_positive(&[(at, 1.0)]);
                (means.pairs[at] >= MIN_PAIRS && is_clear).then_some(at)
            };
            let (unit, second) = (own(Some(games.unit)), own(games.second_unit));
            for (column, &piece) in samples.pieces.iter().enumerate() {
                let at = phase * samples.pieces.len() + column;
                let warning = Warning::of_value(means.pairs[at], MIN_PAIRS, 0.0);
                let is_seen = warning != Some(Warning::NeverSeen);
                let ratio = |to: Option<usize>| {
                    let to = to.filter(|_| is_seen)?;
                    means.coefficients.ratio(&[(at, 1.0)], &[(to, 1.0)])
                };
                let value = ValueEstimate {
                    subject: Subject::piece(games.spec, piece),
                    condition: condition.clone(),
                    units: ratio(unit),
                    second_units: ratio(second),
                    log_odds: is_seen.then(|| means.coefficients.sum(&[(at, 1.0)])),
                    games: samples.games,
                    pairs: means.pairs[at],
                    warning,
                };
                if warning.is_none() {
                    sums.push((condition.clone(), piece, vec![(at, 1.0)]));
                }
                found.rows.extend(value.rows(NAME, games));
            }
        }
        found
            .rows
            .extend(square_rows(games, &samples.pieces, worth));
        found.joints.push(Joint {
            method: NAME,
            coefficients: means.coefficients,
            sums,
        });
        let told = "Network: by how much the log-odds of the learned evaluation fall when a piece is taken off, in drawn \
                    positions of the games.";
        found.notes.push(match turns_note(worth.networks()) {
            Some(turns) => format!("{told} {turns} On single squares networks are taken as given."),
            None => format!(
                "{told} The network is taken as given: intervals do not have what two trainings differ by."
            ),
        });
        Ok(Some(found))
    }
}

/// What pieces are worth where they stand, in log-odds; nothing of squares on which one stood in few pairs.
fn square_rows(games: &PieceGames<'_>, pieces: &[PieceType], worth: &WorthSums) -> Vec<Row> {
    let spec = games.spec;
    let board = Geometry::new(spec.files.clone(), spec.ranks, spec.first_rank);
    let sums = worth.by_square();
    let by_piece = pieces.iter().zip(sums.chunks(board.squares()));
    let rows = by_piece.flat_map(|(&piece, sums)| {
        let told = board
            .all()
            .zip(sums)
            .filter(|(_, sums)| sums.pairs() >= MIN_PAIRS);
        told.map(|(square, sums)| {
            let name = board.name(square).to_string();
            Row {
                condition: RowCondition::Square(name),
                n: games.positions.map_or(0, |samples| samples.games),
                pairs: sums.pairs(),
                ..Row::new(NAME, Subject::piece(spec, piece), LOG_ODDS)
            }
            .with_estimate(sums.mean())
        })
        .collect::<Vec<_>>()
    });
    rows.collect()
}

/// What pieces are worth on average, by phase and piece.
struct WorthMeans {
    /// By all pairs and, where several networks took turns, by those of each.
    coefficients: PlayerFits,
    /// Pairs in which there was one.
    pairs: Vec<u64>,
}

impl WorthMeans {
    /// Means over the positions of all pairs of games, and over those of each network.
    fn of(worth: &WorthSums, pieces: usize) -> WorthMeans {
        let size = WORTH_PHASES.len() * pieces;
        let all: Vec<&PairWorth> = worth.pairs.iter().collect();
        let networks = Some(worth.networks()).filter(|&count| count > 1);
        let by_network: Vec<PlayerFit> = (0..networks.unwrap_or(0))
            .map(|network| {
                let own = worth.pairs.iter().filter(|one| one.network == network);
                let sums = WorthTotals::of(&own.collect::<Vec<_>>(), size);
                PlayerFit {
                    is_told: sums.pairs.iter().map(|&pairs| pairs >= MIN_PAIRS).collect(),
                    values: sums.means(),
                }
            })
            .collect();
        let sums = WorthTotals::of(&all, size);
        WorthMeans {
            coefficients: PlayerFits::new(sums.coefficients(&all), &by_network),
            pairs: sums.pairs,
        }
    }
}

/// Sums over pairs, by phase and piece.
struct WorthTotals {
    log_odds: Vec<f64>,
    counts: Vec<f64>,
    /// Pairs in which there was one.
    pairs: Vec<u64>,
}

impl WorthTotals {
    fn of(pairs: &[&PairWorth], size: usize) -> WorthTotals {
        let mut all = WorthTotals {
            log_odds: vec![0.0; size],
            counts: vec![0.0; size],
            pairs: vec![0; size],
        };
        for one in pairs {
            for (at, sum) in one.sums.iter().enumerate() {
                all.log_odds[at] += sum.log_odds;
                all.counts[at] += sum.count;
                all.pairs[at] += u64::from(sum.count > 0.0);
            }
        }
        all
    }

    fn means(&self) -> Vec<f64> {
        let both = self.log_odds.iter().zip(&self.counts);
        both.map(|(sum, count)| if *count > 0.0 { sum / count } else { 0.0 })
            .collect()
    }

    /// Ratios of sums over pairs of games, with the covariance of W. G. Cochran (Sampling techniques, 1977, section 9.8).
    fn coefficients(&self, pairs: &[&PairWorth]) -> Coefficients {
        let (values, size) = (self.means(), self.counts.len());
        let mut covariance = DMatrix::<f64>::zeros(size, size);
        for one in pairs {
            let rest: Vec<(usize, f64)> = (one.sums.iter().enumerate())
                .filter(|(_, sum)| sum.count > 0.0)
                .map(|(at, sum)| {
                    let over = sum.log_odds - values[at] * sum.count;
                    (at, over / self.counts[at])
                })
                .collect();
            for &(row, own) in &rest {
                for &(column, other) in &rest {
                    covariance[(row, column)] += own * other;
                }
            }
        }
        let number = pairs.len() as f64;
        covariance *= number / (number - 1.0).max(1.0);
        Coefficients::new(values, covariance, f64::INFINITY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::WorthSum;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// Pairs in which a pawn is worth 0.3 and a rook 1.5 on average, both more where the pair likes pieces, to networks of
    /// which each has a rook worth so much more.
    fn planted(seed: u64, networks: &[f64]) -> WorthSums {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let one = |random: &mut ChaCha8Rng, liking: f64, value: f64| {
            let count = f64::from(random.random_range(1..6_u8));
            let log_odds = value * count + liking * value + random.random_range(-0.3..0.3);
            WorthSum { log_odds, count }
        };
        let pairs = (0..200).map(|pair| {
            let liking = random.random_range(-1.0..1.0);
            let network = pair as usize % networks.len();
            let rook = 1.5 + networks[network];
            let sums = [0.3, rook].map(|value| one(&mut random, liking, value));
            PairWorth {
                pair,
                network,
                sums: sums.repeat(WORTH_PHASES.len()),
            }
        });
        let mut all = WorthSums::new(2, 1);
        all.pairs.extend(pairs);
        all
    }

    /// Intervals of means and of their ratio hold the planted numbers about as often as they say.
    #[test]
    fn planted_values_are_in_their_intervals() {
        let mut held = [0; 2];
        for seed in 0..400 {
            let means = WorthMeans::of(&planted(seed, &[0.0]), 2);
            let (pawn, rook) = (&[(0, 1.0)], &[(1, 1.0)]);
            let ratio = means
                .coefficients
                .ratio(rook, pawn)
                .expect("a pawn is worth something");
            held[0] += u32::from(means.coefficients.sum(rook).covers(1.5));
            held[1] += u32::from(ratio.covers(5.0));
            assert_eq!(means.pairs, [200; 2 * WORTH_PHASES.len()]);
        }
        for held in held {
            assert!((368..=392).contains(&held), "{held} of 400");
        }
    }
    /// With networks of several trainings, intervals hold what trainings come to on average, and not only what these did.
    #[test]
    fn intervals_have_what_trainings_differ_by() {
        let mut random = ChaCha8Rng::seed_from_u64(22);
        let (mut held, mut taken_as_given) = (0, 0);
        for seed in 0..400 {
            let networks: Vec<f64> = (0..4)
                .map(|_| {
                    let parts = (0..12).map(|_| random.random_range(-0.1..0.1));
                    parts.sum()
                })
                .collect();
            let mut worth = planted(seed, &networks);
            let rook = &[(1, 1.0)];
            let means = WorthMeans::of(&worth, 2);
            assert_eq!(means.coefficients.players(), 4);
            held += u32::from(means.coefficients.sum(rook).covers(1.5));
            worth.pairs.iter_mut().for_each(|one| one.network = 0);
            let means = WorthMeans::of(&worth, 2);
            assert_eq!(means.coefficients.players(), 0);
            taken_as_given += u32::from(means.coefficients.sum(rook).covers(1.5));
        }
        assert!((368..=394).contains(&held), "{held} of 400");
        assert!(taken_as_given < 300, "{taken_as_given} of 400");
    }
}
