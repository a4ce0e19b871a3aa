//! Players trained by recipes, and experiments that are played with them.

use super::program::{EXPERIMENT, Folder};
use serde_json::Value;
use std::fs;

/// A recipe that is done in a moment.
pub const RECIPE: &str = "\
name = \"tiny\"
seed = 5
pairs = 40
ply_cap = 80

[player]
nodes = 20

[opening]
plies = 2

[texel]
max_eval_cp = 5000
epochs = 10

[test]
nodes = 20
pairs = 5

[loop]
generations = 1
";

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("few.toml", RECIPE);
    folder.write(
        "games.toml",
        &EXPERIMENT.replace("weights = \"untuned\"\n", ""),
    );
    folder
}

const TRAIN: [&str; 6] = [
    "train",
    "tiny.toml",
    "--recipe",
    "few.toml",
    "--players",
    "kept",
];

#[test]
fn a_player_is_trained_and_found() {
    let folder = folder();
    let said = folder.passes(&TRAIN);
    assert!(said.contains("Elo above untuned"), "{said}");
    assert_eq!(folder.passes(&TRAIN), said);
    let told = folder.passes(&[&TRAIN[..], &["--json", "--replicates", "2"]].concat());
    let told: Value = serde_json::from_str(&told).expect("a list");
    assert_eq!(told[1]["facts"]["replicate"], 2);
    assert_ne!(told[0]["player"], told[1]["player"]);
    let own = told[0]["folder"].as_str().expect("a folder");
    assert!(own.starts_with("kept"), "{own}");
    for name in ["player.toml", "weights.toml", "rules.toml"] {
        assert!(folder.path(own).join(name).is_file(), "{name}");
    }
}

#[test]
fn an_experiment_is_played_with_the_players_of_a_recipe() {
    let folder = folder();
    let run = [
        "run",
        "games.toml",
        "--recipe",
        "few.toml",
        "--players",
        "kept",
    ];
    folder.passes(&run);
    let weights = folder.path("out/games-few/weights/rules/tiny.toml");
    let weights = fs::read_to_string(weights).expect("weights");
    assert!(weights.contains("trained_by = \"few\""), "{weights}");
    folder.passes(&["run", "games.toml", "--recipe", "none"]);
    let weights = folder.path("out/games-none/weights/rules/tiny.toml");
    let weights = fs::read_to_string(weights).expect("weights");
    assert!(weights.contains("theory = true"), "{weights}");
}

/// Both sides of a comparison begin with the same player, which is trained first.
#[test]
fn a_small_change_is_trained_on_from_what_it_changes() {
    let folder = folder();
    let recipe = RECIPE.replace("ply_cap = 80", "ply_cap = 600")
        + "[adjudication]\nwin = { score = 700, plies = 2 }\n";
    folder.write("few.toml", &recipe);
    folder.write(
        "mine.toml",
        "extends = \"shatranj\"\nname = \"mine\"\n[end]\nstalemate = \"draw\"\n",
    );
    let train = |rules| {
        let arguments = [
            "train", rules, "--recipe", "few.toml", "--after", "few.toml",
        ];
        let more = ["--players", "kept", "--json"];
        let told = folder.passes(&[&arguments[..], &more[..]].concat());
        let told: Value = serde_json::from_str(&told).expect("a list");
        assert_eq!(told[0]["facts"]["recipe"], "few after few");
    };
    train("mine.toml");
    assert_eq!(
        fs::read_dir(folder.path("kept")).expect("players").count(),
        2
    );
    train("shatranj");
    assert_eq!(
        fs::read_dir(folder.path("kept")).expect("players").count(),
        3
    );
}

#[test]
fn what_cannot_be_trained_is_refused() {
    let folder = folder();
    folder.refuses(
        &[&TRAIN[..], &["--after", "few.toml"]].concat(),
        &[
            "extend none that come with the program",
            "leave --after out",
        ],
    );
    folder.refuses(
        &["run", "games.toml", "--recipe", "none", "--after", "quick"],
        &["not trained", "leave --after"],
    );
    folder.refuses(
        &["train", "tiny.toml", "--recipe", "fast"],
        &["no recipe `fast`", "quick, standard, thorough"],
    );
    folder.write("wrong.toml", &RECIPE.replace("epochs = 10", "epoch = 10"));
    folder.refuses(
        &[
            "train",
            "tiny.toml",
            "--recipe",
            "wrong.toml",
            "--players",
            "kept",
        ],
        &["wrong.toml:14:", "no key `epoch`"],
    );
    folder.write("loop.toml", &(RECIPE.to_string() + "games = [\"x\"]\n"));
    folder.refuses(
        &["train", "tiny.toml", "--recipe", "loop.toml"],
        &["remove `games of [loop]`"],
    );
    folder.write("named.toml", EXPERIMENT);
    folder.refuses(
        &[
            "run",
            "named.toml",
            "--recipe",
            "few.toml",
            "--players",
            "kept",
        ],
        &["names the weights of its players", "leave --recipe"],
    );
    folder.refuses(
        &["values", "tiny.toml", "--recipe", "none"],
        &[
            "nothing is played",
            "leave --recipe, --after and --replicates out",
        ],
    );
    folder.passes(&["run", "named.toml", "--out", "there"]);
    folder.refuses(
        &["compare", "there", "--recipe", "none"],
        &["there: these games are played already"],
    );
}
