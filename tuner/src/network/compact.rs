//! A position in few bytes: what is needed to learn from it.
//!
//! A row has a position: the piece on each square in White's view, a byte each, 0 where there is none; the output that is
//! meant, whose move it is and whether Black sees the files the other way round, a byte; where the royals of both sides
//! stand, as the inputs tell, a byte; half points of the side to move, a byte; and what the network is added to and what the
//! search expected, in centipawns, two bytes each. A block has rows by columns, since what stands on one square in position
//! after position takes fewer bytes when it is compressed than what stands on square after square.

use super::positions::LearningSet;
use tradewind_engine::Color;
use tradewind_engine::evaluation::network::{ActiveInputs, Shape};

/// Set in the byte of the output when Black sees the files the other way round.
const TURNED: u8 = 1 << 7;
/// Set there when Black is to move.
const BLACK: u8 = 1 << 6;
/// Bytes of a row after those of squares.
const REST: usize = 7;
/// How many rows are in a block: many, and not a power of two, by which columns would stand in each other's way in caches.
pub(super) const ROWS: usize = 8_000;

/// A position of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PositionSample {
    /// The same for the same position.
    pub key: u64,
    /// Whose move it is.
    pub side: Color,
    pub active: ActiveInputs,
    /// What the network is added to, in centipawns for the side to move.
    pub offset: i16,
    /// What the search expected, in centipawns for the side to move.
    pub score: i16,
    /// Half points of the side to move.
    pub result: u8,
}

/// How positions of a board and its pieces are packed.
#[derive(Clone, Debug)]
pub(super) struct Packing {
    squares: usize,
    royal_buckets: usize,
    /// Whether files are turned, and by input without the place of the royal: the one that the other side has.
    turned: [Vec<u16>; 2],
}

impl Packing {
    /// How positions are packed: what was packed otherwise cannot be unpacked.
    pub const FORMAT: u32 = 2;

    /// For networks of this shape. The pieces of both sides fit in a byte, since rule sets have at most
    /// [`MAX_PIECES`](tradewind_engine::rules::MAX_PIECES) of them.
    pub fn of(shape: &Shape) -> Packing {
        let of_input = |input| turned(shape, input, false) as u16;
        let of_files = |input| turned(shape, input, true) as u16;
        Packing {
            squares: shape.squares(),
            royal_buckets: shape.royal_buckets,
            turned: [
                (0..shape.placings()).map(of_input).collect(),
                (0..shape.placings()).map(of_files).collect(),
            ],
        }
    }

    /// Bytes of a position.
    fn width(&self) -> usize {
        self.squares + REST
    }

    /// Adds the row of a position.
    pub fn push(&self, sample: &PositionSample, rows: &mut Vec<u8>) {
        let placings = self.turned[0].len();
        let [own, other] = &sample.active.views;
        let [white, black] = match sample.side {
            Color::White => [own, other],
            Color::Black => [other, own],
        };
        let begin = rows.len();
        rows.resize(begin + self.squares, 0);
        for &input in white {
            let input = input as usize % placings;
            rows[begin + input % self.squares] = (input / self.squares) as u8 + 1;
        }
        let is_turned = (white.iter().zip(black)).any(|(&white, &black)| {
            let [white, black] = [white, black].map(|input| input as usize % placings);
            usize::from(self.turned[0][white]) != black
        });
        let royals =
            [white, black].map(|view| view.first().map_or(0, |&first| first as usize / placings));
        let flag = |is_set: bool, flag: u8| if is_set { flag } else { 0 };
        let flags = flag(is_turned, TURNED) | flag(sample.side == Color::Black, BLACK);
        rows.push(sample.active.bucket as u8 | flags);
        rows.push((royals[0] | royals[1] << 4) as u8);
        rows.push(sample.result);
        rows.extend(sample.offset.to_le_bytes());
        rows.extend(sample.score.to_le_bytes());
    }

    /// How many rows there are.
    pub fn count(&self, rows: &[u8]) -> usize {
        rows.len() / self.width()
    }

    /// The block of these rows.
    pub fn block(&self, rows: &[u8]) -> Vec<u8> {
        let column = |at: usize| rows[at..].iter().step_by(self.width()).copied();
        let columns = self.width().min(rows.len());
        (0..columns).flat_map(column).collect()
    }

    /// The positions of a block; `None` when it was not made of rows.
    pub fn unpack(&self, block: &[u8]) -> Option<LearningSet> {
        let count = self.count(block);
        let placings = self.turned[0].len();
        let (pieces, _) = block.split_at(self.squares * count);
        let is_known = |piece: &u8| usize::from(*piece) <= placings / self.squares;
        if count * self.width() != block.len() || !pieces.iter().all(is_known) {
            return None;
        }
        let mut set = LearningSet::default();
        for row in 0..count {
            let rest: [u8; REST] =
                std::array::from_fn(|column| block[(self.squares + column) * count + row]);
            let royals = [rest[1] & 15, rest[1] >> 4].map(usize::from);
            if royals.iter().any(|&royal| royal >= self.royal_buckets) {
                return None;
            }
            let turned = &self.turned[usize::from(rest[0] & TURNED != 0)];
            let is_black = rest[0] & BLACK != 0;
            let own = (pieces[row..].iter().step_by(count).enumerate())
                .filter(|&(_, &piece)| piece > 0)
                .map(|(square, &piece)| {
                    let input = (usize::from(piece) - 1) * self.squares + square;
                    if is_black {
                        turned[input]
                    } else {
                        input as u16
                    }
                });
            let [white, black] = royals.map(|royal| (royal * placings) as u16);
            set.push(
                own,
                turned,
                if is_black {
                    [black, white]
                } else {
                    [white, black]
                },
                rest[0] & !(TURNED | BLACK),
                rest[2],
                [
                    i16::from_le_bytes([rest[3], rest[4]]),
                    i16::from_le_bytes([rest[5], rest[6]]),
                ],
            );
        }
        Some(set)
    }
}

/// The input that the other side has for an input: sides and ranks change, and files when they are turned.
fn turned(shape: &Shape, input: usize, files_turned: bool) -> usize {
    let (piece, square) = (input / shape.squares(), input % shape.squares());
    let (rank, file) = (square / shape.files, square % shape.files);
    let rank = shape.ranks - 1 - rank;
    let file = match files_turned {
        true => shape.files - 1 - file,
        false => file,
    };
    let piece = (piece + shape.pieces.len()) % (2 * shape.pieces.len());
    piece * shape.squares() + rank * shape.files + file
}

#[cfg(test)]
impl Packing {
    pub fn of_chess() -> Packing {
        let game = tradewind_engine::Game::load("chess", &[]).expect("chess");
        Packing::of(&Shape::of(game.spec(), 32, 4))
    }
}

#[cfg(test)]
impl PositionSample {
    /// Positions of chess by chance, with the result and the score that `value` gives for the numbers of own and enemy
    /// pieces by type.
    pub fn planted(
        count: usize,
        seed: u64,
        value: impl Fn([[i32; 6]; 2]) -> i16,
    ) -> Vec<PositionSample> {
        use rand::seq::SliceRandom;
        use rand::{RngExt, SeedableRng};
        let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(seed);
        let board = Packing::of_chess();
        let mut squares: Vec<usize> = (0..64).collect();
        let sample = |key| {
            squares.shuffle(&mut random);
            let mut pieces = [[0; 6]; 2];
            let mut views = [Vec::new(), Vec::new()];
            for &square in &squares[..random.random_range(4..18)] {
                let (side, piece) = (random.random_range(0..2), random.random_range(0..6));
                pieces[side][piece] += 1;
                let input = (6 * side + piece) * 64 + square;
                views[0].push(input as u32);
                views[1].push(board.turned[0][input].into());
            }
            let score = value(pieces);
            let wins = random.random::<f64>() < tradewind_stats::logistic(f64::from(score) / 200.0);
            PositionSample {
                key,
                side: Color::White,
                active: ActiveInputs {
                    views,
                    bucket: (key % 4) as usize,
                },
                offset: 0,
                score,
                result: 2 * u8::from(wins),
            }
        };
        (0..count as u64).map(sample).collect()
    }
}

#[cfg(test)]
impl LearningSet {
    /// The same as a set.
    pub fn planted(count: usize, seed: u64, value: impl Fn([[i32; 6]; 2]) -> i16) -> LearningSet {
        let (packing, mut rows) = (Packing::of_chess(), Vec::new());
        for sample in PositionSample::planted(count, seed, value) {
            packing.push(&sample, &mut rows);
        }
        packing.unpack(&packing.block(&rows)).expect("positions")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::seq::IndexedRandom;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;
    use tradewind_engine::Game;
    use tradewind_engine::evaluation::network::Inputs;
    use tradewind_engine::rules::built_in;

    /// Positions of games by chance of every rule set, one after the other.
    #[test]
    fn what_is_packed_is_unpacked() {
        for id in built_in() {
            let game = Game::load(&id, &[]).expect("a rule set");
            let shape = Shape::of(game.spec(), 32, 4).with_royal_buckets(4);
            let (inputs, packing) = (Inputs::of(&game, &shape), Packing::of(&shape));
            let mut random = ChaCha8Rng::seed_from_u64(9);
            let arrays = game.spec().array_numbers();
            let mut play = game
                .start(*arrays.choose(&mut random).expect("arrays"))
                .expect("an array");
            let (mut samples, mut rows) = (Vec::new(), Vec::new());
            for key in 0..150 {
                let Some(&one) = play.legal_moves().choose(&mut random) else {
                    break;
                };
                play.play_unchecked(one);
                let sample = PositionSample {
                    key,
                    side: play.side(),
                    active: inputs.active(&play),
                    offset: random.random(),
                    score: random.random(),
                    result: random.random_range(0..3),
                };
                packing.push(&sample, &mut rows);
                samples.push(sample);
            }
            assert_eq!(packing.count(&rows), samples.len(), "{id}");
            let set = packing.unpack(&packing.block(&rows)).expect("positions");
            assert_eq!(set.len(), samples.len(), "{id}");
            for (at, sample) in samples.iter().enumerate() {
                let found = set.lesson(at);
                let sorted = |inputs: Vec<u32>| {
                    let mut inputs = inputs;
                    inputs.sort_unstable();
                    inputs
                };
                for (view, known) in found.views.iter().zip(&sample.active.views) {
                    let view = view.iter().map(|&input| u32::from(input)).collect();
                    assert_eq!(sorted(view), sorted(known.clone()), "{id}, position {at}");
                }
                let numbers = [found.offset, found.score, 2.0 * found.result];
                let known = [
                    sample.offset.into(),
                    sample.score.into(),
                    sample.result.into(),
                ];
                assert_eq!(
                    (found.bucket, numbers),
                    (sample.active.bucket, known),
                    "{id}"
                );
            }
        }
    }

    #[test]
    fn other_bytes_are_refused() {
        let game = Game::load("chess", &[]).expect("chess");
        let packing = Packing::of(&Shape::of(game.spec(), 32, 4));
        let mut block = [0; 2 * (64 + REST)];
        let len = |block: &[u8]| packing.unpack(block).map(|set| set.len());
        assert_eq!(len(&block), Some(2));
        assert_eq!(len(&block[1..]), None, "too short");
        block[5] = 13;
        assert_eq!(len(&block), None, "no such piece");
        (block[5], block[2 * 65]) = (12, 1);
        assert_eq!(len(&block), None, "no such place");
        block[2 * 65] = 0;
        assert_eq!(len(&block), Some(2));
        assert_eq!(len(&[]), Some(0));
    }
}
