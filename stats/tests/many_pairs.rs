//! A regression by the rows of some pairs and a summary of the others equals one by all rows.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tradewind_stats::bootstrap::bootstrap;
use tradewind_stats::regression::{fit, sandwich};
use tradewind_stats::{BootstrapOptions, ChosenPairs, FitOptions, PairSummary, Samples, logistic};

/// Pairs of games whose positions share an offset: a pawn is worth 0.3, a rook 1.5, a queen is rare.
fn played(pairs: std::ops::Range<u64>, seed: u64) -> Samples {
    let names = ["Pawn", "Rook", "Queen"].map(str::to_string);
    let mut samples = Samples::new(names.to_vec()).expect("names");
    for pair in pairs {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(pair);
        let liking: f64 = random.random_range(-1.0..1.0);
        for _ in 0..2 {
            let queen = i8::from(random.random_range(0..10) == 0);
            let counts: [i8; 3] = [
                random.random_range(-2..=2),
                random.random_range(-1..=1),
                queen,
            ];
            let log_odds = 0.1
                + liking
                + 0.3 * f64::from(counts[0])
                + 1.5 * f64::from(counts[1])
                + 2.5 * f64::from(counts[2]);
            let wins = random.random::<f64>() < logistic(log_odds);
            let result = f32::from(u8::from(wins));
            for _ in 0..4 {
                let mut now = counts;
                now[0] += random.random_range(-1..=1);
                samples
                    .push_weighted(pair, result, 0.25, &now)
                    .expect("a row");
            }
        }
    }
    samples
}

/// The rows of the first pairs, and a summary of the others in parts, each with the fit to all before
/// it as its centre.
fn summed_up(pairs: u64, kept: u64, seed: u64) -> (Samples, PairSummary) {
    let first = played(0..kept, seed);
    let mut summary = PairSummary::new(3);
    let mut from = kept;
    while from < pairs {
        let to = (2 * from).min(pairs);
        let chosen = ChosenPairs::from(&first).with_summary(Some(&summary));
        let centre = fit(chosen, &FitOptions::default())
            .expect("a fit")
            .solution();
        let part = played(from..to, seed);
        summary.join(&ChosenPairs::from(&part).summed_up(&centre));
        from = to;
    }
    (first, summary)
}

/// The difference is far within the error of either.
#[test]
fn a_summary_equals_its_rows() {
    let options = FitOptions::default();
    for seed in 0..5 {
        let all = played(0..60_000, seed);
        let whole = fit(&all, &options).expect("a fit");
        let by_rows = sandwich(&all, &whole);
        let (first, summary) = summed_up(60_000, 12_000, seed);
        let chosen = ChosenPairs::from(&first).with_summary(Some(&summary));
        assert_eq!(chosen.pair_count(), 60_000);
        assert_eq!(chosen.row_count(), all.row_count());
        assert_eq!(chosen.support(), all.support(None));
        let short = fit(chosen.clone(), &options).expect("a fit");
        let by_summary = sandwich(chosen.clone(), &short);
        let replicates = BootstrapOptions {
            replicates: 200,
            seed: 1,
        };
        let resampled = bootstrap(chosen, &short, &options, &replicates).expect("replicates");
        for at in 0..4 {
            let [one, other] = [&by_rows, &by_summary].map(|known| known.sum(&[(at, 1.0)]));
            let width = one.high - one.low;
            assert!(
                (one.value - other.value).abs() < 0.05 * width,
                "{at}: {one:?} {other:?}"
            );
            let ratio = (other.high - other.low) / width;
            assert!((0.95..1.05).contains(&ratio), "{at}: {ratio}");
            let drawn = resampled
                .interval(&short, |values| values[at])
                .expect("an interval");
            let ratio = (drawn.high - drawn.low) / width;
            assert!((0.8..1.25).contains(&ratio), "{at}: {ratio}");
        }
    }
}

/// The exact centre matters little; that it is near the solution does.
#[test]
fn a_far_centre_is_worse() {
    let options = FitOptions::default();
    let all = played(0..8_000, 9);
    let whole = fit(&all, &options).expect("a fit").solution();
    let short = |centre: &[f64]| {
        let later = played(500..8_000, 9);
        let summary = ChosenPairs::from(&later).summed_up(centre);
        let first = played(0..500, 9);
        let chosen = ChosenPairs::from(&first).with_summary(Some(&summary));
        let found = fit(chosen, &options).expect("a fit").solution();
        (found[2] - whole[2]).abs()
    };
    let near: Vec<f64> = whole.iter().map(|value| value + 0.05).collect();
    assert!(short(&near) < 0.01, "{}", short(&near));
    assert!(short(&[0.0; 4]) > 5.0 * short(&near));
}
