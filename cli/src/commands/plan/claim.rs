//! How many pairs it takes to decide a claim.

use super::piece::rounded;
use super::pilot::{Piloted, pilot_games};
use super::{print_pilot, say_pilot};
use crate::Verdict;
use crate::args::PlanArguments;
use crate::commands::stop::stop_signal;
use crate::message;
use crate::progress::time_text;
use serde::Serialize;
use std::io::Write;
use tradewind_analysis::claims::{
    Claim, Claims, Evidence, Statistic, ValueStatistic, judge, measure, missing,
};
use tradewind_analysis::dataset::Dataset;
use tradewind_analysis::row::Row;
use tradewind_analysis::sample_size::{smallest_effect, times_to_decide};
use tradewind_engine::toml_file::did_you_mean;
use tradewind_selfplay::experiment::Experiment;

/// What the pilot says of a claim.
#[derive(Serialize)]
struct ClaimPlan {
    claim: String,
    /// Pairs of the pilot, how long it took, and pairs that are played in a second.
    pilot_pairs: u64,
    pilot_seconds: f64,
    pairs_per_second: f64,
    /// Pairs of each pairing by the file.
    pairs: u64,
    /// What the pilot measured; of several numbers that which matters most.
    measured: Row,
    /// By how many standard errors it is inside the region of the claim; negative outside.
    distance: f64,
    /// The distance from the bound for which that holds, in the unit of the number.
    away: f64,
    alpha: f64,
    beta: f64,
    alone: PairsNeeded,
    /// Among all claims of the file, corrected by the method of Holm.
    among_all: PairsNeeded,
    claims: usize,
}

/// `pairs` of a file that is to decide a claim.
#[derive(Serialize)]
struct PairsNeeded {
    pairs: u64,
    seconds: f64,
}

/// Plays the pilot, keeps none of it, and prints what follows. A file whose games could not tell the claim is refused before.
pub fn run(
    arguments: &PlanArguments,
    id: &str,
    experiment: &Experiment,
) -> anyhow::Result<Verdict> {
    let claims = match &arguments.claims {
        Some(file) => Claims::load(file)?,
        None => Claims::built_in()?,
    };
    let claim = wanted_claim(&claims, id)?;
    can_tell(claim, experiment)?;
    let stop = stop_signal()?;
    say_pilot(arguments, experiment);
    let name = &claim.experiment;
    let wanted = |pairing| claims.wanted(name, experiment, pairing);
    let piloted = pilot_games(arguments, experiment, &stop, wanted, |games| {
        read(games, claim, &claims)
    })?;
    let Some(piloted) = piloted else {
        return Ok(Verdict::Interrupted);
    };
    let plan = plan(arguments, claim, claims.claims.len(), experiment, piloted)?;
    let mut out = message::out();
    if arguments.json {
        writeln!(out, "{}", serde_json::to_string(&plan)?)?;
    } else {
        print(&mut out, claim, &plan)?;
    }
    Ok(Verdict::Passed)
}

fn wanted_claim<'c>(claims: &'c Claims, id: &str) -> anyhow::Result<&'c Claim> {
    let found = claims.claims.iter().find(|claim| claim.id == id);
    found.ok_or_else(|| {
        let known = claims.claims.iter().map(|claim| claim.id.as_str());
        let meant = did_you_mean(id, known);
        anyhow::anyhow!("there is no claim `{id}`{meant}; `tradewind claims` lists all")
    })
}

/// Refuses a file whose games cannot tell a claim.
fn can_tell(claim: &Claim, experiment: &Experiment) -> anyhow::Result<()> {
    let id = &claim.id;
    match &claim.statistic {
        Statistic::Endgame(_) => {
            anyhow::bail!("{id} is solved, not played: `tradewind claims --play` does it")
        }
        Statistic::Value(ValueStatistic {
            than: Some(than), ..
        }) => anyhow::bail!(
            "{id} compares the values of two experiments, {} and {than}: plan each of them by --piece",
            claim.experiment
        ),
        statistic => match missing(statistic, experiment) {
            Some(lacking) => anyhow::bail!(
                "{} does not tell {id}: it has no {lacking}",
                experiment.name
            ),
            None => Ok(()),
        },
    }
}

/// What the games of a pilot say of the claim, or what is missing; they are enough when they say something.
fn read(
    games: Dataset<'_>,
    claim: &Claim,
    claims: &Claims,
) -> anyhow::Result<(Result<Vec<Row>, String>, bool)> {
    let evidence = [Evidence::new(&claim.experiment, &games, claims)];
    let found = measure(claim, &evidence)?;
    let is_enough = found.is_ok();
    Ok((found, is_enough))
}

fn plan(
    arguments: &PlanArguments,
    claim: &Claim,
    claims: usize,
    experiment: &Experiment,
    piloted: Piloted<Result<Vec<Row>, String>>,
) -> anyhow::Result<ClaimPlan> {
    let (size, played) = (piloted.size, piloted.size.pairs);
    let measured = piloted.answer.map_err(|lacking| {
        anyhow::anyhow!(
            "{played} pairs do not tell {}: {lacking}; give the plan more `pairs`, or play a longer pilot (--seconds)",
            claim.id
        )
    })?;
    let errors = [arguments.alpha, arguments.beta];
    let unit = measured.first().map_or("", |row| &row.unit);
    let away = arguments
        .away
        .unwrap_or_else(|| smallest_effect(claim, unit));
    let Some(judgement) = judge(&[(claim, measured.clone())]).pop() else {
        anyhow::bail!(
            "{played} pairs do not tell {}; give the plan more `pairs`, or play a longer pilot (--seconds)",
            claim.id
        );
    };
    let needed = |tests| {
        let (pairs, seconds) = size.times(times_to_decide(&measured, tests, errors, away));
        PairsNeeded {
            pairs: pairs as u64,
            seconds,
        }
    };
    Ok(ClaimPlan {
        claim: claim.id.clone(),
        pilot_pairs: played,
        pilot_seconds: size.time.as_secs_f64(),
        pairs_per_second: size.pairs_per_second(),
        pairs: experiment.pairs,
        distance: judgement.distance,
        away,
        alpha: arguments.alpha,
        beta: arguments.beta,
        alone: needed(1),
        among_all: needed(claims),
        claims,
        measured: judgement.measured,
    })
}

fn print(out: &mut impl Write, claim: &Claim, plan: &ClaimPlan) -> anyhow::Result<()> {
    print_pilot(
        out,
        plan.pilot_pairs,
        plan.pilot_seconds,
        plan.pairs_per_second,
    )?;
    writeln!(out, "{}: {}", claim.id, claim.claim)?;
    if let Some(estimate) = plan.measured.estimate() {
        let bounds = [("above", claim.above), ("below", claim.below)];
        let bounds = bounds
            .into_iter()
            .filter_map(|(word, bound)| Some(format!("{word} {}", bound?)));
        writeln!(
            out,
            "  by the pilot {} {}; the claim holds {}",
            estimate.text(2),
            plan.measured.unit,
            bounds.collect::<Vec<_>>().join(" and ")
        )?;
    }
    let (alpha, power) = (100.0 * plan.alpha, 100.0 - 100.0 * plan.beta);
    writeln!(
        out,
        "  if the number is {} {} from the bound, decided with a power of {power} % at a significance level of {alpha} %",
        plan.away, plan.measured.unit
    )?;
    let file = plan.pairs;
    for (words, needed) in [
        ("alone".to_string(), &plan.alone),
        (format!("among {} claims", plan.claims), &plan.among_all),
    ] {
        writeln!(
            out,
            "    {words}: about {} pairs, {}; the file has {file}",
            rounded(needed.pairs),
            time_text(needed.seconds)
        )?;
    }
    Ok(())
}
