//! A simple player: a material search of one or two plies with seeded chance.

use crate::experiment::PlayerPlan;
use rand::{Rng, RngExt};
use tradewind_engine::moves::MoveKind;
use tradewind_engine::{Game, Move, Outcome, Play, theory};

/// The player of first experiments.
#[derive(Clone, Debug)]
pub struct MaterialPlayer {
    /// The worth of each piece type in hundredths of a pawn.
    values: Vec<f64>,
    /// What winning the game is worth: more than all pieces together.
    win: f64,
    royals: Vec<bool>,
    plan: PlayerPlan,
}

impl MaterialPlayer {
    /// A player that knows the worth of pieces from the rules alone ([`theory::values`]).
    pub fn new(game: &Game, plan: &PlayerPlan) -> MaterialPlayer {
        let spec = game.spec();
        let values = theory::values(spec);
        MaterialPlayer {
            win: 1_000.0 * values.iter().sum::<f64>(),
            royals: spec.pieces.iter().map(|piece| piece.royal).collect(),
            values,
            plan: plan.clone(),
        }
    }

    /// The move that it plays; `None` when there is none. One random number is drawn for each
    /// legal move, in their order.
    pub fn choose(&self, play: &Play, random: &mut impl Rng) -> Option<Move> {
        let worth = |&one: &Move| {
            (
                self.gain(play, one) + self.plan.noise * random.random::<f64>(),
                one,
            )
        };
        let mut moves: Vec<(f64, Move)> = play.legal_moves().iter().map(worth).collect();
        if self.plan.depth == 1 {
            return moves.into_iter().reduce(better).map(|(_, one)| one);
        }
        // A reply never makes a move better than its own gain, so the moves are tried from the
        // most promising on, until none that is left can be better than the best.
        moves.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut best: Option<(f64, Move)> = None;
        for (gain, one) in moves {
            if best.is_some_and(|(most, _)| most >= gain) {
                break;
            }
            let worth = (gain - self.best_reply(play, one), one);
            best = Some(best.map_or(worth, |best| better(best, worth)));
        }
        best.map(|(_, one)| one)
    }

    /// What the side to move wins in two plies at best, in hundredths of a pawn, without chance;
    /// 0 when it has no move.
    pub fn outlook(&self, play: &Play) -> f64 {
        let worth = |&one: &Move| self.gain(play, one) - self.best_reply(play, one);
        play.legal_moves()
            .iter()
            .map(worth)
            .reduce(f64::max)
            .unwrap_or(0.0)
    }

    /// What the opponent wins at once after a move; less than nothing when the move wins the
    /// game.
    fn best_reply(&self, play: &Play, one: Move) -> f64 {
        let mut next = play.clone();
        next.play(one);
        match next.over() {
            Some((Outcome::Win(winner), _)) if winner == play.side() => -self.win,
            Some((Outcome::Win(_), _)) => self.win,
            Some((Outcome::Draw, _)) => 0.0,
            None => next
                .legal_moves()
                .iter()
                .map(|&reply| self.gain(&next, reply))
                .fold(0.0, f64::max),
        }
    }

    /// The material that a move wins, in hundredths of a pawn.
    fn gain(&self, play: &Play, one: Move) -> f64 {
        // What vanishes from the board, or changes its owner, is won or lost.
        let worth = |square| match play.at(square) {
            Some((owner, piece)) => {
                let worth = match self.royals[piece.index()] {
                    true => self.win,
                    false => self.values[piece.index()],
                };
                if owner == play.side() { -worth } else { worth }
            }
            None => 0.0,
        };
        let replaces = one.from != one.to && one.kind != MoveKind::Swap;
        let displaced = if replaces { worth(one.to) } else { 0.0 };
        let victims: f64 = one.victims().iter().map(|&victim| worth(victim)).sum();
        let converted = one.converted().map_or(0.0, |square| 2.0 * worth(square));
        let promotion = match (one.promotion(), play.at(one.from)) {
            (Some(after), Some((_, before))) => {
                self.values[after.index()] - self.values[before.index()]
            }
            _ => 0.0,
        };
        displaced + victims + converted + promotion
    }
}

/// The better of two moves; the first when they are worth the same.
fn better(a: (f64, Move), b: (f64, Move)) -> (f64, Move) {
    if b.0 > a.0 { b } else { a }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    fn chosen(depth: u8, rules: &str, position: &str) -> String {
        let game = Game::load(rules, &[]).unwrap_or_else(|fault| panic!("{fault}"));
        let play = game
            .parse(position)
            .unwrap_or_else(|fault| panic!("{fault}"));
        let mut random = ChaCha8Rng::seed_from_u64(7);
        let player = MaterialPlayer::new(&game, &PlayerPlan { depth, noise: 10.0 });
        let one = player.choose(&play, &mut random).expect("there is a move");
        play.move_text(one)
    }

    #[test]
    fn it_takes_the_most_valuable_piece() {
        let position = "4,k,3/8/8/2,q,1,r,3/3,P,4/8/8/7,K w - 0";
        assert_eq!(chosen(1, "chess", position), "d4c5");
        assert_eq!(chosen(2, "chess", position), "d4c5");
    }

    #[test]
    fn two_plies_see_that_a_capture_is_answered() {
        let position = "4,k,3/8/1,p,6/2,p,5/8/8/8/2,Q,1,K,3 w - 0";
        assert_eq!(chosen(1, "chess", position), "c1c5");
        assert_ne!(chosen(2, "chess", position), "c1c5");
    }

    #[test]
    fn it_takes_a_royal_before_anything_else() {
        let position = "10/10/10/10/10/3,ge,1,k,4/4,P,5/10/10/4,K,5 w - 0";
        assert_eq!(chosen(1, "scirocco-2009", position), "e4f5");
        assert_eq!(chosen(2, "scirocco-2009", position), "e4f5");
    }

    #[test]
    fn it_promotes_when_that_wins_material() {
        let position = "8/P,7/8/8/8/8/7,k/K,7 w - 0";
        assert_eq!(chosen(1, "chess", position), "a7a8=Q");
    }
}
