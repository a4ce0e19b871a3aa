//! A position in few bytes: what is needed to learn from it.
//!
//! Its bytes are: which squares are occupied, in the view of the side to move, a bit each; the piece on each of them, in the
//! order of squares, a byte each; the output that is meant and whether the other side sees the files the other way round, a
//! byte; where the royals of both sides stand, as the inputs tell, a byte; the side's half points, a byte; and what the
//! network is added to and what the search expected, in centipawns, two bytes each. Orthodox chess comes to about 36 bytes,
//! and compressed to fewer.

use super::positions::LearningSet;
use tradewind_engine::evaluation::network::{ActiveInputs, Shape};

/// Set in the byte of the output when the other side sees the files the other way round.
const TURNED: u8 = 1 << 7;
/// Bytes after those of squares and pieces.
const REST: usize = 7;

/// A position of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PositionSample {
    /// The same for the same position.
    pub key: u64,
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

    /// Adds a position to `bytes`.
    pub fn pack(&self, sample: &PositionSample, bytes: &mut Vec<u8>) {
        let placings = self.turned[0].len();
        let [own, other] = &sample.active.views;
        let royals =
            [own, other].map(|view| view.first().map_or(0, |&first| first as usize / placings));
        let mut pieces: Vec<(usize, u8)> = (own.iter())
            .map(|&input| {
                let input = input as usize % placings;
                (input % self.squares, (input / self.squares) as u8)
            })
            .collect();
        pieces.sort_unstable();
        let begin = bytes.len();
        bytes.resize(begin + self.squares.div_ceil(8), 0);
        for &(square, _) in &pieces {
            bytes[begin + square / 8] |= 1 << (square % 8);
        }
        bytes.extend(pieces.iter().map(|&(_, piece)| piece));
        let is_turned = (own.iter().zip(other)).any(|(&own, &other)| {
            let [own, other] = [own, other].map(|input| input as usize % placings);
            usize::from(self.turned[0][own]) != other
        });
        bytes.push(sample.active.bucket as u8 | if is_turned { TURNED } else { 0 });
        bytes.push((royals[0] | royals[1] << 4) as u8);
        bytes.push(sample.result);
        bytes.extend(sample.offset.to_le_bytes());
        bytes.extend(sample.score.to_le_bytes());
    }

    /// Adds the first position of `bytes` to a set, and returns the others; `None` when they are none that were packed
    /// so.
    pub fn unpack<'b>(&self, bytes: &'b [u8], set: &mut LearningSet) -> Option<&'b [u8]> {
        let (occupied, bytes) = bytes.split_at_checked(self.squares.div_ceil(8))?;
        let count: u32 = occupied.iter().map(|byte| byte.count_ones()).sum();
        let (pieces, bytes) = bytes.split_at_checked(count as usize)?;
        let (rest, bytes) = bytes.split_at_checked(REST)?;
        let placings = self.turned[0].len();
        let is_known = |piece: &u8| usize::from(*piece) * self.squares < placings;
        let is_beyond = (self.squares..8 * occupied.len())
            .any(|square| occupied[square / 8] >> (square % 8) & 1 == 1);
        let royals = [rest[1] & 15, rest[1] >> 4].map(usize::from);
        let are_royals_known = royals.iter().all(|&royal| royal < self.royal_buckets);
        if is_beyond || !are_royals_known || !pieces.iter().all(is_known) {
            return None;
        }
        let squares = (occupied.iter().zip((0..).step_by(8)))
            .flat_map(|(&byte, first)| ones(byte).map(move |bit| first + bit));
        let own = (squares.zip(pieces))
            .map(|(square, &piece)| (usize::from(piece) * self.squares + square) as u16);
        set.push(
            own,
            &self.turned[usize::from(rest[0] & TURNED != 0)],
            royals.map(|royal| (royal * placings) as u16),
            rest[0] & !TURNED,
            rest[2],
            [
                i16::from_le_bytes([rest[3], rest[4]]),
                i16::from_le_bytes([rest[5], rest[6]]),
            ],
        );
        Some(bytes)
    }
}

/// The places of the bits that are set.
fn ones(byte: u8) -> impl Iterator<Item = usize> {
    let rest = |bits: &u8| Some(bits & bits.wrapping_sub(1));
    std::iter::successors(Some(byte), rest)
        .take_while(|&bits| bits != 0)
        .map(|bits| bits.trailing_zeros() as usize)
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
        let (mut set, mut bytes) = (LearningSet::default(), Vec::new());
        let packing = Packing::of_chess();
        for sample in PositionSample::planted(count, seed, value) {
            bytes.clear();
            packing.pack(&sample, &mut bytes);
            packing.unpack(&bytes, &mut set).expect("a position");
        }
        set
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
            let (mut samples, mut bytes) = (Vec::new(), Vec::new());
            for key in 0..150 {
                let Some(&one) = play.legal_moves().choose(&mut random) else {
                    break;
                };
                play.play(one);
                let sample = PositionSample {
                    key,
                    active: inputs.active(&play),
                    offset: random.random(),
                    score: random.random(),
                    result: random.random_range(0..3),
                };
                packing.pack(&sample, &mut bytes);
                samples.push(sample);
            }
            let mut set = LearningSet::default();
            let mut rest = &bytes[..];
            while !rest.is_empty() {
                rest = packing.unpack(rest, &mut set).expect("a position");
            }
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
        let mut set = LearningSet::default();
        assert_eq!(packing.unpack(&[0; 13], &mut set), None, "too short");
        let mut bytes = [0; 16];
        (bytes[0], bytes[8]) = (1, 12);
        assert_eq!(packing.unpack(&bytes, &mut set), None, "no such piece");
        (bytes[8], bytes[10]) = (11, 1);
        assert_eq!(packing.unpack(&bytes, &mut set), None, "no such place");
        bytes[10] = 0;
        assert_eq!(packing.unpack(&bytes, &mut set), Some(&[][..]));
        assert_eq!(set.len(), 1);
    }
}
