//! `tradewind games`: the recorded games of a folder.

mod filter;
mod show;

use crate::Verdict;
use crate::args::GamesArguments;
use crate::message;
use anyhow::Context;
use filter::Filter;
use std::io::{BufWriter, Write};
use tradewind_selfplay::experiment::Experiment;
use tradewind_selfplay::record::archive::{Archive, experiment_of};
use tradewind_selfplay::record::{GameRecord, Names, PgnWriter, RecordError};

/// Why the listing ends before the last game.
enum End {
    /// As many games as were asked for have been shown.
    Enough,
    /// It cannot go on.
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
    let experiment = experiment_of(&arguments.folder)?;
    let archive = Archive::new(&experiment, &arguments.folder);
    let has_other_form = arguments.pgn || arguments.epd || arguments.json || arguments.csv;
    anyhow::ensure!(
        arguments.notation.is_own() || (arguments.game.is_some() && !has_other_form),
        "--notation is for a game that is shown with its boards: name it by --game; PGN of chess has the notation of scoresheets"
    );
    let mut out = BufWriter::new(message::out());
    if let Some(number) = arguments.game {
        let game = find(&archive, number)?;
        let rules = &experiment.rules[game.rules].game;
        if arguments.pgn {
            write_pgn(&mut out, &PgnWriter::new(&experiment), &game)?;
        } else if arguments.epd {
            let ply = arguments.ply.unwrap_or(game.opening_plies);
            show::epd(&mut out, rules, &game, &archive.names(), ply)?;
        } else if arguments.json {
            writeln!(
                out,
                "{}",
                serde_json::to_string(&game.whole(&archive.names()))?
            )?
        } else {
            show::game(&mut out, rules, &game, &archive.names(), arguments)?;
        }
        out.flush()?;
        return Ok(Verdict::Passed);
    }
    let filter = Filter::new(arguments, &experiment)?;
    let mut list = List::new(arguments, &archive, &mut out)?;
    let mut shown = 0;
    let read = archive.for_each_chunk(|games| {
        for game in games.iter().filter(|game| filter.takes(game)) {
            if arguments.limit.is_some_and(|limit| shown >= limit) {
                return Err(End::Enough);
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
        anyhow::bail!("there is no game {number}: they go from 0 to {}", all - 1);
    }
    let games: Result<Vec<GameRecord>, RecordError> = archive.read(archive.chunk_of(number));
    let found = games?.into_iter().find(|game| game.number == number);
    found.ok_or_else(|| anyhow::anyhow!("game {number} has not been played yet"))
}

fn write_pgn(
    out: &mut impl Write,
    writer: &PgnWriter<'_>,
    game: &GameRecord,
) -> anyhow::Result<()> {
    let text = writer.game(game);
    let text =
        text.with_context(|| format!("the moves of game {} cannot be played", game.number))?;
    Ok(write!(out, "{text}")?)
}

/// The list in the form that was asked for.
struct List<'o, W: Write> {
    names: Names,
    form: Form<'o, W>,
}

enum Form<'o, W: Write> {
    Text(&'o mut W),
    Csv(Box<csv::Writer<&'o mut W>>),
    Json(&'o mut W),
    Pgn(&'o mut W, PgnWriter<'o>),
    Epd(&'o mut W, &'o Experiment),
}

impl<'o, W: Write> List<'o, W> {
    fn new(
        arguments: &GamesArguments,
        archive: &Archive<'o>,
        out: &'o mut W,
    ) -> anyhow::Result<Self> {
        let names = archive.names();
        let form = match (arguments.csv, arguments.json) {
            _ if arguments.pgn => Form::Pgn(out, PgnWriter::new(archive.experiment())),
            _ if arguments.epd => Form::Epd(out, archive.experiment()),
            (true, _) => Form::Csv(Box::new(csv::Writer::from_writer(out))),
            (false, true) => Form::Json(out),
            (false, false) => {
                show::heading(out, &names)?;
                Form::Text(out)
            }
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
            Form::Pgn(out, writer) => write_pgn(out, writer, game)?,
            Form::Epd(out, experiment) => {
                let rules = &experiment.rules[game.rules].game;
                show::epd(out, rules, game, &self.names, game.opening_plies)?;
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
