use super::power::*;

/// Captures without moving.
///
/// A Genie on g5 captures the enemy on h6 and stays:
/// ```text
/// 6 . p .        g5g5xh6
/// 5 Ge. .
///   g h i
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Igui {
    /// Its targets; riders reach the first piece.
    pub targets: Betza,
}

impl PowerInfo for Igui {
    fn describe(&self, _: &RuleSetView<'_>) -> String {
        let enemy = first_on("an enemy", &self.targets);
        format!("captures {enemy} without moving")
    }

    fn draw(&self, _: &RuleSetView<'_>, _: &PieceView<'_>, picture: &mut Picture<'_>) {
        picture.add(Layer::first_on("igui", CAPTURED_BY_IGUI, &self.targets));
    }

    fn mobility(&self, _: &PieceView<'_>, density: &UniformOccupancy<'_>, from: Square) -> f64 {
        CAPTURE_ONLY * density.targets(&self.targets, from, 0)
    }

    fn explains(&self, act: Act, played: &PlayedMove<'_>) -> bool {
        matches!(act, Act::Removes(_)) && played.stays()
    }
}

impl PowerImpl for Igui {
    const NAME: &'static str = "igui";
    const KEYS: &'static [&'static str] = &["targets"];
    const MAKES: MoveKinds = MoveKinds::Near;
    const IS_PLURAL: bool = true;
    type Tables<const W: usize> = ReachTable<W>;

    fn read(reader: &PowerReader<'_>) -> Option<Self> {
        Some(Igui {
            targets: reader.plain("targets", "the squares captured on, such as \"K\"")?,
        })
    }

    fn compile<const W: usize>(&self, context: &mut CompileContext<'_, W>, tables: &mut Tables<W>) {
        tables.igui = all_targets(context);
    }

    #[inline(always)]
    fn generate<const W: usize>(
        tables: &Self::Tables<W>,
        actor: &Actor<'_, W>,
        found: &mut impl FnMut(Move),
    ) -> SquareSet<W> {
        if let Some(reach) = tables.get(actor.from.index()) {
            let seen = reach.sees(actor.arena, actor.occupied());
            (seen & actor.enemy).for_each(|victim| {
                found(Move::capturing(actor.from, actor.from, victim));
            });
        }
        SquareSet::EMPTY
    }
}

/// By square: the targets of captures without moving by all powers of a piece.
pub(super) fn all_targets<const W: usize>(context: &mut CompileContext<'_, W>) -> ReachTable<W> {
    reach_table(context.board, context.color, context.arena, |builder| {
        for power in context.piece.powers {
            match power {
                Power::Igui(igui) => builder.betza(&igui.targets),
                Power::Strike(strike) => builder.betza(&strike.over),
                _ => {}
            }
        }
    })
}
