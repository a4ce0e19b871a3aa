//! Arguments that are wrong: exit code 2, a message, and nothing else.

use super::program::Folder;

#[test]
fn unknown_commands_and_options() {
    let folder = Folder::new();
    folder.refuses(&[], &["Usage: tradewind"]);
    folder.refuses(
        &["perf", "chess", "1"],
        &["unrecognized subcommand 'perf'", "'perft'"],
    );
    folder.refuses(
        &["rules", "lst"],
        &["unrecognized subcommand 'lst'", "'list'"],
    );
    for command in [
        ["rules", "list"].as_slice(),
        &["rules", "show", "chess"],
        &["rules", "diff", "chess", "shatranj"],
        &["rules", "check", "chess"],
        &["moves", "chess"],
        &["perft", "chess", "1"],
        &["verify", "cases.jsonl"],
        &["run", "experiment.toml"],
        &["bench"],
    ] {
        let wrong = [command, &["--colour"]].concat();
        folder.refuses(
            &wrong,
            &["unexpected argument '--colour'", "Usage: tradewind"],
        );
    }
}

#[test]
fn missing_arguments() {
    let folder = Folder::new();
    for (command, missing) in [
        (["rules", "show"].as_slice(), "<RULES>"),
        (&["rules", "diff", "chess"], "<TO>"),
        (&["rules", "check"], "<FILES>"),
        (&["moves"], "<RULES>"),
        (&["perft", "chess"], "<DEPTH>"),
        (&["verify"], "<FILES>"),
        (&["run"], "<FILE>"),
    ] {
        folder.refuses(command, &["required arguments were not provided", missing]);
    }
}

#[test]
fn numbers_that_are_none() {
    let folder = Folder::new();
    let whole = "write a whole number from 0 to 100";
    for depth in ["x", "-1", "1.5", "", "4294967296"] {
        folder.refuses(&["perft", "chess", depth], &["<DEPTH>", whole]);
        folder.refuses(
            &["moves", "chess", "--array", depth],
            &["--array", "chess has the arrays 0"],
        );
    }
    folder.refuses(
        &["moves", "tiny.toml", "--array", "1"],
        &["--array 1", "tiny.toml has the arrays 0"],
    );
    folder.refuses(
        &["moves", "scirocco-2009", "--array", "512"],
        &["--array 512", "has the arrays 0 to 511"],
    );
    for threads in ["0", "x", "1025"] {
        folder.refuses(
            &["run", "experiment.toml", "--threads", threads],
            &["--threads"],
        );
    }
    for shard in ["0/2", "3/2", "1", "a/b"] {
        let say = "write I/N with I from 1 to N, such as 1/4";
        folder.refuses(
            &["run", "experiment.toml", "--shard", shard],
            &["--shard", say],
        );
    }
}

#[test]
fn positions_that_are_none() {
    let folder = Folder::new();
    for (fen, parts) in [
        ("x", ["--fen, for chess", "a position has four parts"]),
        (
            "4,k,3/8/8/8/8/8/X,7/4,K,3 w - 0",
            ["--fen, for chess: rank 2: `X`", "White's are P N B R Q K"],
        ),
        (
            "4,k,3/8/8/8/8/8/7/4,K,3 w - 0",
            ["rank 2 (`7`) has 7 squares", "the board has 8 files"],
        ),
        (
            "8/8/8/8/8/8/8/4,K,3 w - 0",
            ["Black has 0 royal pieces (K)", "each side must have one"],
        ),
        (
            "4,k,3/8/8/8/8/8/8/4,K,3 w ep=e3 0",
            ["state `ep=e3`", "that a pawn has just passed over"],
        ),
    ] {
        folder.refuses(&["moves", "chess", "--fen", fen], &parts);
        folder.refuses(&["moves", "chess", "--fen", fen, "--json"], &parts);
        folder.refuses(&["perft", "chess", "1", "--fen", fen], &parts);
    }
    folder.refuses(
        &["moves", "chess", "--array", "0", "--fen", "x"],
        &["--array", "cannot be used with", "--fen"],
    );
}

#[test]
fn settings_and_pieces_that_are_not_there() {
    let folder = Folder::new();
    for command in [
        ["moves", "chess"].as_slice(),
        &["perft", "chess", "1"],
        &["rules", "show", "chess"],
    ] {
        let with = |setting| [command, &["--set", setting]].concat();
        folder.refuses(&with("no_castling"), &["--set", "write OPTION=VALUE"]);
        folder.refuses(
            &with("castling=no"),
            &[
                "`chess` has no option `castling`",
                "it has no_castling, stalemate_loses",
            ],
        );
        folder.refuses(
            &with("no_castling=yes"),
            &["no value `yes`", "its values are false, true"],
        );
    }
    folder.refuses(
        &["rules", "show", "chess", "--piece", "Z"],
        &["chess: there is no piece `Z` here", "Knight (N)"],
    );
}
