//! Positions sampled from real games.

use std::path::Path;
use tradewind_engine::Rules;
use tradewind_engine::evaluation::Weights;
use tradewind_selfplay::experiment::Experiment;
use tradewind_selfplay::record::archive::Archive;
use tradewind_selfplay::run::{Control, Executor, play};
use tradewind_tuner::texel::{Positions, TexelPlan, collect, fit, sources};

fn experiment(rules: &str, more: &str) -> Experiment {
    let text = format!(
        "name = \"sampled\"\nseed = 5\npairs = 60\nply_cap = 600\n[rules]\n{rules}\n[player]\nnodes = 20\n\
         [opening]\nplies = 4\n{more}"
    );
    let experiment = Experiment::parse("sampled.toml", text, Path::new(""));
    experiment.expect("no error")
}

fn played(experiment: &Experiment, folder: &Path) {
    let archive = Archive::new(experiment, folder);
    let control = Control::new(&Executor::default());
    let missing = play(&archive, 0..experiment.all_pairs(), &control, &|_| {});
    assert_eq!(missing.expect("it can be played"), 0);
}

fn taken(archives: &[Archive<'_>], id: &str, plan: &TexelPlan) -> Positions {
    let rules = Rules::load(id, &[]).expect("a rule set");
    let begin = Weights::starting(rules.spec());
    let sources = sources(archives, &rules).expect("no error");
    let taken = collect(&sources, &begin, plan, |_| true);
    taken.expect("no error").expect("it was not stopped")
}

#[test]
fn few_positions_of_each_game_are_sampled_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let experiment = experiment("id = \"chess\"", "[record]\nevaluations = true\n");
    played(&experiment, folder.path());
    let archives = [Archive::new(&experiment, folder.path())];
    let plan = TexelPlan {
        positions: 6,
        max_eval_cp: 5_000,
        validation: 0.3,
        ..TexelPlan::DEFAULT
    };
    let positions = taken(&archives, "chess", &plan);
    let [fitted, validation] = positions.counts();
    let tally = positions.tally;
    assert_eq!(tally.games, 120);
    assert_eq!(tally.without_score, 0);
    assert!(tally.used_games > 100, "{tally:?}");
    assert!(
        fitted + validation + tally.repeated <= 6 * tally.used_games,
        "{tally:?}"
    );
    assert!(
        fitted + validation > 2 * tally.used_games,
        "{fitted} {validation} {tally:?}"
    );
    let share = validation as f64 / (fitted + validation) as f64;
    assert!((0.1..0.5).contains(&share), "{share}");
    // Fewer are balanced.
    let narrow = TexelPlan {
        max_eval_cp: 100,
        ..plan.clone()
    };
    let near = taken(&archives, "chess", &narrow).counts();
    assert!(near.iter().sum::<u64>() < fitted + validation, "{near:?}");
    // The same games again add nothing.
    let twice = [archives[0].clone(), archives[0].clone()];
    let again = taken(&twice, "chess", &plan);
    assert_eq!(again.counts().iter().sum::<u64>(), fitted + validation);
    assert!(again.tally.repeated >= fitted + validation);
}

/// Non-promoting copies in odds games count as their original pieces.
#[test]
fn odds_games_count_for_the_rule_set_without_odds() {
    let folder = tempfile::tempdir().expect("a folder");
    let experiment = experiment("id = \"chess\"\nodds = [\"-N :\", \"P>P' :\"]", "");
    played(&experiment, folder.path());
    let archives = [Archive::new(&experiment, folder.path())];
    let positions = taken(&archives, "chess", &TexelPlan::DEFAULT);
    assert!(positions.counts()[0] > 100);
    assert!(positions.tally.without_score > 0);
    let rules = Rules::load("shatranj", &[]).expect("a rule set");
    let fault = sources(&archives, &rules)
        .expect_err("other rules")
        .to_string();
    assert!(fault.contains("chess"), "{fault}");
}

/// A fit to real games lowers the training loss.
#[test]
fn a_fit_to_games_predicts_them_better() {
    let folder = tempfile::tempdir().expect("a folder");
    let experiment = experiment("id = \"shatranj\"", "");
    played(&experiment, folder.path());
    let archives = [Archive::new(&experiment, folder.path())];
    let plan = TexelPlan {
        max_eval_cp: 5_000,
        ..TexelPlan::DEFAULT
    };
    let positions = taken(&archives, "shatranj", &plan);
    let rules = Rules::load("shatranj", &[]).expect("a rule set");
    let begin = Weights::starting(rules.spec());
    let found = fit(&positions, rules.spec(), &begin, &plan, |_| true);
    let found = found.expect("no error").expect("not stopped");
    assert!(found.after[0] < found.before[0], "{:?}", found.after);
    assert_eq!(found.epochs[0].fitted, found.before[0]);
}
