//! Registered studies: claims, exploration and confirmation.

use crate::claims::{holds_when, of_shown, robustness};
use crate::document::Figure;
use crate::plot::{self, PlotError, Series};
use crate::table::{Columns, Table};
use tradewind_analysis::claims::{Claim, Judged, Statistic};
use tradewind_analysis::row::Row;
use tradewind_analysis::study::Registration;
use tradewind_stats::Estimate;

/// A registration with its results.
pub struct StudyResult<'r> {
    /// The registration.
    pub registration: &'r Registration,
    /// The changes to the registration that it amends.
    pub changes: Vec<String>,
    /// The exploration and, if it was played, the confirmation.
    pub phases: Vec<StudyPhase>,
}

/// The results of a phase.
pub struct StudyPhase {
    /// The hash of its games.
    pub hash: String,
    /// The claims with their verdicts.
    pub judged: Vec<Judged>,
}

/// A claim under a registration.
struct StudyLine<'r> {
    registration: &'r Registration,
    explored: &'r Judged,
    confirmed: Option<&'r Judged>,
}

/// A line for each claim of each registration.
pub fn study_table(results: &[StudyResult<'_>]) -> Table {
    let mut lines = Vec::new();
    for result in results {
        let [explored, rest @ ..] = result.phases.as_slice() else {
            continue;
        };
        for (at, judged) in explored.judged.iter().enumerate() {
            lines.push(StudyLine {
                registration: result.registration,
                explored: judged,
                confirmed: rest.first().map(|phase| &phase.judged[at]),
            });
        }
    }
    let name = results
        .last()
        .map_or("", |last| last.registration.name.as_str());
    let mut table = Columns::of(&lines)
        .text("registration", "registered", |line| {
            line.registration.short_hash()
        })
        .text("id", "id", |line| &line.explored.claim.id)
        .text("claim", "claim", |line| &line.explored.claim.claim)
        .text("holds", "holds if", |line| holds_when(&line.explored.claim))
        .text("unit", "unit", |line| {
            of_shown(line.explored, |row| &row.unit)
        })
        .estimate("explored", "exploration", |line| value(line.explored))
        .text("explored_verdict", "says", |line| verdict(line.explored))
        .estimate("confirmed", "confirmation", |line| {
            line.confirmed.and_then(value)
        })
        .mixed()
        .text("verdict", "verdict", |line| match line.confirmed {
            Some(judged) => verdict(judged),
            None if line.registration.confirmation == 0.0 => "no confirmation".to_string(),
            None => "not confirmed yet".to_string(),
        })
        .table(&format!("Study: {name}"));
    for result in results {
        let registered = result.registration;
        let exclusions = match registered.exclusions.as_slice() {
            [] => "nothing".to_string(),
            some => some.join("; "),
        };
        table.note(format!(
            "Registered {}: stopping: {}; left out: {exclusions}; {:.0} % of the pairs for confirmation.",
            registered.hash,
            registered.stopping,
            100.0 * registered.confirmation
        ));
        let [explored, confirmed] = [0, 1].map(|at| result.phases.get(at));
        if let Some(explored) = explored {
            let confirmed = confirmed.map_or(String::new(), |confirmed| {
                format!("; of the confirmation: {}", confirmed.hash)
            });
            table.note(format!(
                "Hash of the explored games of {}: {}{confirmed}.",
                registered.short_hash(),
                explored.hash
            ));
        } else {
            table.note(format!(
                "{} is not judged: it was amended, or was for another program, and not all of its games are here.",
                registered.short_hash()
            ));
        }
        if let Some(earlier) = &registered.amends {
            let changes = result.changes.join("; ");
            table.note(format!("It amends {}: {changes}.", earlier.short_hash()));
        }
    }
    table.note(
        "The verdict is that of the confirmation, whose games were chosen after the exploration. Both have Holm's correction for \
         the number of claims."
    );
    table
}

/// The scores of a study in points above even, with their intervals: of the confirmation, else of the exploration. `None`
/// if no claim is about a score.
///
/// # Errors
/// The plot cannot be drawn.
pub fn study_figure(results: &[StudyResult<'_>]) -> Result<Option<Figure>, PlotError> {
    let Some((result, phase)) = results
        .last()
        .and_then(|last| Some((last, last.phases.last()?)))
    else {
        return Ok(None);
    };
    let is_score = |judged: &&Judged| {
        matches!(
            judged.claim.statistic,
            Statistic::Score { .. } | Statistic::Odds { .. }
        )
    };
    let mut scores: Vec<(&Judged, Estimate)> = Vec::new();
    for judged in phase.judged.iter().filter(is_score) {
        // Claims about one score are one line.
        let is_new = (scores.iter()).all(|(known, _)| !is_same_score(&known.claim, &judged.claim));
        scores.extend(
            value(judged)
                .filter(|_| is_new)
                .map(|score| (judged, score)),
        );
    }
    if scores.is_empty() {
        return Ok(None);
    }
    let names: Vec<String> = scores
        .iter()
        .map(|(judged, _)| judged.claim.id.replace('-', " "))
        .collect();
    let above = |score: Estimate| {
        let [value, low, high] = [score.value, score.low, score.high].map(|end| end - 50.0);
        Estimate { value, low, high }
    };
    let series = Series::new(
        "score, 95 % interval",
        scores.iter().map(|(_, score)| Some(above(*score))),
    );
    let name = &result.registration.name;
    let words = [
        name.as_str(),
        if result.phases.len() > 1 {
            "Confirmation"
        } else {
            "Exploration"
        },
        "Score above 50 %, in points",
    ];
    Ok(Some(Figure {
        file: "study".to_string(),
        caption: format!("{name}: scores above 50 %, in points"),
        drawn: plot::distances(&names, &[series], words, f64::INFINITY)?,
    }))
}

fn is_same_score(one: &Claim, other: &Claim) -> bool {
    one.experiment == other.experiment && one.statistic == other.statistic
}

fn value(judged: &Judged) -> Option<Estimate> {
    judged.shown().and_then(Row::estimate)
}

fn verdict(judged: &Judged) -> String {
    let verdict = match (&judged.claim.open, &judged.judgement) {
        (Some(_), _) => "open",
        (None, Some(found)) => found.verdict.name(),
        (None, None) => "not measured",
    };
    format!("{verdict}{}", robustness(judged))
}
