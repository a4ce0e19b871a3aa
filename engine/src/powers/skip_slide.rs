//! Slides that pass over their first squares.

use super::parts::*;

const PASSED: &str = "□ passed over, must be empty";

/// Slides, but may not stop or capture on the first squares, which must be empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SkipSlide {
    /// The lines that it slides on.
    pub along: Betza,
    /// How many squares must be passed over.
    pub skip: u8,
}

impl Facts for SkipSlide {
    fn notation(&self) -> Vec<&Betza> {
        vec![&self.along]
    }

    fn seen(&self) -> Seen<'_> {
        Seen::Slides(&self.along)
    }

    fn lesson(&self) -> Lesson<'_> {
        Lesson::Nothing
    }

    fn check(&self, checking: &Checking<'_>) {
        let SkipSlide { along, skip } = self;
        if along.terms.iter().any(|term| term.range <= *skip) {
            checking.fault(
                format!("{along} ends before it has passed over {skip} squares"),
                "write a longer range or a smaller `skip`",
            );
        }
    }

    fn describe(&self, _: &Setting<'_>) -> String {
        let SkipSlide { along, skip } = self;
        match skip {
            1 => format!("{along}, passing over the adjacent square"),
            _ => format!("{along}, passing over {skip} squares"),
        }
    }

    fn draw(&self, _: &Setting<'_>, _: &Bearer<'_>, picture: &mut Picture<'_>) {
        self.extend(&mut picture.plain);
        let passed = drawing::walked(&self.along, 0, usize::from(self.skip));
        picture.mark(PASSED, passed, drawing::radius(&self.along));
    }

    fn mobility(&self, _: &Bearer<'_>, crowd: &Crowd<'_>, from: Square) -> f64 {
        crowd.targets(&self.along, from, self.skip)
    }

    fn explains(&self, _: Act, _: &Played<'_>) -> bool {
        false
    }
}

impl Ability for SkipSlide {
    const NAME: &'static str = "skip-slide";
    const KEYS: &'static [&'static str] = &["along", "skip"];
    const NATURE: Nature = Nature {
        plural: true,
        makes: Makes::Reach,
        may_coincide: false,
    };
    type Tables<const W: usize> = ();

    fn read(reading: &Reading<'_>) -> Option<Self> {
        let table = &reading.table;
        Some(SkipSlide {
            along: reading.riders("along", "the lines it slides on, such as \"R\"")?,
            skip: table
                .get("skip")
                .map_or(Some(1), |node| table.reader.number(node, 1, 10))? as u8,
        })
    }

    fn pieces(&mut self) -> &mut [PieceType] {
        &mut []
    }

    fn extend<const W: usize>(&self, builder: &mut ReachBuilder<'_, W>) {
        for (term, leap) in self.along.leaps() {
            builder.slide(term.mode, leap, term.range, self.skip);
        }
    }

    fn compile<const W: usize>(&self, _: &mut Making<'_, W>, _: &mut Tables<W>) {}

    generates_nothing!();
}
