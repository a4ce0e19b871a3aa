//! The evaluation is what its trace says, and the same for both sides.

use crate::properties::random_games::{board_text, every_game, name, tokens, visit};
use tradewind_engine::evaluation::{PositionTerm, Term, Weight, Weights};
use tradewind_engine::rules::RuleSpec;
use tradewind_engine::search::Searcher;
use tradewind_engine::{Color, Game, Rules};

/// Positions of random games.
fn positions(rules: &Rules, count: usize) -> Vec<Game> {
    let mut positions = Vec::new();
    visit(rules, count, |game| positions.push(game.clone()));
    positions
}

/// Weights that are different for every term, with fractions.
fn odd_weights(spec: &RuleSpec) -> Weights {
    let mut weights = Weights::starting(spec);
    for (at, (_, weight)) in (0..).zip(&mut weights.terms) {
        weight.middlegame += 0.37 * f64::from(at % 23) - 3.0;
        weight.endgame -= 0.41 * f64::from(at % 19) - 2.0;
    }
    weights
}

/// Compares the evaluation with the sum that the trace gives.
fn compare(rules: &Rules, weights: &Weights, positions: &[Game]) {
    let searcher = Searcher::new(rules, weights, 0.1);
    for game in positions {
        let (counts, share) = searcher.trace(game);
        assert!((0.0..=1.0).contains(&share), "{share}");
        let mut sum = 0.0;
        // Weights are kept in sixteenths; the sum for a square is rounded once a term.
        let mut rounding = 1.0 + game.occupied().len() as f64 * 4.0 / 32.0;
        for coefficient in &counts {
            let Weight {
                middlegame,
                endgame,
            } = weights.get(coefficient.term);
            sum += coefficient.count * (share * middlegame + (1.0 - share) * endgame);
            rounding += match coefficient.term {
                Term::Material(_) | Term::Promotion(_) | Term::Center(_) | Term::Advance(_) => 0.0,
                _ => coefficient.count.abs() / 32.0,
            };
        }
        if game.side() == Color::Black {
            sum = -sum;
        }
        let value = f64::from(searcher.static_eval(game));
        assert!(
            (value - sum).abs() <= rounding,
            "{}: {value} is not {sum} (within {rounding}): {}",
            name(rules),
            game.text()
        );
    }
}

#[test]
fn the_evaluation_is_the_sum_of_its_trace_times_the_weights() {
    for game in every_game() {
        let spec = game.spec();
        let positions = positions(&game, 80);
        for weights in [
            Weights::linear(spec),
            Weights::starting(spec),
            odd_weights(spec),
        ] {
            compare(&game, &weights, &positions);
        }
    }
}

/// The position with colours exchanged and the board turned top to bottom.
fn turned(rules: &Rules, game: &Game) -> Option<Game> {
    let spec = rules.spec();
    let recolored = |token: &String| match spec.find(token) {
        Some(_) => token.to_lowercase(),
        None => {
            let own = spec
                .pieces
                .iter()
                .find(|piece| piece.text.to_lowercase() == *token);
            own.map_or_else(|| token.clone(), |piece| piece.text.clone())
        }
    };
    let text = game.text();
    let fields: Vec<&str> = text.split(' ').collect();
    let files = spec.files.len();
    let board = tokens(fields[0]);
    let board: Vec<String> = board.chunks(files).rev().flatten().map(recolored).collect();
    let side = if fields[1] == "w" { "b" } else { "w" };
    let text = format!("{} {side} - {}", board_text(&board, files), fields[3]);
    rules.parse(&text).ok()
}

#[test]
fn the_evaluation_is_the_same_with_colours_exchanged() {
    for rules in every_game() {
        let weights = odd_weights(rules.spec());
        let searcher = Searcher::new(&rules, &weights, 0.1);
        let mut compared = 0;
        visit(&rules, 150, |game| {
            let Some(turned) = turned(&rules, game) else {
                return;
            };
            compared += 1;
            assert_eq!(
                searcher.static_eval(game),
                searcher.static_eval(&turned),
                "{}: {} and {}",
                name(&rules),
                game.text(),
                turned.text()
            );
        });
        assert!(compared > 100, "{}: {compared}", name(&rules));
    }
}

#[test]
fn more_material_is_worth_more() {
    for game in every_game() {
        let searcher = super::solver::searcher(&game);
        let array = game.spec().array_numbers()[0];
        let start = game.start(array).expect("an array");
        let level = searcher.static_eval(&start);
        assert!(level.abs() <= 60, "{}: {level}", name(&game));
        let text = start.text();
        let rook = game.spec().pieces.iter().position(|piece| !piece.royal);
        let piece = &game.spec().pieces[rook.expect("a piece that is not royal")].text;
        let fields: Vec<&str> = text.split(' ').collect();
        let mut board = tokens(fields[0]);
        let Some(at) = board
            .iter()
            .position(|token| *token == piece.to_lowercase())
        else {
            continue;
        };
        board[at] = ".".to_string();
        let board = board_text(&board, game.spec().files.len());
        if let Ok(fewer) = game.parse(&format!("{board} w - 0")) {
            let ahead = searcher.static_eval(&fewer);
            assert!(ahead > level, "{}: {ahead} and {level}", name(&game));
        }
    }
}

/// The coefficients of terms in a position of chess.
fn counts_in_chess(text: &str, terms: &[Term]) -> Vec<f64> {
    let rules = Rules::load("chess", &[]).expect("chess loads");
    let searcher = Searcher::new(&rules, &Weights::starting(rules.spec()), 0.1);
    let game = rules.parse(text).expect("a right position");
    let (counts, _) = searcher.trace(&game);
    let count = |term: &Term| counts.iter().find(|found| found.term == *term);
    (terms.iter())
        .map(|term| count(term).map_or(0.0, |found| found.count))
        .collect()
}

#[test]
fn passed_isolated_and_doubled_pawns_are_counted() {
    let terms = [
        Term::Position(PositionTerm::Passed),
        Term::Position(PositionTerm::PassedAdvance),
        Term::Position(PositionTerm::Isolated),
        Term::Position(PositionTerm::Doubled),
    ];
    for (board, counts) in [
        // a5 is passed, four ranks advanced; c4 and c2 are stopped by d6, which they stop.
        (
            "4,k,3/8/3,p,4/P,7/2,P,5/8/2,P,5/4,K,3",
            [1.0, 2.0, 2.0, 1.0],
        ),
        // A pawn that has gone by is not before it.
        ("4,k,3/8/8/3,P,4/3,p,4/8/8/4,K,3", [0.0, 0.0, 0.0, 0.0]),
        ("4,k,3/8/8/3,p,4/4,P,3/8/8/4,K,3", [0.0, 0.0, 0.0, 0.0]),
        ("4,k,3/8/8/8/8/3,P,1,p,2/4,P,3/4,K,3", [1.0, 0.0, -1.0, 0.0]),
        // Seven ranks from its own side, Black's pawn is worth 36/8.
        ("4,k,3/8/8/8/8/8/p,7/4,K,3", [-1.0, -4.0, -1.0, 0.0]),
    ] {
        for side in ["w", "b"] {
            let text = format!("{board} {side} - 0");
            assert_eq!(counts_in_chess(&text, &terms), counts, "{text}");
        }
    }
}

#[test]
fn attacked_pieces_are_counted() {
    let terms = [
        Term::Position(PositionTerm::Loose),
        Term::Position(PositionTerm::Threatened),
        Term::Position(PositionTerm::Attackers),
        Term::Position(PositionTerm::Exposed),
    ];
    for (board, counts) in [
        // The rook attacks a bishop that nothing protects.
        ("7,k/8/1,b,6/8/7,K/8/8/1,R,6", [-1.0, 0.0, 0.0, 0.0]),
        // A pawn protects it.
        ("7,k/p,7/1,b,6/8/7,K/8/8/1,R,6", [0.0, 0.0, 0.0, 0.0]),
        // A pawn attacks the knight: protected or not, that is a threat.
        ("7,k/1,p,6/2,N,5/8/8/8/8/7,K", [0.0, 1.0, 0.0, 0.0]),
        ("7,k/1,p,6/2,N,5/3,P,4/8/8/8/7,K", [0.0, 1.0, 0.0, 0.0]),
        // A knight and a bishop are worth about the same.
        ("7,k/8/3,p,4/2,b,5/7,K/1,N,6/8/8", [0.0, 0.0, 0.0, 0.0]),
        // The rook attacks g8 and g7 next to the king, which nothing else protects.
        ("7,k/8/8/8/8/8/8/K,5,R,1", [0.0, 0.0, -1.0, -2.0]),
    ] {
        for side in ["w", "b"] {
            let text = format!("{board} {side} - 0");
            assert_eq!(counts_in_chess(&text, &terms), counts, "{text}");
        }
    }
}
