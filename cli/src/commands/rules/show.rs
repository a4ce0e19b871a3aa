//! `tradewind rules show`: a rule set or a piece, with diagrams.

use super::arrays;
use crate::Verdict;
use crate::message;
use crate::piece_names;
use crate::terminal;
use anyhow::bail;
use std::io::{self, Write};
use std::slice;
use tradewind_engine::Rules;
use tradewind_engine::rules::{self, OptionSpec, PieceSpec, RuleSpec};
use tradewind_engine::tables::{Diagram, diagram};

/// The width of a row of diagrams where there is no terminal.
const WIDTH: usize = 96;
/// The space between two diagrams.
const GAP: &str = "   ";

/// Shows the whole rule set, or one of its pieces or arrays.
pub fn run(
    id: &str,
    piece: Option<&str>,
    array: Option<&str>,
    settings: &[(String, String)],
) -> anyhow::Result<Verdict> {
    let rules = Rules::load(id, settings)?;
    let spec = rules.spec();
    let mut out = message::out();
    if let Some(array) = array {
        arrays::show(&mut out, &rules, id, Some(array))?;
        return Ok(Verdict::Passed);
    }
    match piece {
        Some(wanted) => {
            let Some(piece) = piece_names::find(spec, wanted) else {
                bail!("{id}: {}", piece_names::unknown(spec, wanted));
            };
            show_piece(&mut out, spec, piece)?;
        }
        None => {
            show_set(&mut out, &rules, id, settings)?;
            show_pieces(&mut out, spec, &spec.pieces.iter().collect::<Vec<_>>())?;
        }
    }
    Ok(Verdict::Passed)
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
    let ends = format!("The game ends: {}.", spec.end);
    writeln!(out, "\n{}\n", terminal.wrapped(&ends))?;
    arrays::show(out, rules, id, None)?;
    if !spec.options.is_empty() {
        writeln!(out, "\nOptions:")?;
    }
    for option in &spec.options {
        let (head, remark) = if has_effect(spec, option, id, settings) {
            (format!("  {}={}  ", option.name, option.chosen), "")
        } else {
            // Its value would contradict the rules above.
            let remark = "; no effect here: the rule file sets it";
            (format!("  {}  ", option.name), remark)
        };
        let columns = head.chars().count();
        let help = format!("{} ({}){remark}", option.help, option.values.join(", "));
        writeln!(out, "{}", terminal.beside(&head, columns, &help))?;
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
    show_pieces(out, spec, &[piece])
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
        let drawn = diagram(spec, number);
        for sign in drawn.iter().flat_map(|drawing| &drawing.legend) {
            if !legend.contains(sign) {
                legend.push(sign);
            }
        }
        let blocks: Vec<Block> = drawn.into_iter().map(block).collect();
        if !fits(&row, &blocks) {
            write_row(out, &row)?;
            row.clear();
        }
        for block in blocks {
            if !fits(&row, slice::from_ref(&block)) {
                write_row(out, &row)?;
                row.clear();
            }
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
        let said = terminal::output().beside(&head, columns, &words(spec, piece));
        writeln!(out, "{said}")?;
    }
    Ok(())
}

fn block(drawn: Diagram) -> Block {
    let mut lines = vec![drawn.title];
    lines.extend(drawn.rows);
    let width = lines
        .iter()
        .map(|line| line.trim_end().chars().count())
        .max()
        .unwrap_or(0);
    Block { lines, width }
}

/// Whether more blocks fit into a row; anything fits into an empty row.
fn fits(row: &[Block], more: &[Block]) -> bool {
    let all = row.iter().chain(more);
    let width: usize = all.map(|block| block.width + GAP.len()).sum();
    let fitting = terminal::output().width.unwrap_or(WIDTH);
    row.is_empty() || width <= fitting + GAP.len()
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

fn words(spec: &RuleSpec, piece: &PieceSpec) -> String {
    let mut parts = Vec::new();
    if piece.royal {
        parts.push("royal".to_string());
    }
    parts.extend(piece.moves.as_ref().map(ToString::to_string));
    parts.extend(piece.powers.iter().map(|power| spec.power_text(power)));
    parts.extend(
        piece
            .promotion
            .as_ref()
            .map(|promotion| spec.promotion_text(promotion)),
    );
    parts.join("; ")
}
