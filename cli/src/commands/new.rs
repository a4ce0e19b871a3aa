//! `tradewind new`: a rule file to start from, and an experiment.

use super::rules::import::{self, ImportArguments};
use crate::message::{shell_word, show};
use anyhow::ensure;
use clap::Args;
use std::io::Write;
use std::path::{Path, PathBuf};
use tradewind_analysis::estimators::second_unit;
use tradewind_analysis::trial::{TrialPlan, quoted};
use tradewind_engine::rules::{self, RuleSpec};
use tradewind_files::write_whole;

#[derive(Debug, Args)]
pub struct NewArguments {
    /// The name of the game; the files are NAME.toml and NAME-experiment.toml
    pub name: String,
    /// The rule set to change, or a game of another program as `rules import` reads it, which becomes NAME.toml
    #[arg(long, value_name = "ID|FILE", default_value = "scirocco-2009")]
    pub from: String,
}

/// Writes both files, if neither exists; of an imported game the rule file alone.
pub fn run(arguments: &NewArguments) -> anyhow::Result<()> {
    let name = arguments.name.trim_end_matches(".toml");
    let is_plain = |letter: char| letter.is_alphanumeric() || "-_ ".contains(letter);
    let is_short = !name.trim().is_empty() && name.chars().count() <= 60;
    ensure!(
        is_short && name.chars().all(is_plain),
        "`{name}` is not a valid name: use at most 60 letters, digits, - and _"
    );
    ensure!(
        rules::built_in().iter().all(|id| id != name),
        "{name} is a rule set of the program: choose another name"
    );
    let source = Path::new(&arguments.from);
    let is_rule_file = source.extension().is_some_and(|end| end == "toml");
    if source.is_file() && !is_rule_file {
        return import::run(&ImportArguments {
            file: source.to_path_buf(),
            name: Some(name.to_string()),
            out: Some(format!("{name}.toml").into()),
        });
    }
    let parent = rules::load(&arguments.from, &[])?;
    let [rules_file, experiment_file] =
        [format!("{name}.toml"), format!("{name}-experiment.toml")].map(PathBuf::from);
    for file in [&rules_file, &experiment_file] {
        let shown = file.display();
        ensure!(!file.exists(), "{shown} exists: choose another name");
    }
    let experiment = TrialPlan {
        name: &format!("{name} beside {}", parent.name),
        before: &arguments.from,
        after: &rules_file.display().to_string(),
        pairs: 300,
        nodes: 400,
        unit: &parent.piece(parent.default_unit()).text,
        contrasts: &[],
        questions: 0,
        within: 3.0,
    };
    let experiment = format!(
        "# {name} beside the rules that it changes. `tradewind run {file}` plays it, `tradewind compare {file}` compares\n# the games. \
         `tradewind docs experiments` explains all keys.\n{}",
        experiment.text(),
        file = shell_word(experiment_file.display()),
    );
    let rule_text = rule_file(name, &arguments.from, &parent);
    for (file, text) in [(&rules_file, rule_text), (&experiment_file, experiment)] {
        write_whole(file, |to| to.write_all(text.as_bytes()))?;
    }
    let (rules_file, experiment_file) = (rules_file.display(), experiment_file.display());
    show!(
        "{rules_file} changes nothing in {} yet. Edit it, then\n\n  tradewind rules check {word}\n  tradewind try \
         {word}\n\n{experiment_file} is an experiment to start from; `tradewind docs rule-files` is the reference of rule files.",
        parent.name,
        word = shell_word(&rules_file),
    )?;
    Ok(())
}

/// A rule file that changes nothing, with a likely change in comments.
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
        "# {name}: a change of {from}. Everything that is not set here is inherited.\n\
         extends = {extends}\n\
         name    = {quoted_name}\n\
         summary = {summary}\n\
         \n\
         # To replace the {old_name} by a new piece, in every array and promotion, remove the # from the lines below and change\n\
         # the moves, which are in Betza notation: W steps one square orthogonally, F diagonally, N leaps as a knight, R and B\n\
         # slide, R3 at most three squares; m only moves, c only captures, f only forwards.\n\
         # (The {old_name} stays defined, so that both can be compared; remove_pieces = [{old_text:?}] removes it.)\n\
         #\n\
         # replace = {{ {old_text} = {text:?} }}\n\
         #\n\
         # [[piece]]\n\
         # name  = \"Lancer\"\n\
         # text  = {text:?}\n\
         # moves = \"FfR\"\n\
         #\n\
         # To change the moves of an existing piece:\n\
         #\n\
         # [[piece]]\n\
         # text  = {old_text:?}\n\
         # moves = \"NmW\"\n",
        extends = quoted(from),
        quoted_name = quoted(name),
        summary = quoted(&format!("{}, changed", parent.name)),
    )
}
