//! Ending games that the players agree about.

use crate::experiment::Adjudication;
use crate::record::GameResult;
use tradewind_engine::Color;

/// Watches the scores of one game.
#[derive(Debug)]
pub(crate) struct Adjudicator<'a> {
    rules: &'a Adjudication,
    /// For how many plies in a row White, or Black, has been far ahead.
    ahead: [u32; 2],
    /// For how many plies in a row the game has been even.
    even_plies: u32,
}

impl<'a> Adjudicator<'a> {
    pub fn new(rules: &'a Adjudication) -> Adjudicator<'a> {
        Adjudicator {
            rules,
            ahead: [0; 2],
            even_plies: 0,
        }
    }

    /// Hears what the player of ply `ply` says the position is worth to White, in
    /// centipawns; the result, if the game ends with that.
    pub fn hear(&mut self, ply: u32, score: Option<i32>) -> Option<GameResult> {
        if let Some(win) = &self.rules.win {
            for side in Color::BOTH {
                let own = score.map(|score| match side {
                    Color::White => score,
                    Color::Black => -score,
                });
                let run = &mut self.ahead[side.index()];
                *run = if own.is_some_and(|own| own >= win.score as i32) {
                    *run + 1
                } else {
                    0
                };
                if *run >= win.plies {
                    return Some(GameResult::win(side));
                }
            }
        }
        if let Some(draw) = &self.rules.draw {
            let is_even = score.is_some_and(|score| score.unsigned_abs() <= draw.score);
            self.even_plies = if is_even && ply >= draw.from {
                self.even_plies + 1
            } else {
                0
            };
            if self.even_plies >= draw.plies {
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
        let mut judge = Adjudicator::new(&rules);
        let mut heard = scores.iter().enumerate();
        heard.find_map(|(ply, &score)| Some((ply, judge.hear(ply as u32, Some(score))?)))
    }

    #[test]
    fn a_game_is_won_when_both_say_so_long_enough() {
        assert_eq!(ends(&[500, 600, 29_999]), Some((2, GameResult::White)));
        assert_eq!(
            ends(&[-600, -499, -500, -500, -500]),
            Some((4, GameResult::Black))
        );
        // Each believes that it is ahead itself.
        assert_eq!(ends(&[600, -600, 600, -600, 600, -600]), None);
    }

    #[test]
    fn a_level_game_is_drawn_after_the_first_plies() {
        assert_eq!(ends(&[0; 6]), Some((5, GameResult::Draw)));
        assert_eq!(ends(&[0, 0, 5, -5, 11, 10, 10, 10]), None);
        assert_eq!(
            ends(&[0, 0, 0, 0, 20, 10, -10, 0, 0]),
            Some((8, GameResult::Draw))
        );
    }

    #[test]
    fn nothing_ends_when_nothing_is_asked_for() {
        let rules = Adjudication::default();
        let mut judge = Adjudicator::new(&rules);
        assert!((0..1000).all(|ply| judge.hear(ply, Some(30_000 - 1)).is_none()));
    }
}
