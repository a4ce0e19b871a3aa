//! Who has played how much, as an executor tells it.

use std::collections::BTreeMap;

/// What one worker has done.
#[derive(Clone, PartialEq, Debug)]
pub struct WorkerTally {
    /// What the executor calls it.
    pub name: String,
    /// Units that it has played.
    pub units: u64,
    /// The pairs of these.
    pub pairs: u64,
    /// How long they were played.
    pub seconds: f64,
    /// Units that it could not play.
    pub failures: u64,
    /// Why not, the last time; empty where it never failed.
    pub why: String,
}

impl WorkerTally {
    /// Pairs a second while it plays; `None` before it has played any.
    pub fn pace(&self) -> Option<f64> {
        (self.units > 0).then(|| self.pairs as f64 / self.seconds.max(1e-3))
    }
}

/// What all workers of a run have done.
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
        let entry = self.0.entry(worker.to_string());
        entry.or_insert_with(|| WorkerTally {
            name: worker.to_string(),
            units: 0,
            pairs: 0,
            seconds: 0.0,
            failures: 0,
            why: String::new(),
        })
    }

    /// Each of them, by name.
    pub fn all(&self) -> impl Iterator<Item = &WorkerTally> {
        self.0.values()
    }

    /// The median of their paces, in pairs a second; `None` before anything is played.
    pub fn median_pace(&self) -> Option<f64> {
        let mut paces: Vec<f64> = self.all().filter_map(WorkerTally::pace).collect();
        paces.sort_by(f64::total_cmp);
        paces.get(paces.len() / 2).copied()
    }

    /// Those that are less than half as fast as the median, the slowest first.
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

    /// Those that failed, the most often first.
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
    fn slow_and_failing_workers_are_named() {
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
