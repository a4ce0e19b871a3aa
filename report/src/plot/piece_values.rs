//! Dots and whiskers: one line per piece, its value at the right.

use plotters::prelude::DrawingBackend;

use super::PlotError;
use super::axis::Axis;
use super::canvas::{Anchor, Canvas, LINE_WIDTH, MARGIN, WIDTH};
use super::colour::{AXIS, BLUE, Colour, GRID, INK, LIGHT_BLUE, MUTED, PAPER};
use super::file::Plot;
use super::heading::PlotHeading;
use super::text::{LABEL, Lines, SMALL, with_minus};
use crate::format::{common_decimals, fixed, grouped};
use tradewind_analysis::notices::Flag;
use tradewind_analysis::piece_values::PieceValues;
use tradewind_stats::estimate::Estimate;

/// Height of the line of one piece.
const LINE: f64 = 19.0;

/// From the last line to the lower edge, without footnotes.
const BELOW: f64 = 56.0;

/// Between a value and its interval; a reader's font may be wider than ours.
const VALUE_GAP: f64 = 14.0;

/// Names longer than this are cut.
const MAX_NAME: f64 = 240.0;

struct ValueLine {
    name: String,
    estimate: Estimate,
    flagged: bool,
    /// The estimate and its interval as text.
    numbers: (String, String),
}

/// What is drawn, and where.
pub(super) struct PieceValuesPlot {
    heading: PlotHeading,
    axis_title: String,
    footnotes: Lines,
    lines: Vec<ValueLine>,
    axis: Axis,
    /// Width of the column of intervals at the right.
    interval_width: f64,
}

impl PieceValuesPlot {
    pub fn new(values: &PieceValues, title: &str, games: u64) -> Result<Self, PlotError> {
        let mut lines = Vec::new();
        for piece in &values.pieces {
            let estimate = match values.has_units {
                true => piece.in_units(),
                false => piece.in_log_odds(),
            };
            if let Some(estimate) = estimate {
                lines.push(ValueLine {
                    name: LABEL.shortened(&piece.piece, MAX_NAME)?,
                    estimate,
                    flagged: piece.flag.is_some(),
                    numbers: (String::new(), String::new()),
                });
            }
        }
        let estimates: Vec<Estimate> = lines.iter().map(|line| line.estimate).collect();
        let digits = common_decimals(&estimates);
        for line in &mut lines {
            line.numbers = numbers(line.estimate, digits);
        }
        let name_width = widest(lines.iter().map(|line| LABEL.width(&line.name)))?;
        let value_width = widest(lines.iter().map(|line| LABEL.width(&line.numbers.0)))?;
        let interval_width = widest(lines.iter().map(|line| SMALL.width(&line.numbers.1)))?;
        let (min, max) = range(&lines).ok_or(PlotError::Empty("no piece was ever seen"))?;
        let axis = Axis {
            min,
            max,
            left: MARGIN + name_width + 14.0,
            right: WIDTH - MARGIN - interval_width - VALUE_GAP - value_width - 16.0,
        };
        let subtitle = vec![format!(
            "{} games in {} pairs. Bars: 95 % intervals from {} bootstrap samples of game pairs.",
            grouped(games),
            grouped(values.pairs),
            grouped(values.replicates)
        )];
        let axis_title = match values.has_units {
            true => format!("Value in units of {} (= 1)", values.unit_piece),
            false => "Value in log-odds of the result (1 = 174 Elo)".to_owned(),
        };
        Ok(PieceValuesPlot {
            heading: PlotHeading::new(title, &subtitle)?,
            axis_title,
            footnotes: Lines::new(&footnotes(values, &lines), SMALL, LINE_WIDTH)?,
            lines,
            axis,
            interval_width,
        })
    }

    fn top(&self) -> f64 {
        self.heading.height()
    }

    fn bottom(&self) -> f64 {
        self.top() + LINE * self.lines.len() as f64
    }

    fn draw_axis<DB: DrawingBackend>(&self, canvas: &Canvas<DB>) -> Result<(), PlotError> {
        let (top, bottom) = (self.top(), self.bottom());
        for (number, label) in self.axis.ticks() {
            let x = self.axis.at(number);
            let is_zero = number == 0.0;
            let (width, colour) = if is_zero { (1.2, AXIS) } else { (1.0, GRID) };
            canvas.vertical(x, (top, bottom), width, colour)?;
            canvas.text(&label, (x, bottom + 17.0), Anchor::Center, LABEL, MUTED)?;
        }
        canvas.horizontal(self.axis.ends(), bottom, 1.0, AXIS)?;
        let middle = (self.axis.left + self.axis.right) / 2.0;
        let place = (middle, bottom + 38.0);
        canvas.text(&self.axis_title, place, Anchor::Center, LABEL, INK)
    }

    fn draw_line<DB: DrawingBackend>(
        &self,
        canvas: &Canvas<DB>,
        line: &ValueLine,
        y: f64,
    ) -> Result<(), PlotError> {
        let axis = self.axis;
        // Capitals and digits are 0.71 em high.
        let baseline = y + 0.355 * LABEL.em;
        let ink = if line.flagged { MUTED } else { INK };
        canvas.text(
            &line.name,
            (axis.left - 14.0, baseline),
            Anchor::Right,
            LABEL,
            ink,
        )?;
        canvas.horizontal(axis.ends(), y, 0.7, GRID)?;

        let colour = if line.flagged { LIGHT_BLUE } else { BLUE };
        let Estimate { value, low, high } = line.estimate;
        self.draw_whisker(canvas, (low, high), y, colour)?;
        let x = axis.at(value);
        if axis.min <= value && value <= axis.max {
            canvas.dot(x, y, 4.2, colour)?;
            if line.flagged {
                canvas.dot(x, y, 2.7, PAPER)?;
            }
        }
        let right = WIDTH - MARGIN;
        let (value, interval) = &line.numbers;
        let value_right = right - self.interval_width - VALUE_GAP;
        canvas.text(value, (value_right, baseline), Anchor::Right, LABEL, ink)?;
        canvas.text(interval, (right, baseline), Anchor::Right, SMALL, MUTED)
    }

    fn draw_whisker<DB: DrawingBackend>(
        &self,
        canvas: &Canvas<DB>,
        (low, high): (f64, f64),
        y: f64,
        colour: Colour,
    ) -> Result<(), PlotError> {
        let axis = self.axis;
        if low == high {
            return Ok(());
        }
        let left = axis.at(low).max(axis.left);
        let right = axis.at(high).min(axis.right);
        if left < right {
            canvas.horizontal((left, right), y, 2.0, colour)?;
        }
        if low < axis.min {
            canvas.arrow_head(axis.left - 5.0, y, -9.0, colour)?;
        }
        if high > axis.max {
            canvas.arrow_head(axis.right + 5.0, y, 9.0, colour)?;
        }
        Ok(())
    }
}

impl Plot for PieceValuesPlot {
    fn height(&self) -> f64 {
        self.bottom() + BELOW + self.footnotes.height()
    }

    fn draw<DB: DrawingBackend>(&self, canvas: &Canvas<DB>) -> Result<(), PlotError> {
        self.heading.draw(canvas)?;
        self.draw_axis(canvas)?;
        let mut y = self.top() + LINE / 2.0;
        for line in &self.lines {
            self.draw_line(canvas, line, y)?;
            y += LINE;
        }
        let place = (MARGIN, self.bottom() + BELOW + 3.0);
        canvas.lines(&self.footnotes, place, MUTED)
    }
}

/// The greatest of some widths, 0 if there are none.
fn widest(mut widths: impl Iterator<Item = Result<f64, PlotError>>) -> Result<f64, PlotError> {
    widths.try_fold(0.0, |most: f64, width| Ok(most.max(width?)))
}

fn numbers(estimate: Estimate, digits: usize) -> (String, String) {
    let Estimate { value, low, high } = estimate;
    let number = |n| with_minus(&fixed(n, digits));
    let interval = match low == high {
        true => "unit".to_owned(),
        false => format!("[{}, {}]", number(low), number(high)),
    };
    (number(value), interval)
}

/// The numbers at the ends of the axis: all that is not flagged with its intervals, the values of
/// what is flagged, and zero. `None` if there are no lines.
fn range(lines: &[ValueLine]) -> Option<(f64, f64)> {
    let (mut min, mut max) = (0.0f64, 0.0f64);
    for line in lines {
        let Estimate { value, low, high } = line.estimate;
        let ends = if line.flagged {
            [value, value]
        } else {
            [low, high]
        };
        for end in ends.into_iter().filter(|end| end.is_finite()) {
            min = min.min(end);
            max = max.max(end);
        }
    }
    if lines.is_empty() {
        return None;
    }
    // Where every value is zero there is still an axis.
    let room = ((max - min) * 0.02).max(1e-3);
    Some((if min < 0.0 { min - room } else { 0.0 }, max + room))
}

fn footnotes(values: &PieceValues, lines: &[ValueLine]) -> Vec<String> {
    let mut notes = Vec::new();
    if lines.iter().any(|line| line.flagged) {
        notes.push(
            "Hollow: too few game pairs, or not determined by the data; do not rely on it. An \
             arrow leaves the scale."
                .into(),
        );
    }
    let unseen = values
        .pieces
        .iter()
        .filter(|piece| piece.flag == Some(Flag::NeverSeen));
    let unseen: Vec<&str> = unseen.map(|piece| piece.piece.as_str()).collect();
    if !unseen.is_empty() {
        notes.push(format!(
            "The sides never differed in: {}.",
            unseen.join(", ")
        ));
    }
    notes
}
