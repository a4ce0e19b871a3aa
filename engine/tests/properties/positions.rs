//! Position texts, keys, moves and their texts.

use super::random_games::{every_game, name, visit};
use std::collections::{HashMap, HashSet};
use tradewind_engine::{Game, Rules};

fn read(rules: &Rules, text: &str) -> Game {
    let read = rules.parse(text);
    read.unwrap_or_else(|fault| panic!("{}: {text}: {fault}", name(rules)))
}

#[test]
fn a_positions_text_reads_back_as_the_same_position() {
    for rules in every_game() {
        visit(&rules, 400, |game| {
            let text = game.text();
            let fresh = read(&rules, &text);
            assert_eq!(fresh.text(), text, "{}", name(&rules));
            assert_eq!(fresh.key(), game.key(), "{}: {text}", name(&rules));
            assert_eq!(fresh.outcome(), game.outcome(), "{}: {text}", name(&rules));
            assert_eq!(
                fresh.occupied(),
                game.occupied(),
                "{}: {text}",
                name(&rules)
            );
        });
    }
}

#[test]
fn keys_are_equal_for_equal_positions_and_for_no_others() {
    for rules in every_game() {
        let mut key_of = HashMap::new();
        let mut position_of = HashMap::new();
        visit(&rules, 1_000, |game| {
            let position = without_counts(&game.text());
            let key = game.key();
            let known = *key_of.entry(position.clone()).or_insert(key);
            assert_eq!(known, key, "{}: {position}", name(&rules));
            let other = position_of.entry(key).or_insert_with(|| position.clone());
            assert_eq!(*other, position, "{}", name(&rules));
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
    for rules in every_game() {
        visit(&rules, 150, |game| {
            assert!(game.is_consistent(), "{}: {}", name(&rules), game.text());
            for &one in game.legal_moves() {
                let mut next = game.clone();
                next.play_unchecked(one);
                let what = || {
                    format!(
                        "{}: {} in {}",
                        name(&rules),
                        game.move_text(one),
                        game.text()
                    )
                };
                assert!(next.is_consistent(), "{}", what());
                assert_eq!(next.side(), game.side().other(), "{}", what());
                assert_eq!(next.ply(), game.ply() + 1, "{}", what());
                assert_eq!(read(&rules, &next.text()).key(), next.key(), "{}", what());
            }
        });
    }
}

#[test]
fn a_moves_text_names_exactly_one_legal_move() {
    for rules in every_game() {
        visit(&rules, 400, |game| {
            let mut texts = HashSet::new();
            for &one in game.legal_moves() {
                let text = game.move_text(one);
                assert_eq!(
                    game.find(&text),
                    Some(one),
                    "{}: {}",
                    name(&rules),
                    game.text()
                );
                assert!(texts.insert(text), "{}: {}", name(&rules), game.text());
            }
        });
    }
}

#[test]
fn victims_are_enemies_or_the_piece_itself_in_ascending_order() {
    for rules in every_game() {
        visit(&rules, 400, |game| {
            for one in game.legal_moves() {
                let what = || {
                    format!(
                        "{}: {} in {}",
                        name(&rules),
                        game.move_text(*one),
                        game.text()
                    )
                };
                assert!(one.victims().is_sorted_by(|a, b| a < b), "{}", what());
                for &victim in one.victims() {
                    let owner = game.at(victim).map(|(owner, _)| owner);
                    let enemy = owner == Some(game.side().other());
                    assert!(enemy || victim == one.from, "{}", what());
                    assert!(victim != one.to || one.removes_itself(), "{}", what());
                }
            }
        });
    }
}

#[test]
fn a_game_is_over_exactly_when_no_move_is_left() {
    for rules in every_game() {
        visit(&rules, 1_000, |game| {
            let over = game.over().is_some();
            assert_eq!(
                over,
                game.legal_moves().is_empty(),
                "{}: {}",
                name(&rules),
                game.text()
            );
        });
    }
}

#[test]
fn perft_counts_the_moves_and_divide_adds_up_to_it() {
    for rules in every_game() {
        visit(&rules, 60, |game| {
            let fresh = read(&rules, &game.text());
            assert_eq!(fresh.perft(0), 1);
            let counted = fresh.perft(1);
            assert_eq!(counted, fresh.divide(1).len() as u64, "{}", game.text());
            // Perft ignores draws by material.
            if fresh.over().is_none() {
                assert_eq!(counted, fresh.legal_moves().len() as u64);
            }
            let divided = fresh.divide(2);
            let sum: u64 = divided.iter().map(|(_, count)| count).sum();
            assert_eq!(sum, fresh.perft(2), "{}: {}", name(&rules), game.text());
            for (one, count) in divided {
                let mut next = fresh.clone();
                next.play_unchecked(one);
                assert_eq!(next.perft(1), count, "{}: {}", name(&rules), game.text());
            }
        });
    }
}
