//! Opening books: positions (EPD) or games (PGN).

mod pgn;

pub(crate) use pgn::{GameText, games};
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tradewind_engine::notation::{self, Notation, epd, quote};
use tradewind_engine::{Game, Rules};

/// An opening book.
#[derive(Clone, Debug, Serialize, PartialEq)]
pub struct Book {
    /// The path, relative to the experiment's folder. A `.pgn` file has games, others a position
    /// per line.
    #[serde(rename = "book")]
    pub path: PathBuf,
    /// The number of plies of each game; all by default.
    #[serde(rename = "book_plies", skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
    /// The text of the file.
    #[serde(skip)]
    pub text: Arc<str>,
}

/// The openings of a book for a rule set.
#[derive(Clone, Debug, Default)]
pub struct BookOpenings {
    /// The openings.
    pub all: Arc<[BookOpening]>,
    /// The number of invalid games or positions, and the fault of the first.
    pub left_out: Option<(usize, BookFault)>,
}

/// An opening of a book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookOpening {
    /// The number of the array.
    pub array: u32,
    /// The text of the first position, unless it is the array's.
    pub start: Option<String>,
    /// The moves in this program's notation, separated by spaces.
    pub moves: String,
}

/// A fault of a book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookFault {
    /// The line, from 1.
    pub line: usize,
    /// The fault.
    pub message: String,
}

impl BookOpening {
    /// The moves.
    pub fn moves(&self) -> impl Iterator<Item = &str> {
        self.moves.split_ascii_whitespace()
    }
}

impl Book {
    /// The size limit of a book: several hundred thousand games.
    pub const MAX_BYTES: u64 = 128 << 20;

    /// The file name in a snapshot.
    pub(super) fn snapshot_name(&self) -> &'static str {
        if is_pgn(&self.path) {
            "book.pgn"
        } else {
            "book.epd"
        }
    }

    /// Its openings for a rule set, without invalid games and positions; the fault of the first if
    /// none is valid.
    pub(super) fn openings(&self, rules: &Rules) -> Result<BookOpenings, BookFault> {
        let mut reading = BookReader::new(rules);
        if is_pgn(&self.path) {
            let plies = self.plies.map_or(usize::MAX, |plies| plies as usize);
            reading.games(&self.text, plies);
        } else {
            reading.positions(&self.text);
        }
        let BookReader {
            openings, left_out, ..
        } = reading;
        let nothing = || BookFault {
            line: 1,
            message: "the book has no opening".to_string(),
        };
        if openings.is_empty() {
            return Err(left_out.map_or_else(nothing, |(_, first)| first));
        }
        let all = openings.into();
        Ok(BookOpenings { all, left_out })
    }
}

/// Whether a file is PGN, by its name; others are EPD.
pub(crate) fn is_pgn(path: &Path) -> bool {
    let extension = path.extension();
    extension.is_some_and(|extension| extension.eq_ignore_ascii_case("pgn"))
}

/// The lines of an EPD file with their numbers, without empty lines and comments.
pub(crate) fn epd_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = (1..).zip(text.lines());
    let lines = lines.map(|(line, text)| (line, text.trim_matches('\u{feff}').trim()));
    lines.filter(|(_, text)| !text.is_empty() && !text.starts_with('#'))
}

/// A book being read.
pub(crate) struct BookReader<'g> {
    pub rules: &'g Rules,
    notation: Notation,
    /// The first array, the default of games.
    array: u32,
    start: Option<Game>,
    openings: Vec<BookOpening>,
    left_out: Option<(usize, BookFault)>,
}

impl<'g> BookReader<'g> {
    /// A reader of games and positions of a rule set.
    pub fn new(rules: &'g Rules) -> BookReader<'g> {
        let array = rules.spec().array_numbers().first().copied().unwrap_or(0);
        BookReader {
            rules,
            notation: Notation::of(rules),
            array,
            start: rules.start(array).map(Game::leaving_claims),
            openings: Vec::new(),
            left_out: None,
        }
    }

    /// Adds an opening, or counts an invalid one.
    fn add(&mut self, opening: Result<BookOpening, BookFault>) {
        match opening {
            Ok(opening) => self.openings.push(opening),
            Err(fault) => self.left_out.get_or_insert((0, fault)).0 += 1,
        }
    }

    fn positions(&mut self, text: &str) {
        for (line, text) in epd_lines(text) {
            let game = epd::read(self.rules, text).and_then(|game| unfinished(game, text));
            let opening = game.map(|game| BookOpening {
                array: self.array,
                start: Some(game.text()),
                moves: String::new(),
            });
            self.add(opening.map_err(|message| BookFault { line, message }));
        }
    }

    fn games(&mut self, text: &str, plies: usize) {
        for text in games(text) {
            let played = PlayedGame::of(&text, self, plies);
            if text.is_unbegun() && played.is_ok() {
                continue;
            }
            self.add(played.map(|played| BookOpening {
                array: played.array,
                moves: played.moves[..played.open].join(" "),
                start: played.start,
            }));
        }
    }
}

/// Checks that a game is not over.
pub(crate) fn unfinished(game: Game, text: &str) -> Result<Game, String> {
    match game.over() {
        Some(_) => Err(format!("the game is over in {}", quote(text))),
        None => Ok(game.leaving_claims()),
    }
}

/// A game of a PGN file.
pub(crate) struct PlayedGame {
    /// The number of its array.
    pub array: u32,
    /// The text of the first position, unless it is the array's.
    pub start: Option<String>,
    /// The moves in this program's notation, to the end of the game by the rules.
    pub moves: Vec<String>,
    /// The position after them.
    pub last: Option<Game>,
    /// The number of moves to the last position in which the game is not over and no draw could be
    /// claimed: a game can begin there.
    open: usize,
}

impl PlayedGame {
    /// Plays at most `plies` moves of a game.
    pub fn of(
        text: &GameText<'_>,
        reading: &BookReader<'_>,
        plies: usize,
    ) -> Result<PlayedGame, BookFault> {
        let mut played = PlayedGame {
            array: reading.array,
            start: None,
            moves: Vec::new(),
            last: reading.start.clone(),
            open: 0,
        };
        let at = |line: usize| move |message| BookFault { line, message };
        for (line, name, value) in &text.tags {
            (played.tag(reading.rules, name, value)).map_err(at(*line))?;
        }
        for (line, text, _) in text.moves.iter().take(plies) {
            if played.is_over() {
                break;
            }
            played.play(reading, text).map_err(at(*line))?;
        }
        text.fault.clone().map_or(Ok(played), Err)
    }

    /// Whether the game is over by the rules.
    pub fn is_over(&self) -> bool {
        self.last.as_ref().is_some_and(|game| game.over().is_some())
    }

    fn tag(&mut self, rules: &Rules, name: &str, value: &str) -> Result<(), String> {
        match name {
            "FEN" => {
                let game = notation::position(rules, value)?;
                let game = unfinished(game, value)?;
                self.start = Some(game.text());
                self.last = Some(game);
            }
            "Array" => {
                let missing = || format!("there is no array {}", quote(value));
                let number = value.parse().map_err(|_| missing())?;
                let game = rules.start(number).ok_or_else(missing)?;
                if self.start.is_none() {
                    self.last = Some(game.leaving_claims());
                }
                self.array = number;
            }
            _ => {}
        }
        Ok(())
    }

    fn play(&mut self, reading: &BookReader<'_>, text: &str) -> Result<(), String> {
        let game = self.last.as_mut();
        let game = game.ok_or("the rule set has no array to start from")?;
        let one = reading.notation.find(reading.rules, game, text);
        let one = one.ok_or_else(|| format!("{} is not legal there, or ambiguous", quote(text)))?;
        self.moves.push(game.move_text(one));
        game.play_unchecked(one);
        if game.over().is_none() && !game.is_claimable() {
            self.open = self.moves.len();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book(name: &str, plies: Option<u32>, text: &str) -> Book {
        Book {
            path: PathBuf::from(name),
            plies,
            text: text.into(),
        }
    }

    fn load(rules: &str) -> Rules {
        Rules::load(rules, &[]).expect("a rule set")
    }

    fn found(book: &Book, rules: &str) -> Vec<BookOpening> {
        let found = book.openings(&load(rules));
        found
            .unwrap_or_else(|fault| panic!("{fault:?}"))
            .all
            .to_vec()
    }

    #[test]
    fn games_are_openings() {
        let text = "[Event \"x\"]\n[Result \"1-0\"]\n\n1. e4 e5 {a 1. d4 comment\nof two lines} 2.Nf3 (2. f4 exf4 (2... d5)) Nc6 $1 3. Bb5 ; Spanish\na6 4. O-O 1-0\n\n\
                    [Event \"y\"]\n[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. a8=Q+ Kd7 *\n1. d4 1/2-1/2\n";
        let six = found(&book("b.PGN", Some(6), text), "chess");
        let moves: Vec<&str> = six.iter().map(|one| one.moves.as_str()).collect();
        assert_eq!(
            moves,
            ["e2e4 e7e5 g1f3 b8c6 f1b5 a7a6", "a7a8=Q e8d7", "d2d4"]
        );
        assert_eq!(six[0].start, None);
        assert!((six[1].start.as_deref()).is_some_and(|start| start.contains(" w ")));
        let all = found(&book("b.pgn", None, text), "chess");
        assert_eq!(all[0].moves().count(), 7);
    }

    #[test]
    fn annotations_and_variant_spellings_are_read() {
        let text = "\u{feff}[White \"M\u{fc}ller\"]\n\n\
                    1. e4! d5 += 2.e5 +- f5 +/- 3… exf6e.p. {comment {in} comment} gxf6 N 4.Nf3N d4 ± 5. c3?! dxc3 6. Bb5+!! c6 7. O-O cxb2 $14 \
                    8.d4 bxa1=q 1/2\n";
        let read = found(&book("b.pgn", None, text), "chess");
        let wanted =
            "e2e4 d7d5 e4e5 f7f5 e5f6xf5 g7f6 g1f3 d5d4 c2c3 d4c3 f1b5 c7c6 e1g1 c3b2 d2d4 b2a1=Q";
        assert_eq!((read.len(), read[0].moves.as_str()), (1, wanted));
    }

    /// EPD has the counters as operations or as fields.
    #[test]
    fn counters_of_positions_are_kept() {
        for (line, clock, ply) in [
            (
                "3rk3/8/8/8/8/8/4R3/4K3 b - - hmvc 96; fmvn 100;",
                "clock=96",
                199,
            ),
            ("3rk3/8/8/8/8/8/4R3/4K3 b - - 0 600", "-", 1199),
        ] {
            let read = found(&book("b.epd", None, line), "chess");
            let wanted = format!("3,r,k,3/8/8/8/8/8/4,R,3/4,K,3 b {clock} {ply}");
            assert_eq!(read[0].start.as_deref(), Some(wanted.as_str()));
        }
    }

    #[test]
    fn positions_are_openings_on_any_board() {
        let text = "# two\nrnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - c0 \"x\"; id 3;\n\n\
                    rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1\n";
        assert_eq!(found(&book("b.epd", None, text), "chess").len(), 2);
        for rules in ["scirocco-2009", "rococo"] {
            let mut game = load(rules).start(0).expect("an array");
            game.play_unchecked(game.legal_moves()[0]);
            let read = found(&book("b.epd", None, &format!("{}\n", game.text())), rules);
            assert_eq!(read[0].start, Some(game.text()));
        }
    }

    #[test]
    fn invalid_games_are_left_out() {
        let good = "[Event \"good\"]\n\n1. d4 d5 *\n\n";
        for (bad, line, wanted) in [
            (
                "[Event \"null move\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 -- 4. O-O *\n\n",
                7,
                "`--`",
            ),
            (
                "[Event \"x\"]\n\n1. e4 e5\n2. Ke3 Nc6 3. Ke9 *\n\n",
                8,
                "`Ke3`",
            ),
            ("1. e4 {a comment *\n\n", 5, "`{` is never closed"),
            ("1. e4 (a variation *\n\n", 5, "`(` is never closed"),
            (
                "[FEN \"8/8 w\"]\n[White \"x\"]\n\n1. e4 *\n\n",
                5,
                "the board must have 8 ranks",
            ),
            (
                "[FEN \"k7/1Q6/1K6/8/8/8/8/8 b - - 0 1\"]\n\n*\n\n",
                5,
                "the game is over",
            ),
        ] {
            let text = [good, bad, good].concat();
            let read = book("b.pgn", None, &text).openings(&load("chess"));
            let read = read.unwrap_or_else(|fault| panic!("{bad}: {fault:?}"));
            let moves: Vec<&str> = read.all.iter().map(|one| one.moves.as_str()).collect();
            assert_eq!(moves, ["d2d4 d7d5"; 2], "{bad}");
            let (count, fault) = read.left_out.expect(bad);
            assert_eq!((count, fault.line), (1, line), "{bad}: {}", fault.message);
            assert!(fault.message.contains(wanted), "{}", fault.message);
        }
        let lines = "4k3/8/8/8/8/8/8/8 w - -\n4k3/8/8/8/8/8/8/4K2R w - -\nx\n";
        let read = book("b.epd", None, lines).openings(&load("chess"));
        let read = read.expect("one of three is valid");
        let (count, fault) = read.left_out.expect("two are invalid");
        assert_eq!((read.all.len(), count, fault.line), (1, 2, 1));
    }

    #[test]
    fn an_invalid_book_is_refused_with_its_line() {
        for (name, text, line, wanted) in [
            (
                "b.pgn",
                "[Event \"x\"]\n\n1. e4 e5\n2. Ke3 *\n",
                4,
                "`Ke3` is not legal",
            ),
            ("b.pgn", "1. Nf9 *\n1. e5 *", 1, "`Nf9`"),
            (
                "b.pgn",
                "[FEN \"8/8 w\"]\n",
                1,
                "the board must have 8 ranks",
            ),
            ("b.pgn", "[Array \"7\"]\n", 1, "no array `7`"),
            ("b.pgn", "\n", 1, "no opening"),
            ("b.epd", "\n4k3/8/8/8/8/8/8/8 w - -\n", 2, ""),
            (
                "b.epd",
                "k7/1Q6/1K6/8/8/8/8/8 b - -\n",
                1,
                "the game is over",
            ),
        ] {
            let fault = book(name, None, text)
                .openings(&load("chess"))
                .expect_err(text);
            assert_eq!(fault.line, line, "{text}: {}", fault.message);
            assert!(fault.message.contains(wanted), "{text}: {}", fault.message);
        }
    }

    /// A game of a book continues after a draw could be claimed; an opening does not end there.
    #[test]
    fn unclaimed_draws_do_not_end_games_of_a_book() {
        let back = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8";
        for (text, plies, wanted) in [
            (format!("{back} 5. e4 *"), None, 9),
            (format!("{back} 5. e4 *"), Some(8), 7),
            (format!("{back} 1/2-1/2"), None, 7),
            (format!("{back} 5. Nf3 Nf6 6. Ng1 Ng8 1/2-1/2"), None, 7),
            (
                "[FEN \"r3k3/8/8/8/8/8/8/R3K3 w - - 98 80\"]\n\n1. Ke2 Ke7 2. Ke3 Ke6 3. Rxa8 *"
                    .to_string(),
                None,
                5,
            ),
        ] {
            let found = found(&book("b.pgn", plies, &text), "chess");
            assert_eq!(found[0].moves().count(), wanted, "{text}");
        }
    }

    #[test]
    fn openings_end_before_the_end_of_a_game() {
        let text = "1. f3 e5 2. g4 Qh4# 0-1";
        let read = found(&book("b.pgn", None, text), "chess");
        assert_eq!(read[0].moves, "f2f3 e7e5 g2g4");
    }
}
