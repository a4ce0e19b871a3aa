//! The options that the other program may set.

use std::path::Path;
use tradewind_engine::Game;
use tradewind_engine::evaluation::Weights;
use tradewind_engine::rules::{OptionSpec, built_in};
use tradewind_engine::search::MAX_THREADS;

/// What the options of a rule set's own begin with.
const OWN: &str = "Option_";
/// The most memory for positions, in megabytes.
pub const MAX_HASH: usize = 65_536;
/// The most root moves that are shown.
const MAX_LINES: usize = 500;
/// The options of every rule set.
const KNOWN: [&str; 7] = [
    "UCI_Variant",
    "Hash",
    "Clear Hash",
    "Threads",
    "MultiPV",
    "Ponder",
    "Weights",
];

/// The options' values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// The id of a rule set or the path of a rule file.
    pub variant: String,
    /// Memory for positions, in megabytes.
    pub hash: usize,
    /// Threads of a search.
    pub threads: usize,
    /// How many root moves are shown with their principal variations.
    pub multi_pv: usize,
    /// Whether `bestmove` names the expected reply (`ponder`).
    pub ponder: bool,
    /// The path of a weights file; empty for the weights that come with the program.
    pub weights: String,
    /// Values of the rule set's own options.
    pub settings: Vec<(String, String)>,
}

/// What a change of an option asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// Another game.
    Rules,
    /// Another searcher for the same game.
    Searcher,
    /// The same searcher, which searches otherwise.
    SearcherOptions,
    /// A searcher that remembers nothing.
    Forget,
    /// The same searcher.
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
    /// The options as the protocol lists them, for the rule set in force.
    pub fn list(&self, game: &Game) -> Vec<String> {
        let mut variants = String::new();
        for id in built_in() {
            variants.push_str(" var ");
            variants.push_str(&id);
        }
        let default = Options::default();
        let mut list = vec![
            format!(
                "option name UCI_Variant type combo default {}{variants}",
                default.variant
            ),
            format!(
                "option name Hash type spin default {} min 1 max {MAX_HASH}",
                default.hash
            ),
            "option name Clear Hash type button".to_string(),
            format!(
                "option name Threads type spin default {} min 1 max {MAX_THREADS}",
                default.threads
            ),
            format!(
                "option name MultiPV type spin default {} min 1 max {MAX_LINES}",
                default.multi_pv
            ),
            "option name Ponder type check default false".to_string(),
            "option name Weights type string default <empty>".to_string(),
        ];
        list.extend(game.spec().options.iter().map(declare));
        list
    }

    /// Sets an option.
    pub fn set(&mut self, game: &Game, name: &str, value: &str) -> Result<Change, String> {
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
                let megabytes = within("Hash is a number of megabytes", value, MAX_HASH)?;
                if affordable(megabytes) < megabytes {
                    return Err(format!(
                        "the system has no {megabytes} megabytes; Hash stays {}",
                        self.hash
                    ));
                }
                self.hash = megabytes;
                Ok(Change::Searcher)
            }
            "clear hash" => Ok(Change::Forget),
            "threads" => {
                self.threads = within("Threads is a number", value, MAX_THREADS)?;
                Ok(Change::SearcherOptions)
            }
            "multipv" => {
                self.multi_pv = within("MultiPV is a number", value, MAX_LINES)?;
                Ok(Change::SearcherOptions)
            }
            "ponder" => {
                let value = value.parse();
                self.ponder = value.map_err(|_| "Ponder is true or false".to_string())?;
                Ok(Change::Nothing)
            }
            "weights" => {
                self.weights = match value {
                    "<empty>" => String::new(),
                    path => path.to_string(),
                };
                Ok(Change::Searcher)
            }
            name => {
                let options = &game.spec().options;
                let own = options
                    .iter()
                    .find(|option| own_name(option).eq_ignore_ascii_case(name));
                let Some(option) = own else {
                    let known: Vec<String> = options.iter().map(own_name).collect();
                    let list = KNOWN.join(", ");
                    let own = match known.as_slice() {
                        [] => String::new(),
                        known => format!(" and for {} {}", self.variant, known.join(", ")),
                    };
                    return Err(format!("no such option; the options are {list}{own}"));
                };
                self.settings.retain(|(known, _)| *known != option.name);
                self.settings.push((option.name.clone(), value.to_string()));
                Ok(Change::Rules)
            }
        }
    }

    /// The weights to search with.
    pub fn load_weights(&self, game: &Game) -> Result<Weights, String> {
        let file = (!self.weights.is_empty()).then(|| Path::new(&self.weights));
        Weights::chosen(game.spec(), file).map_err(|fault| fault.to_string())
    }
}

/// The size in megabytes of a table that the system has memory for: the wanted size, halved until it fits. Asked for first, as a table that gets
/// no memory ends the program.
pub fn affordable(megabytes: usize) -> usize {
    let has_memory = |size: usize| Vec::<u8>::new().try_reserve_exact(size << 20).is_ok();
    match megabytes <= 1 || has_memory(megabytes) {
        true => megabytes,
        false => affordable(megabytes / 2),
    }
}

/// A whole number from 1 to `max`; `what` begins the answer to another value.
fn within(what: &str, value: &str, max: usize) -> Result<usize, String> {
    let number = value.parse::<usize>().ok();
    let number = number.filter(|number| (1..=max).contains(number));
    number.ok_or_else(|| format!("{what} from 1 to {max}"))
}

fn own_name(option: &OptionSpec) -> String {
    format!("{OWN}{}", option.name)
}

/// An option of the rule set: a box to tick when it is on or off, else a list.
fn declare(option: &OptionSpec) -> String {
    let name = own_name(option);
    let (default, values) = (&option.default, &option.values);
    if values.len() == 2
        && values
            .iter()
            .all(|value| value == "true" || value == "false")
    {
        return format!("option name {name} type check default {default}");
    }
    let mut text = format!("option name {name} type combo default {default}");
    for value in values {
        text.push_str(" var ");
        text.push_str(value);
    }
    text
}
