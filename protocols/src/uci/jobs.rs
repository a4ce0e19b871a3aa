//! Jobs that run while commands are read: search, perft and bench.

use super::command::Go;
use super::position::explain;
use crate::Output;
use crate::history::write_line;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use tradewind_engine::notation::{Notation, quote};
use tradewind_engine::search::{Limits, Score, SearchInfo, Searcher};
use tradewind_engine::{Game, MAX_PERFT_DEPTH, Move, Rules};

const BENCH_DEPTH: u32 = 8;
/// The interval at which a finished infinite search checks for `stop`.
const POLL_INTERVAL: Duration = Duration::from_millis(2);

#[derive(Clone, Debug)]
pub enum Job {
    Search(Go),
    /// Counts sequences of moves of a length.
    Perft(u32),
    /// Searches some positions of the rule set to a depth.
    Bench(Option<u32>),
}

/// The position of a job, and its output.
pub struct JobContext {
    pub rules: Rules,
    pub notation: Notation,
    /// The position with the moves before it.
    pub game: Game,
    pub output: Output,
    pub stop: Arc<AtomicBool>,
    /// Set before `stop` if the best move is not to be printed.
    pub is_silent: Arc<AtomicBool>,
    /// Time per move that is lost between the programs, in milliseconds.
    pub overhead: u64,
}

impl JobContext {
    pub fn run(&self, job: Job, searcher: &mut Searcher) -> io::Result<()> {
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
        if let Some(over) = self.game.over() {
            self.output.inform(explain(over))?;
        }
        let waits = go.infinite || go.ponder;
        let time = if waits {
            Limits::default()
        } else {
            time_limits(go, self.game.side().index(), self.overhead)
        };
        let limits = Limits {
            nodes: go.nodes,
            depth: go.depth,
            stop: Some(Arc::clone(&self.stop)),
            root_moves: self.root_moves(&go.search_moves)?,
            ..time
        };
        let mut printed = 0;
        let mut written = Ok(());
        let info = searcher.search(&self.game, &limits, |info| {
            printed = info.nodes;
            if written.is_ok() {
                written = self.output.say(self.info_line(info));
                // Nobody reads the output.
                self.stop.fetch_or(written.is_err(), Ordering::Release);
            }
        });
        written?;
        if info.nodes != printed && info.depth > 0 {
            self.output.say(self.info_line(&info))?;
        }
        while waits && !self.is_stopped() {
            thread::sleep(POLL_INTERVAL);
        }
        if self.is_silent.load(Ordering::Relaxed) {
            return Ok(());
        }
        match &self.pv(&info.pv)[..] {
            [best, reply, ..] => self
                .output
                .say(format_args!("bestmove {best} ponder {reply}")),
            [best] => self.output.say(format_args!("bestmove {best}")),
            [] => self.output.say("bestmove (none)"),
        }
    }

    /// Parses `searchmoves`. Moves that are not legal are reported and skipped.
    fn root_moves(&self, texts: &[String]) -> io::Result<Vec<Move>> {
        let mut moves = Vec::new();
        for text in texts {
            match self.notation.find(&self.rules, &self.game, text) {
                Some(mv) => moves.push(mv),
                None => self.output.inform(format_args!(
                    "{} of `searchmoves` is not legal",
                    quote(text)
                ))?,
            }
        }
        if moves.is_empty() && !texts.is_empty() {
            self.output.inform("all moves are searched")?;
        }
        Ok(moves)
    }

    fn pv(&self, moves: &[Move]) -> Vec<String> {
        let write = |game: &Game, mv| self.notation.write(&self.rules, game, mv);
        write_line(&self.game, moves, write)
    }

    fn info_line(&self, info: &SearchInfo) -> String {
        let score = match info.score {
            Score::Cp(cp) => format!("cp {cp}"),
            Score::Wins(plies) => format!("mate {}", plies.div_ceil(2)),
            Score::Loses(plies) => format!("mate -{}", plies.div_ceil(2)),
        };
        format!(
            "info depth {} seldepth {} multipv {} score {score} nodes {} nps {} hashfull {} time {} pv {}",
            info.depth,
            info.seldepth,
            info.multi_pv,
            info.nodes,
            per_second(info.nodes, info.time),
            info.hashfull,
            info.time.as_millis(),
            self.pv(&info.pv).join(" ")
        )
    }

    /// Counts the sequences after each move. Repetition, move counts and draws by material do not end a game here.
    fn perft(&self, depth: u32) -> io::Result<()> {
        let begin = Instant::now();
        let depth = depth.min(MAX_PERFT_DEPTH);
        let Some(counts) = self.game.divide_until(depth, &self.stop) else {
            return self.output.inform("stopped before the count was done");
        };
        let mut counts: Vec<(String, u64)> = (counts.into_iter())
            .map(|(mv, nodes)| (self.notation.write(&self.rules, &self.game, mv), nodes))
            .collect();
        counts.sort();
        for (text, nodes) in &counts {
            self.output.say(format_args!("{text}: {nodes}"))?;
        }
        let total = if depth == 0 {
            1
        } else {
            (counts.iter()).fold(0, |sum: u64, (_, nodes)| sum.saturating_add(*nodes))
        };
        let time = begin.elapsed();
        self.output.inform(format_args!(
            "{} ms, {} nodes per second",
            time.as_millis(),
            per_second(total, time)
        ))?;
        self.output.say(format_args!("Nodes searched: {total}"))
    }

    fn bench(&self, depth: u32, searcher: &mut Searcher) -> io::Result<()> {
        let begin = Instant::now();
        let limits = Limits {
            depth: Some(depth),
            stop: Some(Arc::clone(&self.stop)),
            ..Limits::default()
        };
        let mut nodes = 0;
        for game in self.bench_positions() {
            searcher.clear();
            let info = searcher.search(&game, &limits, |_| {});
            if self.is_stopped() {
                return self.output.inform("stopped before the work was done");
            }
            nodes += info.nodes;
            self.output
                .inform(format_args!("{}: {} nodes", game.text(), info.nodes))?;
        }
        searcher.clear();
        let time = begin.elapsed();
        self.output.say(format_args!(
            "Time: {} ms\nNodes searched: {nodes}\nNodes per second: {}",
            time.as_millis(),
            per_second(nodes, time)
        ))
    }

    /// The first, a middle and the last array, and positions of a game of pseudo-random moves. They are the
    /// same on every machine.
    fn bench_positions(&self) -> Vec<Game> {
        let mut numbers = self.rules.spec().array_numbers();
        if let [first, .., last] = numbers[..] {
            numbers = vec![first, numbers[numbers.len() / 2], last];
        }
        numbers.dedup();
        let mut positions: Vec<Game> = (numbers.into_iter())
            .filter_map(|number| self.rules.start(number))
            .collect();
        let Some(mut game) = positions.first().cloned() else {
            return positions;
        };
        let mut random = 1_u64;
        for ply in 1..=60 {
            let moves = game.legal_moves();
            if moves.is_empty() {
                break;
            }
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            let mv = moves[(random >> 33) as usize % moves.len()];
            game.play_unchecked(mv);
            if [8, 16, 30, 60].contains(&ply) && game.over().is_none() {
                positions.push(game.clone());
            }
        }
        positions
    }
}

/// The time for a move of a side (0 White, 1 Black).
fn time_limits(go: &Go, side: usize, overhead: u64) -> Limits {
    if let Some(time) = go.move_time {
        return Limits::of_time(time);
    }
    match go.time[side].or(go.time[1 - side]) {
        Some(left) => Limits::of_clock(left, go.increment[side], go.moves_to_go, overhead),
        None => Limits::default(),
    }
}

fn per_second(nodes: u64, time: Duration) -> u64 {
    (nodes as f64 / time.as_secs_f64().max(1e-6)) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use tradewind_engine::search::MOVE_OVERHEAD;

    #[test]
    fn movetime_is_used_up() {
        let go = Go {
            move_time: Some(250),
            time: [Some(10), Some(10)],
            ..Go::default()
        };
        let limits = time_limits(&go, 0, MOVE_OVERHEAD);
        let all = Some(Duration::from_millis(250));
        assert_eq!((limits.soft_time, limits.time), (None, all));
        let limits = time_limits(&Go::default(), 0, MOVE_OVERHEAD);
        assert_eq!((limits.soft_time, limits.time), (None, None));
    }

    #[test]
    fn the_overhead_is_kept_back() {
        let go = Go {
            time: [Some(1_000), None],
            moves_to_go: Some(1),
            ..Go::default()
        };
        for overhead in [0, MOVE_OVERHEAD, 400] {
            let all = Some(Duration::from_millis(1_000 - overhead));
            assert_eq!(time_limits(&go, 0, overhead).time, all);
        }
    }
}
