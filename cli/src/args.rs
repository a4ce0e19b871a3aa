//! The arguments of the program.

mod network;
mod play;
mod player;
mod reading;
mod renamed;
mod rules;
mod selection;
mod study;
mod train;
mod trial;
mod tune;
mod values;
mod work;

pub use network::NetworkArguments;
pub use play::{NotationArguments, PlayArguments, PlaySide};
pub use player::PlayerTable;
pub use reading::{ClaimsArguments, CompareArguments, ReportArguments, ValuesArguments};
pub use renamed::renamed_option;
pub use rules::{RulesAction, RulesArguments};
pub use selection::{SelectionArguments, check_texts};
pub use study::{RegisterArguments, StudyArguments};
pub use train::{DEFAULT_RECIPE, PlayerArguments, RecipeArguments, TrainArguments};
pub use trial::{CompletionsArguments, DocsArguments, ManArguments, NewArguments, TrialArguments};
pub use tune::{LoopArguments, SpsaArguments, TexelArguments, TuneAction, TuneArguments};
pub use work::{ExecutorArguments, WorkArguments};

use crate::terminal::ColourChoice;
use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;
use std::time::Duration;
use tradewind_selfplay::run::Shard;
use tradewind_stats::Sprt;
use values::{chance, perft_depth, positive, seconds, setting, shard, sprt};

/// A laboratory for large chess variants: rules as data, self-play experiments, piece values with
/// intervals.
#[derive(Debug, Parser)]
#[command(name = "tradewind", version, max_term_width = 100)]
pub struct Arguments {
    /// When what stands out has a colour: on a terminal unless NO_COLOR is set, always, or never
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        hide_default_value = true,
        hide_possible_values = true
    )]
    pub color: ColourChoice,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Writes a rule file to begin with, and an experiment that compares it with what it changes
    #[command(
        after_help = "Example: tradewind new my-game --from scirocco-2009, then edit my-game.toml, then tradewind try my-game.toml"
    )]
    New(NewArguments),
    /// Tries a change of the rules: what the new piece is worth, and what the change does to the game
    #[command(
        after_help = "Players are trained where they are missing, games are played, and the answer comes first, all in the time that you give. The same command \
            again goes on; an edited rule file has a folder of its own.\n\nExamples:\n  tradewind try my-game.toml\n  tradewind try my-game.toml --for 1h"
    )]
    Try(TrialArguments),
    /// Lists, shows, compares, checks and exports rule sets
    Rules(RulesArguments),
    /// Prints a page of the documentation
    #[command(after_help = "Example: tradewind docs rule-files")]
    Docs(DocsArguments),
    /// Prints the legal moves of a position, one per line, sorted as bytes
    #[command(after_help = "Example: tradewind moves scirocco-2009 --array 255")]
    Moves(MovesArguments),
    /// Counts the sequences of legal moves of a length
    #[command(after_help = "Example: tradewind perft scirocco-2009 4 --divide")]
    Perft(PerftArguments),
    /// Checks cases and worked examples: positions with expected moves, counts and outcomes
    #[command(
        after_help = "A case is one line of JSON: {\"rules\", \"options\"?, \"fen\", \"moves\"?, \"perft\"?, \"over\"?}\n\n\
            A file whose name ends in .txt or .examples has worked examples, such as:\n  \
            rules chess\n  \
            == The king steps one square\n  \
            board w\n   \
            8 . . . . k . . .\n   \
            2 . . . * * * . .\n   \
            1 . . . * (K) * . .\n  \
            shows\n  \
            play e1e2\n    \
            at e2=K\n\
            docs/examples.md has all that they may say. The exit code is 1 for wrong answers, 2 for files that \
            are not right."
    )]
    Verify(VerifyArguments),
    /// Solves an endgame of a few pieces: what becomes of every position with best play
    #[command(
        after_help = "White's pieces, `v`, and Black's. Four pieces that do not promote can be solved on 8×8, three on 10×10 and 12×12.\n\n\
            Examples:\n  tradewind solve chess \"K R v K\"\n  tradewind solve typhoon \"K v Pr\""
    )]
    Solve(SolveArguments),
    /// Plays an experiment and estimates from its games; goes on where it stopped
    #[command(after_help = "Example: tradewind run data/experiments/quickstart.toml")]
    Run(RunArguments),
    /// Plays pairs of an experiment for a run that is elsewhere; runs start it with --executor
    #[command(
        after_help = "Example: tradewind run data/experiments/quickstart.toml --executor \"tradewind work --serve\""
    )]
    Work(WorkArguments),
    /// Joins the shards of an experiment, played into folders of their own
    #[command(after_help = "Example: tradewind merge shards/* --out out/all")]
    Merge(MergeArguments),
    /// Lists the games of a folder, shows one with its boards, or exports them
    #[command(
        after_help = "Examples:\n  tradewind games out/quickstart --result 1-0 --limit 20\n  tradewind games out/quickstart --game 17 --ply 40"
    )]
    Games(GamesArguments),
    /// Says how many pairs an experiment needs to see a difference, and how long they take here
    #[command(
        after_help = "Examples:\n  tradewind plan data/experiments/quickstart.toml --elo 5\n  tradewind plan data/experiments/values/scirocco-2009.toml --piece La --within 0.5"
    )]
    Plan(PlanArguments),
    /// Says what pieces are worth, with intervals: from odds games, from level games, from the rules
    #[command(
        after_help = "Examples:\n  tradewind values data/experiments/values/chess.toml\n  tradewind values out/chess-25 out/chess-100 out/chess-400 --published --out tables\n  tradewind values scirocco-2009"
    )]
    Values(ValuesArguments),
    /// Says what a change of the rules does to a game: metrics of each rule set, differences with intervals
    #[command(
        after_help = "Examples:\n  tradewind compare data/experiments/compare/scirocco-revision.toml\n  tradewind compare out/old-rules out/new-rules --out comparison"
    )]
    Compare(CompareArguments),
    /// Says which of the authors' claims about their games the experiments support
    #[command(after_help = "Examples:\n  tradewind claims\n  tradewind claims --games out --json")]
    Claims(ClaimsArguments),
    /// Lays a study down before it is played: claims, experiments, rules, weights, with a hash
    #[command(
        after_help = "Examples:\n  tradewind register my-study.toml --recipe quick\n  tradewind register my-study.toml --amends my-study.registered.toml --out my-study-2.registered.toml"
    )]
    Register(RegisterArguments),
    /// Plays a registered study and judges its claims: the exploration, then, if asked to, the confirmation
    #[command(
        after_help = "Example: tradewind study my-study.registered.toml --out out/my-study --confirm"
    )]
    Study(StudyArguments),
    /// Writes one page about everything in some folders: tables, plots, pieces, games to step through
    #[command(after_help = "Example: tradewind report out/scirocco-revision --out report.html")]
    Report(ReportArguments),
    /// Plays one player against another, with a sequential test or for a number of pairs
    #[command(
        after_help = "Examples:\n  tradewind match scirocco-2009 --first nodes=1000 --second nodes=100\n  tradewind match shatranj --sprt 0,10 --first weights=new.toml,nodes=1000 --second nodes=1000\n  tradewind match chess --first nodes=10000 --second engine=stockfish,nodes=10000\n  tradewind match my-match.toml"
    )]
    Match(Box<MatchArguments>),
    /// The engine for other programs, by the Universal Chess Interface
    #[command(
        after_help = "Example: printf 'setoption name UCI_Variant value shatranj\\nd\\n' | tradewind uci"
    )]
    Uci,
    /// The engine for XBoard, WinBoard and other programs, by the Chess Engine Communication Protocol
    #[command(
        after_help = "Examples:\n  xboard -fcp \"tradewind xboard\" -variant scirocco-2009 -testLegality false\n  xboard -fcp \"tradewind xboard my-game.toml\" -variant my-game -testLegality false"
    )]
    Xboard(XboardArguments),
    /// Plays against you, or against itself, in the terminal
    #[command(after_help = "Example: tradewind play scirocco-2009 --side b --seconds 2")]
    Play(PlayArguments),
    /// Trains a player for a rule set from nothing but its rules, by a recipe; it is found ever after
    #[command(
        after_help = "Examples:\n  tradewind train my-rules.toml --recipe quick\n  tradewind train scirocco-2009 --recipe standard --replicates 3"
    )]
    Train(TrainArguments),
    /// Makes the program play better: weights from games, search parameters from matches
    Tune(TuneArguments),
    /// Measures the speed of move generation and random games on this machine
    Bench(BenchArguments),
    /// Prints what a shell needs to complete the commands and options of this program
    #[command(
        after_help = "Examples:\n  tradewind completions bash > ~/.local/share/bash-completion/completions/tradewind\n  tradewind completions fish > ~/.config/fish/completions/tradewind.fish"
    )]
    Completions(CompletionsArguments),
    /// Writes a manual page for each command
    #[command(after_help = "Example: tradewind man ~/.local/share/man/man1")]
    Man(ManArguments),
}

/// Values of declared options.
#[derive(Debug, Args)]
pub struct Settings {
    /// Set a declared option of the rule set; may be repeated
    #[arg(long = "set", value_name = "OPTION=VALUE", value_parser = setting)]
    pub settings: Vec<(String, String)>,
}

/// How many threads a command plays on.
#[derive(Clone, Copy, Debug, Args)]
pub struct Threads {
    /// Threads; all processors when left out
    #[arg(long = "threads", value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub number: Option<u16>,
}

/// A rule set and a position.
#[derive(Debug, Args)]
pub struct PlaceArguments {
    /// A rule set's id or the path of a rule file
    pub rules: String,
    /// The number of a starting array, or its name
    #[arg(
        long,
        value_name = "N",
        conflicts_with = "fen",
        allow_negative_numbers = true
    )]
    pub array: Option<String>,
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
    pub place: PlaceArguments,
    #[command(flatten)]
    pub notation: NotationArguments,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `perft`.
#[derive(Debug, Args)]
pub struct PerftArguments {
    #[command(flatten)]
    pub place: PlaceArguments,
    /// The length of the sequences, at most 100
    #[arg(value_parser = perft_depth, allow_negative_numbers = true)]
    pub depth: u32,
    /// Print the count of each first move too
    #[arg(long)]
    pub divide: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `solve`.
#[derive(Debug, Args)]
pub struct SolveArguments {
    /// A rule set's id or the path of a rule file
    pub rules: String,
    /// White's pieces, `v`, and Black's, as position texts write White's: `K Q v K`
    pub pieces: String,
    /// Only this position, with the best moves: `<board> <side> <state> <ply>`
    #[arg(long)]
    pub fen: Option<String>,
    #[command(flatten)]
    pub settings: Settings,
    /// The most memory for positions and moves, in megabytes
    #[arg(long, value_name = "MB", default_value_t = 4096, value_parser = clap::value_parser!(u32).range(1..))]
    pub memory: u32,
    #[command(flatten)]
    pub threads: Threads,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `verify`.
#[derive(Debug, Args)]
pub struct VerifyArguments {
    /// Files of cases, or of worked examples (`.txt`, `.examples`); `-` is standard input, which has cases
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
}

/// Arguments of `run`.
#[derive(Debug, Args)]
pub struct RunArguments {
    /// The experiment: a file, or the name of one that comes with the program, such as `quickstart`
    pub file: PathBuf,
    /// The folder for games and results; `out/` and the name of the file when left out
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub recipe: RecipeArguments,
    #[command(flatten)]
    pub threads: Threads,
    #[command(flatten)]
    pub executor: ExecutorArguments,
    /// Play only this part of the plan, such as 1/4
    #[arg(long, value_name = "I/N", value_parser = shard)]
    pub shard: Option<Shard>,
}

/// Arguments of `merge`.
#[derive(Debug, Args)]
pub struct MergeArguments {
    /// The folders of the shards
    #[arg(required = true, value_name = "DIR")]
    pub folders: Vec<PathBuf>,
    /// The folder for all games and results; it may be one of the shards'
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    #[command(flatten)]
    pub threads: Threads,
}

/// Arguments of `games`.
#[derive(Debug, Args)]
pub struct GamesArguments {
    /// A folder that `run`, `match` or `merge` has played into
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Show this game with its boards
    #[arg(long, value_name = "N", conflicts_with_all = ["rules", "player", "array", "result", "termination", "min_plies", "max_plies", "limit", "csv"])]
    pub game: Option<u64>,
    /// Only the board after this ply of the game
    #[arg(long, value_name = "N", requires = "game")]
    pub ply: Option<u32>,
    #[command(flatten)]
    pub notation: NotationArguments,
    /// Only games under this rule set, by its name in the experiment
    #[arg(long, value_name = "NAME")]
    pub rules: Option<String>,
    /// Only games of this player, by its name in the experiment
    #[arg(long, value_name = "NAME")]
    pub player: Option<String>,
    /// Only games from this array
    #[arg(long, value_name = "N")]
    pub array: Option<u32>,
    /// Only games with this result: 1-0, 0-1, 1/2-1/2 or * (not finished)
    #[arg(long, value_name = "RESULT")]
    pub result: Option<String>,
    /// Only games that ended so, such as "checkmate"
    #[arg(long, value_name = "TERMINATION")]
    pub termination: Option<String>,
    /// Only games of at least so many plies
    #[arg(long, value_name = "N")]
    pub min_plies: Option<u32>,
    /// Only games of at most so many plies
    #[arg(long, value_name = "N")]
    pub max_plies: Option<u32>,
    /// No more than so many games
    #[arg(long, value_name = "N")]
    pub limit: Option<u64>,
    /// Print CSV, moves included
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
    /// Print JSON, a line for each game
    #[arg(long)]
    pub json: bool,
    /// Print Portable Game Notation: games of chess as every program reads them, others with the program's own moves
    #[arg(long, conflicts_with_all = ["json", "csv", "ply"])]
    pub pgn: bool,
    /// Print the position at the end of each game's opening, or that after --ply, as a line of EPD: a book for `match`
    #[arg(long, conflicts_with_all = ["json", "csv", "pgn"])]
    pub epd: bool,
}

/// Arguments of `plan`.
#[derive(Debug, Args)]
pub struct PlanArguments {
    /// The experiment
    pub file: PathBuf,
    /// The difference to see, in Elo
    #[arg(long, value_name = "ELO", conflicts_with = "score", value_parser = positive, allow_negative_numbers = true)]
    pub elo: Option<f64>,
    /// A piece whose value is to be known, by its abbreviation: how many pairs that takes, by each method
    #[arg(long, value_name = "PIECE", conflicts_with_all = ["elo", "score"])]
    pub piece: Option<String>,
    /// To how much, in units of the values: pawns, where there are some; 0.5 when left out
    #[arg(long, value_name = "UNITS", requires = "piece", value_parser = positive, allow_negative_numbers = true)]
    pub within: Option<f64>,
    /// A claim that is to be decided, by its id: how many pairs that takes
    #[arg(long, value_name = "ID", conflicts_with_all = ["elo", "score", "piece"])]
    pub claim: Option<String>,
    /// The distance from the claim's bound at which its number is taken to be; by default the smallest effect of interest
    #[arg(long, value_name = "DISTANCE", requires = "claim", value_parser = positive, allow_negative_numbers = true)]
    pub away: Option<f64>,
    /// A file of claims; those of the games' authors when left out
    #[arg(long, value_name = "FILE", requires = "claim")]
    pub claims: Option<PathBuf>,
    /// The difference to see, in hundredths of the score; 1 when neither is given
    #[arg(long, value_name = "PERCENT", value_parser = positive, allow_negative_numbers = true)]
    pub score: Option<f64>,
    /// The chance of seeing a difference where there is none
    #[arg(long, value_name = "CHANCE", default_value_t = 0.05, value_parser = chance, allow_negative_numbers = true)]
    pub alpha: f64,
    /// The chance of not seeing one that is there
    #[arg(long, value_name = "CHANCE", default_value_t = 0.2, value_parser = chance, allow_negative_numbers = true)]
    pub beta: f64,
    /// How long the pilot plays at least
    #[arg(long, value_name = "S", default_value = "10", value_parser = seconds, allow_negative_numbers = true)]
    pub seconds: Duration,
    #[command(flatten)]
    pub threads: Threads,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `xboard`.
#[derive(Debug, Args)]
pub struct XboardArguments {
    /// Rule files that are variants too, by the names of the files
    #[arg(value_name = "FILE")]
    pub rules: Vec<String>,
}

/// Arguments of `match`.
#[derive(Debug, Args)]
pub struct MatchArguments {
    /// A rule set's id or the path of a rule file; or, without players, the file of a match
    pub rules: String,
    #[command(flatten)]
    pub settings: Settings,
    /// The first player: nodes=N, depth=N, movetime=N, tc=SECONDS+INCREMENT, weights=FILE, noise=N, temperature=N, name=TEXT,
    /// engine=PROGRAM (with arg=TEXT, option.NAME=VALUE, dir=FOLDER, log=FILE,
    /// time_margin=MILLISECONDS), joined by commas
    #[arg(long, value_name = "PLAYER", value_parser = player::parse, requires = "second")]
    pub first: Option<PlayerTable>,
    /// The second player
    #[arg(long, value_name = "PLAYER", value_parser = player::parse, requires = "first")]
    pub second: Option<PlayerTable>,
    /// The folder for games and results; `out/match-` and more when left out
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// The most pairs of games to play
    #[arg(long, value_name = "N", default_value_t = 500, requires = "first", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub pairs: u64,
    /// Stop as soon as a test accepts H0 or H1: the first player is ELO0 or ELO1 Elo stronger, with errors of
    /// 5 %; add `,normalized` for normalized Elo
    #[arg(long, value_name = "ELO0,ELO1", value_parser = sprt, allow_hyphen_values = true, requires = "first")]
    pub sprt: Option<Sprt>,
    /// A book of openings: a PGN file, or positions, one a line (EPD, or as `--fen` takes them)
    #[arg(long, value_name = "FILE", requires = "first")]
    pub book: Option<PathBuf>,
    /// How many plies of each game of the book are played; all when left out
    #[arg(long, value_name = "N", requires = "book", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub book_plies: Option<u32>,
    /// Random plies that begin each pair, behind the book if there is one; 8 without a book when left out
    #[arg(long, value_name = "N", requires = "first")]
    pub plies: Option<u32>,
    /// Draw an opening again when a side is ahead by more, in centipawns
    #[arg(
        long,
        value_name = "CP",
        default_value_t = 100,
        requires = "first",
        conflicts_with = "book"
    )]
    pub max_imbalance_cp: u32,
    /// The ply at which a game is given up and counts as drawn
    #[arg(long, value_name = "N", default_value_t = 1000, requires = "first")]
    pub ply_cap: u32,
    /// Where all randomness comes from
    #[arg(long, value_name = "N", default_value_t = 1, requires = "first", value_parser = clap::value_parser!(u64).range(..=9_223_372_036_854_775_807))]
    pub seed: u64,
    #[command(flatten)]
    pub threads: Threads,
    #[command(flatten)]
    pub executor: ExecutorArguments,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `bench`.
#[derive(Debug, Args)]
pub struct BenchArguments {
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Print only the nodes of the searches and their sum, which are the same on every machine: they
    /// change when the search or the evaluation does
    #[arg(long, conflicts_with = "json")]
    pub signature: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_arguments_are_consistent() {
        Arguments::command().debug_assert();
    }
}
