//! Comparisons of rule sets: metrics of games whose answers are known, a rule set against itself, and
//! differences of known size.

use super::simulation::{normal, uniform};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use statrs::distribution::{ContinuousCDF, Normal};
use std::collections::BTreeMap;
use std::path::Path;
use tradewind_analysis::calibration::CrossFitted;
use tradewind_analysis::compare::Design;
use tradewind_analysis::dataset::{self, GameFeatures, Wanted};
use tradewind_analysis::leads::{Leads, decided};
use tradewind_analysis::metric::{GameSample, Metric};
use tradewind_engine::{Color, Ending, Game};
use tradewind_selfplay::experiment::Experiment;
use tradewind_selfplay::record::archive::Archive;
use tradewind_selfplay::record::{GameRecord, GameResult, Termination};
use tradewind_selfplay::run::{Control, Executor, play};
use tradewind_stats::{Contrast, Mean, MeanSums, Part};

/// Whether to take the larger numbers.
fn is_long() -> bool {
    std::env::var_os("TRADEWIND_LONG").is_some()
}

pub fn record(game: &Game, start: Option<&str>, moves: &str, result: GameResult) -> GameRecord {
    let mut record = GameRecord {
        number: 0,
        rules: 0,
        players: [0, 0],
        array: 0,
        odds: None,
        start: start.map(str::to_string),
        opening_plies: 0,
        plies: moves.split(' ').count() as u32,
        result,
        end: Termination::Rules(Ending::Checkmate),
        moves: moves.to_string(),
        evaluations: None,
        times: None,
        note: String::new(),
    };
    let mut play = record.begin(game).expect("a start");
    for text in moves.split(' ') {
        play.play_unchecked(play.find(text).unwrap_or_else(|| panic!("{text}")));
    }
    if play.over().is_none() {
        record.end = Termination::Unfinished;
    }
    record
}

fn number(metric: &Metric, features: &GameFeatures, game: &Game) -> Option<f64> {
    metric.of(GameSample {
        outcome: &features.outcome,
        features: Some(features),
        is_turned: false,
        leads: None,
        decided: None,
        spec: game.spec(),
    })
}

/// The fool's mate: 20, 20, 19 and 30 legal moves; 32 squares of the start and four more.
#[test]
fn a_short_game_has_known_metrics() {
    let game = Game::load("chess", &[]).expect("chess");
    let mate = record(
        &game,
        None,
        "f2f3 e7e5 g2g4 d8h4",
        GameResult::win(Color::Black),
    );
    let features = GameFeatures::of(&mate, &game, 7).expect("it can be played");
    assert_eq!(features.outcome.pair, 7);
    for (metric, expected) in [
        (Metric::FirstPlayer, Some(0.0)),
        (Metric::Decisive, Some(1.0)),
        (Metric::Draws, Some(0.0)),
        (Metric::Unfinished, Some(0.0)),
        (Metric::Length, Some(4.0)),
        (
            Metric::Ending(Termination::Rules(Ending::Checkmate)),
            Some(1.0),
        ),
        (
            Metric::Ending(Termination::Rules(Ending::Stalemate)),
            Some(0.0),
        ),
        (Metric::Branching, Some(22.25)),
        (Metric::Coverage, Some(36.0 / 64.0)),
        (Metric::Captures, Some(0.0)),
        (Metric::FirstPromotion, None),
        (Metric::LeftAtEnd, Some(1.0)),
        (Metric::AheadAtHalf, None),
        (Metric::SkillGap, Some(0.0)),
        (Metric::CapturesBy("Q".to_string()), Some(0.0)),
        (Metric::CapturesBy("X".to_string()), None),
    ] {
        assert_eq!(number(&metric, &features, &game), expected, "{metric:?}");
    }
}

/// A capture that promotes on ply 1, then a king takes back: two captures in two plies, of 5 pieces 3
/// are left.
#[test]
fn captures_and_promotions_are_counted_by_piece() {
    let game = Game::load("chess", &[]).expect("chess");
    let start = "1,n,k,5/P,7/8/8/8/8/8/4,K,2,R w - 0";
    let both = record(&game, Some(start), "a7b8=Q c8b8", GameResult::Unfinished);
    let features = GameFeatures::of(&both, &game, 0).expect("it can be played");
    let text = |name: &str| name.to_string();
    for (metric, expected) in [
        (Metric::Captures, 2.0),
        (Metric::CaptureRate, 1.0),
        (Metric::EarlyCaptures, 2.0),
        (Metric::MultipleCaptures, 0.0),
        (Metric::Promotions, 1.0),
        (Metric::FirstPromotion, 1.0),
        (Metric::PromotionsOf(text("P")), 1.0),
        (Metric::Appears(text("Q")), 1.0),
        (Metric::Appears(text("R")), 0.0),
        (Metric::CapturesBy(text("P")), 1.0),
        (Metric::CapturesBy(text("K")), 1.0),
        (Metric::LossesOf(text("N")), 1.0),
        (Metric::LossesOf(text("Q")), 1.0),
        (Metric::LeftAtEnd, 3.0 / 5.0),
        (Metric::Unfinished, 1.0),
        (Metric::SkillGap, 0.5),
    ] {
        assert_eq!(
            number(&metric, &features, &game),
            Some(expected),
            "{metric:?}"
        );
    }
    let won = |metric: &Metric, result| {
        let record = record(&game, Some(start), "a7b8=Q c8b8", result);
        let features = GameFeatures::of(&record, &game, 0).expect("it can be played");
        number(metric, &features, &game)
    };
    let first_with = |piece: &str, result| won(&Metric::FirstWith(text(piece)), result);
    assert_eq!(first_with("Q", GameResult::White), Some(1.0));
    assert_eq!(first_with("Q", GameResult::Black), Some(0.0));
    assert_eq!(first_with("Q", GameResult::Unfinished), None);
    assert_eq!(first_with("R", GameResult::White), None);
    // White has three pieces to one after the first ply.
    assert_eq!(won(&Metric::AheadAtHalf, GameResult::White), Some(1.0));
    assert_eq!(won(&Metric::AheadAtHalf, GameResult::Black), Some(0.0));
    assert_eq!(won(&Metric::AheadAtHalf, GameResult::Unfinished), None);
    assert_eq!(number(&Metric::FirstPlayer, &features, &game), None);
}

/// A relay, an igui and captures of several pieces at once, by piece.
#[test]
fn powers_are_counted_by_piece() {
    let told = |rules: &str, start: &str, moves: &str, metric: &Metric| {
        let game = Game::load(rules, &[]).expect("a rule set");
        let record = record(&game, Some(start), moves, GameResult::Unfinished);
        let features = GameFeatures::of(&record, &game, 0).expect("it can be played");
        number(metric, &features, &game)
    };
    let relay = "k,8,p/10/10/10/10/6,De,P,2/10/10/10/9,K w - 0";
    let by = |name, piece: &str| Metric::UseBy(name, piece.to_string());
    let one = |metric: &Metric| told("scirocco-2009", relay, "h5f5", metric);
    assert_eq!(one(&Metric::Use("relay")), Some(1.0));
    assert_eq!(one(&by("relay", "De")), Some(1.0));
    assert_eq!(one(&by("relay", "Ha")), Some(0.0));
    assert_eq!(one(&Metric::Use("igui")), Some(0.0));
    let leaper = "10/1,k,8/10/10/1,L,p,1,p,5/10/10/10/8,K,1/10 w - 0";
    let two = |metric: &Metric| told("rococo", leaper, "a5e5xb5xd5", metric);
    assert_eq!(two(&Metric::MultipleCaptures), Some(1.0));
    assert_eq!(two(&Metric::CapturesBy("L".to_string())), Some(2.0));
    assert_eq!(two(&by("long-leap", "L")), Some(1.0));
}

/// One mean less another, each of players of its own.
fn difference(one: &Mean, other: &Mean) -> Contrast {
    let part = |weight, mean, played_by| Part {
        weight,
        mean,
        played_by,
        setting: 0,
    };
    Contrast::of(&[part(1.0, one, 0), part(-1.0, other, 1)])
}

/// Games of a pair share their luck, and pairs of both rule sets share their opening.
fn simulated(
    random: &mut ChaCha8Rng,
    pairs: u64,
    shift: f64,
    is_share: bool,
    is_matched: bool,
) -> (f64, f64, bool) {
    let openings: Vec<f64> = (0..pairs).map(|_| normal(random)).collect();
    let games = |random: &mut ChaCha8Rng, shift: f64, is_own: bool| {
        let mut all = Vec::new();
        for pair in 0..pairs {
            let opening = if is_own || !is_matched {
                normal(random)
            } else {
                openings[pair as usize]
            };
            for _ in 0..2 {
                let luck = opening + normal(random) + shift;
                let value = if is_share {
                    f64::from(u8::from(luck > 0.4))
                } else {
                    luck
                };
                let number = if is_matched {
                    pair
                } else {
                    pair + u64::from(is_own) * pairs
                };
                all.push((number, value));
            }
        }
        all
    };
    let one = games(random, 0.0, !is_matched);
    let other = games(random, shift, false);
    let [one, other] =
        [one, other].map(|games| Mean::of(games.into_iter(), is_share).expect("pairs"));
    let found = difference(&other, &one);
    let covers = |truth: f64| found.estimate.low <= truth && truth <= found.estimate.high;
    (found.z.unwrap_or(0.0), found.estimate.value, covers(0.0))
}

/// Where there is no difference, one is seen as often as is said; matched openings or not, means and
/// shares.
#[test]
fn nothing_is_seen_where_there_is_nothing() {
    let trials = if is_long() { 10_000 } else { 2_000 };
    let mut random = ChaCha8Rng::seed_from_u64(11);
    for is_share in [false, true] {
        for is_matched in [false, true] {
            let (mut rejected, mut uncovered) = (0, 0);
            for _ in 0..trials {
                let (z, _, covers) = simulated(&mut random, 60, 0.0, is_share, is_matched);
                rejected += u32::from(z.abs() > 1.96);
                uncovered += u32::from(!covers);
            }
            for (what, count) in [("test", rejected), ("interval", uncovered)] {
                let share = f64::from(count) / f64::from(trials);
                // 5 %, and what luck and 60 pairs allow for.
                assert!(
                    (0.035..0.070).contains(&share),
                    "{what} {is_share} {is_matched}: {share}"
                );
            }
        }
    }
}

/// Rule sets that differ in nothing, each played by some players whose games differ: where players are a sample, a
/// difference is seen as often as is said; where they are taken as given, far more often.
#[test]
fn what_players_differ_by_is_no_difference_of_rules() {
    let trials = if is_long() { 10_000 } else { 2_000 };
    let mut random = ChaCha8Rng::seed_from_u64(13);
    for (players, spread) in [(3, 0.0), (3, 0.5), (5, 0.5)] {
        let (mut as_sample, mut as_given) = (0, 0);
        for _ in 0..trials {
            let rules = [0, 1].map(|_| {
                let skills: Vec<f64> = (0..players).map(|_| spread * normal(&mut random)).collect();
                let games: Vec<(u64, f64)> = (0..2 * 90)
                    .map(|game| {
                        let own = skills[(game / 2 % players) as usize];
                        (game / 2, own + normal(&mut random))
                    })
                    .collect();
                games
            });
            let is_seen = |count: u64| {
                let means = rules.each_ref().map(|games| {
                    let mut sums = MeanSums::new([count as usize, 1]);
                    (games.iter()).for_each(|&(pair, number)| {
                        sums.add(pair, number, [(pair % count) as usize, 0])
                    });
                    sums.mean(false).expect("pairs")
                });
                difference(&means[1], &means[0])
                    .z
                    .is_some_and(|z| z.abs() > 1.96)
            };
            as_sample += u32::from(is_seen(players));
            as_given += u32::from(is_seen(1));
        }
        let [as_sample, as_given] =
            [as_sample, as_given].map(|count| f64::from(count) / f64::from(trials));
        assert!(
            (0.02..0.07).contains(&as_sample),
            "{players} {spread}: {as_sample}"
        );
        assert_eq!(
            as_given > 0.3,
            spread > 0.0,
            "{players} {spread}: {as_given}"
        );
    }
}

/// A difference of known size is found as often as its size and the error predict.
#[test]
fn a_planted_difference_is_found_with_the_predicted_power() {
    let trials = if is_long() { 6_000 } else { 1_500 };
    let mut random = ChaCha8Rng::seed_from_u64(12);
    for (pairs, shift, is_matched) in [(60, 0.35, false), (60, 0.25, true), (150, 0.3, false)] {
        // Of one mean: the variance of a pair's mean is 1 of the opening and ½ of its two games.
        let of_opening = if is_matched { 0.0 } else { 1.0 };
        let error = (2.0 * (of_opening + 0.5) / pairs as f64).sqrt();
        let normal = Normal::standard();
        let predicted = normal.sf(1.96 - shift / error) + normal.cdf(-1.96 - shift / error);
        let mut found = 0;
        let mut sum = 0.0;
        for _ in 0..trials {
            let (z, value, _) = simulated(&mut random, pairs, shift, false, is_matched);
            found += u32::from(z.abs() > 1.96);
            sum += value;
        }
        let power = f64::from(found) / f64::from(trials);
        assert!(
            (power - predicted).abs() < 0.045,
            "{pairs}, {shift}: {power}, not {predicted}"
        );
        assert!((sum / f64::from(trials) - shift).abs() < 0.03);
    }
}

/// In a design of two factors, an effect of each and an interaction are told apart.
#[test]
fn a_planted_interaction_is_told_from_main_effects() {
    let mut random = ChaCha8Rng::seed_from_u64(13);
    let level = |one: &str, two: &str| {
        let levels = [("a", one), ("b", two)];
        let levels = levels.map(|(factor, level)| (factor.to_string(), level.to_string()));
        (format!("{one}{two}"), BTreeMap::from(levels))
    };
    let cells = [
        level("0", "0"),
        level("0", "1"),
        level("1", "0"),
        level("1", "1"),
    ];
    // 3 for a, 1 for b, and 2 more for both.
    let truth = [0.0, 1.0, 3.0, 6.0];
    let means = truth.map(|truth| {
        let games = (0..4_000).map(|pair| (pair, truth + uniform(&mut random) - 0.5));
        Mean::of(games, false).expect("pairs")
    });
    let effects = Design::of(&cells).effects();
    for (effect, expected) in effects.iter().zip([4.0, 2.0, 2.0]) {
        let parts = effect.weights.iter().zip(&means).enumerate();
        let parts: Vec<Part<'_>> = parts
            .map(|(played_by, (&weight, mean))| Part {
                weight,
                mean,
                played_by,
                setting: 0,
            })
            .collect();
        let found = Contrast::of(&parts).estimate;
        assert!(
            found.low <= expected && expected <= found.high,
            "{}: {found:?}",
            effect.name
        );
        assert!(found.high - found.low < 0.1);
    }
}

/// Real games of a rule set against other games of the same rule set: among all metrics a difference
/// beyond chance, corrected for their number, is seen in no more than one comparison in twenty.
#[test]
fn a_rule_set_does_not_differ_from_itself() {
    let comparisons: u64 = if is_long() { 200 } else { 50 };
    const PAIRS: u64 = 40;
    let text = format!(
        "name = \"null\"\nseed = 4\npairs = {}\nply_cap = 150\n[rules]\nid = \"shatranj\"\n[player]\n\
         nodes = 4\n[opening]\nplies = 8\n[record]\nevaluations = true\n",
        2 * PAIRS * comparisons
    );
    let experiment = Experiment::parse("null.toml", text, Path::new(""));
    let experiment = experiment.unwrap_or_else(|fault| panic!("{fault}"));
    let folder = tempfile::tempdir().expect("a folder");
    let archive = Archive::new(&experiment, folder.path());
    play(
        &archive,
        0..experiment.all_pairs(),
        &Control::new(&Executor::default()),
        &|_| {},
    )
    .expect("it plays");
    let wanted = |_| Wanted {
        features: 2 * PAIRS * comparisons,
        ..Wanted::default()
    };
    let mut read = dataset::read(&archive, wanted, |_| Ok(())).expect("games");
    let all = read.pairings.remove(0).features;
    let game = &experiment.rules[0].game;
    let metrics = [
        Metric::FirstPlayer,
        Metric::Draws,
        Metric::Unfinished,
        Metric::Length,
        Metric::Branching,
        Metric::Coverage,
        Metric::Captures,
        Metric::CaptureRate,
        Metric::EarlyCaptures,
        Metric::Promotions,
        Metric::LeftAtEnd,
        Metric::LeadChanges,
        Metric::Swing,
        Metric::Drama,
        Metric::Threshold,
        Metric::Decided,
        Metric::Comebacks,
    ];
    let (mut single, mut tests, mut whole) = (0, 0, 0);
    for comparison in 0..comparisons {
        let half = |which: u64| {
            let first = (2 * comparison + which) * PAIRS;
            move |features: &&GameFeatures| (first..first + PAIRS).contains(&features.outcome.pair)
        };
        // As a comparison of the two halves has it.
        let halves = [0, 1].map(|which| {
            let own: Vec<GameFeatures> = all.iter().filter(half(which)).cloned().collect();
            let drawn = (0..20).map(|draw| CrossFitted::resampled(&own, draw));
            let calibrations: Vec<CrossFitted> = CrossFitted::of(&own)
                .into_iter()
                .chain(drawn.flatten())
                .collect();
            (own, calibrations)
        });
        let thresholds = halves.iter().flat_map(|(own, calibrations)| {
            let leads = own
                .iter()
                .filter_map(|game| Leads::of(game, &calibrations.first()?.leads(game)));
            leads.filter_map(|leads| leads.threshold)
        });
        let thresholds: Vec<f64> = thresholds.collect();
        let threshold = thresholds.iter().sum::<f64>() / thresholds.len().max(1) as f64;
        let mut least: f64 = 1.0;
        for metric in &metrics {
            let mean = |which: usize| {
                let (own, calibrations) = &halves[which];
                let by = |calibration: Option<&CrossFitted>| {
                    let numbers = own.iter().filter_map(|features| {
                        let path = calibration.map_or_else(Vec::new, |found| found.leads(features));
                        let leads = Leads::of(features, &path);
                        let sample = GameSample {
                            outcome: &features.outcome,
                            features: Some(features),
                            is_turned: false,
                            leads: leads.as_ref(),
                            decided: decided(features, &path, threshold),
                            spec: game.spec(),
                        };
                        Some((features.outcome.pair, metric.of(sample)?))
                    });
                    Mean::of(numbers, metric.is_share())
                };
                let mean = by(calibrations.first())?;
                if !metric.is_of_leads() {
                    return Some(mean).filter(Mean::is_comparable);
                }
                let drawn = calibrations
                    .iter()
                    .skip(1)
                    .filter_map(|drawn| by(Some(drawn)));
                let drawn: Vec<f64> = drawn.map(|mean| mean.estimate.value).collect();
                let centre = drawn.iter().sum::<f64>() / drawn.len() as f64;
                let squares: f64 = drawn.iter().map(|one| (one - centre).powi(2)).sum();
                let variance = squares / (drawn.len() as f64 - 1.0);
                Some(mean.with_further_variance(variance)).filter(Mean::is_comparable)
            };
            if let (Some(one), Some(other)) = (mean(0), mean(1)) {
                let z = difference(&one, &other).z.unwrap_or(0.0);
                let chance = 2.0 * Normal::standard().sf(z.abs());
                single += u32::from(chance < 0.05);
                tests += 1;
                least = least.min(chance);
            }
        }
        whole += u32::from(least * (metrics.len() as f64) < 0.05);
    }
    let share = f64::from(single) / f64::from(tests);
    assert!((0.02..0.085).contains(&share), "{single} of {tests} tests");
    // At most 5 %, and what luck allows for beyond that.
    assert!(
        f64::from(whole) < 0.05 * comparisons as f64 + 3.0 * (0.05 * comparisons as f64).sqrt(),
        "{whole}"
    );
}
