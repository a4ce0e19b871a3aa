//! Leads by their formulas, and the calibration of evaluations with known answers.

use super::comparison::record;
use super::simulation::{by_length, uniform};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use tradewind_analysis::dataset::{GameFeatures, GameOutcome};
use tradewind_analysis::leads::{CrossFitted, Leads, MIN_LEAD, decided};
use tradewind_engine::{Color, Rules};
use tradewind_selfplay::record::GameResult;

fn features_with(evaluations: &[i16], score: f64) -> GameFeatures {
    let rules = Rules::load("chess", &[]).expect("chess");
    let mate = record(
        &rules,
        None,
        "f2f3 e7e5 g2g4 d8h4",
        GameResult::win(Color::Black),
    );
    let mut features = GameFeatures::of(&mate, &rules, 0).expect("it can be played");
    features.outcome.result = match score {
        1.0 => GameResult::White,
        0.5 => GameResult::Draw,
        _ => GameResult::Black,
    };
    features.counts.evaluations = evaluations.to_vec();
    features
}

#[test]
fn leads_follow_the_formulas() {
    let path = [0.5, 0.5, -0.5, -0.5, 0.5];
    let won = features_with(&[], 1.0);
    let leads = Leads::of(&won, &path).expect("evaluations");
    let near = |found: Option<f64>, expected: f64| {
        let found = found.expect("a number");
        assert!((found - expected).abs() < 1e-9, "{found}, not {expected}");
    };
    near(Some(leads.changes), 2.0);
    near(Some(leads.swing), 0.5);
    near(leads.drama, 0.5_f64.sqrt());
    near(leads.threshold, 0.5);
    near(leads.comeback, 1.0);
    near(decided(&won, &path, 0.4), 0.2);
    near(decided(&won, &path, 0.6), 0.0);
    // The loser saw the opposite.
    let lost = features_with(&[], 0.0);
    let leads = Leads::of(&lost, &path).expect("evaluations");
    near(leads.comeback, 0.0);
    near(decided(&lost, &path, 0.4), 0.0);
    // Very small leads do not count as changes of the side.
    let small = 0.5 * MIN_LEAD;
    let level = features_with(&[], 0.5);
    let leads = Leads::of(&level, &[small, -small, small]).expect("evaluations");
    assert_eq!(
        (leads.changes, leads.drama, leads.threshold),
        (0.0, None, None)
    );
    assert_eq!(Leads::of(&level, &[0.3]), None);
}

/// Games with one evaluation each, whose results follow a scale.
fn games_of_scale(random: &mut ChaCha8Rng, count: u64, scale: f64) -> Vec<GameFeatures> {
    let game = |pair| {
        let evaluation = (uniform(random) - 0.5) * 1_200.0;
        let wins = uniform(random) < 1.0 / (1.0 + (-evaluation / scale).exp());
        let mut features = features_with(&[evaluation as i16], f64::from(u8::from(wins)));
        features.outcome.pair = pair;
        features
    };
    (0..count).map(game).collect()
}

/// The scale of evaluations is recovered, whatever it is.
#[test]
fn the_scale_of_evaluations_is_recovered() {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    for truth in [80.0, 160.0, 400.0] {
        let games = games_of_scale(&mut random, 8_000, truth);
        let found = CrossFitted::of(&games).expect("a calibration");
        let mut off = 0.0;
        let evaluations = (-500..=500).step_by(50);
        for evaluation in evaluations.clone() {
            let lead = found.leads(&features_with(&[evaluation], 0.5))[0];
            let expected = (f64::from(evaluation) / (2.0 * truth)).tanh();
            assert!(
                (lead - expected).abs() < 0.2,
                "{truth}, {evaluation}: {lead}"
            );
            off += (lead - expected).abs();
        }
        assert!(off / (evaluations.count() as f64) < 0.05, "{truth}: {off}");
    }
    let blind: Vec<GameFeatures> = (0..100)
        .map(|at| GameFeatures {
            outcome: GameOutcome {
                pair: at,
                ..features_with(&[], f64::from(at as u32 / 2 % 2)).outcome
            },
            ..features_with(&[0, 0], 0.5)
        })
        .collect();
    assert_eq!(
        CrossFitted::of(&blind),
        None,
        "evaluations that tell nothing"
    );
}

/// The standard deviation over resamples is that over new games.
#[test]
fn the_error_of_a_calibration_is_known() {
    let mut random = ChaCha8Rng::seed_from_u64(4);
    let probe = features_with(&[150], 0.5);
    let lead = |found: Option<CrossFitted>| found.expect("a calibration").leads(&probe)[0];
    let deviation = |leads: Vec<f64>| {
        let mean = leads.iter().sum::<f64>() / leads.len() as f64;
        let squares: f64 = leads.iter().map(|one| (one - mean).powi(2)).sum();
        (squares / (leads.len() - 1) as f64).sqrt()
    };
    let (mut new, mut resampled) = (Vec::new(), Vec::new());
    for _ in 0..by_length(60, 24) {
        let games = games_of_scale(&mut random, 600, 200.0);
        new.push(lead(CrossFitted::of(&games)));
        let leads = (0..20).map(|draw| lead(CrossFitted::resampled(&games, draw)));
        resampled.push(deviation(leads.collect()));
    }
    let resampled = resampled.iter().sum::<f64>() / resampled.len() as f64;
    let ratio = resampled / deviation(new);
    assert!((0.65..1.6).contains(&ratio), "{ratio}");
}
