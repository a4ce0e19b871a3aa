//! `tradewind tune`: weights from games.

use crate::Verdict;
use crate::args::TuneArguments;
use std::io::{Write, stdout};
use tradewind_tuner::experiment::Experiment;
use tradewind_tuner::files::write_whole;
use tradewind_tuner::record::archive::Archive;
use tradewind_tuner::texel;

/// Fits weights to the games of an experiment and writes them.
pub fn run(arguments: &TuneArguments) -> anyhow::Result<Verdict> {
    let experiment = Experiment::load(&arguments.file)?;
    let archive = Archive::new(&experiment, &arguments.games);
    let rules = &experiment.rules[0];
    let games = archive.count()?;
    let folder = arguments.games.display();
    if games == 0 {
        anyhow::bail!("there are no games in {folder}; play them with `tradewind run`");
    }
    if experiment.rules.len() > 1 {
        let file = arguments.file.display();
        anyhow::bail!(
            "{file} has several rule sets, and weights are fitted for one; name only that"
        );
    }
    let positions = texel::collect(&archive, 0)?;
    if positions.results.is_empty() {
        anyhow::bail!(
            "the games in {} have no quiet positions to learn from",
            arguments.games.display()
        );
    }
    let found = texel::fit(&positions, &rules.player_weights[0]);
    let text = found.weights.to_toml(rules.game.spec());
    let heading = format!(
        "# Evaluation weights of {}, in hundredths of a pawn: [all pieces on the board, none].\n\
         # Fitted to {} quiet positions of {} games ({}).\n\n",
        rules.name,
        positions.results.len(),
        games,
        experiment.name
    );
    write_whole(&arguments.out, |file| {
        file.write_all(heading.as_bytes())?;
        file.write_all(text.as_bytes())
    })?;
    let [before, after] = found.losses;
    writeln!(
        stdout().lock(),
        "positions: {}\nlogarithmic loss: {before:.5} before, {after:.5} after\nweights: {}",
        positions.results.len(),
        arguments.out.display()
    )?;
    Ok(Verdict::Passed)
}
