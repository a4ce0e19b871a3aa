//! Piece values to a network: the log-odds that it loses when a piece is removed.

use super::{
    FittedPieces, Joint, Method, MethodValues, PieceGames, PlayerFit, PlayerFits, turns_note,
    value_rows,
};
use crate::dataset::{NETWORK_PHASES, NetworkPairSums, NetworkSums, Wanted};
use crate::row::{LOG_ODDS, MIN_PAIRS, Row, RowCondition, Subject, Warning};
use nalgebra::DMatrix;
use tradewind_engine::rules::PieceType;
use tradewind_stats::coefficients::Coefficients;

const NAME: &str = "network";

const CONDITIONS: [RowCondition; NETWORK_PHASES.len()] = [
    RowCondition::All,
    RowCondition::StandardPhase,
    RowCondition::Middlegame,
    RowCondition::Endgame,
];

/// Values by removing pieces from the input of a network.
pub(crate) const METHOD: Method = Method {
    name: NAME,
    quantity: "network over all positions",
    wanted: Wanted::level_positions,
    estimate,
};

fn estimate(games: &PieceGames<'_>) -> Result<Option<MethodValues>, String> {
    let detail = games.positions.and_then(|samples| samples.detail.as_ref());
    let network = detail.and_then(|detail| detail.network.as_ref());
    // A condensed file may have kept the material alone.
    let network = network.filter(|network| network.has_values());
    let (Some(samples), Some(network)) = (games.positions, network) else {
        return Ok(None);
    };
    let means = NetworkMeans::of(network, samples.pieces.len());
    let mut found = MethodValues::default();
    let mut sums = Vec::new();
    let size = samples.pieces.len();
    for (phase, condition) in CONDITIONS.into_iter().enumerate() {
        let first = phase * size;
        let single = |column: usize| vec![(first + column, 1.0)];
        let fitted = FittedPieces {
            method: NAME,
            games,
            pieces: &samples.pieces,
            coefficients: means.coefficients.clone(),
            first,
            penalty_share: vec![0.0; size],
            pairs: means.pairs[first..first + size].to_vec(),
            played: samples.games,
        };
        let units = [Some(games.unit), games.second_unit];
        let units = units.map(|piece| fitted.clear(piece, &single));
        for (column, &piece) in samples.pieces.iter().enumerate() {
            let about = (Subject::piece(games.spec, piece), &condition);
            let (mut row, values) = fitted.sum(about, column, &single(column), &single);
            let used = [Some(column)].into_iter().chain(units).flatten();
            let used: Vec<(usize, f64)> = used.flat_map(single).collect();
            let has_interval = means.coefficients.has_players(&used);
            row.warning = row.warning.or_else(|| match means.coefficients.players() {
                0 => Some(Warning::OneTraining),
                _ => (!has_interval).then_some(Warning::FewPairs),
            });
            if row.warning.is_none() {
                sums.push((condition.clone(), piece, single(column)));
            }
            let rows = value_rows(games, (row, values)).into_iter();
            found.rows.extend(rows.map(|row| {
                if has_interval {
                    row
                } else {
                    row.without_interval()
                }
            }));
        }
    }
    found
        .rows
        .extend(square_rows(games, &samples.pieces, network));
    if !sums.is_empty() {
        found.joints.push(Joint {
            method: NAME,
            coefficients: means.coefficients,
            sums,
        });
    }
    let note = "Network: the decrease of its log-odds when a piece is removed, in sampled positions of the games.";
    found.notes.push(match turns_note(network.networks.len()) {
        Some(turns) => format!("{note} {turns} Values on single squares have no intervals."),
        None => format!(
            "{note} One training run: values have no intervals, because training variance is unknown \
             (`--replicates 3` or more gives intervals)."
        ),
    });
    Ok(Some(found))
}

/// The values of pieces by square, in log-odds and without intervals; squares with few pairs are
/// omitted.
fn square_rows(games: &PieceGames<'_>, pieces: &[PieceType], network: &NetworkSums) -> Vec<Row> {
    let spec = games.spec;
    let board = spec.geometry();
    let sums = network.by_square.chunks(board.squares());
    let by_piece = pieces.iter().zip(sums);
    let rows = by_piece.flat_map(|(&piece, sums)| {
        let known = board
            .all()
            .zip(sums)
            .filter(|(_, sums)| sums.pairs() >= MIN_PAIRS);
        known
            .map(|(square, sums)| {
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

struct NetworkMeans {
    /// Over all pairs and, where several networks take turns, over those of each.
    coefficients: PlayerFits,
    pairs: Vec<u64>,
}

impl NetworkMeans {
    /// Means over the positions of all pairs of games, and over those of each network.
    fn of(network: &NetworkSums, pieces: usize) -> NetworkMeans {
        let networks = &network.networks;
        let fit = |sums: &NetworkPairSums| PlayerFit {
            is_determined: sums.pairs.iter().map(|&pairs| pairs >= MIN_PAIRS).collect(),
            values: means(sums),
        };
        let by_network: Vec<PlayerFit> = networks.iter().map(fit).collect();
        let mut all = NetworkPairSums::new(NETWORK_PHASES.len() * pieces);
        networks.iter().for_each(|sums| all.join(sums));
        let several: &[PlayerFit] = if networks.len() > 1 { &by_network } else { &[] };
        NetworkMeans {
            coefficients: PlayerFits::new(coefficients(&all), several),
            pairs: all.pairs,
        }
    }
}

fn means(sums: &NetworkPairSums) -> Vec<f64> {
    let means = sums.sums.iter().map(|total| total.mean().unwrap_or(0.0));
    means.collect()
}

/// Ratios of sums over pairs of games, with the covariance of W. G. Cochran (*Sampling Techniques*,
/// 1977, section 9.8).
fn coefficients(sums: &NetworkPairSums) -> Coefficients {
    let (values, size) = (means(sums), sums.sums.len());
    let [odds, both, counts] = &sums.products;
    let count = |at: usize| sums.sums[at].weight;
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
    use tradewind_stats::Total;
    /// Pairs in which a pawn has the value 0.3 and a rook 1.5 on average, both more where the pair's
    /// offset is positive, to networks with an offset each for the rook.
    fn planted(seed: u64, networks: &[f64]) -> NetworkSums {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let one = |random: &mut ChaCha8Rng, liking: f64, value: f64| {
            let count = f64::from(random.random_range(1..6_u8));
            let log_odds = value * count + liking * value + random.random_range(-0.3..0.3);
            Total {
                sum: log_odds,
                weight: count,
            }
        };
        let mut all = NetworkSums::new(2, 1);
        for pair in 0..200 {
            let liking = random.random_range(-1.0..1.0);
            let network = pair as usize % networks.len();
            let rook = 1.5 + networks[network];
            let sums = [0.3, rook].map(|value| one(&mut random, liking, value));
            all.add_pair(pair, network, &sums.repeat(NETWORK_PHASES.len()));
        }
        all.close_last();
        all
    }

    /// Intervals of means and of their ratio have their stated coverage.
    #[test]
    fn planted_values_are_in_their_intervals() {
        let mut held = [0; 2];
        for seed in 0..400 {
            let means = NetworkMeans::of(&planted(seed, &[0.0]), 2);
            let (pawn, rook) = (&[(0, 1.0)], &[(1, 1.0)]);
            let ratio = means
                .coefficients
                .ratio(rook, pawn)
                .expect("a pawn is worth something");
            held[0] += u32::from(means.coefficients.sum(rook).covers(1.5));
            held[1] += u32::from(ratio.covers(5.0));
            assert_eq!(means.pairs, [200; 2 * NETWORK_PHASES.len()]);
        }
        for held in held {
            assert!((368..=392).contains(&held), "{held} of 400");
        }
    }

    /// With networks of several training runs, intervals cover the mean over training runs.
    #[test]
    fn intervals_include_training_variance() {
        let mut random = ChaCha8Rng::seed_from_u64(22);
        let (mut held, mut held_if_fixed) = (0, 0);
        for seed in 0..400 {
            let networks: Vec<f64> = (0..4)
                .map(|_| {
                    let parts = (0..12).map(|_| random.random_range(-0.1..0.1));
                    parts.sum()
                })
                .collect();
            let network = planted(seed, &networks);
            let rook = &[(1, 1.0)];
            let means = NetworkMeans::of(&network, 2);
            assert_eq!(means.coefficients.players(), 4);
            held += u32::from(means.coefficients.sum(rook).covers(1.5));
            // As if there were one network.
            let mut all = NetworkPairSums::new(NETWORK_PHASES.len() * 2);
            network.networks.iter().for_each(|sums| all.join(sums));
            let means = coefficients(&all);
            held_if_fixed += u32::from(means.sum(rook).covers(1.5));
        }
        assert!((368..=394).contains(&held), "{held} of 400");
        assert!(held_if_fixed < 300, "{held_if_fixed} of 400");
    }
}
