//! `tradewind rules show --array`: a starting array and the bits of its number.

use crate::commands::place;
use crate::terminal;
use std::collections::BTreeSet;
use std::io::Write;
use tradewind_engine::{Game, Rules};
use tradewind_protocols::{EDGE_SIGN, draw_board};

/// Maximum number of arrays that are compared with each other's reflections.
const MAX_COMPARED: usize = 4_096;

/// Writes a board with an array, by default the first, and the bits of its number.
pub fn show(
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
            let file = if is_reflected {
                board.files() - 1 - file
            } else {
                file
            };
            (
                board.rank(square),
                file,
                game.at(square).map(|(side, piece)| (side as u8, piece.0)),
            )
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
