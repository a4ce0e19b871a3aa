//! Regents: they shield the royal from check and take its place.

use super::parts::*;
use std::slice;

/// While its owner has it, the owner's royals are not subject to check; when a royal is
/// captured, it takes the royal's place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Regent {
    /// The royal that it becomes.
    pub becomes: PieceType,
}

impl Facts for Regent {
    fn notation(&self) -> Vec<&Betza> {
        vec![]
    }

    fn seen(&self) -> Seen<'_> {
        Seen::Nothing
    }

    fn lesson(&self) -> Lesson<'_> {
        Lesson::Nothing
    }

    fn check(&self, checking: &Checking<'_>) {
        if checking.piece.royal {
            checking.fault(
                "a regent takes the place of a royal, and this piece is one",
                "give the power to a piece that is not royal",
            );
        }
        let becomes = checking.pieces.get(self.becomes.index());
        if !becomes.is_some_and(|piece| piece.royal) {
            checking.fault(
                "a regent takes the place of a royal, and this piece would not be one",
                "name a royal piece in `becomes`",
            );
        }
    }

    fn describe(&self, setting: &Setting<'_>) -> String {
        format!(
            "regent: shields from check, becomes {} when the royal falls",
            setting.text(self.becomes)
        )
    }

    fn draw(&self, _: &Setting<'_>, _: &Bearer<'_>, _: &mut Picture<'_>) {}

    fn mobility(&self, _: &Bearer<'_>, _: &Crowd<'_>, _: Square) -> f64 {
        0.0
    }

    fn explains(&self, _: Act, _: &Played<'_>) -> bool {
        false
    }
}

impl Ability for Regent {
    const NAME: &'static str = "regent";
    const KEYS: &'static [&'static str] = &["becomes"];
    const NATURE: Nature = Nature {
        plural: false,
        makes: Makes::Nothing,
        may_coincide: false,
    };
    type Tables<const W: usize> = Option<Code>;

    fn read(reading: &Reading<'_>) -> Option<Self> {
        let remedy = "the text of the royal that it becomes";
        Some(Regent {
            becomes: (reading.table.need("becomes", remedy)).and_then(reading.piece)?,
        })
    }

    fn pieces(&mut self) -> &mut [PieceType] {
        slice::from_mut(&mut self.becomes)
    }

    fn extend<const W: usize>(&self, _: &mut ReachBuilder<'_, W>) {}

    fn compile<const W: usize>(&self, making: &mut Making<'_, W>, tables: &mut Tables<W>) {
        tables.regent = Some(Code::new(making.color, self.becomes));
    }

    generates_nothing!();
}
