//! Positions in this program's notation and as standard FEN.

use crate::invariants;
use crate::rule_sets::{self, first_line};
use tradewind_engine::notation::{Notation, fen};
use tradewind_engine::{Game, Play};

/// The maximum length of games from a position.
const PLIES: usize = 4;

/// An input has a line with a rule set, and a position. A position that is accepted must read back and be playable.
pub fn run(data: &[u8]) -> bool {
    let text = String::from_utf8_lossy(data);
    let (line, text) = first_line(&text);
    let game = rule_sets::game(line);
    let own = position(&game, text);
    let notation = Notation::of(&game);
    let fields: Vec<&str> = text.split_ascii_whitespace().collect();
    let read = |fields: &[&str]| fen::read(&game, |text| notation.piece(game.spec(), text), fields);
    let foreign = match notation {
        Notation::Own => None,
        _ => read(&fields).ok(),
    };
    if let Some(play) = &foreign
        && let Some(written) = fen::write(notation, &play.text())
    {
        let fields: Vec<&str> = written.split(' ').collect();
        let again = read(&fields).map(|again| again.text());
        assert_eq!(again, Ok(play.text()), "{written}");
    }
    let accepted = own.or(foreign);
    let is_accepted = accepted.is_some();
    if let Some(play) = accepted {
        invariants::game(&game, play, PLIES, &mut invariants::random_of(data));
    }
    is_accepted
}

fn position(game: &Game, text: &str) -> Option<Play> {
    match game.parse(text) {
        Ok(play) => Some(play),
        Err(fault) => {
            assert!(!fault.to_string().is_empty());
            None
        }
    }
}
