//! Positions in this program's notation and as standard FEN.

use crate::invariants;
use crate::rule_sets::{self, first_line};
use tradewind_engine::notation::{Notation, fen};
use tradewind_engine::{Game, Rules};

/// The maximum length of games from a position.
const PLIES: usize = 4;

/// An input has a line with a rule set, and a position. A position that is accepted must read back and be playable.
pub fn run(data: &[u8]) -> bool {
    let text = String::from_utf8_lossy(data);
    let (line, text) = first_line(&text);
    let rules = rule_sets::load(line);
    let own = position(&rules, text);
    let notation = Notation::of(&rules);
    let fields: Vec<&str> = text.split_ascii_whitespace().collect();
    let read =
        |fields: &[&str]| fen::read(&rules, |text| notation.piece(rules.spec(), text), fields);
    let foreign = match notation {
        Notation::Own => None,
        _ => read(&fields).ok(),
    };
    if let Some(game) = &foreign
        && let Some(written) = fen::write(notation, &game.text())
    {
        let fields: Vec<&str> = written.split(' ').collect();
        let again = read(&fields).map(|again| again.text());
        assert_eq!(again, Ok(game.text()), "{written}");
    }
    let accepted = own.or(foreign);
    let is_accepted = accepted.is_some();
    if let Some(game) = accepted {
        invariants::game(&rules, game, PLIES, &mut invariants::random_of(data));
    }
    is_accepted
}

fn position(rules: &Rules, text: &str) -> Option<Game> {
    match rules.parse(text) {
        Ok(game) => Some(game),
        Err(fault) => {
            assert!(!fault.to_string().is_empty());
            None
        }
    }
}
