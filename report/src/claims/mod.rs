//! The ledger as a table, in words and as a plot.

mod analyses;

pub use analyses::{analysis_figure, analysis_table};

use analyses::{MAX_DISTANCE, around, others};

use crate::document::Figure;
use crate::format::{grouped, with_interval};
use crate::plot::{self, PlotError, Series};
use crate::table::{Column, Mark, Table};
use crate::terminal::{Emphasis, Terminal};
use tradewind_analysis::claims::{Claim, ClaimVerdict, DroppedClaim, Judged, Judgement};
use tradewind_analysis::row::Row;
use tradewind_analysis::sample_size::SampleSize;

/// When a claim holds, in words.
pub fn holds_when(claim: &Claim) -> String {
    between((claim.above, claim.below))
}

/// Above and below which numbers something is.
fn between(bounds: (Option<f64>, Option<f64>)) -> String {
    let number = |bound: f64| {
        let text = format!("{bound}");
        text.replace('-', "\u{2212}")
    };
    match bounds {
        (Some(low), Some(high)) => format!("{} to {}", number(low), number(high)),
        (Some(low), None) => format!("> {}", number(low)),
        (None, Some(high)) => format!("< {}", number(high)),
        (None, None) => String::new(),
    }
}

/// The verdict on a claim in one word, or why there is none: it is open, or not played.
pub fn verdict_word(judged: &Judged) -> &'static str {
    match (&judged.claim.open, &judged.judgement) {
        (Some(_), _) => "open",
        (None, Some(one)) => one.verdict.name(),
        (None, None) => "not played",
    }
}

fn verdict(judged: &Judged) -> String {
    let mark = if judged.is_reference { "*" } else { "" };
    format!("{}{}{mark}", verdict_word(judged), robustness(judged))
}

/// The p-value of a claim, corrected by Holm's method for the number of claims.
fn p_holm(judged: &Judged) -> Option<f64> {
    judged.judgement.as_ref().map(|one| one.p)
}

/// What is added to a verdict that another analysis of the same quantity contradicts.
pub(crate) fn robustness(judged: &Judged) -> &'static str {
    match judged.is_robust() {
        Some(false) => ", not robust",
        _ => "",
    }
}

/// The verdict, and what it says of the claim.
fn marked_verdict(judged: &Judged) -> (String, Mark) {
    let found = judged
        .judgement
        .as_ref()
        .filter(|_| judged.claim.open.is_none());
    let mark = match found.map(|found| found.verdict) {
        Some(ClaimVerdict::Supported) => Mark::For,
        Some(ClaimVerdict::Contradicted) => Mark::Against,
        Some(ClaimVerdict::Undecided) | None => Mark::Open,
    };
    (verdict(judged), mark)
}

/// The sample that decides a claim with a power of 80 %, and the smallest effect of interest.
fn needed(judged: &Judged) -> String {
    let shown = judged.judgement.as_ref();
    let Some((found, size)) = shown.and_then(|one| Some((one, one.needed?))) else {
        return String::new();
    };
    let more = match size {
        SampleSize::Games { more: 0, .. } => "no more games".to_string(),
        SampleSize::Games { more, .. } => format!("{} more games", rounded(more)),
        SampleSize::Players { times: 1.0, .. } => "no more players".to_string(),
        SampleSize::Players { times, .. } if times < 100.0 => {
            format!("{times:.1} times as many players")
        }
        SampleSize::Players { .. } => "over 100 times as many players".to_string(),
    };
    let unit = match found.measured.unit.as_ref() {
        "%" => "points",
        unit => unit,
    };
    let effect = (size.effect() * 1e4).round() / 1e4;
    format!("{more} for {effect} {unit}").trim_end().to_string()
}

/// A number of games to two digits; what no one will play is told as such.
fn rounded(games: u64) -> String {
    if games > 10_000_000 {
        return "over 10 million".to_string();
    }
    let magnitude = 10_u64.pow(games.max(1).ilog10().saturating_sub(1));
    grouped(games.div_ceil(magnitude) * magnitude)
}

/// The ledger as a table.
pub fn judged_table(all: &[Judged]) -> Table {
    let columns: [Column<Judged>; 15] = [
        Column::csv_text("id", |one| one.claim.id.clone()),
        Column::text("game", "game", |one| one.claim.game.clone()),
        Column::text("claim", "claim", |one| one.claim.claim.clone()),
        Column::text("measured", "measured", |one| {
            of_shown(one, |row| row.subject.to_string())
        }),
        Column::estimate("value", "value", |one| one.shown().and_then(Row::estimate)),
        Column::text("unit", "unit", |one| {
            of_shown(one, |row| row.unit.to_string())
        }),
        Column::text("holds", "holds if", |one| holds_when(&one.claim)),
        Column::number("p", "p (Holm)", p_holm).with_decimals(3),
        Column::marked("verdict", "verdict", marked_verdict),
        Column::text("others", "by other analyses", others),
        Column::text("needed", "to decide it", needed),
        Column::text("warning", "warning", |one| of_shown(one, Row::warning_name)),
        Column::text("open", "why open", |one| {
            one.claim.open.clone().unwrap_or_default()
        }),
        Column::csv_text("source", |one| one.claim.source.clone()),
        Column::csv_text("experiment", |one| one.claim.experiment.clone()),
    ];
    let mut table = Table::new(
        "What the authors say, and what the games say",
        &columns,
        all,
    );
    table = table.with_mixed("value");
    table.notes.push(format!(
        "{} The verdicts are corrected for the number of claims (Holm): with a chance of 95 % none of \
         them is wrong by luck. They hold for these players, rules and openings.",
        summary(all)
    ));
    table.notes.push(
        "To decide it: how many games are to be played in addition, for all contrasts of a claim and with those games that do not \
         count, for a power of 80 % for each number if it lies inside its bounds by the smallest effect of interest, which is \
         named. None: such an effect would have been seen."
            .to_string(),
    );
    if all.iter().any(|one| !one.others.is_empty()) {
        table.notes.push(
            "By other analyses: what they say of the same games, each for itself (5 %). Not robust: one of the same quantity, by \
             another method, other quiet positions or another unit, says the contrary; other phases and players are other \
             quantities."
                .to_string(),
        );
    }
    if all.iter().any(|one| one.claim.open.is_some()) {
        table.notes.push(
            "Open: what was measured does not decide it, for the reason given; it is to be measured again."
                .to_string(),
        );
    }
    if all.iter().any(|one| one.is_reference) {
        table.notes.push(
            "* From the reference results that come with the program; `tradewind run data/claims.toml` \
             plays the experiments."
                .to_string(),
        );
    }
    table
}

/// What is not tested, and why; `None` when there is nothing.
pub fn dropped_table(dropped: &[DroppedClaim]) -> Option<Table> {
    let columns: [Column<DroppedClaim>; 4] = [
        Column::text("game", "game", |one| one.game.clone()),
        Column::text("claim", "claim", |one| one.claim.clone()),
        Column::text("reason", "why dropped", |one| one.reason.clone()),
        Column::text("source", "source", |one| one.source.clone()),
    ];
    (!dropped.is_empty()).then(|| Table::new("Claims that are not tested", &columns, dropped))
}

/// Something of the row that is shown of a claim; empty when there is none.
fn of_shown(judged: &Judged, of: fn(&Row) -> String) -> String {
    judged.shown().map_or(String::new(), of)
}

/// All measurements, as the reference results keep them, each with the verdict on its claim.
pub fn measurement_table(all: &[Judged]) -> Table {
    let rows: Vec<(&Judged, &Row)> = (all.iter())
        .flat_map(|one| one.measured.iter().map(move |measured| (one, measured)))
        .collect();
    let columns: [Column<(&Judged, &Row)>; 19] = [
        Column::text("id", "claim", |row| row.0.claim.id.clone()),
        Column::text("rules", "rules", |row| row.1.rules.clone()),
        Column::text("player", "player", |row| row.1.player.clone()),
        Column::text("method", "method", |row| row.1.method.to_string()),
        Column::text("condition", "condition", |row| row.1.condition.to_string()),
        Column::text("subject", "subject", |row| row.1.subject.to_string()),
        Column::text("unit", "unit", |row| row.1.unit.to_string()),
        Column::number("value", "value", |row| row.1.value),
        Column::number("low", "low", |row| row.1.low),
        Column::number("high", "high", |row| row.1.high),
        Column::number("above", "holds above", |row| row.0.claim.above),
        Column::number("below", "holds below", |row| row.0.claim.below),
        Column::text("verdict", "verdict", |row| verdict_word(row.0).to_string()),
        Column::number("p", "p (Holm)", |row| p_holm(row.0)),
        Column::count("n", "n", |row| row.1.n),
        Column::count("played", "played", |row| row.1.games_played()),
        Column::count("pairs", "pairs", |row| row.1.pairs),
        Column::number("freedom", "degrees of freedom", |row| {
            Some(row.1.df).filter(|df| df.is_finite())
        }),
        Column::text("warning", "warning", |row| row.1.warning_name()),
    ];
    Table::new("Measurements", &columns, &rows)
}

/// How many claims came out how, in a sentence.
pub fn summary(all: &[Judged]) -> String {
    let count = |verdict: ClaimVerdict| {
        let own = all
            .iter()
            .filter(|one| one.judgement.as_ref().is_some_and(|j| j.verdict == verdict));
        format!("{} {}", own.count(), verdict.name())
    };
    let counts = ClaimVerdict::ALL.map(count).join(", ");
    let other = |wanted: fn(&Judged) -> bool, word: &str| match all
        .iter()
        .filter(|one| wanted(one))
        .count()
    {
        0 => String::new(),
        count => format!(", {count} {word}"),
    };
    let open = other(|one| one.claim.open.is_some(), "open");
    let missing = other(
        |one| one.claim.open.is_none() && one.judgement.is_none(),
        "not played",
    );
    let all = match all.len() {
        1 => "1 claim".to_string(),
        number => format!("{number} claims"),
    };
    format!("{all}: {counts}{open}{missing}.")
}

/// How far each claim is from its bound, in standard errors.
///
/// # Errors
/// The plot cannot be drawn; [`PlotError::Empty`] if nothing was measured.
pub fn judged_figure(all: &[Judged]) -> Result<Figure, PlotError> {
    let known: Vec<(&Judged, &Judgement)> = (all.iter())
        .filter_map(|one| Some((one, one.judgement.as_ref()?)))
        .collect();
    let names: Vec<String> = known
        .iter()
        .map(|(one, _)| one.claim.id.replace('-', " "))
        .collect();
    let series = ClaimVerdict::ALL.map(|verdict| Series {
        name: verdict.name().to_string(),
        values: (known.iter())
            .map(|(_, found)| {
                let is_own = found.verdict == verdict;
                is_own.then(|| around(found.distance))
            })
            .collect(),
    });
    let subtitle = format!(
        "{} Right of 0 a claim holds, left of it it does not",
        summary(all)
    );
    let words = [
        "What the authors say, and what the games say",
        &subtitle,
        "Distance from the bound, in standard errors",
    ];
    Ok(Figure {
        file: "claims".to_string(),
        caption: "The claims, by how many standard errors they lie within their bounds".to_string(),
        drawn: plot::distances(&names, &series, words, MAX_DISTANCE)?,
    })
}

/// The ledger for a terminal: by game, a claim a line, with what was measured below it; then what is not tested.
pub fn judged_text(all: &[Judged], dropped: &[DroppedClaim], terminal: Terminal) -> String {
    const COLUMNS: usize = 16;
    let table = judged_table(all);
    let of_verdict = |text: &str, emphasis: Option<Emphasis>| {
        let head = format!("  {text:<14}");
        emphasis.map_or(head.clone(), |emphasis| {
            terminal.emphasized(&head, emphasis)
        })
    };
    let line = |head: &str, text: &str| format!("{}\n", terminal.beside(head, COLUMNS, text));
    let below = |text: &str| line(&" ".repeat(COLUMNS), text);
    let title = terminal.emphasized(&table.title, Emphasis::Strong);
    let mut text = format!("{title}\n\n{}\n", terminal.wrapped(&summary(all)));
    let mut game = "";
    for one in all {
        if one.claim.game != game {
            game = &one.claim.game;
            text += &format!("\n{}\n", terminal.emphasized(game, Emphasis::Strong));
        }
        text += &line(&of_verdict(&verdict(one), emphasis(one)), &one.claim.claim);
        if let Some(found) = one.shown()
            && let Some(estimate) = found.estimate()
        {
            let more = match needed(one) {
                more if more.is_empty() => more,
                more => format!("; a power of 80 % takes {more}"),
            };
            let measured = format!("{} {}", with_interval(estimate), found.unit);
            let measured = measured.trim_end();
            text += &below(&format!(
                "{}: {measured}; holds if {}{more}",
                found.subject,
                holds_when(&one.claim)
            ));
            if found.warning.is_some() {
                text += &below(&format!("warning: {}", found.warning_name()));
            }
        }
        if let Some(reason) = &one.claim.open {
            text += &below(&format!("open: {reason}"));
        }
    }
    if !dropped.is_empty() {
        text += "\nNot tested\n";
    }
    for one in dropped {
        let claim = format!("{}: {}", one.game, one.claim);
        text += &line(&of_verdict("dropped", None), &claim);
        text += &below(&one.reason);
    }
    text += "\n";
    let notes = table.notes.iter();
    text.extend(notes.map(|note| format!("{}\n", terminal.wrapped(note))));
    text
}

/// How the verdict on a claim stands out.
fn emphasis(judged: &Judged) -> Option<Emphasis> {
    if judged.claim.open.is_some() {
        return None;
    }
    Some(match judged.judgement.as_ref()?.verdict {
        ClaimVerdict::Supported => Emphasis::Good,
        ClaimVerdict::Contradicted => Emphasis::Bad,
        ClaimVerdict::Undecided => Emphasis::Open,
    })
}
