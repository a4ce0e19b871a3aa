//! Networks from games.

use super::disturbed::stopped;
use super::folder::Folder;
use nix::sys::signal::Signal;
use serde_json::Value;
use std::fs;

const NETWORK: &str =
    "tune network games --rules tiny.toml --validation 0.3 --positions 40 --batch 128 --epochs 6";
const RECORD: (&str, &str) = ("[estimates]", "[record]\nevaluations = true\n\n[estimates]");

/// Games with scores.
fn played(pairs: u32) -> Folder {
    let folder = Folder::new();
    let pairs = format!("pairs = {pairs}");
    folder.write_experiment(
        "games.toml",
        &[
            ("pairs = 30", &pairs),
            ("ply_cap = 40", "ply_cap = 80"),
            RECORD,
        ],
    );
    folder.passes("run games.toml --out games");
    folder
}

fn json(folder: &Folder, arguments: &str) -> Value {
    serde_json::from_str(&folder.passes(&format!("{arguments} --json"))).expect("an object")
}

/// The loss of the validation set before and after.
fn loss(report: &Value) -> [f64; 2] {
    [0, 1].map(|place| {
        report["provenance"]["loss"][place]
            .as_f64()
            .expect("a loss")
    })
}

#[test]
fn a_network_is_trained_and_can_be_played_with() {
    let folder = played(150);
    let network = format!("{NETWORK} --hidden 32");
    let said = folder.passes(&format!("{network} --out learnt --threads 2"));
    assert!(said.contains("validation loss: "), "{said}");
    for (name, min) in [
        ("weights.toml", 5_000),
        ("losses.csv", 50),
        ("losses.png", 5_000),
    ] {
        assert!(
            folder.bytes(&format!("learnt/{name}")).len() > min,
            "{name}"
        );
    }
    // The same bytes with another number of threads.
    let [before, after] = loss(&json(
        &folder,
        &format!("{network} --out again --threads 1"),
    ));
    assert!(after < before, "{before} {after}");
    for name in ["weights.toml", "losses.csv", "losses.svg"] {
        assert!(
            folder.bytes(&format!("learnt/{name}")) == folder.bytes(&format!("again/{name}")),
            "{name}"
        );
    }
    // The same command again finds its network.
    let before = folder.bytes("again/weights.toml");
    folder.passes(&format!("{network} --out again --threads 1"));
    assert!(folder.bytes("again/weights.toml") == before);
    // With several rows for an input it begins as with one, and becomes another network.
    let from = "--from learnt/weights.toml --royal-buckets";
    let [one, four] = [("further", 1), ("royals", 4)].map(|(out, buckets)| {
        loss(&json(
            &folder,
            &format!("{network} {from} {buckets} --out {out}"),
        ))[0]
    });
    assert!((one - four).abs() < 2e-6, "{one} and {four}");
    let weights = |of: &str| folder.read(&format!("{of}/weights.toml"));
    assert!(weights("further") != weights("learnt") && weights("royals") != weights("further"));
    assert!(weights("royals").contains("\nroyal_buckets = 4\n"));
    // The default size is that of the network to begin with.
    let report = json(
        &folder,
        &format!("{NETWORK} --from royals/weights.toml --out on"),
    );
    assert_eq!(
        [&report["plan"]["hidden"], &report["plan"]["royal_buckets"]],
        [32, 4]
    );
    let size = "--hidden 32 --buckets 4 --royal-buckets 1 --role alone";
    folder.refuses(
        &format!("{network} --from learnt/weights.toml --buckets 2"),
        &[size],
    );
    // It plays, alone or added, otherwise than the linear weights.
    folder.passes(&format!("{network} --out added --role added"));
    let game = |out: &str| folder.passes(&format!("games {out} --game 3"));
    let [linear, alone, added, royals] = ["untuned", "learnt", "added", "royals"].map(|name| {
        let file = if name == "untuned" {
            name.to_string()
        } else {
            format!("{name}/weights.toml")
        };
        folder.write_experiment("with.toml", &[("untuned", &file)]);
        folder.passes(&format!("run with.toml --out played-{name}"));
        game(&format!("played-{name}"))
    });
    assert!(linear != alone && linear != added && alone != added && royals != alone);
    // The results are kept with the network, and can be played again.
    folder.passes("run played-learnt/experiment.toml --out third");
    assert_eq!(game("third"), alone);
}

/// Half of the games to learn from, and the same validation set.
#[test]
#[ignore = "long: run by .ci/full"]
fn a_share_of_the_games_is_learnt_from() {
    let folder = played(200);
    let [[games, positions, validation], [half_games, half, same]] = ["1", "0.5"].map(|share| {
        let report = json(
            &folder,
            &format!("{NETWORK} --hidden 32 --out {share} --share {share}"),
        );
        ["games", "positions", "validation_positions"]
            .map(|key| report["provenance"][key].as_f64().expect("a number"))
    });
    assert!((0.5..0.8).contains(&(half_games / games)), "{half_games}");
    assert!((0.35..0.65).contains(&(half / positions)), "{half}");
    assert_eq!(validation, same);
    // White wins all games from here.
    folder.write("book.epd", "k,2,p/4/4/P,2,P/R,1,K,R w - 0\n");
    folder.write_experiment(
        "one-sided.toml",
        &[
            ("pairs = 30", "pairs = 500"),
            ("ply_cap = 40", "ply_cap = 80"),
            ("depth = 1\nnoise = 50", "depth = 3"),
            ("plies = 3", "plies = 4\nbook = \"book.epd\""),
            RECORD,
        ],
    );
    folder.passes("run one-sided.toml --out one-sided");
    let network = NETWORK.replace(" games ", " one-sided ");
    folder.refuses(
        &format!("{network} --max-eval-cp 30000"),
        &["all of them have the same result"],
    );
}

/// The network of a rule set predicts the games of a variant of it before it has learnt anything.
#[test]
#[ignore = "long: run by .ci/full"]
fn a_network_begins_with_that_of_another_rule_set() {
    let folder = Folder::new();
    folder.write(
        "games.toml",
        "name = \"homeward\"\nseed = 3\npairs = 300\nply_cap = 80\n[rules]\nid = \"hashishin-homeward\"\n\
         [player]\nnodes = 20\n[opening]\nplies = 8\n[record]\nevaluations = true\n",
    );
    folder.passes("run games.toml --out games");
    let network = "tune network games --rules hashishin-homeward --epochs 1 --lambda 0";
    let anew = loss(&json(&folder, &format!("{network} --out anew")))[0];
    let inherited = loss(&json(
        &folder,
        &format!("{network} --out inherited --inherit hashishin-any"),
    ))[0];
    assert!(inherited < anew, "{inherited} {anew}");
    folder.refuses(
        &format!("{network} --inherit rococo"),
        &["has another board than rococo"],
    );
}

/// Ctrl-C leaves a network that can play; the same command resumes and writes the same bytes.
#[test]
#[ignore = "long: run by .ci/full"]
fn training_that_is_stopped_goes_on() {
    let folder = played(150);
    let long = "tune network games --rules tiny.toml --validation 0.3 --hidden 256 --epochs 200 --falls 10 --decay 0.1";
    folder.passes(&format!("{long} --out whole"));
    let learning = folder.start(&format!("{long} --out learnt"));
    folder.wait_for("learnt/losses.csv");
    folder.wait_for("learnt/weights.toml");
    stopped(learning, Signal::SIGINT);
    assert!(folder.bytes("learnt/losses.csv").len() < folder.bytes("whole/losses.csv").len());
    folder.write_experiment("with.toml", &[("untuned", "learnt/weights.toml")]);
    folder.passes("run with.toml --out played");
    folder.passes(&format!("{long} --out learnt"));
    for name in ["weights.toml", "losses.csv"] {
        assert!(
            folder.bytes(&format!("learnt/{name}")) == folder.bytes(&format!("whole/{name}")),
            "{name}"
        );
    }
}

/// Games that a network plays give its value of each piece, on average and by square.
#[test]
#[ignore = "long: run by .ci/full"]
fn values_of_a_network_are_reported() {
    let folder = Folder::new();
    let network = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../data/networks/shatranj.toml"
    );
    fs::copy(network, folder.path("network.toml")).expect("a network");
    folder.write_experiment(
        "games.toml",
        &[
            ("pairs = 30", "pairs = 300"),
            ("ply_cap = 40", "ply_cap = 120"),
            ("depth = 1", "nodes = 20"),
            ("tiny.toml", "shatranj"),
            ("untuned", "network.toml"),
        ],
    );
    let rows = |experiment: &str, out: &str| -> Vec<String> {
        folder.passes(&format!("run {experiment} --out {out}"));
        let rows = folder.read(&format!("{out}/rows.csv"));
        rows.lines()
            .filter(|row| row.contains(",network,"))
            .map(str::to_string)
            .collect()
    };
    assert!(rows("experiment.toml", "linear").is_empty());
    let rows = rows("games.toml", "games");
    let value = |condition: &str, piece: &str| {
        let place = format!(",network,{condition},{piece},log-odds,");
        let numbers = rows.iter().find_map(|row| row.split(&place).nth(1));
        let number = numbers.and_then(|numbers| numbers.split(',').next());
        number
            .unwrap_or_else(|| panic!("no {place}"))
            .parse::<f64>()
            .expect("a number")
    };
    let values =
        ["Rook (R)", "Knight (N)", "Ferz (F)", "Alfil (A)"].map(|piece| value("all", piece));
    assert!(values.is_sorted_by(|more, less| more > less), "{values:?}");
    assert!(value("on e4", "Pawn (P)") > value("on a2", "Pawn (P)"));
    // One training run has no interval.
    assert!(rows.iter().all(|row| row.contains(",,,")), "{rows:?}");
    let average: Vec<&String> = rows.iter().filter(|row| row.contains(",all,")).collect();
    assert!(
        average.len() > 4 && average.iter().all(|row| row.ends_with(",one training")),
        "{average:?}"
    );
    assert!(
        folder
            .read("games/values-shatranj-20-nodes.svg")
            .contains("network, one training: no interval")
    );
    assert!(
        folder
            .read("games/report.md")
            .contains("One training run: values have no intervals")
    );
    assert!(folder.bytes("games/squares-shatranj-20-nodes.png").len() > 5_000);
}
