//! Fills a folder of games with renumbered copies of its own games, to measure the cost of estimates
//! from very many games:
//!
//! ```text
//! tradewind run few.toml --out many
//! cargo run --release -p tradewind-analysis --example many_games -- many 5000000
//! tradewind run few.toml --out many      # with `pairs = 5000000` in few.toml
//! ```
//!
//! Copies are not independent games: estimates from them are meaningless.

use std::path::Path;
use tradewind_selfplay::record::GameRecord;
use tradewind_selfplay::record::archive::{Archive, experiment_of};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, pairs] = arguments.as_slice() else {
        return Err("usage: many_games FOLDER PAIRS".into());
    };
    let mut experiment = experiment_of(Path::new(folder))?;
    let played = Archive::new(&experiment, Path::new(folder));
    let mut own: Vec<GameRecord> = Vec::new();
    for chunk in played.chunks()? {
        own.extend(played.read(chunk)?);
    }
    let first = played.games();
    if own.len() as u64 != first {
        return Err(format!(
            "{folder} has {} of {first} games: play the others",
            own.len()
        )
        .into());
    }
    experiment.pairs = pairs.parse()?;
    let archive = Archive::new(&experiment, Path::new(folder));
    let mut chunk = archive.chunk_of(first);
    while archive.chunk_games(chunk).start < archive.games() {
        let copies = archive.chunk_games(chunk).map(|number| GameRecord {
            number,
            ..own[(number % first) as usize].clone()
        });
        archive.write(chunk, &copies.collect::<Vec<_>>())?;
        chunk += 1;
    }
    println!("{} games in {folder}", archive.games());
    Ok(())
}
