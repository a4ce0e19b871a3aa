//! Boards: the moves of a piece, and arrays.

use super::PlotError;
use super::canvas::{Anchor, Canvas, Font, LABEL, Layout, MARGIN, SMALL, STRONG};
use super::colour::{
    AXIS, BLACK_PIECE, BLUE, Colour, GREEN, GRID, HEAT, INK, MUTED, ORANGE, PAPER, WHITE_PIECE,
};
use std::f64::consts::PI;
use tradewind_engine::rules::RuleSpec;
use tradewind_engine::tables::Diagram;
use tradewind_engine::{Color, Game, Rules};

/// The side of a square.
const SQUARE: f64 = 26.0;
/// The space between boards.
const GAP: f64 = 22.0;
/// The maximum width of a row of boards.
const ROW: f64 = 728.0;
/// The maximum width of the texts of a drawing with few squares.
const TEXT: f64 = 420.0;

/// A drawing.
pub struct Drawing(Canvas);

impl Drawing {
    /// The text of an SVG file.
    ///
    /// # Errors
    /// The drawing library fails.
    pub fn svg(&self) -> Result<String, PlotError> {
        self.0.svg()
    }

    /// The bytes of a PNG file.
    ///
    /// # Errors
    /// The drawing library fails.
    pub fn png(&self) -> Result<Vec<u8>, PlotError> {
        self.0.png()
    }
}

/// The content of a square of a diagram.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Content<'d> {
    Empty,
    Sign(char),
    Symbol(&'d str),
}

/// A board of a diagram, with the content of each square by row from the top.
struct Board<'d> {
    title: &'d str,
    rows: Vec<Vec<Content<'d>>>,
}

impl<'d> Board<'d> {
    /// Reads a diagram, which has two characters per square; letters are the symbol of the piece.
    fn of(diagram: &'d Diagram) -> Board<'d> {
        let row = |text: &'d String| -> Vec<Content<'d>> {
            let letters: Vec<(usize, char)> = text.char_indices().collect();
            let at = |place: usize| letters.get(place).map_or(' ', |one| one.1);
            let byte = |place: usize| letters.get(place).map_or(text.len(), |one| one.0);
            (0..letters.len().div_ceil(2))
                .map(|x| match at(2 * x) {
                    ' ' | '·' => Content::Empty,
                    sign if sign.is_alphabetic() => {
                        // A symbol of three letters begins before its square.
                        let is_long = x > 0 && at(2 * x - 1).is_alphabetic();
                        let first = 2 * x - usize::from(is_long);
                        Content::Symbol(text[byte(first)..byte(2 * x + 2)].trim())
                    }
                    sign => Content::Sign(sign),
                })
                .collect()
        };
        Board {
            title: &diagram.title,
            rows: diagram.rows.iter().map(row).collect(),
        }
    }

    fn files(&self) -> usize {
        self.rows.iter().map(Vec::len).max().unwrap_or(0)
    }

    fn at(&self, file: i32, row: i32) -> Content<'d> {
        let row = usize::try_from(row).ok().and_then(|row| self.rows.get(row));
        let content = row.and_then(|row| row.get(usize::try_from(file).ok()?));
        content.copied().unwrap_or(Content::Empty)
    }

    /// The size in units.
    fn size(&self, square: f64) -> (f64, f64) {
        (
            self.files() as f64 * square,
            self.rows.len() as f64 * square,
        )
    }

    /// The file and row of the piece.
    fn centre(&self) -> Option<(i32, i32)> {
        let places = self.rows.iter().enumerate();
        let mut places = places.flat_map(|(row, all)| (0..all.len()).map(move |file| (file, row)));
        let found = places.find(|&(x, y)| matches!(self.rows[y][x], Content::Symbol(_)))?;
        Some((found.0 as i32, found.1 as i32))
    }

    /// The lines of rides: the sign, the last square, and whether it goes on beyond the drawing.
    fn rides(&self) -> Vec<(char, (i32, i32), bool)> {
        let Some((x, y)) = self.centre() else {
            return Vec::new();
        };
        let (files, ranks) = (self.files() as i32, self.rows.len() as i32);
        let mut rides = Vec::new();
        let steps = (-ranks..=ranks).flat_map(|dy| (-files..=files).map(move |dx| (dx, dy)));
        for (dx, dy) in steps.filter(|step| *step != (0, 0)) {
            let at = |far: i32| self.at(x + far * dx, y + far * dy);
            let inside = |far: i32| {
                (0..files).contains(&(x + far * dx)) && (0..ranks).contains(&(y + far * dy))
            };
            let reached = |far: &i32| inside(*far) && at(*far) != Content::Empty;
            let last = (1..).take_while(reached).last().unwrap_or(0);
            // A leap that is a part of a longer step is no direction of its own.
            let is_primitive = (2..=dx.abs().max(dy.abs())).all(|part| {
                let is_multiple = dx % part == 0 && dy % part == 0;
                !is_multiple || self.at(x + dx / part, y + dy / part) == Content::Empty
            });
            let sign = match at(last) {
                Content::Sign(sign) if RIDES.contains(&sign) => sign,
                _ => continue,
            };
            if last > 1 && is_primitive {
                rides.push((sign, (x + last * dx, y + last * dy), !inside(last + 1)));
            }
        }
        rides
    }
}

/// The signs of squares on open lines.
const RIDES: [char; 3] = ['◆', '◇', '◈'];

/// The colour of a sign: to move or capture, only to move, or only to capture and other effects.
fn colour(sign: char) -> Colour {
    match sign {
        '●' | '◆' | '∩' | '▲' | '■' => GREEN,
        '○' | '◇' | '△' | '◉' => BLUE,
        '□' => MUTED,
        _ => ORANGE,
    }
}

/// Draws a board with its upper left corner at a place.
fn draw(canvas: &mut Canvas, board: &Board<'_>, (left, top): (f64, f64), square: f64) {
    let middle = |file: i32, row: i32| {
        let of = |number: i32| (f64::from(number) + 0.5) * square;
        (left + of(file), top + of(row))
    };
    let (width, height) = board.size(square);
    checkered(
        canvas,
        (left, top),
        [board.files(), board.rows.len()],
        square,
        |_, _| None,
    );
    frame(canvas, [(left, top), (left + width, top + height)]);
    if let Some(centre) = board.centre() {
        for (sign, (file, row), is_endless) in board.rides() {
            let (from, to) = (middle(centre.0, centre.1), middle(file, row));
            let past = if is_endless { 0.42 * square } else { 0.0 };
            let length = libm::hypot(to.0 - from.0, to.1 - from.1).max(1.0);
            let step = ((to.0 - from.0) / length, (to.1 - from.1) / length);
            let end = (to.0 + past * step.0, to.1 + past * step.1);
            canvas.path(&[from, end], 0.09 * square, colour(sign));
            if is_endless {
                let back = |side: f64| {
                    let (along, across) = (0.2 * square, 0.14 * square * side);
                    (
                        end.0 - along * step.0 - across * step.1,
                        end.1 - along * step.1 + across * step.0,
                    )
                };
                canvas.path(&[back(1.0), end, back(-1.0)], 0.09 * square, colour(sign));
            }
        }
    }
    for (row, contents) in (0..).zip(&board.rows) {
        for (file, content) in (0..).zip(contents) {
            match *content {
                Content::Empty => {}
                Content::Sign(sign) => mark(canvas, sign, middle(file, row), square),
                Content::Symbol(text) => {
                    let (x, y) = middle(file, row);
                    // The lines of rides begin behind the piece.
                    canvas.dot((x, y), 0.46 * square, PAPER);
                    symbol(canvas, text, (x, y), square, INK);
                }
            }
        }
    }
}

/// Squares in two colours, or in one of their own, by file and row from the top.
fn checkered(
    canvas: &mut Canvas,
    (left, top): (f64, f64),
    [files, ranks]: [usize; 2],
    square: f64,
    own: impl Fn(usize, usize) -> Option<Colour>,
) {
    for (row, file) in (0..ranks).flat_map(|row| (0..files).map(move |file| (row, file))) {
        let shade = if (file + row) % 2 == 0 { PAPER } else { GRID };
        let (x, y) = (left + file as f64 * square, top + row as f64 * square);
        let colour = own(file, row).unwrap_or(shade);
        canvas.rectangle([(x, y), (x + square, y + square)], colour);
    }
}

/// A frame around two corners.
fn frame(canvas: &mut Canvas, [(left, top), (right, bottom)]: [(f64, f64); 2]) {
    for y in [top, bottom] {
        canvas.horizontal((left, right), y, 1.0, AXIS);
    }
    for x in [left, right] {
        canvas.vertical(x, (top, bottom), 1.0, AXIS);
    }
}

/// The symbol of a piece in the middle of a square.
fn symbol(canvas: &mut Canvas, text: &str, place: (f64, f64), square: f64, colour: Colour) {
    let share = [0.5, 0.5, 0.42, 0.33][text.chars().count().clamp(1, 4) - 1];
    let em = share * square;
    let font = Font { em, bold: true };
    canvas.label(text, place, Anchor::Center, font, colour);
}

/// The mark of a sign in the middle of a square.
fn mark(canvas: &mut Canvas, sign: char, (x, y): (f64, f64), square: f64) {
    let colour = colour(sign);
    let at = |right: f64, down: f64| (x + right * square, y + down * square);
    let thick = 0.09 * square;
    let cross = |canvas: &mut Canvas, size: f64| {
        canvas.path(&[at(-size, -size), at(size, size)], thick, ORANGE);
        canvas.path(&[at(-size, size), at(size, -size)], thick, ORANGE);
    };
    let ring = |canvas: &mut Canvas, size: f64| {
        canvas.dot((x, y), size * square, BLUE);
        canvas.dot((x, y), (size - 0.08) * square, PAPER);
    };
    let arc = |turn: f64| -> Vec<(f64, f64)> {
        let angle = |step: u32| PI * f64::from(step) / 12.0;
        let point = |a: f64| at(0.24 * libm::cos(a), turn * (0.12 - 0.3 * libm::sin(a)));
        (0..=12).map(|step| point(angle(step))).collect()
    };
    let triangle = [at(0.0, -0.26), at(0.26, 0.2), at(-0.26, 0.2)];
    match sign {
        '●' => canvas.dot((x, y), 0.24 * square, colour),
        '○' => ring(canvas, 0.24),
        '×' => cross(canvas, 0.19),
        '◆' => canvas.dot((x, y), 0.12 * square, colour),
        '◇' => ring(canvas, 0.15),
        '◈' => cross(canvas, 0.12),
        '◐' => {
            ring(canvas, 0.3);
            cross(canvas, 0.12);
        }
        '◉' => {
            ring(canvas, 0.26);
            canvas.dot((x, y), 0.1 * square, colour);
        }
        '■' => canvas.rectangle([at(-0.18, -0.18), at(0.18, 0.18)], colour),
        '□' => {
            canvas.rectangle([at(-0.18, -0.18), at(0.18, 0.18)], colour);
            canvas.rectangle([at(-0.11, -0.11), at(0.11, 0.11)], PAPER);
        }
        '▲' => canvas.triangle(triangle, colour),
        '△' => {
            let [a, b, c] = triangle;
            canvas.path(&[a, b, c, a], thick, colour);
        }
        '∩' => canvas.path(&arc(1.0), thick, colour),
        '∪' => canvas.path(&arc(-1.0), thick, colour),
        '↔' => {
            canvas.path(&[at(-0.25, 0.0), at(0.25, 0.0)], thick, colour);
            canvas.arrow_head(at(0.36, 0.0), 0.22 * square, colour);
            canvas.arrow_head(at(-0.36, 0.0), -0.22 * square, colour);
        }
        sign => {
            let font = Font {
                em: 0.6 * square,
                bold: true,
            };
            canvas.label(&sign.to_string(), (x, y), Anchor::Center, font, colour);
        }
    }
}

/// The mark of a sign in a legend; those of rides are on a line.
fn legend_mark(canvas: &mut Canvas, sign: char, (x, y): (f64, f64), square: f64) {
    if RIDES.contains(&sign) {
        let half = 0.45 * square;
        canvas.path(&[(x - half, y), (x + half, y)], 0.09 * square, colour(sign));
    }
    mark(canvas, sign, (x, y), square);
}

/// The lines of the legends of diagrams, without repetitions.
pub(crate) fn legend(diagrams: &[Diagram]) -> Vec<&'static str> {
    let mut lines = Vec::new();
    for &line in diagrams.iter().flat_map(|one| &one.legend) {
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines
}

/// A legend's text with its sign first, apart; other signs in it in words, as fonts may lack them.
fn sign_and_meaning(line: &str) -> (char, String) {
    let mut letters = line.chars();
    let sign = letters.next().unwrap_or(' ');
    let meaning = letters.as_str().trim();
    (
        sign,
        meaning.replace('◉', "the double ring").replace('○', "ring"),
    )
}

/// A board alone, as SVG for a page.
pub(crate) fn board_svg(diagram: &Diagram, square: f64) -> Result<String, PlotError> {
    let board = Board::of(diagram);
    let (width, height) = board.size(square);
    let mut canvas = Canvas::bare(width + 2.0);
    draw(&mut canvas, &board, (1.0, 1.0), square);
    canvas.of_height(height + 2.0).svg()
}

/// A sign alone, as SVG for a page, and its meaning.
pub(crate) fn sign_svg(line: &str, square: f64) -> Result<(String, String), PlotError> {
    let (sign, meaning) = sign_and_meaning(line);
    let mut canvas = Canvas::bare(square);
    legend_mark(&mut canvas, sign, (square / 2.0, square / 2.0), square);
    Ok((canvas.of_height(square).svg()?, meaning))
}

/// The boards of a piece with a legend and the moves in words.
pub(crate) fn piece(diagrams: &[Diagram], title: &str, words: &str) -> Result<Drawing, PlotError> {
    let boards: Vec<Board<'_>> = diagrams.iter().map(Board::of).collect();
    let legend = legend(diagrams);
    // The first board needs no title, which is that of the drawing.
    let title_of = |at: usize| if at == 0 { "" } else { boards[at].title };
    let mut widths = Vec::new();
    for (at, board) in boards.iter().enumerate() {
        widths.push(board.size(SQUARE).0.max(STRONG.width(title_of(at))?));
    }
    let mut text = STRONG.width(words)?;
    for line in &legend {
        text = text.max(1.2 * LABEL.width(line)? + SQUARE);
    }
    let all: f64 = widths.iter().map(|width| width + GAP).sum::<f64>() - GAP;
    let longest = widths.iter().copied().fold(0.0, f64::max);
    let width = all.min(ROW).max(text.min(TEXT)).max(longest) + 2.0 * MARGIN;
    let layout = Layout::new(width, true);
    let mut canvas = Canvas::new(layout, title, &[])?;
    let (mut x, mut y, mut tallest) = (MARGIN, canvas.top, 0.0_f64);
    let above = if boards.len() > 1 { 20.0 } else { 4.0 };
    for (at, board) in boards.iter().enumerate() {
        if x > MARGIN && x + widths[at] > width - MARGIN + 0.5 {
            (x, y, tallest) = (MARGIN, y + tallest + above + 8.0, 0.0);
        }
        if at > 0 {
            canvas.text(title_of(at), (x, y + 12.0), Anchor::Left, STRONG, INK);
        }
        draw(&mut canvas, board, (x, y + above), SQUARE);
        x += widths[at] + GAP;
        tallest = tallest.max(board.size(SQUARE).1);
    }
    y += tallest + above + 22.0;
    for line in legend {
        let (sign, meaning) = sign_and_meaning(line);
        legend_mark(&mut canvas, sign, (MARGIN + 9.0, y - 4.0), 20.0);
        y = canvas.paragraph(&[&meaning], (MARGIN + 26.0, y), LABEL, INK)? + 2.0;
    }
    y = canvas.paragraph(&[words], (MARGIN, y + 4.0), SMALL, MUTED)?;
    Ok(Drawing(canvas.of_height(y)))
}

/// An array, or another position, with the names of files and ranks.
pub(crate) fn position(rules: &Rules, game: &Game, title: &str) -> Result<Drawing, PlotError> {
    let (spec, geometry): (&RuleSpec, _) = (rules.spec(), rules.geometry());
    let (files, ranks) = (geometry.files(), geometry.ranks());
    const NAMES: f64 = 22.0;
    const SIDE: f64 = 32.0;
    let width = NAMES + f64::from(files) * SIDE + 2.0 * MARGIN;
    let layout = Layout::new(width, true);
    let mut canvas = Canvas::new(layout, title, &[])?;
    let (left, top) = (MARGIN + NAMES, canvas.top + 4.0);
    let is_rim =
        |file: i32, row: i32| file == 0 || file == files - 1 || row == 0 || row == ranks - 1;
    checkered(
        &mut canvas,
        (left, top),
        [files as usize, ranks as usize],
        SIDE,
        |file, row| {
            let square = geometry.at(file as i32, ranks - 1 - row as i32);
            if square.is_some_and(|square| geometry.is_hole(square)) {
                return Some(AXIS);
            }
            (spec.edge && is_rim(file as i32, row as i32)).then_some(HEAT[1 + (file + row) % 2])
        },
    );
    let (right, bottom) = (
        left + f64::from(files) * SIDE,
        top + f64::from(ranks) * SIDE,
    );
    frame(&mut canvas, [(left, top), (right, bottom)]);
    let middle = |number: i32| (f64::from(number) + 0.5) * SIDE;
    for row in 0..ranks {
        let rank = ranks - 1 - row;
        let name = geometry.rank_name(rank).to_string();
        let place = (left - 8.0, top + middle(row));
        canvas.label(&name, place, Anchor::Right, SMALL, MUTED);
        for file in 0..files {
            let piece = geometry.at(file, rank).and_then(|square| game.at(square));
            let Some((color, piece)) = piece else {
                continue;
            };
            let place = (left + middle(file), top + middle(row));
            let (disc, letters) = match color {
                Color::White => (WHITE_PIECE, BLACK_PIECE),
                Color::Black => (BLACK_PIECE, WHITE_PIECE),
            };
            canvas.dot(place, 0.44 * SIDE, BLACK_PIECE);
            canvas.dot(place, 0.41 * SIDE, disc);
            symbol(
                &mut canvas,
                &spec.piece(piece).text,
                place,
                0.92 * SIDE,
                letters,
            );
        }
    }
    for file in 0..files {
        let name = geometry.file_name(file).to_string();
        let place = (left + middle(file), bottom + 16.0);
        canvas.text(&name, place, Anchor::Center, SMALL, MUTED);
    }
    let mut y = bottom + 24.0;
    if spec.edge {
        let (x, text) = (MARGIN, "edge square, where only a capture may end");
        canvas.rectangle([(x, y + 2.0), (x + 14.0, y + 16.0)], HEAT[2]);
        y = canvas.paragraph(&[text], (x + 22.0, y + 13.0), LABEL, INK)? - 4.0;
    }
    Ok(Drawing(canvas.of_height(y + 6.0)))
}
