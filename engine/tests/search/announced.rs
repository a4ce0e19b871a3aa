//! Wins and losses that searches announce in games of weak players, in every rule set, against a
//! proof by all replies.

use super::proof::Prover;
use super::solver::{nodes, searcher};
use super::weak_game::WeakGame;
use crate::properties::random_games::load;
use crate::reference::{
    ANTICHESS, ATOMIC, BREAKTHROUGH, CORNERS, EXTINCTION, KING_OF_THE_HILL, KINGS, LIONS,
    RACING_KINGS, ROWS, THREE_CHECK,
};
use tradewind_engine::rules::built_in;
use tradewind_engine::search::Score;

/// The number of announcements to prove per rule set, without and with `TRADEWIND_LONG`.
const PROVEN: [u32; 2] = [20, 200];
/// The maximum number of games.
const GAMES: u64 = 400;
/// The settings of the games.
const GAME: WeakGame = WeakGame {
    random_plies: 12,
    nodes: 40,
    ply_cap: 300,
};
/// Nodes of the searches that announce.
const ANNOUNCER: u64 = 300;
/// The longest win and loss to be proven, in plies.
const LONGEST: u32 = 5;
/// The maximum number of positions of a proof.
const MOST: u32 = 20_000;

#[test]
fn announced_wins_and_losses_are_true() {
    let wanted = PROVEN[usize::from(std::env::var_os("TRADEWIND_LONG").is_some())];
    let others = [
        KING_OF_THE_HILL,
        BREAKTHROUGH,
        CORNERS,
        ANTICHESS,
        EXTINCTION,
        LIONS,
        THREE_CHECK,
        RACING_KINGS,
        ATOMIC,
        ROWS,
        KINGS,
    ];
    for id in built_in().into_iter().chain(others.map(str::to_string)) {
        let rules = load(&id, &[]);
        let array = rules.spec().array_numbers()[0];
        let [mut player, mut announcer, mut prover] = [(); 3].map(|()| searcher(&rules));
        let (mut proven, mut seed) = (0, 0);
        while proven < wanted {
            assert!(seed < GAMES, "{id}: only {proven} were proven");
            let game = rules.start(array).expect("an array");
            let positions = GAME.positions(&mut player, game, seed);
            seed += 1;
            for game in positions {
                announcer.clear();
                let found = announcer.search(&game, &nodes(ANNOUNCER), |_| {});
                let mut proof = Prover {
                    searcher: &mut prover,
                    left: MOST,
                };
                let holds = match found.score {
                    Score::Wins(plies) if plies <= LONGEST => proof.wins(&game, plies),
                    Score::Loses(plies) if plies <= LONGEST => proof.loses(&game, plies),
                    _ => None,
                };
                let (text, score) = (game.text(), found.score);
                assert_ne!(holds, Some(false), "{id}: {score:?} in {text}");
                proven += u32::from(holds.is_some());
            }
        }
    }
}
