//! `tradewind claims`: what the authors say about their games, and what the games say.

use super::executor::executor;
use super::run::{default_folder, play_missing};
use super::threads::on_threads;
use super::train::{equip, equip_with_known};
use crate::Verdict;
use crate::args::{ClaimsArguments, RecipeArguments};
use crate::message::{self, say};
use crate::terminal;
use std::io::Write;
use std::path::{Path, PathBuf};
use tradewind_analysis::claims::{
    Claim, Claims, DroppedClaim, Evidence, Judged, OtherAnalysis, Statistic, judge, measure,
    missing, other_analyses, reference,
};
use tradewind_analysis::dataset::{self, Dataset};
use tradewind_analysis::row::Row;
use tradewind_analysis::sample_size::SampleSize;
use tradewind_report::claims::{
    analysis_figure, analysis_table, dropped_table, judged_figure, judged_table, judged_text,
    measurement_table, verdict_word,
};
use tradewind_selfplay::experiment::{Experiment, SNAPSHOT};
use tradewind_selfplay::files::write_all;
use tradewind_selfplay::record::archive::{Archive, experiment_of};
use tradewind_selfplay::run::Executor;

/// Where the experiments of claims lie, seen from the folder that the program is called in.
const EXPERIMENTS: &str = "data/experiments";

/// Prints the ledger, and writes it out if asked to.
pub fn run(arguments: &ClaimsArguments) -> anyhow::Result<Verdict> {
    let claims = match &arguments.file {
        Some(file) => Claims::load(file)?,
        None => Claims::built_in()?,
    };
    let executor = executor(&arguments.executor)?;
    on_threads(arguments.threads, || ledger(arguments, &claims, &executor))?
}

/// An experiment and the folder of its games.
struct ClaimFolder {
    name: String,
    folder: PathBuf,
    experiment: Experiment,
}

fn ledger(
    arguments: &ClaimsArguments,
    claims: &Claims,
    executor: &Executor,
) -> anyhow::Result<Verdict> {
    let mut places = Vec::new();
    for name in claims.experiments() {
        places.extend(place(arguments, name, executor)?);
    }
    if arguments.play {
        places
            .iter()
            .try_for_each(|place| can_tell(claims, place))?;
    }
    let mut datasets = Vec::new();
    for place in &places {
        let archive = Archive::new(&place.experiment, &place.folder);
        if arguments.play && !play_missing(&archive, executor)? {
            return Ok(Verdict::Interrupted);
        }
        let wanted = |pairing| claims.wanted(&place.name, &place.experiment, pairing);
        let dataset = dataset::read(&archive, wanted, |_| Ok(()))?;
        let (there, all) = (dataset.games(), archive.games());
        if dataset.is_whole() {
            datasets.push((place.name.as_str(), dataset));
        } else {
            say(format_args!(
                "{}: {there} of {all} games are there, so its claims are not measured; --play plays \
                 the others",
                place.folder.display()
            ));
        }
    }
    let evidence: Vec<Evidence<'_>> = (datasets.iter())
        .map(|(name, dataset)| Evidence::new(name, dataset, claims))
        .collect();
    let all = measured(claims, &evidence, arguments.file.is_none(), arguments.play)?;
    print(arguments, &all, &claims.dropped)?;
    if let Some(out) = &arguments.out {
        let files = write(out, &all, &claims.dropped)?;
        say(format_args!("in {}: {}", out.display(), files.join(", ")));
    }
    Ok(Verdict::Passed)
}

/// Refuses an experiment whose games could not tell what claims ask of it, before they are played.
fn can_tell(claims: &Claims, place: &ClaimFolder) -> anyhow::Result<()> {
    for claim in &claims.claims {
        let mut own = claim.measured_by().into_iter();
        let lacking = own.find_map(|(name, statistic)| match name == place.name {
            true => missing(statistic, &place.experiment),
            false => None,
        });
        if let Some(lacking) = lacking {
            anyhow::bail!("{}: {} has no {lacking}", claim.id, place.name);
        }
    }
    Ok(())
}

/// Where the games of an experiment are: its file says what they are to be, its folder what they are.
/// `None` when there is nothing.
fn place(
    arguments: &ClaimsArguments,
    name: String,
    executor: &Executor,
) -> anyhow::Result<Option<ClaimFolder>> {
    let file = Path::new(EXPERIMENTS).join(format!("{name}.toml"));
    let whole = arguments.games.join(&name);
    let default = default_folder(&file);
    let short = arguments
        .games
        .join(default.file_name().unwrap_or(default.as_os_str()));
    // Where `run` and `compare` play when they are not told.
    let is_short = !whole.join(SNAPSHOT).exists() && short.join(SNAPSHOT).exists();
    let folder = if is_short { short } else { whole };
    let mut planned = file.exists().then(|| Experiment::load(&file)).transpose()?;
    let played = folder.join(SNAPSHOT).exists();
    let is_wanted = arguments.play || played;
    if let Some(planned) = planned.as_mut().filter(|_| is_wanted) {
        let is_ready = if arguments.play {
            equip(planned, &arguments.recipe, executor)?
        } else {
            equip_with_known(planned, &arguments.recipe)?
        };
        if !is_ready {
            say(format_args!(
                "{}: its players are not trained, so its claims are not measured; --play trains them",
                file.display()
            ));
            return Ok(None);
        }
    }
    let played = played.then(|| experiment_of(&folder)).transpose()?;
    let experiment = match (planned, played) {
        (Some(planned), Some(played)) if planned.fingerprint() != played.fingerprint() => {
            say(format_args!(
                "{} holds the games of another experiment than {}: {}; it is left out",
                folder.display(),
                file.display(),
                planned.difference(&played)
            ));
            return Ok(None);
        }
        (Some(_), None) if !arguments.play => return Ok(None),
        (Some(planned), _) => planned,
        (None, Some(played)) => played,
        (None, None) if arguments.play => anyhow::bail!(
            "there is no experiment {}: call the program where the folder {EXPERIMENTS} lies",
            file.display()
        ),
        (None, None) => return Ok(None),
    };
    Ok(Some(ClaimFolder {
        name,
        folder,
        experiment,
    }))
}

/// Measures and judges all claims, and solves endgames if it `solves`; what is not measured is taken from the reference
/// results, if it is `known` there.
pub(super) fn measured(
    claims: &Claims,
    evidence: &[Evidence<'_>],
    known: bool,
    solves: bool,
) -> anyhow::Result<Vec<Judged>> {
    let mut found = Vec::new();
    for claim in &claims.claims {
        let is_played = evidence.iter().any(|one| one.name == claim.experiment);
        let is_endgame = matches!(claim.statistic, Statistic::Endgame(_));
        let found_now = match is_endgame && !solves {
            true => Err("--play solves it".to_string()),
            false => measure(claim, evidence)?,
        };
        match found_now {
            Ok(measured) => found.push(MeasuredClaim {
                claim: claim.clone(),
                measured,
                others: other_analyses(claim, evidence)?,
                is_reference: false,
            }),
            Err(missing) => {
                if is_played || (is_endgame && (solves || !known)) {
                    say(format_args!("{}: {missing}", claim.id));
                }
                found.push(MeasuredClaim {
                    claim: claim.clone(),
                    measured: if known {
                        reference(&claim.id)?
                    } else {
                        Vec::new()
                    },
                    others: Vec::new(),
                    is_reference: true,
                });
            }
        }
    }
    Ok(with_judgements(found))
}

/// What was measured of a claim.
struct MeasuredClaim {
    claim: Claim,
    measured: Vec<Row>,
    others: Vec<OtherAnalysis>,
    /// Whether it is taken from the reference results.
    is_reference: bool,
}

impl MeasuredClaim {
    fn is_judged(&self) -> bool {
        self.claim.open.is_none() && !self.measured.is_empty()
    }
}

/// Judges claims together by what was measured.
fn with_judgements(found: Vec<MeasuredClaim>) -> Vec<Judged> {
    let known: Vec<(&Claim, Vec<Row>)> = (found.iter())
        .filter(|one| one.is_judged())
        .map(|one| (&one.claim, one.measured.clone()))
        .collect();
    let mut judgements = judge(&known).into_iter();
    let all = found.into_iter().map(|one| Judged {
        judgement: one.is_judged().then(|| judgements.next()).flatten(),
        is_reference: one.is_reference && !one.measured.is_empty(),
        claim: one.claim,
        measured: one.measured,
        others: one.others,
    });
    all.collect()
}

/// The claims that come with the program, judged by the games of those folders that hold whole
/// experiments of claims, and by the reference results for the rest.
pub fn ledger_of(datasets: &[&Dataset<'_>]) -> anyhow::Result<Vec<Judged>> {
    let claims = Claims::built_in()?;
    let mut evidence = Vec::new();
    for name in claims.experiments() {
        let file = Path::new(EXPERIMENTS).join(format!("{name}.toml"));
        if !file.exists() {
            continue;
        }
        let mut planned = Experiment::load(&file)?;
        let recipe = RecipeArguments::default();
        if !equip_with_known(&mut planned, &recipe).unwrap_or(false) {
            continue;
        }
        let planned = planned.fingerprint();
        for dataset in datasets {
            let is_own = dataset.experiment().fingerprint() == planned;
            if is_own && dataset.is_whole() {
                evidence.push(Evidence::new(&name, dataset, &claims));
            }
        }
    }
    measured(&claims, &evidence, true, false)
}

fn print(
    arguments: &ClaimsArguments,
    all: &[Judged],
    dropped: &[DroppedClaim],
) -> anyhow::Result<()> {
    let mut out = message::out();
    if arguments.json {
        let rows = all.iter().map(|one| {
            let found = one.judgement.as_ref();
            let needed = found.and_then(|found| found.needed);
            serde_json::json!({
                "id": one.claim.id,
                "game": one.claim.game,
                "claim": one.claim.claim,
                "source": one.claim.source,
                "experiment": one.claim.experiment,
                "measured": one.shown(),
                "above": one.claim.above,
                "below": one.claim.below,
                "open": one.claim.open,
                "verdict": verdict_word(one),
                "p": found.map(|found| found.p),
                "robust": one.is_robust(),
                "other_analyses": one.others.iter().map(|other| serde_json::json!({
                    "kind": other.kind.name(),
                    "analysis": other.name,
                    "is_of_same_quantity": other.kind.is_of_same_quantity(),
                    "measured": other.judgement.measured,
                    "verdict": other.judgement.verdict.name(),
                })).collect::<Vec<_>>(),
                "smallest_effect": needed.map(SampleSize::effect),
                "more_games": match needed {
                    Some(SampleSize::Games { more, .. }) => Some(more),
                    _ => None,
                },
                "times_as_many_players": match needed {
                    Some(SampleSize::Players { times, .. }) => Some(times),
                    _ => None,
                },
                "is_reference": one.is_reference,
            })
        });
        let dropped = dropped.iter().map(|one| {
            serde_json::json!({
                "id": one.id,
                "game": one.game,
                "claim": one.claim,
                "source": one.source,
                "verdict": "dropped",
                "reason": one.reason,
            })
        });
        let rows: Vec<_> = rows.chain(dropped).collect();
        writeln!(out, "{}", serde_json::to_string_pretty(&rows)?)?;
        return Ok(());
    }
    if arguments.markdown {
        write!(out, "{}", markdown(all, dropped))?;
    } else {
        write!(out, "{}", judged_text(all, dropped, terminal::output()))?;
    }
    Ok(())
}

/// The ledger, and what is not tested.
fn markdown(all: &[Judged], dropped: &[DroppedClaim]) -> String {
    let mut page = judged_table(all).to_markdown();
    if let Some(table) = dropped_table(dropped) {
        page += &format!("\n{}", table.to_markdown());
    }
    page
}

/// Writes the ledger, the measurements and the plot; returns the names of the files.
fn write(folder: &Path, all: &[Judged], dropped: &[DroppedClaim]) -> anyhow::Result<Vec<String>> {
    let table = judged_table(all);
    let page = format!("# Claims\n\n{}", markdown(all, dropped));
    let mut files = vec![
        ("claims.csv", measurement_table(all).to_csv()?.into_bytes()),
        ("verdicts.csv", table.to_csv()?.into_bytes()),
        ("analyses.csv", analysis_table(all).to_csv()?.into_bytes()),
        ("claims.md", page.into_bytes()),
    ];
    if all.iter().any(|one| one.judgement.is_some()) {
        let (svg, png) = judged_figure(all)?.drawn;
        files.push(("claims.svg", svg.into_bytes()));
        files.push(("claims.png", png));
    }
    if let Some(figure) = analysis_figure(all)? {
        let (svg, png) = figure.drawn;
        files.push(("analyses.svg", svg.into_bytes()));
        files.push(("analyses.png", png));
    }
    Ok(write_all(folder, &files)?)
}
