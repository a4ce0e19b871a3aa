//! Igui: capturing without moving.
//!
//! A Genie on g5 takes the enemy on h6 and stays where it is:
//! ```text
//! 6 . p .        g5g5xh6
//! 5 Ge. .
//!   g h i
//! ```

use super::parts::*;

/// Captures without moving.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Igui {
    /// The squares that it reaches; riders reach the first piece.
    pub targets: Betza,
}

impl Facts for Igui {
    fn notation(&self) -> Vec<&Betza> {
        vec![&self.targets]
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
            "captures {} without moving",
            first_on("an enemy", &self.targets)
        )
    }

    fn draw(&self, _: &Setting<'_>, _: &Bearer<'_>, picture: &mut Picture<'_>) {
        let layer = Layer::first_on("igui", CAPTURED_BY_IGUI, &self.targets);
        picture.layers.push(layer);
    }

    fn mobility(&self, _: &Bearer<'_>, crowd: &Crowd<'_>, from: Square) -> f64 {
        CAPTURE_ONLY * crowd.targets(&self.targets, from, 0)
    }

    fn explains(&self, act: Act, played: &Played<'_>) -> bool {
        matches!(act, Act::Removes(_)) && played.stays()
    }
}

impl Ability for Igui {
    const NAME: &'static str = "igui";
    const KEYS: &'static [&'static str] = &["targets"];
    const NATURE: Nature = Nature {
        plural: true,
        makes: Makes::Near,
        may_coincide: false,
    };
    type Tables<const W: usize> = ReachTable<W>;

    fn read(reading: &Reading<'_>) -> Option<Self> {
        Some(Igui {
            targets: reading.plain("targets", "the squares captured on, such as \"K\"")?,
        })
    }

    fn pieces(&mut self) -> &mut [PieceType] {
        &mut []
    }

    fn extend<const W: usize>(&self, _: &mut ReachBuilder<'_, W>) {}

    fn compile<const W: usize>(&self, making: &mut Making<'_, W>, tables: &mut Tables<W>) {
        tables.igui = all_targets(making);
    }

    #[inline(always)]
    fn generate<const W: usize>(
        tables: &Self::Tables<W>,
        actor: &Actor<'_, W>,
        found: &mut impl FnMut(Move),
    ) -> SquareSet<W> {
        if let Some(reach) = tables.get(actor.from.index()) {
            let seen = reach.sees(actor.arena, actor.occupied());
            (seen & actor.enemy).for_each(|victim| {
                found(Move::capturing(actor.from, actor.from, victim));
            });
        }
        SquareSet::EMPTY
    }

    fn ends<const W: usize>(_: &Self::Tables<W>, _: Square) -> SquareSet<W> {
        SquareSet::EMPTY
    }
}

/// By square: where a piece captures without moving by all of its powers.
pub(super) fn all_targets<const W: usize>(making: &mut Making<'_, W>) -> ReachTable<W> {
    let reach = |from| {
        let mut builder = ReachBuilder::new(making.board, making.color, from);
        for power in making.piece.powers {
            match power {
                Power::Igui(igui) => builder.betza(&igui.targets),
                Power::Strike(strike) => builder.betza(&strike.over),
                _ => {}
            }
        }
        builder.finish(making.arena)
    };
    making.board.all().map(reach).collect()
}
