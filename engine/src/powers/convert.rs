use super::power::*;

/// Instead of moving, changes the owner of an enemy.
///
/// A Cuckoo on a4 converts the enemy on a5:
/// ```text
/// 5 n
/// 4 Cu  a4a4~a5
///   a
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Convert {
    /// Its targets; riders reach the first piece.
    pub targets: Betza,
}

impl PowerInfo for Convert {
    fn describe(&self, _: &RuleSetView<'_>) -> String {
        let enemy = first_on("an enemy", &self.targets);
        format!("converts {enemy} instead of moving")
    }

    fn draw(&self, _: &RuleSetView<'_>, _: &PieceView<'_>, picture: &mut Picture<'_>) {
        picture.add(Layer::first_on("convert", CONVERTED, &self.targets));
    }

    fn mobility(&self, _: &PieceView<'_>, density: &UniformOccupancy<'_>, from: Square) -> f64 {
        2.0 * CAPTURE_ONLY * density.occupancy / 2.0 * density.targets(&self.targets, from, 0)
    }
}

impl PowerImpl for Convert {
    const NAME: &'static str = "convert";
    const KEYS: &'static [&'static str] = &["targets"];
    const MAKES: MoveKinds = MoveKinds::Staying;
    type Tables<const W: usize> = ReachTable<W>;

    fn read(reader: &PowerReader<'_>) -> Option<Self> {
        Some(Convert {
            targets: reader.plain("targets", "the squares it converts on, such as \"W\"")?,
        })
    }

    fn compile<const W: usize>(&self, context: &mut CompileContext<'_, W>, tables: &mut Tables<W>) {
        tables.convert = context.reach(&self.targets);
    }

    #[inline(always)]
    fn generate<const W: usize>(
        tables: &Self::Tables<W>,
        actor: &Actor<'_, W>,
        found: &mut impl FnMut(Move),
    ) -> SquareSet<W> {
        if let Some(reach) = tables.get(actor.from.index()) {
            let seen = reach.sees(actor.arena, actor.occupied()) & actor.enemy;
            let stay = Move::plain(actor.from, actor.from);
            seen.for_each(|square| found(stay.converting(square)));
        }
        SquareSet::EMPTY
    }
}
