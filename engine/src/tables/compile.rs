//! Compilation of a checked rule set.

use super::arrays;
use super::attacks::{self, AttackParts};
use super::{Keys, LeftCodes, Promotion, RuleTables, Traits, minor};
use crate::board::{Geometry, Square, SquareSet};
use crate::piece::{Code, Color};
use crate::powers::{Castling, CompileContext, MoveKinds, Power, Tables};
use crate::reach::{Arena, ReachTable, reach_table};
use crate::rules::{PieceType, RuleSpec};

/// Compiles a rule set whose board has at most `64 * W` squares.
pub(crate) fn compile<const W: usize>(spec: RuleSpec) -> RuleTables<W> {
    let geometry = Geometry::new(spec.files.clone(), spec.ranks, spec.first_rank);
    let mut arena = Arena::default();
    let types = spec.pieces.len();
    let pieces = spec.piece_views();
    let mut reach: ReachTable<W> = Vec::new();
    let mut powers: Vec<Tables<W>> = Vec::new();
    let mut promotions = Vec::new();
    let mut traits = Vec::new();
    for code in Code::all(types) {
        let Some((color, piece)) = code.piece() else {
            reach.extend(reach_table(&geometry, Color::White, &mut arena, |_| {}));
            powers.push(Tables::default());
            traits.push(Traits::default());
            continue;
        };
        let piece_spec = spec.piece(piece);
        let own = reach_table(&geometry, color, &mut arena, |builder| {
            let view = &pieces[piece.index()];
            view.moves.iter().for_each(|moves| builder.betza(moves));
            view.powers.iter().for_each(|power| power.extend(builder));
        });
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
        let own_powers = Tables::compile(&mut CompileContext {
            pieces: &pieces,
            piece: pieces[piece.index()],
            board: &geometry,
            color,
            arena: &mut arena,
        });
        traits.push(piece_traits(&spec, piece, &own_powers, promotion));
        powers.push(own_powers);
        reach.extend(own);
    }
    let parts = AttackParts {
        spec: &spec,
        board: &geometry,
        traits: &traits,
        reach: &reach,
        powers: &powers,
    };
    let attacks = attacks::compile(&parts, &mut arena);
    arena.finish();
    let slot = |code: Code, square: Square| code.index() * geometry.squares() + square.index();
    let first_array = || {
        let first = *spec.array_numbers().first()?;
        arrays::pieces(&spec, &geometry, first)
    };
    let castling = Castling::compile(&pieces, &geometry, first_array, |king, from, to| {
        let own = &powers[king.index()];
        let mut lent = powers.iter().flat_map(|powers| &powers.relay);
        reach[slot(king, from)].alone(&arena).contains(to)
            || own.ends(from).contains(to)
            || lent.any(|relay| relay.leads(&arena, from, to))
    });
    let any = |flag: u16| traits.iter().any(|traits| traits.is(flag));
    let any_power = |wanted: fn(&Tables<W>) -> bool| powers.iter().any(wanted);
    RuleTables {
        keys: Keys::new(1 + 2 * types, geometry.squares()),
        castling,
        legality: attacks::legality(&spec),
        has_relay: any_power(|powers| !powers.relay.is_empty()),
        has_immobilizer: any_power(|powers| !powers.immobilize.squares.is_empty()),
        has_pass: any_power(|powers| powers.pass),
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
    if spec.edge {
        board.all().filter(outermost).collect()
    } else {
        SquareSet::EMPTY
    }
}

fn piece_traits<const W: usize>(
    spec: &RuleSpec,
    piece: PieceType,
    powers: &Tables<W>,
    promotion: Option<usize>,
) -> Traits {
    let piece_spec = spec.piece(piece);
    let acts = |power: &Power| match power.nature().makes {
        MoveKinds::Nothing | MoveKinds::Reach => false,
        MoveKinds::Near | MoveKinds::Far | MoveKinds::Staying => true,
    };
    let flags = [
        (Traits::ROYAL, piece_spec.royal),
        (Traits::AURA, powers.has_aura()),
        (Traits::PAWN, piece_spec.pawn),
        (Traits::SPECIAL, piece_spec.powers.iter().any(acts)),
        (Traits::SWAPPER, powers.swap.not_back),
        (Traits::IMMUNE, powers.immune),
        (Traits::DOUBLE_STEP, !powers.double_step.is_empty()),
        (Traits::REGENT, powers.regent.is_some()),
        (Traits::ODD, attacks::is_odd(spec, piece.index())),
        (Traits::MINOR, minor::is_minor(spec, piece_spec)),
        (Traits::BOUND, minor::is_bound(spec, piece_spec)),
    ];
    let flags = flags
        .iter()
        .filter(|(_, holds)| *holds)
        .fold(0, |all, (flag, _)| all | flag);
    Traits::new(flags, promotion)
}
