//! What pieces are worth to a network: what its log-odds lose when they are taken off.

use super::{
    Joint, Method, MethodValues, PieceGames, PlayerFit, PlayerFits, ValueEstimate, turns_note,
};
use crate::dataset::{PairWorths, WORTH_PHASES, Wanted, WorthSum, WorthSums};
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

    fn quantity(&self) -> &'static str {
        "network over all positions"
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
                let asked = [Some(at), unit, second].into_iter().flatten();
                let asked: Vec<(usize, f64)> = asked.map(|at| (at, 1.0)).collect();
                let has_interval = means.coefficients.has_players(&asked);
                let warning = Warning::of_value(means.pairs[at], MIN_PAIRS, 0.0);
                let warning = warning.or_else(|| match means.coefficients.players() {
                    0 => Some(Warning::OneTraining),
                    _ => (!has_interval).then_some(Warning::FewPairs),
                });
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
                let rows = value.rows(NAME, games).into_iter();
                found.rows.extend(rows.map(|row| match has_interval {
                    true => row,
                    false => row.without_interval(),
                }));
            }
        }
        found
            .rows
            .extend(square_rows(games, &samples.pieces, worth));
        if !sums.is_empty() {
            found.joints.push(Joint {
                method: NAME,
                coefficients: means.coefficients,
                sums,
            });
        }
        let told = "Network: by how much the log-odds of the learned evaluation fall when a piece is taken off, in drawn \
                    positions of the games.";
        found.notes.push(match turns_note(worth.networks().len()) {
            Some(turns) => format!("{told} {turns} Values on single squares have no intervals."),
            None => format!(
                "{told} One training: values have no intervals, as the error of sampling positions leaves out by how much \
                 trainings differ (`--replicates 3` or more gives intervals)."
            ),
        });
        Ok(Some(found))
    }
}

/// The values of pieces by square, in log-odds and without intervals; nothing of squares on which one stood in few pairs.
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
            .without_interval()
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
        let networks = worth.networks();
        let fit = |sums: &PairWorths| PlayerFit {
            is_told: sums.pairs.iter().map(|&pairs| pairs >= MIN_PAIRS).collect(),
            values: means(sums),
        };
        let by_network: Vec<PlayerFit> = networks.iter().map(fit).collect();
        let mut all = PairWorths::new(WORTH_PHASES.len() * pieces);
        networks.iter().for_each(|sums| all.join(sums));
        let several: &[PlayerFit] = if networks.len() > 1 { &by_network } else { &[] };
        WorthMeans {
            coefficients: PlayerFits::new(coefficients(&all), several),
            pairs: all.pairs,
        }
    }
}

fn means(sums: &PairWorths) -> Vec<f64> {
    let mean = |sum: &WorthSum| {
        if sum.count > 0.0 {
            sum.log_odds / sum.count
        } else {
            0.0
        }
    };
    sums.sums.iter().map(mean).collect()
}

/// Ratios of sums over pairs of games, with the covariance of W. G. Cochran (Sampling techniques, 1977, section 9.8).
fn coefficients(sums: &PairWorths) -> Coefficients {
    let (values, size) = (means(sums), sums.sums.len());
    let [odds, both, counts] = &sums.products;
    let count = |at: usize| sums.sums[at].count;
    let mut covariance = DMatrix::<f64>::zeros(size, size);
    for row in (0..size).filter(|&row| count(row) > 0.0) {
        for column in (0..size).filter(|&column| count(column) > 0.0) {
            let (one, other) = (values[row], values[column]);
            let over =
                odds[(row, column)] - one * both[(column, row)] - other * both[(row, column)]
                    + one * other * counts[(row, column)];
            covariance[(row, column)] = over / (count(row) * count(column));
        }
    }
    let number = sums.count as f64;
    covariance *= number / (number - 1.0).max(1.0);
    Coefficients::new(values, covariance, f64::INFINITY)
}

#[cfg(test)]
mod tests {
    use super::*;
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
        let mut all = WorthSums::new(2, 1);
        for pair in 0..200 {
            let liking = random.random_range(-1.0..1.0);
            let network = pair as usize % networks.len();
            let rook = 1.5 + networks[network];
            let sums = [0.3, rook].map(|value| one(&mut random, liking, value));
            all.add_pair(pair, network, &sums.repeat(WORTH_PHASES.len()));
        }
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
            let worth = planted(seed, &networks);
            let rook = &[(1, 1.0)];
            let means = WorthMeans::of(&worth, 2);
            assert_eq!(means.coefficients.players(), 4);
            held += u32::from(means.coefficients.sum(rook).covers(1.5));
            // As if one network had been asked.
            let mut all = PairWorths::new(WORTH_PHASES.len() * 2);
            worth.networks().iter().for_each(|sums| all.join(sums));
            let means = coefficients(&all);
            taken_as_given += u32::from(means.sum(rook).covers(1.5));
        }
        assert!((368..=394).contains(&held), "{held} of 400");
        assert!(taken_as_given < 300, "{taken_as_given} of 400");
    }
}
