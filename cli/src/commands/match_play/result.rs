//! What a match has come to.

use crate::message::{self, say};
use serde_json::json;
use std::io::Write;
use tradewind_report::match_results::write_match;
use tradewind_selfplay::record::archive::Archive;
use tradewind_stats::{SprtVerdict, Tally};

/// Writes the files of a match and prints its result, as JSON if asked for.
pub fn write(archive: &Archive<'_>, as_json: bool) -> anyhow::Result<()> {
    let (tally, files) = write_match(archive)?;
    let mut out = message::out();
    if as_json {
        writeln!(out, "{}", json_of(archive, &tally))?
    } else {
        print(&mut out, archive, &tally)?
    }
    say(format_args!(
        "in {}: {}",
        archive.folder().display(),
        files.join(", ")
    ));
    Ok(())
}

/// The ratio of a match's test, its bounds, and what it says.
struct Test {
    llr: f64,
    bounds: (f64, f64),
    verdict: SprtVerdict,
}

fn test(archive: &Archive<'_>, tally: &Tally) -> Option<Test> {
    let sprt = archive.experiment().sprt()?;
    Some(Test {
        llr: sprt.llr(tally),
        bounds: sprt.bounds(),
        verdict: sprt.verdict(tally),
    })
}

fn json_of(archive: &Archive<'_>, tally: &Tally) -> serde_json::Value {
    let experiment = archive.experiment();
    let test = test(archive, tally);
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
        "llr": test.as_ref().map(|test| test.llr),
        "bounds": test.as_ref().map(|test| [test.bounds.0, test.bounds.1]),
        "verdict": test.as_ref().map(|test| test.verdict.name()),
    })
}

fn print(out: &mut impl Write, archive: &Archive<'_>, tally: &Tally) -> anyhow::Result<()> {
    let elo = tally.elo();
    if let [first, second] = archive.experiment().players.as_slice() {
        writeln!(out, "{} against {}", first.name, second.name)?;
    }
    let [won, drawn, lost] = tally.games;
    writeln!(out, "games: {won} won, {drawn} drawn, {lost} lost")?;
    if tally.unfinished > 0 {
        writeln!(
            out,
            "unfinished, counted as drawn: {} (of these {drawn})",
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
    }) = test(archive, tally)
    {
        let verdict = verdict.text();
        writeln!(out, "LLR: {llr:.2} [{lower:.2}, {upper:.2}], {verdict}")?;
    }
    let lost = forfeits(archive)?;
    if lost > 0 {
        writeln!(
            out,
            "forfeited games: {lost} (`tradewind games {} --termination forfeit` says why)",
            archive.folder().display()
        )?;
    }
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
