//! The effects of moves: powers used, pieces captured. Small positions with known answers, and random
//! games of every rule set, in which the reported captures must be the pieces that disappear.

use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;
use tradewind_engine::rules::built_in;
use tradewind_engine::{Color, MoveEffects, Replay, Rules};

fn effects(rules: &str, position: &str, text: &str) -> (Rules, MoveEffects) {
    let rules = Rules::load(rules, &[]).expect("a rule set");
    let game = rules
        .parse(position)
        .unwrap_or_else(|fault| panic!("{fault}"));
    assert!(
        game.find(text).is_some(),
        "{text} is not legal in {position}"
    );
    let replay = rules.replay_from(position).expect("it was read before");
    let one = replay.read(text).unwrap_or_else(|fault| panic!("{fault}"));
    let effects = replay.effects(one);
    (rules, effects)
}

/// The names of the powers used and the texts of the pieces captured.
fn told(rules: &str, position: &str, text: &str) -> (Vec<&'static str>, Vec<String>) {
    let (game, effects) = effects(rules, position, text);
    let uses = effects.uses.iter().map(|one| one.name()).collect();
    let captured = effects.captured.iter();
    let captured = captured.map(|&piece| game.spec().piece(piece).text.clone());
    (uses, captured.collect())
}

#[test]
fn powers_are_recognised() {
    // A Dervish on g5 lends its neighbour on h5 the leap to f5; the step to h6 is the Pawn's own.
    let dervish = "k,8,p/10/10/10/10/6,De,P,2/10/10/10/9,K w - 0";
    let genie = "k,8,p/10/10/10/4,p,5/4,Ge,5/10/10/10/9,K w - 0";
    let zag = "k,8,p/10/10/10/4,p,5/4,Za,5/10/10/10/9,K w - 0";
    let passed = "4,k,3/8/8/3,P,p,3/8/8/8/4,K,3 w ep=e6 0";
    let advancer = "10/1,k,8/10/10/1,A,2,p,5/10/10/10/8,K,1/10 w - 0";
    let withdrawer = "10/1,k,8/10/10/3,p,W,5/10/10/10/8,K,1/10 w - 0";
    let leaper = "10/1,k,8/10/10/1,L,p,1,p,5/10/10/10/8,K,1/10 w - 0";
    let swapper = "10/1,k,8/10/10/1,S,2,p,5/10/10/10/8,K,1/10 w - 0";
    let beside = "10/1,k,8/10/10/1,S,p,7/10/10/10/8,K,1/10 w - 0";
    let chameleon = "10/1,k,8/10/10/1,C,2,a,5/10/10/10/8,K,1/10 w - 0";
    let pawn = "10/1,k,8/10/10/1,P,P,1,p,5/10/10/10/8,K,1/10 w - 0";
    let castling = "4,k,3/8/8/8/8/8/8/4,K,2,R w castle=K 0";
    for (rules, position, text, uses, captured) in [
        ("scirocco-2009", dervish, "h5f5", vec!["relay"], vec![]),
        ("scirocco-2009", dervish, "h5h6", vec![], vec![]),
        ("scirocco-2009", dervish, "g5e5", vec![], vec![]),
        ("scirocco-2009", genie, "e5e5xe6", vec!["igui"], vec!["P"]),
        ("scirocco-2009", genie, "e5e6", vec![], vec!["P"]),
        ("scirocco-2009", zag, "e5e7xe6", vec!["hop"], vec!["P"]),
        ("chess", passed, "d5e6xe5", vec!["en passant"], vec!["P"]),
        ("chess", castling, "e1g1", vec!["castle"], vec![]),
        ("rococo", advancer, "a5c5xd5", vec!["approach"], vec!["P"]),
        (
            "rococo",
            withdrawer,
            "d5e5xc5",
            vec!["withdrawal"],
            vec!["P"],
        ),
        (
            "rococo",
            leaper,
            "a5e5xb5xd5",
            vec!["long-leap"],
            vec!["P", "P"],
        ),
        ("rococo", swapper, "a5d5<>", vec!["swap"], vec![]),
        (
            "rococo",
            beside,
            "a5a5xa5xb5",
            vec!["mutual-destruction"],
            vec!["P"],
        ),
        ("rococo", chameleon, "a5c5xd5", vec!["chameleon"], vec!["A"]),
        ("rococo", pawn, "a5c5", vec!["hopper"], vec![]),
    ] {
        let captured: Vec<String> = captured.into_iter().map(str::to_string).collect();
        let found = told(rules, position, text);
        assert_eq!(found, (uses, captured), "{rules} {position} {text}");
    }
}

/// Whether a promotion is declined, and with whose piece a mover changes places.
#[test]
fn choices_are_recognised() {
    // A move that a Dervish lends does not promote; the step ahead is the Pawn's own.
    let near = "k,3,p,5/10/10/6,P,3/10/10/10/10/10/9,K w - 0";
    let relayed = "k,3,p,5/10/5,P,4/5,De,4/10/10/10/10/10/9,K w - 0";
    let forced = "7,k/3,P,4/8/8/8/8/8/4,K,3 w - 0";
    let swapper = "10/1,k,8/10/10/1,S,2,p,5/1,P,8/10/10/8,K,1/10 w - 0";
    for (rules, position, text, declines, swaps_with) in [
        ("scirocco-2009", near, "g7g8", true, None),
        ("scirocco-2009", near, "g7g8=Ta", false, None),
        ("scirocco-2009", near, "j1j2", false, None),
        ("scirocco-2009", relayed, "f8f9", true, None),
        ("scirocco-2009", relayed, "f8e7", false, None),
        ("chess", forced, "d7d8=Q", false, None),
        ("rococo", swapper, "a5a4<>", false, Some(Color::White)),
        ("rococo", swapper, "a5d5<>", false, Some(Color::Black)),
    ] {
        let (game, effects) = effects(rules, position, text);
        let replay = game.replay_from(position).expect("it was read before");
        let one = replay.read(text).unwrap_or_else(|fault| panic!("{fault}"));
        let found = (replay.declines(one), effects.swaps_with);
        assert_eq!(found, (declines, swaps_with), "{rules} {position} {text}");
    }
}

/// Random games of each rule set use its powers and no others, and the reported captures are the
/// pieces that disappear.
#[test]
fn effects_are_what_happens() {
    for id in built_in() {
        let rules = Rules::load(&id, &[]).expect("a rule set");
        let mut random = ChaCha8Rng::seed_from_u64(7);
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        for _ in 0..200 {
            let arrays = rules.spec().array_numbers();
            let array = *arrays.choose(&mut random).expect("arrays");
            let (mut game, mut replay) = (
                rules.start(array).expect("an array"),
                rules.replay(array).expect("an array"),
            );
            for _ in 0..500 {
                let Some(&one) = game.legal_moves().choose(&mut random) else {
                    break;
                };
                assert_eq!(replay.read(&game.move_text(one)), Ok(one));
                let effects = replay.effects(one);
                let had_declined = replay.declines(one);
                let enemies = |replay: &Replay, of: Color| {
                    let mut count = 0;
                    replay.for_each_piece(|color, _, _| count += usize::from(color == of));
                    count
                };
                let enemy = game.side().other();
                let before = enemies(&replay, enemy);
                let text = game.move_text(one);
                let promoting = format!("{text}=");
                let declines = (game.legal_moves().iter())
                    .any(|&other| game.move_text(other).starts_with(&promoting));
                game.play_unchecked(one);
                replay.play(one);
                let converted = usize::from(one.converted().is_some());
                let gone = before - enemies(&replay, enemy);
                assert_eq!(
                    effects.captured.len() + converted,
                    gone,
                    "{id}: {effects:?}"
                );
                assert_eq!(effects.becomes, one.promotion());
                assert_eq!(had_declined, declines, "{id}: {text}");
                seen.extend(effects.uses.iter().map(|one| one.name()));
            }
        }
        let expected: &[&str] = match id.as_str() {
            "chess" => &["castle", "en passant"],
            "shatranj" => &[],
            id if id.starts_with("hashishin") => &["hop"],
            id if id.starts_with("scirocco") => &["hop", "igui", "relay"],
            id if id.starts_with("rococo") => &[
                "approach",
                "chameleon",
                "hopper",
                "leave",
                "mutual-destruction",
                "long-leap",
                "swap",
                "withdrawal",
            ],
            "typhoon" => &[
                "approach",
                "convert",
                "hop",
                "hopper",
                "igui",
                "leave",
                "long-leap",
                "pass",
                "relay",
                "strike",
                "swap",
                "trample",
                "withdrawal",
            ],
            other => panic!("say what powers {other} has"),
        };
        let expected: BTreeSet<&str> = expected.iter().copied().collect();
        assert!(seen.is_subset(&expected), "{id}: {seen:?}");
        // Hops need a promoted piece beside an enemy, which few random games have.
        let missing: Vec<_> = expected.difference(&seen).copied().collect();
        assert!(
            missing.is_empty() || missing == ["hop"],
            "{id}: {missing:?}"
        );
    }
}
