//! `tradewind bench`: measures speed on this machine.

mod speed;

use crate::Verdict;
use crate::message;
use clap::Args;
use speed::Speed;
use std::io::Write;

pub use speed::canary;

/// Arguments of `bench`.
#[derive(Debug, Args)]
pub struct BenchArguments {
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Print only the nodes of the searches and their sum, which are the same on every machine and
    /// change with the search and the evaluation
    #[arg(long, conflicts_with = "json")]
    pub signature: bool,
}

/// Measures and prints.
pub fn run(arguments: &BenchArguments) -> anyhow::Result<Verdict> {
    let mut out = message::out();
    if arguments.signature {
        let searches = speed::signature()?;
        for search in &searches {
            writeln!(out, "{} {} {}", search.rules, search.work, search.count)?;
        }
        let total: u64 = searches.iter().map(|search| search.count).sum();
        writeln!(out, "total {total}")?;
        return Ok(Verdict::Passed);
    }
    if arguments.json {
        let speeds = speed::measure(|_| {})?;
        writeln!(out, "{}", serde_json::to_string_pretty(&speeds)?)?;
        return Ok(Verdict::Passed);
    }
    writeln!(
        out,
        "{:<20} {:<14} {:>12} {:>9} {:>22}",
        "rules", "work", "count", "seconds", "speed, one thread"
    )?;
    let mut written = Ok(());
    speed::measure(|speed| {
        let line = writeln!(
            out,
            "{:<20} {:<14} {:>12} {:>9.3} {:>22}",
            speed.rules,
            speed.work,
            speed.count,
            speed.seconds,
            rate(speed)
        );
        if written.is_ok() {
            written = line.and_then(|()| out.flush());
        }
    })?;
    written?;
    Ok(Verdict::Passed)
}

fn rate(speed: &Speed) -> String {
    if let Some(all) = speed.of {
        return format!("{:.1} % of {all}", 100.0 * speed.count as f64 / all as f64);
    }
    match speed.millions_per_second() {
        millions if millions >= 0.1 => format!("{millions:.2} M {}/s", speed.unit),
        millions => format!("{:.0} {}/s", millions * 1e6, speed.unit),
    }
}
