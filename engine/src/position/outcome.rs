//! The end of the game by a position alone, whatever came before.

use super::{Position, PositionError};
use crate::board::{Square, SquareSet};
use crate::piece::{Code, Color, PieceType};
use crate::rules::{BareRule, GoalTime, RoyalRule, StalemateRule};
use crate::tables::{RuleTables, Traits};
use std::cmp::Ordering;

/// The result of a game that is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// This side has won.
    Win(Color),
    /// The game is drawn.
    Draw,
}

impl Outcome {
    /// `w`, `b` or `draw`.
    pub fn text(self) -> &'static str {
        match self {
            Outcome::Win(Color::White) => "w",
            Outcome::Win(Color::Black) => "b",
            Outcome::Draw => "draw",
        }
    }
}

/// The termination of a game: the rule that ended it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Ending {
    /// A royal was captured.
    RoyalCaptured,
    /// A side was left with its royal alone.
    Bared,
    /// A side in check had no legal move.
    Checkmate,
    /// A side not in check (or in a game without check) had no legal move.
    Stalemate,
    /// A position was repeated, or every move would have repeated one illegally.
    Repetition,
    /// Too many plies without progress.
    MoveCount,
    /// Neither side can ever be mated, though more than the royals are left.
    DeadPosition,
    /// A piece stands on a goal.
    GoalReached,
    /// Too few pieces of some kind are left.
    Extinct,
    /// A side has given the number of checks that wins.
    ChecksGiven,
    /// A side's pieces stand in a row that wins.
    Connected,
}

impl Ending {
    /// All of them.
    pub const ALL: [Ending; 11] = [
        Ending::RoyalCaptured,
        Ending::Bared,
        Ending::Checkmate,
        Ending::Stalemate,
        Ending::Repetition,
        Ending::MoveCount,
        Ending::DeadPosition,
        Ending::GoalReached,
        Ending::Extinct,
        Ending::ChecksGiven,
        Ending::Connected,
    ];

    /// The name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Ending::RoyalCaptured => "royal captured",
            Ending::Bared => "bared",
            Ending::Checkmate => "checkmate",
            Ending::Stalemate => "stalemate",
            Ending::Repetition => "repetition",
            Ending::MoveCount => "move count",
            Ending::DeadPosition => "dead position",
            Ending::GoalReached => "goal reached",
            Ending::Extinct => "extinct",
            Ending::ChecksGiven => "checks given",
            Ending::Connected => "connected",
        }
    }
}

impl<const W: usize> Position<W> {
    /// Whether the pieces on the board alone end the game.
    #[inline(always)]
    pub fn is_over(&self, rules: &RuleTables<W>) -> bool {
        self.is_decided(rules) || self.is_dead(rules)
    }

    /// Whether a royal was captured, a goal is reached, a side is bare where that may lose, pieces are
    /// extinct or connected, or enough checks were given.
    #[inline(always)]
    pub fn is_decided(&self, rules: &RuleTables<W>) -> bool {
        let royal_gone = rules.loses_without_royal()
            && (self.royals(Color::White).is_empty() || self.royals(Color::Black).is_empty());
        let can_lose = rules.spec.end.bare.can_lose();
        royal_gone
            || (can_lose && (self.is_bare(Color::White) || self.is_bare(Color::Black)))
            || (rules.has_goal && self.goal_outcome(rules).is_some())
            || Color::BOTH
                .iter()
                .any(|&color| self.wins_by_checks(rules, color))
            || (!rules.rows.is_empty()
                && Color::BOTH
                    .iter()
                    .any(|&color| self.is_connected(rules, color)))
            || (rules.extinction.is_some()
                && Color::BOTH
                    .iter()
                    .any(|&color| self.is_extinct(rules, color)))
    }

    /// Checks that no side has reached a goal, given enough checks, is connected or extinct.
    pub(crate) fn check_ends(&self, rules: &RuleTables<W>) -> Result<(), PositionError> {
        for color in Color::BOTH {
            if rules.has_goal && self.is_at_goal(rules, color) {
                return Err(PositionError(format!("{color:?} has reached its goal")));
            }
            if self.wins_by_checks(rules, color) {
                return Err(PositionError(format!(
                    "{color:?} has given enough checks to win"
                )));
            }
            if self.is_connected(rules, color) {
                let message = format!("{color:?} has a row of pieces that wins");
                return Err(PositionError(message));
            }
            if self.is_extinct(rules, color) {
                let message = format!("{color:?} has too few of the pieces of `extinct`");
                return Err(PositionError(message));
            }
        }
        Ok(())
    }

    /// Whether a side has given the number of checks that wins.
    #[inline(always)]
    fn wins_by_checks(&self, rules: &RuleTables<W>, color: Color) -> bool {
        (rules.spec.end.checks).is_some_and(|checks| self.checks[color.index()] >= checks)
    }

    /// Whether a side's pieces fill a row that wins.
    #[inline(always)]
    fn is_connected(&self, rules: &RuleTables<W>, color: Color) -> bool {
        let own = self.pieces(color);
        rules.rows.iter().any(|row| (*row - own).is_empty())
    }

    /// Whether too few pieces of a side are left, where that ends the game.
    #[inline(always)]
    fn is_extinct(&self, rules: &RuleTables<W>, color: Color) -> bool {
        (rules.extinction.as_ref()).is_some_and(|extinction| {
            let is_few = |group: &Vec<bool>| self.count_of(rules, color, group) <= extinction.left;
            extinction.groups.iter().any(is_few)
        })
    }

    /// The number of a side's pieces of some codes, on the board and in hand.
    pub(crate) fn count_of(&self, rules: &RuleTables<W>, color: Color, codes: &[bool]) -> usize {
        let squares = self.pieces(color).iter();
        let on_board = squares.filter(|square| codes[self.at(*square).index()]);
        let is_counted = |piece: &PieceType| codes[Code::new(color, *piece).index()];
        let in_hand = self.hand(rules, color).filter(is_counted);
        on_board.count() + in_hand.count()
    }

    /// Whether enough pieces of a side stand on goals of its own.
    fn is_at_goal(&self, rules: &RuleTables<W>, color: Color) -> bool {
        self.on_goals(rules, color).count() as usize >= rules.goal_count
    }

    /// The squares of a side's pieces on goals of its own, of those that can win there.
    fn on_goals(&self, rules: &RuleTables<W>, color: Color) -> SquareSet<W> {
        let squares = self.pieces(color) & rules.goals[color.index()];
        let is_seeker = |square: &Square| rules.traits(self.at(*square)).is(Traits::SEEKER);
        squares.iter().filter(is_seeker).collect()
    }

    /// The outcome by the goals that are reached, if they end the game.
    fn goal_outcome(&self, rules: &RuleTables<W>) -> Option<Outcome> {
        let (us, them) = (self.side, self.side.other());
        let [ours, theirs] = [us, them].map(|color| self.is_at_goal(rules, color));
        if !ours && !theirs {
            return None;
        }
        match rules.goal_time {
            _ if !rules.has_winning_goal => Some(Outcome::Draw),
            GoalTime::AtOnce if theirs => Some(Outcome::Win(them)),
            GoalTime::AtOnce => Some(Outcome::Win(us)),
            GoalTime::Safe => {
                let [ours, theirs] = [(us, ours), (them, theirs)]
                    .map(|(color, is_there)| is_there && self.is_safe_at_goal(rules, color));
                match (ours, theirs) {
                    (true, true) => Some(Outcome::Draw),
                    (true, false) => Some(Outcome::Win(us)),
                    (false, true) => Some(Outcome::Win(them)),
                    (false, false) => None,
                }
            }
            GoalTime::NextTurn => ours.then_some(Outcome::Win(us)),
            GoalTime::Answered if ours && theirs && us == Color::White => Some(Outcome::Draw),
            GoalTime::Answered if ours => Some(Outcome::Win(us)),
            GoalTime::Answered => {
                let is_answered = us == Color::Black && self.can_answer(rules);
                (!is_answered).then_some(Outcome::Win(them))
            }
        }
    }

    /// Whether a side has more pieces on its goals than it needs, or no enemy attacks one of them.
    fn is_safe_at_goal(&self, rules: &RuleTables<W>, color: Color) -> bool {
        let there = self.on_goals(rules, color);
        let is_attacked = |square: Square| match self.royals(color).contains(square) {
            true => rules.is_attacked(self, square, color.other()),
            false => rules.could_capture(self, square, color.other()),
        };
        there.count() as usize > rules.goal_count || !there.iter().any(is_attacked)
    }

    /// Whether a royal of the side to move has a legal move to a goal.
    fn can_answer(&self, rules: &RuleTables<W>) -> bool {
        let mut moves = Vec::new();
        rules.generate(self, &mut moves);
        let royals = self.royals(self.side);
        let goals = rules.goals[self.side.index()];
        moves
            .iter()
            .any(|one| royals.contains(one.from) && goals.contains(one.to))
    }

    /// Whether the remaining pieces draw, although there are moves.
    #[inline(always)]
    fn is_dead(&self, rules: &RuleTables<W>) -> bool {
        rules.spec.end.bare == BareRule::BothDraw
            && (self.are_both_bare() || (!rules.hands.exist() && self.is_without_mates(rules)))
    }

    /// Whether there is one minor piece besides the royals, or several on squares of one colour
    /// that they never leave.
    #[inline(always)]
    fn is_without_mates(&self, rules: &RuleTables<W>) -> bool {
        let is = |square, flag| rules.traits(self.at(square)).is(flag);
        let colour = |square| (rules.geometry.file(square) + rules.geometry.rank(square)) & 1;
        let others = self.occupied() - self.royals;
        let mut squares = others.iter();
        squares.next().is_some_and(|first| {
            let mut are_alike = || {
                is(first, Traits::BOUND)
                    && squares.all(|one| is(one, Traits::BOUND) && colour(one) == colour(first))
            };
            is(first, Traits::MINOR) && (!others.is_many() || are_alike())
        })
    }

    #[inline(always)]
    fn are_both_bare(&self) -> bool {
        self.is_bare(Color::White) && self.is_bare(Color::Black)
    }

    /// Whether a side has one piece left, and none in hand.
    #[inline(always)]
    pub(crate) fn is_bare(&self, color: Color) -> bool {
        !self.pieces(color).is_many() && self.hands.is_empty(color)
    }

    /// The result and termination by the pieces on the board, if they end the game; the side to
    /// move comes first (with explosions the other), and losses come before goals.
    pub fn decision(&self, rules: &RuleTables<W>) -> Option<(Outcome, Ending)> {
        if !self.is_over(rules) {
            return None;
        }
        let us = self.side;
        let lost_by = |color: Color| {
            if rules.loses_without_royal() && self.royals(color).is_empty() {
                return Some((Outcome::Win(color.other()), Ending::RoyalCaptured));
            }
            let bare = self.is_bare(color) && rules.spec.end.bare == BareRule::Loses;
            bare.then_some((Outcome::Win(color.other()), Ending::Bared))
        };
        // An explosion that takes the last pieces of both sides is the mover's affair.
        let sides = match rules.explosion {
            None => [us, us.other()],
            Some(_) => [us.other(), us],
        };
        if let Some(lost) = sides.into_iter().find_map(lost_by) {
            return Some(lost);
        }
        if let Some(extinction) = &rules.extinction {
            let mut sides = sides.into_iter();
            if let Some(color) = sides.find(|&color| self.is_extinct(rules, color)) {
                let winner = if extinction.wins {
                    color
                } else {
                    color.other()
                };
                return Some((Outcome::Win(winner), Ending::Extinct));
            }
        }
        let mut sides = Color::BOTH.into_iter();
        if let Some(winner) = sides.find(|&color| self.wins_by_checks(rules, color)) {
            return Some((Outcome::Win(winner), Ending::ChecksGiven));
        }
        // The side that has just moved comes first.
        let mut sides = [us.other(), us].into_iter();
        if let Some(winner) = sides.find(|&color| self.is_connected(rules, color)) {
            return Some((Outcome::Win(winner), Ending::Connected));
        }
        if rules.has_goal
            && let Some(outcome) = self.goal_outcome(rules)
        {
            return Some((outcome, Ending::GoalReached));
        }
        if rules.spec.end.bare == BareRule::BothDraw {
            let ending = if self.are_both_bare() {
                Ending::Bared
            } else {
                Ending::DeadPosition
            };
            return Some((Outcome::Draw, ending));
        }
        let outcome = if self.is_bare(us) && (self.is_bare(us.other()) || self.can_bare(rules)) {
            Outcome::Draw
        } else if self.is_bare(us) {
            Outcome::Win(us.other())
        } else {
            Outcome::Win(us)
        };
        Some((outcome, Ending::Bared))
    }

    /// Whether the side to move has a legal move that leaves the other side bare.
    fn can_bare(&self, rules: &RuleTables<W>) -> bool {
        let mut moves = Vec::new();
        rules.generate(self, &mut moves);
        moves
            .iter()
            .any(|&one| self.after(rules, one).is_bare(self.side.other()))
    }

    /// The number of a side's pieces, on the board and in hand.
    fn number_of_pieces(&self, rules: &RuleTables<W>, color: Color) -> usize {
        self.pieces(color).count() as usize + self.hand(rules, color).count()
    }

    /// The result and termination if the side to move has no legal move.
    pub fn without_moves(&self, rules: &RuleTables<W>) -> (Outcome, Ending) {
        let [won, lost] = [self.side, self.side.other()].map(Outcome::Win);
        let in_check = rules.spec.end.royal == RoyalRule::Check && rules.in_check(self, self.side);
        match (in_check, rules.spec.end.stalemate) {
            (true, _) if rules.spec.end.checkmate_wins => (won, Ending::Checkmate),
            (true, _) => (lost, Ending::Checkmate),
            (false, StalemateRule::Loses) => (lost, Ending::Stalemate),
            (false, StalemateRule::Draw) => (Outcome::Draw, Ending::Stalemate),
            (false, StalemateRule::Wins) => (won, Ending::Stalemate),
            (false, StalemateRule::FewerWins) => {
                let [ours, theirs] =
                    [self.side, self.side.other()].map(|color| self.number_of_pieces(rules, color));
                let outcome = match ours.cmp(&theirs) {
                    Ordering::Less => won,
                    Ordering::Equal => Outcome::Draw,
                    Ordering::Greater => lost,
                };
                (outcome, Ending::Stalemate)
            }
        }
    }

    /// The result and termination by this position alone, whatever came before.
    pub fn outcome(&self, rules: &RuleTables<W>) -> Option<(Outcome, Ending)> {
        self.decision(rules).or_else(|| {
            let none = rules.count(self) == 0;
            none.then(|| self.without_moves(rules))
        })
    }
}

impl<const W: usize> RuleTables<W> {
    /// Whether a side may be left without a royal, and has lost then: where royals are captured or
    /// explode, and where one can be captured together with the regent that shields it.
    #[inline(always)]
    pub(super) fn loses_without_royal(&self) -> bool {
        let may_explode = self.explosion.is_some() && self.spec.end.royal == RoyalRule::Check;
        self.spec.end.royal == RoyalRule::Capture || self.has_regent || may_explode
    }
}
