//! SPSA with real games.

use std::fs;
use std::path::Path as FilePath;
use std::sync::atomic::Ordering;
use tradewind_engine::search::SearchParams;
use tradewind_selfplay::run::{Executor, Observer};
use tradewind_tuner::spsa::{Path, SpsaObserver, SpsaPlan, SpsaResult, run};

const SMALL: &str = "\
name = \"small\"
seed = 3
pairs = 2
ply_cap = 120

[rules]
id = \"shatranj\"

[player]
nodes = 40

[opening]
plies = 6

[spsa]
iterations = 12

[[parameter]]
name = \"rfp_margin\"

[[parameter]]
name = \"aspiration_window\"
start = 50
rate = 0.05

[verification]
nodes = 30
pairs = 5
sprt = { elo0 = -10, elo1 = 10 }
";

/// Stops after a number of iterations.
struct Stopper {
    executor: Executor,
    after: usize,
}

impl Stopper {
    fn new(after: usize) -> Stopper {
        Stopper {
            executor: Executor::default(),
            after,
        }
    }
}

impl Observer for Stopper {}

impl SpsaObserver for Stopper {
    fn moved(&self, path: &Path) {
        if path.steps.len() >= self.after {
            self.executor.stop().store(true, Ordering::Relaxed);
        }
    }

    fn observer(&self) -> &impl Observer {
        self
    }
}

fn plan(folder: &FilePath, text: &str) -> SpsaPlan {
    let file = folder.join("spsa.toml");
    fs::write(&file, text).expect("a file");
    SpsaPlan::load(&file).expect("no error")
}

/// Runs SPSA to its end.
fn complete(plan: &SpsaPlan, folder: &FilePath) -> SpsaResult {
    let never = Stopper::new(usize::MAX);
    let found = run(plan, folder, &never.executor, &never);
    found.expect("no error").expect("its end")
}

#[test]
fn an_interrupted_run_resumes_to_the_same_bytes() {
    let folder = tempfile::tempdir().expect("a folder");
    let plan = plan(folder.path(), SMALL);
    let whole = folder.path().join("whole");
    let never = Stopper::new(usize::MAX);
    let (path, tallies) = complete(&plan, &whole);
    assert_eq!(path.steps.len(), 12);
    let pairs: Vec<_> = (tallies.iter())
        .map(|(rules, tally)| (rules.as_str(), tally.count()))
        .collect();
    assert_eq!(pairs, [("shatranj", 5)]);
    let games: u64 = path.steps.iter().flat_map(|step| step.games).sum();
    assert_eq!(games, 12 * 4);
    let last = &path.steps[11].numbers;
    assert!(last[0] != 90.0 && last[1] != 50.0, "{last:?}");
    let broken = folder.path().join("broken");
    for after in [1, 4, 5, 11] {
        let stopper = Stopper::new(after);
        let found = run(&plan, &broken, &stopper.executor, &stopper);
        assert!(found.expect("no error").is_none());
    }
    let (again, _) = complete(&plan, &broken);
    assert_eq!(again, path);
    let read = |folder: &FilePath| fs::read(folder.join("path.csv")).expect("iterations");
    assert_eq!(read(&whole), read(&broken));
    // A damaged file is refused.
    let text = fs::read_to_string(broken.join("path.csv")).expect("iterations");
    fs::write(broken.join("path.csv"), text.replace("\n3,", "\n4,")).expect("a file");
    let fault = run(&plan, &broken, &never.executor, &never).expect_err("it is damaged");
    assert!(fault.to_string().contains("line 4: invalid"), "{fault}");
    // So is another run in the same folder.
    let other = SpsaPlan {
        iterations: 13,
        ..plan
    };
    let fault = run(&other, &whole, &never.executor, &never).expect_err("another plan");
    assert!(
        fault.to_string().contains("holds another SPSA run"),
        "{fault}"
    );
}

#[test]
fn rule_sets_and_players_take_part_in_every_iteration() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = SMALL
        .replace(
            "[rules]\nid = \"shatranj\"",
            "[[rules]]\nid = \"shatranj\"\n[[rules]]\nid = \"chess\"",
        )
        .replace(
            "[player]\nnodes = 40",
            "[[player]]\nname = \"few\"\nnodes = 20\n[[player]]\nname = \"more\"\nnodes = 40",
        )
        .replace("iterations = 12", "iterations = 3");
    let plan = plan(folder.path(), &text);
    let (path, tallies) = complete(&plan, &folder.path().join("out"));
    for step in &path.steps {
        // Two pairs under two rule sets by two players.
        assert_eq!(step.games.iter().sum::<u64>(), 16);
    }
    let names: Vec<_> = tallies.iter().map(|(rules, _)| rules.as_str()).collect();
    assert_eq!(names, ["shatranj", "chess"]);
    let unlike = text.replace("nodes = 20", "nodes = 20\nsearch = { rfp_margin = 80 }");
    let file = folder.path().join("spsa.toml");
    fs::write(&file, unlike).expect("a file");
    let fault = SpsaPlan::load(&file)
        .expect_err("unlike players")
        .to_string();
    assert!(fault.contains("start with different values"), "{fault}");
}

#[test]
fn without_names_all_enabled_parameters_are_tuned() {
    let folder = tempfile::tempdir().expect("a folder");
    let (start, end) = (SMALL.find("[[parameter]]"), SMALL.find("[verification]"));
    let named = &SMALL[start.expect("parameters")..end.expect("their end")];
    let text = SMALL.replace(named, "");
    let off = [
        "nmp_margin",
        "lmp_counts_pruned",
        "lmr_cutoffs",
        "fail_low_bonus",
    ];
    let found = plan(folder.path(), &text).names();
    let on = |name: &&str| !off.contains(name);
    let expected: Vec<&str> = SearchParams::names().into_iter().filter(on).collect();
    assert_eq!(found, expected);
    let text = text.replace("nodes = 40", "nodes = 40\nsearch = { lmr_cutoffs = 200 }");
    let found = plan(folder.path(), &text).names();
    assert_eq!(found.len(), expected.len() + 1);
    assert!(found.iter().any(|name| name == "lmr_cutoffs"), "{found:?}");
}

#[test]
fn wrong_plans_are_refused_with_their_places() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("spsa.toml");
    for (from, to, said) in [
        ("rfp_margin", "rfp_margins", "\"rfp_margin\""),
        ("start = 50", "start = 5000", "write a number from 5 to 300"),
        (
            "name = \"aspiration_window\"",
            "name = \"rfp_margin\"",
            "named twice",
        ),
        ("iterations = 12", "iterations = 0", "from 1 to"),
        (
            "rate = 0.05",
            "max = 20",
            "write a start between the bounds",
        ),
        ("[spsa]\niterations = 12\n", "", "[spsa] with iterations"),
        ("rate = 0.05", "speed = 1", "no key `speed`"),
    ] {
        fs::write(&file, SMALL.replace(from, to)).expect("a file");
        let fault = SpsaPlan::load(&file).expect_err(said).to_string();
        assert!(fault.contains(said), "{fault}");
        assert!(fault.contains("spsa.toml:"), "{fault}");
    }
}
