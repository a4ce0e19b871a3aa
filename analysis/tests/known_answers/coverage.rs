//! Coverage of intervals.
//!
//! With N independent experiments the number of intervals that cover is binomial: of 100 at 95 % with
//! mean 95 and standard deviation 2.2, three of which downwards are 88. Too wide intervals are the
//! lesser fault, and are detected by the pool of all intervals.

use tradewind_analysis::metric::Metric;
use tradewind_analysis::outcomes::{MEAN, outcome_rows};
use tradewind_analysis::row::{RowCondition, Subject};
use tradewind_engine::rules::load;
use tradewind_selfplay::record::Termination;
use tradewind_stats::bootstrap::bootstrap;
use tradewind_stats::regression::{fit, sandwich};
use tradewind_stats::{BootstrapOptions, FitOptions, Samples};

use crate::simulation::{
    FIRST_PLAYER_SCORE, LENGTHS, TERMINATION_SHARES, World, by_length, outcome_games,
};

/// The number of experiments whose intervals cover, by statistic.
pub struct Covered {
    names: Vec<String>,
    counts: Vec<u32>,
    experiments: u32,
}

impl Covered {
    pub fn new(names: Vec<String>, experiments: u32) -> Covered {
        Covered {
            counts: vec![0; names.len()],
            names,
            experiments,
        }
    }

    /// The first move and the values of a world in log-odds, where these have a known truth, then the
    /// values in pawns.
    pub fn of_values(world: &World, has_log_odds: bool, experiments: u32) -> Covered {
        let mut names = Vec::new();
        if has_log_odds {
            names.push("first move".to_owned());
            names.extend(world.names());
        }
        let in_pawns = world.names().into_iter().skip(1);
        names.extend(in_pawns.map(|name| format!("{name} in pawns")));
        Covered::new(names, experiments)
    }

    /// Adds the intervals of an experiment.
    pub fn add(&mut self, covered: Vec<bool>) {
        assert_eq!(covered.len(), self.counts.len());
        for (count, covered) in self.counts.iter_mut().zip(covered) {
            *count += u32::from(covered);
        }
    }

    /// Checks that each statistic is within three standard deviations of 95 % (from below), and the
    /// pool of all within 2.2 percentage points.
    pub fn check(&self) {
        for (name, count) in self.names.iter().zip(&self.counts) {
            println!("{name}: {count} of {}", self.experiments);
        }
        let n = f64::from(self.experiments);
        let min = 0.95 * n - 3.0 * (n * 0.95 * 0.05).sqrt();
        for (name, &count) in self.names.iter().zip(&self.counts) {
            assert!(
                f64::from(count) >= min,
                "{name}: {count} of {n} intervals cover"
            );
        }
        let pool = self.counts.iter().sum::<u32>();
        let share = f64::from(pool) / (n * self.counts.len() as f64);
        assert!(
            (0.928..=0.972).contains(&share),
            "{share} of all intervals cover"
        );
    }
}

/// The coverage of the first move, of log-odds values, and of values in pawns: of bootstrap intervals or,
/// without replicates, of sandwich intervals. With interactions, log-odds are those of an average over
/// them, and only values in pawns have a known truth.
fn regression_coverage(interaction: f64, experiments: u32, replicates: u32) -> Covered {
    let world = World {
        interaction,
        ..World::small()
    };
    let pawn = world.pieces[0].1;
    let is_plain = interaction == 0.0;
    let mut coverage = Covered::of_values(&world, is_plain, experiments);
    for experiment in 0..experiments {
        let samples = world.play(600, 1000 + u64::from(experiment));
        let options = FitOptions::default();
        let fit = fit(&samples, &options).expect("a fit");
        let resampled = (replicates > 0).then(|| {
            let seed = u64::from(experiment);
            let resampling = BootstrapOptions { replicates, seed };
            bootstrap(&samples, &fit, &options, &resampling).expect("a bootstrap")
        });
        let robust = sandwich(&samples, &fit);
        let single = |at: usize| match &resampled {
            Some(resampled) => resampled.interval(&fit, |values| values[at]),
            None => Some(robust.sum(&[(at, 1.0)])),
        };
        let in_pawns = |at: usize| match &resampled {
            Some(resampled) => resampled.interval(&fit, |values| values[at] / values[1]),
            None => robust.ratio(&[(at, 1.0)], &[(1, 1.0)]),
        };
        let mut covered = Vec::new();
        if is_plain {
            covered.push(single(0).expect("an interval").covers(world.first_move));
            for (at, (_, value)) in (1..).zip(&world.pieces) {
                covered.push(single(at).expect("an interval").covers(*value));
            }
        }
        for (at, (_, value)) in (2..).zip(&world.pieces[1..]) {
            let ratio = in_pawns(at).expect("a clear pawn");
            covered.push(ratio.covers(value / pawn));
        }
        coverage.add(covered);
    }
    coverage
}

/// With `TRADEWIND_LONG`, 1000 experiments, where three standard deviations are 2.1 percentage points.
#[test]
fn regression_intervals_cover_the_truth() {
    let short = vec![(0.0, 100, 200), (0.0, 200, 0), (0.8, 200, 0)];
    let long = [(0.0, 400), (0.0, 0), (0.8, 400), (0.8, 0)];
    let long = long.map(|(interaction, replicates)| (interaction, 1000, replicates));
    for (interaction, experiments, replicates) in by_length(long.to_vec(), short) {
        println!("interactions of {interaction}, {replicates} replicates");
        regression_coverage(interaction, experiments, replicates).check();
    }
}

/// Rows as units give intervals that are too narrow, so the pair is the unit; the test above can fail.
#[test]
fn independent_rows_cover_far_less() {
    let world = World::small();
    let mut covered = 0;
    for experiment in 0..100 {
        let mut separate = Samples::new(world.names()).expect("distinct names");
        let mut unit = 0;
        world.play_rows(300, 5000 + experiment, |_, result, differences| {
            separate
                .push(unit, result, differences)
                .expect("a valid row");
            unit += 1;
        });
        let options = FitOptions::default();
        let fit = fit(&separate, &options).expect("a fit");
        let resampling = BootstrapOptions {
            replicates: 200,
            seed: experiment,
        };
        let bootstrap = bootstrap(&separate, &fit, &options, &resampling).expect("a bootstrap");
        let first_move = bootstrap
            .interval(&fit, |values| values[0])
            .expect("replicates");
        covered += u32::from(first_move.covers(world.first_move));
    }
    // Far below the minimum of 88.
    assert!(covered < 80, "{covered} of 100");
}

/// Pair-based intervals of scores, rare and frequent terminations, mean and quantiles of lengths.
#[test]
fn outcome_intervals_cover_the_truth() {
    let experiments = 1000;
    let lengths = f64::from(LENGTHS);
    let of = |metric: Metric| (MEAN, Subject::Metric(metric));
    let length = |method| (method, Subject::Metric(Metric::Length));
    let mut truth = vec![
        (of(Metric::FirstPlayer), 100.0 * FIRST_PLAYER_SCORE),
        (of(Metric::Draws), 20.0),
        (length(MEAN), 20.0 + (lengths - 1.0) / 2.0),
        // The smallest length that is not exceeded with the given probability.
        (length("median"), 20.0 + 0.5 * lengths - 1.0),
        (length("95 % quantile"), 20.0 + 0.95 * lengths - 1.0),
    ];
    truth.extend(TERMINATION_SHARES.map(|(end, share)| {
        let metric = Metric::Ending(Termination::Rules(end));
        (of(metric), 100.0 * share)
    }));
    let names = truth
        .iter()
        .map(|((method, subject), _)| format!("{subject} {method}"));
    let mut covered = Covered::new(names.collect(), experiments);
    let spec = load("shatranj", &[]).expect("a rule set");
    for experiment in 0..experiments {
        let games = outcome_games(200, 0.5, u64::from(experiment));
        let rows = outcome_rows(&games, &spec);
        let covers = truth.iter().map(|((method, subject), value)| {
            let row = rows.iter().find(|row| {
                row.method == *method
                    && row.subject == *subject
                    && row.condition == RowCondition::All
            });
            // A termination that did not occur has no row, which does not count as covering.
            row.and_then(|row| row.estimate())
                .is_some_and(|found| found.covers(*value))
        });
        covered.add(covers.collect());
    }
    covered.check();
}
