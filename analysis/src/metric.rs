//! The metrics of games: one number per game, whose mean over games has an interval with the pair as
//! the unit. `docs/reference/metrics.md` has their formulas and sources.
//!
//! # To add a metric
//!
//! - A line in the table of [`Metric`], in the group of those that need the same data, and its number in
//!   [`Metric::of`], which the compiler asks for.
//! - Where the default is wrong: [`Metric::family`] (`Family::Game`), `Changed::is_counted_by` in
//!   `compare/design.rs` (`false`), and `directions` in `report/src/comparison/words.rs` ("more",
//!   "fewer").
//! - A new count of games: a field of `GameCounts` in `selfplay/src/record/counts.rs`, which is set in
//!   `GameCounter`.
//! - A line in `docs/reference/metrics.md`, and a known answer in
//!   `analysis/tests/known_answers/comparison.rs`.
//!
//! Holm's correction covers all metrics of a family. A new metric changes the p-values of the others,
//! so `data/reference/` and `docs/results/` must be computed again.

use crate::dataset::{GameFeatures, GameOutcome};
use crate::leads::Leads;
use std::collections::BTreeSet;
use tradewind_engine::rules::RuleSpec;
use tradewind_selfplay::record::Termination;
use tradewind_selfplay::record::counts::{EARLY_PLIES, GameCounts, TENTHS};

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

/// The metrics: by group those that are listed by their key in files (without spaces), name for readers,
/// unit and, where the name does not tell it, what they are; then those of single terminations, powers and
/// pieces.
macro_rules! metrics {
    ($($group:ident { $($metric:ident $key:literal $name:literal $unit:ident $($is:literal)?,)+ })+) => {
        /// A metric.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub enum Metric {
            $($(#[doc = concat!($name $(, ": ", $is)?, ".")] $metric,)+)+
            /// Games with this termination.
            Ending(Termination),
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

        $(const $group: &[Metric] = &[$(Metric::$metric),+];)+

        impl Metric {
            /// The key in files (without spaces), the name for readers, and the unit.
            fn describe(&self) -> (String, String, Unit) {
                use Unit::{PerGame, Percent};
                let of = |kind: &str, key: &str, name: String, unit| (format!("{kind}:{key}"), name, unit);
                match self {
                    $($(Metric::$metric => ($key.to_string(), $name.to_string(), Unit::$unit),)+)+
                    Metric::Ending(end) => {
                        let text = end.text();
                        of("ending", &text.replace(' ', "_"), format!("ended: {text}"), Percent)
                    }
                    Metric::Use(power) => {
                        of("use", &power.replace(' ', "_"), format!("uses of {power}"), PerGame)
                    }
                    Metric::UseBy(power, by) => {
                        let key = format!("{}:{by}", power.replace(' ', "_"));
                        of("use", &key, format!("{power}, {by}"), PerGame)
                    }
                    Metric::CapturesBy(text) => {
                        of("captures_by", text, format!("captures by {text}"), PerGame)
                    }
                    Metric::LossesOf(text) => {
                        of("losses_of", text, format!("losses of {text}"), PerGame)
                    }
                    Metric::PromotionsOf(text) => {
                        of("promotions_of", text, format!("promotions of {text}"), PerGame)
                    }
                    Metric::Appears(text) => {
                        of("appears", text, format!("games with a promotion to {text}"), Percent)
                    }
                    Metric::FirstWith(text) => {
                        let name = format!("score of the first to promote to {text}");
                        of("first_with", text, name, Percent)
                    }
                    Metric::Within(metric, Bounds { from, to }) => {
                        let (key, name, _) = metric.describe();
                        let end = |bound: &Option<i64>| bound.map_or(String::new(), |one| one.to_string());
                        let name = match (from, to) {
                            (Some(from), Some(to)) => format!("games with {name} from {from} to {to}"),
                            (Some(from), None) => format!("games with {name} of {from} or more"),
                            (None, Some(to)) => format!("games with {name} of {to} or less"),
                            (None, None) => format!("games with {name}"),
                        };
                        of(&key, &format!("{}..{}", end(from), end(to)), name, Percent)
                    }
                }
            }
        }
    };
}

metrics! {
    OF_OUTCOMES {
        FirstPlayer "first_player_score" "first player's score" Percent "White's, in finished games",
        Decisive "decisive" "decisive games" Percent,
        Draws "draws" "draws" Percent,
        Unfinished "unfinished" "unfinished games" Percent "stopped at the ply cap",
        Length "length" "length" Plies,
    }
    OF_FEATURES {
        Branching "branching_factor" "branching factor" PerPosition "legal moves",
        Coverage "board_coverage" "board coverage" Percent "squares that were ever occupied",
        Captures "captures" "captures" PerGame "captured pieces",
        CaptureRate "capture_rate" "capture rate" PerHundredPlies,
        EarlyCaptures "early_captures" "captures in the first 40 plies" PerGame,
        MultipleCaptures "multiple_captures" "captures of several at once" PerGame,
        Promotions "promotions" "promotions" PerGame,
        FirstPromotion "first_promotion" "first promotion" Plies,
        DeclinedPromotions "declined_promotions" "declined promotions" PerGame "moves that could promote",
        SwapsWithFriends "swaps_with_friends" "swaps with friends" Percent "among all swaps",
        LeftAtHalf "left_at_half" "pieces left at half time" Percent,
        LeftAtEnd "left_at_end" "pieces left at the end" Percent,
        AheadAtHalf "ahead_at_half" "score of the side with more pieces at half time" Percent,
    }
    OF_LEADS {
        LeadChanges "lead_changes" "lead changes" PerGame "of the side in the lead",
        Swing "swing" "swing from ply to ply" Lead "mean change of the lead",
        Drama "drama" "drama" Lead "the winner's deficits",
        Threshold "decisiveness_threshold" "decisiveness threshold" Lead "the loser's largest lead",
        Decided "decisiveness_moves" "played after the decision" Percent "of the game",
        Comebacks "comebacks" "comebacks" Percent "wins of the side that was behind after two thirds",
    }
    OF_PAIRINGS {
        SkillGap "skill_gap" "skill gap" Percent "the stronger player's score",
    }
}

const _: () = assert!(EARLY_PLIES == 40, "a metric is named by it");

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
        let mut all = OF_OUTCOMES.to_vec();
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
            for &(name, by) in games.iter().flat_map(|game| game.counts.uses.keys()) {
                uses.insert(name);
                if let Some(piece) = by.and_then(|by| spec.pieces.get(by)) {
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
        all.extend_from_slice(OF_FEATURES);
        all.extend(uses.into_iter().map(Metric::Use));
        all.extend(OF_LEADS.iter().chain(OF_PAIRINGS).cloned());
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
            own => OF_LEADS.contains(own),
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
        let (game, features) = (
            sample.outcome,
            sample.features.map(|features| &features.counts),
        );
        let truth = |holds: bool| Some(f64::from(u8::from(holds)));
        let sum = |counts: &[u16]| counts.iter().map(|&count| f64::from(count)).sum::<f64>();
        let of_piece = |counts: fn(&GameCounts) -> &[u16], text: &str| {
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
            Metric::Branching => {
                let [legal, positions] = features?.choices;
                (legal > 0).then(|| legal as f64 / positions as f64)
            }
            Metric::Coverage => {
                let [visited, all] = features?.visited.map(f64::from);
                Some(visited / all)
            }
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
            Metric::LeftAtHalf => Some(features?.left(TENTHS / 2)),
            Metric::LeftAtEnd => Some(features?.left(TENTHS - 1)),
            Metric::AheadAtHalf => game.score_of(features?.ahead_at_half()?),
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
                let count = features?.uses.get(&(*name, Some(piece.index())));
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
