//! Arguments of `train`, and of the commands that play with trained players.

use super::{ExecutorArguments, Settings, Threads};
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
    /// How it is trained: brief, network, quick, standard, thorough, or the path of a recipe
    #[arg(long, value_name = "NAME", default_value = DEFAULT_RECIPE)]
    pub recipe: String,
    #[command(flatten)]
    pub training: PlayerArguments,
    #[command(flatten)]
    pub threads: Threads,
    #[command(flatten)]
    pub executor: ExecutorArguments,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// With which trained players experiments are played.
#[derive(Clone, Debug, Args)]
pub struct RecipeArguments {
    /// Play every rule set with players of this recipe, trained first where there are none: brief, network, quick, standard,
    /// thorough, or the path of a recipe; `none` plays all with what follows from the rules. Standard when left out,
    /// unless the experiment names weights
    #[arg(long, value_name = "NAME")]
    pub recipe: Option<String>,
    #[command(flatten)]
    pub training: PlayerArguments,
}

/// Which players of a recipe are trained, with what they begin, and where they are kept.
#[derive(Clone, Debug, Args)]
pub struct PlayerArguments {
    /// Begin with this recipe's player of the rule set of the program that the rules extend or are, and train on from
    /// there by --recipe: quicker for small changes
    #[arg(long, value_name = "NAME")]
    pub after: Option<String>,
    /// How many players of the recipe, each with chance of its own; in games they take turns, and with 3 or more,
    /// intervals of comparisons and of piece values have what two trainings differ by. When left out, as many as the
    /// experiment says, or 1
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub replicates: Option<u32>,
    /// Where trained players are kept; `tradewind/players` in the user's cache when left out
    #[arg(long, value_name = "DIR")]
    pub players: Option<PathBuf>,
}

impl PlayerArguments {
    /// Whether others are asked for than the one player of a recipe.
    pub fn is_asked(&self) -> bool {
        self.after.is_some() || self.replicates.is_some()
    }
}

impl RecipeArguments {
    /// Whether players are asked for at all.
    pub fn is_asked(&self) -> bool {
        self.recipe.is_some() || self.training.is_asked()
    }
}

impl Default for RecipeArguments {
    fn default() -> RecipeArguments {
        RecipeArguments {
            recipe: None,
            training: PlayerArguments {
                after: None,
                replicates: None,
                players: None,
            },
        }
    }
}
