//! Trampling: sliding through enemies, capturing all that are met.
//!
//! A Typhoon on d4 goes to d7 and takes what stands on d5, d6 and d7:
//! ```text
//! 7 . (p) .        d4d7xd5xd6
//! 6 .  r  .
//! 5 .  p  .
//! 4 .  Ty .
//! ```

use super::parts::*;

const TRAMPLE: &str = "▲ to move or capture; every enemy on the way is captured too";

/// Slides through enemies, never through friends, and captures all that it meets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trample {
    /// The lines.
    pub along: Betza,
}

impl Facts for Trample {
    fn notation(&self) -> Vec<&Betza> {
        vec![&self.along]
    }

    fn seen(&self) -> Seen<'_> {
        Seen::Odd
    }

    fn lesson(&self) -> Lesson<'_> {
        Lesson::Nothing
    }

    fn check(&self, checking: &Checking<'_>) {
        checking.captures_lines();
    }

    fn describe(&self, _: &Setting<'_>) -> String {
        format!(
            "tramples along {}, capturing every enemy on the way",
            self.along
        )
    }

    fn draw(&self, _: &Setting<'_>, _: &Bearer<'_>, picture: &mut Picture<'_>) {
        let marks = vec![(TRAMPLE, drawing::seen(&self.along))];
        let layer = Layer::new("trample", marks, drawing::radius(&self.along));
        picture.layers.push(layer);
    }

    fn mobility(&self, _: &Bearer<'_>, crowd: &Crowd<'_>, from: Square) -> f64 {
        1.5 * crowd.targets(&self.along, from, 0)
    }

    fn explains(&self, act: Act, played: &Played<'_>) -> bool {
        matches!(act, Act::Removes(victim) if played.passes(victim))
    }
}

impl Ability for Trample {
    const NAME: &'static str = "trample";
    const KEYS: &'static [&'static str] = &["along"];
    const NATURE: Nature = Nature {
        plural: false,
        makes: Makes::Far,
        may_coincide: true,
    };
    type Tables<const W: usize> = RayTable;

    fn read(reading: &Reading<'_>) -> Option<Self> {
        Some(Trample {
            along: reading.lines()?,
        })
    }

    fn pieces(&mut self) -> &mut [PieceType] {
        &mut []
    }

    fn extend<const W: usize>(&self, _: &mut ReachBuilder<'_, W>) {}

    fn compile<const W: usize>(&self, making: &mut Making<'_, W>, tables: &mut Tables<W>) {
        tables.trample = making.rays(&self.along);
        tables.may_coincide |= self.along.crosses_itself();
    }

    #[inline(always)]
    fn generate<const W: usize>(
        tables: &Self::Tables<W>,
        actor: &Actor<'_, W>,
        found: &mut impl FnMut(Move),
    ) -> SquareSet<W> {
        // Those that it comes to before it has passed any enemy.
        let mut targets = SquareSet::EMPTY;
        for ray in tables.get(actor.from.index()).into_iter().flatten() {
            let mut passed = SquareSet::<W>::EMPTY;
            for &to in ray.within_range() {
                if actor.own.contains(to) {
                    break;
                }
                if passed.is_empty() {
                    targets.insert(to);
                } else {
                    found(Move::removing(actor.from, to, passed));
                }
                passed.insert_if(to, actor.enemy.contains(to));
            }
        }
        targets
    }

    fn ends<const W: usize>(tables: &Self::Tables<W>, from: Square) -> SquareSet<W> {
        ray_ends(tables, from)
    }
}
