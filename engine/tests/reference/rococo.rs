//! Rococo: moves, immobilization, promotion and the end of the game, for the four rule sets.

use super::board::{Board, Piece};
use super::moves::Move;
use super::options::choices;
use super::position::{Position, State};
use super::powers::K;
use super::rococo_chameleon::{self, ChameleonOptions};
use super::rococo_edge::without_forbidden_edges;
use super::rococo_pieces;
use super::rococo_sets::{GEOMETRY, Set, in_promotion_ranks};
use super::rules::{Outcome, ReferenceRules, occurrences};
use super::squares::{Geometry, Side, Square};

/// One of the four rule sets, with its options.
pub struct Rococo {
    set: Set,
    chameleon: ChameleonOptions,
    /// R-D9: what removed itself counts as captured.
    suicides_return: bool,
}

impl Rococo {
    /// The rule set of an id, or None when an option is not known.
    pub fn new(id: &str, options: &[(&str, &str)]) -> Option<Rococo> {
        let [
            own_swapper,
            leapt_leaper,
            suicides,
            pushme,
            mirror,
            enhanced,
            half_turn,
        ] = choices(
            options,
            [
                ("chameleon_swaps_own_swapper", ["true", "false"]),
                ("chameleon_takes_leapt_leaper", ["true", "false"]),
                ("suicides_return", ["true", "false"]),
                ("pushme_pullyu", ["false", "true"]),
                ("mirror", ["false", "true"]),
                ("enhanced_withdrawer", ["false", "true"]),
                ("exact_half_turn", ["false", "true"]),
            ],
        )?;
        Some(Rococo {
            set: Set {
                pushme_pullyu: pushme == "true" || id == "rococo-pushme-pullyu",
                mirror: mirror == "true" || id == "rococo-mirror",
                enhanced_withdrawer: enhanced == "true" || id == "rococo-enhanced-withdrawer",
                half_turn: half_turn == "true",
            },
            suicides_return: suicides == "true",
            chameleon: ChameleonOptions {
                swaps_own_swapper: own_swapper == "true",
                takes_leapt_leaper: leapt_leaper == "true",
            },
        })
    }

    /// Every move of the side to move, without looking at `swap=`.
    fn all_moves(&self, position: &Position) -> Vec<Move> {
        let (board, side) = (&position.board, position.side);
        let mut all = Vec::new();
        for (from, piece) in board.pieces(side) {
            if self.is_immobilized(board, side, from) {
                // R-D5: all that it can do is to remove itself, and the King not even that.
                if piece.name != "K" {
                    all.push(Move::removing(from, from, from));
                }
                continue;
            }
            let moves = match piece.name {
                "C" => rococo_chameleon::moves(board, side, from, self.chameleon),
                name => rococo_pieces::moves(board, side, from, name),
            };
            for mv in without_forbidden_edges(board, side, &moves) {
                if piece.name == "P" && in_promotion_ranks(mv.to, side) {
                    let names = self.promotions(board, side, &position.state.left);
                    all.extend(names.into_iter().map(|name| mv.promoting(name)));
                }
                all.push(mv);
            }
        }
        all
    }

    /// R-D5: by an enemy Immobilizer beside it, or, an Immobilizer itself, by an enemy Chameleon.
    fn is_immobilized(&self, board: &Board, side: Side, square: Square) -> bool {
        if self.set.enhanced_withdrawer && board.holds_piece(square, side, "W") {
            return false;
        }
        let immobilizer = board.holds_piece(square, side, "I");
        K.iter().any(|step| {
            let adjacent = square.offset(step.0, step.1);
            board.holds_piece(adjacent, side.other(), "I")
                || (immobilizer && board.holds_piece(adjacent, side.other(), "C"))
        })
    }

    /// R-D9: the pieces of which a side has fewer than in the starting array. A pawn's move takes
    /// no piece of its own side, so this may be looked at before it as well as after it.
    fn promotions(&self, board: &Board, side: Side, left: &[Piece]) -> Vec<&'static str> {
        let pieces = board.pieces(side);
        let count = |name: &str| {
            let standing = pieces.iter().filter(|(_, piece)| piece.name == name);
            let gone = left
                .iter()
                .filter(|piece| piece.side == side && piece.name == name);
            standing.count() + gone.count()
        };
        let candidates = self.set.promotions().iter();
        candidates
            .filter(|(name, at_start)| count(name) < *at_start)
            .map(|(name, _)| *name)
            .collect()
    }
}

/// R-D4: whether the move exchanges the two pieces that were exchanged the turn before.
fn swaps_back(mv: &Move, swapped: Option<(Square, Square)>) -> bool {
    let Some((first, second)) = swapped else {
        return false;
    };
    mv.swaps && (mv.from.min(mv.to), mv.from.max(mv.to)) == (first, second)
}

/// R-D4: the two squares, when the move exchanges two opposing pieces that are each a Swapper or
/// Chameleon.
fn swapped_squares(mv: &Move, board: &Board) -> Option<(Square, Square)> {
    let both = mv.swaps && are_opposing_swappers(board, mv.from, mv.to);
    both.then_some((mv.from.min(mv.to), mv.from.max(mv.to)))
}

/// Whether two opposing pieces stand there that are each a Swapper or Chameleon.
fn are_opposing_swappers(board: &Board, first: Square, second: Square) -> bool {
    let (Some(first), Some(second)) = (board.get(first), board.get(second)) else {
        return false;
    };
    let kind = |name| name == "S" || name == "C";
    first.side != second.side && kind(first.name) && kind(second.name)
}

/// The position after a move.
fn play(rococo: &Rococo, position: &Position, mv: &Move) -> Position {
    let mut left = position.state.left.clone();
    let removes_itself = mv.from == mv.to && mv.removed.contains(&mv.from);
    if let Some(piece) = position.board.get(mv.from)
        && removes_itself
        && !rococo.suicides_return
    {
        left.push(piece);
        let names = rococo.set.names();
        left.sort_by_key(|piece| {
            (
                names.iter().position(|name| *name == piece.name),
                piece.side == Side::Black,
            )
        });
        left.retain(|piece| piece.name != "P");
    }
    let board = &position.board;
    let side = position.side;
    // R-D11: any removal counts as a capture, that of a piece by itself too; a swap does not.
    let removes = !mv.removed.is_empty() || !mv.captures(board, side).is_empty();
    let pawn_move = board.holds_piece(mv.from, side, "P");
    Position {
        board: mv.play(board),
        side: side.other(),
        state: State {
            swap: swapped_squares(mv, board),
            clock: if removes || pawn_move {
                0
            } else {
                position.state.clock + 1
            },
            left,
            ..State::default()
        },
        ply: position.ply + 1,
    }
}

fn kings(board: &Board, side: Side) -> usize {
    let pieces = board.pieces(side).into_iter();
    pieces.filter(|(_, piece)| piece.name == "K").count()
}

impl ReferenceRules for Rococo {
    fn geometry(&self) -> Geometry {
        GEOMETRY
    }

    fn names(&self) -> &'static [&'static str] {
        self.set.names()
    }

    fn start(&self, _array: u32) -> Position {
        Position::first(self.set.start())
    }

    /// R-D12; a piece that the rule set does not have is refused in reading the board.
    fn refuse(&self, position: &Position) {
        for side in [Side::White, Side::Black] {
            let kings = kings(&position.board, side);
            assert!(kings <= 1, "{side:?} has {kings} Kings");
        }
        if let Some((first, second)) = position.state.swap {
            assert!(first < second, "the squares of swap= are not in order");
            assert!(
                are_opposing_swappers(&position.board, first, second),
                "swap= without two opposing pieces that are Swapper or Chameleon"
            );
        }
    }

    /// R-D10, R-D12: a side without a King has lost; if both, the side to move.
    fn decided(&self, position: &Position) -> Option<Outcome> {
        let side = position.side;
        if kings(&position.board, side) == 0 {
            Some(Outcome::Wins(side.other()))
        } else if kings(&position.board, side.other()) == 0 {
            Some(Outcome::Wins(side))
        } else {
            None
        }
    }

    fn legal(&self, position: &Position) -> Vec<(String, Position)> {
        let mut moves = self.all_moves(position);
        moves.retain(|mv| !swaps_back(mv, position.state.swap));
        moves
            .iter()
            .map(|mv| (mv.write(&GEOMETRY), play(self, position, mv)))
            .collect()
    }

    /// R-D10: a player without a legal move loses.
    fn without_a_move(&self, position: &Position) -> Outcome {
        Outcome::Wins(position.side.other())
    }

    /// R-D10: the player whose move brings about the third occurrence of a position loses.
    fn repeated(&self, game: &[Position], _played: &[String]) -> Option<Outcome> {
        let now = game.last().expect("a position");
        (occurrences(game) >= 3).then_some(Outcome::Wins(now.side))
    }

    /// R-D11: 100 plies without a capture or a Cannon Pawn move are a draw.
    fn draw_clock(&self) -> Option<u32> {
        Some(100)
    }
}
