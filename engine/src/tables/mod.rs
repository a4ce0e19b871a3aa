//! Rule sets compiled to tables, once when a rule set is loaded, and drawings of their pieces.
//!
//! A piece is a `Code`: its type and colour in one byte. For every code and square, a `Reach` holds
//! the plain moves: sets of leaps, and lines that other pieces block.

mod attacks;
mod explosion;
mod hand;
mod minor;
mod promotion;
mod walls;
mod zobrist;

pub use crate::drawing::Diagram;
pub(crate) use attacks::{Attacks, Legality};
pub(crate) use explosion::Explosion;
pub(crate) use hand::HandTables;
pub use promotion::prospect;
pub(crate) use promotion::{Condition, Left, LeftCodes, Promotion, PromotionTargets};
pub(crate) use walls::Walls;
pub(crate) use zobrist::Keys;

use crate::board::{Geometry, Square, SquareSet};
use crate::drawing::{self, Picture, draw};
use crate::piece::{Code, Color};
use crate::powers::{Castling, CompileContext, MoveKinds, Power, Tables};
use crate::reach::{Arena, Reach, ReachTable, reach_table};
use crate::rules::{BlackArray, GoalTime, PieceType, RuleSpec, shuffle_rank};
use std::iter;

/// A rule set ready to play on a board of at most `64 * W` squares.
#[derive(Debug)]
pub(crate) struct RuleTables<const W: usize> {
    pub(crate) spec: RuleSpec,
    pub(crate) geometry: Geometry,
    /// By [`Code::index`].
    pub(crate) traits: Vec<Traits>,
    /// The plain moves of every piece; by [`RuleTables::slot`].
    pub(crate) reach: ReachTable<W>,
    pub(crate) arena: Arena<W>,
    /// The powers of every code; by [`Code::index`].
    pub(crate) powers: Vec<Tables<W>>,
    pub(crate) promotions: Vec<Promotion<W>>,
    pub(crate) castling: Option<Castling<W>>,
    pub(crate) attacks: Attacks<W>,
    pub(crate) legality: Legality,
    pub(crate) keys: Keys,
    /// The edge squares; none on a board without.
    pub(crate) edge: SquareSet<W>,
    /// The pieces whose removing themselves is counted.
    pub(crate) left: LeftCodes,
    pub(crate) has_relay: bool,
    /// Whether pieces may be unable to move: by immobilizers, or on their first turn.
    pub(crate) has_immobilizer: bool,
    pub(crate) has_pass: bool,
    /// Whether pieces may capture own pieces.
    pub(crate) captures_own: bool,
    /// Whether some swaps may not be taken back at once.
    pub(crate) has_swap_ban: bool,
    pub(crate) has_regent: bool,
    /// Whether some pieces may not be captured.
    pub(crate) has_iron: bool,
    pub(crate) no_trade: Option<NoTrade>,
    pub(crate) walls: Option<Walls<W>>,
    /// Whether any piece can be captured en passant.
    pub(crate) has_double_step: bool,
    pub(crate) has_triple_step: bool,
    pub(crate) has_goal: bool,
    /// Whether goals win.
    pub(crate) has_winning_goal: bool,
    /// The number of pieces that have to stand on goals.
    pub(crate) goal_count: usize,
    /// The time at which goals win.
    pub(crate) goal_time: GoalTime,
    /// By side: the squares where its seekers win.
    pub(crate) goals: [SquareSet<W>; 2],
    /// The pieces that a side loses or wins without.
    pub(crate) extinction: Option<Extinction>,
    /// The rows of squares that win for a side whose pieces fill them.
    pub(crate) rows: Vec<SquareSet<W>>,
    pub(crate) hands: HandTables<W>,
    pub(crate) explosion: Option<Explosion<W>>,
}

/// An end of the game by the number of pieces left.
#[derive(Debug)]
pub(crate) struct Extinction {
    /// By group: whether a code is counted.
    pub groups: Vec<Vec<bool>>,
    pub left: usize,
    pub wins: bool,
}

impl Extinction {
    fn compile(spec: &RuleSpec) -> Option<Extinction> {
        let extinction = spec.end.extinction.as_ref()?;
        let groups = extinction.groups.iter();
        Some(Extinction {
            groups: groups.map(|group| codes_of(spec, group)).collect(),
            left: extinction.left.into(),
            wins: extinction.wins,
        })
    }
}

/// The pieces that may not be traded, by code.
#[derive(Debug)]
pub(crate) struct NoTrade {
    traded: Vec<bool>,
    weak: Vec<bool>,
}

impl NoTrade {
    fn compile(spec: &RuleSpec) -> Option<NoTrade> {
        let rule = spec.no_trade.as_ref()?;
        Some(NoTrade {
            traded: codes_of(spec, &rule.pieces),
            weak: codes_of(spec, &rule.weak),
        })
    }

    pub(crate) fn is_traded(&self, code: Code) -> bool {
        self.traded[code.index()]
    }

    /// Whether its capture on the way does not allow a trade.
    pub(crate) fn is_weak(&self, code: Code) -> bool {
        self.weak[code.index()]
    }
}

/// By code: whether it is one of some piece types, or a copy of one.
fn codes_of(spec: &RuleSpec, pieces: &[PieceType]) -> Vec<bool> {
    let is_one = |code: Code| {
        let piece = code.piece().map(|(_, piece)| piece);
        piece.is_some_and(|piece| pieces.contains(&spec.piece(piece).copy_of.unwrap_or(piece)))
    };
    Code::all(spec.pieces.len()).map(is_one).collect()
}

impl<const W: usize> RuleTables<W> {
    /// The index of a piece on a square in tables over both.
    #[inline(always)]
    pub(crate) fn slot(&self, code: Code, square: Square) -> usize {
        code.index() * self.geometry.squares() + square.index()
    }

    #[inline(always)]
    pub(crate) fn traits(&self, code: Code) -> Traits {
        self.traits[code.index()]
    }

    /// Whether a piece wins on a square, or may win there with others.
    #[inline(always)]
    pub(crate) fn is_goal(&self, code: Code, square: Square) -> bool {
        self.has_winning_goal
            && self.traits(code).is(Traits::SEEKER)
            && (code.piece()).is_some_and(|(color, _)| self.goals[color.index()].contains(square))
    }

    #[inline(always)]
    pub(crate) fn reach(&self, code: Code, square: Square) -> &Reach<W> {
        &self.reach[self.slot(code, square)]
    }
}

/// Flags of a code, and its promotion rule.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Traits {
    flags: u16,
    /// Number of the promotion rule plus one, or 0.
    promotion: u8,
}

impl Traits {
    pub(crate) const ROYAL: u16 = 1;
    /// Lends moves or immobilizes.
    pub(crate) const AURA: u16 = 2;
    pub(crate) const PAWN: u16 = 4;
    /// Has moves beyond its [`Reach`].
    pub(crate) const SPECIAL: u16 = 8;
    pub(crate) const DOUBLE_STEP: u16 = 16;
    pub(crate) const REGENT: u16 = 32;
    /// Has captures that the backward search does not find.
    pub(crate) const ODD: u16 = 64;
    pub(crate) const IMMUNE: u16 = 128;
    /// Swaps of two such pieces may not be taken back at once.
    pub(crate) const SWAPPER: u16 = 256;
    /// Cannot mate with its royal alone; see [`minor`].
    pub(crate) const MINOR: u16 = 512;
    /// Is minor, and never leaves squares of one colour.
    pub(crate) const BOUND: u16 = 1024;
    /// Wins on a goal.
    pub(crate) const SEEKER: u16 = 2048;
    /// May not be captured.
    pub(crate) const IRON: u16 = 4096;

    #[inline(always)]
    pub(crate) fn is(self, flag: u16) -> bool {
        self.flags & flag != 0
    }

    /// The number of this piece's promotion rule.
    #[inline(always)]
    pub(crate) fn promotion(self) -> Option<usize> {
        (self.promotion as usize).checked_sub(1)
    }
}

/// Compiles a rule set whose board has at most `64 * W` squares.
pub(crate) fn compile<const W: usize>(spec: RuleSpec) -> RuleTables<W> {
    let geometry = spec.geometry();
    let mut arena = Arena::default();
    let types = spec.pieces.len();
    let pieces = spec.view().pieces;
    let mut reach: ReachTable<W> = Vec::new();
    let mut powers: Vec<Tables<W>> = Vec::new();
    let mut promotions = Vec::new();
    let mut traits = Vec::new();
    for code in Code::all(types) {
        let Some((color, piece)) = code.piece() else {
            reach.extend(reach_table(&geometry, Color::White, &mut arena, |_| {}));
            powers.push(Tables::default());
            traits.push(Traits::default());
            continue;
        };
        let piece_spec = spec.piece(piece);
        let own = reach_table(&geometry, color, &mut arena, |builder| {
            let view = &pieces[piece.index()];
            view.moves.iter().for_each(|moves| builder.betza(moves));
            view.powers.iter().for_each(|power| power.extend(builder));
        });
        let own_powers = Tables::compile(&mut CompileContext {
            pieces: &pieces,
            piece: pieces[piece.index()],
            board: &geometry,
            color,
            arena: &mut arena,
        });
        let promotion = piece_spec.promotion.as_ref().map(|promotion| {
            let can_move = |from| can_move(&own, &arena, &own_powers, from);
            promotions.push(Promotion::compile(
                &spec, promotion, color, &geometry, &arena, &own, can_move,
            ));
            promotions.len() - 1
        });
        traits.push(piece_traits(&spec, piece, &own_powers, promotion));
        powers.push(own_powers);
        reach.extend(own);
    }
    // Listing all numbers would take a megabyte in Typhoon, where nothing castles.
    let arrays = iter::once_with(|| spec.array_numbers()).flatten();
    let arrays = arrays.filter_map(|number| array_pieces(&spec, &geometry, number));
    let castling = Castling::compile(&pieces, &geometry, arrays, |king, from, to| {
        let slot = king.index() * geometry.squares() + from.index();
        let mut lent = powers.iter().flat_map(|powers| &powers.relay);
        reach[slot].alone(&arena).contains(to)
            || powers[king.index()].ends(from).contains(to)
            || lent.any(|relay| relay.leads(&arena, from, to))
    });
    let hands = HandTables::compile(&spec, &geometry, |code, from| {
        let own = &reach[code.index() * geometry.squares()..];
        can_move(own, &arena, &powers[code.index()], from)
    });
    let is_edge = |square: &Square| spec.edge && geometry.is_border(*square);
    let any = |flag: u16| traits.iter().any(|traits| traits.is(flag));
    let any_power = |wanted: fn(&Tables<W>) -> bool| powers.iter().any(wanted);
    let mut rules = RuleTables {
        keys: Keys::new(1 + 2 * types, geometry.squares()),
        castling,
        legality: attacks::legality(&spec),
        has_relay: any_power(|powers| !powers.relay.is_empty()),
        has_immobilizer: any_power(|powers| !powers.immobilize.squares.is_empty())
            || spec.frozen.is_some(),
        has_pass: any_power(|powers| powers.pass || powers.legs.rests),
        captures_own: any_power(|powers| powers.legs.captures_own),
        has_swap_ban: any(Traits::SWAPPER),
        edge: geometry.all().filter(is_edge).collect(),
        left: LeftCodes::compile(&promotions),
        has_regent: any(Traits::REGENT),
        has_iron: any(Traits::IRON),
        no_trade: NoTrade::compile(&spec),
        walls: Walls::compile(&spec, &geometry),
        has_double_step: any(Traits::DOUBLE_STEP),
        has_triple_step: (spec.pieces.iter().flat_map(|piece| &piece.powers))
            .any(|power| matches!(power, Power::DoubleStep(step) if step.triple)),
        has_goal: any(Traits::SEEKER),
        has_winning_goal: (spec.end.goal.as_ref()).is_some_and(|goal| !goal.draws),
        goal_count: spec.end.goal.as_ref().map_or(1, |goal| goal.count),
        goal_time: spec
            .end
            .goal
            .as_ref()
            .map_or(GoalTime::AtOnce, |goal| goal.time),
        goals: goals(&spec, &geometry),
        extinction: Extinction::compile(&spec),
        rows: rows(&spec, &geometry),
        explosion: Explosion::compile(&spec, &geometry),
        hands,
        spec,
        geometry,
        traits,
        reach,
        arena,
        powers,
        promotions,
        attacks: Attacks::default(),
    };
    rules.attacks = attacks::compile(&mut rules);
    rules.arena.finish();
    rules
}

/// Whether a piece could move from a square on an empty board, or perhaps by a power on another one.
fn can_move<const W: usize>(
    reach: &[Reach<W>],
    arena: &Arena<W>,
    powers: &Tables<W>,
    from: Square,
) -> bool {
    !reach[from.index()].alone(arena).is_empty() || !powers.ends(from).is_empty()
}

/// The goals of both sides; none in a game without.
fn goals<const W: usize>(spec: &RuleSpec, board: &Geometry) -> [SquareSet<W>; 2] {
    let of = |side: usize| {
        let squares = spec.end.goal.iter().flat_map(|goal| &goal.squares[side]);
        let squares = squares.filter_map(|&(file, rank)| board.at(file.into(), rank.into()));
        squares.filter(|square| !board.is_hole(*square)).collect()
    };
    [of(0), of(1)]
}

/// The rows of a connection; none in a game without.
fn rows<const W: usize>(spec: &RuleSpec, board: &Geometry) -> Vec<SquareSet<W>> {
    let Some(connection) = &spec.end.connection else {
        return Vec::new();
    };
    let row = |from: Square, &(file, rank): &(i8, i8)| -> Option<SquareSet<W>> {
        let step = (file.into(), rank.into());
        let places = (0..connection.count).map(|far| match far {
            0 => Some(from),
            far => board.away(from, step, far.into()),
        });
        places.collect()
    };
    let all = board.all();
    all.flat_map(|from| {
        connection
            .steps
            .iter()
            .filter_map(move |step| row(from, step))
    })
    .collect()
}

fn piece_traits<const W: usize>(
    spec: &RuleSpec,
    piece: PieceType,
    powers: &Tables<W>,
    promotion: Option<usize>,
) -> Traits {
    let piece_spec = spec.piece(piece);
    let acts = |power: &Power| match power.entry().makes {
        MoveKinds::Nothing | MoveKinds::Reach => false,
        MoveKinds::Near | MoveKinds::Far | MoveKinds::Staying => true,
    };
    let flags = [
        (Traits::ROYAL, piece_spec.royal),
        (Traits::AURA, powers.has_aura()),
        (Traits::PAWN, piece_spec.pawn),
        (Traits::IRON, piece_spec.iron),
        (Traits::SPECIAL, piece_spec.powers.iter().any(acts)),
        (Traits::SWAPPER, powers.swap.not_back),
        (Traits::IMMUNE, powers.immune),
        (Traits::DOUBLE_STEP, !powers.double_step.is_empty()),
        (Traits::REGENT, powers.regent.is_some()),
        (Traits::ODD, attacks::is_odd(spec, piece.index())),
        (Traits::MINOR, minor::is_minor(spec, piece_spec)),
        (Traits::BOUND, minor::is_bound(spec, piece_spec)),
        (
            Traits::SEEKER,
            (spec.end.goal.iter())
                .any(|goal| goal.pieces.contains(&piece_spec.copy_of.unwrap_or(piece))),
        ),
    ];
    let flags = flags.iter().filter(|(_, holds)| *holds);
    Traits {
        flags: flags.fold(0, |all, (flag, _)| all | flag),
        promotion: promotion.map_or(0, |at| at as u8 + 1),
    }
}

/// The pieces of array `number`; `None` if the rule set does not have it.
pub(crate) fn array_pieces(
    spec: &RuleSpec,
    board: &Geometry,
    number: u32,
) -> Option<Vec<(Square, Code)>> {
    // Listing all numbers would take a megabyte in Typhoon.
    let ids = spec.array_ids.as_ref();
    if ids.is_some_and(|ids| ids.binary_search(&number).is_err()) {
        return None;
    }
    let (entry, bits) = spec.array_bits(number)?;
    let array = &spec.arrays[entry];
    // Pieces by file and rank, both counted from 0.
    let placed = |rows: &[Vec<Option<PieceType>>], height: i32| -> Vec<((i32, i32), PieceType)> {
        let ranks = (0..height).rev().zip(rows);
        let pieces = ranks.flat_map(|(rank, row)| {
            let files = (0..).zip(row);
            files.filter_map(move |(file, piece)| Some(((file, rank), (*piece)?)))
        });
        pieces.collect()
    };
    let mut rows = array.rows.clone();
    if let Some(row) = rows.last_mut().filter(|_| !array.shuffle.is_empty()) {
        shuffle_rank(row, &array.shuffle, u64::from(bits >> array.bits()));
    }
    let mut white = placed(&rows, rows.len() as i32);
    for (bit, pair) in array.exchange.iter().enumerate() {
        if bits >> bit & 1 == 1 {
            let [a, b] = pair.map(|(file, rank)| (i32::from(file), i32::from(rank)));
            for (place, _) in &mut white {
                *place = match *place {
                    place if place == a => b,
                    place if place == b => a,
                    place => place,
                };
            }
        }
    }
    let (files, ranks) = (board.files(), board.ranks());
    let mirrored_bit = array.symmetry_bit && bits >> array.exchange.len() & 1 == 1;
    let black = match &array.black {
        BlackArray::Rows(rows) => placed(rows, ranks),
        black => {
            let mirrored = mirrored_bit != (*black == BlackArray::Mirrored);
            let turn = |((file, rank), piece)| {
                let file = if mirrored { file } else { files - 1 - file };
                ((file, ranks - 1 - rank), piece)
            };
            white.iter().copied().map(turn).collect()
        }
    };
    let codes = |color: Color, pieces: Vec<((i32, i32), PieceType)>| {
        let pieces = pieces.into_iter();
        pieces.filter_map(move |((file, rank), piece)| {
            Some((board.at(file, rank)?, Code::new(color, piece)))
        })
    };
    let white = codes(Color::White, white);
    Some(white.chain(codes(Color::Black, black)).collect())
}

/// Draws a piece: its moves with every power that shares no square with them, then each other.
pub fn diagram(spec: &RuleSpec, piece: PieceType) -> Vec<Diagram> {
    let setting = spec.view();
    let bearer = &setting.pieces[piece.index()];
    let (name, text) = (&spec.piece(piece).name, bearer.text);
    let board = drawing::board();
    let mut picture = Picture::new(&board, bearer.moves);
    for power in bearer.powers {
        power.info().draw(&setting, bearer, &mut picture);
    }
    let (mut first, layers) = picture.finish();
    let mut apart = Vec::new();
    for layer in layers {
        if !layer.apart && first.is_disjoint(&layer) {
            first.join(layer)
        } else {
            apart.push(layer)
        }
    }
    let mut drawn = vec![draw(&first, format!("{name} ({text})"), text)];
    drawn.extend(apart.iter().map(|layer| {
        let title = format!("{text}: {}", layer.title);
        draw(layer, title, layer.centre.unwrap_or(text))
    }));
    drawn
}
