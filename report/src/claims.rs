//! Claims and their verdicts as tables, text and plots.

use crate::document::Figure;
use crate::format::{grouped, joined, with_interval};
use crate::plot::{self, PlotError, Series};
use crate::table::{Columns, Table};
use crate::terminal::{Emphasis, Terminal};
use tradewind_analysis::claims::sample_size::{SampleSize, rounded_up};
use tradewind_analysis::claims::{
    AnalysisKind, Claim, ClaimVerdict, DroppedClaim, Judged, Judgement, OtherAnalysis,
};
use tradewind_analysis::row::Row;
use tradewind_stats::estimate::{Estimate, Z};

/// The maximum distance in plots, in standard errors; larger ones are arrows.
const MAX_DISTANCE: f64 = 12.0;

/// The range in which a claim holds, such as `> 0.5`.
pub(crate) fn holds_when(claim: &Claim) -> String {
    between((claim.above, claim.below))
}

/// A range as text.
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

/// The verdict on a claim, `open` or `not played`.
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

/// The p-value of a claim with Holm's correction for the number of claims.
fn p_holm(judged: &Judged) -> Option<f64> {
    judged.judgement.as_ref().map(|one| one.p)
}

/// The suffix of a verdict that another analysis of the same quantity contradicts.
pub(crate) fn robustness(judged: &Judged) -> &'static str {
    match judged.is_robust() {
        Some(false) => ", not robust",
        _ => "",
    }
}

/// The additional sample for a power of 80 %, and the smallest effect of interest.
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

/// A number of games rounded up to two digits, or "over 10 million".
fn rounded(games: u64) -> String {
    if games > 10_000_000 {
        return "over 10 million".to_string();
    }
    grouped(rounded_up(games))
}

/// All claims as a table.
pub fn judged_table(all: &[Judged]) -> Table {
    let mut table = Columns::of(all)
        .csv_text("id", |one| &one.claim.id)
        .text("game", "game", |one| &one.claim.game)
        .text("claim", "claim", |one| &one.claim.claim)
        .text("measured", "measured", |one| {
            of_shown(one, |row| &row.subject)
        })
        .estimate("value", "value", |one| one.shown().and_then(Row::estimate))
        .mixed()
        .text("unit", "unit", |one| of_shown(one, |row| &row.unit))
        .text("holds", "holds if", |one| holds_when(&one.claim))
        .number("p", "p (Holm)", p_holm)
        .decimals(3)
        .marked("verdict", "verdict", |one| {
            (verdict(one), emphasis(one).unwrap_or(Emphasis::Open))
        })
        .text("others", "by other analyses", others)
        .text("needed", "to decide it", needed)
        .text("warning", "warning", |one| of_shown(one, Row::warning_name))
        .text("open", "why open", |one| {
            one.claim.open.as_deref().unwrap_or_default()
        })
        .csv_text("source", |one| &one.claim.source)
        .csv_text("experiment", |one| &one.claim.experiment)
        .table("Claims and verdicts");
    table.note(format!(
        "{} Verdicts are corrected for the number of claims (Holm): the probability of any wrong verdict is at most 5 %. \
         They hold for these players, rules and openings.",
        summary(all)
    ));
    table.note(
        "To decide it: additional games (or players) for a power of 80 %, if the number lies inside its bounds by the smallest \
         effect of interest, which is given. Games of all contrasts are included, and games that do not count. \"no more games\": \
         the games played would already have shown an effect of that size."
    );
    if all.iter().any(|one| !one.others.is_empty()) {
        table.note(
            "By other analyses: their verdicts on the same games, each at 5 %. Not robust: an analysis of the same quantity, by \
             another method, with other quiet positions or in another unit, contradicts the verdict. Other phases and players \
             are other quantities."
        );
    }
    if all.iter().any(|one| one.claim.open.is_some()) {
        table.note("Open: the measurement does not decide the claim, for the reason given.");
    }
    if all.iter().any(|one| one.is_reference) {
        table.note(
            "* From the reference results that come with the program; `tradewind run data/claims.toml` plays the experiments.",
        );
    }
    table
}

/// The claims that are not tested, with the reasons; `None` if there are none.
pub fn dropped_table(dropped: &[DroppedClaim]) -> Option<Table> {
    Columns::of(dropped)
        .text("game", "game", |one| &one.game)
        .text("claim", "claim", |one| &one.claim)
        .text("reason", "why dropped", |one| &one.reason)
        .text("source", "source", |one| &one.source)
        .table("Claims that are not tested")
        .if_any()
}

/// A text from the row that is shown for a claim; empty if there is none.
pub(crate) fn of_shown<'j, T: ToString>(judged: &'j Judged, of: impl Fn(&'j Row) -> T) -> String {
    let shown = judged.shown();
    shown.map_or(String::new(), |row| of(row).to_string())
}

/// All measurements with the verdicts on their claims, as in the reference results.
pub fn measurement_table(all: &[Judged]) -> Table {
    let rows: Vec<(&Judged, &Row)> = (all.iter())
        .flat_map(|one| one.measured.iter().map(move |measured| (one, measured)))
        .collect();
    Columns::of(&rows)
        .text("id", "claim", |row| &row.0.claim.id)
        .text("rules", "rules", |row| &row.1.rules)
        .text("player", "player", |row| &row.1.player)
        .text("method", "method", |row| &row.1.method)
        .text("condition", "condition", |row| &row.1.condition)
        .text("subject", "subject", |row| &row.1.subject)
        .text("unit", "unit", |row| &row.1.unit)
        .number("value", "value", |row| row.1.value)
        .number("low", "low", |row| row.1.low)
        .number("high", "high", |row| row.1.high)
        .number("above", "holds above", |row| row.0.claim.above)
        .number("below", "holds below", |row| row.0.claim.below)
        .text("verdict", "verdict", |row| verdict_word(row.0))
        .number("p", "p (Holm)", |row| p_holm(row.0))
        .count("n", "n", |row| row.1.n)
        .count("played", "played", |row| row.1.games_played())
        .count("pairs", "pairs", |row| row.1.pairs)
        .number("freedom", "degrees of freedom", |row| {
            Some(row.1.df).filter(|df| df.is_finite())
        })
        .text("warning", "warning", |row| row.1.warning_name())
        .table("Measurements")
}

/// The number of claims by verdict, as a sentence.
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

/// The distance of each claim from its bound, in standard errors.
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
    let series = ClaimVerdict::ALL.map(|verdict| {
        let own = known.iter().map(|(_, found)| {
            let is_own = found.verdict == verdict;
            is_own.then(|| around(found.distance))
        });
        Series::new(verdict.name(), own)
    });
    let subtitle = format!(
        "{} Right of 0 a claim holds, left of 0 it does not",
        summary(all)
    );
    let words = [
        "Claims and verdicts",
        &subtitle,
        "Distance from the bound, in standard errors",
    ];
    Ok(Figure {
        file: "claims".to_string(),
        caption: "The distance of each claim from its bound, in standard errors".to_string(),
        drawn: plot::distances(&names, &series, words, MAX_DISTANCE)?,
    })
}

/// All claims as text for a terminal, by game, each with its measurement; then the claims that are not tested.
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
                more => format!("; 80 % power needs {more}"),
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

/// The emphasis of the verdict on a claim.
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

/// The verdict of an analysis on a claim.
struct AnalysisLine<'j> {
    judged: &'j Judged,
    /// The kind and name of a secondary analysis; `None` for the primary one.
    other: Option<(AnalysisKind, &'j str)>,
    bounds: (Option<f64>, Option<f64>),
    judgement: &'j Judgement,
}

/// All claims with several analyses, each by all analyses, the primary one first.
pub fn analysis_table(all: &[Judged]) -> Table {
    let with_others = all.iter().filter(|one| !one.others.is_empty());
    let lines: Vec<AnalysisLine<'_>> = with_others
        .flat_map(|judged| {
            let own = judged.judgement.iter().map(move |judgement| AnalysisLine {
                judged,
                other: None,
                bounds: (judged.claim.above, judged.claim.below),
                judgement,
            });
            own.chain(judged.others.iter().map(move |other| AnalysisLine {
                judged,
                other: Some((other.kind, &other.name)),
                bounds: other.bounds,
                judgement: &other.judgement,
            }))
        })
        .collect();
    Columns::of(&lines)
        .text("id", "claim", |line| &line.judged.claim.id)
        .text("kind", "kind", |line| {
            line.other.map_or("primary", |(kind, _)| kind.name())
        })
        .text("analysis", "analysis", |line| {
            line.other.map_or("", |(_, name)| name)
        })
        .estimate("value", "value", |line| line.judgement.measured.estimate())
        .mixed()
        .text("unit", "unit", |line| &line.judgement.measured.unit)
        .text("holds", "holds if", |line| between(line.bounds))
        .number("distance", "standard errors inside", |line| {
            line.judgement.distance
        })
        .text("verdict", "verdict", |line| line.judgement.verdict.name())
        .table("Claims by every analysis")
}

/// The verdicts of other analyses by kind, as text.
fn others(judged: &Judged) -> String {
    let of_kind = |kind: AnalysisKind| {
        let own = judged.others.iter().filter(|one| one.kind == kind);
        let own: Vec<&OtherAnalysis> = own.collect();
        match own[..] {
            [] => None,
            [only] => Some(format!("{} {}", only.name, only.judgement.verdict.name())),
            _ => {
                let count = |verdict: ClaimVerdict| {
                    let same = own.iter().filter(|one| one.judgement.verdict == verdict);
                    let count = Some(same.count()).filter(|count| *count > 0);
                    count.map(|count| format!("{count} {}", verdict.name()))
                };
                let counts = joined(ClaimVerdict::ALL.into_iter().filter_map(count), ", ");
                counts.map(|counts| format!("{}: {counts}", kind.name()))
            }
        }
    };
    joined(AnalysisKind::ALL.into_iter().filter_map(of_kind), "; ").unwrap_or_default()
}

/// The distance of each claim with several analyses from its bound: by the primary analysis, and the lowest one by the
/// analyses of the same and of other quantities; `None` if there are no such claims.
///
/// # Errors
/// The plot cannot be drawn.
pub fn analysis_figure(all: &[Judged]) -> Result<Option<Figure>, PlotError> {
    let shown: Vec<&Judged> = all
        .iter()
        .filter(|one| one.judgement.is_some() && !one.others.is_empty())
        .collect();
    if shown.is_empty() {
        return Ok(None);
    }
    let names: Vec<String> = shown
        .iter()
        .map(|one| one.claim.id.replace('-', " "))
        .collect();
    let lowest = |judged: &Judged, is_same: bool| {
        let others = judged.others.iter();
        let own = others.filter(|one| one.kind.is_of_same_quantity() == is_same);
        own.map(|one| one.judgement.distance)
            .reduce(f64::min)
            .map(around)
    };
    let own = |one: &&Judged| Some(around(one.judgement.as_ref()?.distance));
    let series = [
        Series::new("primary analysis", shown.iter().map(own)),
        Series::new(
            "same quantity, lowest",
            shown.iter().map(|one| lowest(one, true)),
        ),
        Series::new(
            "other quantity, lowest",
            shown.iter().map(|one| lowest(one, false)),
        ),
    ];
    let words = [
        "Claims by every analysis",
        "Right of 0 a claim holds. Other quantities: other phases, players and openings",
        "Distance from the bound, in standard errors",
    ];
    Ok(Some(Figure {
        file: "analyses".to_string(),
        caption: "Claims by all analyses of the same games".to_string(),
        drawn: plot::distances(&names, &series, words, MAX_DISTANCE)?,
    }))
}

/// A distance in standard errors with its interval.
fn around(distance: f64) -> Estimate {
    Estimate::around(distance, Z)
}
