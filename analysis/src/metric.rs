//! The metrics of games: one number per game, whose mean over games has an interval with the pair as
//! the unit. `docs/reference/metrics.md` has their formulas and sources.
//!
//! # To add a metric
//!
//! - A variant of [`Metric`], its key, name and unit in `describe`, and its number in [`Metric::of`]:
//!   the compiler asks for these.
//! - Its entry in [`Metric::all`]. A metric that is not listed there is never computed. If it needs
//!   only outcomes, list it in `of_outcomes` instead.
//! - Where the default is wrong: [`Metric::is_of_leads`] (`false`), [`Metric::family`]
//!   (`Family::Game`), `Changed::is_counted_by` in `compare/design.rs` (`false`), and `directions` in
//!   `report/src/comparison/words.rs` ("more", "fewer").
//! - A new feature of games: a field of `GameFeatures` in `dataset/features.rs`, which is set in
//!   `FeatureObserver`.
//! - A line in `docs/reference/metrics.md`, and a known answer in
//!   `analysis/tests/known_answers/comparison.rs`.
//!
//! Holm's correction covers all metrics of a family. A new metric changes the p-values of the others,
//! so `data/reference/` and `docs/results/` must be computed again.

use crate::dataset::{EARLY_PLIES, GameFeatures, GameOutcome, TENTHS};
use crate::leads::Leads;
use std::collections::BTreeSet;
use tradewind_engine::rules::RuleSpec;
use tradewind_selfplay::record::Termination;

/// A game as a metric sees it.
#[derive(Clone, Copy, Debug)]
pub struct GameSample<'c> {
    /// Its outcome.
    pub outcome: &'c GameOutcome,
    /// Its features, if it was replayed.
    pub features: Option<&'c GameFeatures>,
    /// Whether the first player is the weaker one.
    pub is_turned: bool,
    /// Its leads, if evaluations were recorded.
    pub leads: Option<&'c Leads>,
    /// The share of it that was played after it was decided.
    pub decided: Option<f64>,
    /// The rule set.
    pub spec: &'c RuleSpec,
}

impl<'c> GameSample<'c> {
    /// A game of which only the outcome is known.
    pub fn new(outcome: &'c GameOutcome, spec: &'c RuleSpec) -> GameSample<'c> {
        GameSample {
            outcome,
            features: None,
            is_turned: false,
            leads: None,
            decided: None,
            spec,
        }
    }
}

/// The family of tests that are corrected together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// Metrics of the game as a whole.
    Game,
    /// Metrics of single piece types.
    Pieces,
}

/// A metric.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Metric {
    /// White's score in finished games.
    FirstPlayer,
    /// Games with a winner.
    Decisive,
    /// Drawn games.
    Draws,
    /// Games stopped at the ply cap.
    Unfinished,
    /// Length in plies.
    Length,
    /// Games with this termination.
    Ending(Termination),
    /// Legal moves per position.
    Branching,
    /// Share of the squares that were ever occupied.
    Coverage,
    /// Captured pieces.
    Captures,
    /// Captured pieces per hundred plies.
    CaptureRate,
    /// Captured pieces in the first plies.
    EarlyCaptures,
    /// Moves that capture several pieces.
    MultipleCaptures,
    /// Promotions.
    Promotions,
    /// Ply of the first promotion.
    FirstPromotion,
    /// Moves that could promote and did not.
    DeclinedPromotions,
    /// Share of the swaps that are with a friendly piece.
    SwapsWithFriends,
    /// Pieces left after half of the plies.
    LeftAtHalf,
    /// Pieces left at the end.
    LeftAtEnd,
    /// The score of the side with more pieces after half of the plies.
    AheadAtHalf,
    /// Changes of the side in the lead.
    LeadChanges,
    /// Mean change of the lead from one ply to the next.
    Swing,
    /// The winner's deficits.
    Drama,
    /// The loser's largest lead.
    Threshold,
    /// Share of the game that was played after it was decided.
    Decided,
    /// Games won by the side that was behind after two thirds.
    Comebacks,
    /// The stronger player's score.
    SkillGap,
    /// Uses of a power.
    Use(&'static str),
    /// Uses of a power by a piece type, or with its help.
    UseBy(&'static str, String),
    /// Captures by a piece type.
    CapturesBy(String),
    /// Captured pieces of a type.
    LossesOf(String),
    /// Promotions of a piece type.
    PromotionsOf(String),
    /// Games with a promotion to a piece type.
    Appears(String),
    /// The score of the first side that promotes to a piece type.
    FirstWith(String),
    /// Games in which another metric lies within bounds.
    Within(Box<Metric>, Bounds),
}

/// A range of numbers, unbounded on a side that is `None`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// Smallest number.
    pub from: Option<i64>,
    /// Largest number.
    pub to: Option<i64>,
}

impl Metric {
    /// The metrics that need only the outcomes of games.
    pub(crate) fn of_outcomes<'o>(games: impl Iterator<Item = &'o GameOutcome>) -> Vec<Metric> {
        let ends: BTreeSet<&'static str> = games
            .filter(|game| game.end != Termination::Unfinished)
            .map(|game| game.end.text())
            .collect();
        let mut all = vec![
            Metric::FirstPlayer,
            Metric::Decisive,
            Metric::Draws,
            Metric::Unfinished,
            Metric::Length,
        ];
        all.extend(
            Termination::all()
                .filter(|end| ends.contains(end.text()))
                .map(Metric::Ending),
        );
        all
    }

    /// All metrics: first those of games as wholes, then those of pieces. Terminations, powers, pieces
    /// and promotions are those that occur in the outcomes, and in the features of games of some rule
    /// sets.
    pub fn all<'c>(
        outcomes: impl Iterator<Item = &'c GameOutcome>,
        played: impl Iterator<Item = (&'c RuleSpec, &'c [GameFeatures])>,
    ) -> Vec<Metric> {
        let mut all = Metric::of_outcomes(outcomes);
        let mut uses: BTreeSet<&'static str> = BTreeSet::new();
        let mut uses_by: BTreeSet<(&'static str, String)> = BTreeSet::new();
        let mut pieces: Vec<String> = Vec::new();
        let mut promoted: Vec<String> = Vec::new();
        for (spec, games) in played {
            for &(name, by) in games.iter().flat_map(|game| game.uses.keys()) {
                uses.insert(name);
                if let Some(piece) = spec.pieces.get(by) {
                    uses_by.insert((name, piece.text.clone()));
                }
            }
            for text in spec.pieces.iter().map(|piece| &piece.text) {
                if !pieces.contains(text) {
                    pieces.push(text.clone());
                }
            }
            let rules = spec
                .pieces
                .iter()
                .filter_map(|piece| piece.promotion.as_ref());
            for choice in rules.flat_map(|rule| &rule.to) {
                let text = &spec.piece(choice.to).text;
                if !promoted.contains(text) {
                    promoted.push(text.clone());
                }
            }
        }
        all.extend([
            Metric::Branching,
            Metric::Coverage,
            Metric::Captures,
            Metric::CaptureRate,
            Metric::EarlyCaptures,
            Metric::MultipleCaptures,
            Metric::Promotions,
            Metric::FirstPromotion,
            Metric::DeclinedPromotions,
            Metric::SwapsWithFriends,
            Metric::LeftAtHalf,
            Metric::LeftAtEnd,
            Metric::AheadAtHalf,
        ]);
        all.extend(uses.into_iter().map(Metric::Use));
        all.extend([
            Metric::LeadChanges,
            Metric::Swing,
            Metric::Drama,
            Metric::Threshold,
            Metric::Decided,
            Metric::Comebacks,
            Metric::SkillGap,
        ]);
        all.extend(
            uses_by
                .into_iter()
                .map(|(name, by)| Metric::UseBy(name, by)),
        );
        for text in pieces {
            all.extend([
                Metric::CapturesBy(text.clone()),
                Metric::LossesOf(text.clone()),
                Metric::PromotionsOf(text),
            ]);
        }
        for text in promoted {
            all.extend([Metric::Appears(text.clone()), Metric::FirstWith(text)]);
        }
        all
    }

    /// The key in files (without spaces), the name for readers, and the unit.
    fn describe(&self) -> (String, String, Unit) {
        use Unit::{Lead, PerGame, PerHundredPlies, PerPosition, Percent, Plies};
        let fixed = |key: &str, name: &str, unit| (key.to_string(), name.to_string(), unit);
        match self {
            Metric::FirstPlayer => fixed("first_player_score", "first player's score", Percent),
            Metric::Decisive => fixed("decisive", "decisive games", Percent),
            Metric::Draws => fixed("draws", "draws", Percent),
            Metric::Unfinished => fixed("unfinished", "unfinished games", Percent),
            Metric::Length => fixed("length", "length", Plies),
            Metric::Ending(end) => {
                let text = end.text();
                let key = format!("ending:{}", text.replace(' ', "_"));
                (key, format!("ended: {text}"), Percent)
            }
            Metric::Branching => fixed("branching_factor", "branching factor", PerPosition),
            Metric::Coverage => fixed("board_coverage", "board coverage", Percent),
            Metric::Captures => fixed("captures", "captures", PerGame),
            Metric::CaptureRate => fixed("capture_rate", "capture rate", PerHundredPlies),
            Metric::EarlyCaptures => {
                let name = format!("captures in the first {EARLY_PLIES} plies");
                ("early_captures".to_string(), name, PerGame)
            }
            Metric::MultipleCaptures => {
                fixed("multiple_captures", "captures of several at once", PerGame)
            }
            Metric::Promotions => fixed("promotions", "promotions", PerGame),
            Metric::FirstPromotion => fixed("first_promotion", "first promotion", Plies),
            Metric::DeclinedPromotions => {
                fixed("declined_promotions", "declined promotions", PerGame)
            }
            Metric::SwapsWithFriends => fixed("swaps_with_friends", "swaps with friends", Percent),
            Metric::LeftAtHalf => fixed("left_at_half", "pieces left at half time", Percent),
            Metric::LeftAtEnd => fixed("left_at_end", "pieces left at the end", Percent),
            Metric::AheadAtHalf => {
                let name = "score of the side with more pieces at half time";
                fixed("ahead_at_half", name, Percent)
            }
            Metric::LeadChanges => fixed("lead_changes", "lead changes", PerGame),
            Metric::Swing => fixed("swing", "swing from ply to ply", Lead),
            Metric::Drama => fixed("drama", "drama", Lead),
            Metric::Threshold => fixed("decisiveness_threshold", "decisiveness threshold", Lead),
            Metric::Decided => fixed("decisiveness_moves", "played after the decision", Percent),
            Metric::Comebacks => fixed("comebacks", "comebacks", Percent),
            Metric::SkillGap => fixed("skill_gap", "skill gap", Percent),
            Metric::Use(power) => {
                let key = format!("use:{}", power.replace(' ', "_"));
                (key, format!("uses of {power}"), PerGame)
            }
            Metric::UseBy(power, by) => {
                let key = format!("use:{}:{by}", power.replace(' ', "_"));
                (key, format!("{power}, {by}"), PerGame)
            }
            Metric::CapturesBy(text) => {
                let key = format!("captures_by:{text}");
                (key, format!("captures by {text}"), PerGame)
            }
            Metric::LossesOf(text) => {
                let key = format!("losses_of:{text}");
                (key, format!("losses of {text}"), PerGame)
            }
            Metric::PromotionsOf(text) => {
                let key = format!("promotions_of:{text}");
                (key, format!("promotions of {text}"), PerGame)
            }
            Metric::Appears(text) => {
                let name = format!("games with a promotion to {text}");
                (format!("appears:{text}"), name, Percent)
            }
            Metric::FirstWith(text) => {
                let name = format!("score of the first to promote to {text}");
                (format!("first_with:{text}"), name, Percent)
            }
            Metric::Within(metric, Bounds { from, to }) => {
                let (key, name, _) = metric.describe();
                let end = |bound: &Option<i64>| bound.map_or(String::new(), |one| one.to_string());
                let key = format!("{key}:{}..{}", end(from), end(to));
                let name = match (from, to) {
                    (Some(from), Some(to)) => format!("games with {name} from {from} to {to}"),
                    (Some(from), None) => format!("games with {name} of {from} or more"),
                    (None, Some(to)) => format!("games with {name} of {to} or less"),
                    (None, None) => format!("games with {name}"),
                };
                (key, name, Percent)
            }
        }
    }

    /// The key in files, without spaces.
    pub fn key(&self) -> String {
        self.describe().0
    }

    /// The name for readers.
    pub fn name(&self) -> String {
        self.describe().1
    }

    /// The unit.
    pub fn unit(&self) -> Unit {
        self.describe().2
    }

    /// Whether its numbers lie between 0 and 1.
    pub fn is_share(&self) -> bool {
        self.unit() == Unit::Percent
    }

    /// Whether it depends on the calibration of evaluations.
    pub fn is_of_leads(&self) -> bool {
        match self {
            Metric::Within(metric, _) => metric.is_of_leads(),
            Metric::LeadChanges
            | Metric::Swing
            | Metric::Drama
            | Metric::Threshold
            | Metric::Decided
            | Metric::Comebacks => true,
            _ => false,
        }
    }

    /// The metric with a key, among those that exist for all games.
    pub(crate) fn with_key(key: &str) -> Option<Metric> {
        let mut all = Metric::all(std::iter::empty(), std::iter::empty()).into_iter();
        all.find(|metric| metric.key() == key)
    }

    /// The same, if its numbers are counts, which can lie within bounds.
    pub(crate) fn counted(key: &str) -> Option<Metric> {
        Metric::with_key(key).filter(|metric| matches!(metric.unit(), Unit::Plies | Unit::PerGame))
    }

    /// The family of tests that it is corrected with.
    pub fn family(&self) -> Family {
        match self {
            Metric::UseBy(..)
            | Metric::CapturesBy(_)
            | Metric::LossesOf(_)
            | Metric::PromotionsOf(_)
            | Metric::Appears(_)
            | Metric::FirstWith(_) => Family::Pieces,
            _ => Family::Game,
        }
    }

    /// The number of a game; `None` for games without one.
    pub fn of(&self, sample: GameSample<'_>) -> Option<f64> {
        let (game, features) = (sample.outcome, sample.features);
        let truth = |holds: bool| Some(f64::from(u8::from(holds)));
        let sum = |counts: &[u16]| counts.iter().map(|&count| f64::from(count)).sum::<f64>();
        let of_piece = |counts: fn(&GameFeatures) -> &[u16], text: &str| {
            let piece = sample.spec.find(text)?;
            Some(f64::from(counts(features?)[piece.index()]))
        };
        let leads = sample.leads;
        match self {
            Metric::FirstPlayer => game.score(),
            Metric::Decisive => truth(matches!(game.score(), Some(score) if score != 0.5)),
            Metric::Draws => truth(game.score() == Some(0.5)),
            Metric::Unfinished => truth(game.score().is_none()),
            Metric::Length => Some(f64::from(game.plies)),
            Metric::Ending(end) => truth(game.end == *end),
            Metric::Branching => Some(features?.branching).filter(|number| *number > 0.0),
            Metric::Coverage => Some(features?.coverage),
            Metric::Captures => Some(sum(&features?.losses)),
            Metric::CaptureRate => {
                let taken = sum(&features?.losses);
                (game.plies > 0).then(|| taken / f64::from(game.plies))
            }
            Metric::EarlyCaptures => Some(f64::from(features?.early_captures)),
            Metric::MultipleCaptures => Some(f64::from(features?.multiple)),
            Metric::Promotions => Some(sum(&features?.promotions)),
            Metric::FirstPromotion => features?.first_promotion.map(f64::from),
            Metric::DeclinedPromotions => Some(f64::from(features?.declined)),
            Metric::SwapsWithFriends => {
                let [friends, enemies] = features?.swaps.map(f64::from);
                (friends + enemies > 0.0).then(|| friends / (friends + enemies))
            }
            Metric::LeftAtHalf => Some(features?.left[TENTHS / 2]),
            Metric::LeftAtEnd => Some(features?.left[TENTHS - 1]),
            Metric::AheadAtHalf => game.score_of(features?.ahead_at_half?),
            Metric::LeadChanges => Some(leads?.changes),
            Metric::Swing => Some(leads?.swing),
            Metric::Drama => leads?.drama,
            Metric::Threshold => leads?.threshold,
            Metric::Decided => sample.decided,
            Metric::Comebacks => leads?.comeback,
            // An unfinished game is drawn here, as in matches.
            Metric::SkillGap => {
                let score = game.first_score().unwrap_or(0.5);
                Some(if sample.is_turned { 1.0 - score } else { score })
            }
            Metric::Use(name) => {
                let uses = features?.uses.iter().filter(|((used, _), _)| used == name);
                Some(uses.map(|(_, &count)| f64::from(count)).sum())
            }
            Metric::UseBy(name, text) => {
                let piece = sample.spec.find(text)?;
                let count = features?.uses.get(&(*name, piece.index()));
                Some(count.map_or(0.0, |&count| f64::from(count)))
            }
            Metric::CapturesBy(text) => of_piece(|game| &game.captures, text),
            Metric::LossesOf(text) => of_piece(|game| &game.losses, text),
            Metric::PromotionsOf(text) => of_piece(|game| &game.promotions, text),
            Metric::Appears(text) => {
                let piece = sample.spec.find(text)?;
                truth(features?.first_with[piece.index()].is_some())
            }
            Metric::Within(metric, Bounds { from, to }) => {
                let number = metric.of(sample)?;
                let is_above = from.is_none_or(|from| number >= from as f64);
                truth(is_above && to.is_none_or(|to| number <= to as f64))
            }
            Metric::FirstWith(text) => {
                let piece = sample.spec.find(text)?;
                game.score_of(features?.first_with[piece.index()]?)
            }
        }
    }
}
/// The unit of a metric's mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// A share of games or of a whole, in percent.
    Percent,
    /// Plies.
    Plies,
    /// A count per game.
    PerGame,
    /// A count per hundred plies.
    PerHundredPlies,
    /// A count per position.
    PerPosition,
    /// A lead, from 0 to 1.
    Lead,
}

impl Unit {
    /// The text behind a number.
    pub fn text(self) -> &'static str {
        match self {
            Unit::Percent => "%",
            Unit::Plies => "plies",
            Unit::PerGame => "a game",
            Unit::PerHundredPlies => "in 100 plies",
            Unit::PerPosition => "a position",
            Unit::Lead => "of a full lead",
        }
    }

    /// The unit of a difference.
    pub fn of_difference(self) -> &'static str {
        match self {
            Unit::Percent => "points",
            other => other.text(),
        }
    }

    /// The factor from the mean to this unit.
    pub fn factor(self) -> f64 {
        match self {
            Unit::Percent | Unit::PerHundredPlies => 100.0,
            _ => 1.0,
        }
    }
}
