//! `tradewind verify`: checks the engine by test cases and worked examples.

use crate::Verdict;
use crate::message::{self, say};
use anyhow::Context;
use clap::Args;
use rayon::prelude::*;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tradewind_engine::examples::{self, FindingKind};
use tradewind_engine::text_file;
use tradewind_engine::verify::{Case, CaseError, GameCache};

/// Arguments of `verify`.
#[derive(Debug, Args)]
pub struct VerifyArguments {
    /// Files of cases, or of worked examples (`.txt`, `.examples`); `-` reads cases from standard input
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
}

/// Maximum size of a file of cases, in bytes.
const MAX_BYTES: u64 = 1 << 30;

/// The result of one case.
enum CaseResult {
    Passed,
    Failed(Vec<String>),
    Unusable(CaseError),
}

/// The numbers of cases and examples.
#[derive(Default)]
struct CaseTally {
    passed: usize,
    failed: usize,
    /// Those of the failed ones that are invalid.
    unusable: usize,
}

/// Checks all cases and examples of all files, including those after failures.
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
        (unusable, _) => {
            anyhow::bail!("{unusable} of the failed cases are invalid, for the reasons above")
        }
    }
}

/// Whether a file has examples, by its name.
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
    let checked: Vec<(String, CaseResult)> = (cases.into_par_iter())
        .map(|case| match case {
            Err(fault) => (String::new(), CaseResult::Unusable(fault)),
            Ok((case, game)) => {
                let checked = match case.check(&game) {
                    Ok(wrong) if wrong.is_empty() => CaseResult::Passed,
                    Ok(wrong) => CaseResult::Failed(wrong),
                    Err(fault) => CaseResult::Unusable(fault),
                };
                (format!("{} {}", case.rules, case.fen), checked)
            }
        })
        .collect();
    for ((line, _), (title, checked)) in lines.iter().zip(checked) {
        let place = format!("{}:{line}", path.display());
        match checked {
            CaseResult::Passed => tally.passed += 1,
            CaseResult::Failed(wrong) => {
                tally.failed += 1;
                writeln!(out, "{place}: {title}")?;
                for line in wrong {
                    writeln!(out, "  {line}")?;
                }
            }
            CaseResult::Unusable(fault) => {
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
