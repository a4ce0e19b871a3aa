//! Positions drawn from games for the regression on material. A [condensed](super::condensed) file can have their
//! material in place of moves.

use super::GameRecord;
use crate::experiment::Experiment;
use rand::SeedableRng;
use rand::seq::index;
use rand_chacha::ChaCha8Rng;
use tradewind_engine::rules::PieceType;
use tradewind_engine::{Color, Move, Replay, ReplayError, Rules};

/// The first character of material as text.
pub(super) const MARK: char = '=';

/// A definition of quiet positions: no capture or promotion in a number of moves before and after.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quietness {
    /// Number of moves before.
    pub before: u32,
    /// Number of moves after; moves beyond the end of the game count as quiet.
    pub after: u32,
}

impl Quietness {
    /// The definition for the values of the regression.
    pub const DEFAULT: Quietness = Quietness::new(1, 1);

    /// Other definitions, for comparison.
    pub const OTHERS: [Quietness; 5] = [
        Quietness::new(0, 0),
        Quietness::new(1, 0),
        Quietness::new(0, 1),
        Quietness::new(2, 2),
        Quietness::new(4, 4),
    ];

    const fn new(before: u32, after: u32) -> Quietness {
        Quietness { before, after }
    }

    /// Whether the position before the move of a ply, counted from 0, is quiet; `is_calm` tells by ply
    /// which moves captured and promoted nothing.
    fn holds(self, is_calm: &[bool], ply: usize) -> bool {
        let first = ply.checked_sub(self.before as usize);
        let end = (ply + self.after as usize).min(is_calm.len());
        first.is_some_and(|first| is_calm[first..end].iter().all(|calm| *calm))
    }

    /// Draws up to `samples_per_game` positions of a game among the quiet ones after the opening: the plies of the moves
    /// made there, counted from 0, in order. The draw depends on the experiment's seed and the game's number only.
    pub fn draw(
        self,
        experiment: &Experiment,
        record: &GameRecord,
        is_calm: &[bool],
    ) -> Vec<usize> {
        let after_opening = record.opening_plies as usize..is_calm.len();
        let quiet: Vec<usize> = after_opening
            .filter(|&ply| self.holds(is_calm, ply))
            .collect();
        let mut random = ChaCha8Rng::seed_from_u64(experiment.seed);
        // Games use the streams from 0 upwards, samples those from the other end.
        random.set_stream(u64::MAX - record.number);
        let wanted = quiet
            .len()
            .min(experiment.estimates.samples_per_game as usize);
        let mut drawn = index::sample(&mut random, quiet.len(), wanted).into_vec();
        drawn.sort_unstable();
        drawn.into_iter().map(|at| quiet[at]).collect()
    }
}

/// Plays a move; whether it captured and promoted nothing.
pub fn plays_calmly(position: &mut Replay, one: Move) -> bool {
    let pieces = position.pieces();
    position.play(one);
    position.pieces() == pieces && one.promotion().is_none()
}

/// A piece of a position: its type, its owner, and the ranks between it and the nearest square on which it promotes; `None`
/// if it never promotes.
pub type PlacedPiece = (PieceType, Color, Option<u8>);

/// The material of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Material {
    /// The pieces on the board, by type, owner and distance.
    pub pieces: Vec<PlacedPiece>,
    /// The pieces in hand, by type and owner.
    pub hands: Vec<(PieceType, Color)>,
}

/// Between the pieces of two types.
const NEXT_TYPE: u8 = b' ';
/// The first character for White's pieces: one that promotes on its own square, or never; the next ones are farther away.
const WHITE: u8 = b'!';
/// The first character for Black's pieces.
const BLACK: u8 = WHITE + 33;
/// Before the pieces in hand, if there are any.
const IN_HAND: char = '|';
/// Between two positions.
const NEXT_POSITION: char = '~';

impl Material {
    /// The material of a position.
    pub fn of(position: &Replay) -> Material {
        let mut pieces = Vec::new();
        position.for_each_piece(|color, piece, ranks| pieces.push((piece, color, ranks)));
        pieces.sort_unstable_by_key(|&(piece, color, ranks)| (piece, color.index(), ranks));
        let mut hands = Vec::new();
        position.for_each_in_hand(|color, piece| hands.push((piece, color)));
        hands.sort_unstable_by_key(|&(piece, color)| (piece, color.index()));
        Material { pieces, hands }
    }

    /// The material of the positions of a finished game that the regression draws; `None` if the record lacks its moves,
    /// or starts from a position that its rule set does not have.
    ///
    /// # Errors
    /// A move is not one of the rules.
    pub fn drawn(
        record: &GameRecord,
        experiment: &Experiment,
    ) -> Result<Option<Vec<Material>>, ReplayError> {
        let Some(mut position) = record.replay(&experiment.rules[record.rules].compiled) else {
            return Ok(None);
        };
        if record.result.score().is_none() {
            return Ok(Some(Vec::new()));
        }
        let (mut positions, mut is_calm) = (Vec::new(), Vec::new());
        for text in record.moves() {
            let one = position.read(text)?;
            positions.push(position.clone());
            is_calm.push(plays_calmly(&mut position, one));
        }
        let plies = Quietness::DEFAULT.draw(experiment, record, &is_calm);
        let material = plies.into_iter().map(|ply| Material::of(&positions[ply]));
        Ok(Some(material.collect()))
    }

    /// Several as text: of each the pieces of each type in turn, a character for each piece.
    pub(super) fn text(several: &[Material]) -> String {
        let placed = |pieces: &[PlacedPiece]| {
            let (mut text, mut last) = (String::new(), 0);
            for &(piece, color, ranks) in pieces {
                for _ in last..piece.index() {
                    text.push(char::from(NEXT_TYPE));
                }
                last = piece.index();
                let first = [WHITE, BLACK][color.index()];
                text.push(char::from(first + ranks.unwrap_or(0)));
            }
            text
        };
        let one = |material: &Material| {
            let mut text = placed(&material.pieces);
            if !material.hands.is_empty() {
                let hands = material
                    .hands
                    .iter()
                    .map(|&(piece, color)| (piece, color, None));
                text.push(IN_HAND);
                text += &placed(&hands.collect::<Vec<_>>());
            }
            text
        };
        let texts: Vec<String> = several.iter().map(one).collect();
        format!("{MARK}{}", texts.join(&NEXT_POSITION.to_string()))
    }

    /// The material of positions that a text stands for; `None` if it is not of games by these rules.
    pub(super) fn read(text: &str, rules: &Rules) -> Option<Vec<Material>> {
        let texts = text.strip_prefix(MARK)?;
        let spec = rules.spec();
        let placed = |text: &str, may_promote: bool| {
            let (mut pieces, mut at) = (Vec::new(), 0);
            for letter in text.bytes() {
                if letter == NEXT_TYPE {
                    at += 1;
                    continue;
                }
                let (color, first) = match letter < BLACK {
                    true => (Color::White, WHITE),
                    false => (Color::Black, BLACK),
                };
                let ranks = letter.checked_sub(first)?;
                let promotes = may_promote && spec.pieces.get(at)?.promotion.is_some();
                if i32::from(ranks) > rules.geometry().ranks() || (ranks > 0 && !promotes) {
                    return None;
                }
                let piece = PieceType(u8::try_from(at).ok().filter(|_| at < spec.pieces.len())?);
                pieces.push((piece, color, promotes.then_some(ranks)));
            }
            Some(pieces)
        };
        let in_hand = spec.hand_pieces();
        let one = |text: &str| {
            let (on_board, hands) = text.split_once(IN_HAND).unwrap_or((text, ""));
            let hands = placed(hands, false)?;
            let is_known = |&(piece, ..): &PlacedPiece| in_hand.contains(&piece);
            let is_possible = hands.iter().all(is_known);
            is_possible.then_some(Material {
                pieces: placed(on_board, true)?,
                hands: hands
                    .into_iter()
                    .map(|(piece, color, _)| (piece, color))
                    .collect(),
            })
        };
        if texts.is_empty() {
            return Some(Vec::new());
        }
        texts.split(NEXT_POSITION).map(one).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tradewind_engine::notation::position;

    #[test]
    fn a_position_is_quiet_by_the_moves_around_it() {
        // The third move, with number 2, captures.
        let is_calm = [true, true, false, true, true, true];
        for (before, after, expected) in [
            (0, 0, &[0, 1, 2, 3, 4, 5][..]),
            (1, 0, &[1, 2, 4, 5]),
            (0, 1, &[0, 1, 3, 4, 5]),
            (1, 1, &[1, 4, 5]),
            // Moves beyond the end count as quiet, moves before the start do not.
            (2, 2, &[5]),
        ] {
            let quietness = Quietness::new(before, after);
            let quiet: Vec<usize> = (0..is_calm.len())
                .filter(|&ply| quietness.holds(&is_calm, ply))
                .collect();
            assert_eq!(quiet, expected, "{before}+{after}");
        }
    }

    /// Material comes back from its text; that of other rules is refused.
    #[test]
    fn material_comes_back_from_its_text() {
        let chess = Rules::load("chess", &[]).expect("chess");
        let ahead = "rnbqkbnr/pp1ppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1";
        let game = position(&chess, ahead).expect("a position");
        let replay = chess.replay_from(&game.text()).expect("a position");
        let material = Material::of(&replay);
        assert_eq!(material.pieces.len(), 30);
        let pawns = material.pieces.iter().filter(|one| one.2 == Some(6));
        assert_eq!(pawns.count(), 15);
        let none = Material {
            pieces: Vec::new(),
            hands: Vec::new(),
        };
        let several = vec![material.clone(), none];
        let text = Material::text(&several);
        assert_eq!(Material::read(&text, &chess), Some(several));
        assert_eq!(Material::read("=", &chess), Some(Vec::new()));
        // A knight that promotes, a seventh type, a pawn nine ranks away, a letter before all, and no mark.
        for wrong in ["= \"", "=      !", "=*", "=\u{1f}", "!", "=!|!"] {
            assert_eq!(Material::read(wrong, &chess), None, "{wrong}");
        }
        let rules = Rules::load("../scripts/variants/crazyhouse.toml", &[]).expect("crazyhouse");
        let taken = "rnbqkb1r/ppp1pppp/8/8/8/8/PPPP1PPP/RNBQKBNR[NPp] w KQkq - 0 1";
        let game = position(&rules, taken).expect("a position");
        let replay = rules.replay_from(&game.text()).expect("a position");
        let material = Material::of(&replay);
        assert_eq!((material.pieces.len(), material.hands.len()), (29, 3));
        let text = Material::text(std::slice::from_ref(&material));
        assert_eq!(Material::read(&text, &rules), Some(vec![material]));
    }
}
