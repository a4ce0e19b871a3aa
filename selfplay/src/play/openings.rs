//! Openings: an array, with or without odds, and random legal moves, drawn until a search calls
//! them balanced; or a position of a self-play game with part of the pieces left; or the openings
//! of a book.

use super::built_in::BuiltInPlayer;
use super::clocks::Clocks;
use crate::experiment::{Arrays, OpeningPlan, OpeningPolicy, RulesPlan, random_stream, shuffled};
use crate::odds::{Odds, draw_starts, possible_arrays};
use crate::record::for_white;
use rand::Rng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::sync::Arc;
use tradewind_engine::{Color, Game};

/// The maximum number of openings drawn for a pair; the last is played even if it is not balanced.
const MAX_DRAWN: u32 = 100;

/// The stream of random numbers for the order of a book.
const BOOK_STREAM: u64 = u64::MAX;

/// The number of placements of odds that are drawn in a position before another position is tried.
const PLACES: u32 = 10;

/// The factor on the share of pieces left after [`MAX_DRAWN`] games without a suitable position.
const SHARE_GROWTH: f64 = 1.25;

/// The plies without capture before a game may begin with part of its pieces.
const CALM_PLIES: u32 = 2;

/// The maximum length of a game that leads to a position with part of its pieces.
const MAX_LEAD_PLIES: u32 = 1_000;

/// The opening of a pair of games.
#[derive(Clone, Debug)]
pub(super) struct Opening {
    /// The number of the array.
    pub array: u32,
    /// The number of its odds in the rule set's plan, the first of equal ones.
    pub odds: Option<usize>,
    /// The moves as text, the same in both games.
    pub moves: Vec<String>,
    /// The game in which the first player has White, and the other one.
    pub games: [GameStart; 2],
    balance: Balance,
}

/// The start of a game.
#[derive(Clone, Debug)]
pub(super) struct GameStart {
    /// The text of its first position, unless that is the array's and White begins.
    pub text: Option<String>,
    /// The game after the opening.
    pub game: Game,
}

/// The condition under which an opening is balanced; otherwise it is drawn again.
#[derive(Clone, Debug)]
enum Balance {
    /// This position is even: the one in which the game begins, or before odds were applied.
    Of(Box<Game>),
    /// The moves have changed the score of these positions, which have odds, by little.
    Since(Box<[Game; 2]>),
}

fn is_balanced(opening: &Opening, max_imbalance: u32, evaluator: &mut BuiltInPlayer) -> bool {
    let starts = match &opening.balance {
        Balance::Of(play) => return evaluator.score(play).unsigned_abs() <= max_imbalance,
        Balance::Since(starts) => starts,
    };
    let mut white = |play: &Game| for_white(play.side(), evaluator.score(play));
    let mut games = opening.games.iter().zip(starts.iter());
    games.all(|(game, start)| (white(&game.game) - white(start)).unsigned_abs() <= max_imbalance)
}

/// Draws the openings of a rule set.
#[derive(Debug)]
pub(super) struct Openings<'e> {
    rules: &'e RulesPlan,
    plan: &'e OpeningPlan,
    /// The opening policies that take turns.
    policies: Vec<OpeningPolicy>,
    seed: u64,
    /// The arrays that are played with each odds, or a single entry without odds.
    arrays: Vec<Arc<[u32]>>,
    /// By number of the odds: the number of the first equal odds.
    first: Vec<usize>,
    /// The order in which the openings of the book take turns.
    book: Vec<usize>,
}

impl<'e> Openings<'e> {
    /// The openings of a rule set.
    pub(super) fn new(rules: &'e RulesPlan, plan: &'e OpeningPlan, seed: u64) -> Openings<'e> {
        let all: Arc<[u32]> = rules.played_arrays().into();
        let spec = rules.compiled.spec();
        // There may be very many arrays. Most odds are possible in all of them, and share the list.
        let arrays_of = |odds: &Odds| {
            let possible = possible_arrays(spec, odds, &all);
            if possible.len() == all.len() {
                Arc::clone(&all)
            } else {
                possible.into()
            }
        };
        let arrays = if rules.odds.is_empty() {
            vec![all]
        } else {
            rules.odds.iter().map(arrays_of).collect()
        };
        let known: BTreeMap<&str, usize> = (rules.odds.iter().enumerate().rev())
            .map(|(at, odds)| (odds.text.as_str(), at))
            .collect();
        Openings {
            first: (rules.odds.iter())
                .map(|odds| known[odds.text.as_str()])
                .collect(),
            book: shuffled(rules.book.all.len(), seed, BOOK_STREAM),
            rules,
            plan,
            policies: plan.policies(),
            seed,
            arrays,
        }
    }

    /// The opening of pair `number` of a pairing, a function of the seed and that number: the first
    /// one drawn that is balanced, or the last. Odds take turns. With odds, an opening is balanced
    /// if its moves change the score of each game by at most the permitted imbalance.
    pub(super) fn draw(&self, number: u64, evaluator: &mut BuiltInPlayer) -> Opening {
        let mut random = random_stream(self.seed, number);
        let policy = &self.policies[self.plan.policy_of(number, self.seed)];
        let mut draft = self.draft(number, policy, &mut random, evaluator);
        if let Some(max_imbalance) = policy.max_imbalance_cp {
            for _ in 1..MAX_DRAWN {
                evaluator.begin_game(self.seed);
                if is_balanced(&draft, max_imbalance, evaluator) {
                    break;
                }
                draft = self.draft(number, policy, &mut random, evaluator);
            }
        }
        draft
    }

    fn draft(
        &self,
        number: u64,
        policy: &OpeningPolicy,
        random: &mut ChaCha8Rng,
        evaluator: &mut BuiltInPlayer,
    ) -> Opening {
        match self.plan.left {
            Some(left) => self.later_opening(number, policy.plies, left, random, evaluator),
            None if self.book.is_empty() => self.array_opening(number, policy.plies, random),
            None => self.book_opening(number, policy.plies, random),
        }
    }

    /// An opening of the book, followed by random moves. Each is played once before any is
    /// repeated.
    fn book_opening(&self, number: u64, plies: u32, random: &mut ChaCha8Rng) -> Opening {
        let turn = (number % self.book.len() as u64) as usize;
        let found = &self.rules.book.all[self.book[turn]];
        let rules = &self.rules.compiled;
        let start = match &found.start {
            Some(text) => rules.parse(text).expect("it was read before"),
            None => rules.start(found.array).expect("the array exists"),
        };
        let mut game = start.clone().leaving_claims();
        for text in found.moves() {
            let one = game.find(text);
            game.play_unchecked(one.expect("it was legal when the book was read"));
        }
        let game = game.taking_claims();
        let mut games = [game.clone(), game];
        let further = random_moves(&mut games, plies, true, random);
        let games = games.map(|game| GameStart {
            text: (found.start.clone()).or_else(|| text_of(&start)),
            game,
        });
        Opening {
            array: found.array,
            odds: None,
            moves: found.moves().map(str::to_string).chain(further).collect(),
            games,
            balance: Balance::Of(Box::new(start)),
        }
    }

    /// An array, the arrays that it was chosen from, and the odds.
    fn array(&self, number: u64, random: &mut ChaCha8Rng) -> (u32, &[u32], Option<usize>) {
        let turns = self.arrays.len() as u64;
        let turn = (number % turns) as usize;
        let arrays = &self.arrays[turn];
        let array = match self.rules.arrays {
            Arrays::Drawn | Arrays::Family(_) => *arrays.choose(random).expect("there are arrays"),
            Arrays::All | Arrays::Listed(_) => {
                arrays[(number / turns % arrays.len() as u64) as usize]
            }
        };
        (array, arrays, self.first.get(turn).copied())
    }

    /// An array with its odds, followed by random moves that are legal in both games and end
    /// neither.
    fn array_opening(&self, number: u64, plies: u32, random: &mut ChaCha8Rng) -> Opening {
        let (mut array, arrays, odds) = self.array(number, random);
        let rules = &self.rules.compiled;
        let starts = odds.map(|odds| {
            loop {
                let before = rules.start(array).expect("the array exists");
                if let Some(starts) = draw_starts(rules, &before, &self.rules.odds[odds], random) {
                    break starts;
                }
                // It ends: the experiment was checked to have an array in which the odds can begin.
                array = *arrays.choose(random).expect("there are arrays");
            }
        });
        let mut games = match &starts {
            Some(starts) => starts.clone(),
            None => {
                let game = rules.start(array).expect("the array exists");
                [game.clone(), game]
            }
        };
        let texts = match &starts {
            Some(starts) => starts.each_ref().map(|start| Some(start.text())),
            None => games.each_ref().map(text_of),
        };
        let moves = random_moves(&mut games, plies, starts.is_none(), random);
        let start = |rules: usize| GameStart {
            text: texts[rules].clone(),
            game: games[rules].clone(),
        };
        Opening {
            array,
            odds,
            moves,
            games: [start(0), start(1)],
            balance: match starts {
                Some(starts) => Balance::Since(Box::new(starts)),
                None => Balance::Of(Box::new(games[0].clone())),
            },
        }
    }

    /// A position with part of the pieces left, and its odds in addition.
    fn later_opening(
        &self,
        number: u64,
        plies: u32,
        left: f64,
        random: &mut ChaCha8Rng,
        evaluator: &mut BuiltInPlayer,
    ) -> Opening {
        let rules = &self.rules.compiled;
        let (array, _, odds) = self.array(number, random);
        let start = rules.start(array).expect("the array exists");
        let (mut share, mut drawn) = (left, 0);
        loop {
            drawn += 1;
            if drawn % MAX_DRAWN == 0 {
                // Games end earlier, or there is no place for the odds.
                share = (share * SHARE_GROWTH).min(1.0);
            }
            let Some((moves, before)) = lead(&start, plies, share, random, evaluator) else {
                continue;
            };
            let (moves, games) = match odds {
                None => {
                    let start = GameStart {
                        text: text_of(&start),
                        game: before.clone(),
                    };
                    (moves, [start.clone(), start])
                }
                Some(odds) => {
                    let odds = &self.rules.odds[odds];
                    let mut drawn = 0..PLACES;
                    let drawn = drawn.find_map(|_| draw_starts(rules, &before, odds, random));
                    let Some(starts) = drawn else { continue };
                    let games = starts.map(|game| GameStart {
                        text: Some(game.text()),
                        game,
                    });
                    (Vec::new(), games)
                }
            };
            return Opening {
                array,
                odds,
                moves,
                games,
                balance: Balance::Of(Box::new(before)),
            };
        }
    }
}

/// The text of an array in which Black begins: the side to move follows from the start of a record.
fn text_of(start: &Game) -> Option<String> {
    (start.side() == Color::Black).then(|| start.text())
}

/// A game of `evaluator` against itself, after random moves, up to a calm position with a share of the
/// pieces left: its moves, and that position. `None` if the game ends earlier.
fn lead(
    start: &Game,
    plies: u32,
    left: f64,
    random: &mut ChaCha8Rng,
    evaluator: &mut BuiltInPlayer,
) -> Option<(Vec<String>, Game)> {
    let max_pieces = left * start.occupied().len() as f64;
    let mut games = [start.clone(), start.clone()];
    let mut moves = random_moves(&mut games, plies, true, random);
    let [mut game, _] = games;
    evaluator.begin_game(random.next_u64());
    let (mut pieces, mut calm) = (game.occupied().len(), 0);
    while calm < CALM_PLIES || pieces as f64 > max_pieces {
        if game.over().is_some() || game.ply() >= MAX_LEAD_PLIES {
            return None;
        }
        let mv = evaluator.choose(&game, game.ply(), &Clocks::default())?.mv;
        moves.push(game.move_text(mv));
        game.play_unchecked(mv);
        let now = game.occupied().len();
        calm = if now == pieces { calm + 1 } else { 0 };
        pieces = now;
    }
    game.over().is_none().then_some((moves, game))
}

/// Plays random moves in both games, fewer than `plies` if one would end a game, and returns them.
fn random_moves(
    games: &mut [Game; 2],
    plies: u32,
    alike: bool,
    random: &mut ChaCha8Rng,
) -> Vec<String> {
    let moves = std::iter::from_fn(|| {
        let (text, next) = random_move(games, alike, random)?;
        *games = next;
        Some(text)
    });
    moves.take(plies as usize).collect()
}

/// A random move that is legal in both games and ends neither; `alike` if the games are the same.
fn random_move(
    games: &[Game; 2],
    alike: bool,
    random: &mut ChaCha8Rng,
) -> Option<(String, [Game; 2])> {
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
        shared.collect::<Vec<_>>().choose(random)?.clone()
    };
    let mut next = games.clone();
    for (play, one) in next.iter_mut().zip(moves) {
        play.play_unchecked(one);
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
    use tradewind_engine::Color;

    fn experiment(odds: &str, opening: &str) -> Experiment {
        let text = format!(
            "name = \"x\"\nseed = 5\npairs = 9\nply_cap = 100\n[rules]\nid = \"chess\"\n\
             {odds}\n[player]\nnodes = 50\n[opening]\nplies = 6\n{opening}\n"
        );
        let experiment = Experiment::parse("x.toml", text, Path::new(""));
        experiment.unwrap_or_else(|fault| panic!("{fault}"))
    }

    fn evaluator(experiment: &Experiment) -> BuiltInPlayer {
        let rules = &experiment.rules[0];
        let plan = PlayerPlan {
            nodes: Some(50),
            ..PlayerPlan::default()
        };
        BuiltInPlayer::new(
            &rules.compiled,
            &rules.player_weights[0],
            &plan,
            &Arc::default(),
        )
    }

    fn drawn(experiment: &Experiment) -> Vec<Opening> {
        let openings = Openings::new(&experiment.rules[0], &experiment.opening, experiment.seed);
        let mut evaluator = evaluator(experiment);
        (0..12)
            .map(|number| openings.draw(number, &mut evaluator))
            .collect()
    }

    #[test]
    fn opening_policies_take_turns() {
        let experiment = experiment("", "further = [{ plies = 0 }, { plies = 3 }]");
        let lengths: Vec<usize> = (drawn(&experiment).iter())
            .map(|one| one.moves.len())
            .collect();
        let wanted: Vec<usize> = (0..12)
            .map(|number| [6, 0, 3][experiment.opening_policy_of(number)])
            .collect();
        assert_eq!(lengths, wanted);
        assert!([0, 3, 6].iter().all(|one| wanted.contains(one)));
    }

    #[test]
    fn without_odds_both_games_are_the_same() {
        for opening in drawn(&experiment("", "max_imbalance_cp = 60")) {
            let [one, other] = &opening.games;
            assert_eq!((one.game.text(), opening.odds), (other.game.text(), None));
            assert_eq!((&one.text, opening.moves.len()), (&None, 6));
        }
    }

    /// Each opening of a book is played once before any is repeated, followed by random moves, in
    /// both games of a pair.
    #[test]
    fn openings_of_a_book_take_turns() {
        let folder = tempfile::tempdir().expect("a folder");
        let text = "1. e4 e5 *\n1. d4 d5 2. c4 *\n[FEN \"4k3/8/8/8/8/8/P7/4K3 w - -\"]\n1. a4 *\n";
        std::fs::write(folder.path().join("b.pgn"), text).expect("a file");
        for plies in [0, 2] {
            let text = format!(
                "name = \"x\"\nseed = 5\npairs = 9\nply_cap = 100\n[rules]\nid = \"chess\"\n[player]\nnodes = 50\n\
                 [opening]\nbook = \"b.pgn\"\nplies = {plies}\n"
            );
            let read = Experiment::parse("x.toml", text, folder.path());
            let experiment = read.unwrap_or_else(|fault| panic!("{fault}"));
            let drawn = drawn(&experiment);
            for three in drawn.chunks(3) {
                let mut lines: Vec<String> = (three.iter())
                    .map(|one| one.moves[..one.moves.len() - plies].join(" "))
                    .collect();
                lines.sort();
                assert_eq!(lines, ["a2a4", "d2d4 d7d5 c2c4", "e2e4 e7e5"]);
            }
            for opening in &drawn {
                let [one, other] = &opening.games;
                assert_eq!(
                    (one.game.text(), &one.text),
                    (other.game.text(), &other.text)
                );
                assert_eq!(one.text.is_some(), opening.moves[0] == "a2a4");
            }
        }
    }

    #[test]
    fn arrays_of_a_family_are_drawn() {
        let text = "name = \"x\"\nseed = 5\npairs = 9\nply_cap = 100\n[rules]\nid = \
                    \"scirocco-2009\"\narrays = \"mirrored\"\n[player]\nnodes = 50\n[opening]\nplies = 2\n";
        let experiment = Experiment::parse("x.toml", text.to_string(), Path::new(""));
        let experiment = experiment.unwrap_or_else(|fault| panic!("{fault}"));
        let arrays: Vec<u32> = drawn(&experiment).iter().map(|one| one.array).collect();
        // Bit 8 mirrors Black's pieces.
        assert!(arrays.iter().all(|array| array >> 8 & 1 == 1), "{arrays:?}");
        assert!(arrays.iter().any(|array| *array != arrays[0]), "{arrays:?}");
    }

    /// Without odds legal moves lead to the position; with odds either side has an additional
    /// piece.
    #[test]
    fn games_begin_with_part_of_the_pieces() {
        let opening = "max_imbalance_cp = 100\nleft = 0.5";
        let even = experiment("", opening);
        let odds = experiment("odds = [\"+N : +B\", \"+P :\"]", opening);
        let rules = &even.rules[0].compiled;
        for opening in drawn(&even) {
            let mut play = rules.start(0).expect("an array");
            for text in &opening.moves {
                play.play_unchecked(play.find(text).expect("a legal move"));
            }
            let [one, other] = &opening.games;
            assert_eq!((one.game.text(), &one.text), (play.text(), &None));
            assert_eq!(one.game.text(), other.game.text());
            assert!(one.game.occupied().len() <= 16);
            let mut evaluator = evaluator(&even);
            evaluator.begin_game(even.seed);
            assert!(evaluator.score(&one.game).abs() <= 130);
        }
        for (number, opening) in drawn(&odds).iter().enumerate() {
            assert!(opening.moves.is_empty());
            let count = |play: &Game, wanted: (Color, &str)| {
                let piece = rules.spec().find(wanted.1).expect("a piece");
                let own = play.occupied().into_iter().filter_map(|at| play.at(at));
                own.filter(|one| *one == (wanted.0, piece)).count()
            };
            let [first, second] = opening.games.clone().map(|start| start.game);
            let more = |side, text| {
                count(&first, (side, text)) as i32 - count(&second, (side, text)) as i32
            };
            let found = [Color::White, Color::Black]
                .map(|side| ["N", "B", "P"].map(|text| more(side, text)));
            let wanted = [[[1, -1, 0], [-1, 1, 0]], [[0, 0, 1], [0, 0, -1]]];
            assert_eq!(found, wanted[number % 2]);
            let text = opening.games[0].text.as_ref().expect("a start");
            assert_eq!(rules.parse(text).expect("a position").text(), first.text());
        }
    }

    /// Odds take turns, repeated ones too; the moves of a pair are the same and change neither
    /// score by more than allowed.
    #[test]
    fn odds_take_turns_and_openings_stay_balanced() {
        let experiment = experiment(
            "odds = [\"-N :\", \"-Q : -R\", \"-N :\"]",
            "max_imbalance_cp = 60",
        );
        let mut evaluator = evaluator(&experiment);
        let rules = &experiment.rules[0].compiled;
        for (number, opening) in drawn(&experiment).iter().enumerate() {
            assert_eq!(opening.odds, Some([0, 1, 0][number % 3]));
            for game_start in &opening.games {
                let start = rules
                    .parse(game_start.text.as_ref().expect("a start"))
                    .expect("legal");
                let mut play = start.clone();
                for text in &opening.moves {
                    play.play_unchecked(play.find(text).expect("a legal move"));
                }
                assert_eq!(play.text(), game_start.game.text());
                evaluator.begin_game(experiment.seed);
                let before = evaluator.score(&start);
                // The transposition table makes a small difference.
                let change = evaluator.score(&play) - before;
                assert!(change.abs() <= 90, "{change}");
            }
        }
    }
}
