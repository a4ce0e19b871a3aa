//! The results of an experiment whose games are all there.

use crate::message::{self, say};
use std::io::Write;
use tradewind_analysis::results::Results;
use tradewind_report::run::{self, REPORT};
use tradewind_selfplay::record::archive::Archive;

/// Works them out, writes them into the experiment's folder, and prints the tables.
pub fn write(archive: &Archive<'_>) -> anyhow::Result<()> {
    let experiment = archive.experiment();
    let folder = archive.folder();
    let several = experiment.pairings().len() > 1;
    let mut shown = String::new();
    let files = run::write_all(archive, |results: &Results| {
        if several {
            let pairing = experiment.pairing_name(results.pairing);
            let line = "=".repeat(pairing.chars().count());
            shown.push_str(&format!("{pairing}\n{line}\n\n"));
        }
        for table in run::tables(results) {
            shown.push_str(&table.to_text());
            shown.push('\n');
        }
        if let Err(fault) = &results.values {
            say(format_args!("there are no piece values: {fault}"));
        }
    })?;
    // What is printed may find no reader; what is written must be whole before.
    message::out().write_all(shown.as_bytes())?;
    say(format_args!(
        "in {}: {}",
        folder.display(),
        files.join(", ")
    ));
    let reports = files.iter().filter(|name| name.ends_with(REPORT));
    let reports: Vec<String> = reports
        .map(|name| folder.join(name).display().to_string())
        .collect();
    match reports.as_slice() {
        [report] => say(format_args!("the report to open: {report}")),
        _ => say(format_args!(
            "the reports to open:\n  {}",
            reports.join("\n  ")
        )),
    }
    Ok(())
}
