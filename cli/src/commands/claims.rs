//! `tradewind claims`: the authors' claims about their games, judged by games.

use super::playing::on_threads;
use super::sources::{Games, claim_file, claim_folder, judge};
use crate::args::Threads;
use crate::message::{self, say, say_files};
use crate::terminal;
use clap::Args;
use std::io::Write;
use std::path::{Path, PathBuf};
use tradewind_analysis::claims::sample_size::SampleSize;
use tradewind_analysis::claims::{Claims, DroppedClaim, Judged, LedgerSources};
use tradewind_files::write_all;
use tradewind_report::claims::{
    analysis_figure, analysis_table, dropped_table, judged_figure, judged_table, judged_text,
    measurement_table, verdict_word,
};
use tradewind_selfplay::experiment::{Experiment, SNAPSHOT};
use tradewind_selfplay::record::condensed::{Unpacked, is_condensed};

#[derive(Debug, Args)]
pub struct ClaimsArguments {
    /// A file of claims [default: those of the games' authors, which come with the program]
    #[arg(long, value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// The folder of the experiments' folders, which are named after the experiments (such as
    /// values/chess, or chess), or a condensed file of them
    #[arg(long, value_name = "DIR|FILE", default_value = "out")]
    pub games: PathBuf,
    /// Solve the endgames of claims; this may take a minute
    #[arg(long)]
    pub solve: bool,
    /// The folder for CSV, Markdown and a plot
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub threads: Threads,
    /// Print Markdown
    #[arg(long, conflicts_with = "json")]
    pub markdown: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Prints all claims with their verdicts, and writes them to files with `--out`.
pub fn run(arguments: &ClaimsArguments) -> anyhow::Result<()> {
    let claims = match &arguments.file {
        Some(file) => Claims::load(file)?,
        None => Claims::built_in()?,
    };
    on_threads(arguments.threads, || print_all(arguments, &claims))
}

fn print_all(arguments: &ClaimsArguments, claims: &Claims) -> anyhow::Result<()> {
    let games = &arguments.games;
    let unpacked = is_condensed(games)
        .then(|| Unpacked::of(games))
        .transpose()?;
    let root = unpacked.as_ref().map_or(games.as_path(), Unpacked::folder);
    let played = played(arguments, claims, root)?;
    let mut datasets = Vec::new();
    for (name, games) in &played {
        let wanted = |experiment: &Experiment, pairing| claims.wanted(name, experiment, pairing);
        datasets.push((name.as_str(), games.read(wanted)?));
    }
    let evidence = datasets.iter().map(|(name, dataset)| (*name, dataset));
    let sources = LedgerSources {
        has_reference: arguments.file.is_none(),
        solves_endgames: arguments.solve,
    };
    let judged = judge(claims, evidence, sources)?;
    print(arguments, &judged, &claims.dropped)?;
    if let Some(out) = &arguments.out {
        let files = write(out, &judged, &claims.dropped)?;
        say_files(out, &files);
    }
    Ok(())
}

/// The experiments whose games are complete, by name. Reports the others with the commands that
/// play them.
fn played(
    arguments: &ClaimsArguments,
    claims: &Claims,
    root: &Path,
) -> anyhow::Result<Vec<(String, Games)>> {
    let (mut played, mut missing) = (Vec::new(), Vec::new());
    let names = claims.experiments();
    let count = names.len();
    for name in names {
        let file = claim_file(&name);
        let planned = file.exists().then(|| Experiment::load(&file)).transpose()?;
        let folder = claim_folder(root, &name, planned.as_ref());
        let command = format!(
            "`tradewind run {} --out {}`",
            file.display(),
            folder.display()
        );
        if !folder.join(SNAPSHOT).exists() {
            missing.push((name, command));
            continue;
        }
        let games = Games::in_folder(&folder)?;
        match games.fault(planned.as_ref().unwrap_or(&games.experiment))? {
            Some(fault) => say!("{fault}, so its claims are not measured; {command} plays them"),
            None => played.push((name, games)),
        }
    }
    if let Some((name, command)) = missing.first() {
        let file = arguments.file.as_deref();
        say!(
            "{} of {count} experiments are not in {}, such as {name}, which {command} plays; `tradewind run {}` plays all",
            missing.len(),
            arguments.games.display(),
            file.unwrap_or(Path::new("data/claims.toml")).display()
        );
    }
    Ok(played)
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
    let text = if arguments.markdown {
        markdown(all, dropped)
    } else {
        judged_text(all, dropped, terminal::output())
    };
    Ok(write!(out, "{text}")?)
}

/// The tables of all claims, judged and dropped.
fn markdown(all: &[Judged], dropped: &[DroppedClaim]) -> String {
    let mut page = judged_table(all).to_markdown();
    if let Some(table) = dropped_table(dropped) {
        page += &format!("\n{}", table.to_markdown());
    }
    page
}

/// Writes tables and plots; returns the names of the files.
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
        let plot = judged_figure(all)?.drawn;
        files.push(("claims.svg", plot.svg()?.into_bytes()));
        files.push(("claims.png", plot.png()?));
    }
    if let Some(figure) = analysis_figure(all)? {
        files.push(("analyses.svg", figure.drawn.svg()?.into_bytes()));
        files.push(("analyses.png", figure.drawn.png()?));
    }
    Ok(write_all(folder, &files)?)
}
