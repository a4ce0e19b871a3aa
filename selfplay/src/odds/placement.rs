//! Placement of odds: the squares of their changes, and the arrays in which they are possible.

use super::{MaterialChange, Odds};
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use tradewind_engine::board::Square;
use tradewind_engine::rules::{BlackArray, PieceType, RuleSpec};
use tradewind_engine::{Color, Game, Rules};

/// Changes of a player with their squares for White and for Black.
type Placed = Vec<(MaterialChange, [Square; 2])>;

/// Draws the starts of a pair of games with odds in a position: the first player has White, then
/// Black, on corresponding squares. `None` if the position has too few pieces or empty squares, or
/// a start is not a valid position, is over or won in one move, or has an added piece that can be
/// captured at once.
pub(crate) fn draw_starts(
    rules: &Rules,
    before: &Game,
    odds: &Odds,
    random: &mut impl Rng,
) -> Option<[Game; 2]> {
    let pieces = matched(rules, before);
    let mut empty: Option<Vec<[Square; 2]>> = None;
    let mut shuffled = |mut squares: Vec<[Square; 2]>| {
        squares.shuffle(random);
        squares
    };
    let mut side = |changes: &[MaterialChange]| -> Option<Placed> {
        let mut free: BTreeMap<PieceType, Vec<[Square; 2]>> = BTreeMap::new();
        let mut placed = Vec::new();
        for &change in changes {
            let squares = match change.from {
                Some(from) => free.entry(from).or_insert_with(|| {
                    let own = pieces.iter().filter(|(piece, _)| *piece == from);
                    shuffled(own.map(|&(_, squares)| squares).collect())
                }),
                None => empty.get_or_insert_with(|| shuffled(empty_halves(rules, before))),
            };
            placed.push((change, squares.pop()?));
        }
        Some(placed)
    };
    let [first, second] = &odds.changes;
    let placed = [side(first)?, side(second)?];
    let [one, other] = Color::BOTH.map(|first| start(before, &placed, first));
    Some([one?, other?])
}

/// The start in which the first player has a colour.
fn start(before: &Game, placed: &[Placed; 2], first: Color) -> Option<Game> {
    let mut changes = Vec::new();
    let mut added = Vec::new();
    for (own, color) in placed.iter().zip([first, first.other()]) {
        for (change, squares) in own {
            let square = squares[color.index()];
            changes.push((square, color, change.to));
            added.extend(change.from.is_none().then_some((square, color)));
        }
    }
    let game = before.changed(&changes).ok()?;
    added.retain(|(_, color)| *color != game.side());
    let pieces = game.occupied().len();
    let is_quiet = game.legal_moves().iter().all(|&one| {
        let mut next = game.clone();
        next.play_unchecked(one);
        let is_capture = next.occupied().len() < pieces;
        let mut added = added.iter().map(|&(square, _)| square);
        let is_changed = |square: Square| next.at(square) != game.at(square);
        next.over().is_none() && !(is_capture && added.any(is_changed))
    });
    (game.over().is_none() && is_quiet).then_some(game)
}

/// The empty squares of White's half of the board whose reflections in Black's half are empty, too.
fn empty_halves(rules: &Rules, before: &Game) -> Vec<[Square; 2]> {
    let board = rules.geometry();
    let ranks = 0..board.ranks() / 2;
    let squares = ranks.flat_map(|rank| (0..board.files()).map(move |file| (file, rank)));
    let both = squares.filter_map(|(file, rank)| {
        let like = board.at(file, board.ranks() - 1 - rank)?;
        Some([board.at(file, rank)?, like])
    });
    let is_free = |&square: &Square| before.at(square).is_none() && !board.is_hole(square);
    both.filter(|pair| pair.iter().all(is_free)).collect()
}

/// The pieces that both sides have, each with White's square and the corresponding one of Black:
/// rotated or mirrored as the array is, else in order.
fn matched(rules: &Rules, before: &Game) -> Vec<(PieceType, [Square; 2])> {
    let board = rules.geometry();
    let (mut white, mut black) = (Vec::new(), Vec::new());
    for square in before.occupied() {
        match before.at(square) {
            Some((Color::White, piece)) => white.push((piece, square)),
            Some((Color::Black, piece)) => black.push((piece, square)),
            None => {}
        }
    }
    let turned = |rotated: bool| {
        let pairs = white.iter().map(|&(piece, square)| {
            let file = if rotated {
                board.files() - 1 - board.file(square)
            } else {
                board.file(square)
            };
            let like = board.at(file, board.ranks() - 1 - board.rank(square))?;
            (before.at(like) == Some((Color::Black, piece))).then_some((piece, [square, like]))
        });
        pairs.collect::<Option<Vec<_>>>()
    };
    turned(true).or_else(|| turned(false)).unwrap_or_else(|| {
        black.sort_by_key(|&(_, square)| (-board.rank(square), board.file(square)));
        let pairs = white.iter().filter_map(|&(piece, square)| {
            let at = black.iter().position(|&(other, _)| other == piece)?;
            Some((piece, [square, black.remove(at).1]))
        });
        pairs.collect()
    })
}

/// The number of placements tried before odds are considered impossible.
const TRIES: u32 = 40;

/// Whether a game can begin with odds from at least one of these arrays.
pub fn can_begin(rules: &Rules, odds: &Odds, arrays: &[u32]) -> bool {
    let mut random = ChaCha8Rng::seed_from_u64(0);
    let mut starts = || {
        let before = rules.start(*arrays.choose(&mut random)?)?;
        draw_starts(rules, &before, odds, &mut random)
    };
    (0..TRIES).any(|_| starts().is_some())
}

/// The arrays in which odds are possible for either colour.
pub fn possible_arrays(spec: &RuleSpec, odds: &Odds, arrays: &[u32]) -> Vec<u32> {
    let entries = 0..spec.arrays.len();
    let enough: Vec<bool> = entries
        .map(|entry| is_possible(spec, entry, odds))
        .collect();
    // Typhoon has 262,144 arrays, all of one entry.
    if enough.iter().all(|&enough| enough) {
        return arrays.to_vec();
    }
    let is_possible = |array: &u32| {
        let family = spec.array_family(*array);
        family.is_some_and(|family| enough[family.entry])
    };
    arrays.iter().copied().filter(is_possible).collect()
}

/// Whether both colours have the pieces that odds change, in the arrays of an entry.
fn is_possible(spec: &RuleSpec, entry: usize, odds: &Odds) -> bool {
    let counts = counts(spec, entry);
    odds.changes.iter().all(|side| {
        let wanted = || side.iter().filter_map(|change| change.from);
        wanted().all(|piece| wanted().filter(|one| *one == piece).count() <= counts[piece.index()])
    })
}

/// The number of each piece type that both sides have in the arrays of an entry.
pub fn counts(spec: &RuleSpec, entry: usize) -> Vec<usize> {
    let array = &spec.arrays[entry];
    let count = |rows: &[Vec<Option<PieceType>>]| {
        let mut counts = vec![0; spec.pieces.len()];
        for piece in rows.iter().flatten().flatten() {
            counts[piece.index()] += 1;
        }
        counts
    };
    let white = count(&array.rows);
    match &array.black {
        BlackArray::Rows(rows) => {
            let black = count(rows);
            white.iter().zip(black).map(|(&a, b)| a.min(b)).collect()
        }
        BlackArray::Rotated | BlackArray::Mirrored => white,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first valid starts.
    fn starts(rules: &str, array: u32, text: &str, seed: u64) -> [String; 2] {
        let rules = Rules::load(rules, &[]).expect("a rule set");
        let odds = Odds::parse(text, rules.spec()).unwrap_or_else(|fault| panic!("{fault}"));
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let before = rules.start(array).expect("an array");
        let mut drawn = (0..100).filter_map(|_| draw_starts(&rules, &before, &odds, &mut random));
        let starts = drawn.next().expect("positions");
        starts.map(|play| play.text())
    }

    /// The second game of a pair is the first one seen from the other side.
    #[test]
    fn colours_are_exchanged() {
        for (rules, array, rotated, odds) in [
            ("chess", 0, false, "-P -N N>Q : -P -P"),
            ("scirocco-2009", 17, true, "-P -N Gu>Q : -P -P"),
            ("scirocco-2009", 257, false, "-P -N Gu>Q : -P -P"),
            ("chess", 0, false, "+N -P : +P +B"),
        ] {
            for seed in 0..10 {
                let texts = starts(rules, array, odds, seed);
                let [one, other] = texts.map(|text| {
                    let board = text.split(' ').next().expect("a board").to_string();
                    board.split('/').map(str::to_string).collect::<Vec<_>>()
                });
                let turned = other.iter().rev().map(|rank| {
                    let mut tokens: Vec<String> = rank.split(',').map(swapped).collect();
                    if rotated {
                        tokens.reverse();
                    }
                    tokens.join(",")
                });
                assert_eq!(one, turned.collect::<Vec<_>>(), "{rules} {array}");
            }
        }
    }

    fn swapped(token: &str) -> String {
        if token.starts_with(|letter: char| letter.is_ascii_uppercase()) {
            token.to_ascii_lowercase()
        } else {
            let mut letters = token.chars();
            let first = letters.next().into_iter();
            first
                .map(|l| l.to_ascii_uppercase())
                .chain(letters)
                .collect()
        }
    }

    #[test]
    fn a_missing_rook_does_not_castle() {
        let both: Vec<String> = (0..20)
            .map(|seed| starts("chess", 0, "-R :", seed)[0].clone())
            .collect();
        assert!(both.iter().any(|text| text.contains("castle=Qkq")));
        assert!(both.iter().any(|text| text.contains("castle=Kkq")));
    }

    #[test]
    fn arrays_without_the_pieces_are_impossible() {
        let spec = tradewind_engine::rules::load(
            "hashishin-wazir",
            &[("four_thieves".to_string(), "true".to_string())],
        );
        let mut spec = spec.expect("a rule set");
        spec.array_ids = None;
        let of = |text: &str| {
            let odds = Odds::parse(text, &spec).unwrap_or_else(|fault| panic!("{fault}"));
            possible_arrays(&spec, &odds, &[0, 1])
        };
        assert_eq!(of("-T -T : -N"), [0, 1]);
        assert_eq!(of("-T -T -T : -N"), [1]);
        assert!(of("-W -W :").is_empty());
    }
}
