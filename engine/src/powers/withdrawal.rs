use super::power::*;

/// After a plain move, captures the enemy behind its start. `steps` generates the moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Withdrawal;

impl PowerInfo for Withdrawal {
    fn capture_rule(&self) -> Option<CaptureRule<'_>> {
        Some(CaptureRule::Withdrawal)
    }

    fn check(&self, context: &CheckContext<'_>) {
        context.acts_on_moves();
    }

    fn describe(&self, _: &RuleSetView<'_>) -> String {
        "captures the adjacent enemy that it moves away from".to_string()
    }

    fn draw(&self, _: &RuleSetView<'_>, piece: &PieceView<'_>, picture: &mut Picture<'_>) {
        picture.layers.extend(piece.moves.and_then(example));
    }

    fn mobility(&self, piece: &PieceView<'_>, density: &UniformOccupancy<'_>, from: Square) -> f64 {
        density.captures(piece.moves, from)
    }

    fn explains(&self, act: Act, played: &PlayedMove<'_>) -> bool {
        let is_behind = |square| played.along(square).is_some_and(|far| far < 0.0);
        matches!(act, Act::Removes(victim) if is_behind(victim))
    }
}

impl PowerImpl for Withdrawal {
    const NAME: &'static str = "withdrawal";
    const KEYS: &'static [&'static str] = &[];
    const MAKES: MoveKinds = MoveKinds::Far;
    type Tables<const W: usize> = ();

    fn read(_: &PowerReader<'_>) -> Option<Self> {
        Some(Withdrawal)
    }

    fn compile<const W: usize>(&self, context: &mut CompileContext<'_, W>, tables: &mut Tables<W>) {
        tables.may_coincide |= context.piece.moves.is_some_and(Betza::crosses_itself);
        if let Some(lines) = tables.steps.lines(context) {
            lines.withdrawal = true;
        }
    }
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
