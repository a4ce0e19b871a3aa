use super::power::*;

const TRAMPLE: &str = "▲ to move or capture; every enemy on the way is captured too";

/// Slides through enemies, not through friends, and captures all that it meets.
///
/// A Typhoon on d4 goes to d7 and captures the pieces on d5, d6 and d7:
/// ```text
/// 7 . (p) .        d4d7xd5xd6
/// 6 .  r  .
/// 5 .  p  .
/// 4 .  Ty .
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trample {
    /// The lines.
    pub along: Betza,
}

impl PowerInfo for Trample {
    fn check(&self, context: &CheckContext<'_>) {
        context.captures_lines();
    }

    fn describe(&self, _: &RuleSetView<'_>) -> String {
        let along = &self.along;
        format!("tramples along {along}, capturing every enemy on the way")
    }

    fn draw(&self, _: &RuleSetView<'_>, _: &PieceView<'_>, picture: &mut Picture<'_>) {
        let squares = drawing::seen(&self.along);
        picture.add(Layer::of("trample", TRAMPLE, squares, &self.along));
    }

    fn mobility(&self, _: &PieceView<'_>, density: &UniformOccupancy<'_>, from: Square) -> f64 {
        1.5 * density.targets(&self.along, from, 0)
    }

    fn explains(&self, act: Act, played: &PlayedMove<'_>) -> bool {
        matches!(act, Act::Removes(victim) if played.passes(victim))
    }
}

impl PowerImpl for Trample {
    const NAME: &'static str = "trample";
    const KEYS: &'static [&'static str] = &["along"];
    const MAKES: MoveKinds = MoveKinds::Far;
    const MAY_COINCIDE: bool = true;
    type Tables<const W: usize> = RayTable;

    fn read(reader: &PowerReader<'_>) -> Option<Self> {
        Some(Trample {
            along: reader.lines()?,
        })
    }

    fn compile<const W: usize>(&self, context: &mut CompileContext<'_, W>, tables: &mut Tables<W>) {
        tables.trample = context.rays(&self.along);
        tables.may_coincide |= self.along.crosses_itself();
    }

    #[inline(always)]
    fn generate<const W: usize>(
        tables: &Self::Tables<W>,
        actor: &Actor<'_, W>,
        found: &mut impl FnMut(Move),
    ) -> SquareSet<W> {
        // The squares reached before it has passed an enemy.
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
