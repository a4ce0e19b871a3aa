//! `tradewind match`: one player against another.

use crate::Verdict;
use crate::args::MatchArguments;
use crate::commands::stop::stop_signal;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use std::io::{Write, stdout};
use tradewind_engine::Game;
use tradewind_engine::evaluation::Weights;
use tradewind_tuner::experiment::PlayerPlan;
use tradewind_tuner::matches::{self, Match, Side, Tally};
use tradewind_tuner::openings::Openings;

/// Plays the match and prints what it came to.
pub fn run(arguments: &MatchArguments) -> anyhow::Result<Verdict> {
    let game = Game::load(&arguments.rules, &arguments.settings.settings)?;
    let plan = Match {
        game: &game,
        sides: [
            side(&game, &arguments.first)?,
            side(&game, &arguments.second)?,
        ],
        pairs: arguments.pairs,
        sprt: arguments.sprt,
        openings: Openings {
            game: &game,
            arrays: game.spec().array_numbers(),
            plies: arguments.plies,
            level: Some(arguments.level),
            seed: arguments.seed,
        },
        ply_cap: arguments.ply_cap,
    };
    let threads = arguments.threads.map_or(0, usize::from);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()?;
    let stop = stop_signal()?;
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} pairs, {msg}, {eta} left")?;
    let bar = ProgressBar::new(plan.pairs).with_style(style);
    let tally = pool.install(|| {
        plan.play(&stop, |tally| {
            bar.set_position(tally.count());
            bar.set_message(summary(&plan, tally));
        })
    });
    bar.finish_and_clear();
    write_result(&plan, &tally, arguments)?;
    Ok(Verdict::Passed)
}

fn side(game: &Game, plan: &PlayerPlan) -> anyhow::Result<Side> {
    let weights = Weights::chosen(game.spec(), plan.weights.as_deref())?;
    Ok(Side {
        plan: plan.clone(),
        weights,
    })
}

fn summary(plan: &Match<'_>, tally: &Tally) -> String {
    let elo = tally.elo();
    let llr = plan.sprt.map_or(String::new(), |sprt| {
        let (lower, upper) = sprt.bounds();
        format!(", LLR {:.2} [{lower:.2}, {upper:.2}]", sprt.llr(tally))
    });
    format!("Elo {:.1} ± {:.1}{llr}", elo.elo, elo.error)
}

fn write_result(plan: &Match<'_>, tally: &Tally, arguments: &MatchArguments) -> anyhow::Result<()> {
    let mut out = stdout().lock();
    let elo = tally.elo();
    let test = plan.sprt.map(|sprt| {
        let (lower, upper) = sprt.bounds();
        let verdict = match sprt.verdict(tally) {
            matches::Verdict::Open => "open",
            matches::Verdict::Lower => "lower",
            matches::Verdict::Upper => "upper",
        };
        (sprt.llr(tally), lower, upper, verdict)
    });
    if arguments.json {
        let answer = json!({
            "rules": arguments.rules,
            "pairs": tally.pairs,
            "games": tally.games,
            "unfinished": tally.unfinished,
            "elo": elo,
            "llr": test.map(|test| test.0),
            "bounds": test.map(|test| [test.1, test.2]),
            "verdict": test.map(|test| test.3),
        });
        writeln!(out, "{answer}")?;
        return Ok(());
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
    writeln!(out, "pairs by points 0, ½, 1, 1½, 2: {a} {b} {c} {d} {e}")?;
    writeln!(out, "Elo: {:.1} ± {:.1}", elo.elo, elo.error)?;
    writeln!(
        out,
        "normalized Elo: {:.1} ± {:.1}",
        elo.normalized, elo.normalized_error
    )?;
    writeln!(
        out,
        "the first player is the stronger one: {:.2} %",
        elo.superiority * 100.0
    )?;
    if let Some((llr, lower, upper, verdict)) = test {
        writeln!(out, "LLR: {llr:.2} [{lower:.2}, {upper:.2}], {verdict}")?;
    }
    Ok(())
}
