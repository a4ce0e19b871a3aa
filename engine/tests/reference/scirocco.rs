//! Scirocco: moves, check (Jocly only) and the end of the game, for the four rule sets.

use super::board::{Board, Piece};
use super::moves::Move;
use super::options::flags;
use super::position::Position;
use super::powers;
use super::rules::{Outcome, ReferenceRules, occurrences};
use super::scirocco_arrays::{self, GEOMETRY};
use super::scirocco_pieces::{self as pieces, Set};
use super::scirocco_relays::{relayed_moves, relayers};
use super::squares::{Geometry, Side, Square};

/// One of the four rule sets, with its options.
pub struct Scirocco {
    set: Set,
    ring_leaps: bool,
    dervish_captures: bool,
}

impl Scirocco {
    /// The rule set of an id, or None when an option is not known.
    pub fn new(id: &str, options: &[(&str, &str)]) -> Option<Scirocco> {
        let set = match id {
            "scirocco-2009" => Set::Y2009,
            "scirocco-2001" => Set::Y2001,
            "scirocco-1999" => Set::Y1999,
            "scirocco-jocly" => Set::Jocly,
            _ => return None,
        };
        let [ring_leaps, dervish_captures] =
            flags(options, ["dervish_ring_leaps", "dervish_captures"])?;
        let captures_given = options.iter().any(|(name, _)| *name == "dervish_captures");
        if captures_given && set != Set::Jocly {
            return None;
        }
        Some(Scirocco {
            set,
            ring_leaps,
            dervish_captures,
        })
    }

    fn own_moves(&self, board: &Board, side: Side, from: Square, name: &str) -> Vec<Move> {
        let powers = pieces::powers(name, self.set, self.dervish_captures);
        powers::moves(board, side, from, powers)
    }

    /// The moves relayed to the piece on `from` by the relayers of its side.
    fn relayed(
        &self,
        board: &Board,
        side: Side,
        from: Square,
        relayers: &[(Square, Piece)],
    ) -> Vec<Move> {
        relayed_moves(board, side, from, relayers, self.set, self.ring_leaps)
    }

    /// Every move of a side, without looking at check. A relayed move that the piece also has by
    /// its own power is in the list twice, with one text; the promotions come from its own power.
    fn pseudo_moves(&self, board: &Board, side: Side) -> Vec<Move> {
        let relayers = relayers(board, side);
        let mut moves = Vec::new();
        for (from, piece) in board.pieces(side) {
            for mv in self.own_moves(board, side, from, piece.name) {
                moves.extend(self.promotion(&mv, side, piece.name));
                moves.push(mv);
            }
            moves.extend(self.relayed(board, side, from, &relayers));
        }
        moves
    }

    /// The promotion that a move of its own allows the piece: optional, when the move starts or
    /// ends in the zone.
    fn promotion(&self, mv: &Move, side: Side, name: &str) -> Option<Move> {
        if !in_zone(mv.from, side) && !in_zone(mv.to, side) {
            return None;
        }
        let files = mv.to.file - mv.from.file;
        let ranks = mv.to.rank - mv.from.rank;
        let promoted = pieces::promotion(name, self.set, files, ranks)?;
        Some(mv.promoting(promoted))
    }

    /// The enemy squares that the piece of `side` on `from` could capture on if its side were to
    /// move: own moves, hops, igui and moves relayed to it; its own royal's safety is ignored.
    fn targets(
        &self,
        board: &Board,
        side: Side,
        from: Square,
        relayers: &[(Square, Piece)],
    ) -> Vec<Square> {
        let Some(piece) = board.get(from) else {
            return Vec::new();
        };
        let mut moves = self.own_moves(board, side, from, piece.name);
        moves.extend(self.relayed(board, side, from, relayers));
        moves
            .iter()
            .flat_map(|mv| mv.captures(board, side))
            .collect()
    }

    /// Whether `side` has a royal that the enemy could capture next (S-J2).
    fn in_check(&self, board: &Board, side: Side) -> bool {
        let royals = royals(board, side);
        let enemy = side.other();
        let relayers = relayers(board, enemy);
        board.pieces(enemy).into_iter().any(|(from, _)| {
            let targets = self.targets(board, enemy, from, &relayers);
            targets.iter().any(|target| royals.contains(target))
        })
    }

    /// S-J2: no move may leave the royal where it could be captured, unless it captures the
    /// opponent's last non-royal piece; the royal is never captured.
    fn allowed_with_check(&self, board: &Board, after: &Board, mv: &Move, side: Side) -> bool {
        let captured = mv.captures(board, side);
        let takes_royal = captured
            .iter()
            .any(|square| royals(board, side.other()).contains(square));
        if takes_royal {
            return false;
        }
        let bares = !captured.is_empty() && after.pieces(side.other()).len() == 1;
        bares || !self.in_check(after, side)
    }

    /// S-J4: whether the move from one position of a game to the next attacked anything: the piece
    /// moved attacks an enemy piece, by square, that it did not attack before moving.
    fn attacks_something(&self, before: &Position, played: &str, after: &Position) -> bool {
        let (from, rest) = GEOMETRY.read(played);
        let (to, _) = GEOMETRY.read(rest);
        let side = before.side;
        let attacked =
            |board: &Board, square| self.targets(board, side, square, &relayers(board, side));
        let attacked_before = attacked(&before.board, from);
        let attacked_after = attacked(&after.board, to);
        attacked_after
            .iter()
            .any(|target| !attacked_before.contains(target))
    }

    /// S-J4: a position for the second time. The mover loses, unless nothing was attacked by either
    /// side since the first occurrence; then it is a draw.
    fn second_occurrence(&self, game: &[Position], played: &[String]) -> Option<Outcome> {
        let last = game.len() - 1;
        let first = game
            .iter()
            .position(|position| position.same(&game[last]))?;
        if first == last {
            return None;
        }
        let attacked = (first..last)
            .any(|ply| self.attacks_something(&game[ply], &played[ply], &game[ply + 1]));
        let opponent_of_the_mover = game[last].side;
        Some(if attacked {
            Outcome::Wins(opponent_of_the_mover)
        } else {
            Outcome::Draw
        })
    }
}

/// The far three ranks: 8 to 10 for White, 3 to 1 for Black.
fn in_zone(square: Square, side: Side) -> bool {
    match side {
        Side::White => square.rank >= 7,
        Side::Black => square.rank <= 2,
    }
}

/// The squares of the royal pieces of a side.
fn royals(board: &Board, side: Side) -> Vec<Square> {
    let pieces = board.pieces(side).into_iter();
    pieces
        .filter(|(_, piece)| pieces::is_royal(piece.name))
        .map(|(square, _)| square)
        .collect()
}

/// S-D5 (a) and (b), S-J3: the royal is gone or nothing else is left.
fn has_lost(board: &Board, side: Side) -> bool {
    royals(board, side).is_empty() || board.pieces(side).len() == 1
}

impl ReferenceRules for Scirocco {
    fn geometry(&self) -> Geometry {
        GEOMETRY
    }

    fn names(&self) -> &'static [&'static str] {
        pieces::names(self.set)
    }

    fn arrays(&self) -> Vec<u32> {
        scirocco_arrays::arrays(self.set)
    }

    fn start(&self, array: u32) -> Position {
        Position::first(scirocco_arrays::start(self.set, array))
    }

    /// If both sides have lost, the side to move has lost.
    fn decided(&self, position: &Position) -> Option<Outcome> {
        let side = position.side;
        if has_lost(&position.board, side) {
            Some(Outcome::Wins(side.other()))
        } else if has_lost(&position.board, side.other()) {
            Some(Outcome::Wins(side))
        } else {
            None
        }
    }

    fn legal(&self, position: &Position) -> Vec<(String, Position)> {
        let side = position.side;
        let mut legal = Vec::new();
        for mv in self.pseudo_moves(&position.board, side) {
            let board = mv.play(&position.board);
            if self.set == Set::Jocly
                && !self.allowed_with_check(&position.board, &board, &mv, side)
            {
                continue;
            }
            legal.push((mv.write(&GEOMETRY), position.next(board)));
        }
        legal
    }

    /// S-D5 (c), S-J3: a player without a legal move loses.
    fn without_a_move(&self, position: &Position) -> Outcome {
        Outcome::Wins(position.side.other())
    }

    /// S-D6: the third occurrence is illegal, except in Jocly.
    fn forbids_repetition(&self, occurred: usize) -> bool {
        self.set != Set::Jocly && occurred >= 2
    }

    fn repeated(&self, game: &[Position], played: &[String]) -> Option<Outcome> {
        if self.set == Set::Jocly && occurrences(game) >= 2 {
            self.second_occurrence(game, played)
        } else {
            None
        }
    }
}
