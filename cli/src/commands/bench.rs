//! `tradewind bench`: the speed of move generation, searches and games on this machine.

use super::place;
use crate::message;
use anyhow::{bail, ensure};
use clap::Args;
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use serde::Serialize;
use std::io::Write;
use std::time::{Duration, Instant};
use tradewind_engine::evaluation::Weights;
use tradewind_engine::search::{Limits, Score, Searcher};
use tradewind_engine::{Game, Rules};

#[derive(Debug, Args)]
pub struct BenchArguments {
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Print only the nodes of the searches and their sum, which are the same on every machine and
    /// change with the search and the evaluation
    #[arg(long, conflicts_with = "json")]
    pub signature: bool,
}

/// One measurement, on one thread.
#[derive(Serialize)]
struct Speed {
    rules: String,
    /// The task that was measured.
    work: String,
    /// Number of units.
    count: u64,
    unit: &'static str,
    /// The maximum of `count`, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    of: Option<u64>,
    seconds: f64,
}

fn speed(rules: &str, work: String, count: u64, unit: &'static str, seconds: f64) -> Speed {
    Speed {
        rules: rules.to_string(),
        work,
        count,
        unit,
        of: None,
        seconds,
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

/// The work of a search.
const SEARCH: &str = "search";

/// Numbers of random plies before each search.
const SEARCHED_PLIES: [u32; 4] = [0, 10, 20, 40];

/// Time of random games of one rule set.
const RANDOM_TIME: Duration = Duration::from_secs(1);
/// Maximum number of plies of a random game.
const RANDOM_CAP: u32 = 4_000;

/// Positions with forced mates; its comments explain the format.
const SUITE: &str = include_str!("../../../data/suites/chess-mates.txt");
/// Nodes of a search for mate.
const MATE_NODES: u64 = 10_000;

pub fn run(arguments: &BenchArguments) -> anyhow::Result<()> {
    let mut out = message::out();
    if arguments.signature {
        let mut total = 0;
        let searches = SEARCHES.iter().map(|&(rules, depth)| search(rules, depth));
        for search in searches.collect::<anyhow::Result<Vec<_>>>()? {
            writeln!(out, "{} {} {}", search.rules, search.work, search.count)?;
            total += search.count;
        }
        writeln!(out, "total {total}")?;
        return Ok(());
    }
    if arguments.json {
        let mut speeds = Vec::new();
        measure(|speed| speeds.push(speed))?;
        writeln!(out, "{}", serde_json::to_string_pretty(&speeds)?)?;
        return Ok(());
    }
    writeln!(
        out,
        "{:<20} {:<14} {:>12} {:>9} {:>22}",
        "rules", "work", "count", "seconds", "speed, one thread"
    )?;
    let mut written = Ok(());
    let (mut nodes, mut seconds) = (0, 0.0);
    measure(|speed| {
        if speed.work.starts_with(SEARCH) {
            nodes += speed.count;
            seconds += speed.seconds;
        }
        let line = writeln!(
            out,
            "{:<20} {:<14} {:>12} {:>9.3} {:>22}",
            speed.rules,
            speed.work,
            speed.count,
            speed.seconds,
            rate(&speed)
        );
        if written.is_ok() {
            written = line.and_then(|()| out.flush());
        }
    })?;
    written?;
    // The line that OpenBench reads.
    writeln!(out, "{nodes} nodes {:.0} nps", nodes as f64 / seconds)?;
    Ok(())
}

fn rate(speed: &Speed) -> String {
    if let Some(all) = speed.of {
        return format!("{:.1} % of {all}", 100.0 * speed.count as f64 / all as f64);
    }
    match speed.count as f64 / speed.seconds / 1e6 {
        millions if millions >= 0.1 => format!("{millions:.2} M {}/s", speed.unit),
        millions => format!("{:.0} {}/s", millions * 1e6, speed.unit),
    }
}

/// Measures everything; calls `report` after each measurement.
fn measure(mut report: impl FnMut(Speed)) -> anyhow::Result<()> {
    for &(rules, depth, expected) in PERFTS {
        report(perft(rules, depth, expected)?);
    }
    for &(rules, depth) in SEARCHES {
        report(search(rules, depth)?);
    }
    for &(rules, ..) in PERFTS {
        random_games(rules)?.into_iter().for_each(&mut report);
    }
    report(mates()?);
    Ok(())
}

/// Checks that the shortest of the searches has the nodes of the known signature.
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
    bail!(
        "this program does not search correctly on this machine ({line}): its games would differ; rebuild it"
    )
}

fn perft(rules: &str, depth: u32, expected: Option<u64>) -> anyhow::Result<Speed> {
    let (_, game) = start(rules)?;
    game.perft(depth.saturating_sub(1));
    let begin = Instant::now();
    let found = game.perft(depth);
    let seconds = begin.elapsed().as_secs_f64();
    if let Some(expected) = expected {
        ensure!(
            expected == found,
            "perft {depth} of {rules} is {found}, must be {expected}: this program is broken"
        );
    }
    Ok(speed(
        rules,
        format!("perft {depth}"),
        found,
        "nodes",
        seconds,
    ))
}

/// Searches positions of a random game to a depth, with the weights that follow from the rules, so
/// that the count does not depend on the program's weights.
fn search(id: &str, depth: u32) -> anyhow::Result<Speed> {
    let (rules, mut play) = start(id)?;
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
    Ok(speed(
        id,
        format!("{SEARCH} {depth}"),
        nodes,
        "nodes",
        seconds,
    ))
}

/// Plays games of uniformly random legal moves.
fn random_games(rules: &str) -> anyhow::Result<[Speed; 2]> {
    let (_, start) = start(rules)?;
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
    Ok([(moves, "moves"), (games, "games")]
        .map(|(count, unit)| speed(rules, "random games".to_string(), count, unit, seconds)))
}

/// A rule set and its first array.
fn start(id: &str) -> anyhow::Result<(Rules, Game)> {
    let rules = Rules::load(id, &[])?;
    let (_, game) = place::start(&rules, id, None)?;
    Ok((rules, game))
}

/// Searches every position of the suite, and counts the mates that the search announces.
fn mates() -> anyhow::Result<Speed> {
    let rules = Rules::load("chess", &[])?;
    let mut searcher = Searcher::new(&rules, &Weights::of(rules.spec()), 16.0);
    let limits = Limits {
        nodes: Some(MATE_NODES),
        ..Limits::default()
    };
    let begin = Instant::now();
    let (mut seen, mut all) = (0, 0);
    for line in SUITE.lines().filter(|line| !line.starts_with('#')) {
        // The number of moves to mate stands before the position.
        let Some((_, position)) = line.split_once(' ') else {
            continue;
        };
        let play = rules.parse(position)?;
        searcher.clear();
        let found = searcher.search(&play, &limits, |_| {});
        seen += u64::from(matches!(found.score, Score::Wins(_)));
        all += 1;
    }
    let work = format!("mates, {MATE_NODES} nodes");
    let seconds = begin.elapsed().as_secs_f64();
    Ok(Speed {
        of: Some(all),
        ..speed("chess", work, seen, "mates", seconds)
    })
}
