//! What a match has come to.

use crate::message::{self, say};
use crate::terminal;
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;
use tradewind_report::match_results::{match_found, write_match};
use tradewind_report::terminal::Emphasis;
use tradewind_selfplay::experiment::Experiment;
use tradewind_selfplay::record::archive::Archive;
use tradewind_stats::{SprtVerdict, Tally};

/// What a match has come to.
pub struct MatchSummary<'e> {
    /// The match.
    pub experiment: &'e Experiment,
    /// Its games, counted.
    pub tally: Tally,
    folder: PathBuf,
    test: Option<Test>,
    /// How many games a player could not play to their end.
    forfeits: usize,
}

/// The ratio of a match's test, its bounds, and what it says.
struct Test {
    llr: f64,
    bounds: (f64, f64),
    verdict: SprtVerdict,
}

impl<'e> MatchSummary<'e> {
    /// Counts the games of a match and writes its files.
    pub fn write(archive: &Archive<'e>) -> anyhow::Result<MatchSummary<'e>> {
        let (tally, files) = write_match(archive)?;
        let folder = archive.folder().to_path_buf();
        say(format_args!(
            "in {}: {}",
            folder.display(),
            files.join(", ")
        ));
        let test = archive.experiment().sprt().map(|sprt| Test {
            llr: sprt.llr(&tally),
            bounds: sprt.bounds(),
            verdict: sprt.verdict(&tally),
        });
        Ok(MatchSummary {
            experiment: archive.experiment(),
            tally,
            folder,
            test,
            forfeits: forfeits(archive)?,
        })
    }

    fn json(&self) -> serde_json::Value {
        let MatchSummary {
            experiment,
            tally,
            test,
            ..
        } = self;
        let test = test.as_ref();
        let players: Vec<&str> = (experiment.players.iter())
            .map(|player| player.name.as_str())
            .collect();
        json!({
            "rules": experiment.rules[0].name,
            "players": players,
            "ptnml": tally.pairs,
            "games": tally.games,
            "unfinished": tally.unfinished,
            "elo": tally.elo(),
            "llr": test.map(|test| test.llr),
            "bounds": test.map(|test| [test.bounds.0, test.bounds.1]),
            "verdict": test.map(|test| test.verdict.name()),
        })
    }

    /// Prints it for readers.
    pub fn print(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let tally = &self.tally;
        let elo = tally.elo();
        if let [first, second] = self.experiment.players.as_slice() {
            writeln!(out, "{} against {}", first.name, second.name)?;
        }
        if let Some(found) = match_found(self.experiment, tally) {
            writeln!(
                out,
                "{}",
                terminal::output().emphasized(&found, Emphasis::Strong)
            )?;
        }
        let [won, drawn, lost] = tally.games;
        writeln!(out, "games: {won} won, {drawn} drawn, {lost} lost")?;
        if tally.unfinished > 0 {
            writeln!(
                out,
                "{} of the {drawn} drawn games were stopped at the ply cap",
                tally.unfinished
            )?;
        }
        let [a, b, c, d, e] = tally.pairs;
        writeln!(out, "Ptnml(0-2): {a}, {b}, {c}, {d}, {e}")?;
        writeln!(out, "Elo: {:.1} ± {:.1}", elo.elo, elo.error)?;
        writeln!(
            out,
            "normalized Elo: {:.1} ± {:.1}",
            elo.normalized, elo.normalized_error
        )?;
        writeln!(out, "LOS: {:.2} %", elo.los * 100.0)?;
        if let Some(Test {
            llr,
            bounds: (lower, upper),
            verdict,
        }) = &self.test
        {
            let verdict = verdict.text();
            writeln!(out, "LLR: {llr:.2} [{lower:.2}, {upper:.2}], {verdict}")?;
        }
        if self.forfeits > 0 {
            writeln!(
                out,
                "forfeited games: {} (`tradewind games {} --termination forfeit` says why)",
                self.forfeits,
                self.folder.display()
            )?;
        }
        Ok(())
    }
}

/// Prints the result of a match as a JSON object, those of several as a list.
pub fn print_json(results: &[MatchSummary<'_>]) -> anyhow::Result<()> {
    let values: Vec<serde_json::Value> = results.iter().map(MatchSummary::json).collect();
    let value = match <[_; 1]>::try_from(values) {
        Ok([one]) => one,
        Err(all) => all.into(),
    };
    writeln!(message::out(), "{value}")?;
    Ok(())
}

/// How many games a player could not play to their end.
fn forfeits(archive: &Archive<'_>) -> anyhow::Result<usize> {
    use tradewind_selfplay::record::{RecordError, Termination};
    let mut lost = 0;
    archive.for_each_chunk(|games| {
        lost += games
            .iter()
            .filter(|game| game.end == Termination::Forfeit)
            .count();
        Ok::<(), RecordError>(())
    })?;
    Ok(lost)
}
