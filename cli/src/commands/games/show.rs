//! Games as text, CSV and EPD.

use super::GamesArguments;
use crate::terminal;
use anyhow::Context;
use serde::Serialize;
use std::borrow::Cow;
use std::io::{self, Write};
use tradewind_engine::input::control_characters::visible;
use tradewind_engine::{Color, Game, Move, Rules, notation};
use tradewind_files::escape::csv;
use tradewind_protocols::draw_board;
use tradewind_selfplay::record::{GameRecord, Names};

/// Writes the heading of a list.
pub fn heading(out: &mut impl Write, names: &Names) -> io::Result<()> {
    let [rules, player] = widths(names);
    writeln!(
        out,
        "{:>8}  {:rules$}  {:>5}  {:player$}  {:player$}  {:>5}  {:7}  termination",
        "game", "rules", "array", "white", "black", "plies", "result"
    )
}

/// Writes a game of a list.
pub fn line(out: &mut impl Write, game: &GameRecord, names: &Names) -> io::Result<()> {
    let [rules, player] = widths(names);
    let line = game.line(names);
    let note = match visible(&line.note) {
        note if note.is_empty() => note,
        note => format!(": {note}").into(),
    };
    writeln!(
        out,
        "{:>8}  {:rules$}  {:>5}  {:player$}  {:player$}  {:>5}  {:7}  {}{note}",
        line.game,
        line.rules,
        line.array,
        line.white,
        line.black,
        line.plies,
        line.result,
        line.termination
    )
}

/// The widths of the columns for rule sets and players.
fn widths(names: &Names) -> [usize; 2] {
    let widest = |names: &[String]| {
        let widths = names.iter().map(|name| name.chars().count());
        widths.max().unwrap_or(0).max(5)
    };
    [widest(&names.rules), widest(&names.players)]
}

/// The columns of CSV besides those of a [`GameLine`](tradewind_selfplay::record::GameLine).
#[derive(Serialize)]
pub struct ShownGame<'g> {
    moves: Cow<'g, str>,
    evaluations: String,
}

impl<'g> ShownGame<'g> {
    /// The moves and evaluations of a game.
    pub fn of(game: &'g GameRecord) -> ShownGame<'g> {
        let score = |score: &Option<i16>| score.map_or("-".to_string(), |score| score.to_string());
        let scores = game.evaluations.iter().flatten().map(score);
        ShownGame {
            moves: csv(&game.moves),
            evaluations: scores.collect::<Vec<_>>().join(" "),
        }
    }
}

/// Writes the position of a game after some plies as a line of EPD, with the number and the result
/// of the game.
pub fn epd(
    out: &mut impl Write,
    rules: &Rules,
    game: &GameRecord,
    names: &Names,
    plies: u32,
) -> anyhow::Result<()> {
    check_ply(game, plies)?;
    let mut play = begin(rules, game)?;
    for text in game.moves.split_ascii_whitespace().take(plies as usize) {
        let one = play.find(text);
        play.play_unchecked(
            one.with_context(|| format!("{} of game {} is not legal", visible(text), game.number))?,
        );
    }
    let line = game.line(names);
    let position = notation::epd::write(rules, &play);
    writeln!(
        out,
        "{position} id \"game {}\"; c0 \"{}\";",
        line.game, line.result
    )?;
    Ok(())
}

/// Checks that a game has a ply.
fn check_ply(game: &GameRecord, ply: u32) -> anyhow::Result<()> {
    let (number, plies) = (game.number, game.plies);
    anyhow::ensure!(
        ply <= plies,
        "game {number} has no ply {ply}: it has {plies} plies"
    );
    Ok(())
}

/// The first position of a game.
fn begin(rules: &Rules, game: &GameRecord) -> anyhow::Result<Game> {
    let start = game.start.as_deref().unwrap_or_default();
    game.begin(rules).with_context(|| {
        format!(
            "the rules have no array {} or position {}",
            game.array,
            visible(start)
        )
    })
}

/// Writes a game with all of its boards, or the one after `--ply`.
pub fn game(
    out: &mut impl Write,
    rules: &Rules,
    game: &GameRecord,
    names: &Names,
    arguments: &GamesArguments,
) -> anyhow::Result<()> {
    let ply = arguments.ply;
    let line = game.line(names);
    check_ply(game, ply.unwrap_or(0))?;
    writeln!(
        out,
        "game {} of pair {}: {}, array {}\nWhite: {}\nBlack: {}\n{} after {} plies: {}",
        line.game,
        line.pair,
        line.rules,
        line.array,
        line.white,
        line.black,
        line.result,
        line.plies,
        line.termination
    )?;
    if !line.note.is_empty() {
        writeln!(out, "{}", visible(&line.note))?;
    }
    if !line.odds.is_empty() {
        writeln!(out, "odds {}", line.odds)?;
    }
    let mut play = begin(rules, game)?;
    let mut show = |play: &Game, last: Option<Move>, heading: &str| -> io::Result<()> {
        write!(
            out,
            "\n{heading}{}",
            draw_board(rules, play, terminal::after(last))
        )?;
        match ply {
            Some(_) => writeln!(out, "\n{}", notation::text(rules, play)),
            None => Ok(()),
        }
    };
    let is_wanted = |at: u32| ply.is_none_or(|ply| ply == at);
    if is_wanted(0) {
        show(&play, None, "")?;
    }
    for (at, text) in (1..).zip(game.moves.split_ascii_whitespace()) {
        let Some(one) = play.find(text) else {
            anyhow::bail!(
                "ply {at} of game {}, {}, is not legal",
                line.game,
                visible(text)
            );
        };
        let side = match play.side() {
            Color::White => "White",
            Color::Black => "Black",
        };
        let text = arguments.notation.write(rules, &play, one);
        play.play_unchecked(one);
        if is_wanted(at) {
            let score = score_text(game, at);
            let opening = if at <= game.opening_plies {
                " (opening)"
            } else {
                ""
            };
            let heading = format!("{at}. {side} {text}{opening}{score}\n");
            show(&play, Some(one), &heading)?;
        }
    }
    Ok(())
}

/// The recorded evaluation after a ply.
fn score_text(game: &GameRecord, ply: u32) -> String {
    let place = ply.checked_sub(game.opening_plies + 1);
    let scores = game.evaluations.as_deref().unwrap_or_default();
    let score = place.and_then(|place| scores.get(place as usize).copied().flatten());
    score.map_or(String::new(), |score| {
        format!("  {:+.2}", f64::from(score) / 100.0)
    })
}
