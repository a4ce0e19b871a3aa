//! The folder that a match leaves: its games, its score, and the way of its test.

use crate::players;
use crate::plot::{llr_path_png, llr_path_svg};
use crate::run::{ResultsError, games_csv};
use std::io::Write;
use tradewind_analysis::players::Players;
use tradewind_selfplay::files::{FileError, write_whole};
use tradewind_selfplay::record::archive::Archive;
use tradewind_selfplay::sprt_tracker::{LlrPath, LlrRecorder};
use tradewind_stats::Tally;

/// The most points of the way of a test.
const POINTS: u64 = 2_000;

/// Counts a match and writes its tables and, when it has a test, the way of the test. Returns what
/// was counted and the names of the files.
///
/// # Errors
/// A file of games is wrong, or a file cannot be written.
pub fn write_match(archive: &Archive<'_>) -> Result<(Tally, Vec<String>), ResultsError> {
    let experiment = archive.experiment();
    let sprt = experiment.sprt();
    let mut recorder = LlrRecorder::new(sprt, POINTS);
    let ((), list) = games_csv::write(archive, |visit| {
        archive.for_each_chunk(|games| {
            recorder.add(&games);
            visit(&games)
        })
    })?;
    let (tally, path) = recorder.finish();
    let mut files = vec![list];
    let mut write = |name: &str, bytes: &[u8]| -> Result<(), FileError> {
        write_whole(&archive.folder().join(name), |file| file.write_all(bytes))?;
        files.push(name.to_string());
        Ok(())
    };
    if let [first, second] = experiment.players.as_slice() {
        let names = [first.name.clone(), second.name.clone()];
        let table = players::table(&Players::of(names, tally));
        write("players.csv", table.to_csv()?.as_bytes())?;
    }
    if let Some(sprt) = sprt
        && tally.count() > 0
    {
        write("llr.csv", csv_of(&path).as_bytes())?;
        let title = format!("The test of {}", experiment.name);
        write("llr.svg", llr_path_svg(&path, &sprt, &title)?.as_bytes())?;
        write("llr.png", &llr_path_png(&path, &sprt, &title)?)?;
    }
    Ok((tally, files))
}

fn csv_of(path: &LlrPath) -> String {
    let lines = path.iter().map(|(pairs, llr)| format!("{pairs},{llr}\n"));
    format!("pairs,llr\n{}", lines.collect::<String>())
}
