//! The tidy row: the result of every method and every metric, and the source of every table, plot,
//! page, file and verdict.

use crate::metric::Metric;
use serde::{Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;
use tradewind_engine::rules::{PieceType, RuleSpec};
use tradewind_stats::Estimate;
use tradewind_stats::significance::holm;

/// One number with all that is needed to read it by itself.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// The rule set, or the rule sets of a difference.
    pub rules: String,
    /// The player on both sides, or the stronger one against the weaker one; empty without games.
    pub player: String,
    /// The method.
    pub method: Cow<'static, str>,
    /// The condition under which it holds.
    pub condition: RowCondition,
    /// The piece, metric or other thing that it is about.
    pub subject: Subject,
    /// The unit.
    pub unit: Cow<'static, str>,
    /// The number; `None` when the games do not determine it, for the reason in `warning`.
    pub value: Option<f64>,
    /// Lower end of the 95 % interval; `None` without one.
    pub low: Option<f64>,
    /// Upper end of the 95 % interval; `None` without one.
    pub high: Option<f64>,
    /// Games behind it.
    pub n: u64,
    /// Pairs of games behind it.
    pub pairs: u64,
    /// p-value against 0 after Holm's correction within its family; `None` without a test.
    pub p: Option<f64>,
    /// A warning to readers.
    pub warning: Option<Warning>,
    /// Degrees of freedom of the interval: few, where few players are a sample. Only the file of the
    /// measurements of claims has it.
    #[serde(skip)]
    pub df: f64,
    /// Games played for it, where not all of them count. Only the file of the measurements of claims
    /// has it.
    #[serde(skip)]
    pub played: u64,
}

impl Row {
    /// A row with a method, a subject and a unit; all other columns are empty.
    pub fn new(method: &'static str, subject: Subject, unit: impl Into<Cow<'static, str>>) -> Row {
        Row {
            rules: String::new(),
            player: String::new(),
            method: method.into(),
            condition: RowCondition::All,
            subject,
            unit: unit.into(),
            value: None,
            low: None,
            high: None,
            n: 0,
            pairs: 0,
            p: None,
            warning: None,
            df: f64::INFINITY,
            played: 0,
        }
    }

    /// Games played for it.
    pub fn games_played(&self) -> u64 {
        self.played.max(self.n)
    }

    /// The row with an estimate, or without one.
    pub fn with_estimate(self, estimate: Option<Estimate>) -> Row {
        Row {
            value: estimate.map(|one| one.value),
            low: estimate.map(|one| one.low),
            high: estimate.map(|one| one.high),
            ..self
        }
    }

    pub(crate) fn without_interval(self) -> Row {
        Row {
            low: None,
            high: None,
            ..self
        }
    }

    /// The row with its rule set and the player on both sides.
    pub fn of_games(self, rules: &str, player: &str) -> Row {
        Row {
            rules: rules.to_string(),
            player: player.to_string(),
            ..self
        }
    }

    /// The warning in tables and files; empty without one.
    pub fn warning_name(&self) -> String {
        self.warning.map_or("", Warning::name).to_string()
    }

    /// The number with its interval; `None` when it lacks one of them.
    pub fn estimate(&self) -> Option<Estimate> {
        Some(Estimate {
            value: self.value?,
            low: self.low?,
            high: self.high?,
        })
    }

    /// The piece that it is about.
    pub fn piece(&self) -> Option<PieceType> {
        match self.subject {
            Subject::Piece(piece, _) => Some(piece),
            _ => None,
        }
    }

    /// The estimate, unless there is a warning.
    pub fn reliable(&self) -> Option<Estimate> {
        self.estimate().filter(|_| self.warning.is_none())
    }
}

/// The subject of a row.
#[derive(Clone, Debug, PartialEq)]
pub enum Subject {
    /// A piece, with its name and symbol.
    Piece(PieceType, String),
    /// The value of two or more of a piece beyond the sum of single ones, with its name.
    Pair(PieceType, String),
    /// A metric of games.
    Metric(Metric),
    /// The score of one side against the other.
    Score,
    /// The first move.
    FirstMove,
    /// The distance of a player's scores from those of a much longer search.
    Judgement,
    /// Share of the games that are still going on after some plies.
    Running,
    /// Share of the pieces on the board after some part of the game.
    PiecesLeft,
    /// Material odds, in the notation of experiments.
    Odds(String),
    /// The subject of a claim.
    Claim(String),
}

impl Subject {
    /// A piece of a rule set.
    pub fn piece(spec: &RuleSpec, piece: PieceType) -> Subject {
        let own = spec.piece(piece);
        Subject::Piece(piece, format!("{} ({})", own.name, own.text))
    }

    /// A pair of a piece of a rule set.
    pub fn pair(spec: &RuleSpec, piece: PieceType) -> Subject {
        let own = spec.piece(piece);
        Subject::Pair(piece, format!("{} pair ({})", own.name, own.text))
    }

    /// Whether it is a royal piece, which has no value: the game ends without it.
    pub fn is_royal(&self, spec: &RuleSpec) -> bool {
        match self {
            Subject::Piece(piece, _) | Subject::Pair(piece, _) => spec.piece(*piece).royal,
            _ => false,
        }
    }

    /// The name for readers.
    pub fn name(&self) -> String {
        match self {
            Subject::Metric(metric) => metric.name(),
            Subject::Score => "score".to_string(),
            Subject::FirstMove => "first move".to_string(),
            Subject::Judgement => "distance from a longer search".to_string(),
            Subject::Running => "games still going on".to_string(),
            Subject::PiecesLeft => "pieces left".to_string(),
            Subject::Piece(_, text)
            | Subject::Pair(_, text)
            | Subject::Odds(text)
            | Subject::Claim(text) => text.clone(),
        }
    }
}

/// The text in files: without spaces where it is a key.
impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Subject::Metric(metric) => f.write_str(&metric.key()),
            Subject::FirstMove => f.write_str("first_move"),
            Subject::Judgement => f.write_str("judgement"),
            Subject::Running => f.write_str("games_running"),
            Subject::PiecesLeft => f.write_str("pieces_left"),
            other => f.write_str(&other.name()),
        }
    }
}

impl Serialize for Subject {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The condition of a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RowCondition {
    /// No condition.
    All,
    /// No condition, with the interval of the sandwich estimate instead of the bootstrap's.
    Sandwich,
    /// Positions with six tenths of the pieces on the board: the standard phase.
    StandardPhase,
    /// The same, with quiet positions of a given number of moves before and after.
    Quiet(u32, u32),
    /// Positions with four fifths of the pieces on the board.
    Middlegame,
    /// Positions with three tenths of the pieces on the board.
    Endgame,
    /// The piece in hand.
    InHand,
    /// The piece on a square, as its side sees the board.
    Square(String),
    /// The piece as if it could not promote.
    WithoutPromotion,
    /// The value added by being able to promote.
    PromotionPremium,
    /// Games from a family of arrays.
    Arrays(String),
    /// A publication.
    Publication(&'static str),
    /// Boards with this percentage of the squares occupied.
    Crowded(u32),
    /// After this number of plies.
    Ply(u32),
    /// After this percentage of a game.
    Played(u32),
    /// Games with this result.
    Result(&'static str),
    /// Players with this number of nodes per move, by the fitted line.
    AtNodes(u64),
    /// The same, for more nodes than were played.
    Predicted(u64),
    /// Ten times the nodes, by the fitted line.
    PerTenfold,
    /// The expected score of odds by the sum of their pieces.
    Expected,
    /// An effect of the rules: one level instead of another.
    Effect(String),
    /// The pieces of one rule set against those of another.
    Against(String),
}

impl fmt::Display for RowCondition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RowCondition::All => write!(f, "all"),
            RowCondition::Sandwich => write!(f, "sandwich"),
            RowCondition::StandardPhase => write!(f, "standard phase"),
            RowCondition::Quiet(before, after) => {
                write!(f, "standard phase, quiet {before}+{after}")
            }
            RowCondition::Middlegame => write!(f, "middlegame"),
            RowCondition::Endgame => write!(f, "endgame"),
            RowCondition::InHand => write!(f, "in hand"),
            RowCondition::WithoutPromotion => write!(f, "without promotion"),
            RowCondition::PromotionPremium => write!(f, "promotion premium"),
            RowCondition::Crowded(percent) => write!(f, "{percent} % full"),
            RowCondition::Ply(ply) => write!(f, "ply {ply}"),
            RowCondition::Played(percent) => write!(f, "{percent} % played"),
            RowCondition::Publication(name) | RowCondition::Result(name) => f.write_str(name),
            RowCondition::AtNodes(nodes) => write!(f, "at {nodes} nodes"),
            RowCondition::Predicted(nodes) => write!(f, "predicted at {nodes} nodes"),
            RowCondition::PerTenfold => write!(f, "ten times the nodes"),
            RowCondition::Expected => write!(f, "sum of the pieces"),
            RowCondition::Square(name) => write!(f, "on {name}"),
            RowCondition::Arrays(text)
            | RowCondition::Effect(text)
            | RowCondition::Against(text) => f.write_str(text),
        }
    }
}

impl Serialize for RowCondition {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// An enumeration whose variants have names in tables and files.
macro_rules! named {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $text:literal,)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum $name {
            $($(#[$doc])* $variant,)+
        }

        impl $name {
            /// All of them.
            pub const ALL: [$name; [$($text),+].len()] = [$($name::$variant),+];

            /// The text in tables and files.
            pub fn name(self) -> &'static str {
                match self {
                    $($name::$variant => $text,)+
                }
            }
        }
    };
}
pub(crate) use named;

named! {
    /// A warning to readers of a number.
    Warning {
        /// The sides never differ in the piece: there is no value.
        NeverSeen = "never seen",
        /// The sides differ in the piece in few pairs: the interval is too narrow.
        FewPairs = "few pairs",
        /// The data do not determine it: the piece goes with another piece or with the result in nearly
        /// every row, so that [`tradewind_stats::RegressionFit::penalty_share`] exceeds
        /// [`MAX_PENALTY_SHARE`].
        Undetermined = "undetermined",
        /// The compared players have weights of different origins.
        UnlikeWeights = "unlike weights",
        /// It comes from one network: training variance is unknown, so there is no interval.
        OneTraining = "one training",
    }
}

/// The maximum share of the penalty in the information about a value; above it there is a warning.
pub const MAX_PENALTY_SHARE: f64 = 0.05;

/// The default minimum number of pairs in which the sides differ in a piece.
pub const MIN_PAIRS: u64 = 50;

impl Warning {
    /// The warning of a value, if any, by the pairs in which the sides differ in the piece, their
    /// minimum, and the penalty's share of the information.
    pub(crate) fn of_value(pairs: u64, min_pairs: u64, penalty_share: f64) -> Option<Warning> {
        match pairs {
            0 => Some(Warning::NeverSeen),
            pairs if pairs < min_pairs => Some(Warning::FewPairs),
            _ => (penalty_share > MAX_PENALTY_SHARE).then_some(Warning::Undetermined),
        }
    }

    /// The meaning, in a sentence.
    pub fn meaning(self) -> &'static str {
        match self {
            Warning::NeverSeen => "the sides never differ in the piece",
            Warning::FewPairs => "the sides differ in the piece in too few pairs of games",
            Warning::Undetermined => {
                "the piece nearly always goes with another piece or with one result"
            }
            Warning::UnlikeWeights => {
                "the players were trained or tuned to different degrees, so the difference may be theirs and not that of \
                 the rules"
            }
            Warning::OneTraining => {
                "one network: there is no interval, because training variance exceeds the error of sampling positions"
            }
        }
    }
}

impl Serialize for Warning {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// Corrects the p-values of a family of tests by [`holm`].
pub(crate) fn correct<'p>(p_values: impl IntoIterator<Item = &'p mut f64>) {
    let p_values: Vec<&mut f64> = p_values.into_iter().collect();
    let corrected = holm(p_values.iter().map(|p| **p));
    for (p, corrected) in p_values.into_iter().zip(corrected) {
        *p = corrected;
    }
}

/// The unit of values in a piece, such as `pawns`.
pub fn unit_of(spec: &RuleSpec, piece: PieceType) -> String {
    format!("{}s", spec.piece(piece).name.to_lowercase())
}

/// The unit of values in log-odds.
pub const LOG_ODDS: &str = "log-odds";

/// The unit of mobility: the number of squares that a piece can move to.
pub const TARGETS: &str = "targets";
