//! Striking: capturing an adjacent enemy without moving, or by a leap to the square just beyond it, where an
//! enemy is captured too: what `igui` and `hop` do, in one.

use super::parts::*;
use super::{hop, igui};

const STRIKE: &str =
    "* landing of a strike, which captures the enemy leapt over and any enemy here";

/// Captures an adjacent enemy without moving, or by leaping to the square just beyond it,
/// capturing an enemy there too.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Strike {
    /// The adjacent squares.
    pub over: Betza,
}

impl Facts for Strike {
    fn notation(&self) -> Vec<&Betza> {
        vec![&self.over]
    }

    fn seen(&self) -> Seen<'_> {
        Seen::Odd
    }

    fn lesson(&self) -> Lesson<'_> {
        Lesson::Nothing
    }

    fn check(&self, _: &Checking<'_>) {}

    fn describe(&self, _: &Setting<'_>) -> String {
        format!(
            "strikes on {}, capturing without moving or by a leap to the next square",
            self.over
        )
    }

    fn draw(&self, _: &Setting<'_>, _: &Bearer<'_>, picture: &mut Picture<'_>) {
        let over = &self.over;
        let marks = vec![
            (CAPTURED_BY_IGUI, drawing::seen(over)),
            (STRIKE, drawing::beyond(over)),
        ];
        picture.layers.push(Layer::new("strike", marks, 2));
    }

    fn mobility(&self, _: &Bearer<'_>, crowd: &Crowd<'_>, from: Square) -> f64 {
        crowd.targets(&self.over, from, 0)
    }

    fn explains(&self, act: Act, played: &Played<'_>) -> bool {
        let stays = matches!(act, Act::Removes(_)) && played.stays();
        stays || hop::leaps_over(&self.over, act, played)
    }
}

impl Ability for Strike {
    const NAME: &'static str = "strike";
    const KEYS: &'static [&'static str] = &["over"];
    const NATURE: Nature = Nature {
        plural: true,
        // The piece struck at makes the capture behind it possible: who steps between gives the royal away.
        makes: Makes::Far,
        may_coincide: true,
    };
    type Tables<const W: usize> = ();

    fn read(reading: &Reading<'_>) -> Option<Self> {
        Some(Strike {
            over: reading.adjacent("over", "the squares struck at, such as \"fW\"")?,
        })
    }

    fn pieces(&mut self) -> &mut [PieceType] {
        &mut []
    }

    fn extend<const W: usize>(&self, _: &mut ReachBuilder<'_, W>) {}

    fn compile<const W: usize>(&self, making: &mut Making<'_, W>, tables: &mut Tables<W>) {
        hop::add_leaps(&self.over, true, making, &mut tables.hop);
        tables.igui = igui::all_targets(making);
    }

    generates_nothing!();
}
