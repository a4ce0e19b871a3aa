//! Properties of every rule file that is accepted.

use super::random_rules::{Kind, rule_file};
use super::slow_moves;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::HashSet;
use std::path::PathBuf;
use tempfile::TempDir;
use tradewind_engine::board::Square;
use tradewind_engine::evaluation::Weights;
use tradewind_engine::rules::{BareRule, Power, RoyalRule};
use tradewind_engine::search::{Limits, Searcher};
use tradewind_engine::{CheckError, Color, Game, Move, Rules, check};

/// The number of rule files of each kind; more with `TRADEWIND_LONG`.
fn count() -> u64 {
    match std::env::var_os("TRADEWIND_LONG") {
        None => 400,
        Some(_) => 20_000,
    }
}

/// A rule file on disk, and its text for messages.
struct Case {
    _folder: TempDir,
    path: PathBuf,
    text: String,
    seed: u64,
}

impl Case {
    fn new(kind: Kind, seed: u64) -> Case {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("random.toml");
        let text = rule_file(kind, &mut ChaCha8Rng::seed_from_u64(seed));
        std::fs::write(&path, &text).expect("a file");
        Case {
            _folder: folder,
            path,
            text,
            seed,
        }
    }

    /// The game with some end of the rule `royal`; `None` when the rule file is refused.
    fn game(&self) -> Option<Rules> {
        match check(&self.path.display().to_string()) {
            Ok(spec) => Some(Rules::new(spec)),
            Err(CheckError::Rules(_) | CheckError::Start { .. }) => None,
        }
    }

    /// The same rules without check: royals are captured.
    fn without_check(&self) -> Rules {
        let other = self.path.with_file_name("other.toml");
        let text = self
            .text
            .replace("royal = \"check\"", "royal = \"capture\"")
            // These do not excuse a royal that is left attacked.
            .replace("bare = \"loses-unless-rebared\"", "bare = \"nothing\"")
            .replace("bare = \"both-draw\"", "bare = \"nothing\"")
            .replace("captures = \"compulsory\"", "captures = \"optional\"")
            .replace("drops = \"compulsory\"", "drops = \"optional\"");
        let is_kept = |line: &&str| {
            !["extinct = ", "facing = "]
                .iter()
                .any(|key| line.starts_with(key))
        };
        let lines = text.lines().filter(is_kept);
        let text = lines.collect::<Vec<_>>().join("\n");
        std::fs::write(&other, text).expect("a file");
        Rules::load(&other.display().to_string(), &[]).unwrap_or_else(|fault| panic!("{fault}"))
    }

    fn parse(&self, rules: &Rules, text: &str) -> Game {
        match rules.parse(text) {
            Ok(game) => game,
            Err(fault) => self.fail(&format!("{text}: {fault}")),
        }
    }

    #[track_caller]
    fn fail(&self, what: &str) -> ! {
        panic!("{what}\nseed {}:\n{}", self.seed, self.text);
    }
}

/// Calls `look` with positions of random games by random rules, and with the random generator.
fn visit(kind: Kind, mut look: impl FnMut(&Case, &Rules, &Game, &mut ChaCha8Rng)) {
    let mut played = 0;
    for seed in 0..count() {
        let case = Case::new(kind, seed);
        let Some(rules) = case.game() else {
            continue;
        };
        played += 1;
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        for &array in &rules.spec().array_numbers() {
            let mut game = rules.start(array).expect("the array is there");
            for _ in 0..40 {
                look(&case, &rules, &game, &mut random);
                let Some(&one) = game.legal_moves().choose(&mut random) else {
                    break;
                };
                game.play_unchecked(one);
            }
        }
    }
    assert!(played * 4 > count(), "only {played} rule files are right");
}

fn texts(game: &Game) -> HashSet<String> {
    let moves = game.legal_moves().iter();
    moves.map(|&one| game.move_text(one)).collect()
}

#[test]
fn moves_and_positions_have_one_text_each() {
    visit(Kind::Powers, |case, rules, game, _| {
        let text = game.text();
        let moves = game.legal_moves();
        let distinct: HashSet<&Move> = moves.iter().collect();
        let texts = texts(game);
        if distinct.len() < moves.len() || texts.len() < moves.len() {
            let mut all: Vec<String> = moves.iter().map(|&one| game.move_text(one)).collect();
            all.sort();
            case.fail(&format!("{text}: a move twice: {all:?}"));
        }
        let fresh = case.parse(rules, &text);
        if fresh.text() != text || fresh.key() != game.key() {
            case.fail(&format!("{text} reads as {}", fresh.text()));
        }
        let replay = rules.replay_from(&text).expect("it was parsed");
        for &one in moves {
            let said = game.move_text(one);
            if replay.read(&said) != Ok(one) {
                case.fail(&format!(
                    "{text}: {said} is read otherwise: {:?}",
                    replay.read(&said)
                ));
            }
            let mut next = game.clone();
            next.play_unchecked(one);
            if !next.is_consistent() {
                case.fail(&format!("{text}: not consistent after {said}"));
            }
        }
    });
}

#[test]
fn moves_are_counted_as_they_are_listed() {
    visit(Kind::Powers, |case, rules, game, random| {
        if !random.random_bool(0.2) {
            return;
        }
        let fresh = case.parse(rules, &game.text());
        let counted: u64 = (fresh.divide(1).into_iter())
            .map(|(one, _)| {
                let mut next = fresh.clone();
                next.play_unchecked(one);
                // Draws by repetition, move count and material are ignored here.
                case.parse(rules, &next.text()).divide(1).len() as u64
            })
            .sum();
        let bulk = fresh.perft(2);
        let listed = fresh.divide(1).len();
        let is_listed = fresh.over().is_some() || fresh.legal_moves().len() == listed;
        if fresh.perft(1) != listed as u64 || bulk != counted || !is_listed {
            case.fail(&format!(
                "{}: perft 2 is {bulk}, counted {counted}",
                game.text()
            ));
        }
    });
}

/// A move is legal where royals may not be left attacked if no answer to it, by the same rules
/// without check, would take the royal.
#[test]
fn no_legal_move_leaves_a_royal_to_be_taken() {
    let mut without_check: Option<(u64, Rules)> = None;
    let mut looked = 0;
    visit(Kind::Powers, |case, rules, game, random| {
        let end = &rules.spec().end;
        if end.royal != RoyalRule::Check || game.over().is_some() || !random.random_bool(0.3) {
            return;
        }
        if without_check
            .as_ref()
            .is_none_or(|(seed, _)| *seed != case.seed)
        {
            without_check = Some((case.seed, case.without_check()));
        }
        let (_, free) = without_check.as_ref().expect("it was just made");
        let text = game.text();
        let fresh = case.parse(rules, &text);
        let open = case.parse(free, &text);
        let castles = |text: &String| text.starts_with(&king_square(rules, &fresh));
        let legal: HashSet<String> = texts(&fresh)
            .into_iter()
            .filter(|one| !castles(one))
            .collect();
        let us = fresh.side();
        let number = |game: &Game, side| {
            let owned = |square: &&_| game.at(**square).is_some_and(|(owner, _)| owner == side);
            game.occupied().iter().filter(owned).count()
        };
        let is_legal = |one: Move| {
            let mut next = open.clone();
            next.play_unchecked(one);
            let shielded = next.occupied().iter().any(|&square| {
                next.at(square).is_some_and(|(owner, piece)| {
                    let powers = &rules.spec().piece(piece).powers;
                    owner == us
                        && powers
                            .iter()
                            .any(|power| matches!(power, Power::Regent { .. }))
                })
            });
            let royal = |of: &Game| {
                of.occupied().iter().any(|&square| {
                    of.at(square).is_some_and(|(owner, piece)| {
                        owner == us && rules.spec().piece(piece).royal
                    })
                })
            };
            let is_bare = number(&next, us.other()) <= 1 && next.hand(us.other()).is_empty();
            let bares = end.bare == BareRule::Loses && is_bare;
            let next = case.parse(free, &next.text());
            let taken = next.legal_moves().iter().any(|&answer| {
                let mut after = next.clone();
                after.play_unchecked(answer);
                !royal(&after)
            });
            let faces = end.no_facing && have_open_line(rules, &next);
            royal(&next) && (bares || shielded || !(taken || faces))
        };
        // Captures and drops are compulsory if one is legal with check.
        let takes = |one: &Move| {
            let mut next = open.clone();
            next.play_unchecked(*one);
            let text = open.move_text(*one);
            // A royal that is converted leaves the board too.
            let converts = text.contains('~') && !text.contains('x');
            number(&next, us.other()) < number(&open, us.other())
                && number(&next, us) <= number(&open, us)
                && !converts
        };
        let mut allowed: Vec<Move> = open.legal_moves().to_vec();
        allowed.retain(|&one| is_legal(one));
        let must_drop = rules
            .spec()
            .hand
            .as_ref()
            .is_some_and(|hand| hand.must_drop);
        let is_compulsory = |one: &Move| {
            (rules.spec().must_capture && takes(one)) || (must_drop && one.dropped().is_some())
        };
        if allowed.iter().any(is_compulsory) {
            allowed.retain(is_compulsory);
        }
        let wanted: HashSet<String> = (allowed.iter())
            .map(|&one| open.move_text(one))
            .filter(|one| !castles(one))
            .collect();
        looked += 1;
        if legal != wanted {
            let missing: Vec<&String> = wanted.difference(&legal).collect();
            let extra: Vec<&String> = legal.difference(&wanted).collect();
            case.fail(&format!("{text}\nmissing {missing:?}\nextra {extra:?}"));
        }
    });
    assert!(looked > 1_000, "{looked}");
}

/// Whether royals of both sides stand on a rank or file with nothing between them.
fn have_open_line(rules: &Rules, game: &Game) -> bool {
    let board = rules.geometry();
    let occupied = game.occupied();
    let royals_of = |side| {
        let is_royal = move |square: &&Square| {
            let found = game.at(**square);
            found.is_some_and(|(owner, piece)| owner == side && rules.spec().piece(piece).royal)
        };
        occupied.iter().filter(is_royal)
    };
    let place = |square| (board.file(square), board.rank(square));
    royals_of(Color::White).any(|&white| {
        royals_of(Color::Black).any(|&black| {
            let (from, to) = (place(white), place(black));
            let is_between = |&square: &Square| {
                let (file, rank) = place(square);
                let within =
                    |at: i32, one: i32, other: i32| at > one.min(other) && at < one.max(other);
                (from.0 == to.0 && file == from.0 && within(rank, from.1, to.1))
                    || (from.1 == to.1 && rank == from.1 && within(file, from.0, to.0))
            };
            let holes: Vec<Square> = board.holes().collect();
            let mut standing = occupied.iter().chain(&holes);
            (from.0 == to.0 || from.1 == to.1) && !standing.any(is_between)
        })
    })
}

/// The moves of pieces in Betza notation alone, by a slow generator that reads the notation for
/// itself.
#[test]
fn plain_moves_are_those_of_the_slow_generator() {
    visit(Kind::Plain, |case, rules, game, random| {
        if game.over().is_some() || !random.random_bool(0.3) {
            return;
        }
        let text = game.text();
        let castles = king_square(rules, game);
        // Castling and capturing in passing are left out.
        let ours: HashSet<String> = (texts(&case.parse(rules, &text)).into_iter())
            .filter(|one| !one.contains('x') && !one.starts_with(&castles))
            .map(|one| without_promotion(&one))
            .collect();
        let mut wanted = slow_moves::legal(rules, game);
        wanted.retain(|one| !one.starts_with(&castles));
        if ours != wanted {
            let missing: Vec<&String> = wanted.difference(&ours).collect();
            let extra: Vec<&String> = ours.difference(&wanted).collect();
            case.fail(&format!("{text}\nmissing {missing:?}\nextra {extra:?}"));
        }
    });
}

fn without_promotion(text: &str) -> String {
    let (one, wall) = match text.split_once('*') {
        Some((one, wall)) => (one, format!("*{wall}")),
        None => (text, String::new()),
    };
    one.split('=').next().unwrap_or_default().to_string() + &wall
}

/// The square of the side to move's royal that castles: that depends on attacks on its way, too.
fn king_square(rules: &Rules, game: &Game) -> String {
    let squares = game.occupied();
    let castles = |piece| {
        let mut powers = rules.spec().piece(piece).powers.iter();
        powers.any(|power| matches!(power, Power::Castle { .. }))
    };
    let royal = squares.iter().find(|&&square| {
        (game.at(square)).is_some_and(|(owner, piece)| owner == game.side() && castles(piece))
    });
    match royal {
        Some(&square) => rules.geometry().name(square).to_string(),
        None => "-".to_string(),
    }
}

#[test]
fn searched_moves_are_legal_and_random_games_end() {
    for seed in 0..count() / 2 {
        let case = Case::new(Kind::Powers, seed);
        let Some(rules) = case.game() else {
            continue;
        };
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let array = rules.spec().array_numbers()[0];
        let mut game = rules.start(array).expect("the array is there");
        let mut searcher = Searcher::new(&rules, &Weights::of(rules.spec()), 1.0);
        for ply in 0.. {
            let Some(&one) = game.legal_moves().choose(&mut random) else {
                break;
            };
            if ply % 20 == 0 {
                let limits = Limits {
                    nodes: Some(60),
                    ..Limits::default()
                };
                let found = searcher.search(&game, &limits, |_| {});
                let best = found.best_move();
                if !best.is_some_and(|best| game.legal_moves().contains(&best)) {
                    case.fail(&format!("{}: {best:?}", game.text()));
                }
            }
            game.play_unchecked(one);
            // Pawns that go back and forth and pieces that are dropped again can go on for ever.
            // Else captures are few, and 60 plies without one end the game.
            let drops = rules.spec().hand.is_some();
            if ply > 20_000 && rules.spec().pieces.iter().all(|piece| !piece.pawn) {
                case.fail("the game does not end");
            }
            if ply > if drops { 400 } else { 20_000 } {
                break;
            }
        }
        if game.legal_moves().is_empty() && game.over().is_none() {
            case.fail("the game is neither over nor can it go on");
        }
    }
}
