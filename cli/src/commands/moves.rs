//! `tradewind moves`: prints the legal moves of a position.

use super::place;
use crate::args::{NotationArguments, PlaceArguments};
use crate::message::{print, say, show};
use clap::Args;
use serde_json::json;
use tradewind_engine::{Color, Ending, Outcome};

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

pub fn run(arguments: &MovesArguments) -> anyhow::Result<()> {
    let (game, play) = place::load(&arguments.place)?;
    let legal = play.moves_on_board().into_iter();
    let texts = legal.map(|one| arguments.notation.write(&game, &play, one));
    let mut moves: Vec<String> = texts.collect();
    moves.sort();
    if arguments.json {
        return Ok(print(json!({
            "rules": arguments.place.rules,
            "fen": play.text(),
            "over": play.over().map(|(outcome, _)| outcome.text()),
            "termination": play.over().map(|(_, ending)| ending.name()),
            "moves": moves,
        }))?);
    }
    for text in &moves {
        show!("{text}")?;
    }
    if let Some((outcome, ending)) = play.over() {
        say!("{}", explain(outcome, ending));
    }
    Ok(())
}

/// The result of a game and its reason, in words.
pub(super) fn explain(outcome: Outcome, ending: Ending) -> String {
    let why = match ending {
        Ending::RoyalCaptured => "a royal was captured",
        Ending::Bared => "a side has only its royal left",
        Ending::Checkmate => "the side to move is checkmated",
        Ending::Stalemate => "the side to move has no legal move",
        Ending::Repetition => "the position was repeated",
        Ending::MoveCount => "too many plies without progress",
        Ending::DeadPosition => "neither side can be mated",
        Ending::GoalReached => "a piece has reached its goal",
        Ending::Extinct => "too few pieces are left",
        Ending::Connected => "pieces of one side stand in a row that wins",
        Ending::ChecksGiven => "a side has given the checks that win",
    };
    let what = match outcome {
        Outcome::Win(Color::White) => "White has won",
        Outcome::Win(Color::Black) => "Black has won",
        Outcome::Draw => "a draw",
    };
    format!("the game is over: {what}, {why}")
}
