//! Games of public pages as Interactive Diagrams: the cases of `imports/diagrams.txt`.

mod snapshot;

use std::fs;
use tradewind_engine::Rules;
use tradewind_engine::notation::import;

/// The moves of each game at the start and two plies deep, and what its import remarks.
#[test]
fn diagrams_play() {
    let folder = tempfile::tempdir().expect("a folder");
    snapshot::check("imports/diagrams.txt", |header, definition| {
        let found = import(definition, None).unwrap_or_else(|fault| panic!("{header}: {fault:?}"));
        let file = folder.path().join("imported.toml");
        fs::write(&file, &found.rule_file).expect("a file");
        let rules = Rules::load(file.to_str().expect("a path"), &[]);
        let rules = rules.unwrap_or_else(|fault| panic!("{header}: {fault}\n{}", found.rule_file));
        let start = rules.start(0).expect("an array");
        let mut lines = vec![format!("{} moves, {}", start.perft(1), start.perft(2))];
        for note in &found.notes {
            let kind = if note.differs { "differs" } else { "guess" };
            lines.push(format!("{kind}, line {}: {}", note.line, note.message));
        }
        lines.join("\n")
    });
}
