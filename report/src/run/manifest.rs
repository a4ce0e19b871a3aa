//! `manifest.json`: the experiment, and the checksum of every file.

use super::ResultsError;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::Path;
use tradewind_analysis::dataset::Dataset;
use tradewind_selfplay::experiment::{Experiment, SNAPSHOT};
use tradewind_selfplay::files::{FileError, sha256_of, write_whole};

pub(super) const FILE: &str = "manifest.json";

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
pub(super) fn write(dataset: &Dataset<'_>, results: &[String]) -> Result<(), ResultsError> {
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
    let manifest = serde_json::to_string_pretty(&manifest)?;
    write_whole(&folder.join(FILE), |file| {
        file.write_all(manifest.as_bytes())
    })?;
    Ok(())
}

fn checksum(path: &Path) -> Result<String, FileError> {
    let file = fs::File::open(path).map_err(FileError::new("read", path))?;
    sha256_of(file).map_err(FileError::new("read", path))
}
