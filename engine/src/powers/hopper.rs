use super::power::*;
use std::fmt;

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
#[derive(Clone, PartialEq, Eq)]
pub struct Hopper {
    /// The lines.
    pub along: Betza,
    /// The pieces in between.
    pub hurdles: Hurdles,
}

/// Fingerprints of rules do not depend on hurdles where any will do.
impl fmt::Debug for Hopper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields = f.debug_struct("Hopper");
        fields.field("along", &self.along);
        if self.hurdles != Hurdles::Any {
            fields.field("hurdles", &self.hurdles);
        }
        fields.finish()
    }
}

impl PowerInfo for Hopper {
    fn capture_rule(&self) -> Option<CaptureRule<'_>> {
        Some(CaptureRule::Hopper(&self.along, self.hurdles))
    }

    fn describe(&self, _: &RuleSetView<'_>) -> String {
        format!("hops along {} {}", self.along, self.hurdles.words())
    }

    fn draw(&self, _: &RuleSetView<'_>, _: &PieceView<'_>, picture: &mut Picture<'_>) {
        let sign = match self.hurdles {
            Hurdles::Any => HOPPER,
            Hurdles::Single => "∩ to move or capture, over exactly one piece in between",
            Hurdles::Close => "∩ to move or capture, right behind the first piece on the way",
        };
        let squares = drawing::walked(&self.along, 1, usize::MAX);
        picture.add(Layer::of("hopper", sign, squares, &self.along));
    }

    fn mobility(&self, _: &PieceView<'_>, density: &UniformOccupancy<'_>, from: Square) -> f64 {
        // A rough estimate: it needs pieces in the right places.
        density.occupancy * density.targets(&self.along, from, 1)
    }

    fn explains(&self, act: Act, _: &PlayedMove<'_>) -> bool {
        act == Act::Reaches
    }
}

/// The lines of a hopper by square, and its hurdles.
#[derive(Debug, Default)]
pub(crate) struct HopperTables {
    rays: RayTable,
    hurdles: Hurdles,
}

impl PowerImpl for Hopper {
    const NAME: &'static str = "hopper";
    const KEYS: &'static [&'static str] = &["along", "single", "close"];
    const MAKES: MoveKinds = MoveKinds::Far;
    const MAY_COINCIDE: bool = true;
    type Tables<const W: usize> = HopperTables;

    fn read(reader: &PowerReader<'_>) -> Option<Self> {
        let along = reader.riders("along", "the lines, such as \"Q\" or \"R3\"");
        let is = |key| reader.table.truth(key).unwrap_or(false);
        let hurdles = match (is("single"), is("close")) {
            (true, true) => {
                let place = &reader.table.get("close")?.place;
                let message = "a hopper is either `single` or `close`";
                reader
                    .table
                    .reader
                    .fault(place, message, "leave one of them out");
                return None;
            }
            (false, true) => Hurdles::Close,
            (true, false) => Hurdles::Single,
            (false, false) => Hurdles::Any,
        };
        Some(Hopper {
            along: along?,
            hurdles,
        })
    }

    fn compile<const W: usize>(&self, context: &mut CompileContext<'_, W>, tables: &mut Tables<W>) {
        tables.hopper = HopperTables {
            rays: context.rays(&self.along),
            hurdles: self.hurdles,
        };
    }

    #[inline(always)]
    fn generate<const W: usize>(
        tables: &Self::Tables<W>,
        actor: &Actor<'_, W>,
        _: &mut impl FnMut(Move),
    ) -> SquareSet<W> {
        let mut targets = SquareSet::EMPTY;
        for ray in tables.rays.get(actor.from.index()).into_iter().flatten() {
            let is_occupied = |square| actor.occupied().contains(square);
            tables.hurdles.landings(ray, is_occupied, |_, to| {
                let fits = match ray.mode {
                    Mode::Both => !actor.own.contains(to),
                    Mode::Move => !is_occupied(to),
                    Mode::Capture => actor.enemy.contains(to),
                };
                targets.insert_if(to, fits);
            });
        }
        targets
    }

    fn ends<const W: usize>(tables: &Self::Tables<W>, from: Square) -> SquareSet<W> {
        ray_ends(&tables.rays, from)
    }
}
