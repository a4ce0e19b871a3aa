//! `tradewind rules`: rule sets listed, shown, compared, imported and checked.

pub mod import;
mod show;

pub use show::show_piece;

use super::sources::stem;
use crate::message::{self, say, show};
use crate::terminal;
use clap::{Args, Subcommand};
use serde_json::json;
use std::io::Write;
use std::path::Path;
use tradewind_engine::notation::variants_ini;
use tradewind_engine::rules::{self, RuleError, RuleSpec};
use tradewind_engine::{CheckError, Rules};

#[derive(Debug, Args)]
pub struct RulesArguments {
    #[command(subcommand)]
    pub action: Option<RulesAction>,
}

/// The actions of `rules`; by default `list`.
#[derive(Debug, Subcommand)]
pub enum RulesAction {
    /// Lists the rule sets that come with the program
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Shows a rule set: its pieces with drawings of their moves, its array, how games end
    Show(show::ShowArguments),
    /// Shows what a second rule set changes in the first
    Diff {
        /// The id of a rule set or the path of a rule file
        from: String,
        /// The second rule set
        to: String,
    },
    /// Prints the rule file of a rule set that comes with the program
    Export {
        /// The id of the rule set; with --variants-ini, also the path of a rule file
        id: String,
        /// Print it in the format of Fairy-Stockfish's `variants.ini`, as far as that can express it
        #[arg(long)]
        variants_ini: bool,
    },
    /// Turns a game of another program into a rule file; lists what was left out or guessed
    Import(import::ImportArguments),
    /// Checks rule files; reports all errors, with their places
    Check {
        /// Rule files or ids of rule sets
        #[arg(required = true)]
        files: Vec<String>,
    },
}

pub fn run(arguments: RulesArguments) -> anyhow::Result<()> {
    let list_all = RulesAction::List { json: false };
    match arguments.action.unwrap_or(list_all) {
        RulesAction::List { json } => list(json),
        RulesAction::Show(arguments) => show::run(&arguments),
        RulesAction::Diff { from, to } => diff(&from, &to),
        RulesAction::Export { id, variants_ini } => export(&id, variants_ini),
        RulesAction::Import(arguments) => import::run(&arguments),
        RulesAction::Check { files } => check(&files),
    }
}

fn list(as_json: bool) -> anyhow::Result<()> {
    let sets = rules::built_in()
        .into_iter()
        .map(|id| rules::load(&id, &[]));
    let sets = sets.collect::<Result<Vec<_>, _>>()?;
    if as_json {
        let sets: Vec<_> = (sets.iter())
            .map(|set| {
                let options: Vec<_> = (set.options.iter())
                    .map(|option| json!({"name": option.name, "values": option.values, "help": option.help}))
                    .collect();
                json!({
                    "id": set.id,
                    "name": set.name,
                    "summary": set.summary,
                    "files": set.files.len(),
                    "ranks": set.ranks,
                    "pieces": set.pieces.len(),
                    "arrays": set.array_numbers().len(),
                    "options": options,
                })
            })
            .collect();
        show!("{}", serde_json::to_string_pretty(&sets)?)?;
        return Ok(());
    }
    let width = sets.iter().map(|set| set.id.len()).max().unwrap_or(0);
    for set in sets {
        let id = format!("{:<width$}  ", set.id);
        let line = terminal::output().beside(&id, width + 2, &set.summary);
        show!("{line}")?;
    }
    Ok(())
}

fn diff(from: &str, to: &str) -> anyhow::Result<()> {
    let (before, after) = (rules::load(from, &[])?, rules::load(to, &[])?);
    for difference in rules::diff(&before, &after) {
        show!("{}", difference.what)?;
        if let Some(text) = difference.from {
            show!("  - {text}")?;
        }
        if let Some(text) = difference.to {
            show!("  + {text}")?;
        }
    }
    Ok(())
}

fn export(id: &str, as_variants_ini: bool) -> anyhow::Result<()> {
    if as_variants_ini {
        return export_variants_ini(id);
    }
    let Some(text) = rules::built_in_text(id) else {
        // The error suggests the nearest one.
        rules::load(id, &[])?;
        anyhow::bail!("{id} is a file: copy it");
    };
    Ok(write!(message::out(), "{text}")?)
}

/// Prints a rule set for Fairy-Stockfish, and reports what could not be expressed.
fn export_variants_ini(id: &str) -> anyhow::Result<()> {
    let rules = Rules::load(id, &[])?;
    let name = stem(Path::new(id));
    let found = variants_ini::write(&rules, &name).map_err(anyhow::Error::msg)?;
    write!(message::out(), "{}", found.text)?;
    for part in found.left_out {
        say!("not expressed: {part}");
    }
    Ok(())
}

/// Likely mistakes in a rule file without faults.
pub(super) fn warnings(file: &str, set: &RuleSpec) -> Result<Vec<String>, RuleError> {
    let parent = rules::parent(file)?;
    let parent = parent.map(|parent| rules::load(&parent, &[])).transpose()?;
    Ok(rules::warnings(set, parent.as_ref()))
}

fn check(files: &[String]) -> anyhow::Result<()> {
    let mut wrong = 0;
    for file in files {
        match tradewind_engine::check(file) {
            Ok(set) => {
                let (pieces, arrays) = (set.pieces.len(), set.array_numbers().len());
                let plural = if arrays == 1 { "array" } else { "arrays" };
                show!(
                    "{file}: no faults ({}; {pieces} pieces, {arrays} {plural})",
                    set.name
                )?;
                for warning in warnings(file, &set)? {
                    say!("{file}: warning: {warning}");
                }
            }
            Err(fault) => {
                wrong += 1;
                say!("{fault}");
                if let CheckError::Rules(RuleError::Faults(faults)) = &fault {
                    let plural = if faults.len() == 1 { "fault" } else { "faults" };
                    say!("{file}: {} {plural}", faults.len());
                }
            }
        }
    }
    match wrong {
        0 => Ok(()),
        _ => anyhow::bail!("{wrong} of {} rule sets cannot be played", files.len()),
    }
}
