//! The facts of an experiment as text.

use crate::format::joined;
use tradewind_selfplay::experiment::{
    Adjudication, Arrays, Experiment, Meetings, OpeningPlan, PlayerPlan, RulesPlan,
};

/// The facts of an experiment, as pairs of name and value.
pub(super) fn facts(experiment: &Experiment) -> Vec<(String, String)> {
    let fact = |name: &str, value: String| (name.to_string(), value);
    let mut facts: Vec<(String, String)> = Vec::new();
    for rules in &experiment.rules {
        facts.push((format!("Rules: {}", rules.name), rule_set(rules)));
    }
    for one in &experiment.players {
        facts.push((format!("Player: {}", one.name), player(one)));
    }
    facts.extend([
        fact("Pairings", experiment.pairings().len().to_string()),
        fact("Pairs of games in each", pairs(experiment)),
        fact("Opening", opening(&experiment.opening)),
        fact("Ply cap", experiment.ply_cap.to_string()),
    ]);
    if !experiment.adjudication.is_off() {
        facts.push(fact("Adjudication", adjudication(&experiment.adjudication)));
    }
    facts.push(fact("Seed", experiment.seed.to_string()));
    facts
}

fn pairs(experiment: &Experiment) -> String {
    let pairings = experiment.pairings().into_iter();
    let first = pairings.filter(|one| experiment.rules[one.rules].priority_pairs.is_some());
    let first = first.map(|one| {
        let name = &experiment.rules[one.rules].name;
        format!("{} of {name}", experiment.pairs_of(one))
    });
    let all = std::iter::once(experiment.pairs.to_string()).chain(first);
    joined(all, "; ").unwrap_or_default()
}

fn rule_set(rules: &RulesPlan) -> String {
    let spec = rules.compiled.spec();
    let mut parts = vec![
        spec.title(),
        format!(
            "arrays: {}",
            arrays(&rules.arrays, spec.array_numbers().len())
        ),
    ];
    if let Some(against) = &rules.against {
        let meeting = match against.meetings {
            Meetings::Opposed => "against the pieces of",
            Meetings::All => "all meetings with the pieces of",
        };
        parts.push(format!("{meeting} {}", against.compiled.spec().title()));
    } else if !rules.odds.is_empty() {
        parts.push(match &rules.odds[..] {
            [one] => format!("odds {}", one.text),
            many => format!("{} kinds of odds, in turn", many.len()),
        });
    }
    parts.join("; ")
}

fn arrays(arrays: &Arrays, all: usize) -> String {
    match arrays {
        Arrays::Drawn => format!("drawn from all {all}"),
        Arrays::All => format!("all {all} in turn"),
        Arrays::Listed(listed) if listed.len() == 1 => format!("number {}", listed[0]),
        Arrays::Listed(listed) => format!("{} of {all}, in turn", listed.len()),
        Arrays::Family(name) => format!("drawn from the family “{name}”"),
    }
}

fn player(player: &PlayerPlan) -> String {
    if let Some(engine) = &player.engine {
        return format!("{}, {}", engine.program.display(), player.limits());
    }
    let weights = match player.weights_text {
        Some(_) => ", own weights",
        None => "",
    };
    let temperature = match (player.temperature, player.temperature_plies) {
        (0, _) => String::new(),
        (degrees, None) => format!(", temperature {degrees}"),
        (degrees, Some(plies)) => format!(", temperature {degrees} up to ply {plies}"),
    };
    format!(
        "{} per move, noise {} centipawns{temperature}{weights}",
        player.limits(),
        player.noise
    )
}

fn opening(opening: &OpeningPlan) -> String {
    let turns = opening.policies();
    let ways = turns.iter().map(|turn| {
        let level = turn.max_imbalance_cp.map_or(String::new(), |level| {
            format!(", level within {level} centipawns")
        });
        format!("{} random plies{level}", turn.plies)
    });
    let ways: Vec<String> = ways.collect();
    let by_turns = if ways.len() > 1 { "; by turns" } else { "" };
    format!(
        "{}{by_turns}, the same for both games of a pair",
        ways.join("; ")
    )
}

fn adjudication(rules: &Adjudication) -> String {
    let win = rules.win.as_ref().map(|win| {
        let (score, plies) = (win.score, win.plies);
        match win.one_sided {
            true => {
                format!(
                    "lost when behind by {score} centipawns by one's own scores for {plies} plies"
                )
            }
            false => format!("won when {score} centipawns ahead for {plies} plies"),
        }
    });
    let draw = rules.draw.as_ref().map(|draw| {
        let (score, plies, from) = (draw.score, draw.plies, draw.from);
        format!("drawn when within {score} centipawns for {plies} plies from ply {from} on")
    });
    joined(win.into_iter().chain(draw), "; ").unwrap_or_default()
}
