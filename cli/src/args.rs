//! Arguments that several commands share, and those of `match`, `play`, `uci` and `xboard`. The arguments
//! of any other command are in its own file in `commands`.

mod play;
mod player;
mod printing;
pub mod values;

pub use play::{NotationArguments, PlayArguments, PlaySide};
pub use player::PlayerTable;
pub use printing::{PrintArguments, check_texts};

use clap::Args;
use std::path::PathBuf;
use tradewind_selfplay::experiment::{DrawRule, Tournament, WinRule};
use tradewind_stats::Sprt;
use tradewind_tuner::recipes::PlayerChoice;
use values::{draw, error_rate, resign, setting, sprt, tournament};

/// Values of a rule set's options.
#[derive(Debug, Args)]
pub struct Settings {
    /// Set an option of the rule set; may be repeated
    #[arg(long = "set", value_name = "OPTION=VALUE", value_parser = setting)]
    pub settings: Vec<(String, String)>,
}

/// The number of threads.
#[derive(Clone, Copy, Debug, Args)]
pub struct Threads {
    /// Number of threads [default: one for each processor]
    #[arg(long = "threads", value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub number: Option<u16>,
}

/// The threads of a command that plays games, or the program that plays them.
#[derive(Debug, Args)]
pub struct PlayingArguments {
    #[command(flatten)]
    pub threads: Threads,
    /// Have another program play the games: "tradewind work --serve" on this machine,
    /// "tradewind-ray" on a cluster [default: threads of this process]
    #[arg(long, value_name = "PROGRAM")]
    pub executor: Option<String>,
}

/// A rule set and a position.
#[derive(Debug, Args)]
pub struct PlaceArguments {
    /// The id of a rule set or the path of a rule file
    pub rules: String,
    /// The number or name of a starting array [default: the first]
    #[arg(
        long,
        value_name = "N",
        conflicts_with = "fen",
        allow_negative_numbers = true
    )]
    pub array: Option<String>,
    /// A position: `<board> <side> <state> <ply>`
    #[arg(long)]
    pub fen: Option<String>,
    #[command(flatten)]
    pub settings: Settings,
}

/// The trained players of an experiment.
#[derive(Clone, Debug, Default, Args)]
pub struct RecipeArguments {
    /// Play all rule sets with players trained by this recipe: brief, network, quick, standard,
    /// thorough, or the path of a recipe; missing players are trained first. `built-in` uses
    /// the weights that come with the program, `none` those that follow from the rules [default:
    /// `recipe` of the experiment, or else standard, unless it names weights]
    #[arg(long, value_name = "NAME")]
    pub recipe: Option<String>,
    #[command(flatten)]
    pub training: PlayerArguments,
}

/// The training of players, and their folder.
#[derive(Clone, Debug, Default, Args)]
pub struct PlayerArguments {
    /// Start training from this recipe's player of the program's rule set that the rules are or
    /// extend: faster for small changes
    #[arg(long, value_name = "NAME")]
    pub after: Option<String>,
    /// Number of training runs, each with its own random numbers; their players take turns. With 3
    /// or more, confidence intervals include the variance between training runs [default: as in the
    /// experiment, or 1]
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub replicates: Option<u32>,
    /// The folder of trained players [default: tradewind/players in the user's cache]
    #[arg(long, value_name = "DIR")]
    pub players: Option<PathBuf>,
}

impl RecipeArguments {
    pub fn choice(&self) -> PlayerChoice {
        self.training.choice(self.recipe.clone())
    }
}

impl PlayerArguments {
    pub fn choice(&self, recipe: Option<String>) -> PlayerChoice {
        PlayerChoice {
            recipe,
            after: self.after.clone(),
            training_runs: self.replicates,
            store: self.players.clone(),
        }
    }
}

#[derive(Debug, Default, Args)]
pub struct UciArguments {
    /// Rule files to offer as values of UCI_Variant, named after the files; the first is the default
    #[arg(value_name = "FILE")]
    pub rules: Vec<String>,
}

#[derive(Debug, Args)]
pub struct XboardArguments {
    /// Rule files to offer as variants, named after the files
    #[arg(value_name = "FILE")]
    pub rules: Vec<String>,
}

#[derive(Debug, Args)]
pub struct MatchArguments {
    /// The id of a rule set or the path of a rule file; without --first and --second, the file of a
    /// match
    pub rules: String,
    #[command(flatten)]
    pub settings: Settings,
    /// The first player, as comma-separated settings: nodes=N, depth=N, movetime=N,
    /// tc=SECONDS+INCREMENT, weights=FILE, noise=N, temperature=N, name=TEXT, engine=PROGRAM (with
    /// proto=uci or xboard, arg=TEXT, option.NAME=VALUE, dir=FOLDER, log=FILE,
    /// time_margin=MILLISECONDS)
    #[arg(long, value_name = "PLAYER", value_parser = player::parse, requires = "second")]
    pub first: Option<PlayerTable>,
    /// The second player; may be repeated for a tournament
    #[arg(long, value_name = "PLAYER", value_parser = player::parse, requires = "first")]
    pub second: Vec<PlayerTable>,
    /// The tournament of three or more players: gauntlet (the first player meets each of the
    /// others) or round-robin
    #[arg(long, value_name = "KIND", default_value = "gauntlet", value_parser = tournament, requires = "first")]
    pub tournament: Tournament,
    /// The folder for games and results [default: out/match-…]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Maximum number of game pairs
    #[arg(long, value_name = "N", default_value_t = 500, requires = "first", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub pairs: u64,
    /// Stop when an SPRT of ELO0 (H0) against ELO1 (H1) decides; add `,normalized` for normalized
    /// Elo
    #[arg(long, value_name = "ELO0,ELO1", value_parser = sprt, allow_hyphen_values = true, requires = "first")]
    pub sprt: Option<Sprt>,
    /// Probability that the SPRT accepts H1 when H0 is true
    #[arg(long, value_name = "P", default_value_t = Sprt::DEFAULT_ERROR, value_parser = error_rate, requires = "sprt")]
    pub alpha: f64,
    /// Probability that the SPRT accepts H0 when H1 is true
    #[arg(long, value_name = "P", default_value_t = Sprt::DEFAULT_ERROR, value_parser = error_rate, requires = "sprt")]
    pub beta: f64,
    /// Adjudicate draws: from move `movenumber` on, when all scores were within `score` centipawns
    /// for `movecount` moves of both players
    #[arg(long, value_name = "movenumber=N,movecount=N,score=CP", value_parser = draw, requires = "first")]
    pub draw: Option<DrawRule>,
    /// Adjudicate wins: when a player's own scores were at most −`score` centipawns for `movecount`
    /// of its moves; with `twosided=true` the opponent must agree
    #[arg(long, value_name = "movecount=N,score=CP", value_parser = resign, requires = "first")]
    pub resign: Option<WinRule>,
    /// An opening book: a PGN file, or a file with one position per line (EPD or FEN)
    #[arg(long, value_name = "FILE", requires = "first")]
    pub book: Option<PathBuf>,
    /// Number of plies to play from each game of the book [default: all]
    #[arg(long, value_name = "N", requires = "book", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub book_plies: Option<u32>,
    /// Number of random plies at the start of each pair, after the book [default: 8, or 0 with a book]
    #[arg(long, value_name = "N", requires = "first")]
    pub plies: Option<u32>,
    /// Replace openings in which a side is ahead by more than this, in centipawns
    #[arg(
        long,
        value_name = "CP",
        default_value_t = 100,
        requires = "first",
        conflicts_with = "book"
    )]
    pub max_imbalance_cp: u32,
    /// Maximum number of plies; a longer game counts as drawn
    #[arg(long, value_name = "N", default_value_t = 1000, requires = "first")]
    pub ply_cap: u32,
    /// The random seed
    #[arg(long, value_name = "N", default_value_t = 1, requires = "first", value_parser = clap::value_parser!(u64).range(..=9_223_372_036_854_775_807))]
    pub seed: u64,
    #[command(flatten)]
    pub playing: PlayingArguments,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}
