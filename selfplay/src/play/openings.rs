//! Openings: an array, with odds or without, and a few random legal moves, kept when a search calls
//! them balanced; or a position that a game passes through when a part of its pieces is left, with odds or without.

use super::built_in::BuiltInPlayer;
use super::opening::{Balance, Begun, Draft, Opening};
use super::opening_moves::{led, random_moves};
use crate::experiment::{Arrays, OpeningPlan, OpeningTurn, RulesPlan};
use crate::odds::{Odds, Places, possible_arrays};
use rand::SeedableRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::sync::Arc;

/// How many openings are drawn for a pair before one that is not balanced is played.
const MAX_DRAWN: u32 = 100;

/// The stream of random numbers for the order of a book.
const BOOK_STREAM: u64 = u64::MAX;

/// How many places for odds are drawn in a position before another one is looked for.
const PLACES: u32 = 10;

/// Where as many games as openings are drawn do not come there, so many times as many pieces are left.
const NEARER: f64 = 1.25;

/// From what the openings of a rule set are drawn.
#[derive(Debug)]
pub struct Openings<'e> {
    rules: &'e RulesPlan,
    plan: &'e OpeningPlan,
    /// The ways to begin that take turns.
    turns: Vec<OpeningTurn>,
    seed: u64,
    /// By the number of the odds, or one when there are none: the arrays that they are played from.
    arrays: Vec<Arc<[u32]>>,
    /// By the number of the odds: the number of the first that are the same.
    first: Vec<usize>,
    /// The order in which the openings of the book take turns.
    book: Vec<usize>,
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
            book: shuffled(rules.book.all.len(), seed),
            rules,
            plan,
            turns: plan.turns(),
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
        let turn = &self.turns[self.plan.turn_of(number, self.seed)];
        let mut draft = self.one(number, turn, &mut random, judge);
        if let Some(max_imbalance) = turn.max_imbalance_cp {
            for _ in 1..MAX_DRAWN {
                judge.begin_game(self.seed);
                if draft.is_balanced(max_imbalance, judge) {
                    break;
                }
                draft = self.one(number, turn, &mut random, judge);
            }
        }
        draft.opening
    }

    /// An opening as the plan has it, balanced or not.
    fn one(
        &self,
        number: u64,
        turn: &OpeningTurn,
        random: &mut ChaCha8Rng,
        judge: &mut BuiltInPlayer,
    ) -> Draft {
        match self.plan.left {
            Some(left) => self.part_way(number, turn.plies, left, random, judge),
            None if self.book.is_empty() => self.at_array(number, turn.plies, random),
            None => self.by_book(number, turn.plies, random),
        }
    }

    /// An opening of the book, and random moves behind it. Each is played once before one comes again.
    fn by_book(&self, number: u64, plies: u32, random: &mut ChaCha8Rng) -> Draft {
        let turn = (number % self.book.len() as u64) as usize;
        let found = &self.rules.book.all[self.book[turn]];
        let game = &self.rules.game;
        let start = match &found.start {
            Some(text) => game.parse(text).expect("it was read before"),
            None => game.start(found.array).expect("the array exists"),
        };
        let mut play = start.clone().leaving_claims();
        for text in found.moves() {
            play.play_unchecked(
                play.find(text)
                    .expect("it was legal when the book was read"),
            );
        }
        let play = play.taking_claims();
        let mut games = [play.clone(), play];
        let further = random_moves(&mut games, plies, true, random);
        let games = games.map(|play| Begun {
            start: found.start.clone(),
            play,
        });
        Draft {
            balance: Balance::Of(Box::new(start)),
            opening: Opening {
                array: found.array,
                odds: None,
                moves: found.moves().map(str::to_string).chain(further).collect(),
                games,
            },
        }
    }

    /// The number of an array, the arrays that were to be drawn from, and the odds.
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

    /// An array with its odds and random moves that are legal in both games, up to one that would
    /// end one of them.
    fn at_array(&self, number: u64, plies: u32, random: &mut ChaCha8Rng) -> Draft {
        let (mut array, arrays, odds) = self.array(number, random);
        let game = &self.rules.game;
        let starts = odds.map(|odds| {
            loop {
                let before = game.start(array).expect("the array exists");
                let places = Places::draw(game, &before, &self.rules.odds[odds], random);
                if let Some(starts) = places.and_then(|places| places.starts()) {
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
        let moves = random_moves(&mut games, plies, starts.is_none(), random);
        let begun = |game: usize| Begun {
            start: starts.as_ref().map(|starts| starts[game].text()),
            play: games[game].clone(),
        };
        let opening = Opening {
            array,
            odds,
            moves,
            games: [begun(0), begun(1)],
        };
        Draft {
            balance: match starts {
                Some(starts) => Balance::Since(Box::new(starts)),
                None => Balance::Of(Box::new(opening.games[0].play.clone())),
            },
            opening,
        }
    }

    /// A position with a part of the pieces, and its odds on top of these.
    fn part_way(
        &self,
        number: u64,
        plies: u32,
        left: f64,
        random: &mut ChaCha8Rng,
        judge: &mut BuiltInPlayer,
    ) -> Draft {
        let game = &self.rules.game;
        let (array, _, odds) = self.array(number, random);
        let start = game.start(array).expect("the array exists");
        let (mut share, mut drawn) = (left, 0);
        loop {
            drawn += 1;
            if drawn % MAX_DRAWN == 0 {
                // Games end before, or the odds have no place: it begins as near to it as it can.
                share = (share * NEARER).min(1.0);
            }
            let Some((moves, before)) = led(&start, plies, share, random, judge) else {
                continue;
            };
            let (moves, games) = match odds {
                None => {
                    let begun = Begun {
                        start: None,
                        play: before.clone(),
                    };
                    (moves, [begun.clone(), begun])
                }
                Some(odds) => {
                    let mut placed = (0..PLACES).filter_map(|_| {
                        let places = Places::draw(game, &before, &self.rules.odds[odds], random);
                        places?.starts()
                    });
                    let Some(starts) = placed.next() else {
                        continue;
                    };
                    let begun = starts.map(|play| Begun {
                        start: Some(play.text()),
                        play,
                    });
                    (Vec::new(), begun)
                }
            };
            return Draft {
                opening: Opening {
                    array,
                    odds,
                    moves,
                    games,
                },
                balance: Balance::Of(Box::new(before)),
            };
        }
    }
}

/// The numbers below `count` in an order that follows from a seed.
fn shuffled(count: usize, seed: u64) -> Vec<usize> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(BOOK_STREAM);
    let mut order: Vec<usize> = (0..count).collect();
    order.shuffle(&mut random);
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{Experiment, PlayerPlan};
    use std::path::Path;
    use tradewind_engine::{Color, Play};

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

    /// Pairs begin with as many random moves as their turn says.
    #[test]
    fn ways_to_begin_take_turns() {
        let experiment = experiment("", "further = [{ plies = 0 }, { plies = 3 }]");
        let lengths: Vec<usize> = (drawn(&experiment).iter())
            .map(|one| one.moves.len())
            .collect();
        let wanted: Vec<usize> = (0..12)
            .map(|number| [6, 0, 3][experiment.opening_of(number)])
            .collect();
        assert_eq!(lengths, wanted);
        assert!([0, 3, 6].iter().all(|one| wanted.contains(one)));
    }

    #[test]
    fn without_odds_both_games_are_the_same() {
        for opening in drawn(&experiment("", "max_imbalance_cp = 60")) {
            let [one, other] = &opening.games;
            assert_eq!((one.play.text(), opening.odds), (other.play.text(), None));
            assert_eq!((&one.start, opening.moves.len()), (&None, 6));
        }
    }

    /// Each opening of a book is played once before one comes again, with random moves behind it; both games of a pair begin so.
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
                    (one.play.text(), &one.start),
                    (other.play.text(), &other.start)
                );
                assert_eq!(one.start.is_some(), opening.moves[0] == "a2a4");
            }
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

    /// Games begin with a part of the pieces, calm and even: without odds they come there by moves that are legal, with
    /// odds there is a piece more on either side.
    #[test]
    fn games_begin_with_a_part_of_the_pieces() {
        let course = "max_imbalance_cp = 100\nleft = 0.5";
        let level = experiment("", course);
        let odds = experiment("odds = [\"+N : +B\", \"+P :\"]", course);
        let game = &level.rules[0].game;
        for opening in drawn(&level) {
            let mut play = game.start(0).expect("an array");
            for text in &opening.moves {
                play.play_unchecked(play.find(text).expect("a legal move"));
            }
            let [one, other] = &opening.games;
            assert_eq!((one.play.text(), &one.start), (play.text(), &None));
            assert_eq!(one.play.text(), other.play.text());
            assert!(one.play.occupied().len() <= 16);
            let mut judge = judge(&level);
            judge.begin_game(level.seed);
            assert!(judge.worth(&one.play).abs() <= 130);
        }
        for (number, opening) in drawn(&odds).iter().enumerate() {
            assert!(opening.moves.is_empty());
            let count = |play: &Play, wanted: (Color, &str)| {
                let piece = game.spec().find(wanted.1).expect("a piece");
                let own = play.occupied().into_iter().filter_map(|at| play.at(at));
                own.filter(|one| *one == (wanted.0, piece)).count()
            };
            let [first, second] = opening.games.clone().map(|begun| begun.play);
            let more = |side, text| {
                count(&first, (side, text)) as i32 - count(&second, (side, text)) as i32
            };
            let found = [Color::White, Color::Black]
                .map(|side| ["N", "B", "P"].map(|text| more(side, text)));
            let wanted = [[[1, -1, 0], [-1, 1, 0]], [[0, 0, 1], [0, 0, -1]]];
            assert_eq!(found, wanted[number % 2]);
            let text = opening.games[0].start.as_ref().expect("a start");
            assert_eq!(game.parse(text).expect("a position").text(), first.text());
        }
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
                    play.play_unchecked(play.find(text).expect("a legal move"));
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
