//! `tradewind play`: a game in the terminal, against the program or by the program alone.
//!
//! There is one command per line. The prompt is only printed on a terminal.

use super::moves::explain;
use super::place;
use super::rules::show_piece;
use crate::args::{NotationArguments, PlayArguments, PlaySide};
use crate::message;
use crate::terminal;
use std::io::{self, IsTerminal, Write, stdin};
use textwrap::WordSplitter::NoHyphenation;
use tradewind_engine::board::Square;
use tradewind_engine::evaluation::Weights;
use tradewind_engine::input::did_you_mean;
use tradewind_engine::notation::{self, Notation};
use tradewind_engine::search::{Limits, Score, SearchInfo, Searcher};
use tradewind_engine::{Color, Game, Move, Rules};
use tradewind_protocols::{EDGE_SIGN, GameHistory, LineReader, draw_board, piece_values};

/// The nodes per move if no limit is given.
const DEFAULT_NODES: u64 = 100_000;
/// The size of the transposition table, in megabytes.
const HASH: f64 = 64.0;
/// The answer to a move or an offer after the end of the game.
const OVER: &str = "the game is over; type undo or quit";
/// The width of lists of moves.
const LINE_WIDTH: usize = 78;

const HELP: &str = "\
A move is written as its two squares, such as e2e4, followed by its other effects:
  x<square>  a capture on another square than the last    g5g7xg6
  ~<square>  a piece changes sides                        a3c5~d6
  <>         two pieces swap places                       a4b4<>
  =<piece>   a promotion                                  a7a8=Q
  pass       a pass, if the rules allow it
Commands:
  moves   list the legal moves, or those from a square: moves b2
  piece   draw the moves of a piece, by symbol, name or square: piece Kn, piece b1
  undo    take back your last move
  hint    show the move that the program would play
  eval    evaluate the position
  board   draw the board
  fen     print the FEN of the position
  draw    offer a draw
  resign  resign the game
  help    print this help
  quit    end the program
Short moves are read as well, if only one move fits: Nf3, e4, exd5, Nbd2, a8=Q;
and the notation of the game's author: P-a4, Gex!c6.";

const NAMES: [&str; 11] = [
    "moves", "piece", "undo", "hint", "eval", "board", "fen", "draw", "resign", "help", "quit",
];

/// Plays until `quit`, the end of the input, or the end of a game that is only watched.
pub fn run(arguments: &PlayArguments) -> anyhow::Result<()> {
    let mut out = message::out();
    let mut session = PlaySession::new(arguments)?;
    session.begin(&mut out)?;
    session.play_for_program(&mut out)?;
    if arguments.side == PlaySide::None {
        return Ok(());
    }
    let is_terminal = stdin().is_terminal();
    let mut input = LineReader::new(stdin().lock());
    loop {
        if is_terminal {
            write!(out, "{}> ", session.prompt())?;
        }
        out.flush()?;
        let Some(line) = input.line()? else {
            if is_terminal {
                writeln!(out)?;
            }
            return Ok(());
        };
        session.obey(line.trim(), &mut out)?;
        if session.is_ended {
            return Ok(());
        }
        session.play_for_program(&mut out)?;
    }
}

/// A game and its players.
struct PlaySession {
    rules: Rules,
    history: GameHistory,
    /// The side of the user; `None` if the program plays both.
    user: Option<Color>,
    searcher: Searcher,
    limits: Limits,
    notation: NotationArguments,
    /// Whether the result was printed.
    is_result_printed: bool,
    /// Whether a side resigned, a draw was agreed, or the user quits.
    is_ended: bool,
}

impl PlaySession {
    fn new(arguments: &PlayArguments) -> anyhow::Result<PlaySession> {
        let (rules, game) = place::load(&arguments.place)?;
        let weights = Weights::chosen(rules.spec(), arguments.weights.as_deref())?;
        let mut searcher = Searcher::new(&rules, &weights, HASH);
        searcher.set_threads(usize::from(arguments.threads));
        let (nodes, depth, time) = (arguments.nodes, arguments.depth, arguments.seconds);
        let is_unlimited = (nodes, depth, time) == (None, None, None);
        Ok(PlaySession {
            rules,
            history: GameHistory::new(game),
            user: arguments.side.color(),
            searcher,
            limits: Limits {
                nodes: nodes.or(is_unlimited.then_some(DEFAULT_NODES)),
                depth,
                time,
                ..Limits::default()
            },
            notation: arguments.notation,
            is_result_printed: false,
            is_ended: false,
        })
    }

    fn position(&self) -> &Game {
        self.history.position()
    }

    fn is_over(&self) -> bool {
        self.position().over().is_some()
    }

    /// The text before the prompt.
    fn prompt(&self) -> &'static str {
        if self.is_over() {
            "over"
        } else {
            side(self.position().side())
        }
    }

    /// Prints the name of the game and the board.
    fn begin(&self, out: &mut impl Write) -> io::Result<()> {
        let spec = self.rules.spec();
        write!(out, "{}", spec.name)?;
        match self.user {
            Some(color) => writeln!(out, "; you play {}. Type help.", side(color))?,
            None => writeln!(out)?,
        }
        self.draw(out)?;
        if spec.edge {
            writeln!(out, "{EDGE_SIGN}\n")?;
        }
        Ok(())
    }

    /// Plays until the user is to move or the game is over. Prints the result once.
    fn play_for_program(&mut self, out: &mut impl Write) -> io::Result<()> {
        while !self.is_over() && self.user != Some(self.position().side()) {
            out.flush()?;
            let info = self.search();
            let Some(best) = info.best_move() else {
                break;
            };
            let mover = self.position().side();
            writeln!(
                out,
                "{} plays {} ({}, {}, {} nodes)",
                side(mover),
                self.write(best),
                score(info.score, mover),
                plies(info.depth),
                info.nodes
            )?;
            self.history.play(best);
            self.draw(out)?;
        }
        match self.position().over() {
            Some((outcome, ending)) if !self.is_result_printed => {
                self.is_result_printed = true;
                writeln!(out, "{}", explain(outcome, ending))
            }
            _ => Ok(()),
        }
    }

    /// Carries out a line without leading and trailing spaces: a command, or else a move.
    fn obey(&mut self, line: &str, out: &mut impl Write) -> io::Result<()> {
        if let Some((word, rest)) = line.split_once(' ') {
            match word.to_lowercase().as_str() {
                "moves" => return self.list(Some(&rest.trim().to_lowercase()), out),
                "piece" => return self.show_piece(rest.trim(), out),
                _ => {}
            }
        }
        match line.to_lowercase().as_str() {
            "" => Ok(()),
            "moves" => self.list(None, out),
            "piece" => self.show_piece("", out),
            "resign" | "draw" if self.is_over() => writeln!(out, "{OVER}"),
            "resign" => {
                self.is_ended = true;
                let loser = self.position().side();
                let winner = side(loser.other());
                writeln!(out, "{} resigns: {winner} has won", side(loser))
            }
            "draw" => {
                self.is_ended = self.search().score.cp() >= 0;
                if self.is_ended {
                    writeln!(out, "draw agreed")
                } else {
                    writeln!(out, "draw declined: the program is ahead")
                }
            }
            "undo" => self.undo(out),
            "hint" => self.hint(out),
            "eval" => self.evaluate(out),
            "board" => self.draw(out),
            "fen" => writeln!(out, "{}", notation::text(&self.rules, self.position())),
            "help" | "?" => writeln!(out, "{HELP}"),
            "quit" | "exit" => {
                self.is_ended = true;
                Ok(())
            }
            _ => self.try_move(line, out),
        }
    }

    fn draw(&self, out: &mut impl Write) -> io::Result<()> {
        let style = terminal::after(self.history.last_move());
        let drawing = draw_board(&self.rules, self.position(), style);
        writeln!(out, "\n{drawing}")
    }

    fn write(&self, mv: Move) -> String {
        self.notation.write(&self.rules, self.position(), mv)
    }

    /// The legal moves, or those from a square, sorted by their texts.
    fn move_texts(&self, from: Option<Square>) -> Vec<String> {
        let moves = self.position().legal_moves().iter();
        let moves = moves.filter(|mv| from.is_none_or(|from| mv.from == from));
        let mut texts: Vec<String> = moves.map(|&mv| self.write(mv)).collect();
        texts.sort();
        texts
    }

    fn list(&self, from: Option<&str>, out: &mut impl Write) -> io::Result<()> {
        let texts = match from.map(|name| self.rules.geometry().parse(name)) {
            None => self.move_texts(None),
            Some(Some(square)) => self.move_texts(Some(square)),
            Some(None) => Vec::new(),
        };
        match from {
            Some(from) if texts.is_empty() => {
                writeln!(out, "there is no legal move from `{from}`")
            }
            _ => {
                let options = textwrap::Options::new(LINE_WIDTH).word_splitter(NoHyphenation);
                writeln!(out, "{}", textwrap::fill(&texts.join(" "), options))
            }
        }
    }

    /// Draws the moves of a piece, by its symbol, its name, or the square where one stands.
    fn show_piece(&self, text: &str, out: &mut impl Write) -> io::Result<()> {
        let (board, spec) = (self.rules.geometry(), self.rules.spec());
        let on_square = board
            .parse(text)
            .and_then(|square| self.position().at(square));
        let by_name = || {
            spec.piece_types().find(|&piece| {
                let piece = spec.piece(piece);
                piece.text.eq_ignore_ascii_case(text) || piece.name.eq_ignore_ascii_case(text)
            })
        };
        match on_square.map(|(_, piece)| piece).or_else(by_name) {
            Some(piece) => show_piece(out, spec, spec.piece(piece)),
            None => writeln!(
                out,
                "there is no piece `{text}`, nor one on a square of that name{}",
                did_you_mean(text, spec.pieces.iter().map(|piece| piece.name.as_str()))
            ),
        }
    }

    fn search(&mut self) -> SearchInfo {
        self.searcher
            .search(self.history.position(), &self.limits, |_| {})
    }

    /// Plays the move that was typed, or suggests another.
    fn try_move(&mut self, typed: &str, out: &mut impl Write) -> io::Result<()> {
        let texts = self.move_texts(None);
        let lower = typed.to_lowercase();
        let is_same = |text: &&String| text.to_lowercase() == lower;
        let same: Vec<&String> = texts.iter().filter(is_same).collect();
        let find = |text: &str| Notation::of(&self.rules).find(&self.rules, self.position(), text);
        // Case is ignored where it makes no difference.
        let mv = find(typed).or_else(|| match same[..] {
            [text] => find(text),
            _ => None,
        });
        if let Some(mv) = mv {
            self.history.play(mv);
            return self.draw(out);
        }
        if self.is_over() {
            return writeln!(out, "{OVER}");
        }
        let known = NAMES.into_iter().chain(texts.iter().map(String::as_str));
        let guess = did_you_mean(&lower, known);
        writeln!(
            out,
            "`{typed}` is neither a legal move nor a command{guess}; type moves or help"
        )
    }

    /// Takes back the user's last move and the moves after it.
    fn undo(&mut self, out: &mut impl Write) -> io::Result<()> {
        let user = self.user;
        let is_undone = user.is_some_and(|user| self.history.undo_move_of(user));
        if !is_undone {
            return writeln!(out, "there is no move of yours to take back");
        }
        self.is_result_printed = false;
        self.draw(out)
    }

    fn hint(&mut self, out: &mut impl Write) -> io::Result<()> {
        let info = self.search();
        let Some(best) = info.best_move() else {
            return writeln!(out, "the game is over");
        };
        let mut game = self.position().clone();
        let mut pv = Vec::new();
        for &mv in &info.pv {
            pv.push(self.notation.write(&self.rules, &game, mv));
            game.play_unchecked(mv);
        }
        writeln!(
            out,
            "{} ({}; expected: {})",
            self.write(best),
            score(info.score, self.position().side()),
            pv.join(" ")
        )
    }

    fn evaluate(&mut self, out: &mut impl Write) -> io::Result<()> {
        if self.is_over() {
            return writeln!(out, "the game is over");
        }
        let mover = self.position().side();
        let static_eval = Score::Cp(self.searcher.static_eval(self.history.position()));
        let info = self.search();
        writeln!(
            out,
            "static evaluation: {}\nsearch of {}: {}",
            score(static_eval, mover),
            plies(info.depth),
            score(info.score, mover)
        )?;
        for line in piece_values(&self.rules, &self.searcher, self.position()) {
            writeln!(out, "{line}")?;
        }
        Ok(())
    }
}

fn side(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// Describes a score of the side to move.
fn score(score: Score, mover: Color) -> String {
    match score {
        Score::Wins(n) => format!("{} wins in at most {}", side(mover), plies(n)),
        Score::Loses(n) => format!("{} wins in at most {}", side(mover.other()), plies(n)),
        Score::Cp(0) => "level".to_string(),
        Score::Cp(cp) => {
            let ahead = if cp > 0 { mover } else { mover.other() };
            let pawns = f64::from(cp.abs()) / 100.0;
            format!("{} is {pawns:.2} pawns ahead", side(ahead))
        }
    }
}

/// A number of plies.
fn plies(number: u32) -> String {
    format!("{number} {}", if number == 1 { "ply" } else { "plies" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::{Arguments, Command};
    use clap::Parser;

    #[test]
    fn every_command_is_known_and_in_the_help() {
        let arguments = Arguments::parse_from(["tradewind", "play", "chess", "--nodes", "10"]);
        let Command::Play(arguments) = arguments.command else {
            panic!("it is `play`");
        };
        for word in NAMES {
            assert!(HELP.contains(&format!("\n  {word} ")), "{word}");
            let mut session = PlaySession::new(&arguments).expect("chess");
            let mut said = Vec::new();
            session.obey(word, &mut said).expect("memory takes it");
            let said = String::from_utf8(said).expect("text");
            assert!(
                !said.contains("neither a legal move nor a command"),
                "{word}: {said}"
            );
        }
    }

    #[test]
    fn scores_name_the_side_that_is_ahead() {
        for (value, mover, text) in [
            (Score::Cp(0), Color::Black, "level"),
            (Score::Cp(-135), Color::White, "Black is 1.35 pawns ahead"),
            (
                Score::Loses(2),
                Color::White,
                "Black wins in at most 2 plies",
            ),
            (Score::Wins(1), Color::White, "White wins in at most 1 ply"),
        ] {
            assert_eq!(score(value, mover), text);
        }
    }
}
