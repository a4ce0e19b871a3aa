//! The worked examples and the stated properties of the rules, with drawn boards.
//!
//! What is expected here was read off the games' pages and the project's rules (decisions such as
//! S-D4 and H-D5 are theirs), never off the engine. The files are text; `docs/examples.md` tells how
//! they are written, and `tradewind verify` reads them too.

use std::path::PathBuf;
use tradewind_engine::examples::read;
use tradewind_engine::verify::Games;

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
            let mut games = Games::default();
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
    mod board;
    mod hashishin_end;
    mod hashishin_pieces;
    mod hashishin_promotion;
    mod hashishin_regent;
    mod language;
    mod scirocco_arrays;
    mod scirocco_end;
    mod scirocco_jocly;
    mod scirocco_pieces;
    mod scirocco_powers;
    mod scirocco_promoted;
    mod scirocco_promotion;
    mod scirocco_relays;
    mod shatranj;
    mod typhoon_approach;
    mod typhoon_arrays;
    mod typhoon_captures;
    mod typhoon_conversions;
    mod typhoon_end;
    mod typhoon_immobilizer;
    mod typhoon_pieces;
    mod typhoon_promoted;
    mod typhoon_promotion;
    mod typhoon_relays;
    mod typhoon_riders;
    mod typhoon_strike;
    mod typhoon_swaps;
}
