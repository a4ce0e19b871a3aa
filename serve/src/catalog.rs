//! The rule sets that the workshop offers: those that come with the program and the rule files in its folders.

use crate::folders::{hide, inside, lock, small_text, walk};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::SystemTime;
use tradewind_engine::Rules;
use tradewind_engine::evaluation::Weights;
use tradewind_engine::rules::{self, RuleSpec};
use tradewind_engine::search::Searcher;

/// Maximum number of rule files, counted over all folders.
const MAX_FILES: usize = 1000;
/// Folders within each other that are looked into.
const MAX_DEPTH: u32 = 3;
/// Maximum number of compiled rule sets that are kept.
const MAX_KEPT: usize = 64;
/// The size of the transposition table of a searcher, in megabytes.
const HASH: f64 = 32.0;

/// A rule set with its searchers.
#[derive(Debug)]
pub struct Compiled {
    /// The rules.
    pub rules: Rules,
    /// The idle searcher, if there is one.
    idle: Mutex<Option<Searcher>>,
}

impl Compiled {
    /// Rules without a searcher yet.
    pub fn new(rules: Rules) -> Compiled {
        Compiled {
            rules,
            idle: Mutex::default(),
        }
    }

    /// An idle searcher, or a new one.
    pub fn searcher(&self) -> Searcher {
        self.idle()
            .take()
            .unwrap_or_else(|| Searcher::new(&self.rules, &Weights::of(self.rules.spec()), HASH))
    }

    /// Keeps a searcher for later searches.
    pub fn give_back(&self, searcher: Searcher) {
        self.idle().get_or_insert(searcher);
    }

    fn idle(&self) -> MutexGuard<'_, Option<Searcher>> {
        lock(&self.idle)
    }
}

/// A rule set as a line of a list.
#[derive(Clone, Debug, Serialize)]
pub struct Entry {
    /// The id by which requests name it.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its description in a line.
    pub summary: String,
    /// Its board, such as `10×10`.
    pub board: String,
    /// Number of piece types.
    pub pieces: usize,
    /// Whether it comes with the program.
    pub built_in: bool,
    /// The faults of a file that cannot be played.
    pub fault: Option<String>,
}

/// What a compiled rule set depends on.
type Key = (String, Vec<(String, String)>, Option<SystemTime>);

/// All rule sets.
#[derive(Debug)]
pub struct Catalog {
    folders: Vec<PathBuf>,
    kept: Mutex<BTreeMap<Key, Arc<Compiled>>>,
}

impl Catalog {
    /// The rule sets of the program and of rule files below some folders, whose paths are canonical.
    pub fn new(folders: &[PathBuf]) -> Catalog {
        Catalog {
            folders: folders.to_vec(),
            kept: Mutex::default(),
        }
    }

    /// The rule files below the folders, by id: the path below the folder, after the folder's name. Links are not followed.
    fn files(&self) -> BTreeMap<String, PathBuf> {
        let mut found = BTreeMap::new();
        walk(&self.folders, MAX_DEPTH, &mut |id, path, is_folder| {
            let is_wanted = found.len() < MAX_FILES;
            if is_wanted && !is_folder && id.ends_with(".toml") && is_rule_file(path) {
                found.insert(id.to_string(), path.to_path_buf());
            }
            is_wanted
        });
        found
    }

    /// The rule file with an id among [`files`](Self::files), found without looking at the others.
    fn file(&self, id: &str) -> Option<PathBuf> {
        let path = inside(&self.folders, id, MAX_DEPTH + 1)?;
        (id.ends_with(".toml") && is_rule_file(&path)).then_some(path)
    }

    /// The path of a rule file by its id, also of one that does not exist yet: directly in a folder, with a plain name.
    ///
    /// # Errors
    /// It is a rule set of the program, or outside of the folders.
    pub fn path(&self, id: &str) -> Result<PathBuf, String> {
        if let Some(path) = self.file(id) {
            return Ok(path);
        }
        let is_plain = |file: &str| {
            let mut letters = file.chars();
            letters
                .next()
                .is_some_and(|first| first.is_ascii_alphanumeric())
                && letters.all(|one| one.is_ascii_alphanumeric() || "._-".contains(one))
                && file.ends_with(".toml")
        };
        let found = id.split_once('/').filter(|(_, file)| is_plain(file));
        let path = found.and_then(|(name, file)| {
            let mut folders = self.folders.iter();
            let own = |folder: &&PathBuf| folder.file_name().is_some_and(|known| known == name);
            Some(folders.find(own)?.join(file))
        });
        let path = path.ok_or_else(|| {
            format!("{id} is not the name of a rule file in the folders; write letters, digits, - and _, and .toml")
        })?;
        if path.symlink_metadata().is_ok() {
            return Err(format!("{id} exists and is not a rule file"));
        }
        Ok(path)
    }

    /// The name of the first folder, where new files are written.
    pub fn first_folder(&self) -> Option<String> {
        let name = self.folders.first()?.file_name()?;
        Some(name.to_string_lossy().into_owned())
    }

    /// The rule sets, those that come with the program first.
    pub fn entries(&self) -> Vec<Entry> {
        let built_in = rules::built_in().into_iter().map(|id| {
            let spec = rules::load(&id, &[]);
            entry(id.clone(), spec.map_err(|fault| fault.to_string()), true)
        });
        let files = self.files().into_iter().map(|(id, path)| {
            let spec = rules::load(&path.display().to_string(), &[]);
            let spec = spec.map_err(|fault| hide(&fault.to_string(), &path, &id));
            entry(id, spec, false)
        });
        built_in.chain(files).collect()
    }

    /// The compiled rules with an id and options.
    ///
    /// # Errors
    /// There is no such rule set, or it has faults; the text says what is wrong.
    pub fn compiled(
        &self,
        id: &str,
        settings: &[(String, String)],
    ) -> Result<Arc<Compiled>, String> {
        let file = match rules::built_in_text(id) {
            Some(_) => None,
            None => Some(
                self.file(id)
                    .ok_or_else(|| format!("there is no rule set `{id}`"))?,
            ),
        };
        let changed = file
            .as_ref()
            .and_then(|path| path.metadata().ok()?.modified().ok());
        let key = (id.to_string(), settings.to_vec(), changed);
        let mut kept = lock(&self.kept);
        if let Some(found) = kept.get(&key) {
            return Ok(Arc::clone(found));
        }
        let source = file
            .as_ref()
            .map_or(id.to_string(), |path| path.display().to_string());
        let rules = Rules::load(&source, settings).map_err(|fault| match &file {
            Some(path) => hide(&fault.to_string(), path, id),
            None => fault.to_string(),
        })?;
        if kept.len() >= MAX_KEPT {
            kept.clear();
        }
        let compiled = Arc::new(Compiled::new(rules));
        kept.insert(key, Arc::clone(&compiled));
        Ok(compiled)
    }
}

fn entry(id: String, spec: Result<RuleSpec, String>, built_in: bool) -> Entry {
    let (spec, fault) = match spec {
        Ok(spec) => (Some(spec), None),
        Err(fault) => (None, Some(fault)),
    };
    let of = |text: fn(&RuleSpec) -> &str| spec.as_ref().map_or("", text).to_string();
    Entry {
        name: spec.as_ref().map_or(id.clone(), |spec| spec.name.clone()),
        summary: of(|spec| &spec.summary),
        board: spec.as_ref().map_or(String::new(), |spec| {
            format!("{}×{}", spec.files.len(), spec.ranks)
        }),
        pieces: spec.as_ref().map_or(0, |spec| spec.pieces.len()),
        id,
        built_in,
        fault,
    }
}

/// Whether a text looks like that of a rule file, with faults or not.
pub fn is_rule_text(text: &str) -> bool {
    let starts = |line: &str| line.starts_with("[[piece]]") || line.starts_with("extends");
    text.lines().any(starts)
}

fn is_rule_file(path: &Path) -> bool {
    small_text(path).is_some_and(|text| is_rule_text(&text))
}
