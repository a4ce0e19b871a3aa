//! Reading experiments, their snapshots, and what takes turns in them.

use std::path::Path;
use tradewind_selfplay::experiment::{Experiment, OpeningPolicy, SNAPSHOT};

const EVERYTHING: &str = "\
name = \"everything\"
seed = 12
pairs = 30
ply_cap = 300
schedule = \"all\"

[[rules]]
id = \"scirocco-2001\"
arrays = [256, 0]

[[rules]]
name = \"leaping\"
id = \"rococo\"
further_weights = [\"own.toml\", \"untuned\"]
arrays = \"all\"
options = { chameleon_swaps_own_swapper = false }

[[player]]
nodes = 100
temperature = 30
temperature_plies = 12

[[player]]
name = \"with weights\"
depth = 2
noise = 0
weights = \"own.toml\"

[opening]
plies = 6
max_imbalance_cp = 80

[adjudication]
win = { score = 900, plies = 4 }
draw = { score = 5, plies = 10, from = 60 }

[record]
evaluations = true
games_per_file = 50

[estimates]
unit = \"P\"
";
const SMALL: &str = "name = \"x\"\nseed = 5\npairs = 9\nply_cap = 100\n[rules]\nid = \"chess\"\n\
    [player]\nnodes = 50\n[opening]\nplies = 6\n";

#[test]
fn training_runs_take_turns_in_random_order() {
    let experiment = Experiment::parse("x.toml", SMALL.to_string(), Path::new(""));
    let experiment = experiment.unwrap_or_else(|fault| panic!("{fault}"));
    let turns: Vec<usize> = (0..300)
        .map(|at| experiment.training_run_of(at, 3))
        .collect();
    for player in 0..3 {
        for number in [0, 1, 2] {
            // Among the pairs with the same one of three odds, too.
            let own = turns.iter().skip(number).step_by(3);
            let share = own.filter(|turn| **turn == player).count();
            assert!((15..=55).contains(&share), "{player}, {number}: {share}");
        }
        assert_eq!(turns.iter().filter(|turn| **turn == player).count(), 100);
    }
    assert!((0..100).all(|at| experiment.training_run_of(at, 1) == 0));
}

#[test]
fn opening_policies_are_independent_of_training_runs() {
    let text = format!(
        "{SMALL}max_imbalance_cp = 80\nfurther = [{{ plies = 0 }}, {{ plies = 3, max_imbalance_cp = 9 }}]\n"
    );
    let experiment = Experiment::parse("x.toml", text, Path::new(""));
    let experiment = experiment.unwrap_or_else(|fault| panic!("{fault}"));
    let names: Vec<String> = (experiment.opening.policies().iter())
        .map(OpeningPolicy::name)
        .collect();
    let wanted = [
        "6 random plies within 80 cp",
        "0 random plies",
        "3 random plies within 9 cp",
    ];
    assert_eq!(names, wanted);
    for opening in 0..3 {
        let own: Vec<u64> = (0..300)
            .filter(|&at| experiment.opening_policy_of(at) == opening)
            .collect();
        assert_eq!(own.len(), 100);
        // Each training run has all of them.
        let by_first = own
            .iter()
            .filter(|&&at| experiment.training_run_of(at, 2) == 0);
        assert!((30..=70).contains(&by_first.count()));
    }
}

#[test]
fn every_built_in_experiment_is_valid() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/experiments");
    let mut read = 0;
    for folder in [
        folder.clone(),
        folder.join("values"),
        folder.join("compare"),
    ] {
        for entry in std::fs::read_dir(folder).expect("the folder of experiments") {
            let path = entry.expect("an entry").path();
            if path.is_file() {
                let experiment = Experiment::load(&path);
                let experiment = experiment.unwrap_or_else(|fault| panic!("{fault}"));
                assert!(experiment.all_pairs() > 0);
                read += 1;
            }
        }
    }
    assert!(read >= 23, "only {read} were found");
}

#[test]
fn a_snapshot_has_the_same_fingerprint() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("own.toml"), "[position]\ntempo = [12.345, 7]\n").expect("a file");
    std::fs::write(path("all.toml"), EVERYTHING).expect("a file");
    let experiment = Experiment::load(&path("all.toml"));
    let experiment = experiment.unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!(experiment.pairings().len(), 6);
    experiment
        .write_snapshot(&path("snapshot"))
        .expect("it can be written");
    let snapshot = Experiment::load(&path("snapshot").join(SNAPSHOT));
    let snapshot = snapshot.unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!(
        snapshot.difference(&experiment),
        experiment.difference(&experiment)
    );
    assert_eq!(snapshot.fingerprint(), experiment.fingerprint());
    assert!(snapshot.is_same_plan(&experiment));
    // A snapshot of the snapshot.
    snapshot
        .write_snapshot(&path("again"))
        .expect("it can be written");
    for file in [
        "experiment.toml",
        "rules/leaping.toml",
        "weights/players/2.toml",
        "weights/rules/leaping.3.toml",
    ] {
        let [one, other] = ["snapshot", "again"].map(|name| std::fs::read(path(name).join(file)));
        assert_eq!(one.expect("a file"), other.expect("a file"), "{file}");
    }
}

/// Every second pair is of the rules with priority, until they have all of theirs; no pair is left out
/// or played twice, however large the experiment is.
#[test]
fn rules_with_priority_have_every_second_pair() {
    let rules = |name: &str, more: &str| {
        format!("[[rules]]\nname = \"{name}\"\nid = \"shatranj\"\n{more}\n")
    };
    let text = |second: &str, third: &str| {
        let all = rules("one", "") + &rules("two", second) + &rules("three", third);
        format!(
            "name = \"x\"\nseed = 1\npairs = 6\nply_cap = 40\n{all}[player]\nnodes = 10\n\
             [opening]\nplies = 2\n"
        )
    };
    let parse = |text: String| Experiment::parse("x.toml", text, Path::new(""));
    let read = parse(text("priority_pairs = 7", ""));
    let mut experiment = read.unwrap_or_else(|fault| panic!("{fault}"));
    let pairings = experiment.pairings();
    for pairs in 1..9 {
        experiment.pairs = pairs;
        let mut numbers = vec![Vec::new(); 3];
        for pair in 0..experiment.all_pairs() {
            let scheduled = experiment.scheduled_pair(&pairings, pair);
            assert_eq!(scheduled.place == 1, pair % 2 == 0 && pair < 14, "{pair}");
            numbers[scheduled.place].push(scheduled.number);
        }
        for (pairing, numbers) in pairings.iter().zip(numbers) {
            assert!(numbers.into_iter().eq(0..experiment.pairs_of(*pairing)));
        }
        let all = experiment.all_pairs();
        assert_eq!(experiment.pairs_within(all), pairs);
        assert_eq!(experiment.pairs_within(all - 1), pairs - 1);
    }
    let twice = parse(text("priority_pairs = 7", "priority_pairs = 7"));
    let fault = twice
        .err()
        .map(|fault| fault.to_string())
        .unwrap_or_default();
    assert!(
        fault.contains("2 of 3 rule sets have `priority_pairs`"),
        "{fault}"
    );
}
