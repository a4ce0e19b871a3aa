//! The options of a session.

use crate::search_thread::{MAX_HASH, affordable_hash};
use std::path::Path;
use tradewind_engine::Rules;
use tradewind_engine::evaluation::{Weights, WeightsError};
use tradewind_engine::rules::{OptionSpec, built_in};
use tradewind_engine::search::{MAX_THREADS, MOVE_OVERHEAD};

/// The beginning of a declaration.
const DECLARATION: &str = "option name ";
/// The option under which castling moves are those of a king to its rook.
const CHESS960: &str = "UCI_Chess960";
const MAX_MULTI_PV: usize = 500;
/// The maximum overhead per move, in milliseconds.
const MAX_OVERHEAD: u64 = 5_000;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// The rule files that are variants by their names.
    pub files: Vec<VariantFile>,
    /// The name of one of these files, the id of a rule set or the path of a rule file.
    pub variant: String,
    /// Size of the transposition table, in megabytes.
    pub hash: usize,
    pub threads: usize,
    pub multi_pv: usize,
    /// Time per move that is lost between the programs, in milliseconds.
    pub overhead: u64,
    /// The path of a weights file; empty for the built-in weights.
    pub weights: String,
    /// The options of the rule set that were set: name and value.
    pub settings: Vec<(String, String)>,
}

/// A rule file that is a variant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VariantFile {
    /// The name of the file without its ending.
    pub name: String,
    pub path: String,
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
            files: Vec::new(),
            variant: "chess".to_string(),
            hash: 16,
            threads: 1,
            multi_pv: 1,
            overhead: MOVE_OVERHEAD,
            weights: String::new(),
            settings: Vec::new(),
        }
    }
}

impl Options {
    /// The options with rule files as further variants, the first of which is the default.
    ///
    /// # Errors
    /// Two variants would have the same name.
    pub(crate) fn with_files(files: &[String]) -> Result<Options, String> {
        let mut options = Options::default();
        for path in files {
            let stem = Path::new(path).file_stem().unwrap_or_default();
            let name = stem.to_string_lossy().into_owned();
            let is_built_in = built_in().contains(&name) && *path != name;
            if is_built_in || options.files.iter().any(|known| known.name == name) {
                return Err(format!(
                    "{path} and another rule set would both be the variant {name}; give the file another name"
                ));
            }
            let path = path.clone();
            options.files.push(VariantFile { name, path });
        }
        options.variant = options.first_variant();
        Ok(options)
    }

    fn first_variant(&self) -> String {
        let first = self.files.first().map(|file| file.name.clone());
        first.unwrap_or_else(|| Options::default().variant)
    }

    /// The id or path of the rules.
    pub(crate) fn rules(&self) -> &str {
        let mut files = self.files.iter();
        let file = files.find(|file| file.name == self.variant);
        file.map_or(&self.variant, |file| &file.path)
    }

    /// The declarations of the options, including those of the rule set.
    pub(crate) fn declarations(&self, rules: &Rules) -> Vec<String> {
        let files = self.files.iter().map(|file| &file.name);
        let built_in = built_in();
        let others = built_in
            .iter()
            .filter(|id| files.clone().all(|name| name != *id));
        let variants = files.clone().chain(others);
        let variants: String = variants.map(|name| format!(" var {name}")).collect();
        let variant = self.first_variant();
        let Options {
            hash,
            threads,
            multi_pv,
            overhead,
            ..
        } = Options::default();
        let common = [
            format!("UCI_Variant type combo default {variant}{variants}"),
            format!("Hash type spin default {hash} min 1 max {MAX_HASH}"),
            "Clear Hash type button".to_string(),
            format!("Threads type spin default {threads} min 1 max {MAX_THREADS}"),
            format!("MultiPV type spin default {multi_pv} min 1 max {MAX_MULTI_PV}"),
            "Ponder type check default false".to_string(),
            format!("Move Overhead type spin default {overhead} min 0 max {MAX_OVERHEAD}"),
            "Weights type string default <empty>".to_string(),
        ];
        let castling = rules.arrays_castle_differently();
        let castling = castling.then(|| format!("{CHESS960} type check default true"));
        let own = rules.spec().options.iter().map(declaration);
        (common.into_iter().chain(castling).chain(own))
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
                // Only a statement of the GUI: `bestmove` always names the expected reply.
                let value: Result<bool, _> = value.parse();
                value.map_err(|_| "Ponder must be true or false".to_string())?;
                Ok(Change::Nothing)
            }
            "move overhead" => {
                let time = value.parse().ok().filter(|&time| time <= MAX_OVERHEAD);
                self.overhead = time.ok_or_else(|| {
                    format!(
                        "Move Overhead must be a number of milliseconds from 0 to {MAX_OVERHEAD}"
                    )
                })?;
                Ok(Change::Nothing)
            }
            // Castling moves name the partner in any case.
            "uci_chess960" if rules.arrays_castle_differently() => match value {
                "true" => Ok(Change::Nothing),
                _ => Err(format!(
                    "{CHESS960} is true: the arrays castle from different squares"
                )),
            },
            "weights" => {
                let is_default = value == "<empty>";
                self.weights = if is_default { "" } else { value }.to_string();
                Ok(Change::Searcher)
            }
            name => {
                let options = &rules.spec().options;
                let own = (options.iter()).find(|own| own_name(own).eq_ignore_ascii_case(name));
                let Some(option) = own else {
                    let declarations = self.declarations(rules);
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
