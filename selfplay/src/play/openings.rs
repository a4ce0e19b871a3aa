//! Openings: an array, with odds or without, and a few random legal moves, kept when a search calls
//! them balanced.

use super::built_in::BuiltInPlayer;
use crate::experiment::{Arrays, OpeningPlan, RulesPlan};
use crate::odds::{Odds, Places, possible_arrays};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::sync::Arc;
use tradewind_engine::{Color, Play};

/// How many openings are drawn for a pair before one that is not balanced is played.
const MAX_DRAWN: u32 = 100;

/// How a pair of games begins.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The number of the array.
    pub array: u32,
    /// The number of its odds in the rule set's plan, if it has any; of the first that are the same.
    pub odds: Option<usize>,
    /// The opening's moves as text, the same in both games.
    pub moves: Vec<String>,
    /// The first game, in which the first player has White, and the second.
    pub games: [Begun; 2],
}

/// How a game begins.
#[derive(Clone, Debug)]
pub struct Begun {
    /// The text of its first position, if that is not the array's.
    pub start: Option<String>,
    /// The game after the opening.
    pub play: Play,
}

/// From what the openings of a rule set are drawn.
#[derive(Debug)]
pub struct Openings<'e> {
    rules: &'e RulesPlan,
    plan: &'e OpeningPlan,
    seed: u64,
    /// By the number of the odds, or one when there are none: the arrays that they are played from.
    arrays: Vec<Arc<[u32]>>,
    /// By the number of the odds: the number of the first that are the same.
    first: Vec<usize>,
}

impl<'e> Openings<'e> {
    /// The openings of a rule set.
    pub fn new(rules: &'e RulesPlan, plan: &'e OpeningPlan, seed: u64) -> Openings<'e> {
        let all: Arc<[u32]> = rules.played_arrays().into();
        let spec = rules.game.spec();
        // There may be very many arrays, of which most odds are possible in all.
        let mut known: BTreeMap<usize, Vec<Arc<[u32]>>> = BTreeMap::new();
        let mut shared = |odds: &Odds| {
            let own: Arc<[u32]> = possible_arrays(spec, odds, &all).into();
            let alike = known.entry(own.len()).or_default();
            match alike.iter().find(|other| **other == own) {
                Some(other) => Arc::clone(other),
                None => {
                    alike.push(Arc::clone(&own));
                    own
                }
            }
        };
        let arrays = if rules.odds.is_empty() {
            vec![all]
        } else {
            rules.odds.iter().map(&mut shared).collect()
        };
        let known: BTreeMap<&str, usize> = (rules.odds.iter().enumerate().rev())
            .map(|(at, odds)| (odds.text.as_str(), at))
            .collect();
        Openings {
            first: (rules.odds.iter())
                .map(|odds| known[odds.text.as_str()])
                .collect(),
            rules,
            plan,
            seed,
            arrays,
        }
    }

    /// The opening of pair `number` of a pairing, which follows from the seed and that number: the
    /// first of those drawn that `judge` calls balanced, or the last. Odds take turns. With odds, an
    /// opening is balanced when neither of its games has become better or worse for a side.
    pub fn draw(&self, number: u64, judge: &mut BuiltInPlayer) -> Opening {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(number);
        let mut draft = self.one(number, &mut random);
        if let Some(max_imbalance) = self.plan.max_imbalance_cp {
            for _ in 1..MAX_DRAWN {
                judge.begin_game(self.seed);
                if draft.is_balanced(max_imbalance, judge) {
                    break;
                }
                draft = self.one(number, &mut random);
            }
        }
        draft.opening
    }

    /// An array with its odds and random moves that are legal in both games, up to one that would
    /// end one of them.
    fn one(&self, number: u64, random: &mut ChaCha8Rng) -> Draft {
        let turns = self.arrays.len() as u64;
        let turn = (number % turns) as usize;
        let arrays = &self.arrays[turn];
        let mut array = match self.rules.arrays {
            Arrays::Drawn | Arrays::Family(_) => *arrays.choose(random).expect("there are arrays"),
            Arrays::All | Arrays::Listed(_) => {
                arrays[(number / turns % arrays.len() as u64) as usize]
            }
        };
        let game = &self.rules.game;
        let odds = self.first.get(turn).copied();
        let starts = odds.map(|odds| {
            loop {
                let places = Places::draw(game, array, &self.rules.odds[odds], random);
                if let Some(starts) = places.and_then(|places| places.starts(game)) {
                    break starts;
                }
                // Odds that can begin at all were checked when the experiment was read.
                array = *arrays.choose(random).expect("there are arrays");
            }
        });
        let mut games = match &starts {
            Some(starts) => starts.clone(),
            None => {
                let play = game.start(array).expect("the array exists");
                [play.clone(), play]
            }
        };
        let mut moves = Vec::new();
        while games[0].ply() < self.plan.plies {
            let Some((text, next)) = step(&games, starts.is_none(), random) else {
                break;
            };
            moves.push(text);
            games = next;
        }
        let begun = |game: usize| Begun {
            start: starts.as_ref().map(|starts| starts[game].text()),
            play: games[game].clone(),
        };
        Draft {
            opening: Opening {
                array,
                odds,
                moves,
                games: [begun(0), begun(1)],
            },
            starts,
        }
    }
}

/// An opening that may be drawn again.
struct Draft {
    opening: Opening,
    /// Where its games started, if they have odds.
    starts: Option<[Play; 2]>,
}

impl Draft {
    fn is_balanced(&self, max_imbalance: u32, judge: &mut BuiltInPlayer) -> bool {
        let games = &self.opening.games;
        let Some(starts) = &self.starts else {
            return judge.worth(&games[0].play).unsigned_abs() <= max_imbalance;
        };
        let white = |judge: &mut BuiltInPlayer, play: &Play| match play.side() {
            Color::White => judge.worth(play),
            Color::Black => -judge.worth(play),
        };
        games.iter().zip(starts).all(|(game, start)| {
            let change = white(judge, &game.play) - white(judge, start);
            change.unsigned_abs() <= max_imbalance
        })
    }
}

/// A random move that is legal in both games and ends neither; `alike` when they are the same.
fn step(games: &[Play; 2], alike: bool, random: &mut ChaCha8Rng) -> Option<(String, [Play; 2])> {
    let [first, second] = games;
    let legal = first.legal_moves().iter();
    let (text, moves) = if alike {
        let &one = legal.as_slice().choose(random)?;
        (first.move_text(one), [one, one])
    } else {
        let shared = legal.filter_map(|&one| {
            let text = first.move_text(one);
            let other = second.find(&text)?;
            Some((text, [one, other]))
        });
        let shared: Vec<_> = shared.collect();
        shared.choose(random)?.clone()
    };
    let mut next = games.clone();
    for (play, one) in next.iter_mut().zip(moves) {
        play.play(one);
        if play.over().is_some() {
            return None;
        }
    }
    Some((text, next))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{Experiment, PlayerPlan};
    use std::path::Path;

    fn experiment(odds: &str, opening: &str) -> Experiment {
        let text = format!(
            "name = \"x\"\nseed = 5\npairs = 9\nply_cap = 100\n[rules]\nid = \"chess\"\n\
             {odds}\n[player]\nnodes = 50\n[opening]\nplies = 6\n{opening}\n"
        );
        let experiment = Experiment::parse("x.toml", text, Path::new(""));
        experiment.unwrap_or_else(|fault| panic!("{fault}"))
    }

    fn judge(experiment: &Experiment) -> BuiltInPlayer {
        let rules = &experiment.rules[0];
        let plan = PlayerPlan {
            nodes: Some(50),
            ..PlayerPlan::default()
        };
        BuiltInPlayer::new(
            &rules.game,
            &rules.player_weights[0],
            &plan,
            &Arc::default(),
        )
    }

    fn drawn(experiment: &Experiment) -> Vec<Opening> {
        let openings = Openings::new(&experiment.rules[0], &experiment.opening, experiment.seed);
        let mut judge = judge(experiment);
        (0..12)
            .map(|number| openings.draw(number, &mut judge))
            .collect()
    }

    #[test]
    fn without_odds_both_games_are_the_same() {
        for opening in drawn(&experiment("", "max_imbalance_cp = 60")) {
            let [one, other] = &opening.games;
            assert_eq!((one.play.text(), opening.odds), (other.play.text(), None));
            assert_eq!((&one.start, opening.moves.len()), (&None, 6));
        }
    }

    /// Only arrays of the family are drawn, and more than one of them.
    #[test]
    fn a_family_of_arrays_is_drawn_from() {
        let text = "name = \"x\"\nseed = 5\npairs = 9\nply_cap = 100\n[rules]\nid = \
                    \"scirocco-2009\"\narrays = \"mirrored\"\n[player]\nnodes = 50\n[opening]\nplies = 2\n";
        let experiment = Experiment::parse("x.toml", text.to_string(), Path::new(""));
        let experiment = experiment.unwrap_or_else(|fault| panic!("{fault}"));
        let arrays: Vec<u32> = drawn(&experiment).iter().map(|one| one.array).collect();
        // Bit 8 mirrors Black's pieces.
        assert!(arrays.iter().all(|array| array >> 8 & 1 == 1), "{arrays:?}");
        assert!(arrays.iter().any(|array| *array != arrays[0]), "{arrays:?}");
    }

    /// Odds take turns, those named twice are played twice, and the moves of a pair are the same and
    /// change neither game by more than is allowed.
    #[test]
    fn odds_take_turns_and_openings_stay_balanced() {
        let experiment = experiment(
            "odds = [\"-N :\", \"-Q : -R\", \"-N :\"]",
            "max_imbalance_cp = 60",
        );
        let mut judge = judge(&experiment);
        let game = &experiment.rules[0].game;
        for (number, opening) in drawn(&experiment).iter().enumerate() {
            assert_eq!(opening.odds, Some([0, 1, 0][number % 3]));
            for begun in &opening.games {
                let start = game
                    .parse(begun.start.as_ref().expect("a start"))
                    .expect("legal");
                let mut play = start.clone();
                for text in &opening.moves {
                    play.play(play.find(text).expect("a legal move"));
                }
                assert_eq!(play.text(), begun.play.text());
                judge.begin_game(experiment.seed);
                let before = judge.worth(&start);
                // What the search remembers makes a small difference.
                let change = judge.worth(&play) - before;
                assert!(change.abs() <= 90, "{change}");
            }
        }
    }
}
