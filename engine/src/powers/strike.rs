use super::power::*;
use super::{hop, igui};

const STRIKE: &str =
    "* landing of a strike, which captures the enemy leapt over and any enemy here";

/// Captures an adjacent enemy without moving, or by a leap to the next square, where another enemy
/// is captured too. It combines `igui` and `hop`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Strike {
    /// The adjacent squares.
    pub over: Betza,
}

impl PowerInfo for Strike {
    fn describe(&self, _: &RuleSetView<'_>) -> String {
        let over = &self.over;
        format!("strikes on {over}, capturing without moving or by a leap to the next square")
    }

    fn draw(&self, _: &RuleSetView<'_>, _: &PieceView<'_>, picture: &mut Picture<'_>) {
        let over = &self.over;
        let marks = vec![
            (CAPTURED_BY_IGUI, drawing::seen(over)),
            (STRIKE, drawing::beyond(over)),
        ];
        picture.add(Layer::new("strike", marks, 2));
    }

    fn mobility(&self, _: &PieceView<'_>, density: &UniformOccupancy<'_>, from: Square) -> f64 {
        density.targets(&self.over, from, 0)
    }

    fn explains(&self, act: Act, played: &PlayedMove<'_>) -> bool {
        let stays = matches!(act, Act::Removes(_)) && played.stays();
        stays || hop::leaps_over(&self.over, act, played)
    }
}

impl PowerImpl for Strike {
    const NAME: &'static str = "strike";
    const KEYS: &'static [&'static str] = &["over"];
    // A piece that steps between striker and royal makes the capture of the royal possible.
    const MAKES: MoveKinds = MoveKinds::Far;
    const IS_PLURAL: bool = true;
    const MAY_COINCIDE: bool = true;
    type Tables<const W: usize> = ();

    fn read(reader: &PowerReader<'_>) -> Option<Self> {
        Some(Strike {
            over: reader.adjacent("over", "the squares struck at, such as \"fW\"")?,
        })
    }

    fn compile<const W: usize>(&self, context: &mut CompileContext<'_, W>, tables: &mut Tables<W>) {
        hop::add_leaps(&self.over, true, context, &mut tables.hop);
        tables.igui = igui::all_targets(context);
    }
}
