//! The rule sets of an experiment, with their arrays, weights, factor levels and opposing armies.

use super::{DIFFERENT_NAMES, ExperimentReader};
use crate::experiment::{
    Arrays, BookOpenings, Meetings, OpposingRules, OptionValue, Options, PlayerPlan, RulesPlan,
    WeightsFile,
};
use crate::odds::{MaterialChange, Odds, can_begin, possible_arrays};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use tradewind_engine::evaluation::Weights;
use tradewind_engine::input::{Node, TableReader, Value, describe};
use tradewind_engine::rules::{self, OPPOSING_MARK, PieceSpec, PieceType, RuleError, RuleSpec};
use tradewind_engine::{Color, Rules};

/// The maximum number of rule sets of an experiment.
const MAX_RULE_SETS: usize = 256;
/// The maximum number of factors of an experiment: each at least doubles the number of effects.
const MAX_FACTORS: usize = 6;

impl<'r> ExperimentReader<'r> {
    pub(super) fn rule_sets(
        &mut self,
        top: &TableReader<'r>,
        players: &[(&'r Node, PlayerPlan)],
    ) -> Vec<RulesPlan> {
        let remedy =
            "add a rule set: [rules] with id = \"scirocco-2009\", or several tables [[rules]]";
        let mut all: Vec<RulesPlan> = Vec::new();
        for node in self.tables(top, "rules", remedy) {
            let keys = [
                "name",
                "id",
                "arrays",
                "odds",
                "priority_pairs",
                "options",
                "weights",
                "further_weights",
                "levels",
                "against",
            ];
            let table = self.reader.table(node, "a rule set", &keys);
            let varied = self.varied_options(&table);
            // Checked first: options with many values have more combinations than fit into memory.
            let sizes = varied.values().map(Vec::len);
            let combined = sizes.fold(1, usize::saturating_mul);
            if all.len().saturating_add(combined) > MAX_RULE_SETS {
                let node = table.get("options").unwrap_or(node);
                let message = match combined {
                    1 => format!("more than {MAX_RULE_SETS} rule sets are too many"),
                    _ => format!("{combined} combinations of options are too many"),
                };
                let remedy = format!(
                    "an experiment has at most {MAX_RULE_SETS} rule sets, each combination counted"
                );
                self.fault(node, message, remedy);
                return all;
            }
            for options in combinations(&varied) {
                let names = varied.iter().filter(|(_, values)| values.len() > 1);
                let factors = names.map(|(name, _)| (name.clone(), options[name].text()));
                let Some(rules) = self.rule_set(&table, players, &options, factors.collect())
                else {
                    // Other values would have the same faults.
                    break;
                };
                if all.iter().any(|other| other.name == rules.name) {
                    let message = format!("two rule sets have the name `{}`", rules.name);
                    self.fault(node, message, DIFFERENT_NAMES);
                }
                all.push(rules);
            }
        }
        self.check_levels(top, &all);
        self.check_priority(top, &all);
        all
    }

    /// One rule set at most has priority, over others.
    fn check_priority(&self, top: &TableReader<'r>, all: &[RulesPlan]) {
        let first = all.iter().filter(|rules| rules.priority_pairs.is_some());
        let count = first.count();
        if let Some(node) = top.get("rules").filter(|_| count > 0)
            && (count > 1 || all.len() < 2)
        {
            let message = format!("{count} of {} rule sets have `priority_pairs`", all.len());
            self.fault(node, message, "only one of several rule sets can have them");
        }
    }

    /// Loads a rule set or rule file with options. Returns it with its flattened rule file.
    fn game(
        &mut self,
        id_node: &'r Node,
        options_node: Option<&'r Node>,
        options: &Options,
    ) -> Option<(Rules, String)> {
        let id = self.reader.text(id_node)?;
        let source = if rules::is_path(id) {
            self.folder.join(id).display().to_string()
        } else {
            id.to_string()
        };
        let loaded = Rules::load(&source, &settings(options));
        match loaded.and_then(|game| Ok((game, rules::flattened(&source)?))) {
            Ok(loaded) => Some(loaded),
            Err(RuleError::Faults(faults)) => {
                self.rule_faults.extend(faults);
                self.refuse(id_node, "the rule set is invalid:", "")
            }
            Err(cause @ RuleError::Option(_)) => {
                self.refuse(options_node.unwrap_or(id_node), cause.to_string(), "")
            }
            Err(cause) => self.refuse(id_node, cause.to_string(), ""),
        }
    }

    fn rule_set(
        &mut self,
        table: &TableReader<'r>,
        players: &[(&'r Node, PlayerPlan)],
        options: &Options,
        factors: BTreeMap<String, String>,
    ) -> Option<RulesPlan> {
        let remedy = "name a rule set or a rule file: id = \"scirocco-2009\"";
        let id_node = table.need("id", remedy)?;
        let id = self.reader.text(id_node)?.to_string();
        let (game, text) = self.game(id_node, table.get("options"), options)?;
        let levels = self.levels(table, &factors)?;
        let name = match table.get("name") {
            Some(node) => self.name(node, true)? + &option_words(factors),
            None => default_name(&id, options),
        };
        let arrays = self.arrays(table, &game)?;
        let plan = self.odds_plan(table)?;
        if let (Some(_), Some(node)) = (&plan, table.get("against")) {
            let message = "odds in addition to an opposing army would hide which pieces are better";
            return self.refuse(node, message, "leave out `odds`");
        }
        let against = self.opposing_rules(table, &game)?;
        let game = match &against {
            Some((_, mixed)) => Rules::new(mixed.clone()),
            None => game,
        };
        let game = match &plan {
            Some(plan) => self.with_copies(game, plan)?,
            None => game,
        };
        let own = table.get("weights");
        let default = match own {
            Some(node) => self.weights_file(&game, node)?,
            None => {
                let weights = Weights::of(game.spec());
                WeightsFile {
                    path: PathBuf::new(),
                    text: weights.to_kept_toml(game.spec()),
                    weights,
                }
            }
        };
        let mut player_weights = Vec::new();
        for (node, player) in players {
            player_weights.push(match node.get("weights") {
                Some(node) => self.weights(&game, node, player.weights_text.as_ref()?)?,
                None => default.weights.clone(),
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
            priority_pairs: self.number_at(table, "priority_pairs", 1, 1_000_000_000),
            options: options.clone(),
            weights: own.map(|_| default.path),
            further_weights,
            compiled: game,
            text,
            weights_text: default.text,
            player_weights,
            book: BookOpenings::default(),
        };
        if let Some(plan) = plan {
            rules.odds = self.odds(&plan, &rules)?;
        }
        if let (Some((against, _)), Some(node)) = (against, table.get("against")) {
            let [opposed, further @ ..] = self.opposing_odds(&rules, &against.compiled, node)?;
            rules.odds.push(opposed);
            if against.meetings == Meetings::All {
                rules.odds.extend(further);
            }
            rules.against = Some(against);
        }
        Some(rules)
    }

    /// The weights of further training runs.
    fn further_weights(&self, table: &TableReader<'_>, rules: &Rules) -> Option<Vec<WeightsFile>> {
        let Some(node) = table.get("further_weights") else {
            return Some(Vec::new());
        };
        let Value::List(items) = &node.value else {
            let remedy = "write a list of weights files: further_weights = [\"second.toml\"]";
            let message = format!("{} is not a list of weights files", describe(node));
            return self.refuse(node, message, remedy);
        };
        let files = items.iter().map(|item| self.weights_file(rules, item));
        files.collect()
    }

    /// The weights file that a node names.
    fn weights_file(&self, rules: &Rules, node: &Node) -> Option<WeightsFile> {
        let text = self.weights_text(node)?;
        Some(WeightsFile {
            path: PathBuf::from(self.reader.text(node)?),
            weights: self.weights(rules, node, &text)?,
            text,
        })
    }

    /// The text of the weights file that a node names.
    pub(super) fn weights_text(&self, node: &Node) -> Option<String> {
        let file = self.folder.join(self.reader.text(node)?);
        let text = Weights::text(&file);
        let text = text.map_err(|cause| self.fault(node, cause.to_string(), ""));
        Some(Weights::kept_text(&file, text.ok()?))
    }

    /// The weights in the text of the file that a node names.
    fn weights(&self, rules: &Rules, node: &Node, text: &str) -> Option<Weights> {
        let path = self.folder.join(self.reader.text(node)?);
        let weights = Weights::parse(rules.spec(), &path, text);
        let weights = weights.map_err(|cause| {
            // One line per fault.
            (cause.to_string().lines()).for_each(|line| self.fault(node, line, ""));
        });
        weights.ok()
    }

    fn arrays(&self, table: &TableReader<'_>, rules: &Rules) -> Option<Arrays> {
        let Some(node) = table.get("arrays") else {
            return Some(Arrays::Drawn);
        };
        let known = rules.spec().array_numbers();
        let last = known.last().copied().unwrap_or(0);
        let families: Vec<String> = (rules.spec().array_families().into_iter())
            .map(|family| rules.spec().family_name(family))
            .collect();
        let quoted = families.iter().map(|name| format!("\"{name}\", "));
        let named: String = quoted.filter(|_| families.len() != 1).collect();
        let names = rules.spec().named_arrays();
        let called = |text: &str| {
            let found = names.iter().find(|(name, _)| *name == text);
            found.map(|(_, number)| *number)
        };
        let or_names: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
        let or_names = match or_names.join(", ") {
            none if none.is_empty() => none,
            names => format!(" and the names {names}"),
        };
        let remedy = format!(
            "write \"drawn\", \"all\", {named}or some of the numbers from 0 to {last}{or_names}"
        );
        let wrong = |node: &Node, message: String| self.refuse(node, message, remedy.as_str());
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
                    let Some(number) = number.filter(|number| known.contains(number)) else {
                        return wrong(item, format!("there is no array {}", describe(item)));
                    };
                    if arrays.contains(&number) {
                        return wrong(item, format!("array {number} is listed twice"));
                    }
                    arrays.push(number);
                }
                Some(Arrays::Listed(arrays))
            }
            Value::List(_) => wrong(node, "the list of arrays is empty".to_string()),
            _ => {
                let message = format!("{} is not a choice of arrays", describe(node));
                wrong(node, message)
            }
        }
    }

    /// The factor levels of a rule set: those of `levels`, and `factors`, the options with several
    /// values.
    fn levels(
        &self,
        table: &TableReader<'r>,
        factors: &BTreeMap<String, String>,
    ) -> Option<BTreeMap<String, String>> {
        let mut levels = factors.clone();
        let Some(node) = table.get("levels") else {
            return Some(levels);
        };
        let remedy = "write levels = { FACTOR = \"LEVEL\" }";
        if !node.is_table() {
            return self.refuse(node, format!("`levels` is {}", describe(node)), remedy);
        }
        for entry in node.entries() {
            let place = &entry.key_place;
            let texts = [Some(entry.key.as_str()), entry.node.text()];
            let mut texts = texts.into_iter().flatten();
            if !texts.all(|text| self.reader.is_visible(text, place)) {
                return None;
            }
            let level = match &entry.node.value {
                Value::Text(text) if !text.trim().is_empty() => text.clone(),
                Value::Number(number) => number.to_string(),
                Value::Truth(truth) => truth.to_string(),
                _ => {
                    let message = format!("{} is not a level", describe(&entry.node));
                    return self.refuse(&entry.node, message, remedy);
                }
            };
            if levels.insert(entry.key.clone(), level).is_some() {
                let message = format!("`{}` is an option with several values", entry.key);
                let remedy = "its levels are those values; leave it out here";
                self.reader.fault(place, message, remedy);
                return None;
            }
        }
        Some(levels)
    }

    /// Checks that every combination of factor levels occurs once.
    fn check_levels(&self, top: &TableReader<'r>, all: &[RulesPlan]) {
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
            let remedy = format!("use at most {MAX_FACTORS}");
            return self.fault(node, message, remedy);
        }
        let is_incomplete =
            |rules: &&&RulesPlan| factors.iter().any(|one| !rules.levels.contains_key(*one));
        if let Some(rules) = compared.iter().find(is_incomplete) {
            let message = format!("{} lacks the level of a factor", rules.name);
            let names: Vec<String> = factors.iter().map(|name| format!("`{name}`")).collect();
            let remedy = format!("every rule set needs levels of {}", names.join(", "));
            return self.fault(node, message, remedy);
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
            self.fault(node, message, "write each combination once");
        } else if cells.len() != all {
            let cells = cells.len();
            let message = format!("only {cells} of the {all} combinations of levels are present");
            self.fault(node, message, "write a rule set for each of them");
        }
    }

    /// Reads `against`, and the rules with the pieces of both rule sets: `Some(None)` without the
    /// key, `None` if it is invalid.
    fn opposing_rules(
        &mut self,
        table: &TableReader<'r>,
        rules: &Rules,
    ) -> Option<Option<(OpposingRules, RuleSpec)>> {
        let Some(node) = table.get("against") else {
            return Some(None);
        };
        let (id_node, options_node, options, meetings) = match &node.value {
            Value::Table(_) => {
                let keys = ["id", "options", "meetings"];
                let keys = self.reader.table(node, "`against`", &keys);
                let id = keys.need("id", "name the other rule set: id = \"scirocco-2001\"")?;
                let meetings = keys.choice_or("meetings", Meetings::Opposed, &Meetings::ALL);
                (id, keys.get("options"), self.options(&keys), meetings)
            }
            _ => (node, None, BTreeMap::new(), Meetings::Opposed),
        };
        let (other, text) = self.game(id_node, options_node, &options)?;
        let mixed = rules.spec().with_opposing_army(other.spec());
        let mixed = mixed.map_err(|cause| {
            let remedy = "name a rule set for the same board with other pieces";
            let message = format!("its pieces cannot oppose those of this rule set: {cause}");
            self.fault(id_node, message, remedy);
        });
        let against = OpposingRules {
            id: self.reader.text(id_node)?.to_string(),
            compiled: other,
            options,
            meetings,
            text,
        };
        Some(Some((against, mixed.ok()?)))
    }

    /// The odds that give the other rule set's pieces to the second player, to the first, to both and to none.
    fn opposing_odds(&self, rules: &RulesPlan, other: &Rules, node: &Node) -> Option<[Odds; 4]> {
        if self.left.is_some() {
            let message = "games with an opposing army begin from an array";
            return self.refuse(node, message, "leave `left` out of [opening]");
        }
        let spec = rules.compiled.spec();
        let arrays = rules.played_arrays();
        // White's pieces in an array that are replaced, in order, and those that replace them.
        let replaced = |array: u32| -> Option<Vec<(PieceType, PieceType)>> {
            let (own, old) = (rules.compiled.start(array)?, other.start(array));
            let mut all: Vec<_> = (own.occupied().into_iter())
                .filter_map(|square| match own.at(square)? {
                    (Color::White, piece) => {
                        let there = old.as_ref().and_then(|old| old.at(square));
                        let there = there.map(|(_, there)| other.spec().piece(there));
                        Some((piece, opposing(spec, other.spec(), piece, there)?))
                    }
                    _ => None,
                })
                .collect();
            all.sort_unstable();
            Some(all)
        };
        let first = arrays.first().and_then(|&array| replaced(array))?;
        let changes = first.iter().map(|&(from, to)| MaterialChange {
            from: Some(from),
            to: Some(to),
        });
        let (own, changed) = (Vec::new(), changes.collect::<Vec<_>>());
        let meetings = [
            [&own, &changed],
            [&changed, &own],
            [&changed, &changed],
            [&own, &own],
        ];
        let meetings = meetings.map(|sides| Odds::new(sides.map(Clone::clone), spec));
        let odds = &meetings[0];
        let is_first = |&array: &u32| replaced(array).as_ref() == Some(&first);
        let possible = || possible_arrays(spec, odds, &arrays);
        let message = if odds.changes[1].is_empty() {
            "the pieces that games begin with are the same in both rule sets"
        } else if spec.arrays.len() > 1 && !arrays.iter().all(is_first) {
            "the played arrays differ in their pieces"
        } else if !can_begin(&rules.compiled, odds, &possible()) {
            "no game can begin with the pieces of both"
        } else {
            return Some(meetings);
        };
        let remedy = "name a rule set with other pieces in the same arrays, and `arrays` with the same pieces";
        self.refuse(node, message, remedy)
    }
}

/// Every combination of the values of options.
fn combinations(varied: &BTreeMap<String, Vec<OptionValue>>) -> Vec<Options> {
    let mut all = vec![Options::new()];
    for (name, values) in varied {
        let longer = all.iter().flat_map(|chosen| {
            values.iter().map(move |value| {
                let own = (name.clone(), value.clone());
                chosen.clone().into_iter().chain([own]).collect()
            })
        });
        all = longer.collect();
    }
    all
}

/// Options as the texts of `--set` arguments.
fn settings(options: &Options) -> Vec<(String, String)> {
    let texts = options.iter();
    texts
        .map(|(name, value)| (name.clone(), value.text()))
        .collect()
}

/// The piece of the other rule set that replaces a piece: its counterpart; for a piece that the other
/// rule set lacks the one that is there in its array. `None` where nothing is replaced.
fn opposing(
    spec: &RuleSpec,
    other: &RuleSpec,
    piece: PieceType,
    there: Option<&PieceSpec>,
) -> Option<PieceType> {
    let own = spec.piece(piece);
    let is_missing = other.find(&own.text).is_none();
    let there = there.filter(|there| is_missing && there.royal == own.royal);
    spec.opposing(piece).or_else(|| {
        let text = &there?.text;
        spec.find(&format!("{text}{OPPOSING_MARK}"))
            .or_else(|| spec.find(text))
    })
}

/// The default name of a rule set: its id or file name, and the options.
fn default_name(id: &str, options: &Options) -> String {
    let stem = Path::new(id).file_stem().unwrap_or_default();
    plain(&stem.to_string_lossy()) + &option_words(settings(options))
}

/// Options as part of a name.
fn option_words(options: impl IntoIterator<Item = (String, String)>) -> String {
    let options = options.into_iter();
    let words = options.map(|(name, value)| format!("+{name}={value}"));
    plain(&words.collect::<String>())
}

/// Replaces characters that are not allowed in file names.
fn plain(name: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "._+=-".contains(letter);
    name.replace(|letter| !is_plain(letter), "-")
}
