//! `tradewind verify`: cases from elsewhere, and worked examples, against the engine.

use crate::Verdict;
use crate::args::VerifyArguments;
use crate::message::{self, say};
use anyhow::Context;
use rayon::prelude::*;
use std::io::{self, Write};
use std::path::Path;
use tradewind_engine::examples::{self, FindingKind};
use tradewind_engine::verify::{Case, CaseError, GameCache};
use tradewind_files::text_file;

/// The most bytes of a file of cases, of which there may be many.
const MAX_BYTES: u64 = 1 << 30;

/// What became of one case.
enum CheckedFile {
    Passed,
    Failed(Vec<String>),
    Unusable(CaseError),
}

/// What became of the cases and examples so far.
#[derive(Default)]
struct CaseTally {
    passed: usize,
    failed: usize,
    /// How many of those that failed say something that cannot be used.
    unusable: usize,
}

/// Checks every case and example of every file, and goes on after those that fail or cannot be used.
pub fn run(arguments: &VerifyArguments) -> anyhow::Result<Verdict> {
    let mut tally = CaseTally::default();
    let mut games = GameCache::default();
    let mut out = message::out();
    for path in &arguments.files {
        let text = read(path)?;
        if has_examples(path) {
            check_examples(path, &text, &mut games, &mut tally, &mut out)?
        } else {
            check_cases(path, &text, &mut games, &mut tally, &mut out)?
        }
    }
    writeln!(out, "{} passed, {} failed", tally.passed, tally.failed)?;
    match (tally.unusable, tally.failed) {
        (0, 0) => Ok(Verdict::Passed),
        (0, _) => Ok(Verdict::Failed),
        (unusable, _) => anyhow::bail!(
            "{unusable} of the failed cases could not be used; what is wrong with each is said above"
        ),
    }
}

/// Whether a file is one of examples, by its name.
fn has_examples(path: &Path) -> bool {
    path.extension()
        .is_some_and(|ending| ending == "txt" || ending == "examples")
}

fn check_examples(
    path: &Path,
    text: &str,
    games: &mut GameCache,
    tally: &mut CaseTally,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let examples = match examples::read(text) {
        Ok(examples) => examples,
        Err(faults) => {
            tally.failed += faults.len();
            tally.unusable += faults.len();
            for fault in faults {
                say(format_args!("{}:{}: {fault}", path.display(), fault.line));
            }
            return Ok(());
        }
    };
    for example in examples {
        let findings = example.check(games);
        let unusable = (findings.iter()).any(|finding| finding.kind == FindingKind::Unusable);
        tally.passed += usize::from(findings.is_empty());
        tally.failed += usize::from(!findings.is_empty());
        tally.unusable += usize::from(unusable);
        for finding in findings {
            let place = format!("{}:{}", path.display(), finding.line);
            let message = format!("{place}: {}: {}", example.title, finding.message);
            match finding.kind {
                FindingKind::Wrong => writeln!(out, "{message}")?,
                FindingKind::Unusable => say(message),
            }
        }
    }
    Ok(())
}

fn check_cases(
    path: &Path,
    text: &str,
    games: &mut GameCache,
    tally: &mut CaseTally,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let lines: Vec<(usize, &str)> = (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim().is_empty())
        .collect();
    let cases: Vec<_> = (lines.iter())
        .map(|(_, line)| {
            let case = Case::read(line)?;
            let game = games.load(&case)?;
            Ok((case, game))
        })
        .collect();
    let checked: Vec<(String, CheckedFile)> = (cases.into_par_iter())
        .map(|case| match case {
            Err(fault) => (String::new(), CheckedFile::Unusable(fault)),
            Ok((case, game)) => {
                let checked = match case.check(&game) {
                    Ok(wrong) if wrong.is_empty() => CheckedFile::Passed,
                    Ok(wrong) => CheckedFile::Failed(wrong),
                    Err(fault) => CheckedFile::Unusable(fault),
                };
                (format!("{} {}", case.rules, case.fen), checked)
            }
        })
        .collect();
    for ((line, _), (title, checked)) in lines.iter().zip(checked) {
        let place = format!("{}:{line}", path.display());
        match checked {
            CheckedFile::Passed => tally.passed += 1,
            CheckedFile::Failed(wrong) => {
                tally.failed += 1;
                writeln!(out, "{place}: {title}")?;
                for line in wrong {
                    writeln!(out, "  {line}")?;
                }
            }
            CheckedFile::Unusable(fault) => {
                tally.unusable += 1;
                tally.failed += 1;
                say(format_args!("{place}: {fault}"));
            }
        }
    }
    Ok(())
}

fn read(path: &Path) -> anyhow::Result<String> {
    let text = match path.to_str() {
        Some("-") => text_file::read_from(io::stdin(), MAX_BYTES),
        _ => text_file::read(path, MAX_BYTES),
    };
    text.with_context(|| format!("cannot read the cases {}", path.display()))
}
