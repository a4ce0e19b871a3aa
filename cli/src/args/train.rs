//! Arguments of `train`, and of the commands that play with trained players.

use super::{Settings, Threads};
use clap::Args;
use std::path::PathBuf;

/// The recipe of the players that play when nothing else is said.
pub const DEFAULT_RECIPE: &str = "standard";

/// Arguments of `train`.
#[derive(Debug, Args)]
pub struct TrainArguments {
    /// A rule set's id or the path of a rule file
    pub rules: String,
    #[command(flatten)]
    pub settings: Settings,
    /// How it is trained: quick, standard, thorough, or the path of a recipe
    #[arg(long, value_name = "NAME", default_value = DEFAULT_RECIPE)]
    pub recipe: String,
    /// How many players, each with chance of its own
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub replicates: u32,
    /// Where players are kept; `tradewind/players` in the user's cache when left out
    #[arg(long, value_name = "DIR")]
    pub players: Option<PathBuf>,
    #[command(flatten)]
    pub threads: Threads,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// With which trained players experiments are played.
#[derive(Clone, Debug, Args)]
pub struct RecipeArguments {
    /// Play every rule set with players of this recipe, trained first where there are none: quick, standard,
    /// thorough, or the path of a recipe; `none` plays all with what follows from the rules. Standard when left out,
    /// unless the experiment names weights
    #[arg(long, value_name = "NAME")]
    pub recipe: Option<String>,
    /// How many players of the recipe take turns under each rule set; with 3 or more, intervals have what two
    /// trainings differ by
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub replicates: u32,
    /// Where trained players are kept; `tradewind/players` in the user's cache when left out
    #[arg(long, value_name = "DIR")]
    pub players: Option<PathBuf>,
}

impl Default for RecipeArguments {
    fn default() -> RecipeArguments {
        RecipeArguments {
            recipe: None,
            replicates: 1,
            players: None,
        }
    }
}
