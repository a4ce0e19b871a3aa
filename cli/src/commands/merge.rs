//! `tradewind merge`: the shards of an experiment as one folder.

use super::match_play::MatchSummary;
use super::results;
use super::stop::stop_signal;
use super::threads::on_threads;
use crate::Verdict;
use crate::args::MergeArguments;
use crate::message::{self, say};
use tradewind_selfplay::record::archive::Archive;
use tradewind_selfplay::run;

/// Joins the games; with all of them there, works out and writes the results.
pub fn run(arguments: &MergeArguments) -> anyhow::Result<Verdict> {
    let stop = stop_signal()?;
    on_threads(arguments.threads, || {
        let Some(experiment) = run::merge(&arguments.folders, &arguments.out, &stop)? else {
            say("stopped: run the same command again to go on");
            return Ok(Verdict::Interrupted);
        };
        let archive = Archive::new(&experiment, &arguments.out);
        let (there, all) = (archive.count()?, archive.games());
        say(format_args!(
            "{}: {there} of {all} games in {}",
            experiment.name,
            arguments.out.display()
        ));
        if experiment.matched.is_some() {
            // A match is at its end when its test says so; games may be fewer then.
            MatchSummary::write(&archive)?.print(&mut message::out())?;
            return Ok(Verdict::Passed);
        }
        if there < all {
            say(format_args!(
                "{} games are still missing: play the other shards and merge again",
                all - there
            ));
            return Ok(Verdict::Failed);
        }
        results::write(&archive)?;
        Ok(Verdict::Passed)
    })?
}
