//! The arguments of the program.

use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;
use tradewind_tuner::runner::Shard;

/// A laboratory for large chess variants: rules as data, self-play experiments, piece values with
/// intervals.
#[derive(Debug, Parser)]
#[command(name = "tradewind", version, max_term_width = 100)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Lists, shows, compares and checks rule sets
    Rules(RulesArguments),
    /// Prints the legal moves of a position, one per line, sorted as bytes
    #[command(after_help = "Example: tradewind moves scirocco-2009 --array 255")]
    Moves(MovesArguments),
    /// Counts the sequences of legal moves of a length
    #[command(after_help = "Example: tradewind perft scirocco-2009 4 --divide")]
    Perft(PerftArguments),
    /// Checks cases of positions with expected moves, counts and outcomes
    #[command(
        after_help = "A case is one line of JSON: {\"rules\", \"options\"?, \"fen\", \"moves\"?, \"perft\"?, \"over\"?}"
    )]
    Verify(VerifyArguments),
    /// Plays an experiment and estimates from its games; goes on where it stopped
    #[command(after_help = "Example: tradewind run data/experiments/quickstart.toml")]
    Run(RunArguments),
    /// Measures the speed of move generation and random games on this machine
    Bench(BenchArguments),
}

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
    /// Checks rule files; reports every fault with its place
    Check {
        /// Rule files (or ids)
        #[arg(required = true)]
        files: Vec<String>,
    },
}

/// Values of declared options.
#[derive(Debug, Args)]
pub struct Settings {
    /// Set a declared option of the rule set; may be repeated
    #[arg(long = "set", value_name = "OPTION=VALUE", value_parser = setting)]
    pub settings: Vec<(String, String)>,
}

/// A rule set and a position.
#[derive(Debug, Args)]
pub struct Place {
    /// A rule set's id or the path of a rule file
    pub rules: String,
    /// The number of a starting array
    #[arg(
        long,
        value_name = "N",
        conflicts_with = "fen",
        value_parser = whole,
        allow_negative_numbers = true
    )]
    pub array: Option<u32>,
    /// A position text: `<board> <side> <state> <ply>`
    #[arg(long)]
    pub fen: Option<String>,
    #[command(flatten)]
    pub settings: Settings,
}

/// Arguments of `moves`.
#[derive(Debug, Args)]
pub struct MovesArguments {
    #[command(flatten)]
    pub place: Place,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `perft`.
#[derive(Debug, Args)]
pub struct PerftArguments {
    #[command(flatten)]
    pub place: Place,
    /// The length of the sequences
    #[arg(value_parser = whole, allow_negative_numbers = true)]
    pub depth: u32,
    /// Print the count of each first move too
    #[arg(long)]
    pub divide: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `verify`.
#[derive(Debug, Args)]
pub struct VerifyArguments {
    /// Files of cases, one a line; `-` is standard input
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
}

/// Arguments of `run`.
#[derive(Debug, Args)]
pub struct RunArguments {
    /// The experiment
    pub file: PathBuf,
    /// The folder for games and results; `out/` and the name of the file when left out
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Threads; all processors when left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Play only this part of the plan, such as 1/4
    #[arg(long, value_name = "I/N", value_parser = shard)]
    pub shard: Option<Shard>,
}

/// Arguments of `bench`.
#[derive(Debug, Args)]
pub struct BenchArguments {
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

fn whole(text: &str) -> Result<u32, String> {
    let wrong = |_| "write a whole number of 0 or more".to_string();
    text.parse().map_err(wrong)
}

fn setting(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("write OPTION=VALUE")?;
    Ok((name.to_string(), value.to_string()))
}

fn shard(text: &str) -> Result<Shard, String> {
    let parts = text
        .split_once('/')
        .and_then(|(index, count)| Some((index.parse().ok()?, count.parse().ok()?)));
    match parts {
        Some((index, count)) if 1 <= index && index <= count => Ok(Shard { index, count }),
        _ => Err("write I/N with I from 1 to N, such as 1/4".to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_arguments_are_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn shards_are_read() {
        assert_eq!(shard("2/4"), Ok(Shard { index: 2, count: 4 }));
        for text in ["", "0/4", "5/4", "1", "a/b", "1/0", "-1/4"] {
            assert!(shard(text).is_err(), "{text}");
        }
    }
}
