use super::power::*;

pub(super) const IMMOBILIZE: &str = "# an enemy here is immobilized";

/// Immobilizes enemies.
///
/// The black Rook beside White's Immobilizer can only leave the board:
/// ```text
/// 2 . r        b2b2xb2
/// 1 I .
///   a b
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Immobilize {
    /// The squares of immobilized enemies.
    pub at: Betza,
    /// The immobilized pieces that may remove themselves from the board.
    pub may_leave: Leave,
}

impl PowerInfo for Immobilize {
    fn capture_rule(&self) -> Option<CaptureRule<'_>> {
        Some(CaptureRule::Immobilize(&self.at, self.may_leave))
    }

    fn describe(&self, _: &RuleSetView<'_>) -> String {
        let leave = match self.may_leave {
            Leave::Any => ", which may leave the board",
            Leave::NonRoyal => ", which may leave the board unless royal",
            Leave::None => "",
        };
        format!("immobilizes enemies on {}{leave}", self.at)
    }

    fn draw(&self, _: &RuleSetView<'_>, _: &PieceView<'_>, picture: &mut Picture<'_>) {
        picture.add(Layer::first_on("immobilize", IMMOBILIZE, &self.at));
    }

    fn mobility(&self, _: &PieceView<'_>, density: &UniformOccupancy<'_>, from: Square) -> f64 {
        2.0 * density.targets(&self.at, from, 0)
    }
}

impl PowerImpl for Immobilize {
    const NAME: &'static str = "immobilize";
    const KEYS: &'static [&'static str] = &["at", "may_leave"];
    const MAKES: MoveKinds = MoveKinds::Nothing;
    type Tables<const W: usize> = Immobilizer<W>;

    fn read(reader: &PowerReader<'_>) -> Option<Self> {
        let leave = [
            ("any", Leave::Any),
            ("non-royal", Leave::NonRoyal),
            ("none", Leave::None),
        ];
        Some(Immobilize {
            at: reader.leaps("at", "the squares on which it does, such as \"K\"")?,
            may_leave: reader
                .table
                .choice_or_fault("may_leave", Leave::None, &leave)?,
        })
    }

    fn compile<const W: usize>(&self, context: &mut CompileContext<'_, W>, tables: &mut Tables<W>) {
        tables.immobilize.squares = context.alone(&self.at);
        tables.immobilize.may_leave = self.may_leave;
    }
}

/// The tables of a piece that immobilizes.
#[derive(Debug, Default)]
pub(crate) struct Immobilizer<const W: usize> {
    /// By square: the squares on which it immobilizes every enemy.
    pub squares: Vec<SquareSet<W>>,
    /// The enemies among them that may leave.
    may_leave: Leave,
    /// The enemies that a chameleon immobilizes.
    pub prey: Vec<Held<W>>,
}

/// The squares, by square of the chameleon, on which enemies of one code are immobilized.
#[derive(Debug)]
pub(crate) struct Held<const W: usize> {
    pub prey: Code,
    pub squares: Vec<SquareSet<W>>,
    pub may_leave: Leave,
}

impl<const W: usize> Immobilizer<W> {
    /// Passes the enemies that it immobilizes from a square to `add`, with those that may leave.
    #[inline(always)]
    pub(crate) fn held(
        &self,
        from: Square,
        enemies: SquareSet<W>,
        board: &Placement<W>,
        add: &mut impl FnMut(SquareSet<W>, Leave),
    ) {
        if let Some(held) = self.squares.get(from.index()) {
            add(*held & enemies, self.may_leave);
        }
        for one in &self.prey {
            let is_prey = |square: &_| board.at(*square) == one.prey;
            let held: SquareSet<W> = one.squares[from.index()].iter().filter(is_prey).collect();
            add(held, one.may_leave);
        }
    }
}
