//! Arguments of the commands that say what games tell.

use super::{ExecutorArguments, RecipeArguments, SelectionArguments, Threads};
use clap::Args;
use std::path::PathBuf;

/// Arguments of `values`.
#[derive(Debug, Args)]
pub struct ValuesArguments {
    /// Folders that `run` has played into, experiment files (which are played first, as far as they
    /// have not been), or rule sets (what the rules alone say)
    #[arg(required = true, value_name = "DIR|FILE|RULES")]
    pub sources: Vec<PathBuf>,
    /// The folder for CSV, Markdown and plots; default with an experiment file: `values` in its folder
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Show published values too
    #[arg(long)]
    pub published: bool,
    #[command(flatten)]
    pub selection: SelectionArguments,
    /// Give the measured values to the player, play and measure again, until they no longer change
    #[arg(long, conflicts_with = "recipe")]
    pub iterate: bool,
    /// The most rounds of --iterate
    #[arg(long, value_name = "N", default_value_t = 6, requires = "iterate", value_parser = clap::value_parser!(u32).range(2..=100))]
    pub rounds: u32,
    #[command(flatten)]
    pub recipe: RecipeArguments,
    #[command(flatten)]
    pub threads: Threads,
    #[command(flatten)]
    pub executor: ExecutorArguments,
    /// Print Markdown
    #[arg(long, conflicts_with = "json")]
    pub markdown: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `compare`.
#[derive(Debug, Args)]
pub struct CompareArguments {
    /// Folders that `run` has played into, or experiment files (which are played first, as far as they
    /// have not been)
    #[arg(required = true, value_name = "DIR|FILE")]
    pub sources: Vec<PathBuf>,
    /// The folder for CSV, Markdown, JSON and plots; default: `comparison` in the first one's folder
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Print metrics only whose name has this text; may be repeated
    #[arg(long = "metric", value_name = "TEXT")]
    pub metrics: Vec<String>,
    #[command(flatten)]
    pub selection: SelectionArguments,
    #[command(flatten)]
    pub recipe: RecipeArguments,
    #[command(flatten)]
    pub threads: Threads,
    #[command(flatten)]
    pub executor: ExecutorArguments,
    /// Print Markdown
    #[arg(long, conflicts_with = "json")]
    pub markdown: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `claims`.
#[derive(Debug, Args)]
pub struct ClaimsArguments {
    /// A file of claims; default: those of the games' authors, which come with the program
    #[arg(long, value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// The folder under which the experiments were played, each in the folder of its name (such as
    /// values/chess, or chess)
    #[arg(long, value_name = "DIR", default_value = "out")]
    pub games: PathBuf,
    /// Play the experiments that are missing there; this may take hours
    #[arg(long)]
    pub play: bool,
    #[command(flatten)]
    pub recipe: RecipeArguments,
    /// The folder for CSV, Markdown and a plot
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub threads: Threads,
    #[command(flatten)]
    pub executor: ExecutorArguments,
    /// Print Markdown
    #[arg(long, conflicts_with = "json")]
    pub markdown: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `report`.
#[derive(Debug, Args)]
pub struct ReportArguments {
    /// Folders that `run`, `match`, `compare` or `values` has played into
    #[arg(required = true, value_name = "DIR")]
    pub folders: Vec<PathBuf>,
    /// The page to write; default: `page.html` in the first folder
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Add what the games' authors say, judged by these games where they are whole experiments of it, and by the reference
    /// results
    #[arg(long)]
    pub claims: bool,
    /// How many games of each rule set can be stepped through
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(..=1000))]
    pub games: u32,
    #[command(flatten)]
    pub threads: Threads,
}
