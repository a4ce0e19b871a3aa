//! Rule files as they are written: the text of a file, what a draft would be, and saving it.

use crate::catalog::Catalog;
use crate::folders::hide;
use crate::position::{RulesView, changes, drawing, first_squares, rules_view};
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use tradewind_engine::Rules;
use tradewind_engine::notation;
use tradewind_engine::rules::{self, RuleSpec};
use tradewind_files::{FileError, entries_in, make_inside, refuse_link, write_whole};

/// Maximum number of new pieces that are drawn.
const MAX_DRAWN: usize = 8;

/// A rule file and a text for it.
#[derive(Clone, Debug, Deserialize)]
pub struct Draft {
    /// The id of the rule file.
    pub rules: String,
    /// The text.
    pub text: String,
    /// The text that the file had when it was opened; `None` for a new file.
    #[serde(default)]
    pub known: Option<String>,
}

/// A text of another program.
#[derive(Clone, Debug, Deserialize)]
pub struct Pasted {
    text: String,
}

/// A rule file made of a text of another program.
#[derive(Clone, Debug, Serialize)]
pub struct ImportView {
    text: String,
    /// The id under which it is saved.
    save_as: String,
    /// What it was made of, and what is not the same or was guessed.
    notes: Vec<String>,
}

/// The text of a rule set.
#[derive(Clone, Debug, Serialize)]
pub struct TextView {
    text: String,
    /// The id under which it is saved: its own, or a new one for a rule set of the program.
    save_as: String,
    /// Whether the file exists.
    exists: bool,
}

/// What a draft would be.
#[derive(Clone, Debug, Default, Serialize)]
pub struct DraftView {
    /// The faults, with their places.
    fault: Option<String>,
    warnings: Vec<String>,
    /// What it changes in its parent: the property, before and after.
    changes: Vec<[String; 3]>,
    /// The new or changed pieces, with drawings.
    pieces: Vec<DrawnPiece>,
    view: Option<RulesView>,
    /// The first array.
    squares: Vec<i32>,
}

#[derive(Clone, Debug, Serialize)]
struct DrawnPiece {
    name: String,
    svg: String,
}

/// The text of a rule set for the editor. One that comes with the program is extended by a new file.
///
/// # Errors
/// There is no such rule set, or its file cannot be read.
pub fn text_view(catalog: &Catalog, id: &str) -> Result<TextView, String> {
    if rules::built_in_text(id).is_some() {
        let set = rules::load(id, &[]).map_err(|fault| fault.to_string())?;
        let folder = catalog.first_folder();
        let folder = folder.ok_or("there is no folder for rule files")?;
        let text = format!(
            "extends = \"{id}\"\nname    = \"My {}\"\n\n# A changed piece: its text, and what is new. A piece of its own has a new text and a name.\n# [[piece]]\n# text  = \"{}\"\n# moves = \"W\"\n",
            set.name, set.pieces[0].text
        );
        return Ok(TextView {
            text,
            save_as: format!("{folder}/my-{id}.toml"),
            exists: false,
        });
    }
    let path = catalog.path(id)?;
    let text = fs::read_to_string(&path).map_err(|error| format!("cannot read {id}: {error}"))?;
    Ok(TextView {
        text,
        save_as: id.to_string(),
        exists: true,
    })
}

/// The rule file that a text of another program becomes.
///
/// # Errors
/// It is no description of a game that can be imported; the text says where and why.
pub fn import_view(catalog: &Catalog, pasted: &Pasted) -> Result<ImportView, String> {
    let found = notation::import(&pasted.text, None).map_err(|fault| fault.to_string())?;
    let folder = catalog.first_folder();
    let folder = folder.ok_or("there is no folder for rule files")?;
    let verdict = found.verdict();
    let verdict = verdict.unwrap_or_else(|| "the same game".to_string());
    let head = format!("{}: {verdict}", found.format);
    let notes = found.notes.iter().map(ToString::to_string);
    Ok(ImportView {
        save_as: format!("{folder}/imported.toml"),
        notes: std::iter::once(head).chain(notes).collect(),
        text: found.rule_file,
    })
}

/// What a draft would be.
///
/// # Errors
/// Its file would be outside of the folders, or a drawing fails.
pub fn draft_view(catalog: &Catalog, draft: &Draft) -> Result<DraftView, String> {
    let path = catalog.path(&draft.rules)?;
    let shown = path.display().to_string();
    let load = || -> Result<(RuleSpec, Option<RuleSpec>), rules::RuleError> {
        let spec = rules::load_draft(&shown, &draft.text)?;
        let parent = rules::parent_of_draft(&shown, &draft.text)?;
        let parent = parent.map(|parent| rules::load(&parent, &[])).transpose()?;
        Ok((spec, parent))
    };
    let (spec, parent) = match load() {
        Ok(found) => found,
        Err(fault) => {
            return Ok(DraftView {
                fault: Some(hide(&fault.to_string(), &path, &draft.rules)),
                ..DraftView::default()
            });
        }
    };
    let warnings = rules::warnings(&spec, parent.as_ref());
    let changes = parent
        .as_ref()
        .map_or_else(Vec::new, |parent| changes(parent, &spec));
    let new = match &parent {
        Some(parent) => rules::new_pieces(parent, &spec),
        None => spec.piece_types().collect(),
    };
    let drawn = new.into_iter().take(MAX_DRAWN).map(|piece| {
        Ok(DrawnPiece {
            name: spec.piece(piece).name.clone(),
            svg: drawing(&spec, piece)?,
        })
    });
    let pieces = drawn.collect::<Result<_, String>>()?;
    let rules = Rules::new(spec);
    Ok(DraftView {
        fault: None,
        warnings,
        changes,
        pieces,
        view: Some(rules_view(&rules)),
        squares: first_squares(&rules),
    })
}

/// Saves a draft, also one with faults, unless another program has changed the file since it was opened.
///
/// # Errors
/// The file would be outside of the folders, was changed, or cannot be written.
pub fn save(catalog: &Catalog, draft: &Draft) -> Result<(), String> {
    let path = catalog.path(&draft.rules)?;
    let now = fs::read_to_string(&path).ok();
    if now != draft.known {
        return Err(format!(
            "{} was changed by another program since it was opened; copy your text and open it again",
            draft.rules
        ));
    }
    let hidden = |error: FileError| hide(&error.to_string(), &path, &draft.rules);
    if let Some(before) = now.filter(|before| *before != draft.text) {
        keep(&path, &before).map_err(hidden)?;
    }
    write_whole(&path, |file| file.write_all(draft.text.as_bytes())).map_err(hidden)
}

/// The folder of earlier versions, in that of the rule file.
const HISTORY: &str = ".tradewind/history";
/// Maximum number of earlier versions of a file.
const MAX_VERSIONS: usize = 50;

/// Keeps a version of a file, named by the time in seconds since 1970, and removes the oldest ones beyond the limit.
fn keep(path: &Path, text: &str) -> Result<(), FileError> {
    let (folder, name) = (path.parent().unwrap_or(Path::new("")), path.file_name());
    let inner = Path::new(HISTORY).join(name.unwrap_or_default());
    make_inside(folder, &inner)?;
    let history = folder.join(inner);
    let known = kept_versions(&history)?;
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let now = now.map_or(0, |since| since.as_secs());
    let time = known.last().map_or(now, |last| now.max(last + 1));
    write_whole(&history.join(format!("{time}.toml")), |file| {
        file.write_all(text.as_bytes())
    })?;
    let excess = (known.len() + 1).saturating_sub(MAX_VERSIONS);
    for old in known.into_iter().take(excess) {
        let old = history.join(format!("{old}.toml"));
        fs::remove_file(&old).map_err(FileError::new("remove", &old))?;
    }
    Ok(())
}

/// The times of the versions in a folder, in order.
fn kept_versions(history: &Path) -> Result<Vec<u64>, FileError> {
    let entries = entries_in(history)?;
    let times = entries
        .iter()
        .filter_map(|entry| entry.file_stem()?.to_str()?.parse().ok());
    let mut times: Vec<u64> = times.collect();
    times.sort_unstable();
    Ok(times)
}

fn history_of(catalog: &Catalog, id: &str) -> Result<(PathBuf, PathBuf), String> {
    let path = catalog.path(id)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let history = folder
        .join(HISTORY)
        .join(path.file_name().unwrap_or_default());
    let mut parts = history.ancestors().take_while(|part| *part != folder);
    let are_own = parts.try_for_each(refuse_link);
    are_own.map_err(|error| hide(&error.to_string(), &path, id))?;
    Ok((path, history))
}

/// The times of the earlier versions of a rule file, in seconds since 1970, the latest first.
///
/// # Errors
/// They cannot be read.
pub fn versions(catalog: &Catalog, id: &str) -> Result<Vec<u64>, String> {
    let (path, history) = history_of(catalog, id)?;
    let times = kept_versions(&history).map_err(|error| hide(&error.to_string(), &path, id))?;
    Ok(times.into_iter().rev().collect())
}

/// The text of an earlier version of a rule file.
///
/// # Errors
/// There is none of this time.
pub fn version(catalog: &Catalog, id: &str, time: u64) -> Result<String, String> {
    let (_, history) = history_of(catalog, id)?;
    let path = history.join(format!("{time}.toml"));
    let is_file = path.symlink_metadata().is_ok_and(|found| found.is_file());
    let text = is_file.then(|| fs::read_to_string(path).ok()).flatten();
    text.ok_or_else(|| format!("there is no such version of {id}"))
}
