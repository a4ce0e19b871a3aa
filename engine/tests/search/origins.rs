//! The origin of weights: by the content of rules, inherited, or from theory.

use std::fs;
use tradewind_engine::evaluation::{Origin, Term, Weight, Weights};
use tradewind_engine::rules::{RuleSpec, built_in, load};

/// The rules in a text.
fn rules(text: &str) -> RuleSpec {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("mine.toml");
    fs::write(&path, text).expect("a file");
    let spec = load(&path.display().to_string(), &[]);
    spec.unwrap_or_else(|fault| panic!("{fault}"))
}

fn spec(id: &str) -> RuleSpec {
    load(id, &[]).unwrap_or_else(|fault| panic!("{fault}"))
}

fn weight(
    weights: &Weights,
    spec: &RuleSpec,
    term: fn(tradewind_engine::rules::PieceType) -> Term,
    piece: &str,
) -> Weight {
    weights.get(term(spec.find(piece).expect("a piece")))
}

#[test]
fn a_copy_has_the_weights_of_the_original() {
    for id in built_in() {
        let original = Weights::linear(&spec(&id));
        let is_own = match &original.origin {
            Origin::Trained { recipe, .. } => recipe == "standard",
            origin => *origin == Origin::Tuned(id.clone()),
        };
        assert!(is_own, "{id}: {}", original.origin);
        for text in [
            format!("extends = \"{id}\"\nname = \"a copy\"\n"),
            tradewind_engine::rules::flattened(&id).expect("a rule set"),
        ] {
            assert_eq!(Weights::linear(&rules(&text)), original, "{id}");
        }
        // Copies that never promote do not change the rules.
        let with_copies = spec(&id).with_copies();
        assert_eq!(
            Weights::linear(&with_copies).origin,
            original.origin,
            "{id}"
        );
    }
}

#[test]
fn other_endings_inherit_all_weights() {
    let changed = rules("extends = \"chess\"\nname = \"x\"\n[end]\nstalemate = \"loses\"\n");
    let weights = Weights::linear(&changed);
    assert_eq!(weights.terms, Weights::linear(&spec("chess")).terms);
    assert_eq!(
        weights.origin,
        Origin::Inherited {
            from: "chess".to_string(),
            by_theory: Vec::new()
        }
    );
    // A king that does not castle stands where a king stands.
    let no_castling = load("chess", &[("no_castling".to_string(), "true".to_string())]);
    let weights = Weights::linear(&no_castling.expect("an option"));
    assert!(weights.origin.is_like(&Weights::linear(&changed).origin));
}

#[test]
fn a_changed_piece_has_the_weights_of_theory_on_the_scale_of_the_parent() {
    let text =
        "extends = \"scirocco-2009\"\nname = \"x\"\n[[piece]]\ntext = \"Co\"\nmoves = \"K D\"\n";
    let changed = rules(text);
    let (weights, parent) = (
        Weights::linear(&changed),
        Weights::linear(&spec("scirocco-2009")),
    );
    assert_eq!(
        weights.origin,
        Origin::Inherited {
            from: "scirocco-2009".to_string(),
            by_theory: vec!["Co".to_string()]
        }
    );
    for (term, own) in &weights.terms {
        if term.piece() != changed.find("Co") {
            assert_eq!(*own, parent.get(*term), "{:?}", term.name(&changed));
        }
    }
    // Scaled as the others: material by the ratio of the sums of those that both have.
    let theory = Weights::starting(&changed);
    let shared: Vec<_> = changed
        .piece_types()
        .filter(|&piece| !changed.piece(piece).royal && Some(piece) != changed.find("Co"))
        .collect();
    let sum = |weights: &Weights| -> f64 {
        shared
            .iter()
            .map(|&piece| weights.get(Term::Material(piece)).middlegame)
            .sum()
    };
    let expected =
        weight(&theory, &changed, Term::Material, "Co").middlegame * sum(&parent) / sum(&theory);
    let found = weight(&weights, &changed, Term::Material, "Co").middlegame;
    assert!((found - expected).abs() < 1e-9, "{found} {expected}");
    // It goes to four more squares than before.
    let before = weight(&parent, &spec("scirocco-2009"), Term::Material, "Co").middlegame;
    assert!((1.0..3.0).contains(&(found / before)), "{found} {before}");
}

/// A piece that promotes to a changed piece is a changed piece.
#[test]
fn promotions_to_changed_pieces_are_changes() {
    let text = "extends = \"chess\"\nname = \"x\"\n[[piece]]\ntext = \"R\"\nmoves = \"R F\"\n";
    let weights = Weights::linear(&rules(text));
    assert_eq!(
        weights.origin.to_string(),
        "inherited from chess; untuned: P R"
    );
}

#[test]
fn rules_of_their_own_are_played_by_theory() {
    let text = tradewind_engine::rules::flattened("chess").expect("chess");
    let own = rules(&text.replace("moves = \"N\"", "moves = \"N A\""));
    assert_eq!(Weights::linear(&own), Weights::starting(&own));
    assert_eq!(Weights::linear(&own).origin, Origin::Theory);
    assert!(Weights::tuned_values(&own).is_empty());
}

/// Weights and their origins are read as they were written.
#[test]
fn origins_are_kept() {
    let path = std::path::Path::new("kept.toml");
    let inventions =
        "extends = \"chess\"\nname = \"x\"\n[[piece]]\ntext = \"R\"\nmoves = \"R F\"\n";
    for spec in [
        spec("chess"),
        rules(inventions),
        rules(&inventions.replace("R F", "R")),
    ] {
        for weights in [Weights::linear(&spec), Weights::starting(&spec)] {
            let again = Weights::parse(&spec, path, &weights.to_kept_toml(&spec));
            assert_eq!(again.expect("right"), weights);
        }
        // A number too large for a float, where it is not read.
        for values in ["", "[values]\nP = 1e9999\n"] {
            let own = Weights::kept_text(path, format!("{values}[position]\ntempo = 3\n"));
            let read = Weights::parse(&spec, std::path::Path::new("other.toml"), &own);
            assert_eq!(
                read.expect("right").origin,
                Origin::File("kept.toml".to_string())
            );
        }
    }
    let wrong = Weights::parse(&spec("chess"), path, "[origin]\ntuned = 3\n");
    assert!(
        wrong
            .expect_err("unknown")
            .to_string()
            .contains("written by the program alone")
    );
}

#[test]
fn unlike_origins() {
    let inherited = |by_theory: &[&str]| Origin::Inherited {
        from: "chess".to_string(),
        by_theory: by_theory.iter().map(|text| text.to_string()).collect(),
    };
    let tuned = Origin::Tuned("chess".to_string());
    let files = [Origin::File("a".to_string()), Origin::File("b".to_string())];
    assert!(tuned.is_like(&Origin::Tuned("shatranj".to_string())));
    assert!(tuned.is_like(&inherited(&[])) && inherited(&[]).is_like(&tuned));
    assert!(inherited(&["R"]).is_like(&inherited(&["R"])));
    assert!(files[0].is_like(&files[1]));
    for (one, other) in [
        (&tuned, &Origin::Theory),
        (&tuned, &inherited(&["R"])),
        (&inherited(&["R"]), &inherited(&["N"])),
        (&tuned, &files[0]),
    ] {
        assert!(!one.is_like(other) && !other.is_like(one), "{one} {other}");
    }
}
