//! Opening books: positions (EPD) or games (PGN) that pairs of games begin with.

use serde::Serialize;
use std::path::PathBuf;
use tradewind_engine::notation::{self, Notation, quote};
use tradewind_engine::{Game, Play};

/// A book.
#[derive(Clone, Debug, Serialize, PartialEq)]
pub struct Book {
    /// Its path, seen from the experiment's folder. Games when it ends in `.pgn`, else a position on each line.
    #[serde(rename = "book")]
    pub path: PathBuf,
    /// How many plies of each game are played; all when left out.
    #[serde(rename = "book_plies", skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
    /// That file.
    #[serde(skip)]
    pub text: String,
}

/// How a pair of games begins by a book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookOpening {
    /// The number of the array that it begins from.
    pub array: u32,
    /// The text of the first position, if it is not the array's.
    pub start: Option<String>,
    /// The moves from there, as this program writes them.
    pub moves: Vec<String>,
}

/// What is wrong with a book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookFault {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong there.
    pub message: String,
}

impl Book {
    /// The name of its file among what is kept of an experiment.
    pub(super) fn kept_name(&self) -> &'static str {
        if self.is_pgn() {
            "book.pgn"
        } else {
            "book.epd"
        }
    }

    fn is_pgn(&self) -> bool {
        let extension = self
            .path
            .extension()
            .and_then(|extension| extension.to_str());
        extension.is_some_and(|extension| extension.eq_ignore_ascii_case("pgn"))
    }

    /// Its openings for a rule set.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub(super) fn openings(&self, game: &Game) -> Result<Vec<BookOpening>, BookFault> {
        let openings = if self.is_pgn() {
            games(
                &self.text,
                game,
                self.plies.map_or(usize::MAX, |plies| plies as usize),
            )?
        } else {
            positions(&self.text, game)?
        };
        if openings.is_empty() {
            return Err(BookFault {
                line: 1,
                message: "it holds no opening".to_string(),
            });
        }
        Ok(openings)
    }
}

/// The first array, from which games begin that name no other.
fn first_array(game: &Game) -> u32 {
    game.spec().array_numbers().first().copied().unwrap_or(0)
}

/// A game that begins from a position, for one that must not be over.
fn begun(game: &Game, text: &str) -> Result<Play, String> {
    let play = notation::position(game, text)?;
    match play.over() {
        Some(_) => Err(format!("the game is over in {}", quote(text))),
        None => Ok(play.leaving_claims()),
    }
}

fn positions(text: &str, game: &Game) -> Result<Vec<BookOpening>, BookFault> {
    let lines = text.lines().enumerate();
    let lines =
        lines.filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with('#'));
    let openings = lines.map(|(at, line)| {
        let play = begun(game, &position_in(line));
        let play = play.map_err(|message| BookFault {
            line: at + 1,
            message,
        })?;
        Ok(BookOpening {
            array: first_array(game),
            start: Some(play.text()),
            moves: Vec::new(),
        })
    });
    openings.collect()
}

/// The position on a line: its first four fields, and two numbers behind them, but no operations of EPD.
fn position_in(line: &str) -> String {
    let fields: Vec<&str> = line.split_ascii_whitespace().collect();
    let is_number = |field: &&&str| field.parse::<u32>().is_ok();
    let numbers = fields.iter().skip(4).take(2).take_while(is_number).count();
    fields[..fields.len().min(4 + numbers)].join(" ")
}

/// A game of a PGN file that is being read.
struct BookGame<'g> {
    game: &'g Game,
    play: Option<Play>,
    opening: BookOpening,
    /// The moves behind it to a position in which a player could claim a draw: the games that begin there would be over.
    claimable: Vec<String>,
    has_begun: bool,
}

impl<'g> BookGame<'g> {
    fn new(game: &'g Game) -> BookGame<'g> {
        let array = first_array(game);
        BookGame {
            game,
            play: game.start(array).map(Play::leaving_claims),
            opening: BookOpening {
                array,
                start: None,
                moves: Vec::new(),
            },
            claimable: Vec::new(),
            has_begun: false,
        }
    }

    fn tag(&mut self, name: &str, value: &str) -> Result<(), String> {
        match name {
            "FEN" => {
                let play = begun(self.game, value)?;
                self.opening.start = Some(play.text());
                self.play = Some(play);
            }
            "Array" => {
                let number = value.parse().ok();
                let start = number.and_then(|number| Some((number, self.game.start(number)?)));
                let (number, play) =
                    start.ok_or_else(|| format!("there is no array {}", quote(value)))?;
                if self.opening.start.is_none() {
                    self.play = Some(play.leaving_claims());
                }
                self.opening.array = number;
            }
            _ => {}
        }
        Ok(())
    }

    fn play(&mut self, text: &str) -> Result<(), String> {
        let play = self
            .play
            .as_mut()
            .ok_or("the rule set has no array to start from")?;
        let one = Notation::of(self.game).find(self.game, play, text);
        let one = one
            .ok_or_else(|| format!("{} is not legal there, or not one move alone", quote(text)))?;
        let written = play.move_text(one);
        let mut next = play.clone();
        next.play(one);
        // A game must be left to be played.
        if next.over().is_none() {
            self.claimable.push(written);
            if !next.is_claimable() {
                self.opening.moves.append(&mut self.claimable);
            }
            *play = next;
        }
        Ok(())
    }
}

fn games(text: &str, game: &Game, plies: usize) -> Result<Vec<BookOpening>, BookFault> {
    let mut openings = Vec::new();
    let mut reading = BookGame::new(game);
    let (mut in_comment, mut depth) = (false, 0_u32);
    for (at, line) in text.lines().enumerate() {
        let fault = |message| BookFault {
            line: at + 1,
            message,
        };
        let trimmed = line.trim();
        if trimmed.starts_with('%') {
            continue;
        }
        if !in_comment
            && depth == 0
            && let Some((name, value)) = tag_in(trimmed)
        {
            if reading.has_begun {
                openings.push(std::mem::replace(&mut reading, BookGame::new(game)).opening);
            }
            reading.tag(name, &value).map_err(fault)?;
            continue;
        }
        for word in words(trimmed) {
            match word {
                "{" => in_comment = true,
                "}" => in_comment = false,
                _ if in_comment => {}
                ";" => break,
                "(" => depth += 1,
                ")" => depth = depth.saturating_sub(1),
                "1-0" | "0-1" | "1/2-1/2" | "*" => {
                    if depth == 0 {
                        openings.push(std::mem::replace(&mut reading, BookGame::new(game)).opening);
                    }
                }
                _ if depth > 0 || word.starts_with('$') => {}
                _ => {
                    // `12.` and `12...` may stand alone or before the move.
                    let digits = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
                    let one = if digits.starts_with('.') {
                        digits.trim_start_matches('.')
                    } else {
                        word
                    };
                    if digits.is_empty() || one.is_empty() {
                        continue;
                    }
                    reading.has_begun = true;
                    if reading.opening.moves.len() + reading.claimable.len() < plies {
                        reading.play(one).map_err(fault)?;
                    }
                }
            }
        }
    }
    if reading.has_begun {
        openings.push(reading.opening);
    }
    Ok(openings)
}

/// The name and the value of a tag.
fn tag_in(line: &str) -> Option<(&str, String)> {
    let inside = line.strip_prefix('[')?.strip_suffix(']')?;
    let (name, value) = inside.split_once(char::is_whitespace)?;
    let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
    Some((name, value.replace("\\\"", "\"").replace("\\\\", "\\")))
}

/// The words of a line, with brackets and the sign of a comment as words of their own.
fn words(line: &str) -> impl Iterator<Item = &str> {
    let pieces =
        line.split_inclusive(|letter: char| "{}();".contains(letter) || letter.is_whitespace());
    let pieces = pieces.flat_map(|piece| {
        let last = piece
            .chars()
            .next_back()
            .filter(|letter| "{}();".contains(*letter));
        let (word, mark) = piece.split_at(piece.len() - usize::from(last.is_some()));
        [word.trim(), mark]
    });
    pieces.filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book(name: &str, plies: Option<u32>, text: &str) -> Book {
        Book {
            path: PathBuf::from(name),
            plies,
            text: text.to_string(),
        }
    }

    fn game(rules: &str) -> Game {
        Game::load(rules, &[]).expect("a rule set")
    }

    #[test]
    fn games_of_scoresheets_are_openings() {
        let text = "[Event \"x\"]\n[Result \"1-0\"]\n\n1. e4 e5 {a 1. d4 comment\nof two lines} 2.Nf3 (2. f4 exf4 (2... d5)) Nc6 $1 3. Bb5 ; Spanish\na6 4. O-O 1-0\n\n\
                    [Event \"y\"]\n[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. a8=Q+ Kd7 *\n1. d4 1/2-1/2\n";
        let found = book("b.PGN", Some(6), text)
            .openings(&game("chess"))
            .expect("a book");
        let moves: Vec<String> = found.iter().map(|one| one.moves.join(" ")).collect();
        assert_eq!(
            moves,
            ["e2e4 e7e5 g1f3 b8c6 f1b5 a7a6", "a7a8=Q e8d7", "d2d4"]
        );
        assert_eq!(found[0].start, None);
        assert!(
            found[1]
                .start
                .as_deref()
                .is_some_and(|start| start.contains(" w "))
        );
        let all = book("b.pgn", None, text)
            .openings(&game("chess"))
            .expect("a book");
        assert_eq!(all[0].moves.len(), 7);
    }

    #[test]
    fn positions_are_openings_on_any_board() {
        let text = "# two\nrnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - c0 \"x\"; id 3;\n\n\
                    rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1\n";
        let found = book("b.epd", None, text)
            .openings(&game("chess"))
            .expect("a book");
        assert_eq!(found.len(), 2);
        for rules in ["scirocco-2009", "rococo"] {
            let game = game(rules);
            let mut play = game.start(0).expect("an array");
            play.play(play.legal_moves()[0]);
            let found = book("b.epd", None, &format!("{}\n", play.text())).openings(&game);
            assert_eq!(found.expect("a book")[0].start, Some(play.text()));
        }
    }

    #[test]
    fn a_wrong_book_is_refused_by_its_line() {
        for (name, text, line, wanted) in [
            (
                "b.pgn",
                "[Event \"x\"]\n\n1. e4 e5\n2. Ke3 *\n",
                4,
                "`Ke3` is not legal",
            ),
            ("b.pgn", "1. e4 e5 *\n1. Nf9 *", 2, "`Nf9`"),
            ("b.pgn", "[FEN \"8/8 w\"]\n", 1, "no board of 8 ranks"),
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
                .openings(&game("chess"))
                .expect_err(text);
            assert_eq!(fault.line, line, "{text}: {}", fault.message);
            assert!(fault.message.contains(wanted), "{text}: {}", fault.message);
        }
    }

    /// A scoresheet goes on where nobody claimed a draw; a game does not begin there.
    #[test]
    fn a_draw_that_nobody_claimed_ends_no_game_of_a_book() {
        let back = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8";
        for (text, plies, wanted) in [
            (format!("{back} 5. e4 *"), None, 9),
            (format!("{back} 5. e4 *"), Some(8), 7),
            (format!("{back} 1/2-1/2"), None, 7),
            (format!("{back} 5. Nf3 Nf6 6. Ng1 Ng8 1/2-1/2"), None, 7),
            (
                format!(
                    "[FEN \"r3k3/8/8/8/8/8/8/R3K3 w - - 98 80\"]\n\n1. Ke2 Ke7 2. Ke3 Ke6 3. Rxa8 *"
                ),
                None,
                5,
            ),
        ] {
            let found = book("b.pgn", plies, &text).openings(&game("chess"));
            assert_eq!(found.expect("a book")[0].moves.len(), wanted, "{text}");
        }
    }

    #[test]
    fn a_game_that_the_book_ends_is_left_before() {
        let text = "1. f3 e5 2. g4 Qh4# 0-1";
        let found = book("b.pgn", None, text)
            .openings(&game("chess"))
            .expect("a book");
        assert_eq!(found[0].moves.len(), 3);
    }
}
