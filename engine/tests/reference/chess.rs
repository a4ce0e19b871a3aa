//! Orthodox chess.

use super::board::{Board, Piece};
use super::chess_castling as castling;
use super::moves::Move;
use super::options::flags;
use super::position::{Position, State};
use super::powers::Mode::{Both, CaptureOnly, MoveOnly};
use super::powers::Power::{Cannon, Grasshopper, Leap, Legs, Ride};
use super::powers::{self, A, D, F, FF, FW, K, N, Power, UNBOUNDED, W};
use super::rules::{Outcome, ReferenceRules, occurrences};
use super::squares::{Geometry, Side, Square, at};
use super::xbetza;

const GEOMETRY: Geometry = Geometry {
    files: "abcdefgh",
    ranks: 8,
    lowest_rank: 1,
    holes: &[],
};

const NAMES: &[&str] = &["P", "N", "B", "R", "Q", "K", "C", "G", "L", "H", "Gr"];

const START: &str = "r,n,b,q,k,b,n,r/p,p,p,p,p,p,p,p/8/8/8/8/P,P,P,P,P,P,P,P/R,N,B,Q,K,B,N,R";

/// The moves of a lion in two steps: a capture and a further step, a capture without moving, or a pass.
const LION_LEGS: &str = "caK mcabK";

const HOLES: &[Square] = &[at(2, 3), at(5, 3), at(2, 4), at(5, 4)];

const RACE: &str = "8/8/8/8/8/8/k,r,b,n,N,B,R,K/q,r,b,n,N,B,R,Q";

const HORDE: &str = "r,n,b,q,k,b,n,r/p,p,p,p,p,p,p,p/8/1,P,P,2,P,P,1/P,P,P,P,P,P,P,P/P,P,P,P,P,P,P,P/P,P,P,P,P,P,P,P/P,P,P,P,P,P,P,P";

const HOPPERS: &str = "r,g,c,q,k,c,g,r/p,p,p,p,p,p,p,p/8/8/8/8/P,P,P,P,P,P,P,P/R,G,C,Q,K,C,G,R";

const LIONS: &str = "h,n,gr,l,k,gr,n,h/p,p,p,p,p,p,p,p/8/8/8/8/P,P,P,P,P,P,P,P/H,N,Gr,L,K,Gr,N,H";

/// Chess with its options.
pub struct Chess {
    no_castling: bool,
    stalemate_loses: bool,
    ends: Ends,
    start: &'static str,
    promotions: &'static [&'static str],
    holes: &'static [Square],
    is_960: bool,
}

/// The ends of games besides mate.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ends {
    /// Bare kings and dead positions are drawn.
    Usual,
    /// Only mate and stalemate end games.
    Mate,
    /// A king in the centre wins.
    Hill,
    /// Two pieces on the far squares of the files a, b, g and h win.
    Corners,
    /// A side without pieces or moves wins, captures are compulsory, and kings are pieces like others.
    Giveaway,
    /// A side loses with the last piece of any type, and kings are pieces like others.
    Extinction,
    /// The third check wins.
    Checks,
    /// A king on the last rank wins, unless Black's king answers White's; no move gives check.
    Race,
    /// A mated side wins, and at stalemate the side with fewer pieces.
    Misere,
    /// Captures explode.
    Explosion,
    /// Queens are royal too.
    Coregal,
    /// Pawns become kings, and only all kings together are in check.
    Kings,
    /// Pawns become kings, and only the last king is in check.
    LastKing,
    /// Four pieces of a side in a row on a file or diagonal win.
    Row,
    /// White has pawns alone, which step twice from the first rank too, and loses without pieces.
    Horde,
}

impl Chess {
    /// The game, or None when an option is not known.
    pub fn new(options: &[(&str, &str)]) -> Option<Chess> {
        let [no_castling, stalemate_loses] = flags(options, ["no_castling", "stalemate_loses"])?;
        Some(Chess {
            no_castling,
            stalemate_loses,
            ..Chess::orthodox()
        })
    }

    /// Chess with cannons for bishops and grasshoppers for knights, where stalemate loses.
    pub fn with_hoppers() -> Chess {
        Chess {
            stalemate_loses: true,
            start: HOPPERS,
            promotions: &["Q", "R", "C", "G"],
            ..Chess::orthodox()
        }
    }

    /// Chess with lions for queens, hook movers for rooks, and griffons that never stop at once for bishops.
    pub fn with_lions() -> Chess {
        Chess {
            no_castling: true,
            ends: Ends::Mate,
            start: LIONS,
            promotions: &["L", "H", "Gr", "N"],
            ..Chess::orthodox()
        }
    }

    /// Antichess.
    pub fn giveaway() -> Chess {
        Chess {
            no_castling: true,
            ends: Ends::Giveaway,
            promotions: &["Q", "R", "B", "N", "K"],
            ..Chess::orthodox()
        }
    }

    /// Extinction chess.
    pub fn extinction() -> Chess {
        Chess {
            ends: Ends::Extinction,
            ..Chess::giveaway()
        }
    }

    /// King of the Hill.
    pub fn with_hill() -> Chess {
        Chess {
            ends: Ends::Hill,
            ..Chess::orthodox()
        }
    }

    /// Corners.
    pub fn with_corners() -> Chess {
        Chess {
            ends: Ends::Corners,
            ..Chess::orthodox()
        }
    }

    /// Three-check.
    pub fn three_check() -> Chess {
        Chess {
            ends: Ends::Checks,
            ..Chess::orthodox()
        }
    }

    /// Racing Kings.
    pub fn racing_kings() -> Chess {
        Chess {
            no_castling: true,
            ends: Ends::Race,
            start: RACE,
            ..Chess::orthodox()
        }
    }

    /// Misère chess.
    pub fn misere() -> Chess {
        Chess {
            ends: Ends::Misere,
            ..Chess::orthodox()
        }
    }

    /// Atomic chess.
    pub fn atomic() -> Chess {
        Chess {
            ends: Ends::Explosion,
            ..Chess::orthodox()
        }
    }

    /// Coregal chess.
    pub fn coregal() -> Chess {
        Chess {
            ends: Ends::Coregal,
            ..Chess::orthodox()
        }
    }

    /// Chess whose pawns become kings too, or None when an option is not known.
    pub fn with_kings(options: &[(&str, &str)]) -> Option<Chess> {
        let [last] = flags(options, ["last"])?;
        Some(Chess {
            ends: if last { Ends::LastKing } else { Ends::Kings },
            promotions: &["Q", "R", "B", "N", "K"],
            ..Chess::orthodox()
        })
    }

    /// Chess960.
    pub fn chess960() -> Chess {
        Chess {
            is_960: true,
            ..Chess::orthodox()
        }
    }

    /// Horde chess.
    pub fn with_horde() -> Chess {
        Chess {
            ends: Ends::Horde,
            start: HORDE,
            ..Chess::orthodox()
        }
    }

    /// Chess on a board with four holes.
    pub fn with_holes() -> Chess {
        Chess {
            start: "r,n,b,q,k,b,n,r/p,p,p,p,p,p,p,p/8/2,*,2,*,2/2,*,2,*,2/8/P,P,P,P,P,P,P,P/R,N,B,Q,K,B,N,R",
            holes: HOLES,
            ..Chess::orthodox()
        }
    }

    /// Chess that four pieces in a row win.
    pub fn with_rows() -> Chess {
        Chess {
            ends: Ends::Row,
            ..Chess::orthodox()
        }
    }

    fn orthodox() -> Chess {
        Chess {
            no_castling: false,
            stalemate_loses: false,
            ends: Ends::Usual,
            start: START,
            promotions: &["Q", "R", "B", "N"],
            holes: &[],
            is_960: false,
        }
    }

    /// Every move of the side to move that may leave its king in check; castling is complete.
    fn pseudo_moves(&self, position: &Position) -> Vec<Move> {
        let board = &position.board;
        let side = position.side;
        let mut moves = Vec::new();
        for (from, piece) in board.pieces(side) {
            let own = powers::moves(board, side, from, powers_of(piece.name));
            if piece.name == "P" {
                moves.extend(own.iter().flat_map(|mv| self.with_promotions(mv, side)));
                moves.extend(double_step(board, side, from, self.ends == Ends::Horde));
                moves.extend(en_passant(position, from));
            } else {
                moves.extend(own);
            }
        }
        let may_castle = match self.ends {
            Ends::Coregal | Ends::Kings | Ends::LastKing => !self.in_check(board, side),
            _ => true,
        };
        if !self.no_castling && may_castle {
            moves.extend(castling::moves(position, self.has_kings(), |square| {
                // A king that is attacked is not always in check.
                let is_start = self.has_kings() && board.holds_piece(square, side, "K");
                !is_start && self.attacked(board, square, side.other())
            }));
        }
        moves
    }

    fn legal_moves(&self, position: &Position) -> Vec<(Move, Position)> {
        let side = position.side;
        if matches!(self.ends, Ends::Giveaway | Ends::Extinction) {
            let mut moves = self.pseudo_moves(position);
            let takes = |mv: &Move| !mv.captures(&position.board, side).is_empty();
            if self.ends == Ends::Giveaway && moves.iter().any(takes) {
                moves.retain(takes);
            }
            let moves = moves.into_iter();
            return moves
                .map(|mv| (mv.clone(), self.play(position, &mv)))
                .collect();
        }
        let mut legal = Vec::new();
        for mv in self.pseudo_moves(position) {
            let takes_king = mv
                .captures(&position.board, side)
                .iter()
                .any(|&square| position.board.holds_piece(square, side.other(), "K"));
            let after = self.play(position, &mv);
            let checks = self.ends == Ends::Race && self.in_check(&after.board, side.other());
            let takes_king = takes_king && !self.has_kings();
            let has_king = side == Side::Black || self.ends != Ends::Horde;
            let is_kept = !has_king || !self.royals(&after.board, side).is_empty();
            let wins = self.ends == Ends::Explosion && after.board.king(side.other()).is_none();
            let safe = wins || !self.in_check(&after.board, side);
            if !takes_king && !checks && is_kept && safe {
                legal.push((mv, after));
            }
        }
        legal
    }

    /// A pass, if a lion can step to an empty square and back.
    fn pass(&self, position: &Position) -> Option<(String, Position)> {
        let (board, side) = (&position.board, position.side);
        let mut pieces = board.pieces(side).into_iter();
        let can_pass = pieces.any(|(from, piece)| {
            let is_pass = |one: &Move| one.to == from && one.removed.is_empty();
            piece.name == "L"
                && xbetza::moves(board, side, from, LION_LEGS)
                    .iter()
                    .any(is_pass)
        });
        let state = State {
            ep: None,
            clock: position.state.clock + 1,
            ..position.state.clone()
        };
        let after = Position {
            board: board.clone(),
            side: side.other(),
            state,
            ply: position.ply + 1,
        };
        (can_pass && !self.in_check(board, side)).then(|| ("pass".to_string(), after))
    }

    /// The moves of a pawn: on the last rank it promotes.
    fn with_promotions(&self, mv: &Move, side: Side) -> Vec<Move> {
        let last_rank = match side {
            Side::White => 7,
            Side::Black => 0,
        };
        if mv.to.rank == last_rank {
            self.promotions
                .iter()
                .map(|name| mv.promoting(name))
                .collect()
        } else {
            vec![mv.clone()]
        }
    }

    /// The position after a move.
    fn play(&self, position: &Position, mv: &Move) -> Position {
        let side = position.side;
        let mut board = mv.play(&position.board);
        castling::move_rook(&position.board, mv, &mut board);
        let captures = !mv.captures(&position.board, side).is_empty();
        if captures && self.ends == Ends::Explosion {
            explode(&mut board, mv.to);
        }
        let castle = if self.no_castling {
            String::new()
        } else {
            castling::remaining(&position.state.castle, &position.board, mv, &board)
        };
        let pawn = position.board.holds_piece(mv.from, side, "P");
        let clock = if pawn || captures {
            0
        } else {
            position.state.clock + 1
        };
        let from_the_edge = [0, 7].contains(&mv.from.rank);
        let ep = if pawn && !from_the_edge {
            passed_square(&board, side, mv)
        } else {
            None
        };
        let mut checks = position.state.checks;
        if let Some(left) = &mut checks
            && self.in_check(&board, side.other())
        {
            left[usize::from(side == Side::Black)] -= 1;
        }
        let state = State {
            castle,
            ep,
            clock,
            checks,
            ..State::default()
        };
        Position {
            board,
            side: side.other(),
            state,
            ply: position.ply + 1,
        }
    }

    /// Whether a piece of `by` could capture on the square; not where its own king would explode.
    fn attacked(&self, board: &Board, square: Square, by: Side) -> bool {
        let is_shielded = self.ends == Ends::Explosion
            && board.king(by).is_some_and(|king| {
                (king.file - square.file)
                    .abs()
                    .max((king.rank - square.rank).abs())
                    == 1
            });
        !is_shielded && attacked(board, square, by)
    }

    /// Whether a side may have several kings.
    fn has_kings(&self) -> bool {
        matches!(self.ends, Ends::Kings | Ends::LastKing)
    }

    fn royals(&self, board: &Board, side: Side) -> Vec<Square> {
        let is_royal = |name| name == "K" || (name == "Q" && self.ends == Ends::Coregal);
        let pieces = board.pieces(side).into_iter();
        let royals = pieces.filter(|(_, piece)| is_royal(piece.name));
        royals.map(|(square, _)| square).collect()
    }

    /// Whether the king of a side is attacked; of several as the game has it.
    fn in_check(&self, board: &Board, side: Side) -> bool {
        let royals = self.royals(board, side);
        let attacked = royals
            .iter()
            .filter(|square| self.attacked(board, **square, side.other()));
        match (self.ends, attacked.count()) {
            (_, 0) => false,
            (Ends::Kings, number) => number == royals.len(),
            (Ends::LastKing, _) => royals.len() == 1,
            _ => true,
        }
    }
}

/// White's first rank in an array of Chess960: two digits for the bishops on light and dark squares, one for the queen
/// among the free squares, one for the two knights; the king goes between the rooks.
fn row_960(array: u32) -> Vec<&'static str> {
    let mut row = vec![""; 8];
    let array = array as usize;
    row[array % 4 * 2 + 1] = "B";
    row[array / 4 % 4 * 2] = "B";
    let free =
        |row: &[&str]| -> Vec<usize> { (0..8).filter(|&file| row[file].is_empty()).collect() };
    let queen = free(&row)[array / 16 % 6];
    row[queen] = "Q";
    let [first, second] = [
        [0, 1],
        [0, 2],
        [0, 3],
        [0, 4],
        [1, 2],
        [1, 3],
        [1, 4],
        [2, 3],
        [2, 4],
        [3, 4],
    ][array / 96];
    let left = free(&row);
    row[left[first]] = "N";
    row[left[second]] = "N";
    for (file, piece) in free(&row).into_iter().zip(["R", "K", "R"]) {
        row[file] = piece;
    }
    row
}

/// Removes the captor, and the pieces beside it except pawns.
fn explode(board: &mut Board, centre: Square) {
    for file in -1..=1 {
        for rank in -1..=1 {
            let square = centre.offset(file, rank);
            let is_pawn = [Side::White, Side::Black]
                .iter()
                .any(|&side| board.holds_piece(square, side, "P"));
            if (file, rank) == (0, 0) || (GEOMETRY.contains(square) && !is_pawn) {
                board.set(square, None);
            }
        }
    }
}

/// The moves of the pieces, without what is special about pawns and kings.
fn powers_of(name: &str) -> &'static [Power] {
    match name {
        "P" => &[Leap(FW, MoveOnly), Leap(FF, CaptureOnly)],
        "N" => &[Leap(N, Both)],
        "B" => &[Ride(F, UNBOUNDED, Both)],
        "R" => &[Ride(W, UNBOUNDED, Both)],
        "Q" => &[Ride(K, UNBOUNDED, Both)],
        "K" => &[Leap(K, Both)],
        "C" => &[Ride(W, UNBOUNDED, MoveOnly), Cannon(W, CaptureOnly)],
        "G" => &[Grasshopper(K)],
        "L" => &[
            Leap(K, Both),
            Leap(N, Both),
            Leap(A, Both),
            Leap(D, Both),
            Legs(LION_LEGS),
        ],
        "H" => &[Ride(W, UNBOUNDED, Both), Legs("masR")],
        "Gr" => &[Legs("yafsF")],
        _ => panic!("{name:?} is not a chess piece"),
    }
}

/// Two steps ahead from the second rank, or also from the first one, over an empty square to an empty square.
fn double_step(board: &Board, side: Side, from: Square, from_first: bool) -> Option<Move> {
    let second_rank = match side {
        Side::White => 1,
        Side::Black => 6,
    };
    let over = from.offset(0, side.forward());
    let to = from.offset(0, 2 * side.forward());
    let free = board.is_empty(over) && board.is_empty(to);
    let first_rank = second_rank - side.forward();
    let starts = from.rank == second_rank || (from_first && from.rank == first_rank);
    (starts && free).then(|| Move::to(from, to))
}

/// The en passant capture of the pawn on `from`, if it has one: to the square passed over; the
/// pawn captured stands beside it.
fn en_passant(position: &Position, from: Square) -> Option<Move> {
    let side = position.side;
    let to = position.state.ep?;
    let captured = to.offset(0, -side.forward());
    let reaches = to.rank == from.rank + side.forward() && (to.file - from.file).abs() == 1;
    let possible =
        position.board.is_empty(to) && position.board.holds_piece(captured, side.other(), "P");
    (reaches && possible).then(|| Move::removing(from, to, captured))
}

/// The square passed over by a pawn's double step, when an enemy pawn stands beside the square of
/// arrival and so could capture it.
fn passed_square(after: &Board, side: Side, mv: &Move) -> Option<Square> {
    if (mv.to.rank - mv.from.rank).abs() != 2 {
        return None;
    }
    let beside = [mv.to.offset(-1, 0), mv.to.offset(1, 0)];
    let capturable = beside
        .iter()
        .any(|&square| after.holds_piece(square, side.other(), "P"));
    capturable.then(|| mv.from.offset(0, side.forward()))
}

/// Whether a piece of `by` could capture an enemy of its own on the square, or could if one were
/// there.
pub fn attacked(board: &Board, square: Square, by: Side) -> bool {
    let mut board = board.clone();
    board.set(
        square,
        Some(Piece {
            side: by.other(),
            name: "K",
        }),
    );
    board.pieces(by).into_iter().any(|(from, piece)| {
        let moves = powers::moves(&board, by, from, powers_of(piece.name));
        (moves.iter()).any(|mv| mv.captures(&board, by).contains(&square))
    })
}

/// Whether one knight or bishop is left besides the kings, or bishops on squares of one colour.
fn is_dead(board: &Board) -> bool {
    let both = [Side::White, Side::Black].map(|side| board.pieces(side));
    let mut others: Vec<(Square, &str)> = (both.into_iter().flatten())
        .map(|(square, piece)| (square, piece.name))
        .collect();
    others.retain(|&(_, name)| name != "K");
    match others.as_slice() {
        [(_, "N" | "B")] => true,
        bishops => {
            let colours = bishops
                .iter()
                .map(|(square, _)| (square.file + square.rank) % 2);
            let colours: Vec<i32> = colours.collect();
            bishops.iter().all(|&(_, name)| name == "B")
                && colours.windows(2).all(|two| two[0] == two[1])
        }
    }
}

impl ReferenceRules for Chess {
    fn geometry(&self) -> Geometry {
        Geometry {
            holes: self.holes,
            ..GEOMETRY
        }
    }

    fn names(&self) -> &'static [&'static str] {
        NAMES
    }

    fn arrays(&self) -> Vec<u32> {
        (0..if self.is_960 { 960 } else { 1 }).collect()
    }

    fn start(&self, array: u32) -> Position {
        let mut start = self.start.to_string();
        let mut castle = match self.ends {
            _ if self.no_castling => "",
            Ends::Horde => "kq",
            _ => "KQkq",
        }
        .to_string();
        if self.is_960 {
            let row = row_960(array);
            let rooks = ["a", "b", "c", "d", "e", "f", "g", "h"];
            let rooks = rooks.iter().zip(&row).filter(|(_, piece)| **piece == "R");
            let rooks: Vec<&str> = rooks.rev().map(|(file, _)| *file).collect();
            castle = rooks.concat().to_uppercase() + &rooks.concat();
            let row = row.join(",");
            start = start.replace("R,N,B,Q,K,B,N,R", &row);
            start = start.replace("r,n,b,q,k,b,n,r", &row.to_lowercase());
        } else {
            assert_eq!(array, 0, "chess has one array");
        }
        let board = Board::read(&start, self.geometry(), NAMES);
        let state = State {
            castle,
            checks: (self.ends == Ends::Checks).then_some([3, 3]),
            ..State::default()
        };
        Position {
            board,
            side: Side::White,
            state,
            ply: 0,
        }
    }

    /// A side without a king has lost (if both, the side to move); bare kings are a draw, and so is
    /// what no moves lead to mate from, unless stalemate wins.
    fn decided(&self, position: &Position) -> Option<Outcome> {
        let board = &position.board;
        let side = position.side;
        let has_all = |side: Side| {
            let pieces = board.pieces(side);
            let has = |name: &&str| pieces.iter().any(|(_, piece)| piece.name == *name);
            ["P", "N", "B", "R", "Q", "K"].iter().all(has)
        };
        let is_gone = |side: Side| match self.ends {
            Ends::Giveaway => board.pieces(side).is_empty(),
            _ => !has_all(side),
        };
        if matches!(self.ends, Ends::Giveaway | Ends::Extinction) {
            let gone = [side, side.other()]
                .into_iter()
                .find(|&side| is_gone(side))?;
            let wins = self.ends == Ends::Giveaway;
            Some(Outcome::Wins(if wins { gone } else { gone.other() }))
        } else if self.ends == Ends::Horde {
            let is_lost = board.pieces(Side::White).is_empty();
            is_lost.then_some(Outcome::Wins(Side::Black))
        } else if self.royals(board, side).is_empty() {
            Some(Outcome::Wins(side.other()))
        } else if self.royals(board, side.other()).is_empty() {
            Some(Outcome::Wins(side))
        } else if self.ends == Ends::Row {
            let fills = |side: Side, square: Square, (file, rank): (i32, i32)| {
                (0..4).all(|far| board.holds(square.offset(file * far, rank * far), side))
            };
            let has_row = |side: Side| {
                board.pieces(side).iter().any(|&(square, _)| {
                    let mut steps = [(0, 1), (1, 1), (1, -1)].into_iter();
                    steps.any(|step| fills(side, square, step))
                })
            };
            let mut sides = [side.other(), side].into_iter();
            sides.find(|&side| has_row(side)).map(Outcome::Wins)
        } else if self.ends == Ends::Hill {
            let is_there = |side: Side| {
                board.king(side).is_some_and(|king| {
                    (3..=4).contains(&king.file) && (3..=4).contains(&king.rank)
                })
            };
            let mut sides = [side.other(), side].into_iter();
            sides.find(|&side| is_there(side)).map(Outcome::Wins)
        } else if self.ends == Ends::Corners {
            let is_there = |side: Side| {
                let far = if side == Side::White { 7 } else { 0 };
                let pieces = board.pieces(side);
                let at_goal = pieces.iter().filter(|(square, piece)| {
                    piece.name != "P" && square.rank == far && [0, 1, 6, 7].contains(&square.file)
                });
                at_goal.count() >= 2
            };
            let mut sides = [side.other(), side].into_iter();
            sides.find(|&side| is_there(side)).map(Outcome::Wins)
        } else if let Some([white, black]) = position.state.checks {
            match (white, black) {
                (0, _) => Some(Outcome::Wins(Side::White)),
                (_, 0) => Some(Outcome::Wins(Side::Black)),
                _ => None,
            }
        } else if self.ends == Ends::Race {
            let is_there = |side: Side| board.king(side).is_some_and(|king| king.rank == 7);
            let answers = || {
                let moves = self.legal_moves(position);
                moves.iter().any(|(_, after)| {
                    after
                        .board
                        .king(Side::Black)
                        .is_some_and(|king| king.rank == 7)
                })
            };
            match (side, is_there(Side::White), is_there(Side::Black)) {
                (Side::White, true, true) => Some(Outcome::Draw),
                (Side::Black, true, false) if answers() => None,
                (_, true, false) => Some(Outcome::Wins(Side::White)),
                (_, _, true) => Some(Outcome::Wins(Side::Black)),
                _ => None,
            }
        } else if matches!(self.ends, Ends::Mate | Ends::Misere) {
            None
        } else if board.pieces(Side::White).len() == 1 && board.pieces(Side::Black).len() == 1 {
            Some(Outcome::Draw)
        } else {
            let may_be_dead = !self.stalemate_loses && self.ends == Ends::Usual;
            (may_be_dead && is_dead(board)).then_some(Outcome::Draw)
        }
    }

    fn legal(&self, position: &Position) -> Vec<(String, Position)> {
        let moves = self.legal_moves(position).into_iter();
        let moves = moves.map(|(mv, after)| (mv.write(&GEOMETRY), after));
        moves.chain(self.pass(position)).collect()
    }

    /// Checkmate loses; stalemate is a draw, unless the option `stalemate_loses` is on.
    fn without_a_move(&self, position: &Position) -> Outcome {
        if self.ends == Ends::Giveaway {
            Outcome::Wins(position.side)
        } else if self.ends == Ends::Extinction {
            Outcome::Draw
        } else if self.ends == Ends::Misere {
            let number = |side: Side| position.board.pieces(side).len();
            let (side, other) = (position.side, position.side.other());
            let is_won = self.in_check(&position.board, side) || number(side) < number(other);
            match number(side) == number(other) && !self.in_check(&position.board, side) {
                true => Outcome::Draw,
                false if is_won => Outcome::Wins(side),
                false => Outcome::Wins(other),
            }
        } else if self.stalemate_loses || self.in_check(&position.board, position.side) {
            Outcome::Wins(position.side.other())
        } else {
            Outcome::Draw
        }
    }

    /// The third occurrence of a position is a draw.
    fn repeated(&self, game: &[Position], _played: &[String]) -> Option<Outcome> {
        (occurrences(game) >= 3).then_some(Outcome::Draw)
    }

    /// 100 plies without a capture or a pawn move are a draw.
    fn draw_clock(&self) -> Option<u32> {
        Some(100)
    }
}
