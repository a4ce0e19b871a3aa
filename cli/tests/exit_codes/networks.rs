//! Networks from games.

use super::program::{EXPERIMENT, Folder};
use serde_json::Value;
use std::fs;

const NETWORK: &[&str] = &[
    "tune",
    "network",
    "games",
    "--rules",
    "tiny.toml",
    "--validation",
    "0.3",
    "--positions",
    "40",
    "--hidden",
    "32",
    "--batch",
    "128",
    "--epochs",
    "6",
];

/// Games with scores.
fn played(pairs: u32) -> Folder {
    let folder = Folder::new();
    let games = EXPERIMENT
        .replace("pairs = 30", &format!("pairs = {pairs}"))
        .replace("ply_cap = 40", "ply_cap = 80")
        .replace("[estimates]", "[record]\nevaluations = true\n\n[estimates]");
    folder.write("games.toml", &games);
    folder.passes(&["run", "games.toml", "--out", "games"]);
    folder
}

#[test]
fn a_network_is_learnt_and_can_be_played_with() {
    let folder = played(150);
    let said = folder.passes(&[NETWORK, &["--out", "learnt", "--threads", "2"]].concat());
    assert!(said.contains("loss of the validation set: "), "{said}");
    for (name, least) in [
        ("weights.toml", 5_000),
        ("losses.csv", 50),
        ("losses.png", 5_000),
    ] {
        let length = fs::metadata(folder.path("learnt").join(name)).map(|file| file.len());
        assert!(length.is_ok_and(|length| length > least), "{name}");
    }
    // The same bytes on another number of threads.
    let again = ["--out", "again", "--threads", "1", "--json"];
    let told = folder.passes(&[NETWORK, &again].concat());
    let told: Value = serde_json::from_str(&told).expect("an object");
    let loss = |place: usize| told["provenance"]["loss"][place].as_f64().expect("a loss");
    assert!(loss(1) < loss(0), "{told}");
    for name in ["weights.toml", "losses.csv", "losses.svg"] {
        let read = |of: &str| fs::read(folder.path(of).join(name)).expect("a file");
        assert!(read("learnt") == read("again"), "{name}");
    }
    // Said again, it is there; learnt further, it is another one.
    let read = |of: &str| fs::read(folder.path(of).join("weights.toml")).expect("a file");
    let before = read("again");
    folder.passes(&[NETWORK, &again].concat());
    assert!(read("again") == before);
    let begun = |out: &str, buckets: &str| {
        let from = ["--from", "learnt/weights.toml", "--json", "--out", out];
        let told = folder.passes(&[NETWORK, &from, &["--royal-buckets", buckets]].concat());
        let told: Value = serde_json::from_str(&told).expect("an object");
        told["provenance"]["loss"][0].as_f64().expect("a loss")
    };
    // With several rows for an input it begins as with one, and becomes another one, too.
    let (one, four) = (begun("further", "1"), begun("royals", "4"));
    assert!((one - four).abs() < 2e-6, "{one} and {four}");
    assert!(read("further") != before && read("royals") != read("further"));
    assert!(String::from_utf8_lossy(&read("royals")).contains("\nroyal_buckets = 4\n"));
    // Where no size is named, it is that of the network to begin with.
    let unsized_words: Vec<&str> = (NETWORK.iter().copied())
        .filter(|word| !["--hidden", "32"].contains(word))
        .collect();
    let on = ["--from", "royals/weights.toml", "--json", "--out", "on"];
    let told = folder.passes(&[&unsized_words[..], &on].concat());
    let told: Value = serde_json::from_str(&told).expect("an object");
    assert_eq!(
        [&told["plan"]["hidden"], &told["plan"]["royal_buckets"]],
        [32, 4]
    );
    let larger = ["--from", "learnt/weights.toml", "--buckets", "2"];
    folder.refuses(
        &[NETWORK, &larger].concat(),
        &["--hidden 32 --buckets 4 --royal-buckets 1 --role alone"],
    );
    // It plays, alone or added, and is not what the linear weights are.
    let added = ["--out", "added", "--role", "added"];
    folder.passes(&[NETWORK, &added].concat());
    let moves_by = |weights: &str| {
        folder.write("with.toml", &EXPERIMENT.replace("untuned", weights));
        let out = format!("played-{}", weights.replace('/', "-"));
        folder.passes(&["run", "with.toml", "--out", &out]);
        folder.passes(&["games", &out, "--game", "3"])
    };
    let [linear, alone, added, royals] = [
        "untuned",
        "learnt/weights.toml",
        "added/weights.toml",
        "royals/weights.toml",
    ]
    .map(moves_by);
    assert!(linear != alone && linear != added && alone != added && royals != alone);
    // What was played is kept with its network, and can be played again.
    folder.passes(&[
        "run",
        "played-learnt-weights.toml/experiment.toml",
        "--out",
        "third",
    ]);
    assert_eq!(folder.passes(&["games", "third", "--game", "3"]), alone);
}

/// Half of the games to learn from, and the same validation set.
#[test]
fn a_share_of_the_games_is_learnt_from() {
    let folder = played(200);
    let counts = |share: &'static str| {
        let more = ["--out", share, "--share", share, "--json"];
        let told = folder.passes(&[NETWORK, &more].concat());
        let told: Value = serde_json::from_str(&told).expect("an object");
        ["games", "positions", "validation_positions"]
            .map(|key| told["provenance"][key].as_f64().expect("a number"))
    };
    let [games, positions, aside] = counts("1");
    let [half_games, half, same] = counts("0.5");
    assert!((0.5..0.8).contains(&(half_games / games)), "{half_games}");
    assert!((0.35..0.65).contains(&(half / positions)), "{half}");
    assert_eq!(aside, same);
}

/// The network of a rule set knows the games of one that changes it before it has learnt anything.
#[test]
fn a_network_begins_with_that_of_another_rule_set() {
    let folder = Folder::new();
    let games = "name = \"homeward\"\nseed = 3\npairs = 300\nply_cap = 80\n[rules]\nid = \"hashishin-homeward\"\n[player]\nnodes \
                 = 20\n[opening]\nplies = 8\n[record]\nevaluations = true\n";
    folder.write("games.toml", games);
    folder.passes(&["run", "games.toml", "--out", "games"]);
    let loss_before = |out: &'static str, more: &[&'static str]| {
        let rules = ["--rules", "hashishin-homeward", "--out", out];
        let all = [
            &NETWORK[..3],
            &rules,
            &["--epochs", "1", "--lambda", "0", "--json"],
            more,
        ]
        .concat();
        let told: Value = serde_json::from_str(&folder.passes(&all)).expect("an object");
        told["provenance"]["loss"][0].as_f64().expect("a loss")
    };
    let anew = loss_before("anew", &[]);
    let inherited = loss_before("inherited", &["--inherit", "hashishin-any"]);
    assert!(inherited < anew, "{inherited} {anew}");
    for (id, part) in [
        ("rococo", "has another board than rococo"),
        (
            "tiny.toml",
            "no network comes with tiny.toml; one comes with chess",
        ),
    ] {
        let rules = ["--rules", "hashishin-homeward", "--inherit", id];
        folder.refuses(&[&NETWORK[..3], &rules].concat(), &[part]);
    }
}

/// Learning that Ctrl-C stops leaves a network that plays, and the same command goes on to the same bytes.
#[cfg(unix)]
#[test]
fn learning_that_is_stopped_goes_on() {
    let folder = played(150);
    let long = [
        "--hidden", "256", "--epochs", "200", "--falls", "10", "--decay", "0.1",
    ];
    let long = [&NETWORK[..7], &long].concat();
    folder.passes(&[&long[..], &["--out", "whole"]].concat());
    let mut learning = folder.start(&[&long[..], &["--out", "learnt"]].concat());
    while !folder.path("learnt/weights.toml").exists() {
        let ended = learning.try_wait().expect("it can be asked");
        assert!(ended.is_none(), "it ended before it wrote a network");
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    super::runs_disturbed::interrupt(&learning);
    let ended = learning.wait().expect("it ends");
    assert_eq!(ended.code(), Some(75));
    let read = |of: &str, name: &str| fs::read(folder.path(of).join(name)).expect("a file");
    assert!(read("learnt", "losses.csv").len() < read("whole", "losses.csv").len());
    folder.write(
        "with.toml",
        &EXPERIMENT.replace("untuned", "learnt/weights.toml"),
    );
    folder.passes(&["run", "with.toml", "--out", "played"]);
    folder.passes(&[&long[..], &["--out", "learnt"]].concat());
    for name in ["weights.toml", "losses.csv"] {
        assert!(read("learnt", name) == read("whole", name), "{name}");
    }
}

/// The network that comes with Shatranj.
fn of_shatranj() -> String {
    let network = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../data/networks/shatranj.toml"
    );
    fs::read_to_string(network).expect("a network")
}

/// Games that a network plays say what it takes each piece for, on the whole and by square.
#[test]
fn what_a_network_takes_pieces_for_is_told() {
    let folder = Folder::new();
    folder.write("network.toml", &of_shatranj());
    let games = EXPERIMENT
        .replace("pairs = 30", "pairs = 300")
        .replace("ply_cap = 40", "ply_cap = 120")
        .replace("depth = 1", "nodes = 20")
        .replace("tiny.toml", "shatranj");
    folder.write("games.toml", &games.replace("untuned", "network.toml"));
    let rows = |experiment: &str, out: &str| {
        folder.passes(&["run", experiment, "--out", out]);
        let rows = fs::read_to_string(folder.path(out).join("rows.csv")).expect("rows");
        let of_network = rows.lines().filter(|row| row.contains(",network,"));
        of_network.map(str::to_string).collect::<Vec<_>>()
    };
    assert!(rows("experiment.toml", "linear").is_empty());
    let rows = rows("games.toml", "games");
    let value = |condition: &str, piece: &str| {
        let place = format!(",network,{condition},{piece},log-odds,");
        let row = rows.iter().find(|row| row.contains(&place));
        let row = row.unwrap_or_else(|| panic!("no {place}"));
        let numbers = row.split(&place).nth(1).expect("numbers");
        let number = numbers.split(',').next().expect("a value");
        number.parse::<f64>().expect("a number")
    };
    let pieces = ["Rook (R)", "Knight (N)", "Ferz (F)", "Alfil (A)"];
    let values = pieces.map(|piece| value("all", piece));
    assert!(values.is_sorted_by(|more, less| more > less), "{values:?}");
    assert!(value("on e4", "Pawn (P)") > value("on a2", "Pawn (P)"));
    // One training says nothing of what trainings differ by.
    let values = rows.iter().filter(|row| row.contains(",all,"));
    let values: Vec<&String> = values.collect();
    assert!(values.len() > 4, "{rows:?}");
    for row in &rows {
        // Value, low, high.
        assert!(row.contains(",,,"), "{row}");
    }
    assert!(
        values.iter().all(|row| row.ends_with(",one training")),
        "{values:?}"
    );
    let read = |name: &str| fs::read_to_string(folder.path("games").join(name)).expect("a file");
    let plot = read("values-shatranj-20-nodes.svg");
    assert!(plot.contains("network, one training: no interval"));
    assert!(read("report.md").contains("One training: values have no intervals"));
    let png = fs::metadata(folder.path("games/squares-shatranj-20-nodes.png"));
    assert!(png.is_ok_and(|file| file.len() > 5_000));
}

/// A network that was cut short, or was made for other rules, is refused before anything is played.
#[test]
fn a_wrong_network_is_refused() {
    let folder = Folder::new();
    let whole = of_shatranj();
    folder.write("whole.toml", &whole);
    folder.write("cut.toml", &whole[..whole.len() / 2]);
    let of_rules = |rules: &'static str, file: &str, parts: &[&str]| {
        let first = format!("nodes=10,weights={file}");
        let second = ["--second", "nodes=10", "--pairs", "2"];
        let words = [&["match", rules, "--first", &first][..], &second].concat();
        folder.refuses(&words, &[&[file], parts].concat());
    };
    of_rules("shatranj", "cut.toml", &[": line ", "invalid basic string"]);
    for (rules, part) in [
        ("chess", "the pieces P N R A F K"),
        ("rococo", "8 by 8 squares"),
    ] {
        // What is wrong has a line each.
        let made_for = format!(": the network was made for Shatranj, with {part}");
        of_rules(
            rules,
            "whole.toml",
            &["\n--first: whole.toml: line ", &made_for],
        );
    }
}

#[test]
fn what_no_network_can_be_learnt_from_is_refused() {
    let folder = played(20);
    let with = |more: &[&'static str]| [NETWORK, more].concat();
    folder.refuses(
        NETWORK,
        &["quiet positions to learn from", "play more games"],
    );
    folder.refuses(
        &with(&["--rules", "chess"]),
        &["cannot be used multiple times"],
    );
    folder.refuses(
        &["tune", "network", "games", "--rules", "chess"],
        &["no games of Chess", "they have"],
    );
    folder.refuses(&with(&["--role", "both"]), &["alone or added"]);
    folder.refuses(
        &[
            "tune",
            "network",
            "games",
            "--rules",
            "tiny.toml",
            "--hidden",
            "33",
        ],
        &["32, 64"],
    );
    folder.refuses(&with(&["--royal-buckets", "2"]), &["1, 4"]);
    folder.refuses(&with(&["--quiet", "never"]), &["both or move"]);
    folder.refuses(&with(&["--rate", "nan"]), &["0.000001 to 1"]);
    fs::create_dir_all(folder.path("own/positions")).expect("a folder");
    folder.refuses(&with(&["--out", "own"]), &["another folder"]);
    folder.passes(&["run", "experiment.toml", "--out", "without"]);
    folder.refuses(
        &["tune", "network", "without", "--rules", "tiny.toml"],
        &["evaluations = true under [record]"],
    );
    // White wins all games from here.
    folder.write("book.epd", "k,2,p/4/4/P,2,P/R,1,K,R w - 0\n");
    let one_sided = EXPERIMENT
        .replace("pairs = 30", "pairs = 500")
        .replace("ply_cap = 40", "ply_cap = 80")
        .replace("depth = 1\nnoise = 50", "depth = 3")
        .replace("plies = 3", "plies = 4\nbook = \"book.epd\"")
        .replace("[estimates]", "[record]\nevaluations = true\n\n[estimates]");
    folder.write("one-sided.toml", &one_sided);
    folder.passes(&["run", "one-sided.toml", "--out", "one-sided"]);
    let by_them = ["--max-eval-cp", "30000"];
    let words = [&NETWORK[..2], &["one-sided"], &NETWORK[3..], &by_them].concat();
    folder.refuses(&words, &["all of them ended alike"]);
}
