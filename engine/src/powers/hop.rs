use super::power::*;

const HOP: &str = "^ empty landing of a hop, which captures the enemy leapt over";

/// Captures an adjacent enemy by a leap to the next square, which must be empty.
///
/// A Zag on e5 captures the enemy on e6 and lands on e7:
/// ```text
/// 7 . .(Za). .        e5e7xe6
/// 6 . . p . .
/// 5 . . Za. .
///   c d e f g
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hop {
    /// The squares that may be leapt over; single steps only.
    pub over: Betza,
}

impl PowerInfo for Hop {
    fn describe(&self, _: &RuleSetView<'_>) -> String {
        format!("hops over an enemy on {} and captures it", self.over)
    }

    fn draw(&self, _: &RuleSetView<'_>, _: &PieceView<'_>, picture: &mut Picture<'_>) {
        let marks = vec![(HOP, drawing::beyond(&self.over))];
        picture.add(Layer::new("hop", marks, 2));
    }

    fn mobility(&self, _: &PieceView<'_>, density: &UniformOccupancy<'_>, from: Square) -> f64 {
        CAPTURE_ONLY * density.occupancy / 2.0
            * density.empty()
            * density.targets(&self.over, from, 0)
    }

    fn explains(&self, act: Act, played: &PlayedMove<'_>) -> bool {
        leaps_over(&self.over, act, played)
    }
}

impl PowerImpl for Hop {
    const NAME: &'static str = "hop";
    const KEYS: &'static [&'static str] = &["over"];
    const MAKES: MoveKinds = MoveKinds::Near;
    const IS_PLURAL: bool = true;
    const MAY_COINCIDE: bool = true;
    type Tables<const W: usize> = Vec<Vec<Leap>>;

    fn read(reader: &PowerReader<'_>) -> Option<Self> {
        Some(Hop {
            over: reader.adjacent("over", "the squares leapt over, such as \"W\" or \"F\"")?,
        })
    }

    fn compile<const W: usize>(&self, context: &mut CompileContext<'_, W>, tables: &mut Tables<W>) {
        add_leaps(&self.over, false, context, &mut tables.hop);
    }

    #[inline(always)]
    fn generate<const W: usize>(
        tables: &Self::Tables<W>,
        actor: &Actor<'_, W>,
        found: &mut impl FnMut(Move),
    ) -> SquareSet<W> {
        for leap in tables.get(actor.from.index()).into_iter().flatten() {
            let open = if leap.strikes {
                !actor.own.contains(leap.landing)
            } else {
                !actor.occupied().contains(leap.landing)
            };
            if actor.enemy.contains(leap.victim) && open {
                found(Move::capturing(actor.from, leap.landing, leap.victim));
            }
        }
        SquareSet::EMPTY
    }
}

/// A leap over an adjacent enemy to the square beyond.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Leap {
    pub victim: Square,
    pub landing: Square,
    /// Whether an enemy on the landing square is captured too; else it must be empty.
    pub strikes: bool,
}

/// Adds the leaps over the targets of some notation.
pub(super) fn add_leaps<const W: usize>(
    over: &Betza,
    strikes: bool,
    context: &mut CompileContext<'_, W>,
    table: &mut Vec<Vec<Leap>>,
) {
    let victims = context.alone(over);
    let board = context.board;
    table.resize(board.squares(), Vec::new());
    for from in board.all() {
        for victim in victims[from.index()] {
            let Some(landing) = board.away(victim, board.offset(from, victim), 1) else {
                continue;
            };
            let leaps = &mut table[from.index()];
            match leaps.iter_mut().find(|leap| leap.victim == victim) {
                Some(leap) => leap.strikes |= strikes,
                None => leaps.push(Leap {
                    victim,
                    landing,
                    strikes,
                }),
            }
        }
    }
}

/// Whether a move removed a piece on a target of some notation and ended on the next square.
pub(super) fn leaps_over(over: &Betza, act: Act, played: &PlayedMove<'_>) -> bool {
    let Act::Removes(victim) = act else {
        return false;
    };
    let step = played.leap_to(victim);
    let lands_beyond = played.leap_to(played.to) == (2 * step.0, 2 * step.1);
    lands_beyond && over.leaps().any(|(_, leap)| leap == step)
}
