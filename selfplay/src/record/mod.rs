//! Records of games ([`GameRecord`]), in Parquet files (`parquet_file`), in folders ([`archive`]).

pub mod archive;
pub mod condensed;
pub mod counts;
mod game_file;
mod integrity;
mod parquet_file;
mod pgn;
mod places;
pub mod samples;

pub use game_file::{GameFile, GameFileError, is_game_file, variant_of};
pub use parquet_file::{RecordFile, RecordOrigin, decode, encode};
pub use pgn::PgnWriter;

use self::counts::GameCounts;
use self::samples::Material;
use crate::experiment::Experiment;
use parquet::errors::ParquetError;
use serde::Serialize;
use std::borrow::Cow;
use std::path::PathBuf;
use tradewind_engine::{Color, Ending, Game, Outcome, Replay, Rules};
use tradewind_files::{FileError, escape};

/// The score of a win, minus the plies to it, as in this program's search.
pub(crate) const WIN: i32 = 30_000;
/// The maximum score that is not a win in a number of plies, in centipawns.
pub(crate) const MAX_CENTIPAWNS: i32 = 29_000;

/// The result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameResult {
    /// White won.
    White,
    /// Black won.
    Black,
    /// A draw.
    Draw,
    /// The game reached the ply cap.
    Unfinished,
}

impl GameResult {
    /// All results.
    pub const ALL: [GameResult; 4] = [
        GameResult::White,
        GameResult::Black,
        GameResult::Draw,
        GameResult::Unfinished,
    ];

    /// The result with this text.
    pub fn find(text: &str) -> Option<GameResult> {
        (GameResult::ALL.into_iter()).find(|result| result.text() == text)
    }

    /// A win for a side.
    pub fn win(winner: Color) -> GameResult {
        match winner {
            Color::White => GameResult::White,
            Color::Black => GameResult::Black,
        }
    }

    /// The result of a game at its current position.
    pub fn of(game: &Game) -> GameResult {
        match game.over() {
            Some((Outcome::Win(winner), _)) => GameResult::win(winner),
            Some((Outcome::Draw, _)) => GameResult::Draw,
            None => GameResult::Unfinished,
        }
    }

    /// The result as records and tables have it.
    pub fn text(self) -> &'static str {
        match self {
            GameResult::White => "1-0",
            GameResult::Black => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Unfinished => "*",
        }
    }

    /// White's share of the point; `None` for an unfinished game.
    pub fn score(self) -> Option<f32> {
        self.half_points(Color::White)
            .map(|points| points as f32 / 2.0)
    }

    /// A side's half points: 0, 1 or 2; `None` for an unfinished game.
    pub fn half_points(self, side: Color) -> Option<usize> {
        match self {
            GameResult::Unfinished => None,
            GameResult::Draw => Some(1),
            won if won == GameResult::win(side) => Some(2),
            _ => Some(0),
        }
    }
}

/// The termination of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Termination {
    /// An ending by the rules.
    Rules(Ending),
    /// Adjudication.
    Adjudicated,
    /// A player's failure.
    Forfeit,
    /// The ply cap.
    Unfinished,
}

impl Termination {
    /// The name in records and tables.
    pub fn text(self) -> &'static str {
        match self {
            Termination::Rules(ending) => ending.name(),
            Termination::Adjudicated => "adjudicated",
            Termination::Forfeit => "forfeit",
            Termination::Unfinished => "unfinished",
        }
    }

    /// All terminations.
    pub fn all() -> impl Iterator<Item = Termination> {
        let others = [
            Termination::Adjudicated,
            Termination::Forfeit,
            Termination::Unfinished,
        ];
        Ending::ALL
            .into_iter()
            .map(Termination::Rules)
            .chain(others)
    }

    /// The termination with this name.
    pub fn find(text: &str) -> Option<Termination> {
        Termination::all().find(|end| end.text() == text)
    }
}

/// A recorded game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRecord {
    /// Its number in the experiment; games `2n` and `2n + 1` are a pair.
    pub number: u64,
    /// The number of its rule set in the experiment.
    pub rules: usize,
    /// The numbers of the players in the experiment: White and Black.
    pub players: [usize; 2],
    /// The number of the starting array.
    pub array: u32,
    /// The number of its odds in its rule set's plan, the first of equal ones.
    pub odds: Option<usize>,
    /// The text of its first position, unless it is the array's.
    pub start: Option<String>,
    /// The number of plies of the opening.
    pub opening_plies: u32,
    /// The number of plies, including the opening.
    pub plies: u32,
    /// The result.
    pub result: GameResult,
    /// The termination.
    pub end: Termination,
    /// The moves as text, separated by spaces. A [condensed] file leaves them out, or has the [counts] of the game or the
    /// [material](samples) of its positions in their place.
    pub moves: String,
    /// The score of each move after the opening, in centipawns for White, if the experiment records
    /// them. A win in `n` plies is 30,000 − `n`. Scores are missing where another engine gave none.
    pub evaluations: Option<Vec<Option<i16>>>,
    /// The depth of the search of each move after the opening, in plies, in matches. Depths are
    /// missing where no depth was completed, or another engine gave none.
    pub depths: Option<Vec<Option<u8>>>,
    /// The time of each move after the opening, in milliseconds, if the experiment
    /// records them.
    pub times: Option<Vec<u32>>,
    /// The reason of a forfeit; empty otherwise.
    pub note: String,
}

impl GameRecord {
    /// The moves, as text.
    pub fn moves(&self) -> impl Iterator<Item = &str> + Clone {
        let moves = if self.has_moves() {
            self.moves.as_str()
        } else {
            ""
        };
        moves.split_ascii_whitespace()
    }

    /// Whether the moves are there: a [condensed] file leaves out those that no estimate needs.
    pub fn has_moves(&self) -> bool {
        match self.moves.chars().next() {
            Some(first) => ![counts::MARK, samples::MARK].contains(&first),
            None => self.plies == 0,
        }
    }

    /// The counts of its events, where a [condensed] file has them in place of the moves.
    pub fn counts(&self, rules: &Rules) -> Option<GameCounts> {
        let has_counts = self.moves.starts_with(counts::MARK);
        has_counts.then(|| GameCounts::read(&self.moves, rules))?
    }

    /// The material of positions drawn from it, where a [condensed] file has it in place of the moves.
    pub fn material(&self, rules: &Rules) -> Option<Vec<Material>> {
        Material::read(&self.moves, rules)
    }

    /// The game without its moves and what belongs to them.
    pub(crate) fn without_moves(&self) -> GameRecord {
        GameRecord {
            start: None,
            moves: String::new(),
            evaluations: None,
            depths: None,
            times: None,
            note: self.note.clone(),
            ..*self
        }
    }

    /// Whether two records are of the same game of an experiment, as far as both have it: one may lack its moves, or have
    /// counts or material in their place.
    pub fn is_same_game(&self, other: &GameRecord, experiment: &Experiment) -> bool {
        let [whole, condensed] = match (self.has_moves(), other.has_moves()) {
            (true, false) => [self, other],
            (false, true) => [other, self],
            _ => return self == other,
        };
        let rules = &experiment.rules[self.rules].compiled;
        // Games without counts or material are not replayed for them.
        let has_its_counts = |counts: GameCounts| {
            let found = GameCounts::of(whole, rules).ok().flatten();
            found.is_none_or(|found| found == counts)
        };
        let has_its_material = |material: Vec<Material>| {
            let found = Material::drawn(whole, experiment).ok().flatten();
            found.is_none_or(|found| found == material)
        };
        self.without_moves() == other.without_moves()
            && condensed.counts(rules).is_none_or(has_its_counts)
            && condensed.material(rules).is_none_or(has_its_material)
    }

    /// The game before its first move; `None` if the rule set has no such array or position, or the
    /// record lacks its moves. Draws that could be claimed do not end it.
    pub fn begin(&self, rules: &Rules) -> Option<Game> {
        if !self.has_moves() {
            return None;
        }
        let game = match &self.start {
            Some(text) => rules.parse(text).ok(),
            None => rules.start(self.array),
        };
        game.map(Game::leaving_claims)
    }

    /// The game before its first move, for replaying its moves without generating legal ones.
    pub fn replay(&self, rules: &Rules) -> Option<Replay> {
        if !self.has_moves() {
            return None;
        }
        match &self.start {
            Some(text) => rules.replay_from(text).ok(),
            None => rules.replay(self.array),
        }
    }

    /// The score of its first move after the opening, or of a position that is not a game.
    pub fn first_score(&self) -> Option<i16> {
        self.evaluations.as_ref()?.first().copied().flatten()
    }

    /// The player that forfeited the game: the first (0) or the second (1) of its pair.
    pub fn forfeited_by(&self) -> Option<usize> {
        let lost = GameResult::win(self.first_side().other());
        (self.end == Termination::Forfeit).then(|| usize::from(self.result != lost))
    }

    /// The number of its pair.
    pub fn pair(&self) -> u64 {
        self.number / 2
    }

    /// The side of the first player of its pair: White in the first game.
    pub fn first_side(&self) -> Color {
        first_side(self.number)
    }

    /// The game as a row.
    pub fn line<'g>(&'g self, names: &'g Names) -> GameLine<'g> {
        let [white, black] = self.players.map(|player| Cow::from(&names.players[player]));
        GameLine {
            game: self.number,
            pair: self.pair(),
            rules: Cow::from(&names.rules[self.rules]),
            array: self.array,
            odds: Cow::from(names.odds_of(self)),
            start: Cow::from(self.start.as_deref().unwrap_or_default()),
            white,
            black,
            opening_plies: self.opening_plies,
            plies: self.plies,
            result: self.result.text(),
            termination: self.end.text(),
            note: Cow::from(&self.note),
        }
    }

    /// The game as a row with moves.
    pub fn whole<'g>(&'g self, names: &'g Names) -> WholeGame<'g> {
        WholeGame {
            line: self.line(names),
            moves: self.moves().collect(),
            evaluations: self.evaluations.as_deref(),
            depths: self.depths.as_deref(),
            times: self.times.as_deref(),
        }
    }
}

/// The side of the first player of a pair in the game with this number.
pub fn first_side(game: u64) -> Color {
    match game % 2 {
        0 => Color::White,
        _ => Color::Black,
    }
}

/// The score of a side for White, and vice versa.
pub(crate) fn for_white(side: Color, score: i32) -> i32 {
    match side {
        Color::White => score,
        Color::Black => -score,
    }
}

/// The complete pairs among ordered games.
pub fn pairs(games: &[GameRecord]) -> impl Iterator<Item = &[GameRecord; 2]> {
    let same = |one: &GameRecord, other: &GameRecord| one.pair() == other.pair();
    games.chunk_by(same).filter_map(|pair| pair.try_into().ok())
}

/// The names of rule sets, players and odds in records.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Names {
    /// By number of the rule set.
    pub rules: Vec<String>,
    /// By number of the player.
    pub players: Vec<String>,
    /// By number of the rule set and of the odds.
    pub odds: Vec<Vec<String>>,
}

impl Names {
    /// The odds of a game; empty without odds.
    pub fn odds_of(&self, game: &GameRecord) -> &str {
        game.odds.map_or("", |odds| &self.odds[game.rules][odds])
    }

    /// The names of an experiment.
    pub fn of(experiment: &Experiment) -> Names {
        let rules = experiment.rules.iter().map(|rules| rules.name.clone());
        let players = experiment.players.iter().map(|player| player.name.clone());
        let odds = experiment.rules.iter().map(|rules| {
            let texts = rules.odds.iter().map(|odds| odds.text.clone());
            texts.collect()
        });
        Names {
            rules: rules.collect(),
            players: players.collect(),
            odds: odds.collect(),
        }
    }
}

/// A game as a row, with names instead of numbers.
#[derive(Clone, Debug, Serialize)]
pub struct GameLine<'g> {
    /// The number of the game.
    pub game: u64,
    /// The number of the pair.
    pub pair: u64,
    /// The rule set.
    pub rules: Cow<'g, str>,
    /// The number of the array.
    pub array: u32,
    /// The odds: the first player's changes and the second's; empty without odds.
    pub odds: Cow<'g, str>,
    /// The text of the first position, unless it is the array's.
    pub start: Cow<'g, str>,
    /// The player of White.
    pub white: Cow<'g, str>,
    /// The player of Black.
    pub black: Cow<'g, str>,
    /// The number of plies of the opening.
    pub opening_plies: u32,
    /// The number of plies.
    pub plies: u32,
    /// The result: `1-0`, `0-1`, `1/2-1/2`, or `*` if unfinished.
    pub result: &'static str,
    /// The termination.
    pub termination: &'static str,
    /// The reason of a forfeit.
    pub note: Cow<'g, str>,
}

/// A row with the moves, and their scores, depths and times if recorded.
#[derive(Clone, Debug, Serialize)]
pub struct WholeGame<'g> {
    /// The row.
    #[serde(flatten)]
    pub line: GameLine<'g>,
    moves: Vec<&'g str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    evaluations: Option<&'g [Option<i16>]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depths: Option<&'g [Option<u8>]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    times: Option<&'g [u32]>,
}

impl GameLine<'_> {
    /// The row with its texts escaped for CSV.
    pub fn for_csv(mut self) -> Self {
        let names = [&mut self.rules, &mut self.white, &mut self.black];
        let others = [&mut self.odds, &mut self.start, &mut self.note];
        for text in names.into_iter().chain(others) {
            if let Cow::Owned(cell) = escape::csv(text) {
                *text = Cow::Owned(cell);
            }
        }
        self
    }
}

/// A file of games that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The content cannot be used.
    #[error("{} {}", .0.display(), .1)]
    Content(PathBuf, DecodeError),
    /// A program with another search has played the games.
    #[error("the games in {} were played by the search with signature {theirs}, and this program's is {own}: its games would differ; continue with that program, or replay them into another folder with --out", .path.display())]
    Signature {
        /// The file.
        path: PathBuf,
        /// The signature of the games.
        theirs: String,
        /// The signature of this program.
        own: &'static str,
    },
}

impl RecordError {
    /// A file without the games that its name says.
    pub(crate) fn misnamed(path: PathBuf) -> RecordError {
        let cause = "it does not hold the games that its name says";
        DecodeError::Damaged(cause.to_string()).of(path)
    }
}

/// The reason why bytes are not games of an experiment.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DecodeError {
    /// They are damaged, or not games.
    #[error("is damaged or not a file of games ({0})")]
    Damaged(String),
    /// They belong to another experiment.
    #[error("holds games of another experiment")]
    Foreign,
    /// Another version of the program wrote them.
    #[error(
        "was written by tradewind {0}, whose games this version cannot continue; use that version, or another folder with --out"
    )]
    Version(String),
}

impl DecodeError {
    /// The error of a file.
    pub fn of(self, path: PathBuf) -> RecordError {
        RecordError::Content(path, self)
    }
}

impl From<ParquetError> for DecodeError {
    fn from(error: ParquetError) -> DecodeError {
        DecodeError::Damaged(error.to_string())
    }
}
