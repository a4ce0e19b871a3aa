//! Features of rule files that no built-in game uses: check by pieces of any kind, double steps,
//! castling, promotions and royals of other games.

use std::fs;
use tradewind_engine::evaluation::Weights;
use tradewind_engine::search::{Limits, Searcher};
use tradewind_engine::{Game, Rules, check, notation};

/// The rules in a text that extends chess.
fn chess_with(text: &str) -> Rules {
    rules(&format!("extends = \"chess\"\nname = \"changed\"\n{text}"))
}

fn rules(text: &str) -> Rules {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("rules.toml");
    fs::write(&path, text).expect("a file");
    let spec = check(&path.display().to_string());
    Rules::new(spec.unwrap_or_else(|fault| panic!("{fault}")))
}

fn moves(game: &Game) -> Vec<String> {
    let texts = game.legal_moves().iter().map(|&one| game.move_text(one));
    let mut texts: Vec<String> = texts.collect();
    texts.sort();
    texts
}

/// The moves of a position whose text begins with `start`.
#[track_caller]
fn moves_from(rules: &Rules, position: &str, start: &str) -> Vec<String> {
    let game = rules
        .parse(position)
        .unwrap_or_else(|fault| panic!("{position}: {fault}"));
    let mut texts = moves(&game);
    texts.retain(|text| text.starts_with(start));
    texts
}

/// The position after some moves.
#[track_caller]
fn after(rules: &Rules, position: &str, texts: &[&str]) -> Game {
    let mut game = rules
        .parse(position)
        .unwrap_or_else(|fault| panic!("{position}: {fault}"));
    for text in texts {
        let found = game.find(text);
        game.play_unchecked(
            found.unwrap_or_else(|| panic!("{text} is none of {:?}", moves(&game))),
        );
    }
    game
}

const ALFIL: &str = "[[piece]]\nname = \"Alfil\"\ntext = \"A\"\nmoves = \"A\"\n";

/// The alfil on g6 attacks e8; nothing on f7 can stop it, though bishops and queens go along that
/// line.
#[test]
fn a_check_by_a_leap_is_not_answered_by_standing_in_between() {
    let game = chess_with(ALFIL);
    let position = "4,k,3/8/6,A,n/8/8/8/R,7/4,K,3 b - 0";
    assert_eq!(moves_from(&game, position, "h6"), Vec::<String>::new());
    assert_eq!(
        moves_from(&game, "4,k,3/8/6,B,n/8/8/8/R,7/4,K,3 b - 0", "h6"),
        ["h6f7"]
    );
    // A piece that comes both ways leaps as well.
    let both = "[[piece]]\nname = \"Both\"\ntext = \"A\"\nmoves = \"A B\"\n";
    assert_eq!(
        moves_from(&chess_with(both), position, "h6"),
        Vec::<String>::new()
    );
}

/// A move that bares the other side wins at once, so it may leave the own royal attacked.
#[test]
fn a_baring_capture_wins_whatever_is_attacked() {
    let rules = chess_with("[end]\nbare = \"loses\"\n");
    let game = after(&rules, "4,k,3/8/8/8/8/8/4,r,3/3,Q,K,3 w - 0", &["e1e2"]);
    assert!(game.over().is_some());
    let position = "4,k,3/8/8/1,b,6/8/8/4,r,3/3,Q,K,3 w - 0";
    assert_eq!(moves_from(&rules, position, "e1e2"), Vec::<String>::new());
    // Capturing in passing, too: the last pawn goes, and with it what stood between the kings.
    let riders = chess_with("[[piece]]\ntext = \"K\"\nmoves = \"Q\"\n[end]\nbare = \"loses\"\n");
    for (ranks, found) in [("8/8/8", &["e5d6xd5"][..]), ("8/8/p,7", &[])] {
        let position = format!("8/8/8/k,2,p,P,2,K/8/{ranks} w ep=d6 0");
        assert_eq!(moves_from(&riders, &position, "e5d6"), found);
    }
}

const SLIDING_PAWN: &str = "[[piece]]\ntext = \"P\"\nmoves = \"mW3 cfF\"\n";

/// Only the move by which the rule is named can be answered in passing, whatever else goes two
/// ranks.
#[test]
fn a_double_step_is_the_move_that_the_rule_names() {
    let rules = chess_with(SLIDING_PAWN);
    let place = "4,k,3/8/8/8/2,p,5/3,P,4/8/4,K,3 w - 0";
    assert!(after(&rules, place, &["d3d5"]).text().contains(" b - "));
    let home = "4,k,3/8/8/8/2,p,5/8/3,P,4/4,K,3 w - 0";
    let game = after(&rules, home, &["d2d4"]);
    assert!(game.text().contains(" b ep=d3 "), "{}", game.text());
    assert!(moves(&game).contains(&"c4d3xd4".to_string()));
    // Backwards two ranks.
    let back = "4,k,3/8/3,P,4/8/2,p,5/8/8/4,K,3 w - 0";
    assert!(after(&rules, back, &["d6d4"]).text().contains(" b - "));
    assert!(
        rules
            .parse("4,k,3/8/8/8/2,p,P,4/8/8/4,K,3 b ep=d5 0")
            .is_err()
    );
}

/// A torpedo's pawn steps twice from every rank; a Berolina pawn steps twice diagonally, and its
/// text names the square where it stands.
#[test]
fn double_steps_go_from_several_ranks_and_in_other_directions() {
    let torpedo = chess_with(
        "[[piece]]\ntext = \"P\"\npowers = [{ power = \"double-step\", rank = \"any\" }]\n",
    );
    let far = after(&torpedo, "4,k,3/8/4,p,3/8/8/3,P,4/8/4,K,3 w - 0", &["d3d5"]);
    assert!(far.text().contains(" b - "), "{}", far.text());
    for (position, step, capture) in [
        ("4,k,3/8/8/8/4,p,3/3,P,4/8/4,K,3 w - 0", "d3d5", ""),
        ("4,k,3/8/8/4,p,3/8/3,P,4/8/4,K,3 w - 0", "d3d5", "e5d4xd5"),
        ("4,k,3/8/4,p,3/8/3,P,4/8/8/4,K,3 w - 0", "d4d6", "e6d5xd6"),
    ] {
        let game = after(&torpedo, position, &[step]);
        let passing: Vec<String> = (moves(&game).into_iter())
            .filter(|text| text.contains('x'))
            .collect();
        assert_eq!(passing.concat(), capture, "{}", game.text());
    }

    let berolina = chess_with(
        "[[piece]]\ntext = \"P\"\nmoves = \"mfF cfW\"\n\
         powers = [{ power = \"double-step\", rank = [2, 3], along = \"fF\" }]\n",
    );
    let start = "4,k,3/8/8/8/4,p,3/8/3,P,4/4,K,3 w - 0";
    let game = after(&berolina, start, &["d2f4"]);
    assert!(game.text().contains(" b ep=e3f4 "), "{}", game.text());
    assert!(moves(&game).contains(&"e4e3xf4".to_string()));
    let again = berolina.parse(&game.text()).expect("its own text");
    assert_eq!((again.key(), again.text()), (game.key(), game.text()));
    // The other pawn could have come there as well: the two are not the same position.
    let other = "4,k,3/8/8/8/3,P,p,P,2/8/8/4,K,3 b ep=e3";
    let [one, two] = ["d4", "f4"].map(|pawn| berolina.parse(&format!("{other}{pawn} 1")));
    assert_ne!(
        one.expect("a position").key(),
        two.expect("a position").key()
    );
}

#[test]
fn a_piece_that_promotes_by_its_double_step_is_captured_in_passing() {
    let rules = rules(
        "extends = \"chess\"\nname = \"short\"\nboard = { files = \"abcd\", ranks = 5 }\n\
         [promotion]\nzone = 2\n[[piece]]\ntext = \"P\"\npromotes = \"Q\"\n\
         [[piece]]\ntext = \"K\"\npowers = []\n\
         [[array]]\nrows = [\"P P P P\", \"R - K R\"]\nblack = \"mirrored\"\n",
    );
    let game = after(&rules, "k,3/1,p,2/4/P,3/3,K w - 0", &["a2a4=Q"]);
    assert!(game.text().contains(" b ep=a3 "), "{}", game.text());
    let again = rules.parse(&game.text()).expect("its own text");
    assert_eq!(moves(&again), moves(&game));
    let next = after(&rules, &game.text(), &["b4a3xa4"]);
    assert!(!next.text().contains('Q'), "{}", next.text());
}

/// Squares are numbered beyond 127 here.
#[test]
fn double_steps_on_a_large_board() {
    let rules = rules(
        "name = \"large\"\nboard = { files = \"abcdefghijkl\", ranks = 16 }\n\
         [promotion]\nzone = 1\nwhen = \"end\"\nchoice = \"compulsory\"\n\
         [[piece]]\nname = \"Pawn\"\ntext = \"P\"\nmoves = \"mfW cfF\"\npawn = true\n\
         powers = [{ power = \"double-step\", rank = [2, 12] }]\npromotes = \"R\"\n\
         [[piece]]\nname = \"Rook\"\ntext = \"R\"\nmoves = \"R\"\n\
         [[piece]]\nname = \"King\"\ntext = \"K\"\nmoves = \"K\"\nroyal = true\n\
         [[array]]\nrows = [\"P P P P P P P P P P P P\", \"R - - - - K - - - - - R\"]\nblack = \"mirrored\"\n\
         [end]\nroyal = \"check\"\nbare = \"nothing\"\nstalemate = \"draw\"\n",
    );
    let start = "5,k,6/12/4,p,7/12/3,P,8/12/12/12/12/12/12/12/12/12/12/5,K,6 w - 0";
    let game = after(&rules, start, &["d12d14"]);
    assert!(game.text().contains(" b ep=d13 "), "{}", game.text());
    let next = after(&rules, &game.text(), &["e14d13xd14"]);
    assert!(!next.text().contains('P'), "{}", next.text());
}

/// A king that may jump where it would castle to has two moves there, with a text each: castling
/// names the partner.
#[test]
fn castling_beside_a_jump_to_the_same_square() {
    let game = chess_with("[[piece]]\ntext = \"K\"\nmoves = \"K D\"\n");
    let position = "4,k,3/8/8/8/8/8/8/4,K,2,R w castle=K 0";
    assert_eq!(
        moves_from(&game, position, "e1"),
        [
            "e1c1", "e1d1", "e1d2", "e1e2", "e1e3", "e1f1", "e1f2", "e1g1", "e1h1"
        ]
    );
    let castled = after(&game, position, &["e1h1"]);
    assert!(
        castled.text().starts_with("4,k,3/8/8/8/8/8/8/5,R,K,1 b"),
        "{}",
        castled.text()
    );
    let jumped = after(&game, position, &["e1g1"]);
    assert!(
        jumped
            .text()
            .starts_with("4,k,3/8/8/8/8/8/8/6,K,R b clock=1 "),
        "{}",
        jumped.text()
    );
    let mut replay = game.replay_from(position).expect("a position");
    replay.step("e1h1").expect("castling");
    assert_eq!(replay.text(), castled.text());
}

#[test]
fn castling_with_other_partners_and_to_other_squares() {
    let king = |castle: &str| {
        chess_with(&format!(
            "[[piece]]\ntext = \"K\"\npowers = [{{ power = \"castle\", {castle} }}]\n\
             [[array]]\nrows = [\"P P P P P P P P\", \"N N B Q K B N R\"]\nblack = \"mirrored\"\n"
        ))
    };
    let position = "4,k,3/8/8/8/8/8/8/N,3,K,2,R w castle=KQ 0";
    let two_kinds = king("with = [\"R\", \"N\"]");
    assert_eq!(
        moves_from(&two_kinds, position, "e1"),
        ["e1c1", "e1d1", "e1d2", "e1e2", "e1f1", "e1f2", "e1g1"]
    );
    let one_kind = king("with = \"R\"");
    assert!(
        one_kind.parse(position).is_err(),
        "a knight is no partner here"
    );
    let one_step = king("with = [\"R\", \"N\"], steps = 1");
    // It may also step there, so castling names the partner.
    let texts = moves_from(&one_step, position, "e1");
    assert!(texts.contains(&"e1a1".to_string()) && texts.contains(&"e1h1".to_string()));
    let game = after(&one_step, position, &["e1a1"]);
    assert!(
        game.text().starts_with("4,k,3/8/8/8/8/8/8/3,K,N,2,R b"),
        "{}",
        game.text()
    );
    let named = king("with = [\"R\", \"N\"], to = [\"b1\", \"g1\"]");
    let game = after(&named, position, &["e1b1"]);
    assert!(
        game.text().starts_with("4,k,3/8/8/8/8/8/8/1,K,N,4,R b"),
        "{}",
        game.text()
    );
    // No square that the king crosses may be attacked.
    let attacked = "2,r,1,k,3/8/8/8/8/8/8/N,3,K,2,R w castle=KQ 0";
    assert!(!moves_from(&named, attacked, "e1").contains(&"e1b1".to_string()));
    let beside = "r,3,k,3/8/8/8/8/8/8/N,3,K,2,R w castle=KQ 0";
    assert!(moves_from(&named, beside, "e1").contains(&"e1b1".to_string()));
    // Black's squares are on the same files.
    let black = "n,3,k,2,r/8/8/8/8/8/8/4,K,3 b castle=kq 0";
    assert!(moves_from(&named, black, "e8").contains(&"e8b8".to_string()));
}

/// Two reasons to become one piece make one move.
#[test]
fn a_promotion_for_two_reasons_is_one_move() {
    let rules = chess_with(
        "[[piece]]\ntext = \"P\"\npromotes = [\"lost\", \"Q\", { to = \"Q\", unless_any = \"N\" }]\n",
    );
    let position = "4,k,3/P,7/8/8/8/8/8/4,K,3 w - 0";
    let promotions = moves_from(&rules, position, "a7");
    assert_eq!(promotions, ["a7a8=B", "a7a8=N", "a7a8=Q", "a7a8=R"]);
    let game = rules.parse(position).expect("a position");
    assert_eq!(game.perft(1), game.legal_moves().len() as u64);
}

/// The same capture by approach along plain moves and by trampling is one move.
#[test]
fn a_capture_by_two_powers_is_one_move() {
    let rules = chess_with(
        "[[piece]]\ntext = \"R\"\nmoves = \"R\"\n\
         powers = [{ power = \"approach\" }, { power = \"trample\", along = \"R2\" }]\n",
    );
    let position = "4,k,3/8/3,p,4/8/3,R,4/8/8/4,K,3 w - 0";
    assert_eq!(moves_from(&rules, position, "d4d6"), ["d4d6"]);
    let game = rules.parse(position).expect("a position");
    assert_eq!(game.perft(1), game.legal_moves().len() as u64);
}

const REGENTS: &str = "[[piece]]\ntext = \"Q\"\npowers = [{ power = \"regent\", becomes = \"K\" }]\n\
                       [[piece]]\ntext = \"N\"\npowers = [{ power = \"convert\", targets = \"W\" }]\n\
                       [[piece]]\ntext = \"B\"\npowers = [{ power = \"trample\", along = \"B\" }]\n";

/// A royal that a regent shields can be converted: it leaves the board, and the regent takes its
/// place.
#[test]
fn a_royal_that_is_converted_leaves_the_board() {
    let rules = chess_with(REGENTS);
    let game = after(&rules, "3,k,N,3/8/8/8/8/8/q,7/4,K,3 w - 0", &["e8e8~d8"]);
    assert!(
        game.text().starts_with("4,N,3/8/8/8/8/8/k,7/4,K,3 b"),
        "{}",
        game.text()
    );
    assert!(rules.parse(&game.text()).is_ok());
}

/// Royal and regent can fall together; then the game is lost.
#[test]
fn a_royal_captured_with_its_regent_is_lost() {
    let rules = chess_with(REGENTS);
    let game = after(
        &rules,
        "6,k,1/5,q,2/8/8/2,B,5/8/8/4,K,3 w - 0",
        &["c4g8xf7"],
    );
    assert!(game.over().is_some(), "{}", game.text());
    assert_eq!(
        rules.parse(&game.text()).expect("a lost position").over(),
        game.over()
    );
}

/// A move that takes both wins at once, though the own royal is attacked.
#[test]
fn a_royal_may_be_captured_with_its_regent_whatever_attacks_the_own() {
    let game = chess_with(REGENTS);
    let position = "4,r,1,k,1/5,q,2/8/8/2,B,5/8/8/4,K,3 w - 0";
    assert_eq!(
        moves_from(&game, position, "c4"),
        ["c4e2", "c4e6", "c4g8xf7"]
    );
    assert!(after(&game, position, &["c4g8xf7"]).over().is_some());
}

/// A move that removes the last regent of its side may not leave the royal attacked.
#[test]
fn a_regent_that_promotes_away_shields_no_longer() {
    let game = chess_with(
        "[[piece]]\ntext = \"N\"\npowers = [{ power = \"regent\", becomes = \"K\" }]\npromotes = \"Q\"\n",
    );
    let position = "4,k,3/8/1,N,6/8/8/8/8/r,3,K,3 w - 0";
    assert_eq!(moves_from(&game, position, "b6a8"), Vec::<String>::new());
    assert_eq!(moves_from(&game, position, "b6d5"), ["b6d5"]);
}

/// A pawn before its first move can be a piece of its own, which must become the pawn that others
/// know.
#[test]
fn a_first_move_by_a_type_of_its_own() {
    let game = chess_with(
        "[[piece]]\nname = \"Fresh Pawn\"\ntext = \"Pf\"\nmoves = \"mfR3 cfF\"\npromotes = \"P\"\n\
         promotion = { zone = 8, choice = \"compulsory\" }\n",
    );
    let position = "4,k,3/8/8/8/8/8/Pf,7/4,K,3 w - 0";
    assert_eq!(
        moves_from(&game, position, "a2"),
        ["a2a3=P", "a2a4=P", "a2a5=P"]
    );
}

/// A chameleon may capture a piece by two words of its notation, or by a leap and by a hop to the same
/// square: that is one capture.
#[test]
fn a_chameleon_takes_a_piece_once_however_many_ways_it_has() {
    for how in [
        "moves = \"B2 B4\"",
        "moves = \"A\"\npowers = [{ power = \"hopper\", along = \"B\" }]",
        "moves = \"mW\"\npowers = [{ power = \"hopper\", along = \"B B2\" }]",
    ] {
        let rules = chess_with(&format!(
            "[[piece]]\nname = \"Prey\"\ntext = \"Y\"\n{how}\n\
             [[piece]]\nname = \"Chameleon\"\ntext = \"C\"\nmoves = \"mW\"\n\
             powers = [{{ power = \"chameleon\" }}]\n"
        ));
        let rank = if how.contains("hopper") { "1,P,6" } else { "8" };
        let position = format!("4,k,3/8/8/8/2,y,5/{rank}/C,7/4,K,3 w - 0");
        let found = moves_from(&rules, &position, "a2");
        assert_eq!(found, ["a2a1", "a2a3", "a2b2", "a2c4"], "{how}");
        let game = rules.parse(&position).expect("a position");
        assert_eq!(game.perft(1), game.legal_moves().len() as u64, "{how}");
    }
}

/// An immobilized king may leave the board to a regent, but not to one that is attacked then.
#[test]
fn a_king_leaves_the_board_to_a_regent_that_is_safe() {
    let game = chess_with(
        "[[piece]]\nname = \"Immobilizer\"\ntext = \"I\"\nmoves = \"mQ\"\n\
         powers = [{ power = \"immobilize\", at = \"K\", may_leave = \"any\" }]\n\
         [[piece]]\nname = \"Regent\"\ntext = \"Re\"\nmoves = \"K\"\n\
         powers = [{ power = \"regent\", becomes = \"K\" }]\n",
    );
    let with = |rank: &str| format!("2,re,5/8/8/3,k,I,3/8/8/8/{rank} b - 0");
    let none: [&str; 0] = [];
    assert_eq!(moves_from(&game, &with("K,1,R,5"), "d5"), none);
    assert_eq!(moves_from(&game, &with("K,R,6"), "d5"), ["d5d5xd5"]);
    let left = after(&game, &with("K,R,6"), &["d5d5xd5"]);
    assert!(left.text().starts_with("2,k,5/"), "{}", left.text());
}

/// The text of a king's capture two squares away is that of castling, which is for empty squares.
#[test]
fn a_kings_capture_is_not_read_from_a_record_as_castling() {
    let rules = chess_with("[[piece]]\ntext = \"K\"\nmoves = \"K csD\"\n");
    for between in ["1,n", "2"] {
        let position = format!("4,k,3/8/8/8/8/8/8/4,K,{between},R w castle=K 0");
        let game = rules.parse(&position).expect("a position");
        let found = game.find("e1g1").expect("it is legal");
        let mut replay = rules.replay_from(&position).expect("a position");
        assert_eq!(replay.step("e1g1"), Ok(found), "{position}");
        let next = after(&rules, &position, &["e1g1"]);
        assert_eq!(replay.text(), next.text());
    }
}

/// When a royal falls, the regent becomes one, which may attack more than the regent did.
#[test]
fn a_royal_may_not_be_captured_where_the_new_one_attacks_the_own() {
    let game = chess_with(
        "[[piece]]\nname = \"Regent\"\ntext = \"Re\"\nmoves = \"F\"\n\
         powers = [{ power = \"regent\", becomes = \"K\" }]\n",
    );
    let with = |rank: &str| format!("R,6,k/8/8/8/8/8/{rank}/4,K,3 w - 0");
    assert!(!moves_from(&game, &with("4,re,3"), "a8").contains(&"a8h8".to_string()));
    assert!(moves_from(&game, &with("2,re,5"), "a8").contains(&"a8h8".to_string()));
}

/// A strike leaps over an enemy to the square just behind it: who steps between a striker and the
/// own king, or captures there, gives the king away.
#[test]
fn a_move_may_not_come_between_a_striker_and_the_royal() {
    let game = chess_with(
        "[[piece]]\nname = \"Striker\"\ntext = \"S\"\nmoves = \"W\"\n\
         powers = [{ power = \"strike\", over = \"W\" }]\n",
    );
    for between in ["8", "4,p,3"] {
        let with = |rank: &str| format!("4,k,3/8/8/8/3,N,4/4,s,3/{between}/{rank} w - 0");
        assert!(!moves_from(&game, &with("4,K,3"), "d4").contains(&"d4e2".to_string()));
        assert!(moves_from(&game, &with("7,K"), "d4").contains(&"d4e2".to_string()));
    }
}

/// Two ways lead from e3 to the king, by e4 and by f4: what stands in one may not leave it,
/// whatever stands in the other.
#[test]
fn each_of_two_ways_to_the_royal_must_be_stopped() {
    let game = chess_with(
        "remove_pieces = [\"B\", \"Q\"]\n\
         [[array]]\nrows = [\"R N - - K - N R\"]\nblack = \"mirrored\"\n\
         [[piece]]\ntext = \"P\"\npromotes = \"R\"\n\
         [[piece]]\nname = \"Rhino\"\ntext = \"Z\"\nmoves = \"nN\"\n\
         powers = [{ power = \"bent\", first = \"F\", then = \"R\" }]\n",
    );
    let position = "k,7/8/8/5,K,2/4,R,R,2/4,z,3/8/8 w - 0";
    assert_eq!(moves_from(&game, position, "e4"), ["e4e3"]);
    assert_eq!(moves_from(&game, position, "f4"), Vec::<String>::new());
}

/// The rook on b1 has kept the one on a1 from the king's new square.
#[test]
fn castling_may_not_open_a_line_to_the_king() {
    let rules = chess_with(
        "[[array]]\nrows = [\"P P P P P P P P\", \"N R B Q K B R N\"]\nblack = \"mirrored\"\n",
    );
    for (behind, is_legal) in [("r", false), ("n", true)] {
        let position = format!("4,k,3/8/8/8/8/8/8/{behind},R,2,K,3 w castle=Q 0");
        let texts = moves_from(&rules, &position, "e1");
        assert_eq!(texts.contains(&"e1c1".to_string()), is_legal, "{texts:?}");
        let game = rules.parse(&position).expect("a position");
        assert_eq!(game.perft(1), game.legal_moves().len() as u64);
    }
}

/// A pawn that went three squares can be captured on either of those that it passed.
#[test]
fn triple_steps_are_captured_in_passing() {
    let game = chess_with(
        "[[piece]]\ntext = \"P\"\npowers = [{ power = \"double-step\", rank = 2, steps = 3 }]\n",
    );
    let start = "4,k,3/8/8/3,p,4/5,p,2/8/4,P,3/4,K,3 w - 0";
    let steps = moves_from(&game, start, "e2");
    assert_eq!(steps, ["e2e3", "e2e4", "e2e5"]);
    let tripled = after(&game, start, &["e2e5"]);
    assert!(tripled.text().contains(" b ep=e3e5 "), "{}", tripled.text());
    assert_eq!(
        moves_from(&game, &tripled.text(), "d5"),
        ["d5d4", "d5e4xe5"]
    );
    assert_eq!(
        moves_from(&game, &tripled.text(), "f4"),
        ["f4e3xe5", "f4f3"]
    );
    let taken = after(&game, start, &["e2e5", "f4e3xe5"]);
    assert!(
        taken
            .text()
            .starts_with("4,k,3/8/8/3,p,4/8/4,p,3/8/4,K,3 w"),
        "{}",
        taken.text()
    );
    let doubled = after(&game, start, &["e2e4"]);
    assert!(doubled.text().contains(" b ep=e3 "), "{}", doubled.text());
    let blocked = "4,k,3/8/8/8/4,n,3/8/4,P,3/4,K,3 w - 0";
    assert_eq!(moves_from(&game, blocked, "e2"), ["e2e3"]);
}

/// An iron bishop cannot be captured, not even to end its check, and no capture of it is compulsory.
#[test]
fn iron_pieces_cannot_be_captured() {
    const IRON: &str = "[[piece]]\ntext = \"B\"\niron = true\n";
    let game = chess_with(IRON);
    let free = "4,k,3/8/8/8/7,b/8/8/3,K,3,R w - 0";
    assert_eq!(moves_from(&game, free, "h1h"), ["h1h2", "h1h3"]);
    let check = "4,k,3/8/8/8/8/5,b,2/8/5,R,1,K w - 0";
    assert_eq!(moves_from(&game, check, "f1"), Vec::<String>::new());
    assert_eq!(moves_from(&chess_with(""), check, "f1"), ["f1f3"]);
    let forced = chess_with(&format!("captures = \"compulsory\"\n{IRON}"));
    assert_eq!(moves_from(&forced, free, "h1h"), ["h1h2", "h1h3"]);
    let other = "4,k,3/8/8/8/r,6,b/8/8/R,2,K,3,R w - 0";
    assert_eq!(moves_from(&forced, other, ""), ["a1a4"]);
}

/// A knight that captures own pieces but the king, also while its king is in check; and one that captures them beside it
/// without moving.
#[test]
fn captures_of_own_pieces() {
    let knight = "[[piece]]\ntext = \"N\"\npowers = [{ power = \"legs\", moves = \"dN dabW\" }]\n";
    let game = chess_with(knight);
    let board = "4,k,3/8/8/8/8/2,P,1,p,3/2,P,3,R,1/3,N,1,K,2 w - 0";
    let wanted = ["d1b2", "d1c3", "d1e3", "d1f2"];
    assert_eq!(moves_from(&game, board, "d1"), wanted);
    let after_capture = after(&game, board, &["d1c3"]);
    assert!(after_capture.is_consistent());
    let text = after_capture.text();
    assert!(text.starts_with("4,k,3/8/8/8/8/2,N,1,p,3/2,P,"), "{text}");
    assert!(text.ends_with(" b - 1"), "{text}");
    // The pawn beside it is captured at its place; the king on the other side is not.
    let beside = "4,k,3/8/8/8/8/8/3,P,4/3,N,K,3 w - 0";
    let moves = moves_from(&game, beside, "d1d1");
    assert_eq!(moves, ["d1d1xd2"]);
    let alone = after(&game, beside, &["d1d1xd2"]);
    assert!(alone.text().starts_with("4,k,3/8/8/8/8/8/8/3,N,K,3 "));
    // A capture opens the line on which the own king is attacked.
    let open = "4,k,3/8/8/8/8/8/3,N,P,3/4,K,3 w - 0";
    assert_eq!(moves_from(&game, open, "d2d2"), ["d2d2xe2"]);
    let shielded = "4,k,3/4,r,3/8/8/8/8/3,N,P,3/4,K,3 w - 0";
    assert_eq!(moves_from(&game, shielded, "d2d2"), Vec::<String>::new());
}

/// A king that castles by two or three squares: to the right only two leave it on this side of its partner.
#[test]
fn castling_by_several_numbers_of_squares() {
    let castle = |steps: &str| {
        chess_with(&format!(
            "[[piece]]\ntext = \"K\"\npowers = [{{ power = \"castle\", with = \"R\", steps = {steps} }}]\n"
        ))
    };
    let game = castle("[3, 2]");
    let board = "r,3,k,2,r/8/8/8/8/8/P,P,P,P,P,P,P,P/R,3,K,2,R w castle=KQkq 0";
    assert_eq!(
        moves_from(&game, board, "e1"),
        ["e1b1", "e1c1", "e1d1", "e1f1", "e1g1"]
    );
    let castled = after(&game, board, &["e1b1"]);
    assert!(
        castled.text().ends_with("/1,K,R,4,R b castle=kq;clock=1 1"),
        "{}",
        castled.text()
    );
    assert!(castled.is_consistent());
    // A rook on c8 attacks a square that the king would cross, one on b8 its target.
    let attacked = |rooks: &str| {
        let board = format!("{rooks}/8/8/8/8/8/3,P,P,P,P,P/R,3,K,2,R w castle=KQ 0");
        let all = moves_from(&game, &board, "e1");
        let is_castling = |text: &String| ["e1b1", "e1c1", "e1g1"].contains(&text.as_str());
        all.into_iter().filter(is_castling).collect::<Vec<_>>()
    };
    assert_eq!(attacked("2,r,1,k,3"), ["e1g1"]);
    assert_eq!(attacked("1,r,2,k,3"), ["e1c1", "e1g1"]);
    assert_eq!(
        moves_from(&castle("[2]"), board, "e1"),
        moves_from(&castle("2"), board, "e1")
    );
}

/// A dropped rook gives no check before its side's next turn, on which it cannot move; then it does both.
#[test]
fn frozen_pieces() {
    let game = chess_with("hand = { captured = true }\nfrozen = [\"drop\", \"promotion\"]\n");
    let board = "4,k,3/8/8/8/8/8/8/K,7 w hand=R 0";
    let dropped = after(&game, board, &["R@e4"]);
    assert!(
        dropped.text().ends_with(" b frozen=e4;clock=1 1"),
        "{}",
        dropped.text()
    );
    assert!(!dropped.is_in_check());
    assert!(moves(&dropped).contains(&"e8e7".to_string()));
    let stays = after(&game, board, &["R@e4", "e8e7"]);
    assert_eq!(moves(&stays), ["a1a2", "a1b1", "a1b2"]);
    let moved = after(&game, board, &["R@e4", "e8e7", "a1a2"]);
    assert!(moved.is_in_check() && moved.is_consistent());
    assert!(!moves(&moved).contains(&"e7e6".to_string()));
    // A captor is not frozen in the place of its victim.
    let near = "4,k,3/8/8/8/8/8/8/K,7 w hand=R 0";
    let taken = after(&game, near, &["R@e7", "e8e7"]);
    assert!(!taken.text().contains("frozen"), "{}", taken.text());
    let promoted = after(&game, "k,7/4,P,3/8/8/8/8/8/K,7 w - 0", &["e7e8=Q"]);
    assert!(promoted.text().contains(" b frozen=e8") && !promoted.is_in_check());
}

/// The moves are those of the game without the rule, except those of the piece that came by the last move of its side. Royals
/// may be left where they could be captured, so checks do not matter.
#[test]
fn frozen_pieces_in_random_games() {
    let crazyhouse = |more: &str| {
        let path = fs::canonicalize("../scripts/variants/crazyhouse.toml").expect("the file");
        let end = "[end]\nroyal = \"capture\"\nbare = \"nothing\"\nstalemate = \"draw\"\n";
        rules(&format!(
            "extends = \"{}\"\nname = \"x\"\n{more}\n{end}",
            path.display()
        ))
    };
    let free = crazyhouse("");
    let game = crazyhouse("frozen = [\"drop\", \"promotion\"]");
    let mut state = 59_u64;
    let mut seen = 0;
    for _ in 0..30 {
        let mut position = game.start(0).expect("an array");
        // By side: the square of the piece that came by its last move.
        let mut came: [Option<String>; 2] = [None, None];
        for ply in 0..120 {
            let text = position.text();
            let parts: Vec<&str> = text.split(' ').collect();
            let items = parts[2]
                .split(';')
                .filter(|item| !item.starts_with("frozen="));
            let items: Vec<&str> = items.collect();
            let items = if items.is_empty() {
                "-".to_string()
            } else {
                items.join(";")
            };
            let thawed = format!("{} {} {items} {}", parts[0], parts[1], parts[3]);
            let thawed = free
                .parse(&thawed)
                .unwrap_or_else(|fault| panic!("{thawed}: {fault}"));
            let mine = &came[ply % 2];
            let is_free = |text: &String| {
                mine.as_ref()
                    .is_none_or(|square| !text.starts_with(square.as_str()))
            };
            let wanted: Vec<String> = moves(&thawed).into_iter().filter(is_free).collect();
            assert_eq!(moves(&position), wanted, "{text}");
            seen += usize::from(wanted.len() < moves(&thawed).len());
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            let Some(text) = wanted.get((state >> 33) as usize % wanted.len().max(1)) else {
                break;
            };
            let target = match text.split_once('@') {
                Some((_, square)) => square,
                None => &text[2..4],
            };
            let comes = text.contains(['@', '=']);
            came[ply % 2] = comes.then(|| target.to_string());
            came[1 - ply % 2].take_if(|square| square == target);
            position = after(&game, &position.text(), &[text]);
        }
    }
    assert!(seen > 200, "{seen}");
}

/// A board of 256 squares has no number to spare for "no square": all that happens beside and on p16, the last one.
#[test]
fn the_last_square_of_the_largest_board() {
    let game = rules(
        "name = \"Largest\"\nboard = { files = \"abcdefghijklmnop\", ranks = 16 }\n\
         [[piece]]\nname = \"King\"\ntext = \"K\"\nmoves = \"K\"\nroyal = true\n\
         powers = [{ power = \"castle\", with = \"R\" }, { power = \"pass\" }]\n\
         [[piece]]\nname = \"Rook\"\ntext = \"R\"\nmoves = \"R\"\n\
         [[piece]]\nname = \"Approacher\"\ntext = \"A\"\nmoves = \"mQ\"\npowers = [{ power = \"approach\" }]\n\
         [[piece]]\nname = \"Withdrawer\"\ntext = \"W\"\nmoves = \"mQ\"\npowers = [{ power = \"withdrawal\" }]\n\
         [[piece]]\nname = \"Lion\"\ntext = \"L\"\npowers = [{ power = \"legs\", moves = \"cabK mcabK\" }]\n\
         [[array]]\nrows = [\"R - - - - - - K - - - - - - - R\"]\nblack = \"mirrored\"\n\
         [end]\nroyal = \"check\"\nbare = \"nothing\"\nstalemate = \"draw\"\n",
    );
    let start = game.start(0).expect("an array");
    assert!(start.text().contains("castle=KQkq"), "{}", start.text());
    let passed = after(&game, &start.text(), &["pass", "pass"]);
    assert!(passed.text().contains("castle=KQkq"), "{}", passed.text());
    let castled = after(&game, &start.text(), &["pass", "h16j16"]);
    assert!(
        castled.text().starts_with("r,7,r,k,6/"),
        "{}",
        castled.text()
    );
    assert!(castled.is_consistent());
    // The black piece is on p16, White's beside it.
    let beside = |own: &str, place: &str, start: &str| {
        let mut rows = vec!["16".to_string(); 16];
        rows[0] = "15,r".to_string();
        rows[8] = "k,15".to_string();
        rows[15] = "K,15".to_string();
        let row = 16 - place[1..].parse::<usize>().expect("a rank");
        let file = place.as_bytes()[0] - b'a';
        let (left, right) = (file, 15 - file);
        let run = |run: u8| {
            if run == 0 {
                String::new()
            } else {
                run.to_string()
            }
        };
        let texts = [run(left), own.to_string(), run(right)];
        let texts: Vec<String> = texts.into_iter().filter(|text| !text.is_empty()).collect();
        rows[row] = texts.join(",");
        if row == 0 {
            rows[0] = format!("{left},{own},r").replace(",0,", ",");
        }
        moves_from(&game, &format!("{} w - 0", rows.join("/")), start)
    };
    let approach = beside("A", "p10", "p10p15");
    assert_eq!(approach, ["p10p15xp16"]);
    let withdrawal = beside("W", "p15", "p15p1");
    let wanted = [
        "p15p10xp16",
        "p15p11xp16",
        "p15p12xp16",
        "p15p13xp16",
        "p15p14xp16",
        "p15p1xp16",
    ];
    assert_eq!(withdrawal, wanted);
    let lion = beside("L", "o15", "o15");
    assert_eq!(lion, ["o15o15xp16"]);
    let rook = beside("R", "p3", "p3p16");
    assert_eq!(rook, ["p3p16"]);
}

/// A rule file beside those of the program.
fn variant(name: &str) -> Rules {
    let path = format!("../scripts/variants/{name}.toml");
    Rules::load(&path, &[]).unwrap_or_else(|fault| panic!("{fault}"))
}

/// In crazyhouse a captured piece is in the captor's hand, one that was a pawn as a pawn. It is
/// dropped on any empty square, a pawn not on the first and last rank.
#[test]
fn captured_pieces_are_dropped() {
    let game = variant("crazyhouse");
    let taken = after(&game, "4,k,3/8/8/3,q~,4/2,P,5/8/8/4,K,3 w - 0", &["c4d5"]);
    assert!(taken.text().ends_with(" b hand=P 1"), "{}", taken.text());
    let drops = moves_from(&game, "4,k,3/8/8/3,P,4/8/8/8/4,K,3 w hand=P,p 0", "P@");
    assert_eq!(drops.len(), 6 * 8 - 1);
    assert!(!drops.contains(&"P@a1".to_string()) && !drops.contains(&"P@a8".to_string()));
    let dropped = after(
        &game,
        "4,k,3/8/8/3,P,4/8/8/8/4,K,3 w hand=P,P,p 0",
        &["P@a7"],
    );
    let text = "4,k,3/P,7/8/3,P,4/8/8/8/4,K,3 b hand=P,p 1";
    assert_eq!(dropped.text(), text);
    // A check by a rook is answered by dropping a piece in between.
    let checked = "4,k,3/8/8/8/4,r,3/8/3,P,1,P,2/3,R,K,R,2 w hand=N 0";
    assert_eq!(moves_from(&game, checked, "N@"), ["N@e2", "N@e3"]);
}

/// In shogi a pawn is not dropped on a file with one of its side, nor to give mate, and nothing is
/// where it could not move on.
#[test]
fn drops_of_shogi_have_their_limits() {
    let game = variant("shogi");
    let files = |position: &str| -> String {
        let drops = moves_from(&game, position, "P@");
        let files: std::collections::BTreeSet<char> = drops
            .iter()
            .filter_map(|text| text.chars().nth(2))
            .collect();
        files.into_iter().collect()
    };
    let position = "4,k,4/9/9/P,8/1,+P,7/9/2,p,6/9/4,K,4 w hand=P 0";
    assert_eq!(files(position), "bcdefghi");
    let start = "4,k,4/9/9/9/9/9/9/9/4,K,4 w hand=N,L,P 0";
    for (piece, ranks) in [("N", 7), ("L", 8), ("P", 8)] {
        let drops = moves_from(&game, start, &format!("{piece}@"));
        let beyond = |text: &&String| text.ends_with(&(ranks + 1).to_string());
        assert!(
            !drops.is_empty() && !drops.iter().any(|text| beyond(&text)),
            "{drops:?}"
        );
        assert!(drops.iter().any(|text| text.ends_with(&ranks.to_string())));
    }
    let boxed_in = "3,l,k,n,3/9/4,G,4/9/9/9/9/9/4,K,4 w hand=P,S 0";
    assert!(!moves_from(&game, boxed_in, "P@").contains(&"P@e8".to_string()));
    let mated = after(&game, boxed_in, &["S@e8"]);
    assert_eq!(
        mated.over().map(|(_, ending)| ending.name()),
        Some("checkmate")
    );
    // With a way out the pawn may give check.
    let free = "3,l,k,4/9/4,G,4/9/9/9/9/9/4,K,4 w hand=P,S 0";
    assert!(moves_from(&game, free, "P@").contains(&"P@e8".to_string()));
    // On the last rank a pawn could not move on, so it promotes; on the others it may.
    let near = "4,k,4/P,8/1,P,7/9/9/9/9/9/4,K,4 w - 0";
    assert_eq!(moves_from(&game, near, "a8"), ["a8a9=+P"]);
    assert_eq!(moves_from(&game, near, "b7"), ["b7b8", "b7b8=+P"]);
}

/// Where drops are compulsory, nothing moves before the hand is empty; a royal in hand is no loss.
#[test]
fn compulsory_drops_come_first() {
    let game = chess_with(
        "hand = { drops = \"compulsory\" }\n[[piece]]\ntext = \"K\"\ndrop = { ranks = [1, 1] }\n\
         [[piece]]\ntext = \"R\"\ndrop = { ranks = [1, 1] }\n\
         [[array]]\nrows = [\"P P P P P P P P\", \"- - - - - - - -\"]\nblack = \"mirrored\"\nhand = \"K R\"\n",
    );
    let start = game.start(0).expect("an array");
    let drops = moves(&start);
    assert_eq!(drops.len(), 16);
    assert!(
        drops
            .iter()
            .all(|text| text.contains('@') && text.ends_with('1')),
        "{drops:?}"
    );
    assert_eq!(start.over(), None);
    let placed = after(&game, &start.text(), &["K@a1", "K@a8", "R@b1", "R@b8"]);
    assert!(moves(&placed).iter().all(|text| !text.contains('@')));
    // A check that no drop parries is answered otherwise.
    let checked = "4,k,3/8/8/8/8/5,n,2/8/4,K,3 w hand=R 0";
    assert!(moves_from(&game, checked, "e1").contains(&"e1d1".to_string()));
    assert!(moves_from(&game, checked, "R@").is_empty());
}

/// In shogi the side that gives check without end loses; without checks a repetition is a draw.
#[test]
fn perpetual_check_loses_where_the_rules_say_so() {
    let game = variant("shogi");
    let ends = |position: &str, round: [&str; 4]| ends_by(&game, position, round);
    // White's rook drives the king to and fro.
    let checked = "1,k,7/9/9/9/9/9/9/9/R,7,K w - 0";
    let checks = ["a1b1", "b9a9", "b1a1", "a9b9"];
    assert_eq!(ends(checked, checks), Some(("b", "repetition")));
    let quiet = ["i1i2", "a9a8", "i2i1", "a8a9"];
    assert_eq!(
        ends("k,8/9/9/9/9/9/9/9/8,K w - 0", quiet),
        Some(("draw", "repetition"))
    );
    // Moves that repeat a position may also win, or lose for White.
    for (result, winner) in [
        ("mover-wins", "b"),
        ("white-loses", "b"),
        ("mover-loses", "w"),
    ] {
        let shogi = fs::read_to_string("../scripts/variants/shogi.toml").expect("a file");
        let other = shogi.replace("result = \"draw\"", &format!("result = \"{result}\""));
        let other = rules(&other);
        assert_eq!(ends_by(&other, checked, checks), Some(("b", "repetition")));
        let end = ends_by(&other, "k,8/9/9/9/9/9/9/9/8,K w - 0", quiet);
        assert_eq!(end, Some((winner, "repetition")), "{result}");
    }
}

/// How a game ends after a round of moves three times.
fn ends_by(game: &Rules, position: &str, round: [&str; 4]) -> Option<(&'static str, &'static str)> {
    let moves: Vec<&str> = round.into_iter().cycle().take(12).collect();
    let over = after(game, position, &moves).over();
    over.map(|(outcome, ending)| (outcome.text(), ending.name()))
}

/// In xiangqi a general stays in its palace and an elephant on its side of the river, a soldier steps
/// sideways beyond it, and generals do not face each other on an open file.
#[test]
fn moves_end_in_regions_and_royals_do_not_face_each_other() {
    let game = variant("xiangqi");
    let position = "3,k,5/9/9/9/9/P,8/P,3,B,4/9/9/4,K,4 w - 0";
    let ends = |from: &str| moves_from(&game, position, from);
    // To d1 the general would face the other one.
    assert_eq!(ends("e1"), ["e1e2", "e1f1"]);
    assert_eq!(ends("e4").len(), 2);
    assert_eq!(ends("a5"), ["a5a6"]);
    assert_eq!(ends("a4"), ["a4a5"; 0]);
    let crossed = "3,k,5/9/9/9/P,8/9/9/9/9/4,K,4 w - 0";
    assert_eq!(moves_from(&game, crossed, "a6"), ["a6a7", "a6b6"]);
    let shown = game.spec().end_text();
    assert!(shown.contains("nor face the other"), "{shown}");
}

/// A knight on e8 wins: at once, while nobody attacks it, or if it is still there at its side's next turn.
#[test]
fn a_goal_wins_at_its_time() {
    let over = |when: &str, position: &str, moves: &[&str]| {
        let goal = format!(
            "[end]\nbare = \"nothing\"\n\
             goal = {{ pieces = [\"N\"], squares = [\"e8\"], black_squares = [\"e1\"], when = \"{when}\" }}\n"
        );
        let game = after(&chess_with(&goal), position, moves);
        game.over()
            .map(|(outcome, ending)| (outcome.text(), ending.name()))
    };
    let won = Some(("w", "goal reached"));
    // Alone, the knight wins early or late. A rook that attacks it may take it.
    let alone = "8/2,N,5/8/8/8/k,7/8/2,K,5 w - 0";
    let attacked = "r,7/2,N,5/8/8/8/k,7/8/2,K,5 w - 0";
    for (when, at_once, by_next_turn) in [
        ("reached", won, won),
        ("safe", won, won),
        ("next-turn", None, won),
    ] {
        assert_eq!(over(when, alone, &["c7e8"]), at_once, "{when}");
        if at_once.is_none() {
            assert_eq!(over(when, alone, &["c7e8", "a3a2"]), by_next_turn, "{when}");
        }
    }
    for (when, at_once) in [("reached", won), ("safe", None), ("next-turn", None)] {
        assert_eq!(over(when, attacked, &["c7e8"]), at_once, "{when}");
        if at_once.is_none() {
            assert_eq!(over(when, attacked, &["c7e8", "a8e8"]), None, "{when}");
        }
    }
    // The rook goes: the knight that was attacked wins at once by one rule, and by the other as well.
    for when in ["safe", "next-turn"] {
        assert_eq!(over(when, attacked, &["c7e8", "a8a7"]), won, "{when}");
    }
    // Where Black arrives as well, White was first.
    let race = "8/2,N,5/8/8/8/k,7/2,n,5/6,K,1 w - 0";
    assert_eq!(over("next-turn", race, &["c7e8", "c2e1"]), won);
}

/// Three checks win, however many pieces give them; a move that discovers check gives one too.
#[test]
fn the_third_check_wins() {
    let game = chess_with("[end]\nbare = \"nothing\"\nchecks = 3\n");
    let position = "4,k,3/8/8/8/4,N,3/8/8/4,R,1,K,1 w checks=2,1 0";
    let double = after(&game, position, &["e4f6"]);
    assert!(double.text().contains("checks=1,1"), "{}", double.text());
    let third = after(&game, position, &["e4f6", "e8d8", "e1d1"]);
    let over = third
        .over()
        .map(|(outcome, ending)| (outcome.text(), ending.name()));
    assert_eq!(over, Some(("w", "checks given")));
    for (state, said) in [("checks=4,1", "at most 3"), ("checks=1", "such as 3,3")] {
        let fault = game.parse(&format!("4,k,3/8/8/8/8/8/8/4,K,3 w {state} 0"));
        let fault = fault
            .err()
            .map(|fault| fault.to_string())
            .unwrap_or_default();
        assert!(fault.contains(said), "{state}: {fault}");
    }
}

/// A horned falcon steps and captures twice ahead, a drunk elephant becomes a second king, and a piece in the zone promotes
/// only by a capture.
#[test]
fn chu_shogi() {
    let game = variant("chu");
    let falcon = "3,k,8/12/12/12/12/3,p,8/3,p,8/3,+H,8/12/12/12/3,K,8 w - 0";
    let mut ahead = moves_from(&game, falcon, "d5");
    ahead.retain(|one| one[2..].starts_with('d') && !one.starts_with("d5d4"));
    assert_eq!(
        ahead,
        ["d5d2", "d5d3", "d5d5xd6", "d5d6", "d5d7", "d5d7xd6"]
    );
    let heir = "3,k,8/12/12/3,r,3,E,4/12/12/12/12/12/12/12/3,K,8 w - 0";
    let elephant = moves_from(&game, heir, "h9");
    assert!(
        !elephant.iter().any(|one| one.ends_with("=+E")),
        "{elephant:?}"
    );
    let outside = "3,k,8/12/12/3,r,8/7,E,4/12/12/12/12/12/P,11/3,K,8 w - 0";
    let crowned = after(&game, outside, &["h8h9=+E", "d9d1"]);
    // The king is lost, the prince is left.
    assert!(crowned.over().is_none());
    assert_eq!(
        after(&game, outside, &["h8h9", "d9d1"])
            .over()
            .map(|over| over.0.text()),
        Some("b")
    );
}

/// A move puts the duck on another square, which is then closed; a king may be left attacked.
#[test]
fn duck_chess() {
    let game = variant("duck");
    let start = game.start(0).expect("array 0");
    assert_eq!(start.perft(2), 379_440, "as Fairy-Stockfish");
    let position = "4,k,3/8/8/8/4,p,3/8/3,P,4/4,K,3 w - 0";
    let passing = |duck: &str| {
        let step = format!("d2d4*{duck}");
        let next = after(&game, position, &[&step]);
        assert_eq!(
            game.parse(&next.text()).expect("a position").text(),
            next.text()
        );
        moves_from(&game, &next.text(), "e4d3").len()
    };
    // The square passed over is closed, or the start, or another one.
    assert_eq!(passing("d3"), 0);
    assert!(passing("d2") > 0 && passing("a1") > 0);
    let moved = after(&game, position, &["d2d4*a1", "e8e7*a2"]);
    assert!(
        moved
            .text()
            .starts_with("8/4,k,3/8/8/3,P,p,3/8/*,7/4,K,3 w"),
        "{}",
        moved.text()
    );
    assert!(!moves(&moved).iter().any(|one| one.ends_with("*a2")));
    let replay = game.replay_from(position).expect("a position");
    for text in ["d2d4", "d2d4*e4", "d2d4*", "d2d4*d4"] {
        assert!(replay.read(text).is_err(), "{text}");
    }
}

#[test]
fn amazons() {
    let game = variant("amazons");
    let start = game.start(0).expect("array 0");
    assert_eq!(start.perft(1), 2176, "known to all programs");
    // An arrow may fly over the square that was left.
    let row = "10/10/10/10/10/10/10/10/9,q/Q,3,*,5 w - 0";
    let shot = moves_from(&game, row, "a1c1");
    assert!(shot.contains(&"a1c1*a1".to_string()) && !shot.contains(&"a1c1*f1".to_string()));
}

/// A knight becomes a wall where it captures, a pawn does not, and a king would be lost: it attacks nothing.
#[test]
fn petrified_pieces() {
    let game = chess_with("walls = { petrified = [\"N\", \"K\"] }\n[end]\nbare = \"nothing\"\n");
    let position = "4,k,3/8/8/3,p,p,3/2,N,P,4/8/5,r,2/4,K,3 w - 0";
    let board = |one: &str| after(&game, position, &[one]).text();
    assert!(
        board("c4e5").contains("/3,p,*,3/3,P,4/"),
        "{}",
        board("c4e5")
    );
    assert!(
        board("d4e5").contains("/3,p,P,3/2,N,5/"),
        "{}",
        board("d4e5")
    );
    assert_eq!(moves_from(&game, position, "e1"), ["e1d1"]);
    let kings = "8/8/8/8/8/3,k,4/8/3,K,4 w - 0";
    assert_eq!(moves_from(&game, kings, "d1").len(), 5);
}

/// A wall belongs to neither side: it is a hurdle of `p`, not of `pt`, for White and for Black.
#[test]
fn walls_as_hurdles() {
    for (word, over_wall) in [("pafW", true), ("ptafW", false)] {
        let game = chess_with(&format!(
            "walls = {{ built = \"trail\" }}\n[end]\nroyal = \"capture\"\nbare = \"nothing\"\n\
             [[piece]]\nname = \"Knight\"\ntext = \"N\"\nmoves = \"mF\"\n\
             powers = [{{ power = \"legs\", moves = \"{word}\" }}]\n",
        ));
        for (position, from, over) in [
            ("k,7/8/8/3,*,4/3,N,4/8/8/K,7 w - 0", "d4", "d4d6"),
            ("k,7/8/8/3,n,4/3,*,4/8/8/K,7 b - 0", "d5", "d5d3"),
        ] {
            let found = moves_from(&game, position, from);
            let has = found.iter().any(|one| one == over);
            assert_eq!(has, over_wall, "{word} {position} {found:?}");
        }
    }
}

/// A lion captures a distant lion where nothing could take it back, or with a piece of worth. After another piece captured
/// one, only a lion or a capture of that piece answers.
#[test]
fn lions_are_not_traded() {
    let game = variant("chu");
    let lion = |board: &str| {
        let position = format!("3,k,8/12/12/12/{board}/12/3,K,8 w - 0");
        moves_from(&game, &position, "d5")
    };
    let captures = |board: &str, wanted: &str| lion(board).iter().any(|one| one == wanted);
    // Not protected; protected; protected through the square of the lion that captures.
    assert!(captures("12/3,n,8/12/3,N,8/12/12", "d5d7"));
    assert!(!captures("3,r,8/3,n,8/12/3,N,8/12/12", "d5d7"));
    assert!(!captures("12/5,n,6/12/3,N,8/12/1,b,10", "d5f7"));
    // Beside it, and on the way.
    assert!(captures("12/3,r,8/3,n,8/3,N,8/12/12", "d5d6"));
    assert!(captures("12/3,r,8/3,n,8/3,N,8/12/12", "d5d5xd6"));
    // With a gold general on its way, but not with a pawn or a go-between.
    for (on_the_way, is_legal) in [("g", true), ("p", false), ("i", false), ("+p", true)] {
        let board = format!("3,r,8/3,n,8/3,{on_the_way},8/3,N,8/12/12");
        assert_eq!(captures(&board, "d5d7xd6"), is_legal, "{on_the_way}");
    }
    // The kirin is not a lion yet, and as one it may be captured.
    let position = "3,k,8/12/12/2,O,9/4,r,7/2,n,9/12/2,n,9/12/8,R,2,N/12/3,K,8 w - 0";
    let kirin = after(&game, position, &["c9c7=+O"]);
    let state = kirin.text();
    assert!(state.contains(" b trade=c7 "), "{state}");
    let rook = "3,k,8/12/12/12/4,r,7/1,r,+O,9/11,r/2,n,9/12/8,R,2,N/12/3,K,8 b trade=c7 10";
    let captures = |start: &str, to: &str| moves_from(&game, rook, start).contains(&to.to_string());
    assert!(captures("b7", "b7c7") && captures("c5", "c5c7") && !captures("l6", "l6l3"));
    assert!(moves_from(&game, &rook.replace("trade=c7", "-"), "l6").contains(&"l6l3".to_string()));
    for (state, said) in [("trade=l6", "such as e5"), ("trade=z1", "another one")] {
        let fault = game.parse(&rook.replace("trade=c7", state)).err();
        let fault = fault.map(|fault| fault.to_string());
        assert!(fault.is_some_and(|fault| fault.contains(said)), "{state}");
    }
}

/// Pieces promote by entering the zone, and inside of it only by captures; or by captures alone.
#[test]
fn promotion_by_capture() {
    let game = |when: &str, choice: &str| {
        chess_with(&format!(
            "[[piece]]\ntext = \"N\"\npromotes = \"Q\"\n\
             promotion = {{ zone = 3, when = \"{when}\", choice = \"{choice}\" }}\n\
             [[piece]]\ntext = \"P\"\nmoves = \"fW\"\npowers = []\npromotes = \"R\"\n\
             promotion = {{ zone = 3, when = \"{when}\", choice = \"optional-unless-stuck\" }}\n"
        ))
    };
    let position = "7,k/2,P,5/1,p,6/3,N,4/1,p,6/4,N,3/8/K,7 w - 0";
    let entering = game("enter-or-capture", "optional");
    let from = |game: &Rules, start| moves_from(game, position, start);
    let d5 = from(&entering, "d5");
    for promotes in ["d5b6xb6", "d5b6"] {
        assert_eq!(
            d5.iter().any(|one| *one == format!("{promotes}=Q")),
            !promotes.contains('x')
        );
    }
    assert!(
        d5.contains(&"d5e7=Q".to_string()) && d5.contains(&"d5e7".to_string()),
        "{d5:?}"
    );
    assert!(
        !d5.iter()
            .any(|one| one.starts_with("d5b4=") || one.starts_with("d5c3=")),
        "{d5:?}"
    );
    // In the zone: a capture or not, and a pawn that could not move on.
    let inside = "7,k/2,P,5/2,N,5/8/1,p,6/4,N,3/8/K,7 w - 0";
    let c6 = moves_from(&entering, inside, "c6");
    assert!(
        c6.contains(&"c6b4=Q".to_string()) && c6.contains(&"c6b4".to_string()),
        "{c6:?}"
    );
    assert!(
        !c6.iter()
            .any(|one| one.contains('=') && !one.starts_with("c6b4")),
        "{c6:?}"
    );
    assert_eq!(moves_from(&entering, inside, "c7"), ["c7c8=R"]);
    let capturing = game("capture", "compulsory");
    assert!(!from(&capturing, "d5").contains(&"d5e7=Q".to_string()));
    assert!(from(&capturing, "d5").contains(&"d5b6=Q".to_string()));
    assert!(!from(&capturing, "d5").contains(&"d5b6".to_string()));
    assert!(!from(&capturing, "d5").contains(&"d5b4=Q".to_string()));
    assert_eq!(moves_from(&capturing, inside, "c7"), ["c7c8"]);
}

/// Of the steps from two ranks only those from the second can be captured in passing.
#[test]
fn en_passant_from_some_ranks() {
    let pawn = |ranks: &str| {
        chess_with(&format!(
            "[[piece]]\ntext = \"P\"\npowers = [{{ power = \"double-step\", rank = [1, 2], en_passant = {ranks} }}]\n"
        ))
    };
    for (ranks, first, second) in [
        ("[2]", false, true),
        ("[]", false, false),
        ("[1, 2]", true, true),
    ] {
        let game = pawn(ranks);
        let from_first = after(&game, "4,k,3/8/8/8/8/2,p,5/8/1,P,2,K,3 w - 0", &["b1b3"]);
        let from_second = after(&game, "4,k,3/8/8/8/2,p,5/8/1,P,6/4,K,3 w - 0", &["b2b4"]);
        let has_passed = |game: &Game| moves(game).iter().any(|one| one.contains('x'));
        assert_eq!(
            [has_passed(&from_first), has_passed(&from_second)],
            [first, second],
            "{ranks}"
        );
    }
}

/// Pieces neither stand on holes nor slide through them; knights leap over them.
#[test]
fn holes_are_not_squares() {
    let game = variant("holes");
    let position = "4,k,3/8/8/2,*,R,1,*,2/2,*,2,*,2/3,N,4/1,P,6/4,K,3 w - 0";
    let mut rook = moves_from(&game, position, "d5");
    rook.retain(|one| one.ends_with('5'));
    assert_eq!(rook, ["d5e5"]);
    let knight = moves_from(&game, position, "d3");
    assert_eq!(knight, ["d3b4", "d3c1", "d3e5", "d3f2"]);
    // A run of empty squares may include holes.
    let plain = "4,k,3/8/8/3,R,4/8/3,N,4/1,P,6/4,K,3 w - 0";
    assert_eq!(game.parse(plain).expect("a position").text(), position);
    let fen = "4k3/8/8/2*R1*2/2*2*2/3N4/1P6/4K3 w - - 0 1";
    let read = notation::position(&game, fen).expect("a position");
    assert_eq!(read.text(), position);
    // A rook gives no check through a hole.
    let behind = "2,r,5/8/8/2,*,2,*,2/2,*,2,*,2/8/1,P,6/2,K,4,k w - 0";
    assert_eq!(moves_from(&game, behind, "b2").len(), 2);
    let before = "7,k/8/8/2,*,2,*,2/2,*,2,*,2/2,r,5/3,P,4/2,K,5 w - 0";
    assert_eq!(moves_from(&game, before, "d2"), ["d2c3"]);
}

/// A capture removes the captor and what stands beside its target, except pieces that are spared.
#[test]
fn captures_explode() {
    let game = variant("atomic");
    let position = "3,r,k,3/3,q,p,3/3,n,4/8/3,R,4/8/8/4,K,3 w - 0";
    let exploded = after(&game, position, &["d4d6"]);
    // The queen goes with the rook and the knight; the pawn beside them stays.
    assert_eq!(exploded.text(), "3,r,k,3/4,p,3/8/8/8/8/8/4,K,3 b - 1");
    let won = after(
        &game,
        "3,r,k,3/3,q,p,3/8/8/3,R,4/8/8/4,K,3 w - 0",
        &["d4d7"],
    );
    let over = won
        .over()
        .map(|(outcome, ending)| (outcome.text(), ending.name()));
    assert_eq!(over, Some(("w", "royal captured")));
    // A king does not capture, nor does a piece beside it.
    let beside = "8/8/8/8/8/k,7/3,p,n,3/3,K,R,3 w - 0";
    assert_eq!(moves_from(&game, beside, "e1"), ["e1f1", "e1g1", "e1h1"]);
    assert!(!moves_from(&game, beside, "d1").contains(&"d1d2".to_string()));
    // Kings that touch are not in check.
    let touching = "8/8/8/8/8/3,k,4/3,K,3,r/8 w - 0";
    assert!(moves_from(&game, touching, "d2").contains(&"d2e2".to_string()));
    let survivors = chess_with("[explosion]\nsurvivors = [\"K\"]\n");
    let kept = after(&survivors, "8/8/8/8/8/k,7/3,p,n,3/3,K,4 w - 0", &["d1d2"]);
    assert_eq!(kept.text(), "8/8/8/8/8/k,7/3,K,4/8 b - 1");
    // The last pieces of both sides explode: that counts for the side that moved.
    for (result, winner) in [("wins", "w"), ("loses", "b")] {
        let pieces = "[[piece]]\ntext = \"K\"\nroyal = false\npowers = []\n";
        let extinct = "pieces = [\"P\", \"N\", \"B\", \"R\", \"Q\", \"K\"]";
        let game = chess_with(&format!(
            "{pieces}[explosion]\n[end]\nroyal = \"none\"\nbare = \"nothing\"\n\
             extinct = {{ {extinct}, result = \"{result}\" }}\n"
        ));
        let over = after(&game, "8/8/8/3,r,4/3,R,4/8/8/8 w - 0", &["d4d5"]).over();
        let over = over.map(|(outcome, ending)| (outcome.text(), ending.name()));
        assert_eq!(over, Some((winner, "extinct")));
    }
}

/// Of several royals any, all or only the last one is in check when attacked.
#[test]
fn several_royals_may_be_is_in_check() {
    let moves = |rule: &str, position: &str| {
        let game = chess_with(&format!("[end]\nroyal = \"{rule}\"\nbare = \"nothing\"\n"));
        let game = game.parse(position).expect("a position");
        game.legal_moves().len()
    };
    // One king is attacked, the other not: by two rules White may leave it so.
    let one = "7,k/8/8/r,3,K,3/8/8/8/1,K,5,P w - 0";
    assert!(moves("check-any", one) < moves("check-all", one));
    // To the open file the other king may go only by one of them.
    assert_eq!(moves("check-all", one) + 2, moves("check-last", one));
    // Both are attacked, which matters where all of them have to be.
    let both = "7,k/8/8/r,3,K,3/8/8/8/K,6,P w - 0";
    assert!(moves("check-all", both) < moves("check-last", both));
    // The only one is in check by all rules.
    let last = "7,k/8/8/r,3,K,3/8/8/8/7,P w - 0";
    assert_eq!(moves("check-last", last), 6);
    for rule in ["check-any", "check-all"] {
        assert_eq!(moves(rule, last), 6, "{rule}");
    }
}

/// Pieces in a row win, in the directions that count.
#[test]
fn a_row_of_pieces_wins() {
    // To c2 the man completes the diagonal a4, b3, c2; to b4 it only leaves it.
    for (directions, played, wins) in [
        ("", "d2c2", true),
        ("\"diagonal\"", "d2c2", true),
        ("\"file\", \"rank\"", "d2c2", false),
        ("", "a4b4", false),
    ] {
        let game = rules(&format!(
            "name = \"Rows\"\nboard = {{ files = \"abcd\", ranks = 4 }}\n\
             [[piece]]\nname = \"Man\"\ntext = \"M\"\nmoves = \"mW\"\n\
             [[array]]\nrows = [\"M - M -\"]\nblack = \"rotated\"\n\
             [end]\nroyal = \"none\"\nbare = \"nothing\"\nstalemate = \"loses\"\n\
             connect = {{ count = 3, directions = [{directions}] }}\n"
        ));
        let game = after(&game, "M,3/1,M,2/3,M/m,3 w - 0", &[played]);
        let over = game
            .over()
            .map(|(outcome, ending)| (outcome.text(), ending.name()));
        let won = Some(("w", "connected"));
        assert_eq!(over, won.filter(|_| wins), "{directions} {played}");
    }
}

/// Black makes the first move of an array that says so.
#[test]
fn black_begins() {
    let array = "[[array]]\nrows = [\"P P P P P P P P\", \"R N B Q K B N R\"]\nblack = \"mirrored\"\nbegins = \"black\"\n";
    let start = chess_with(array).start(0).expect("array 0");
    assert!(start.text().ends_with(" b castle=KQkq 0"));
    assert_eq!(moves(&start).len(), 20);
    assert!(moves(&start).contains(&"e7e5".to_string()));
}

/// A king that reaches the other side's citadel draws.
#[test]
fn citadels_draw() {
    let game = chess_with(
        "[end]\nbare = \"nothing\"\n\
         goal = { pieces = [\"K\"], squares = [\"h8\"], black_squares = [\"a1\"], result = \"draws\" }\n",
    );
    let over = |position: &str, text: &str| {
        let over = after(&game, position, &[text]).over();
        over.map(|(outcome, ending)| (outcome.text(), ending.name()))
    };
    let drawn = Some(("draw", "goal reached"));
    assert_eq!(over("8/6,K,1/r,7/8/8/8/k,7/8 w - 0", "g7h8"), drawn);
    assert_eq!(over("8/6,K,1/r,7/8/8/8/k,7/8 b - 1", "a2a1"), drawn);
    assert_eq!(over("8/7,K/r,7/8/8/8/8/7,k w - 0", "h7g7"), None);
}

/// A FEN names the squares of a triple step on which a pawn can capture: the first, the second or both.
#[test]
fn triple_steps_in_fen() {
    let powers = "powers = [{ power = \"double-step\", rank = 2, steps = 3 }]";
    let game = chess_with(&format!("[[piece]]\ntext = \"P\"\n{powers}\n"));
    for (black, passed) in [("8/3p4", "e3"), ("3p4/8", "e4"), ("3p4/3p4", "e3e4")] {
        let [second, first] =
            [black.split('/').next(), black.split('/').nth(1)].map(Option::unwrap);
        let second = if second == "8" { "4P3" } else { "3pP3" };
        let fen = format!("4k3/8/8/{second}/{first}/8/8/4K3 b - {passed} 0 1");
        let read = notation::position(&game, &fen).unwrap_or_else(|fault| panic!("{fen}: {fault}"));
        let captures = moves(&read)
            .into_iter()
            .filter(|one| one.contains('x'))
            .count();
        assert_eq!(captures, passed.len() / 2, "{fen}");
    }
}

/// With compulsory captures a promotion without a capture is illegal in a game with walls, too, also for the search.
#[test]
fn compulsory_captures_with_walls() {
    let game = chess_with(
        "captures = \"compulsory\"\nwalls = { built = \"duck\" }\n[end]\nroyal = \"capture\"\nbare = \"nothing\"\n",
    );
    let position = "7,k/P,7/8/3,p,4/4,P,3/8/8/K,7 w - 0";
    let start = game.parse(position).expect("a position");
    assert!(
        moves(&start).iter().all(|one| one.starts_with("e4d5")),
        "{:?}",
        moves(&start)
    );
    let weights = Weights::of(game.spec());
    let limits = Limits {
        nodes: Some(3_000),
        ..Limits::default()
    };
    let found = Searcher::new(&game, &weights, 1.0).search(&start, &limits, |_| {});
    let best = found.best_move().map(|best| start.move_text(best));
    assert!(best.is_some_and(|best| best.starts_with("e4d5")));
}
