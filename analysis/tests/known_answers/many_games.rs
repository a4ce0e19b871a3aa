//! Comparisons of more games than are kept.

use std::path::Path;
use tradewind_analysis::compare::{compare, wanted_by_comparison};
use tradewind_analysis::dataset::{self, Wanted};
use tradewind_analysis::row::{Row, Subject};
use tradewind_selfplay::experiment::Experiment;
use tradewind_selfplay::record::archive::Archive;
use tradewind_selfplay::run::{Control, Executor, play};

/// Two rule sets by two ways to begin and two players, who meet themselves and each other: where features of 30 of 120 pairs are
/// kept and the others are read again, every number is the same but for those that leads have, which are calibrated by the
/// first; and these are of all games.
#[test]
fn games_that_are_read_again_count_as_those_that_are_kept() {
    let text = "name = \"many\"\nseed = 4\npairs = 120\nply_cap = 150\nschedule = \"all\"\n\
                [[rules]]\nid = \"shatranj\"\n[[rules]]\nid = \"chess\"\n\
                [[player]]\nname = \"weak\"\nnodes = 4\n[[player]]\nname = \"strong\"\nnodes = 12\n\
                [opening]\nplies = 8\nfurther = [{ plies = 4 }]\n\
                [record]\nevaluations = true\ngames_per_file = 50\n";
    let experiment = Experiment::parse("many.toml", text.to_string(), Path::new(""));
    let experiment = experiment.unwrap_or_else(|fault| panic!("{fault}"));
    let folder = tempfile::tempdir().expect("a folder");
    let archive = Archive::new(&experiment, folder.path());
    let control = Control::new(&Executor::default());
    play(&archive, 0..experiment.all_pairs(), &control, &|_| {}).expect("it plays");
    let rows = |kept: u64| {
        let wanted = |pairing| Wanted {
            features: kept,
            ..wanted_by_comparison(&experiment, pairing)
        };
        let games = dataset::read(&archive, wanted, |_| Ok(())).expect("games");
        compare(&[games], &[]).expect("games").rows
    };
    let (all, some) = (rows(120), rows(30));
    let is_of_leads = |row: &Row| match &row.subject {
        Subject::Metric(metric) => metric.is_of_leads(),
        _ => false,
    };
    let of_leads = all.iter().filter(|row| is_of_leads(row)).count();
    assert!(
        of_leads > 20 && all.len() > 10 * of_leads,
        "{of_leads} of {}",
        all.len()
    );
    // What is seen in no game of the first pairs is no metric of theirs.
    let mut kept = all.iter().filter(|row| {
        let is_alike = |other: &&Row| {
            (&other.rules, &other.player, &other.method) == (&row.rules, &row.player, &row.method)
                && (&other.condition, &other.subject, &other.unit)
                    == (&row.condition, &row.subject, &row.unit)
        };
        some.iter().any(|other| is_alike(&other))
    });
    assert!(
        some.len() * 10 > all.len() * 9,
        "{} of {}",
        some.len(),
        all.len()
    );
    for row in &some {
        let other = kept.next().expect("all that some have");
        assert_eq!((row.n, row.pairs), (other.n, other.pairs), "{row:?}");
        assert_eq!(row.value.is_some(), other.value.is_some(), "{row:?}");
        if !is_of_leads(row) {
            assert_eq!(
                (row.value, row.low, row.high),
                (other.value, other.low, other.high),
                "{row:?}"
            );
        }
    }
}
