use super::power::*;
use crate::input::Node;

/// Plain moves that end on some squares only, as in the palace of xiangqi or on one side of its river, or that start on
/// some squares, as first moves do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Within {
    /// The moves.
    pub moves: Betza,
    /// The squares on which they end for White, as file and rank, counted from 0, in order; Black's are mirrored.
    pub squares: Vec<(u8, u8)>,
    /// The squares on which they start, likewise; `None` for all.
    pub from: Option<Vec<(u8, u8)>>,
}

impl PowerInfo for Within {
    fn seen(&self) -> Seen<'_> {
        match self.moves.has_odd_captures() {
            true => Seen::Odd,
            false => Seen::Slides(&self.moves),
        }
    }

    fn describe(&self, rules: &RuleSetView<'_>) -> String {
        let name = |square: &(u8, u8)| rules.square_name(square);
        // In order, the corners of a rectangle are its first and its last square.
        let [first, last] = [self.squares[0], self.squares[self.squares.len() - 1]];
        let files = usize::from(last.0 - first.0) + 1;
        let ranks = (usize::from(last.1) + 1).saturating_sub(first.1.into());
        let is_rectangle = files * ranks == self.squares.len()
            && self
                .squares
                .iter()
                .all(|(_, rank)| (first.1..=last.1).contains(rank));
        let is_whole =
            is_rectangle && self.squares.len() == rules.files.len() * usize::from(rules.ranks);
        let from = (self.from.iter()).map(|from| {
            let names: Vec<_> = from.iter().map(name).collect();
            format!(" from {}", names.join(", "))
        });
        let from: String = from.collect();
        if is_whole {
            return format!("{}{from}", self.moves);
        }
        let place = if !is_rectangle {
            self.squares.iter().map(name).collect::<Vec<_>>().join(", ")
        } else if files == rules.files.len() {
            format!("its ranks {} to {}", first.1 + 1, last.1 + 1)
        } else {
            format!("{} to {}", name(&first), name(&last))
        };
        format!("{}{from} within {place}", self.moves)
    }

    fn draw(&self, _: &RuleSetView<'_>, _: &PieceView<'_>, picture: &mut Picture<'_>) {
        picture.plain.betza(&self.moves);
    }

    fn mobility(&self, _: &PieceView<'_>, density: &UniformOccupancy<'_>, from: Square) -> f64 {
        if !self.starts(density.board, Color::White, from) {
            return 0.0;
        }
        let leaps = self.moves.leaps().map(|(term, leap)| {
            let weight = density.weight(term.mode);
            let of_line = |steps: u8| {
                let to = density.board.away(from, leap, steps.into())?;
                let is_within = contains(&self.squares, density.board, Color::White, to);
                let empty = density.empty().powi(i32::from(steps) - 1);
                Some(if is_within { empty } else { 0.0 })
            };
            weight * (1..=term.range).map_while(of_line).sum::<f64>()
        });
        leaps.sum()
    }
}

impl PowerImpl for Within {
    const NAME: &'static str = "within";
    const KEYS: &'static [&'static str] = &["moves", "squares", "ranks", "from"];
    const MAKES: MoveKinds = MoveKinds::Reach;
    const IS_PLURAL: bool = true;
    type Tables<const W: usize> = ();

    fn read(reader: &PowerReader<'_>) -> Option<Self> {
        let (table, board) = (&reader.table, reader.board);
        let moves = reader.betza("moves", "the moves, such as \"W\"")?;
        let mut squares: Vec<(u8, u8)> = match (table.get("squares"), table.get("ranks")) {
            (Some(_), None) => table.squares("squares", board, "write squares such as \"d1\"")?,
            (None, Some(_)) => {
                let rank = |node: &Node| table.reader.number(node, 1, board.ranks().into());
                let ranks = table.list("ranks");
                let ranks: Vec<i64> = ranks.iter().map(rank).collect::<Option<_>>()?;
                let [first, last] = ranks[..] else {
                    reader.fault(
                        "ranks",
                        "`ranks` is not a first and a last rank",
                        "write ranks = [1, 5]",
                    );
                    return None;
                };
                if first > last {
                    let remedy = format!("write ranks = [{last}, {first}]");
                    reader.fault("ranks", "the first rank is behind the last", &remedy);
                    return None;
                }
                let is_within = |square: &Square| {
                    (first..=last).contains(&(i64::from(board.rank(*square)) + 1))
                };
                let squares = board.all().filter(is_within);
                squares.map(|square| board.place(square)).collect()
            }
            (None, None) if table.get("from").is_some() => {
                board.all().map(|square| board.place(square)).collect()
            }
            _ => {
                let remedy = "write squares = [\"d1\", \"e1\"], or ranks = [1, 5] from the owner's side, or from = [\"e1\"]";
                reader.fault(
                    "power",
                    "`within` needs `squares`, `ranks` or `from`",
                    remedy,
                );
                return None;
            }
        };
        squares.sort_unstable();
        squares.dedup();
        if squares.is_empty() {
            reader.fault("squares", "these moves end nowhere", "name a square");
            return None;
        }
        let mut from = match table.get("from") {
            Some(_) => Some(table.squares("from", board, "write squares such as \"e1\"")?),
            None => None,
        };
        if let Some(from) = &mut from {
            from.sort_unstable();
            from.dedup();
            if from.is_empty() {
                reader.fault("from", "these moves start nowhere", "name a square");
                return None;
            }
        }
        Some(Within {
            moves,
            squares,
            from,
        })
    }

    fn extend<const W: usize>(&self, builder: &mut ReachBuilder<'_, W>) {
        let (board, color) = (builder.board, builder.color);
        if !self.starts(board, color, builder.from) {
            return;
        }
        let ends = board
            .all()
            .filter(|square| contains(&self.squares, board, color, *square));
        builder.betza_within(&self.moves, ends.collect());
    }
}

impl Within {
    /// Whether moves of a side may start on a square.
    fn starts(&self, board: &Geometry, color: Color, square: Square) -> bool {
        (self.from.as_ref()).is_none_or(|from| contains(from, board, color, square))
    }
}

/// Whether squares, as seen by White, are those of a side with this one.
fn contains(squares: &[(u8, u8)], board: &Geometry, color: Color, square: Square) -> bool {
    let own = (
        board.file(square) as u8,
        board.ranks_advanced(color, square) as u8,
    );
    squares.binary_search(&own).is_ok()
}
