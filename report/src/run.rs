//! The result files of an experiment: its document in every format, the list of its games, and a manifest.

use crate::ReportError;
use crate::document::{self, Document};
use crate::folder::{self, Folder};
use crate::plot::PlotError;
use crate::trial::Card;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::Path;
use tradewind_analysis::dataset::{Dataset, DatasetError};
use tradewind_analysis::findings::Findings;
use tradewind_files::{FileError, sha256_of, write_whole};
use tradewind_selfplay::experiment::{Experiment, SNAPSHOT};
use tradewind_selfplay::record::archive::Archive;
use tradewind_selfplay::record::{GameRecord, RecordError};

/// The number of games of each rule set that a page can replay.
const SHOWN_GAMES: usize = 6;

/// Analyses the games of a finished experiment and writes the results into their folder. Returns the document and the names
/// of the files.
///
/// # Errors
/// Games cannot be read, or a file cannot be written.
pub fn write_all(archive: &Archive<'_>) -> Result<(Document, Vec<String>), ReportError> {
    let (document, files, _) = write(archive, |_| Ok(None))?;
    Ok((document, files))
}

/// The same for a trial of changed rules, with its card first and as a file of its own. Returns the names of the files and
/// the card of the findings.
///
/// # Errors
/// Games cannot be read, or a file cannot be written.
pub fn write_trial(
    archive: &Archive<'_>,
    card: impl FnOnce(&Findings) -> Result<Card, PlotError>,
) -> Result<(Vec<String>, Card), ReportError> {
    let (_, files, card) = write(archive, |findings| card(findings).map(Some))?;
    Ok((files, card.expect("a card")))
}

/// The file of the card of a trial.
const CARD_FILE: &str = "card.json";

fn write(
    archive: &Archive<'_>,
    card: impl FnOnce(&Findings) -> Result<Option<Card>, PlotError>,
) -> Result<(Document, Vec<String>, Option<Card>), ReportError> {
    let (folder, list) = write_games(archive, |visit| Folder::read(archive, SHOWN_GAMES, visit))?;
    let mut document = folder::document(std::slice::from_ref(&folder), &[])?;
    let card = card(folder.findings()?)?;
    if let Some(card) = &card {
        document.lead_with(card.document());
    }
    let mut files = document::write(&document, archive.folder())?;
    if let Some(card) = &card {
        let text = card.json()?;
        write_whole(&archive.folder().join(CARD_FILE), |file| {
            file.write_all(text.as_bytes())
        })?;
        files.push(CARD_FILE.to_string());
    }
    files.push(list);
    write_manifest(&folder.dataset, &files)?;
    files.push(MANIFEST_FILE.to_string());
    Ok((document, files, card))
}

/// The list of all games, one line each.
const GAMES_FILE: &str = "games.csv";

/// A visitor of the games of an archive, chunk by chunk in order.
type Visit<'v> = &'v mut dyn FnMut(&[GameRecord]) -> Result<(), DatasetError>;

/// Writes the file while `read` passes the games to the given visitor. Returns the result of `read` and the name of the
/// file.
pub(crate) fn write_games<T>(
    archive: &Archive<'_>,
    read: impl FnOnce(Visit<'_>) -> Result<T, DatasetError>,
) -> Result<(T, String), DatasetError> {
    let names = archive.names();
    let path = archive.folder().join(GAMES_FILE);
    let mut found = None;
    let written = write_whole(&path, |file| {
        let mut table = csv::Writer::from_writer(file);
        let result = read(&mut |games| {
            for game in games {
                table
                    .serialize(game.line(&names).for_csv())
                    .map_err(|error| FileError::new("write", &path)(error.into()))
                    .map_err(RecordError::File)?;
            }
            Ok(())
        });
        // A failure of `read` discards the file and is returned below.
        let failed = result.as_ref().err().map(ToString::to_string);
        found = Some(result);
        match failed {
            Some(message) => Err(std::io::Error::other(message)),
            None => table.flush(),
        }
    });
    let result = found.transpose()?;
    written.map_err(RecordError::File)?;
    let result = result.expect("`read` was called");
    Ok((result, GAMES_FILE.to_string()))
}

/// The experiment, and the checksum of every file.
const MANIFEST_FILE: &str = "manifest.json";

#[derive(Serialize)]
struct Manifest<'m> {
    program: &'static str,
    version: &'static str,
    /// The plan, as stored in the folder.
    experiment: &'m Experiment,
    fingerprint: String,
    /// The hash of each rule set.
    rules: BTreeMap<&'m str, String>,
    games: u64,
    /// The SHA-256 of every file, by relative path.
    files: BTreeMap<String, String>,
}

/// Writes the manifest of a folder with some result files.
fn write_manifest(dataset: &Dataset<'_>, results: &[String]) -> Result<(), ReportError> {
    let archive = &dataset.archive;
    let experiment = archive.experiment();
    let folder = archive.folder();
    let mut files: Vec<String> = results.to_vec();
    files.push(SNAPSHOT.to_string());
    let mut checksums = BTreeMap::new();
    for (part, checksum) in &dataset.checksums {
        if let Ok(name) = archive.chunk_path(*part).strip_prefix(folder) {
            checksums.insert(name.display().to_string(), checksum.clone());
        }
    }
    for name in files {
        checksums.insert(name.clone(), checksum(&folder.join(&name))?);
    }
    let rules = experiment.rules.iter();
    let manifest = Manifest {
        program: "tradewind",
        version: env!("CARGO_PKG_VERSION"),
        experiment: &experiment.snapshot(),
        fingerprint: experiment.fingerprint(),
        rules: rules
            .map(|rules| (rules.name.as_str(), rules.hash()))
            .collect(),
        games: archive.games(),
        files: checksums,
    };
    let manifest = serde_json::to_string_pretty(&manifest).map_err(ReportError::Manifest)?;
    write_whole(&folder.join(MANIFEST_FILE), |file| {
        file.write_all(manifest.as_bytes())
    })?;
    Ok(())
}

fn checksum(path: &Path) -> Result<String, FileError> {
    let file = fs::File::open(path).map_err(FileError::new("read", path))?;
    sha256_of(file).map_err(FileError::new("read", path))
}
