use super::power::*;

const HOPPER: &str = "∩ to move or capture, over at least one piece in between";

/// Moves or captures along a line over at least one piece; the pieces in between stay.
///
/// A Cicada on d1 may go to d3 and d4 over the piece on d2, which stays:
/// ```text
/// 4 . (Ci) .        d1d3, d1d4
/// 3 . (Ci) .
/// 2 .  P   .
/// 1 .  Ci  .
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hopper {
    /// The lines.
    pub along: Betza,
}

impl PowerInfo for Hopper {
    fn capture_rule(&self) -> Option<CaptureRule<'_>> {
        Some(CaptureRule::Hopper(&self.along))
    }

    fn describe(&self, _: &RuleSetView<'_>) -> String {
        format!("hops along {} over one or more pieces", self.along)
    }

    fn draw(&self, _: &RuleSetView<'_>, _: &PieceView<'_>, picture: &mut Picture<'_>) {
        let squares = drawing::walked(&self.along, 1, usize::MAX);
        picture.add(Layer::of("hopper", HOPPER, squares, &self.along));
    }

    fn mobility(&self, _: &PieceView<'_>, density: &UniformOccupancy<'_>, from: Square) -> f64 {
        // A rough estimate: it needs pieces in the right places.
        density.occupancy * density.targets(&self.along, from, 1)
    }

    fn explains(&self, act: Act, _: &PlayedMove<'_>) -> bool {
        act == Act::Reaches
    }
}

impl PowerImpl for Hopper {
    const NAME: &'static str = "hopper";
    const KEYS: &'static [&'static str] = &["along"];
    const MAKES: MoveKinds = MoveKinds::Far;
    const MAY_COINCIDE: bool = true;
    type Tables<const W: usize> = RayTable;

    fn read(reader: &PowerReader<'_>) -> Option<Self> {
        Some(Hopper {
            along: reader.lines()?,
        })
    }

    fn compile<const W: usize>(&self, context: &mut CompileContext<'_, W>, tables: &mut Tables<W>) {
        tables.hopper = context.rays(&self.along);
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
