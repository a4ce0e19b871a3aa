//! Positions with operations behind them: Extended Position Description (S. J. Edwards, 1994).

use super::{position, quote, text};
use crate::{Game, Rules};

/// The number of fields before the counters and operations.
const FIELDS: usize = 4;

/// Begins a game from a line of EPD, or from a position as [`position`] reads it. The counters of a
/// FEN may be operations: `hmvc`, the plies without progress, and `fmvn`, the move number. Other
/// operations are ignored.
///
/// # Errors
/// A description of the first fault.
pub fn read(rules: &Rules, line: &str) -> Result<Game, String> {
    let mut rest = line.trim_start();
    let mut fields = Vec::new();
    loop {
        let (field, behind) = first_word(rest);
        let is_counter = is_number(field) && fields.len() < FIELDS + 2;
        if field.is_empty() || fields.len() >= FIELDS && !is_counter {
            break;
        }
        fields.push(field);
        rest = behind;
    }
    // A position text of this program has its counters among its fields.
    if rules.parse(&fields.join(" ")).is_err() {
        let counters = [counter(rest, "hmvc")?, counter(rest, "fmvn")?];
        if fields.len() >= FIELDS && counters != [None, None] {
            let given = fields.len() - FIELDS;
            fields.extend(["0", "1"].into_iter().skip(given));
        }
        for (field, counter) in fields.iter_mut().skip(FIELDS).zip(counters) {
            *field = counter.unwrap_or(field);
        }
    }
    position(rules, &fields.join(" "))
}

/// A position as a line of EPD, with the counters of a FEN as operations.
pub fn write(rules: &Rules, game: &Game) -> String {
    let text = text(rules, game);
    match text.split(' ').collect::<Vec<_>>().as_slice() {
        [position @ .., clock, turn] if position.len() == FIELDS => {
            format!("{} hmvc {clock}; fmvn {turn};", position.join(" "))
        }
        _ => text,
    }
}

/// The number of an operation.
fn counter<'t>(operations: &'t str, name: &str) -> Result<Option<&'t str>, String> {
    let mut is_quoted = false;
    let mut operations = operations.split(|letter: char| {
        is_quoted ^= letter == '"';
        letter == ';' && !is_quoted
    });
    let operand = operations.find_map(|operation| {
        let (own, operand) = first_word(operation.trim_start());
        (own == name).then_some(operand.trim())
    });
    match operand {
        Some(operand) if !is_number(operand) => {
            let operand = quote(operand);
            Err(format!(
                "`{name}` must be a whole number of 0 or more, found {operand}"
            ))
        }
        operand => Ok(operand),
    }
}

fn is_number(text: &str) -> bool {
    text.parse::<u32>().is_ok()
}

/// The first word of a text, and the rest.
fn first_word(text: &str) -> (&str, &str) {
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    (word, rest.trim_start())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_are_operations_or_fields() {
        let rules = Rules::load("chess", &[]).expect("chess");
        let board = "3rk3/8/8/8/8/8/4R3/4K3 b - -";
        for (behind, wanted) in [
            ("hmvc 96; fmvn 100;", "96 100"),
            ("c0 \"a; hmvc 3;\";id \"x\"; fmvn 7 ;  hmvc 5;", "5 7"),
            ("96 100", "96 100"),
            ("96 100 hmvc 4; id 1;", "4 100"),
            ("bm Ke7; fmvn 3;", "0 3"),
            ("bm 5;", "0 1"),
            ("", "0 1"),
        ] {
            let game = read(&rules, &format!("  {board} {behind}")).expect(behind);
            assert_eq!(text(&rules, &game), format!("{board} {wanted}"), "{behind}");
            let counters = wanted.replace(' ', "; fmvn ");
            let written = format!("{board} hmvc {counters};");
            assert_eq!(write(&rules, &game), written);
            let again = read(&rules, &written).expect(&written);
            assert_eq!(again.text(), game.text());
        }
        for wrong in ["hmvc -1;", "fmvn x;", "hmvc;"] {
            assert!(
                read(&rules, &format!("{board} {wrong}")).is_err(),
                "{wrong}"
            );
        }
    }

    /// Positions that only this program writes have their counters among their fields.
    #[test]
    fn own_positions_have_operations_too() {
        for rules in ["scirocco-2009", "rococo", "chess"] {
            let rules = Rules::load(rules, &[]).expect("a rule set");
            let mut game = rules.start(0).expect("an array");
            game.play_unchecked(game.legal_moves()[0]);
            let line = format!("{} hmvc 7; id \"1\";", game.text());
            assert_eq!(read(&rules, &line).expect("a position").text(), game.text());
        }
    }
}
