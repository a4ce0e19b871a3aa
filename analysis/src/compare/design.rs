//! The design of a comparison: factors with their levels, the effects that follow from them, and what
//! each effect changes by itself.

use crate::metric::Metric;
use std::collections::{BTreeMap, BTreeSet};
use tradewind_engine::rules::{PieceType, RuleSpec, new_pieces};

/// The pieces and powers that an effect of the rules changes by itself. Metrics of these are
/// manipulation checks (B. C. Perdue and J. O. Summers, *Checking the success of manipulations in
/// marketing experiments*, 1986): they tell whether a change is used, and are tested separately.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Changed {
    /// The symbols of pieces that move differently or are in only one of the rule sets.
    pub pieces: BTreeSet<String>,
    /// The names of powers that differ.
    pub powers: BTreeSet<&'static str>,
    /// The symbols of pieces whose promotion differs, and of those that they promote to.
    pub promotions: BTreeSet<String>,
}

impl Changed {
    /// The change of an effect with these weights of rule sets: what every rule set with a positive
    /// weight differs in from every one with a negative weight. An interaction changes what any two of
    /// them differ in.
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

    /// Whether a metric counts something that is changed, rather than a consequence.
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

/// A factor with its levels, the first of which is the baseline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Factor {
    /// Its name.
    pub name: String,
    /// Its levels.
    pub levels: Vec<String>,
}

/// Rule sets as the cells of a factorial design.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Design {
    /// The factors.
    pub factors: Vec<Factor>,
    /// By rule set: its level of each factor.
    pub cells: Vec<Vec<usize>>,
}

/// An effect of the rules, as a weighted sum over rule sets: over all players or in interaction with the
/// player.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// The name, such as `harpy: 2009 instead of 2001`.
    pub name: String,
    /// The number of factors, the player included: 1 for a main effect, more for an interaction.
    pub order: usize,
    /// By rule set: its weight.
    pub weights: Vec<f64>,
    /// Whether it is the interaction with the player: the strongest player minus the weakest.
    pub by_player: bool,
    /// The pieces and powers that it changes by itself.
    pub changed: Changed,
}

impl Design {
    /// The design of rule sets with these names and levels: factorial if every combination of their
    /// levels occurs once, else with the rule set as the only factor.
    pub fn of(rules: &[(String, BTreeMap<String, String>)]) -> Design {
        Design::factorial(rules).unwrap_or_else(|| Design {
            factors: vec![Factor {
                name: "rules".to_string(),
                levels: rules.iter().map(|(name, _)| name.clone()).collect(),
            }],
            cells: (0..rules.len()).map(|at| vec![at]).collect(),
        })
    }

    fn factorial(rules: &[(String, BTreeMap<String, String>)]) -> Option<Design> {
        let (_, first) = rules.first()?;
        let mut factors: Vec<Factor> = (first.keys())
            .map(|name| Factor {
                name: name.clone(),
                levels: Vec::new(),
            })
            .collect();
        let mut cells = Vec::new();
        for (_, levels) in rules {
            if levels.len() != factors.len() {
                return None;
            }
            let cell = factors.iter_mut().map(|factor| {
                let level = levels.get(&factor.name)?;
                let known = factor.levels.iter().position(|one| one == level);
                Some(known.unwrap_or_else(|| {
                    factor.levels.push(level.clone());
                    factor.levels.len() - 1
                }))
            });
            cells.push(cell.collect::<Option<Vec<usize>>>()?);
        }
        let all: usize = factors.iter().map(|factor| factor.levels.len()).product();
        let is_full = BTreeSet::from_iter(&cells).len() == all && cells.len() == all;
        // A factor with one level is none.
        let varied: Vec<usize> = (0..factors.len())
            .filter(|&at| factors[at].levels.len() > 1)
            .collect();
        let design = Design {
            cells: (cells.iter())
                .map(|cell| varied.iter().map(|&at| cell[at]).collect())
                .collect(),
            factors: varied.iter().map(|&at| factors[at].clone()).collect(),
        };
        (is_full && !varied.is_empty()).then_some(design)
    }

    /// The main effects, then the interactions of two factors, of three, and so on. An effect is
    /// averaged over the levels of the other factors. The interaction of two factors is the difference
    /// of the effect of one between a level of the other and its first level. What they change is not
    /// known here.
    pub fn effects(&self) -> Vec<Compared> {
        let mut effects = Vec::new();
        for set in 1_usize..1 << self.factors.len() {
            let about: Vec<usize> = (0..self.factors.len())
                .filter(|factor| set >> factor & 1 == 1)
                .collect();
            let mut levels: Vec<Vec<usize>> = vec![Vec::new()];
            for &factor in &about {
                let more = 1..self.factors[factor].levels.len();
                let with = |chosen: &Vec<usize>| {
                    let chosen = chosen.clone();
                    more.clone()
                        .map(move |level| [&chosen[..], &[level]].concat())
                };
                levels = levels.iter().flat_map(with).collect();
            }
            effects.extend(levels.iter().map(|levels| self.effect(&about, levels)));
        }
        effects.sort_by_key(|effect| effect.order);
        effects
    }

    fn effect(&self, about: &[usize], levels: &[usize]) -> Compared {
        let others: usize = (0..self.factors.len())
            .filter(|factor| !about.contains(factor))
            .map(|factor| self.factors[factor].levels.len())
            .product();
        let weight = |cell: &Vec<usize>| {
            let signs = about
                .iter()
                .zip(levels)
                .map(|(&factor, &level)| match cell[factor] {
                    own if own == level => 1.0,
                    0 => -1.0,
                    _ => 0.0,
                });
            signs.product::<f64>() / others as f64
        };
        Compared {
            name: self.effect_name(about, levels),
            order: about.len(),
            weights: self.cells.iter().map(weight).collect(),
            by_player: false,
            changed: Changed::default(),
        }
    }

    fn effect_name(&self, about: &[usize], levels: &[usize]) -> String {
        let is_rules = self.factors.len() == 1 && self.factors[0].name == "rules";
        let parts: Vec<String> = (about.iter().zip(levels))
            .map(|(&factor, &level)| {
                let Factor { name, levels } = &self.factors[factor];
                match (about.len(), is_rules) {
                    (1, true) => format!("{} instead of {}", levels[level], levels[0]),
                    (1, false) => format!("{name}: {} instead of {}", levels[level], levels[0]),
                    _ => format!("{name} {}", levels[level]),
                }
            })
            .collect();
        parts.join(" × ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn levels(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
        let pairs = pairs.iter();
        pairs
            .map(|(factor, level)| (factor.to_string(), level.to_string()))
            .collect()
    }

    #[test]
    fn rule_sets_without_levels_are_one_factor() {
        let names = ["a", "b", "c"].map(|name| (name.to_string(), BTreeMap::new()));
        let effects = Design::of(&names).effects();
        let found: Vec<(&str, &[f64])> = (effects.iter())
            .map(|effect| (effect.name.as_str(), effect.weights.as_slice()))
            .collect();
        let expected: [(&str, &[f64]); 2] = [
            ("b instead of a", &[-1.0, 1.0, 0.0]),
            ("c instead of a", &[-1.0, 0.0, 1.0]),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn two_factors_have_main_effects_and_an_interaction() {
        let cell = |pawns: &str, thieves: &str| {
            (
                String::new(),
                levels(&[("pawns", pawns), ("thieves", thieves)]),
            )
        };
        let rules = [
            cell("wazir", "two"),
            cell("wazir", "four"),
            cell("any", "two"),
            cell("any", "four"),
        ];
        let effects = Design::of(&rules).effects();
        let found: Vec<(&str, usize, &[f64])> = (effects.iter())
            .map(|effect| {
                (
                    effect.name.as_str(),
                    effect.order,
                    effect.weights.as_slice(),
                )
            })
            .collect();
        let expected: [(&str, usize, &[f64]); 3] = [
            ("pawns: any instead of wazir", 1, &[-0.5, -0.5, 0.5, 0.5]),
            ("thieves: four instead of two", 1, &[-0.5, 0.5, -0.5, 0.5]),
            ("pawns any × thieves four", 2, &[1.0, -1.0, -1.0, 1.0]),
        ];
        assert_eq!(found, expected);
    }

    /// With a combination missing the design is not factorial.
    #[test]
    fn an_incomplete_design_is_one_factor() {
        let rules = [
            ("x".to_string(), levels(&[("a", "1"), ("b", "1")])),
            ("y".to_string(), levels(&[("a", "1"), ("b", "2")])),
            ("z".to_string(), levels(&[("a", "2"), ("b", "1")])),
        ];
        assert_eq!(Design::of(&rules).factors[0].name, "rules");
    }

    /// The weights of every effect sum to 0.
    #[test]
    fn effects_are_contrasts() {
        let mut rules = Vec::new();
        for a in ["1", "2", "3"] {
            for b in ["1", "2"] {
                for c in ["1", "2"] {
                    rules.push((String::new(), levels(&[("a", a), ("b", b), ("c", c)])));
                }
            }
        }
        let effects = Design::of(&rules).effects();
        assert_eq!(effects.len(), 11);
        for effect in effects {
            assert!(
                effect.weights.iter().sum::<f64>().abs() < 1e-12,
                "{effect:?}"
            );
        }
    }

    #[test]
    fn an_effect_changes_what_all_of_its_rule_sets_differ_in() {
        let [older, newer] = ["scirocco-2001", "scirocco-2009"]
            .map(|id| tradewind_engine::rules::load(id, &[]).expect("rules"));
        let changed = Changed::of(&[-1.0, 1.0], &[&older, &newer], false);
        for text in ["De", "Ha"] {
            assert!(changed.pieces.contains(text), "{changed:?}");
        }
        for (metric, is_counted) in [
            (Metric::Use("relay"), true),
            (Metric::CapturesBy("Ha".to_string()), true),
            (Metric::Length, false),
            (Metric::Use("hop"), false),
            (Metric::CapturesBy("N".to_string()), false),
        ] {
            assert_eq!(changed.is_counted_by(&metric), is_counted, "{metric:?}");
        }
        // A rule set on both sides leaves nothing that all of them differ in; an interaction has all.
        let weights = [-0.5, 1.0, -0.5];
        let of =
            |specs: [&RuleSpec; 3], is_interaction| Changed::of(&weights, &specs, is_interaction);
        assert_eq!(of([&older, &newer, &older], false), changed);
        assert_eq!(of([&older, &newer, &newer], false), Changed::default());
        assert_eq!(of([&older, &newer, &newer], true), changed);
    }
}
