//! Hoppers: to the second or a later square of a line, when some piece stands in between.
//!
//! A Cicada on d1 may go to d3 and d4, over the piece on d2, which stays:
//! ```text
//! 4 . (Ci) .        d1d3, d1d4
//! 3 . (Ci) .
//! 2 .  P   .
//! 1 .  Ci  .
//! ```

use super::parts::*;

const HOPPER: &str = "∩ to move or capture, over at least one piece in between";

/// Goes to the second or a later square of a line, to move or capture, when at least one
/// piece stands in between; the pieces in between stay.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hopper {
    /// The lines.
    pub along: Betza,
}

impl Facts for Hopper {
    fn notation(&self) -> Vec<&Betza> {
        vec![&self.along]
    }

    fn seen(&self) -> Seen<'_> {
        Seen::Odd
    }

    fn lesson(&self) -> Lesson<'_> {
        Lesson::Hopper(&self.along)
    }

    fn check(&self, _: &Checking<'_>) {}

    fn describe(&self, _: &Setting<'_>) -> String {
        format!("hops along {} over one or more pieces", self.along)
    }

    fn draw(&self, _: &Setting<'_>, _: &Bearer<'_>, picture: &mut Picture<'_>) {
        let marks = vec![(HOPPER, drawing::walked(&self.along, 1, usize::MAX))];
        let layer = Layer::new("hopper", marks, drawing::radius(&self.along));
        picture.layers.push(layer);
    }

    fn mobility(&self, _: &Bearer<'_>, crowd: &Crowd<'_>, from: Square) -> f64 {
        // Rough, since it needs pieces in the right places.
        crowd.crowding * crowd.targets(&self.along, from, 1)
    }

    fn explains(&self, act: Act, _: &Played<'_>) -> bool {
        act == Act::Reaches
    }
}

impl Ability for Hopper {
    const NAME: &'static str = "hopper";
    const KEYS: &'static [&'static str] = &["along"];
    const NATURE: Nature = Nature {
        plural: false,
        makes: Makes::Far,
        may_coincide: true,
    };
    type Tables<const W: usize> = RayTable;

    fn read(reading: &Reading<'_>) -> Option<Self> {
        Some(Hopper {
            along: reading.lines()?,
        })
    }

    fn pieces(&mut self) -> &mut [PieceType] {
        &mut []
    }

    fn extend<const W: usize>(&self, _: &mut ReachBuilder<'_, W>) {}

    fn compile<const W: usize>(&self, making: &mut Making<'_, W>, tables: &mut Tables<W>) {
        tables.hopper = making.rays(&self.along);
    }

    #[inline(always)]
    fn generate<const W: usize>(
        tables: &Self::Tables<W>,
        actor: &Actor<'_, W>,
        _: &mut impl FnMut(Move),
    ) -> SquareSet<W> {
        let mut targets = SquareSet::EMPTY;
        for ray in tables.get(actor.from.index()).into_iter().flatten() {
            let mut over = false;
            for &to in ray.within_range() {
                targets.insert_if(to, over && !actor.own.contains(to));
                over |= actor.occupied().contains(to);
            }
        }
        targets
    }

    fn ends<const W: usize>(tables: &Self::Tables<W>, from: Square) -> SquareSet<W> {
        ray_ends(tables, from)
    }
}
