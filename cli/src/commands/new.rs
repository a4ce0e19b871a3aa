//! `tradewind new`: a rule file to begin with, and an experiment that runs.

use super::trial::{TrialPlan, quoted, unit};
use crate::Verdict;
use crate::args::NewArguments;
use crate::message;
use anyhow::bail;
use std::io::Write;
use std::path::{Path, PathBuf};
use tradewind_analysis::estimators::second_unit;
use tradewind_engine::rules::{self, RuleSpec};
use tradewind_files::write_whole;

/// Writes both files, where none is yet.
pub fn run(arguments: &NewArguments) -> anyhow::Result<Verdict> {
    let name = arguments.name.trim_end_matches(".toml");
    let is_plain = |letter: char| letter.is_alphanumeric() || "-_ ".contains(letter);
    if name.trim().is_empty() || !name.chars().all(is_plain) || name.chars().count() > 60 {
        bail!("`{name}` cannot be the name of a file: write letters, digits, - and _, at most 60");
    }
    if rules::built_in().iter().any(|id| id == name) {
        bail!("{name} is a rule set of the program: choose another name");
    }
    let parent = rules::load(&arguments.from, &[])?;
    let [rules_file, experiment_file] =
        [format!("{name}.toml"), format!("{name}-experiment.toml")].map(PathBuf::from);
    for file in [&rules_file, &experiment_file] {
        if file.exists() {
            bail!("{} is there already: choose another name", file.display());
        }
    }
    let experiment = TrialPlan {
        name: &format!("{name} beside {}", parent.name),
        before: &arguments.from,
        after: &rules_file.display().to_string(),
        pairs: 300,
        nodes: 400,
        unit: unit(&parent),
        contrasts: &[],
    };
    let experiment = format!(
        "# {name} and what it changes, played by the same players: `tradewind compare {}`.\n# `tradewind docs experiments` says all \
         that may stand here.\n{}",
        experiment_file.display(),
        experiment.text()
    );
    write(&rules_file, &rule_file(name, &arguments.from, &parent))?;
    write(&experiment_file, &experiment)?;
    let (rules_file, experiment_file) = (rules_file.display(), experiment_file.display());
    let mut out = message::out();
    writeln!(
        out,
        "{rules_file} changes nothing in {} yet. Edit it, then\n\n  tradewind rules check {rules_file}\n  tradewind try \
         {rules_file}\n\n{experiment_file} is an experiment to go on from; `tradewind docs rule-files` is the reference of rule files.",
        parent.name
    )?;
    Ok(Verdict::Passed)
}

fn write(file: &Path, text: &str) -> anyhow::Result<()> {
    Ok(write_whole(file, |to| to.write_all(text.as_bytes()))?)
}

/// A rule file that changes nothing yet, with the most likely change behind signs of comment.
fn rule_file(name: &str, from: &str, parent: &RuleSpec) -> String {
    let old = second_unit(parent).unwrap_or(rules::PieceType(0));
    let (old_name, old_text) = (&parent.piece(old).name, &parent.piece(old).text);
    let letters = ["La", "Xa", "Xo", "Xu"].into_iter();
    let mut free = letters.filter(|letters| {
        let mut pieces = parent.pieces.iter();
        !pieces.any(|piece| piece.text.eq_ignore_ascii_case(letters))
    });
    let text = free.next().unwrap_or("Xy");
    format!(
        "# {name}: a change of {from}. What is not said here is as there.\n\
         extends = {extends}\n\
         name    = {quoted_name}\n\
         summary = {summary}\n\
         \n\
         # A new piece in the place of the {old_name}, in every array and promotion: take the signs # away from the lines below,\n\
         # and give it moves of your own in Betza notation. W steps to the next square along a line, F diagonally, N leaps as a\n\
         # knight, R and B slide, R3 at most three squares; m only moves, c only captures, f only forwards.\n\
         # (The {old_name} stays known, so that both can be compared; remove_pieces = [{old_text:?}] takes it away for good.)\n\
         #\n\
         # replace = {{ {old_text} = {text:?} }}\n\
         #\n\
         # [[piece]]\n\
         # name  = \"Lancer\"\n\
         # text  = {text:?}\n\
         # moves = \"FfR\"\n\
         #\n\
         # A piece that is there already moves otherwise:\n\
         #\n\
         # [[piece]]\n\
         # text  = {old_text:?}\n\
         # moves = \"NmW\"\n",
        extends = quoted(from),
        quoted_name = quoted(name),
        summary = quoted(&format!("{}, changed", parent.name)),
    )
}
