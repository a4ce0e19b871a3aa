//! Conversion: changing the owner of an enemy instead of moving.
//!
//! A Cuckoo on a4 takes over the enemy on a5:
//! ```text
//! 5 n
//! 4 Cu  a4a4~a5
//!   a
//! ```

use super::parts::*;

/// Instead of moving, changes the owner of an enemy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Convert {
    /// The squares that it reaches; riders reach the first piece.
    pub targets: Betza,
}

impl Facts for Convert {
    fn notation(&self) -> Vec<&Betza> {
        vec![&self.targets]
    }

    fn seen(&self) -> Seen<'_> {
        Seen::Odd
    }

    fn lesson(&self) -> Lesson<'_> {
        Lesson::Nothing
    }

    fn check(&self, _: &Checking<'_>) {}

    fn describe(&self, _: &Setting<'_>) -> String {
        format!(
            "converts {} instead of moving",
            first_on("an enemy", &self.targets)
        )
    }

    fn draw(&self, _: &Setting<'_>, _: &Bearer<'_>, picture: &mut Picture<'_>) {
        let layer = Layer::first_on("convert", CONVERTED, &self.targets);
        picture.layers.push(layer);
    }

    fn mobility(&self, _: &Bearer<'_>, crowd: &Crowd<'_>, from: Square) -> f64 {
        2.0 * CAPTURE_ONLY * crowd.crowding / 2.0 * crowd.targets(&self.targets, from, 0)
    }

    fn explains(&self, _: Act, _: &Played<'_>) -> bool {
        false
    }
}

impl Ability for Convert {
    const NAME: &'static str = "convert";
    const KEYS: &'static [&'static str] = &["targets"];
    const NATURE: Nature = Nature {
        plural: false,
        makes: Makes::Staying,
        may_coincide: false,
    };
    type Tables<const W: usize> = ReachTable<W>;

    fn read(reading: &Reading<'_>) -> Option<Self> {
        Some(Convert {
            targets: reading.plain("targets", "the squares it converts on, such as \"W\"")?,
        })
    }

    fn pieces(&mut self) -> &mut [PieceType] {
        &mut []
    }

    fn extend<const W: usize>(&self, _: &mut ReachBuilder<'_, W>) {}

    fn compile<const W: usize>(&self, making: &mut Making<'_, W>, tables: &mut Tables<W>) {
        tables.convert = making.reach(&self.targets);
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

    fn ends<const W: usize>(_: &Self::Tables<W>, _: Square) -> SquareSet<W> {
        SquareSet::EMPTY
    }
}
