//! `tradewind games`: lists, shows and exports recorded games.

use super::sources::Games;
use crate::args::NotationArguments;
use crate::message;
use crate::terminal;
use anyhow::{Context, anyhow, ensure};
use clap::Args;
use serde::Serialize;
use std::borrow::Cow;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use tradewind_engine::input::control_characters::visible;
use tradewind_engine::input::did_you_mean;
use tradewind_engine::{Color, Game, Move, Rules, notation};
use tradewind_files::escape::csv;
use tradewind_protocols::draw_board;
use tradewind_selfplay::experiment::Experiment;
use tradewind_selfplay::record::archive::Archive;
use tradewind_selfplay::record::{
    GameRecord, GameResult, Names, PgnWriter, RecordError, Termination,
};

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

/// Lists games, or shows one.
pub fn run(arguments: &GamesArguments) -> anyhow::Result<()> {
    let games = Games::in_folder(&arguments.folder)?;
    let (experiment, archive) = (&games.experiment, games.archive());
    let has_other_form = arguments.pgn || arguments.epd || arguments.json || arguments.csv;
    ensure!(
        arguments.notation.is_own() || (arguments.game.is_some() && !has_other_form),
        "--notation applies to a game that is shown with its boards: name one with --game; PGN of chess always has algebraic notation"
    );
    let mut out = BufWriter::new(message::out());
    if let Some(number) = arguments.game {
        let game = find(&archive, number)?;
        if has_other_form {
            Form::new(arguments, &archive, &mut out)?.write(&game, &archive.names())?;
        } else {
            let rules = &experiment.rules[game.rules].compiled;
            show(&mut out, rules, &game, &archive.names(), arguments)?;
        }
        out.flush()?;
        return Ok(());
    }
    let is_wanted = filter(arguments, experiment)?;
    let names = archive.names();
    let mut form = Form::new(arguments, &archive, &mut out)?;
    let (mut shown, mut is_cut) = (0, false);
    let read = archive.for_each_chunk(|games| {
        for game in games.iter().filter(|game| is_wanted(game)) {
            is_cut = arguments.limit.is_some_and(|limit| shown >= limit);
            ensure!(!is_cut, "the limit is reached");
            form.write(game, &names)?;
            shown += 1;
        }
        Ok(())
    });
    if !is_cut {
        read?;
    }
    if let Form::Csv(table) = &mut form {
        table.flush()?;
    }
    drop(form);
    Ok(out.flush()?)
}

fn find(archive: &Archive<'_>, number: u64) -> anyhow::Result<GameRecord> {
    let last = archive.games() - 1;
    ensure!(
        number <= last,
        "there is no game {number}: numbers go from 0 to {last}"
    );
    let games: Result<Vec<GameRecord>, RecordError> = archive.read(archive.chunk_of(number));
    let found = games?.into_iter().find(|game| game.number == number);
    found.ok_or_else(|| anyhow!("game {number} has not been played yet"))
}

/// The format of a list of games, and where it is written.
enum Form<'o, W: Write> {
    Text(&'o mut W),
    Csv(Box<csv::Writer<&'o mut W>>),
    Json(&'o mut W),
    Pgn(&'o mut W, PgnWriter<'o>),
    Epd(&'o mut W, &'o Experiment, Option<u32>),
}

impl<'o, W: Write> Form<'o, W> {
    fn new(
        arguments: &GamesArguments,
        archive: &Archive<'o>,
        out: &'o mut W,
    ) -> anyhow::Result<Self> {
        Ok(if arguments.pgn {
            Form::Pgn(out, PgnWriter::new(archive.experiment()))
        } else if arguments.epd {
            Form::Epd(out, archive.experiment(), arguments.ply)
        } else if arguments.csv {
            Form::Csv(Box::new(csv::Writer::from_writer(out)))
        } else if arguments.json {
            Form::Json(out)
        } else {
            heading(out, &archive.names())?;
            Form::Text(out)
        })
    }

    fn write(&mut self, game: &GameRecord, names: &Names) -> anyhow::Result<()> {
        match self {
            Form::Text(out) => line(out, game, names)?,
            Form::Csv(table) => {
                table.serialize((game.line(names).for_csv(), MovesOfGame::of(game)))?
            }
            Form::Json(out) => writeln!(out, "{}", serde_json::to_string(&game.whole(names))?)?,
            Form::Pgn(out, writer) => {
                let text = writer.game(game);
                let fault = || format!("the moves of game {} cannot be played", game.number);
                write!(out, "{}", text.with_context(fault)?)?;
            }
            Form::Epd(out, experiment, ply) => {
                let rules = &experiment.rules[game.rules].compiled;
                let ply = ply.unwrap_or(game.opening_plies);
                epd(out, rules, game, names, ply)?;
            }
        }
        Ok(())
    }
}

/// Whether a game is wanted, by the arguments, whose names must exist.
fn filter<'a>(
    arguments: &'a GamesArguments,
    experiment: &Experiment,
) -> anyhow::Result<impl Fn(&GameRecord) -> bool + use<'a>> {
    let results = GameResult::ALL.into_iter().map(GameResult::text);
    let ends = Termination::all().map(Termination::text);
    index_of("result", &arguments.result, results)?;
    index_of("termination", &arguments.termination, ends)?;
    let rules = experiment.rules.iter().map(|rules| rules.name.as_str());
    let rules = index_of("rule set", &arguments.rules, rules)?;
    let players = experiment.players.iter().map(|player| player.name.as_str());
    let player = index_of("player", &arguments.player, players)?;
    let (result, end) = (arguments.result.as_ref(), arguments.termination.as_ref());
    let plies = arguments.min_plies.unwrap_or(0)..=arguments.max_plies.unwrap_or(u32::MAX);
    Ok(move |game: &GameRecord| {
        rules.is_none_or(|rules| rules == game.rules)
            && player.is_none_or(|player| game.players.contains(&player))
            && arguments.array.is_none_or(|array| array == game.array)
            && result.is_none_or(|result| result == game.result.text())
            && end.is_none_or(|end| end == game.end.text())
            && plies.contains(&game.plies)
    })
}

/// The index of a name among the known ones.
fn index_of<'n>(
    what: &str,
    wanted: &Option<String>,
    known: impl Iterator<Item = &'n str>,
) -> anyhow::Result<Option<usize>> {
    let Some(wanted) = wanted else {
        return Ok(None);
    };
    let known: Vec<&str> = known.collect();
    let place = known.iter().position(|known| known == wanted);
    ensure!(
        place.is_some(),
        "there is no {what} `{wanted}` here{}; there are {}",
        did_you_mean(wanted, known.iter().copied()),
        known.join(", ")
    );
    Ok(place)
}

fn heading(out: &mut impl Write, names: &Names) -> io::Result<()> {
    let [rules, player] = widths(names);
    writeln!(
        out,
        "{:>8}  {:rules$}  {:>5}  {:player$}  {:player$}  {:>5}  {:7}  termination",
        "game", "rules", "array", "white", "black", "plies", "result"
    )
}

fn line(out: &mut impl Write, game: &GameRecord, names: &Names) -> io::Result<()> {
    let [rules, player] = widths(names);
    let line = game.line(names);
    let note = match visible(&line.note) {
        note if note.is_empty() => note,
        note => format!(": {note}").into(),
    };
    writeln!(
        out,
        "{:>8}  {:rules$}  {:>5}  {:player$}  {:player$}  {:>5}  {:7}  {}{note}",
        line.game,
        line.rules,
        line.array,
        line.white,
        line.black,
        line.plies,
        line.result,
        line.termination
    )
}

/// The widths of the columns for rule sets and players.
fn widths(names: &Names) -> [usize; 2] {
    let widest = |names: &[String]| {
        let widths = names.iter().map(|name| name.chars().count());
        widths.max().unwrap_or(0).max(5)
    };
    [widest(&names.rules), widest(&names.players)]
}

/// The columns of CSV besides those of a [`GameLine`](tradewind_selfplay::record::GameLine).
#[derive(Serialize)]
struct MovesOfGame<'g> {
    moves: Cow<'g, str>,
    evaluations: String,
}

impl<'g> MovesOfGame<'g> {
    fn of(game: &'g GameRecord) -> MovesOfGame<'g> {
        let score = |score: &Option<i16>| score.map_or("-".to_string(), |score| score.to_string());
        let scores = game.evaluations.iter().flatten().map(score);
        MovesOfGame {
            moves: csv(&game.moves),
            evaluations: scores.collect::<Vec<_>>().join(" "),
        }
    }
}

/// Writes the position of a game after some plies as a line of EPD, with the number and the result
/// of the game.
fn epd(
    out: &mut impl Write,
    rules: &Rules,
    game: &GameRecord,
    names: &Names,
    plies: u32,
) -> anyhow::Result<()> {
    check_ply(game, plies)?;
    let mut play = begin(rules, game)?;
    for text in game.moves.split_ascii_whitespace().take(plies as usize) {
        let one = play.find(text);
        play.play_unchecked(
            one.with_context(|| format!("{} of game {} is not legal", visible(text), game.number))?,
        );
    }
    let line = game.line(names);
    let position = notation::epd::write(rules, &play);
    writeln!(
        out,
        "{position} id \"game {}\"; c0 \"{}\";",
        line.game, line.result
    )?;
    Ok(())
}

fn check_ply(game: &GameRecord, ply: u32) -> anyhow::Result<()> {
    let (number, plies) = (game.number, game.plies);
    ensure!(
        ply <= plies,
        "game {number} has no ply {ply}: it has {plies} plies"
    );
    Ok(())
}

fn begin(rules: &Rules, game: &GameRecord) -> anyhow::Result<Game> {
    ensure!(
        game.has_moves(),
        "game {} was taken from a condensed file without its moves: play the experiment into another folder to see them",
        game.number
    );
    let start = game.start.as_deref().unwrap_or_default();
    game.begin(rules).with_context(|| {
        format!(
            "the rules have no array {} or position {}",
            game.array,
            visible(start)
        )
    })
}

/// Writes a game with all of its boards, or the one after `--ply`.
fn show(
    out: &mut impl Write,
    rules: &Rules,
    game: &GameRecord,
    names: &Names,
    arguments: &GamesArguments,
) -> anyhow::Result<()> {
    let ply = arguments.ply;
    let line = game.line(names);
    check_ply(game, ply.unwrap_or(0))?;
    writeln!(
        out,
        "game {} of pair {}: {}, array {}\nWhite: {}\nBlack: {}\n{} after {} plies: {}",
        line.game,
        line.pair,
        line.rules,
        line.array,
        line.white,
        line.black,
        line.result,
        line.plies,
        line.termination
    )?;
    if !line.note.is_empty() {
        writeln!(out, "{}", visible(&line.note))?;
    }
    if !line.odds.is_empty() {
        writeln!(out, "odds {}", line.odds)?;
    }
    let mut play = begin(rules, game)?;
    let mut show = |play: &Game, last: Option<Move>, heading: &str| -> io::Result<()> {
        write!(
            out,
            "\n{heading}{}",
            draw_board(rules, play, terminal::after(last))
        )?;
        match ply {
            Some(_) => writeln!(out, "\n{}", notation::text(rules, play)),
            None => Ok(()),
        }
    };
    let is_wanted = |at: u32| ply.is_none_or(|ply| ply == at);
    if is_wanted(0) {
        show(&play, None, "")?;
    }
    for (at, text) in (1..).zip(game.moves.split_ascii_whitespace()) {
        let one = play.find(text).with_context(|| {
            let (game, text) = (line.game, visible(text));
            format!("ply {at} of game {game}, {text}, is not legal")
        })?;
        let side = match play.side() {
            Color::White => "White",
            Color::Black => "Black",
        };
        let text = arguments.notation.write(rules, &play, one);
        play.play_unchecked(one);
        if is_wanted(at) {
            let score = score_text(game, at);
            let opening = if at <= game.opening_plies {
                " (opening)"
            } else {
                ""
            };
            let heading = format!("{at}. {side} {text}{opening}{score}\n");
            show(&play, Some(one), &heading)?;
        }
    }
    Ok(())
}

/// The recorded evaluation after a ply.
fn score_text(game: &GameRecord, ply: u32) -> String {
    let place = ply.checked_sub(game.opening_plies + 1);
    let scores = game.evaluations.as_deref().unwrap_or_default();
    let score = place.and_then(|place| scores.get(place as usize).copied().flatten());
    score.map_or(String::new(), |score| {
        format!("  {:+.2}", f64::from(score) / 100.0)
    })
}
