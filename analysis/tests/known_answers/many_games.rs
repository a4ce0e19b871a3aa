//! Comparisons of more games than are kept in memory.

use super::played::with_archive;
use tradewind_analysis::compare::{compare, wanted_by_comparison};
use tradewind_analysis::dataset::{self, Wanted};
use tradewind_analysis::row::{Row, Subject};

/// Two rule sets by two opening policies and two players, who meet themselves and each other. Where
/// features are kept for 30 of 120 pairs and deferred for the others, every number is the same,
/// except for metrics of leads, which are calibrated by the first pairs; and those are of all
/// games.
#[test]
fn deferred_features_count_as_kept_ones() {
    let text = "name = \"many\"\nseed = 4\npairs = 120\nply_cap = 150\nschedule = \"all\"\n\
                [[rules]]\nid = \"shatranj\"\n[[rules]]\nid = \"chess\"\n\
                [[player]]\nname = \"weak\"\nnodes = 4\n[[player]]\nname = \"strong\"\nnodes = 12\n\
                [opening]\nplies = 8\nfurther = [{ plies = 4 }]\n\
                [record]\nevaluations = true\ngames_per_file = 50\n";
    let [all, some] = with_archive(text, |archive| {
        [120, 30].map(|kept| {
            let wanted = |pairing| Wanted {
                features: kept,
                ..wanted_by_comparison(archive.experiment(), pairing)
            };
            let games = dataset::read(archive, wanted, |_| Ok(())).expect("games");
            compare(&[games], &[]).expect("games").rows
        })
    });
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
    // An event that does not occur in the first pairs gives no metric for them.
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
