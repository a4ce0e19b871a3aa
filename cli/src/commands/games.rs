//! `tradewind games`: lists, shows and exports recorded games.

mod show;

use super::sources::Games;
use crate::Verdict;
use crate::args::NotationArguments;
use crate::message;
use anyhow::Context;
use clap::Args;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use tradewind_engine::input::did_you_mean;
use tradewind_selfplay::experiment::Experiment;
use tradewind_selfplay::record::archive::Archive;
use tradewind_selfplay::record::{
    GameRecord, GameResult, Names, PgnWriter, RecordError, Termination,
};

/// Arguments of `games`.
#[derive(Debug, Args)]
pub struct GamesArguments {
    /// A folder of games
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Show this game with its boards
    #[arg(long, value_name = "N", conflicts_with_all = ["rules", "player", "array", "result", "termination", "min_plies", "max_plies", "limit", "csv"])]
    pub game: Option<u64>,
    /// Show only the board after this ply of the game
    #[arg(long, value_name = "N", requires = "game")]
    pub ply: Option<u32>,
    #[command(flatten)]
    pub notation: NotationArguments,
    /// Only games under this rule set, by its name in the experiment
    #[arg(long, value_name = "NAME")]
    pub rules: Option<String>,
    /// Only games of this player, by its name in the experiment
    #[arg(long, value_name = "NAME")]
    pub player: Option<String>,
    /// Only games from this array
    #[arg(long, value_name = "N")]
    pub array: Option<u32>,
    /// Only games with this result: 1-0, 0-1, 1/2-1/2 or * (not finished)
    #[arg(long, value_name = "RESULT")]
    pub result: Option<String>,
    /// Only games with this termination, such as "checkmate"
    #[arg(long, value_name = "TERMINATION")]
    pub termination: Option<String>,
    /// Only games of at least N plies
    #[arg(long, value_name = "N")]
    pub min_plies: Option<u32>,
    /// Only games of at most N plies
    #[arg(long, value_name = "N")]
    pub max_plies: Option<u32>,
    /// At most N games
    #[arg(long, value_name = "N")]
    pub limit: Option<u64>,
    /// Print CSV, with moves
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
    /// Print JSON, one line per game
    #[arg(long)]
    pub json: bool,
    /// Print PGN: standard for games of chess, with this program's move notation for others
    #[arg(long, conflicts_with_all = ["json", "csv", "ply"])]
    pub pgn: bool,
    /// Print the position after each game's opening, or after --ply, as a line of EPD: a book for
    /// `match`
    #[arg(long, conflicts_with_all = ["json", "csv", "pgn"])]
    pub epd: bool,
}

/// Why a list ends before the last game.
enum End {
    /// The limit is reached.
    Limit,
    /// An error.
    Fault(anyhow::Error),
}

impl From<RecordError> for End {
    fn from(fault: RecordError) -> End {
        End::Fault(fault.into())
    }
}

impl From<anyhow::Error> for End {
    fn from(fault: anyhow::Error) -> End {
        End::Fault(fault)
    }
}

/// Lists games, or shows one.
pub fn run(arguments: &GamesArguments) -> anyhow::Result<Verdict> {
    let games = Games::in_folder(&arguments.folder)?;
    let (experiment, archive) = (&games.experiment, games.archive());
    let has_other_form = arguments.pgn || arguments.epd || arguments.json || arguments.csv;
    anyhow::ensure!(
        arguments.notation.is_own() || (arguments.game.is_some() && !has_other_form),
        "--notation applies to a game that is shown with its boards: name one with --game; PGN of chess always has algebraic notation"
    );
    let mut out = BufWriter::new(message::out());
    if let Some(number) = arguments.game {
        let game = find(&archive, number)?;
        if has_other_form {
            List::new(arguments, &archive, &mut out)?.write(&game)?;
        } else {
            let rules = &experiment.rules[game.rules].compiled;
            show::game(&mut out, rules, &game, &archive.names(), arguments)?;
        }
        out.flush()?;
        return Ok(Verdict::Passed);
    }
    let filter = Filter::new(arguments, experiment)?;
    let mut list = List::new(arguments, &archive, &mut out)?;
    let mut shown = 0;
    let read = archive.for_each_chunk(|games| {
        for game in games.iter().filter(|game| filter.takes(game)) {
            if arguments.limit.is_some_and(|limit| shown >= limit) {
                return Err(End::Limit);
            }
            list.write(game)?;
            shown += 1;
        }
        Ok(())
    });
    if let Err(End::Fault(fault)) = read {
        return Err(fault);
    }
    list.finish()?;
    drop(list);
    out.flush()?;
    Ok(Verdict::Passed)
}

fn find(archive: &Archive<'_>, number: u64) -> anyhow::Result<GameRecord> {
    let all = archive.games();
    if number >= all {
        anyhow::bail!(
            "there is no game {number}: numbers go from 0 to {}",
            all - 1
        );
    }
    let games: Result<Vec<GameRecord>, RecordError> = archive.read(archive.chunk_of(number));
    let found = games?.into_iter().find(|game| game.number == number);
    found.ok_or_else(|| anyhow::anyhow!("game {number} has not been played yet"))
}

/// A list of games in one of the formats.
struct List<'o, W: Write> {
    names: Names,
    form: Form<'o, W>,
}

enum Form<'o, W: Write> {
    Text(&'o mut W),
    Csv(Box<csv::Writer<&'o mut W>>),
    Json(&'o mut W),
    Pgn(&'o mut W, PgnWriter<'o>),
    Epd(&'o mut W, &'o Experiment, Option<u32>),
}

impl<'o, W: Write> List<'o, W> {
    fn new(
        arguments: &GamesArguments,
        archive: &Archive<'o>,
        out: &'o mut W,
    ) -> anyhow::Result<Self> {
        let names = archive.names();
        let form = if arguments.pgn {
            Form::Pgn(out, PgnWriter::new(archive.experiment()))
        } else if arguments.epd {
            Form::Epd(out, archive.experiment(), arguments.ply)
        } else if arguments.csv {
            Form::Csv(Box::new(csv::Writer::from_writer(out)))
        } else if arguments.json {
            Form::Json(out)
        } else {
            show::heading(out, &names)?;
            Form::Text(out)
        };
        Ok(List { names, form })
    }

    fn write(&mut self, game: &GameRecord) -> anyhow::Result<()> {
        match &mut self.form {
            Form::Text(out) => show::line(out, game, &self.names)?,
            Form::Csv(table) => {
                table.serialize((game.line(&self.names).for_csv(), show::ShownGame::of(game)))?
            }
            Form::Json(out) => {
                writeln!(out, "{}", serde_json::to_string(&game.whole(&self.names))?)?;
            }
            Form::Pgn(out, writer) => {
                let text = writer.game(game);
                let fault = || format!("the moves of game {} cannot be played", game.number);
                write!(out, "{}", text.with_context(fault)?)?;
            }
            Form::Epd(out, experiment, ply) => {
                let rules = &experiment.rules[game.rules].compiled;
                let ply = ply.unwrap_or(game.opening_plies);
                show::epd(out, rules, game, &self.names, ply)?;
            }
        }
        Ok(())
    }

    fn finish(&mut self) -> anyhow::Result<()> {
        if let Form::Csv(table) = &mut self.form {
            table.flush()?;
        }
        Ok(())
    }
}

/// The games that are wanted.
struct Filter {
    rules: Option<usize>,
    player: Option<usize>,
    array: Option<u32>,
    result: Option<GameResult>,
    end: Option<Termination>,
    min_plies: u32,
    max_plies: u32,
}

impl Filter {
    /// The filter of the arguments, whose names must exist.
    fn new(arguments: &GamesArguments, experiment: &Experiment) -> anyhow::Result<Filter> {
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
        let result = index_of("result", arguments.result.as_deref(), &results)?;
        let end = index_of("termination", arguments.termination.as_deref(), &ends)?;
        Ok(Filter {
            rules: index_of("rule set", arguments.rules.as_deref(), &rules)?,
            player: index_of("player", arguments.player.as_deref(), &players)?,
            array: arguments.array,
            result: result.map(|at| GameResult::ALL[at]),
            end: end.and_then(|at| Termination::all().nth(at)),
            min_plies: arguments.min_plies.unwrap_or(0),
            max_plies: arguments.max_plies.unwrap_or(u32::MAX),
        })
    }

    fn takes(&self, game: &GameRecord) -> bool {
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

/// The index of a name among the known ones.
fn index_of(what: &str, wanted: Option<&str>, known: &[&str]) -> anyhow::Result<Option<usize>> {
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
