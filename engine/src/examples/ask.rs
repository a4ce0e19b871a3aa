//! The answers to the questions of examples.

use super::check::{NO_BOARD, Scene};
use super::drawing::{Drawing, piece};
use super::moves::{check_form, check_square, destinations, repeated, tail, texts};
use super::question::{Answer, MoveFilter, Question, Standing, Which};
use super::setup::{BegunGame, Setup};
use crate::game::{Game, Play};
use crate::piece::Color;
use crate::rules::PieceType;
use std::collections::{BTreeMap, BTreeSet};

impl Scene<'_> {
    /// What is wrong with the engine's answer to a question, in lines.
    ///
    /// # Errors
    /// The question cannot be asked.
    pub fn ask(&self, question: &Question) -> Result<Vec<String>, String> {
        let game = self.game;
        match question {
            Question::Arrays(expected) => {
                return Ok(differs(&game.spec().array_numbers(), expected));
            }
            Question::SameAs(name) => {
                let other = crate::verify::GameCache::default().named(&name.rules, &name.options);
                let other = other.map_err(|fault| fault.to_string())?;
                let is_same = game.spec().fingerprint_text() == other.spec().fingerprint_text();
                return Ok(unless(is_same, || "the rule sets differ".to_string()));
            }
            Question::Rejected(reason) => return self.rejected(reason),
            Question::Accepted => {
                return match &self.begun {
                    None => Err(NO_BOARD.to_string()),
                    Some(BegunGame::Play(_)) => Ok(Vec::new()),
                    Some(BegunGame::Rejected(fault)) => {
                        Ok(vec![format!("it is rejected: {fault}")])
                    }
                };
            }
            _ => {}
        }
        let Some(play) = self.play()? else {
            return Ok(Vec::new());
        };
        match question {
            Question::Moves(which, answer) => moves(game, play, which, answer),
            Question::Allows(texts) => legal(game, play, texts, true),
            Question::Refuses(texts) => legal(game, play, texts, false),
            Question::Shows => shows(game, play, self.drawing("shows")?),
            Question::At(standings) => at(game, play, standings),
            Question::Stands(drawing) => stands(game, play, drawing),
            Question::Holds(expected) => holds(game, play, expected),
            Question::Over(expected) => Ok(over(play, expected.as_ref())),
            Question::State(expected) => {
                let text = play.text();
                let state = text.split_once(' ').map_or("", |(_, state)| state);
                let wrong = differs(&state.to_string(), expected);
                Ok([wrong, reads_back(game, &text)].concat())
            }
            Question::Text(expected) => {
                let text = play.text();
                Ok([differs(&text, expected), reads_back(game, &text)].concat())
            }
            Question::Perft(expected) => {
                let found: Vec<u64> = (1..)
                    .zip(expected)
                    .map(|(depth, _)| play.perft(depth))
                    .collect();
                Ok(differs(&found, expected))
            }
            Question::Pattern(pattern) => pattern.ask(game, self.drawing("pattern")?),
            Question::Arrays(_)
            | Question::SameAs(_)
            | Question::Rejected(_)
            | Question::Accepted => Ok(Vec::new()),
        }
    }

    fn drawing(&self, keyword: &str) -> Result<&Drawing, String> {
        match self.setup {
            Some(Setup::Board { drawing, .. }) => Ok(drawing),
            _ => Err(format!("`{keyword}` needs a drawn board above")),
        }
    }

    fn rejected(&self, reason: &str) -> Result<Vec<String>, String> {
        match &self.begun {
            None => Err(NO_BOARD.to_string()),
            Some(BegunGame::Play(_)) => Ok(vec!["it is accepted".to_string()]),
            Some(BegunGame::Rejected(fault)) => Ok(unless(fault.contains(reason), || {
                format!("it is rejected for another reason: {fault}")
            })),
        }
    }
}

fn moves(game: &Game, play: &Play, which: &Which, answer: &Answer) -> Result<Vec<String>, String> {
    if let Some(from) = &which.from {
        check_square(game, from)?;
    }
    let mut found = texts(game, play, which.from.as_deref());
    let twice = twice(&found);
    if which.squares {
        found = destinations(game, &found);
    }
    if let Some((filter, part)) = &which.filter {
        found.retain(|text| match filter {
            MoveFilter::With => tail(game, text).contains(part),
            MoveFilter::Beginning => text.starts_with(part),
            MoveFilter::Ending => text.ends_with(part),
        });
    }
    match answer {
        Answer::Some => Ok(unless(!found.is_empty(), || "there are none".to_string())),
        Answer::Count(expected) => Ok(if found.len() == *expected {
            Vec::new()
        } else {
            vec![format!(
                "expected {expected}, found {}: {}",
                found.len(),
                found.join(" ")
            )]
        }),
        Answer::Exactly(expected) => {
            for text in expected {
                if which.squares {
                    check_square(game, text)?
                } else {
                    check_form(game, text)?
                }
            }
            let twice = if which.squares { Vec::new() } else { twice };
            let (found, expected) = (set(&found), set(expected));
            let missing = listed("missing", expected.difference(&found));
            let extra = listed("extra", found.difference(&expected));
            Ok([missing, extra, twice].concat())
        }
    }
}

/// The rules have every move once, so one that is there twice is a fault whatever was expected.
fn twice(texts: &[String]) -> Vec<String> {
    (repeated(texts).into_iter())
        .map(|text| format!("{text} is listed twice"))
        .collect()
}

fn set(texts: &[String]) -> BTreeSet<&str> {
    texts.iter().map(String::as_str).collect()
}

fn listed<'t>(what: &str, texts: impl Iterator<Item = &'t &'t str>) -> Vec<String> {
    let texts: Vec<&str> = texts.copied().collect();
    unless(texts.is_empty(), || format!("{what}: {}", texts.join(" ")))
}

fn legal(
    game: &Game,
    play: &Play,
    moves: &[String],
    expected: bool,
) -> Result<Vec<String>, String> {
    let mut wrong = Vec::new();
    for text in moves {
        check_form(game, text)?;
        match (play.find(text).is_some(), expected) {
            (true, false) => wrong.push(format!("{text} is legal")),
            (false, true) => wrong.push(format!(
                "{text} is not legal; the moves are: {}",
                texts(game, play, None).join(" ")
            )),
            _ => {}
        }
    }
    Ok(wrong)
}

fn shows(game: &Game, play: &Play, drawing: &Drawing) -> Result<Vec<String>, String> {
    let grid = drawing.grid(game)?;
    let squares = grid.squares(game);
    let mut pieces = squares.iter().filter(|(_, token)| token.starts_with('('));
    let (Some((from, _)), None) = (pieces.next(), pieces.next()) else {
        return Err(
            "`shows` needs one piece in parentheses, such as (N), on the board above".to_string(),
        );
    };
    let is_marked = |token: &str| token == "*" || token.ends_with('!');
    let marked = squares.iter().filter(|(_, token)| is_marked(token));
    let which = Which {
        from: Some(from.clone()),
        filter: None,
        squares: true,
    };
    let expected = Answer::Exactly(marked.map(|(name, _)| name.clone()).collect());
    let wrong = moves(game, play, &which, &expected)?;
    Ok([wrong, twice(&texts(game, play, Some(from)))].concat())
}

fn at(game: &Game, play: &Play, standings: &[Standing]) -> Result<Vec<String>, String> {
    let mut wrong = Vec::new();
    for Standing { square, piece, is } in standings {
        check_square(game, square)?;
        if piece != "." {
            check_piece(game, piece)?;
        }
        let found = game
            .geometry()
            .parse(square)
            .and_then(|square| play.at(square));
        let found = found.map_or(".".to_string(), |found| name(game, found));
        if (found == *piece) != *is {
            let not = if *is { "" } else { "not " };
            wrong.push(format!("on {square}: expected {not}{piece}, found {found}"));
        }
    }
    Ok(wrong)
}

fn stands(game: &Game, play: &Play, drawing: &Drawing) -> Result<Vec<String>, String> {
    let standing = |(square, token): &(String, &str)| Standing {
        square: square.clone(),
        piece: piece(token).to_string(),
        is: true,
    };
    let grid = drawing.grid(game)?;
    let standings: Vec<Standing> = grid.squares(game).iter().map(standing).collect();
    at(game, play, &standings)
}

fn holds(game: &Game, play: &Play, expected: &[(String, usize)]) -> Result<Vec<String>, String> {
    let mut found: BTreeMap<String, usize> = BTreeMap::new();
    for square in play.occupied() {
        if let Some(piece) = play.at(square) {
            *found.entry(name(game, piece)).or_default() += 1;
        }
    }
    for (piece, _) in expected {
        check_piece(game, piece)?;
    }
    let expected: BTreeMap<String, usize> = expected.iter().cloned().collect();
    let text = |pieces: &BTreeMap<String, usize>| {
        let pieces = pieces
            .iter()
            .map(|(piece, count)| format!("{piece}={count}"));
        pieces.collect::<Vec<_>>().join(" ")
    };
    Ok(unless(found == expected, || {
        format!("expected {}, found {}", text(&expected), text(&found))
    }))
}

fn over(play: &Play, expected: Option<&(String, Option<String>)>) -> Vec<String> {
    let found = play.over();
    let is_right = match (expected, found) {
        (None, None) => true,
        (Some((who, how)), Some((outcome, ending))) => {
            who == outcome.text() && how.as_ref().is_none_or(|how| how == ending.name())
        }
        _ => false,
    };
    let name = found.map_or("no".to_string(), |(outcome, ending)| {
        format!("{} {}", outcome.text(), ending.name())
    });
    unless(is_right, || format!("found {name} in {}", play.text()))
}

/// A position's text must be that of the position again.
fn reads_back(game: &Game, text: &str) -> Vec<String> {
    match game.parse(text) {
        Err(fault) => vec![format!("its own text {text} is rejected: {fault}")],
        Ok(play) => unless(play.text() == text, || {
            format!("its own text {text} is read as {}", play.text())
        }),
    }
}

/// A piece as position texts write it.
fn name(game: &Game, (color, piece): (Color, PieceType)) -> String {
    let text = &game.spec().piece(piece).text;
    match color {
        Color::White => text.clone(),
        Color::Black => text.to_lowercase(),
    }
}

fn check_piece(game: &Game, text: &str) -> Result<(), String> {
    let is_known = |known: &str| known == text || known.to_lowercase() == text;
    if game.spec().pieces.iter().any(|piece| is_known(&piece.text)) {
        Ok(())
    } else {
        Err(format!("the rules have no piece `{text}`"))
    }
}

fn differs<T: PartialEq + std::fmt::Debug>(found: &T, expected: &T) -> Vec<String> {
    unless(found == expected, || {
        format!("expected {expected:?}, found {found:?}")
    })
}

fn unless(is_right: bool, message: impl FnOnce() -> String) -> Vec<String> {
    if is_right {
        Vec::new()
    } else {
        vec![message()]
    }
}
