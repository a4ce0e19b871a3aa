//! A simple player: looks one ply ahead and takes the move that wins the most material, with
//! seeded chance.

use rand::{Rng, RngExt};
use tradewind_engine::{Game, Move, Play, theory};

/// The player of first experiments.
#[derive(Clone, Debug)]
pub struct Greedy {
    /// The worth of each piece type in hundredths of a pawn.
    values: Vec<f64>,
    /// What taking a royal is worth: more than everything else together.
    royal: f64,
    royals: Vec<bool>,
    noise: f64,
}

impl Greedy {
    /// A player that knows the worth of pieces from the rules alone ([`theory::values`]), and
    /// raises each move's worth by a random amount up to `noise` hundredths of a pawn.
    pub fn new(game: &Game, noise: f64) -> Greedy {
        let spec = game.spec();
        let values = theory::values(spec);
        Greedy {
            royal: 1_000.0 * values.iter().sum::<f64>(),
            royals: spec.pieces.iter().map(|piece| piece.royal).collect(),
            values,
            noise,
        }
    }

    /// The move that it plays; `None` when there is none. One random number is drawn for each
    /// legal move, in their order.
    pub fn choose(&self, play: &Play, random: &mut impl Rng) -> Option<Move> {
        let mut best: Option<(f64, Move)> = None;
        for &one in play.legal_moves() {
            let worth = self.gain(play, one) + self.noise * random.random::<f64>();
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, one));
            }
        }
        best.map(|(_, one)| one)
    }

    /// The material that a move wins, in hundredths of a pawn.
    fn gain(&self, play: &Play, one: Move) -> f64 {
        let taken = |square| match play.at(square) {
            Some((_, piece)) if self.royals[piece.index()] => self.royal,
            Some((_, piece)) => self.values[piece.index()],
            None => 0.0,
        };
        let displaced = if one.from == one.to {
            0.0
        } else {
            taken(one.to)
        };
        let victims: f64 = one.victims().iter().map(|&victim| taken(victim)).sum();
        let promotion = match (one.promotion(), play.at(one.from)) {
            (Some(after), Some((_, before))) => {
                self.values[after.index()] - self.values[before.index()]
            }
            _ => 0.0,
        };
        displaced + victims + promotion
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    fn chosen(rules: &str, position: &str) -> String {
        let game = Game::load(rules, &[]).unwrap_or_else(|fault| panic!("{fault}"));
        let play = game
            .parse(position)
            .unwrap_or_else(|fault| panic!("{fault}"));
        let mut random = ChaCha8Rng::seed_from_u64(7);
        let one = Greedy::new(&game, 10.0)
            .choose(&play, &mut random)
            .expect("there is a move");
        play.move_text(one)
    }

    #[test]
    fn it_takes_the_most_valuable_piece() {
        assert_eq!(
            chosen("chess", "4,k,3/8/8/2,q,1,r,3/3,P,4/8/8/4,K,3 w - 0"),
            "d4c5"
        );
    }

    #[test]
    fn it_takes_a_royal_before_anything_else() {
        let position = "10/10/10/10/10/3,ge,1,k,4/4,P,5/10/10/4,K,5 w - 0";
        assert_eq!(chosen("scirocco-2009", position), "e4f5");
    }

    #[test]
    fn it_promotes_when_that_wins_material() {
        let chosen = chosen("chess", "8/P,7/8/8/8/8/7,k/K,7 w - 0");
        assert_eq!(chosen, "a7a8=Q");
    }
}
