//! An observer that stops what it observes, and the comparison of folders.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use tradewind_files::FileError;
use tradewind_selfplay::run::{Event, Executor, Observer};
use tradewind_tuner::generations::{LoopHistory, LoopObserver};
use tradewind_tuner::network::{Shards, TrainedNetwork};
use tradewind_tuner::texel::{Epoch, Positions, TexelFit};

/// Sets the stop flag after a number of events.
pub struct Stopper {
    pub executor: Executor,
    after: u64,
    happened: AtomicU64,
}

impl Stopper {
    pub fn new(after: u64) -> Stopper {
        Stopper {
            executor: Executor::default(),
            after,
            happened: AtomicU64::new(0),
        }
    }

    fn count(&self) {
        if self.happened.fetch_add(1, Ordering::Relaxed) + 1 >= self.after {
            self.executor.stop().store(true, Ordering::Relaxed);
        }
    }
}

impl Observer for Stopper {
    fn event(&self, event: &Event<'_>) {
        if let Event::Played(_) = event {
            self.count();
        }
    }
}

impl LoopObserver for Stopper {
    fn observer(&self) -> &impl Observer {
        self
    }

    fn epoch(&self, _: u32, _: &Epoch) {
        self.count();
    }

    fn training(&self, _: &Path, _: &[Epoch]) -> Result<(), FileError> {
        Ok(())
    }

    fn fitted(&self, _: &Path, _: &Positions, _: &TexelFit) -> Result<(), FileError> {
        Ok(())
    }

    fn trained(&self, _: &Path, _: &Shards, _: &TrainedNetwork) -> Result<(), FileError> {
        Ok(())
    }

    fn done(&self, _: &Path, _: &LoopHistory) -> Result<(), FileError> {
        Ok(())
    }
}

/// The files of a folder and those below it, by their paths.
pub fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).expect("it is below").display();
                found.insert(name.to_string(), fs::read(&path).expect("a file"));
            }
        }
    }
    found
}
