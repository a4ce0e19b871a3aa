//! `tradewind plan`: the sample size of an experiment, from a pilot whose games are not kept.

use super::playing::{on_threads, stop_signal};
use super::sources::experiment;
use crate::Stopped;
use crate::args::Threads;
use crate::args::values::{positive, probability, seconds};
use crate::message::{print, say, show};
use crate::piece_names;
use crate::progress::time_text;
use anyhow::{Context, ensure};
use clap::Args;
use serde::Serialize;
use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tradewind_analysis::claims::sample_size::rounded_up;
use tradewind_analysis::claims::{Claim, Claims};
use tradewind_analysis::dataset::{self, Dataset, Wanted};
use tradewind_analysis::planning::{
    ClaimPlan, PiecePlan, PilotSummary, ScoreInPilot, ScorePlan, check_claim, plan_claim,
    plan_piece, plan_scores,
};
use tradewind_analysis::values::wanted_by_values;
use tradewind_engine::input::did_you_mean;
use tradewind_selfplay::experiment::{Experiment, Pairing};
use tradewind_selfplay::record::archive::Archive;
use tradewind_selfplay::run::{Control, Executor, pilot, play};
use tradewind_stats::estimate::Estimate;
use tradewind_stats::score_of_elo;
use tradewind_tuner::recipes::{PlayerChoice, Training, equip};

#[derive(Debug, Args)]
pub struct PlanArguments {
    /// The experiment
    pub file: PathBuf,
    /// Effect: a difference in Elo
    #[arg(long, value_name = "ELO", conflicts_with = "score", value_parser = positive, allow_negative_numbers = true)]
    pub elo: Option<f64>,
    /// Plan the value of this piece, given by its symbol: pairs needed by each method
    #[arg(long, value_name = "PIECE", conflicts_with_all = ["elo", "score"])]
    pub piece: Option<String>,
    /// Half the width of the value's confidence interval, in units of the values (usually pawns)
    /// [default: 0.5]
    #[arg(long, value_name = "UNITS", requires = "piece", value_parser = positive, allow_negative_numbers = true)]
    pub within: Option<f64>,
    /// Plan the decision of this claim, given by its id: pairs needed
    #[arg(long, value_name = "ID", conflicts_with_all = ["elo", "score", "piece"])]
    pub claim: Option<String>,
    /// Distance of the true number from the claim's bound [default: the smallest effect of interest]
    #[arg(long, value_name = "DISTANCE", requires = "claim", value_parser = positive, allow_negative_numbers = true)]
    pub away: Option<f64>,
    /// A file of claims [default: those of the games' authors]
    #[arg(long, value_name = "FILE", requires = "claim")]
    pub claims: Option<PathBuf>,
    /// Effect: a difference of the score, in percentage points [default: 1]
    #[arg(long, value_name = "PERCENT", value_parser = positive, allow_negative_numbers = true)]
    pub score: Option<f64>,
    /// Probability of detecting an effect that does not exist
    #[arg(long, value_name = "CHANCE", default_value_t = 0.05, value_parser = probability, allow_negative_numbers = true)]
    pub alpha: f64,
    /// Probability of missing an effect that exists
    #[arg(long, value_name = "CHANCE", default_value_t = 0.2, value_parser = probability, allow_negative_numbers = true)]
    pub beta: f64,
    /// Minimum playing time of the pilot
    #[arg(long, value_name = "S", default_value = "10", value_parser = seconds, allow_negative_numbers = true)]
    pub seconds: Duration,
    #[command(flatten)]
    pub threads: Threads,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

const WITHIN: f64 = 0.5;

/// Scores above this percentage say little, and those below 100 less this.
const SATURATED: f64 = 90.0;

/// Maximum playing time of a pilot, as a multiple of `--seconds`.
const MAX_ROUNDS: u32 = 6;

/// Plays the pilot and prints the sample sizes.
pub fn run(arguments: &PlanArguments) -> anyhow::Result<()> {
    let experiment = with_trained_players(experiment(&arguments.file)?)?;
    if let Some(piece) = &arguments.piece {
        return piece_value(arguments, piece, &experiment);
    }
    if let Some(id) = &arguments.claim {
        return claim(arguments, id, &experiment);
    }
    let executor = Executor::threads(stop_signal()?);
    let control = Control::new(&executor);
    say_pilot(arguments, &experiment);
    let found = on_threads(arguments.threads, || {
        Ok(pilot(&experiment, arguments.seconds, &control))
    })?;
    ensure!(!executor.is_stopped(), Stopped(""));
    let effect = match (arguments.elo, arguments.score) {
        (Some(elo), _) => score_of_elo(elo) - 0.5,
        (None, score) => score.unwrap_or(1.0) / 100.0,
    };
    let errors = [arguments.alpha, arguments.beta];
    let plan = plan_scores(&experiment, &found, effect, errors)?;
    print_plan(arguments, &plan, |plan| print_scores(arguments, plan))
}

/// The experiment with the first of the players that `run` would give it, if all of them are
/// trained: a pilot trains none.
fn with_trained_players(experiment: Experiment) -> anyhow::Result<Experiment> {
    let mut equipped = experiment.clone();
    equipped.replicates = 1;
    let mut find = |training: &Training<'_>| training.found();
    let is_ready = equip(&mut equipped, &PlayerChoice::default(), &mut find)?;
    Ok(if is_ready { equipped } else { experiment })
}

fn say_pilot(arguments: &PlanArguments, experiment: &Experiment) {
    let seconds = arguments.seconds.as_secs_f64();
    say!("{}: a pilot of {seconds} s", experiment.name);
}

/// Prints a plan as JSON or, by `text`, as text.
fn print_plan<P: Serialize>(
    arguments: &PlanArguments,
    plan: &P,
    text: impl FnOnce(&P) -> io::Result<()>,
) -> anyhow::Result<()> {
    if arguments.json {
        print(serde_json::to_string(plan)?)?;
    } else {
        text(plan)?;
    }
    Ok(())
}

fn print_pilot(pilot: &PilotSummary) -> io::Result<()> {
    show!(
        "pilot: {} pairs in {:.1} s, {:.1} pairs/s",
        pilot.pilot_pairs,
        pilot.pilot_seconds,
        pilot.pairs_per_second
    )
}

fn print_scores(arguments: &PlanArguments, plan: &ScorePlan) -> io::Result<()> {
    print_pilot(&plan.pilot)?;
    show!(
        "the file's {} pairs: {}, {:.1} MB of games",
        plan.pairs,
        time_text(plan.seconds),
        plan.bytes / 1e6
    )?;
    let effect = match arguments.elo {
        Some(elo) => format!("{elo} Elo"),
        None => format!("{} % of the score", 100.0 * plan.effect),
    };
    let (alpha, power) = (100.0 * plan.alpha, 100.0 - 100.0 * plan.beta);
    show!("to detect {effect} with a power of {power} % at a significance level of {alpha} %")?;
    for planned in &plan.pairings {
        show!("{}", planned.pairing)?;
        let deviation = |variance: f64| 100.0 * variance.sqrt();
        let variance = planned.variance;
        show!(
            "  standard deviation of a pair's score: {:.1} % [{:.1}, {:.1}]; with the file's pairs the score will be known to ± {:.2} %",
            deviation(variance.value),
            deviation(variance.low),
            deviation(variance.high),
            100.0 * planned.half_interval
        )?;
        let Estimate { value, low, high } = planned.pairs;
        show!(
            "  pairs needed: {value:.0} [{low:.0}, {high:.0}], {}; for a difference between two such pairings, twice as many of each",
            time_text(planned.seconds)
        )?;
        print_pilot_scores(&planned.scores)?;
        if let Some([under_h0, under_h1]) = planned.sprt_pairs {
            show!("  expected pairs of its SPRT: {under_h0:.0} under H0, {under_h1:.0} under H1")?;
        }
    }
    Ok(())
}

fn print_pilot_scores(scores: &[ScoreInPilot]) -> io::Result<()> {
    let is_by_odds = scores.len() > 1;
    let indent = if is_by_odds { "    " } else { "  " };
    if is_by_odds {
        show!("  scores of the side on the left, by kind of odds:")?;
    }
    let width = scores.iter().map(|one| one.of.chars().count()).max();
    let width = width.unwrap_or(0);
    for ScoreInPilot { of, pairs, score } in scores {
        let s = if *pairs == 1 { "" } else { "s" };
        let Some(score) = score else {
            show!("{indent}{of:width$} too few games: {pairs} pair{s}")?;
            continue;
        };
        let Estimate { value, low, high } = score.scaled(100.0);
        let saturated = if low > SATURATED || high < 100.0 - SATURATED {
            "; too one-sided to say much"
        } else {
            ""
        };
        show!(
            "{indent}{of:width$} scores {value:.1} % [{low:.1}, {high:.1}] in {pairs} pair{s}{saturated}"
        )?;
    }
    Ok(())
}

fn piece_value(
    arguments: &PlanArguments,
    piece: &str,
    experiment: &Experiment,
) -> anyhow::Result<()> {
    let specs = || experiment.rules.iter().map(|rules| rules.compiled.spec());
    if specs().all(|spec| spec.find(piece).is_none()) {
        let first = specs().next().expect("an experiment has a rule set");
        anyhow::bail!(piece_names::unknown(first, piece));
    }
    let within = arguments.within.unwrap_or(WITHIN);
    let wanted = |pairing| wanted_by_values(experiment, pairing);
    let plan = pilot_games(arguments, experiment, wanted, |games, time| {
        let plan = plan_piece(games, time, piece, within)?;
        let is_enough = plan.is_known();
        Ok((plan, is_enough))
    })?;
    ensure!(
        !plan.answers.is_empty(),
        "{} pairs of {} do not measure the value of {piece}, or that of the unit: increase the experiment's `pairs`, play a longer \
         pilot (--seconds), or use an experiment with odds of these pieces (docs/reference/experiments.md, `odds`)",
        plan.pilot.pilot_pairs,
        experiment.name
    );
    print_plan(arguments, &plan, print_piece)
}

fn print_piece(plan: &PiecePlan) -> io::Result<()> {
    print_pilot(&plan.pilot)?;
    for answer in &plan.answers {
        show!(
            "{}, {}: {} by {}",
            answer.rules,
            answer.player,
            plan.piece,
            answer.method
        )?;
        show!("  in the pilot {} {}", answer.value.text(2), answer.unit)?;
        show!(
            "  to ± {}: about {} pairs (give or take {:.0} %), {}; the file's {} pairs give ± {:.2}",
            plan.within,
            rounded_up(answer.needed.pairs),
            400.0 / answer.unit_errors,
            time_text(answer.needed.seconds),
            plan.pairs,
            answer.half_interval
        )?;
    }
    Ok(())
}

fn claim(arguments: &PlanArguments, id: &str, experiment: &Experiment) -> anyhow::Result<()> {
    let claims = match &arguments.claims {
        Some(file) => Claims::load(file)?,
        None => Claims::built_in()?,
    };
    let claim = claims.claims.iter().find(|claim| claim.id == id);
    let claim = claim.with_context(|| {
        let known = claims.claims.iter().map(|claim| claim.id.as_str());
        let guess = did_you_mean(id, known);
        format!("there is no claim `{id}`{guess}; `tradewind claims` lists all")
    })?;
    check_claim(claim, experiment)?;
    let name = &claim.experiment;
    let wanted = |pairing| claims.wanted(name, experiment, pairing);
    let errors = [arguments.alpha, arguments.beta];
    let plan = pilot_games(arguments, experiment, wanted, |games, time| {
        let plan = plan_claim(&games, time, claim, &claims, arguments.away, errors)?;
        let is_enough = plan.is_ok();
        Ok((
            plan.map_err(|reason| (games.games() / 2, reason)),
            is_enough,
        ))
    })?;
    let plan = plan.map_err(|(pairs, reason)| {
        anyhow::anyhow!(
            "{pairs} pairs do not measure {id}: {reason}; increase the experiment's `pairs`, or play a longer pilot (--seconds)"
        )
    })?;
    print_plan(arguments, &plan, |plan| print_claim(claim, plan))
}

fn print_claim(claim: &Claim, plan: &ClaimPlan) -> io::Result<()> {
    print_pilot(&plan.pilot)?;
    show!("{}: {}", claim.id, claim.claim)?;
    if let Some(estimate) = plan.measured.estimate() {
        let bounds = [("above", claim.above), ("below", claim.below)];
        let bounds = bounds
            .into_iter()
            .filter_map(|(word, bound)| Some(format!("{word} {}", bound?)));
        show!(
            "  in the pilot {} {}; the claim holds {}",
            estimate.text(2),
            plan.measured.unit,
            bounds.collect::<Vec<_>>().join(" and ")
        )?;
    }
    let (alpha, power) = (100.0 * plan.alpha, 100.0 - 100.0 * plan.beta);
    show!(
        "  if the true number is {} {} from the bound, to decide with a power of {power} % at a significance level of {alpha} %",
        plan.away,
        plan.measured.unit
    )?;
    let file = plan.pairs;
    for (words, needed) in [
        ("alone".to_string(), &plan.alone),
        (format!("among {} claims", plan.claims), &plan.among_all),
    ] {
        show!(
            "    {words}: about {} pairs, {}; the file has {file}",
            rounded_up(needed.pairs),
            time_text(needed.seconds)
        )?;
    }
    Ok(())
}

/// Plays into a temporary folder in rounds of `--seconds`, until `read` returns that the games are
/// enough, or for [`MAX_ROUNDS`] rounds. Returns the answer of `read` after the last round.
fn pilot_games<A: Send>(
    arguments: &PlanArguments,
    experiment: &Experiment,
    wanted: impl Fn(Pairing) -> Wanted + Copy + Send + Sync,
    mut read: impl FnMut(Dataset<'_>, Duration) -> anyhow::Result<(A, bool)> + Send,
) -> anyhow::Result<A> {
    let executor = Executor::threads(stop_signal()?);
    say_pilot(arguments, experiment);
    let folder = tempfile::tempdir().context("cannot make a folder for the pilot")?;
    on_threads(arguments.threads, || {
        let archive = Archive::new(experiment, folder.path());
        let (mut round, mut time) = (0, Duration::ZERO);
        loop {
            let begin = Instant::now();
            let control = Control::new(&executor.until(begin + arguments.seconds));
            let missing = play(&archive, 0..experiment.all_pairs(), &control, &|_| {})?;
            time += begin.elapsed();
            ensure!(!executor.is_stopped(), Stopped(""));
            let games = dataset::read(&archive, wanted, |_| Ok(()))?;
            let (answer, is_enough) = read(games, time)?;
            round += 1;
            if is_enough || missing == 0 || round == MAX_ROUNDS {
                return Ok(answer);
            }
        }
    })
}
