//! Boards as text.

use super::squares::{MAX_RADIUS, board, centre};
use super::{Diagram, Layer};
use std::ops::RangeInclusive;

/// Draws a layer around a text of up to three characters; of a longer one the first three are
/// drawn.
pub(crate) fn draw(layer: &Layer, title: String, text: &str) -> Diagram {
    let board = board();
    let (files, ranks) = frame(layer, text);
    let mut legend = Vec::new();
    let mut rows = Vec::new();
    for rank in ranks.rev() {
        let mut row = Vec::new();
        for file in files.clone() {
            let square = board.at(file, rank);
            let marks = layer.marks.iter();
            let sign = marks
                .filter(|(_, squares)| square.is_some_and(|square| squares.contains(square)))
                .map(|(sign, _)| *sign)
                .next();
            if square == Some(centre()) {
                write_text(&mut row, text);
                continue;
            }
            legend.extend(sign);
            row.extend([
                sign.and_then(|sign| sign.chars().next()).unwrap_or('·'),
                ' ',
            ]);
        }
        rows.push(row.into_iter().collect());
    }
    let order = |sign: &&'static str| layer.marks.iter().position(|(known, _)| known == sign);
    legend.sort_by_key(order);
    legend.dedup();
    Diagram {
        title,
        rows,
        legend,
    }
}

/// The files and ranks that are drawn.
fn frame(layer: &Layer, text: &str) -> (RangeInclusive<i32>, RangeInclusive<i32>) {
    if let Some(radius) = layer.radius {
        let radius = radius.min(MAX_RADIUS);
        let range = MAX_RADIUS - radius..=MAX_RADIUS + radius;
        return (range.clone(), range);
    }
    let board = board();
    let (mut files, mut ranks) = ((MAX_RADIUS, MAX_RADIUS), (MAX_RADIUS, MAX_RADIUS));
    layer.all().for_each(|square| {
        let (file, rank) = (board.file(square), board.rank(square));
        files = (files.0.min(file), files.1.max(file));
        ranks = (ranks.0.min(rank), ranks.1.max(rank));
    });
    // A long text needs the gap after the square on its left.
    if text.chars().count() > 2 {
        files.0 = files.0.min(MAX_RADIUS - 1);
    }
    (files.0..=files.1, ranks.0..=ranks.1)
}

/// Writes the piece: a text of three characters begins in the gap before its square.
fn write_text(row: &mut Vec<char>, text: &str) {
    let letters: Vec<char> = text.chars().take(3).collect();
    if letters.len() > 2 {
        row.pop();
    }
    row.extend(&letters);
    if letters.len() < 2 {
        row.push(' ');
    }
}
