//! `tradewind rules show`: a rule set, a piece or an array, with diagrams.

use crate::args::Settings;
use crate::commands::place;
use crate::message::{self, say};
use crate::piece_names;
use crate::terminal;
use anyhow::anyhow;
use clap::Args;
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::slice;
use tradewind_engine::notation::xbetza;
use tradewind_engine::rules::{self, OptionSpec, PieceSpec, RuleSpec};
use tradewind_engine::tables::{self, Diagram};
use tradewind_engine::{Game, Rules};
use tradewind_files::write_whole;
use tradewind_protocols::{EDGE_SIGN, draw_board};
use tradewind_report::diagram;

/// The width of a row of diagrams where there is no terminal.
const WIDTH: usize = 96;
/// The space between two diagrams.
const GAP: &str = "   ";
/// Maximum number of arrays that are compared with each other's reflections.
const MAX_COMPARED: usize = 4_096;

#[derive(Debug, Args)]
pub struct ShowArguments {
    /// The id of a rule set or the path of a rule file
    rules: String,
    /// Show only this piece, by name or symbol
    #[arg(long, value_name = "PIECE")]
    piece: Option<String>,
    /// Show only this starting array, by number or name
    #[arg(
        long,
        value_name = "N",
        conflicts_with = "piece",
        allow_negative_numbers = true
    )]
    array: Option<String>,
    /// Write a drawing of the piece, or else of the array, as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write the drawing as PNG
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    #[command(flatten)]
    settings: Settings,
}

/// Shows the whole rule set, or one of its pieces or arrays.
pub fn run(arguments: &ShowArguments) -> anyhow::Result<()> {
    let (id, settings) = (&arguments.rules, &arguments.settings.settings);
    let rules = Rules::load(id, settings)?;
    let spec = rules.spec();
    let piece = (arguments.piece.as_ref())
        .map(|wanted| {
            let unknown = || anyhow!("{id}: {}", piece_names::unknown(spec, wanted));
            piece_names::find(spec, wanted).ok_or_else(unknown)
        })
        .transpose()?;
    if arguments.svg.is_some() || arguments.png.is_some() {
        return write_drawing(arguments, &rules, piece);
    }
    let mut out = message::out();
    if let Some(array) = &arguments.array {
        show_array(&mut out, &rules, id, Some(array))?;
    } else if let Some(piece) = piece {
        show_piece(&mut out, spec, piece)?;
    } else {
        show_set(&mut out, &rules, id, settings)?;
        show_pieces(&mut out, spec, &spec.pieces.iter().collect::<Vec<_>>())?;
    }
    Ok(())
}

/// Writes a drawing of a piece, or else of an array, in the formats of the command line.
fn write_drawing(
    arguments: &ShowArguments,
    rules: &Rules,
    piece: Option<&PieceSpec>,
) -> anyhow::Result<()> {
    let spec = rules.spec();
    let drawing = match piece.and_then(|piece| spec.find(&piece.text)) {
        Some(piece) => diagram::piece(spec, piece)?,
        None => {
            let array = arguments.array.as_deref();
            let (number, game) = place::start(rules, &arguments.rules, array)?;
            let title = match spec.array_numbers().len() {
                1 => spec.name.clone(),
                _ => format!("{}, array {number}", spec.name),
            };
            diagram::position(rules, &game, &title)?
        }
    };
    let write = |path: &Path, bytes: &[u8]| -> anyhow::Result<()> {
        write_whole(path, |to| to.write_all(bytes))?;
        say!("wrote {}", path.display());
        Ok(())
    };
    if let Some(path) = &arguments.svg {
        write(path, drawing.svg()?.as_bytes())?;
    }
    if let Some(path) = &arguments.png {
        write(path, &drawing.png()?)?;
    }
    Ok(())
}

fn show_set(
    out: &mut impl Write,
    rules: &Rules,
    id: &str,
    settings: &[(String, String)],
) -> anyhow::Result<()> {
    let spec = rules.spec();
    let terminal = terminal::output();
    writeln!(out, "{}: {}", spec.id, spec.name)?;
    writeln!(out, "{}", terminal.wrapped(&spec.summary))?;
    if !spec.source.is_empty() {
        writeln!(out, "Source: {}", spec.source)?;
    }
    for note in &spec.notes {
        writeln!(out, "{}", terminal.wrapped(note))?;
    }
    writeln!(out)?;
    let play = spec.play_text();
    if !play.is_empty() {
        writeln!(out, "{}", terminal.wrapped(&format!("In play: {play}.")))?;
    }
    let ends = format!("The game ends: {}.", spec.end_text());
    writeln!(out, "{}\n", terminal.wrapped(&ends))?;
    show_array(out, rules, id, None)?;
    if !spec.options.is_empty() {
        writeln!(out, "\nOptions, for --set NAME=VALUE:")?;
    }
    for option in &spec.options {
        let head = format!("  {}  ", option.name);
        let others = option.values.iter().filter(|one| **one != option.chosen);
        let others: Vec<&str> = others.map(String::as_str).collect();
        let state = if has_effect(spec, option, id, settings) {
            format!("here: {}; or {}", option.chosen, others.join(", "))
        } else {
            // Its value would contradict the rules above.
            "without effect in these rules".to_string()
        };
        let help = format!("{} [{state}]", option.help);
        writeln!(
            out,
            "{}",
            terminal.beside(&head, head.chars().count(), &help)
        )?;
    }
    Ok(writeln!(out)?)
}

/// Whether an option changes the rules: it does not if a file that extends them sets the same.
fn has_effect(
    spec: &RuleSpec,
    option: &OptionSpec,
    rules: &str,
    settings: &[(String, String)],
) -> bool {
    let own = spec.fingerprint_text();
    let mut others = option.values.iter().filter(|one| **one != option.chosen);
    others.any(|value| {
        let mut other = settings.to_vec();
        other.retain(|(name, _)| *name != option.name);
        other.push((option.name.clone(), value.clone()));
        rules::load(rules, &other).map_or(true, |other| other.fingerprint_text() != own)
    })
}

/// A diagram as lines under a title.
struct Block {
    lines: Vec<String>,
    width: usize,
}

/// Writes the diagrams of a piece, and its moves in words.
pub fn show_piece(out: &mut impl Write, spec: &RuleSpec, piece: &PieceSpec) -> io::Result<()> {
    show_pieces(out, spec, &[piece])?;
    // Without powers the words above are XBetza already.
    let number = spec.find(&piece.text).filter(|_| !piece.powers.is_empty());
    match number.and_then(|number| xbetza::moves(spec, number, None)) {
        Some(moves) => writeln!(out, "In XBetza: {moves}"),
        None => Ok(()),
    }
}

/// Writes the diagrams of pieces side by side, those of a piece in one row if they fit; then the
/// legend, and the moves in words.
fn show_pieces(out: &mut impl Write, spec: &RuleSpec, pieces: &[&PieceSpec]) -> io::Result<()> {
    let mut legend: Vec<&str> = Vec::new();
    let mut row: Vec<Block> = Vec::new();
    for piece in pieces {
        let Some(number) = spec.find(&piece.text) else {
            continue;
        };
        let drawn = tables::diagram(spec, number);
        for sign in drawn.iter().flat_map(|drawing| &drawing.legend) {
            if !legend.contains(sign) {
                legend.push(sign);
            }
        }
        let blocks: Vec<Block> = drawn.into_iter().map(block).collect();
        break_row(out, &mut row, &blocks)?;
        for block in blocks {
            break_row(out, &mut row, slice::from_ref(&block))?;
            row.push(block);
        }
    }
    write_row(out, &row)?;
    for sign in legend {
        writeln!(out, "  {sign}")?;
    }
    writeln!(out)?;
    for piece in pieces {
        let head = format!("{} ({}): ", piece.name, piece.text);
        let columns = head.chars().count();
        let said = terminal::output().beside(&head, columns, &diagram::words(spec, piece));
        writeln!(out, "{said}")?;
    }
    Ok(())
}

fn block(drawn: Diagram) -> Block {
    let mut lines = vec![drawn.title];
    lines.extend(drawn.rows);
    let widths = lines.iter().map(|line| line.trim_end().chars().count());
    let width = widths.max().unwrap_or(0);
    Block { lines, width }
}

/// Writes a row and begins the next, unless more blocks fit into it; anything fits into an empty row.
fn break_row(out: &mut impl Write, row: &mut Vec<Block>, more: &[Block]) -> io::Result<()> {
    let all = row.iter().chain(more);
    let width: usize = all.map(|block| block.width + GAP.len()).sum();
    let fitting = terminal::output().width.unwrap_or(WIDTH);
    if !row.is_empty() && width > fitting + GAP.len() {
        write_row(out, row)?;
        row.clear();
    }
    Ok(())
}

fn write_row(out: &mut impl Write, row: &[Block]) -> io::Result<()> {
    let height = row.iter().map(|block| block.lines.len()).max().unwrap_or(0);
    for at in 0..height {
        let cells = row.iter().map(|block| {
            let line = block.lines.get(at).map_or("", |line| line.trim_end());
            format!("{line:<width$}", width = block.width)
        });
        let line = cells.collect::<Vec<_>>().join(GAP);
        writeln!(out, "{}", line.trim_end())?;
    }
    writeln!(out)
}

/// Writes a board with an array, by default the first, and the bits of its number.
fn show_array(
    out: &mut impl Write,
    rules: &Rules,
    id: &str,
    array: Option<&str>,
) -> anyhow::Result<()> {
    let spec = rules.spec();
    let (number, play) = place::start(rules, id, array)?;
    let count = spec.array_numbers().len();
    let named = spec.named_arrays();
    let name = named.iter().find(|(_, named)| *named == number);
    let name = name.map_or(String::new(), |(name, _)| format!(", {name}"));
    writeln!(out, "Array {number}{name}{}:\n", counted(rules, count))?;
    write!(out, "{}", draw_board(rules, &play, |_, text| text))?;
    if spec.edge {
        writeln!(out, "\n{}", EDGE_SIGN)?;
    }
    bits(out, rules, &play, number)?;
    let others: Vec<String> = (named.iter())
        .filter(|(_, named)| *named != number)
        .map(|(name, number)| format!("{name} ({number})"))
        .collect();
    if !others.is_empty() {
        let said = format!("Other arrays with names: {}", others.join(", "));
        writeln!(out, "\n{}", terminal::output().wrapped(&said))?;
    }
    Ok(())
}

/// The number of arrays, if there are several.
fn counted(rules: &Rules, count: usize) -> String {
    let reflected = (count <= MAX_COMPARED).then(|| up_to_reflection(rules));
    match (count, reflected) {
        (1, _) => String::new(),
        (_, Some(different)) if different < count => {
            format!(" (one of {count}, of which {different} differ by more than a reflection)")
        }
        _ => format!(" (one of {count})"),
    }
}

/// The number of arrays up to reflection from left to right.
fn up_to_reflection(rules: &Rules) -> usize {
    let board = rules.geometry();
    let pieces = |number: u32, is_reflected: bool| {
        let game = rules.start(number)?;
        let squares = game.occupied().into_iter().map(|square| {
            let file = board.file(square);
            let mirrored = board.files() - 1 - file;
            let piece = game.at(square).map(|(side, piece)| (side as u8, piece.0));
            let file = if is_reflected { mirrored } else { file };
            (board.rank(square), file, piece)
        });
        Some(squares.collect::<BTreeSet<_>>())
    };
    let numbers = rules.spec().array_numbers().into_iter();
    let one_of_each = numbers.filter_map(|number| {
        let (own, reflected) = (pieces(number, false)?, pieces(number, true)?);
        Some(own.min(reflected))
    });
    one_of_each.collect::<BTreeSet<_>>().len()
}

/// Writes the meaning of each bit of an array's number.
fn bits(out: &mut impl Write, rules: &Rules, game: &Game, number: u32) -> anyhow::Result<()> {
    let (spec, board) = (rules.spec(), rules.geometry());
    let Some(changes) = spec.array_changes(number) else {
        return Ok(());
    };
    if changes.exchanges.is_empty() && changes.mirrored.is_none() {
        return Ok(());
    }
    writeln!(out, "\nThe bits of its number:")?;
    let square = |&(file, rank): &(u8, u8)| {
        let square = board.at(i32::from(file), i32::from(rank))?;
        let piece = game.at(square);
        let piece = piece.map_or("empty", |(_, piece)| spec.piece(piece).name.as_str());
        Some(format!("{} {piece}", board.name(square)))
    };
    for (bit, (pair, is_set)) in changes.exchanges.iter().enumerate() {
        let squares: Vec<String> = pair.iter().filter_map(square).collect();
        let value = u8::from(*is_set);
        writeln!(out, "  {bit:>2} = {value}  {}", squares.join(", "))?;
    }
    if let Some(mirrored) = changes.mirrored {
        let bit = changes.exchanges.len();
        let value = number >> bit & 1;
        let said = if mirrored {
            "mirrors White's, on the same files"
        } else {
            "is White's rotated by 180°"
        };
        writeln!(out, "  {bit:>2} = {value}  Black's array {said}")?;
    }
    Ok(())
}
