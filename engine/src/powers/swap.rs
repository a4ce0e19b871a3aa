use super::power::*;

pub(super) const SWAP: &str = "↔ changes places with a piece here";

/// Changes places with a piece of either side.
///
/// A Swapper on a1 and the first piece in line, on d1, change places:
/// ```text
/// 1 S . . n        a1d1<>
///   a b c d
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Swap {
    /// Its targets; riders reach the first piece.
    pub with: Betza,
    /// Whether two opposing pieces that can both swap may swap back on the next turn.
    pub back: bool,
    /// Whether chameleons of its own side may swap with it.
    pub by_own_chameleons: bool,
}

impl PowerInfo for Swap {
    fn capture_rule(&self) -> Option<CaptureRule<'_>> {
        Some(CaptureRule::Swap {
            back: self.back,
            own: self.by_own_chameleons,
        })
    }

    fn describe(&self, rules: &RuleSetView<'_>) -> String {
        let piece = first_on("a piece of either side", &self.with);
        let mut text = format!("swaps places with {piece}");
        if !self.back {
            text.push_str(" (two opposing pieces that can swap, not back at once)");
        }
        if !self.by_own_chameleons && rules.has_chameleons() {
            text.push_str(" (chameleons of its own side may not swap with it)");
        }
        text
    }

    fn draw(&self, _: &RuleSetView<'_>, _: &PieceView<'_>, picture: &mut Picture<'_>) {
        picture.add(Layer::first_on("swap", SWAP, &self.with));
    }

    fn mobility(&self, _: &PieceView<'_>, density: &UniformOccupancy<'_>, from: Square) -> f64 {
        density.occupancy * density.targets(&self.with, from, 0)
    }
}

impl PowerImpl for Swap {
    const NAME: &'static str = "swap";
    const KEYS: &'static [&'static str] = &["with", "back", "by_own_chameleons"];
    const MAKES: MoveKinds = MoveKinds::Far;
    const MAY_COINCIDE: bool = true;
    type Tables<const W: usize> = Swaps<W>;

    fn read(reader: &PowerReader<'_>) -> Option<Self> {
        Some(Swap {
            with: reader.plain("with", "the squares it swaps with, such as \"Q\"")?,
            back: reader.table.choice_or_fault(
                "back",
                true,
                &[("allowed", true), ("forbidden", false)],
            )?,
            by_own_chameleons: reader.table.truth("by_own_chameleons").unwrap_or(true),
        })
    }

    fn compile<const W: usize>(&self, context: &mut CompileContext<'_, W>, tables: &mut Tables<W>) {
        tables.swap.with = context.reach(&self.with);
        tables.swap.not_back = !self.back;
    }

    #[inline(always)]
    fn generate<const W: usize>(
        tables: &Self::Tables<W>,
        actor: &Actor<'_, W>,
        found: &mut impl FnMut(Move),
    ) -> SquareSet<W> {
        if let Some(reach) = tables.with.get(actor.from.index()) {
            let mut partners = reach.sees(actor.arena, actor.occupied()) & actor.occupied();
            partners.remove(actor.from);
            partners.for_each(|to| {
                if actor.may_swap(to) {
                    found(Move::swap(actor.from, to, SquareSet::<W>::EMPTY));
                }
            });
        }
        SquareSet::EMPTY
    }
}

/// The tables of a piece that swaps.
#[derive(Debug, Default)]
pub(crate) struct Swaps<const W: usize> {
    /// By square: its targets.
    with: ReachTable<W>,
    /// Whether two such opposing pieces may not swap back at once.
    pub not_back: bool,
}
