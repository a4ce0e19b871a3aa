//! Arguments of `rules`.

use super::Settings;
use clap::{Args, Subcommand};

/// Arguments of `rules`.
#[derive(Debug, Args)]
pub struct RulesArguments {
    /// What to do with rule sets; `list` when left out.
    #[command(subcommand)]
    pub action: Option<RulesAction>,
}

/// What `rules` can do.
#[derive(Debug, Subcommand)]
pub enum RulesAction {
    /// Lists the rule sets that come with the program
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Shows a rule set: its pieces with drawings of their moves, its array, how games end
    Show {
        /// A rule set's id or the path of a rule file
        rules: String,
        /// Only this piece, by its name or text
        #[arg(long, value_name = "PIECE")]
        piece: Option<String>,
        /// Only this starting array, by its number or name
        #[arg(
            long,
            value_name = "N",
            conflicts_with = "piece",
            allow_negative_numbers = true
        )]
        array: Option<String>,
        #[command(flatten)]
        settings: Settings,
    },
    /// Shows what the second rule set changes in the first
    Diff {
        /// A rule set's id or the path of a rule file
        from: String,
        /// Another
        to: String,
    },
    /// Prints the rule file of a rule set that comes with the program, to be copied and changed
    Export {
        /// Its id; with --variants-ini, also the path of a rule file
        id: String,
        /// Print it as Fairy-Stockfish's `variants.ini` has it, as far as it can be said there
        #[arg(long)]
        variants_ini: bool,
    },
    /// Checks rule files; reports every fault with its place
    Check {
        /// Rule files (or ids)
        #[arg(required = true)]
        files: Vec<String>,
    },
}
