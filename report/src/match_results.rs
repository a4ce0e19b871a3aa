//! The result files of a match: its games, its score, and the path of its SPRT.

use crate::ReportError;
use crate::comparison::tables::score_table;
use crate::document::{self, Document, Figure};
use crate::plot::llr_path;
use crate::run::write_games;
use std::io::Write;
use tradewind_analysis::outcomes::score_rows;
use tradewind_analysis::row::Row;
use tradewind_files::write_whole;
use tradewind_selfplay::experiment::Experiment;
use tradewind_selfplay::record::GameRecord;
use tradewind_selfplay::record::archive::Archive;
use tradewind_selfplay::sprt_tracker::{LlrPath, LlrRecorder};
use tradewind_stats::{SprtVerdict, Tally};

/// The maximum number of points of the path of an SPRT.
const MAX_POINTS: u64 = 2_000;

/// Counts the games of a match and writes its score and, if it has an SPRT, the path of its log-likelihood ratio. Passes
/// each game to `each`. Returns the tally and the names of the files.
///
/// # Errors
/// A file of games is wrong, or a file cannot be written.
pub fn write_match(
    archive: &Archive<'_>,
    mut each: impl FnMut(&GameRecord),
) -> Result<(Tally, Vec<String>), ReportError> {
    let experiment = archive.experiment();
    let sprt = experiment.sprt();
    let mut recorder = LlrRecorder::new(sprt, MAX_POINTS);
    let ((), list) = write_games(archive, |visit| {
        archive.for_each_chunk(|games| {
            recorder.add(&games);
            games.iter().for_each(&mut each);
            visit(&games)
        })
    })?;
    let (tally, path) = recorder.finish();
    let mut document = Document::new(&experiment.name);
    document.found(match_found(experiment, &tally).into_iter().collect());
    if experiment.players.len() == 2 {
        let rows = match_rows(experiment, &tally);
        let mut table = score_table(&rows, "The match");
        let [a, b, c, d, e] = tally.pairs;
        table.note(format!(
            "Ptnml(0-2): {a}, {b}, {c}, {d}, {e}; {} unfinished games count as drawn.",
            tally.unfinished
        ));
        document.table(table);
        document.rows(rows);
    }
    let mut files = vec![list];
    if let Some(sprt) = sprt
        && tally.count() > 0
    {
        let title = format!("SPRT of {}", experiment.name);
        document.figures([Figure {
            file: "llr".to_string(),
            drawn: llr_path(&path, &sprt, &title)?,
            caption: title,
        }]);
        write_whole(&archive.folder().join("llr.csv"), |file| {
            file.write_all(csv_of(&path).as_bytes())
        })?;
        files.push("llr.csv".to_string());
    }
    files.extend(document::write(&document, archive.folder())?);
    Ok((tally, files))
}

/// The result of a match of two players as a sentence; `None` with fewer than two pairs.
pub fn match_found(experiment: &Experiment, tally: &Tally) -> Option<String> {
    let pairs = tally.count();
    let [first, second] = match experiment.players.as_slice() {
        [first, second] if pairs >= 2 => [&first.name, &second.name],
        _ => return None,
    };
    let elo = tally.elo();
    let found = match (elo.low, elo.high) {
        (Some(low), _) if low > 0.0 => format!("{first} is {} Elo above {second}", elo.text(0)),
        (_, Some(high)) if high < 0.0 => {
            format!("{first} is {} Elo below {second}", elo.turned().text(0))
        }
        _ => format!(
            "{first} and {second} do not differ significantly ({} Elo)",
            elo.text(0)
        ),
    };
    let test = experiment.sprt().map(|sprt| {
        let verdict = match sprt.verdict(tally) {
            SprtVerdict::Open => "has not decided",
            decided => decided.text(),
        };
        format!(
            "; SPRT with elo0 = {} and elo1 = {}: {verdict}",
            sprt.elo0, sprt.elo1
        )
    });
    Some(format!(
        "{found}, in {pairs} pairs{}.",
        test.unwrap_or_default()
    ))
}

/// The score of a match of two players.
pub(crate) fn match_rows(experiment: &Experiment, tally: &Tally) -> Vec<Row> {
    let [first, second] = [0, 1].map(|at| experiment.players[at].name.as_str());
    let player = format!("{first} against {second}");
    (score_rows(tally, [first, second]).into_iter())
        .map(|row| row.of_games(&experiment.rules[0].name, &player))
        .collect()
}

fn csv_of(path: &LlrPath) -> String {
    let lines = path.iter().map(|(pairs, llr)| format!("{pairs},{llr}\n"));
    format!("pairs,llr\n{}", lines.collect::<String>())
}
