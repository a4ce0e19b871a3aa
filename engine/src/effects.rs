//! The effects of a move: who moves, what it captures and becomes, and which powers it uses.

use crate::board::{Square, SquareSet};
use crate::moves::{Move, MoveKind};
use crate::piece::{Color, PieceType};
use crate::position::Position;
use crate::powers::{Act, PlayedMove, Power, PowerKind};
use crate::tables::{RuleTables, Traits};

/// The use of a power in a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PowerUse {
    /// A move that only friends of this type lend.
    Relay(PieceType),
    /// Any other power of the piece that moves.
    Power(PowerKind),
    /// An immobilized piece removes itself.
    Leave,
    /// A pawn captures one that passed it.
    EnPassant,
    /// A piece in hand is put on the board.
    Drop,
    /// A capture removes pieces beside its target.
    Explosion,
}

impl PowerUse {
    /// The name in tables: that of rule files where there is one.
    pub fn name(self) -> &'static str {
        match self {
            PowerUse::Relay(_) => PowerKind::Relay.name(),
            PowerUse::Power(kind) => kind.name(),
            PowerUse::Leave => "leave",
            PowerUse::EnPassant => "en passant",
            PowerUse::Drop => "drop",
            PowerUse::Explosion => "explosion",
        }
    }

    /// The name with this text, if it is one.
    pub fn find_name(text: &str) -> Option<&'static str> {
        let others = [
            PowerUse::Leave,
            PowerUse::EnPassant,
            PowerUse::Drop,
            PowerUse::Explosion,
        ];
        let powers = PowerKind::ALL.iter().map(|&kind| PowerUse::Power(kind));
        let mut names = powers.chain(others).map(PowerUse::name);
        names.find(|name| *name == text)
    }
}

/// The effects of a move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MoveEffects {
    /// The piece that moves or is dropped; `None` for a pass.
    pub piece: Option<PieceType>,
    /// The enemies that it removes.
    pub captured: Vec<PieceType>,
    /// The piece type after a promotion.
    pub becomes: Option<PieceType>,
    /// The owner of the piece with which it swaps.
    pub swaps_with: Option<Color>,
    /// The powers used, each once. A lent move counts for every type of relayer that lends it.
    pub uses: Vec<PowerUse>,
}

impl<const W: usize> RuleTables<W> {
    /// The effects of a legal move.
    pub(crate) fn effects(&self, position: &Position<W>, one: Move) -> MoveEffects {
        if one.kind == MoveKind::Pass {
            return MoveEffects {
                uses: vec![PowerUse::Power(PowerKind::Pass)],
                ..MoveEffects::default()
            };
        }
        let enemy = position.pieces(position.side.other());
        let swaps = one.kind == MoveKind::Swap;
        let swaps_with = position.at(one.to).piece().filter(|_| swaps);
        let on_target = (!swaps).then_some(one.to);
        let removed = one.victims().iter().copied().chain(on_target);
        let blast = position.blast(self, one);
        let removed = removed.chain(blast - SquareSet::of(one.to));
        let captured = removed.filter(|square| enemy.contains(*square));
        let type_at = |square: Square| position.at(square).piece().map(|(_, piece)| piece);
        let mut uses = self.uses(position, one);
        if !blast.is_empty() {
            uses.push(PowerUse::Explosion);
        }
        uses.sort_unstable_by_key(|one| (one.name(), *one));
        uses.dedup();
        MoveEffects {
            piece: position.mover(one).piece().map(|(_, piece)| piece),
            captured: captured.filter_map(type_at).collect(),
            becomes: one.promotion(),
            swaps_with: swaps_with.map(|(owner, _)| owner),
            uses,
        }
    }

    /// Whether a legal move could promote but does not. All moves are generated for it.
    pub(crate) fn declines(&self, position: &Position<W>, one: Move) -> bool {
        let piece = position.at(one.from).piece();
        let may_ever = |(_, piece)| self.spec.piece(piece).promotion.is_some();
        if one.promotion().is_some() || !piece.is_some_and(may_ever) {
            return false;
        }
        let mut moves = Vec::new();
        self.generate(position, &mut moves);
        let is_one = |other: &Move, to| *other == one.promoting(to);
        (moves.iter()).any(|other| other.promotion().is_some_and(|to| is_one(other, to)))
    }

    fn uses(&self, position: &Position<W>, one: Move) -> Vec<PowerUse> {
        if one.removes_itself() {
            return vec![match one.victims() {
                [_] => PowerUse::Leave,
                _ => PowerUse::Power(PowerKind::MutualDestruction),
            }];
        }
        let passing = position.passing;
        let mut passed = passing.squares();
        if one.victims() == [passing.piece] && passed.any(|square| square == one.to) {
            return vec![PowerUse::EnPassant];
        }
        let by = |kinds: &[PowerKind]| kinds.iter().copied().map(PowerUse::Power).collect();
        let enemy = position.pieces(position.side.other());
        let takes = !one.victims().is_empty() || enemy.contains(one.to);
        let powers = self.powers_at(position, one.from);
        let is_chameleon = (powers.iter()).any(|power| power.kind() == PowerKind::Chameleon);
        match one.kind {
            MoveKind::Pass => by(&[PowerKind::Pass]),
            MoveKind::Drop => vec![PowerUse::Drop],
            MoveKind::Castle => by(&[PowerKind::Castle]),
            MoveKind::Swap => by(&[PowerKind::Swap]),
            MoveKind::Convert if one.from == one.to => by(&[PowerKind::Convert]),
            // An approach converts the piece ahead.
            MoveKind::Convert => by(&[PowerKind::Convert, PowerKind::Approach]),
            MoveKind::Plain if is_chameleon && takes => by(&[PowerKind::Chameleon]),
            MoveKind::Plain if one.victims().is_empty() => self.uses_of_target(position, one),
            MoveKind::Plain => (one.victims().iter())
                .filter_map(|&victim| self.power_behind(position, one, Act::Removes(victim)))
                .collect(),
        }
    }

    /// The powers of the piece on a square.
    fn powers_at(&self, position: &Position<W>, square: Square) -> &[Power] {
        let piece = position.at(square).piece();
        piece.map_or(&[], |(_, piece)| &self.spec.piece(piece).powers)
    }

    /// The first power of the moving piece that explains an effect; a legal move has one.
    fn power_behind(&self, position: &Position<W>, one: Move, act: Act) -> Option<PowerUse> {
        let played = PlayedMove {
            board: &self.geometry,
            owner: position.side,
            from: one.from,
            to: one.to,
        };
        let mut powers = self.powers_at(position, one.from).iter();
        let power = powers.find(|power| power.info().explains(act, &played))?;
        Some(PowerUse::Power(power.kind()))
    }

    /// The powers behind a move that captures on its target square only.
    fn uses_of_target(&self, position: &Position<W>, one: Move) -> Vec<PowerUse> {
        let code = position.at(one.from);
        let us = position.side;
        let (own, enemy) = (position.pieces(us), position.pieces(us.other()));
        let by_reach = self.reach(code, one.from).targets(&self.arena, own, enemy);
        let by_itself = if self.traits(code).is(Traits::SPECIAL) {
            self.plain_targets(position, one.from)
        } else {
            by_reach
        };
        if by_itself.contains(one.to) {
            let beyond_reach = (!by_reach.contains(one.to)).then_some(Act::Reaches);
            let power = beyond_reach.and_then(|act| self.power_behind(position, one, act));
            return power.into_iter().collect();
        }
        let relayers = position.auras(us) & self.active(position, us);
        let lends = |relayer: &Square| {
            let lent = self.granted_by(position, SquareSet::of(*relayer), one.from, us);
            lent.contains(one.to)
        };
        let lenders = relayers.iter().filter(lends);
        let types = lenders.filter_map(|square| Some(position.at(square).piece()?.1));
        types.map(PowerUse::Relay).collect()
    }
}
