//! Simulation of a run with a thousand workers of different speeds that come and go.

use super::program::Pace;
use super::unit::UnitCutter;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, VecDeque};
use std::ops::Range;

const WORKERS: usize = 1_000;
const PAIRS: u64 = 1_000_000;
/// Pairs per file of games; no unit spans two files.
const PAIRS_PER_FILE: u64 = 500;
/// Seconds per pair at speed 1.
const PAIR_SECONDS: f64 = 1.0;
/// The slowest and the fastest worker.
const SPEEDS: [f64; 2] = [0.5, 2.0];
/// The mean time that a worker stays, and the time that it is then away, in seconds.
const STAYS: f64 = 3_600.0;
const AWAY: f64 = 120.0;
/// Seconds for the start of a worker's process.
const START: f64 = 0.3;
/// As in `tradewind-ray`: a unit goes to a second worker when it takes this multiple of the median
/// time.
const STRAGGLER: f64 = 3.0;
const POLL_INTERVAL: f64 = 2.0;

/// An event of the simulation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    /// A worker finishes a task, unless it has been lost.
    Ends {
        worker: usize,
        task: u64,
    },
    /// A worker leaves, and its task is lost.
    Leaves {
        worker: usize,
    },
    Comes {
        worker: usize,
    },
    /// The executor looks for stragglers.
    Polls,
}

/// The task of a worker.
#[derive(Clone)]
struct Task {
    number: u64,
    unit: Range<u64>,
    started: f64,
}

struct Simulation<I: Iterator<Item = u64>> {
    random: ChaCha8Rng,
    speeds: Vec<f64>,
    is_here: Vec<bool>,
    tasks: Vec<Option<Task>>,
    events: BinaryHeap<Reverse<(u64, Event)>>,
    units: UnitCutter<I>,
    lost: VecDeque<Range<u64>>,
    /// By first pair: the units given out, and the number of workers that have them.
    out: BTreeMap<u64, u32>,
    pace: Pace,
    seconds: Vec<f64>,
    given: u64,
    now: f64,
}

impl<I: Iterator<Item = u64>> Simulation<I> {
    fn at(&mut self, time: f64, event: Event) {
        self.events.push(Reverse(((time * 1e6) as u64, event)));
    }

    fn give(&mut self, worker: usize) {
        if !self.is_here[worker] || self.tasks[worker].is_some() {
            return;
        }
        let lost = self.lost.pop_front();
        let Some(unit) = lost.or_else(|| self.units.next(self.pace.pairs_per_unit())) else {
            return;
        };
        *self.out.entry(unit.start).or_default() += 1;
        self.begin(worker, unit);
    }

    fn begin(&mut self, worker: usize, unit: Range<u64>) {
        self.given += 1;
        let pairs = (unit.end - unit.start) as f64;
        let ends = self.now + START + pairs * PAIR_SECONDS / self.speeds[worker];
        let task = self.given;
        self.tasks[worker] = Some(Task {
            number: task,
            unit,
            started: self.now,
        });
        self.at(ends, Event::Ends { worker, task });
    }

    /// Gives slow units to idle workers as well.
    fn duplicate(&mut self) {
        let mut idle: Vec<usize> = (0..WORKERS)
            .filter(|&worker| self.is_here[worker] && self.tasks[worker].is_none())
            .collect();
        if self.seconds.is_empty() || idle.is_empty() {
            return;
        }
        let mut last: Vec<f64> = self.seconds.iter().rev().take(100).copied().collect();
        last.sort_by(f64::total_cmp);
        let limit = STRAGGLER * last[last.len() / 2] + POLL_INTERVAL;
        let mut slow: Vec<Task> = self.tasks.iter().flatten().cloned().collect();
        slow.retain(|task| self.now - task.started > limit && self.out[&task.unit.start] == 1);
        slow.sort_by(|one, other| one.started.total_cmp(&other.started));
        for task in slow {
            let Some(worker) = idle.pop() else { break };
            *self.out.entry(task.unit.start).or_default() += 1;
            self.begin(worker, task.unit);
        }
    }

    /// Plays all pairs and returns the time in seconds.
    fn run(&mut self) -> f64 {
        for worker in 0..WORKERS {
            self.give(worker);
            let leaves = -STAYS * self.random.random::<f64>().ln();
            self.at(leaves, Event::Leaves { worker });
        }
        self.at(POLL_INTERVAL, Event::Polls);
        let mut left = PAIRS;
        while let Some(Reverse((time, event))) = self.events.pop() {
            self.now = time as f64 / 1e6;
            match event {
                Event::Ends { worker, task } => {
                    let ended = self.tasks[worker].take_if(|own| own.number == task);
                    let Some(Task { unit, started, .. }) = ended else {
                        continue;
                    };
                    // The first result counts; the other worker is stopped.
                    self.out.remove(&unit.start);
                    for task in &mut self.tasks {
                        task.take_if(|other| other.unit == unit);
                    }
                    let seconds = self.now - started - START;
                    self.seconds.push(seconds);
                    self.pace.add(unit.end - unit.start, seconds);
                    left -= unit.end - unit.start;
                    if left == 0 {
                        return self.now;
                    }
                    self.give(worker);
                }
                Event::Leaves { worker } => {
                    self.is_here[worker] = false;
                    if let Some(Task { unit, .. }) = self.tasks[worker].take() {
                        let held = self.out.get_mut(&unit.start).expect("it was given out");
                        *held -= 1;
                        if *held == 0 {
                            self.out.remove(&unit.start);
                            self.lost.push_back(unit);
                        }
                    }
                    self.at(self.now + AWAY, Event::Comes { worker });
                }
                Event::Comes { worker } => {
                    self.is_here[worker] = true;
                    self.give(worker);
                    let leaves = self.now - STAYS * self.random.random::<f64>().ln();
                    self.at(leaves, Event::Leaves { worker });
                }
                Event::Polls => {
                    for worker in 0..WORKERS {
                        self.give(worker);
                    }
                    self.duplicate();
                    self.at(self.now + POLL_INTERVAL, Event::Polls);
                }
            }
        }
        f64::INFINITY
    }
}

/// Units are sized by the pace so far, lost ones given out again and stragglers twice: a run of
/// about fifteen minutes takes at most 1.15 times the ideal time.
#[test]
fn a_thousand_unequal_workers_are_near_the_ideal() {
    for seed in 0..3 {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let [slowest, fastest] = SPEEDS;
        let speeds: Vec<f64> = (0..WORKERS)
            .map(|_| slowest * (fastest / slowest).powf(random.random::<f64>()))
            .collect();
        let ideal =
            PAIRS as f64 * PAIR_SECONDS / (speeds.iter().sum::<f64>() * STAYS / (STAYS + AWAY));
        let mut simulation = Simulation {
            random,
            speeds,
            is_here: vec![true; WORKERS],
            tasks: vec![None; WORKERS],
            events: BinaryHeap::new(),
            units: UnitCutter::new(0..PAIRS, PAIRS_PER_FILE),
            lost: VecDeque::new(),
            out: BTreeMap::new(),
            pace: Pace::default(),
            seconds: Vec::new(),
            given: 0,
            now: 0.0,
        };
        let took = simulation.run();
        println!(
            "{took:.0} s, ideal {ideal:.0} s: {:.3}; {} units given out",
            took / ideal,
            simulation.given
        );
        assert!(took < 1.15 * ideal, "{took} against {ideal}");
        assert!(took > 0.95 * ideal, "{took} against {ideal}");
    }
}
