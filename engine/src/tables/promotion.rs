//! Promotion rules as sets of squares, and counts of pieces that removed themselves from the board,
//! which promotion does not bring back.

use super::{RuleTables, array_pieces};
use crate::board::{Geometry, Square, SquareSet};
use crate::piece::{Code, Color};
use crate::reach::{Arena, Reach};
use crate::rules::{
    Heading, PromotionChoice, PromotionCondition, PromotionMoment, PromotionSpec, RuleSpec,
    ZoneDepth, ZoneSide,
};

/// The promotion rule of one code.
#[derive(Debug)]
pub(crate) struct Promotion<const W: usize> {
    /// Moves from these squares promote wherever they end.
    start: SquareSet<W>,
    /// Moves from these squares never promote, or as `captures` says.
    barred: SquareSet<W>,
    /// What matters where captures promote that other moves do not; then all squares are in `barred`.
    captures: Option<CapturePromotion<W>>,
    /// Moves to these squares promote.
    pub end: SquareSet<W>,
    /// Moves that promote must do so if they end on these squares.
    pub must: SquareSet<W>,
    pub choices: Vec<PromotionTargets<W>>,
    /// Whether two choices are of the same piece.
    pub has_doubles: bool,
}

/// Promotion by captures that start or end in the zone.
#[derive(Debug)]
struct CapturePromotion<const W: usize> {
    /// Moves to these squares of the zone promote too, because the piece could not move on.
    stuck: SquareSet<W>,
    /// Whether other moves promote when they enter the zone.
    has_others: bool,
}

impl<const W: usize> CapturePromotion<W> {
    #[cold]
    #[inline(never)]
    fn eligible(
        &self,
        promotion: &Promotion<W>,
        from: Square,
        targets: SquareSet<W>,
        taken: impl FnOnce() -> SquareSet<W>,
    ) -> SquareSet<W> {
        let taken = taken();
        if promotion.end.contains(from) {
            targets & (taken | self.stuck)
        } else if self.has_others {
            targets & promotion.end
        } else {
            targets & taken & promotion.end
        }
    }
}

/// A choice of promotion.
#[derive(Debug)]
pub(crate) struct PromotionTargets<const W: usize> {
    pub to: Code,
    /// By start square: the target squares for which this choice is open; empty if all are.
    headings: Vec<SquareSet<W>>,
    /// The condition of the choice.
    pub condition: Condition,
}

/// The condition of a promotion.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Condition {
    Always,
    /// The owner has none of these.
    OwnerLacks(Code),
    /// Neither side has one of these after the move.
    NoneOnBoard([Code; 2]),
    /// A side has one of these after the move.
    SomeOnBoard([Code; 2]),
    /// The owner has fewer of these than at the start.
    Fewer {
        code: Code,
        at_first: u32,
        /// Whether only captured pieces are missing: those that removed themselves count as present.
        captured: bool,
    },
}

/// The prospect of promotion of a piece that is a number of ranks away from it: ¾ to the power of that number.
pub fn prospect(ranks: u8) -> f64 {
    0.75_f64.powi(ranks.into())
}

impl<const W: usize> RuleTables<W> {
    /// The number of ranks between a piece on a square and the nearest square on which a move of it may end to promote;
    /// `None` if it never promotes.
    pub(crate) fn ranks_to_promotion(&self, code: Code, square: Square) -> Option<u8> {
        let promotion = self.traits(code).promotion()?;
        let board = &self.geometry;
        let distance = |end: Square| (board.rank(end) - board.rank(square)).abs();
        let ends = self.promotions[promotion].end.iter();
        Some(ends.map(distance).min().unwrap_or(board.ranks()) as u8)
    }
}

impl<const W: usize> Promotion<W> {
    /// The targets on which a move from `from` promotes; `taken` are those on which it captures.
    #[inline(always)]
    pub(crate) fn eligible(
        &self,
        from: Square,
        targets: SquareSet<W>,
        taken: impl FnOnce() -> SquareSet<W>,
    ) -> SquareSet<W> {
        if self.start.contains(from) {
            targets
        } else if self.barred.contains(from) {
            match &self.captures {
                Some(captures) => captures.eligible(self, from, targets, taken),
                None => SquareSet::EMPTY,
            }
        } else {
            targets & self.end
        }
    }

    /// Compiles the promotion rule of a piece, of which `can_move` tells whether it could move from a
    /// square on an empty board.
    pub(crate) fn compile(
        rules: &RuleSpec,
        spec: &PromotionSpec,
        color: Color,
        board: &Geometry,
        arena: &Arena<W>,
        reach: &[Reach<W>],
        can_move: impl Fn(Square) -> bool,
    ) -> Promotion<W> {
        let zone = zone(spec, color, board, arena, reach);
        let in_zone = |moment: PromotionMoment| match moment == spec.when {
            true => zone,
            false => SquareSet::EMPTY,
        };
        let is_stuck = |square: &Square| spec.compulsory_if_stuck && !can_move(*square);
        let stuck: SquareSet<W> = board.all().filter(is_stuck).collect();
        let choices = spec.to.iter().map(|choice| PromotionTargets {
            to: Code::new(color, choice.to),
            headings: (choice.after).map_or(Vec::new(), |heading| headings(heading, board)),
            condition: condition(choice, color, rules, board),
        });
        let mut numbered = spec.to.iter().enumerate();
        let captures = match spec.when {
            PromotionMoment::EnterOrCapture => Some(stuck & zone),
            PromotionMoment::Capture => Some(SquareSet::EMPTY),
            _ => None,
        };
        Promotion {
            start: in_zone(PromotionMoment::StartOrEnd),
            barred: match captures {
                Some(_) => SquareSet::ALL,
                None => in_zone(PromotionMoment::Enter),
            },
            captures: captures.map(|stuck| CapturePromotion {
                stuck,
                has_others: spec.when == PromotionMoment::EnterOrCapture,
            }),
            end: zone,
            must: match spec.compulsory {
                true => SquareSet::ALL,
                false => stuck,
            },
            choices: choices.collect(),
            has_doubles: numbered
                .any(|(at, one)| spec.to[..at].iter().any(|before| before.to == one.to)),
        }
    }
}

impl<const W: usize> PromotionTargets<W> {
    /// The targets on which a move from `from` may make this choice.
    #[inline(always)]
    pub(crate) fn allowed(&self, from: Square, targets: SquareSet<W>) -> SquareSet<W> {
        self.headings
            .get(from.index())
            .map_or(targets, |&heading| targets & heading)
    }
}

fn condition(
    choice: &PromotionChoice,
    color: Color,
    rules: &RuleSpec,
    board: &Geometry,
) -> Condition {
    let of_both = |piece| Color::BOTH.map(|color| Code::new(color, piece));
    match choice.condition {
        PromotionCondition::Always => Condition::Always,
        PromotionCondition::OwnerLacks(piece) => Condition::OwnerLacks(Code::new(color, piece)),
        PromotionCondition::NoneOnBoard(piece) => Condition::NoneOnBoard(of_both(piece)),
        PromotionCondition::SomeOnBoard(piece) => Condition::SomeOnBoard(of_both(piece)),
        PromotionCondition::Lost { captured } => {
            // No array has pieces of the opposing army: their counterparts count.
            let stands = rules.opposing_of(choice.to).unwrap_or(choice.to);
            let standing = Code::new(color, stands);
            // Every array of a rule set has the same pieces.
            let first = rules.array_numbers().first().copied();
            let pieces = first.and_then(|first| array_pieces(rules, board, first));
            let pieces = pieces.iter().flatten();
            Condition::Fewer {
                code: Code::new(color, choice.to),
                at_first: pieces.filter(|(_, there)| *there == standing).count() as u32,
                captured,
            }
        }
    }
}

fn zone<const W: usize>(
    spec: &PromotionSpec,
    color: Color,
    board: &Geometry,
    arena: &Arena<W>,
    reach: &[Reach<W>],
) -> SquareSet<W> {
    // The distance of a square from the last rank of the zone.
    let owner = match spec.zone.side {
        ZoneSide::Far => color.other(),
        ZoneSide::Home => color,
    };
    let distance = |square| board.ranks_advanced(owner, square);
    match spec.zone.depth {
        ZoneDepth::Ranks(ranks) => {
            let is_inside = |&square: &Square| distance(square) < i32::from(ranks);
            board.all().filter(is_inside).collect()
        }
        ZoneDepth::LastReachable => {
            let is_last = |&square: &Square| {
                let ever = ever_reached(square, arena, reach);
                ever.iter().all(|other| distance(other) >= distance(square))
            };
            board.all().filter(is_last).collect()
        }
    }
}

/// The squares that a piece can reach from a square in any number of moves on an empty board.
fn ever_reached<const W: usize>(
    from: Square,
    arena: &Arena<W>,
    reach: &[Reach<W>],
) -> SquareSet<W> {
    let mut reached = SquareSet::of(from);
    let mut fresh = reached;
    while let Some(square) = fresh.first() {
        let new = reach[square.index()].alone(arena) - reached;
        reached |= new;
        fresh |= new;
        fresh.remove(square);
    }
    reached
}

fn headings<const W: usize>(heading: Heading, board: &Geometry) -> Vec<SquareSet<W>> {
    let matches = |from: Square, to: Square| {
        let (files, ranks) = board.offset(from, to);
        match heading {
            Heading::Orthogonal => (files == 0) != (ranks == 0),
            Heading::Diagonal => files != 0 && files.abs() == ranks.abs(),
        }
    };
    let targets = |from| board.all().filter(|&to| matches(from, to)).collect();
    board.all().map(targets).collect()
}

/// The number of pieces of some codes that have removed themselves, in four bits each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Left(u64);

impl Left {
    /// A Zobrist key of the counts; 0 if none has.
    #[inline(always)]
    pub(crate) fn key(self) -> u64 {
        self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    #[inline(always)]
    pub(crate) fn is_none(self) -> bool {
        self.0 == 0
    }
}

/// The codes that are counted.
#[derive(Debug)]
pub(crate) struct LeftCodes(Vec<Code>);

const MAX_COUNT: u64 = 15;

impl LeftCodes {
    /// The codes on which a promotion depends.
    pub(super) fn compile<const W: usize>(promotions: &[Promotion<W>]) -> LeftCodes {
        let choices = promotions.iter().flat_map(|promotion| &promotion.choices);
        let counted = choices.filter_map(|choice| match choice.condition {
            Condition::Fewer { code, captured, .. } => captured.then_some(code),
            _ => None,
        });
        let mut codes: Vec<Code> = counted.collect();
        codes.sort_unstable_by_key(|code| code.index());
        codes.dedup();
        LeftCodes(codes)
    }

    /// The codes that are counted, in a fixed order.
    pub(crate) fn codes(&self) -> &[Code] {
        &self.0
    }

    /// The number of pieces of a code that have removed themselves.
    pub(crate) fn count(&self, left: Left, code: Code) -> u32 {
        let shift = self.shift(code);
        shift.map_or(0, |shift| (left.0 >> shift & MAX_COUNT) as u32)
    }

    /// The counts after one more piece has removed itself.
    pub(crate) fn with(&self, left: Left, code: Code) -> Left {
        match self.shift(code) {
            Some(shift) if (left.0 >> shift & MAX_COUNT) < MAX_COUNT => Left(left.0 + (1 << shift)),
            _ => left,
        }
    }

    fn shift(&self, code: Code) -> Option<usize> {
        let at = self.0.iter().position(|known| *known == code);
        at.map(|at| 4 * at)
    }
}
