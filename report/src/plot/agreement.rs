//! Values by two methods: a cross of two intervals for each piece, and the diagonal.

use plotters::prelude::DrawingBackend;

use super::canvas::{Anchor, Axis, Canvas, Plot, PlotHeading, SMALL, WIDTH, drawn};
use super::colour::{AXIS, BLUE, GRID, INK, LIGHT_BLUE, ORANGE};
use super::{Drawn, PlotError};
use tradewind_stats::estimate::Estimate;

const LEFT: f64 = 78.0;
const RIGHT: f64 = WIDTH - 36.0;
/// The height of the field.
const FIELD: f64 = 560.0;
/// The space below the field.
const BELOW: f64 = 60.0;

/// The values of a piece by two methods.
#[derive(Clone, Debug, PartialEq)]
pub struct Cross {
    /// A short name.
    pub label: String,
    /// The values.
    pub values: [Estimate; 2],
    /// Whether they differ significantly.
    pub apart: bool,
}

struct AgreementPlot<'p> {
    heading: PlotHeading,
    crosses: &'p [Cross],
    axis_titles: [String; 2],
    axis: Axis,
}

/// Values by one method against those by another. The words are title and subtitle.
///
/// # Errors
/// [`PlotError::Empty`] if no piece has a value by both methods.
pub fn agreement(
    crosses: &[Cross],
    [title, subtitle]: [&str; 2],
    axis_titles: [String; 2],
) -> Result<Drawn, PlotError> {
    if crosses.is_empty() {
        return Err(PlotError::Empty("no piece has a value by both methods"));
    }
    let values = crosses.iter().flat_map(|cross| cross.values);
    let greatest = values.map(|e| e.value).fold(0.5, f64::max);
    let lowest = crosses.iter().flat_map(|cross| cross.values);
    let lowest = lowest.map(|e| e.value).fold(0.0, f64::min);
    drawn(&AgreementPlot {
        heading: PlotHeading::new(title, &[subtitle.to_string()])?,
        crosses,
        axis_titles,
        axis: Axis {
            min: lowest * 1.1,
            max: greatest * 1.1,
            left: LEFT,
            right: RIGHT,
        },
    })
}

impl AgreementPlot<'_> {
    fn top(&self) -> f64 {
        self.heading.height() + 4.0
    }

    fn y(&self, number: f64) -> f64 {
        let share = (number - self.axis.min) / (self.axis.max - self.axis.min);
        self.top() + FIELD * (1.0 - share)
    }
}

/// A rectangle: left, right, top, bottom.
type Area = [f64; 4];

fn overlap(one: &Area, other: &Area) -> bool {
    one[0] < other[1] && other[0] < one[1] && one[2] < other[3] && other[2] < one[3]
}

impl AgreementPlot<'_> {
    fn place(&self, cross: &Cross) -> (f64, f64) {
        let [across, up] = cross.values;
        (self.axis.at(across.value), self.y(up.value))
    }

    /// The places of labels near their dots, without overlaps. A label without a free place is omitted.
    fn labels(&self) -> Result<Vec<Option<(f64, f64)>>, PlotError> {
        let dots = self.crosses.iter().map(|cross| {
            let (x, y) = self.place(cross);
            [x - 4.0, x + 4.0, y - 4.0, y + 4.0]
        });
        let mut taken: Vec<Area> = dots.collect();
        let mut places = Vec::new();
        for cross in self.crosses {
            let (x, y) = self.place(cross);
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
                let inside = left > LEFT && left + width < WIDTH - 4.0 && base < self.top() + FIELD;
                let free = inside && !taken.iter().any(|other| overlap(other, &area));
                free.then_some(((left, base), area))
            });
            let found = fitting.next();
            places.push(found.map(|(place, _)| place));
            taken.extend(found.map(|(_, area)| area));
        }
        Ok(places)
    }
}

impl Plot for AgreementPlot<'_> {
    fn height(&self) -> f64 {
        self.top() + FIELD + BELOW
    }

    fn draw<DB: DrawingBackend>(&self, canvas: &Canvas<DB>) -> Result<(), PlotError> {
        self.heading.draw(canvas)?;
        let (axis, top, bottom) = (self.axis, self.top(), self.top() + FIELD);
        for (number, label) in axis.ticks() {
            let (x, y) = (axis.at(number), self.y(number));
            canvas.tick_below(x, (top, bottom), &label)?;
            canvas.horizontal(axis.ends(), y, 1.0, GRID)?;
            canvas.label_left(LEFT, y, &label)?;
        }
        let diagonal = [axis.min, axis.max].map(|number| (axis.at(number), self.y(number)));
        canvas.path(&diagonal, 1.4, AXIS)?;
        for cross in self.crosses {
            let [across, up] = cross.values;
            let (x, y) = (axis.at(across.value), self.y(up.value));
            let colour = if cross.apart { ORANGE } else { LIGHT_BLUE };
            let left = axis.at(across.low).max(axis.left);
            let right = axis.at(across.high).min(axis.right);
            canvas.horizontal((left, right), y, 1.6, colour)?;
            let low = self.y(up.low).min(bottom);
            let high = self.y(up.high).max(top);
            canvas.vertical(x, (high, low), 1.6, colour)?;
        }
        for cross in self.crosses {
            let (x, y) = self.place(cross);
            let colour = if cross.apart { ORANGE } else { BLUE };
            canvas.dot(x, y, 3.2, colour)?;
        }
        for (cross, place) in self.crosses.iter().zip(self.labels()?) {
            if let Some(place) = place {
                canvas.text(&cross.label, place, Anchor::Left, SMALL, INK)?;
            }
        }
        let titles = self.axis_titles.each_ref().map(String::as_str);
        canvas.axis_titles((LEFT, RIGHT), (top, bottom), titles)
    }
}
