use super::power::*;
use crate::input::Node;

/// Plain moves that end on some squares only, as in the palace of xiangqi or on one side of its river.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Within {
    /// The moves.
    pub moves: Betza,
    /// The squares for White, as file and rank, counted from 0, in order; Black's are mirrored.
    pub squares: Vec<(u8, u8)>,
}

impl PowerInfo for Within {
    fn seen(&self) -> Seen<'_> {
        match self.moves.has_odd_captures() {
            true => Seen::Odd,
            false => Seen::Slides(&self.moves),
        }
    }

    fn describe(&self, rules: &RuleSetView<'_>) -> String {
        let name = |&(file, rank): &(u8, u8)| {
            let rank = rank + rules.first_rank;
            format!("{}{rank}", rules.files[usize::from(file)])
        };
        let [first, last] = self.corners();
        let is_whole = |(low, high): (u8, u8), count: usize| usize::from(high - low) + 1 == count;
        let (files, ranks) = ((first.0, last.0), (first.1, last.1));
        let size = usize::from(files.1 - files.0 + 1) * usize::from(ranks.1 - ranks.0 + 1);
        let place = if size != self.squares.len() {
            self.squares.iter().map(name).collect::<Vec<_>>().join(", ")
        } else if is_whole(files, rules.files.len()) {
            format!("its ranks {} to {}", ranks.0 + 1, ranks.1 + 1)
        } else {
            format!("{} to {}", name(&first), name(&last))
        };
        format!("{} within {place}", self.moves)
    }

    fn draw(&self, _: &RuleSetView<'_>, _: &PieceView<'_>, picture: &mut Picture<'_>) {
        picture.plain.betza(&self.moves);
    }

    fn mobility(&self, _: &PieceView<'_>, density: &UniformOccupancy<'_>, from: Square) -> f64 {
        let leaps = self.moves.leaps().map(|(term, leap)| {
            let weight = density.weight(term.mode);
            let of_line = |steps: u8| {
                let to = density.board.away(from, leap, steps.into())?;
                let is_within = self.contains(density.board, Color::White, to);
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
    const KEYS: &'static [&'static str] = &["moves", "squares", "ranks"];
    const MAKES: MoveKinds = MoveKinds::Reach;
    const IS_PLURAL: bool = true;
    type Tables<const W: usize> = ();

    fn read(reader: &PowerReader<'_>) -> Option<Self> {
        let (table, board) = (&reader.table, reader.board);
        let moves = reader.betza("moves", "the moves, such as \"W\"")?;
        let squares: Vec<(u8, u8)> = match (table.get("squares"), table.get("ranks")) {
            (Some(_), None) => {
                let remedy = "write squares such as \"d1\"";
                let square = |node: &Node| table.reader.square(node, board, remedy);
                let listed = table.list("squares");
                listed.iter().map(square).collect::<Option<_>>()?
            }
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
                let squares = board
                    .all()
                    .map(|square| (board.file(square) as u8, board.rank(square) as u8));
                squares
                    .filter(|(_, rank)| (first..=last).contains(&(i64::from(*rank) + 1)))
                    .collect()
            }
            _ => {
                let remedy = "write either squares = [\"d1\", \"e1\"], or ranks = [1, 5] from the owner's side";
                reader.fault("power", "`within` needs `squares` or `ranks`", remedy);
                return None;
            }
        };
        let mut squares = squares;
        squares.sort_unstable();
        squares.dedup();
        if squares.is_empty() {
            reader.fault("squares", "these moves end nowhere", "name a square");
            return None;
        }
        Some(Within { moves, squares })
    }

    fn extend<const W: usize>(&self, builder: &mut ReachBuilder<'_, W>) {
        let (board, color) = (builder.board, builder.color);
        let ends = board
            .all()
            .filter(|square| self.contains(board, color, *square));
        builder.betza_within(&self.moves, ends.collect());
    }
}

impl Within {
    /// Whether moves of a side may end on a square.
    fn contains(&self, board: &Geometry, color: Color, square: Square) -> bool {
        let rank = match color {
            Color::White => board.rank(square),
            Color::Black => board.ranks() - 1 - board.rank(square),
        };
        let own = (board.file(square) as u8, rank as u8);
        self.squares.binary_search(&own).is_ok()
    }

    /// The corners of the smallest rectangle with all squares.
    fn corners(&self) -> [(u8, u8); 2] {
        let files = || self.squares.iter().map(|(file, _)| *file);
        let ranks = || self.squares.iter().map(|(_, rank)| *rank);
        let low = |all: Option<u8>| all.unwrap_or(0);
        [
            (low(files().min()), low(ranks().min())),
            (low(files().max()), low(ranks().max())),
        ]
    }
}
