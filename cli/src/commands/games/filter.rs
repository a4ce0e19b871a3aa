//! Which games are wanted.

use crate::args::GamesArguments;
use tradewind_engine::input::did_you_mean;
use tradewind_selfplay::experiment::Experiment;
use tradewind_selfplay::record::{GameRecord, GameResult, Termination};

/// What all games that are shown have in common.
pub struct Filter {
    rules: Option<usize>,
    player: Option<usize>,
    array: Option<u32>,
    result: Option<GameResult>,
    end: Option<Termination>,
    min_plies: u32,
    max_plies: u32,
}

impl Filter {
    /// The filter of the arguments; what it names must be there.
    pub fn new(arguments: &GamesArguments, experiment: &Experiment) -> anyhow::Result<Filter> {
        let rules: Vec<&str> = experiment
            .rules
            .iter()
            .map(|rules| rules.name.as_str())
            .collect();
        let players: Vec<&str> = (experiment.players.iter())
            .map(|player| player.name.as_str())
            .collect();
        let results = GameResult::ALL.map(GameResult::text);
        let ends: Vec<&str> = Termination::all().map(Termination::text).collect();
        let result = find("result", arguments.result.as_deref(), &results)?;
        let end = find("termination", arguments.termination.as_deref(), &ends)?;
        Ok(Filter {
            rules: find("rule set", arguments.rules.as_deref(), &rules)?,
            player: find("player", arguments.player.as_deref(), &players)?,
            array: arguments.array,
            result: result.map(|at| GameResult::ALL[at]),
            end: end.and_then(|at| Termination::all().nth(at)),
            min_plies: arguments.min_plies.unwrap_or(0),
            max_plies: arguments.max_plies.unwrap_or(u32::MAX),
        })
    }

    /// Whether a game is wanted.
    pub fn takes(&self, game: &GameRecord) -> bool {
        self.rules.is_none_or(|rules| rules == game.rules)
            && self
                .player
                .is_none_or(|player| game.players.contains(&player))
            && self.array.is_none_or(|array| array == game.array)
            && self.result.is_none_or(|result| result == game.result)
            && self.end.is_none_or(|end| end == game.end)
            && (self.min_plies..=self.max_plies).contains(&game.plies)
    }
}

/// The place of what was asked for among what there is.
fn find(what: &str, wanted: Option<&str>, known: &[&str]) -> anyhow::Result<Option<usize>> {
    let Some(wanted) = wanted else {
        return Ok(None);
    };
    match known.iter().position(|known| *known == wanted) {
        Some(at) => Ok(Some(at)),
        None => anyhow::bail!(
            "there is no {what} `{wanted}` here{}; there are {}",
            did_you_mean(wanted, known.iter().copied()),
            known.join(", ")
        ),
    }
}
