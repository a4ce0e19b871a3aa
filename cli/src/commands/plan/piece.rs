//! How many pairs it takes to know what a piece is worth.

use super::pilot::{Piloted, pilot_games};
use super::{print_pilot, say_pilot};
use crate::Verdict;
use crate::args::PlanArguments;
use crate::commands::stop::stop_signal;
use crate::message;
use crate::piece_names;
use crate::progress::time_text;
use serde::Serialize;
use std::io::Write;
use tradewind_analysis::dataset::Dataset;
use tradewind_analysis::sample_size::{ValuePrecision, value_precisions};
use tradewind_analysis::values::{gather, wanted_by_values};
use tradewind_selfplay::experiment::Experiment;
use tradewind_stats::Estimate;

/// To how much the value is to be known when nothing is said.
const WITHIN: f64 = 0.5;

/// By how many standard errors the unit of values is worth something where the pilot ends.
const KNOWN: f64 = 4.0;

/// By how many it is not known to be worth anything.
const UNKNOWN: f64 = 2.0;

/// What the pilot says of a piece.
#[derive(Serialize)]
struct PiecePlan {
    piece: String,
    /// To how many units its value is to be known.
    within: f64,
    /// Pairs of the pilot, how long it took, and pairs that are played in a second.
    pilot_pairs: u64,
    pilot_seconds: f64,
    pairs_per_second: f64,
    /// Pairs of each pairing by the file.
    pairs: u64,
    answers: Vec<MethodPlan>,
}

/// What a method needs.
#[derive(Serialize)]
struct MethodPlan {
    rules: String,
    player: String,
    method: &'static str,
    unit: String,
    /// The value by the pilot.
    value: Estimate,
    /// `pairs` of a file that is to know it as wanted.
    pairs: u64,
    seconds: f64,
    /// How far the interval will reach to each side by the file as it stands.
    half_interval: f64,
    /// By how many of its standard errors the unit is worth something: the number of pairs is known to four times the inverse of that.
    unit_errors: f64,
}

/// Plays the pilot, keeps none of it, and prints what follows.
pub fn run(
    arguments: &PlanArguments,
    piece: &str,
    experiment: &Experiment,
) -> anyhow::Result<Verdict> {
    is_known(piece, experiment)?;
    let stop = stop_signal()?;
    say_pilot(arguments, experiment);
    let within = arguments.within.unwrap_or(WITHIN);
    let wanted = |pairing| wanted_by_values(experiment, pairing);
    let piloted = pilot_games(arguments, experiment, &stop, wanted, |games| {
        read(games, piece, within)
    })?;
    let Some(piloted) = piloted else {
        return Ok(Verdict::Interrupted);
    };
    let plan = plan(within, piece, experiment, piloted)?;
    let mut out = message::out();
    if arguments.json {
        writeln!(out, "{}", serde_json::to_string(&plan)?)?;
    } else {
        print(&mut out, &plan)?;
    }
    Ok(Verdict::Passed)
}

/// Refuses a piece that no rule set of the experiment has.
fn is_known(piece: &str, experiment: &Experiment) -> anyhow::Result<()> {
    let specs = || experiment.rules.iter().map(|rules| rules.game.spec());
    if specs().any(|spec| spec.find(piece).is_some()) {
        return Ok(());
    }
    let first = specs().next().expect("there is a rule set");
    anyhow::bail!(piece_names::unknown(first, piece));
}

/// What a method says of the piece under a rule set between players of one kind.
struct PilotValue {
    rules: String,
    player: String,
    unit: String,
    needed: ValuePrecision,
}

/// What the games of a pilot say of the piece, and whether that is enough.
fn read(games: Dataset<'_>, piece: &str, within: f64) -> anyhow::Result<(Vec<PilotValue>, bool)> {
    let mut answers = Vec::new();
    for set in gather(&[games])?.measured {
        let own = set.spec.find(piece).into_iter();
        let needed = own.flat_map(|own| value_precisions(&set, own, within));
        answers.extend(needed.map(|needed| PilotValue {
            rules: set.rules.clone(),
            player: set.player.clone(),
            unit: set.unit_name(),
            needed,
        }));
    }
    let is_known = |least: f64| move |one: &PilotValue| one.needed.unit_errors >= least;
    let is_enough = answers.iter().any(is_known(KNOWN));
    answers.retain(is_known(UNKNOWN));
    Ok((answers, is_enough))
}

fn plan(
    within: f64,
    piece: &str,
    experiment: &Experiment,
    piloted: Piloted<Vec<PilotValue>>,
) -> anyhow::Result<PiecePlan> {
    let Piloted {
        size,
        answer: answers,
    } = piloted;
    let played = size.pairs;
    anyhow::ensure!(
        !answers.is_empty(),
        "{played} pairs of {} do not tell what {piece} is worth, or not what the piece is that values are given in: give the plan more \
         `pairs`, play a longer pilot (--seconds), or a plan with odds of them (docs/experiments.md, `odds`)",
        experiment.name
    );
    let answers = answers.into_iter().map(|answer| {
        let (pairs, seconds) = size.times(answer.needed.times);
        MethodPlan {
            rules: answer.rules,
            player: answer.player,
            method: answer.needed.method,
            unit: answer.unit,
            value: answer.needed.value,
            pairs: pairs as u64,
            seconds,
            half_interval: within * (pairs / experiment.pairs as f64).sqrt(),
            unit_errors: answer.needed.unit_errors,
        }
    });
    Ok(PiecePlan {
        piece: piece.to_string(),
        within,
        pilot_pairs: played,
        pilot_seconds: size.time.as_secs_f64(),
        pairs_per_second: size.pairs_per_second(),
        pairs: experiment.pairs,
        answers: answers.collect(),
    })
}

fn print(out: &mut impl Write, plan: &PiecePlan) -> anyhow::Result<()> {
    print_pilot(
        out,
        plan.pilot_pairs,
        plan.pilot_seconds,
        plan.pairs_per_second,
    )?;
    for answer in &plan.answers {
        writeln!(
            out,
            "{}, {}: {} by {}",
            answer.rules, answer.player, plan.piece, answer.method
        )?;
        writeln!(
            out,
            "  by the pilot {} {}",
            answer.value.text(2),
            answer.unit
        )?;
        writeln!(
            out,
            "  to ± {}: about {} pairs (give or take {:.0} %), {}; the file's {} pairs give ± {:.2}",
            plan.within,
            rounded(answer.pairs),
            400.0 / answer.unit_errors,
            time_text(answer.seconds),
            plan.pairs,
            answer.half_interval
        )?;
    }
    Ok(())
}

/// A number with the two digits that are known of it.
pub(super) fn rounded(number: u64) -> u64 {
    let digits = number.max(1).ilog10().saturating_sub(1);
    let unit = 10_u64.pow(digits);
    number.div_ceil(unit).saturating_mul(unit)
}

#[cfg(test)]
mod tests {
    use super::rounded;

    #[test]
    fn two_digits_are_left() {
        let found = [0, 7, 42, 163, 18_941].map(rounded);
        assert_eq!(found, [0, 7, 42, 170, 19_000]);
    }
}
