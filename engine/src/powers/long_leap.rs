use super::power::*;

pub(super) const LONG_LEAP: &str =
    "» empty landing of a long leap, which captures every enemy passed";

/// Slides over enemies, each followed by at least one empty square, captures them and lands on
/// an empty square beyond the last.
///
/// A Long Leaper on a1 captures one enemy on its way to c1 or two on its way to e1:
/// ```text
/// 1 L p (L) p (L)        a1c1xb1, a1e1xb1xd1
///   a b  c  d  e
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LongLeap {
    /// The lines.
    pub along: Betza,
    /// Whether an enemy chameleon captures it by leaping over it on the way to a hopper.
    pub by_leaping_chameleons: bool,
}

impl PowerInfo for LongLeap {
    fn capture_rule(&self) -> Option<CaptureRule<'_>> {
        Some(CaptureRule::LongLeap {
            leaping: self.by_leaping_chameleons,
        })
    }

    fn check(&self, context: &CheckContext<'_>) {
        context.captures_lines();
    }

    fn describe(&self, rules: &RuleSetView<'_>) -> String {
        let along = &self.along;
        let mut text = format!("long-leaps along {along}, capturing every enemy passed");
        if !self.by_leaping_chameleons && rules.has_chameleons() {
            text.push_str(" (safe from chameleons that leap it to take a hopper)");
        }
        text
    }

    fn draw(&self, _: &RuleSetView<'_>, _: &PieceView<'_>, picture: &mut Picture<'_>) {
        let squares = drawing::walked(&self.along, 1, usize::MAX);
        picture.add(Layer::of("long leap", LONG_LEAP, squares, &self.along));
    }

    fn mobility(&self, _: &PieceView<'_>, density: &UniformOccupancy<'_>, from: Square) -> f64 {
        CAPTURE_ONLY * density.empty() * density.targets(&self.along, from, 1)
    }

    fn explains(&self, act: Act, played: &PlayedMove<'_>) -> bool {
        matches!(act, Act::Removes(victim) if played.passes(victim))
    }
}

impl PowerImpl for LongLeap {
    const NAME: &'static str = "long-leap";
    const KEYS: &'static [&'static str] = &["along", "by_leaping_chameleons"];
    const MAKES: MoveKinds = MoveKinds::Far;
    const MAY_COINCIDE: bool = true;
    type Tables<const W: usize> = RayTable;

    fn read(reader: &PowerReader<'_>) -> Option<Self> {
        Some(LongLeap {
            along: reader.lines()?,
            by_leaping_chameleons: reader.table.truth("by_leaping_chameleons").unwrap_or(true),
        })
    }

    fn compile<const W: usize>(&self, context: &mut CompileContext<'_, W>, tables: &mut Tables<W>) {
        tables.long_leap = context.rays(&self.along);
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
}
