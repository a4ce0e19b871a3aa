//! What a move of a game does: who moves, what it captures and becomes, and which powers it uses.

use crate::board::{Square, SquareSet};
use crate::moves::{Move, MoveKind};
use crate::piece::Code;
use crate::position::Position;
use crate::rules::{PieceType, Power};
use crate::tables::{Rules, Traits};

/// A use of a power: what a move did that leaps and slides alone do not do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PowerUse {
    /// A move that only a friend of this type lent.
    Relay(PieceType),
    /// A capture without moving.
    Igui,
    /// A capture by leaping over the victim.
    Hop,
    /// A capture by igui or by leaping over, by a piece that has both in one.
    Strike,
    /// A move over pieces that stay where they are.
    Hurdle,
    /// A slide through enemies.
    Trample,
    /// A slide over enemies to the empty squares beyond.
    Overtake,
    /// A capture, or a conversion, ahead of where the move ends.
    Approach,
    /// A capture behind where the move started.
    Withdrawal,
    /// A capture in the victim's own way.
    Chameleon,
    /// Two pieces change places.
    Swap,
    /// An enemy changes its owner.
    Convert,
    /// A piece vanishes with its victim.
    MutualDestruction,
    /// An immobilized piece removes itself.
    Leave,
    /// A pawn captures one that passed it.
    EnPassant,
    /// Castling.
    Castle,
    /// Passing.
    Pass,
}

impl PowerUse {
    /// What it is called in tables: the power's name in rule files where it has one.
    pub fn name(self) -> &'static str {
        match self {
            PowerUse::Relay(_) => "relay",
            PowerUse::Igui => "igui",
            PowerUse::Hop => "hop",
            PowerUse::Strike => "strike",
            PowerUse::Hurdle => "hurdle",
            PowerUse::Trample => "trample",
            PowerUse::Overtake => "overtake",
            PowerUse::Approach => "approach",
            PowerUse::Withdrawal => "withdrawal",
            PowerUse::Chameleon => "chameleon",
            PowerUse::Swap => "swap",
            PowerUse::Convert => "convert",
            PowerUse::MutualDestruction => "mutual-destruction",
            PowerUse::Leave => "leave",
            PowerUse::EnPassant => "en passant",
            PowerUse::Castle => "castle",
            PowerUse::Pass => "pass",
        }
    }
}

/// What a move does.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Deed {
    /// The piece that moves; `None` when the side passes.
    pub piece: Option<PieceType>,
    /// The enemies that it removes.
    pub captured: Vec<PieceType>,
    /// What the piece becomes by promotion.
    pub becomes: Option<PieceType>,
    /// The powers that it uses, each once. A lent move counts for every type of relayer that lends it.
    pub uses: Vec<PowerUse>,
}

impl<const W: usize> Rules<W> {
    /// What a move does that is legal in a position.
    pub(crate) fn deed(&self, position: &Position<W>, one: Move) -> Deed {
        if one.kind == MoveKind::Pass {
            return Deed {
                uses: vec![PowerUse::Pass],
                ..Deed::default()
            };
        }
        let enemy = position.pieces(position.side().other());
        let on_target = (one.kind != MoveKind::Swap && enemy.contains(one.to)).then_some(one.to);
        let removed = one.victims().iter().copied().chain(on_target);
        let type_at = |square: Square| position.at(square).piece().map(|(_, piece)| piece);
        let mut uses = self.uses(position, one);
        uses.sort_unstable();
        uses.dedup();
        Deed {
            piece: type_at(one.from),
            captured: removed
                .filter(|square| enemy.contains(*square))
                .filter_map(type_at)
                .collect(),
            becomes: one.promotion(),
            uses,
        }
    }

    fn uses(&self, position: &Position<W>, one: Move) -> Vec<PowerUse> {
        let code = position.at(one.from);
        let powers = &self.powers[code.index()];
        if one.removes_itself() {
            return vec![match one.victims() {
                [_] => PowerUse::Leave,
                _ => PowerUse::MutualDestruction,
            }];
        }
        let passing = position.passing();
        if one.to == passing.square && one.victims() == [passing.piece] {
            return vec![PowerUse::EnPassant];
        }
        let enemy = position.pieces(position.side().other());
        let takes = !one.victims().is_empty() || enemy.contains(one.to);
        match one.kind {
            MoveKind::Castle => return vec![PowerUse::Castle],
            MoveKind::Swap => return vec![PowerUse::Swap],
            MoveKind::Convert if one.from == one.to => return vec![PowerUse::Convert],
            // What an approach converts stands ahead.
            MoveKind::Convert => return vec![PowerUse::Convert, PowerUse::Approach],
            _ if powers.chameleon.is_some() && takes => return vec![PowerUse::Chameleon],
            _ => {}
        }
        match one.victims() {
            [] => self.uses_of_target(position, code, one),
            victims => (victims.iter())
                .map(|&victim| self.use_on(code, one, victim))
                .collect(),
        }
    }

    /// The power by which a piece removes a victim that does not stand on its target square.
    fn use_on(&self, code: Code, one: Move, victim: Square) -> PowerUse {
        let powers = &self.powers[code.index()];
        let own = code.piece().map(|(_, piece)| self.spec.piece(piece));
        let has =
            |wanted: fn(&Power) -> bool| own.is_some_and(|piece| piece.powers.iter().any(wanted));
        if one.from == one.to {
            return match has(|power| matches!(power, Power::Strike { .. })) {
                true => PowerUse::Strike,
                false => PowerUse::Igui,
            };
        }
        let mut hops = powers.hops(one.from).iter();
        if let Some(hop) = hops.find(|hop| hop.victim == victim && hop.landing == one.to) {
            return match hop.strikes {
                true => PowerUse::Strike,
                false => PowerUse::Hop,
            };
        }
        if !powers.tramples.is_empty() {
            return PowerUse::Trample;
        }
        if !powers.overtakes.is_empty() {
            return PowerUse::Overtake;
        }
        if powers.lines.is_none() {
            return PowerUse::EnPassant;
        }
        let board = &self.geometry;
        let way = |to: Square| {
            (
                board.file(to) - board.file(one.from),
                board.rank(to) - board.rank(one.from),
            )
        };
        let (ahead, there) = (way(one.to), way(victim));
        match ahead.0 * there.0 + ahead.1 * there.1 < 0 {
            true => PowerUse::Withdrawal,
            false => PowerUse::Approach,
        }
    }

    /// The powers behind a move that removes at most what stands on its target square.
    fn uses_of_target(&self, position: &Position<W>, code: Code, one: Move) -> Vec<PowerUse> {
        let us = position.side();
        let (own, enemy) = (position.pieces(us), position.pieces(us.other()));
        let reach = self.reach(code, one.from);
        let powers = &self.powers[code.index()];
        let by_reach = reach.targets(&self.arena, own, enemy);
        let by_itself = match self.traits(code).is(Traits::SPECIAL) {
            true => self.plain_targets(position, one.from),
            false => by_reach,
        };
        if by_itself.contains(one.to) {
            let leaps_over = !powers.hurdles.is_empty() && !by_reach.contains(one.to);
            return leaps_over.then_some(PowerUse::Hurdle).into_iter().collect();
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
