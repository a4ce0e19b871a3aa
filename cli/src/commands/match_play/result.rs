//! What a match has come to.

use crate::message::{self, say};
use crate::terminal;
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;
use tradewind_engine::Color;
use tradewind_report::match_results::{match_found, write_match};
use tradewind_report::terminal::Emphasis;
use tradewind_selfplay::experiment::{Experiment, PlayerPlan};
use tradewind_selfplay::record::RecordError;
use tradewind_selfplay::record::archive::Archive;
use tradewind_stats::estimate::fixed;
use tradewind_stats::{SprtVerdict, Tally};

/// What a match has come to.
pub struct MatchSummary<'e> {
    /// The match.
    pub experiment: &'e Experiment,
    /// Its games, counted.
    pub tally: Tally,
    folder: PathBuf,
    test: Option<Test>,
    conduct: Conduct,
}

/// Forfeits and times of both players.
#[derive(Clone, Debug, Default)]
struct Conduct {
    games: u64,
    players: [PlayerConduct; 2],
}

/// The same of one player.
#[derive(Clone, Debug, Default)]
struct PlayerConduct {
    /// The number of games that it forfeited, and the note of the first.
    forfeits: u64,
    note: String,
    /// The milliseconds that it took for a move: of all moves together, and the most.
    time: u64,
    max_time: u32,
    moves: u64,
}

impl PlayerConduct {
    fn mean_time(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.time as f64 / self.moves as f64)
    }
}

/// The share of its games from which on a player's forfeits make a match fail.
const MAX_FORFEITS: f64 = 0.1;

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
            conduct: conduct(archive)?,
        })
    }

    /// A player that forfeited so large a part of the games that the match says little of its strength, in words.
    pub fn fault(&self) -> Option<String> {
        let Conduct { games, players } = &self.conduct;
        let fault = |(conduct, player): (&PlayerConduct, &PlayerPlan)| {
            let (name, forfeits) = (&player.name, conduct.forfeits);
            if forfeits == 0 || (forfeits as f64) < MAX_FORFEITS * *games as f64 {
                None
            } else if forfeits == *games {
                let note = &conduct.note;
                Some(format!(
                    "{name} cannot play this match: it forfeited every game ({note})"
                ))
            } else {
                Some(format!("{name} forfeited {forfeits} of {games} games"))
            }
        };
        let faults: Vec<String> = (players.iter().zip(&self.experiment.players))
            .filter_map(fault)
            .collect();
        (!faults.is_empty()).then(|| faults.join("; "))
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
            "forfeits": tally.forfeits,
            "times": self.conduct.players.each_ref().map(|player| {
                let mean = player.mean_time()?;
                Some(json!({ "mean_ms": mean, "max_ms": player.max_time }))
            }),
            "elo": tally.elo(),
            "llr": test.map(|test| test.llr),
            "bounds": test.map(|test| [test.bounds.0, test.bounds.1]),
            "verdict": test.map(|test| test.verdict.name()),
        })
    }

    /// Prints it for readers.
    pub fn print(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let tally = &self.tally;
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
        self.print_forfeits(out)?;
        let [a, b, c, d, e] = tally.pairs;
        writeln!(out, "Ptnml(0-2): {a}, {b}, {c}, {d}, {e}")?;
        if tally.count() > 0 {
            let elo = tally.elo();
            writeln!(out, "Elo: {}", elo.text(1))?;
            writeln!(out, "normalized Elo: {}", elo.normalized_text(1))?;
            writeln!(out, "LOS: {:.2} %", elo.los * 100.0)?;
        }
        if let Some(Test {
            llr,
            bounds: (lower, upper),
            verdict,
        }) = &self.test
        {
            let (llr, verdict) = (fixed(*llr, 2), verdict.text());
            writeln!(out, "LLR: {llr} [{lower:.2}, {upper:.2}], {verdict}")?;
        }
        self.print_times(out)
    }

    fn print_forfeits(&self, out: &mut impl Write) -> anyhow::Result<()> {
        for (player, conduct) in self.experiment.players.iter().zip(&self.conduct.players) {
            if conduct.forfeits > 0 {
                let (name, PlayerConduct { forfeits, note, .. }) = (&player.name, conduct);
                let games = self.conduct.games;
                writeln!(
                    out,
                    "forfeited by {name}: {forfeits} of {games} games; the first: {note}"
                )?;
            }
        }
        if self.tally.forfeits != [0, 0] {
            writeln!(
                out,
                "pairs with a forfeited game are not counted elsewhere (`tradewind games {} --termination forfeit` lists the games)",
                self.folder.display()
            )?;
        }
        Ok(())
    }

    fn print_times(&self, out: &mut impl Write) -> anyhow::Result<()> {
        for (player, conduct) in self.experiment.players.iter().zip(&self.conduct.players) {
            if let Some(mean) = conduct.mean_time() {
                let (name, most) = (&player.name, conduct.max_time);
                writeln!(
                    out,
                    "time per move of {name}: {mean:.0} ms on average, {most} ms at most"
                )?;
            }
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

fn conduct(archive: &Archive<'_>) -> anyhow::Result<Conduct> {
    let mut found = Conduct::default();
    archive.for_each_chunk(|games| {
        for game in &games {
            found.games += 1;
            if let Some(player) = game.forfeited_by() {
                let player = &mut found.players[player];
                if player.forfeits == 0 {
                    player.note.clone_from(&game.note);
                }
                player.forfeits += 1;
            }
            let mut start = game.start.as_deref().unwrap_or_default().split(' ');
            let black_begins = start.nth(1) == Some("b");
            let offset = usize::from((game.first_side() == Color::Black) != black_begins);
            for (ply, &time) in (game.opening_plies as usize..).zip(game.times.iter().flatten()) {
                let player = &mut found.players[(ply + offset) % 2];
                player.time += u64::from(time);
                player.max_time = player.max_time.max(time);
                player.moves += 1;
            }
        }
        Ok::<(), RecordError>(())
    })?;
    Ok(found)
}
