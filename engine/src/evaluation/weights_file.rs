//! Weights files.

use super::network::{NETWORK, Network};
use super::origin::{ORIGIN, Origin};
use super::weights::{DEFAULT_LAZY, MAX_LAZY, Term, Weight, Weights};
use crate::input;
use crate::input::text_file;
use crate::rules::{COPY_MARK, RuleSpec};
use crate::search_params::SearchParams;
use std::fmt::Write as _;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use toml::de::{DeTable, DeValue};

/// A weights file that could not be read.
#[non_exhaustive]
#[derive(Debug, thiserror::Error)]
pub enum WeightsError {
    /// The file could not be read.
    #[error("cannot read the weights {file}: {cause}")]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// The system's error.
        cause: std::io::Error,
    },
    /// The file has faults.
    #[error("{}", .faults.iter().map(|fault| format!("{}: {fault}", .file.display())).collect::<Vec<_>>().join("\n"))]
    Faults {
        /// The file.
        file: PathBuf,
        /// All faults, each with place and remedy.
        faults: Vec<String>,
    },
}

/// The name for the weights that follow from the rules alone, in place of a weights file.
pub const UNTUNED: &str = "untuned";
/// The name for the linear weights of a rule set, without a network, in place of a weights file.
pub const LINEAR: &str = "linear";

/// The key for the weights that a file changes: [`UNTUNED`], the default, or [`LINEAR`].
const OVER: &str = "over";

/// The table of a weights file with notes on the origin for readers; the program ignores it.
const PROVENANCE: &str = "provenance";

/// The table of a weights file with piece values; see [`Weights::tuned_values`].
pub(super) const VALUES: &str = "values";

/// The other tables of a weights file.
const GROUPS: [&str; 8] = [
    "material",
    "promotion",
    "center",
    "advance",
    "mobility",
    "hand",
    "position",
    SEARCH,
];
/// The table of search parameters and of the lazy margin, and the key of the latter.
const SEARCH: &str = "search";
const LAZY: &str = "lazy";

/// The symbol of a piece as a key in TOML: one with a mark is quoted.
pub fn toml_key(symbol: &str) -> String {
    if !symbol
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    {
        format!("\"{symbol}\"")
    } else {
        symbol.to_string()
    }
}

impl Weights {
    /// The weights of a file; without a file, those of [`Weights::of`].
    ///
    /// # Errors
    /// As [`Weights::load`].
    pub fn chosen(spec: &RuleSpec, file: Option<&Path>) -> Result<Weights, WeightsError> {
        match file {
            Some(file) => Weights::load(spec, file),
            None => Ok(Weights::of(spec)),
        }
    }

    /// Reads a weights file, which changes the weights that follow from the rules or, if it says
    /// so, the linear ones.
    ///
    /// # Errors
    /// The file cannot be read or is wrong.
    pub fn load(spec: &RuleSpec, file: &Path) -> Result<Weights, WeightsError> {
        Weights::parse(spec, file, &Weights::text(file)?)
    }

    /// The text of a weights file; for the names [`UNTUNED`] and [`LINEAR`], one without changes.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn text(file: &Path) -> Result<String, WeightsError> {
        let is_called = |name: &str| file.file_name().is_some_and(|own| own == name);
        if is_called(UNTUNED) {
            return Ok(String::new());
        }
        if is_called(LINEAR) {
            return Ok(format!("{OVER} = \"{LINEAR}\"\n"));
        }
        text_file::read(file, text_file::MAX_BYTES).map_err(|cause| WeightsError::Unreadable {
            file: file.to_path_buf(),
            cause,
        })
    }

    /// Parses a weights file.
    ///
    /// # Errors
    /// The text is wrong.
    pub fn parse(spec: &RuleSpec, file: &Path, text: &str) -> Result<Weights, WeightsError> {
        let faults = |faults| WeightsError::Faults {
            file: file.to_path_buf(),
            faults,
        };
        let at = |span: Range<usize>| {
            let start = span.start.min(text.len());
            format!("line {}", text[..start].matches('\n').count() + 1)
        };
        let table = DeTable::parse(text).map_err(|fault| {
            let place = at(fault.span().unwrap_or(0..0));
            faults(vec![format!("{place}: {}", fault.message())])
        })?;
        let mut wrong = Vec::new();
        let over = (table.get_ref().iter()).find(|(key, _)| key.get_ref() == OVER);
        let mut weights = match over.map(|(key, value)| (key, value.get_ref().as_str())) {
            None | Some((_, Some(UNTUNED))) => Weights::starting(spec),
            Some((_, Some(LINEAR))) => Weights::linear(spec),
            Some((key, _)) => {
                let place = at(key.span());
                wrong.push(format!(
                    "{place}: `{OVER}` must be \"{UNTUNED}\" or \"{LINEAR}\""
                ));
                Weights::starting(spec)
            }
        };
        if !changes_nothing(table.get_ref()) {
            weights.origin = Weights::file_origin(file);
        }
        for (group, values) in table.get_ref() {
            let (place, group) = (at(group.span()), group.get_ref().as_ref());
            let fault = match (group, values.get_ref()) {
                (OVER | PROVENANCE | VALUES, _) => continue,
                (NETWORK, DeValue::Table(table)) => match Network::of_rules(spec, table) {
                    Ok(network) => {
                        weights.network = Some(Arc::new(network));
                        continue;
                    }
                    Err(fault) => fault,
                },
                (NETWORK, _) => format!("`{NETWORK}` is a group; write [{NETWORK}]"),
                (ORIGIN, values) => match values.as_table().and_then(Origin::read) {
                    Some(origin) => {
                        weights.origin = origin;
                        continue;
                    }
                    None => format!("[{ORIGIN}] is written by the program alone; leave it out"),
                },
                (_, DeValue::Array(_) | DeValue::Integer(_) | DeValue::Float(_)) => format!(
                    "`{group}` must be in a group; write it under [material] or another of {}",
                    GROUPS.join(", ")
                ),
                _ if !GROUPS.contains(&group) => format!(
                    "there is no group [{group}]; the groups are {}",
                    GROUPS.join(", ")
                ),
                (_, DeValue::Table(values)) => {
                    for (key, value) in values {
                        let set = match group {
                            SEARCH => weights.set_search(key.get_ref(), value.get_ref()),
                            _ => weights.set(spec, group, key.get_ref(), value.get_ref()),
                        };
                        if let Err(fault) = set {
                            wrong.push(format!("{}: {fault}", at(key.span())));
                        }
                    }
                    continue;
                }
                _ => format!(
                    "`{group}` is a group; write [{group}] and under it a line for each weight"
                ),
            };
            wrong.push(format!("{place}: {fault}"));
        }
        if wrong.is_empty() {
            weights.copy_to_copies(spec);
            Ok(weights)
        } else {
            wrong.sort_by_key(|fault| line_number(fault));
            Err(faults(wrong))
        }
    }

    fn set_search(&mut self, key: &str, value: &DeValue<'_>) -> Result<(), String> {
        let number = input::integer(value).and_then(|number| i32::try_from(number).ok());
        if key != LAZY {
            let names = SearchParams::names();
            if !names.contains(&key) {
                let names = names.join(", ");
                return Err(format!("[{SEARCH}] has no `{key}`; it has {LAZY}, {names}"));
            }
            let number = number.ok_or_else(|| format!("`{key}` must be a whole number"))?;
            return self.search.set(key, number);
        }
        let bounds = 0..=MAX_LAZY;
        let margin = number.filter(|number| bounds.contains(number));
        self.lazy = margin
            .ok_or_else(|| format!("`{LAZY}` must be a whole number from 0 to {MAX_LAZY}"))?;
        Ok(())
    }

    fn set(
        &mut self,
        spec: &RuleSpec,
        group: &str,
        key: &str,
        value: &DeValue<'_>,
    ) -> Result<(), String> {
        let named = |(term, _): &&mut (Term, Weight)| {
            let (known_group, known_key) = term.name(spec);
            known_group == group && known_key == key
        };
        let Some((_, weight)) = self.terms.iter_mut().find(named) else {
            let known: Vec<String> = Term::all(spec)
                .into_iter()
                .map(|term| term.name(spec))
                .filter(|(known, _)| *known == group)
                .map(|(_, key)| key)
                .collect();
            return Err(format!(
                "[{group}] has no `{key}`; it has {}",
                known.join(" ")
            ));
        };
        let number = input::number;
        let pair = match value {
            DeValue::Array(pair) => match &pair[..] {
                [middlegame, endgame] => {
                    number(middlegame.get_ref()).zip(number(endgame.get_ref()))
                }
                _ => None,
            },
            value => number(value).map(|both| (both, both)),
        };
        let is_small = |number: f64| number.abs() <= Weights::MAX;
        match pair.filter(|(middlegame, endgame)| is_small(*middlegame) && is_small(*endgame)) {
            Some((middlegame, endgame)) => {
                *weight = Weight {
                    middlegame,
                    endgame,
                };
                Ok(())
            }
            None => Err(format!(
                "`{key}` of [{group}] is not a weight; write [middlegame, endgame] in \
                 centipawns, such as [100, 120]"
            )),
        }
    }

    /// The weights as a file, without those of non-promoting copies, which follow from the others.
    pub fn to_toml(&self, spec: &RuleSpec) -> String {
        self.tables(spec, Network::to_toml)
    }

    /// The whole of the weights as one text: equal texts mean equal weights. See
    /// [`Network::fingerprint_text`].
    pub fn fingerprint_text(&self, spec: &RuleSpec) -> String {
        self.tables(spec, Network::fingerprint_text)
    }

    /// The weights as a file, with a text of the network.
    fn tables(&self, spec: &RuleSpec, network_text: impl Fn(&Network) -> String) -> String {
        let mut text = String::new();
        let mut last = "";
        for (term, weight) in &self.terms {
            let (group, key) = term.name(spec);
            if key.ends_with(COPY_MARK) {
                continue;
            }
            if group != last {
                let gap = if text.is_empty() { "" } else { "\n" };
                let _ = writeln!(text, "{gap}[{group}]");
                last = group;
            }
            let key = toml_key(&key);
            // Zero has no sign.
            let [middlegame, endgame] = [weight.middlegame, weight.endgame].map(|x| x + 0.0);
            let _ = writeln!(text, "{key} = [{middlegame}, {endgame}]");
        }
        let lazy = (self.lazy != DEFAULT_LAZY).then_some((LAZY, self.lazy));
        let own: Vec<_> = lazy.into_iter().chain(self.search.own()).collect();
        if !own.is_empty() {
            let _ = writeln!(text, "\n[{SEARCH}]");
        }
        for (key, value) in own {
            let _ = writeln!(text, "{key} = {value}");
        }
        if let Some(network) = &self.network {
            let _ = write!(text, "\n{}", network_text(network));
        }
        text
    }

    /// The weights as a file with their origin.
    pub fn to_kept_toml(&self, spec: &RuleSpec) -> String {
        format!("{}\n{}", self.origin.to_toml(), self.to_toml(spec))
    }

    /// The text of a weights file with its origin, which is the file's name unless the text names
    /// another.
    pub fn kept_text(file: &Path, text: String) -> String {
        let says_enough = DeTable::parse(&text).map_or(true, |table| {
            let table = table.get_ref();
            changes_nothing(table) || table.keys().any(|group| group.get_ref() == ORIGIN)
        });
        if says_enough {
            return text;
        }
        format!("{text}\n{}", Weights::file_origin(file).to_toml())
    }

    fn file_origin(file: &Path) -> Origin {
        let name = file.file_name().unwrap_or_default();
        Origin::File(name.to_string_lossy().into_owned())
    }
}

/// Whether a weights file changes no weights.
fn changes_nothing(table: &DeTable<'_>) -> bool {
    table.keys().all(|key| key.get_ref() == OVER)
}

/// The line number at the beginning of a fault.
fn line_number(fault: &str) -> usize {
    let digits = fault.trim_start_matches("line ");
    let end = digits.find(':').unwrap_or(0);
    digits[..end].parse().unwrap_or(0)
}
