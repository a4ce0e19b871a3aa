//! The effects of a change of the rules that a player will notice, in plain words.

use crate::comparison::{clear_rows, effect_size};
use crate::format::fixed;
use serde::Serialize;
use tradewind_analysis::compare::{Compared, Comparison};
use tradewind_analysis::metric::Metric;
use tradewind_analysis::outcomes::MEAN;
use tradewind_analysis::row::{Row, RowCondition, Subject};
use tradewind_engine::Ending;
use tradewind_selfplay::record::Termination;
use tradewind_stats::Estimate;

/// Maximum number of notices in the headline.
const IN_HEADLINE: usize = 2;

/// A significant change of the games.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Notice {
    /// The metric's key.
    pub metric: String,
    /// The sentence, with the interval and the means of both rule sets.
    pub text: String,
    /// The difference.
    pub difference: Estimate,
    /// Its unit.
    pub unit: String,
    /// The means before and after.
    pub means: [Option<f64>; 2],
    /// The difference in standard deviations of single games.
    pub effect_size: f64,
    #[serde(skip)]
    phrase: Phrase,
}

/// A clause: who or what, and the change without its size.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Phrase {
    subject: &'static str,
    /// The words behind the size.
    change: &'static str,
    /// Whether every player sees it at once, so that it belongs into the headline.
    leads: bool,
}

/// The words for an increase or a decrease of a metric; `None` for those that players do not notice.
fn phrase(metric: &Metric, is_more: bool) -> Option<Phrase> {
    let (leads, subject, words) = match metric {
        Metric::Length => (true, "games are", ["plies longer", "plies shorter"]),
        Metric::Decisive => (
            true,
            "games are",
            ["points more decisive", "points less decisive"],
        ),
        Metric::FirstPlayer => (
            true,
            "White's first-move advantage is",
            ["points larger", "points smaller"],
        ),
        Metric::Promotions => (
            false,
            "there are",
            ["more promotions a game", "fewer promotions a game"],
        ),
        Metric::FirstPromotion => (
            false,
            "the first promotion comes",
            ["plies later", "plies earlier"],
        ),
        Metric::Ending(Termination::Rules(ending)) => {
            let subject = match ending {
                Ending::Checkmate => "checkmates are",
                Ending::Stalemate => "stalemates are",
                Ending::Repetition => "endings by repetition are",
                Ending::MoveCount => "endings by the move-count rule are",
                Ending::Bared => "endings by a bare royal are",
                Ending::RoyalCaptured => "captures of the royal are",
                Ending::DeadPosition => "dead positions are",
                Ending::GoalReached => "goals that are reached are",
                Ending::Extinct => "endings by extinction are",
                Ending::Connected => "wins by connection are",
                Ending::ChecksGiven => "wins by checks are",
            };
            (false, subject, ["points more frequent", "points rarer"])
        }
        _ => return None,
    };
    Some(Phrase {
        subject,
        change: words[usize::from(!is_more)],
        leads,
    })
}

/// The decimals of a difference, for a reader who wants its size.
fn digits(value: f64) -> usize {
    match value.abs() {
        large if large >= 9.95 => 0,
        middle if middle >= 0.995 => 1,
        _ => 2,
    }
}

/// The significant changes that players notice, the largest effects first.
pub(super) fn notices(comparison: &Comparison, effect: &Compared) -> Vec<Notice> {
    let rows = clear_rows(comparison, effect).into_iter();
    let found = rows.filter_map(|row| notice(comparison, effect, row));
    let mut all: Vec<Notice> = found.collect();
    // Where all decisive games end alike, their number is one change, not two.
    let decisive = Metric::Decisive.key();
    let decisive = all.iter().find(|one| one.metric == decisive);
    if let Some(known) = decisive.map(|one| one.difference.value) {
        all.retain(|one| one.phrase.leads || (one.difference.value - known).abs() > 1e-9);
    }
    all
}

fn notice(comparison: &Comparison, effect: &Compared, row: &Row) -> Option<Notice> {
    let Subject::Metric(metric) = &row.subject else {
        return None;
    };
    let difference = row.estimate()?;
    let phrase = phrase(metric, difference.value > 0.0)?;
    let digits = digits(difference.value);
    // Only the size: the words have the direction.
    let ends = [difference.low.abs(), difference.high.abs()];
    let [near, far] = [ends[0].min(ends[1]), ends[0].max(ends[1])].map(|end| fixed(end, digits));
    let means = means(comparison, row);
    let instead = match means {
        [Some(before), Some(after)] => format!(
            ": {} instead of {}",
            mean_text(after, metric, digits),
            mean_text(before, metric, digits)
        ),
        _ => String::new(),
    };
    let clause = phrase.clause(difference.value);
    Some(Notice {
        metric: metric.key(),
        text: format!("{clause} [{near}, {far}]{instead}"),
        difference,
        unit: row.unit.to_string(),
        means,
        effect_size: effect_size(comparison, effect, row).map_or(0.0, |size| size.value),
        phrase,
    })
}

fn mean_text(mean: f64, metric: &Metric, digits: usize) -> String {
    let unit = if metric.is_share() { " %" } else { "" };
    format!("{}{unit}", fixed(mean, digits))
}

/// The means of the metric of a difference before and after the change.
pub(super) fn means(comparison: &Comparison, difference: &Row) -> [Option<f64>; 2] {
    [0, 1].map(|at| {
        let rules = &comparison.rules.get(at)?.name;
        let mut rows = comparison.rows.iter().filter(|row| {
            row.method == MEAN && row.condition == RowCondition::All && row.rules == *rules
        });
        rows.find(|row| row.subject == difference.subject)?.value
    })
}

impl Phrase {
    /// The change with its size, such as `50 plies shorter`.
    fn sized(&self, value: f64) -> String {
        let size = fixed(value.abs(), digits(value));
        format!("{size} {}", self.change)
    }

    fn clause(&self, value: f64) -> String {
        format!("{} {}", self.subject, self.sized(value))
    }
}

/// The largest changes in a clause; `None` without any.
pub(super) fn headline(notices: &[Notice]) -> Option<String> {
    let (leading, others): (Vec<&Notice>, Vec<&Notice>) =
        notices.iter().partition(|one| one.phrase.leads);
    let mut text = String::new();
    let mut subject = "";
    for one in leading.into_iter().chain(others).take(IN_HEADLINE) {
        let value = one.difference.value;
        let is_same = one.phrase.subject == subject;
        subject = one.phrase.subject;
        match (text.is_empty(), is_same) {
            (true, _) => text = one.phrase.clause(value),
            (_, true) => text += &format!(" and {}", one.phrase.sized(value)),
            (_, false) => text += &format!("; {}", one.phrase.clause(value)),
        }
    }
    (!text.is_empty()).then_some(text)
}
