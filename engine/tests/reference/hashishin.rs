//! Shatranj al'Hashishin, and shatranj as the same game with fewer pieces: moves, check, the bare
//! king and the draws.

use super::board::{Board, Piece};
use super::hashishin_pieces::{self as pieces, Set};
use super::moves::Move;
use super::options::flags;
use super::position::{Position, State};
use super::powers;
use super::rules::{Outcome, ReferenceRules, occurrences};
use super::squares::{Geometry, Side, Square};

const GEOMETRY: Geometry = Geometry {
    files: "abcdefgh",
    ranks: 8,
    lowest_rank: 1,
    holes: &[],
};

/// H-D1: arrays 0 and 1.
const HASHISHIN: [&str; 2] = [
    "r,6,r/t,n,f,w,k,f,n,t/p,p,p,p,p,p,p,p/8/8/P,P,P,P,P,P,P,P/T,N,F,W,K,F,N,T/R,6,R",
    "r,1,t,2,t,1,r/t,n,f,w,k,f,n,t/p,p,p,p,p,p,p,p/8/8/P,P,P,P,P,P,P,P/T,N,F,W,K,F,N,T/R,1,T,2,T,1,R",
];

const SHATRANJ: [&str; 1] =
    ["r,n,a,k,f,a,n,r/p,p,p,p,p,p,p,p/8/8/8/8/P,P,P,P,P,P,P,P/R,N,A,K,F,A,N,R"];

/// One of the rule sets.
pub struct Hashishin {
    set: Set,
    optional_promotion: bool,
    /// H-D1: array 1 is played.
    four_thieves: bool,
    /// H-D4 without its condition.
    second_regent: bool,
}

impl Hashishin {
    /// The rule set of an id, or None when an option is not known.
    pub fn new(id: &str, options: &[(&str, &str)]) -> Option<Hashishin> {
        let set = match id {
            "hashishin-wazir" => Set::Wazir,
            "hashishin-any" => Set::Any,
            "hashishin-homeward" => Set::Homeward,
            "shatranj" => Set::Shatranj,
            _ => return None,
        };
        let [optional_promotion, four_thieves, second_regent] = match set {
            Set::Shatranj => flags(options, []).map(|[]| [false; 3])?,
            Set::Homeward => flags(
                options,
                ["optional_promotion", "four_thieves", "second_regent"],
            )?,
            Set::Wazir | Set::Any => {
                let [optional, four] = flags(options, ["optional_promotion", "four_thieves"])?;
                [optional, four, false]
            }
        };
        Some(Hashishin {
            set,
            optional_promotion,
            four_thieves,
            second_regent,
        })
    }

    fn boards(&self) -> &'static [&'static str] {
        match self.set {
            Set::Shatranj => &SHATRANJ,
            Set::Wazir | Set::Any | Set::Homeward => &HASHISHIN,
        }
    }

    /// Every move of a side, without looking at check.
    fn pseudo_moves(&self, board: &Board, side: Side) -> Vec<Move> {
        let has_regent = regent(board, side).is_some() && !self.second_regent;
        let mut moves = Vec::new();
        for (from, piece) in board.pieces(side) {
            for mv in powers::moves(board, side, from, pieces::powers(piece.name)) {
                let names = pieces::promotions(piece.name, self.set, side, from, mv.to, has_regent);
                moves.extend(names.iter().map(|name| mv.promoting(name)));
                // H-D2: promotion is compulsory unless the option says otherwise.
                if names.is_empty() || self.optional_promotion {
                    moves.push(mv);
                }
            }
        }
        moves
    }

    /// The legal moves, whether or not the position is decided.
    fn legal_moves(&self, position: &Position) -> Vec<(Move, Position)> {
        let side = position.side;
        let mut legal = Vec::new();
        for mv in self.pseudo_moves(&position.board, side) {
            let protected = regent(&position.board, side.other()).is_some();
            if !protected && takes_royal(&position.board, &mv, side) {
                // A royal that is subject to check is never captured.
                continue;
            }
            let after = play(position, &mv);
            if !in_check(&after.board, side) {
                legal.push((mv, after));
            }
        }
        legal
    }
}

/// The position after a move.
fn play(position: &Position, mv: &Move) -> Position {
    let side = position.side;
    let mut board = mv.play(&position.board);
    // H-D6: when the royal was captured, the Regent becomes a plain King at once.
    if takes_royal(&position.board, mv, side)
        && royal(&board, side.other()).is_none()
        && let Some(square) = regent(&board, side.other())
    {
        board.set(
            square,
            Some(Piece {
                side: side.other(),
                name: "K",
            }),
        );
    }
    // H-D9: plies without a capture, a pawn move or a promotion.
    let captures = !mv.captures(&position.board, side).is_empty();
    let pawn = position.board.holds_piece(mv.from, side, "P");
    let resets = captures || pawn || mv.promotion.is_some();
    let clock = if resets { 0 } else { position.state.clock + 1 };
    let state = State {
        clock,
        ..State::default()
    };
    Position {
        board,
        side: side.other(),
        state,
        ply: position.ply + 1,
    }
}

/// The square of the royal piece of a side.
fn royal(board: &Board, side: Side) -> Option<Square> {
    let mut pieces = board.pieces(side).into_iter();
    pieces
        .find(|(_, piece)| pieces::is_royal(piece.name))
        .map(|(square, _)| square)
}

/// The square of the Regent of a side; of several, the first in ascending rank, then file.
fn regent(board: &Board, side: Side) -> Option<Square> {
    let mut pieces = board.pieces(side).into_iter();
    pieces
        .find(|(_, piece)| piece.name == "Re")
        .map(|(square, _)| square)
}

/// Whether the move of `side` captures a royal piece.
fn takes_royal(board: &Board, mv: &Move, side: Side) -> bool {
    let captured = mv.captures(board, side);
    captured
        .into_iter()
        .any(|square| royal(board, side.other()) == Some(square))
}

/// H-D6, H-D7: whether a player without a Regent has its royal where an enemy could capture it
/// next, overtaking included.
fn in_check(board: &Board, side: Side) -> bool {
    if regent(board, side).is_some() {
        return false;
    }
    let enemy = side.other();
    board.pieces(enemy).into_iter().any(|(from, piece)| {
        let moves = powers::moves(board, enemy, from, pieces::powers(piece.name));
        moves.iter().any(|mv| takes_royal(board, mv, enemy))
    })
}

/// Whether a side has nothing but its royal.
fn is_bare(board: &Board, side: Side) -> bool {
    board.pieces(side).len() == 1 && royal(board, side).is_some()
}

impl ReferenceRules for Hashishin {
    fn geometry(&self) -> Geometry {
        GEOMETRY
    }

    fn names(&self) -> &'static [&'static str] {
        pieces::names(self.set)
    }

    fn arrays(&self) -> Vec<u32> {
        vec![u32::from(self.four_thieves)]
    }

    fn start(&self, array: u32) -> Position {
        Position::first(Board::read(
            self.boards()[array as usize],
            GEOMETRY,
            self.names(),
        ))
    }

    /// A side without a royal has lost (if both, the side to move). Then the bare king, H-D8 and
    /// H-D9: both bare is a draw; a bare side that is not to move has lost; one that is to move
    /// draws when it has a legal move that bares the opponent in turn, else it has lost.
    fn decided(&self, position: &Position) -> Option<Outcome> {
        let board = &position.board;
        let side = position.side;
        let opponent = side.other();
        if royal(board, side).is_none() {
            return Some(Outcome::Wins(opponent));
        }
        if royal(board, opponent).is_none() {
            return Some(Outcome::Wins(side));
        }
        match (is_bare(board, side), is_bare(board, opponent)) {
            (false, false) => None,
            (true, true) => Some(Outcome::Draw),
            (false, true) => Some(Outcome::Wins(side)),
            (true, false) => {
                let moves = self.legal_moves(position);
                let bares_in_turn = moves
                    .iter()
                    .any(|(_, after)| is_bare(&after.board, opponent));
                Some(if bares_in_turn {
                    Outcome::Draw
                } else {
                    Outcome::Wins(opponent)
                })
            }
        }
    }

    fn legal(&self, position: &Position) -> Vec<(String, Position)> {
        let moves = self.legal_moves(position).into_iter();
        moves
            .map(|(mv, after)| (mv.write(&GEOMETRY), after))
            .collect()
    }

    /// H-D7: no legal move loses, in check or not.
    fn without_a_move(&self, position: &Position) -> Outcome {
        Outcome::Wins(position.side.other())
    }

    /// H-D9: the third occurrence of a position is a draw.
    fn repeated(&self, game: &[Position], _played: &[String]) -> Option<Outcome> {
        (occurrences(game) >= 3).then_some(Outcome::Draw)
    }

    /// H-D9: 100 plies without a capture, a pawn move or a promotion are a draw.
    fn draw_clock(&self) -> Option<u32> {
        Some(100)
    }
}
