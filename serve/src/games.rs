//! Games of a run: lists by what they have in common, and single ones to step through.

use crate::runs::{Row, Run, bit};
use serde::{Deserialize, Serialize};

/// Maximum number of games of a list.
const MAX_LISTED: usize = 200;

/// Which games are wanted.
#[derive(Clone, Debug, Deserialize)]
pub struct GamesQuery {
    /// The id of the run.
    pub run: String,
    rules: Option<usize>,
    player: Option<usize>,
    result: Option<String>,
    ending: Option<String>,
    min_plies: Option<u32>,
    max_plies: Option<u32>,
    /// The text of a piece that a piece promoted to.
    promoted: Option<String>,
    /// The name of a power that one of its moves used.
    power: Option<String>,
    /// A side that did not win was this many centipawns ahead.
    lost_lead: Option<i32>,
    #[serde(default)]
    offset: usize,
}

/// Some of the games that are wanted.
#[derive(Clone, Debug, Serialize)]
pub struct GamesView {
    /// Number of all games that are wanted.
    found: usize,
    games: Vec<GameLine>,
}

#[derive(Clone, Debug, Serialize)]
struct GameLine {
    number: u64,
    rules: String,
    white: String,
    black: String,
    odds: String,
    plies: u32,
    result: &'static str,
    ending: &'static str,
}

/// A game to step through.
#[derive(Clone, Debug, Serialize)]
pub struct GameView {
    /// The id of its rules.
    rules: String,
    array: u32,
    fen: Option<String>,
    moves: Vec<String>,
    /// By ply: the score of the search, in centipawns for White.
    scores: Vec<Option<i16>>,
    white: String,
    black: String,
    odds: String,
    result: &'static str,
    ending: &'static str,
    name: String,
}

/// The games of a run that are wanted, in order.
pub fn games_view(run: &Run, query: &GamesQuery) -> GamesView {
    let experiment = &run.experiment;
    let promoted: Option<Vec<u128>> = query.promoted.as_ref().map(|text| {
        let bits = experiment.rules.iter().map(|rules| {
            let spec = rules.compiled.spec();
            let piece = spec
                .piece_types()
                .find(|&piece| spec.piece(piece).text == *text);
            piece.map_or(0, bit)
        });
        bits.collect()
    });
    let plies = query.min_plies.unwrap_or(0)..=query.max_plies.unwrap_or(u32::MAX);
    let is_wanted = |row: &Row| {
        query.rules.is_none_or(|rules| rules == row.rules)
            && query
                .player
                .is_none_or(|player| row.players.contains(&player))
            && query
                .result
                .as_ref()
                .is_none_or(|result| result == row.result.text())
            && query
                .ending
                .as_ref()
                .is_none_or(|ending| ending == row.end.text())
            && plies.contains(&row.plies)
            && promoted
                .as_ref()
                .is_none_or(|bits| row.promoted & bits[row.rules] != 0)
            && query
                .power
                .as_ref()
                .is_none_or(|power| row.powers.iter().any(|used| used == power))
            && query
                .lost_lead
                .is_none_or(|lead| row.lost_lead.is_some_and(|lost| lost >= lead))
    };
    let line = |row: &Row| {
        let rules = &experiment.rules[row.rules];
        let [white, black] = row
            .players
            .map(|player| experiment.players[player].name.clone());
        GameLine {
            number: row.number,
            rules: rules.name.clone(),
            white,
            black,
            odds: row
                .odds
                .map_or(String::new(), |odds| rules.odds[odds].text.clone()),
            plies: row.plies,
            result: row.result.text(),
            ending: row.end.text(),
        }
    };
    run.with_rows(|rows| {
        let (mut found, mut games) = (0, Vec::new());
        for row in rows.filter(|row| is_wanted(row)) {
            if found >= query.offset && games.len() < MAX_LISTED {
                games.push(line(row));
            }
            found += 1;
        }
        GamesView { found, games }
    })
}

/// A game of a run with its moves.
///
/// # Errors
/// It was not played, or a condensed file left its moves out.
pub fn game_view(run: &Run, id: &str, number: u64) -> Result<GameView, String> {
    let game = run.game(number)?;
    if !game.has_moves() {
        return Err(format!("the moves of game {number} were not kept"));
    }
    let experiment = &run.experiment;
    let [white, black] = game
        .players
        .map(|player| experiment.players[player].name.clone());
    let opening = vec![None; game.opening_plies as usize];
    let scores = game.evaluations.clone().unwrap_or_default();
    Ok(GameView {
        rules: format!("{id}#{}", game.rules),
        array: game.array,
        fen: game.start.clone(),
        moves: game.moves().map(str::to_string).collect(),
        scores: opening.into_iter().chain(scores).collect(),
        white,
        black,
        odds: game.odds.map_or(String::new(), |odds| {
            experiment.rules[game.rules].odds[odds].text.clone()
        }),
        result: game.result.text(),
        ending: game.end.text(),
        name: experiment.name.clone(),
    })
}
