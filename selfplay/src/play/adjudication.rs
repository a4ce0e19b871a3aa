//! Adjudication: ending games by the scores of both players.

use crate::experiment::Adjudication;
use crate::record::{GameResult, for_white};
use tradewind_engine::Color;

/// Adjudicates one game by its scores.
pub(super) struct Adjudicator<'a> {
    rules: &'a Adjudication,
    /// The number of consecutive plies for which White, or Black, has been far ahead.
    ahead: [u32; 2],
    /// The number of consecutive plies for which the game has been even.
    even_plies: u32,
}

impl<'a> Adjudicator<'a> {
    pub(super) fn new(rules: &'a Adjudication) -> Adjudicator<'a> {
        Adjudicator {
            rules,
            ahead: [0; 2],
            even_plies: 0,
        }
    }

    /// Adds the score of a ply, in centipawns for White, and returns the result if that ends the
    /// game.
    pub(super) fn add(&mut self, ply: u32, score: Option<i32>) -> Option<GameResult> {
        if let Some(win) = &self.rules.win {
            for side in Color::BOTH {
                let is_ahead =
                    score.is_some_and(|score| for_white(side, score) >= win.score as i32);
                let run = &mut self.ahead[side.index()];
                *run = if is_ahead { *run + 1 } else { 0 };
                if *run >= win.plies {
                    return Some(GameResult::win(side));
                }
            }
        }
        if let Some(draw) = &self.rules.draw {
            let is_even = score.is_some_and(|score| score.unsigned_abs() <= draw.score);
            let run = &mut self.even_plies;
            *run = if is_even && ply >= draw.from {
                *run + 1
            } else {
                0
            };
            if *run >= draw.plies {
                return Some(GameResult::Draw);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{DrawRule, WinRule};

    fn ends(scores: &[i32]) -> Option<(usize, GameResult)> {
        let rules = Adjudication {
            win: Some(WinRule {
                score: 500,
                plies: 3,
            }),
            draw: Some(DrawRule {
                score: 10,
                plies: 4,
                from: 2,
            }),
        };
        let mut adjudicator = Adjudicator::new(&rules);
        let mut scores = scores.iter().enumerate();
        scores.find_map(|(ply, &score)| Some((ply, adjudicator.add(ply as u32, Some(score))?)))
    }

    #[test]
    fn both_players_must_agree_on_a_win() {
        assert_eq!(ends(&[500, 600, 29_999]), Some((2, GameResult::White)));
        assert_eq!(
            ends(&[-600, -499, -500, -500, -500]),
            Some((4, GameResult::Black))
        );
        // Each player believes that it is ahead.
        assert_eq!(ends(&[600, -600, 600, -600, 600, -600]), None);
    }

    #[test]
    fn an_even_game_is_drawn_after_the_first_plies() {
        assert_eq!(ends(&[0; 6]), Some((5, GameResult::Draw)));
        assert_eq!(ends(&[0, 0, 5, -5, 11, 10, 10, 10]), None);
        assert_eq!(
            ends(&[0, 0, 0, 0, 20, 10, -10, 0, 0]),
            Some((8, GameResult::Draw))
        );
    }

    #[test]
    fn no_game_ends_by_default() {
        let rules = Adjudication::default();
        let mut adjudicator = Adjudicator::new(&rules);
        assert!((0..1000).all(|ply| adjudicator.add(ply, Some(30_000 - 1)).is_none()));
    }
}
