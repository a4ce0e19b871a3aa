//! Condensed files: the games of experiments as small as estimates from them allow.
//!
//! A condensed file is a tar archive, compressed by zstd, of folders as `run` plays into them. All that decides the games
//! is there, and their outcomes; weights that come with the program are there by their hash. Moves, and what is recorded
//! with them, are there only for games without odds: no estimate reads those of others, and each game can be
//! [played again](crate::play::GameRunner::play) from the experiment and its number. A move is written as its place among
//! the legal ones, a character or two. Where metrics alone are wanted, their [counts](super::counts) take the place of
//! moves; where the regression alone is, the [material](super::samples) of its positions.

use super::RecordError;
use super::archive::{Archive, ArchiveError, GAMES, experiment_of};
pub use super::places::Kept;
use crate::experiment::stored_text::{StoredText, rules_of};
use crate::experiment::{RULE_WEIGHTS, RULES, SNAPSHOT};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Component, Path, PathBuf};
use tempfile::TempDir;
use tradewind_files::{
    FileError, Files, entries_in, folders_in, make_inside, read_own, write_output, write_whole,
};

/// The level of compression by zstd: a higher one saves a few percent in twice the time.
const LEVEL: i32 = 19;
/// The first bytes of a zstd frame.
const MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
/// The maximum size when unpacked, in bytes: some hundred million games.
const MAX_BYTES: u64 = 1 << 36;

/// The reason why a condensed file cannot be written or read.
#[derive(Debug, thiserror::Error)]
pub enum CondensedError {
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// A file of games is wrong.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The experiment of a folder cannot be read.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// The file is cut short or changed.
    #[error("{path} is damaged or not a condensed file ({1})", path = .0.display())]
    Damaged(PathBuf, String),
    /// The file names weights of another program.
    #[error(
        "{path}: its games were played with the weights that come with another version of the program: read it with that \
         version",
        path = .0.display()
    )]
    OtherWeights(PathBuf),
}

/// Writes the games of run folders, each under a name with slashes, into a condensed file. The same games give the same
/// bytes.
///
/// # Errors
/// A folder cannot be read, or the file cannot be written.
pub fn condense(
    folders: &[(String, PathBuf)],
    kept: Kept,
    out: &Path,
) -> Result<(), CondensedError> {
    let files: Result<Vec<Files>, CondensedError> = folders
        .iter()
        .map(|(name, folder)| files_of(name, folder, kept))
        .collect();
    let files = files?;
    let written = write_output(out, |file| {
        let mut encoder = zstd::Encoder::new(file, LEVEL)?;
        encoder.include_checksum(true)?;
        encoder.long_distance_matching(true)?;
        let mut tar = tar::Builder::new(encoder);
        for (name, bytes) in files.iter().flatten() {
            let mut header = tar::Header::new_gnu();
            header.set_size(bytes.len() as u64);
            header.set_mode(0o644);
            tar.append_data(&mut header, name, bytes.as_slice())?;
        }
        tar.into_inner()?.finish()?;
        Ok(())
    });
    Ok(written?)
}

/// The files of a folder of games in a condensed file.
fn files_of(name: &str, folder: &Path, kept: Kept) -> Result<Files, CondensedError> {
    let experiment = experiment_of(folder)?;
    let archive = Archive::new(&experiment, folder);
    let texts: BTreeMap<String, String> = experiment.snapshot_files().into_iter().collect();
    let stored = texts.iter().map(|(file, text)| {
        let rules = rules_of(file).and_then(|rules| texts.get(&rules));
        let stored = match StoredText::new(text.clone(), rules) {
            StoredText::Whole(text) => text,
            built_in => toml::to_string(&built_in).expect("it is a text"),
        };
        (format!("{name}/{file}"), stored.into_bytes())
    });
    let mut files: Files = stored.collect();
    let chunks: Result<Vec<_>, RecordError> = archive
        .chunks()?
        .into_par_iter()
        .map(|chunk| Ok((chunk, archive.condensed(chunk, kept)?)))
        .collect();
    for (chunk, bytes) in chunks? {
        let file = archive.chunk_path(chunk);
        let file = file.file_name().unwrap_or_default().to_string_lossy();
        files.extend(bytes.map(|bytes| (format!("{name}/{GAMES}/{file}"), bytes)));
    }
    Ok(files)
}

/// Writes the built-in weights of a folder of games in the place of their hashes. `file` is the condensed file.
fn restore_weights(file: &Path, run: &Path) -> Result<(), CondensedError> {
    for path in entries_in(&run.join(RULE_WEIGHTS))? {
        let stored = toml::from_str(&read_own(&path)?);
        let Ok(stored @ StoredText::BuiltIn { .. }) = stored else {
            continue;
        };
        let rules = path.file_name().map(|name| run.join(RULES).join(name));
        let rules = rules.map(|rules| read_own(&rules)).transpose()?;
        let rules = rules.map(StoredText::Whole);
        let Some(text) = stored.text(rules.as_ref()) else {
            return Err(CondensedError::OtherWeights(file.to_path_buf()));
        };
        write_whole(&path, |out| out.write_all(text.as_bytes()))?;
    }
    Ok(())
}

/// Whether a file begins as a condensed one does.
pub fn is_condensed(path: &Path) -> bool {
    let mut found = [0; MAGIC.len()];
    path.is_file()
        && File::open(path).is_ok_and(|mut file| file.read_exact(&mut found).is_ok())
        && found == MAGIC
}

/// A condensed file, unpacked into a temporary folder, which is removed with it.
#[derive(Debug)]
pub struct Unpacked {
    folder: TempDir,
}

impl Unpacked {
    /// Unpacks a file.
    ///
    /// # Errors
    /// It cannot be read, is cut short or changed, or holds something else.
    pub fn of(path: &Path) -> Result<Unpacked, CondensedError> {
        let folder = tempfile::tempdir().map_err(FileError::new("unpack", path))?;
        let file = File::open(path).map_err(FileError::new("read", path))?;
        let unpack = || -> io::Result<()> {
            let reader = zstd::Decoder::new(file)?.take(MAX_BYTES);
            let mut tar = tar::Archive::new(reader);
            for entry in tar.entries()? {
                let mut entry = entry?;
                let name = entry.path()?.into_owned();
                let is_inside = name
                    .components()
                    .all(|part| matches!(part, Component::Normal(_)));
                if !is_inside || !entry.header().entry_type().is_file() {
                    let fault = format!("`{}` is not a file inside of it", name.display());
                    return Err(io::Error::other(fault));
                }
                let inner = name.parent().unwrap_or(Path::new(""));
                make_inside(folder.path(), inner).map_err(|error| error.cause)?;
                io::copy(&mut entry, &mut File::create(folder.path().join(&name))?)?;
            }
            // To the end, where the checksum is.
            io::copy(&mut tar.into_inner(), &mut io::sink())?;
            Ok(())
        };
        unpack().map_err(|cause| CondensedError::Damaged(path.to_path_buf(), cause.to_string()))?;
        for (_, run) in run_folders(folder.path()) {
            restore_weights(path, &run)?;
        }
        Ok(Unpacked { folder })
    }

    /// The folder that has the experiments' folders.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The experiments' folders, with their names in the file.
    pub fn experiments(&self) -> Vec<(String, PathBuf)> {
        run_folders(self.folder())
    }
}

/// The folders of games in a folder, or it itself if it is one, with their paths in it, in order.
pub fn run_folders(root: &Path) -> Vec<(String, PathBuf)> {
    let mut found = Vec::new();
    let mut open = vec![root.to_path_buf()];
    while let Some(folder) = open.pop() {
        if folder.join(SNAPSHOT).is_file() {
            let inner = folder.strip_prefix(root).unwrap_or(&folder);
            let parts = inner
                .components()
                .map(|part| part.as_os_str().to_string_lossy());
            found.push((parts.collect::<Vec<_>>().join("/"), folder));
        } else {
            open.extend(folders_in(&folder));
        }
    }
    found.sort();
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Experiment;

    /// Weights that come with the program are stored as their hash and come back whole, or the file is refused.
    #[test]
    fn built_in_weights_come_back() {
        let text = "name = \"x\"\nseed = 1\npairs = 2\nply_cap = 100\n[rules]\nid = \"shatranj\"\n[player]\nnodes = 10\n\
                    [opening]\nplies = 6\n";
        let experiment = Experiment::parse("x.toml", text.to_string(), Path::new(""));
        let experiment = experiment.unwrap_or_else(|fault| panic!("{fault}"));
        let folder = tempfile::tempdir().expect("a folder");
        let [run, file] = ["run", "run.tar.zst"].map(|name| folder.path().join(name));
        experiment.write_snapshot(&run).expect("it is written");
        let folders = [("run".to_string(), run.clone())];
        condense(&folders, Kept::Moves, &file).expect("it is written");
        assert!(file.metadata().expect("a file").len() < 5_000);
        let unpacked = Unpacked::of(&file).expect("it is whole");
        let weights = Path::new(RULE_WEIGHTS).join("shatranj.toml");
        let [before, after] = [&run, &unpacked.folder().join("run")].map(|run| run.join(&weights));
        let before = read_own(&before).expect("weights");
        assert_eq!(read_own(&after).expect("weights"), before);
        let other = "built_in = \"00\"\n";
        write_whole(&run.join(&weights), |out| out.write_all(other.as_bytes()))
            .expect("it is written");
        let refused = restore_weights(&file, &run).expect_err("the weights are others");
        assert!(refused.to_string().contains("another version"), "{refused}");
    }
}
