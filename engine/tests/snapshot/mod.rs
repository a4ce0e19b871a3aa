//! Files of cases with their complete expected output. `UPDATE_SNAPSHOTS=1 cargo test` rewrites the
//! output.
//!
//! A case is a line `=== HEADER`, its input, `---` and the output. A line `# ` after an empty one
//! is a comment on the next cases.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// Compares the output of every case of a file in the folder of the tests; `output` takes its
/// header and input.
pub fn check(file: &str, output: impl Fn(&str, &str) -> String) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests")
        .join(file);
    let cases = fs::read_to_string(&path).expect("the cases");
    let (mut updated, mut wrong) = (String::new(), String::new());
    for block in cases.split("\n\n=== ") {
        let Some((case, expected)) = block.split_once("\n---") else {
            updated += block;
            continue;
        };
        let (header, input) = case.split_once('\n').unwrap_or((case, ""));
        let found = output(header, input);
        let (expected, comment) = expected.split_once("\n\n# ").unwrap_or((expected, ""));
        if expected.trim_matches('\n') != found {
            let _ = writeln!(
                wrong,
                "=== {case}\n--- expected{expected}\n--- found\n{found}\n"
            );
        }
        let _ = write!(updated, "\n\n=== {case}\n---\n{found}");
        if !comment.is_empty() {
            let _ = write!(updated, "\n\n# {}", comment.trim_end());
        }
    }
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        fs::write(path, updated + "\n").expect("the cases are written");
    } else {
        assert!(wrong.is_empty(), "\n{wrong}");
    }
}
