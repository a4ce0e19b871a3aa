//! Weights files: reading, writing, and faults.

use super::board::load;
use crate::properties::random_games::every_game;
use std::path::Path;
use tradewind_engine::evaluation::{Origin, PositionTerm, Term, Weight, Weights, WeightsError};
use tradewind_engine::rules::{RuleSpec, built_in};
use tradewind_engine::search::{Limits, Searcher};

fn chess() -> RuleSpec {
    load("chess").spec().clone()
}

fn parse(text: &str) -> Result<Weights, WeightsError> {
    Weights::parse(&chess(), Path::new("mine.toml"), text)
}

#[test]
fn every_rule_set_has_weights_for_every_term() {
    for game in every_game() {
        let spec = game.spec();
        for weights in [Weights::of(spec), Weights::starting(spec)] {
            let terms: Vec<Term> = weights.terms.iter().map(|(term, _)| *term).collect();
            assert_eq!(terms, Term::all(spec), "{}", spec.id);
            for (term, weight) in weights.terms {
                let finite = weight.middlegame.is_finite() && weight.endgame.is_finite();
                assert!(finite, "{}: {:?} {weight:?}", spec.id, term.name(spec));
            }
        }
    }
}

#[test]
fn the_weights_that_come_with_the_program_are_right() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/weights");
    let mut read = 0;
    for entry in std::fs::read_dir(folder).expect("the folder of weights") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|extension| extension != "toml") {
            continue;
        }
        let id = path.file_stem().and_then(|stem| stem.to_str());
        let id = id.expect("a name in Unicode");
        assert!(built_in().iter().any(|known| known == id), "{id}");
        let spec = load(id).spec().clone();
        let weights = Weights::load(&spec, &path).unwrap_or_else(|fault| panic!("{fault}"));
        let own = Weights::linear(&spec);
        assert!(
            weights.terms == own.terms && weights.lazy == own.lazy,
            "{id}"
        );
        let text = std::fs::read_to_string(&path).expect("a weights file");
        let file: toml::Table = text.parse().expect("TOML");
        let is_trained =
            matches!(&own.origin, Origin::Trained { recipe, .. } if recipe == "standard");
        assert!(is_trained || own.origin == Origin::Tuned(id.to_string()));
        check_verification(id, &file, is_trained);
        let values = Weights::tuned_values(&spec);
        let ones = values.iter().filter(|(_, value)| *value == [1.0; 3]);
        assert_eq!(ones.count(), 1, "{id}: one piece is the unit");
        for (piece, [value, low, high]) in values {
            let name = &spec.piece(piece).text;
            assert!(
                low <= value && value <= high,
                "{id}: {name} {low} {value} {high}"
            );
        }
        read += 1;
    }
    assert_eq!(read, built_in().len(), "rule sets with tuned weights");
}

/// Weights name the SPRT that shows them to be stronger than the starting weights, with error rates
/// of 5 %: 0 against 5 Elo at 1 000 nodes for tuned weights, the recipe's test for trained ones.
fn check_verification(id: &str, file: &toml::Table, is_trained: bool) {
    let matches = file["provenance"]["matches"].as_array().expect("matches");
    let is_verification = |one: &&toml::Value| one["against"].as_str() == Some("untuned");
    let found = matches.iter().rfind(is_verification);
    let found = found.unwrap_or_else(|| panic!("{id} has no match against the untuned weights"));
    assert_eq!(found["verdict"].as_str(), Some("H1"), "{id}");
    if !is_trained {
        assert_eq!(found["nodes"].as_integer(), Some(1_000), "{id}");
        let sprt = found["sprt"].as_array().expect("two hypotheses");
        let sprt: Vec<Option<f64>> = sprt.iter().map(toml::Value::as_float).collect();
        assert_eq!(sprt, [Some(0.0), Some(5.0)], "{id}");
    }
    assert!(found["llr"].as_float() >= Some(2.94), "{id}");
    let elo = found["elo"]
        .as_array()
        .expect("an estimate with its interval");
    assert!(elo[1].as_float() > Some(0.0), "{id}: {elo:?}");
}

#[test]
fn an_untuned_player_is_named() {
    let spec = chess();
    let untuned = Weights::load(&spec, Path::new("anywhere/untuned")).expect("a name");
    assert_eq!(untuned, Weights::starting(&spec));
    assert_ne!(untuned, Weights::of(&spec));
}

/// The name `linear` stands for the linear weights, which a file may change.
#[test]
fn linear_weights_are_named() {
    let spec = chess();
    let linear = Weights::load(&spec, Path::new("anywhere/linear")).expect("a name");
    assert_eq!(linear, Weights::linear(&spec));
    assert!(linear.network.is_none());
    let text = Weights::text(Path::new("linear")).expect("a name");
    assert_eq!(Weights::kept_text(Path::new("linear"), text.clone()), text);
    let over = parse("over = \"linear\"\n[material]\nN = [1.0, 2.0]\n").expect("right");
    let knight = Term::Material(spec.find("N").expect("a knight"));
    for (term, weight) in &over.terms {
        let is_own = *term == knight;
        assert_eq!(
            *weight != linear.get(*term),
            is_own,
            "{:?}",
            term.name(&spec)
        );
    }
    assert_eq!(over.origin, Origin::File("mine.toml".to_string()));
    let untuned = parse("over = \"untuned\"\n").expect("right");
    assert_eq!(untuned, Weights::starting(&spec));
    let fault = parse("over = \"thin air\"\n").expect_err("no such weights");
    assert!(
        fault.to_string().contains("line 1: `over` must be"),
        "{fault}"
    );
}

/// A rule set of the program that has a network is played with it, and so is a copy of the rules;
/// what changes them is not.
#[test]
fn networks_that_come_with_the_program_are_right() {
    let mut bytes = 0;
    for (id, text) in Weights::all_networks() {
        let spec = load(id).spec().clone();
        let own = Weights::of(&spec);
        assert!(own.network.is_some(), "{id}");
        assert_eq!(own.origin, Origin::Learnt(id.to_string()));
        assert_eq!(Weights::of(&spec.with_copies()).origin, own.origin, "{id}");
        let file: toml::Table = text.parse().expect("TOML");
        let matches = file["provenance"]["matches"].as_array().expect("matches");
        let by_time = |one: &&toml::Value| {
            one["verdict"].as_str() == Some("H1") && one.get("movetime").is_some()
        };
        assert!(
            matches.iter().any(|one| by_time(&one)),
            "{id} has won no match at equal time"
        );
        assert!(text.len() <= 1_000_000, "{id}");
        bytes += text.len();
    }
    assert!(bytes <= 12_000_000);
}

/// Tables for readers change nothing, and the margin of the search is read and written.
#[test]
fn tables_for_readers_change_nothing() {
    let spec = chess();
    let text =
        "[provenance]\nrules = \"Chess\"\n[values]\nN = [3.0, 2.9, 3.1]\n[search]\nlazy = 640\n";
    let found = parse(text).expect("right");
    assert_eq!(found.lazy, 640);
    assert_eq!(found.terms, Weights::starting(&spec).terms);
    assert!(found.to_toml(&spec).ends_with("[search]\nlazy = 640\n"));
    assert_eq!(parse(&found.to_toml(&spec)).expect("right").lazy, 640);
}

/// Search parameters of a weights file are those of the searches by it, and are written where they
/// differ from the defaults.
#[test]
fn search_parameters_stand_in_weights_files() {
    let spec = chess();
    let text = "[search]\nlmr_base = 180\nlazy = 640\nrfp_margin = 92\n";
    let found = parse(text).expect("right");
    assert_eq!(found.search.lmr_base, 180);
    let written = found.to_toml(&spec);
    assert!(
        written.ends_with("[search]\nlazy = 640\nlmr_base = 180\n"),
        "{written}"
    );
    assert_eq!(parse(&written).expect("right"), found);
    let nodes = |weights: &Weights| {
        let chess = load("chess");
        let limits = Limits {
            depth: Some(8),
            ..Limits::default()
        };
        let game = chess.start(0).expect("an array");
        let mut searcher = Searcher::new(&chess, weights, 1.0);
        searcher.search(&game, &limits, |_| {}).nodes
    };
    assert_ne!(
        nodes(&found),
        nodes(&parse("[search]\nlazy = 640\n").expect("right"))
    );
}

#[test]
fn weights_are_written_as_they_are_read() {
    for game in every_game() {
        let spec = game.spec();
        let weights = Weights::of(spec);
        let text = weights.to_toml(spec);
        let again = Weights::parse(spec, Path::new("again.toml"), &text)
            .unwrap_or_else(|fault| panic!("{fault}\n{text}"));
        assert_eq!(again.to_toml(spec), text, "{}", spec.id);
        for ((term, before), (_, after)) in weights.terms.iter().zip(&again.terms) {
            let close = |a: f64, b: f64| (a - b).abs() <= 0.051;
            let same =
                close(before.middlegame, after.middlegame) && close(before.endgame, after.endgame);
            assert!(same, "{}: {:?}", spec.id, term.name(spec));
        }
    }
}

#[test]
fn a_file_names_only_what_it_changes() {
    let spec = chess();
    let knight = Term::Material(spec.find("N").expect("a knight"));
    let weights = parse("[material]\nN = [250, 260.5]\n[position]\ntempo = 7\n").expect("right");
    let weight = |middlegame, endgame| Weight {
        middlegame,
        endgame,
    };
    assert_eq!(weights.get(knight), weight(250.0, 260.5));
    assert_eq!(
        weights.get(Term::Position(PositionTerm::Tempo)),
        weight(7.0, 7.0)
    );
    for (term, weight) in Weights::starting(&spec).terms {
        if term != knight && term != Term::Position(PositionTerm::Tempo) {
            assert_eq!(weights.get(term), weight, "{:?}", term.name(&spec));
        }
    }
    assert_eq!(
        parse("").expect("nothing is changed"),
        Weights::starting(&spec)
    );
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let fault = Weights::load(&chess(), Path::new("nowhere/none.toml"));
    let said = fault.expect_err("no such file").to_string();
    assert!(said.contains("nowhere/none.toml"), "{said}");
}

/// Checks that each text is refused with its file, a line and these words.
#[track_caller]
fn check(cases: &[(&str, usize, &[&str])]) {
    let mut wrong = Vec::new();
    for (text, line, parts) in cases {
        let said = match parse(text) {
            Ok(_) => "nothing".to_string(),
            Err(fault) => fault.to_string(),
        };
        let place = format!("mine.toml: line {line}: ");
        let right = said.starts_with(&place) && parts.iter().all(|part| said.contains(part));
        if !right {
            wrong.push(format!(
                "of\n{text}\nwanted {place}… {parts:?}\nsaid {said}\n"
            ));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn faults_have_their_file_and_line_and_say_what_would_be_right() {
    check(&[
        ("[material]\nN = [1, 2\n", 2, &[]),
        ("\n\n[material]\nX = [1, 2]\n", 4, &["no `X`", "P N B R Q"]),
        (
            "[material]\nN = [1, 2]\n\n[mobility]\nP = \"3\"\n",
            5,
            &["[middlegame, endgame]"],
        ),
        ("[material]\nN = [1, 2, 3]\n", 2, &["[middlegame, endgame]"]),
        ("[material]\nN = [1]\n", 2, &["[middlegame, endgame]"]),
        ("[material]\nN = [nan, 1]\n", 2, &["[middlegame, endgame]"]),
        ("[material]\nN = [inf, 1]\n", 2, &["[middlegame, endgame]"]),
        ("[material]\nN = [1e9, 1]\n", 2, &["[middlegame, endgame]"]),
        (
            "# mine\n[pieces]\nN = [1, 2]\n",
            2,
            &["no group [pieces]", "material"],
        ),
        (
            "[position]\nrelay = [1, 2]\n",
            2,
            &[
                "no `relay`",
                "shield attackers exposed loose threatened passed passed-advance isolated doubled tempo",
            ],
        ),
        ("[promotion]\nN = [1, 2]\n", 2, &["no `N`", "it has P"]),
        ("[search]\nlazy = 2.5\n", 2, &["a whole number from 0"]),
        ("[search]\nlazy = -3\n", 2, &["a whole number from 0"]),
        ("[search]\nhasty = 3\n", 2, &["no `hasty`", "it has lazy"]),
        (
            "[search]\nlmr_bas = 1\n",
            2,
            &["[search] has no `lmr_bas`; it has lazy, aspiration_window"],
        ),
        (
            "[search]\nlmr_base = 5000\n",
            2,
            &["write a number from 0 to 1024"],
        ),
        (
            "[search]\nlmr_base = 1.5\n",
            2,
            &["`lmr_base` must be a whole number"],
        ),
    ]);
}

#[test]
fn all_faults_are_reported_together() {
    let said = parse("[material]\nX = 1\nN = \"a\"\n[foo]\nb = 1\n");
    let said = said.expect_err("wrong").to_string();
    for line in ["line 2:", "line 3:", "line 4:"] {
        assert!(said.contains(line), "{said}");
    }
}

#[test]
fn weights_outside_of_a_group_and_groups_without_weights_have_their_line_too() {
    check(&[
        ("# mine\nN = [1, 2]\n", 2, &["[material]"]),
        ("# mine\n[pieces]\n", 2, &["no group [pieces]"]),
        ("# mine\nmaterial = { X = [1, 2] }\n", 2, &["no `X`"]),
        ("# mine\nmaterial.X = [1, 2]\n", 2, &["no `X`"]),
        ("# mine\n[ material ]\nX = [1, 2]\n", 3, &["no `X`"]),
        (
            "# mine\n[material.N]\nmiddle = 1\n",
            2,
            &["[middlegame, endgame]"],
        ),
    ]);
}

/// Each army has the weights that its pieces have in a player trained with both, also where it meets the other one, and
/// where each has a piece without a counterpart.
#[test]
fn armies_have_the_weights_of_their_pieces() {
    let star = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../data/studies/scirocco-revision/rules/inert-star.toml"
    );
    for other in ["scirocco-2001", star] {
        let [own, other] = ["scirocco-2009", other].map(|id| load(id).spec().clone());
        let union = own.with_opposing_army(&other).expect("two armies");
        let exchanged = other.with_opposing_army(&own).expect("two armies");
        let mut known = Weights::starting(&union);
        for (number, (_, weight)) in (1..).zip(&mut known.terms) {
            *weight = Weight {
                middlegame: f64::from(number),
                endgame: f64::from(1000 + number),
            };
        }
        for (spec, is_opposing) in [(&own, false), (&other, true), (&exchanged, true)] {
            let weights = Weights::of_army(spec, &union, &known, is_opposing);
            for (term, weight) in &weights.terms {
                let (group, key) = term.name(spec);
                let marked = format!("{key}*");
                let key = match key.strip_suffix('*') {
                    Some(plain) => plain.to_string(),
                    None if is_opposing && union.find(&marked).is_some() => marked,
                    None => key,
                };
                let mut all = known.terms.iter();
                let wanted = all.find(|(term, _)| term.name(&union) == (group, key.clone()));
                let (_, wanted) = wanted.unwrap_or_else(|| panic!("no {group} {key}"));
                assert_eq!(weight, wanted, "{group} {key} of {}", spec.id);
            }
        }
    }
}
