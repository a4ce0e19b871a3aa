//! Rule sets and games for boards of any width: the face of this crate.

use crate::board::{Geometry, Square};
use crate::by_width::{ByWidth, each_width, map_width};
use crate::moves::Move;
use crate::piece::Color;
use crate::play::GameState;
use crate::position::{Ending, Outcome, Position, PositionError};
use crate::rules::{self, PieceType, RuleError, RuleSpec};
use crate::tables::{RuleTables, compile};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A rule set ready to play. Cloning is cheap.
#[derive(Clone, Debug)]
pub struct Rules(pub(crate) AnyRuleTables);

pub(crate) type AnyRuleTables = ByWidth<Arc<RuleTables<1>>, Arc<RuleTables<2>>, Arc<RuleTables<4>>>;

/// A game in progress: a position, its legal moves, and the history that repetition depends on.
#[derive(Clone, Debug)]
pub struct Game(pub(crate) AnyGameState);

pub(crate) type AnyGameState = ByWidth<GameState<1>, GameState<2>, GameState<4>>;

/// A move that is not legal in a position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct IllegalMove(String);

impl Rules {
    /// Loads a rule set by id or path with values for some of its options; see [`rules::load`].
    ///
    /// # Errors
    /// As [`rules::load`].
    pub fn load(name: &str, settings: &[(String, String)]) -> Result<Rules, RuleError> {
        rules::load(name, settings).map(Rules::new)
    }

    /// Compiles a checked rule set.
    pub fn new(spec: RuleSpec) -> Rules {
        let squares = spec.files.len() * usize::from(spec.ranks);
        Rules(match squares.div_ceil(64) {
            0 | 1 => ByWidth::One(Arc::new(compile(spec))),
            2 => ByWidth::Two(Arc::new(compile(spec))),
            _ => ByWidth::Four(Arc::new(compile(spec))),
        })
    }

    /// The rule set as read.
    pub fn spec(&self) -> &RuleSpec {
        each_width!(&self.0, rules => &rules.spec)
    }

    /// The board.
    pub fn geometry(&self) -> &Geometry {
        each_width!(&self.0, rules => &rules.geometry)
    }

    /// The ways to castle from the first array, in the order `KQkq`: the king's start and nearest target,
    /// and the partner's start.
    pub fn castling(&self) -> [Option<[Square; 3]>; 4] {
        each_width!(&self.0, rules => {
            let first = rules.castling.as_ref().and_then(|castling| castling.homes.first());
            std::array::from_fn(|bit| {
                let way = first.and_then(|home| home.ways[bit].first())?;
                Some([way.king_from, way.king_to, way.partner_from])
            })
        })
    }

    /// Whether kings or their partners stand on different squares in different arrays: castling rights are then named by
    /// the partners' files.
    pub fn arrays_castle_differently(&self) -> bool {
        each_width!(&self.0, rules => {
            rules.castling.as_ref().is_some_and(|castling| castling.has_several_homes())
        })
    }

    /// Begins a game from array `number`; `None` if the rule set has no such array.
    pub fn start(&self, number: u32) -> Option<Game> {
        Some(Game(
            map_width!(&self.0, rules => GameState::new(rules, Position::start(rules, number)?)),
        ))
    }

    /// Checks that the side to move at the start of array `number` cannot capture a royal that may
    /// not be left attacked, that no goal is reached and nothing extinct; `None` if the rule set has no such array.
    pub(crate) fn check_start(&self, number: u32) -> Option<Result<(), PositionError>> {
        each_width!(&self.0, rules => {
            Position::start(rules, number).map(|position| {
                position.check_exposure(rules)?;
                position.check_ends(rules)
            })
        })
    }

    /// Begins a game from a position text.
    ///
    /// # Errors
    /// The text is not a position of this rule set.
    pub fn parse(&self, text: &str) -> Result<Game, PositionError> {
        Ok(Game(
            map_width!(&self.0, rules => GameState::new(rules, Position::parse(rules, text)?)),
        ))
    }
}

impl Game {
    /// Begins a game from this position after putting a side's piece, or nothing, on some squares.
    ///
    /// # Errors
    /// The result is not a position of this rule set: a side has no royal, for example.
    pub fn changed(
        &self,
        changes: &[(Square, Color, Option<PieceType>)],
    ) -> Result<Game, PositionError> {
        Ok(Game(map_width!(&self.0, line => {
            GameState::new(&line.rules, line.position.changed(&line.rules, changes)?)
        })))
    }

    /// The legal moves, in a fixed order; none when the game is over.
    pub fn legal_moves(&self) -> &[Move] {
        each_width!(&self.0, line => &line.legal)
    }

    /// The legal moves, including those of a position that is drawn by its material.
    pub fn moves_on_board(&self) -> Vec<Move> {
        match self.over() {
            Some((Outcome::Draw, Ending::DeadPosition | Ending::Bared)) => {
                self.divide(1).into_iter().map(|(mv, _)| mv).collect()
            }
            _ => self.legal_moves().to_vec(),
        }
    }

    /// The result and termination, if the game is over.
    pub fn over(&self) -> Option<(Outcome, Ending)> {
        each_width!(&self.0, line => line.over)
    }

    /// The same game, continued where a draw must be claimed: another program or a scoresheet says
    /// how it went on.
    #[must_use]
    pub fn leaving_claims(mut self) -> Game {
        each_width!(&mut self.0, line => line.leaves_claims = true);
        self
    }

    /// The same game, drawn after further moves as soon as a draw can be claimed.
    #[must_use]
    pub fn taking_claims(mut self) -> Game {
        each_width!(&mut self.0, line => line.leaves_claims = false);
        self
    }

    /// Whether the game goes on although a player may claim a draw.
    pub fn is_claimable(&self) -> bool {
        each_width!(&self.0, line => line.is_claimable())
    }

    /// The pieces that a side has in hand, in the order of the rule set.
    pub fn hand(&self, color: Color) -> Vec<PieceType> {
        each_width!(&self.0, line => line.position.hand(&line.rules, color).collect())
    }

    /// Whether a royal of the side to move is attacked, in games with check.
    pub fn is_in_check(&self) -> bool {
        each_width!(&self.0, line => line.rules.in_check(&line.position, line.position.side))
    }

    /// Plays a legal move.
    ///
    /// # Errors
    /// The move is not one of [`Game::legal_moves`].
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if self.legal_moves().contains(&mv) {
            self.play_unchecked(mv);
            return Ok(());
        }
        let board = each_width!(&self.0, line => &line.rules.geometry);
        let [from, to] = [mv.from, mv.to].map(|square| board.name(square));
        let position = self.text();
        Err(IllegalMove(format!(
            "the move {from}-{to} is not legal in the position {position}"
        )))
    }

    /// Plays a move without checking that it is one of [`Game::legal_moves`]. The position after
    /// any other move means nothing.
    pub fn play_unchecked(&mut self, mv: Move) {
        each_width!(&mut self.0, line => line.play(mv));
    }

    /// The side to move.
    pub fn side(&self) -> Color {
        each_width!(&self.0, line => line.position.side)
    }

    /// Plies played since the start of the game.
    pub fn ply(&self) -> u32 {
        each_width!(&self.0, line => line.position.ply)
    }

    /// The piece on a square.
    pub fn at(&self, square: Square) -> Option<(Color, PieceType)> {
        each_width!(&self.0, line => line.position.at(square).piece())
    }

    /// The squares with pieces, in ascending order.
    pub fn occupied(&self) -> Vec<Square> {
        each_width!(&self.0, line => line.position.occupied().iter().collect())
    }

    /// The position's Zobrist key: equal positions have equal keys.
    pub fn key(&self) -> u64 {
        each_width!(&self.0, line => line.position.key)
    }

    /// The position's text.
    pub fn text(&self) -> String {
        each_width!(&self.0, line => line.position.text(&line.rules))
    }

    /// A move's text.
    pub fn move_text(&self, mv: Move) -> String {
        each_width!(&self.0, line => mv.text(&line.rules.spec, &line.rules.geometry))
    }

    /// The legal move with this text.
    pub fn find(&self, text: &str) -> Option<Move> {
        let mut moves = self.legal_moves().iter().copied();
        moves.find(|&mv| self.move_text(mv) == text)
    }

    /// Counts the sequences of `depth` legal moves from this position. A position in which a side
    /// has lost has no moves; repetition, move counts and dead positions are ignored.
    pub fn perft(&self, depth: u32) -> u64 {
        let counted = self.perft_until(depth, &AtomicBool::new(false));
        counted.expect("nothing stops it")
    }

    /// As [`Game::perft`]; `None` if `stop` was set before the end.
    pub fn perft_until(&self, depth: u32, stop: &AtomicBool) -> Option<u64> {
        each_width!(&self.0, line => line.rules.perft(&line.position, depth, stop))
    }

    /// The legal moves, each with the number of sequences of `depth` moves that begin with it.
    pub fn divide(&self, depth: u32) -> Vec<(Move, u64)> {
        let counted = self.divide_until(depth, &AtomicBool::new(false));
        counted.expect("nothing stops it")
    }

    /// As [`Game::divide`]; `None` if `stop` was set before the end.
    pub fn divide_until(&self, depth: u32, stop: &AtomicBool) -> Option<Vec<(Move, u64)>> {
        each_width!(&self.0, line => line.rules.divide(&line.position, depth, stop))
    }

    /// The result and termination by the position alone, whatever came before.
    pub fn outcome(&self) -> Option<(Outcome, Ending)> {
        each_width!(&self.0, line => line.position.outcome(&line.rules))
    }

    /// Whether all parts of the position agree with each other.
    pub fn is_consistent(&self) -> bool {
        each_width!(&self.0, line => line.position.is_consistent(&line.rules))
    }
}
