//! `tradewind rules import`: a game of another program becomes a rule file.

use crate::message::{self, say, shell_word};
use anyhow::{Context, anyhow, ensure};
use clap::Args;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tradewind_engine::input::text_file;
use tradewind_engine::notation;
use tradewind_files::write_whole;

/// The maximum length of a description, in bytes.
const MAX_BYTES: u64 = 1 << 20;

#[derive(Debug, Args)]
pub struct ImportArguments {
    /// A file with an Interactive Diagram of chessvariants.com, a section of Fairy-Stockfish's
    /// `variants.ini`, or the `setup` and `piece` lines of an XBoard engine; - is standard input
    #[arg(default_value = "-")]
    pub file: PathBuf,
    /// The name of the game; of several sections of `variants.ini`, the one to import
    #[arg(long)]
    pub name: Option<String>,
    /// Write the rule file here instead of to standard output
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// Prints the rule file, and lists on standard error what was left out or guessed.
pub fn run(arguments: &ImportArguments) -> anyhow::Result<()> {
    let is_standard_input = arguments.file == Path::new("-");
    let (shown, text) = if is_standard_input {
        let text = text_file::read_from(io::stdin(), MAX_BYTES);
        ("standard input".to_string(), text)
    } else {
        let text = text_file::read(&arguments.file, MAX_BYTES);
        (arguments.file.display().to_string(), text)
    };
    let text = text.with_context(|| format!("cannot read {shown}"))?;
    let found = notation::import(&text, arguments.name.as_deref());
    let found = found.map_err(|fault| anyhow!("{shown}:{fault}"))?;
    match &arguments.out {
        Some(file) => {
            let name = file.display();
            ensure!(!file.exists(), "{name} exists: choose another name");
            write_whole(file, |to| to.write_all(found.rule_file.as_bytes()))?;
            say!(
                "{name} is the rule file; `tradewind rules check {}` checks it",
                shell_word(&name)
            );
        }
        None => write!(message::out(), "{}", found.rule_file)?,
    }
    if let Some(verdict) = found.verdict() {
        say!("{verdict}");
    }
    for note in &found.notes {
        let kind = if note.differs { "not the same" } else { "note" };
        say!("{shown}:{}: {kind}: {}", note.line, note.message);
    }
    Ok(())
}
