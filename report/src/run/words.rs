//! What was played, in words.

use tradewind_selfplay::experiment::{
    Adjudication, Arrays, Experiment, OpeningPlan, Pairing, PlayerPlan,
};

/// The facts at the head of a report.
pub(super) fn facts(
    experiment: &Experiment,
    pairing: Pairing,
    games: u64,
) -> Vec<(String, String)> {
    let rules = experiment.rules_of(pairing);
    let spec = rules.game.spec();
    let options = spec.chosen_options();
    let [first, second] = experiment.players_of(pairing);
    let mut facts = vec![
        ("Rules", format!("{} ({})", spec.name, rules.name)),
        (
            "Options",
            match options.is_empty() {
                true => "none".to_string(),
                false => options.join(", "),
            },
        ),
        ("Arrays", arrays(&rules.arrays, spec.array_numbers().len())),
        ("Games", games.to_string()),
    ];
    if !rules.odds.is_empty() {
        facts.push(("Odds", format!("{} kinds, in turn", rules.odds.len())));
    }
    let origin = |at: usize| rules.player_weights[pairing.players[at]].origin.to_string();
    facts.push((
        "Weights",
        match origin(0) == origin(1) {
            true => origin(0),
            false => format!("first player: {}; second player: {}", origin(0), origin(1)),
        },
    ));
    match first == second {
        true => facts.push(("Player on both sides", player(first))),
        false => facts.extend([
            ("First player", player(first)),
            ("Second player", player(second)),
        ]),
    }
    facts.extend([
        ("Opening", opening(&experiment.opening)),
        ("Ply cap", experiment.ply_cap.to_string()),
    ]);
    if !experiment.adjudication.is_off() {
        facts.push(("Adjudication", adjudication(&experiment.adjudication)));
    }
    facts.extend([
        ("Seed", experiment.seed.to_string()),
        (
            "Program",
            format!("tradewind {}", env!("CARGO_PKG_VERSION")),
        ),
    ]);
    let facts = facts.into_iter();
    facts
        .map(|(name, value)| (name.to_string(), value))
        .collect()
}

fn arrays(arrays: &Arrays, all: usize) -> String {
    match arrays {
        Arrays::Drawn => format!("drawn from all {all}"),
        Arrays::All => format!("all {all} in turn"),
        Arrays::Listed(listed) if listed.len() == 1 => format!("number {}", listed[0]),
        Arrays::Listed(listed) => format!("{} of {all}, in turn", listed.len()),
        Arrays::Family(name) => format!("drawn from those called “{name}”"),
    }
}

fn player(player: &PlayerPlan) -> String {
    if let Some(engine) = &player.engine {
        return format!("{}, {}", engine.program.display(), player.limits());
    }
    let weights = match player.weights_text {
        Some(_) => ", weights of its own",
        None => "",
    };
    let temperature = match (player.temperature, player.temperature_plies) {
        (0, _) => String::new(),
        (degrees, None) => format!(", temperature {degrees}"),
        (degrees, Some(plies)) => format!(", temperature {degrees} up to ply {plies}"),
    };
    format!(
        "{} a move, noise {} hundredths of a pawn{temperature}{weights}",
        player.limits(),
        player.noise
    )
}

fn opening(opening: &OpeningPlan) -> String {
    let level = match opening.max_imbalance_cp {
        Some(level) => format!(", level within {level} hundredths of a pawn"),
        None => String::new(),
    };
    format!(
        "{} random plies{level}, the same for both games of a pair",
        opening.plies
    )
}

fn adjudication(rules: &Adjudication) -> String {
    let win = rules.win.as_ref().map(|win| {
        let (score, plies) = (win.score, win.plies);
        format!("won when {score} hundredths of a pawn ahead for {plies} plies")
    });
    let draw = rules.draw.as_ref().map(|draw| {
        let (score, plies, from) = (draw.score, draw.plies, draw.from);
        format!(
            "drawn when within {score} hundredths of a pawn for {plies} plies from ply {from} on"
        )
    });
    win.into_iter().chain(draw).collect::<Vec<_>>().join("; ")
}
