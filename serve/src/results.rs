//! What the games of a run say so far: scores with intervals and how they shrank, endings, the test of a match, and two runs
//! side by side.

use crate::runs::{Row, Run};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use tradewind_engine::Color;
use tradewind_selfplay::record::{Termination, first_side};
use tradewind_stats::{Estimate, PairSums, Tally};

/// Maximum number of cells.
const MAX_CELLS: usize = 400;
/// The number of pairs grows by this factor between two points of a path.
const GROWTH: f64 = 1.15;

/// A run for the page.
#[derive(Clone, Debug, Serialize)]
pub struct RunView {
    name: String,
    is_match: bool,
    /// Games of the whole experiment.
    planned: u64,
    played: u64,
    /// When games came in, in seconds since 1970.
    changed: Option<u64>,
    rules: Vec<String>,
    players: Vec<String>,
    /// By rule set: the texts of its pieces.
    pieces: Vec<Vec<String>>,
    cells: Vec<Cell>,
    /// Endings and how many games had them, the most frequent first.
    endings: Vec<(&'static str, u64)>,
    /// The powers that moves used.
    powers: BTreeSet<&'static str>,
    /// Plies of a game: the tenth, half and nine tenths of the games are at most this long.
    lengths: Option<[u32; 3]>,
    plots: Vec<String>,
    /// The results that its process printed.
    printed: Option<String>,
}

/// The games of one rule set, pairing of players and kind of odds.
#[derive(Clone, Debug, Serialize)]
struct Cell {
    rules: usize,
    /// Whose score it is, and against what.
    label: String,
    pairs: u64,
    /// The score in percent with both ends of its 95 % interval.
    score: Option<[f64; 3]>,
    /// The score and its interval after numbers of pairs.
    path: Vec<(u64, [f64; 3])>,
    test: Option<Test>,
}

/// The state of a match.
#[derive(Clone, Debug, Serialize)]
struct Test {
    elo: String,
    /// Pairs by points won: 0, ½, 1, 1½, 2.
    pairs: [u64; 5],
    /// The log-likelihood ratio after numbers of pairs, and where the test ends.
    llr: Vec<(u64, f64)>,
    bounds: Option<[f64; 2]>,
    verdict: Option<&'static str>,
}

/// Two runs side by side.
#[derive(Clone, Debug, Serialize)]
pub struct ComparedRuns {
    sides: [RunView; 2],
    /// What both have.
    rows: Vec<ComparedScore>,
}

/// A score in both runs, in percent with both ends of its 95 % interval, and how far the first is above the second.
#[derive(Clone, Debug, Serialize)]
struct ComparedScore {
    label: String,
    scores: [[f64; 3]; 2],
    difference: [f64; 3],
}

/// Rule set, players and odds.
type Key = (usize, [usize; 2], Option<usize>);

#[derive(Default)]
struct Sums {
    sums: PairSums,
    path: Vec<(u64, [f64; 3])>,
    next: f64,
    tally: Tally,
    llr: Vec<(u64, f64)>,
}

/// What the games of a run say so far.
pub fn run_view(run: &Run) -> RunView {
    let experiment = &run.experiment;
    let mut cells: BTreeMap<Key, Sums> = BTreeMap::new();
    let mut endings: BTreeMap<&'static str, u64> = BTreeMap::new();
    let mut lengths: Vec<u32> = Vec::new();
    let mut powers = BTreeSet::new();
    run.with_rows(|rows| {
        let mut last: Option<&Row> = None;
        for row in rows {
            *endings.entry(row.end.text()).or_default() += 1;
            lengths.push(row.plies);
            powers.extend(&row.powers);
            match last.take().filter(|last| last.number / 2 == row.number / 2) {
                Some(first) => add(run, &mut cells, [first, row]),
                None => last = Some(row),
            }
        }
    });
    let mut endings: Vec<(&'static str, u64)> = endings.into_iter().collect();
    endings.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    lengths.sort_unstable();
    let at = |share: f64| lengths[((lengths.len() - 1) as f64 * share) as usize];
    let cells = cells.into_iter().take(MAX_CELLS);
    RunView {
        name: experiment.name.clone(),
        is_match: experiment.matched.is_some(),
        planned: 2 * experiment.all_pairs(),
        played: lengths.len() as u64,
        changed: run.changed(),
        rules: experiment
            .rules
            .iter()
            .map(|rules| rules.name.clone())
            .collect(),
        players: experiment
            .players
            .iter()
            .map(|player| player.name.clone())
            .collect(),
        pieces: (experiment.rules.iter())
            .map(|rules| {
                let pieces = rules.compiled.spec().pieces.iter();
                pieces.map(|piece| piece.text.clone()).collect()
            })
            .collect(),
        cells: cells.map(|(key, sums)| cell(run, key, sums)).collect(),
        endings,
        powers,
        lengths: (!lengths.is_empty()).then(|| [at(0.1), at(0.5), at(0.9)]),
        plots: run.plots(),
        printed: run.printed(),
    }
}

/// Two runs side by side; their games are independent unless both have the same seed, and then their difference varies less.
pub fn compare_runs(both: [&Run; 2]) -> ComparedRuns {
    let sides = both.map(run_view);
    let [one, other] = &sides;
    let row = |cell: &Cell| {
        let twin = other.cells.iter().find(|twin| twin.label == cell.label)?;
        let scores = [cell.score?, twin.score?];
        let [first, second] = scores.map(|[value, low, high]| Estimate { value, low, high });
        let Estimate { value, low, high } = first.minus(second);
        Some(ComparedScore {
            label: cell.label.clone(),
            scores,
            difference: [value, low, high],
        })
    };
    let rows = one.cells.iter().filter_map(row).collect();
    ComparedRuns { sides, rows }
}

/// Whether the score of a cell is White's: the players do not differ.
fn is_level(run: &Run, (rules, [white, black], odds): Key) -> bool {
    white == black && odds.is_none() && run.experiment.rules[rules].against.is_none()
}

fn add(run: &Run, cells: &mut BTreeMap<Key, Sums>, pair: [&Row; 2]) {
    // The first player of a pair is White in its first game.
    let key = (pair[0].rules, pair[0].players, pair[0].odds);
    let sums = cells.entry(key).or_default();
    let is_level = is_level(run, key);
    let side = |row: &Row| {
        if is_level {
            Color::White
        } else {
            first_side(row.number)
        }
    };
    let is_forfeit = pair.iter().any(|row| row.end == Termination::Forfeit);
    if is_forfeit {
        return;
    }
    let shares = pair.iter().filter_map(|row| row.share(side(row)));
    let (total, games) = shares.fold((0.0, 0.0), |(total, games), share| {
        (total + share, games + 1.0)
    });
    sums.sums.add(total, games);
    let pairs = sums.sums.pairs();
    if pairs as f64 >= sums.next {
        sums.next = (pairs as f64 * GROWTH).max(pairs as f64 + 1.0);
        sums.path
            .extend(percent(&sums.sums).map(|score| (pairs, score)));
    }
    if run.experiment.matched.is_some() {
        let points = pair.map(|row| row.result.half_points(first_side(row.number)).unwrap_or(1));
        sums.tally.add(points[0], points[1]);
        let count = sums.tally.count();
        let planned = run.experiment.pairs.max(1);
        if let Some(sprt) = run.experiment.sprt()
            && count.is_multiple_of(planned.div_ceil(300))
        {
            sums.llr.push((count, sprt.llr(&sums.tally)));
        }
    }
}

fn percent(sums: &PairSums) -> Option<[f64; 3]> {
    let share = sums.share()?;
    Some([share.value, share.low, share.high].map(|share| 100.0 * share))
}

fn cell(run: &Run, key: Key, sums: Sums) -> Cell {
    let experiment = &run.experiment;
    let (number, [first, second], odds) = key;
    let rules = &experiment.rules[number];
    let names = [first, second].map(|player| experiment.players[player].name.as_str());
    let mut parts = Vec::new();
    if experiment.rules.len() > 1 {
        parts.push(rules.name.clone());
    }
    if first != second {
        parts.push(format!("{} against {}", names[0], names[1]));
    } else if experiment.players.len() > 1 {
        parts.push(names[0].to_string());
    }
    parts.extend(odds.map(|odds| rules.odds[odds].text.clone()));
    if is_level(run, key) {
        parts.push("White".to_string());
    }
    let mut path = sums.path;
    let score = percent(&sums.sums);
    let pairs = sums.sums.pairs();
    if path.last().is_some_and(|(last, _)| *last < pairs) {
        path.extend(score.map(|score| (pairs, score)));
    }
    let test = experiment.matched.as_ref().map(|_| {
        let sprt = experiment.sprt();
        let mut llr = sums.llr;
        llr.extend(sprt.map(|sprt| (sums.tally.count(), sprt.llr(&sums.tally))));
        Test {
            elo: sums.tally.elo().text(1),
            pairs: sums.tally.pairs,
            llr,
            bounds: sprt.map(|sprt| sprt.bounds().into()),
            verdict: sprt.map(|sprt| sprt.verdict(&sums.tally).text()),
        }
    });
    Cell {
        rules: number,
        label: parts.join(", "),
        pairs,
        score,
        path,
        test,
    }
}
