//! Endgames of a few pieces, solved by retrograde analysis: the value of every position with best
//! play.
//!
//! Repetition and move counts are ignored: a position in which neither side can force a win is a
//! draw.

mod progress;
mod retrograde;
mod space;

pub use progress::Report;
pub use retrograde::EndgameValue;

use crate::by_width::{ByWidth, each_width, map_width, zip_width};
use crate::game::{Game, Rules};
use crate::piece::{Code, Color};
use crate::position::{Outcome, Position, PositionError};
use crate::rules::RuleSpec;
use crate::tables::RuleTables;
use retrograde::EndgameValues;
use space::{Space, may_stand};
use std::sync::Arc;

/// A reason for which an endgame cannot be solved.
#[non_exhaustive]
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SolveError {
    /// A side has too many or too few royals.
    #[error(transparent)]
    Royals(#[from] PositionError),
    /// The text does not name pieces of both sides, or there are too many pieces, positions or
    /// moves for it or for the memory.
    #[error("{0}")]
    Impossible(String),
}

impl SolveError {
    fn too_many() -> SolveError {
        SolveError::Impossible("there are too many positions or moves: four pieces that do not promote can be solved on 8×8, three on larger boards".to_string())
    }

    /// Checks the number of bytes needed.
    fn check_memory(needed: u64, bytes: u64) -> Result<(), SolveError> {
        if needed <= bytes {
            return Ok(());
        }
        let needed = needed.div_ceil(1 << 20);
        Err(SolveError::Impossible(format!(
            "{needed} MB of memory are needed, more than allowed (`--memory`)"
        )))
    }
}

/// Statistics of the positions with one side to move.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// The side to move.
    pub side: Color,
    /// The number of positions. The game is not over in them and the opponent's royal is not in
    /// check; no pawn stands on its first rank, and no piece on a square where it would have had to
    /// promote.
    pub positions: u64,
    /// Positions that White wins, and that Black wins.
    pub wins: [u64; 2],
    /// Drawn positions.
    pub draws: u64,
    /// The longest win of White, and of Black: its plies, and the position's text.
    pub longest: [Option<(u16, String)>; 2],
}

/// The value of every position that can arise from some pieces.
#[derive(Debug)]
pub struct SolvedEndgame(ByWidth<SizedEndgame<1>, SizedEndgame<2>, SizedEndgame<4>>);

#[derive(Debug)]
struct SizedEndgame<const W: usize> {
    rules: Arc<RuleTables<W>>,
    space: Space<W>,
    values: EndgameValues,
}

impl SolvedEndgame {
    /// Solves the endgame of some pieces: White's, `v`, and Black's, such as `K Q v K`. `bytes`
    /// limits the memory for positions and moves, except that for positions with rights, which are
    /// usually few. It uses all threads; the result does not depend on their number.
    ///
    /// # Errors
    /// The text does not name pieces of the rule set, there are too many for it, or there is not
    /// enough memory.
    pub fn find(rules: &Rules, pieces: &str, bytes: u64) -> Result<SolvedEndgame, SolveError> {
        SolvedEndgame::find_reporting(rules, pieces, bytes, &|_| {})
    }

    /// Solves an endgame, as [`SolvedEndgame::find`], and reports the share of the work that is done.
    ///
    /// # Errors
    /// As for [`SolvedEndgame::find`].
    pub fn find_reporting(
        rules: &Rules,
        pieces: &str,
        bytes: u64,
        report: Report<'_>,
    ) -> Result<SolvedEndgame, SolveError> {
        let codes = read(rules.spec(), pieces)?;
        Ok(SolvedEndgame(
            map_width!(&rules.0, tables => SizedEndgame::find(tables, &codes, bytes, report)?),
        ))
    }

    /// The value of a position for the side to move; `None` if it cannot arise from these pieces.
    pub fn value(&self, game: &Game) -> Option<EndgameValue> {
        zip_width!(&self.0, &game.0, sized, line => sized.value(&line.position))?
    }

    /// Statistics of the positions of these pieces, with White to move and with Black to move.
    pub fn summaries(&self) -> [Summary; 2] {
        each_width!(&self.0, sized => sized.summaries())
    }
}

impl<const W: usize> SizedEndgame<W> {
    fn find(
        rules: &Arc<RuleTables<W>>,
        codes: &[Code],
        bytes: u64,
        report: Report<'_>,
    ) -> Result<Self, SolveError> {
        let unsolved = [
            (rules.hands.exist(), "of games with pieces in hand"),
            (
                rules.spec.end.checks.is_some(),
                "of games that count checks",
            ),
            (!rules.spec.holes.is_empty(), "on boards with holes"),
            (rules.walls.is_some(), "of games with walls"),
            (rules.spec.frozen.is_some(), "of games with frozen pieces"),
            (
                rules.no_trade.is_some(),
                "of games with pieces that are not traded",
            ),
        ];
        if let Some((_, what)) = unsolved.iter().find(|(is_so, _)| *is_so) {
            let message = format!("endgames {what} are not solved");
            return Err(SolveError::Impossible(message));
        }
        let material = space::material_of(codes)?;
        let squares = rules.geometry.all();
        let anywhere: Vec<_> = material.iter().copied().zip(squares).collect();
        Position::with_pieces(rules, Color::White, &anywhere).check_royals(rules)?;
        let space = Space::find(rules, material, bytes, report)?;
        let values = retrograde::values(rules, &space, bytes, report)?;
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
                Outcome::Win(winner) if winner == position.side => EndgameValue::Win(0),
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
        let mut longest: [[Option<(u16, Position<W>)>; 2]; 2] = [[None; 2]; 2];
        for number in self.space.named() {
            let Some(position) = self.space.position(&self.rules, number) else {
                continue;
            };
            let is_possible = |square| may_stand(&self.rules, position.at(square), square);
            if !position.occupied().iter().all(is_possible) {
                continue;
            }
            let side = position.side;
            let summary = &mut summaries[side.index()];
            summary.positions += 1;
            let Some((winner, plies)) = self.values.of(number as u32).winner(side) else {
                summary.draws += 1;
                continue;
            };
            summary.wins[winner.index()] += 1;
            let longest = &mut longest[side.index()][winner.index()];
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

/// Checks that a text names pieces of both sides, such as `K Q v K`.
///
/// # Errors
/// It does not.
pub fn check_pieces(spec: &RuleSpec, text: &str) -> Result<(), SolveError> {
    read(spec, text).map(|_| ())
}

/// Parses White's pieces, `v`, and Black's.
fn read(spec: &RuleSpec, text: &str) -> Result<Vec<Code>, SolveError> {
    let known = || spec.piece_texts();
    let (white, black) = text.split_once(" v ").ok_or_else(|| {
        SolveError::Impossible(format!(
            "`{text}`: write White's pieces, `v`, and Black's, such as `K Q v K`; the pieces are {}",
            known()
        ))
    })?;
    let mut codes = Vec::new();
    for (color, side) in [(Color::White, white), (Color::Black, black)] {
        for name in side.split_whitespace() {
            let piece = spec.find(name).ok_or_else(|| {
                let fault = format!("there is no piece `{name}`; the pieces are {}", known());
                SolveError::Impossible(fault)
            })?;
            codes.push(Code::new(color, piece));
        }
    }
    Ok(codes)
}
