//! The metrics by which games are compared: a number for each game, of which the mean is taken over
//! games, with the game pair as the unit of its interval. `docs/metrics.md` has their formulas and
//! where they come from.

mod unit;

pub use unit::Unit;

use crate::dataset::{GameFeatures, GameOutcome};
use crate::leads::Leads;
use std::collections::BTreeSet;
use tradewind_engine::rules::RuleSpec;
use tradewind_selfplay::record::Termination;

/// A game and what is known about it.
#[derive(Clone, Copy, Debug)]
pub struct GameSample<'c> {
    /// How it ended.
    pub outcome: &'c GameOutcome,
    /// What happened in it, where it was replayed.
    pub features: Option<&'c GameFeatures>,
    /// Whether the first player is the weaker one.
    pub is_turned: bool,
    /// Its leads, where evaluations were recorded.
    pub leads: Option<&'c Leads>,
    /// The share of it that was played when it was decided.
    pub decided: Option<f64>,
    /// The rule set, whose piece types the game counts by.
    pub spec: &'c RuleSpec,
}

/// Which tests a metric is corrected with.
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
    /// Games that somebody won.
    Decisive,
    /// Drawn games.
    Draws,
    /// Games stopped at the ply cap.
    Unfinished,
    /// Plies.
    Length,
    /// Games that end so.
    Ending(Termination),
    /// Legal moves in a position.
    Branching,
    /// Squares on which something ever stood.
    Coverage,
    /// Captured pieces.
    Captures,
    /// Captured pieces in a hundred plies.
    CaptureRate,
    /// Captured pieces at the beginning.
    EarlyCaptures,
    /// Moves that capture several pieces.
    MultipleCaptures,
    /// Promotions.
    Promotions,
    /// The ply of the first promotion.
    FirstPromotion,
    /// Moves that could promote and did not.
    DeclinedPromotions,
    /// Swaps that are with a friend, of all.
    SwapsWithFriends,
    /// Pieces left when half of the plies are played.
    LeftAtHalf,
    /// Pieces left at the end.
    LeftAtEnd,
    /// The score of the side that has more pieces when half of the plies are played.
    AheadAtHalf,
    /// How often the lead changes sides.
    LeadChanges,
    /// How far the lead moves from one ply to the next.
    Swing,
    /// How far the winner was behind.
    Drama,
    /// How far ahead the loser was.
    Threshold,
    /// How much of the game was played after it was decided.
    Decided,
    /// Games that the side won that was behind after two thirds.
    Comebacks,
    /// The stronger player's score.
    SkillGap,
    /// Uses of a power.
    Use(&'static str),
    /// Uses of a power by a piece type, or by its help.
    UseBy(&'static str, String),
    /// Captures by a piece type.
    CapturesBy(String),
    /// Captured pieces of a type.
    LossesOf(String),
    /// Promotions of a piece type.
    PromotionsOf(String),
    /// Games in which something promoted to a piece type.
    Appears(String),
    /// The score of the side that was the first to promote to a piece type.
    FirstWith(String),
    /// Games in which another metric lies within bounds.
    Within(Box<Metric>, Bounds),
}

/// The smallest and the largest number that count; any where there is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// The smallest.
    pub from: Option<i64>,
    /// The largest.
    pub to: Option<i64>,
}

impl Metric {
    /// The metrics that need nothing but how games ended.
    pub fn of_outcomes<'o>(games: impl Iterator<Item = &'o GameOutcome>) -> Vec<Metric> {
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

    /// The metrics of all games as wholes, then those of their pieces; those among them that depend on
    /// what happens for everything that happens in some game: by how games ended, and by what happened in those of some
    /// rule sets.
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

    /// A short name without spaces, for files.
    pub fn key(&self) -> String {
        match self {
            Metric::FirstPlayer => "first_player_score".to_string(),
            Metric::Decisive => "decisive".to_string(),
            Metric::Draws => "draws".to_string(),
            Metric::Unfinished => "unfinished".to_string(),
            Metric::Length => "length".to_string(),
            Metric::Ending(end) => format!("ending:{}", end.text().replace(' ', "_")),
            Metric::Branching => "branching_factor".to_string(),
            Metric::Coverage => "board_coverage".to_string(),
            Metric::Captures => "captures".to_string(),
            Metric::CaptureRate => "capture_rate".to_string(),
            Metric::EarlyCaptures => "early_captures".to_string(),
            Metric::MultipleCaptures => "multiple_captures".to_string(),
            Metric::Promotions => "promotions".to_string(),
            Metric::FirstPromotion => "first_promotion".to_string(),
            Metric::DeclinedPromotions => "declined_promotions".to_string(),
            Metric::SwapsWithFriends => "swaps_with_friends".to_string(),
            Metric::LeftAtHalf => "left_at_half".to_string(),
            Metric::LeftAtEnd => "left_at_end".to_string(),
            Metric::AheadAtHalf => "ahead_at_half".to_string(),
            Metric::LeadChanges => "lead_changes".to_string(),
            Metric::Swing => "swing".to_string(),
            Metric::Drama => "drama".to_string(),
            Metric::Threshold => "decisiveness_threshold".to_string(),
            Metric::Decided => "decisiveness_moves".to_string(),
            Metric::Comebacks => "comebacks".to_string(),
            Metric::SkillGap => "skill_gap".to_string(),
            Metric::Use(name) => format!("use:{}", name.replace(' ', "_")),
            Metric::UseBy(name, by) => format!("use:{}:{by}", name.replace(' ', "_")),
            Metric::CapturesBy(text) => format!("captures_by:{text}"),
            Metric::LossesOf(text) => format!("losses_of:{text}"),
            Metric::PromotionsOf(text) => format!("promotions_of:{text}"),
            Metric::Appears(text) => format!("appears:{text}"),
            Metric::FirstWith(text) => format!("first_with:{text}"),
            Metric::Within(metric, Bounds { from, to }) => {
                let end = |bound: &Option<i64>| bound.map_or(String::new(), |one| one.to_string());
                format!("{}:{}..{}", metric.key(), end(from), end(to))
            }
        }
    }

    /// What it is called for readers.
    pub fn name(&self) -> String {
        match self {
            Metric::FirstPlayer => "first player's score".to_string(),
            Metric::Decisive => "decisive games".to_string(),
            Metric::Draws => "draws".to_string(),
            Metric::Unfinished => "unfinished games".to_string(),
            Metric::Length => "length".to_string(),
            Metric::Ending(end) => format!("ended: {}", end.text()),
            Metric::Branching => "branching factor".to_string(),
            Metric::Coverage => "board coverage".to_string(),
            Metric::Captures => "captures".to_string(),
            Metric::CaptureRate => "capture rate".to_string(),
            Metric::EarlyCaptures => {
                format!(
                    "captures in the first {} plies",
                    crate::dataset::EARLY_PLIES
                )
            }
            Metric::MultipleCaptures => "captures of several at once".to_string(),
            Metric::Promotions => "promotions".to_string(),
            Metric::FirstPromotion => "first promotion".to_string(),
            Metric::DeclinedPromotions => "declined promotions".to_string(),
            Metric::SwapsWithFriends => "swaps with friends".to_string(),
            Metric::LeftAtHalf => "pieces left at half time".to_string(),
            Metric::LeftAtEnd => "pieces left at the end".to_string(),
            Metric::AheadAtHalf => "score of the side with more pieces at half time".to_string(),
            Metric::LeadChanges => "lead changes".to_string(),
            Metric::Swing => "swing from ply to ply".to_string(),
            Metric::Drama => "drama".to_string(),
            Metric::Threshold => "decisiveness threshold".to_string(),
            Metric::Decided => "played after the decision".to_string(),
            Metric::Comebacks => "comebacks".to_string(),
            Metric::SkillGap => "skill gap".to_string(),
            Metric::Use(name) => format!("uses of {name}"),
            Metric::UseBy(name, by) => format!("{name}, {by}"),
            Metric::CapturesBy(text) => format!("captures by {text}"),
            Metric::LossesOf(text) => format!("losses of {text}"),
            Metric::PromotionsOf(text) => format!("promotions of {text}"),
            Metric::Appears(text) => format!("games with a promotion to {text}"),
            Metric::FirstWith(text) => format!("score of the first to promote to {text}"),
            Metric::Within(metric, bounds) => {
                let name = metric.name();
                match (bounds.from, bounds.to) {
                    (Some(from), Some(to)) => format!("games with {name} from {from} to {to}"),
                    (Some(from), None) => format!("games with {name} of {from} or more"),
                    (None, Some(to)) => format!("games with {name} of {to} or less"),
                    (None, None) => format!("games with {name}"),
                }
            }
        }
    }

    /// Its unit.
    pub fn unit(&self) -> Unit {
        match self {
            Metric::FirstPlayer
            | Metric::Decisive
            | Metric::Draws
            | Metric::Unfinished
            | Metric::Ending(_)
            | Metric::Coverage
            | Metric::SwapsWithFriends
            | Metric::LeftAtHalf
            | Metric::LeftAtEnd
            | Metric::AheadAtHalf
            | Metric::Decided
            | Metric::Comebacks
            | Metric::SkillGap
            | Metric::Appears(_)
            | Metric::FirstWith(_)
            | Metric::Within(..) => Unit::Percent,
            Metric::Length | Metric::FirstPromotion => Unit::Plies,
            Metric::CaptureRate => Unit::PerHundredPlies,
            Metric::Branching => Unit::PerPosition,
            Metric::Swing | Metric::Drama | Metric::Threshold => Unit::Lead,
            Metric::Captures
            | Metric::EarlyCaptures
            | Metric::MultipleCaptures
            | Metric::Promotions
            | Metric::DeclinedPromotions
            | Metric::LeadChanges
            | Metric::Use(_)
            | Metric::UseBy(..)
            | Metric::CapturesBy(_)
            | Metric::LossesOf(_)
            | Metric::PromotionsOf(_) => Unit::PerGame,
        }
    }

    /// Whether its numbers lie between 0 and 1, so that its mean is a share.
    pub fn is_share(&self) -> bool {
        self.unit() == Unit::Percent
    }

    /// Whether it depends on what evaluations are worth.
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

    /// The metric with a key, of those that are the same for all games.
    pub fn with_key(key: &str) -> Option<Metric> {
        let mut all = Metric::all(std::iter::empty(), std::iter::empty()).into_iter();
        all.find(|metric| metric.key() == key)
    }

    /// The same if its numbers are counted, and so can lie within bounds.
    pub fn counted(key: &str) -> Option<Metric> {
        Metric::with_key(key).filter(|metric| matches!(metric.unit(), Unit::Plies | Unit::PerGame))
    }

    /// Which tests it is corrected with.
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

    /// Its number for a game; `None` for games that it says nothing about.
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
            Metric::LeftAtHalf => Some(features?.left[crate::dataset::TENTHS / 2]),
            Metric::LeftAtEnd => Some(features?.left[crate::dataset::TENTHS - 1]),
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
