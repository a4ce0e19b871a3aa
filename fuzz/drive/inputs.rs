//! The inputs of a target by number.

use crate::{change, dictionary};
use anyhow::{Context, bail};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::fs;
use std::path::Path;

/// What inputs are made from.
pub struct Inputs {
    target: String,
    corpus: Vec<Vec<u8>>,
    words: Vec<Vec<u8>>,
}

impl Inputs {
    /// The corpus and the dictionary of a target.
    pub fn of(target: &str) -> anyhow::Result<Inputs> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let folder = root.join("corpus").join(target);
        let mut paths = Vec::new();
        for entry in fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
            paths.push(entry?.path());
        }
        paths.sort();
        let corpus: Result<Vec<Vec<u8>>, _> = paths.iter().map(fs::read).collect();
        let corpus = corpus?;
        if corpus.is_empty() {
            bail!("there is nothing in {}", folder.display());
        }
        let words = root.join("dictionaries").join(format!("{target}.dict"));
        let words = fs::read_to_string(&words).with_context(|| words.display().to_string())?;
        Ok(Inputs {
            target: target.to_string(),
            corpus,
            words: dictionary::words(&words)?,
        })
    }

    /// How many of the inputs are the corpus.
    pub fn kept(&self) -> u64 {
        self.corpus.len() as u64
    }

    /// An input, which follows from the seed and its number: first come those of the corpus.
    pub fn input(&self, seed: u64, number: u64) -> Vec<u8> {
        if let Some(kept) = self.corpus.get(number as usize) {
            return kept.clone();
        }
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(number);
        let makes_rules = self.target == "rules";
        change::input(&self.corpus, &self.words, makes_rules, &mut random)
    }
}
