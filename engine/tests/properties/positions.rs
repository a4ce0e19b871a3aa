//! Position texts, keys, moves and their texts.

use super::random_games::{every_game, name, visit};
use std::collections::{HashMap, HashSet};
use tradewind_engine::{Game, Play};

fn read(game: &Game, text: &str) -> Play {
    let read = game.parse(text);
    read.unwrap_or_else(|fault| panic!("{}: {text}: {fault}", name(game)))
}

#[test]
fn a_positions_text_reads_back_as_the_same_position() {
    for game in every_game() {
        visit(&game, 400, |play| {
            let text = play.text();
            let fresh = read(&game, &text);
            assert_eq!(fresh.text(), text, "{}", name(&game));
            assert_eq!(fresh.key(), play.key(), "{}: {text}", name(&game));
            assert_eq!(fresh.outcome(), play.outcome(), "{}: {text}", name(&game));
            assert_eq!(fresh.occupied(), play.occupied(), "{}: {text}", name(&game));
        });
    }
}

#[test]
fn keys_are_equal_for_equal_positions_and_for_no_others() {
    for game in every_game() {
        let mut key_of = HashMap::new();
        let mut position_of = HashMap::new();
        visit(&game, 1_000, |play| {
            let position = without_counts(&play.text());
            let key = play.key();
            let known = *key_of.entry(position.clone()).or_insert(key);
            assert_eq!(known, key, "{}: {position}", name(&game));
            let other = position_of.entry(key).or_insert_with(|| position.clone());
            assert_eq!(*other, position, "{}", name(&game));
        });
    }
}

/// A position's text without what does not make it another position: clock and ply.
fn without_counts(text: &str) -> String {
    let fields: Vec<&str> = text.split(' ').collect();
    let state: Vec<&str> = (fields[2].split(';'))
        .filter(|item| *item != "-" && !item.starts_with("clock="))
        .collect();
    format!("{} {} {}", fields[0], fields[1], state.join(";"))
}

#[test]
fn applying_a_move_keeps_all_parts_of_the_position_consistent() {
    for game in every_game() {
        visit(&game, 150, |play| {
            assert!(play.is_consistent(), "{}: {}", name(&game), play.text());
            for &one in play.legal_moves() {
                let mut next = play.clone();
                next.play_unchecked(one);
                let what = || {
                    format!(
                        "{}: {} in {}",
                        name(&game),
                        play.move_text(one),
                        play.text()
                    )
                };
                assert!(next.is_consistent(), "{}", what());
                assert_eq!(next.side(), play.side().other(), "{}", what());
                assert_eq!(next.ply(), play.ply() + 1, "{}", what());
                assert_eq!(read(&game, &next.text()).key(), next.key(), "{}", what());
            }
        });
    }
}

#[test]
fn a_moves_text_names_exactly_one_legal_move() {
    for game in every_game() {
        visit(&game, 400, |play| {
            let mut texts = HashSet::new();
            for &one in play.legal_moves() {
                let text = play.move_text(one);
                assert_eq!(
                    play.find(&text),
                    Some(one),
                    "{}: {}",
                    name(&game),
                    play.text()
                );
                assert!(texts.insert(text), "{}: {}", name(&game), play.text());
            }
        });
    }
}

#[test]
fn victims_are_enemies_or_the_piece_itself_in_ascending_order() {
    for game in every_game() {
        visit(&game, 400, |play| {
            for one in play.legal_moves() {
                let what = || {
                    format!(
                        "{}: {} in {}",
                        name(&game),
                        play.move_text(*one),
                        play.text()
                    )
                };
                assert!(one.victims().is_sorted_by(|a, b| a < b), "{}", what());
                for &victim in one.victims() {
                    let owner = play.at(victim).map(|(owner, _)| owner);
                    let enemy = owner == Some(play.side().other());
                    assert!(enemy || victim == one.from, "{}", what());
                    assert!(victim != one.to || one.removes_itself(), "{}", what());
                }
            }
        });
    }
}

#[test]
fn a_game_is_over_exactly_when_no_move_is_left() {
    for game in every_game() {
        visit(&game, 1_000, |play| {
            let over = play.over().is_some();
            assert_eq!(
                over,
                play.legal_moves().is_empty(),
                "{}: {}",
                name(&game),
                play.text()
            );
        });
    }
}

#[test]
fn perft_counts_the_moves_and_divide_adds_up_to_it() {
    for game in every_game() {
        visit(&game, 60, |play| {
            let fresh = read(&game, &play.text());
            assert_eq!(fresh.perft(0), 1);
            let counted = fresh.perft(1);
            assert_eq!(counted, fresh.divide(1).len() as u64, "{}", play.text());
            // Perft ignores draws by material.
            if fresh.over().is_none() {
                assert_eq!(counted, fresh.legal_moves().len() as u64);
            }
            let divided = fresh.divide(2);
            let sum: u64 = divided.iter().map(|(_, count)| count).sum();
            assert_eq!(sum, fresh.perft(2), "{}: {}", name(&game), play.text());
            for (one, count) in divided {
                let mut next = fresh.clone();
                next.play_unchecked(one);
                assert_eq!(next.perft(1), count, "{}: {}", name(&game), play.text());
            }
        });
    }
}
