//! Every command with right input: exit code 0, and its answer in the form that is promised.

use super::program::Folder;
use serde_json::Value;

/// An answer in JSON.
#[track_caller]
fn json(arguments: &[&str]) -> Value {
    let answer = Folder::new().passes(arguments);
    serde_json::from_str(&answer).unwrap_or_else(|fault| panic!("{arguments:?}: {fault}"))
}

const START: &str =
    "r,n,b,q,k,b,n,r/p,p,p,p,p,p,p,p/8/8/8/8/P,P,P,P,P,P,P,P/R,N,B,Q,K,B,N,R w castle=KQkq 0";

#[test]
fn rule_sets_are_listed_one_a_line() {
    let folder = Folder::new();
    let list = folder.passes(&["rules", "list"]);
    assert_eq!(list, folder.passes(&["rules"]));
    for id in ["chess", "shatranj", "scirocco-2009", "hashishin-wazir"] {
        assert!(
            list.lines().any(|line| line.starts_with(&format!("{id} "))),
            "{list}"
        );
    }
    let sets = json(&["rules", "list", "--json"]);
    let sets = sets.as_array().expect("a list");
    assert_eq!(sets.len(), list.lines().count());
    let chess = sets.iter().find(|set| set["id"] == "chess").expect("chess");
    assert_eq!(
        (&chess["files"], &chess["ranks"], &chess["pieces"]),
        (&8.into(), &8.into(), &6.into())
    );
}

#[test]
fn a_rule_set_and_a_piece_are_drawn() {
    let folder = Folder::new();
    let set = folder.passes(&["rules", "show", "tiny.toml"]);
    for part in [
        "tiny.toml: Tiny",
        "Array 0:",
        "bare_loses=false",
        "Rook (R): R",
    ] {
        assert!(set.contains(part), "{set}");
    }
    let knight = folder.passes(&["rules", "show", "chess", "--piece", "N"]);
    assert!(knight.starts_with("Knight (N)\n· ● · ● ·\n"), "{knight}");
    assert_eq!(
        knight,
        folder.passes(&["rules", "show", "chess", "--piece", "knight"])
    );
    let changed = folder.passes(&["rules", "show", "tiny.toml", "--set", "bare_loses=true"]);
    assert!(changed.contains("bare_loses=true"), "{changed}");
}

/// A file that sets what an inherited option would change leaves the option without effect: its value is not shown, as it would
/// contradict the rules.
#[test]
fn an_option_is_shown_as_the_rules_are() {
    let folder = Folder::new();
    folder.write(
        "loses.toml",
        "extends = \"chess\"\nname = \"x\"\n[end]\nstalemate = \"loses\"\n",
    );
    for settings in [vec![], vec!["--set", "stalemate_loses=false"]] {
        let shown = folder.passes(&[vec!["rules", "show", "loses.toml"], settings].concat());
        assert!(shown.contains("stalemate loses"), "{shown}");
        assert!(!shown.contains("stalemate_loses="), "{shown}");
        assert!(shown.contains("no effect here"), "{shown}");
        assert!(shown.contains("no_castling=false"), "{shown}");
    }
    let set = folder.passes(&["rules", "show", "chess", "--set", "stalemate_loses=true"]);
    for part in ["stalemate loses", "stalemate_loses=true"] {
        assert!(set.contains(part), "{set}");
    }
}

#[test]
fn rule_sets_are_compared() {
    let folder = Folder::new();
    assert_eq!(folder.passes(&["rules", "diff", "chess", "chess"]), "");
    folder.write(
        "longer.toml",
        "extends = \"tiny.toml\"\n[[piece]]\ntext = \"R\"\nmoves = \"R2\"\n",
    );
    let diff = folder.passes(&["rules", "diff", "tiny.toml", "longer.toml"]);
    assert_eq!(diff, "Rook (R) moves\n  - R\n  + R2\n");
}

#[test]
fn right_rule_files_are_called_right() {
    let said = Folder::new().passes(&["rules", "check", "tiny.toml", "chess"]);
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), 2, "{said}");
    assert!(
        lines[0].starts_with("tiny.toml: no faults (Tiny;"),
        "{said}"
    );
    assert!(lines[1].starts_with("chess: no faults (Chess;"), "{said}");
}

#[test]
fn moves_are_printed_one_a_line_in_the_order_of_their_bytes() {
    let folder = Folder::new();
    let moves = folder.passes(&["moves", "chess"]);
    let lines: Vec<&str> = moves.lines().collect();
    assert_eq!((lines.len(), lines[0], lines[19]), (20, "a2a3", "h2h4"));
    assert!(lines.is_sorted());
    assert_eq!(moves, folder.passes(&["moves", "chess", "--array", "0"]));
    assert_eq!(moves, folder.passes(&["moves", "chess", "--fen", START]));
    let castling = "4,k,3/8/8/8/8/8/8/4,K,2,R w castle=K 0";
    let kings = folder.passes(&["moves", "chess", "--fen", castling]);
    let without = [
        "moves",
        "chess",
        "--fen",
        "4,k,3/8/8/8/8/8/8/4,K,2,R w - 0",
        "--set",
        "no_castling=true",
    ];
    assert_eq!(
        kings.lines().count(),
        folder.passes(&without).lines().count() + 1
    );
}

#[test]
fn moves_as_json() {
    let answer = json(&["moves", "chess", "--json"]);
    assert_eq!(answer["fen"], START);
    assert_eq!(answer["over"], Value::Null);
    assert_eq!(answer["moves"].as_array().map(Vec::len), Some(20));
}

#[test]
fn a_game_that_is_over_has_no_moves() {
    let mated = "k,7/1,Q,6/1,K,6/8/8/8/8/8 b - 0";
    let folder = Folder::new();
    let said = folder.call(&["moves", "chess", "--fen", mated]);
    assert_eq!((said.code, said.out.as_str()), (Some(0), ""));
    assert!(
        said.err.contains("White has won") && said.err.contains("checkmated"),
        "{}",
        said.err
    );
    let answer = json(&["moves", "chess", "--fen", mated, "--json"]);
    assert_eq!(
        (&answer["over"], &answer["moves"]),
        (&"w".into(), &Value::Array(Vec::new()))
    );
}

#[test]
fn perft_prints_its_count_and_its_time() {
    let folder = Folder::new();
    let said = folder.passes(&["perft", "chess", "3"]);
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), 2, "{said}");
    assert_eq!(lines[0], "nodes: 8902");
    assert!(
        lines[1].starts_with("time: ") && lines[1].contains(" s "),
        "{said}"
    );
    assert!(
        folder
            .passes(&["perft", "chess", "0"])
            .starts_with("nodes: 1\n")
    );
    assert!(
        folder
            .passes(&["perft", "chess", "2", "--fen", START])
            .starts_with("nodes: 400\n")
    );
}

#[test]
fn perft_divides_its_count() {
    let said = Folder::new().passes(&["perft", "chess", "2", "--divide"]);
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(
        (lines.len(), lines[0], lines[20]),
        (22, "a2a3: 20", "nodes: 400")
    );
    let answer = json(&["perft", "chess", "2", "--divide", "--json"]);
    assert_eq!(
        (&answer["nodes"], &answer["divide"]["e2e4"]),
        (&400.into(), &20.into())
    );
}

/// Measures for some ten seconds and more, so it runs only when `TRADEWIND_LONG` is set.
#[test]
fn bench_measures_every_kind_of_work() {
    if std::env::var_os("TRADEWIND_LONG").is_none() {
        return;
    }
    let speeds = json(&["bench", "--json"]);
    for speed in speeds.as_array().expect("a list") {
        assert!(speed["count"].as_u64() > Some(0), "{speed}");
        assert!(speed["seconds"].as_f64() > Some(0.0), "{speed}");
    }
}

#[test]
fn help_and_version_are_answers() {
    let folder = Folder::new();
    for command in [
        "rules", "moves", "perft", "verify", "run", "match", "tune", "play", "uci", "bench",
    ] {
        assert!(folder.passes(&["--help"]).contains(command));
        assert!(
            folder
                .passes(&[command, "--help"])
                .contains("Usage: tradewind")
        );
    }
    assert!(folder.passes(&["--version"]).starts_with("tradewind "));
}
