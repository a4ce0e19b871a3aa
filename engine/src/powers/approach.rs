//! Approach: what a plain move does to the enemy ahead of its end. `steps` finds the moves.

use super::parts::*;

/// After a plain move, captures or converts the enemy on the next square in the direction
/// moved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Approach {
    /// What happens to the enemy.
    pub effect: ApproachEffect,
    /// Whether the whole unbroken line of enemies is meant.
    pub line: bool,
    /// Whether it may be left undone.
    pub optional: bool,
}

impl Facts for Approach {
    fn notation(&self) -> Vec<&Betza> {
        vec![]
    }

    fn seen(&self) -> Seen<'_> {
        Seen::Odd
    }

    fn lesson(&self) -> Lesson<'_> {
        match self.effect {
            ApproachEffect::Capture => Lesson::Approach,
            ApproachEffect::Convert => Lesson::Nothing,
        }
    }

    fn check(&self, checking: &Checking<'_>) {
        checking.acts_on_moves();
        if self.line {
            checking.captures_lines();
        }
    }

    fn describe(&self, _: &Setting<'_>) -> String {
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

    fn draw(&self, _: &Setting<'_>, piece: &Bearer<'_>, picture: &mut Picture<'_>) {
        let layer = piece
            .moves
            .and_then(|moves| example(moves, self.effect, self.line));
        picture.layers.extend(layer);
    }

    fn mobility(&self, piece: &Bearer<'_>, crowd: &Crowd<'_>, from: Square) -> f64 {
        CAPTURE_ONLY
            * piece
                .moves
                .iter()
                .map(|moves| crowd.targets(moves, from, 0))
                .sum::<f64>()
    }

    fn explains(&self, act: Act, played: &Played<'_>) -> bool {
        matches!(act, Act::Removes(victim) if played.comes_up_to(victim))
    }
}

impl Ability for Approach {
    const NAME: &'static str = "approach";
    const KEYS: &'static [&'static str] = &["effect", "line", "optional"];
    const NATURE: Nature = Nature {
        plural: false,
        makes: Makes::Far,
        may_coincide: false,
    };
    type Tables<const W: usize> = ();

    fn read(reading: &Reading<'_>) -> Option<Self> {
        let effects = [
            ("capture", ApproachEffect::Capture),
            ("convert", ApproachEffect::Convert),
        ];
        let effect = reading.choice_or("effect", ApproachEffect::Capture, &effects)?;
        let line = reading.table.truth("line").unwrap_or(false);
        if line && effect == ApproachEffect::Convert {
            reading.fault(
                "line",
                "a whole line cannot be converted",
                "leave out `line`, or write effect = \"capture\"",
            );
        }
        Some(Approach {
            effect,
            line,
            optional: reading.table.truth("optional").unwrap_or(false),
        })
    }

    fn pieces(&mut self) -> &mut [PieceType] {
        &mut []
    }

    fn extend<const W: usize>(&self, _: &mut ReachBuilder<'_, W>) {}

    fn compile<const W: usize>(&self, making: &mut Making<'_, W>, tables: &mut Tables<W>) {
        tables.may_coincide |= making.piece.moves.is_some_and(Betza::crosses_itself);
        if let Some(lines) = tables.steps.lines(making) {
            lines.approach = Some(self.clone());
        }
    }

    generates_nothing!();
}

/// What an approach does to the enemy that is approached.
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
