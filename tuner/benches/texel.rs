//! The time and peak memory of fitting weights.
//!
//! `cargo bench -p tradewind-tuner` fits the weights of Scirocco 2009 to a million synthetic positions in 100 epochs on one
//! thread; `POSITIONS=10000000 EPOCHS=2 cargo bench -p tradewind-tuner` to ten million in two epochs.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::time::Instant;
use tradewind_engine::evaluation::Weights;
use tradewind_engine::rules::load;
use tradewind_tuner::texel::{PositionRow, Positions, TexelPlan, fit};

fn main() {
    let number = |name: &str, default: u32| {
        let said = std::env::var(name).ok();
        said.and_then(|text| text.parse().ok()).unwrap_or(default)
    };
    let wanted = number("POSITIONS", 1_000_000);
    let spec = load("scirocco-2009", &[]).expect("a rule set");
    let begin = Weights::starting(&spec);
    let terms = begin.terms.len();
    let plan = TexelPlan {
        // No early stopping.
        patience: u32::MAX,
        epochs: number("EPOCHS", 100),
        ..TexelPlan::DEFAULT
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    pool.expect("a thread").install(|| {
        let started = Instant::now();
        let positions = synthetic(wanted, terms, plan.memory);
        println!("{wanted} positions of {terms} terms made in {:.1} s", started.elapsed().as_secs_f64());
        let started = Instant::now();
        let found = fit(&positions, &spec, &begin, &plan, |_| true);
        let epochs = match found {
            Ok(Some(found)) => found.epochs.len() - 1,
            _ => panic!("suitable positions"),
        };
        let seconds = started.elapsed().as_secs_f64();
        println!(
            "{epochs} epochs, including scale and intervals: {seconds:.1} s on one thread, {:.0} ns per position and epoch",
            seconds * 1e9 / f64::from(wanted) / epochs as f64
        );
        if let Some(megabytes) = peak_memory() {
            println!("peak memory: {megabytes} MB");
        }
    });
}

/// Game pairs with eight positions each and random results that depend on their counts.
fn synthetic(wanted: u32, terms: usize, megabytes: u64) -> Positions {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut positions = Positions::new(terms, megabytes);
    for pair in 0..wanted / 8 {
        let ahead: f32 = random.random_range(-1.0..1.0);
        let result = f32::from(u8::from(random.random_range(-1.0..1.0) < ahead));
        let rows: Vec<PositionRow> = (0..8)
            .map(|_| PositionRow {
                counts: (0..terms)
                    .map(|_| (ahead + random.random_range(-2.0..2.0_f32)).round())
                    .collect(),
                share: random.random_range(0.1..1.0),
                result,
                score: None,
                pair,
            })
            .collect();
        positions.add(&rows, pair % 10 == 0).expect("room");
    }
    positions.close_all().expect("suitable positions");
    positions
}

/// The peak memory of this program in megabytes; `None` if the system does not report it.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().trim_end_matches(" kB").parse().ok()?;
    Some(kilobytes >> 10)
}
