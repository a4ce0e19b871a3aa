//! Checks, before any game is played, that an experiment can measure a claim.

use super::{Claim, Claims, MetricStatistic, Statistic, ValueStatistic};
use crate::estimators::knight;
use crate::metric::Metric;
use tradewind_engine::rules::RuleSpec;
use tradewind_selfplay::experiment::{Experiment, RulesPlan};

/// Metrics of a piece or of a termination, whose keys end with its text behind a colon.
const OF_PIECES: [&str; 5] = [
    "captures_by",
    "losses_of",
    "promotions_of",
    "appears",
    "first_with",
];
const OF_WORDS: [&str; 2] = ["ending", "use"];

impl Claims {
    /// The first claim that an experiment of some name cannot measure, and what it lacks, in words.
    pub fn lacking(&self, name: &str, experiment: &Experiment) -> Option<(&Claim, String)> {
        self.claims.iter().find_map(|claim| {
            let measured_by = claim.measured_by().into_iter();
            let mut own = measured_by.filter(|(played, _)| *played == name);
            let lacking = own.find_map(|(_, statistic)| missing(statistic, experiment))?;
            Some((claim, lacking))
        })
    }
}

/// The requirement of a claim that an experiment does not meet, in words; `None` when it meets all.
pub fn missing(statistic: &Statistic, experiment: &Experiment) -> Option<String> {
    match statistic {
        Statistic::Value(value) => of_value(value, experiment),
        Statistic::Odds {
            odds: wanted,
            players,
        } => {
            let played = experiment.rules.iter().flat_map(|rules| &rules.odds);
            let played: Vec<&str> = played.map(|odds| odds.text.as_str()).collect();
            let unknown = wanted.iter().find(|odds| !played.contains(&odds.as_str()));
            let unknown = unknown.map(|odds| lacking("odds", odds, played.into_iter()));
            unknown.or_else(|| lacking_player(players.as_deref(), experiment))
        }
        Statistic::Metric(metric) => of_metric(metric, experiment),
        Statistic::Score { rules, players } => {
            let own = experiment.rules.iter().find(|one| one.name == *rules);
            match own {
                None => Some(lacking_rules(rules, experiment)),
                Some(own) if own.opponents().is_none() => Some(format!(
                    "pieces that those of `{rules}` meet; give it `against`"
                )),
                Some(_) => lacking_player(players.as_deref(), experiment),
            }
        }
        Statistic::Endgame(_) => None,
    }
}

fn of_value(value: &ValueStatistic, experiment: &Experiment) -> Option<String> {
    let pieces = [&value.piece].into_iter();
    let pieces = pieces.chain(&value.minus).chain(&value.over);
    for rules in &experiment.rules {
        let spec = rules.compiled.spec();
        if let Some(text) = pieces.clone().find(|text| spec.find(text).is_none()) {
            return Some(lacking_piece(text, spec));
        }
        if value.unit == "knights" && knight(spec).is_none() {
            return Some(format!(
                "a Knight in {}, in which the value is to be given",
                rules.name
            ));
        }
    }
    if value.at.is_some() && experiment.players.len() < 2 {
        return Some("several players that differ in their nodes, for `at`".to_string());
    }
    lacking_player(value.players.as_deref(), experiment)
}

fn of_metric(metric: &MetricStatistic, experiment: &Experiment) -> Option<String> {
    let named = [Some(&metric.rules), metric.than.as_ref()]
        .into_iter()
        .flatten();
    for name in named {
        let Some(rules) = experiment.rules.iter().find(|one| one.name == *name) else {
            return Some(lacking_rules(name, experiment));
        };
        if !rules.odds.is_empty() {
            return Some(format!(
                "games of `{name}` without odds, which metrics are of"
            ));
        }
        if let Some(lacking) = lacking_metric(&metric.name, rules) {
            return Some(lacking);
        }
    }
    lacking_player(metric.players.as_deref(), experiment)
}

fn lacking_metric(key: &str, rules: &RulesPlan) -> Option<String> {
    let spec = rules.compiled.spec();
    let is_known = match key.split_once(':') {
        Some((kind, text)) if OF_PIECES.contains(&kind) => {
            return spec.find(text).is_none().then(|| lacking_piece(text, spec));
        }
        Some((kind, _)) => OF_WORDS.contains(&kind),
        None => Metric::with_key(key).is_some(),
    };
    (!is_known).then(|| format!("metric `{key}`: docs/reference/metrics.md lists all metrics"))
}

fn lacking_piece(text: &str, spec: &RuleSpec) -> String {
    let known = spec.pieces.iter().map(|piece| piece.text.as_str());
    lacking("piece", text, known)
}

fn lacking_rules(name: &str, experiment: &Experiment) -> String {
    let known = experiment.rules.iter().map(|one| one.name.as_str());
    lacking("rule set", name, known)
}

/// The missing name, and the known names of its kind.
fn lacking<'k>(kind: &str, name: &str, known: impl Iterator<Item = &'k str>) -> String {
    let known: Vec<&str> = known.collect();
    let there = match known.as_slice() {
        [] => "none".to_string(),
        known => known.join(", "),
    };
    format!("{kind} `{name}`; it has {there}")
}

fn lacking_player(name: Option<&str>, experiment: &Experiment) -> Option<String> {
    let known = experiment.players.iter().map(|one| one.name.as_str());
    // A pairing is named by both players.
    let mut named = name?.split(" against ");
    let unknown = named.find(|one| !known.clone().any(|own| own == *one))?;
    Some(lacking("player", unknown, known))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn missing_requirements_are_named() {
        let text = "name = \"x\"\nseed = 1\npairs = 4\nply_cap = 99\n[[rules]]\nid = \"chess\"\n[[rules]]\nname = \
                    \"odds\"\nid = \"chess\"\nodds = [\"-N : -B\"]\n[player]\nnodes = 9\n[opening]\nplies = 2\n";
        let experiment = Experiment::parse("x.toml", text.to_string(), Path::new(""));
        let experiment = experiment.unwrap_or_else(|fault| panic!("{fault}"));
        let value = |words: &str| format!("value = {{ method = \"odds\", {words} }}");
        let metric = |words: &str| format!("metric = {{ {words} }}");
        for (statistic, found) in [
            (value("piece = \"N\", minus = \"B\""), None),
            (value("piece = \"N\", over = \"C\""), Some("piece `C`")),
            (value("piece = \"N\", players = \"9 nodes\""), None),
            (
                value("piece = \"N\", players = \"8 nodes\""),
                Some("player `8 nodes`"),
            ),
            ("odds = \"-N : -B\"".to_string(), None),
            ("odds = \"-N :\"".to_string(), Some("odds `-N :`")),
            (metric("name = \"draws\", rules = \"chess\""), None),
            (
                metric("name = \"draw\", rules = \"chess\""),
                Some("metric `draw`"),
            ),
            (
                metric("name = \"draws\", rules = \"ches\""),
                Some("rule set `ches`"),
            ),
            (
                metric("name = \"appears:Q\", rules = \"odds\", than = \"chess\""),
                Some("games of `odds` without odds"),
            ),
            (metric("name = \"appears:Q\", rules = \"chess\""), None),
            (
                metric("name = \"appears:X\", rules = \"chess\""),
                Some("piece `X`"),
            ),
            (
                "score = { rules = \"chess\" }".to_string(),
                Some("give it `against`"),
            ),
        ] {
            let claims = Claims::with_statistic(&statistic, 0.0);
            let words = missing(&claims.claims[0].statistic, &experiment);
            match (&words, found) {
                (Some(words), Some(part)) => assert!(words.contains(part), "{words}"),
                _ => assert_eq!(words.as_deref(), found, "{statistic}"),
            }
        }
    }

    /// Every claim that comes with the program can be measured by its experiments.
    #[test]
    fn claims_that_come_with_the_program_can_be_measured() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/experiments");
        let claims = Claims::built_in().unwrap_or_else(|fault| panic!("{fault}"));
        for name in claims.experiments() {
            let experiment = Experiment::load(&root.join(format!("{name}.toml")));
            let experiment = experiment.unwrap_or_else(|fault| panic!("{fault}"));
            let lacking = claims.lacking(&name, &experiment);
            assert!(lacking.is_none(), "{lacking:?}");
        }
    }
}
