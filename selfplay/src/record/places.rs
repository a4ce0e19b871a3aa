//! Records of games as small as estimates allow: moves as their places among the legal ones, the counts of metrics, or the
//! material of drawn positions.

use super::GameRecord;
use super::counts::{self, GameCounts};
use super::samples::{self, Material};
use crate::experiment::Experiment;
use tradewind_engine::Rules;

/// The first character of moves that are written as places.
const MARK: char = '#';
/// The characters of places. The last one adds their number to that of the next character.
const DIGITS: std::ops::RangeInclusive<u8> = b'!'..=b'~';

/// The part of games without odds that a condensed file keeps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kept {
    /// Their moves, and what is recorded with them.
    Moves,
    /// The [counts](super::counts) that metrics read.
    Counts,
    /// The [material](super::samples) that the regression reads.
    Material,
}

/// Makes a record as small as estimates allow: without moves if the game has odds, else with what is kept of level games.
/// A record that has counts or material already, or moves that are not legal, is not changed.
pub(super) fn condense(game: &mut GameRecord, experiment: &Experiment, kept: Kept) {
    let rules = &experiment.rules[game.rules];
    if !rules.odds.is_empty() {
        *game = game.without_moves();
        return;
    }
    match kept {
        Kept::Moves => {
            if let Some(places) = places(game, &rules.compiled) {
                game.moves = places;
            }
        }
        Kept::Counts => {
            if let Ok(Some(counts)) = GameCounts::of(game, &rules.compiled) {
                *game = GameRecord {
                    moves: counts.text(),
                    ..game.without_moves()
                };
            }
        }
        Kept::Material => {
            if let Ok(Some(material)) = Material::drawn(game, experiment) {
                *game = GameRecord {
                    moves: Material::text(&material),
                    ..game.without_moves()
                };
            }
        }
    }
}

/// The moves of a game as places among the legal ones; `None` if it lacks its moves.
fn places(game: &GameRecord, rules: &Rules) -> Option<String> {
    let mut text = MARK.to_string();
    let mut position = game.begin(rules)?;
    for one in game.moves() {
        let one = position.find(one)?;
        let mut place = position
            .legal_moves()
            .iter()
            .position(|legal| *legal == one)?;
        let last = DIGITS.len() - 1;
        while place >= last {
            text.push(char::from(*DIGITS.end()));
            place -= last;
        }
        text.push(char::from(DIGITS.start() + place as u8));
        position.play_unchecked(one);
    }
    Some(text)
}

/// Replaces places of moves by their texts.
///
/// # Errors
/// A place is not that of a legal move, or counts or material are not those of a game by these rules.
pub(super) fn expand(game: &mut GameRecord, rules: &Rules) -> Result<(), String> {
    let has_other_counts = game.moves.starts_with(counts::MARK) && game.counts(rules).is_none();
    let has_other_material =
        game.moves.starts_with(samples::MARK) && game.material(rules).is_none();
    for (is_wrong, what) in [
        (has_other_counts, "counts"),
        (has_other_material, "material"),
    ] {
        if is_wrong {
            let number = game.number;
            return Err(format!(
                "the {what} of game {number} are not those of its rules"
            ));
        }
    }
    let Some(places) = game.moves.strip_prefix(MARK) else {
        return Ok(());
    };
    let fault = || format!("the moves of game {} are not legal ones", game.number);
    let mut position = game.begin(rules).ok_or_else(fault)?;
    let (mut texts, mut place) = (Vec::new(), 0);
    for digit in places.bytes() {
        if !DIGITS.contains(&digit) {
            return Err(fault());
        }
        place += usize::from(digit - DIGITS.start());
        if digit == *DIGITS.end() {
            continue;
        }
        let one = *position.legal_moves().get(place).ok_or_else(fault)?;
        texts.push(position.move_text(one));
        position.play_unchecked(one);
        place = 0;
    }
    game.moves = texts.join(" ");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::GameResult;
    use crate::record::game_file::record_of;
    use tradewind_engine::notation::position;

    /// Each of the 218 moves of a position, the most that are known, comes back; other texts are refused.
    #[test]
    fn every_move_has_a_place() {
        let rules = Rules::load("chess", &[]).expect("chess");
        let crowded = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1";
        let game = position(&rules, crowded).expect("a position");
        let record = GameRecord {
            plies: 1,
            ..record_of(Some(game.text()), GameResult::Unfinished)
        };
        assert_eq!(game.legal_moves().len(), 218);
        for &one in game.legal_moves() {
            let whole = GameRecord {
                moves: game.move_text(one),
                ..record.clone()
            };
            let mut condensed = GameRecord {
                moves: places(&whole, &rules).expect("places"),
                ..record.clone()
            };
            assert!(condensed.moves.len() <= 4, "{}", condensed.moves);
            expand(&mut condensed, &rules).expect("legal moves");
            assert_eq!(condensed, whole);
        }
        // The 219th move, a space, and a letter that is not ASCII.
        for wrong in ["#~~A", "# ", "#ä"] {
            let mut other = GameRecord {
                moves: wrong.to_string(),
                ..record.clone()
            };
            assert!(expand(&mut other, &rules).is_err(), "{wrong}");
        }
    }
}
