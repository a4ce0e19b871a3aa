//! The rule sets of an experiment, with their arrays and weights.

use super::Parts;
use super::odds;
use crate::experiment::{Arrays, OptionValue, PlayerPlan, RulesPlan};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use tradewind_engine::Game;
use tradewind_engine::evaluation::Weights;
use tradewind_engine::rules::{self, RuleError};
use tradewind_engine::toml_file::{Node, Table, Value, describe};

impl<'r> Parts<'r> {
    pub(super) fn rule_sets(
        &mut self,
        top: &Table<'r>,
        players: &[(&'r Node, PlayerPlan)],
    ) -> Vec<RulesPlan> {
        let remedy =
            "say what is played: [rules] with id = \"scirocco-2009\", or several tables [[rules]]";
        let mut all: Vec<RulesPlan> = Vec::new();
        for node in self.tables(top, "rules", remedy) {
            let Some(rules) = self.rule_set(node, players) else {
                continue;
            };
            if all.iter().any(|other| other.name == rules.name) {
                self.reader.fault(
                    &node.place,
                    format!("two rule sets are called `{}`", rules.name),
                    "give them different names: name = \"…\"",
                );
            }
            all.push(rules);
        }
        all
    }

    fn rule_set(
        &mut self,
        node: &'r Node,
        players: &[(&'r Node, PlayerPlan)],
    ) -> Option<RulesPlan> {
        let keys = ["name", "id", "arrays", "odds", "options", "weights"];
        let reader = self.reader;
        let table = reader.table(node, "a rule set", &keys);
        let id_node = table.need(
            "id",
            "name a rule set or a rule file: id = \"scirocco-2009\"",
        )?;
        let id = reader.text(id_node)?.to_string();
        let options = self.options(&table);
        let settings: Vec<(String, String)> = (options.iter())
            .map(|(name, value)| (name.clone(), value.text()))
            .collect();
        let source = match rules::is_path(&id) {
            true => self.folder.join(&id).display().to_string(),
            false => id.clone(),
        };
        let game = match Game::load(&source, &settings) {
            Ok(game) => game,
            Err(RuleError::Faults(faults)) => {
                let message = "this rule set has faults, which follow";
                reader.fault(&id_node.place, message, "");
                self.rule_faults.extend(faults);
                return None;
            }
            Err(cause @ RuleError::Option(_)) => {
                let place = table
                    .get("options")
                    .map_or(&id_node.place, |node| &node.place);
                reader.fault(place, cause.to_string(), "");
                return None;
            }
            Err(cause) => {
                reader.fault(&id_node.place, cause.to_string(), "");
                return None;
            }
        };
        let name = match table.get("name") {
            Some(node) => self.name(node, true)?,
            None => usual_name(&id, &options),
        };
        let arrays = self.arrays(&table, &game)?;
        let plan = odds::plan(&table, reader)?;
        let game = match plan.as_ref().filter(|plan| plan.has_twins()) {
            Some(plan) => {
                let twinned = game.spec().with_twins();
                if !plan.are_possible(&twinned, reader) {
                    return None;
                }
                Game::new(twinned)
            }
            None => game,
        };
        let text = match rules::flattened(&source) {
            Ok(text) => text,
            Err(cause) => {
                reader.fault(&id_node.place, cause.to_string(), "");
                return None;
            }
        };
        let (usual, weights_text) = match table.get("weights") {
            Some(node) => {
                let text = self.weights_text(node)?;
                (self.weights(&game, node, &text)?, text)
            }
            None => {
                let weights = Weights::of(game.spec());
                let text = weights.to_toml(game.spec());
                (weights, text)
            }
        };
        let mut player_weights = Vec::new();
        for (node, player) in players {
            player_weights.push(match node.get("weights") {
                Some(node) => self.weights(&game, node, player.weights_text.as_ref()?)?,
                None => usual.clone(),
            });
        }
        let mut rules = RulesPlan {
            name,
            id,
            arrays,
            odds: Vec::new(),
            options,
            weights: table.text("weights").map(PathBuf::from),
            game,
            text,
            weights_text,
            player_weights,
        };
        if let Some(plan) = plan {
            rules.odds = plan.odds(&rules, &self.course, reader)?;
        }
        Some(rules)
    }

    /// The text of the weights file that a node names.
    pub(super) fn weights_text(&self, node: &Node) -> Option<String> {
        let text = Weights::text(&self.folder.join(self.reader.text(node)?));
        text.map_err(|cause| self.reader.fault(&node.place, cause.to_string(), ""))
            .ok()
    }

    /// The weights in the text of the file that a node names.
    fn weights(&self, game: &Game, node: &Node, text: &str) -> Option<Weights> {
        let path = self.folder.join(self.reader.text(node)?);
        let weights = Weights::parse(game.spec(), &path, text);
        weights
            .map_err(|cause| self.reader.fault(&node.place, cause.to_string(), ""))
            .ok()
    }

    fn arrays(&self, table: &Table<'_>, game: &Game) -> Option<Arrays> {
        let Some(node) = table.get("arrays") else {
            return Some(Arrays::Drawn);
        };
        let known = game.spec().array_numbers();
        let last = known.last().copied().unwrap_or(0);
        let remedy = format!("write \"drawn\", \"all\", or some of the numbers from 0 to {last}");
        let wrong = |node: &Node, message: String| {
            self.reader.fault(&node.place, message, remedy.clone());
            None
        };
        match &node.value {
            Value::Text(text) if text == "drawn" => Some(Arrays::Drawn),
            Value::Text(text) if text == "all" => Some(Arrays::All),
            Value::List(items) if !items.is_empty() => {
                let mut arrays = Vec::new();
                for item in items {
                    let number = match item.value {
                        Value::Number(number) => u32::try_from(number).ok(),
                        _ => None,
                    };
                    match number.filter(|number| known.contains(number)) {
                        Some(number) if arrays.contains(&number) => {
                            return wrong(item, format!("array {number} is named twice"));
                        }
                        Some(number) => arrays.push(number),
                        None => {
                            return wrong(item, format!("there is no array {}", describe(item)));
                        }
                    }
                }
                Some(Arrays::Listed(arrays))
            }
            Value::List(_) => wrong(node, "no array is named".to_string()),
            _ => wrong(node, format!("{} names no arrays", describe(node))),
        }
    }
}

/// The name of a rule set when none is given: its id or the name of its file, and the options.
fn usual_name(id: &str, options: &BTreeMap<String, OptionValue>) -> String {
    let stem = Path::new(id)
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy();
    let options = options
        .iter()
        .map(|(name, value)| format!("+{name}={}", value.text()));
    let name = format!("{stem}{}", options.collect::<String>());
    let plain = |letter: char| match letter.is_ascii_alphanumeric() || "._+=-".contains(letter) {
        true => letter,
        false => '-',
    };
    name.chars().map(plain).collect()
}
