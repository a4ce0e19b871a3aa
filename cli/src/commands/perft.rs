//! `tradewind perft`: counts the leaf nodes of the move tree.

use super::place;
use crate::args::PlaceArguments;
use crate::args::values::perft_depth;
use crate::message::{print, show};
use clap::Args;
use serde_json::json;
use std::collections::BTreeMap;
use std::time::Instant;

#[derive(Debug, Args)]
pub struct PerftArguments {
    #[command(flatten)]
    pub place: PlaceArguments,
    /// The depth in plies, at most 100
    #[arg(value_parser = perft_depth, allow_negative_numbers = true)]
    pub depth: u32,
    /// Print the count of each first move as well
    #[arg(long)]
    pub divide: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

pub fn run(arguments: &PerftArguments) -> anyhow::Result<()> {
    let (_, game) = place::load(&arguments.place)?;
    let begin = Instant::now();
    let divided = arguments.divide.then(|| {
        let mut counts: Vec<(String, u64)> = game
            .divide(arguments.depth)
            .into_iter()
            .map(|(one, nodes)| (game.move_text(one), nodes))
            .collect();
        counts.sort();
        counts
    });
    let nodes = match &divided {
        Some(counts) if arguments.depth > 0 => counts.iter().map(|(_, nodes)| nodes).sum(),
        _ => game.perft(arguments.depth),
    };
    let seconds = begin.elapsed().as_secs_f64();
    if arguments.json {
        let counts = divided.map(BTreeMap::from_iter);
        return Ok(print(json!({
            "rules": arguments.place.rules,
            "fen": game.text(),
            "depth": arguments.depth,
            "nodes": nodes,
            "seconds": seconds,
            "divide": counts,
        }))?);
    }
    for (text, nodes) in divided.iter().flatten() {
        show!("{text}: {nodes}")?;
    }
    show!("nodes: {nodes}")?;
    show!(
        "time: {seconds:.3} s ({:.1} million nodes/s)",
        nodes as f64 / seconds / 1e6
    )?;
    Ok(())
}
