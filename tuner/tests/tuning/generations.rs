//! The loop recovers from bad weights and resumes after any interruption.

use super::stopper::{Stopper, files};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use tradewind_engine::evaluation::{Term, Weight, Weights};
use tradewind_engine::rules::load;
use tradewind_stats::{Sprt, SprtVerdict, Tally};
use tradewind_tuner::MatchTest;
use tradewind_tuner::generations::{Generation, LoopHistory, LoopPlan, Verification, run};

fn plan(folder: &Path, text: &str) -> LoopPlan {
    let file = folder.join("loop.toml");
    fs::write(&file, text).expect("a file");
    LoopPlan::load(&file).expect("no error")
}

/// Runs a loop to its end.
fn complete(plan: &LoopPlan, folder: &Path) -> LoopHistory {
    let never = Stopper::new(u64::MAX);
    let history = run(plan, folder, &never.executor, &never);
    history.expect("no error").expect("its end")
}

const SMALL: &str = "\
name = \"small\"
seed = 3
pairs = 30
ply_cap = 400

[rules]
id = \"chess\"
weights = \"untuned\"

[player]
nodes = 15

[opening]
plies = 4

[texel]
positions = 20
max_eval_cp = 5000
epochs = 12

[test]
nodes = 20
pairs = 20
sprt = { elo0 = -400, elo1 = -300 }

[verification]
pairs = 12

[loop]
generations = 2
window = 2
";

#[test]
fn an_interrupted_loop_resumes_to_the_same_bytes() {
    resumes_to_the_same_bytes(SMALL, 1);
}

/// The second generation continues from the network of the first. With fewer games losses vary too much.
#[test]
fn an_interrupted_loop_of_networks_resumes_to_the_same_bytes() {
    let text = SMALL
        .replace("pairs = 30", "pairs = 120")
        .replace(
            "[texel]",
            "[network]\nrole = \"added\"\nhidden = 32\nlambda = 0.0",
        )
        .replace("max_eval_cp = 5000", "max_eval_cp = 30000")
        .replace("epochs = 12", "epochs = 3\nbatch = 64")
        .replace(
            "[loop]",
            "[record]\nevaluations = true\n\n[loop]\nevaluation = \"network\"",
        );
    let history = resumes_to_the_same_bytes(&text, 2);
    let [first, second] = [0, 1].map(|at| history.generations[at].loss[0]);
    // It starts with the trained network, not a random one.
    assert!(second < first, "{first} {second}");
}

/// The table of another evaluation is refused, and so are two limits.
#[test]
fn a_loop_has_one_evaluation() {
    for (from, to, message) in [
        (
            "[texel]",
            "[network]",
            "add evaluation = \"network\" under [loop]",
        ),
        (
            "[loop]",
            "[loop]\nevaluation = \"network\"",
            "lambda = 0.1 needs scores that are not recorded",
        ),
        (
            "[loop]",
            "[loop]\nevaluation = \"magic\"",
            "there is no evaluation \"magic\"",
        ),
        ("nodes = 20\n", "nodes = 20\nmovetime = 3\n", "not both"),
    ] {
        let text = SMALL.replace(from, to);
        let fault = LoopPlan::parse("small.toml", text, Path::new(""), &[]).expect_err(to);
        assert!(fault.to_string().contains(message), "{to}: {fault}");
    }
    // Results alone need no scores.
    let by_results = SMALL
        .replace("[texel]", "[network]\nlambda = 1.0")
        .replace("[loop]", "[loop]\nevaluation = \"network\"");
    assert!(LoopPlan::parse("small.toml", by_results, Path::new(""), &[]).is_ok());
    let timed = SMALL.replace("nodes = 20\n", "movetime = 3\n");
    let timed = LoopPlan::parse("small.toml", timed, Path::new(""), &[]).expect("a loop");
    assert_eq!(
        (timed.test.movetime, timed.verification.movetime),
        (Some(3), Some(3))
    );
}

/// Runs a loop of two generations whose test any weights pass, uninterrupted, and interrupted every few events times a
/// factor.
fn resumes_to_the_same_bytes(text: &str, times: u64) -> LoopHistory {
    let folder = tempfile::tempdir().expect("a folder");
    let plan = plan(folder.path(), text);
    let whole = folder.path().join("whole");
    let history = complete(&plan, &whole);
    assert_eq!(history.generations.len(), 2);
    assert_eq!(history.champion(), 2);
    assert!(
        history
            .generations
            .iter()
            .all(|one| one.verdict == SprtVerdict::H1)
    );
    let verification = history.verification.clone().expect("a last match");
    assert_eq!(verification.champion, 2);
    let broken = folder.path().join("broken");
    let mut runs = 0;
    // During games, fits and matches.
    for after in [7, 13, 11, 5, 9, 17, 3].iter().cycle() {
        let stopper = Stopper::new(after * times);
        let again = run(&plan, &broken, &stopper.executor, &stopper);
        runs += 1;
        if let Some(again) = again.expect("no error") {
            assert_eq!(again, history);
            break;
        }
        assert!(runs < 200, "it does not end");
    }
    assert!(runs > 8, "{runs}");
    let (one, other) = (files(&whole), files(&broken));
    let names = |of: &BTreeMap<String, Vec<u8>>| of.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&one), names(&other));
    for (name, bytes) in &one {
        assert!(other[name] == *bytes, "{name}");
    }
    // Another plan is refused.
    let other = LoopPlan {
        window: 1,
        ..plan.clone()
    };
    let never = Stopper::new(u64::MAX);
    let refused = run(&other, &whole, &never.executor, &never);
    let fault = refused.expect_err("another plan").to_string();
    assert!(fault.contains("holds another loop"), "{fault}");
    // More generations are allowed.
    let longer = LoopPlan {
        generations: 3,
        ..plan
    };
    let longer = complete(&longer, &whole);
    assert_eq!(longer.generations[..2], history.generations[..]);
    history
}

/// Starting with equal piece values, one generation recovers most piece values of Scirocco, and wins.
#[test]
fn the_loop_recovers_from_crippled_weights() {
    let folder = tempfile::tempdir().expect("a folder");
    let spec = load("scirocco-2009", &[]).expect("a rule set");
    let mut crippled = Weights::starting(&spec);
    for (term, weight) in &mut crippled.terms {
        let both = match term {
            Term::Material(_) => 300.0,
            _ => 0.0,
        };
        *weight = Weight {
            middlegame: both,
            endgame: both,
        };
    }
    fs::write(folder.path().join("crippled.toml"), crippled.to_toml(&spec)).expect("a file");
    let text = "\
name = \"crippled\"
seed = 4
pairs = 300
ply_cap = 800

[rules]
id = \"scirocco-2009\"
weights = \"crippled.toml\"

[player]
nodes = 200

[opening]
plies = 6

[texel]
positions = 30
max_eval_cp = 5000
l2 = 100

[test]
nodes = 100
pairs = 150
sprt = { elo0 = 0, elo1 = 60 }

[loop]
generations = 1
";
    let plan = plan(folder.path(), text);
    let out = folder.path().join("out");
    let history = complete(&plan, &out);
    assert_eq!(history.champion(), 1, "{history:?}");
    let elo = history.generations[0].tally.elo();
    assert!(elo.low.is_some_and(|low| low > 100.0), "{elo:?}");
    // Strong pieces have higher values than weak ones.
    let text = fs::read_to_string(out.join("weights.toml")).expect("weights");
    let file: toml::Table = text.parse().expect("a weights file");
    let value = |piece: &str| file["values"][piece][0].as_float().expect("a value");
    let mean = |pieces: [&str; 4]| pieces.map(value).iter().sum::<f64>() / 4.0;
    let (strong, weak) = (mean(["Vu", "Ma", "Sc", "Pr"]), mean(["P", "A", "D", "Gu"]));
    assert!(strong > 1.2 * weak, "{strong} {weak}");
}

/// A loop ends early when its generations are rejected.
#[test]
fn a_loop_ends_when_generations_are_rejected() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = SMALL
        .replace("generations = 2", "generations = 9\npatience = 2")
        .replace("{ elo0 = -400, elo1 = -300 }", "{ elo0 = 700, elo1 = 800 }");
    let plan = plan(folder.path(), &text);
    assert_eq!(plan.test.sprt.elo0, 700.0);
    let out = folder.path().join("out");
    let history = complete(&plan, &out);
    assert_eq!((history.generations.len(), history.champion()), (2, 0));
    assert!(history.generations.iter().all(|one| one.parent == 0));
    assert!(history.verification.is_none() && !out.join("weights.toml").exists());
    let strengths = history.strengths().expect("they have met");
    assert_eq!(strengths.len(), 3);
    let default = MatchTest {
        pairs: 12,
        ..plan.test.clone()
    };
    assert_eq!(plan.verification, default);
}

/// The match that promoted weights does not count again as their verification.
#[test]
fn no_match_counts_twice() {
    let mut tally = Tally::default();
    for (first, second) in [(2, 2), (2, 1), (1, 1), (2, 0), (1, 0), (2, 1)] {
        (0..40).for_each(|_| tally.add(first, second));
    }
    let sprt = Sprt {
        model: tradewind_stats::SprtModel::Logistic,
        elo0: 0.0,
        elo1: 5.0,
        alpha: 0.05,
        beta: 0.05,
    };
    let generation = Generation {
        number: 1,
        parent: 0,
        games: 10,
        positions: 100,
        loss: [0.6, 0.5],
        tally,
        llr: 3.0,
        verdict: SprtVerdict::H1,
    };
    let strengths = |is_own_match: Option<bool>| {
        let history = LoopHistory {
            generations: vec![generation.clone()],
            verification: is_own_match.map(|is_own_match| Verification {
                champion: 1,
                against: None,
                is_own_match,
                tally,
                sprt,
                llr: 3.0,
                verdict: SprtVerdict::H1,
            }),
        };
        history.strengths().expect("they have met")[1]
    };
    assert_eq!(strengths(Some(true)), strengths(None));
    let (once, twice) = (strengths(None), strengths(Some(false)));
    assert!(twice.high - twice.low < 0.8 * (once.high - once.low));
}
