//! Recorded games for the board of a page: positions as numbers, so that the page need not know any
//! rules.

use serde::Serialize;
use tradewind_analysis::from_games::CollectError;
use tradewind_engine::board::Square;
use tradewind_engine::{Color, Game, Replay};
use tradewind_selfplay::experiment::{Experiment, Meeting, RulesPlan};
use tradewind_selfplay::record::archive::Archive;
use tradewind_selfplay::record::{GameRecord, Names};

/// Games of one rule set.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct RulesGames {
    title: String,
    /// The names of the files, left to right.
    files: String,
    ranks: i32,
    first_rank: i32,
    /// Whether the outermost squares are edge squares.
    edge: bool,
    pieces: Vec<PieceData>,
    games: Vec<GameData>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct PieceData {
    name: String,
    text: String,
    royal: bool,
    pawn: bool,
}

/// A game. A square is its rank times the number of files plus its file, from 0; a piece is twice its
/// type, plus one when it is Black's, or −1 for none.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct GameData {
    number: u64,
    white: String,
    black: String,
    array: u32,
    odds: String,
    result: &'static str,
    ending: &'static str,
    /// How many plies were drawn at random.
    opening: u32,
    /// 1 when Black moves first.
    black_begins: u8,
    /// Square and piece.
    start: Vec<[i32; 2]>,
    moves: Vec<String>,
    /// By ply: square, piece, square, piece …
    changes: Vec<Vec<i32>>,
    /// By ply: what the player thought, in hundredths of a pawn for White.
    scores: Vec<Option<i16>>,
}

/// Some games of every rule set of an archive: of the strongest player against itself where it has
/// some, spread over the experiment, with the shortest and the longest among them.
pub(crate) fn games(archive: &Archive<'_>, most: usize) -> Result<Vec<RulesGames>, CollectError> {
    let experiment = archive.experiment();
    let strongest = experiment.players.iter().map(|player| player.nodes).max();
    let is_best = |game: &GameRecord| {
        let [white, black] = game.players;
        white == black && Some(experiment.players[white].nodes) == strongest
    };
    let mut seen: Vec<Vec<Seen>> = experiment.rules.iter().map(|_| Vec::new()).collect();
    archive.for_each_part(|games| {
        for game in games {
            seen[game.rules].push(Seen::of(&game, is_best(&game)));
        }
        Ok::<(), CollectError>(())
    })?;
    let mut all = Vec::new();
    for (rules, mut seen) in experiment.rules.iter().zip(seen) {
        if seen.iter().any(|game| game.is_best) {
            seen.retain(|game| game.is_best);
        }
        all.extend(chosen(archive, rules, &choose(&seen, most))?);
    }
    Ok(all)
}

/// Some games of a meeting, spread over it, with the shortest and the longest among them.
pub(crate) fn games_of(
    archive: &Archive<'_>,
    meeting: Meeting,
    most: usize,
) -> Result<Vec<RulesGames>, CollectError> {
    let mut seen: Vec<Seen> = Vec::new();
    archive.for_each_part(|games| {
        let own = games.iter().filter(|game| archive.is_of(game, meeting));
        seen.extend(own.map(|game| Seen::of(game, true)));
        Ok::<(), CollectError>(())
    })?;
    let rules = archive.experiment().rules_of(meeting);
    let games = chosen(archive, rules, &choose(&seen, most))?;
    Ok(games.into_iter().collect())
}

/// The games of a rule set with these numbers; `None` when there are none.
fn chosen(
    archive: &Archive<'_>,
    rules: &RulesPlan,
    numbers: &[u64],
) -> Result<Option<RulesGames>, CollectError> {
    let names = archive.names();
    let mut games = Vec::new();
    for part in numbers.chunk_by(|one, next| archive.part_of(*one) == archive.part_of(*next)) {
        for record in archive.read(archive.part_of(part[0]))? {
            if part.contains(&record.number) {
                games.push(data(&record, rules, &names, archive.experiment())?);
            }
        }
    }
    Ok((!games.is_empty()).then(|| of_rules(rules, games)))
}

/// A game that may be chosen.
#[derive(Clone, Copy)]
struct Seen {
    number: u64,
    plies: u32,
    /// Whether the strongest player met itself.
    is_best: bool,
}

impl Seen {
    fn of(game: &GameRecord, is_best: bool) -> Seen {
        Seen {
            number: game.number,
            plies: game.plies,
            is_best,
        }
    }
}

/// The numbers of some games in their order.
fn choose(seen: &[Seen], most: usize) -> Vec<u64> {
    let by_length = |one: &&Seen| one.plies;
    let ends = [
        seen.iter().min_by_key(by_length),
        seen.iter().max_by_key(by_length),
    ];
    let step = seen.len().div_ceil(most.max(1)).max(1);
    let spread = seen.iter().step_by(step).take(most.saturating_sub(2));
    let all = spread.chain(ends.into_iter().flatten()).take(most);
    let mut chosen: Vec<u64> = all.map(|game| game.number).collect();
    chosen.sort_unstable();
    chosen.dedup();
    chosen
}

fn of_rules(rules: &RulesPlan, games: Vec<GameData>) -> RulesGames {
    let spec = rules.game.spec();
    let pieces = spec.pieces.iter().map(|piece| PieceData {
        name: piece.name.clone(),
        text: piece.text.clone(),
        royal: piece.royal,
        pawn: piece.pawn,
    });
    RulesGames {
        title: format!("{} ({})", spec.name, rules.name),
        files: spec.files.iter().collect(),
        ranks: i32::from(spec.ranks),
        first_rank: i32::from(spec.first_rank),
        edge: spec.edge,
        pieces: pieces.collect(),
        games,
    }
}

fn data(
    record: &GameRecord,
    rules: &RulesPlan,
    names: &Names,
    experiment: &Experiment,
) -> Result<GameData, CollectError> {
    let game = &rules.game;
    let missing = CollectError::Start {
        game: record.number,
        array: record.array,
    };
    let mut replay = record.replay(game).ok_or(missing)?;
    let mut board = looked_at(game, &replay);
    let start = (0..).zip(&board).filter(|(_, piece)| **piece >= 0);
    let start = start.map(|(square, &piece)| [square, piece]).collect();
    let black_begins = u8::from(replay.side() == Color::Black);
    let mut changes = Vec::new();
    for text in record.moves.split_ascii_whitespace() {
        replay.step(text).map_err(|cause| CollectError::Replay {
            game: record.number,
            cause,
        })?;
        let next = looked_at(game, &replay);
        let changed = (0..).zip(board.iter().zip(&next));
        let changed = changed.filter(|(_, (before, after))| before != after);
        changes.push(
            changed
                .flat_map(|(square, (_, &after))| [square, after])
                .collect(),
        );
        board = next;
    }
    let opening = vec![None; record.opening_plies as usize];
    let scores = record.evaluations.clone().unwrap_or_default();
    let name = |player: usize| experiment.players[player].name.clone();
    Ok(GameData {
        number: record.number,
        white: name(record.players[0]),
        black: name(record.players[1]),
        array: record.array,
        odds: names.odds_of(record).to_string(),
        result: record.result.text(),
        ending: record.end.text(),
        opening: record.opening_plies,
        black_begins,
        start,
        moves: record
            .moves
            .split_ascii_whitespace()
            .map(str::to_string)
            .collect(),
        changes,
        scores: opening.into_iter().chain(scores).collect(),
    })
}

/// The board as numbers, rank by rank from the lowest.
fn looked_at(game: &Game, replay: &Replay) -> Vec<i32> {
    let board = game.geometry();
    let piece = |square: Option<Square>| {
        let piece = square.and_then(|square| replay.at(square));
        piece.map_or(-1, |(color, piece)| {
            2 * i32::from(piece.0) + i32::from(color == Color::Black)
        })
    };
    let squares =
        (0..board.ranks()).flat_map(|rank| (0..board.files()).map(move |file| (file, rank)));
    squares
        .map(|(file, rank)| piece(board.at(file, rank)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    /// The changes of every ply lead from the first position to the last, in a game with swaps,
    /// withdrawals and promotions too.
    #[test]
    fn changes_lead_through_a_game() {
        let text = "name = \"x\"\nseed = 5\npairs = 2\nply_cap = 200\n[rules]\nid = \"rococo\"\n\
                    [player]\nnodes = 30\n[opening]\nplies = 6\n";
        let experiment = Experiment::parse("x.toml", text.to_string(), Path::new(""));
        let experiment = experiment.unwrap_or_else(|fault| panic!("{fault}"));
        let folder = tempfile::tempdir().expect("a folder");
        let archive = Archive::new(&experiment, folder.path());
        let stop = std::sync::Arc::default();
        let control = tradewind_selfplay::run::Control::new(&stop);
        tradewind_selfplay::run::play(&archive, 0..2, &control, &|_| {}).expect("it plays");
        let all = games(&archive, 10).expect("games");
        let [rules] = &all[..] else {
            panic!("one rule set")
        };
        assert_eq!(rules.games.len(), 4);
        for (record, data) in archive.read(0).expect("games").iter().zip(&rules.games) {
            let mut board = vec![-1; 100];
            data.start
                .iter()
                .for_each(|&[square, piece]| board[square as usize] = piece);
            for changes in &data.changes {
                for change in changes.chunks(2) {
                    board[change[0] as usize] = change[1];
                }
            }
            let game = &experiment.rules[0].game;
            let mut replay = record.replay(game).expect("a start");
            for text in record.moves.split_ascii_whitespace() {
                replay.step(text).expect("a move");
            }
            assert_eq!(board, looked_at(game, &replay));
            assert_eq!(data.moves.len(), data.changes.len());
        }
    }
}
