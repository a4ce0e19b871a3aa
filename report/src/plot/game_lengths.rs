//! Histograms of the length of games by termination.

use super::canvas::{Anchor, Axis, Canvas, LABEL, Layout, SMALL, STRONG, drawn};
use super::colour::{AXIS, BLUE, GREY, GRID, INK, MUTED, ORANGE};
use super::{Drawn, PlotError};
use crate::format::{grouped, round_step, with_digits, with_unit};
use std::collections::BTreeMap;
use tradewind_analysis::dataset::GameOutcome;
use tradewind_stats::{Mean, quantiles};

const EMPTY: PlotError = PlotError::Empty("there are fewer than two game pairs");

/// The maximum width of the name of a termination.
const MAX_NAME: f64 = 240.0;

/// The maximum number of panels beside that of all games.
const MAX_TERMINATIONS: usize = 7;

/// The maximum number of bars.
const MAX_BARS: f64 = 70.0;

/// The height of the bars of a panel.
const BARS: f64 = 62.0;

/// The space below the bars of a panel.
const GAP: f64 = 16.0;

/// The space below the axis.
const BELOW: f64 = 52.0;

struct LengthPanel {
    name: String,
    /// Games, share and median, as text.
    facts: String,
    /// Games per bar.
    bars: Vec<u64>,
    /// `None` if unfinished, or of fewer than two pairs.
    median: Option<f64>,
    unfinished: bool,
}

/// Histograms of the length of games, a panel for each of the seven most frequent terminations and one for the others.
/// Unfinished games are grey.
pub fn game_lengths(games: &[GameOutcome], title: &str) -> Result<Drawn, PlotError> {
    let longest = games.iter().map(|game| game.plies).max().unwrap_or(0);
    // An integer, so that every bar has the same number of lengths.
    let bar_plies = round_step((f64::from(longest) + 1.0) / MAX_BARS).max(1.0) as u32;
    let bar_count = (longest / bar_plies + 1) as usize;

    let mut by_end: BTreeMap<&str, u64> = BTreeMap::new();
    for game in games {
        *by_end.entry(game.end.text()).or_default() += 1;
    }
    let mut terminations: Vec<(&str, u64)> = by_end.into_iter().collect();
    terminations.sort_by_key(|termination| std::cmp::Reverse(termination.1));
    if terminations.is_empty() {
        return Err(EMPTY);
    }
    let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
    if terminations.len() > 1 {
        let all = terminations
            .iter()
            .map(|termination| termination.0)
            .collect();
        groups.push(("all games".to_owned(), all));
    }
    let rare = if terminations.len() > MAX_TERMINATIONS {
        terminations.split_off(MAX_TERMINATIONS - 1)
    } else {
        Vec::new()
    };
    groups.extend(
        terminations
            .iter()
            .map(|termination| (termination.0.to_owned(), vec![termination.0])),
    );
    if !rare.is_empty() {
        let name = format!("{} other terminations", rare.len());
        groups.push((name, rare.iter().map(|termination| termination.0).collect()));
    }
    let panels = groups
        .into_iter()
        .map(|(name, terminations)| {
            let name = STRONG.shortened(&name, MAX_NAME)?;
            panel(name, &terminations, games, bar_plies, bar_count).ok_or(EMPTY)
        })
        .collect::<Result<Vec<_>, PlotError>>()?;
    let pairs = games.chunk_by(|one, other| one.pair == other.pair).count();
    let of_plies = match bar_plies {
        1 => "ply".to_owned(),
        plies => format!("{plies} plies"),
    };
    let subtitle = format!(
        "{} games in {} pairs. Each panel has its own scale; the line is the median.",
        grouped(games.len() as u64),
        grouped(pairs as u64),
    );
    let intervals = "Brackets: 95 % intervals with the game pair as the unit.";
    let most = bar_count as f64 * f64::from(bar_plies);
    let upward = format!("Games per {of_plies}");
    drawn(|layout| {
        let ends = (
            layout.choose(78.0, 60.0),
            layout.width - layout.choose(24.0, 16.0),
        );
        let axis = Axis::new((0.0, most), ends);
        let mut canvas = Canvas::new(layout, title, &[&subtitle, intervals])?;
        let mut top = canvas.top + 4.0;
        let begin = top + heading(layout);
        for panel in &panels {
            draw(&mut canvas, panel, axis, f64::from(bar_plies), top)?;
            top += heading(layout) + BARS + GAP;
        }
        let bottom = top - GAP;
        // A single panel is lower than its title.
        let (middle, half) = ((begin + bottom) / 2.0, ((bottom - begin) / 2.0).max(56.0));
        canvas.upward_title(&upward, (middle - half, middle + half))?;
        for (number, label) in axis.ticks() {
            let place = (axis.at(number), bottom + 17.0);
            canvas.text(&label, place, Anchor::Center, LABEL, MUTED);
        }
        canvas.title_below("Length of the game (plies)", ends, bottom + 38.0)?;
        Ok(canvas.of_height(bottom + BELOW))
    })
}

/// The height of a panel's heading, which has a line of its own for the facts in narrow plots.
fn heading(layout: Layout) -> f64 {
    layout.choose(22.0, 38.0)
}

/// Draws a panel with bars of some plies.
fn draw(
    canvas: &mut Canvas,
    panel: &LengthPanel,
    axis: Axis,
    bar_plies: f64,
    top: f64,
) -> Result<(), PlotError> {
    let (left, right) = axis.ends();
    let layout = canvas.layout;
    canvas.text(&panel.name, (left, top + 12.0), Anchor::Left, STRONG, INK);
    // Right-aligned, so that wider fonts of readers do not cause overlaps.
    let facts = SMALL.shortened(&panel.facts, right - 8.0)?;
    let place = (right, top + layout.choose(12.0, 28.0));
    canvas.text(&facts, place, Anchor::Right, SMALL, MUTED);

    let ceiling = top + heading(layout);
    let floor = ceiling + BARS;
    for (number, _) in axis.ticks() {
        canvas.vertical(axis.at(number), (ceiling, floor), 1.0, GRID);
    }
    let most = panel.bars.iter().copied().max().unwrap_or(0).max(1) as f64;
    let height = |games: f64| floor - games / most * BARS;
    for games in scale_marks(most) {
        let y = height(games);
        canvas.horizontal(axis.ends(), y, 1.0, GRID);
        let label = grouped(games as u64);
        canvas.label(&label, (left - 8.0, y), Anchor::Right, SMALL, MUTED);
    }
    let colour = if panel.unfinished { GREY } else { BLUE };
    for (place, &games) in panel.bars.iter().enumerate().filter(|bar| *bar.1 > 0) {
        let from = place as f64 * bar_plies;
        let left = axis.at(from) + 0.5;
        let right = axis.at(from + bar_plies) - 0.5;
        // A single game is still visible.
        let upper = height(games as f64).min(floor - 0.8);
        canvas.rectangle([(left, upper), (right, floor)], colour);
    }
    if let Some(median) = panel.median {
        // The middle of the ply, where the bars of one ply have theirs.
        let x = axis.at(median + 0.5);
        canvas.vertical(x, (ceiling - 3.0, floor), 1.6, ORANGE);
    }
    canvas.horizontal(axis.ends(), floor, 1.0, AXIS);
    Ok(())
}

/// The panel of the games with these terminations; `None` if there are fewer than two pairs in all.
fn panel(
    name: String,
    terminations: &[&str],
    games: &[GameOutcome],
    bar_plies: u32,
    bar_count: usize,
) -> Option<LengthPanel> {
    let is_here = |game: &GameOutcome| terminations.contains(&game.end.text());
    let here = games.iter().filter(|game| is_here(game));
    let count = here.clone().count();
    let mut bars = vec![0; bar_count];
    for game in here.clone() {
        bars[(game.plies / bar_plies) as usize] += 1;
    }
    let unfinished = here.clone().all(|game| game.score().is_none());
    // Unfinished games were stopped at the ply cap.
    let median = if unfinished {
        None
    } else {
        let [median] = quantiles(here.map(|game| (game.pair, game.plies)), [0.5]);
        median
    };
    let membership = games
        .iter()
        .map(|game| (game.pair, f64::from(u8::from(is_here(game)))));
    let share = Mean::of(membership, true)?.estimate.scaled(100.0);

    let mut facts = match count {
        1 => "1 game".to_owned(),
        count => format!("{} games", grouped(count as u64)),
    };
    if count < games.len() {
        facts += &format!(", {}", with_unit(share, " %"));
    }
    if let Some(median) = median {
        // Lengths are whole plies.
        facts += &format!("; median {}", with_digits(median, 0, " plies"));
    }
    if unfinished {
        facts += "; stopped unfinished";
    }
    Some(LengthPanel {
        name,
        facts,
        bars,
        median: median.map(|median| median.value),
        unfinished,
    })
}

/// One to three round numbers that mark a scale from 0 to `most` games.
fn scale_marks(most: f64) -> Vec<f64> {
    let step = round_step((most / 3.0).max(1.0));
    (1..=3)
        .map(|place| f64::from(place) * step)
        .filter(|mark| *mark <= most)
        .collect()
}
