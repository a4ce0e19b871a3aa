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

/// A rule file in the place of an experiment, and the other way about, is one fault.
#[test]
fn files_of_the_other_kind_are_told_as_such() {
    let folder = Folder::new();
    folder.write("other.toml", super::program::OTHER);
    let said = "`extends` is of a rule file, and no experiment is written here";
    folder.refuses(
        &["run", "other.toml"],
        &["other.toml:1:11:", said, "tradewind try"],
    );
    let said = "`pairs` is of an experiment, and no rules are written here";
    for command in [&["rules", "check"][..], &["try"]] {
        let all = [command, &["experiment.toml"]].concat();
        folder.refuses(&all, &["experiment.toml:3:9:", said, "tradewind run"]);
    }
    folder.refuses(&["run", "quikstart"], &["did you mean `quickstart`?"]);
    folder.refuses(&["new", "chess"], &["chess is a rule set of the program"]);
}

#[test]
fn what_is_not_an_experiment_is_pointed_at() {
    for (from, to, parts) in [
        (
            "[player]",
            "[player",
            ["wrong.toml:9:8: not TOML", "[player"],
        ),
        (
            "seed = 7",
            "sede = 7",
            [
                "wrong.toml:2:1: the experiment has no key `sede`",
                "did you mean `seed`?",
            ],
        ),
        (
            "depth = 1",
            "deep = 1",
            [
                "wrong.toml:10:1: a player has no key `deep`",
                "did you mean `depth`?",
            ],
        ),
        (
            "seed = 7\n",
            "",
            ["wrong.toml:1:1: the experiment has no `seed`", "seed = 1"],
        ),
        (
            "id = \"tiny.toml\"",
            "",
            ["wrong.toml:6:1: a rule set has no `id`", "[rules]"],
        ),
        (
            "seed = 7",
            "seed = -7",
            ["wrong.toml:2:8: -7 is not a whole number", "from 0"],
        ),
        (
            "pairs = 30",
            "pairs = \"30\"",
            ["wrong.toml:3:9: \"30\" is not a whole number", "from 2"],
        ),
        (
            "noise = 50",
            "noise = 0.5",
            [
                "wrong.toml:11:9: a fraction is not a whole number",
                "from 0",
            ],
        ),
        (
            "name = \"tiny games\"",
            "name = \"\"",
            ["wrong.toml:1:8: \"\" is no name", "a few words"],
        ),
        (
            "[player]",
            "options = { bare_loses = [[1]] }\n[player]",
            [
                "wrong.toml:9:27: a list is no value",
                "true, false, a whole number or a word",
            ],
        ),
        (
            "[rules]",
            "rules = 5\n[rule]",
            ["wrong.toml:6:9: `rules` is 5", "[rules] with id"],
        ),
    ] {
        refuses(from, to, &parts);
    }
}

#[test]
fn every_fault_is_told_at_once() {
    let folder = Folder::new();
    let text = EXPERIMENT
        .replace("pairs = 30", "pairs = 0")
        .replace("plies = 3", "plies = \"a\"")
        .replace("depth = 1", "depht = 1");
    folder.write("wrong.toml", &text);
    let parts = ["wrong.toml:3:9: ", "wrong.toml:10:1: ", "wrong.toml:14:9: "];
    folder.refuses(&["run", "wrong.toml"], &parts);
}

#[test]
fn values_that_cannot_be() {
    for (from, to, parts) in [
        (
            "pairs = 30",
            "pairs = 0",
            ["wrong.toml:3:9: 0 is not", "from 2 to 1000000000"],
        ),
        (
            "ply_cap = 40",
            "ply_cap = 3",
            [
                "wrong.toml:4:11: a game would be stopped in its opening of 3 plies",
                "a larger number",
            ],
        ),
        (
            "depth = 1",
            "depth = 101",
            ["wrong.toml:10:9: 101", "from 1 to 100"],
        ),
        (
            "depth = 1",
            "nodes = 0",
            ["wrong.toml:10:9: 0", "from 1 to"],
        ),
        (
            "depth = 1\n",
            "",
            ["wrong.toml:9:1: a player without a limit", "nodes = 100"],
        ),
        (
            "depth = 1",
            "depth = 1\nmovetime = 5",
            [
                "wrong.toml:11:12: with `movetime` no game can be played again",
                "[match]",
            ],
        ),
        (
            "depth = 1",
            "depth = 1\nengine = { program = \"x\" }",
            ["wrong.toml:11:10: with `engine`", "[match]"],
        ),
        (
            "weights = \"untuned\"",
            "weights = \"none.toml\"",
            ["wrong.toml:12:11: ", "cannot read the weights none.toml"],
        ),
        (
            "[player]",
            "arrays = [4]\n[player]",
            ["wrong.toml:9:11: there is no array 4", "\"drawn\", \"all\""],
        ),
        (
            "[player]",
            "arrays = []\n[player]",
            ["wrong.toml:9:10: no array is named", "\"drawn\", \"all\""],
        ),
        (
            "[player]",
            "arrays = [0, 0]\n[player]",
            ["wrong.toml:9:14: array 0 is named twice", "\"all\""],
        ),
        (
            "[player]",
            "arrays = \"some\"\n[player]",
            ["wrong.toml:9:10: \"some\" names no arrays", "\"drawn\""],
        ),
        (
            "[player]",
            "schedule = \"all\"\n[player]",
            [
                "wrong.toml:9:1: a rule set has no key `schedule`",
                "known here",
            ],
        ),
        (
            "[rules]",
            "schedule = \"each other\"\n[rules]",
            ["wrong.toml:6:12: one player has no opponent", "[[player]]"],
        ),
        (
            "[opening]",
            "[record]\ngames_per_file = 3\n[opening]",
            ["wrong.toml:14:18: 3 is odd", "even"],
        ),
        (
            "[opening]",
            "[adjudication]\nwin = { score = 500 }\n[opening]",
            ["wrong.toml:14:7: `win` has no `plies`", "plies = 6"],
        ),
        (
            "[opening]",
            "[match]\nsprt = { elo0 = 5, elo1 = 1.5 }\n[opening]",
            ["wrong.toml:14:8: 5 is not below 1.5", "other way round"],
        ),
        (
            "[opening]",
            "[match]\n[opening]",
            [
                "wrong.toml:13:1: a match is between a player and one or more others",
                "[[player]]",
            ],
        ),
        (
            "bootstrap = 40",
            "bootstrap = 39",
            ["wrong.toml:17:13: 39", "from 40"],
        ),
        (
            "bootstrap = 40",
            "samples_per_game = 0",
            ["wrong.toml:17:20: 0", "from 1"],
        ),
        (
            "bootstrap = 40",
            "unit = \"Q\"",
            [
                "wrong.toml:17:8: there is no piece `Q` in tiny",
                "the pieces P R K",
            ],
        ),
    ] {
        refuses(from, to, &parts);
    }
}

#[test]
fn two_of_a_name() {
    refuses(
        "[player]\ndepth = 1",
        "[[player]]\ndepth = 1\n[[player]]\ndepth = 1",
        &["two players are called `depth 1`", "name = "],
    );
    refuses(
        "[rules]\nid = \"tiny.toml\"",
        "[[rules]]\nid = \"tiny.toml\"\n[[rules]]\nid = \"tiny.toml\"",
        &["two rule sets are called `tiny`", "name = "],
    );
}

#[test]
fn rules_that_cannot_be_played() {
    for (from, to, parts) in [
        (
            "tiny.toml",
            "tiny",
            ["wrong.toml:7:6: there is no rule set `tiny`", "shatranj"],
        ),
        (
            "tiny.toml",
            "none.toml",
            ["wrong.toml:7:6: cannot read the rule file none.toml", ""],
        ),
        (
            "[player]",
            "options = { castle = true }\n[player]",
            ["wrong.toml:9:11: ", "no option `castle`"],
        ),
        (
            "[player]",
            "options = { bare_loses = 1 }\n[player]",
            ["wrong.toml:9:11: ", "its values are false, true"],
        ),
    ] {
        refuses(from, to, &parts);
    }
    let folder = Folder::new();
    folder.write("tiny.toml", "extends = \"chess\"\n[end]\nbare = \"?\"\n");
    let parts = [
        "experiment.toml:7:6: this rule set has faults",
        "tiny.toml:3:8: ",
        "\"both-draw\"",
    ];
    folder.refuses(&["run", "experiment.toml", "--out", "results"], &parts);
}

#[test]
fn a_match_is_not_run() {
    let folder = Folder::new();
    let players = "[[player]]\ndepth = 1\n[[player]]\ndepth = 2\n[match]\n";
    let text = EXPERIMENT.replace(
        "[player]\ndepth = 1\nnoise = 50\nweights = \"untuned\"\n",
        players,
    );
    folder.write("match.toml", &text);
    let parts = ["match.toml is a match", "tradewind match match.toml"];
    folder.refuses(&["run", "match.toml"], &parts);
    let parts = [
        "experiment.toml is no match",
        "tradewind run experiment.toml",
    ];
    folder.refuses(&["match", "experiment.toml"], &parts);
    folder.refuses(&["match", "shatranj"], &["--first nodes=1000"]);
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
