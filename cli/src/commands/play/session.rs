//! A game that is being played, with its past.

use super::closest::{closest, same_letters};
use super::command::{HELP, PlayCommand, WORDS};
use super::words;
use crate::args::{NotationArguments, PlayArguments};
use crate::board;
use crate::commands::moves::explain;
use crate::commands::rules::show_piece;
use crate::piece_worth::piece_lines;
use crate::terminal;
use std::io::{self, Write};
use tradewind_engine::board::Square;
use tradewind_engine::input::did_you_mean;
use tradewind_engine::notation::{self, Notation};
use tradewind_engine::search::{Limits, Score, SearchInfo, Searcher};
use tradewind_engine::{Color, Game, Move, Play};

/// What is answered when no move can be made.
const OVER: &str = "the game is over; there is undo, and quit";

/// A game with its past and its players.
pub struct PlaySession {
    game: Game,
    play: Play,
    /// The game before each move, and the move, the first one first.
    past: Vec<(Play, Move)>,
    /// The side that is played by whoever types.
    human: Option<Color>,
    searcher: Searcher,
    limits: Limits,
    notation: NotationArguments,
    /// Whether the end of the game was told.
    told: bool,
    /// Whether it was resigned, or a draw agreed.
    given_up: bool,
}

impl PlaySession {
    pub fn new(
        game: Game,
        play: Play,
        arguments: &PlayArguments,
        searcher: Searcher,
        limits: Limits,
    ) -> PlaySession {
        PlaySession {
            searcher,
            game,
            play,
            past: Vec::new(),
            human: arguments.side.color(),
            limits,
            notation: arguments.notation,
            told: false,
            given_up: false,
        }
    }

    /// What stands before the prompt.
    pub fn prompt(&self) -> &'static str {
        match self.play.over() {
            Some(_) => "over",
            None => words::side(self.play.side()),
        }
    }

    /// Says what is played, and draws the board.
    pub fn begin(&self, out: &mut impl Write) -> io::Result<()> {
        let spec = self.game.spec();
        write!(out, "{}", spec.name)?;
        match self.human {
            Some(color) => writeln!(out, "; you play {}. Type help.", words::side(color))?,
            None => writeln!(out)?,
        }
        self.draw(out)?;
        if spec.edge {
            writeln!(out, "{}\n", board::EDGE_SIGN)?;
        }
        Ok(())
    }

    /// Plays both sides to the end of the game.
    pub fn watch(&mut self, out: &mut impl Write) -> io::Result<()> {
        while self.play.over().is_none() {
            self.answer(out)?;
        }
        self.tell_end(out)
    }

    /// Plays for the program while it is to move; tells when the game is over.
    pub fn answer_moves(&mut self, out: &mut impl Write) -> io::Result<()> {
        while self.play.over().is_none() && self.human != Some(self.play.side()) {
            self.answer(out)?;
        }
        self.tell_end(out)
    }

    /// Does what was typed.
    pub fn obey(&mut self, command: &PlayCommand, out: &mut impl Write) -> io::Result<()> {
        match command {
            PlayCommand::Empty | PlayCommand::Quit => Ok(()),
            PlayCommand::Moves(from) => self.list(from.as_deref(), out),
            PlayCommand::Piece(text) => self.show_piece(text, out),
            PlayCommand::Resign | PlayCommand::Draw if self.play.over().is_some() => {
                writeln!(out, "{OVER}")
            }
            PlayCommand::Resign => {
                self.given_up = true;
                let side = words::side(self.play.side());
                let winner = words::side(self.play.side().other());
                writeln!(out, "{side} resigns: {winner} has won")
            }
            PlayCommand::Draw => self.offer_draw(out),
            PlayCommand::Undo => self.undo(out),
            PlayCommand::Hint => self.hint(out),
            PlayCommand::Eval => self.eval(out),
            PlayCommand::Board => self.draw(out),
            PlayCommand::Fen => writeln!(out, "{}", notation::text(&self.game, &self.play)),
            PlayCommand::Help => writeln!(out, "{HELP}"),
            PlayCommand::Move(text) => self.try_move(text, out),
        }
    }

    fn draw(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out)?;
        let last = self.past.last().map(|&(_, one)| one);
        write!(
            out,
            "{}",
            board::drawn(&self.game, &self.play, terminal::after(last))
        )?;
        writeln!(out)
    }

    fn text(&self, one: Move) -> String {
        self.notation.write(&self.game, &self.play, one)
    }

    /// The texts of the legal moves, or of those from a square.
    fn move_texts(&self, from: Option<Square>) -> Vec<String> {
        let is_wanted = |one: &&Move| from.is_none_or(|from| one.from == from);
        let moves = self.play.legal_moves().iter().filter(is_wanted);
        let mut texts: Vec<String> = moves.map(|&one| self.text(one)).collect();
        texts.sort();
        texts
    }

    fn list(&self, from: Option<&str>, out: &mut impl Write) -> io::Result<()> {
        let texts = match from.map(|name| self.game.geometry().parse(name)) {
            None => self.move_texts(None),
            Some(Some(square)) => self.move_texts(Some(square)),
            Some(None) => Vec::new(),
        };
        match (from, texts.is_empty()) {
            (Some(from), true) => writeln!(out, "there is no legal move from `{from}`"),
            _ => {
                let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
                writeln!(out, "{}", words::lines(&texts))
            }
        }
    }

    /// Draws how a piece moves, by its abbreviation, its name, or the square where one stands.
    fn show_piece(&self, text: &str, out: &mut impl Write) -> io::Result<()> {
        let (board, spec) = (self.game.geometry(), self.game.spec());
        let there = board.parse(text).and_then(|square| self.play.at(square));
        let there = there.map(|(_, piece)| piece);
        let called = spec.piece_types().find(|&piece| {
            let piece = spec.piece(piece);
            piece.text.eq_ignore_ascii_case(text) || piece.name.eq_ignore_ascii_case(text)
        });
        match there.or(called) {
            Some(piece) => show_piece(out, spec, spec.piece(piece)),
            None => writeln!(
                out,
                "there is no piece `{text}`, nor one on a square of that name{}",
                did_you_mean(text, spec.pieces.iter().map(|piece| piece.name.as_str()))
            ),
        }
    }

    /// Whether it was resigned, or a draw agreed.
    pub fn is_given_up(&self) -> bool {
        self.given_up
    }

    /// The program takes a draw where it sees itself no better.
    fn offer_draw(&mut self, out: &mut impl Write) -> io::Result<()> {
        self.given_up = self.search().score.cp() >= 0;
        match self.given_up {
            true => writeln!(out, "agreed: a draw"),
            false => writeln!(out, "no: the program sees itself ahead"),
        }
    }

    fn make(&mut self, one: Move) {
        self.past.push((self.play.clone(), one));
        self.play.play(one);
    }

    fn search(&mut self) -> SearchInfo {
        self.searcher.search(&self.play, &self.limits, |_| {})
    }

    /// Plays a move for the program.
    fn answer(&mut self, out: &mut impl Write) -> io::Result<()> {
        out.flush()?;
        let report = self.search();
        let Some(best) = report.best_move() else {
            return Ok(());
        };
        let mover = self.play.side();
        writeln!(
            out,
            "{} plays {} ({}, {}, {} positions)",
            words::side(mover),
            self.text(best),
            words::score(report.score, mover),
            words::count(report.depth, "ply", "plies"),
            report.nodes
        )?;
        self.make(best);
        self.draw(out)
    }

    /// Makes the move that was typed, or says which it may have been.
    fn try_move(&mut self, typed: &str, out: &mut impl Write) -> io::Result<()> {
        let texts = self.move_texts(None);
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let meant = same_letters(typed, &texts);
        let find = |text| Notation::of(&self.game).find(&self.game, &self.play, text);
        if let Some(one) = find(typed).or_else(|| meant.and_then(find)) {
            self.make(one);
            return self.draw(out);
        }
        if self.play.over().is_some() {
            return writeln!(out, "{OVER}");
        }
        if let [word, ..] = closest(typed, &WORDS)[..]
            && strsim::damerau_levenshtein(word, &typed.to_lowercase()) <= 2
            && !typed.contains(|letter: char| letter.is_ascii_digit())
        {
            return writeln!(out, "there is no command `{typed}`; is it {word}?");
        }
        match closest(typed, &texts)[..] {
            [] => writeln!(
                out,
                "`{typed}` is neither a legal move nor a command; `moves` lists the moves, `help` \
                 the commands"
            ),
            ref near => writeln!(
                out,
                "`{typed}` is not a legal move; the closest: {}",
                near.join(" ")
            ),
        }
    }

    /// Goes back to where whoever types was last to move.
    fn undo(&mut self, out: &mut impl Write) -> io::Result<()> {
        let own = |(play, _): &(Play, Move)| self.human == Some(play.side());
        let Some(last) = self.past.iter().rposition(own) else {
            return writeln!(out, "there is no move of yours to take back");
        };
        self.play = self.past[last].0.clone();
        self.past.truncate(last);
        self.told = false;
        self.draw(out)
    }

    fn hint(&mut self, out: &mut impl Write) -> io::Result<()> {
        let report = self.search();
        let Some(best) = report.best_move() else {
            return writeln!(out, "the game is over");
        };
        writeln!(
            out,
            "{} ({}; expected: {})",
            self.text(best),
            words::score(report.score, self.play.side()),
            self.line_texts(&report).join(" ")
        )
    }

    /// The texts of a line's moves.
    fn line_texts(&self, report: &SearchInfo) -> Vec<String> {
        let mut play = self.play.clone();
        let line = report.pv.iter().map(|&one| {
            let text = self.notation.write(&self.game, &play, one);
            play.play(one);
            text
        });
        line.collect()
    }

    fn eval(&mut self, out: &mut impl Write) -> io::Result<()> {
        if self.play.over().is_some() {
            return writeln!(out, "the game is over");
        }
        let mover = self.play.side();
        let standing = Score::Cp(self.searcher.static_eval(&self.play));
        let report = self.search();
        writeln!(
            out,
            "without looking ahead: {}\nlooking {} ahead: {}",
            words::score(standing, mover),
            words::count(report.depth, "ply", "plies"),
            words::score(report.score, mover)
        )?;
        for line in piece_lines(&self.game, &self.searcher, &self.play) {
            writeln!(out, "{line}")?;
        }
        Ok(())
    }

    /// Tells how the game is over, once.
    fn tell_end(&mut self, out: &mut impl Write) -> io::Result<()> {
        match self.play.over() {
            Some((outcome, ending)) if !self.told => {
                self.told = true;
                writeln!(out, "{}", explain(outcome, ending))
            }
            _ => Ok(()),
        }
    }
}
