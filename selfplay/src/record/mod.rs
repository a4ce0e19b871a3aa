//! Records of games: what a game leaves ([`GameRecord`]), the Parquet files that hold them
//! (`parquet_file`), and the folders of such files ([`archive`]).

pub mod archive;
mod error;
mod export;
mod guarded;
mod pages;
mod parquet_file;
mod pgn;
mod record_file;
mod seal;

pub use error::{DecodeError, RecordError};
pub use export::{GameLine, WholeGame};
pub use parquet_file::{RecordOrigin, decode, encode};
pub use pgn::PgnWriter;
pub use record_file::RecordFile;

use crate::experiment::Experiment;
use tradewind_engine::{Color, Ending, Game, Outcome, Play, Replay};

/// How a game ended for White.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameResult {
    /// White won.
    White,
    /// Black won.
    Black,
    /// It is drawn.
    Draw,
    /// It reached the ply cap.
    Unfinished,
}

impl GameResult {
    /// All of them.
    pub const ALL: [GameResult; 4] = [
        GameResult::White,
        GameResult::Black,
        GameResult::Draw,
        GameResult::Unfinished,
    ];

    /// A win for a side.
    pub fn win(winner: Color) -> GameResult {
        match winner {
            Color::White => GameResult::White,
            Color::Black => GameResult::Black,
        }
    }

    /// The result of a game as it stands.
    pub fn of(play: &Play) -> GameResult {
        match play.over() {
            Some((Outcome::Win(winner), _)) => GameResult::win(winner),
            Some((Outcome::Draw, _)) => GameResult::Draw,
            None => GameResult::Unfinished,
        }
    }

    /// The result in records and tables.
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

/// What ended a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Termination {
    /// The rules.
    Rules(Ending),
    /// The experiment's adjudication.
    Adjudicated,
    /// A player that could not go on.
    Forfeit,
    /// The ply cap.
    Unfinished,
}

impl Termination {
    /// What it is called in records and tables.
    pub fn text(self) -> &'static str {
        match self {
            Termination::Rules(ending) => ending.name(),
            Termination::Adjudicated => "adjudicated",
            Termination::Forfeit => "forfeit",
            Termination::Unfinished => "unfinished",
        }
    }

    /// All of them.
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

    /// The end that is called so.
    pub fn find(text: &str) -> Option<Termination> {
        Termination::all().find(|end| end.text() == text)
    }
}

/// One game.
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
    /// The number of its odds in its rule set's plan, if it has any; of the first that are the same.
    pub odds: Option<usize>,
    /// The text of its first position, if that is not the array's.
    pub start: Option<String>,
    /// How many of its plies are the opening.
    pub opening_plies: u32,
    /// How many plies were played, the opening included.
    pub plies: u32,
    /// Who won.
    pub result: GameResult,
    /// What ended it.
    pub end: Termination,
    /// The moves as text, separated by spaces.
    pub moves: String,
    /// The score of the search behind each move after the opening, in centipawns for
    /// White, if the experiment keeps them; wins in `n` plies are 30 000 − `n`. An engine from
    /// elsewhere may not say.
    pub evaluations: Option<Vec<Option<i16>>>,
    /// The time of each move after the opening, in milliseconds, where the experiment
    /// [has time or other engines](Experiment::is_timed).
    pub times: Option<Vec<u32>>,
    /// Why a player forfeited the game; empty otherwise.
    pub note: String,
}

impl GameRecord {
    /// The game before its first move; `None` when the rule set has no such array or position. A draw that was not claimed, in a book
    /// it began with, does not end it.
    pub fn begin(&self, rules: &Game) -> Option<Play> {
        let play = match &self.start {
            Some(text) => rules.parse(text).ok(),
            None => rules.start(self.array),
        };
        play.map(Play::leaving_claims)
    }

    /// The same, to play recorded moves again.
    pub fn replay(&self, rules: &Game) -> Option<Replay> {
        match &self.start {
            Some(text) => rules.replay_from(text).ok(),
            None => rules.replay(self.array),
        }
    }

    /// The first player (0) or the second (1) of its pair, where that forfeited the game.
    pub fn forfeited_by(&self) -> Option<usize> {
        let lost = GameResult::win(self.first_side().other());
        (self.end == Termination::Forfeit).then(|| usize::from(self.result != lost))
    }

    /// The number of its pair.
    pub fn pair(&self) -> u64 {
        self.number / 2
    }

    /// The side of the first player of its pair, who is White in the first game.
    pub fn first_side(&self) -> Color {
        first_side(self.number)
    }

    /// The players: the first one of the pair, and the second.
    pub fn first_and_second(&self) -> [usize; 2] {
        let [white, black] = self.players;
        match self.first_side() {
            Color::White => [white, black],
            Color::Black => [black, white],
        }
    }
}

/// The side that the first player of a pair has in a game with this number.
pub fn first_side(game: u64) -> Color {
    match game % 2 {
        0 => Color::White,
        _ => Color::Black,
    }
}

/// The pairs of which both games are among some games in their order.
pub fn pairs(games: &[GameRecord]) -> impl Iterator<Item = &[GameRecord; 2]> {
    let same = |one: &GameRecord, other: &GameRecord| one.pair() == other.pair();
    games.chunk_by(same).filter_map(|pair| pair.try_into().ok())
}

/// The names that stand in records for the numbers of rule sets and players.
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
    /// The odds of a game; empty when it has none.
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
