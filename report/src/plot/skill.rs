//! Values by the nodes per move of the players.

use super::canvas::{Axis, Canvas, LABEL, SMALL, drawn, spread_labels};
use super::colour::{BLUE, GRID, INK, ORANGE};
use super::{Drawn, PlotError};
use crate::format::grouped;
use tradewind_analysis::values::skill::SkillCurve;

/// The space below the field.
const BELOW: f64 = 60.0;
/// The minimum value of the axis, in units.
const FOOT: f64 = 0.02;
/// The numbers of the vertical axis.
const TICKS: [f64; 12] = [
    0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0,
];
/// The maximum width of prediction intervals side by side.
const SPREAD: f64 = 60.0;
/// The minimum distance of the labels at the right.
const LABELS: f64 = 13.5;

/// A curve with the end of its line.
type LineEnd<'c> = (&'c SkillCurve, (f64, f64));

/// Values by the nodes per move of the players. The words are title and subtitle.
pub fn skill(
    curves: &[SkillCurve],
    [title, subtitle]: [&str; 2],
    axis_title: String,
) -> Result<Drawn, PlotError> {
    let points = || curves.iter().flat_map(|curve| &curve.points);
    let mut budgets: Vec<u64> = points().map(|(nodes, _)| *nodes).collect();
    budgets.sort_unstable();
    budgets.dedup();
    let (Some(&fewest), Some(&most)) = (budgets.first(), budgets.last()) else {
        return Err(PlotError::Empty(
            "no value was measured at several strengths",
        ));
    };
    let lines = || curves.iter().filter_map(|curve| curve.line.as_ref());
    let line_ends = || lines().flat_map(|line| line.ends.iter().copied());
    let ends = || lines().flat_map(|line| line.predicted.iter().map(|(_, e)| *e));
    let greatest = points().map(|(_, e)| e.value).fold(1.0, f64::max);
    let greatest = ends().map(|e| e.high).fold(greatest, f64::max);
    // The scale is logarithmic, so that power laws are straight.
    let values = points().map(|(_, e)| e.value).chain(ends().map(|e| e.low));
    let lowest = values.filter(|value| *value >= FOOT).fold(1.0, f64::min);
    let farthest = line_ends()
        .map(|(nodes, _)| nodes)
        .fold(most as f64, f64::max);
    let predicted = lines().flat_map(|line| line.predicted.iter().map(|(nodes, _)| *nodes));
    budgets.extend(predicted);
    budgets.sort_unstable();
    budgets.dedup();
    let (min, max) = (libm::log(fewest as f64), libm::log(farthest));
    let room = ((max - min) * 0.04).max(0.05);
    let (low, high) = (lowest / 1.15, greatest * 1.1);
    let height = (LABELS * curves.len() as f64 * 1.15).max(360.0);
    drawn(|layout| {
        let (left, right) = (
            layout.choose(70.0, 52.0),
            layout.width - layout.choose(150.0, 112.0),
        );
        let axis = Axis::new((min - room, max + room), (left, right));
        let mut canvas = Canvas::new(layout, title, &[subtitle])?;
        let field = canvas.field((left, right), 4.0, height);
        let x = |nodes: f64| axis.at(libm::log(nodes));
        let y = |value: f64| {
            let share = libm::log(high / value.max(low)) / libm::log(high / low);
            (field.top + share * height).clamp(field.top, field.bottom)
        };
        let mut free = f64::MIN;
        for &nodes in &budgets {
            // Labels that would lie on the one before are omitted.
            let (place, label) = (x(nodes as f64), grouped(nodes));
            let half = 0.6 * LABEL.width(&label)?;
            let label = if place - half < free { "" } else { &label };
            canvas.tick_below(field, place, label);
            free = free.max(if label.is_empty() { free } else { place + half });
        }
        for number in TICKS {
            if (low..=high).contains(&number) {
                canvas.line_left(field, y(number), &number.to_string(), 1.0, GRID);
            }
        }
        // The curves with their ends, by the heights of their labels.
        let ends = curves.iter().filter_map(|curve| {
            let line = curve.line.as_ref().map(|line| line.ends[1]);
            let point = || Some(curve.points.last()?).map(|(nodes, e)| (*nodes as f64, e.value));
            let (nodes, value) = line.or_else(point)?;
            Some(((curve, (x(nodes), y(value))), y(value)))
        });
        let mut labels: Vec<(LineEnd<'_>, f64)> = ends.collect();
        spread_labels(&mut labels, LABELS, field.bottom + 6.0);
        let apart = (SPREAD / labels.len() as f64).min(5.0);
        for (at, &((curve, end), label)) in labels.iter().enumerate() {
            // Prediction intervals are side by side.
            let aside = apart * (at as f64 - 0.5 * (labels.len() - 1) as f64);
            let movement = curve.movement();
            let colour = if movement.is_some() { ORANGE } else { BLUE };
            let points: Vec<(f64, f64)> = (curve.points.iter())
                .map(|(nodes, e)| (x(*nodes as f64), y(e.value)))
                .collect();
            for (&(x, _), (_, e)) in points.iter().zip(&curve.points) {
                canvas.vertical(x, (y(e.high), y(e.low)), 1.2, colour);
            }
            match &curve.line {
                Some(line) => {
                    let ends = line.ends.map(|(nodes, value)| (x(nodes), y(value)));
                    canvas.path(&ends, 1.4, colour);
                    for (nodes, e) in &line.predicted {
                        let ends = (y(e.high), y(e.low));
                        canvas.vertical(x(*nodes as f64) + aside, ends, 0.7, colour);
                    }
                }
                None => canvas.path(&points, 1.4, colour),
            }
            for &point in &points {
                canvas.dot(point, 2.6, colour);
            }
            let words = match movement {
                Some(movement) => format!("{} {movement}", curve.name),
                None => curve.name.clone(),
            };
            let end = Some((end.0 + 5.0, end.1));
            canvas.name_at_right(
                &words,
                (right + layout.choose(18.0, 12.0), label),
                end,
                SMALL,
                INK,
            )?;
        }
        canvas.axis_titles(field, ["Nodes per move", &axis_title])?;
        Ok(canvas.of_height(field.bottom + BELOW))
    })
}
