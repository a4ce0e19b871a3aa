//! Training positions on disk. Each goes into a random shard, so that a shard is a sample of all games and training reads
//! one shard at a time. The validation set is the last shard.
//!
//! Putting the positions of a game into few shards would make files smaller (in Typhoon 32 bytes a position instead of 42
//! with four of eleven), but training would see related positions together and overfit.
//!
//! A folder of shards appears whole or not at all. Its `positions.json` identifies the positions, so that they are not
//! sampled twice.

use super::packed::{Packing, PositionSet, ROWS, Sample};
use super::plan::NetworkPlan;
use super::scale::ResultsByScore;
use crate::error::TunerError;
use crate::sampling::{GameParts, Source, games_of, sample_pairs};
use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use tradewind_engine::evaluation::Weights;
use tradewind_engine::evaluation::network::{Inputs, Role};
use tradewind_engine::rules::RuleSpec;
use tradewind_engine::search::Searcher;
use tradewind_engine::{Color, Game};
use tradewind_files::{FileError, make_folder, remove_folder, sha256_of_texts, write_whole};
use tradewind_selfplay::record::GameRecord;

/// The approximate number of positions of a shard.
const POSITIONS: u64 = 1 << 18;
/// The zlib compression level, from 1 to 10.
const COMPRESSION: u8 = 4;
/// The file that identifies the positions of a folder.
const CONTENTS: &str = "positions.json";
/// The random stream that assigns positions to shards.
const SHARD_STREAM: u64 = (1 << 61) + 1;
/// The maximum number of inputs, which are stored in 16 bits.
const MAX_INPUTS: usize = 1 << 16;
/// The minimum size of the training set.
const MIN_TRAINING: u64 = 1_000;
/// The minimum size of the validation set.
const MIN_VALIDATION: u64 = 100;

/// The contents of a folder of shards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Contents {
    /// A hash of everything that determines the positions.
    #[serde(rename = "of")]
    pub description: String,
    /// The number of games.
    games: u64,
    /// By shard: the number of positions. The last shard is the validation set.
    positions: Vec<u64>,
    /// The number of positions without the score of a search.
    #[serde(default)]
    unscored: u64,
    /// Centipawns per unit of log-odds, by logistic regression of the training set's results on scores, or on static
    /// evaluations of positions without one.
    pub scale: u32,
    /// The size of all shards, in bytes.
    bytes: u64,
}

/// The training and validation positions of a network, on disk.
#[derive(Clone, Debug)]
pub struct Shards {
    folder: PathBuf,
    packing: Packing,
    pub(super) contents: Contents,
}

impl Shards {
    /// The shards of a folder, if it has the described positions.
    pub(super) fn known(folder: &Path, packing: Packing, description: &str) -> Option<Shards> {
        let text = fs::read_to_string(folder.join(CONTENTS)).ok()?;
        let contents: Contents = serde_json::from_str(&text).ok()?;
        (contents.description == description && contents.positions.len() >= 2).then(|| Shards {
            folder: folder.to_path_buf(),
            packing,
            contents,
        })
    }

    /// The sizes of the training and the validation set.
    pub fn positions(&self) -> [u64; 2] {
        let positions = &self.contents.positions;
        let (validation, shards) = positions.split_last().unwrap_or((&0, &[]));
        [shards.iter().sum(), *validation]
    }

    /// The number of games that they come from.
    pub fn games(&self) -> u64 {
        self.contents.games
    }

    /// The number of positions without the score of a search, whose target is the result alone.
    pub fn unscored(&self) -> u64 {
        self.contents.unscored
    }

    /// The mean size of a position on disk, in bytes.
    pub fn bytes_per_position(&self) -> f64 {
        self.contents.bytes as f64 / self.positions().iter().sum::<u64>().max(1) as f64
    }

    /// The sizes of the training shards.
    pub(super) fn sizes(&self) -> &[u64] {
        let sizes = &self.contents.positions;
        &sizes[..sizes.len() - 1]
    }

    /// The positions of a shard.
    pub(super) fn load(&self, shard: usize) -> Result<PositionSet, TunerError> {
        let path = self.folder.join(file_name(shard));
        let bytes = fs::read(&path).map_err(FileError::new("read", &path))?;
        let set = self.unpacked(&bytes);
        let set = set.filter(|set| set.len() as u64 == self.contents.positions[shard]);
        set.ok_or_else(|| {
            let folder = self.folder.display();
            TunerError::Useless(format!(
                "{} is damaged; remove {folder} to sample the games again",
                path.display()
            ))
        })
    }

    /// The validation set.
    pub(super) fn validation(&self) -> Result<PositionSet, TunerError> {
        self.load(self.sizes().len())
    }

    fn unpacked(&self, mut bytes: &[u8]) -> Option<PositionSet> {
        let mut blocks = Vec::new();
        while !bytes.is_empty() {
            let (length, rest) = bytes.split_first_chunk::<4>()?;
            let (block, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
            blocks.push(block);
            bytes = rest;
        }
        let sets: Option<Vec<PositionSet>> = (blocks.par_iter())
            .map(|block| self.packing.unpack(&decompress_to_vec_zlib(block).ok()?))
            .collect();
        let mut all = PositionSet::default();
        sets?.into_iter().for_each(|set| all.append(set));
        Some(all)
    }
}

/// Writes shards.
pub(super) struct ShardsWriter {
    shards: Shards,
    temporary: TempDir,
    /// Whether its parent was created by this writer.
    is_parent_new: bool,
    files: Vec<File>,
    /// By shard: the rows not yet written.
    pending: Vec<Vec<u8>>,
    /// Of the training set.
    results: ResultsByScore,
    random: ChaCha8Rng,
}

impl ShardsWriter {
    /// Begins shards for at most `max` positions, which replace those in `folder`.
    pub fn new(
        folder: &Path,
        packing: Packing,
        description: &str,
        max: u64,
        seed: u64,
    ) -> Result<ShardsWriter, TunerError> {
        if folder.exists() && !folder.join(CONTENTS).exists() {
            return Err(TunerError::Wrong(format!(
                "{} exists and is not a folder of positions; remove it, or write to another folder",
                folder.display()
            )));
        }
        let parent = folder.parent().unwrap_or(folder);
        let is_parent_new = !parent.exists();
        make_folder(parent)?;
        let temporary = (tempfile::Builder::new().prefix(".tradewind-"))
            .tempdir_in(parent)
            .map_err(FileError::new("write", parent))?;
        let shards = max.div_ceil(POSITIONS).max(1) as usize + 1;
        let files: Result<Vec<File>, FileError> = (0..shards)
            .map(|shard| {
                let path = temporary.path().join(file_name(shard));
                let file = OpenOptions::new().create_new(true).append(true).open(&path);
                file.map_err(FileError::new("write", &path))
            })
            .collect();
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(SHARD_STREAM);
        Ok(ShardsWriter {
            shards: Shards {
                folder: folder.to_path_buf(),
                packing,
                contents: Contents {
                    description: description.to_string(),
                    games: 0,
                    positions: vec![0; shards],
                    unscored: 0,
                    scale: 0,
                    bytes: 0,
                },
            },
            temporary,
            is_parent_new,
            files: files?,
            pending: vec![Vec::new(); shards],
            results: ResultsByScore::default(),
            random,
        })
    }

    /// Adds a position with its static evaluation to the validation set or to a random shard.
    pub fn push(
        &mut self,
        sample: &Sample,
        static_eval: i16,
        is_validation: bool,
    ) -> Result<(), TunerError> {
        let last = self.files.len() - 1;
        let shard = if is_validation {
            last
        } else {
            let score = sample.score.unwrap_or(static_eval);
            self.results.add(score, sample.result);
            self.random.random_range(0..last)
        };
        self.shards.contents.positions[shard] += 1;
        self.shards.contents.unscored += u64::from(sample.score.is_none());
        let packing = &self.shards.packing;
        packing.push(sample, &mut self.pending[shard]);
        if packing.count(&self.pending[shard]) >= ROWS {
            self.write(shard)?;
        }
        Ok(())
    }

    fn write(&mut self, shard: usize) -> Result<(), TunerError> {
        let rows = std::mem::take(&mut self.pending[shard]);
        let block = compress_to_vec_zlib(&self.shards.packing.block(&rows), COMPRESSION);
        let file = &mut self.files[shard];
        let both = [&(block.len() as u32).to_le_bytes()[..], &block].concat();
        self.shards.contents.bytes += both.len() as u64;
        let path = self.temporary.path().join(file_name(shard));
        Ok(file
            .write_all(&both)
            .map_err(FileError::new("write", &path))?)
    }

    /// Removes everything that was written.
    pub(crate) fn abandon(self) {
        drop(self.temporary);
        if let (true, Some(parent)) = (self.is_parent_new, self.shards.folder.parent()) {
            // This fails if another program uses the folder.
            let _ = fs::remove_dir(parent);
        }
    }

    /// Completes the shards of a number of games.
    pub fn finish(mut self, games: u64) -> Result<Shards, TunerError> {
        for shard in 0..self.files.len() {
            if !self.pending[shard].is_empty() {
                self.write(shard)?;
            }
        }
        self.shards.contents.games = games;
        self.shards.contents.scale = self.results.scale().round() as u32;
        let text = serde_json::to_string(&self.shards.contents).unwrap_or_default();
        write_whole(&self.temporary.path().join(CONTENTS), |file| {
            file.write_all(text.as_bytes())
        })?;
        let folder = &self.shards.folder;
        remove_folder(folder)?;
        let written = self.temporary.keep();
        fs::rename(&written, folder).map_err(FileError::new("write", folder))?;
        Ok(self.shards)
    }
}

fn file_name(shard: usize) -> String {
    format!("drawer-{shard:03}")
}

/// Samples quiet positions of games of one rule set into shards in `folder`, on the threads of the current rayon pool.
/// Shards of the same games with the same settings are reused. `begin` are the linear weights. `progress` is given the
/// number of games so far and stops sampling by returning `false`.
///
/// # Errors
/// A file of games is damaged, positions cannot be written, or the games are not suitable for training.
pub fn collect<'s, 'a, 'e>(
    sources: &'s [Source<'a, 'e>],
    spec: &RuleSpec,
    begin: &Weights,
    plan: &NetworkPlan,
    folder: &Path,
    progress: impl FnMut(u64) -> bool,
) -> Result<Option<Shards>, TunerError> {
    let shape = plan.shape(spec);
    if shape.inputs() > MAX_INPUTS {
        return Err(TunerError::Wrong(format!(
            "{} royal buckets of {} make {} inputs, and at most {MAX_INPUTS} are supported: use 1 royal bucket",
            plan.royal_buckets,
            spec.title(),
            shape.inputs()
        )));
    }
    let packing = Packing::of(&shape);
    let description = description(sources, spec, begin, plan);
    if let Some(known) = Shards::known(folder, packing.clone(), &description) {
        return Ok(Some(known));
    }
    let games: u64 = sources.iter().map(Source::games).sum();
    let max = games * u64::from(plan.positions);
    let mut shards = ShardsWriter::new(folder, packing, &description, max, plan.seed)?;
    let mut known: HashSet<u64> = HashSet::new();
    let mut used_games = 0;
    // Whether there are games with 0, 1 and 2 half points for White.
    let mut results = [false; 3];
    let sampler = |source: &'s Source<'a, 'e>| {
        let rules = source.rules();
        let inputs = Inputs::of(rules, &plan.shape(rules.spec()));
        move |record: &GameRecord, searcher: &mut Searcher| {
            of_game(record, source, &inputs, searcher, plan)
        }
    };
    let take = |pair: &[GameRecord], samples: Vec<Vec<(Sample, i16)>>, split: f64| {
        // The validation set does not depend on the share.
        let split = split - plan.validation;
        let is_taken = split < plan.share * (1.0 - plan.validation);
        used_games += games_of(pair) * u64::from(is_taken);
        for (game, samples) in pair.iter().zip(samples) {
            if let (false, Some(points)) =
                (samples.is_empty(), game.result.half_points(Color::White))
            {
                results[points] = true;
            }
            for (sample, linear) in samples {
                if known.insert(sample.key) && is_taken {
                    shards.push(&sample, linear, split < 0.0)?;
                }
            }
        }
        Ok(())
    };
    if !sample_pairs(sources, begin, plan.seed, sampler, take, progress)? {
        shards.abandon();
        return Ok(None);
    }
    if let Err(error) = check(&shards, results) {
        shards.abandon();
        return Err(error);
    }
    shards.finish(used_games).map(Some)
}

/// The samples of a game, or of a record that is a position, each with its static evaluation for the side to move.
fn of_game(
    record: &GameRecord,
    source: &Source<'_, '_>,
    inputs: &Inputs,
    searcher: &mut Searcher,
    plan: &NetworkPlan,
) -> Vec<(Sample, i16)> {
    let Some(points) = record.result.half_points(Color::White) else {
        return Vec::new();
    };
    let sample = |game: &Game, score: Option<i16>, linear: i32| {
        let (is_white, points) = (game.side() == Color::White, points as u8);
        let linear = linear.clamp(-i32::from(i16::MAX), i32::from(i16::MAX)) as i16;
        let sample = Sample {
            key: game.key(),
            side: game.side(),
            active: inputs.active(game),
            offset: match plan.role {
                Role::Alone => 0,
                Role::Added => linear,
            },
            score: score.map(|score| if is_white { score } else { -score }),
            result: if is_white { points } else { 2 - points },
        };
        (sample, linear)
    };
    if let Some(game) = source.position(record) {
        let linear = searcher.static_eval(&game);
        return vec![sample(&game, record.first_score(), linear)];
    }
    let parts = GameParts {
        count: plan.positions,
        end: record.plies as usize,
        expire: false,
        seed: plan.seed,
    };
    parts.sample(record, source.rules(), |game, played, score| {
        let is_decided = |eval: u32| eval > plan.max_eval_cp;
        if score.is_some_and(|score| is_decided(score.unsigned_abs().into())) {
            return None;
        }
        let linear = searcher.quiet_static_eval(game, plan.quiet.of(played))?;
        if score.is_none() && is_decided(linear.unsigned_abs()) {
            return None;
        }
        Some(sample(game, score, linear))
    })
}

/// Hashes everything that determines the positions.
fn description(
    sources: &[Source<'_, '_>],
    spec: &RuleSpec,
    begin: &Weights,
    plan: &NetworkPlan,
) -> String {
    let mut parts = vec![
        tradewind_engine::signature().to_string(),
        spec.fingerprint_text(),
        begin.fingerprint_text(spec),
        format!(
            "{} positions up to {} cp, {} kept aside, {} of the rest, {} outputs, {} rows an input, {}, quiet by {}, seed {}, packed as {}",
            plan.positions,
            plan.max_eval_cp,
            plan.validation,
            plan.share,
            plan.buckets,
            plan.royal_buckets,
            plan.role.name(),
            plan.quiet.name(),
            plan.seed,
            Packing::FORMAT
        ),
    ];
    parts.extend(sources.iter().map(Source::description));
    sha256_of_texts(parts)
}

/// Checks that the positions are suitable for training.
fn check(shards: &ShardsWriter, results: [bool; 3]) -> Result<(), TunerError> {
    let [training, validation] = shards.shards.positions();
    if training < MIN_TRAINING || validation < MIN_VALIDATION {
        return Err(TunerError::Useless(format!(
            "there are {training} quiet positions to train on and {validation} in the validation set; at least {MIN_TRAINING} and {MIN_VALIDATION} are needed: play more games"
        )));
    }
    if results.into_iter().filter(|&is_there| is_there).count() == 1 {
        return Err(TunerError::same_results());
    }
    Ok(())
}

#[cfg(test)]
impl Shards {
    /// Random positions of chess, `counts` in the training and validation set.
    pub(super) fn planted(
        folder: &Path,
        counts: [usize; 2],
        value: impl Fn([[i32; 6]; 2]) -> i16 + Copy,
    ) -> Shards {
        let max = 3 * POSITIONS;
        let mut shards =
            ShardsWriter::new(folder, Packing::of_chess(), "planted", max, 1).expect("a folder");
        for (seed, count) in [1, 2].into_iter().zip(counts) {
            for sample in Sample::planted(count, seed, value) {
                shards.push(&sample, 0, seed == 2).expect("written");
            }
        }
        shards.finish(0).expect("written")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_is_in_one_shard() {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path().join("positions");
        let shards = Shards::planted(&folder, [30_000, 500], |_| 7);
        assert_eq!(shards.positions(), [30_000, 500]);
        let sizes = shards.sizes();
        assert!(
            sizes.len() == 3 && sizes.iter().all(|&size| size > 9_000),
            "{sizes:?}"
        );
        assert!(
            shards.bytes_per_position() < 40.0,
            "{}",
            shards.bytes_per_position()
        );
        let known = Shards::known(&folder, Packing::of_chess(), "planted").expect("known");
        let all = (0..3).map(|shard| known.load(shard).expect("whole").len());
        assert_eq!(all.sum::<usize>(), 30_000);
        assert_eq!(known.validation().expect("whole").len(), 500);
        assert!(Shards::known(&folder, Packing::of_chess(), "other").is_none());
        // A damaged shard is named.
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
    fn other_folders_are_not_overwritten() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("own"), "mine").expect("written");
        let refused = ShardsWriter::new(folder.path(), Packing::of_chess(), "x", 1, 1);
        assert!(refused.is_err_and(|fault| fault.to_string().contains("another folder")));
        assert!(folder.path().join("own").exists());
    }
}
