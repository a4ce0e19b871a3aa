//! The search.

use crate::position::Position;
use crate::rules::Rules;
use crate::texts::Texts;
use crate::wrong;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyType;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Duration;
use tradewind_engine::Rules as CompiledRules;
use tradewind_engine::evaluation::Weights;
use tradewind_engine::search::{Limits, Score, SearchInfo, Searcher};

/// The interval at which a search checks for interrupts.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// A search for one rule set. Its transposition table and histories carry over from search to
/// search.
#[pyclass(frozen, module = "tradewind")]
pub struct Engine {
    game: CompiledRules,
    searcher: Mutex<Searcher>,
    /// The process that used the searcher last.
    user: AtomicU32,
}

/// The parts of a [`Line`], in their order.
type LineParts = (Option<String>, i32, Option<i64>, u32, u64, Vec<String>);

/// The result of a search.
#[pyclass(frozen, get_all, module = "tradewind")]
#[derive(Clone)]
pub struct Line {
    /// The best move; `None` if there is none.
    #[pyo3(name = "move")]
    best: Option<String>,
    /// The score for the side to move, in centipawns; a win in n plies is 30,000 − n.
    score: i32,
    /// The number of plies in which the side to move wins (negative: loses), if found.
    wins_in: Option<i64>,
    /// The last completed depth, in plies.
    depth: u32,
    /// The number of nodes searched.
    nodes: u64,
    /// The principal variation.
    pv: Vec<String>,
}

impl Line {
    fn of(found: &SearchInfo, position: &Position) -> Line {
        let line = found.pv.iter();
        let pv: Vec<String> = line.map(|&one| position.play.move_text(one)).collect();
        Line {
            best: pv.first().cloned(),
            score: found.score.cp(),
            wins_in: match found.score {
                Score::Cp(_) => None,
                Score::Wins(plies) => Some(plies.into()),
                Score::Loses(plies) => Some(-i64::from(plies)),
            },
            depth: found.depth,
            nodes: found.nodes,
            pv,
        }
    }
}

#[pymethods]
impl Line {
    #[new]
    #[pyo3(signature = (r#move, score, wins_in, depth, nodes, pv))]
    fn new(
        r#move: Option<String>,
        score: i32,
        wins_in: Option<i64>,
        depth: u32,
        nodes: u64,
        pv: Texts,
    ) -> Line {
        Line {
            best: r#move,
            score,
            wins_in,
            depth,
            nodes,
            pv: pv.0,
        }
    }

    /// The arguments of its constructor, for pickling.
    fn __reduce__<'p>(&self, py: Python<'p>) -> (Bound<'p, PyType>, LineParts) {
        let line = self.clone();
        let parts = (
            line.best,
            line.score,
            line.wins_in,
            line.depth,
            line.nodes,
            line.pv,
        );
        (py.get_type::<Line>(), parts)
    }

    fn __repr__(&self) -> String {
        let best = self.best.as_deref().unwrap_or("none");
        format!(
            "<Line {best}, score {}, depth {}, {} nodes>",
            self.score, self.depth, self.nodes
        )
    }
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (rules, weights = None, megabytes = 16.0))]
    fn new(rules: &Rules, weights: Option<PathBuf>, megabytes: f64) -> PyResult<Engine> {
        let spec = rules.game.spec();
        let chosen = Weights::chosen(spec, weights.as_deref()).map_err(wrong)?;
        if !(0.0..=1e6).contains(&megabytes) {
            return Err(wrong("megabytes lie between 0 and 1 000 000"));
        }
        Ok(Engine {
            game: rules.game.clone(),
            searcher: Mutex::new(Searcher::new(&rules.game, &chosen, megabytes)),
            user: AtomicU32::new(std::process::id()),
        })
    }

    /// Searches a position until a limit is reached; `movetime` is in milliseconds. At least one
    /// limit is required.
    #[pyo3(signature = (position, *, nodes = None, depth = None, movetime = None))]
    fn search(
        &self,
        py: Python<'_>,
        position: &Position,
        nodes: Option<u64>,
        depth: Option<u32>,
        movetime: Option<u64>,
    ) -> PyResult<Line> {
        self.check(position)?;
        if nodes.is_none() && depth.is_none() && movetime.is_none() {
            return Err(wrong("a search needs a limit: nodes, depth or movetime"));
        }
        let stop = Arc::new(AtomicBool::new(false));
        let limits = Limits {
            nodes,
            depth,
            time: movetime.map(Duration::from_millis),
            soft_time: None,
            stop: Some(Arc::clone(&stop)),
            root_moves: Vec::new(),
        };
        let play = position.play.clone();
        let search = || Ok(self.searcher()?.search(&play, &limits, |_| {}));
        let found: PyResult<SearchInfo> = interruptible(py, &stop, search)?;
        Ok(Line::of(&found?, position))
    }

    /// The static evaluation for the side to move, in centipawns.
    fn evaluate(&self, py: Python<'_>, position: &Position) -> PyResult<i32> {
        self.check(position)?;
        let play = position.play.clone();
        py.detach(|| Ok(self.searcher()?.static_eval(&play)))
    }

    /// Clears the transposition table and histories.
    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| {
            self.searcher()?.clear();
            Ok(())
        })
    }

    fn __repr__(&self) -> String {
        format!("<Engine {}>", self.game.spec().id)
    }
}

impl Engine {
    /// Waits until no other thread searches. The caller must not hold the interpreter's lock, which
    /// that thread may need. If the process was forked during a search, that thread does not exist,
    /// and this fails.
    fn searcher(&self) -> PyResult<MutexGuard<'_, Searcher>> {
        let own = std::process::id();
        let mut is_waiting = false;
        let searcher = loop {
            match self.searcher.try_lock() {
                Ok(searcher) => break searcher,
                Err(TryLockError::Poisoned(searcher)) => break searcher.into_inner(),
                Err(TryLockError::WouldBlock) if self.user.load(Ordering::Acquire) == own => {
                    break self.searcher.lock().unwrap_or_else(PoisonError::into_inner);
                }
                // A thread of this process may be about to set `user`.
                Err(TryLockError::WouldBlock) if !is_waiting => {
                    is_waiting = true;
                    std::thread::sleep(POLL_INTERVAL);
                }
                Err(TryLockError::WouldBlock) => {
                    return Err(PyRuntimeError::new_err(
                        "another thread was using this engine when the process was forked: make a new Engine in the child, or \
                         start it with the method spawn",
                    ));
                }
            }
        };
        self.user.store(own, Ordering::Release);
        Ok(searcher)
    }

    fn check(&self, position: &Position) -> PyResult<()> {
        if position.is_of(&self.game) {
            return Ok(());
        }
        let own = &self.game.spec().id;
        Err(wrong(format!(
            "the position does not belong to {own}, the rule set of this engine"
        )))
    }
}

/// Runs `work` without the interpreter's lock. Ctrl-C sets `stop`, and is raised after `work` has
/// ended.
pub fn interruptible<T: Send>(
    py: Python<'_>,
    stop: &AtomicBool,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let (done, is_done) = std::sync::mpsc::channel::<()>();
    let (found, interrupted) = py.detach(move || {
        std::thread::scope(|scope| {
            let worker = scope.spawn(|| {
                // Dropped at the end, also after a panic.
                let _done = done;
                work()
            });
            let mut interrupted = Ok(());
            while let Err(std::sync::mpsc::RecvTimeoutError::Timeout) =
                is_done.recv_timeout(POLL_INTERVAL)
            {
                if interrupted.is_ok() {
                    interrupted = Python::attach(|py| py.check_signals());
                    stop.fetch_or(interrupted.is_err(), Ordering::Relaxed);
                }
            }
            (worker.join(), interrupted)
        })
    });
    interrupted?;
    found.map_err(|_| PyRuntimeError::new_err("internal error"))
}
