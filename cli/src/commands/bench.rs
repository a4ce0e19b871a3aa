//! `tradewind bench`: speed on this machine.

mod mates;
mod speed;

use crate::Verdict;
use crate::args::BenchArguments;
use crate::message;
use speed::Speed;
use std::io::Write;

pub use speed::canary;

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
        let speeds = measure(|_| {})?;
        writeln!(out, "{}", serde_json::to_string_pretty(&speeds)?)?;
        return Ok(Verdict::Passed);
    }
    writeln!(
        out,
        "{:<20} {:<14} {:>12} {:>9} {:>22}",
        "rules", "work", "count", "seconds", "speed, one thread"
    )?;
    let mut written = Ok(());
    measure(|speed| {
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

/// Measures everything; `report` is told each figure as it comes.
fn measure(mut report: impl FnMut(&Speed)) -> anyhow::Result<Vec<Speed>> {
    let mut all = speed::measure(&mut report)?;
    let seen = mates::measure()?;
    report(&seen);
    all.push(seen);
    Ok(all)
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
