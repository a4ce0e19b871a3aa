//! `tradewind verify`: cases from elsewhere, and worked examples, against the engine.

mod case;
mod example;

use crate::CheckFailed;
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
struct CaseTally<W> {
    games: GameCache,
    out: W,
    passed: usize,
    failed: usize,
    /// The number of failed ones that cannot be used.
    unusable: usize,
}

/// Checks every case and example of every file.
pub fn run(arguments: &VerifyArguments) -> anyhow::Result<()> {
    let mut tally = CaseTally {
        games: GameCache::default(),
        out: message::out(),
        passed: 0,
        failed: 0,
        unusable: 0,
    };
    for path in &arguments.files {
        let text = read(path)?;
        let is_examples = (path.extension()).is_some_and(|end| end == "txt" || end == "examples");
        if is_examples {
            tally.check_examples(path, &text)?
        } else {
            tally.check_cases(path, &text)?
        }
    }
    let (passed, failed) = (tally.passed, tally.failed);
    writeln!(tally.out, "{passed} passed, {failed} failed")?;
    match (tally.unusable, failed) {
        (0, 0) => Ok(()),
        (0, _) => Err(CheckFailed.into()),
        (unusable, _) => anyhow::bail!(
            "{unusable} of the failed cases could not be used; what is wrong with each is said above"
        ),
    }
}

impl<W: Write> CaseTally<W> {
    fn check_examples(&mut self, path: &Path, text: &str) -> anyhow::Result<()> {
        for example in example::check(text, &mut self.games) {
            let findings = example.findings;
            self.passed += usize::from(findings.is_empty());
            self.failed += usize::from(!findings.is_empty());
            self.unusable += usize::from(findings.iter().any(|finding| finding.is_unusable));
            // A fault of the file as a whole has no title.
            let title = match example.title.as_str() {
                "" => String::new(),
                title => format!("{title}: "),
            };
            for finding in findings {
                let place = format!("{}:{}", path.display(), finding.line);
                let message = format!("{place}: {title}{}", finding.message);
                if finding.is_unusable {
                    say!("{message}");
                } else {
                    writeln!(self.out, "{message}")?;
                }
            }
        }
        Ok(())
    }

    fn check_cases(&mut self, path: &Path, text: &str) -> anyhow::Result<()> {
        let lines = (1..).zip(text.lines());
        let lines = lines.filter(|(_, line)| !line.trim().is_empty());
        let cases: Vec<(usize, anyhow::Result<_>)> = lines
            .map(|(number, line)| {
                let case = Case::read(line).and_then(|case| {
                    let rules = self.games.load(&case.rules, &case.options)?;
                    Ok((case, rules))
                });
                (number, case)
            })
            .collect();
        let checked: Vec<(usize, anyhow::Result<_>)> = (cases.into_par_iter())
            .map(|(number, case)| {
                let checked = case.and_then(|(case, rules)| Ok((case.check(&rules)?, case)));
                (number, checked)
            })
            .collect();
        for (number, checked) in checked {
            let place = format!("{}:{number}", path.display());
            match checked {
                Ok((wrong, _)) if wrong.is_empty() => self.passed += 1,
                Ok((wrong, case)) => {
                    self.failed += 1;
                    writeln!(self.out, "{place}: {} {}", case.rules, case.fen)?;
                    for line in wrong {
                        writeln!(self.out, "  {line}")?;
                    }
                }
                Err(fault) => {
                    self.unusable += 1;
                    self.failed += 1;
                    say!("{place}: {fault}");
                }
            }
        }
        Ok(())
    }
}

fn read(path: &Path) -> anyhow::Result<String> {
    let text = match path.to_str() {
        Some("-") => text_file::read_from(io::stdin(), MAX_BYTES),
        _ => text_file::read(path, MAX_BYTES),
    };
    text.with_context(|| format!("cannot read the cases {}", path.display()))
}
