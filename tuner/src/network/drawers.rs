//! Positions on disk, in drawers: each goes into a drawer that chance chooses, so that a drawer is a sample of all games,
//! and learning needs a drawer at a time. The validation set has a drawer of its own.
//!
//! Few drawers for the positions of one game would make files smaller (in Typhoon 32 bytes a position instead of 42 with
//! four of eleven), and learning worse: it meets positions of one game one soon after the other, and overfits.
//!
//! A folder of drawers appears whole or not at all. Its `positions.json` says what was taken from which games, so that
//! the same positions are not taken twice.

use super::compact::{Packing, PositionSample, ROWS};
use super::positions::LearningSet;
use crate::texel::TexelError;
use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use tradewind_files::{FileError, make_folder, remove_folder, write_whole};

/// About how many positions a drawer takes.
const POSITIONS: u64 = 1 << 18;
/// How hard blocks are compressed, from 1 to 10.
const COMPRESSION: u8 = 4;
/// The file that says what is in a folder of drawers.
const CONTENTS: &str = "positions.json";
/// The stream of chance that chooses drawers.
const DRAWER_STREAM: u64 = (1 << 61) + 1;

/// What is in a folder of drawers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Contents {
    /// What was taken from which games: the same text, the same positions.
    of: String,
    /// The games that were looked at.
    games: u64,
    /// By drawer: how many positions are in it. The last one has the validation set.
    positions: Vec<u64>,
    /// Bytes of all drawers.
    bytes: u64,
}

impl Contents {
    /// How many positions there are to learn from, and how many are in the validation set.
    fn split(&self) -> [u64; 2] {
        let (aside, drawers) = self.positions.split_last().unwrap_or((&0, &[]));
        [drawers.iter().sum(), *aside]
    }
}

/// Positions that a network learns from, and those by which it is judged, on disk.
#[derive(Clone, Debug)]
pub struct Drawers {
    folder: PathBuf,
    packing: Packing,
    contents: Contents,
}

impl Drawers {
    /// Drawers that are in a folder already, if they hold what is described by `of`.
    pub(super) fn known(folder: &Path, packing: Packing, of: &str) -> Option<Drawers> {
        let text = fs::read_to_string(folder.join(CONTENTS)).ok()?;
        let contents: Contents = serde_json::from_str(&text).ok()?;
        (contents.of == of && contents.positions.len() >= 2).then(|| Drawers {
            folder: folder.to_path_buf(),
            packing,
            contents,
        })
    }

    /// How many positions there are to learn from, and how many are in the validation set.
    pub fn positions(&self) -> [u64; 2] {
        self.contents.split()
    }

    /// The games that they were taken from.
    pub fn games(&self) -> u64 {
        self.contents.games
    }

    /// What a position takes on disk on average, in bytes.
    pub fn bytes_a_position(&self) -> f64 {
        self.contents.bytes as f64 / self.positions().iter().sum::<u64>().max(1) as f64
    }

    /// What the positions are, in a text that is the same for the same ones.
    pub(super) fn of(&self) -> &str {
        &self.contents.of
    }

    /// By drawer: how many positions there are to learn from.
    pub(super) fn sizes(&self) -> &[u64] {
        let sizes = &self.contents.positions;
        &sizes[..sizes.len() - 1]
    }

    /// The positions of a drawer.
    ///
    /// # Errors
    /// Its file cannot be read, or is not what was written.
    pub(super) fn load(&self, drawer: usize) -> Result<LearningSet, TexelError> {
        let path = self.folder.join(file_name(drawer));
        let bytes = fs::read(&path).map_err(FileError::new("read", &path))?;
        let set = self.unpacked(&bytes);
        let set = set.filter(|set| set.len() as u64 == self.contents.positions[drawer]);
        set.ok_or_else(|| {
            let folder = self.folder.display();
            TexelError::Useless(format!(
                "{} is damaged; remove {folder}, and they are taken from the games again",
                path.display()
            ))
        })
    }

    /// The validation set.
    ///
    /// # Errors
    /// As for [`Self::load`].
    pub(super) fn aside(&self) -> Result<LearningSet, TexelError> {
        self.load(self.sizes().len())
    }

    fn unpacked(&self, mut bytes: &[u8]) -> Option<LearningSet> {
        let mut blocks = Vec::new();
        while !bytes.is_empty() {
            let (length, rest) = bytes.split_first_chunk::<4>()?;
            let (block, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
            blocks.push(block);
            bytes = rest;
        }
        let sets: Option<Vec<LearningSet>> = (blocks.par_iter())
            .map(|block| self.packing.unpack(&decompress_to_vec_zlib(block).ok()?))
            .collect();
        let mut all = LearningSet::default();
        sets?.into_iter().for_each(|set| all.append(set));
        Some(all)
    }
}

/// Fills drawers.
pub(super) struct DrawersWriter {
    /// Where they become.
    folder: PathBuf,
    temporary: TempDir,
    /// Whether the folder in which it becomes was made for it.
    is_parent_new: bool,
    packing: Packing,
    files: Vec<File>,
    /// By drawer: the rows that are not written yet.
    waiting: Vec<Vec<u8>>,
    contents: Contents,
    random: ChaCha8Rng,
}

impl DrawersWriter {
    /// Drawers for at most so many positions, in place of those in that folder.
    ///
    /// # Errors
    /// The folder is something else, or files cannot be made.
    pub fn new(
        folder: &Path,
        packing: Packing,
        of: &str,
        most: u64,
        seed: u64,
    ) -> Result<DrawersWriter, TexelError> {
        if folder.exists() && !folder.join(CONTENTS).exists() {
            return Err(TexelError::Plan(format!(
                "{} is there and has no positions; remove it, or write to another folder",
                folder.display()
            )));
        }
        let parent = folder.parent().unwrap_or(folder);
        let is_parent_new = !parent.exists();
        make_folder(parent)?;
        let temporary = (tempfile::Builder::new().prefix(".tradewind-"))
            .tempdir_in(parent)
            .map_err(FileError::new("write", parent))?;
        let drawers = most.div_ceil(POSITIONS).max(1) as usize + 1;
        let files: Result<Vec<File>, FileError> = (0..drawers)
            .map(|drawer| {
                let path = temporary.path().join(file_name(drawer));
                let file = OpenOptions::new().create_new(true).append(true).open(&path);
                file.map_err(FileError::new("write", &path))
            })
            .collect();
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(DRAWER_STREAM);
        Ok(DrawersWriter {
            folder: folder.to_path_buf(),
            temporary,
            is_parent_new,
            packing,
            files: files?,
            waiting: vec![Vec::new(); drawers],
            contents: Contents {
                of: of.to_string(),
                games: 0,
                positions: vec![0; drawers],
                bytes: 0,
            },
            random,
        })
    }

    /// Puts a position aside, or into a drawer that chance chooses.
    pub fn push(&mut self, sample: &PositionSample, is_aside: bool) -> Result<(), TexelError> {
        let last = self.files.len() - 1;
        let drawer = match is_aside {
            true => last,
            false => self.random.random_range(0..last),
        };
        self.contents.positions[drawer] += 1;
        self.packing.push(sample, &mut self.waiting[drawer]);
        if self.packing.count(&self.waiting[drawer]) >= ROWS {
            self.write(drawer)?;
        }
        Ok(())
    }

    /// How many positions there are to learn from, and how many are in the validation set.
    pub fn positions(&self) -> [u64; 2] {
        self.contents.split()
    }

    fn write(&mut self, drawer: usize) -> Result<(), TexelError> {
        let rows = std::mem::take(&mut self.waiting[drawer]);
        let block = compress_to_vec_zlib(&self.packing.block(&rows), COMPRESSION);
        let file = &mut self.files[drawer];
        let both = [&(block.len() as u32).to_le_bytes()[..], &block].concat();
        self.contents.bytes += both.len() as u64;
        let path = self.temporary.path().join(file_name(drawer));
        Ok(file
            .write_all(&both)
            .map_err(FileError::new("write", &path))?)
    }

    /// Leaves everything as it was before.
    pub fn abandon(self) {
        drop(self.temporary);
        if let (true, Some(parent)) = (self.is_parent_new, self.folder.parent()) {
            // It is empty now, or somebody else needs it.
            let _ = fs::remove_dir(parent);
        }
    }

    /// Closes the drawers, taken from so many games.
    pub fn finish(mut self, games: u64) -> Result<Drawers, TexelError> {
        for drawer in 0..self.files.len() {
            if !self.waiting[drawer].is_empty() {
                self.write(drawer)?;
            }
        }
        self.contents.games = games;
        let text = serde_json::to_string(&self.contents).unwrap_or_default();
        write_whole(&self.temporary.path().join(CONTENTS), |file| {
            file.write_all(text.as_bytes())
        })?;
        let folder = &self.folder;
        remove_folder(folder)?;
        let written = self.temporary.keep();
        fs::rename(&written, folder).map_err(FileError::new("write", folder))?;
        Ok(Drawers {
            folder: self.folder,
            packing: self.packing,
            contents: self.contents,
        })
    }
}

fn file_name(drawer: usize) -> String {
    format!("drawer-{drawer:03}")
}

#[cfg(test)]
impl Drawers {
    /// So many positions of chess by chance to learn from, and so many in the validation set.
    pub(super) fn planted(
        folder: &Path,
        counts: [usize; 2],
        value: impl Fn([[i32; 6]; 2]) -> i16 + Copy,
    ) -> Drawers {
        let most = 3 * POSITIONS;
        let mut drawers =
            DrawersWriter::new(folder, Packing::of_chess(), "planted", most, 1).expect("a folder");
        for (seed, count) in [1, 2].into_iter().zip(counts) {
            for sample in PositionSample::planted(count, seed, value) {
                drawers.push(&sample, seed == 2).expect("written");
            }
        }
        drawers.finish(0).expect("written")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_into_drawers_lies_in_one_of_them() {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path().join("positions");
        let drawers = Drawers::planted(&folder, [30_000, 500], |_| 7);
        assert_eq!(drawers.positions(), [30_000, 500]);
        let sizes = drawers.sizes();
        assert!(
            sizes.len() == 3 && sizes.iter().all(|&size| size > 9_000),
            "{sizes:?}"
        );
        assert!(
            drawers.bytes_a_position() < 40.0,
            "{}",
            drawers.bytes_a_position()
        );
        let known = Drawers::known(&folder, Packing::of_chess(), "planted").expect("known");
        let all = (0..3).map(|drawer| known.load(drawer).expect("whole").len());
        assert_eq!(all.sum::<usize>(), 30_000);
        assert_eq!(known.aside().expect("whole").len(), 500);
        assert!(Drawers::known(&folder, Packing::of_chess(), "other").is_none());
        // A drawer that was changed is named.
        let path = folder.join(file_name(1));
        let bytes = fs::read(&path).expect("read");
        fs::write(&path, &bytes[..bytes.len() - 3]).expect("written");
        let fault = known.load(1).expect_err("damaged").to_string();
        assert!(
            fault.contains("drawer-001") && fault.contains("remove"),
            "{fault}"
        );
    }

    #[test]
    fn other_folders_are_left_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("own"), "mine").expect("written");
        let refused = DrawersWriter::new(folder.path(), Packing::of_chess(), "x", 1, 1);
        assert!(refused.is_err_and(|fault| fault.to_string().contains("another folder")));
        assert!(folder.path().join("own").exists());
    }
}
