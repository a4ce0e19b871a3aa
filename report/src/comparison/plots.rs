//! The plots of a comparison.

use super::tables::{metric, of_effect};
use crate::document::Figure;
use crate::plot::{self, Curve, Floor, PlotError};
use crate::wide::Wide;
use tradewind_analysis::compare::{Compared, Comparison, EFFECT_SIZE};
use tradewind_analysis::metric::{Family, Metric};
use tradewind_analysis::outcomes::MEAN;
use tradewind_analysis::row::{Row, RowCondition, Subject};
use tradewind_stats::estimate::Estimate;

/// The maximum number of effects of a plot.
const MAX_EFFECTS: usize = 3;

/// The effect sizes of the main effects, a few in each plot.
pub(super) fn effects(comparison: &Comparison) -> Result<Vec<Figure>, PlotError> {
    let main: Vec<&Compared> = (comparison.effects.iter())
        .filter(|effect| effect.order == 1)
        .collect();
    let mut figures = Vec::new();
    for (number, some) in (1..).zip(main.chunks(MAX_EFFECTS)) {
        let rows = some.iter().flat_map(|effect| {
            let follows = |metric: &Metric| {
                metric.family() == Family::Game && !effect.changed.is_counted_by(metric)
            };
            let rows = of_effect(comparison, &effect.name, EFFECT_SIZE);
            rows.filter(move |row| metric(row).is_some_and(follows))
        });
        let words = [
            "What the rules change",
            &comparison.name,
            "Effect size (Cohen's h or d): 0.2 small, 0.5 medium, 0.8 large",
        ];
        figures.extend(series_figure(
            rows,
            |row| row.subject.name(),
            |row| row.condition.to_string(),
            words,
            &format!("effects-{number}"),
            "Effect sizes with 95 % intervals",
        )?);
    }
    Ok(figures)
}

/// A plot of values by line and series; `None` if there are none.
fn series_figure<'r>(
    rows: impl Iterator<Item = &'r Row>,
    line: fn(&Row) -> String,
    series: fn(&Row) -> String,
    words: [&str; 3],
    file: &str,
    caption: &str,
) -> Result<Option<Figure>, PlotError> {
    let wide = Wide::of(rows, line, series);
    let drawn = plot::method_values(&wide.lines, &wide.series(), words);
    Figure::if_any(file, caption, drawn)
}

/// The skill gap, the length of games, and the pieces left.
pub(super) fn of_games(comparison: &Comparison) -> Result<Vec<Figure>, PlotError> {
    let is_gap = |row: &&Row| row.method == MEAN && metric(row) == Some(&Metric::SkillGap);
    let words = [
        "Skill gap",
        &comparison.name,
        "The stronger player's score, %",
    ];
    let gap = series_figure(
        comparison.rows.iter().filter(is_gap),
        |row| row.rules.clone(),
        |row| row.player.clone(),
        words,
        "skill-gap",
        "Skill gap: the score of the stronger player, with 95 % intervals",
    )?;
    let mut figures: Vec<Figure> = gap.into_iter().collect();
    for (number, player) in (1..).zip(comparison.selves()) {
        for (file, title, axes, subject) in [
            (
                "games-running",
                "Games still in progress",
                ["Plies", "Games still in progress, %"],
                Subject::Running,
            ),
            (
                "pieces-left",
                "Pieces left on the board",
                ["Part of the game played, %", "Pieces left, %"],
                Subject::PiecesLeft,
            ),
        ] {
            let rows = comparison.rows.iter();
            let rows = rows.filter(|row| row.player == player && row.subject == subject);
            let caption = format!("{title}, {player}");
            let words = [caption.as_str(), &comparison.name];
            let drawn = plot::curves(&curves(rows), words, axes, Floor::Zero);
            figures.extend(Figure::if_any(format!("{file}-{number}"), &caption, drawn)?);
        }
    }
    Ok(figures)
}

/// A curve for each rule set, by ply or by share of the game played.
fn curves<'r>(rows: impl Iterator<Item = &'r Row>) -> Vec<Curve> {
    let mut curves: Vec<Curve> = Vec::new();
    for row in rows {
        let across = match row.condition {
            RowCondition::Ply(number) | RowCondition::Played(number) => f64::from(number),
            _ => continue,
        };
        let Some(mut estimate) = row.estimate() else {
            continue;
        };
        // No interval while all games go on, which is no estimate.
        if row.subject == Subject::Running && estimate.value == 100.0 {
            estimate = Estimate::exactly(100.0);
        }
        let known = curves.iter().position(|curve| curve.name == row.rules);
        let at = known.unwrap_or_else(|| {
            curves.push(Curve {
                name: row.rules.clone(),
                points: Vec::new(),
            });
            curves.len() - 1
        });
        curves[at].points.push((across, estimate));
    }
    curves
}
