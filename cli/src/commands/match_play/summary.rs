//! The result of a match.

use crate::message::{say_files, show};
use crate::terminal;
use serde_json::json;
use std::path::PathBuf;
use tradewind_engine::Color;
use tradewind_report::match_results::{match_found, write_match};
use tradewind_report::terminal::Emphasis;
use tradewind_selfplay::experiment::{Experiment, PlayerPlan};
use tradewind_selfplay::record::GameRecord;
use tradewind_selfplay::record::archive::Archive;
use tradewind_stats::Tally;
use tradewind_stats::estimate::fixed;

pub struct MatchSummary<'e> {
    pub experiment: &'e Experiment,
    pub tally: Tally,
    folder: PathBuf,
    /// Number of games played.
    games: u64,
    conduct: [Conduct; 2],
}

/// Forfeits and times of a player.
#[derive(Clone, Debug, Default)]
struct Conduct {
    forfeits: u64,
    /// The note of the first forfeit.
    note: String,
    /// Total time of the timed moves, in milliseconds.
    time: u64,
    /// Maximum time of a move, in milliseconds.
    max_time: u32,
    /// Number of timed moves.
    moves: u64,
}

impl Conduct {
    /// Mean time per move, in milliseconds.
    fn mean_time(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.time as f64 / self.moves as f64)
    }
}

/// Adds the conduct of both players in a game.
fn note_conduct(players: &mut [Conduct; 2], game: &GameRecord) {
    if let Some(player) = game.forfeited_by() {
        let player = &mut players[player];
        if player.forfeits == 0 {
            player.note.clone_from(&game.note);
        }
        player.forfeits += 1;
    }
    let mut start = game.start.as_deref().unwrap_or_default().split(' ');
    let black_begins = start.nth(1) == Some("b");
    let offset = usize::from((game.first_side() == Color::Black) != black_begins);
    for (ply, &time) in (game.opening_plies as usize..).zip(game.times.iter().flatten()) {
        let player = &mut players[(ply + offset) % 2];
        player.time += u64::from(time);
        player.max_time = player.max_time.max(time);
        player.moves += 1;
    }
}

/// The share of forfeited games at which a match fails.
const MAX_FORFEITS: f64 = 0.1;

impl<'e> MatchSummary<'e> {
    /// Counts the games of a match and writes its files.
    pub fn write(archive: &Archive<'e>) -> anyhow::Result<MatchSummary<'e>> {
        let (mut games, mut conduct) = (0, <[Conduct; 2]>::default());
        let (tally, files) = write_match(archive, |game| {
            games += 1;
            note_conduct(&mut conduct, game);
        })?;
        say_files(archive.folder(), &files);
        Ok(MatchSummary {
            experiment: archive.experiment(),
            tally,
            folder: archive.folder().to_path_buf(),
            games,
            conduct,
        })
    }

    fn players(&self) -> impl Iterator<Item = (&PlayerPlan, &Conduct)> {
        self.experiment.players.iter().zip(&self.conduct)
    }

    /// Messages about players that forfeited too many games for the match to measure their strength.
    pub fn failure(&self) -> Option<String> {
        let games = self.games;
        let failure = |(player, conduct): (&PlayerPlan, &Conduct)| {
            let (name, forfeits) = (&player.name, conduct.forfeits);
            if forfeits == 0 || (forfeits as f64) < MAX_FORFEITS * games as f64 {
                None
            } else if forfeits == games {
                let note = &conduct.note;
                Some(format!(
                    "{name} cannot play this match: it forfeited every game ({note})"
                ))
            } else {
                Some(format!("{name} forfeited {forfeits} of {games} games"))
            }
        };
        let failures: Vec<String> = self.players().filter_map(failure).collect();
        (!failures.is_empty()).then(|| failures.join("; "))
    }

    /// The result as a JSON object.
    pub fn json(&self) -> serde_json::Value {
        let (experiment, tally) = (self.experiment, &self.tally);
        let sprt = experiment.sprt();
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
            "times": self.conduct.each_ref().map(|player| {
                let mean = player.mean_time()?;
                Some(json!({ "mean_ms": mean, "max_ms": player.max_time }))
            }),
            "elo": tally.elo(),
            "llr": sprt.map(|sprt| sprt.llr(tally)),
            "bounds": sprt.map(|sprt| sprt.bounds()),
            "verdict": sprt.map(|sprt| sprt.verdict(tally).name()),
        })
    }

    pub fn print(&self) -> anyhow::Result<()> {
        let tally = &self.tally;
        if let [first, second] = self.experiment.players.as_slice() {
            show!("{} against {}", first.name, second.name)?;
        }
        if let Some(found) = match_found(self.experiment, tally) {
            let found = terminal::output().emphasized(&found, Emphasis::Strong);
            show!("{found}")?;
        }
        let [won, drawn, lost] = tally.games;
        show!("games: {won} won, {drawn} drawn, {lost} lost")?;
        if tally.unfinished > 0 {
            show!(
                "{} of the {drawn} drawn games were stopped at the ply cap",
                tally.unfinished
            )?;
        }
        for (player, conduct) in self.players() {
            let Conduct { forfeits, note, .. } = conduct;
            if *forfeits > 0 {
                show!(
                    "forfeited by {}: {forfeits} of {} games; the first: {note}",
                    player.name,
                    self.games
                )?;
            }
        }
        if tally.forfeits != [0, 0] {
            show!(
                "pairs with a forfeited game are only counted here (`tradewind games {} --termination forfeit` lists the games)",
                self.folder.display()
            )?;
        }
        let [a, b, c, d, e] = tally.pairs;
        show!("Ptnml(0-2): {a}, {b}, {c}, {d}, {e}")?;
        if tally.count() > 0 {
            let elo = tally.elo();
            show!("Elo: {}", elo.text(1))?;
            show!("normalized Elo: {}", elo.normalized_text(1))?;
            show!("LOS: {:.2} %", elo.los * 100.0)?;
        }
        if let Some(sprt) = self.experiment.sprt() {
            let (lower, upper) = sprt.bounds();
            let (llr, verdict) = (fixed(sprt.llr(tally), 2), sprt.verdict(tally).text());
            show!("LLR: {llr} [{lower:.2}, {upper:.2}], {verdict}")?;
        }
        for (player, conduct) in self.players() {
            if let Some(mean) = conduct.mean_time() {
                let (name, max) = (&player.name, conduct.max_time);
                show!("time per move of {name}: {mean:.0} ms on average, {max} ms at most")?;
            }
        }
        Ok(())
    }
}
