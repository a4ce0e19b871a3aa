//! Games described for other programs.

use crate::folder::ScratchFolder;
use crate::{invariants, rules};
use tradewind_engine::check;
use tradewind_engine::notation::import;

/// An input is a text that may be imported. If it is, the rule file must be one that can be played.
pub fn run(data: &[u8]) -> bool {
    let text = String::from_utf8_lossy(data);
    let sections = text.lines().filter_map(|line| line.strip_prefix('['));
    let named = sections.filter_map(|line| Some(line.split_once([':', ']'])?.0));
    let found = match import(&text, named.last()) {
        Ok(found) => found,
        Err(fault) => {
            invariants::plain(&fault.to_string(), "");
            assert!(fault.line >= 1 && fault.column >= 1, "{fault}: no place");
            return false;
        }
    };
    for note in &found.notes {
        invariants::plain(&note.to_string(), "");
    }
    let folder = ScratchFolder::of(found.rule_file.as_bytes());
    let spec = check(folder.first_text());
    let spec = spec.unwrap_or_else(|error| panic!("{error}\n{}", found.rule_file));
    rules::plays(spec, data);
    true
}
