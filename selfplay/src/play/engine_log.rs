//! The dialogue between this program and an engine, line by line.

use crate::files::check_output;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

/// A file to which the lines of all processes of an engine are added: seconds since the process was started, its number,
/// `>` for what it was told, `<` for what it said, `!` for its standard error, and the line.
#[derive(Clone, Debug)]
pub(super) struct EngineLog {
    file: Arc<File>,
    begun: Instant,
    process: u32,
}

impl EngineLog {
    /// Opens a log.
    ///
    /// # Errors
    /// Why it cannot be written.
    pub(super) fn open(path: &Path) -> Result<EngineLog, String> {
        let fault = |why: String| format!("cannot be logged in {}: {why}", path.display());
        check_output(path).map_err(|error| fault(error.cause.to_string()))?;
        let file = OpenOptions::new().create(true).append(true).open(path);
        Ok(EngineLog {
            file: Arc::new(file.map_err(|error| fault(error.to_string()))?),
            begun: Instant::now(),
            process: 0,
        })
    }

    /// The log of a process.
    pub(super) fn of_process(self, process: u32) -> EngineLog {
        EngineLog { process, ..self }
    }

    /// Adds a line. A game does not end because the disk of its log is full.
    pub(super) fn note(&self, mark: char, line: &str) {
        let seconds = self.begun.elapsed().as_secs_f64();
        let text = format!("{seconds:.3} {} {mark} {line}\n", self.process);
        // At once, so that lines of other processes do not come between.
        let _ = (&*self.file).write_all(text.as_bytes());
    }
}
