//! Differences in words that say no more than their intervals allow.

use crate::format::{decimals, fixed};
use tradewind_analysis::compare::{Comparison, Difference, Family, LEVEL, Measurement, Metric};
use tradewind_stats::estimate::Estimate;

/// What an effect of the rules does to the game as a whole, a line for each metric.
pub fn in_words(comparison: &Comparison, effect: usize) -> Vec<String> {
    let differences = comparison
        .differences
        .of(effect, Family::Game, &comparison.measurements);
    differences
        .map(|difference| sentence(comparison, difference))
        .collect()
}

/// A difference in words.
pub fn sentence(comparison: &Comparison, difference: &Difference) -> String {
    let Measurement { metric, .. } = &comparison.measurements[difference.metric];
    let by_player = comparison.differences.effects[difference.effect].order > 1;
    words(metric, difference, by_player)
}

/// What is said when a metric rises, and when it falls.
fn directions(metric: &Metric) -> [&'static str; 2] {
    match metric {
        Metric::Length => ["longer", "shorter"],
        Metric::FirstPromotion => ["later", "earlier"],
        Metric::FirstPlayer
        | Metric::Coverage
        | Metric::Drama
        | Metric::Threshold
        | Metric::Swing
        | Metric::SkillGap
        | Metric::Branching
        | Metric::CaptureRate => ["higher", "lower"],
        _ => ["more", "fewer"],
    }
}

/// A difference in words; an interaction tells by how much more or less a change does.
fn words(metric: &Metric, difference: &Difference, is_interaction: bool) -> String {
    let [up, down] = match is_interaction {
        true => ["higher", "lower"],
        false => directions(metric),
    };
    let Estimate { value, low, high } = difference.estimate;
    let digits = decimals((high - low) / 2.0);
    let unit = metric.unit().of_difference();
    let number = |number: f64| fixed(number.abs(), digits);
    let name = match is_interaction {
        true => format!("difference in {}", metric.name()),
        false => metric.name(),
    };
    if low <= 0.0 && high >= 0.0 {
        let (fall, rise) = (number(low), number(high));
        let seen = match is_interaction {
            true => "no interaction seen",
            false => "no difference seen",
        };
        return format!("{name}: {seen}; at most {fall} {unit} {down}, or {rise} {up}");
    }
    let (way, ends) = match value > 0.0 {
        true => (up, [low, high]),
        false => (down, [high, low]),
    };
    let [least, most] = ends.map(number);
    let size = format!("{} [{least}, {most}] {unit}", number(value));
    match difference.corrected < LEVEL {
        true => format!("{name}: {size} {way}"),
        false => format!(
            "{name}: perhaps {way}, by {size}; among so many comparisons chance alone does as much"
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn difference(value: f64, half: f64, corrected: f64) -> Difference {
        let estimate = Estimate {
            value,
            low: value - half,
            high: value + half,
        };
        Difference {
            metric: 0,
            effect: 0,
            estimate,
            size: estimate,
            chance: corrected,
            corrected,
        }
    }

    #[test]
    fn words_say_no_more_than_intervals() {
        let say = |metric: &Metric, one: Difference| words(metric, &one, false);
        assert_eq!(
            say(&Metric::Length, difference(12.34, 4.2, 0.001)),
            "length: 12.3 [8.1, 16.5] plies longer"
        );
        assert_eq!(
            say(&Metric::Draws, difference(-3.1, 1.04, 0.001)),
            "draws: 3.1 [2.1, 4.1] points fewer"
        );
        assert_eq!(
            say(&Metric::Draws, difference(1.0, 2.0, 0.9)),
            "draws: no difference seen; at most 1.0 points fewer, or 3.0 more"
        );
        let perhaps = say(&Metric::Length, difference(5.0, 4.0, 0.2));
        assert!(
            perhaps.starts_with("length: perhaps longer, by 5.0 [1.0, 9.0] plies; "),
            "{perhaps}"
        );
    }
}
