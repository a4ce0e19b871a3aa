use super::power::*;

const SECOND_LEG: &str = "■ second leg: along an open line on from an empty ○";

/// A step to an empty square, where it may stop, then a slide outwards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bent {
    /// The first step.
    pub first: Betza,
    /// The slide after it, only in directions away from the start.
    pub then: Betza,
}

impl PowerInfo for Bent {
    fn check(&self, context: &CheckContext<'_>) {
        let Bent { first, then } = self;
        if first.can_be_blocked() {
            let message = format!("the first step of a bent slide is a leap, not {first}");
            context.fault(message, "write an atom such as F or W");
        }
        if then.terms.iter().any(|term| term.mode != Mode::Both) {
            let message = "the slide of a bent slider both moves and captures";
            context.fault(message, "leave the letters m and c out of `then`");
        }
    }

    fn describe(&self, _: &RuleSetView<'_>) -> String {
        let Bent { first, then } = self;
        format!("{first} without capturing, then {then} outwards")
    }

    fn draw(&self, _: &RuleSetView<'_>, _: &PieceView<'_>, picture: &mut Picture<'_>) {
        let mut arena = Arena::default();
        let bent = drawing::reach(|builder| self.extend(builder), &mut arena);
        let [second, ..] = bent.lines_by_mode(&arena);
        let [first, then] = [&self.first, &self.then].map(drawing::radius);
        picture.mark(LEAP_MOVE, bent.move_leaps, first);
        let is_limited = !drawing::unlimited(&self.then);
        let widest = if is_limited { first + then } else { then };
        picture.mark(SECOND_LEG, second, widest);
    }

    fn mobility(&self, _: &PieceView<'_>, density: &UniformOccupancy<'_>, from: Square) -> f64 {
        let board = density.board;
        let from_gate = self.first.leaps().filter_map(|(_, step)| {
            let gate = board.away(from, step, 1)?;
            let lines: f64 = (self.onward(step))
                .map(|(leap, range)| density.line(gate, leap, range, 0))
                .sum();
            Some(MOVE_ONLY + density.empty() * lines)
        });
        from_gate.sum()
    }
}

impl PowerImpl for Bent {
    const NAME: &'static str = "bent";
    const KEYS: &'static [&'static str] = &["first", "then"];
    const MAKES: MoveKinds = MoveKinds::Reach;
    const IS_PLURAL: bool = true;
    type Tables<const W: usize> = ();

    fn read(reader: &PowerReader<'_>) -> Option<Self> {
        Some(Bent {
            first: reader.plain("first", "the first step, such as \"F\"")?,
            then: reader.riders("then", "the slide after it, such as \"R\"")?,
        })
    }

    fn extend<const W: usize>(&self, builder: &mut ReachBuilder<'_, W>) {
        for (_, step) in self.first.leaps() {
            builder.bent(step, self.onward(step));
        }
    }
}

impl Bent {
    /// The slides away from the start after a first step: direction and range.
    fn onward(&self, step: (i32, i32)) -> impl Iterator<Item = ((i32, i32), u8)> {
        let all = self.then.leaps();
        let outwards = all.filter(move |(_, leap)| leap.0 * step.0 + leap.1 * step.1 > 0);
        outwards.map(|(term, leap)| (leap, term.range))
    }
}
