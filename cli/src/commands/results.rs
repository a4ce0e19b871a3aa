//! The results of an experiment whose games are all there.

use std::io::{Write, stdout};
use tradewind_analysis::results::{self, Results};
use tradewind_tuner::record::archive::Archive;

/// Works them out, writes them into the experiment's folder, and prints the tables.
pub fn write(archive: &Archive<'_>) -> anyhow::Result<()> {
    let experiment = archive.experiment();
    let folder = archive.folder();
    let several = experiment.meetings().len() > 1;
    let files = results::write_all(archive, |results: &Results| {
        let mut out = stdout().lock();
        if several {
            let meeting = experiment.meeting_name(results.meeting);
            writeln!(out, "{meeting}\n{}\n", "=".repeat(meeting.chars().count()))?;
        }
        for table in results.tables() {
            writeln!(out, "{}", table.to_text())?;
        }
        if let Err(fault) = &results.values {
            eprintln!("there are no piece values: {fault}");
        }
        Ok::<(), anyhow::Error>(())
    })?;
    eprintln!("in {}: {}", folder.display(), files.join(", "));
    let reports = files.iter().filter(|name| name.ends_with(results::REPORT));
    let reports: Vec<String> = reports
        .map(|name| folder.join(name).display().to_string())
        .collect();
    match reports.as_slice() {
        [report] => eprintln!("the report to open: {report}"),
        _ => eprintln!("the reports to open:\n  {}", reports.join("\n  ")),
    }
    Ok(())
}
