//! Comparisons of rule sets: metrics of games whose answers are known, a rule set against itself, and
//! differences of known size.

use super::played::of_games;
use super::simulation::{by_length, normal, uniform};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use statrs::distribution::{ContinuousCDF, Normal};
use std::collections::BTreeMap;
use tradewind_analysis::compare::Design;
use tradewind_analysis::dataset::{GameFeatures, Wanted};
use tradewind_analysis::leads::{CrossFitted, Leads, decided};
use tradewind_analysis::metric::{GameSample, Metric};
use tradewind_engine::{Color, Ending, Rules};
use tradewind_selfplay::record::{GameRecord, GameResult, Termination};
use tradewind_stats::{Contrast, Mean, MeanSums, WeightedMean};

pub fn record(rules: &Rules, start: Option<&str>, moves: &str, result: GameResult) -> GameRecord {
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
        depths: None,
        times: None,
        note: String::new(),
    };
    let mut play = record.begin(rules).expect("a start");
    for text in moves.split(' ') {
        play.play_unchecked(play.find(text).unwrap_or_else(|| panic!("{text}")));
    }
    if play.over().is_none() {
        record.end = Termination::Unfinished;
    }
    record
}

fn number(metric: &Metric, features: &GameFeatures, rules: &Rules) -> Option<f64> {
    metric.of(GameSample {
        features: Some(features),
        ..GameSample::new(&features.outcome, rules.spec())
    })
}

/// The fool's mate: 20, 20, 19 and 30 legal moves; 32 squares of the start and four more.
#[test]
fn a_short_game_has_known_metrics() {
    let rules = Rules::load("chess", &[]).expect("chess");
    let mate = record(
        &rules,
        None,
        "f2f3 e7e5 g2g4 d8h4",
        GameResult::win(Color::Black),
    );
    let features = GameFeatures::of(&mate, &rules, 7).expect("it can be played");
    assert_eq!(features.outcome.pair, 7);
    let ended = |end| Metric::Ending(Termination::Rules(end));
    for (metric, expected) in [
        (Metric::FirstPlayer, Some(0.0)),
        (Metric::Decisive, Some(1.0)),
        (Metric::Draws, Some(0.0)),
        (Metric::Unfinished, Some(0.0)),
        (Metric::Length, Some(4.0)),
        (ended(Ending::Checkmate), Some(1.0)),
        (ended(Ending::Stalemate), Some(0.0)),
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
        assert_eq!(number(&metric, &features, &rules), expected, "{metric:?}");
    }
}

/// A capture that promotes on ply 1, then a king takes back: two captures in two plies, of 5 pieces 3
/// are left.
#[test]
fn captures_and_promotions_are_counted_by_piece() {
    let rules = Rules::load("chess", &[]).expect("chess");
    let start = "1,n,k,5/P,7/8/8/8/8/8/4,K,2,R w - 0";
    let both = record(&rules, Some(start), "a7b8=Q c8b8", GameResult::Unfinished);
    let features = GameFeatures::of(&both, &rules, 0).expect("it can be played");
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
            number(&metric, &features, &rules),
            Some(expected),
            "{metric:?}"
        );
    }
    for (metric, result, expected) in [
        (Metric::FirstWith(text("Q")), GameResult::White, Some(1.0)),
        (Metric::FirstWith(text("Q")), GameResult::Black, Some(0.0)),
        (Metric::FirstWith(text("Q")), GameResult::Unfinished, None),
        (Metric::FirstWith(text("R")), GameResult::White, None),
        // White has three pieces to one after the first ply.
        (Metric::AheadAtHalf, GameResult::White, Some(1.0)),
        (Metric::AheadAtHalf, GameResult::Black, Some(0.0)),
        (Metric::AheadAtHalf, GameResult::Unfinished, None),
        (Metric::FirstPlayer, GameResult::Unfinished, None),
    ] {
        let record = record(&rules, Some(start), "a7b8=Q c8b8", result);
        let features = GameFeatures::of(&record, &rules, 0).expect("it can be played");
        assert_eq!(number(&metric, &features, &rules), expected, "{metric:?}");
    }
}

/// A relay, an igui and captures of several pieces at once, by piece.
#[test]
fn powers_are_counted_by_piece() {
    let relay = "k,8,p/10/10/10/10/6,De,P,2/10/10/10/9,K w - 0";
    let leaper = "10/1,k,8/10/10/1,L,p,1,p,5/10/10/10/8,K,1/10 w - 0";
    let by = |name, piece: &str| Metric::UseBy(name, piece.to_string());
    let captures = Metric::CapturesBy("L".to_string());
    for (rules, start, moves, metric, expected) in [
        ("scirocco-2009", relay, "h5f5", Metric::Use("relay"), 1.0),
        ("scirocco-2009", relay, "h5f5", by("relay", "De"), 1.0),
        ("scirocco-2009", relay, "h5f5", by("relay", "Ha"), 0.0),
        ("scirocco-2009", relay, "h5f5", Metric::Use("igui"), 0.0),
        (
            "rococo",
            leaper,
            "a5e5xb5xd5",
            Metric::MultipleCaptures,
            1.0,
        ),
        ("rococo", leaper, "a5e5xb5xd5", captures, 2.0),
        ("rococo", leaper, "a5e5xb5xd5", by("long-leap", "L"), 1.0),
    ] {
        let rules = Rules::load(rules, &[]).expect("a rule set");
        let record = record(&rules, Some(start), moves, GameResult::Unfinished);
        let features = GameFeatures::of(&record, &rules, 0).expect("it can be played");
        let found = number(&metric, &features, &rules);
        assert_eq!(found, Some(expected), "{metric:?}");
    }
}

/// A contrast of weighted means, each with players of its own, in one setting.
fn contrast<'m>(parts: impl IntoIterator<Item = (f64, &'m Mean)>) -> Contrast {
    let parts = parts.into_iter().enumerate();
    let parts = parts.map(|(players, (weight, mean))| WeightedMean {
        weight,
        mean,
        players,
        setting: 0,
    });
    Contrast::of(&parts.collect::<Vec<_>>())
}

/// One mean minus another, each with players of its own.
fn difference(one: &Mean, other: &Mean) -> Contrast {
    contrast([(1.0, one), (-1.0, other)])
}

/// The z-score, the value and whether the interval covers 0. Games of a pair are correlated, and pairs of
/// both rule sets may share their opening.
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
                let number = opening + normal(random) + shift;
                let value = if is_share {
                    f64::from(u8::from(number > 0.4))
                } else {
                    number
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
    (
        found.z.unwrap_or(0.0),
        found.estimate.value,
        found.estimate.covers(0.0),
    )
}

/// Without a difference, the error rate is as stated; for matched openings or not, means and shares.
#[test]
fn the_error_rate_is_as_stated() {
    let trials = by_length(10_000, 2_000);
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
                // 5 % with sampling error, and 60 pairs.
                assert!(
                    (0.035..0.070).contains(&share),
                    "{what} {is_share} {is_matched}: {share}"
                );
            }
        }
    }
}

/// Rule sets without a difference, each played by several players: where players are a sample, the error
/// rate is as stated; where they are fixed, it is far higher.
#[test]
fn differences_between_players_are_not_differences_of_rules() {
    let trials = by_length(10_000, 2_000);
    let mut random = ChaCha8Rng::seed_from_u64(13);
    for (players, deviation) in [(3, 0.0), (3, 0.5), (5, 0.5)] {
        let (mut as_sample, mut as_fixed) = (0, 0);
        for _ in 0..trials {
            let rules = [0, 1].map(|_| {
                let skills: Vec<f64> = (0..players)
                    .map(|_| deviation * normal(&mut random))
                    .collect();
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
            as_fixed += u32::from(is_seen(1));
        }
        let [as_sample, as_fixed] =
            [as_sample, as_fixed].map(|count| f64::from(count) / f64::from(trials));
        let case = format!("{players} {deviation}: {as_sample} {as_fixed}");
        assert!((0.02..0.07).contains(&as_sample), "{case}");
        assert_eq!(as_fixed > 0.3, deviation > 0.0, "{case}");
    }
}

/// A difference of known size is found with the power that its size and error predict.
#[test]
fn a_planted_difference_is_found_with_the_predicted_power() {
    let trials = by_length(6_000, 1_500);
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

/// Rule sets whose difference varies between settings, two players by three opening policies, with
/// mean 0: the error rate is as stated where settings are a sample, and far higher where they are
/// fixed.
#[test]
fn differences_between_settings_are_in_the_interval() {
    let trials = 2_000;
    let mut random = ChaCha8Rng::seed_from_u64(14);
    for deviation in [0.0, 0.5] {
        let (mut as_sample, mut as_fixed) = (0, 0);
        for _ in 0..trials {
            let games = [0, 1].map(|_| {
                let shifts: Vec<f64> = (0..3).map(|_| deviation * normal(&mut random)).collect();
                [0.0, 1.0].map(|rules| {
                    let games = (0..2 * 90).map(|game| {
                        let shift = rules * shifts[(game / 2 % 3) as usize];
                        (game / 2, shift + normal(&mut random))
                    });
                    games.collect::<Vec<(u64, f64)>>()
                })
            });
            let is_seen = |openings: usize| {
                let means = games.each_ref().map(|both| {
                    both.each_ref().map(|games| {
                        let mut sums = MeanSums::new([1, openings]);
                        for &(pair, number) in games {
                            sums.add(pair, number, [0, pair as usize % openings]);
                        }
                        sums.mean(false).expect("pairs")
                    })
                });
                let parts = means.iter().enumerate().flat_map(|(setting, both)| {
                    let parts = [-0.5, 0.5].into_iter().zip(both).enumerate();
                    parts.map(move |(players, (weight, mean))| WeightedMean {
                        weight,
                        mean,
                        players,
                        setting,
                    })
                });
                let found = Contrast::of(&parts.collect::<Vec<_>>());
                let is_out = !found.estimate.covers(0.0);
                assert_eq!(is_out, found.z.is_some_and(|z| z.abs() > 1.959_964));
                is_out
            };
            as_sample += u32::from(is_seen(3));
            as_fixed += u32::from(is_seen(1));
        }
        let [as_sample, as_fixed] =
            [as_sample, as_fixed].map(|count| f64::from(count) / f64::from(trials));
        let case = format!("{deviation}: {as_sample} {as_fixed}");
        // The wider of two intervals: without a deviation it is slightly conservative.
        assert!((0.015..0.065).contains(&as_sample), "{case}");
        assert_eq!(as_fixed > 0.2, deviation > 0.0, "{case}");
    }
}

/// In a design of two factors, main effects and an interaction are separated.
#[test]
fn a_planted_interaction_is_separated_from_main_effects() {
    let mut random = ChaCha8Rng::seed_from_u64(13);
    let level = |one: &str, two: &str| {
        let levels = [("a", one), ("b", two)];
        let levels = levels.map(|(factor, level)| (factor.to_string(), level.to_string()));
        (format!("{one}{two}"), BTreeMap::from(levels))
    };
    let cells = [("0", "0"), ("0", "1"), ("1", "0"), ("1", "1")].map(|(a, b)| level(a, b));
    // 3 for a, 1 for b, and 2 more for both.
    let truth = [0.0, 1.0, 3.0, 6.0];
    let means = truth.map(|truth| {
        let games = (0..4_000).map(|pair| (pair, truth + uniform(&mut random) - 0.5));
        Mean::of(games, false).expect("pairs")
    });
    let effects = Design::of(&cells).effects();
    for (effect, expected) in effects.iter().zip([4.0, 2.0, 2.0]) {
        let found = contrast(effect.weights.iter().copied().zip(&means)).estimate;
        assert!(found.covers(expected), "{}: {found:?}", effect.name);
        assert!(found.high - found.low < 0.1);
    }
}

/// Games of a rule set against other games of the same rule set: a significant difference among all
/// metrics, after correction, is seen in at most one comparison in twenty.
#[test]
fn a_rule_set_does_not_differ_from_itself() {
    let comparisons: u64 = by_length(200, 50);
    const PAIRS: u64 = 40;
    let text = format!(
        "name = \"null\"\nseed = 4\npairs = {}\nply_cap = 150\n[rules]\nid = \"shatranj\"\n[player]\n\
         nodes = 4\n[opening]\nplies = 8\n[record]\nevaluations = true\n",
        2 * PAIRS * comparisons
    );
    let wanted = |_: &_, _| Wanted {
        features: 2 * PAIRS * comparisons,
        ..Wanted::default()
    };
    let all = of_games(&text, wanted, |games| games.pairings[0].features.clone());
    let rules = Rules::load("shatranj", &[]).expect("a rule set");
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
        // As in a comparison of the two halves.
        let halves = [0, 1].map(|which| {
            let own: Vec<GameFeatures> = all.iter().filter(half(which)).cloned().collect();
            let resampled = (0..20).map(|draw| CrossFitted::resampled(&own, draw));
            let calibrations: Vec<CrossFitted> = CrossFitted::of(&own)
                .into_iter()
                .chain(resampled.flatten())
                .collect();
            (own, calibrations)
        });
        let thresholds = halves.iter().flat_map(|(own, calibrations)| {
            let leads = own
                .iter()
                .filter_map(|rules| Leads::of(rules, &calibrations.first()?.leads(rules)));
            leads.filter_map(|leads| leads.threshold)
        });
        let thresholds: Vec<f64> = thresholds.collect();
        let threshold = thresholds.iter().sum::<f64>() / thresholds.len().max(1) as f64;
        let mut smallest: f64 = 1.0;
        for metric in &metrics {
            let mean = |which: usize| {
                let (own, calibrations) = &halves[which];
                let by = |calibration: Option<&CrossFitted>| {
                    let numbers = own.iter().filter_map(|features| {
                        let path = calibration.map_or_else(Vec::new, |found| found.leads(features));
                        let leads = Leads::of(features, &path);
                        let sample = GameSample {
                            features: Some(features),
                            leads: leads.as_ref(),
                            decided: decided(features, &path, threshold),
                            ..GameSample::new(&features.outcome, rules.spec())
                        };
                        Some((features.outcome.pair, metric.of(sample)?))
                    });
                    Mean::of(numbers, metric.is_share())
                };
                let mean = by(calibrations.first())?;
                if !metric.is_of_leads() {
                    return Some(mean).filter(Mean::is_comparable);
                }
                let resampled = calibrations
                    .iter()
                    .skip(1)
                    .filter_map(|resampled| by(Some(resampled)));
                let resampled: Vec<f64> = resampled.map(|mean| mean.estimate.value).collect();
                let centre = resampled.iter().sum::<f64>() / resampled.len() as f64;
                let squares: f64 = resampled.iter().map(|one| (one - centre).powi(2)).sum();
                let variance = squares / (resampled.len() as f64 - 1.0);
                Some(mean.with_further_variance(variance)).filter(Mean::is_comparable)
            };
            if let (Some(one), Some(other)) = (mean(0), mean(1)) {
                let z = difference(&one, &other).z.unwrap_or(0.0);
                let p = 2.0 * Normal::standard().sf(z.abs());
                single += u32::from(p < 0.05);
                tests += 1;
                smallest = smallest.min(p);
            }
        }
        whole += u32::from(smallest * (metrics.len() as f64) < 0.05);
    }
    let share = f64::from(single) / f64::from(tests);
    assert!((0.02..0.085).contains(&share), "{single} of {tests} tests");
    // At most 5 %, with sampling error.
    assert!(
        f64::from(whole) < 0.05 * comparisons as f64 + 3.0 * (0.05 * comparisons as f64).sqrt(),
        "{whole}"
    );
}
