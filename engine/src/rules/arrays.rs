//! Reading the starting arrays.

use super::read::Names;
use super::spec::{ArraySpec, BlackArray, EndSpec, PieceSpec, PieceType};
use crate::board::Geometry;
use crate::toml_file::{Node, Reader, Table, Value, describe};

type Rows = Vec<Vec<Option<PieceType>>>;

/// Reads every `[[array]]`; none when the board is not known.
pub(crate) fn read(
    top: &Table<'_>,
    board: Option<&Geometry>,
    pieces: &[PieceSpec],
    end: &EndSpec,
    names: &Names<'_>,
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
    let arrays: Vec<_> = (reader.list(list, "`array`").iter())
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
    arrays
}

fn array(
    node: &Node,
    board: &Geometry,
    pieces: &[PieceSpec],
    end: &EndSpec,
    names: &Names<'_>,
    reader: &Reader<'_>,
) -> Option<ArraySpec> {
    let keys = ["rows", "black", "black_rows", "exchange", "symmetry_bit"];
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
    if white.len() + black_ranks > board.ranks() as usize {
        reader.fault(
            &rows_node.place,
            "the two sides' arrays overlap",
            format!("the board has {} ranks", board.ranks()),
        );
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
        let remedy = match end.several_royals {
            true => "each side starts with at least one",
            false => "each side starts with exactly one",
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
    if exchange.len() > 20 {
        reader.fault(&exchange[20].place, "too many exchanges", "at most 20");
        return None;
    }
    let exchange = exchange
        .iter()
        .filter_map(|node| pair(node, board, white.len(), reader))
        .collect();
    Some(ArraySpec {
        rows: white,
        black,
        exchange,
        symmetry_bit: table.truth("symmetry_bit").unwrap_or(false),
    })
}

fn rows(node: &Node, board: &Geometry, names: &Names<'_>, reader: &Reader<'_>) -> Option<Rows> {
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
    names: &Names<'_>,
    reader: &Reader<'_>,
) -> Option<Vec<Option<PieceType>>> {
    let text = reader.text(node)?;
    let mut squares = Vec::new();
    let mut wrong = false;
    for word in text.split_whitespace() {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        let piece = names.texts.iter().position(|known| *known == word);
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
        squares.push(piece.map(|at| PieceType(at as u8)));
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
pub(crate) fn ids(top: &Table<'_>, arrays: &[ArraySpec], reader: &Reader<'_>) -> Option<Vec<u32>> {
    let node = top.get("array_ids")?;
    let declared = top.get("array").map_or(0, |list| match &list.value {
        Value::List(items) => items.len(),
        _ => 0,
    });
    // How many numbers there are is not known while an array is wrong.
    if declared == 0 || arrays.len() < declared {
        return None;
    }
    let count: u32 = arrays.iter().map(ArraySpec::count).sum();
    let ids: Option<Vec<u32>> = (reader.list(node, "`array_ids`").iter())
        .map(|node| {
            reader
                .number(node, 0, i64::from(count) - 1)
                .map(|id| id as u32)
        })
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
