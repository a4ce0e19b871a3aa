//! Pieces that cannot be immobilized.

use super::parts::*;

/// Is never immobilized.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Immune;

impl Facts for Immune {
    fn notation(&self) -> Vec<&Betza> {
        vec![]
    }

    fn seen(&self) -> Seen<'_> {
        Seen::Nothing
    }

    fn lesson(&self) -> Lesson<'_> {
        Lesson::Nothing
    }

    fn check(&self, _: &Checking<'_>) {}

    fn describe(&self, _: &Setting<'_>) -> String {
        "is never immobilized".to_string()
    }

    fn draw(&self, _: &Setting<'_>, _: &Bearer<'_>, _: &mut Picture<'_>) {}

    fn mobility(&self, _: &Bearer<'_>, _: &Crowd<'_>, _: Square) -> f64 {
        0.0
    }

    fn explains(&self, _: Act, _: &Played<'_>) -> bool {
        false
    }
}

impl Ability for Immune {
    const NAME: &'static str = "immune";
    const KEYS: &'static [&'static str] = &[];
    const NATURE: Nature = Nature {
        plural: false,
        makes: Makes::Nothing,
        may_coincide: false,
    };
    type Tables<const W: usize> = bool;

    fn read(_: &Reading<'_>) -> Option<Self> {
        Some(Immune)
    }

    fn pieces(&mut self) -> &mut [PieceType] {
        &mut []
    }

    fn extend<const W: usize>(&self, _: &mut ReachBuilder<'_, W>) {}

    fn compile<const W: usize>(&self, _: &mut Making<'_, W>, tables: &mut Tables<W>) {
        tables.immune = true;
    }

    generates_nothing!();
}
