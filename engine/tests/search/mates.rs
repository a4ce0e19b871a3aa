//! Seeded random chess positions: the search finds every forced mate within three plies, and
//! claims none that is not there.

use super::board::{board, load};
use super::solver::{ENOUGH, Known, nodes, searcher, solve, to_depth};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tradewind_engine::Game;
use tradewind_engine::search::Score;

/// The maximum length of the forced mates, in plies.
const PLIES: u32 = 3;

/// A lone king with a pawn or two, hunted by several pieces.
fn hunt(random: &mut ChaCha8Rng) -> Option<Game> {
    const HUNTERS: [&str; 8] = ["K", "Q", "R", "R", "N", "B", "P", "N"];
    const HUNTED: [&str; 5] = ["k", "p", "p", "n", "r"];
    let mut squares = [""; 64];
    let hunters = random.random_range(4..=HUNTERS.len());
    let hunted = random.random_range(2..=HUNTED.len());
    for piece in HUNTERS[..hunters].iter().chain(&HUNTED[..hunted]) {
        let pawn = piece.eq_ignore_ascii_case("p");
        let at = loop {
            // The hunted king stands on the edge.
            let at = match *piece {
                "k" => random.random_range(0..8),
                _ if pawn => random.random_range(8..56),
                _ => random.random_range(0..64),
            };
            if squares[at].is_empty() {
                break at;
            }
        };
        squares[at] = piece;
    }
    let tokens: Vec<String> = (squares.iter())
        .map(|piece| if piece.is_empty() { "." } else { piece }.to_string())
        .collect();
    let side = if random.random_bool(0.7) { "w" } else { "b" };
    let text = format!(
        "{} {side} - 0",
        crate::properties::random_games::board_text(&tokens, 8)
    );
    let game = load("chess").parse(&text).ok()?;
    (game.over().is_none()).then_some(game)
}

#[test]
fn forced_mates_within_three_plies() {
    let mut random = ChaCha8Rng::seed_from_u64(11);
    let rules = load("chess");
    let mut wrong = Vec::new();
    let (mut looked, mut wins, mut losses) = (0, 0, 0);
    while looked < 40 {
        let Some(game) = hunt(&mut random) else {
            continue;
        };
        looked += 1;
        let known = solve(&game, PLIES);
        let info = searcher(&rules).search(&game, &nodes(ENOUGH), |_| {});
        let agrees = match (known, info.score) {
            (Known::Wins(shortest), Score::Wins(plies)) => plies >= shortest,
            (Known::Loses(plies), score) => score == Score::Loses(plies),
            (Known::Wins(_), _) => false,
            (_, Score::Wins(plies) | Score::Loses(plies)) => plies > PLIES,
            (_, Score::Cp(_)) => true,
        };
        if !agrees {
            wrong.push(format!("{known:?}, {:?}: {}", info.score, game.text()));
        }
        wins += u32::from(matches!(known, Known::Wins(_)));
        losses += u32::from(matches!(known, Known::Loses(_)));
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    assert!(wins >= 8 && losses >= 1, "{wins} wins, {losses} losses");
}

#[test]
fn the_shortest_mate_is_found() {
    let game = board(
        "chess",
        "w",
        "
     8  .  .  k  .  .  .  .  .
     7  B  .  .  .  .  .  .  .
     6  .  .  .  .  .  .  .  Q
     5  .  .  .  p  .  .  .  .
     4  .  R  .  .  .  .  .  .
     3  N  .  .  .  .  .  .  .
     2  P  .  .  .  .  .  .  .
     1  .  .  .  .  .  .  R  K
        a  b  c  d  e  f  g  h
        ",
    );
    assert_eq!(solve(&game, PLIES), Known::Wins(3));
    assert_eq!(to_depth("chess", &game, 6).score, Score::Wins(3));
}

/// With each depth the search may only get nearer to the truth: once a mate is claimed, it stays.
#[test]
fn a_mate_once_found_stays_found() {
    let mut random = ChaCha8Rng::seed_from_u64(12);
    for _ in 0..60 {
        let Some(game) = hunt(&mut random) else {
            continue;
        };
        let mut mate: Option<u32> = None;
        for depth in 1..=5 {
            let score = to_depth("chess", &game, depth).score;
            if let Some(plies) = mate {
                assert!(
                    matches!(score, Score::Wins(now) if now <= plies),
                    "{score:?} at depth {depth} after a win in {plies}: {}",
                    game.text()
                );
            }
            if let Score::Wins(plies) = score {
                mate = Some(plies);
            }
        }
    }
}
