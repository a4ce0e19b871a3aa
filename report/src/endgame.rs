//! Solved endgames.

use crate::format::joined;
use crate::table::{Columns, Table};
use tradewind_engine::Color;
use tradewind_engine::solve::Summary;

/// The results of all positions of some pieces with best play, a line for each side to move.
pub fn endgame_table(pieces: &str, rules: &str, summaries: &[Summary]) -> Table {
    let mut table = Columns::of(summaries)
        .text("to_move", "to move", |one| format!("{:?}", one.side))
        .count("positions", "positions", |one| one.positions)
        .count("white_wins", "White wins", |one| one.wins[0])
        .count("draws", "draws", |one| one.draws)
        .count("black_wins", "Black wins", |one| one.wins[1])
        .count("white_longest", "longest win of White, plies", |one| {
            longest(one, Color::White)
        })
        .count("black_longest", "longest win of Black, plies", |one| {
            longest(one, Color::Black)
        })
        .table(&format!("{pieces}, {rules}"));
    for summary in summaries {
        for (winner, longest) in Color::BOTH.iter().zip(&summary.longest) {
            let note = longest.as_ref().map(|(plies, text)| {
                let side = summary.side;
                let unit = if *plies == 1 { "ply" } else { "plies" };
                format!("A longest win of {winner:?} with {side:?} to move, {plies} {unit}: {text}")
            });
            table.notes.extend(note);
        }
    }
    table
}

fn longest(summary: &Summary, winner: Color) -> Option<u64> {
    let longest = summary.longest[winner.index()].as_ref();
    longest.map(|&(plies, _)| u64::from(plies))
}

/// The results as a sentence.
pub fn endgame_sentence(summaries: &[Summary]) -> String {
    let sides = (summaries.iter().filter(|one| one.positions > 0))
        .map(|one| format!("With {:?} to move, {}.", one.side, shares(one)));
    let Some(sides) = joined(sides, " ") else {
        return "The game is over in every position of these pieces: a side is bare or has no royal."
            .to_string();
    };
    let longest = summaries
        .iter()
        .flat_map(|one| one.longest.iter().flatten());
    let longest = longest.map(|&(plies, _)| plies).max();
    let longest = longest.map_or(String::new(), |plies| {
        format!(" The longest win takes {plies} plies.")
    });
    format!("{sides}{longest}")
}

const DRAWN: &str = "are drawn";

/// The shares of wins of both sides and of draws, except those of 0.
fn shares(summary: &Summary) -> String {
    let [white, black] = summary.wins;
    let shares = [
        ("White wins", white),
        ("Black wins", black),
        (DRAWN, summary.draws),
    ];
    let shares = shares.into_iter().filter(|&(_, count)| count > 0);
    let texts = shares.map(|(what, count)| {
        let share = if count == summary.positions {
            "all positions".to_string()
        } else {
            let share = 100.0 * count as f64 / summary.positions as f64;
            format!("{:.1} %", share.clamp(0.1, 99.9))
        };
        match what {
            DRAWN => format!("{share} {DRAWN}"),
            _ => format!("{what} {share}"),
        }
    });
    joined(texts, ", ").unwrap_or_default()
}
