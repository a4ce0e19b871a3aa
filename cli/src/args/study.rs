//! Arguments of `register` and `study`.

use super::{ExecutorArguments, RecipeArguments, Threads};
use clap::Args;
use std::path::PathBuf;

/// Arguments of `register`.
#[derive(Debug, Args)]
pub struct RegisterArguments {
    /// The study; its claims and experiments lie in its folder
    pub study: PathBuf,
    /// The registration to write; beside the study when left out
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// The registration that this one changes
    #[arg(long, value_name = "FILE")]
    pub amends: Option<PathBuf>,
    #[command(flatten)]
    pub recipe: RecipeArguments,
    #[command(flatten)]
    pub threads: Threads,
    #[command(flatten)]
    pub executor: ExecutorArguments,
}

/// Arguments of `study`.
#[derive(Debug, Args)]
pub struct StudyArguments {
    /// The registration
    pub registration: PathBuf,
    /// The folder for games and results; it goes on with what is there
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Play the games that are kept for confirmation, too, when the exploration is over
    #[arg(long)]
    pub confirm: bool,
    /// Print Markdown
    #[arg(long)]
    pub markdown: bool,
    #[command(flatten)]
    pub threads: Threads,
    #[command(flatten)]
    pub executor: ExecutorArguments,
}
