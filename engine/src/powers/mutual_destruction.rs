use super::power::*;

pub(super) const DESTROY: &str = "† an enemy here and the piece itself are removed";

/// Removes itself together with an enemy.
///
/// A Swapper on g5 removes itself and the enemy on h6:
/// ```text
/// 6 . p
/// 5 S .   g5g5xg5xh6
///   g h
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MutualDestruction {
    /// Its targets; riders reach the first piece.
    pub targets: Betza,
}

impl PowerInfo for MutualDestruction {
    fn capture_rule(&self) -> Option<CaptureRule<'_>> {
        Some(CaptureRule::Destroy(&self.targets))
    }

    fn describe(&self, _: &RuleSetView<'_>) -> String {
        let enemy = first_on("an enemy", &self.targets);
        format!("removes itself together with {enemy}")
    }

    fn draw(&self, _: &RuleSetView<'_>, _: &PieceView<'_>, picture: &mut Picture<'_>) {
        picture.add(Layer::first_on(
            "mutual destruction",
            DESTROY,
            &self.targets,
        ));
    }

    fn mobility(&self, _: &PieceView<'_>, density: &UniformOccupancy<'_>, from: Square) -> f64 {
        CAPTURE_ONLY * density.occupancy / 2.0 * density.targets(&self.targets, from, 0)
    }
}

impl PowerImpl for MutualDestruction {
    const NAME: &'static str = "mutual-destruction";
    const KEYS: &'static [&'static str] = &["targets"];
    const MAKES: MoveKinds = MoveKinds::Staying;
    type Tables<const W: usize> = Destruction<W>;

    fn read(reader: &PowerReader<'_>) -> Option<Self> {
        Some(MutualDestruction {
            targets: reader.plain("targets", "the squares it reaches, such as \"K\"")?,
        })
    }

    fn compile<const W: usize>(&self, context: &mut CompileContext<'_, W>, tables: &mut Tables<W>) {
        tables.mutual_destruction.targets = context.reach(&self.targets);
    }

    #[inline(always)]
    fn generate<const W: usize>(
        tables: &Self::Tables<W>,
        actor: &Actor<'_, W>,
        found: &mut impl FnMut(Move),
    ) -> SquareSet<W> {
        let from = actor.from;
        let mut destroyed = SquareSet::EMPTY;
        if let Some(reach) = tables.targets.get(from.index()) {
            destroyed |= reach.sees(actor.arena, actor.occupied()) & actor.enemy;
        }
        for (prey, table) in &tables.prey {
            let seen = table[from.index()].sees(actor.arena, actor.occupied());
            let is_prey = |square: &_| actor.board.at(*square) == *prey;
            destroyed |= seen.iter().filter(is_prey).collect();
        }
        destroyed.for_each(|enemy| {
            let both = SquareSet::<W>::of(enemy) | SquareSet::of(from);
            found(Move::removing(from, from, both));
        });
        SquareSet::EMPTY
    }
}

/// The enemies with which a piece destroys itself.
#[derive(Debug, Default)]
pub(crate) struct Destruction<const W: usize> {
    /// By square: the targets of every enemy.
    targets: ReachTable<W>,
    /// By square: the targets of enemies of one code, for a chameleon.
    pub prey: Vec<(Code, ReachTable<W>)>,
}
