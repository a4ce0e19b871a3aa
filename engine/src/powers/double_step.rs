use super::power::*;
use crate::deciding_fields::debug_deciding_fields;
use crate::input::{Node, Value};
use std::fmt;
use std::iter;

const DOUBLE_STEP: &str = "△ double step from its starting rank, only to move";
/// The default steps.
const STRAIGHT_AHEAD: &str = "fW";

/// Two steps, or up to three, in one direction over empty squares, without capturing; a pawn of the other side may
/// then capture it as if it had stopped on one of these (en passant).
#[derive(Clone, PartialEq, Eq)]
pub struct DoubleStep {
    /// The starting ranks, counted from 1 at the owner's side; every rank when `None`.
    pub ranks: Option<Vec<u8>>,
    /// The single steps.
    pub along: Betza,
    /// The starting ranks from which it can be captured in passing; all of them when `None`.
    pub en_passant: Option<Vec<u8>>,
    /// Whether it may also go three steps.
    pub triple: bool,
}

debug_deciding_fields!(DoubleStep: ranks, along; unless default: en_passant, triple);

impl PowerInfo for DoubleStep {
    fn seen(&self) -> Seen<'_> {
        Seen::Nothing
    }

    fn check(&self, context: &CheckContext<'_>) {
        if context.piece.royal && context.has_check {
            let message = "a royal that may not be left attacked would be captured in passing";
            context.fault(message, "leave out `double-step`");
        }
    }

    fn describe(&self, _: &RuleSetView<'_>) -> String {
        let from = |ranks: Option<&[u8]>| match ranks {
            None => "every rank".to_string(),
            Some([rank]) => format!("rank {rank}"),
            Some(ranks) => {
                let ranks: Vec<String> = ranks.iter().map(u8::to_string).collect();
                format!("ranks {}", ranks.join(", "))
            }
        };
        let along = match self.along.text.as_str() {
            STRAIGHT_AHEAD => String::new(),
            along => format!(" along {along}"),
        };
        let passing = match self.en_passant.as_deref() {
            None => ", en passant".to_string(),
            Some([]) => String::new(),
            ranks => format!(", en passant from {}", from(ranks)),
        };
        let from = from(self.ranks.as_deref());
        let triple = if self.triple { " or triple" } else { "" };
        format!("double{triple} step{along} from {from}{passing}")
    }

    fn draw(&self, _: &RuleSetView<'_>, _: &PieceView<'_>, picture: &mut Picture<'_>) {
        for far in 2..=self.longest() {
            let leaps = self.along.leaps();
            let ends = leaps
                .filter_map(|(_, leap)| drawing::away(leap, far))
                .collect();
            picture.mark(DOUBLE_STEP, ends, far);
        }
    }
}

impl PowerImpl for DoubleStep {
    const NAME: &'static str = "double-step";
    const KEYS: &'static [&'static str] = &["rank", "along", "en_passant", "steps"];
    const MAKES: MoveKinds = MoveKinds::Reach;
    type Tables<const W: usize> = Vec<SquareSet<W>>;

    fn read(reader: &PowerReader<'_>) -> Option<Self> {
        let table = &reader.table;
        let ranks = i64::from(reader.board.ranks());
        let along = match table.get("along") {
            Some(_) => reader.adjacent("along", "the single steps, such as \"fF\"")?,
            None => reader.counted(betza::parse(STRAIGHT_AHEAD).ok()?),
        };
        let is_straight = along.text == STRAIGHT_AHEAD;
        let last = if is_straight {
            (ranks - 2).max(1)
        } else {
            ranks
        };
        let remedy =
            "the rank it starts from, counted from the owner's side; a list of ranks, or \"any\"";
        let node = table.need("rank", remedy)?;
        let rank = |node: &Node| table.reader.number(node, 1, last).map(|rank| rank as u8);
        let several = |items: &[Node]| {
            let mut ranks = items.iter().map(rank).collect::<Option<Vec<u8>>>()?;
            ranks.sort_unstable();
            ranks.dedup();
            Some(ranks)
        };
        let ranks = match &node.value {
            Value::Text(text) if text == "any" => None,
            Value::List(items) if !items.is_empty() => Some(several(items)?),
            _ => Some(vec![rank(node)?]),
        };
        let en_passant = match table.get("en_passant") {
            None => None,
            Some(node) => Some(several(table.reader.list(node, "`en_passant`"))?),
        };
        Some(DoubleStep {
            ranks,
            along,
            en_passant,
            triple: table
                .get("steps")
                .and_then(|node| table.reader.number(node, 2, 3))
                == Some(3),
        })
    }

    fn extend<const W: usize>(&self, builder: &mut ReachBuilder<'_, W>) {
        if is_in(&self.ranks, builder.board, builder.color, builder.from) {
            for (_, step) in self.along.leaps() {
                builder.slide(Mode::Move, step, self.longest() as u8, 1);
            }
        }
    }

    fn compile<const W: usize>(&self, context: &mut CompileContext<'_, W>, tables: &mut Tables<W>) {
        let (board, color) = (context.board, context.color);
        let ends = |from: Square| {
            let is_in = |ranks: &Option<Vec<u8>>| is_in(ranks, board, color, from);
            if !is_in(&self.ranks) || !is_in(&self.en_passant) {
                return SquareSet::EMPTY;
            }
            let ends = self.along.leaps().flat_map(|(_, (file, rank))| {
                let rank = if color == Color::White { rank } else { -rank };
                (2..=self.longest()).filter_map(move |far| board.away(from, (file, rank), far))
            });
            ends.collect()
        };
        tables.double_step = board.all().map(ends).collect();
    }
}

impl DoubleStep {
    /// The largest number of steps.
    fn longest(&self) -> i32 {
        2 + i32::from(self.triple)
    }
}

/// Whether a square is on one of its owner's ranks; all of them when `None`.
fn is_in(ranks: &Option<Vec<u8>>, board: &Geometry, owner: Color, from: Square) -> bool {
    let rank = board.ranks_advanced(owner, from) + 1;
    let ranks = ranks.as_ref();
    ranks.is_none_or(|ranks| ranks.iter().any(|&one| i32::from(one) == rank))
}

/// The last move, if it was a double step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Passing {
    /// The first square that was passed over, on which the piece can be captured.
    pub square: Square,
    /// The second one, of a triple step.
    pub second: Option<Square>,
    /// The square of the piece.
    pub piece: Square,
}

impl Passing {
    /// No double step.
    pub(crate) const NONE: Passing = Passing {
        square: Square::NONE,
        second: None,
        piece: Square::NONE,
    };

    /// A step of two or three squares in one direction.
    #[inline]
    pub(crate) fn of(from: Square, to: Square, steps: i32) -> Passing {
        // Squares of a line have equal differences.
        let [from, end] = [from, to].map(|square| square.index() as i32);
        let at = |step| Square((from + (end - from) / steps * step) as u8);
        Passing {
            square: at(1),
            second: (steps == 3).then(|| at(2)),
            piece: to,
        }
    }

    /// The squares that were passed over.
    #[inline(always)]
    pub(crate) fn squares(self) -> impl Iterator<Item = Square> {
        iter::once(self.square).chain(self.second)
    }
}
