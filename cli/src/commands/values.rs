//! `tradewind values`: piece values from games, or from the rules alone.

use super::playing::on_threads;
use super::sources::Games;
use crate::args::{PrintArguments, Threads};
use crate::message::{self, say, say_files, write_message};
use clap::{Args, ValueEnum};
use std::io::Write;
use std::path::{Path, PathBuf};
use tradewind_analysis::values::{Gathered, gather, of_rules, wanted_by_values};
use tradewind_engine::Rules;
use tradewind_engine::notation::variants_ini;
use tradewind_engine::rules;
use tradewind_files::refuse_link;
use tradewind_report::{document, values as shown};

#[derive(Debug, Args)]
pub struct ValuesArguments {
    /// Folders of games, experiment files (for the folders in which `run` plays them by default),
    /// or rule sets (for what follows from the rules alone)
    #[arg(required = true, value_name = "DIR|FILE|RULES")]
    pub sources: Vec<PathBuf>,
    /// The folder for CSV, Markdown and plots [default: `values` in the first folder of games]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Show published values too
    #[arg(long)]
    pub published: bool,
    /// Print the values in pawns in another format: variants-ini has the lines `pieceValueMg` and
    /// `pieceValueEg` for Fairy-Stockfish's configuration
    #[arg(long, value_name = "FORMAT", hide_possible_values = true, conflicts_with_all = ["pieces", "all", "markdown", "json"])]
    pub format: Option<ValuesFormat>,
    #[command(flatten)]
    pub print: PrintArguments,
    #[command(flatten)]
    pub threads: Threads,
}

/// A format of values for other programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum ValuesFormat {
    /// Fairy-Stockfish's `variants.ini`.
    VariantsIni,
}

/// Prints the values of every source and writes them to files.
pub fn run(arguments: &ValuesArguments) -> anyhow::Result<()> {
    let (mut games, mut rule_sets) = (Vec::new(), Vec::new());
    for name in &arguments.sources {
        match Games::of(name)? {
            Some(found) => games.extend(found),
            None => rule_sets.push(rule_set(name)?),
        }
    }
    let rules = games.iter().flat_map(|games| &games.experiment.rules);
    let played = rules.map(|rules| rules.compiled.spec());
    let specs = played.chain(rule_sets.iter().map(Rules::spec));
    arguments.print.check_pieces(specs)?;
    on_threads(arguments.threads, || values(arguments, &games, &rule_sets))
}

fn rule_set(name: &Path) -> anyhow::Result<Rules> {
    let text = name.to_string_lossy();
    if !rules::is_path(&text) && !rules::built_in().iter().any(|id| **id == *text) {
        anyhow::bail!(
            "`{text}` is not a folder of games, an experiment file or a rule set; play an experiment \
             with `tradewind run FILE.toml` and name its folder, or name one of {}",
            rules::built_in().join(", ")
        );
    }
    Ok(Rules::load(&text, &[])?)
}

fn values(arguments: &ValuesArguments, games: &[Games], rule_sets: &[Rules]) -> anyhow::Result<()> {
    let datasets = games.iter().map(|games| games.read(wanted_by_values));
    let datasets = datasets.collect::<anyhow::Result<Vec<_>>>()?;
    let mut gathered = gather(&datasets)?;
    gathered.left_out.iter().for_each(write_message);
    let has_none = gathered.measured.is_empty() && !datasets.is_empty();
    let from_rules = rule_sets.iter().map(|rules| of_rules(rules.spec()));
    gathered.measured.extend(from_rules);
    let shown = shown::document(&gathered, arguments.published)?;
    let default = games.first().and_then(Games::results_folder);
    let default = default.map(|folder| folder.join("values"));
    if let Some(out) = arguments.out.as_ref().or(default.as_ref())
        && !gathered.measured.is_empty()
    {
        if arguments.out.is_none() {
            refuse_link(out)?;
        }
        let files = document::write(&shown, out)?;
        say_files(out, &files);
    }
    let left_out = gathered.left_out.join("; ");
    if arguments.format == Some(ValuesFormat::VariantsIni) {
        return print_variants_ini(&arguments.print, &gathered);
    }
    let (print, sets) = (&arguments.print, &mut gathered.measured);
    let printed = if print.chooses(sets.iter().map(|set| set.rules.as_str()))? {
        sets.retain(|set| print.has_rules(&set.rules));
        shown::document(&gathered, arguments.published)?
    } else {
        shown
    };
    print.print(printed, &[])?;
    anyhow::ensure!(!has_none, "there are no values: {left_out}");
    Ok(())
}

/// Prints the values by the strongest player of each rule set for Fairy-Stockfish.
fn print_variants_ini(print: &PrintArguments, gathered: &Gathered) -> anyhow::Result<()> {
    print.chooses(gathered.measured.iter().map(|set| set.rules.as_str()))?;
    let strongest = gathered
        .by_rules()
        .into_iter()
        .filter_map(|sets| sets.last().copied());
    for set in strongest.filter(|set| print.has_rules(&set.rules)) {
        let values = set.declared_values();
        anyhow::ensure!(
            set.unit_name() == "pawns" && !values.is_empty(),
            "{} has no values in pawns; play more games, or let the pawn be the unit",
            set.title()
        );
        let pieces = set
            .spec
            .piece_types()
            .filter(|&piece| !set.spec.piece(piece).royal);
        let missing = pieces.filter(|piece| values.iter().all(|(known, _)| known != piece));
        for piece in missing {
            say!(
                "{}: no reliable value of {}",
                set.title(),
                set.spec.piece(piece).name
            );
        }
        let lines = variants_ini::piece_values(&set.spec, &values);
        write!(message::out(), "# Piece values in {}\n{lines}", set.title())?;
    }
    Ok(())
}
