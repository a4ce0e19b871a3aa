//! The options of a session.

use crate::search_thread::{MAX_HASH, affordable_hash};
use std::path::Path;
use tradewind_engine::Rules;
use tradewind_engine::evaluation::{Weights, WeightsError};
use tradewind_engine::rules::{OptionSpec, built_in};
use tradewind_engine::search::MAX_THREADS;

/// The beginning of a declaration.
const DECLARATION: &str = "option name ";
const MAX_MULTI_PV: usize = 500;
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// The id of a rule set or the path of a rule file.
    pub variant: String,
    /// Size of the transposition table, in megabytes.
    pub hash: usize,
    pub threads: usize,
    pub multi_pv: usize,
    /// Whether `bestmove` names the expected reply (`ponder`).
    pub ponder: bool,
    /// The path of a weights file; empty for the built-in weights.
    pub weights: String,
    /// The options of the rule set that were set: name and value.
    pub settings: Vec<(String, String)>,
}

/// The consequence of a change of an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    Rules,
    Searcher,
    SearcherSettings,
    ClearHash,
    Nothing,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            variant: "chess".to_string(),
            hash: 16,
            threads: 1,
            multi_pv: 1,
            ponder: false,
            weights: String::new(),
            settings: Vec::new(),
        }
    }
}

impl Options {
    /// The declarations of the options, including those of the rule set.
    pub(crate) fn declarations(rules: &Rules) -> Vec<String> {
        let variants: String = (built_in().iter()).map(|id| format!(" var {id}")).collect();
        let Options {
            variant,
            hash,
            threads,
            multi_pv,
            ..
        } = Options::default();
        let common = [
            format!("UCI_Variant type combo default {variant}{variants}"),
            format!("Hash type spin default {hash} min 1 max {MAX_HASH}"),
            "Clear Hash type button".to_string(),
            format!("Threads type spin default {threads} min 1 max {MAX_THREADS}"),
            format!("MultiPV type spin default {multi_pv} min 1 max {MAX_MULTI_PV}"),
            "Ponder type check default false".to_string(),
            "Weights type string default <empty>".to_string(),
        ];
        let own = rules.spec().options.iter().map(declaration);
        (common.into_iter().chain(own))
            .map(|option| format!("{DECLARATION}{option}"))
            .collect()
    }

    pub fn set(&mut self, rules: &Rules, name: &str, value: &str) -> Result<Change, String> {
        match name.to_ascii_lowercase().as_str() {
            "uci_variant" => {
                if value.is_empty() {
                    return Err("give the id of a rule set or the path of a rule file".into());
                }
                self.variant = value.to_string();
                self.settings.clear();
                Ok(Change::Rules)
            }
            "hash" => {
                let megabytes = parse("Hash must be a number of megabytes", value, MAX_HASH)?;
                if affordable_hash(megabytes) < megabytes {
                    return Err(format!(
                        "the system has no {megabytes} megabytes; Hash stays {}",
                        self.hash
                    ));
                }
                self.hash = megabytes;
                Ok(Change::Searcher)
            }
            "clear hash" => Ok(Change::ClearHash),
            "threads" => {
                self.threads = parse("Threads must be a number", value, MAX_THREADS)?;
                Ok(Change::SearcherSettings)
            }
            "multipv" => {
                self.multi_pv = parse("MultiPV must be a number", value, MAX_MULTI_PV)?;
                Ok(Change::SearcherSettings)
            }
            "ponder" => {
                let value = value.parse();
                self.ponder = value.map_err(|_| "Ponder must be true or false".to_string())?;
                Ok(Change::Nothing)
            }
            "weights" => {
                let is_default = value == "<empty>";
                self.weights = if is_default { "" } else { value }.to_string();
                Ok(Change::Searcher)
            }
            name => {
                let options = &rules.spec().options;
                let own = (options.iter()).find(|own| own_name(own).eq_ignore_ascii_case(name));
                let Some(option) = own else {
                    let declarations = Options::declarations(rules);
                    let words = declarations.iter().map(|line| &line[DECLARATION.len()..]);
                    let names: Vec<&str> = words
                        .filter_map(|line| line.split(" type ").next())
                        .collect();
                    return Err(format!(
                        "no such option; the options are {}",
                        names.join(", ")
                    ));
                };
                self.settings.retain(|(name, _)| *name != option.name);
                self.settings.push((option.name.clone(), value.to_string()));
                Ok(Change::Rules)
            }
        }
    }

    pub(crate) fn load_weights(&self, rules: &Rules) -> Result<Weights, WeightsError> {
        let file = (!self.weights.is_empty()).then(|| Path::new(&self.weights));
        Weights::chosen(rules.spec(), file)
    }
}

/// Parses an integer from 1 to `max`. `requirement` begins the error.
fn parse(requirement: &str, value: &str, max: usize) -> Result<usize, String> {
    let number = value.parse().ok();
    let number = number.filter(|number| (1..=max).contains(number));
    number.ok_or_else(|| format!("{requirement} from 1 to {max}"))
}

fn own_name(option: &OptionSpec) -> String {
    format!("Option_{}", option.name)
}

/// The declaration of an option of the rule set, without the words before the name.
fn declaration(option: &OptionSpec) -> String {
    let (name, default, values) = (own_name(option), &option.default, &option.values);
    let is_boolean = |value: &String| value == "true" || value == "false";
    if values.len() == 2 && values.iter().all(is_boolean) {
        return format!("{name} type check default {default}");
    }
    let values: String = values.iter().map(|value| format!(" var {value}")).collect();
    format!("{name} type combo default {default}{values}")
}
