//! The commands, one file each, with their arguments.

mod audit;
mod bench;
mod claims;
mod compare;
mod completions;
mod condense;
mod docs;
mod games;
mod match_play;
mod merge;
mod moves;
mod new;
mod perft;
mod place;
mod plan;
mod play;
mod playing;
mod register;
mod report;
mod rules;
mod run;
mod serve;
mod solve;
mod sources;
mod study;
mod train;
mod trial;
mod tune;
mod values;
mod verify;
mod work;

use crate::args::{MatchArguments, PlayArguments, UciArguments, XboardArguments};
use crate::terminal::ColourChoice;
use clap::{Parser, Subcommand};
use std::io::{BufReader, stdin, stdout};
use tradewind_protocols::{uci, xboard};

/// A laboratory for large chess variants: rules as data, self-play experiments, piece values with
/// confidence intervals.
#[derive(Debug, Parser)]
#[command(name = "tradewind", version, max_term_width = 100)]
pub struct Arguments {
    /// Use colours: auto (on a terminal, unless NO_COLOR is set), always or never
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        hide_default_value = true,
        hide_possible_values = true
    )]
    pub color: ColourChoice,
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Writes a rule file to start from, and an experiment that compares it with its parent
    #[command(
        after_help = "Example: tradewind new my-game --from scirocco-2009, then edit my-game.toml, then tradewind try my-game.toml"
    )]
    New(new::NewArguments),
    /// Tests a change of the rules: the value of new pieces, and the effect on the game
    #[command(
        after_help = "Trains missing players, plays games and reports the results, within the time given by --for. Repeat the command \
            to play more games; an edited rule file gets its own folder.\n\nExamples:\n  tradewind try my-game.toml\n  tradewind try my-game.toml --for 1h"
    )]
    Try(trial::TrialArguments),
    /// Lists, shows, compares, checks and exports rule sets
    Rules(rules::RulesArguments),
    /// Prints a page of the documentation
    #[command(after_help = "Example: tradewind docs rule-files")]
    Docs(docs::DocsArguments),
    /// Prints the legal moves of a position, one per line, sorted as bytes
    #[command(after_help = "Example: tradewind moves scirocco-2009 --array 255")]
    Moves(moves::MovesArguments),
    /// Counts the leaf nodes of the move tree to a depth
    #[command(after_help = "Example: tradewind perft scirocco-2009 4 --divide")]
    Perft(perft::PerftArguments),
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
            docs/guide/test-rules.md is the reference. The exit code is 1 for wrong answers and 2 for invalid files."
    )]
    Verify(verify::VerifyArguments),
    /// Solves an endgame of a few pieces: the result of every position with best play
    #[command(
        after_help = "Write White's pieces, `v`, and Black's pieces. Up to four pieces that do not promote can be solved on 8×8, three on 10×10 and 12×12.\n\n\
            Examples:\n  tradewind solve chess \"K R v K\"\n  tradewind solve typhoon \"K v Pr\""
    )]
    Solve(solve::SolveArguments),
    /// Plays an experiment, or all experiments of a file of claims; resumes where it stopped
    #[command(
        after_help = "Examples:\n  tradewind run data/experiments/quickstart.toml\n  tradewind run data/claims.toml"
    )]
    Run(run::RunArguments),
    /// Opens a workshop in the browser: play any rule set, look at its pieces
    #[command(
        after_help = "The server answers this machine alone, until it is stopped with Ctrl-C.\n\nExample: tradewind serve . --open"
    )]
    Serve(serve::ServeArguments),
    /// Plays pairs for a run on another machine; runs start it with --executor
    #[command(
        after_help = "Example: tradewind run data/experiments/quickstart.toml --executor \"tradewind work --serve\""
    )]
    Work(work::WorkArguments),
    /// Merges the shards of an experiment, each played into its own folder
    #[command(after_help = "Example: tradewind merge shards/* --out out/all")]
    Merge(merge::MergeArguments),
    /// Writes games into one small file, which `values`, `compare`, `claims` and `report` read
    #[command(
        after_help = "Moves are left out where no estimate needs them: in games with odds or opposing armies.\n\nExample: tradewind condense out/values out/compare --out games.tar.zst"
    )]
    Condense(condense::CondenseArguments),
    /// Plays a share of recorded pairs again and reports those that differ; the exit code is then 1
    #[command(after_help = "Example: tradewind audit games.tar.zst --share 1%")]
    Audit(audit::AuditArguments),
    /// Lists the games of a folder, shows one with its boards, or exports them
    #[command(
        after_help = "Examples:\n  tradewind games out/quickstart --result 1-0 --limit 20\n  tradewind games out/quickstart --game 17 --ply 40"
    )]
    Games(games::GamesArguments),
    /// Estimates how many pairs an experiment needs to detect an effect, and how long they take here
    #[command(
        after_help = "Examples:\n  tradewind plan data/experiments/quickstart.toml --elo 5\n  tradewind plan data/experiments/values/scirocco-2009.toml --piece La --within 0.5"
    )]
    Plan(plan::PlanArguments),
    /// Estimates piece values, with confidence intervals: from games that were played, or from the
    /// rules
    #[command(
        after_help = "Examples:\n  tradewind values out/chess\n  tradewind values out/chess-25 out/chess-100 out/chess-400 --published --out tables\n  tradewind values scirocco-2009"
    )]
    Values(values::ValuesArguments),
    /// Compares rule sets by games that were played: metrics of each, and differences with
    /// confidence intervals
    #[command(
        after_help = "Examples:\n  tradewind compare out/scirocco-revision\n  tradewind compare out/old-rules out/new-rules --out comparison"
    )]
    Compare(compare::CompareArguments),
    /// Judges the authors' claims about their games by the experiments that were played
    #[command(after_help = "Examples:\n  tradewind claims\n  tradewind claims --games out --json")]
    Claims(claims::ClaimsArguments),
    /// Preregisters a study: claims, experiments, rules and weights, with a hash
    #[command(
        after_help = "Examples:\n  tradewind register my-study.toml --recipe quick\n  tradewind register my-study.toml --amends my-study.registered.toml --out my-study-2.registered.toml"
    )]
    Register(register::RegisterArguments),
    /// Plays a registered study and judges its claims: the exploration, then, with --confirm, the
    /// confirmation
    #[command(
        after_help = "Example: tradewind study my-study.registered.toml --out out/my-study --confirm"
    )]
    Study(study::StudyArguments),
    /// Writes one page about the games of some folders: tables, plots, pieces, games to step through
    #[command(after_help = "Example: tradewind report out/scirocco-revision --out report.html")]
    Report(report::ReportArguments),
    /// Plays a match between two players, with an SPRT or a fixed number of game pairs, or a
    /// tournament of several
    #[command(
        after_help = "Examples:\n  tradewind match scirocco-2009 --first nodes=1000 --second nodes=100\n  tradewind match shatranj --sprt 0,10 --first weights=new.toml,nodes=1000 --second nodes=1000\n  tradewind match chess --first nodes=10000 --second engine=stockfish,nodes=10000\n  \
            tradewind match chess --first nodes=1000 --second nodes=500 --second nodes=200 --tournament round-robin\n  tradewind match my-match.toml"
    )]
    Match(Box<MatchArguments>),
    /// Runs as an engine for other programs, by the Universal Chess Interface; also without a
    /// command, if standard input is not a terminal
    #[command(
        after_help = "Examples:\n  printf 'setoption name UCI_Variant value shatranj\\nd\\n' | tradewind uci\n  tradewind uci my-game.toml"
    )]
    Uci(UciArguments),
    /// Runs as an engine for XBoard, WinBoard and other programs, by the Chess Engine Communication
    /// Protocol
    #[command(
        after_help = "Examples:\n  xboard -fcp \"tradewind xboard\" -variant scirocco-2009 -testLegality false\n  xboard -fcp \"tradewind xboard my-game.toml\" -variant my-game -testLegality false"
    )]
    Xboard(XboardArguments),
    /// Plays against you, or against itself, in the terminal
    #[command(after_help = "Example: tradewind play scirocco-2009 --side b --seconds 2")]
    Play(PlayArguments),
    /// Trains a player for a rule set from its rules alone, by a recipe; the player is cached
    #[command(
        after_help = "Examples:\n  tradewind train my-rules.toml --recipe quick\n  tradewind train scirocco-2009 --recipe standard --replicates 3"
    )]
    Train(train::TrainArguments),
    /// Tunes the engine: weights from games, search parameters from matches
    Tune(tune::TuneArguments),
    /// Measures the speed of move generation, search and random games on this machine
    Bench(bench::BenchArguments),
    /// Prints the script that completes commands and options in a shell
    #[command(
        after_help = "Examples:\n  tradewind completions bash > ~/.local/share/bash-completion/completions/tradewind\n  tradewind completions fish > ~/.config/fish/completions/tradewind.fish"
    )]
    Completions(completions::CompletionsArguments),
    /// Writes a manual page for each command
    #[command(after_help = "Example: tradewind man ~/.local/share/man/man1")]
    Man(completions::ManArguments),
}

impl Command {
    pub fn run(self) -> anyhow::Result<()> {
        match self {
            Command::New(arguments) => new::run(&arguments),
            Command::Try(arguments) => trial::run(&arguments),
            Command::Rules(arguments) => rules::run(arguments),
            Command::Docs(arguments) => docs::run(&arguments),
            Command::Moves(arguments) => moves::run(&arguments),
            Command::Perft(arguments) => perft::run(&arguments),
            Command::Verify(arguments) => verify::run(&arguments),
            Command::Solve(arguments) => solve::run(&arguments),
            Command::Run(arguments) => run::run(&arguments),
            Command::Serve(arguments) => serve::run(&arguments),
            Command::Merge(arguments) => merge::run(&arguments),
            Command::Condense(arguments) => condense::run(&arguments),
            Command::Audit(arguments) => audit::run(&arguments),
            Command::Games(arguments) => games::run(&arguments),
            Command::Plan(arguments) => plan::run(&arguments),
            Command::Values(arguments) => values::run(&arguments),
            Command::Compare(arguments) => compare::run(&arguments),
            Command::Claims(arguments) => claims::run(&arguments),
            Command::Register(arguments) => register::run(&arguments),
            Command::Study(arguments) => study::run(&arguments),
            Command::Report(arguments) => report::run(&arguments),
            Command::Uci(arguments) => Ok(uci::run(stdin().lock(), stdout(), &arguments.rules)?),
            Command::Xboard(arguments) => {
                let input = BufReader::new(stdin());
                Ok(xboard::run(input, stdout(), &arguments.rules)?)
            }
            Command::Play(arguments) => play::run(&arguments),
            Command::Match(arguments) => match_play::run(&arguments),
            Command::Train(arguments) => train::run(&arguments),
            Command::Tune(arguments) => tune::run(&arguments),
            Command::Work(arguments) => work::run(&arguments),
            Command::Bench(arguments) => bench::run(&arguments),
            Command::Completions(arguments) => completions::run(&arguments),
            Command::Man(arguments) => completions::man(&arguments),
        }
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
}
