//! Reflecting a position left to right, or exchanging the colours and turning the board top to
//! bottom, changes nothing but the names of the squares.

use super::random_games::{board_text, every_game, name, tokens, visit};
use tradewind_engine::board::Square;
use tradewind_engine::moves::MoveKind;
use tradewind_engine::rules::PieceType;
use tradewind_engine::{Game, Outcome, Rules};

/// A symmetry that preserves the value of a position.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Turn {
    Not,
    LeftToRight,
    Colors,
}

impl Turn {
    /// The position, turned.
    fn position(self, rules: &Rules, game: &Game) -> Game {
        let text = game.text();
        let fields: Vec<&str> = text.split(' ').collect();
        let files = rules.spec().files.len();
        let board = tokens(fields[0]);
        let ranks = board.chunks(files);
        let board: Vec<String> = match self {
            Turn::Not => board,
            Turn::LeftToRight => ranks.flat_map(|rank| rank.iter().rev().cloned()).collect(),
            Turn::Colors => ranks
                .rev()
                .flatten()
                .map(|token| recolored(rules, token))
                .collect(),
        };
        let side = match (self, fields[1]) {
            (Turn::Colors, "w") => "b",
            (Turn::Colors, _) => "w",
            (_, side) => side,
        };
        let state: Vec<String> = fields[2]
            .split(';')
            .map(|item| self.item(rules, item))
            .collect();
        let text = format!(
            "{} {side} {} {}",
            board_text(&board, files),
            state.join(";"),
            fields[3]
        );
        rules
            .parse(&text)
            .unwrap_or_else(|fault| panic!("{}: {text}: {fault}", name(rules)))
    }

    /// An item of the state, turned.
    fn item(self, rules: &Rules, item: &str) -> String {
        if let (Turn::Colors, Some(("left", pieces))) = (self, item.split_once('=')) {
            let mut pieces: Vec<String> =
                pieces.split(',').map(|one| recolored(rules, one)).collect();
            // In the order of the rule set, White's first.
            pieces.sort_by_key(|one| {
                let spec = rules.spec();
                let own = spec
                    .pieces
                    .iter()
                    .position(|piece| piece.text.eq_ignore_ascii_case(one));
                (
                    own,
                    one.starts_with(|letter: char| letter.is_ascii_lowercase()),
                )
            });
            return format!("left={}", pieces.join(","));
        }
        let Some((key @ ("ep" | "swap"), mut rest)) = item.split_once('=') else {
            return item.to_string();
        };
        let mut squares = Vec::new();
        while let Some((square, after)) = rules.geometry().read(rest) {
            squares.push(self.square(rules, square));
            rest = after;
        }
        squares.sort();
        let names = squares
            .iter()
            .map(|&square| rules.geometry().name(square).to_string());
        format!("{key}={}", names.collect::<String>())
    }

    /// A square, turned.
    fn square(self, rules: &Rules, square: Square) -> Square {
        let board = rules.geometry();
        let (file, rank) = (board.file(square), board.rank(square));
        let turned = match self {
            Turn::Not => Some(square),
            Turn::LeftToRight => board.at(board.files() - 1 - file, rank),
            Turn::Colors => board.at(file, board.ranks() - 1 - rank),
        };
        turned.expect("on the board")
    }

    /// The moves of a position, their squares turned, with the number of replies to each.
    fn moves(self, rules: &Rules, game: &Game) -> Vec<Turned> {
        let mut moves: Vec<_> = (game.divide(2).into_iter())
            .map(|(one, count)| {
                let turned = |&square: &Square| self.square(rules, square);
                let mut victims: Vec<_> = one.victims().iter().map(turned).collect();
                victims.sort();
                // A pass has no squares.
                let ends = match one.kind {
                    MoveKind::Pass => Vec::new(),
                    _ => vec![turned(&one.from), turned(&one.to)],
                };
                let converted = one.converted().iter().map(turned).collect();
                let squares = [ends, victims, converted].concat();
                (squares, one.kind, one.promotion(), count)
            })
            .collect();
        moves.sort();
        moves
    }
}

/// A move with its squares turned, and the number of replies.
type Turned = (Vec<Square>, MoveKind, Option<PieceType>, u64);

/// A token of the other side.
fn recolored(rules: &Rules, token: &str) -> String {
    match rules.spec().find(token) {
        Some(_) => token.to_lowercase(),
        None => {
            let own = rules
                .spec()
                .pieces
                .iter()
                .find(|piece| piece.text.to_lowercase() == token);
            own.map_or_else(|| token.to_string(), |piece| piece.text.clone())
        }
    }
}

fn recolored_outcome(outcome: Outcome) -> Outcome {
    match outcome {
        Outcome::Win(color) => Outcome::Win(color.other()),
        Outcome::Draw => Outcome::Draw,
    }
}

/// Compares positions of every rule set with themselves turned. Castling is not symmetric left to
/// right, so positions with a right to it are passed over there.
fn compare(turn: Turn) {
    for rules in every_game() {
        let mut compared = 0;
        visit(&rules, 120, |game| {
            if game.text().contains("castle=") {
                return;
            }
            compared += 1;
            let turned = turn.position(&rules, game);
            let what = || {
                format!(
                    "{} {turn:?}: {} and {}",
                    name(&rules),
                    game.text(),
                    turned.text()
                )
            };
            assert_eq!(
                turn.moves(&rules, game),
                Turn::Not.moves(&rules, &turned),
                "{}",
                what()
            );
            assert_eq!(game.perft(2), turned.perft(2), "{}", what());
            let outcome = game.outcome().map(|(outcome, ending)| match turn {
                Turn::Colors => (recolored_outcome(outcome), ending),
                Turn::Not | Turn::LeftToRight => (outcome, ending),
            });
            assert_eq!(outcome, turned.outcome(), "{}", what());
        });
        assert!(compared > 40, "{}: only {compared} positions", name(&rules));
    }
}

#[test]
fn a_position_reflected_left_to_right_has_the_same_moves_reflected() {
    compare(Turn::LeftToRight);
}

#[test]
fn a_position_with_colours_exchanged_has_the_same_moves_turned() {
    compare(Turn::Colors);
}
