//! Endgames of a few pieces: known numbers of chess, values that follow from those of the next
//! positions, and what the search announces.

use crate::properties::random_rules::{Kind, rule_file};
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tradewind_engine::evaluation::Weights;
use tradewind_engine::rules::RepetitionResult;
use tradewind_engine::search::{Limits, Score, Searcher};
use tradewind_engine::solve::{EndgameValue, SolveError, SolvedEndgame};
use tradewind_engine::{CheckError, Color, Game, Outcome, Rules, check};

const MEMORY: u64 = 1 << 30;

fn load(rules: &str) -> Rules {
    Rules::load(rules, &[]).expect("a built-in rule set")
}

/// A rule set that changes how games end.
fn ending(extends: &str, end: &str) -> Rules {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("ending.toml");
    let text = format!("extends = \"{extends}\"\nname = \"ending\"\n[end]\n{end}\n");
    std::fs::write(&path, text).expect("a file");
    load(&path.display().to_string())
}

fn solve(rules: &Rules, pieces: &str) -> SolvedEndgame {
    SolvedEndgame::find(rules, pieces, MEMORY).unwrap_or_else(|error| panic!("{pieces}: {error}"))
}

/// The counts are those of E. V. Nalimov's tables without the symmetries of the board; the longest
/// wins, in moves of the side that wins, have been known since T. Ströhlein (1970) and K. Thompson
/// (1986).
#[test]
fn endgames_of_chess_have_the_known_numbers() {
    let chess = load("chess");
    for (pieces, positions, wins, longest) in [
        ("K Q v K", [144_508, 223_944], [144_508, 200_896], [10, 10]),
        ("K R v K", [175_168, 223_944], [175_168, 201_700], [16, 16]),
        ("K P v K", [163_328, 168_024], [124_960, 97_604], [28, 28]),
    ] {
        let summaries = solve(&chess, pieces).summaries();
        for (side, summary) in summaries.iter().enumerate() {
            assert_eq!(summary.positions, positions[side], "{pieces}");
            assert_eq!(summary.wins, [wins[side], 0], "{pieces}");
            assert_eq!(summary.draws, positions[side] - wins[side], "{pieces}");
            let plies = summary.longest[0].as_ref().map(|(plies, _)| *plies);
            let moves = plies.map(|plies| plies.div_ceil(2));
            assert_eq!(moves, Some(longest[side]), "{pieces}");
        }
    }
    let [white, black] = solve(&chess, "K B v K").summaries();
    assert_eq!([white.wins, black.wins], [[0, 0]; 2]);
}

#[test]
#[ignore = "half a minute and 2 GB; TRADEWIND_LONG runs it by --include-ignored"]
fn four_pieces_of_chess_have_the_known_longest_wins() {
    let chess = load("chess");
    for (pieces, longest) in [("K B N v K", 33), ("K B B v K", 19), ("K Q v K R", 35)] {
        let solution = SolvedEndgame::find(&chess, pieces, 4 * MEMORY).expect("enough memory");
        let [white, _] = solution.summaries();
        let plies = white.longest[0].as_ref().map(|(plies, _)| *plies);
        assert_eq!(plies, Some(2 * longest - 1), "{pieces}");
    }
}

/// A position of some pieces on random squares; `None` if the game is over in it, or it cannot be.
fn random_position(rules: &Rules, pieces: &str, random: &mut ChaCha8Rng) -> Option<Game> {
    let board = rules.geometry();
    let (white, black) = pieces.split_once(" v ").expect("both sides");
    let names = white.split(' ').map(str::to_string);
    let names = names.chain(black.split(' ').map(str::to_lowercase));
    let mut squares: Vec<_> = board.all().collect();
    squares.shuffle(random);
    let on: Vec<_> = squares.into_iter().zip(names).collect();
    let ranks = (0..board.ranks()).rev().map(|rank| {
        let files = (0..board.files()).map(|file| {
            let square = board.at(file, rank);
            let found = on.iter().find(|(at, _)| Some(*at) == square);
            found.map_or("1", |(_, name)| name)
        });
        let files: Vec<&str> = files.collect();
        let runs = files.chunk_by(|one, next| *one == "1" && *next == "1");
        let tokens = runs.map(|run| match run {
            ["1", ..] => run.len().to_string(),
            run => run[0].to_string(),
        });
        tokens.collect::<Vec<_>>().join(",")
    });
    let ranks: Vec<String> = ranks.collect();
    let side = ["w", "b"].choose(random).expect("a side");
    let game = rules
        .parse(&format!("{} {side} - 0", ranks.join("/")))
        .ok()?;
    game.over().is_none().then_some(game)
}

/// The value of a position by the values of its successors.
fn by_its_moves(solution: &SolvedEndgame, game: &Game) -> EndgameValue {
    let (mut win, mut draw, mut loss): (Option<u16>, bool, u16) = (None, false, 0);
    for &one in game.legal_moves() {
        let mut next = game.clone();
        next.play_unchecked(one);
        let value = match next.outcome() {
            Some((Outcome::Draw, _)) => EndgameValue::Draw,
            Some((Outcome::Win(winner), _)) if winner == next.side() => EndgameValue::Win(0),
            Some(_) => EndgameValue::Loss(0),
            None => solution.value(&next).expect("a position that was found"),
        };
        match value {
            EndgameValue::Loss(plies) => {
                win = Some(win.map_or(plies + 1, |most| most.min(plies + 1)))
            }
            EndgameValue::Draw => draw = true,
            EndgameValue::Win(plies) => loss = loss.max(plies + 1),
        }
    }
    match (win, draw) {
        (Some(plies), _) => EndgameValue::Win(plies),
        (None, true) => EndgameValue::Draw,
        (None, false) => EndgameValue::Loss(loss),
    }
}

/// The number of decided positions among random ones, all of which are checked.
fn check_values(rules: &Rules, pieces: &str, positions: u32, seed: u64) -> u32 {
    let solution = solve(rules, pieces);
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut decided = 0;
    for _ in 0..positions {
        let Some(game) = random_position(rules, pieces, &mut random) else {
            continue;
        };
        let value = solution.value(&game).expect("one of these positions");
        assert_eq!(value, by_its_moves(&solution, &game), "{}", game.text());
        decided += u32::from(value != EndgameValue::Draw);
    }
    decided
}

/// If this holds in every position, all values are right: each win is followed by a shorter one, down
/// to the end of the game, and a wrong draw would be next to a known win.
#[test]
fn values_follow_from_those_of_the_next_positions() {
    let typhoon = ending("typhoon", "bare = \"nothing\"");
    let scirocco = ending("scirocco-2009", "bare = \"nothing\"");
    let [chess, rococo] = ["chess", "rococo"].map(load);
    for (rules, pieces) in [
        (&chess, "K P v K"),
        (&rococo, "K L v K"),
        (&rococo, "K S v K"),
        (&typhoon, "K v EP"),
        (&typhoon, "TP v K"),
        (&scirocco, "K v K P"),
    ] {
        let decided = check_values(rules, pieces, 2000, 1);
        assert!(decided > 100, "{pieces}: {decided}");
    }
}

/// More of them with `TRADEWIND_LONG`.
#[test]
fn the_same_holds_under_random_rules() {
    let is_long = std::env::var_os("TRADEWIND_LONG").is_some();
    let (seeds, wanted) = if is_long { (4000, 300) } else { (500, 30) };
    let mut decided = 0;
    for seed in 0..seeds {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("random.toml");
        std::fs::write(&path, rule_file(Kind::Powers, &mut random)).expect("a file");
        let spec = match check(&path.display().to_string()) {
            // Games with pieces in hand, holes or pieces that are not traded are not solved.
            Ok(spec)
                if spec.hand.is_none()
                    && spec.holes.is_empty()
                    && spec.no_trade.is_none()
                    && spec.frozen.is_none()
                    && spec.files.len() * usize::from(spec.ranks) <= 42 =>
            {
                spec
            }
            Ok(_) | Err(CheckError::Rules(_) | CheckError::Start { .. }) => continue,
        };
        let rules = Rules::new(spec);
        let names: Vec<&str> = rules
            .spec()
            .pieces
            .iter()
            .map(|one| one.text.as_str())
            .collect();
        let one = names[random.random_range(1..names.len())];
        let king = names[0];
        let pieces = format!("{king} {one} v {king}");
        match SolvedEndgame::find(&rules, &pieces, MEMORY) {
            Err(SolveError::Royals(_)) => continue,
            Err(error) => panic!("{seed}: {error}"),
            Ok(_) => decided += check_values(&rules, &pieces, 300, seed),
        }
    }
    assert!(decided > wanted, "{decided}");
}

#[test]
fn wins_and_losses_that_the_search_announces_are_true() {
    let captured = ending("chess", "royal = \"capture\"");
    let chess = load("chess");
    for (rules, pieces) in [
        (&chess, "K Q v K"),
        (&chess, "K R v K"),
        (&captured, "K R v K"),
    ] {
        let repetition = rules.spec().end.repetition.map(|rule| rule.result);
        assert_eq!(repetition, Some(RepetitionResult::Draw), "{pieces}");
        let solution = solve(rules, pieces);
        let mut searcher = Searcher::new(rules, &Weights::starting(rules.spec()), 1.0);
        let mut random = ChaCha8Rng::seed_from_u64(3);
        let limits = Limits {
            nodes: Some(10_000),
            ..Limits::default()
        };
        let mut announced = 0;
        for _ in 0..200 {
            let Some(game) = random_position(rules, pieces, &mut random) else {
                continue;
            };
            let value = solution.value(&game);
            searcher.clear();
            let score = searcher.search(&game, &limits, |_| {}).score;
            let holds = match (score, value) {
                (Score::Wins(most), Some(EndgameValue::Win(plies))) => u32::from(plies) <= most,
                (Score::Loses(most), Some(EndgameValue::Loss(plies))) => u32::from(plies) <= most,
                (Score::Wins(_) | Score::Loses(_), _) => false,
                _ => continue,
            };
            assert!(holds, "{score:?}, {value:?} in {}", game.text());
            announced += 1;
        }
        assert!(announced > 2, "{pieces}: {announced}");
    }
}

#[test]
fn what_cannot_be_solved_is_refused() {
    let chess = load("chess");
    let refused = |pieces: &str, bytes| {
        let refused = SolvedEndgame::find(&chess, pieces, bytes).expect_err("refused");
        refused.to_string()
    };
    assert!(refused("K Q K", MEMORY).contains("such as `K Q v K`; the pieces are P N B R Q K"));
    assert!(refused("K X v K", MEMORY).contains("no piece `X`; the pieces are P N B R Q K"));
    assert!(refused("Q v K", MEMORY).contains("White has 0 royal pieces"));
    assert!(refused("K K v K", MEMORY).contains("a side has one"));
    assert!(refused("K Q R R v K Q R", MEMORY).contains("6 pieces are the most"));
    assert!(refused("K Q R R v K Q", MEMORY).contains("too many positions"));
    assert!(refused("K Q v K", 1 << 20).contains("MB of memory are needed"));
    let three_check = ending("chess", "bare = \"nothing\"\nchecks = 3");
    let counted = SolvedEndgame::find(&three_check, "K Q v K", MEMORY).expect_err("refused");
    assert!(counted.to_string().contains("count checks"));
    let solution = solve(&chess, "K Q v K");
    let start = chess.start(0).expect("the array");
    assert_eq!(solution.value(&start), None);
    assert_eq!(solution.summaries()[0].side, Color::White);
}
