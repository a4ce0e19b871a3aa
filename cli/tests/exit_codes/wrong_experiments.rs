//! Experiments that are wrong: nothing is played and no folder is made.

use super::program::{EXPERIMENT, Folder};

/// Changes a part of the experiment and checks what is said of it.
#[track_caller]
fn refuses(from: &str, to: &str, parts: &[&str]) {
    assert_eq!(
        EXPERIMENT.matches(from).count(),
        1,
        "`{from}` in the experiment"
    );
    let folder = Folder::new();
    folder.write("wrong.toml", &EXPERIMENT.replace(from, to));
    folder.refuses(&["run", "wrong.toml", "--out", "results"], parts);
    // Without --out the folder would be out/wrong.
    folder.refuses(&["run", "wrong.toml"], parts);
}

#[test]
fn a_file_that_is_not_there() {
    Folder::new().refuses(
        &["run", "none.toml"],
        &["cannot read the experiment none.toml"],
    );
}

#[test]
fn what_is_not_an_experiment_is_pointed_at() {
    for (from, to, parts) in [
        ("[player]", "[player", ["wrong.toml:9:8: ", "expected `]`"]),
        (
            "seed = 7",
            "sede = 7",
            ["wrong.toml:2:1: unknown field `sede`", "`seed`"],
        ),
        (
            "depth = 1",
            "deep = 1",
            ["wrong.toml:10:1: unknown field `deep`", "`depth`"],
        ),
        (
            "seed = 7\n",
            "",
            ["wrong.toml:1:1: missing field `seed`", ""],
        ),
        (
            "id = \"tiny.toml\"",
            "",
            ["wrong.toml:6:1: missing field `id`", "[rules]"],
        ),
        (
            "seed = 7",
            "seed = -7",
            ["wrong.toml:2:8: ", "expected a whole number of 0 or more"],
        ),
        (
            "pairs = 30",
            "pairs = \"30\"",
            ["wrong.toml:3:9: ", "expected a whole number of 0 or more"],
        ),
        (
            "noise = 50",
            "noise = \"a\"",
            ["wrong.toml:11:9: ", "expected a whole number"],
        ),
        (
            "depth = 1",
            "depth = -1",
            [
                "wrong.toml:10:9: ",
                "expected a whole number from 0 to 4294967295",
            ],
        ),
        (
            "[player]",
            "options = { bare_loses = [1] }\n[player]",
            ["wrong.toml:9:26: ", "true, false, a whole number or a word"],
        ),
    ] {
        refuses(from, to, &parts);
    }
}

#[test]
fn values_that_cannot_be() {
    for (from, to, parts) in [
        (
            "pairs = 30",
            "pairs = 0",
            ["wrong.toml: `pairs`", "at least 1 pair"],
        ),
        (
            "ply_cap = 40",
            "ply_cap = 3",
            [
                "wrong.toml: `ply_cap`",
                "more than the 3 plies of the opening",
            ],
        ),
        (
            "depth = 1",
            "depth = 101",
            ["wrong.toml: `player.depth`", "a number from 1 to 100"],
        ),
        (
            "depth = 1",
            "depth = 0",
            ["wrong.toml: `player.depth`", "a number from 1 to 100"],
        ),
        (
            "depth = 1",
            "nodes = 0",
            ["wrong.toml: `player.nodes`", "1 or more"],
        ),
        (
            "depth = 1\n",
            "",
            ["wrong.toml: `player`", "say how far it looks"],
        ),
        (
            "pairs = 30",
            "pairs = 9000000000",
            ["wrong.toml: `pairs`", "at most 1000000000 pairs"],
        ),
        (
            "depth = 1",
            "depth = 1\nweights = \"none.toml\"",
            ["wrong.toml: `player.weights`", "cannot read the weights"],
        ),
        (
            "[player]",
            "arrays = [4]\n[player]",
            ["wrong.toml: `rules.arrays`", "there is no array 4"],
        ),
        (
            "[player]",
            "arrays = []\n[player]",
            ["wrong.toml: `rules.arrays`", "at least one array"],
        ),
        (
            "bootstrap = 40",
            "bootstrap = 39",
            ["wrong.toml: `estimates.bootstrap`", "at least 40"],
        ),
        (
            "bootstrap = 40",
            "samples_per_game = 0",
            ["wrong.toml: `estimates.samples_per_game`", "at least 1"],
        ),
        (
            "bootstrap = 40",
            "unit = \"Q\"",
            ["wrong.toml: `estimates.unit`", "the pieces are P R K"],
        ),
    ] {
        refuses(from, to, &parts);
    }
}

#[test]
fn rules_that_cannot_be_played() {
    for (from, to, parts) in [
        (
            "tiny.toml",
            "tiny",
            ["wrong.toml: `rules`", "there is no rule set `tiny`"],
        ),
        (
            "tiny.toml",
            "none.toml",
            ["wrong.toml: `rules`", "cannot read the rule file none.toml"],
        ),
        (
            "[player]",
            "options = { castle = true }\n[player]",
            ["wrong.toml: `rules`", "no option `castle`"],
        ),
        (
            "[player]",
            "options = { bare_loses = 1 }\n[player]",
            ["wrong.toml: `rules`", "its values are false, true"],
        ),
    ] {
        refuses(from, to, &parts);
    }
    let folder = Folder::new();
    folder.write("tiny.toml", "extends = \"chess\"\n[end]\nbare = \"?\"\n");
    let parts = [
        "experiment.toml: `rules`",
        "tiny.toml:3:8: ",
        "\"both-draw\"",
    ];
    folder.refuses(&["run", "experiment.toml", "--out", "results"], &parts);
}

#[test]
fn a_folder_that_cannot_be_made() {
    let folder = Folder::new();
    folder.write("results", "a file is in the way");
    folder.refuses(
        &["run", "experiment.toml", "--out", "results"],
        &["cannot make the folder results"],
    );
}
