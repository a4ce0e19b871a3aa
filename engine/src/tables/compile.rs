//! From a checked rule set to its tables.

use super::attacks::{self, Parts};
use super::castling::{self, OtherMoves};
use super::{Keys, LeftCodes, Powers, Promotion, Rules, Traits};
use crate::board::{Geometry, Square, SquareSet};
use crate::piece::{Code, Color};
use crate::reach::{Arena, Reach, ReachBuilder, ReachTable};
use crate::rules::{PieceSpec, PieceType, Power, RuleSpec};

/// Makes the tables of a rule set whose board has at most `64 * W` squares.
pub fn compile<const W: usize>(spec: RuleSpec) -> Rules<W> {
    let geometry = Geometry::new(spec.files.clone(), spec.ranks, spec.first_rank);
    let mut arena = Arena::default();
    let types = spec.pieces.len();
    let mut reach: ReachTable<W> = Vec::new();
    let mut powers: Vec<Powers<W>> = Vec::new();
    let mut promotions = Vec::new();
    let mut traits = Vec::new();
    for code in Code::all(types) {
        let Some((color, piece)) = code.piece() else {
            let nothing = ReachBuilder::new(&geometry, Color::White, Square(0)).finish(&mut arena);
            reach.extend(geometry.all().map(|_| nothing));
            powers.push(Powers::default());
            traits.push(Traits::default());
            continue;
        };
        let piece_spec = spec.piece(piece);
        let own: ReachTable<W> = (geometry.all())
            .map(|from| plain_reach(piece_spec, &geometry, color, from, &mut arena))
            .collect();
        let promotion = piece_spec.promotion.as_ref().map(|promotion| {
            promotions.push(Promotion::compile(
                &spec,
                promotion,
                color,
                &geometry,
                &arena,
                |square| own[square.index()],
            ));
            promotions.len() - 1
        });
        let own_powers = Powers::compile(&spec, piece_spec, &geometry, color, &mut arena);
        traits.push(piece_traits(&spec, piece, &own_powers, promotion));
        powers.push(own_powers);
        reach.extend(own);
    }
    let parts = Parts {
        spec: &spec,
        board: &geometry,
        traits: &traits,
        reach: &reach,
        powers: &powers,
    };
    let attacks = attacks::compile(&parts, &mut arena);
    arena.finish();
    let slot = |code: Code, square: Square| code.index() * geometry.squares() + square.index();
    let castling = castling::compile(
        &spec,
        &geometry,
        &OtherMoves {
            plain: &|code, from| reach[slot(code, from)].alone(&arena),
            powers: &powers,
            alone: &|reach| reach.alone(&arena),
        },
    );
    let any = |flag: u16| traits.iter().any(|traits| traits.is(flag));
    let any_power = |wanted: fn(&Powers<W>) -> bool| powers.iter().any(wanted);
    Rules {
        keys: Keys::new(1 + 2 * types, geometry.squares()),
        castling,
        legality: attacks::legality(&spec),
        has_relay: any_power(|powers| !powers.relays.is_empty()),
        has_immobilizer: any_power(|powers| !powers.immobilizes.is_empty()),
        has_pass: any_power(|powers| powers.passes),
        has_swap_ban: any(Traits::SWAPPER),
        edge: edge(&spec, &geometry),
        left: LeftCodes::compile(&promotions),
        has_regent: any(Traits::REGENT),
        has_double_step: any(Traits::DOUBLE_STEP),
        spec,
        geometry,
        traits,
        reach,
        arena,
        powers,
        promotions,
        attacks,
    }
}

/// The edge squares of a board that has them.
fn edge<const W: usize>(spec: &RuleSpec, board: &Geometry) -> SquareSet<W> {
    let outermost = |square: &Square| {
        let (file, rank) = (board.file(*square), board.rank(*square));
        file == 0 || rank == 0 || file == board.files() - 1 || rank == board.ranks() - 1
    };
    match spec.edge {
        true => board.all().filter(outermost).collect(),
        false => SquareSet::EMPTY,
    }
}

fn piece_traits<const W: usize>(
    spec: &RuleSpec,
    piece: PieceType,
    powers: &Powers<W>,
    promotion: Option<usize>,
) -> Traits {
    let piece_spec = spec.piece(piece);
    let has = |wanted: fn(&Power) -> bool| piece_spec.powers.iter().any(wanted);
    let flags = [
        (Traits::ROYAL, piece_spec.royal),
        (Traits::AURA, powers.has_aura()),
        (Traits::PAWN, piece_spec.pawn),
        (Traits::SPECIAL, powers.is_special()),
        (Traits::SWAPPER, powers.no_swap_back),
        (Traits::IMMUNE, powers.immune),
        (
            Traits::DOUBLE_STEP,
            has(|power| matches!(power, Power::DoubleStep { .. })),
        ),
        (
            Traits::REGENT,
            has(|power| matches!(power, Power::Regent { .. })),
        ),
        (Traits::ODD, attacks::is_odd(spec, piece.index())),
    ];
    let flags = flags
        .iter()
        .filter(|(_, holds)| *holds)
        .fold(0, |all, (flag, _)| all | flag);
    Traits::new(flags, promotion)
}

pub(super) fn plain_reach<const W: usize>(
    piece: &PieceSpec,
    board: &Geometry,
    color: Color,
    from: Square,
    arena: &mut Arena<W>,
) -> Reach<W> {
    let mut builder = ReachBuilder::new(board, color, from);
    if let Some(moves) = &piece.moves {
        builder.betza(moves);
    }
    for power in &piece.powers {
        match power {
            Power::SkipSlide { along, skip } => builder.skip_slide(along, *skip),
            Power::Bent { first, then } => builder.bent(first, then),
            Power::DoubleStep { ranks, along } => builder.double_steps(ranks.as_deref(), along),
            _ => {}
        }
    }
    builder.finish(arena)
}
