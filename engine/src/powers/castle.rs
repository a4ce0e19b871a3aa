//! Castling: the power, its moves as squares, and their generation.

use super::power::*;
use crate::input::Value;
use std::collections::BTreeSet;
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
            CastlingTarget::OneOf(several) => {
                let numbers: Vec<String> = several.iter().map(u8::to_string).collect();
                format!(", by {} squares", numbers.join(" or "))
            }
            CastlingTarget::Squares(squares) => {
                let names = squares.iter().map(|square| rules.square_name(square));
                let squares: Vec<String> = names.collect();
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
            (Some(steps), None) => {
                let number = |node| Some(input.number(node, 1, 30)? as u8);
                match &steps.value {
                    Value::List(items) if !items.is_empty() => {
                        let mut several: Vec<u8> =
                            items.iter().map(number).collect::<Option<_>>()?;
                        several.sort_unstable();
                        several.dedup();
                        match several.as_slice() {
                            [only] => CastlingTarget::Steps(*only),
                            _ => CastlingTarget::OneOf(several),
                        }
                    }
                    _ => CastlingTarget::Steps(number(steps)?),
                }
            }
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
    /// One of these numbers of squares towards its partner, in ascending order.
    OneOf(Vec<u8>),
    /// To these squares, as file and rank of White's, counted from 0: the first with the partner on its left, the last
    /// with that on its right; one alone with the partner on its side of the king. Black's are on the same files of the
    /// opposite ranks.
    Squares(Vec<(u8, u8)>),
}

/// The castling moves of a rule set.
#[derive(Debug)]
pub(crate) struct Castling<const W: usize> {
    /// The king that castles.
    pub king: PieceType,
    /// The king's partners.
    pub partners: Vec<PieceType>,
    /// The castling moves of the arrays, in the order of their numbers, each once.
    pub homes: Vec<Homes<W>>,
}

/// The castling moves of arrays in which kings and partners stand on the same squares.
#[derive(Debug)]
pub(crate) struct Homes<const W: usize> {
    pub squares: HomeSquares,
    /// In the order `KQkq`; empty where the arrays have none.
    pub ways: [Vec<CastlingWay<W>>; 4],
    /// By square, [`Square::NONE`] included: the rights (bits in the order of `ways`) that remain
    /// after a move that starts or ends there.
    pub kept: [u8; 1 + Square::NONE.0 as usize],
    /// By rights: the number of the first homes that have the same moves for these. Positions with equal rights have
    /// equal homes so.
    pub first_alike: [u16; 16],
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct CastlingWay<const W: usize> {
    pub king_from: Square,
    pub king_to: Square,
    pub partner_from: Square,
    pub partner_to: Square,
    /// The square in the move's text: the king's new one, or its partner's where the king may also
    /// reach the new one by another move, where arrays differ, and where it is not on the way to the partner.
    pub named: Square,
    /// The squares that must be empty.
    pub empty: SquareSet<W>,
    /// The squares that the king crosses and its target: none may be attacked.
    pub crossed: SquareSet<W>,
}

impl<const W: usize> Castling<W> {
    /// The castling moves from the squares of kings and partners in the arrays. `leads`
    /// returns whether another move with the same text may lead a king from one square to another.
    pub(crate) fn compile(
        all: &[PieceView<'_>],
        board: &Geometry,
        arrays: impl Iterator<Item = Vec<(Square, Code)>>,
        leads: impl Fn(Code, Square, Square) -> bool,
    ) -> Option<Castling<W>> {
        let mut kings = (0..).map(PieceType).zip(all);
        let (king, rule) = kings.find_map(|(king, piece)| {
            piece.powers.iter().find_map(|power| match power {
                Power::Castle(rule) => Some((king, rule)),
                _ => None,
            })
        })?;
        let mut squares: Vec<HomeSquares> = Vec::new();
        let mut known = BTreeSet::new();
        for pieces in arrays {
            let home = home_squares(board, king, &rule.with, &pieces);
            if squares.len() <= usize::from(u16::MAX) && known.insert(home) {
                squares.push(home);
            }
        }
        let are_several = squares.len() > 1;
        let homes = squares.iter().map(|home| {
            let ways = std::array::from_fn(|bit| {
                let color = Color::BOTH[bit / 2];
                let mut found: Vec<CastlingWay<W>> = Vec::new();
                for mut way in home[bit].map_or(Vec::new(), |squares| {
                    ways(board, &rule.king, color, squares)
                }) {
                    let leads = leads(Code::new(color, king), way.king_from, way.king_to);
                    if are_several || leads {
                        way.named = way.partner_from;
                    }
                    // Of two with one text, the shorter is kept.
                    if found.iter().all(|other| other.named != way.named) {
                        found.push(way);
                    }
                }
                found
            });
            Homes::new(*home, ways, &squares)
        });
        Some(Castling {
            king,
            partners: rule.with.clone(),
            homes: homes.collect(),
        })
    }

    /// Whether arrays differ in the squares of kings and partners.
    pub(crate) fn has_several_homes(&self) -> bool {
        self.homes.len() > 1
    }

    /// The squares of kings and partners that stand as in an array.
    pub(crate) fn squares(&self, board: &Geometry, pieces: &[(Square, Code)]) -> HomeSquares {
        home_squares(board, self.king, &self.partners, pieces)
    }
}

impl<const W: usize> Homes<W> {
    fn new(squares: HomeSquares, ways: [Vec<CastlingWay<W>>; 4], all: &[HomeSquares]) -> Homes<W> {
        let mut kept = [u8::MAX; 1 + Square::NONE.0 as usize];
        for (bit, way) in ways.iter().enumerate() {
            if let Some(way) = way.first() {
                kept[way.king_from.index()] &= !(1 << bit);
                kept[way.partner_from.index()] &= !(1 << bit);
            }
        }
        let first_alike = std::array::from_fn(|rights| {
            let is_alike = |other: &HomeSquares| {
                (0..4).all(|bit| rights >> bit & 1 == 0 || other[bit] == squares[bit])
            };
            all.iter().position(is_alike).unwrap_or(0) as u16
        });
        Homes {
            squares,
            ways,
            kept,
            first_alike,
        }
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
        ways.flat_map(|bit| &self.ways[bit])
            .filter(move |way| way.empty.is_disjoint(occupied))
    }
}

/// The squares of king and partner, in the order `KQkq`.
pub(crate) type HomeSquares = [Option<(Square, Square)>; 4];

/// The squares of the kings of an array, each with its farthest partner to the right and to the left.
fn home_squares(
    board: &Geometry,
    king: PieceType,
    partners: &[PieceType],
    pieces: &[(Square, Code)],
) -> HomeSquares {
    [
        (Color::White, 1),
        (Color::White, -1),
        (Color::Black, 1),
        (Color::Black, -1),
    ]
    .map(|(color, step)| {
        let squares_of = |wanted: &dyn Fn(PieceType) -> bool| -> Vec<Square> {
            let is_wanted = |(owner, piece)| owner == color && wanted(piece);
            let own = pieces.iter();
            let own = own.filter(|(_, code)| code.piece().is_some_and(is_wanted));
            own.map(|(square, _)| *square).collect()
        };
        let king = *squares_of(&|piece| piece == king).first()?;
        let beside = squares_of(&|piece| partners.contains(&piece)).into_iter();
        let beside = beside.filter_map(|partner| {
            let (files, ranks) = board.offset(king, partner);
            (ranks == 0 && files * step > 0).then_some((files * step, partner))
        });
        beside.max().map(|(_, partner)| (king, partner))
    })
}

/// The ways in which a king castles with a partner on its rank.
fn ways<const W: usize>(
    board: &Geometry,
    target: &CastlingTarget,
    color: Color,
    (king, partner): (Square, Square),
) -> Vec<CastlingWay<W>> {
    let step = board.offset(king, partner).0.signum();
    let ahead = |square: Square| board.offset(king, square).0 * step;
    let by = |steps: u8| {
        let square = board.away(king, (step, 0), i32::from(steps));
        square.filter(|to| ahead(*to) < ahead(partner))
    };
    let targets: Vec<Square> = match target {
        CastlingTarget::Steps(steps) => by(*steps).into_iter().collect(),
        CastlingTarget::OneOf(several) => several.iter().filter_map(|&steps| by(steps)).collect(),
        CastlingTarget::Squares(squares) => {
            let on_rank = squares.iter().filter_map(|&(file, rank)| {
                let rank = match color {
                    Color::White => i32::from(rank),
                    Color::Black => board.ranks() - 1 - i32::from(rank),
                };
                let square = board.at(i32::from(file), rank)?;
                (board.offset(king, square).1 == 0).then_some(square)
            });
            let on_rank: Vec<Square> = on_rank.collect();
            let target = match on_rank.as_slice() {
                [only] => Some(*only).filter(|only| ahead(*only) > 0),
                squares => squares.iter().copied().max_by_key(|square| ahead(*square)),
            };
            target.into_iter().collect()
        }
    };
    let ways = targets
        .into_iter()
        .filter_map(|king_to| way(board, king, king_to, partner));
    ways.collect()
}

/// The castling of a king that goes to a square, with a partner on its rank.
fn way<const W: usize>(
    board: &Geometry,
    king: Square,
    king_to: Square,
    partner: Square,
) -> Option<CastlingWay<W>> {
    let step = board.offset(king, partner).0.signum();
    let ahead = |square: Square| board.offset(king, square).0 * step;
    let is_between = |to: &Square| (1..ahead(partner)).contains(&ahead(*to));
    let partner_to = board.away(king_to, (-step, 0), 1)?;
    let between = |from: Square, to: Square| -> SquareSet<W> {
        let (files, _) = board.offset(from, to);
        let squares =
            (1..=files.abs()).filter_map(|far| board.away(from, (files.signum(), 0), far));
        squares.collect()
    };
    let crossed = between(king, king_to);
    let mut empty = crossed | between(partner, partner_to);
    empty.remove(king);
    empty.remove(partner);
    Some(CastlingWay {
        king_from: king,
        king_to,
        partner_from: partner,
        partner_to,
        named: if is_between(&king_to) {
            king_to
        } else {
            partner
        },
        empty,
        crossed,
    })
}
