//! Swapping: changing places with another piece.
//!
//! A Swapper on a1 that sees the piece on d1 stands on d1 after the move, and that piece on a1:
//! ```text
//! 1 S . . n        a1d1<>
//!   a b c d
//! ```

use super::parts::*;

pub(super) const SWAP: &str = "↔ changes places with a piece here";

/// Changes places with a piece of either side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Swap {
    /// The squares that it reaches; riders reach the first piece.
    pub with: Betza,
    /// Whether two opposing pieces that can both swap may be exchanged back on the next turn.
    pub back: bool,
    /// Whether chameleons of its own side may swap with it too.
    pub by_own_chameleons: bool,
}

impl Facts for Swap {
    fn notation(&self) -> Vec<&Betza> {
        vec![&self.with]
    }

    fn seen(&self) -> Seen<'_> {
        Seen::Odd
    }

    fn lesson(&self) -> Lesson<'_> {
        Lesson::Swap {
            back: self.back,
            own: self.by_own_chameleons,
        }
    }

    fn check(&self, _: &Checking<'_>) {}

    fn describe(&self, setting: &Setting<'_>) -> String {
        let mut text = format!(
            "swaps places with {}",
            first_on("a piece of either side", &self.with)
        );
        if !self.back {
            text.push_str(" (two opposing pieces that can swap, not back at once)");
        }
        if !self.by_own_chameleons && setting.has_chameleons() {
            text.push_str(" (chameleons of its own side may not swap with it)");
        }
        text
    }

    fn draw(&self, _: &Setting<'_>, _: &Bearer<'_>, picture: &mut Picture<'_>) {
        picture
            .layers
            .push(Layer::first_on("swap", SWAP, &self.with));
    }

    fn mobility(&self, _: &Bearer<'_>, crowd: &Crowd<'_>, from: Square) -> f64 {
        crowd.crowding * crowd.targets(&self.with, from, 0)
    }

    fn explains(&self, _: Act, _: &Played<'_>) -> bool {
        false
    }
}

impl Ability for Swap {
    const NAME: &'static str = "swap";
    const KEYS: &'static [&'static str] = &["with", "back", "by_own_chameleons"];
    const NATURE: Nature = Nature {
        plural: false,
        makes: Makes::Far,
        may_coincide: true,
    };
    type Tables<const W: usize> = Swaps<W>;

    fn read(reading: &Reading<'_>) -> Option<Self> {
        Some(Swap {
            with: reading.plain("with", "the squares it swaps with, such as \"Q\"")?,
            back: reading.choice_or("back", true, &[("allowed", true), ("forbidden", false)])?,
            by_own_chameleons: reading.table.truth("by_own_chameleons").unwrap_or(true),
        })
    }

    fn pieces(&mut self) -> &mut [PieceType] {
        &mut []
    }

    fn extend<const W: usize>(&self, _: &mut ReachBuilder<'_, W>) {}

    fn compile<const W: usize>(&self, making: &mut Making<'_, W>, tables: &mut Tables<W>) {
        tables.swap.with = making.reach(&self.with);
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

    fn ends<const W: usize>(_: &Self::Tables<W>, _: Square) -> SquareSet<W> {
        SquareSet::EMPTY
    }
}

/// With whom a piece changes places.
#[derive(Debug, Default)]
pub(crate) struct Swaps<const W: usize> {
    /// By square: the squares that it reaches.
    with: ReachTable<W>,
    /// Whether two opposing pieces like it may not be swapped back at once.
    pub not_back: bool,
}
