//! The tidy row: what every method and every metric gives, and everything shown is made from.
//!
//! One row is one number with all that is needed to read it alone: rules, player, method, condition,
//! subject, unit, value with its interval, games, pairs, p and a warning. A table, a plot, a page, a file
//! and a claim's verdict are selections of rows.

use crate::metric::Metric;
use serde::{Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;
use tradewind_engine::rules::{PieceType, RuleSpec};
use tradewind_stats::Estimate;

/// One number that games or rules tell.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// The rule set, or what the rule sets of a difference are.
    pub rules: String,
    /// The player on both sides, or the stronger one against the weaker one; empty when no games were
    /// played for it.
    pub player: String,
    /// How it was found.
    pub method: Cow<'static, str>,
    /// What it holds for.
    pub condition: RowCondition,
    /// What it is the value of.
    pub subject: Subject,
    /// What it is given in.
    pub unit: Cow<'static, str>,
    /// The number; `None` when the games do not tell it, for which `warning` has the reason.
    pub value: Option<f64>,
    /// The lower end of its 95 % interval; `None` when it has none.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
    /// The games behind it.
    pub n: u64,
    /// The pairs of games behind it.
    pub pairs: u64,
    /// How probable a number at least as far from nothing is where there is nothing, corrected by Holm's
    /// method for the tests of its family; `None` when nothing is tested.
    pub p: Option<f64>,
    /// What a reader must know before using it.
    pub warning: Option<Warning>,
    /// With how many degrees of freedom its error is known: few, where few players are a sample. It is for tests, and of all
    /// files only in that of the measurements of claims.
    #[serde(skip)]
    pub freedom: f64,
    /// The games that were played for it, where not each of them counts. It is for the number of games that claims need, and of
    /// all files only in that of the measurements of claims.
    #[serde(skip)]
    pub played: u64,
}

impl Row {
    /// A row of which method and subject are known, and nothing else yet.
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
            freedom: f64::INFINITY,
            played: 0,
        }
    }

    /// The games that were played for it.
    pub fn games_played(&self) -> u64 {
        self.played.max(self.n)
    }

    /// The same with an estimate, or with none.
    pub fn with_estimate(self, estimate: Option<Estimate>) -> Row {
        Row {
            value: estimate.map(|one| one.value),
            low: estimate.map(|one| one.low),
            high: estimate.map(|one| one.high),
            ..self
        }
    }

    /// The same number without its interval.
    pub fn without_interval(self) -> Row {
        Row {
            low: None,
            high: None,
            ..self
        }
    }

    /// The same of a rule set and the player on both sides.
    pub fn of_games(self, rules: &str, player: &str) -> Row {
        Row {
            rules: rules.to_string(),
            player: player.to_string(),
            ..self
        }
    }

    /// Its warning as tables and files have it; empty when it has none.
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

    /// Whether it is about a piece.
    pub fn is_of_piece(&self, piece: PieceType) -> bool {
        matches!(self.subject, Subject::Piece(own, _) if own == piece)
    }

    /// The same if it may be relied on.
    pub fn reliable(&self) -> Option<Estimate> {
        self.estimate().filter(|_| self.warning.is_none())
    }
}

/// What a row is about.
#[derive(Clone, Debug, PartialEq)]
pub enum Subject {
    /// A piece, with its name and symbol.
    Piece(PieceType, String),
    /// What having two or more of a piece is worth beyond the sum of single ones, with a name for it.
    Pair(PieceType, String),
    /// A metric of games.
    Metric(Metric),
    /// How one side did against the other.
    Score,
    /// The first move.
    FirstMove,
    /// The share of the games that is still going on after some plies.
    Running,
    /// The share of the pieces that is on the board after some part of the game.
    PiecesLeft,
    /// Material odds, as the experiment has them.
    Odds(String),
    /// What a claim is about.
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

    /// Whether it is a royal: the game ends without it, so that it has no value.
    pub fn is_royal(&self, spec: &RuleSpec) -> bool {
        match self {
            Subject::Piece(piece, _) | Subject::Pair(piece, _) => spec.piece(*piece).royal,
            _ => false,
        }
    }

    /// What it is called for readers.
    pub fn name(&self) -> String {
        match self {
            Subject::Metric(metric) => metric.name(),
            Subject::Score => "score".to_string(),
            Subject::FirstMove => "first move".to_string(),
            Subject::Running => "games still going on".to_string(),
            Subject::PiecesLeft => "pieces left".to_string(),
            Subject::Piece(_, text)
            | Subject::Pair(_, text)
            | Subject::Odds(text)
            | Subject::Claim(text) => text.clone(),
        }
    }
}

/// As files have it: without spaces where it is a key.
impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Subject::Metric(metric) => write!(f, "{}", metric.key()),
            Subject::Score => write!(f, "score"),
            Subject::FirstMove => write!(f, "first_move"),
            Subject::Running => write!(f, "games_running"),
            Subject::PiecesLeft => write!(f, "pieces_left"),
            Subject::Piece(_, text)
            | Subject::Pair(_, text)
            | Subject::Odds(text)
            | Subject::Claim(text) => write!(f, "{text}"),
        }
    }
}

impl Serialize for Subject {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// What a row holds for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RowCondition {
    /// Everything.
    All,
    /// Everything, with the interval of the sandwich estimate instead of the bootstrap's.
    Sandwich,
    /// Positions with six tenths of the pieces on the board: the declared phase.
    StandardPhase,
    /// The same by positions in which none of so many moves before and after removed or promoted a piece.
    Quiet(u32, u32),
    /// Positions with four fifths of the pieces on the board.
    Middlegame,
    /// Positions with three tenths of the pieces on the board.
    Endgame,
    /// A piece that stands on a square, as its side sees the board.
    Square(String),
    /// The piece as if it could not promote.
    WithoutPromotion,
    /// What being able to promote adds to that.
    PromotionPremium,
    /// Games from some arrays.
    Arrays(String),
    /// As a publication has it.
    Publication(&'static str),
    /// Boards of which so many percent of the squares are taken.
    Crowded(u32),
    /// After so many plies.
    Ply(u32),
    /// After so many percent of a game.
    Played(u32),
    /// Games with this result.
    Result(&'static str),
    /// Players with so many nodes a move, by the line through the rungs of a ladder.
    AtNodes(u64),
    /// What players with so many nodes, more than were played, would show by that line.
    Predicted(u64),
    /// Ten times the nodes instead of as many, by that line.
    PerTenfold,
    /// What is expected of odds by the sum of their pieces.
    Expected,
    /// One thing instead of another: an effect of the rules.
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
            RowCondition::WithoutPromotion => write!(f, "without promotion"),
            RowCondition::PromotionPremium => write!(f, "promotion premium"),
            RowCondition::Publication(name) => write!(f, "{name}"),
            RowCondition::Crowded(percent) => write!(f, "{percent} % full"),
            RowCondition::Ply(ply) => write!(f, "ply {ply}"),
            RowCondition::Played(percent) => write!(f, "{percent} % played"),
            RowCondition::Result(name) => write!(f, "{name}"),
            RowCondition::AtNodes(nodes) => write!(f, "at {nodes} nodes"),
            RowCondition::Predicted(nodes) => write!(f, "predicted at {nodes} nodes"),
            RowCondition::PerTenfold => write!(f, "ten times the nodes"),
            RowCondition::Expected => write!(f, "sum of the pieces"),
            RowCondition::Square(name) => write!(f, "on {name}"),
            RowCondition::Arrays(text)
            | RowCondition::Effect(text)
            | RowCondition::Against(text) => {
                write!(f, "{text}")
            }
        }
    }
}

impl Serialize for RowCondition {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// What a reader must know before using a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Warning {
    /// The sides never differ in the piece: there is no value at all.
    NeverSeen,
    /// The sides differ in the piece in few pairs: intervals from few pairs are too narrow.
    FewPairs,
    /// The data do not determine it: it goes with another piece or with the result in nearly every row,
    /// and [`tradewind_stats::RegressionFit::penalty_share`] exceeds [`MAX_PENALTY_SHARE`].
    Undetermined,
    /// The players whose games it compares have weights of different origins.
    UnlikeWeights,
    /// One network says it, so that nothing is known of how much trainings differ, and it has no interval.
    OneTraining,
}

/// A value has a warning when more than this share of what is known of it comes from the penalty.
pub const MAX_PENALTY_SHARE: f64 = 0.05;

/// A piece in which the sides differ in fewer pairs has a warning, if nothing else is said.
pub const MIN_PAIRS: u64 = 50;

impl Warning {
    /// All of them.
    pub const ALL: [Warning; 5] = [
        Warning::NeverSeen,
        Warning::FewPairs,
        Warning::Undetermined,
        Warning::UnlikeWeights,
        Warning::OneTraining,
    ];

    /// The warning of a value, if it deserves one: by the pairs in which the sides differ in the piece,
    /// the fewest that will do, and the share of what is known that comes from the penalty.
    pub fn of_value(pairs: u64, min_pairs: u64, penalty_share: f64) -> Option<Warning> {
        match pairs {
            0 => Some(Warning::NeverSeen),
            pairs if pairs < min_pairs => Some(Warning::FewPairs),
            _ => (penalty_share > MAX_PENALTY_SHARE).then_some(Warning::Undetermined),
        }
    }

    /// As tables and files have it.
    pub fn name(self) -> &'static str {
        match self {
            Warning::NeverSeen => "never seen",
            Warning::FewPairs => "few pairs",
            Warning::Undetermined => "undetermined",
            Warning::UnlikeWeights => "unlike weights",
            Warning::OneTraining => "one training",
        }
    }

    /// What it means, in a sentence.
    pub fn meaning(self) -> &'static str {
        match self {
            Warning::NeverSeen => "the sides never differ in the piece",
            Warning::FewPairs => "the sides differ in the piece in too few pairs of games",
            Warning::Undetermined => {
                "the piece nearly always goes with another one or with one result"
            }
            Warning::UnlikeWeights => {
                "players with unlike weights know their games unequally well, so that the difference may \
                 be theirs and not that of the rules"
            }
            Warning::OneTraining => {
                "one network says it: there is no interval, as trainings differ by more than the error of sampling \
                 positions"
            }
        }
    }
}

impl Serialize for Warning {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// The unit of values that are counted in a piece, such as `pawns`.
pub fn unit_of(spec: &RuleSpec, piece: PieceType) -> String {
    format!("{}s", spec.piece(piece).name.to_lowercase())
}

/// The unit of values on the scale of the fit.
pub const LOG_ODDS: &str = "log-odds";

/// The unit of how many squares a piece can go to.
pub const TARGETS: &str = "targets";
