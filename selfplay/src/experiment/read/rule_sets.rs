//! The rule sets of an experiment, with their arrays and weights.

use super::odds;
use super::{ReadParts, against};
use crate::experiment::{Arrays, BookOpenings, OptionValue, PlayerPlan, Replicate, RulesPlan};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use tradewind_engine::Game;
use tradewind_engine::evaluation::Weights;
use tradewind_engine::input::{Node, TableReader, Value, describe};
use tradewind_engine::rules::{self, RuleError};

/// The most rule sets of an experiment: each is compiled, and meets with each pairing of players.
const MAX_RULE_SETS: usize = 256;

impl<'r> ReadParts<'r> {
    pub(super) fn rule_sets(
        &mut self,
        top: &TableReader<'r>,
        players: &[(&'r Node, PlayerPlan)],
    ) -> Vec<RulesPlan> {
        let remedy =
            "say what is played: [rules] with id = \"scirocco-2009\", or several tables [[rules]]";
        let mut all: Vec<RulesPlan> = Vec::new();
        for node in self.tables(top, "rules", remedy) {
            let keys = [
                "name",
                "id",
                "arrays",
                "odds",
                "options",
                "weights",
                "further_weights",
                "levels",
                "against",
            ];
            let table = self.reader.table(node, "a rule set", &keys);
            let varied = self.varied_options(&table);
            // Before they are made: options with many values have more combinations than fit anywhere.
            let sizes = varied.values().map(Vec::len);
            let combined = sizes.fold(1, usize::saturating_mul);
            if all.len().saturating_add(combined) > MAX_RULE_SETS {
                let place = &table.get("options").unwrap_or(node).place;
                let message = match combined {
                    1 => format!("more than {MAX_RULE_SETS} rule sets are too many"),
                    _ => format!("{combined} combinations of options are too many"),
                };
                let remedy = format!(
                    "an experiment has at most {MAX_RULE_SETS} rule sets, each combination counted"
                );
                self.reader.fault(place, message, remedy);
                return all;
            }
            for options in combinations(&varied) {
                let names = varied.iter().filter(|(_, values)| values.len() > 1);
                let factors = names.map(|(name, _)| (name.clone(), options[name].text()));
                let Some(rules) = self.rule_set(&table, players, &options, factors.collect())
                else {
                    // The other values would have the same faults.
                    break;
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
        }
        self.check_levels(top, &all);
        all
    }

    /// A rule set or a rule file by its id, with some options: the game and its rule file with all that
    /// it extends.
    pub(super) fn game(
        &mut self,
        id_node: &'r Node,
        options_node: Option<&'r Node>,
        options: &BTreeMap<String, OptionValue>,
    ) -> Option<(Game, String)> {
        let reader = self.reader;
        let id = reader.text(id_node)?;
        let settings: Vec<(String, String)> = (options.iter())
            .map(|(name, value)| (name.clone(), value.text()))
            .collect();
        let source = if rules::is_path(id) {
            self.folder.join(id).display().to_string()
        } else {
            id.to_string()
        };
        let text = |cause: RuleError| {
            reader.fault(&id_node.place, cause.to_string(), "");
        };
        match Game::load(&source, &settings) {
            Ok(game) => Some((game, rules::flattened(&source).map_err(text).ok()?)),
            Err(RuleError::Faults(faults)) => {
                let message = "this rule set has faults, which follow";
                reader.fault(&id_node.place, message, "");
                self.rule_faults.extend(faults);
                None
            }
            Err(cause @ RuleError::Option(_)) => {
                let place = options_node.map_or(&id_node.place, |node| &node.place);
                reader.fault(place, cause.to_string(), "");
                None
            }
            Err(cause) => {
                text(cause);
                None
            }
        }
    }

    fn rule_set(
        &mut self,
        table: &TableReader<'r>,
        players: &[(&'r Node, PlayerPlan)],
        options: &BTreeMap<String, OptionValue>,
        factors: BTreeMap<String, String>,
    ) -> Option<RulesPlan> {
        let reader = self.reader;
        let id_node = table.need(
            "id",
            "name a rule set or a rule file: id = \"scirocco-2009\"",
        )?;
        let id = reader.text(id_node)?.to_string();
        let (game, text) = self.game(id_node, table.get("options"), options)?;
        let levels = self.levels(table, &factors)?;
        let name = match table.get("name") {
            Some(node) => self.name(node, true)? + &option_words(factors.iter()),
            None => default_name(&id, options),
        };
        let arrays = self.arrays(table, &game)?;
        let plan = odds::plan(table, reader)?;
        if let (Some(_), Some(node)) = (&plan, table.get("against")) {
            let message = "these pieces meet others, and odds besides would hide which are better";
            reader.fault(&node.place, message, "leave out `odds`");
            return None;
        }
        let against = self.against(table, &game)?;
        let game = match &against {
            Some((_, mixed)) => Game::new(mixed.clone()),
            None => game,
        };
        let game = match plan.as_ref().filter(|plan| plan.has_copies(game.spec())) {
            Some(plan) => {
                let copied_pieces = game.spec().with_copies();
                if !plan.are_possible(&copied_pieces, reader) {
                    return None;
                }
                Game::new(copied_pieces)
            }
            None => game,
        };
        let (default, weights_text) = match table.get("weights") {
            Some(node) => {
                let text = self.weights_text(node)?;
                (self.weights(&game, node, &text)?, text)
            }
            None => {
                let weights = Weights::of(game.spec());
                let text = weights.to_kept_toml(game.spec());
                (weights, text)
            }
        };
        let mut player_weights = Vec::new();
        for (node, player) in players {
            player_weights.push(match node.get("weights") {
                Some(node) => self.weights(&game, node, player.weights_text.as_ref()?)?,
                None => default.clone(),
            });
        }
        let further_weights = self.further_weights(table, &game)?;
        let mut rules = RulesPlan {
            name,
            id,
            arrays,
            levels,
            against: None,
            odds: Vec::new(),
            options: options.clone(),
            weights: table.text("weights").map(PathBuf::from),
            further_weights,
            game,
            text,
            weights_text,
            player_weights,
            book: BookOpenings::default(),
        };
        if let Some(plan) = plan {
            rules.odds = plan.odds(&rules, &self.course, reader)?;
        }
        if let (Some((against, _)), Some(node)) = (against, table.get("against")) {
            rules.odds = vec![against::odds(&rules, &self.course, node, reader)?];
            rules.against = Some(against);
        }
        Some(rules)
    }

    /// The weights of players that take turns.
    fn further_weights(&self, table: &TableReader<'_>, game: &Game) -> Option<Vec<Replicate>> {
        let Some(node) = table.get("further_weights") else {
            return Some(Vec::new());
        };
        let Value::List(items) = &node.value else {
            let remedy = "write a list of weights files: further_weights = [\"second.toml\"]";
            let message = format!("{} names no weights files", describe(node));
            self.reader.fault(&node.place, message, remedy);
            return None;
        };
        let one = |item| {
            let text = self.weights_text(item)?;
            Some(Replicate {
                path: PathBuf::from(self.reader.text(item)?),
                weights: self.weights(game, item, &text)?,
                text,
            })
        };
        items.iter().map(one).collect()
    }

    /// The text of the weights file that a node names.
    pub(super) fn weights_text(&self, node: &Node) -> Option<String> {
        let file = self.folder.join(self.reader.text(node)?);
        let text = Weights::text(&file);
        let text = text.map_err(|cause| self.reader.fault(&node.place, cause.to_string(), ""));
        Some(Weights::kept_text(&file, text.ok()?))
    }

    /// The weights in the text of the file that a node names.
    fn weights(&self, game: &Game, node: &Node, text: &str) -> Option<Weights> {
        let path = self.folder.join(self.reader.text(node)?);
        let weights = Weights::parse(game.spec(), &path, text);
        weights
            .map_err(|cause| {
                // What is wrong there has a line each.
                for line in cause.to_string().lines() {
                    self.reader.fault(&node.place, line.to_string(), "");
                }
            })
            .ok()
    }

    fn arrays(&self, table: &TableReader<'_>, game: &Game) -> Option<Arrays> {
        let Some(node) = table.get("arrays") else {
            return Some(Arrays::Drawn);
        };
        let known = game.spec().array_numbers();
        let last = known.last().copied().unwrap_or(0);
        let families: Vec<String> = (game.spec().array_families().into_iter())
            .map(|family| game.spec().family_name(family))
            .collect();
        let named = match families.as_slice() {
            [_] => String::new(),
            _ => format!("{}, ", quoted(&families)),
        };
        let names = game.spec().named_arrays();
        let called = |text: &str| {
            let found = names.iter().find(|(name, _)| *name == text);
            found.map(|(_, number)| *number)
        };
        let or_names = if names.is_empty() {
            String::new()
        } else {
            let names: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
            format!(" and the names {}", names.join(", "))
        };
        let remedy = format!(
            "write \"drawn\", \"all\", {named}or some of the numbers from 0 to {last}{or_names}"
        );
        let wrong = |node: &Node, message: String| {
            self.reader.fault(&node.place, message, remedy.clone());
            None
        };
        match &node.value {
            Value::Text(text) if text == "drawn" => Some(Arrays::Drawn),
            Value::Text(text) if text == "all" => Some(Arrays::All),
            Value::Text(text) if families.contains(text) => Some(Arrays::Family(text.clone())),
            Value::List(items) if !items.is_empty() => {
                let mut arrays = Vec::new();
                for item in items {
                    let number = match &item.value {
                        Value::Number(number) => u32::try_from(*number).ok(),
                        Value::Text(text) => called(text),
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

/// Every combination of the values of options.
fn combinations(varied: &BTreeMap<String, Vec<OptionValue>>) -> Vec<BTreeMap<String, OptionValue>> {
    let mut all = vec![BTreeMap::new()];
    for (name, values) in varied {
        let longer = all.iter().flat_map(|chosen| {
            values.iter().map(move |value| {
                let mut chosen: BTreeMap<String, OptionValue> = chosen.clone();
                chosen.insert(name.clone(), value.clone());
                chosen
            })
        });
        all = longer.collect();
    }
    all
}

fn quoted(names: &[String]) -> String {
    let names = names.iter().map(|name| format!("\"{name}\""));
    names.collect::<Vec<_>>().join(", ")
}

/// The name of a rule set when none is given: its id or the name of its file, and the options.
fn default_name(id: &str, options: &BTreeMap<String, OptionValue>) -> String {
    let stem = Path::new(id)
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy();
    let texts: Vec<(&String, String)> = (options.iter())
        .map(|(name, value)| (name, value.text()))
        .collect();
    let words = option_words(texts.iter().map(|(name, value)| (*name, value)));
    plain(&format!("{stem}{words}"))
}

/// Options as a part of a name.
fn option_words<'o>(options: impl Iterator<Item = (&'o String, &'o String)>) -> String {
    let words = options.map(|(name, value)| format!("+{name}={value}"));
    plain(&words.collect::<String>())
}

/// A name that may also name files.
fn plain(name: &str) -> String {
    let plain = |letter: char| {
        if letter.is_ascii_alphanumeric() || "._+=-".contains(letter) {
            letter
        } else {
            '-'
        }
    };
    name.chars().map(plain).collect()
}
