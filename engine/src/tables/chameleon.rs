//! What a chameleon needs to know of its prey: it captures each enemy in that enemy's own way.

use super::powers::{betza_table, leaps};

use crate::board::{Geometry, SquareSet};
use crate::piece::{Code, Color};
use crate::reach::{Arena, RayTable, ReachTable, rays};
use crate::rules::{ApproachEffect, Betza, Mode, PieceSpec, PieceType, Power, RuleSpec, Term};

/// The tables of a chameleon of one colour.
#[derive(Debug)]
pub(crate) struct Chameleon<const W: usize> {
    /// By square: the lines that it moves, overtakes and swaps along.
    pub rays: RayTable,
    /// By code: the ways in which a piece of that code may be captured.
    prey: Vec<u8>,
    /// By square: ways to step onto an enemy, with the enemy's code.
    pub steps: Vec<(Code, RayTable)>,
    /// By square: ways to hurdle onto an enemy, with the enemy's code.
    pub hurdles: Vec<(Code, RayTable)>,
    /// By square: where it may destroy itself together with an enemy of that code.
    pub destroys: Vec<(Code, ReachTable<W>)>,
    /// By square: where it immobilizes an enemy of that code.
    pub freezes: Vec<(Code, Vec<SquareSet<W>>)>,
}

/// Captured by approach.
pub(crate) const BY_APPROACH: u8 = 1;
/// Captured by withdrawal.
pub(crate) const BY_WITHDRAWAL: u8 = 2;
/// Captured by being overtaken.
pub(crate) const BY_OVERTAKING: u8 = 4;
/// Changed places with.
pub(crate) const BY_SWAPPING: u8 = 8;
/// Captured when leapt on the way to a hurdler.
pub(crate) const BY_LEAPING: u8 = 16;

impl<const W: usize> Chameleon<W> {
    /// Whether a piece of a code may be captured in a way.
    #[inline(always)]
    pub(crate) fn takes(&self, code: Code, way: u8) -> bool {
        self.prey[code.index()] & way != 0
    }

    pub(super) fn compile(
        spec: &RuleSpec,
        chameleon: &PieceSpec,
        board: &Geometry,
        color: Color,
        arena: &mut Arena<W>,
    ) -> Option<Chameleon<W>> {
        let mut tables = Chameleon {
            rays: rays(chameleon.moves.as_ref()?, board, color),
            prey: vec![0; 1 + 2 * spec.pieces.len()],
            steps: Vec::new(),
            hurdles: Vec::new(),
            destroys: Vec::new(),
            freezes: Vec::new(),
        };
        for (at, piece) in spec.pieces.iter().enumerate() {
            let enemy = Code::new(color.other(), PieceType(at as u8));
            for power in &piece.powers {
                tables.learn(enemy, power, board, color, arena);
            }
            let captures = piece.moves.as_ref().map(capturing).unwrap_or_default();
            if !captures.terms.is_empty() && !piece.powers.contains(&Power::Chameleon) {
                let rays = rays(&captures, board, color);
                tables.steps.push((enemy, rays));
            }
        }
        Some(tables)
    }

    /// Learns how a piece with a power captures.
    fn learn(
        &mut self,
        enemy: Code,
        power: &Power,
        board: &Geometry,
        color: Color,
        arena: &mut Arena<W>,
    ) {
        match power {
            Power::Approach {
                effect: ApproachEffect::Capture,
                ..
            } => self.prey[enemy.index()] |= BY_APPROACH,
            Power::Withdrawal => self.prey[enemy.index()] |= BY_WITHDRAWAL,
            Power::Overtake {
                by_leaping_chameleons,
                ..
            } => {
                self.prey[enemy.index()] |= BY_OVERTAKING;
                if *by_leaping_chameleons {
                    self.prey[enemy.index()] |= BY_LEAPING;
                }
            }
            Power::Swap {
                by_own_chameleons, ..
            } => {
                self.prey[enemy.index()] |= BY_SWAPPING;
                if *by_own_chameleons {
                    self.prey[enemy.of(color).index()] |= BY_SWAPPING;
                }
            }
            Power::Hurdle { along } => {
                self.hurdles.push((enemy, rays(along, board, color)));
            }
            Power::MutualDestruction { targets } => {
                self.destroys
                    .push((enemy, betza_table(targets, board, color, arena)));
            }
            Power::Immobilize { at, .. } => {
                self.freezes.push((enemy, leaps(at, board, color, arena)));
            }
            _ => {}
        }
    }
}

/// Those terms of a text of the notation that capture, unless they can be blocked off their line.
pub(super) fn capturing(moves: &Betza) -> Betza {
    let captures = |term: &&Term| term.mode != Mode::Move && !term.lame;
    let terms = moves.terms.iter().filter(captures);
    Betza {
        terms: terms.cloned().collect(),
        text: moves.text.clone(),
    }
}
