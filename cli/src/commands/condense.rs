//! `tradewind condense`: games in one small file.

use super::playing::{on_threads, stop_signal};
use crate::Stopped;
use crate::args::Threads;
use crate::message::say;
use anyhow::{Context, ensure};
use clap::{Args, ValueEnum};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use tempfile::TempDir;
use tradewind_files::check_output;
use tradewind_selfplay::record::archive::{Archive, experiment_of};
use tradewind_selfplay::record::condensed::{Kept, Unpacked, condense, is_condensed, run_folders};
use tradewind_selfplay::run;

/// The part of games without odds that is kept.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum Keep {
    Moves,
    Counts,
    Material,
}

#[derive(Debug, Args)]
pub struct CondenseArguments {
    /// Folders of games, with all folders of games in them, and condensed files, whose games are joined
    #[arg(required = true, value_name = "DIR|FILE")]
    pub sources: Vec<PathBuf>,
    /// The condensed file to write, such as games.tar.zst
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// The part of games without odds to keep: moves, the counts that metrics read, or the material that the regression reads
    #[arg(long, value_name = "KEPT", default_value = "moves")]
    pub keep: Keep,
    #[command(flatten)]
    pub threads: Threads,
}

/// Writes the games of folders and condensed files into one file.
pub fn run(arguments: &CondenseArguments) -> anyhow::Result<()> {
    let stop = stop_signal()?;
    on_threads(arguments.threads, || condense_all(arguments, &stop))
}

fn condense_all(arguments: &CondenseArguments, stop: &AtomicBool) -> anyhow::Result<()> {
    check_output(&arguments.out)?;
    let mut unpacked = Vec::new();
    // By fingerprint: the name of the games of one experiment, and their folders.
    let mut all: BTreeMap<String, (String, Vec<PathBuf>)> = BTreeMap::new();
    for source in &arguments.sources {
        let found = if is_condensed(source) {
            let file = Unpacked::of(source)?;
            let found = file.experiments();
            unpacked.push(file);
            found
        } else {
            let found = run_folders(source).into_iter();
            let name = name_of(source)?;
            let whole = |inner: &str| {
                [name.as_str(), inner]
                    .join("/")
                    .trim_matches('/')
                    .to_string()
            };
            found
                .map(|(inner, folder)| (whole(&inner), folder))
                .collect()
        };
        let mut with_games = Vec::new();
        for (name, folder) in found {
            let experiment = experiment_of(&folder)?;
            // A folder of a study has its plans, too.
            if !Archive::new(&experiment, &folder).chunks()?.is_empty() {
                with_games.push((name, folder, experiment.fingerprint()));
            }
        }
        ensure!(
            !with_games.is_empty(),
            "there are no games in {}: name folders into which `tradewind run` played",
            source.display()
        );
        for (name, folder, fingerprint) in with_games {
            let of_experiment = all.entry(fingerprint).or_insert((name, Vec::new()));
            of_experiment.1.push(folder);
        }
    }
    let (mut joined, mut games) = (Vec::new(), 0);
    let mut named: BTreeMap<String, PathBuf> = BTreeMap::new();
    for (name, own) in all.into_values() {
        let folder = match own.as_slice() {
            [only] => only.clone(),
            several => {
                let folder = TempDir::new().context("cannot make a temporary folder")?;
                let experiment = run::merge(several, folder.path(), stop)
                    .with_context(|| format!("the games called {name}"))?;
                experiment.ok_or(Stopped::RESUMES)?;
                let path = folder.path().to_path_buf();
                joined.push(folder);
                path
            }
        };
        games += Archive::new(&experiment_of(&folder)?, &folder).count()?;
        ensure!(
            !named.contains_key(&name),
            "two experiments are called {name}: give their folders different names"
        );
        named.insert(name, folder);
    }
    let folders: Vec<(String, PathBuf)> = named.into_iter().collect();
    let kept = match arguments.keep {
        Keep::Moves => Kept::Moves,
        Keep::Counts => Kept::Counts,
        Keep::Material => Kept::Material,
    };
    condense(&folders, kept, &arguments.out)?;
    let out = &arguments.out;
    let bytes = out.metadata().map_or(0, |found| found.len());
    say!(
        "{}: {games} games of {} experiments, {:.1} MB, {:.1} bytes a game",
        out.display(),
        folders.len(),
        bytes as f64 / 1e6,
        bytes as f64 / games.max(1) as f64
    );
    Ok(())
}

/// The name of a folder's games: its path below `out`, where claims look for them, or else its last part.
fn name_of(folder: &Path) -> anyhow::Result<String> {
    let parts = |path: &Path| {
        let parts = path
            .components()
            .map(|part| part.as_os_str().to_string_lossy().into_owned());
        parts.collect::<Vec<_>>().join("/")
    };
    if let Ok(inner) = folder.strip_prefix("out") {
        return Ok(parts(inner));
    }
    let whole = folder
        .canonicalize()
        .with_context(|| format!("cannot read {}", folder.display()))?;
    Ok(parts(Path::new(whole.file_name().unwrap_or_default())))
}
