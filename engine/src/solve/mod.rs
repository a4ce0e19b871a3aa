//! Endgames of a few pieces, solved: what becomes of every position with best play.
//!
//! Repetition and move counts are not looked at: where neither side can force a win, it is a draw.

mod material;
mod retrograde;
mod space;

pub use retrograde::EndgameValue;

use crate::each_size::each_size;
use crate::game::{AnyLine, AnyRules, Game, Play};
use crate::piece::{Code, Color};
use crate::position::{Outcome, Position, PositionError};
use crate::rules::RuleSpec;
use crate::tables::Rules;
use material::MAX_PIECES;
use retrograde::EndgameValues;
use space::{Space, may_stand};
use std::sync::Arc;

/// Why pieces cannot be solved.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SolveError {
    /// The text does not name pieces of both sides.
    #[error(
        "`{text}`: write White's pieces, `v`, and Black's, such as `K Q v K`; the pieces are {known}"
    )]
    Text {
        /// What was written.
        text: String,
        /// The pieces that there are.
        known: String,
    },
    /// There is no such piece.
    #[error("there is no piece `{name}`; the pieces are {known}")]
    Unknown {
        /// What was written for a piece.
        name: String,
        /// The pieces that there are.
        known: String,
    },
    /// There are too many.
    #[error("{MAX_PIECES} pieces are the most that can be solved")]
    TooManyPieces,
    /// A side has too many royals, or too few.
    #[error(transparent)]
    Royals(#[from] PositionError),
    /// More positions than can be numbered.
    #[error(
        "there are too many positions or moves: four pieces that do not promote can be solved on 8×8, three on larger boards"
    )]
    TooMany,
    /// More memory is needed.
    #[error("{} MB of memory are needed, more than allowed (`--memory`)", needed.div_ceil(1 << 20))]
    Memory {
        /// How many bytes.
        needed: u64,
    },
}

/// What becomes of the positions of one side to move.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// The side to move.
    pub side: Color,
    /// How many positions there are. A pawn never stands on its first rank in them, nor a piece that has to promote
    /// where it would have; the game is not over, and the other side's royal is not in check.
    pub positions: u64,
    /// How many White wins, and Black.
    pub wins: [u64; 2],
    /// How many neither wins.
    pub draws: u64,
    /// The longest win of White, and of Black: its plies, and the position.
    pub longest: [Option<(u16, String)>; 2],
}

/// The value of every position that can come from some pieces.
#[derive(Debug)]
pub struct SolvedEndgame(AnyEndgame);

#[derive(Debug)]
enum AnyEndgame {
    One(SizedEndgame<1>),
    Two(SizedEndgame<2>),
    Three(SizedEndgame<3>),
}

#[derive(Debug)]
struct SizedEndgame<const W: usize> {
    rules: Arc<Rules<W>>,
    space: Space<W>,
    values: EndgameValues,
}

impl SolvedEndgame {
    /// Solves pieces, given as White's, `v`, and Black's (`K Q v K`), in so many bytes of memory for positions and moves at
    /// most, besides those for positions with rights (a few, mostly). It uses all threads; the result does not depend on them.
    ///
    /// # Errors
    /// They are not pieces of the rule set, or too many for it, or there is not enough memory.
    pub fn find(game: &Game, pieces: &str, bytes: u64) -> Result<SolvedEndgame, SolveError> {
        let codes = read(game.spec(), pieces)?;
        Ok(SolvedEndgame(match &game.0 {
            AnyRules::One(rules) => AnyEndgame::One(SizedEndgame::find(rules, &codes, bytes)?),
            AnyRules::Two(rules) => AnyEndgame::Two(SizedEndgame::find(rules, &codes, bytes)?),
            AnyRules::Three(rules) => AnyEndgame::Three(SizedEndgame::find(rules, &codes, bytes)?),
        }))
    }

    /// The value of a position, for the side to move; `None` if it cannot come from these pieces.
    pub fn value(&self, play: &Play) -> Option<EndgameValue> {
        match (&self.0, &play.0) {
            (AnyEndgame::One(sized), AnyLine::One(line)) => sized.value(&line.position),
            (AnyEndgame::Two(sized), AnyLine::Two(line)) => sized.value(&line.position),
            (AnyEndgame::Three(sized), AnyLine::Three(line)) => sized.value(&line.position),
            _ => None,
        }
    }

    /// What becomes of the positions of these pieces, White to move and Black to move.
    pub fn summaries(&self) -> [Summary; 2] {
        each_size!(AnyEndgame, &self.0, sized => sized.summaries())
    }
}

impl<const W: usize> SizedEndgame<W> {
    fn find(rules: &Arc<Rules<W>>, codes: &[Code], bytes: u64) -> Result<Self, SolveError> {
        let material = space::material_of(codes)?;
        let squares = rules.geometry.all();
        let anywhere: Vec<_> = material.iter().copied().zip(squares).collect();
        Position::with_pieces(rules, Color::White, &anywhere).check_royals(rules)?;
        let space = Space::find(rules, material, bytes)?;
        let values = retrograde::values(rules, &space, bytes)?;
        Ok(SizedEndgame {
            rules: Arc::clone(rules),
            space,
            values,
        })
    }

    fn value(&self, position: &Position<W>) -> Option<EndgameValue> {
        if let Some((outcome, _)) = position.decision(&self.rules) {
            return Some(match outcome {
                Outcome::Draw => EndgameValue::Draw,
                Outcome::Win(winner) if winner == position.side() => EndgameValue::Win(0),
                Outcome::Win(_) => EndgameValue::Loss(0),
            });
        }
        self.space
            .number(&self.rules, position)
            .map(|number| self.values.of(number))
    }

    fn summaries(&self) -> [Summary; 2] {
        let mut summaries = Color::BOTH.map(|side| Summary {
            side,
            positions: 0,
            wins: [0; 2],
            draws: 0,
            longest: [None, None],
        });
        let mut longest = [[None; 2]; 2];
        for number in self.space.asked() {
            let Some(position) = self.space.position(&self.rules, number) else {
                continue;
            };
            let on = position.occupied();
            if !on
                .iter()
                .all(|square| may_stand(&self.rules, position.at(square), square))
            {
                continue;
            }
            let side = position.side();
            let summary = &mut summaries[side.index()];
            summary.positions += 1;
            let Some((winner, plies)) = self.values.of(number as u32).winner(side) else {
                summary.draws += 1;
                continue;
            };
            summary.wins[winner.index()] += 1;
            let longest: &mut Option<(u16, Position<W>)> =
                &mut longest[side.index()][winner.index()];
            if longest.is_none_or(|(most, _)| plies > most) {
                *longest = Some((plies, position));
            }
        }
        for (summary, longest) in summaries.iter_mut().zip(longest) {
            summary.longest =
                longest.map(|one| one.map(|(plies, position)| (plies, position.text(&self.rules))));
        }
        summaries
    }
}

/// Reads White's pieces, `v`, and Black's.
/// Whether a text names pieces of both sides under some rules.
///
/// # Errors
/// It does not.
pub fn check_pieces(spec: &RuleSpec, text: &str) -> Result<(), SolveError> {
    read(spec, text).map(|_| ())
}

fn read(spec: &RuleSpec, text: &str) -> Result<Vec<Code>, SolveError> {
    let (white, black) = text.split_once(" v ").ok_or_else(|| SolveError::Text {
        text: text.to_string(),
        known: spec.piece_texts(),
    })?;
    let mut codes = Vec::new();
    for (color, side) in [(Color::White, white), (Color::Black, black)] {
        for name in side.split_whitespace() {
            let piece = spec.find(name).ok_or_else(|| SolveError::Unknown {
                name: name.to_string(),
                known: spec.piece_texts(),
            })?;
            codes.push(Code::new(color, piece));
        }
    }
    Ok(codes)
}
