//! The parameters of all iterations, as a file from which a run resumes.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path;
use tradewind_engine::input::text_file;
use tradewind_files::{FileError, write_whole};

/// The maximum size of the file: enough for millions of iterations.
const MAX_BYTES: u64 = 4 << 30;

/// The result of an iteration.
#[derive(Clone, PartialEq, Debug)]
pub struct SpsaStep {
    /// Its number, from 1.
    pub iteration: u64,
    /// Games won, drawn and lost by the first set.
    pub games: [u64; 3],
    /// The parameters after it.
    pub numbers: Vec<f64>,
}

/// All iterations so far.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Path {
    /// The names of the parameters.
    pub names: Vec<String>,
    /// The iterations in order.
    pub steps: Vec<SpsaStep>,
}

impl Path {
    /// The file in CSV, without loss of precision.
    fn text(&self) -> String {
        let mut text = format!("iteration,won,drawn,lost,{}\n", self.names.join(","));
        for step in &self.steps {
            let [won, drawn, lost] = step.games;
            let _ = write!(text, "{},{won},{drawn},{lost}", step.iteration);
            for number in &step.numbers {
                let _ = write!(text, ",{number}");
            }
            text.push('\n');
        }
        text
    }

    /// Writes the file, whole or not at all.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(super) fn write(&self, file: &path::Path) -> Result<(), FileError> {
        write_whole(file, |out| out.write_all(self.text().as_bytes()))
    }

    /// Reads the file; an empty path if there is none.
    ///
    /// # Errors
    /// It cannot be read. The inner error describes damage.
    pub(super) fn read(
        file: &path::Path,
        names: &[String],
    ) -> Result<Result<Path, String>, FileError> {
        let mut found = Path {
            names: names.to_vec(),
            steps: Vec::new(),
        };
        if !file.exists() {
            return Ok(Ok(found));
        }
        let text = text_file::read(file, MAX_BYTES).map_err(FileError::new("read", file))?;
        let mut lines = text.lines();
        let heading = Path {
            names: names.to_vec(),
            steps: Vec::new(),
        };
        if lines.next() != heading.text().lines().next() {
            return Ok(Err("line 1: other parameters".to_string()));
        }
        for (number, line) in (1..).zip(lines) {
            match SpsaStep::read(line, number, names.len()) {
                Some(step) => found.steps.push(step),
                None => return Ok(Err(format!("line {}: invalid", number + 1))),
            }
        }
        Ok(Ok(found))
    }
}

impl SpsaStep {
    fn read(line: &str, iteration: u64, numbers: usize) -> Option<SpsaStep> {
        let cells: Vec<&str> = line.split(',').collect();
        if cells.len() != 4 + numbers || cells[0].parse() != Ok(iteration) {
            return None;
        }
        let count = |cell: &str| cell.parse::<u64>().ok();
        let number = |cell: &&str| cell.parse::<f64>().ok().filter(|number| number.is_finite());
        Some(SpsaStep {
            iteration,
            games: [count(cells[1])?, count(cells[2])?, count(cells[3])?],
            numbers: cells[4..].iter().map(number).collect::<Option<_>>()?,
        })
    }
}
