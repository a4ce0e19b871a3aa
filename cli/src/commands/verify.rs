//! `tradewind verify`: cases from elsewhere against the engine.

use crate::Verdict;
use crate::args::VerifyArguments;
use crate::message::{self, say};
use anyhow::Context;
use rayon::prelude::*;
use std::io::{self, Write};
use std::path::Path;
use tradewind_engine::text_file;
use tradewind_engine::verify::{Case, CaseError, Games};

/// The most bytes of a file of cases, of which there may be many.
const MOST: u64 = 1 << 30;

/// What became of one case.
enum Checked {
    Passed,
    Failed(Vec<String>),
    Unusable(CaseError),
}

/// Checks every case of every file, and goes on after those that fail or cannot be used.
pub fn run(arguments: &VerifyArguments) -> anyhow::Result<Verdict> {
    let (mut passed, mut failed, mut unusable) = (0, 0, 0);
    let mut games = Games::default();
    let mut out = message::out();
    for path in &arguments.files {
        let text = read(path)?;
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
        let checked: Vec<(String, Checked)> = (cases.into_par_iter())
            .map(|case| match case {
                Err(fault) => (String::new(), Checked::Unusable(fault)),
                Ok((case, game)) => {
                    let checked = match case.check(&game) {
                        Ok(wrong) if wrong.is_empty() => Checked::Passed,
                        Ok(wrong) => Checked::Failed(wrong),
                        Err(fault) => Checked::Unusable(fault),
                    };
                    (format!("{} {}", case.rules, case.fen), checked)
                }
            })
            .collect();
        for ((line, _), (title, checked)) in lines.iter().zip(checked) {
            let place = format!("{}:{line}", path.display());
            match checked {
                Checked::Passed => passed += 1,
                Checked::Failed(wrong) => {
                    failed += 1;
                    writeln!(out, "{place}: {title}")?;
                    for line in wrong {
                        writeln!(out, "  {line}")?;
                    }
                }
                Checked::Unusable(fault) => {
                    unusable += 1;
                    failed += 1;
                    say(format_args!("{place}: {fault}"));
                }
            }
        }
    }
    writeln!(out, "{passed} passed, {failed} failed")?;
    match (unusable, failed) {
        (0, 0) => Ok(Verdict::Passed),
        (0, _) => Ok(Verdict::Failed),
        _ => anyhow::bail!(
            "{unusable} of the failed cases could not be used; what is wrong with each is said above"
        ),
    }
}

fn read(path: &Path) -> anyhow::Result<String> {
    let text = match path.to_str() {
        Some("-") => text_file::read_from(io::stdin(), MOST),
        _ => text_file::read(path, MOST),
    };
    text.with_context(|| format!("cannot read the cases {}", path.display()))
}
