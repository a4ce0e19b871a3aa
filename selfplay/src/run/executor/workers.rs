//! The work of each worker, as an executor reports it.

use std::collections::BTreeMap;

/// The work of one worker.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct WorkerTally {
    /// Its name, given by the executor.
    pub name: String,
    /// The number of units played.
    pub units: u64,
    /// The number of pairs played.
    pub pairs: u64,
    /// The time spent on them.
    pub seconds: f64,
    /// The number of failed units.
    pub failures: u64,
    /// The cause of the last failure; empty if there was none.
    pub why: String,
}

impl WorkerTally {
    /// Pairs per second of playing time; `None` before the first unit.
    pub fn pace(&self) -> Option<f64> {
        (self.units > 0).then(|| self.pairs as f64 / self.seconds.max(1e-3))
    }
}

/// The work of all workers of a run.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Workers(BTreeMap<String, WorkerTally>);

impl Workers {
    pub(super) fn done(&mut self, worker: &str, pairs: u64, seconds: f64) {
        let own = self.of(worker);
        own.units += 1;
        own.pairs += pairs;
        own.seconds += seconds;
    }

    pub(super) fn failed(&mut self, worker: &str, why: &str) {
        let own = self.of(worker);
        own.failures += 1;
        own.why = why.to_string();
    }

    fn of(&mut self, worker: &str) -> &mut WorkerTally {
        let own = self.0.entry(worker.to_string()).or_default();
        own.name = worker.to_string();
        own
    }

    /// All workers, by name.
    pub fn all(&self) -> impl Iterator<Item = &WorkerTally> {
        self.0.values()
    }

    /// The median pace in pairs per second; `None` before the first unit.
    pub fn median_pace(&self) -> Option<f64> {
        let mut paces: Vec<f64> = self.all().filter_map(WorkerTally::pace).collect();
        paces.sort_by(f64::total_cmp);
        paces.get(paces.len() / 2).copied()
    }

    /// The workers with less than half of the median pace, the slowest first.
    pub fn slow(&self) -> Vec<&WorkerTally> {
        let Some(median) = self.median_pace() else {
            return Vec::new();
        };
        let pace = |one: &WorkerTally| one.pace().unwrap_or(f64::INFINITY);
        let mut slow: Vec<&WorkerTally> =
            self.all().filter(|one| pace(one) < 0.5 * median).collect();
        slow.sort_by(|one, other| pace(one).total_cmp(&pace(other)));
        slow
    }

    /// The workers that failed, the most frequent failures first.
    pub fn failing(&self) -> Vec<&WorkerTally> {
        let mut failing: Vec<&WorkerTally> = self.all().filter(|one| one.failures > 0).collect();
        failing.sort_by_key(|one| std::cmp::Reverse(one.failures));
        failing
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_and_failing_workers_are_found() {
        let mut workers = Workers::default();
        assert!(workers.median_pace().is_none() && workers.slow().is_empty());
        for (name, pairs, seconds) in [
            ("a", 30, 10.0),
            ("b", 30, 11.0),
            ("c", 30, 9.0),
            ("d", 10, 9.0),
        ] {
            workers.done(name, pairs, seconds);
        }
        workers.failed("b", "no space left");
        workers.failed("e", "it was killed");
        workers.failed("e", "it is gone");
        let names = |all: Vec<&WorkerTally>| -> Vec<String> {
            all.iter().map(|one| one.name.clone()).collect()
        };
        assert_eq!(workers.median_pace(), Some(3.0));
        assert_eq!(names(workers.slow()), ["d"]);
        assert_eq!(names(workers.failing()), ["e", "b"]);
        assert_eq!(workers.failing()[0].why, "it is gone");
        assert_eq!(workers.all().count(), 5);
    }
}
