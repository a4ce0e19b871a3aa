//! Arguments of the commands that somebody begins with: `new`, `try`, `docs`, `completions` and `man`.

use super::values::{nodes, time};
use super::{ExecutorArguments, Threads};
use clap::Args;
use clap_complete::Shell;
use std::path::PathBuf;
use std::time::Duration;

/// Arguments of `new`.
#[derive(Debug, Args)]
pub struct NewArguments {
    /// What the game is called; the files are NAME.toml and NAME-experiment.toml
    pub name: String,
    /// The rule set that it changes
    #[arg(long, value_name = "ID", default_value = "scirocco-2009")]
    pub from: String,
}

/// Arguments of `try`.
#[derive(Debug, Args)]
pub struct TrialArguments {
    /// The rule file
    pub rules: String,
    /// The rule set that it is compared with; what it extends when left out
    #[arg(long, value_name = "ID")]
    pub against: Option<String>,
    /// The time that it may take, such as 90s, 10m or 2h: training of missing players (at most half of it), games and
    /// estimates. If training by --recipe takes longer, cheaper players play
    #[arg(long = "for", value_name = "TIME", default_value = "10m", value_parser = time)]
    pub budget: Duration,
    /// Play so many pairs of each rule set in all, however long that takes
    #[arg(long, value_name = "N", conflicts_with = "budget", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub pairs: Option<u64>,
    /// The positions that the players look at for a move
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = nodes)]
    pub nodes: u64,
    /// How the players of both rule sets are trained: brief, network, quick, standard, thorough, or the path of a recipe; `none` plays both
    /// with what follows from the rules
    #[arg(long, value_name = "NAME", default_value = "quick")]
    pub recipe: String,
    /// Where trained players are kept; `tradewind/players` in the user's cache when left out
    #[arg(long, value_name = "DIR")]
    pub players: Option<PathBuf>,
    /// The folder for games and results; one of its own for these rules in `out/try` when left out
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub threads: Threads,
    #[command(flatten)]
    pub executor: ExecutorArguments,
}

/// Arguments of `docs`.
#[derive(Debug, Args)]
pub struct DocsArguments {
    /// The page; a list of them when left out
    pub page: Option<String>,
}

/// Arguments of `completions`.
#[derive(Debug, Args)]
pub struct CompletionsArguments {
    /// The shell
    pub shell: Shell,
}

/// Arguments of `man`.
#[derive(Debug, Args)]
pub struct ManArguments {
    /// The folder for the pages
    #[arg(default_value = "man")]
    pub folder: PathBuf,
}
