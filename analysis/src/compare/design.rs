//! What is compared with what: factors with their levels, and the effects that follow from them.

use std::collections::BTreeMap;

/// A factor and its levels, the first of which the others are compared with.
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

/// Something that a change of rules does, as a weighted sum over rule sets.
#[derive(Clone, Debug, PartialEq)]
pub struct Effect {
    /// What it is, such as `harpy: 2009 instead of 2001`.
    pub name: String,
    /// How many factors it is about: 1 for a main effect, more for an interaction.
    pub order: usize,
    /// By rule set: its weight.
    pub weights: Vec<f64>,
}

impl Design {
    /// The design of rule sets with these names and levels: the factors when every combination of
    /// their levels is there once, else one factor, the rule set.
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
        let mut different = cells.clone();
        different.sort_unstable();
        different.dedup();
        let is_full = different.len() == all && cells.len() == all;
        // What is the same everywhere is no factor.
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
    /// averaged over the levels of the factors that it is not about. The interaction of two factors
    /// is by how much more the one does at a level of the other than at its first.
    pub fn effects(&self) -> Vec<Effect> {
        let mut effects = Vec::new();
        for set in 1_usize..1 << self.factors.len() {
            let about: Vec<usize> = (0..self.factors.len())
                .filter(|factor| set >> factor & 1 == 1)
                .collect();
            let mut levels: Vec<Vec<usize>> = vec![Vec::new()];
            for &factor in &about {
                let more = 1..self.factors[factor].levels.len();
                levels = (levels.iter())
                    .flat_map(|chosen| {
                        let more = more.clone();
                        more.map(|level| {
                            chosen
                                .iter()
                                .copied()
                                .chain([level])
                                .collect::<Vec<usize>>()
                        })
                    })
                    .collect();
            }
            effects.extend(levels.iter().map(|levels| self.effect(&about, levels)));
        }
        effects.sort_by_key(|effect| effect.order);
        effects
    }

    fn effect(&self, about: &[usize], levels: &[usize]) -> Effect {
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
        Effect {
            name: self.effect_name(about, levels),
            order: about.len(),
            weights: self.cells.iter().map(weight).collect(),
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
        let told: Vec<(&str, &[f64])> = (effects.iter())
            .map(|effect| (effect.name.as_str(), effect.weights.as_slice()))
            .collect();
        let expected: [(&str, &[f64]); 2] = [
            ("b instead of a", &[-1.0, 1.0, 0.0]),
            ("c instead of a", &[-1.0, 0.0, 1.0]),
        ];
        assert_eq!(told, expected);
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
        let told: Vec<(&str, usize, &[f64])> = (effects.iter())
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
        assert_eq!(told, expected);
    }

    /// With a combination missing there is no factorial.
    #[test]
    fn an_incomplete_design_is_one_factor() {
        let rules = [
            ("x".to_string(), levels(&[("a", "1"), ("b", "1")])),
            ("y".to_string(), levels(&[("a", "1"), ("b", "2")])),
            ("z".to_string(), levels(&[("a", "2"), ("b", "1")])),
        ];
        assert_eq!(Design::of(&rules).factors[0].name, "rules");
    }

    /// The weights of every effect sum up to nothing.
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
}
