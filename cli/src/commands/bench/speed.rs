//! The speed of move generation, searches and games on this machine.

use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use serde::Serialize;
use std::time::{Duration, Instant};
use tradewind_engine::evaluation::Weights;
use tradewind_engine::rules::RuleError;
use tradewind_engine::search::{Limits, Score, Searcher};
use tradewind_engine::{PositionError, Rules};

/// One measurement, on one thread.
#[derive(Clone, Debug, Serialize)]
pub struct Speed {
    /// The rule set.
    pub rules: String,
    /// The task that was measured.
    pub work: String,
    /// Number of units.
    pub count: u64,
    /// The unit of `count`.
    pub unit: &'static str,
    /// The maximum of `count`, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<u64>,
    /// Time in seconds.
    pub seconds: f64,
}

impl Speed {
    /// Millions of units per second.
    pub fn millions_per_second(&self) -> f64 {
        self.count as f64 / self.seconds / 1e6
    }
}

/// Rule sets, depths of a perft of their first arrays, and node counts known from elsewhere.
const PERFTS: &[(&str, u32, Option<u64>)] = &[
    ("chess", 6, Some(119_060_324)),
    ("shatranj", 6, Some(19_864_709)),
    ("scirocco-2009", 5, Some(7_561_209)),
    ("scirocco-2001", 5, None),
    ("scirocco-1999", 5, None),
    ("scirocco-jocly", 4, None),
    ("hashishin-wazir", 4, None),
    ("hashishin-any", 4, None),
    ("hashishin-homeward", 4, None),
    ("typhoon", 3, Some(60_762)),
    ("rococo", 4, None),
];

/// Rule sets and search depths. The number of nodes is a fingerprint of the search: it changes when
/// the search or the evaluation changes, and is the same on every machine.
const SEARCHES: &[(&str, u32)] = &[
    ("chess", 10),
    ("shatranj", 11),
    ("scirocco-2009", 8),
    ("scirocco-jocly", 7),
    ("hashishin-any", 9),
    ("typhoon", 7),
    ("rococo", 8),
];

/// Numbers of random plies before each search.
const SEARCHED_PLIES: [u32; 4] = [0, 10, 20, 40];

/// Time of random games of one rule set.
const RANDOM_TIME: Duration = Duration::from_secs(1);
/// Maximum number of plies of a random game.
const RANDOM_CAP: u32 = 4_000;

/// Positions with forced mates; its comments explain the format.
const SUITE: &str = include_str!("../../../../data/suites/chess-mates.txt");
/// Nodes of a search for mate.
const MATE_NODES: u64 = 10_000;

/// Why speeds could not be measured.
#[derive(Debug, thiserror::Error)]
pub enum SpeedError {
    /// A rule set cannot be loaded.
    #[error(transparent)]
    Rules(#[from] RuleError),
    /// A position of the suite is invalid.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A rule set has no array.
    #[error("{0} has no starting array")]
    NoArray(String),
    /// A perft is wrong.
    #[error("perft {depth} of {rules} is {found}, must be {expected}: this program is broken")]
    Wrong {
        /// The rule set.
        rules: String,
        /// The depth.
        depth: u32,
        /// The count.
        found: u64,
        /// The correct count.
        expected: u64,
    },
}

/// Measures everything; calls `report` after each measurement.
///
/// # Errors
/// A rule set cannot be loaded, or a perft is wrong.
pub fn measure(mut report: impl FnMut(&Speed)) -> Result<Vec<Speed>, SpeedError> {
    let mut speeds = Vec::new();
    for &(rules, depth, expected) in PERFTS {
        let speed = perft(rules, depth, expected)?;
        report(&speed);
        speeds.push(speed);
    }
    for &(rules, depth) in SEARCHES {
        let speed = search(rules, depth)?;
        report(&speed);
        speeds.push(speed);
    }
    for &(rules, ..) in PERFTS {
        for speed in random_games(rules)? {
            report(&speed);
            speeds.push(speed);
        }
    }
    let speed = mates()?;
    report(&speed);
    speeds.push(speed);
    Ok(speeds)
}

/// The searches of [`measure`]: their nodes are the signature of the search and the evaluation.
///
/// # Errors
/// A rule set cannot be loaded.
pub fn signature() -> Result<Vec<Speed>, SpeedError> {
    let searches = SEARCHES.iter();
    searches
        .map(|&(rules, depth)| search(rules, depth))
        .collect()
}

/// Checks that the shortest of those searches has the nodes of the known signature.
///
/// # Errors
/// It has not: this build is damaged, or this machine computes differently.
pub fn canary() -> anyhow::Result<()> {
    const RULES: &str = "scirocco-jocly";
    let &(rules, depth) = (SEARCHES.iter().find(|search| search.0 == RULES)).expect("it is listed");
    let found = search(rules, depth)?;
    let line = format!("{} {} {}", found.rules, found.work, found.count);
    if tradewind_engine::searches().any(|known| known == line) {
        return Ok(());
    }
    anyhow::bail!(
        "this program does not search correctly on this machine ({line}): its games would differ; rebuild it"
    )
}

fn perft(rules: &str, depth: u32, expected: Option<u64>) -> Result<Speed, SpeedError> {
    let game = start(rules)?;
    game.perft(depth.saturating_sub(1));
    let begin = Instant::now();
    let found = game.perft(depth);
    let seconds = begin.elapsed().as_secs_f64();
    match expected.filter(|&expected| expected != found) {
        Some(expected) => Err(SpeedError::Wrong {
            rules: rules.to_string(),
            depth,
            found,
            expected,
        }),
        None => Ok(Speed {
            rules: rules.to_string(),
            work: format!("perft {depth}"),
            count: found,
            unit: "nodes",
            of: None,
            seconds,
        }),
    }
}

/// Searches positions of a random game to a depth, with the weights that follow from the rules, so
/// that the count does not depend on the program's weights.
fn search(id: &str, depth: u32) -> Result<Speed, SpeedError> {
    let mut play = start(id)?;
    let rules = Rules::load(id, &[])?;
    let mut random = ChaCha8Rng::seed_from_u64(2);
    let limits = Limits {
        depth: Some(depth),
        ..Limits::default()
    };
    let mut searcher = Searcher::new(&rules, &Weights::starting(rules.spec()), 16.0);
    let (mut nodes, mut seconds) = (0, 0.0);
    for plies in SEARCHED_PLIES {
        while play.ply() < plies {
            let Some(&one) = play.legal_moves().choose(&mut random) else {
                break;
            };
            play.play_unchecked(one);
        }
        searcher.clear();
        let found = searcher.search(&play, &limits, |_| {});
        nodes += found.nodes;
        seconds += found.time.as_secs_f64();
    }
    Ok(Speed {
        rules: id.to_string(),
        work: format!("search {depth}"),
        count: nodes,
        unit: "nodes",
        of: None,
        seconds,
    })
}

/// Plays games of uniformly random legal moves.
fn random_games(rules: &str) -> Result<[Speed; 2], SpeedError> {
    let start = start(rules)?;
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let (mut games, mut moves) = (0, 0);
    let begin = Instant::now();
    while begin.elapsed() < RANDOM_TIME {
        let mut play = start.clone();
        while play.over().is_none() && play.ply() < RANDOM_CAP {
            let Some(&one) = play.legal_moves().choose(&mut random) else {
                break;
            };
            play.play_unchecked(one);
        }
        games += 1;
        moves += u64::from(play.ply());
    }
    let seconds = begin.elapsed().as_secs_f64();
    let speed = |count, unit| Speed {
        rules: rules.to_string(),
        work: "random games".to_string(),
        count,
        unit,
        of: None,
        seconds,
    };
    Ok([speed(moves, "moves"), speed(games, "games")])
}

fn start(id: &str) -> Result<tradewind_engine::Game, SpeedError> {
    let rules = Rules::load(id, &[])?;
    let first = rules.spec().array_numbers().first().copied();
    let play = first.and_then(|first| rules.start(first));
    play.ok_or_else(|| SpeedError::NoArray(id.to_string()))
}

/// Searches every position of the suite, and counts the mates that the search announces.
fn mates() -> Result<Speed, SpeedError> {
    let rules = Rules::load("chess", &[])?;
    let mut searcher = Searcher::new(&rules, &Weights::of(rules.spec()), 16.0);
    let limits = Limits {
        nodes: Some(MATE_NODES),
        ..Limits::default()
    };
    let begin = Instant::now();
    let (mut seen, mut all) = (0, 0);
    for position in suite() {
        let play = rules.parse(position)?;
        searcher.clear();
        let found = searcher.search(&play, &limits, |_| {});
        seen += u64::from(matches!(found.score, Score::Wins(_)));
        all += 1;
    }
    Ok(Speed {
        rules: "chess".to_string(),
        work: format!("mates, {MATE_NODES} nodes"),
        count: seen,
        unit: "mates",
        of: Some(all),
        seconds: begin.elapsed().as_secs_f64(),
    })
}

/// The positions of the suite, without the number of moves to mate.
fn suite() -> impl Iterator<Item = &'static str> {
    let lines = SUITE.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| Some(line.split_once(' ')?.1))
}
