//! The worked examples and the stated properties of the rules, with drawn boards.
//!
//! What is expected here was read off the games' pages and the project's rules (decisions such as
//! S-D4 and H-D5 are theirs), never off the engine. The files are text; `docs/examples.md` tells how
//! they are written, and `tradewind verify` reads them too.

use std::path::PathBuf;
use tradewind_engine::examples::read;
use tradewind_engine::verify::GameCache;

/// One test a file.
macro_rules! files {
    ($($name:ident)*) => {
        const FILES: &[&str] = &[$(stringify!($name)),*];
        $(
            #[test]
            fn $name() {
                check(stringify!($name));
            }
        )*
    };
}

files! {
    chess
    chess_end
    hashishin_end
    hashishin_pieces
    hashishin_promotion
    hashishin_regent
    rococo_advancer
    rococo_arrays
    rococo_chameleon
    rococo_chameleon_swaps
    rococo_edge
    rococo_end
    rococo_immobilizer
    rococo_leaper
    rococo_pawns
    rococo_promotion
    rococo_swapper
    scirocco_arrays
    scirocco_end
    scirocco_jocly
    scirocco_pieces
    scirocco_powers
    scirocco_promoted
    scirocco_promotion
    scirocco_relays
    shatranj
    typhoon_approach
    typhoon_arrays
    typhoon_captures
    typhoon_conversions
    typhoon_end
    typhoon_immobilizer
    typhoon_pieces
    typhoon_promoted
    typhoon_promotion
    typhoon_relays
    typhoon_riders
    typhoon_strike
    typhoon_swaps
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/examples")
}

/// Asks what a file asks.
fn check(name: &str) {
    let path = folder().join(name).with_extension("txt");
    let text = std::fs::read_to_string(&path).expect("the file");
    let mut wrong = Vec::new();
    match read(&text) {
        Err(faults) => {
            let faults = faults.iter().map(|fault| (fault.line, fault.to_string()));
            wrong.extend(faults);
        }
        Ok(examples) => {
            let mut games = GameCache::default();
            for example in examples {
                let found = example.check(&mut games).into_iter();
                wrong.extend(
                    found.map(|one| (one.line, format!("{}: {}", example.title, one.message))),
                );
            }
        }
    }
    let lines: Vec<String> = (wrong.iter())
        .map(|(line, message)| format!("{name}.txt:{line}: {message}"))
        .collect();
    assert!(lines.is_empty(), "\n{}", lines.join("\n"));
}

/// A file without a test would say nothing to anybody.
#[test]
fn every_file_has_its_test() {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder()).expect("the folder") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|ending| ending == "txt") {
            let name = path.file_stem().expect("a name");
            found.push(name.to_str().expect("a name in ASCII").to_string());
        }
    }
    found.sort();
    assert_eq!(found, FILES);
}

mod examples {
    mod invariants;
    mod language;
}
