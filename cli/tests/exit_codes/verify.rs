//! `tradewind verify`: right cases, wrong ones, and lines that are no cases.

use super::program::Folder;

const FEN: &str = "k,3/4/4/4/K,3 w - 0";

/// A case of `tiny.toml` with these expectations.
fn case(expected: &str) -> String {
    format!("{{\"rules\":\"tiny.toml\",\"fen\":\"{FEN}\",{expected}}}\n")
}

#[test]
fn right_cases_pass() {
    let folder = Folder::new();
    let chess =
        "r,n,b,q,k,b,n,r/p,p,p,p,p,p,p,p/8/8/8/8/P,P,P,P,P,P,P,P/R,N,B,Q,K,B,N,R w castle=KQkq 0";
    let line = format!(
        "{{\"rules\":\"chess\",\"options\":{{\"no_castling\":true}},\"fen\":\"{}\",\"perft\":[20,400],\"over\":null}}\n",
        chess.replace("castle=KQkq", "-")
    );
    folder.write(
        "right.jsonl",
        &(line + "\n" + &case("\"over\":\"draw\",\"moves\":[]")),
    );
    assert_eq!(
        folder.passes(&["verify", "right.jsonl"]),
        "2 passed, 0 failed\n"
    );
    assert_eq!(
        folder.passes(&["verify", "right.jsonl", "right.jsonl"]),
        "4 passed, 0 failed\n"
    );
}

#[test]
fn wrong_cases_fail_with_what_is_missing_and_extra() {
    let folder = Folder::new();
    // The rook has six moves and the king three.
    let moves = "[\"a1b1\",\"a1d1\",\"d1d2\"]";
    let rook = format!(
        "{{\"rules\":\"tiny.toml\",\"fen\":\"3,k/4/4/4/R,2,K w - 0\",\"moves\":{moves}}}\n"
    );
    folder.write(
        "wrong.jsonl",
        &(case("\"over\":null") + &case("\"over\":\"draw\"") + &rook),
    );
    let said = folder.call(&["verify", "wrong.jsonl"]);
    assert_eq!(said.code, Some(1), "{}{}", said.out, said.err);
    let lines: Vec<&str> = said.out.lines().collect();
    assert_eq!(lines[0], format!("wrong.jsonl:1: tiny.toml {FEN}"));
    assert_eq!(lines[1], "  over: expected not over, found draw");
    assert!(
        lines[2].starts_with("wrong.jsonl:3: tiny.toml "),
        "{}",
        said.out
    );
    assert_eq!(lines[3], "  missing: a1d1");
    assert_eq!(lines[4], "  extra: a1a2 a1a3 a1a4 a1a5 a1c1 d1c1 d1c2");
    assert_eq!(lines.last(), Some(&"1 passed, 2 failed"), "{}", said.out);
}

#[test]
fn lines_that_are_no_cases_are_wrong_input() {
    let folder = Folder::new();
    for (line, parts) in [
        ("not json", ["not JSON", "column"]),
        ("[]", ["a case is a JSON object", "\"rules\", \"fen\""]),
        ("{\"fen\":\"x\"}", ["`rules` must be a text", ""]),
        ("{\"rules\":\"chess\"}", ["`fen` must be a text", ""]),
        (
            "{\"rules\":\"chess\",\"fen\":\"x\"}",
            [
                "the case expects nothing",
                "give `moves`, `perft` or `over`",
            ],
        ),
        (
            "{\"rules\":\"chess\",\"fen\":\"x\",\"over\":1}",
            ["`over` must be null", "\"draw\""],
        ),
        (
            "{\"rules\":\"chess\",\"fen\":\"x\",\"perft\":[1.5]}",
            ["`perft` must be a list of counts", "depths 1, 2"],
        ),
        (
            "{\"rules\":\"chess\",\"fen\":\"x\",\"moves\":\"e2e4\"}",
            ["`moves` must be a list of move texts", ""],
        ),
        (
            "{\"rules\":\"chess\",\"fen\":\"x\",\"over\":null,\"options\":[]}",
            ["`options` must be an object", ""],
        ),
        (
            "{\"rules\":\"chess\",\"fen\":\"x\",\"over\":null}",
            ["x: a position has four parts", ""],
        ),
        (
            "{\"rules\":\"ches\",\"fen\":\"x\",\"over\":null}",
            ["there is no rule set `ches`", "did you mean `chess`?"],
        ),
    ] {
        folder.write(
            "cases.jsonl",
            &format!("{}{line}\n", case("\"over\":\"draw\"")),
        );
        let said = folder.call(&["verify", "cases.jsonl"]);
        assert_eq!(said.code, Some(2), "{line}: {}{}", said.out, said.err);
        assert_eq!(said.out, "1 passed, 1 failed\n", "{line}");
        assert!(
            said.err.starts_with("cases.jsonl:2: "),
            "{line}: {}",
            said.err
        );
        for part in parts {
            assert!(said.err.contains(part), "{line}: {}", said.err);
        }
    }
}

#[test]
fn a_file_that_is_not_there_is_wrong_input() {
    Folder::new().refuses(
        &["verify", "none.jsonl"],
        &["cannot read the cases none.jsonl"],
    );
}

/// A case that names a file which is no rule file prints nothing of what is in it.
#[test]
fn a_case_tells_nothing_of_a_file_that_is_no_rule_file() {
    let folder = Folder::new();
    folder.write("secret.txt", "password = \"swordfish\"\n");
    folder.write("secret.toml", "password = \"swordfish\"\n");
    for name in ["secret.txt", "./secret.txt", "secret.toml", "./secret.toml"] {
        let case = format!("{{\"rules\":\"{name}\",\"fen\":\"x\",\"over\":null}}\n");
        folder.write("cases.jsonl", &case);
        let said = folder.call(&["verify", "cases.jsonl"]);
        assert_eq!(said.code, Some(2), "{name}: {}{}", said.out, said.err);
        for text in [&said.out, &said.err] {
            assert!(!text.contains("swordfish"), "{name}: {text}");
            assert!(!text.contains("password"), "{name}: {text}");
        }
        assert!(
            said.err.starts_with("cases.jsonl:1: "),
            "{name}: {}",
            said.err
        );
    }
}

const EXAMPLE: &str =
    "rules tiny.toml\n== Two kings draw\nposition k,3/4/4/4/K,3 w - 0\nover draw\n";

/// Files of examples are known by their names and tell where they are wrong.
#[test]
fn examples_pass_fail_or_are_wrong_input() {
    let folder = Folder::new();
    for name in ["right.txt", "right.examples"] {
        folder.write(name, EXAMPLE);
        assert_eq!(folder.passes(&["verify", name]), "1 passed, 0 failed\n");
    }
    folder.write("wrong.txt", &EXAMPLE.replace("over draw", "over no"));
    let said = folder.call(&["verify", "wrong.txt"]);
    assert_eq!(said.code, Some(1), "{}{}", said.out, said.err);
    assert!(
        (said.out).starts_with("wrong.txt:4: Two kings draw: over no (tiny.toml): found draw "),
        "{}",
        said.out
    );
    for (right, wrong, line, part) in [
        ("over draw", "overs draw", 4, "`overs` is no word"),
        ("over draw\n", "", 2, "the example asks nothing"),
        ("tiny.toml", "tine", 2, "there is no rule set `tine`"),
        ("over draw", "at e9=K", 4, "no square `e9`"),
        ("K,3 w - 0", "K,3 w", 4, "a position has four parts"),
    ] {
        folder.write("unusable.txt", &EXAMPLE.replace(right, wrong));
        let said = folder.call(&["verify", "unusable.txt"]);
        assert_eq!(said.code, Some(2), "{wrong}: {}{}", said.out, said.err);
        assert_eq!(said.out, "0 passed, 1 failed\n", "{wrong}");
        let place = format!("unusable.txt:{line}: ");
        assert!(said.err.starts_with(&place), "{wrong}: {}", said.err);
        assert!(said.err.contains(part), "{wrong}: {}", said.err);
    }
}
