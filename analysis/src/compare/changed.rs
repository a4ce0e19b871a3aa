//! The manipulation behind an effect of the rules: the pieces and the powers that its rule sets differ in. Metrics of these
//! say whether a change is used at all: they are manipulation checks (B. C. Perdue and J. O. Summers, *Checking the success of
//! manipulations in marketing experiments*, 1986), told and tested apart from what follows.

use crate::metric::Metric;
use std::collections::BTreeSet;
use tradewind_engine::rules::{PieceType, RuleSpec, new_pieces};

/// The pieces and powers that rule sets differ in.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Changed {
    /// The pieces that move in another way or are not in both, by their text.
    pub pieces: BTreeSet<String>,
    /// The powers that differ, by name.
    pub powers: BTreeSet<&'static str>,
    /// The pieces whose promotion differs, and those that it leads to.
    pub promotions: BTreeSet<String>,
}

impl Changed {
    /// The manipulation behind an effect with these weights of rule sets: what each rule set that it is for differs in from each that it is
    /// against. An interaction changes what any two of them differ in.
    pub(super) fn of(weights: &[f64], rules: &[&RuleSpec], is_interaction: bool) -> Changed {
        let of_sign = |sign: f64| {
            let both = weights.iter().zip(rules);
            both.filter(move |(weight, _)| **weight * sign > 0.0)
                .map(|(_, spec)| *spec)
        };
        let pairs = of_sign(1.0).flat_map(|to| of_sign(-1.0).map(move |from| (from, to)));
        let all = pairs.map(|(from, to)| Changed::between(from, to));
        all.reduce(|one, other| one.with(&other, is_interaction))
            .unwrap_or_default()
    }

    fn between(from: &RuleSpec, to: &RuleSpec) -> Changed {
        let mut changed = Changed::default();
        for (from, to) in [(from, to), (to, from)] {
            let text = |piece: PieceType| to.piece(piece).text.clone();
            changed
                .pieces
                .extend(new_pieces(from, to).into_iter().map(text));
            for piece in &to.pieces {
                let before = from.find(&piece.text).map(|known| from.piece(known));
                let known = before.iter().flat_map(|known| &known.powers);
                let known: Vec<String> = known.map(|power| from.power_text(power)).collect();
                let powers = piece.powers.iter();
                let new = powers.filter(|power| !known.contains(&to.power_text(power)));
                changed.powers.extend(new.map(|power| power.kind().name()));
                let before = before.and_then(|known| known.promotion.as_ref());
                let before = before.map(|rule| from.promotion_text(rule));
                if let Some(rule) = &piece.promotion
                    && Some(to.promotion_text(rule)) != before
                {
                    changed.promotions.insert(piece.text.clone());
                    let becomes = rule.to.iter().map(|choice| text(choice.to));
                    changed.promotions.extend(becomes);
                }
            }
        }
        changed
    }

    /// The union of both.
    fn with(&self, other: &Changed, in_either: bool) -> Changed {
        fn joined<T: Ord + Clone>(
            one: &BTreeSet<T>,
            other: &BTreeSet<T>,
            in_either: bool,
        ) -> BTreeSet<T> {
            if in_either { one | other } else { one & other }
        }
        Changed {
            pieces: joined(&self.pieces, &other.pieces, in_either),
            powers: joined(&self.powers, &other.powers, in_either),
            promotions: joined(&self.promotions, &other.promotions, in_either),
        }
    }

    /// Whether a metric counts what is changed, and not what follows from it.
    pub fn is_counted_by(&self, metric: &Metric) -> bool {
        match metric {
            Metric::Use(name) => self.powers.contains(name),
            Metric::UseBy(name, text) => self.powers.contains(name) || self.pieces.contains(text),
            Metric::CapturesBy(text) | Metric::LossesOf(text) => self.pieces.contains(text),
            Metric::PromotionsOf(text) | Metric::Appears(text) | Metric::FirstWith(text) => {
                self.promotions.contains(text) || self.pieces.contains(text)
            }
            Metric::Promotions | Metric::FirstPromotion | Metric::DeclinedPromotions => {
                !self.promotions.is_empty()
            }
            Metric::SwapsWithFriends => self.powers.contains("swap"),
            Metric::Within(metric, _) => self.is_counted_by(metric),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tradewind_engine::rules::load;

    #[test]
    fn an_effect_changes_what_all_of_its_rule_sets_differ_in() {
        let [older, newer] =
            ["scirocco-2001", "scirocco-2009"].map(|id| load(id, &[]).expect("rules"));
        let changed = Changed::of(&[-1.0, 1.0], &[&older, &newer], false);
        for text in ["De", "Ha"] {
            assert!(changed.pieces.contains(text), "{changed:?}");
        }
        assert!(changed.is_counted_by(&Metric::Use("relay")));
        assert!(changed.is_counted_by(&Metric::CapturesBy("Ha".to_string())));
        for follows in [
            Metric::Length,
            Metric::Use("hop"),
            Metric::CapturesBy("N".to_string()),
        ] {
            assert!(!changed.is_counted_by(&follows), "{follows:?}");
        }
        // A rule set on both sides leaves nothing that all of them differ in; an interaction has all.
        let specs = [&older, &newer, &older];
        let weights = [-0.5, 1.0, -0.5];
        assert_eq!(Changed::of(&weights, &specs, false), changed);
        let specs = [&older, &newer, &newer];
        assert_eq!(Changed::of(&weights, &specs, false), Changed::default());
        assert_eq!(Changed::of(&weights, &specs, true), changed);
    }
}
