//! Positions sampled from real games.

use std::path::Path;
use tradewind_engine::Rules;
use tradewind_engine::evaluation::Weights;
use tradewind_selfplay::experiment::Experiment;
use tradewind_selfplay::record::archive::Archive;
use tradewind_selfplay::record::{GameFile, PgnWriter};
use tradewind_selfplay::run::{Control, Executor, play};
use tradewind_tuner::network::{self, NetworkPlan};
use tradewind_tuner::texel::{Positions, TexelFit, TexelPlan, collect, fit, sources};

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
    let sources = sources(archives, &[], &rules).expect("no error");
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
    let fault = sources(&archives, &[], &rules)
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

fn fitted(archives: &[Archive<'_>], files: &[GameFile], rules: &Rules) -> (Positions, TexelFit) {
    let begin = Weights::starting(rules.spec());
    let plan = TexelPlan {
        max_eval_cp: 5_000,
        ..TexelPlan::DEFAULT
    };
    let sources = sources(archives, files, rules).expect("no error");
    let positions = collect(&sources, &begin, &plan, |_| true);
    let positions = positions.expect("no error").expect("not stopped");
    let found = fit(&positions, rules.spec(), &begin, &plan, |_| true);
    (positions, found.expect("no error").expect("not stopped"))
}

/// Exported games have the same pairs, openings, moves and results, so that the same weights are fitted. Positions that
/// are taken from them after some plies give similar weights.
#[test]
fn exported_games_give_the_same_weights() {
    let folder = tempfile::tempdir().expect("a folder");
    let experiment = experiment("id = \"shatranj\"", "");
    played(&experiment, folder.path());
    let archive = Archive::new(&experiment, folder.path());
    let rules = Rules::load("shatranj", &[]).expect("a rule set");
    let (mut pgn, mut epd) = (String::new(), String::new());
    let writer = PgnWriter::new(&experiment);
    let write = |games: Vec<tradewind_selfplay::record::GameRecord>| {
        for record in games {
            pgn += &writer.game(&record).expect("it can be played");
            let mut game = record.begin(&rules).expect("an array");
            for (ply, text) in record.moves().enumerate() {
                if ply > 4 && ply % 7 == 0 {
                    let position = tradewind_engine::notation::epd::write(&rules, &game);
                    let (number, result) = (record.number, record.result.text());
                    epd += &format!("{position} id \"game {number}\"; c0 \"{result}\";\n");
                }
                game.play_unchecked(game.find(text).expect("it is legal"));
            }
        }
        Ok::<(), tradewind_selfplay::record::RecordError>(())
    };
    archive.for_each_chunk(write).expect("they can be read");
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("written");
        GameFile::read(&path, &rules).unwrap_or_else(|fault| panic!("{fault}"))
    };
    let (of_folder, by_folder) = fitted(&[archive], &[], &rules);
    let (of_pgn, by_pgn) = fitted(&[], &[file("games.PGN", &pgn)], &rules);
    assert_eq!(of_pgn.tally, of_folder.tally);
    assert_eq!(by_pgn.weights, by_folder.weights);
    let (of_epd, by_epd) = fitted(&[], &[file("games.epd", &epd)], &rules);
    // A game without a position in the file is not counted.
    assert!(
        (100..=120).contains(&of_epd.tally.games),
        "{:?}",
        of_epd.tally
    );
    let rook = |found: &TexelFit| {
        let mut each = found.each.iter();
        let rook = each.find(|one| one.name == ("material", "R".to_string()));
        rook.expect("a rook").after
    };
    let [epd, folder] = [rook(&by_epd), rook(&by_folder)];
    assert!(
        epd.low < folder.value && folder.value < epd.high,
        "{epd:?} {folder:?}"
    );
}

/// Without scores, a network learns from results, on the scale of the linear evaluation.
#[test]
fn networks_learn_from_positions_without_scores() {
    let folder = tempfile::tempdir().expect("a folder");
    let rules = Rules::load("chess", &[]).expect("chess");
    // A side is a pawn ahead, and wins more often; the pieces are anywhere.
    let mut text = String::new();
    for number in 0..4_096_u32 {
        let rank = |piece: char, file: u32| match file % 8 {
            0 => format!("{piece}7"),
            7 => format!("7{piece}"),
            file => format!("{file}{piece}{}", 7 - file),
        };
        let [own, king] = [rank('K', number / 2), rank('k', number / 16)];
        let pawn = if number % 2 == 0 { 'P' } else { 'p' };
        let mut ranks = ["8"; 4].map(str::to_string);
        ranks[number as usize / 1_024] = rank(pawn, number / 128);
        let points = match (number.wrapping_mul(2_654_435_761) >> 16) % 5 {
            0 => "0.5",
            1 => ["0.0", "1.0"][number as usize % 2],
            _ => ["1.0", "0.0"][number as usize % 2],
        };
        let (ranks, score) = (
            ranks.join("/"),
            ["ce 200;", ""][usize::from(number % 3 > 0)],
        );
        text += &format!("{king}/8/{ranks}/8/{own} w - - 0 1 [{points}]; {score}\n");
    }
    let plan = NetworkPlan {
        hidden: 32,
        epochs: 2,
        lambda: 0.0,
        ..NetworkPlan::DEFAULT
    };
    let begin = Weights::starting(rules.spec());
    let trained = |name: &str, text: &str| {
        let path = folder.path().join(format!("{name}.epd"));
        std::fs::write(&path, text).expect("written");
        let files = [GameFile::read(&path, &rules).unwrap_or_else(|fault| panic!("{fault}"))];
        let sources = sources(&[], &files, &rules).expect("no error");
        let out = folder.path().join(name);
        let own = out.join("positions");
        let shards = network::collect(&sources, rules.spec(), &begin, &plan, &own, |_| true);
        let shards = shards.expect("no error").expect("not stopped");
        let trained = network::train(&shards, rules.spec(), &plan, None, &out, |_| Ok(true));
        (shards, trained.expect("no divergence"))
    };
    let (shards, found) = trained("without", &text.replace("ce 200;", ""));
    let all: u64 = shards.positions().iter().sum();
    assert_eq!(shards.unscored(), all);
    // A pawn brings 70 % of the points, log-odds of 0.85.
    assert!((80.0..400.0).contains(&found.scale), "{}", found.scale);
    let (shards, _) = trained("with", &text);
    assert!(shards.unscored() > all / 2 && shards.unscored() < all);
}
