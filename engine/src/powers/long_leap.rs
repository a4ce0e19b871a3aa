//! Long leaps: over one or more enemies in a line, each followed by at least one empty square, to
//! an empty square beyond the last; all that are passed are captured.
//!
//! A Long Leaper on a1 takes one enemy on its way to c1 or two on its way to e1:
//! ```text
//! 1 L p (L) p (L)        a1c1xb1, a1e1xb1xd1
//!   a b  c  d  e
//! ```

use super::parts::*;

pub(super) const LONG_LEAP: &str =
    "» empty landing of a long leap, which captures every enemy passed";

/// Slides over enemies, each followed by at least one empty square, captures them and lands on
/// an empty square beyond the last.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LongLeap {
    /// The lines.
    pub along: Betza,
    /// Whether an enemy chameleon that leaps it on the way to a hopper captures it.
    pub by_leaping_chameleons: bool,
}

impl Facts for LongLeap {
    fn notation(&self) -> Vec<&Betza> {
        vec![&self.along]
    }

    fn seen(&self) -> Seen<'_> {
        Seen::Odd
    }

    fn lesson(&self) -> Lesson<'_> {
        Lesson::LongLeap {
            leaping: self.by_leaping_chameleons,
        }
    }

    fn check(&self, checking: &Checking<'_>) {
        checking.captures_lines();
    }

    fn describe(&self, setting: &Setting<'_>) -> String {
        let along = &self.along;
        let mut text = format!("long-leaps along {along}, capturing every enemy passed");
        if !self.by_leaping_chameleons && setting.has_chameleons() {
            text.push_str(" (safe from chameleons that leap it to take a hopper)");
        }
        text
    }

    fn draw(&self, _: &Setting<'_>, _: &Bearer<'_>, picture: &mut Picture<'_>) {
        let marks = vec![(LONG_LEAP, drawing::walked(&self.along, 1, usize::MAX))];
        let layer = Layer::new("long leap", marks, drawing::radius(&self.along));
        picture.layers.push(layer);
    }

    fn mobility(&self, _: &Bearer<'_>, crowd: &Crowd<'_>, from: Square) -> f64 {
        CAPTURE_ONLY * crowd.open() * crowd.targets(&self.along, from, 1)
    }

    fn explains(&self, act: Act, played: &Played<'_>) -> bool {
        matches!(act, Act::Removes(victim) if played.passes(victim))
    }
}

impl Ability for LongLeap {
    const NAME: &'static str = "long-leap";
    const KEYS: &'static [&'static str] = &["along", "by_leaping_chameleons"];
    const NATURE: Nature = Nature {
        plural: false,
        makes: Makes::Far,
        may_coincide: true,
    };
    type Tables<const W: usize> = RayTable;

    fn read(reading: &Reading<'_>) -> Option<Self> {
        Some(LongLeap {
            along: reading.lines()?,
            by_leaping_chameleons: reading.table.truth("by_leaping_chameleons").unwrap_or(true),
        })
    }

    fn pieces(&mut self) -> &mut [PieceType] {
        &mut []
    }

    fn extend<const W: usize>(&self, _: &mut ReachBuilder<'_, W>) {}

    fn compile<const W: usize>(&self, making: &mut Making<'_, W>, tables: &mut Tables<W>) {
        tables.long_leap = making.rays(&self.along);
        tables.may_coincide |= self.along.crosses_itself();
    }

    #[inline(always)]
    fn generate<const W: usize>(
        tables: &Self::Tables<W>,
        actor: &Actor<'_, W>,
        found: &mut impl FnMut(Move),
    ) -> SquareSet<W> {
        for ray in tables.get(actor.from.index()).into_iter().flatten() {
            let mut passed = SquareSet::<W>::EMPTY;
            let mut just_passed = false;
            for &to in ray.within_range() {
                if !actor.occupied().contains(to) {
                    just_passed = false;
                    if !passed.is_empty() {
                        found(Move::removing(actor.from, to, passed));
                    }
                } else if just_passed || actor.own.contains(to) {
                    break;
                } else {
                    just_passed = true;
                    passed.insert(to);
                }
            }
        }
        SquareSet::EMPTY
    }

    fn ends<const W: usize>(_: &Self::Tables<W>, _: Square) -> SquareSet<W> {
        SquareSet::EMPTY
    }
}
