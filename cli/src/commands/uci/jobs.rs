//! What takes long and is done beside the reading of commands: searching, counting, measuring.

use super::clock::time_of;
use super::command::Go;
use super::output::{inform, say};
use super::position;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use tradewind_engine::notation::{Notation, quote};
use tradewind_engine::search::{Limits, MoveTime, Score, SearchInfo, Searcher};
use tradewind_engine::{Game, Move, Play};

/// The depth of `bench` when none is said.
const BENCH_DEPTH: u32 = 8;
/// How often a search that is done looks whether it may tell.
const PATIENCE: Duration = Duration::from_millis(2);

/// What to do.
#[derive(Clone, Debug)]
pub enum Job {
    /// Search, and tell the best move.
    Search(Go),
    /// Count sequences of so many moves.
    Perft(u32),
    /// Search some positions of the rule set to a depth.
    Bench(Option<u32>),
}

/// Where to do it.
#[derive(Clone, Debug)]
pub struct SearchedPosition {
    /// The rule set.
    pub game: Game,
    /// How moves are written.
    pub notation: Notation,
    /// The position with what came before it.
    pub play: Play,
    /// Set from elsewhere to end the job.
    pub stop: Arc<AtomicBool>,
    /// Set from elsewhere, before the other, when the best move is not asked for any more.
    pub is_given_up: Arc<AtomicBool>,
    /// Whether to tell the answer that is counted on behind the best move.
    pub tells_answer: bool,
}

impl SearchedPosition {
    /// Does a job.
    pub fn work(&self, job: Job, searcher: &mut Searcher) -> io::Result<()> {
        match job {
            Job::Search(go) => self.search(&go, searcher),
            Job::Perft(depth) => self.perft(depth),
            Job::Bench(depth) => self.bench(depth.unwrap_or(BENCH_DEPTH).max(1), searcher),
        }
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Acquire)
    }

    fn search(&self, go: &Go, searcher: &mut Searcher) -> io::Result<()> {
        if let Some(over) = self.play.over() {
            inform(position::explain(over))?;
        }
        let waits = go.infinite || go.ponder;
        let time = if waits {
            MoveTime::default()
        } else {
            time_of(go, self.play.side().index())
        };
        let limits = Limits {
            nodes: go.nodes,
            depth: go.depth,
            time: time.maximum,
            soft_time: time.optimum,
            stop: Some(Arc::clone(&self.stop)),
            root_moves: self.root_moves(&go.search_moves)?,
        };
        let mut told = 0;
        let mut wrong = Ok(());
        let report = searcher.search(&self.play, &limits, |report| {
            told = report.nodes;
            if wrong.is_ok() {
                wrong = say(self.info(report));
            }
        });
        wrong?;
        if report.nodes != told && report.depth > 0 {
            say(self.info(&report))?;
        }
        while waits && !self.is_stopped() {
            thread::sleep(PATIENCE);
        }
        if self.is_given_up.load(Ordering::Relaxed) {
            return Ok(());
        }
        match &self.line(&report.pv)[..] {
            [best, answer, ..] if self.tells_answer => {
                say(format_args!("bestmove {best} ponder {answer}"))
            }
            [best, ..] => say(format_args!("bestmove {best}")),
            [] => say("bestmove (none)"),
        }
    }

    /// The moves with these texts. Texts that are not legal moves are reported and skipped.
    fn root_moves(&self, texts: &[String]) -> io::Result<Vec<Move>> {
        let mut moves = Vec::new();
        for text in texts {
            match self.notation.find(&self.game, &self.play, text) {
                Some(one) => moves.push(one),
                None => inform(format_args!(
                    "{} of `searchmoves` is not legal",
                    quote(text)
                ))?,
            }
        }
        if moves.is_empty() && !texts.is_empty() {
            inform("all moves are searched")?;
        }
        Ok(moves)
    }

    /// Moves one after another, each as it is written in its own position.
    fn line(&self, pv: &[Move]) -> Vec<String> {
        let mut play = self.play.clone();
        let mut texts = Vec::new();
        for &one in pv {
            texts.push(self.notation.write(&self.game, &play, one));
            play.play_unchecked(one);
        }
        texts
    }

    fn info(&self, report: &SearchInfo) -> String {
        let score = match report.score {
            Score::Cp(pawns) => format!("cp {pawns}"),
            Score::Wins(plies) => format!("mate {}", plies.div_ceil(2)),
            Score::Loses(plies) => format!("mate -{}", plies.div_ceil(2)),
        };
        format!(
            "info depth {} seldepth {} multipv {} score {score} nodes {} nps {} time {} pv {}",
            report.depth,
            report.seldepth,
            report.multi_pv,
            report.nodes,
            per_second(report.nodes, report.time),
            report.time.as_millis(),
            self.line(&report.pv).join(" ")
        )
    }

    /// Counts the sequences of each first move. Repetition, move counts and material that draws do not end a game here.
    fn perft(&self, depth: u32) -> io::Result<()> {
        let begin = Instant::now();
        let mut total = u64::from(depth == 0);
        let roots = match depth {
            0 => Vec::new(),
            _ => self.continuations(&self.play),
        };
        for (text, play) in &roots {
            let Some(nodes) = play.perft_until(depth - 1, &self.stop) else {
                return inform("stopped before the count was done");
            };
            say(format_args!("{text}: {nodes}"))?;
            total = total.saturating_add(nodes);
        }
        let time = begin.elapsed();
        inform(format_args!(
            "{} ms, {} nodes per second",
            time.as_millis(),
            per_second(total, time)
        ))?;
        say(format_args!("Nodes searched: {total}"))
    }

    /// The positions after each move that is counted, without the game before them, in the order of the
    /// moves' texts.
    fn continuations(&self, play: &Play) -> Vec<(String, Play)> {
        let Ok(bare) = self.game.parse(&play.text()) else {
            return Vec::new();
        };
        let mut next: Vec<(String, Play)> = Vec::new();
        for (one, _) in bare.divide(1) {
            let mut after = bare.clone();
            after.play_unchecked(one);
            next.push((self.notation.write(&self.game, &bare, one), after));
        }
        next.sort_by(|(first, _), (second, _)| first.cmp(second));
        next
    }

    fn bench(&self, depth: u32, searcher: &mut Searcher) -> io::Result<()> {
        let begin = Instant::now();
        let limits = Limits {
            depth: Some(depth),
            stop: Some(Arc::clone(&self.stop)),
            ..Limits::default()
        };
        let mut nodes = 0;
        for play in self.samples() {
            searcher.clear();
            let report = searcher.search(&play, &limits, |_| {});
            if self.is_stopped() {
                return inform("stopped before the work was done");
            }
            nodes += report.nodes;
            inform(format_args!("{}: {} nodes", play.text(), report.nodes))?;
        }
        searcher.clear();
        let time = begin.elapsed();
        say(format_args!(
            "Time: {} ms\nNodes searched: {nodes}\nNodes per second: {}",
            time.as_millis(),
            per_second(nodes, time)
        ))
    }

    /// The first, a middle and the last array, and positions of a game of arbitrary moves; the
    /// same on every machine.
    fn samples(&self) -> Vec<Play> {
        let mut numbers = self.game.spec().array_numbers();
        numbers = match numbers.as_slice() {
            [first, .., last] => vec![*first, numbers[numbers.len() / 2], *last],
            _ => numbers,
        };
        numbers.dedup();
        let mut samples: Vec<Play> = (numbers.into_iter())
            .filter_map(|number| self.game.start(number))
            .collect();
        let Some(mut play) = samples.first().cloned() else {
            return samples;
        };
        let mut draw = 1_u64;
        for ply in 1..=60 {
            let moves = play.legal_moves();
            if moves.is_empty() {
                break;
            }
            draw = draw.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let one = moves[(draw >> 33) as usize % moves.len()];
            play.play_unchecked(one);
            if [8, 16, 30, 60].contains(&ply) && play.over().is_none() {
                samples.push(play.clone());
            }
        }
        samples
    }
}

fn per_second(nodes: u64, time: Duration) -> u64 {
    (nodes as f64 / time.as_secs_f64().max(1e-6)) as u64
}
