//! `tradewind solve`: solves endgames of a few pieces.

use super::playing::on_threads;
use crate::args::{Settings, Threads};
use crate::message::{print, say, show};
use crate::progress::ShareBar;
use crate::terminal;
use anyhow::{Context, bail};
use clap::Args;
use serde_json::{Value as Json, json};
use tradewind_engine::rules::RepetitionResult;
use tradewind_engine::solve::{EndgameValue, SolvedEndgame, Summary};
use tradewind_engine::{Color, Game, Rules, notation};
use tradewind_report::endgame::{endgame_sentence, endgame_table};

#[derive(Debug, Args)]
pub struct SolveArguments {
    /// The id of a rule set or the path of a rule file
    pub rules: String,
    /// White's pieces, `v`, and Black's, by their symbols: `K Q v K`
    pub pieces: String,
    /// Show only this position, with the best moves: `<board> <side> <state> <ply>`
    #[arg(long)]
    pub fen: Option<String>,
    #[command(flatten)]
    pub settings: Settings,
    /// Maximum memory for positions and moves, in megabytes
    #[arg(long, value_name = "MB", default_value_t = 4096, value_parser = clap::value_parser!(u32).range(1..))]
    pub memory: u32,
    #[command(flatten)]
    pub threads: Threads,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

pub fn run(arguments: &SolveArguments) -> anyhow::Result<()> {
    let rules = Rules::load(&arguments.rules, &arguments.settings.settings)?;
    let game = (arguments.fen.as_ref())
        .map(|text| notation::position(&rules, text))
        .transpose()
        .map_err(anyhow::Error::msg)
        .with_context(|| format!("--fen, for {}", arguments.rules))?;
    let bytes = u64::from(arguments.memory) << 20;
    let bar = ShareBar::begin("solving");
    let find = || {
        let report = |share| bar.set(share);
        Ok(SolvedEndgame::find_reporting(
            &rules,
            &arguments.pieces,
            bytes,
            &report,
        )?)
    };
    let solution = on_threads(arguments.threads, find);
    bar.finish();
    let solution = solution?;
    let end = &rules.spec().end;
    let repetition = end.repetition.map(|rule| rule.result);
    if repetition.is_some_and(|result| result != RepetitionResult::Draw) {
        say!(
            "these rules forbid or punish repetition, which is ignored here: some of the draws may be wins"
        );
    }
    if end.move_count.is_some() {
        say!("the rule that counts moves is ignored here: some of the long wins may be draws");
    }
    if let Some(game) = game {
        best_line(&solution, game, arguments)?;
        return Ok(());
    }
    let summaries = solution.summaries();
    if arguments.json {
        let to_move: Vec<Json> = summaries.iter().map(json_of).collect();
        print(json!({
            "rules": arguments.rules,
            "pieces": arguments.pieces,
            "to_move": to_move,
        }))?;
    } else {
        let (name, sentence) = (&rules.spec().name, endgame_sentence(&summaries));
        let table = endgame_table(&arguments.pieces, name, &summaries);
        let table = table.to_text(terminal::output());
        show!("{sentence}\n\n{table}")?;
    }
    Ok(())
}

fn json_of(summary: &Summary) -> Json {
    let longest = |winner: Color| {
        let longest = summary.longest[winner.index()].as_ref();
        longest.map(|(plies, fen)| json!({"plies": plies, "fen": fen}))
    };
    json!({
        "side": summary.side.letter().to_string(),
        "positions": summary.positions,
        "white_wins": summary.wins[Color::White.index()],
        "draws": summary.draws,
        "black_wins": summary.wins[Color::Black.index()],
        "white_longest": longest(Color::White),
        "black_longest": longest(Color::Black),
    })
}

/// Prints the value of a position, and a line of best play.
fn best_line(
    solution: &SolvedEndgame,
    mut game: Game,
    arguments: &SolveArguments,
) -> anyhow::Result<()> {
    let fen = game.text();
    let Some(value) = solution.value(&game) else {
        bail!(
            "--fen {fen}: not a position of `{}`, or one that it can lead to",
            arguments.pieces
        );
    };
    let winner = value.winner(game.side());
    let (mut now, mut moves) = (value, Vec::new());
    // The best move leads to a position that is one ply closer to the end.
    while let Some(wanted) = match now {
        EndgameValue::Win(plies) => plies.checked_sub(1).map(EndgameValue::Loss),
        EndgameValue::Loss(plies) => plies.checked_sub(1).map(EndgameValue::Win),
        EndgameValue::Draw => None,
    } {
        let reached = game.legal_moves().iter().find_map(|&one| {
            let mut next = game.clone();
            next.play_unchecked(one);
            (solution.value(&next) == Some(wanted)).then_some((one, next))
        });
        let Some((one, next)) = reached else {
            break;
        };
        moves.push(game.move_text(one));
        (game, now) = (next, wanted);
    }
    if arguments.json {
        print(json!({
            "rules": arguments.rules,
            "fen": fen,
            "winner": winner.map(|(winner, _)| winner.letter().to_string()),
            "plies": winner.map(|(_, plies)| plies),
            "moves": moves,
        }))?;
    } else if let Some((winner, plies)) = winner {
        let unit = if plies == 1 { "ply" } else { "plies" };
        let moves = moves.join(" ");
        show!("{winner:?} wins in {plies} {unit}: {moves}")?;
    } else {
        print("A draw with best play.")?;
    }
    Ok(())
}
