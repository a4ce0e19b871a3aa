//! The results of an experiment whose games are all there.

use crate::message::{self, say};
use crate::terminal;
use std::io::Write;
use tradewind_report::document::{self, Folds, PAGE};
use tradewind_report::run;
use tradewind_selfplay::record::archive::Archive;

/// Where the rest is of what is printed at the end of a run.
const IN_THE_REPORT: Folds = Folds::LeftOut("the report has it");

/// Works them out, writes them into the experiment's folder, and prints the tables.
pub fn write(archive: &Archive<'_>) -> anyhow::Result<()> {
    let folder = archive.folder();
    let (shown, files, _) = run::write_all(archive)?;
    // What is printed may find no reader; what is written must be whole before.
    message::out()
        .write_all(document::text(&shown, IN_THE_REPORT, terminal::output()).as_bytes())?;
    say(format_args!(
        "in {}: {}",
        folder.display(),
        files.join(", ")
    ));
    let page = folder.join(PAGE);
    say(format_args!("the report to open: {}", page.display()));
    Ok(())
}
