//! A thousand workers of different speeds that come and go: how much longer a run takes than it had to.

use super::program::Pace;
use super::unit::UnitCutter;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, VecDeque};
use std::ops::Range;

const WORKERS: usize = 1_000;
const PAIRS: u64 = 1_000_000;
/// Pairs of a file of games: no unit crosses its end.
const PAIRS_PER_FILE: u64 = 500;
/// Seconds of a pair at a speed of 1.
const PAIR_SECONDS: f64 = 1.0;
/// The slowest and the fastest worker.
const SPEEDS: [f64; 2] = [0.5, 2.0];
/// How long a worker stays on average, and how long it is then away, in seconds.
const STAYS: f64 = 3_600.0;
const AWAY: f64 = 120.0;
/// Seconds before a worker plays its unit: a process starts.
const START: f64 = 0.3;
/// As `tradewind-ray` has it: at the end a unit is given to a second worker when it takes so many times the median.
const STRAGGLER: f64 = 3.0;
const LOOK_EVERY: f64 = 2.0;

/// What happens at a time, in microseconds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Happens {
    /// A worker ends what it is playing, if it still plays that.
    Ends {
        worker: usize,
        task: u64,
    },
    /// A worker goes away, and what it plays is lost.
    Leaves {
        worker: usize,
    },
    Comes {
        worker: usize,
    },
    /// The executor looks for stragglers.
    Looks,
}

/// What a worker is playing.
#[derive(Clone)]
struct Task {
    number: u64,
    unit: Range<u64>,
    begun: f64,
}

struct Simulation<I: Iterator<Item = u64>> {
    random: ChaCha8Rng,
    speeds: Vec<f64>,
    is_here: Vec<bool>,
    tasks: Vec<Option<Task>>,
    events: BinaryHeap<Reverse<(u64, Happens)>>,
    units: UnitCutter<I>,
    lost: VecDeque<Range<u64>>,
    /// By first pair: the units on their way, and how many workers have them.
    out: BTreeMap<u64, u32>,
    pace: Pace,
    seconds: Vec<f64>,
    given: u64,
    now: f64,
}

impl<I: Iterator<Item = u64>> Simulation<I> {
    fn at(&mut self, time: f64, happens: Happens) {
        self.events.push(Reverse(((time * 1e6) as u64, happens)));
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
            begun: self.now,
        });
        self.at(ends, Happens::Ends { worker, task });
    }

    /// Second workers for the units that take too long, where workers are idle.
    fn duplicate(&mut self) {
        let mut idle: Vec<usize> = (0..WORKERS)
            .filter(|&worker| self.is_here[worker] && self.tasks[worker].is_none())
            .collect();
        if self.seconds.is_empty() || idle.is_empty() {
            return;
        }
        let mut last: Vec<f64> = self.seconds.iter().rev().take(100).copied().collect();
        last.sort_by(f64::total_cmp);
        let limit = STRAGGLER * last[last.len() / 2] + LOOK_EVERY;
        let mut slow: Vec<Task> = self.tasks.iter().flatten().cloned().collect();
        slow.retain(|task| self.now - task.begun > limit && self.out[&task.unit.start] == 1);
        slow.sort_by(|one, other| one.begun.total_cmp(&other.begun));
        for task in slow {
            let Some(worker) = idle.pop() else { break };
            *self.out.entry(task.unit.start).or_default() += 1;
            self.begin(worker, task.unit);
        }
    }

    /// Plays all pairs; the seconds that it takes.
    fn run(&mut self) -> f64 {
        for worker in 0..WORKERS {
            self.give(worker);
            let leaves = -STAYS * self.random.random::<f64>().ln();
            self.at(leaves, Happens::Leaves { worker });
        }
        self.at(LOOK_EVERY, Happens::Looks);
        let mut left = PAIRS;
        while let Some(Reverse((time, happens))) = self.events.pop() {
            self.now = time as f64 / 1e6;
            match happens {
                Happens::Ends { worker, task } => {
                    let ended = self.tasks[worker].take_if(|own| own.number == task);
                    let Some(Task { unit, begun, .. }) = ended else {
                        continue;
                    };
                    // Whoever is first counts; the other one is stopped.
                    self.out.remove(&unit.start);
                    for task in &mut self.tasks {
                        task.take_if(|other| other.unit == unit);
                    }
                    let seconds = self.now - begun - START;
                    self.seconds.push(seconds);
                    self.pace.note(unit.end - unit.start, seconds);
                    left -= unit.end - unit.start;
                    if left == 0 {
                        return self.now;
                    }
                    self.give(worker);
                }
                Happens::Leaves { worker } => {
                    self.is_here[worker] = false;
                    if let Some(Task { unit, .. }) = self.tasks[worker].take() {
                        let held = self.out.get_mut(&unit.start).expect("it was given out");
                        *held -= 1;
                        if *held == 0 {
                            self.out.remove(&unit.start);
                            self.lost.push_back(unit);
                        }
                    }
                    self.at(self.now + AWAY, Happens::Comes { worker });
                }
                Happens::Comes { worker } => {
                    self.is_here[worker] = true;
                    self.give(worker);
                    let leaves = self.now - STAYS * self.random.random::<f64>().ln();
                    self.at(leaves, Happens::Leaves { worker });
                }
                Happens::Looks => {
                    for worker in 0..WORKERS {
                        self.give(worker);
                    }
                    self.duplicate();
                    self.at(self.now + LOOK_EVERY, Happens::Looks);
                }
            }
        }
        f64::INFINITY
    }
}

/// Units sized while the run is on, handed out as workers come free, lost ones again, stragglers twice: a run of some
/// fifteen minutes takes at most 1.15 times as long as it had to.
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
