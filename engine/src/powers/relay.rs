use super::power::*;
use crate::drawing::Squares;
use smallvec::SmallVec;

const RELAY: &str = "+ a friend here receives a relay";
const RELAY_WITHIN: &str = "± a friend here receives a relay; the move lent ends on such squares";
const RELAY_END: &str = "= the move lent ends on such squares";

/// Lends moves to friendly pieces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Relay {
    /// The targets of the relayer on which friends receive the moves.
    pub to: Betza,
    /// The moves that they receive.
    pub moves: Betza,
    /// The targets of the relayer on which those moves must end; any square when `None`.
    pub landing: Option<Betza>,
}

impl PowerInfo for Relay {
    fn seen(&self) -> Seen<'_> {
        Seen::Lent
    }

    fn describe(&self, _: &RuleSetView<'_>) -> String {
        let Relay { to, moves, landing } = self;
        let only = |landing: &Betza| format!(", to land on {landing} only");
        let only = landing.as_ref().map(only).unwrap_or_default();
        format!("lends {moves} to friends on {to}{only}")
    }

    fn draw(&self, _: &RuleSetView<'_>, piece: &PieceView<'_>, picture: &mut Picture<'_>) {
        let is_relay = |power: &&Power| power.kind() == PowerKind::Relay;
        let landing = self.landing.as_ref();
        let to = drawing::seen(&self.to);
        let end = landing.map_or(Squares::EMPTY, drawing::seen);
        let within = to & end;
        let widest = drawing::radius(&self.to).max(landing.map_or(1, drawing::radius));
        let marks = vec![(RELAY_WITHIN, within), (RELAY, to), (RELAY_END, end)];
        let mut receivers = Layer::new(format!("relay of {}", self.moves), marks, widest);
        receivers.apart = piece.powers.iter().filter(is_relay).count() > 1;
        let sign = if within.is_empty() { "+" } else { "±" };
        picture.add(receivers);
        picture.add(Layer {
            title: format!("{} for a {sign}", self.moves),
            apart: true,
            centre: Some(sign),
            ..drawing::moves(&self.moves)
        });
    }

    fn mobility(&self, _: &PieceView<'_>, density: &UniformOccupancy<'_>, from: Square) -> f64 {
        // A friend stands on half of the occupied squares; only some moves are of use to it.
        let receivers = density.occupancy / 2.0 * density.targets(&self.to, from, 0);
        receivers * density.targets(&self.moves, from, 0) / 4.0
    }
}

impl PowerImpl for Relay {
    const NAME: &'static str = "relay";
    const KEYS: &'static [&'static str] = &["to", "moves", "landing"];
    const MAKES: MoveKinds = MoveKinds::Nothing;
    const IS_PLURAL: bool = true;
    type Tables<const W: usize> = Vec<Lending<W>>;

    fn read(reader: &PowerReader<'_>) -> Option<Self> {
        Some(Relay {
            to: reader.plain(
                "to",
                "which friends receive, seen from the relayer, such as \"K\"",
            )?,
            moves: reader.betza("moves", "the moves that are lent, such as \"N\"")?,
            landing: match reader.table.get("landing") {
                Some(_) => Some(reader.plain("landing", "squares seen from the relayer")?),
                None => None,
            },
        })
    }

    fn compile<const W: usize>(&self, context: &mut CompileContext<'_, W>, tables: &mut Tables<W>) {
        let everywhere = vec![SquareSet::ALL; context.board.squares()];
        let moves = context.reach(&self.moves);
        let mut captors = vec![SquareSet::EMPTY; context.board.squares()];
        for from in context.board.all() {
            let captures = moves[from.index()].sees(context.arena, SquareSet::EMPTY);
            captures.for_each(|target| captors[target.index()].insert(from));
        }
        tables.relay.push(Lending {
            to: context.reach(&self.to),
            moves,
            captors,
            landing: (self.landing.as_ref()).map_or(everywhere, |landing| context.alone(landing)),
            blockable: self.to.can_be_blocked() || self.moves.can_be_blocked(),
        });
    }
}

/// Moves that a piece lends to its friends.
#[derive(Debug)]
pub(crate) struct Lending<const W: usize> {
    /// By the relayer's square: the squares of receivers.
    to: ReachTable<W>,
    /// By the receiver's square: the moves lent.
    moves: ReachTable<W>,
    /// By square: the squares of receivers that could capture there on an empty board.
    captors: Vec<SquareSet<W>>,
    /// By the relayer's square: the squares on which those moves may end.
    landing: Vec<SquareSet<W>>,
    /// Whether other pieces can block the relay or the moves lent.
    pub blockable: bool,
}

/// The receivers of relays with their targets: seldom more than 32.
pub(crate) type Grants<const W: usize> = SmallVec<[(Square, SquareSet<W>); 32]>;

impl<const W: usize> Lending<W> {
    /// The friends that receive from a relayer.
    #[inline(always)]
    pub(crate) fn receivers(
        &self,
        arena: &Arena<W>,
        relayer: Square,
        own: SquareSet<W>,
        enemy: SquareSet<W>,
    ) -> SquareSet<W> {
        self.to[relayer.index()].sees(arena, own | enemy) & own
    }

    /// Adds the moves that a relayer lends, each receiver once.
    #[inline(always)]
    pub(crate) fn lend(
        &self,
        arena: &Arena<W>,
        relayer: Square,
        own: SquareSet<W>,
        enemy: SquareSet<W>,
        grants: &mut Grants<W>,
    ) {
        let mut receivers = self.receivers(arena, relayer, own, enemy);
        receivers.remove(relayer);
        let landing = self.landing[relayer.index()];
        receivers.for_each(|receiver| {
            let lent = self.moves[receiver.index()].targets(arena, own, enemy) & landing;
            match grants.iter_mut().find(|(known, _)| *known == receiver) {
                Some((_, targets)) => *targets |= lent,
                None => grants.push((receiver, lent)),
            }
        });
    }

    /// Whether a friend of a relayer can capture an enemy on a square by a move lent.
    #[inline(always)]
    pub(crate) fn attacks(
        &self,
        arena: &Arena<W>,
        relayer: Square,
        target: Square,
        own: SquareSet<W>,
        enemy: SquareSet<W>,
    ) -> bool {
        if !self.landing[relayer.index()].contains(target) {
            return false;
        }
        let mut captors = own & self.captors[target.index()];
        captors.remove(relayer);
        if captors.is_empty() {
            return false;
        }
        let captors = captors & self.receivers(arena, relayer, own, enemy);
        let sees = |from: Square| self.moves[from.index()].sees(arena, own | enemy);
        captors.iter().any(|from| sees(from).contains(target))
    }

    /// Whether the moves lent lead from one square to another on an empty board.
    pub(crate) fn leads(&self, arena: &Arena<W>, from: Square, to: Square) -> bool {
        self.moves[from.index()].alone(arena).contains(to)
    }
}
