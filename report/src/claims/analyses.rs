//! Claims by all analyses of the same games, beside the primary one.

use super::between;
use crate::document::Figure;
use crate::plot::{self, PlotError, Series};
use crate::table::{Column, Table};
use tradewind_analysis::claims::{AnalysisKind, ClaimVerdict, Judged, Judgement, OtherAnalysis};
use tradewind_stats::estimate::{Estimate, Z};

/// The maximum distance in plots, in standard errors; larger ones are arrows.
pub(super) const MAX_DISTANCE: f64 = 12.0;

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
    let columns: [Column<AnalysisLine<'_>>; 8] = [
        Column::text("id", "claim", |line| line.judged.claim.id.clone()),
        Column::text("kind", "kind", |line| {
            let kind = line.other.map(|(kind, _)| kind.name());
            kind.unwrap_or("primary").to_string()
        }),
        Column::text("analysis", "analysis", |line| {
            line.other
                .map_or(String::new(), |(_, name)| name.to_string())
        }),
        Column::estimate("value", "value", |line| line.judgement.measured.estimate()),
        Column::text("unit", "unit", |line| {
            line.judgement.measured.unit.to_string()
        }),
        Column::text("holds", "holds if", |line| between(line.bounds)),
        Column::number("distance", "standard errors inside", |line| {
            Some(line.judgement.distance)
        }),
        Column::text("verdict", "verdict", |line| {
            line.judgement.verdict.name().to_string()
        }),
    ];
    Table::new("Claims by every analysis", &columns, &lines).with_mixed("value")
}

/// The verdicts of other analyses by kind, as text.
pub(super) fn others(judged: &Judged) -> String {
    let of_kind = |kind: AnalysisKind| {
        let own: Vec<&OtherAnalysis> = judged
            .others
            .iter()
            .filter(|one| one.kind == kind)
            .collect();
        match own[..] {
            [] => None,
            [only] => Some(format!("{} {}", only.name, only.judgement.verdict.name())),
            _ => {
                let count = |verdict: ClaimVerdict| {
                    let same = own.iter().filter(|one| one.judgement.verdict == verdict);
                    Some(same.count()).filter(|count| *count > 0)
                };
                let counts = ClaimVerdict::ALL
                    .into_iter()
                    .filter_map(|verdict| Some(format!("{} {}", count(verdict)?, verdict.name())));
                let counts: Vec<String> = counts.collect();
                Some(format!("{}: {}", kind.name(), counts.join(", ")))
            }
        }
    };
    let kinds: Vec<String> = AnalysisKind::ALL.into_iter().filter_map(of_kind).collect();
    kinds.join("; ")
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
        own.map(|one| one.judgement.distance).reduce(f64::min)
    };
    let series = |name: &str, distance: &dyn Fn(&Judged) -> Option<f64>| Series {
        name: name.to_string(),
        values: shown.iter().map(|one| distance(one).map(around)).collect(),
    };
    let series = [
        series("primary analysis", &|one| {
            Some(one.judgement.as_ref()?.distance)
        }),
        series("same quantity, lowest", &|one| lowest(one, true)),
        series("other quantity, lowest", &|one| lowest(one, false)),
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
pub(super) fn around(distance: f64) -> Estimate {
    Estimate::around(distance, Z)
}
