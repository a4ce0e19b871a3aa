//! Draws every plot and the page from made-up games with 38 pieces, to look at them, and tells
//! how long the analysis took.
//!
//! `cargo run --release -p tradewind-report --example gallery -- FOLDER`

#[allow(dead_code)]
#[path = "../../analysis/tests/known_answers/simulation.rs"]
mod simulation;

use std::error::Error;
use std::time::Instant;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use simulation::{World, uniform};
use tradewind_analysis::outcomes::summarise;
use tradewind_analysis::piece_values::piece_values;
use tradewind_analysis::{GameRow, ValueOptions};
use tradewind_report::page::HOW_TO_READ;
use tradewind_report::plot::{
    game_lengths_png, game_lengths_svg, piece_values_png, piece_values_svg,
};
use tradewind_report::{Report, outcomes, piece_values as shown};
use tradewind_stats::bootstrap::bootstrap;
use tradewind_stats::regression::fit;
use tradewind_stats::{BootstrapOptions, FitOptions, Samples};

const PIECES: [(&str, f64); 38] = [
    ("Pawn", 0.8),
    ("Guard", 1.3),
    ("Wazir", 1.15),
    ("Ferz", 1.25),
    ("Alfil", 0.9),
    ("Dabbaba", 1.0),
    ("Stone General", 2.0),
    ("Go-Between", 1.75),
    ("Copper General", 2.65),
    ("Knight", 2.75),
    ("Camel", 2.5),
    ("Marquis", 5.0),
    ("Priest", 5.0),
    ("War Elephant", 3.75),
    ("Chamberlain", 4.25),
    ("Deva", 3.0),
    ("Sorcerer", 5.25),
    ("Tank", 4.25),
    ("Zebra", 2.25),
    ("Zigzag General", 3.25),
    ("Zag", 3.25),
    ("Bishop", 3.5),
    ("Great Elephant", 12.0),
    ("Queen", 9.5),
    ("Lion", 11.0),
    ("Wizard", 6.5),
    ("Rook", 5.0),
    ("Squire", 7.0),
    ("Abbot", 8.0),
    ("Duke of the Marches", 8.25),
    ("Spider", 8.0),
    ("Octopus", 8.5),
    ("Harpy", 5.0),
    ("Vulture", 8.25),
    ("Éléphant", 1.6),
    ("Prince", 2.4),
    ("Hawk", 4.6),
    ("Ghost", 0.0),
];

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("give a folder to write to")?;
    let world = World {
        pieces: PIECES
            .map(|(name, value)| (name.to_owned(), 0.3 * value))
            .to_vec(),
        first_move: 0.1,
        draws: 0.1,
        shared_luck: 0.3,
        rows_per_game: 10,
        difference: 0.2,
        interaction: 0.0,
    };
    // Three pieces about which little is to be learnt.
    let mut samples = Samples::new(world.names())?;
    world.play_rows(10_000, 1, |pair, result, differences| {
        let mut differences = differences.to_vec();
        differences[37] = 0;
        if pair >= 45 {
            differences[24] = 0;
        }
        if pair >= 25 {
            differences[36] = 0;
        }
        samples
            .push(pair, result, &differences)
            .expect("a valid row");
    });

    let start = Instant::now();
    let options = FitOptions::default();
    let fitted = fit(&samples, &options)?;
    eprintln!(
        "fit of {} rows: {:?}, {} steps",
        samples.row_count(),
        start.elapsed(),
        fitted.iterations
    );
    let start = Instant::now();
    let resampling = BootstrapOptions {
        replicates: 200,
        seed: 1,
    };
    let replicates = bootstrap(&samples, &fitted, &options, &resampling)?;
    eprintln!("200 replicates: {:?}", start.elapsed());
    let values = piece_values(&samples, &fitted, &replicates, &ValueOptions::new("Pawn"))?;

    let games = games(10_000);
    let start = Instant::now();
    let outcomes = summarise(&games)?;
    eprintln!("outcomes of {} games: {:?}", games.len(), start.elapsed());
    println!("{}", shown::table(&values).to_text());
    for table in [
        outcomes::share_table(&outcomes),
        outcomes::ending_table(&outcomes),
        outcomes::length_table(&outcomes),
    ] {
        println!("{}", table.to_text());
    }

    let start = Instant::now();
    let title = "Piece values in a made-up game";
    let values_svg = piece_values_svg(&values, title, 20_000)?;
    let lengths_title = "Length of games in a made-up game";
    let lengths_svg = game_lengths_svg(&games, lengths_title)?;
    eprintln!("two SVG: {:?}", start.elapsed());
    let start = Instant::now();
    std::fs::write(
        format!("{folder}/values.png"),
        piece_values_png(&values, title, 20_000)?,
    )?;
    std::fs::write(
        format!("{folder}/lengths.png"),
        game_lengths_png(&games, lengths_title)?,
    )?;
    eprintln!("two PNG: {:?}", start.elapsed());
    std::fs::write(format!("{folder}/values.svg"), &values_svg)?;
    std::fs::write(format!("{folder}/lengths.svg"), &lengths_svg)?;

    let facts = [
        ("Rules", "made-up 12×12"),
        ("Games", "20,000 in 10,000 pairs"),
        ("Players", "search, 1000 nodes a move"),
        ("Seed", "1"),
    ];
    let facts = facts.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let mut report = Report::new("A made-up game", &facts);
    report.heading("Piece values");
    report.figure(&values_svg, "Piece values with their 95 % intervals.");
    report.table(&shown::table(&values));
    report.heading("How games end");
    report.table(&outcomes::share_table(&outcomes));
    report.table(&outcomes::ending_table(&outcomes));
    report.figure(&lengths_svg, "Length of games by ending.");
    report.table(&outcomes::length_table(&outcomes));
    report.heading("How to read this");
    report.paragraph(HOW_TO_READ);
    std::fs::write(format!("{folder}/report.html"), report.to_html())?;
    Ok(())
}

/// Games with skewed lengths and endings of very different frequency.
fn games(pairs: u64) -> Vec<GameRow> {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let mut games = Vec::new();
    for game in 0..2 * pairs {
        let bell: f64 = (0..6).map(|_| uniform(&mut random)).sum::<f64>() - 3.0;
        let plies = (170.0 * (0.55 * bell).exp()) as u32 + 9;
        let luck = uniform(&mut random);
        let (ending, plies) = match luck {
            _ if plies >= 600 => ("ply cap", 600),
            low if low < 0.004 => ("bare royal", plies + 60),
            low if low < 0.02 => ("stalemate", plies + 30),
            low if low < 0.09 => ("repetition", plies),
            _ => ("royal captured", plies),
        };
        let result = match ending {
            "ply cap" => None,
            "repetition" | "stalemate" => Some(0.5),
            _ => Some(f32::from(u8::from(uniform(&mut random) < 0.52))),
        };
        games.push(GameRow {
            pair: game / 2,
            plies: plies.min(600),
            result,
            ending,
        });
    }
    games
}
