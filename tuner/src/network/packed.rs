//! Training positions, in memory and packed.
//!
//! The packed row of a position has one byte per square with its piece, seen from White (0: empty); one with the number in
//! hand for each piece type that can be there, White's first; a byte with the output
//! bucket, the side to move and whether files are mirrored for Black; a byte with the royal buckets of both sides; a byte
//! with the half points of the side to move; and two bytes each for the offset and the search score, in centipawns
//! ([`NO_SCORE`] without one). A block stores rows by columns, which compress better.

use crate::sampling::NO_SCORE;
use tradewind_engine::Color;
use tradewind_engine::evaluation::network::{ActiveInputs, Shape};

/// The flag, in the byte of the bucket, of files mirrored for Black.
const MIRRORED: u8 = 1 << 7;
/// The flag of Black to move.
const BLACK: u8 = 1 << 6;
/// The bytes of a row after those of squares.
const REST: usize = 7;
/// The number of rows of a block. It is not a power of two, which would cause cache conflicts between columns.
pub(super) const ROWS: usize = 8_000;

/// A sampled position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Sample {
    /// The hash of the position.
    pub key: u64,
    /// The side to move.
    pub side: Color,
    pub active: ActiveInputs,
    /// The evaluation that the network is added to, in centipawns for the side to move.
    pub offset: i16,
    /// The score of the search, in centipawns for the side to move.
    pub score: Option<i16>,
    /// Half points of the side to move.
    pub result: u8,
}

/// The packing of positions for a network shape.
#[derive(Clone, Debug)]
pub(super) struct Packing {
    shape: Shape,
    squares: usize,
    /// The piece types of a side on the board and in hand.
    pieces: [usize; 2],
    /// Without and with mirrored files, by input without its royal bucket: the same input of the other side.
    opposite: [Vec<u16>; 2],
}

impl Packing {
    /// The version of the format.
    pub const FORMAT: u32 = 3;

    /// The packing for networks of this shape. The pieces of both sides fit in a byte, see
    /// [`MAX_PIECES`](tradewind_engine::rules::MAX_PIECES).
    pub fn of(shape: &Shape) -> Packing {
        let opposite = |mirrored| {
            let of = |input| opposite(shape, input, mirrored) as u16;
            (0..shape.placings()).map(of).collect()
        };
        Packing {
            squares: shape.squares(),
            pieces: [
                shape.board_pieces(),
                shape.pieces.len() - shape.board_pieces(),
            ],
            shape: shape.clone(),
            opposite: [false, true].map(opposite),
        }
    }

    /// The bytes of a row before the rest: of squares and of pieces in hand.
    fn counted(&self) -> usize {
        self.squares + 2 * self.pieces[1]
    }

    /// The bytes of a row.
    fn width(&self) -> usize {
        self.counted() + REST
    }

    /// Of a piece type of either side, its place among those in hand of both sides, if it is one.
    fn in_hand(&self, piece: usize) -> Option<usize> {
        let [on_board, in_hand] = self.pieces;
        let (side, piece) = (piece / (on_board + in_hand), piece % (on_board + in_hand));
        Some(side * in_hand + piece.checked_sub(on_board)?)
    }

    /// The inputs of so many pieces in hand, by their place among those of both sides, seen from White.
    fn inputs_in_hand(&self, place: usize, count: u8) -> impl Iterator<Item = usize> {
        let [on_board, in_hand] = self.pieces;
        let (side, piece) = (place / in_hand, on_board + place % in_hand);
        let first = (side * (on_board + in_hand) + piece) * self.squares;
        let numbers = 0..usize::from(count).min(self.squares);
        numbers.map(move |number| first + self.shape.hand_square(side == 0, number))
    }

    /// Appends the row of a position.
    pub fn push(&self, sample: &Sample, rows: &mut Vec<u8>) {
        let placings = self.opposite[0].len();
        let [own, other] = &sample.active.views;
        let [white, black] = match sample.side {
            Color::White => [own, other],
            Color::Black => [other, own],
        };
        let begin = rows.len();
        rows.resize(begin + self.counted(), 0);
        for &input in white {
            let input = input as usize % placings;
            let (piece, square) = (input / self.squares, input % self.squares);
            match self.in_hand(piece) {
                Some(place) => rows[begin + self.squares + place] += 1,
                None => rows[begin + square] = piece as u8 + 1,
            }
        }
        let is_mirrored = (white.iter().zip(black)).any(|(&white, &black)| {
            let [white, black] = [white, black].map(|input| input as usize % placings);
            usize::from(self.opposite[0][white]) != black
        });
        let royals =
            [white, black].map(|view| view.first().map_or(0, |&first| first as usize / placings));
        let flag = |is_set: bool, flag: u8| if is_set { flag } else { 0 };
        let flags = flag(is_mirrored, MIRRORED) | flag(sample.side == Color::Black, BLACK);
        rows.push(sample.active.bucket as u8 | flags);
        rows.push((royals[0] | royals[1] << 4) as u8);
        rows.push(sample.result);
        rows.extend(sample.offset.to_le_bytes());
        rows.extend(sample.score.unwrap_or(NO_SCORE).to_le_bytes());
    }

    /// The number of rows.
    pub fn count(&self, rows: &[u8]) -> usize {
        rows.len() / self.width()
    }

    /// The block of some rows.
    pub fn block(&self, rows: &[u8]) -> Vec<u8> {
        let column = |at: usize| rows[at..].iter().step_by(self.width()).copied();
        let columns = self.width().min(rows.len());
        (0..columns).flat_map(column).collect()
    }

    /// The positions of a block; `None` if it is invalid.
    pub(crate) fn unpack(&self, block: &[u8]) -> Option<PositionSet> {
        let count = self.count(block);
        let placings = self.opposite[0].len();
        let (pieces, _) = block.split_at(self.squares * count);
        let is_known = |piece: &u8| usize::from(*piece) <= placings / self.squares;
        if count * self.width() != block.len() || !pieces.iter().all(is_known) {
            return None;
        }
        let mut set = PositionSet::default();
        for row in 0..count {
            let rest: [u8; REST] =
                std::array::from_fn(|column| block[(self.counted() + column) * count + row]);
            let royals = [rest[1] & 15, rest[1] >> 4].map(usize::from);
            if royals
                .iter()
                .any(|&royal| royal >= self.shape.royal_buckets)
            {
                return None;
            }
            let opposite = &self.opposite[usize::from(rest[0] & MIRRORED != 0)];
            let is_black = rest[0] & BLACK != 0;
            let begin = set.inputs.len();
            // Internal iteration, which is faster here than `extend`.
            (pieces[row..].iter().step_by(count).enumerate())
                .filter(|&(_, &piece)| piece > 0)
                .for_each(|(square, &piece)| {
                    let input = (usize::from(piece) - 1) * self.squares + square;
                    set.inputs.push(if is_black {
                        opposite[input]
                    } else {
                        input as u16
                    });
                });
            for place in 0..2 * self.pieces[1] {
                let number = block[(self.squares + place) * count + row];
                for input in self.inputs_in_hand(place, number) {
                    set.inputs.push(if is_black {
                        opposite[input]
                    } else {
                        input as u16
                    });
                }
            }
            let [mut own, mut other] = royals.map(|royal| (royal * placings) as u16);
            if is_black {
                std::mem::swap(&mut own, &mut other);
            }
            for at in begin..set.inputs.len() {
                let input = set.inputs[at];
                set.inputs[at] = own + input;
                set.inputs.push(other + opposite[usize::from(input)]);
            }
            set.ends.push(set.inputs.len() as u64);
            let bucket = rest[0] & !(MIRRORED | BLACK);
            let numbers = [[rest[3], rest[4]], [rest[5], rest[6]]].map(i16::from_le_bytes);
            set.rest.push(([bucket, rest[2]], numbers));
        }
        Some(set)
    }
}

/// The input of the other side for the same piece and square: the owner and the rank change, and the file if mirrored, unless
/// the piece is in hand.
fn opposite(shape: &Shape, input: usize, mirrored: bool) -> usize {
    let (piece, square) = (input / shape.squares(), input % shape.squares());
    let (rank, file) = (square / shape.files, square % shape.files);
    let rank = shape.ranks - 1 - rank;
    let is_in_hand = piece % shape.pieces.len() >= shape.board_pieces();
    let file = if mirrored && !is_in_hand {
        shape.files - 1 - file
    } else {
        file
    };
    let piece = (piece + shape.pieces.len()) % (2 * shape.pieces.len());
    piece * shape.squares() + rank * shape.files + file
}

/// Training positions in memory.
#[derive(Clone, Debug, Default)]
pub(super) struct PositionSet {
    /// The inputs of all positions: those of the side to move, then as many of the other side.
    inputs: Vec<u16>,
    /// By position: the end of its inputs.
    ends: Vec<u64>,
    rest: Vec<PositionRest>,
}

/// The data of a position beside its inputs: the bucket, the half points of the side to move, and the offset and the score in
/// centipawns for it.
type PositionRest = ([u8; 2], [i16; 2]);

/// A training position.
pub(super) struct Position<'s> {
    /// The inputs of the side to move and of the other side.
    pub views: [&'s [u16]; 2],
    pub bucket: usize,
    /// The evaluation that the network is added to, in centipawns.
    pub offset: f64,
    /// The score of the search, in centipawns.
    pub score: Option<f64>,
    /// The points of the side to move.
    pub result: f64,
}

impl PositionSet {
    /// The number of positions.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// The position with a number.
    pub fn get(&self, at: usize) -> Position<'_> {
        let begin = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        let inputs = &self.inputs[begin as usize..self.ends[at] as usize];
        let ([bucket, result], [offset, score]) = self.rest[at];
        Position {
            views: inputs.split_at(inputs.len() / 2).into(),
            bucket: usize::from(bucket),
            offset: f64::from(offset),
            score: (score != NO_SCORE).then_some(f64::from(score)),
            result: f64::from(result) / 2.0,
        }
    }

    /// The same positions with royals in all buckets in turn, each of `placings` inputs.
    #[cfg(test)]
    pub(crate) fn with_royals(mut self, placings: u16) -> PositionSet {
        let mut begin = 0;
        for (number, &end) in (0..).zip(&self.ends) {
            let inputs = &mut self.inputs[begin..end as usize];
            let (own, other) = inputs.split_at_mut(inputs.len() / 2);
            own.iter_mut()
                .for_each(|input| *input += number % 4 * placings);
            other
                .iter_mut()
                .for_each(|input| *input += number / 4 % 4 * placings);
            begin = end as usize;
        }
        self
    }

    /// Appends the positions of another set.
    pub fn append(&mut self, other: PositionSet) {
        let begin = self.inputs.len() as u64;
        self.inputs.extend(other.inputs);
        self.ends.extend(other.ends.iter().map(|end| begin + end));
        self.rest.extend(other.rest);
    }
}

#[cfg(test)]
impl Packing {
    pub fn of_chess() -> Packing {
        let rules = tradewind_engine::Rules::load("chess", &[]).expect("chess");
        Packing::of(&Shape::of(rules.spec(), 32, 4))
    }
}

#[cfg(test)]
impl Sample {
    /// Random positions of chess, with the score that `value` gives for the numbers of own and enemy pieces by type, and
    /// results drawn with it.
    pub fn planted(count: usize, seed: u64, value: impl Fn([[i32; 6]; 2]) -> i16) -> Vec<Sample> {
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
                views[1].push(board.opposite[0][input].into());
            }
            let score = value(pieces);
            let wins = random.random::<f64>() < tradewind_stats::logistic(f64::from(score) / 200.0);
            Sample {
                key,
                side: Color::White,
                active: ActiveInputs {
                    views,
                    bucket: (key % 4) as usize,
                },
                offset: 0,
                score: Some(score),
                result: 2 * u8::from(wins),
            }
        };
        (0..count as u64).map(sample).collect()
    }
}

#[cfg(test)]
impl PositionSet {
    /// Positions as [`Sample::planted`].
    pub fn planted(count: usize, seed: u64, value: impl Fn([[i32; 6]; 2]) -> i16) -> PositionSet {
        let (packing, mut rows) = (Packing::of_chess(), Vec::new());
        for sample in Sample::planted(count, seed, value) {
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
    use tradewind_engine::Rules;
    use tradewind_engine::evaluation::network::Inputs;
    use tradewind_engine::rules::built_in;

    /// Packs and unpacks positions of random games of every rule set.
    #[test]
    fn unpacking_restores_positions() {
        let others = ["crazyhouse", "duck"].map(|id| format!("../scripts/variants/{id}.toml"));
        for id in built_in().into_iter().chain(others) {
            let rules = Rules::load(&id, &[]).expect("a rule set");
            let shape = Shape::of(rules.spec(), 32, 4).with_royal_buckets(4);
            let (inputs, packing) = (Inputs::of(&rules, &shape), Packing::of(&shape));
            let mut random = ChaCha8Rng::seed_from_u64(9);
            let arrays = rules.spec().array_numbers();
            let mut game = rules
                .start(*arrays.choose(&mut random).expect("arrays"))
                .expect("an array");
            let (mut samples, mut rows) = (Vec::new(), Vec::new());
            for key in 0..150 {
                let Some(&one) = game.legal_moves().choose(&mut random) else {
                    break;
                };
                game.play_unchecked(one);
                let sample = Sample {
                    key,
                    side: game.side(),
                    active: inputs.active(&game),
                    offset: random.random(),
                    score: (key % 5 != 0).then(|| random.random_range(-30_000..=30_000)),
                    result: random.random_range(0..3),
                };
                packing.push(&sample, &mut rows);
                samples.push(sample);
            }
            assert_eq!(packing.count(&rows), samples.len(), "{id}");
            let set = packing.unpack(&packing.block(&rows)).expect("positions");
            assert_eq!(set.len(), samples.len(), "{id}");
            for (at, sample) in samples.iter().enumerate() {
                let found = set.get(at);
                let sorted = |inputs: Vec<u32>| {
                    let mut inputs = inputs;
                    inputs.sort_unstable();
                    inputs
                };
                for (view, known) in found.views.iter().zip(&sample.active.views) {
                    let view = view.iter().map(|&input| u32::from(input)).collect();
                    assert_eq!(sorted(view), sorted(known.clone()), "{id}, position {at}");
                }
                let numbers = [found.offset, 2.0 * found.result];
                let known = [sample.offset.into(), sample.result.into()];
                assert_eq!(
                    (found.bucket, numbers, found.score),
                    (sample.active.bucket, known, sample.score.map(f64::from)),
                    "{id}"
                );
            }
        }
    }

    #[test]
    fn invalid_blocks_are_refused() {
        let rules = Rules::load("chess", &[]).expect("chess");
        let packing = Packing::of(&Shape::of(rules.spec(), 32, 4));
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
