//! Reading the starting arrays.

use super::limits;
use super::names::PieceNames;
use super::options;
use super::spec::{ArraySpec, BlackArray, EndSpec, PieceSpec};
use crate::board::Geometry;
use crate::piece::PieceType;
use crate::toml_file::{Node, Reader, TableReader, Value, describe};

type ArrayRows = Vec<Vec<Option<PieceType>>>;

/// Reads every `[[array]]`; none when the board is not known.
pub(crate) fn read(
    top: &TableReader<'_>,
    board: Option<&Geometry>,
    pieces: &[PieceSpec],
    end: &EndSpec,
    names: &PieceNames<'_>,
    reader: &Reader<'_>,
) -> Vec<ArraySpec> {
    let Some(list) = top.need(
        "array",
        "describe the starting position in an [[array]] table",
    ) else {
        return Vec::new();
    };
    let Some(board) = board else {
        return Vec::new();
    };
    let tables = reader.list(list, "`array`");
    if let Some(table) = tables.get(limits::ARRAY_TABLES) {
        let message = format!("{} [[array]] tables are too many", tables.len());
        let remedy = format!("at most {}", limits::ARRAY_TABLES);
        reader.fault(&table.place, message, remedy);
    }
    let arrays: Vec<_> = (tables.iter().take(limits::ARRAY_TABLES))
        .filter_map(|node| array(node, board, pieces, end, names, reader))
        .collect();
    if let Value::List(items) = &list.value
        && items.is_empty()
    {
        reader.fault(
            &list.place,
            "there is no starting array",
            "describe it in an [[array]] table",
        );
    }
    let count = count(&arrays);
    if count > limits::ARRAYS {
        reader.fault(
            &list.place,
            format!("with all exchanges these are {count} arrays"),
            format!("at most {}", limits::ARRAYS),
        );
    }
    arrays
}

/// How many numbers some arrays stand for.
fn count(arrays: &[ArraySpec]) -> u64 {
    arrays.iter().map(|array| u64::from(array.count())).sum()
}

fn array(
    node: &Node,
    board: &Geometry,
    pieces: &[PieceSpec],
    end: &EndSpec,
    names: &PieceNames<'_>,
    reader: &Reader<'_>,
) -> Option<ArraySpec> {
    let keys = [
        "rows",
        "black",
        "black_rows",
        "exchange",
        "symmetry_bit",
        "names",
        "white_chooses",
    ];
    let table = reader.table(node, "an array", &keys);
    let rows_node = table.need(
        "rows",
        "give White's ranks, the farthest first, such as [\"P P P\", \"R K R\"]",
    )?;
    let white = rows(rows_node, board, names, reader)?;
    let black = match (table.get("black"), table.get("black_rows")) {
        (Some(black), None) => {
            let mirrored = reader.choice(black, &[("rotated", false), ("mirrored", true)])?;
            if mirrored {
                BlackArray::Mirrored
            } else {
                BlackArray::Rotated
            }
        }
        (None, Some(node)) => BlackArray::Rows(rows(node, board, names, reader)?),
        (Some(_), Some(rows)) => {
            reader.fault(
                &rows.place,
                "it is said twice where Black's pieces stand",
                "keep either `black` or `black_rows`",
            );
            return None;
        }
        (None, None) => {
            reader.fault(
                &node.place,
                "it is not said where Black's pieces stand",
                "write black = \"rotated\", black = \"mirrored\" or black_rows = [ … ]",
            );
            return None;
        }
    };
    let black_ranks = match &black {
        BlackArray::Rows(rows) => rows.len(),
        _ => white.len(),
    };
    if white.len().max(black_ranks) > board.ranks() as usize {
        let message = format!("this array has {} ranks", white.len().max(black_ranks));
        let remedy = format!("the board has {}", board.ranks());
        reader.fault(&rows_node.place, message, remedy);
        return None;
    }
    let mut sides = vec![(&white, rows_node)];
    if let (BlackArray::Rows(rows), Some(node)) = (&black, table.get("black_rows")) {
        sides.push((rows, node));
    }
    for (rows, place) in sides {
        let royals = (rows.iter().flatten().flatten())
            .filter(|piece| pieces.get(piece.index()).is_some_and(|piece| piece.royal))
            .count();
        let some_royal = pieces.iter().any(|piece| piece.royal);
        let remedy = if end.several_royals {
            "each side starts with at least one"
        } else {
            "each side starts with exactly one"
        };
        if some_royal && (royals == 0 || (royals > 1 && !end.several_royals)) {
            let message = format!("this array has {royals} royal pieces");
            reader.fault(&place.place, message, remedy);
        }
    }
    let exchange = table
        .get("exchange")
        .map(|node| reader.list(node, "`exchange`"))
        .unwrap_or_default();
    if let Some(node) = exchange.get(limits::EXCHANGES) {
        let remedy = format!("at most {}", limits::EXCHANGES);
        reader.fault(&node.place, "too many exchanges", remedy);
        return None;
    }
    let exchange: Vec<[(u8, u8); 2]> = exchange
        .iter()
        .filter_map(|node| pair(node, board, white.len(), reader))
        .collect();
    let white_chooses = match table.get("white_chooses") {
        Some(node) => reader.list(node, "`white_chooses`"),
        None => &[],
    };
    let white_chooses = white_chooses.iter().filter_map(|node| {
        let wanted = pair(node, board, white.len(), reader)?;
        let bit = exchange.iter().position(|known| *known == wanted);
        if bit.is_none() {
            let message = format!("{} is not exchanged", describe(node));
            reader.fault(&node.place, message, "write a pair of `exchange`");
        }
        bit
    });
    let white_chooses = white_chooses.collect();
    let mut array = ArraySpec {
        rows: white,
        black,
        exchange,
        symmetry_bit: table.truth("symmetry_bit").unwrap_or(false),
        names: Vec::new(),
        white_chooses,
    };
    if let Some(node) = table.get("names") {
        array.names = array_names(node, array.count(), reader);
    }
    if let Some((file, rank)) = contested(&array, board) {
        let square = board.at(i32::from(file), i32::from(rank))?;
        reader.fault(
            &rows_node.place,
            "the two sides' arrays overlap",
            format!("let only one side have a piece on {}", board.name(square)),
        );
        return None;
    }
    Some(array)
}

/// The numbers that have names, of so many.
fn array_names(node: &Node, count: u32, reader: &Reader<'_>) -> Vec<(String, u32)> {
    if !matches!(node.value, Value::Table(_)) {
        let remedy = "write { NAME = NUMBER }";
        reader.fault(&node.place, "`names` is not a table", remedy);
    }
    let mut names = Vec::new();
    for entry in node.entries() {
        options::check_word(&entry.key, "an array", &entry.key_place, reader);
        let number = reader.number(&entry.node, 0, i64::from(count) - 1);
        names.extend(number.map(|number| (entry.key.clone(), number as u32)));
    }
    names
}

/// A square (file and rank, counted from 0) on which both sides have a piece in some array.
fn contested(array: &ArraySpec, board: &Geometry) -> Option<(u8, u8)> {
    let (files, ranks) = (board.files() as u8, board.ranks() as u8);
    let occupied = |rows: &ArrayRows| -> Vec<(u8, u8)> {
        let squares = (0..).zip(rows.iter().rev()).flat_map(|(rank, row)| {
            let files = (0..).zip(row).filter(|(_, piece)| piece.is_some());
            files.map(move |(file, _)| (file, rank))
        });
        squares.collect()
    };
    // What is exchanged may come to either square.
    let mut white = occupied(&array.rows);
    for pair in &array.exchange {
        if pair.iter().any(|square| white.contains(square)) {
            white.extend(pair);
        }
    }
    let mirrored = |&(file, rank): &(u8, u8)| (file, ranks - 1 - rank);
    let rotated = |&(file, rank): &(u8, u8)| (files - 1 - file, ranks - 1 - rank);
    let black: Vec<(u8, u8)> = match &array.black {
        BlackArray::Rows(rows) => {
            let from_the_top = (rows.iter().rev().cloned()).collect();
            occupied(&from_the_top).iter().map(mirrored).collect()
        }
        _ if array.symmetry_bit => (white.iter().map(mirrored))
            .chain(white.iter().map(rotated))
            .collect(),
        BlackArray::Mirrored => white.iter().map(mirrored).collect(),
        BlackArray::Rotated => white.iter().map(rotated).collect(),
    };
    white.into_iter().find(|square| black.contains(square))
}

fn rows(
    node: &Node,
    board: &Geometry,
    names: &PieceNames<'_>,
    reader: &Reader<'_>,
) -> Option<ArrayRows> {
    let items = reader.list(node, "`rows`");
    if !matches!(node.value, Value::List(_)) {
        return None;
    }
    let rows: Vec<_> = items
        .iter()
        .map(|node| row(node, board, names, reader))
        .collect();
    rows.into_iter().collect()
}

fn row(
    node: &Node,
    board: &Geometry,
    names: &PieceNames<'_>,
    reader: &Reader<'_>,
) -> Option<Vec<Option<PieceType>>> {
    let text = reader.text(node)?;
    let mut squares = Vec::new();
    let mut wrong = false;
    for word in text.split_whitespace() {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        let piece = names.find(word);
        if piece.is_none() && word != "-" {
            let place = reader.part(&node.place, start, word.len());
            reader.fault(
                &place,
                format!("there is no piece with the text \"{word}\""),
                format!(
                    "write - for an empty square; the pieces are {}",
                    names.texts.join(" ")
                ),
            );
            wrong = true;
        }
        squares.push(piece);
    }
    if squares.len() != board.files() as usize {
        reader.fault(
            &node.place,
            format!("this rank has {} squares", squares.len()),
            format!("the board has {} files", board.files()),
        );
        wrong = true;
    }
    (!wrong).then_some(squares)
}

fn pair(node: &Node, board: &Geometry, ranks: usize, reader: &Reader<'_>) -> Option<[(u8, u8); 2]> {
    let inside = |square| board.rank(square) < ranks as i32;
    let squares: Option<Vec<_>> = (node.text().unwrap_or_default().split_whitespace())
        .map(|word| board.parse(word).filter(|&square| inside(square)))
        .collect();
    match squares.as_deref() {
        Some(&[a, b]) if a != b => {
            Some([a, b].map(|square| (board.file(square) as u8, board.rank(square) as u8)))
        }
        _ => {
            reader.fault(
                &node.place,
                format!(
                    "{} is not a pair of squares of White's array",
                    describe(node)
                ),
                "write two squares such as \"a1 h1\"",
            );
            None
        }
    }
}

/// Reads `array_ids`, the numbers that may be played.
pub(crate) fn ids(
    top: &TableReader<'_>,
    arrays: &[ArraySpec],
    reader: &Reader<'_>,
) -> Option<Vec<u32>> {
    let node = top.get("array_ids")?;
    let declared = top.get("array").map_or(0, |list| match &list.value {
        Value::List(items) => items.len(),
        _ => 0,
    });
    // How many numbers there are is not known while an array is wrong.
    if declared == 0 || arrays.len() < declared {
        return None;
    }
    let count = count(arrays);
    if count > limits::ARRAYS {
        return None;
    }
    let ids: Option<Vec<u32>> = (reader.list(node, "`array_ids`").iter())
        .map(|node| reader.number(node, 0, count as i64 - 1).map(|id| id as u32))
        .collect();
    let mut ids = ids?;
    if ids.is_empty() && matches!(node.value, Value::List(_)) {
        reader.fault(
            &node.place,
            "no array may be played",
            "name at least one, or leave `array_ids` out for all",
        );
    }
    ids.sort_unstable();
    ids.dedup();
    Some(ids)
}
