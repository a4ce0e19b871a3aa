//! `tradewind solve`: endgames of a few pieces.

use super::threads::on_threads;
use crate::Verdict;
use crate::args::SolveArguments;
use crate::message::{self, say};
use crate::terminal;
use anyhow::{Context, bail};
use serde_json::{Value as Json, json};
use std::io::Write;
use tradewind_engine::rules::RepetitionResult;
use tradewind_engine::solve::{EndgameValue, SolvedEndgame, Summary};
use tradewind_engine::{Color, Game, Play, notation};
use tradewind_report::endgame::{endgame_sentence, endgame_table};

/// Solves and prints.
pub fn run(arguments: &SolveArguments) -> anyhow::Result<Verdict> {
    let game = Game::load(&arguments.rules, &arguments.settings.settings)?;
    let play = (arguments.fen.as_ref())
        .map(|text| notation::position(&game, text))
        .transpose()
        .map_err(anyhow::Error::msg)
        .with_context(|| format!("--fen, for {}", arguments.rules))?;
    let bytes = u64::from(arguments.memory) << 20;
    let find = || SolvedEndgame::find(&game, &arguments.pieces, bytes);
    let solution = on_threads(arguments.threads, find)??;
    let end = &game.spec().end;
    let repetition = end.repetition.map(|rule| rule.result);
    if repetition.is_some_and(|result| result != RepetitionResult::Draw) {
        say(
            "these rules forbid or punish repetition, which is not looked at: a draw here may be a win there",
        );
    }
    if end.move_count.is_some() {
        say("moves are not counted: a long win here may be a draw by the rules");
    }
    let mut out = message::out();
    match play {
        Some(play) => {
            let line = best_line(&solution, play, arguments)?;
            match arguments.json {
                true => writeln!(out, "{}", line.json(arguments))?,
                false => writeln!(out, "{}", line.text())?,
            }
        }
        None => {
            let summaries = solution.summaries();
            if arguments.json {
                let to_move: Vec<Json> = summaries.iter().map(json_of).collect();
                let answer = json!({
                    "rules": arguments.rules,
                    "pieces": arguments.pieces,
                    "to_move": to_move,
                });
                writeln!(out, "{answer}")?;
            } else {
                let name = &game.spec().name;
                let table = endgame_table(&arguments.pieces, name, &summaries);
                writeln!(
                    out,
                    "{}\n\n{}",
                    endgame_sentence(&summaries),
                    table.to_text(terminal::output())
                )?;
            }
        }
    }
    Ok(Verdict::Passed)
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

/// What becomes of a position, and one way to it.
struct BestLine {
    fen: String,
    side: Color,
    value: EndgameValue,
    /// With the best moves of both sides; none in a draw.
    moves: Vec<String>,
}

fn best_line(
    solution: &SolvedEndgame,
    mut play: Play,
    arguments: &SolveArguments,
) -> anyhow::Result<BestLine> {
    let Some(value) = solution.value(&play) else {
        bail!(
            "--fen {}: no position of `{}`, nor one that can come from it",
            play.text(),
            arguments.pieces
        );
    };
    let mut line = BestLine {
        fen: play.text(),
        side: play.side(),
        value,
        moves: Vec::new(),
    };
    let mut now = value;
    // The next position has one ply less, for the other side.
    while let Some(wanted) = match now {
        EndgameValue::Win(plies) => plies.checked_sub(1).map(EndgameValue::Loss),
        EndgameValue::Loss(plies) => plies.checked_sub(1).map(EndgameValue::Win),
        EndgameValue::Draw => None,
    } {
        let reached = play.legal_moves().iter().find_map(|&one| {
            let mut next = play.clone();
            next.play_unchecked(one);
            (solution.value(&next) == Some(wanted)).then_some((one, next))
        });
        let Some((one, next)) = reached else {
            break;
        };
        line.moves.push(play.move_text(one));
        (play, now) = (next, wanted);
    }
    Ok(line)
}

impl BestLine {
    fn winner(&self) -> Option<(Color, u16)> {
        self.value.winner(self.side)
    }

    fn text(&self) -> String {
        match self.winner() {
            Some((winner, plies)) => {
                let plies = if plies == 1 {
                    "1 ply".to_string()
                } else {
                    format!("{plies} plies")
                };
                format!("{winner:?} wins in {plies}: {}", self.moves.join(" "))
            }
            None => "A draw with best play.".to_string(),
        }
    }

    fn json(&self, arguments: &SolveArguments) -> Json {
        json!({
            "rules": arguments.rules,
            "fen": self.fen,
            "winner": self.winner().map(|(winner, _)| winner.letter().to_string()),
            "plies": self.winner().map(|(_, plies)| plies),
            "moves": self.moves,
        })
    }
}
