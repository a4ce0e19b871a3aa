//! Where rule sets stand in a comparison: a level of every factor.

use super::ReadParts;
use crate::experiment::RulesPlan;
use std::collections::{BTreeMap, BTreeSet};
use tradewind_engine::input::{TableReader, Value, describe};

/// The most factors of an experiment: each doubles the number of effects at least.
const MAX_FACTORS: usize = 6;

impl<'r> ReadParts<'r> {
    /// The levels of a rule set: those written down, and those of options that take several values.
    pub(super) fn levels(
        &self,
        table: &TableReader<'r>,
        factors: &BTreeMap<String, String>,
    ) -> Option<BTreeMap<String, String>> {
        let mut levels = factors.clone();
        let Some(node) = table.get("levels") else {
            return Some(levels);
        };
        let remedy = "write levels = { FACTOR = \"LEVEL\" }";
        if !matches!(node.value, Value::Table(_)) {
            let message = format!("`levels` is {}", describe(node));
            self.reader.fault(&node.place, message, remedy);
            return None;
        }
        for entry in node.entries() {
            let texts = [Some(entry.key.as_str()), entry.node.text()].into_iter();
            let place = &entry.key_place;
            if !texts
                .flatten()
                .all(|text| self.reader.is_visible(text, place))
            {
                return None;
            }
            let level = match &entry.node.value {
                Value::Text(text) if !text.trim().is_empty() => text.clone(),
                Value::Number(number) => number.to_string(),
                Value::Truth(truth) => truth.to_string(),
                _ => {
                    let message = format!("{} is no level", describe(&entry.node));
                    self.reader.fault(&entry.node.place, message, remedy);
                    return None;
                }
            };
            if levels.insert(entry.key.clone(), level).is_some() {
                let message = format!("`{}` is an option with several values", entry.key);
                let remedy = "its levels are those values; leave it out here";
                self.reader.fault(&entry.key_place, message, remedy);
                return None;
            }
        }
        Some(levels)
    }

    /// Factors are compared by every combination of their levels, each once.
    pub(super) fn check_levels(&self, top: &TableReader<'r>, all: &[RulesPlan]) {
        let compared: Vec<&RulesPlan> = (all.iter())
            .filter(|rules| rules.against.is_none())
            .collect();
        let Some(node) = top.get("rules") else {
            return;
        };
        if compared.iter().all(|rules| rules.levels.is_empty()) {
            return;
        }
        let factors: BTreeSet<&String> =
            compared.iter().flat_map(|one| one.levels.keys()).collect();
        if factors.len() > MAX_FACTORS {
            let message = format!("{} factors are too many", factors.len());
            let remedy = format!("at most {MAX_FACTORS} can be told apart");
            self.reader.fault(&node.place, message, remedy);
            return;
        }
        let words = |names: &BTreeSet<&String>| {
            let names = names.iter().map(|name| format!("`{name}`"));
            names.collect::<Vec<_>>().join(", ")
        };
        let lacking =
            |rules: &&&RulesPlan| factors.iter().any(|one| !rules.levels.contains_key(*one));
        if let Some(rules) = compared.iter().find(lacking) {
            let message = format!("{} does not have a level of every factor", rules.name);
            let remedy = format!("every rule set needs levels of {}", words(&factors));
            self.reader.fault(&node.place, message, remedy);
            return;
        }
        let cells: BTreeSet<Vec<&String>> = (compared.iter())
            .map(|rules| rules.levels.values().collect())
            .collect();
        let sizes = factors.iter().map(|factor| {
            let levels: BTreeSet<&String> =
                compared.iter().map(|one| &one.levels[*factor]).collect();
            levels.len()
        });
        let all: usize = sizes.product();
        if cells.len() != compared.len() {
            let message = "two rule sets have the same levels of every factor";
            self.reader
                .fault(&node.place, message, "write each combination once");
        } else if cells.len() != all {
            let message = format!(
                "{} of the {all} combinations of levels are there",
                cells.len()
            );
            self.reader
                .fault(&node.place, message, "write a rule set for each of them");
        }
    }
}
