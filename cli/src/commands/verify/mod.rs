//! `tradewind verify`: cases from elsewhere, and worked examples, against the engine.

mod case;
mod example;

use crate::Verdict;
use crate::message::{self, say};
use anyhow::Context;
use case::{Case, GameCache};
use clap::Args;
use rayon::prelude::*;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tradewind_engine::input::text_file;

#[derive(Debug, Args)]
pub struct VerifyArguments {
    /// Files of cases, or of worked examples (`.txt`, `.examples`); `-` reads cases from standard input
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
}

/// The maximum size of a file of cases, in bytes.
const MAX_BYTES: u64 = 1 << 30;

/// The results of cases and examples so far.
#[derive(Default)]
struct CaseTally {
    passed: usize,
    failed: usize,
    /// The number of failed ones that cannot be used.
    unusable: usize,
}

/// Checks every case and example of every file.
pub fn run(arguments: &VerifyArguments) -> anyhow::Result<Verdict> {
    let mut tally = CaseTally::default();
    let mut games = GameCache::default();
    let mut out = message::out();
    for path in &arguments.files {
        let text = read(path)?;
        let is_examples = (path.extension()).is_some_and(|end| end == "txt" || end == "examples");
        if is_examples {
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

fn check_examples(
    path: &Path,
    text: &str,
    games: &mut GameCache,
    tally: &mut CaseTally,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    for example in example::check(text, games) {
        let findings = example.findings;
        tally.passed += usize::from(findings.is_empty());
        tally.failed += usize::from(!findings.is_empty());
        tally.unusable += usize::from(findings.iter().any(|finding| finding.is_unusable));
        // A fault of the file as a whole has no title.
        let title = match example.title.as_str() {
            "" => String::new(),
            title => format!("{title}: "),
        };
        for finding in findings {
            let place = format!("{}:{}", path.display(), finding.line);
            let message = format!("{place}: {title}{}", finding.message);
            if finding.is_unusable {
                say(message);
            } else {
                writeln!(out, "{message}")?;
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
    let cases: Vec<Result<_, String>> = (lines.iter())
        .map(|(_, line)| {
            let case = Case::read(line)?;
            let rules = games.load(&case.rules, &case.options)?;
            Ok((case, rules))
        })
        .collect();
    let checked: Vec<Result<(String, Vec<String>), String>> = (cases.into_par_iter())
        .map(|case| {
            let (case, rules) = case?;
            let wrong = case.check(&rules)?;
            Ok((format!("{} {}", case.rules, case.fen), wrong))
        })
        .collect();
    for ((line, _), checked) in lines.iter().zip(checked) {
        let place = format!("{}:{line}", path.display());
        match checked {
            Ok((_, wrong)) if wrong.is_empty() => tally.passed += 1,
            Ok((title, wrong)) => {
                tally.failed += 1;
                writeln!(out, "{place}: {title}")?;
                for line in wrong {
                    writeln!(out, "  {line}")?;
                }
            }
            Err(fault) => {
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
