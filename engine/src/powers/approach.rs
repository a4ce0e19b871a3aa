use super::power::*;

/// After a plain move, captures or converts the enemy on the next square in the direction moved.
/// `steps` generates the moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Approach {
    /// The effect on the enemy.
    pub effect: ApproachEffect,
    /// Whether it captures the whole unbroken line of enemies.
    pub line: bool,
    /// Whether it may be omitted.
    pub optional: bool,
}

impl PowerInfo for Approach {
    fn capture_rule(&self) -> Option<CaptureRule<'_>> {
        (self.effect == ApproachEffect::Capture).then_some(CaptureRule::Approach)
    }

    fn check(&self, context: &CheckContext<'_>) {
        context.acts_on_moves();
        if self.line {
            context.captures_lines();
        }
    }

    fn describe(&self, _: &RuleSetView<'_>) -> String {
        let does = match (self.effect, self.optional) {
            (ApproachEffect::Capture, false) => "captures",
            (ApproachEffect::Capture, true) => "may capture",
            (ApproachEffect::Convert, false) => "converts",
            (ApproachEffect::Convert, true) => "may convert",
        };
        let what = if self.line {
            "the unbroken line of enemies"
        } else {
            "the enemy"
        };
        format!("{does} {what} that it moves up to")
    }

    fn draw(&self, _: &RuleSetView<'_>, piece: &PieceView<'_>, picture: &mut Picture<'_>) {
        let example = |moves| example(moves, self.effect, self.line);
        picture.layers.extend(piece.moves.and_then(example));
    }

    fn mobility(&self, piece: &PieceView<'_>, density: &UniformOccupancy<'_>, from: Square) -> f64 {
        density.captures(piece.moves, from)
    }

    fn explains(&self, act: Act, played: &PlayedMove<'_>) -> bool {
        matches!(act, Act::Removes(victim) if played.along(victim) > Some(1.0))
    }
}

impl PowerImpl for Approach {
    const NAME: &'static str = "approach";
    const KEYS: &'static [&'static str] = &["effect", "line", "optional"];
    const MAKES: MoveKinds = MoveKinds::Far;
    type Tables<const W: usize> = ();

    fn read(reader: &PowerReader<'_>) -> Option<Self> {
        let effects = [
            ("capture", ApproachEffect::Capture),
            ("convert", ApproachEffect::Convert),
        ];
        let effect = reader
            .table
            .choice_or_fault("effect", ApproachEffect::Capture, &effects)?;
        let line = reader.table.truth("line").unwrap_or(false);
        if line && effect == ApproachEffect::Convert {
            let remedy = "leave out `line`, or write effect = \"capture\"";
            reader.fault("line", "a whole line cannot be converted", remedy);
        }
        Some(Approach {
            effect,
            line,
            optional: reader.table.truth("optional").unwrap_or(false),
        })
    }

    fn compile<const W: usize>(&self, context: &mut CompileContext<'_, W>, tables: &mut Tables<W>) {
        tables.may_coincide |= context.piece.moves.is_some_and(Betza::crosses_itself);
        if let Some(lines) = tables.steps.lines(context) {
            lines.approach = Some(self.clone());
        }
    }
}

/// The effect of an approach.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ApproachEffect {
    /// It is captured.
    Capture,
    /// It changes sides.
    Convert,
}

/// An example of a plain move after which the enemy ahead is captured or converted.
pub(super) fn example(moves: &Betza, effect: ApproachEffect, line: bool) -> Option<Layer> {
    let (step, far) = drawing::example(moves)?;
    let sign = match effect {
        ApproachEffect::Capture => VICTIM,
        ApproachEffect::Convert => CONVERTED,
    };
    let victims = if line { 2 } else { 1 };
    let ahead = (1..=victims).filter_map(|more| drawing::away(step, far + more));
    let marks = vec![
        (LANDING, drawing::away(step, far).into_iter().collect()),
        (sign, ahead.collect()),
    ];
    Some(Layer::cropped("approach", marks))
}
