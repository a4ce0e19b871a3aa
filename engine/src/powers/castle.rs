//! Castling: the power, its moves as squares, and their generation.

use super::power::*;
use crate::input::Value;
use std::slice;

/// A move towards an unmoved partner on the same rank, which goes to the square next to the king's
/// new one, on the side that the king comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Castle {
    /// The types of its partners.
    pub with: Vec<PieceType>,
    /// The target of the king.
    pub king: CastlingTarget,
}

impl PowerInfo for Castle {
    fn seen(&self) -> Seen<'_> {
        Seen::Nothing
    }

    fn check(&self, context: &CheckContext<'_>) {
        let mut before = context.before.iter().rev();
        if let Some(other) = before.find(|piece| piece.has(PowerKind::Castle)) {
            let message = format!("`{}` castles already", other.text);
            context.fault(message, "let one piece castle");
        }
    }

    fn describe(&self, rules: &RuleSetView<'_>) -> String {
        let partners: Vec<&str> = self.with.iter().map(|&piece| rules.text(piece)).collect();
        let partners = partners.join(" or ");
        let how = match &self.king {
            CastlingTarget::Steps(2) => String::new(),
            CastlingTarget::Steps(1) => ", by one square".to_string(),
            CastlingTarget::Steps(steps) => format!(", by {steps} squares"),
            CastlingTarget::Squares(squares) => {
                let square = |&(file, rank): &(u8, u8)| {
                    let rank = u16::from(rank) + u16::from(rules.first_rank);
                    format!("{}{rank}", rules.files[usize::from(file)])
                };
                let squares: Vec<String> = squares.iter().map(square).collect();
                format!(", to {}", squares.join(" or "))
            }
        };
        format!("castles with {partners}{how}")
    }
}

impl PowerImpl for Castle {
    const NAME: &'static str = "castle";
    const KEYS: &'static [&'static str] = &["with", "steps", "to"];
    const MAKES: MoveKinds = MoveKinds::Nothing;
    type Tables<const W: usize> = bool;

    fn read(reader: &PowerReader<'_>) -> Option<Self> {
        let (table, input) = (&reader.table, reader.table.reader);
        let remedy = "the partner's text, such as \"R\", or a list of texts";
        let node = table.need("with", remedy)?;
        let items = match &node.value {
            Value::List(items) if !items.is_empty() => items.as_slice(),
            _ => slice::from_ref(node),
        };
        let with: Option<Vec<_>> = items.iter().map(reader.piece).collect();
        let king = match (table.get("steps"), table.get("to")) {
            (None, None) => CastlingTarget::Steps(2),
            (Some(steps), None) => CastlingTarget::Steps(input.number(steps, 1, 30)? as u8),
            (None, Some(_)) => {
                let remedy = "write squares for White such as \"g1\"";
                let square = |node| input.square(node, reader.board, remedy);
                let squares: Option<Vec<_>> = table.list("to").iter().map(square).collect();
                CastlingTarget::Squares(squares?)
            }
            (Some(_), Some(_)) => {
                let message = "castling has both `steps` and `to`";
                reader.fault("to", message, "keep one of them");
                return None;
            }
        };
        Some(Castle { with: with?, king })
    }

    fn pieces(&mut self) -> &mut [PieceType] {
        &mut self.with
    }

    fn compile<const W: usize>(&self, _: &mut CompileContext<'_, W>, tables: &mut Tables<W>) {
        tables.castle = true;
    }
}

/// The target of a castling king.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CastlingTarget {
    /// This many squares towards its partner.
    Steps(u8),
    /// To the one of these squares that lies towards the partner, given as file and rank of
    /// White's, counted from 0. Black's are on the same files of the opposite ranks.
    Squares(Vec<(u8, u8)>),
}

/// The castling moves of a rule set.
#[derive(Debug)]
pub(crate) struct Castling<const W: usize> {
    /// The king's partners.
    pub partners: Vec<PieceType>,
    /// The castling moves, in the order `KQkq`; `None` where the first array has none.
    pub ways: [Option<CastlingWay<W>>; 4],
    /// By square, [`Square::NONE`] included: the rights (bits in the order of `ways`) that remain
    /// after a move that starts or ends there.
    pub kept: Vec<u8>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct CastlingWay<const W: usize> {
    pub king_from: Square,
    pub king_to: Square,
    pub partner_from: Square,
    pub partner_to: Square,
    /// The square in the move's text: the king's new one, or its partner's where the king may also
    /// reach the new one by another move.
    pub named: Square,
    /// The squares that must be empty.
    pub empty: SquareSet<W>,
    /// The squares that the king crosses and its target: none may be attacked.
    pub crossed: SquareSet<W>,
}

impl<const W: usize> Castling<W> {
    /// The castling moves from the squares of kings and partners in the first array. `leads`
    /// returns whether another move with the same text may lead a king from one square to another.
    pub(crate) fn compile(
        all: &[PieceView<'_>],
        board: &Geometry,
        first_array: impl FnOnce() -> Option<Vec<(Square, Code)>>,
        leads: impl Fn(Code, Square, Square) -> bool,
    ) -> Option<Castling<W>> {
        let mut kings = (0..).map(PieceType).zip(all);
        let (king, rule) = kings.find_map(|(king, piece)| {
            piece.powers.iter().find_map(|power| match power {
                Power::Castle(rule) => Some((king, rule)),
                _ => None,
            })
        })?;
        let pieces = first_array()?;
        let mut castling = Castling {
            partners: rule.with.clone(),
            ways: [None; 4],
            kept: vec![u8::MAX; 1 + Square::NONE.index()],
        };
        for color in Color::BOTH {
            let squares_of = |wanted: &dyn Fn(PieceType) -> bool| -> Vec<Square> {
                let is_wanted = |(owner, piece)| owner == color && wanted(piece);
                let own = pieces.iter();
                let own = own.filter(|(_, code)| code.piece().is_some_and(is_wanted));
                own.map(|(square, _)| *square).collect()
            };
            let Some(&king_from) = squares_of(&|piece| piece == king).first() else {
                continue;
            };
            let partners = squares_of(&|piece| rule.with.contains(&piece));
            for (side, step) in [(0, 1), (1, -1)] {
                let way = way(board, &rule.king, color, king_from, &partners, step);
                let Some(mut way) = way else {
                    continue;
                };
                if leads(Code::new(color, king), way.king_from, way.king_to) {
                    way.named = way.partner_from;
                }
                let bit = color.index() * 2 + side;
                castling.kept[way.king_from.index()] &= !(1 << bit);
                castling.kept[way.partner_from.index()] &= !(1 << bit);
                castling.ways[bit] = Some(way);
            }
        }
        Some(castling)
    }

    /// The ways of a side that has the right to them and that no piece blocks.
    pub(crate) fn open(
        &self,
        owner: Color,
        rights: u8,
        occupied: SquareSet<W>,
    ) -> impl Iterator<Item = &CastlingWay<W>> {
        let first = 2 * owner.index();
        let has_right = move |bit: &usize| rights >> bit & 1 == 1;
        let ways = (first..first + 2).filter(has_right);
        ways.filter_map(|bit| self.ways[bit].as_ref())
            .filter(move |way| way.empty.is_disjoint(occupied))
    }
}

/// The castling of a king with its farthest partner to the right (`step` is 1) or left (-1).
fn way<const W: usize>(
    board: &Geometry,
    target: &CastlingTarget,
    color: Color,
    king: Square,
    partners: &[Square],
    step: i32,
) -> Option<CastlingWay<W>> {
    let ahead = |of: Square, square: Square| (board.file(square) - board.file(of)) * step;
    let is_beside =
        |square: &Square| board.rank(*square) == board.rank(king) && ahead(king, *square) > 0;
    let beside = partners.iter().copied().filter(is_beside);
    let partner = beside.max_by_key(|partner| ahead(king, *partner))?;
    let is_between = |to: &Square| is_beside(to) && ahead(*to, partner) > 0;
    let king_to = match target {
        CastlingTarget::Steps(steps) => board
            .away(king, (step, 0), i32::from(*steps))
            .filter(is_between),
        CastlingTarget::Squares(squares) => squares.iter().find_map(|&(file, rank)| {
            let rank = match color {
                Color::White => i32::from(rank),
                Color::Black => board.ranks() - 1 - i32::from(rank),
            };
            board.at(i32::from(file), rank).filter(is_between)
        }),
    }?;
    let until = |to: Square| -> SquareSet<W> {
        let squares = (1..=ahead(king, to)).filter_map(|far| board.away(king, (step, 0), far));
        squares.collect()
    };
    let mut empty = until(partner);
    empty.remove(partner);
    Some(CastlingWay {
        king_from: king,
        king_to,
        partner_from: partner,
        partner_to: board.away(king_to, (-step, 0), 1)?,
        named: king_to,
        empty,
        crossed: until(king_to),
    })
}
