//! Counting the pairs of a match in order, so that its result does not depend on the timing of
//! games.

use crate::record::{GameRecord, pairs};
use std::collections::BTreeMap;
use tradewind_stats::{Sprt, SprtVerdict, Tally};

/// The tally of a pair of games for its first player. An unfinished game counts as drawn. If a game
/// was forfeited, only the forfeits of the pair are counted.
pub fn tally(games: &[GameRecord; 2]) -> Tally {
    let mut tally = Tally::default();
    let forfeits = games.iter().filter_map(GameRecord::forfeited_by);
    forfeits.for_each(|player| tally.forfeits[player] += 1);
    if tally.forfeits != [0, 0] {
        return tally;
    }
    let points = games
        .each_ref()
        .map(|game| game.result.half_points(game.first_side()));
    let [one, other] = points.map(|points| points.unwrap_or(1));
    tally.add(one, other);
    tally.unfinished = points.iter().filter(|points| points.is_none()).count() as u64;
    tally
}

/// Counts pairs and finds the end of the sequential test.
#[derive(Clone, Debug, Default)]
pub(crate) struct SprtTracker {
    sprt: Option<Sprt>,
    /// The tally so far.
    pub tally: Tally,
    /// Pairs that were played before one with a smaller number.
    waiting: BTreeMap<u64, Tally>,
    /// The number of the next pair to count.
    next: u64,
    is_over: bool,
}

impl SprtTracker {
    /// A tracker for a match with this test.
    pub fn new(sprt: Option<Sprt>) -> SprtTracker {
        let empty = SprtTracker::default();
        SprtTracker { sprt, ..empty }
    }

    /// Adds a pair, and calls `each` with the tally after each pair that can be counted.
    pub fn add(&mut self, games: &[GameRecord; 2], mut each: impl FnMut(&Tally)) {
        self.waiting.insert(games[0].pair(), tally(games));
        while !self.is_over
            && let Some(pair) = self.waiting.remove(&self.next)
        {
            self.tally.join(&pair);
            self.next += 1;
            each(&self.tally);
            let verdict = self.sprt.map(|sprt| sprt.verdict(&self.tally));
            self.is_over = verdict.is_some_and(|verdict| verdict != SprtVerdict::Open)
                || self.unable().is_some();
        }
    }

    /// The first player (0) or the second (1), if it has forfeited every game so far.
    fn unable(&self) -> Option<usize> {
        let all = |player: &usize| self.tally.forfeits[*player] == 2 * self.next;
        (0..2).find(all).filter(|_| self.next > 0)
    }

    /// The number of pairs of the match, once the test has decided or a player has forfeited every
    /// game.
    pub fn end(&self) -> Option<u64> {
        self.is_over.then_some(self.next)
    }
}

/// The path of a sequential test: numbers of pairs and log-likelihood ratios.
pub type LlrPath = Vec<(u64, f64)>;

/// Counts the pairs of a recorded match and records the path of its test, if any, with about
/// `points` points.
pub struct LlrRecorder {
    tracker: SprtTracker,
    points: u64,
    step: u64,
    path: LlrPath,
}

impl LlrRecorder {
    /// A recorder without games.
    pub fn new(sprt: Option<Sprt>, points: u64) -> LlrRecorder {
        LlrRecorder {
            tracker: SprtTracker::new(sprt),
            points,
            step: 1,
            path: vec![(0, 0.0)],
        }
    }

    /// Adds games, in order.
    pub fn add(&mut self, games: &[GameRecord]) {
        for pair in pairs(games) {
            let (sprt, step, path) = (self.tracker.sprt, self.step, &mut self.path);
            self.tracker.add(pair, |tally| {
                if tally.count().is_multiple_of(step) {
                    extend(path, sprt, tally);
                }
            });
            if self.path.len() as u64 > 2 * self.points {
                self.step *= 2;
                let step = self.step;
                self.path.retain(|(pairs, _)| pairs.is_multiple_of(step));
            }
        }
    }

    /// The tally, and the path of the test.
    pub fn finish(mut self) -> (Tally, LlrPath) {
        let tally = self.tracker.tally;
        extend(&mut self.path, self.tracker.sprt, &tally);
        (tally, self.path)
    }
}

/// Adds the point of a tally, unless it is the last one: a pair with a forfeit is not counted.
fn extend(path: &mut LlrPath, sprt: Option<Sprt>, tally: &Tally) {
    let is_new = path.last().is_none_or(|(pairs, _)| *pairs < tally.count());
    path.extend((sprt.filter(|_| is_new)).map(|sprt| (tally.count(), sprt.llr(tally))));
}
