//! `tradewind plan`: how large an experiment must be.

mod claim;
mod piece;
mod pilot;

use super::named::experiment;
use super::threads::on_threads;
use super::train::equip_with_known;
use crate::Verdict;
use crate::args::{PlanArguments, RecipeArguments};
use crate::commands::stop::stop_signal;
use crate::message::{self, say};
use crate::progress::time_text;
use serde::Serialize;
use std::io::{self, Write};
use tradewind_selfplay::experiment::Experiment;
use tradewind_selfplay::run::{Control, Executor, Pilot, Scatter, pilot};
use tradewind_stats::estimate::Estimate;
use tradewind_stats::{pairs_for_effect, score_of_elo};

/// What is scored by one side for sure, in percent, where games tell little.
const SATURATED: f64 = 90.0;

/// What the pilot says of the plan.
#[derive(Serialize)]
struct Plan {
    /// Pairs of the pilot, and how long it took.
    pilot_pairs: u64,
    pilot_seconds: f64,
    /// Pairs that are played in a second here.
    pairs_per_second: f64,
    bytes_per_pair: f64,
    /// The experiment as it stands.
    pairs: u64,
    seconds: f64,
    bytes: f64,
    /// The difference of the mean score that is to be seen, from 0 to 1, and with what errors.
    effect: f64,
    alpha: f64,
    beta: f64,
    pairings: Vec<Needed>,
}

/// What a pairing needs.
#[derive(Serialize)]
struct Needed {
    pairing: String,
    /// Variance of a pair's score, with its interval; within a kind of odds.
    variance: Estimate,
    /// What was scored in the pilot.
    scores: Vec<ScoreText>,
    /// How far the interval of the score will reach to each side with the pairs of the file.
    half_interval: f64,
    /// Pairs that show the effect against a fixed score, with their interval.
    pairs: Estimate,
    seconds: f64,
    /// Pairs that its test takes in the mean under H0 and under H1.
    sprt_pairs: Option<[f64; 2]>,
}

/// What was scored, as it is.
#[derive(Serialize)]
struct ScoreText {
    /// Whose score it is, or of which odds.
    of: String,
    pairs: u64,
    /// From 0 to 1; nothing for fewer than two pairs.
    score: Option<Estimate>,
}

/// Plays the pilot and prints what follows.
pub fn run(arguments: &PlanArguments) -> anyhow::Result<Verdict> {
    let experiment = equipped(experiment(&arguments.file)?)?;
    if let Some(piece) = &arguments.piece {
        return piece::run(arguments, piece, &experiment);
    }
    if let Some(id) = &arguments.claim {
        return claim::run(arguments, id, &experiment);
    }
    let executor = Executor::threads(stop_signal()?);
    let control = Control::new(&executor);
    say_pilot(arguments, &experiment);
    let found = on_threads(arguments.threads, || {
        pilot(&experiment, arguments.seconds, &control)
    })?;
    if executor.is_stopped() {
        return Ok(Verdict::Interrupted);
    }
    let plan = plan(arguments, &experiment, &found)?;
    let mut out = message::out();
    if arguments.json {
        writeln!(out, "{}", serde_json::to_string(&plan)?)?
    } else {
        print(&mut out, arguments, &plan)?
    }
    Ok(Verdict::Passed)
}

/// An experiment with the first of the players that `run` would give it, where those of all rule sets are there: they are not
/// trained for a pilot.
fn equipped(experiment: Experiment) -> anyhow::Result<Experiment> {
    let mut equipped = experiment.clone();
    equipped.replicates = 1;
    let is_ready = equip_with_known(&mut equipped, &RecipeArguments::default())?;
    Ok(if is_ready { equipped } else { experiment })
}

/// Says what is played before anything is planned.
fn say_pilot(arguments: &PlanArguments, experiment: &Experiment) {
    let seconds = arguments.seconds.as_secs_f64();
    say(format_args!("{}: a pilot of {seconds} s", experiment.name));
}

/// Says what was played.
fn print_pilot(out: &mut impl Write, pairs: u64, seconds: f64, rate: f64) -> io::Result<()> {
    writeln!(
        out,
        "pilot: {pairs} pairs in {seconds:.1} s, {rate:.1} pairs/s"
    )
}

fn plan(arguments: &PlanArguments, experiment: &Experiment, found: &Pilot) -> anyhow::Result<Plan> {
    let effect = match (arguments.elo, arguments.score) {
        (Some(elo), _) => score_of_elo(elo) - 0.5,
        (None, score) => score.unwrap_or(1.0) / 100.0,
    };
    let rate = found.pairs_per_second();
    let pairs = experiment.all_pairs();
    let pairings: anyhow::Result<Vec<Needed>> = (found.pairings.iter())
        .map(|scatter| needed(arguments, experiment, scatter, effect, rate))
        .collect();
    Ok(Plan {
        pilot_pairs: found.pairs,
        pilot_seconds: found.time.as_secs_f64(),
        pairs_per_second: rate,
        bytes_per_pair: found.bytes_per_pair,
        pairs,
        seconds: pairs as f64 / rate,
        bytes: pairs as f64 * found.bytes_per_pair,
        effect,
        alpha: arguments.alpha,
        beta: arguments.beta,
        pairings: pairings?,
    })
}

fn needed(
    arguments: &PlanArguments,
    experiment: &Experiment,
    scatter: &Scatter,
    effect: f64,
    rate: f64,
) -> anyhow::Result<Needed> {
    let pairing = experiment.pairing_name(scatter.pairing);
    let Some(variance) = scatter.variance else {
        anyhow::bail!(
            "only {} pairs of {pairing} were finished in the pilot, too few to know how they scatter; use --seconds",
            scatter.pairs
        );
    };
    let pairs_for = |variance| pairs_for_effect(variance, effect, arguments.alpha, arguments.beta);
    let pairs = Estimate {
        value: pairs_for(variance.value),
        low: pairs_for(variance.low),
        high: pairs_for(variance.high),
    };
    let sprt = experiment.sprt();
    Ok(Needed {
        pairing,
        variance,
        scores: scores(experiment, scatter),
        half_interval: tradewind_stats::estimate::Z
            * (variance.value / experiment.pairs as f64).sqrt(),
        pairs,
        seconds: pairs.value / rate,
        sprt_pairs: sprt.map(|sprt| sprt.expected_pairs(variance.value)),
    })
}

/// The scores of a pairing; those of kinds of odds from the one that is best for the first player on.
fn scores(experiment: &Experiment, scatter: &Scatter) -> Vec<ScoreText> {
    let [first, second] = experiment.players_of(scatter.pairing);
    let odds = &experiment.rules_of(scatter.pairing).odds;
    let of = |number: Option<usize>| match number {
        Some(number) => odds[number].text.clone(),
        None if scatter.pairing.is_self_play() => "White".to_string(),
        None => format!("{} against {}", first.name, second.name),
    };
    let mut scores: Vec<ScoreText> = (scatter.scores.iter())
        .map(|one| ScoreText {
            of: of(one.odds),
            pairs: one.pairs,
            score: one.score,
        })
        .collect();
    let height = |one: &ScoreText| one.score.map_or(f64::NEG_INFINITY, |score| score.value);
    scores.sort_by(|one, other| height(other).total_cmp(&height(one)));
    scores
}

fn print(out: &mut impl Write, arguments: &PlanArguments, plan: &Plan) -> anyhow::Result<()> {
    print_pilot(
        out,
        plan.pilot_pairs,
        plan.pilot_seconds,
        plan.pairs_per_second,
    )?;
    writeln!(
        out,
        "the file's {} pairs: {}, {:.1} MB of games",
        plan.pairs,
        time_text(plan.seconds),
        plan.bytes / 1e6
    )?;
    let wanted = match arguments.elo {
        Some(elo) => format!("{elo} Elo"),
        None => format!("{} % of the score", 100.0 * plan.effect),
    };
    let (alpha, power) = (100.0 * plan.alpha, 100.0 - 100.0 * plan.beta);
    writeln!(
        out,
        "to see {wanted} with a power of {power} %, at a significance level of {alpha} %"
    )?;
    for needed in &plan.pairings {
        let Needed {
            pairing,
            variance,
            scores,
            half_interval,
            pairs,
            seconds,
            sprt_pairs,
        } = needed;
        writeln!(out, "{pairing}")?;
        let deviation = |variance: f64| 100.0 * variance.sqrt();
        writeln!(
            out,
            "  a pair's score scatters by {:.1} % [{:.1}, {:.1}]; with the file's pairs it will be known to ± {:.2} %",
            deviation(variance.value),
            deviation(variance.low),
            deviation(variance.high),
            100.0 * half_interval
        )?;
        writeln!(
            out,
            "  pairs needed: {:.0} [{:.0}, {:.0}], {}; twice as many of each of two such pairings, to see that they differ",
            pairs.value,
            pairs.low,
            pairs.high,
            time_text(*seconds)
        )?;
        print_scores(out, scores)?;
        if let Some([under_h0, under_h1]) = sprt_pairs {
            writeln!(
                out,
                "  its test takes {under_h0:.0} pairs in the mean when H0 is true, {under_h1:.0} when H1 is"
            )?;
        }
    }
    Ok(())
}

/// Prints what was scored.
fn print_scores(out: &mut impl Write, scores: &[ScoreText]) -> io::Result<()> {
    let is_by_odds = scores.len() > 1;
    let indent = if is_by_odds { "    " } else { "  " };
    if is_by_odds {
        writeln!(out, "  scores of the side on the left, by kind of odds:")?;
    }
    let width = scores.iter().map(|one| one.of.chars().count()).max();
    let width = width.unwrap_or(0);
    for ScoreText { of, pairs, score } in scores {
        let s = if *pairs == 1 { "" } else { "s" };
        let Some(score) = score else {
            writeln!(out, "{indent}{of:width$} too few to tell: {pairs} pair{s}")?;
            continue;
        };
        let Estimate { value, low, high } = score.scaled(100.0);
        let saturated = match low > SATURATED || high < 100.0 - SATURATED {
            true => "; nearly all is won, which tells little",
            false => "",
        };
        writeln!(
            out,
            "{indent}{of:width$} scores {value:.1} % [{low:.1}, {high:.1}] in {pairs} pair{s}{saturated}"
        )?;
    }
    Ok(())
}
