//! Specification curves of piece values: the estimates by all analyses.

use crate::document::Figure;
use crate::format::fixed;
use crate::plot::{self, Bar, Panel, PlotError};
use crate::table::{Column, Table};
use tradewind_analysis::values::{SpecificationCurve, ValueSet};

/// A line for each piece.
pub(super) fn specification_table(sets: &[&ValueSet], curves: &[SpecificationCurve]) -> Table {
    let columns: [Column<SpecificationCurve>; 8] = [
        Column::text("piece", "piece", |curve| curve.subject.to_string()),
        Column::estimate("primary", "primary", |curve| Some(curve.primary)),
        Column::text("primary_analysis", "primary analysis", |curve| {
            curve.primary_name().to_string()
        }),
        Column::count("analyses", "analyses", |curve| curve.all.len() as u64),
        Column::number("lowest", "lowest", |curve| {
            curve.all.first().map(|one| one.estimate.value)
        }),
        Column::number("median", "median", |curve| Some(curve.median())),
        Column::number("highest", "highest", |curve| {
            curve.all.last().map(|one| one.estimate.value)
        }),
        Column::count("agreeing", "include the primary value", |curve| {
            curve.agreeing() as u64
        }),
    ];
    let title = format!("Values by every analysis in {}", sets[0].rules);
    let mut table = Table::new(&title, &columns, curves);
    table.notes.push(format!(
        "In {}. Analyses: every player, method and condition with a value, including phases and arrays. They do not all \
         estimate the same quantity. Primary: the player with the most nodes, by the first method with a value, at the standard \
         phase if available. The last column counts the other analyses whose interval includes the primary value.",
        sets[0].unit_name()
    ));
    table
}

/// The values by all analyses, a panel for each piece; `None` if there are none.
pub(super) fn specification_figure(
    sets: &[&ValueSet],
    curves: &[SpecificationCurve],
    file: &str,
) -> Result<Option<Figure>, PlotError> {
    let panel = |curve: &SpecificationCurve| {
        let middle = curve.primary.value;
        // An interval may be infinite.
        let own = [curve.primary.low, curve.primary.high];
        let values = curve.all.iter().map(|one| one.estimate.value).chain(own);
        let far = values.map(|value| (value - middle).abs());
        let bars = (1..).zip(&curve.all).map(|(rank, one)| Bar {
            at: f64::from(rank),
            estimate: one.estimate,
            is_marked: one.is_primary,
        });
        Panel {
            name: curve.subject.to_string(),
            caption: fixed(middle, 2),
            begin: middle,
            reach: 1.1 * far.filter(|far| far.is_finite()).fold(0.01, f64::max),
            points: Vec::new(),
            bars: bars.collect(),
        }
    };
    let panels: Vec<Panel> = curves.iter().map(panel).collect();
    let title = format!("Values by every analysis in {}", sets[0].rules);
    let subtitle = "In the unit, with 95 % intervals, cut at the edges of a panel. Orange: the primary analysis.";
    let drawn = plot::panels(&panels, [&title, subtitle, "Analyses by value"]);
    Ok(plot::if_any(drawn)?.map(|drawn| Figure {
        file: file.to_string(),
        caption: title.clone(),
        drawn,
    }))
}
