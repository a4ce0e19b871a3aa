//! Values by two methods: a cross of two intervals for each piece, and the diagonal.

use super::canvas::{Anchor, Axis, Canvas, Field, SMALL, drawn};
use super::colour::{AXIS, BLUE, GRID, INK, LIGHT_BLUE, ORANGE};
use super::{Drawn, PlotError};
use tradewind_stats::estimate::Estimate;

/// The space below the field.
const BELOW: f64 = 60.0;

/// The values of a piece by two methods.
#[derive(Clone, Debug, PartialEq)]
pub struct Cross {
    /// A short name.
    pub label: String,
    pub values: [Estimate; 2],
    /// Whether they differ significantly.
    pub apart: bool,
}

/// Values by one method against those by another. The words are title and subtitle.
pub fn agreement(
    crosses: &[Cross],
    [title, subtitle]: [&str; 2],
    axis_titles: [String; 2],
) -> Result<Drawn, PlotError> {
    if crosses.is_empty() {
        return Err(PlotError::Empty("no piece has a value by both methods"));
    }
    let values = || {
        crosses
            .iter()
            .flat_map(|cross| cross.values.map(|e| e.value))
    };
    let (lowest, greatest) = (values().fold(0.0, f64::min), values().fold(0.5, f64::max));
    drawn(|layout| {
        let (left, right) = (
            layout.choose(78.0, 56.0),
            layout.width - layout.choose(36.0, 16.0),
        );
        let height = layout.choose(560.0, 300.0);
        let axis = Axis::new((lowest * 1.1, greatest * 1.1), (left, right));
        let mut canvas = Canvas::new(layout, title, &[subtitle])?;
        let field = canvas.field((left, right), 4.0, height);
        let y = |number: f64| {
            let share = (number - axis.min) / (axis.max - axis.min);
            field.top + height * (1.0 - share)
        };
        let place = |cross: &Cross| (axis.at(cross.values[0].value), y(cross.values[1].value));
        for (number, label) in axis.ticks() {
            canvas.tick_below(field, axis.at(number), &label);
            canvas.line_left(field, y(number), &label, 1.0, GRID);
        }
        let diagonal = [axis.min, axis.max].map(|number| (axis.at(number), y(number)));
        canvas.path(&diagonal, 1.4, AXIS);
        for cross in crosses {
            let [across, up] = cross.values;
            let colour = if cross.apart { ORANGE } else { LIGHT_BLUE };
            let left = axis.at(across.low).max(axis.left);
            let right = axis.at(across.high).min(axis.right);
            canvas.horizontal((left, right), place(cross).1, 1.6, colour);
            let ends = (y(up.high).max(field.top), y(up.low).min(field.bottom));
            canvas.vertical(place(cross).0, ends, 1.6, colour);
        }
        for cross in crosses {
            let colour = if cross.apart { ORANGE } else { BLUE };
            canvas.dot(place(cross), 3.2, colour);
        }
        let dots: Vec<(f64, f64)> = crosses.iter().map(place).collect();
        for (cross, place) in crosses
            .iter()
            .zip(labels(crosses, &dots, field, layout.width)?)
        {
            if let Some(place) = place {
                canvas.text(&cross.label, place, Anchor::Left, SMALL, INK);
            }
        }
        canvas.axis_titles(field, axis_titles.each_ref().map(String::as_str))?;
        Ok(canvas.of_height(field.bottom + BELOW))
    })
}

/// A rectangle: left, right, top, bottom.
type Area = [f64; 4];

fn overlap(one: &Area, other: &Area) -> bool {
    one[0] < other[1] && other[0] < one[1] && one[2] < other[3] && other[2] < one[3]
}

/// The places of labels near their dots, without overlaps. A label without a free place is omitted.
fn labels(
    crosses: &[Cross],
    dots: &[(f64, f64)],
    field: Field,
    width_of_plot: f64,
) -> Result<Vec<Option<(f64, f64)>>, PlotError> {
    let around = |&(x, y): &(f64, f64)| [x - 4.0, x + 4.0, y - 4.0, y + 4.0];
    let mut taken: Vec<Area> = dots.iter().map(around).collect();
    let mut places = Vec::new();
    for (cross, (x, y)) in crosses.iter().zip(dots) {
        // The fonts of readers may be wider.
        let width = 1.15 * SMALL.width(&cross.label)? + 2.0;
        let ways = (0..8).flat_map(|far| {
            let far = f64::from(far) * 6.0;
            [
                (6.0, -5.0 - far),
                (6.0, 13.0 + far),
                (-4.0 - width, -5.0 - far),
                (-4.0 - width, 13.0 + far),
            ]
        });
        let mut fitting = ways.filter_map(|(right, down)| {
            let (left, base) = (x + right, y + down);
            let area = [left, left + width, base - SMALL.em, base + 3.0];
            let inside =
                left > field.left && left + width < width_of_plot - 4.0 && base < field.bottom;
            let free = inside && !taken.iter().any(|other| overlap(other, &area));
            free.then_some(((left, base), area))
        });
        let found = fitting.next();
        places.push(found.map(|(place, _)| place));
        taken.extend(found.map(|(_, area)| area));
    }
    Ok(places)
}
