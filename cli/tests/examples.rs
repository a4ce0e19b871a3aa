//! The worked examples of the rules, with drawn boards, run by `tradewind verify`.
//!
//! The expected answers come from the games' pages and the project's rules (decisions such as S-D4
//! and H-D5), never from the engine. `docs/guide/test-rules.md` describes the language.

use std::path::Path;
use std::process::Command;

#[test]
fn the_worked_examples_hold() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/examples");
    let entries = std::fs::read_dir(folder).expect("the folder");
    let files: Vec<_> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    assert!(!files.is_empty());
    let output = Command::new(env!("CARGO_BIN_EXE_tradewind"))
        .arg("verify")
        .args(&files)
        .output()
        .expect("the program runs");
    let [out, err] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    assert!(output.status.success(), "{err}{out}");
}
