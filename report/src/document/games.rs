//! Recorded games for replay on a page, as changes of squares, so that the page needs no rules.

use crate::diagram::words;
use serde::Serialize;
use tradewind_analysis::dataset::DatasetError;
use tradewind_engine::board::Square;
use tradewind_engine::{Color, Replay, Rules};
use tradewind_selfplay::experiment::{Experiment, Pairing, RulesPlan};
use tradewind_selfplay::record::archive::Archive;
use tradewind_selfplay::record::{GameRecord, Names};

/// Games of one rule set.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RulesGames {
    title: String,
    name: String,
    /// The names of the files, left to right.
    files: String,
    ranks: i32,
    first_rank: i32,
    /// Whether the outermost squares are edge squares.
    edge: bool,
    holes: Vec<usize>,
    pieces: Vec<PieceData>,
    games: Vec<GameData>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct PieceData {
    name: String,
    text: String,
    royal: bool,
    pawn: bool,
    /// Its moves in Betza notation, and all of it in words: figures show how it moves.
    moves: String,
    words: String,
}

/// A game. Squares are rank × files + file, from 0; pieces are 2 × type, + 1 for Black, and −1 for none.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct GameData {
    number: u64,
    white: String,
    black: String,
    array: u32,
    odds: String,
    result: &'static str,
    ending: &'static str,
    /// The number of random plies.
    opening: u32,
    /// 1 when Black moves first.
    black_begins: u8,
    /// Square and piece.
    start: Vec<[i32; 2]>,
    moves: Vec<String>,
    /// By ply: square, piece, square, piece …
    changes: Vec<Vec<i32>>,
    /// By ply: the score of the search, in centipawns for White.
    scores: Vec<Option<i16>>,
}

/// A selection of games for replay, made while an archive is read: some of every rule set, evenly spread, including the
/// shortest and the longest.
pub struct Gallery<'e> {
    experiment: &'e Experiment,
    names: Names,
    /// By rule set: all of its games.
    all: Vec<Selection>,
    /// By rule set: games of the strongest player against itself.
    best: Vec<Selection>,
}

impl<'e> Gallery<'e> {
    /// An empty selection of at most `max` games for each rule set.
    pub fn new(archive: &Archive<'e>, max: usize) -> Gallery<'e> {
        let experiment = archive.experiment();
        let rules = experiment.rules.len();
        let pairings = experiment.pairings();
        let pairings_each = (pairings.len() / rules.max(1)) as u64;
        let selections = |pairings_each: u64| -> Vec<Selection> {
            let games = |pairing: &Pairing| 2 * experiment.pairs_of(*pairing);
            let all = pairings.iter().step_by(pairings.len() / rules.max(1));
            all.map(|one| Selection::new(games(one) * pairings_each, max))
                .collect()
        };
        Gallery {
            experiment,
            names: archive.names(),
            all: selections(pairings_each),
            best: selections(1),
        }
    }

    /// Adds games in order.
    pub fn add(&mut self, games: &[GameRecord]) {
        let nodes = |player: usize| self.experiment.players[player].nodes;
        let strongest = (0..self.experiment.players.len()).map(nodes).max();
        for game in games.iter().filter(|game| game.has_moves()) {
            let [white, black] = game.players;
            if white == black && Some(nodes(white)) == strongest {
                self.best[game.rules].add(game);
            }
            self.all[game.rules].add(game);
        }
    }

    /// The selected games of every rule set: those of the strongest player against itself, if there are any.
    ///
    /// # Errors
    /// A game cannot be replayed.
    pub fn games(&self) -> Result<Vec<RulesGames>, DatasetError> {
        let mut found = Vec::new();
        let selections = self.best.iter().zip(&self.all);
        for (rules, (best, all)) in self.experiment.rules.iter().zip(selections) {
            let selection = if best.seen > 0 { best } else { all };
            let games = selection.chosen().into_iter();
            let games = games.map(|record| self.data(record, &rules.compiled));
            let games = games.collect::<Result<Vec<GameData>, _>>()?;
            if !games.is_empty() {
                found.push(of_rules(rules, games));
            }
        }
        Ok(found)
    }

    fn data(&self, record: &GameRecord, rules: &Rules) -> Result<GameData, DatasetError> {
        let missing = DatasetError::Start(record.number, record.array);
        let mut replay = record.replay(rules).ok_or(missing)?;
        let mut board = board_numbers(rules, &replay);
        let start = (0..).zip(&board).filter(|(_, piece)| **piece >= 0);
        let start = start.map(|(square, &piece)| [square, piece]).collect();
        let black_begins = u8::from(replay.side() == Color::Black);
        let (mut moves, mut changes) = (Vec::new(), Vec::new());
        for text in record.moves.split_ascii_whitespace() {
            replay
                .step(text)
                .map_err(|cause| DatasetError::Replay(record.number, cause))?;
            let next = board_numbers(rules, &replay);
            let changed = (0..).zip(board.iter().zip(&next));
            let changed = changed.filter(|(_, (before, after))| before != after);
            let changed = changed.flat_map(|(square, (_, &after))| [square, after]);
            changes.push(changed.collect());
            moves.push(text.to_string());
            board = next;
        }
        let opening = vec![None; record.opening_plies as usize];
        let scores = record.evaluations.clone().unwrap_or_default();
        let [white, black] = record.players;
        let name = |player: usize| self.experiment.players[player].name.clone();
        Ok(GameData {
            number: record.number,
            white: name(white),
            black: name(black),
            array: record.array,
            odds: self.names.odds_of(record).to_string(),
            result: record.result.text(),
            ending: record.end.text(),
            opening: record.opening_plies,
            black_begins,
            start,
            moves,
            changes,
            scores: opening.into_iter().chain(scores).collect(),
        })
    }
}

/// A selection of games of a rule set.
struct Selection {
    /// Every `step`-th game is selected.
    step: u64,
    max: usize,
    seen: u64,
    spread: Vec<GameRecord>,
    shortest: Option<GameRecord>,
    longest: Option<GameRecord>,
}

impl Selection {
    fn new(planned: u64, max: usize) -> Selection {
        Selection {
            step: planned.div_ceil(max.max(1) as u64).max(1),
            max,
            seen: 0,
            spread: Vec::new(),
            shortest: None,
            longest: None,
        }
    }

    fn add(&mut self, game: &GameRecord) {
        let is_spread = self.seen.is_multiple_of(self.step);
        if is_spread && self.spread.len() < self.max.saturating_sub(2) {
            self.spread.push(game.clone());
        }
        self.seen += 1;
        if (self.shortest.as_ref()).is_none_or(|known| game.plies < known.plies) {
            self.shortest = Some(game.clone());
        }
        if (self.longest.as_ref()).is_none_or(|known| game.plies >= known.plies) {
            self.longest = Some(game.clone());
        }
    }

    /// The selected games in order.
    fn chosen(&self) -> Vec<&GameRecord> {
        let ends = self.shortest.iter().chain(&self.longest);
        let mut chosen: Vec<&GameRecord> = self.spread.iter().chain(ends).take(self.max).collect();
        chosen.sort_by_key(|game| game.number);
        chosen.dedup_by_key(|game| game.number);
        chosen
    }
}

fn of_rules(rules: &RulesPlan, games: Vec<GameData>) -> RulesGames {
    let spec = rules.compiled.spec();
    let pieces = spec.pieces.iter().map(|piece| PieceData {
        name: piece.name.clone(),
        text: piece.text.clone(),
        royal: piece.royal,
        pawn: piece.pawn,
        moves: (piece.moves.as_ref()).map_or(String::new(), ToString::to_string),
        words: words(spec, piece),
    });
    RulesGames {
        title: format!("{} ({})", spec.name, rules.name),
        name: spec.name.clone(),
        files: spec.files.iter().collect(),
        ranks: i32::from(spec.ranks),
        first_rank: i32::from(spec.first_rank),
        edge: spec.edge,
        holes: rules
            .compiled
            .geometry()
            .holes()
            .map(Square::index)
            .collect(),
        pieces: pieces.collect(),
        games,
    }
}

/// The board as numbers, rank by rank from the lowest.
fn board_numbers(rules: &Rules, replay: &Replay) -> Vec<i32> {
    let board = rules.geometry();
    let piece = |square: Option<Square>| {
        let piece = square.and_then(|square| replay.at(square));
        piece.map_or(-1, |(color, piece)| {
            2 * i32::from(piece.0) + i32::from(color == Color::Black)
        })
    };
    (0..board.ranks())
        .flat_map(|rank| (0..board.files()).map(move |file| (file, rank)))
        .map(|(file, rank)| piece(board.at(file, rank)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    /// The changes lead from the first position to the last, including swaps, withdrawals and promotions.
    #[test]
    fn changes_replay_a_game() {
        let text = "name = \"x\"\nseed = 5\npairs = 2\nply_cap = 200\n[rules]\nid = \"rococo\"\n\
                    [player]\nnodes = 30\n[opening]\nplies = 6\n";
        let experiment = Experiment::parse("x.toml", text.to_string(), Path::new(""));
        let experiment = experiment.unwrap_or_else(|fault| panic!("{fault}"));
        let folder = tempfile::tempdir().expect("a folder");
        let archive = Archive::new(&experiment, folder.path());
        let stop = std::sync::Arc::default();
        let control = tradewind_selfplay::run::Control::new(&stop);
        tradewind_selfplay::run::play(&archive, 0..2, &control, &|_| {}).expect("it plays");
        let mut gallery = Gallery::new(&archive, 10);
        gallery.add(&archive.read(0).expect("games"));
        let all = gallery.games().expect("games");
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
            let rules = &experiment.rules[0].compiled;
            let mut replay = record.replay(rules).expect("a start");
            for text in record.moves.split_ascii_whitespace() {
                replay.step(text).expect("a move");
            }
            assert_eq!(board, board_numbers(rules, &replay));
            assert_eq!(data.moves.len(), data.changes.len());
        }
    }
}
