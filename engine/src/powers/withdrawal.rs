//! Withdrawal: what a plain move does to the enemy behind its start. `steps` finds the moves.

use super::parts::*;

/// After a plain move, captures the enemy on the square behind its start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Withdrawal;

impl Facts for Withdrawal {
    fn notation(&self) -> Vec<&Betza> {
        vec![]
    }

    fn seen(&self) -> Seen<'_> {
        Seen::Odd
    }

    fn lesson(&self) -> Lesson<'_> {
        Lesson::Withdrawal
    }

    fn check(&self, checking: &Checking<'_>) {
        checking.acts_on_moves();
    }

    fn describe(&self, _: &Setting<'_>) -> String {
        "captures the adjacent enemy that it moves away from".to_string()
    }

    fn draw(&self, _: &Setting<'_>, piece: &Bearer<'_>, picture: &mut Picture<'_>) {
        picture.layers.extend(piece.moves.and_then(example));
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
        matches!(act, Act::Removes(victim) if played.leaves_behind(victim))
    }
}

impl Ability for Withdrawal {
    const NAME: &'static str = "withdrawal";
    const KEYS: &'static [&'static str] = &[];
    const NATURE: Nature = Nature {
        plural: false,
        makes: Makes::Far,
        may_coincide: false,
    };
    type Tables<const W: usize> = ();

    fn read(_: &Reading<'_>) -> Option<Self> {
        Some(Withdrawal)
    }

    fn pieces(&mut self) -> &mut [PieceType] {
        &mut []
    }

    fn extend<const W: usize>(&self, _: &mut ReachBuilder<'_, W>) {}

    fn compile<const W: usize>(&self, making: &mut Making<'_, W>, tables: &mut Tables<W>) {
        tables.may_coincide |= making.piece.moves.is_some_and(Betza::crosses_itself);
        if let Some(lines) = tables.steps.lines(making) {
            lines.withdrawal = true;
        }
    }

    generates_nothing!();
}

/// An example of a plain move after which the enemy behind its start is captured.
pub(super) fn example(moves: &Betza) -> Option<Layer> {
    let (step, far) = drawing::example(moves)?;
    let one = |squares: Option<Square>| squares.into_iter().collect();
    let marks = vec![
        (LANDING, one(drawing::away(step, far))),
        (VICTIM, one(drawing::away(step, -1))),
    ];
    Some(Layer::cropped("withdrawal", marks))
}
