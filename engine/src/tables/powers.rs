//! The powers of a piece as tables by square.

use super::attacks::greatest_common_divisor;
use super::chameleon::{Chameleon, capturing};

use crate::board::{Geometry, Square, SquareSet};
use crate::piece::{Code, Color};
use crate::reach::{Arena, RayTable, ReachBuilder, ReachTable, is_on_rank, rays};
use crate::rules::{ApproachEffect, Betza, Leave, Mode, PieceSpec, Power, RuleSpec};

/// The powers of one code. Empty tables stand for powers that it does not have.
#[derive(Debug, Default)]
pub(crate) struct Powers<const W: usize> {
    /// By square: the hops from there.
    pub hops: Vec<Vec<Hop>>,
    /// By square: where it captures without moving.
    pub igui: ReachTable<W>,
    /// By square: where it changes the owner of an enemy without moving.
    pub converts: ReachTable<W>,
    /// By square: with whom it changes places.
    pub swaps: ReachTable<W>,
    /// By square: with whom it destroys itself.
    pub destroys: ReachTable<W>,
    /// By square: the ways that it hurdles along.
    pub hurdles: RayTable,
    /// By square: the ways that it tramples along.
    pub tramples: RayTable,
    /// By square: the ways that it overtakes along.
    pub overtakes: RayTable,
    /// What its plain moves do besides.
    pub lines: Option<Lines>,
    /// How it captures each enemy in that enemy's own way.
    pub chameleon: Option<Chameleon<W>>,
    /// By square: where it immobilizes.
    pub immobilizes: Vec<SquareSet<W>>,
    /// Which pieces may leave when it immobilizes them.
    pub may_leave: Option<Leave>,
    /// The moves that it lends.
    pub relays: Vec<Relay<W>>,
    /// What it becomes when its owner's royal is captured.
    pub heir: Option<Code>,
    /// Whether it is a king that can castle.
    pub castles: bool,
    /// By square: where its double steps lead.
    pub double_steps: Vec<SquareSet<W>>,
    /// Whether it lets its side pass.
    pub passes: bool,
    /// Whether it is never immobilized.
    pub immune: bool,
    /// Whether two pieces like it may not be swapped back at once.
    pub no_swap_back: bool,
    /// Whether two of its powers may come to the same move.
    pub overlaps: bool,
}

/// A capture by leaping over an adjacent enemy to the square beyond.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Hop {
    pub victim: Square,
    pub landing: Square,
    /// Whether an enemy on the landing square is captured too; else it must be empty.
    pub strikes: bool,
}

/// Plain moves that capture ahead of their end or behind their start.
#[derive(Debug)]
pub(crate) struct Lines {
    /// By square: the ways that the plain moves go.
    pub rays: RayTable,
    pub approach: Option<Approach>,
    pub withdrawal: bool,
}

/// What happens to an enemy ahead.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Approach {
    pub effect: ApproachEffect,
    pub line: bool,
    pub optional: bool,
}

/// Moves that a piece lends to its friends.
#[derive(Debug)]
pub(crate) struct Relay<const W: usize> {
    /// By the relayer's square: which friends receive.
    pub to: ReachTable<W>,
    /// By the receiver's square: the moves lent.
    pub moves: ReachTable<W>,
    /// By the relayer's square: where those moves may end.
    pub landing: Vec<SquareSet<W>>,
    /// Whether pieces in between can stop it, at either end.
    pub blockable: bool,
}

impl<const W: usize> Powers<W> {
    #[inline(always)]
    pub(crate) fn hops(&self, square: Square) -> &[Hop] {
        self.hops.get(square.index()).map_or(&[], Vec::as_slice)
    }

    /// Whether it does more than go where its reach says.
    pub(crate) fn is_special(&self) -> bool {
        !self.hops.is_empty() || !self.igui.is_empty() || self.is_far()
    }

    /// Whether it changes more than one square that it comes from and one that it goes to, in
    /// other ways than hops and igui.
    pub(crate) fn is_far(&self) -> bool {
        let tables = [&self.converts, &self.swaps, &self.destroys];
        let rays = [&self.hurdles, &self.tramples, &self.overtakes];
        tables.iter().any(|table| !table.is_empty())
            || rays.iter().any(|table| !table.is_empty())
            || self.lines.is_some()
            || self.chameleon.is_some()
    }

    /// Whether it immobilizes, by itself or as a chameleon.
    pub(crate) fn has_immobility(&self) -> bool {
        let freezes = |chameleon: &Chameleon<W>| !chameleon.freezes.is_empty();
        !self.immobilizes.is_empty() || self.chameleon.as_ref().is_some_and(freezes)
    }

    /// Whether it acts on other pieces where it stands.
    pub(crate) fn has_aura(&self) -> bool {
        !self.relays.is_empty() || self.has_immobility()
    }

    /// Makes the tables of a piece.
    pub(crate) fn compile(
        spec: &RuleSpec,
        piece: &PieceSpec,
        board: &Geometry,
        color: Color,
        arena: &mut Arena<W>,
    ) -> Powers<W> {
        let mut powers = Powers {
            igui: igui(piece, board, color, arena),
            overlaps: overlaps(spec, piece),
            ..Powers::default()
        };
        for power in &piece.powers {
            match power {
                Power::Hop { over } => powers.add_hops(over, false, board, color, arena),
                Power::Strike { over } => powers.add_hops(over, true, board, color, arena),
                Power::Relay { to, moves, landing } => {
                    powers
                        .relays
                        .push(relay(to, moves, landing.as_ref(), board, color, arena));
                }
                Power::Castle { .. } => powers.castles = true,
                Power::Regent { becomes } => powers.heir = Some(Code::new(color, *becomes)),
                Power::Hurdle { along } => powers.hurdles = rays(along, board, color),
                Power::Trample { along } => powers.tramples = rays(along, board, color),
                Power::Overtake { along, .. } => {
                    powers.overtakes = rays(along, board, color);
                }
                Power::Pass => powers.passes = true,
                Power::Immune => powers.immune = true,
                Power::Convert { targets } => {
                    powers.converts = betza_table(targets, board, color, arena);
                }
                Power::Swap { with, back, .. } => {
                    powers.swaps = betza_table(with, board, color, arena);
                    powers.no_swap_back = !back;
                }
                Power::MutualDestruction { targets } => {
                    powers.destroys = betza_table(targets, board, color, arena);
                }
                Power::Immobilize { at, may_leave } => {
                    powers.immobilizes = leaps(at, board, color, arena);
                    powers.may_leave = Some(*may_leave);
                }
                Power::Approach { .. } | Power::Withdrawal => {
                    powers.lines = lines(piece, board, color);
                }
                Power::Chameleon => {
                    powers.chameleon = Chameleon::compile(spec, piece, board, color, arena);
                    powers.no_swap_back = spec
                        .pieces
                        .iter()
                        .flat_map(|piece| &piece.powers)
                        .any(|power| matches!(power, Power::Swap { back: false, .. }));
                }
                Power::DoubleStep { ranks, along } => {
                    powers.double_steps = double_steps(ranks.as_deref(), along, board, color);
                }
                Power::Igui { .. } | Power::SkipSlide { .. } | Power::Bent { .. } => {}
            }
        }
        powers
    }

    fn add_hops(
        &mut self,
        over: &Betza,
        strikes: bool,
        board: &Geometry,
        color: Color,
        arena: &mut Arena<W>,
    ) {
        let victims = leaps::<W>(over, board, color, arena);
        self.hops.resize(board.squares(), Vec::new());
        for from in board.all() {
            for victim in victims[from.index()] {
                let beyond =
                    |of: fn(&Geometry, Square) -> i32| 2 * of(board, victim) - of(board, from);
                let Some(landing) = board.at(beyond(Geometry::file), beyond(Geometry::rank)) else {
                    continue;
                };
                let hops = &mut self.hops[from.index()];
                match hops.iter_mut().find(|hop| hop.victim == victim) {
                    Some(hop) => hop.strikes |= strikes,
                    None => hops.push(Hop {
                        victim,
                        landing,
                        strikes,
                    }),
                }
            }
        }
    }
}

/// Where a piece captures without moving: by igui and by striking.
fn igui<const W: usize>(
    piece: &PieceSpec,
    board: &Geometry,
    color: Color,
    arena: &mut Arena<W>,
) -> ReachTable<W> {
    let targets: Vec<&Betza> = (piece.powers.iter())
        .filter_map(|power| match power {
            Power::Igui { targets } => Some(targets),
            Power::Strike { over } => Some(over),
            _ => None,
        })
        .collect();
    if targets.is_empty() {
        return Vec::new();
    }
    let reach = |from| {
        let mut builder = ReachBuilder::new(board, color, from);
        targets.iter().for_each(|targets| builder.betza(targets));
        builder.finish(arena)
    };
    board.all().map(reach).collect()
}

/// By square: where double steps lead on an empty board.
fn double_steps<const W: usize>(
    ranks: Option<&[u8]>,
    along: &Betza,
    board: &Geometry,
    color: Color,
) -> Vec<SquareSet<W>> {
    let from = |from: Square| {
        if !is_on_rank(ranks, board, color, from) {
            return SquareSet::EMPTY;
        }
        let steps = along.terms.iter().flat_map(|term| &term.leaps);
        let ends = steps.filter_map(|&(file, rank)| {
            let rank = if color == Color::White { rank } else { -rank };
            board.at(board.file(from) + 2 * file, board.rank(from) + 2 * rank)
        });
        ends.collect()
    };
    board.all().map(from).collect()
}

fn lines(piece: &PieceSpec, board: &Geometry, color: Color) -> Option<Lines> {
    let approach = piece.powers.iter().find_map(|power| match *power {
        Power::Approach {
            effect,
            line,
            optional,
        } => Some(Approach {
            effect,
            line,
            optional,
        }),
        _ => None,
    });
    Some(Lines {
        rays: rays(piece.moves.as_ref()?, board, color),
        approach,
        withdrawal: piece.powers.contains(&Power::Withdrawal),
    })
}

fn relay<const W: usize>(
    to: &Betza,
    moves: &Betza,
    landing: Option<&Betza>,
    board: &Geometry,
    color: Color,
    arena: &mut Arena<W>,
) -> Relay<W> {
    let blocks = |betza: &Betza| betza.terms.iter().any(|term| term.range > 1 || term.lame);
    let everywhere = || vec![SquareSet::ALL; board.squares()];
    Relay {
        to: betza_table(to, board, color, arena),
        moves: betza_table(moves, board, color, arena),
        landing: landing.map_or_else(everywhere, |landing| leaps(landing, board, color, arena)),
        blockable: blocks(to) || blocks(moves),
    }
}

/// Whether two powers of a piece may come to the same move, so that it must be looked for.
fn overlaps(spec: &RuleSpec, piece: &PieceSpec) -> bool {
    let is_line = |power: &Power| matches!(power, Power::Approach { .. } | Power::Withdrawal);
    let is_other = |power: &&Power| {
        matches!(
            power,
            Power::Hop { .. }
                | Power::Strike { .. }
                | Power::Hurdle { .. }
                | Power::Trample { .. }
                | Power::Overtake { .. }
                | Power::Swap { .. }
                | Power::Chameleon
        )
    };
    let has_lines = piece.powers.iter().any(is_line);
    let families = piece.powers.iter().filter(is_other).count() + usize::from(has_lines);
    let moves = piece.moves.as_ref();
    let crosses = piece.powers.iter().any(|power| match power {
        Power::Trample { along } | Power::Overtake { along, .. } => crosses_itself(along),
        Power::Approach { .. } | Power::Withdrawal => moves.is_some_and(crosses_itself),
        Power::Chameleon => moves.is_some_and(|moves| {
            let captures = moves.terms.iter().any(|term| term.mode != Mode::Move);
            captures || crosses_itself(moves) || spec.pieces.iter().any(captures_twice)
        }),
        _ => false,
    });
    families > 1 || crosses
}

/// Whether a piece may come onto another in two ways at once, so that a chameleon may do the same.
fn captures_twice(prey: &PieceSpec) -> bool {
    let hurdles = prey.powers.iter().filter_map(|power| match power {
        Power::Hurdle { along } => Some(along),
        _ => None,
    });
    let captures = prey.moves.as_ref().map(capturing);
    let captures = captures.iter().filter(|moves| !moves.terms.is_empty());
    let ways: Vec<&Betza> = hurdles.chain(captures).collect();
    ways.len() > 1 || ways.iter().any(|way| crosses_itself(way))
}

/// Whether two terms of a text go in the same direction.
fn crosses_itself(moves: &Betza) -> bool {
    let all = moves.terms.iter().flat_map(|term| &term.leaps);
    let mut directions: Vec<_> = all
        .map(|&(file, rank)| {
            let length = greatest_common_divisor(file, rank).max(1);
            (file / length, rank / length)
        })
        .collect();
    let count = directions.len();
    directions.sort_unstable();
    directions.dedup();
    directions.len() < count
}

pub(super) fn betza_table<const W: usize>(
    betza: &Betza,
    board: &Geometry,
    color: Color,
    arena: &mut Arena<W>,
) -> ReachTable<W> {
    let reach = |from| {
        let mut builder = ReachBuilder::new(board, color, from);
        builder.betza(betza);
        builder.finish(arena)
    };
    board.all().map(reach).collect()
}

/// By square: where a text of the notation leads on an empty board.
pub(super) fn leaps<const W: usize>(
    betza: &Betza,
    board: &Geometry,
    color: Color,
    arena: &mut Arena<W>,
) -> Vec<SquareSet<W>> {
    let table = betza_table::<W>(betza, board, color, arena);
    table.iter().map(|reach| reach.alone(arena)).collect()
}
