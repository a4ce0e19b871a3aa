use super::power::*;

const PASSED: &str = "□ passed over, must be empty";

/// Slides over the first squares, which must be empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SkipSlide {
    /// The lines.
    pub along: Betza,
    /// The number of squares passed over.
    pub skip: u8,
}

impl PowerInfo for SkipSlide {
    fn seen(&self) -> Seen<'_> {
        Seen::Slides(&self.along)
    }

    fn check(&self, context: &CheckContext<'_>) {
        let SkipSlide { along, skip } = self;
        if along.terms.iter().any(|term| term.range <= *skip) {
            let message = format!("{along} ends before it has passed over {skip} squares");
            context.fault(message, "write a longer range or a smaller `skip`");
        }
    }

    fn describe(&self, _: &RuleSetView<'_>) -> String {
        let SkipSlide { along, skip } = self;
        match skip {
            1 => format!("{along}, passing over the adjacent square"),
            _ => format!("{along}, passing over {skip} squares"),
        }
    }

    fn draw(&self, _: &RuleSetView<'_>, _: &PieceView<'_>, picture: &mut Picture<'_>) {
        self.extend(&mut picture.plain);
        let passed = drawing::walked(&self.along, 0, usize::from(self.skip));
        picture.mark(PASSED, passed, drawing::radius(&self.along));
    }

    fn mobility(&self, _: &PieceView<'_>, density: &UniformOccupancy<'_>, from: Square) -> f64 {
        density.targets(&self.along, from, self.skip)
    }
}

impl PowerImpl for SkipSlide {
    const NAME: &'static str = "skip-slide";
    const KEYS: &'static [&'static str] = &["along", "skip"];
    const MAKES: MoveKinds = MoveKinds::Reach;
    const IS_PLURAL: bool = true;
    type Tables<const W: usize> = ();

    fn read(reader: &PowerReader<'_>) -> Option<Self> {
        let table = &reader.table;
        let skip = |node| table.reader.number(node, 1, 10);
        Some(SkipSlide {
            along: reader.riders("along", "the lines it slides on, such as \"R\"")?,
            skip: table.get("skip").map_or(Some(1), skip)? as u8,
        })
    }

    fn extend<const W: usize>(&self, builder: &mut ReachBuilder<'_, W>) {
        for (term, leap) in self.along.leaps() {
            builder.slide(term.mode, leap, term.range, self.skip);
        }
    }
}
