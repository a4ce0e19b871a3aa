//! Reading the starting arrays.

use super::limits;
use super::names::PieceNames;
use super::options;
use super::shuffle::{self, Shuffled};
use super::spec::{ArraySpec, BlackArray, EndSpec, PieceSpec};
use crate::board::Geometry;
use crate::input::{Node, Reader, TableReader, Value, describe};
use crate::piece::PieceType;
use crate::powers::{CastlingTarget, Power};

type ArrayRows = Vec<Vec<Option<PieceType>>>;

/// Reads every `[[array]]`; none when the board is not known.
pub(crate) fn read(
    top: &TableReader<'_>,
    board: Option<&Geometry>,
    pieces: &[PieceSpec],
    end: &EndSpec,
    names: &PieceNames<'_>,
) -> Vec<ArraySpec> {
    let reader = top.reader;
    let remedy = "describe the starting position in an [[array]] table";
    let (Some(list), Some(board)) = (top.need("array", remedy), board) else {
        return Vec::new();
    };
    let arrays = ArrayReader {
        reader,
        board,
        pieces,
        end,
        names,
    };
    let tables = top.list("array");
    let known = reader.at_most(tables, limits::ARRAY_TABLES, "[[array]] tables");
    let arrays: Vec<_> = (known.iter())
        .filter_map(|node| arrays.array(node))
        .collect();
    if tables.is_empty() && matches!(list.value, Value::List(_)) {
        let remedy = "describe it in an [[array]] table";
        reader.fault(&list.place, "there is no starting array", remedy);
    }
    let count = count(&arrays);
    let mut powers = pieces.iter().flat_map(|piece| &piece.powers);
    let castling = powers.find_map(|power| match power {
        Power::Castle(castle) => Some(castle),
        _ => None,
    });
    let (most, game) = match castling.map(|castle| &castle.king) {
        None => (limits::ARRAYS, ""),
        // Their texts name the square of the king, which does not tell arrays apart.
        Some(CastlingTarget::OneOf(_)) => {
            (1, " where a king castles by several numbers of squares")
        }
        Some(_) => (limits::CASTLING_ARRAYS, " where a piece castles"),
    };
    if count > most {
        let message = format!("with all exchanges and shuffles these are {count} arrays");
        reader.fault(&list.place, message, format!("at most {most}{game}"));
    }
    arrays
}

/// The number of arrays, with all exchanges and shuffles.
fn count(arrays: &[ArraySpec]) -> u64 {
    arrays.iter().map(ArraySpec::count).sum()
}

/// The parts of a rule set that an array depends on.
struct ArrayReader<'r> {
    reader: &'r Reader<'r>,
    board: &'r Geometry,
    pieces: &'r [PieceSpec],
    end: &'r EndSpec,
    names: &'r PieceNames<'r>,
}

impl ArrayReader<'_> {
    fn array(&self, node: &Node) -> Option<ArraySpec> {
        let (reader, board) = (self.reader, self.board);
        let keys = [
            "rows",
            "black",
            "black_rows",
            "exchange",
            "shuffle",
            "symmetry_bit",
            "names",
            "white_chooses",
            "hand",
            "black_hand",
            "begins",
        ];
        let table = reader.table(node, "an array", &keys);
        let remedy = "give White's ranks, the farthest first, such as [\"P P P\", \"R K R\"]";
        let rows_node = table.need("rows", remedy)?;
        let white = self.rows(rows_node)?;
        let black = match (table.get("black"), table.get("black_rows")) {
            (Some(black), None) => {
                match reader.choice(black, &[("rotated", 0), ("mirrored", 1)])? {
                    0 => BlackArray::Rotated,
                    _ => BlackArray::Mirrored,
                }
            }
            (None, Some(node)) => BlackArray::Rows(self.rows(node)?),
            (Some(_), Some(rows)) => {
                let message = "an array has both `black` and `black_rows`";
                reader.fault(&rows.place, message, "keep one of them");
                return None;
            }
            (None, None) => {
                let remedy =
                    "write black = \"rotated\", black = \"mirrored\" or black_rows = [ … ]";
                let message = "an array has neither `black` nor `black_rows`";
                reader.fault(&node.place, message, remedy);
                return None;
            }
        };
        let white_hand = table.get("hand").map(|node| self.hand(node));
        let black_hand = table.get("black_hand").map(|node| self.hand(node));
        let white_hand = white_hand.unwrap_or_default();
        let hands = [white_hand.clone(), black_hand.unwrap_or(white_hand)];
        let mut sides = vec![(&white, &hands[0], rows_node)];
        if let (BlackArray::Rows(rows), Some(node)) = (&black, table.get("black_rows")) {
            sides.push((rows, &hands[1], node));
        }
        let ranks = sides.iter().map(|(rows, ..)| rows.len()).max()?;
        if ranks > board.ranks() as usize {
            let message = format!("this array has {ranks} ranks");
            let remedy = format!("the board has {}", board.ranks());
            reader.fault(&rows_node.place, message, remedy);
            return None;
        }
        for (rows, hand, node) in sides {
            self.check_royals(rows, hand, node);
        }
        let exchange = table.list("exchange");
        if let Some(node) = exchange.get(limits::EXCHANGES) {
            let remedy = format!("at most {}", limits::EXCHANGES);
            reader.fault(&node.place, "too many exchanges", remedy);
            return None;
        }
        let exchange: Vec<[(u8, u8); 2]> = (exchange.iter())
            .filter_map(|node| self.pair(node, white.len()))
            .collect();
        let white_chooses = table.list("white_chooses").iter().filter_map(|node| {
            let wanted = self.pair(node, white.len())?;
            let bit = exchange.iter().position(|known| *known == wanted);
            if bit.is_none() {
                let message = format!("{} is not exchanged", describe(node));
                reader.fault(&node.place, message, "write a pair of `exchange`");
            }
            bit
        });
        let shuffle = table.get("shuffle").zip(white.last());
        let mut array = ArraySpec {
            white_chooses: white_chooses.collect(),
            shuffle: shuffle.map_or_else(Vec::new, |(node, row)| self.shuffle(node, row)),
            rows: white,
            black,
            exchange,
            symmetry_bit: table.truth("symmetry_bit").unwrap_or(false),
            names: Vec::new(),
            hands,
            black_begins: (table.choice("begins", &[("white", false), ("black", true)]))
                .unwrap_or(false),
        };
        if let Some(node) = table.get("names") {
            array.names = array_names(node, array.count(), reader);
        }
        let [white, black] = occupied(&array, board);
        let square = |(file, rank): (u8, u8)| board.at(file.into(), rank.into());
        let name = |at| square(at).map(|square| board.name(square));
        if let Some(square) = white.iter().find(|at| black.contains(at)) {
            let remedy = format!("let only one side have a piece on {}", name(*square)?);
            reader.fault(&rows_node.place, "the two sides' arrays overlap", remedy);
            return None;
        }
        let is_hole = |at: &&(u8, u8)| square(**at).is_some_and(|square| board.is_hole(square));
        if let Some(hole) = white.iter().chain(&black).find(is_hole) {
            let message = format!("a piece stands on {}, a hole", name(*hole)?);
            let remedy = "write `-` there, or leave the square out of `holes` of the board";
            reader.fault(&rows_node.place, message, remedy);
            return None;
        }
        Some(array)
    }

    /// Checks the number of royals of one side.
    fn check_royals(&self, rows: &ArrayRows, hand: &[PieceType], node: &Node) {
        let pieces = rows.iter().flatten().flatten().chain(hand);
        let pieces = pieces.filter_map(|piece| self.pieces.get(piece.index()));
        let royals = pieces.filter(|piece| piece.royal).count();
        let several = self.end.several_royals;
        let has_royals = self.pieces.iter().any(|piece| piece.royal);
        let too_few = royals == 0 && !self.end.may_lack_royal();
        if has_royals && (too_few || (royals > 1 && !several)) {
            let number = if several { "at least" } else { "exactly" };
            let remedy = format!("each side starts with {number} one");
            let message = format!("this array has {royals} royal pieces");
            self.reader.fault(&node.place, message, remedy);
        }
    }

    fn rows(&self, node: &Node) -> Option<ArrayRows> {
        let rows = self.reader.list(node, "`rows`").iter();
        // Every rank is read, so that all faults are reported.
        let rows: Vec<_> = rows.map(|node| self.row(node)).collect();
        let is_list = matches!(node.value, Value::List(_));
        rows.into_iter().collect::<Option<_>>().filter(|_| is_list)
    }

    /// Reads the groups of a shuffle of a rank.
    fn shuffle(&self, node: &Node, row: &[Option<PieceType>]) -> Vec<Shuffled> {
        let groups = self.reader.list(node, "`shuffle`").iter();
        let groups: Vec<Shuffled> = groups.filter_map(|node| self.shuffled(node)).collect();
        let all = || groups.iter().flat_map(|group| &group.pieces);
        let number = |piece: PieceType| all().filter(|&&other| other == piece).count();
        let standing = |piece: PieceType| row.iter().filter(|&&other| other == Some(piece)).count();
        if let Some(&piece) = all().find(|&&piece| number(piece) != standing(piece)) {
            let text = &self.pieces[piece.index()].text;
            let (shuffled, stand) = (number(piece), standing(piece));
            let message =
                format!("the shuffle has {shuffled} {text}, White's first rank has {stand}");
            self.reader
                .fault(&node.place, message, "shuffle all of a type, or none");
            return Vec::new();
        }
        let is_colored = |group: &Shuffled| group.light.is_some();
        if !groups.is_sorted_by_key(|group| !is_colored(group)) {
            let message = "a group with a colour stands behind one without";
            let remedy = "begin with the groups on `light` and `dark` squares";
            self.reader.fault(&node.place, message, remedy);
            return Vec::new();
        }
        if shuffle::count(row, &groups) == 0 {
            let message = "there are more pieces for light or dark squares than such squares";
            self.reader
                .fault(&node.place, message, "shuffle more pieces");
            return Vec::new();
        }
        groups
    }

    /// A group of pieces, and the colour of their squares.
    fn shuffled(&self, node: &Node) -> Option<Shuffled> {
        let text = self.reader.text(node)?;
        let mut group = Shuffled {
            pieces: Vec::new(),
            light: None,
        };
        for word in text.split_whitespace() {
            match word {
                "light" => group.light = Some(true),
                "dark" => group.light = Some(false),
                _ => group
                    .pieces
                    .push(self.piece(node, text, word, String::new())?),
            }
        }
        if group.pieces.is_empty() {
            let message = format!("{} names no piece", describe(node));
            let remedy = "write pieces, such as \"N N\" or \"B light\"";
            self.reader.fault(&node.place, message, remedy);
            return None;
        }
        Some(group)
    }

    /// The pieces of a hand, separated by spaces.
    fn hand(&self, node: &Node) -> Vec<PieceType> {
        let Some(text) = self.reader.text(node) else {
            return Vec::new();
        };
        let words = text.split_whitespace();
        let pieces = words.map(|word| self.piece(node, text, word, String::new()));
        pieces.collect::<Vec<_>>().into_iter().flatten().collect()
    }

    /// The piece of a word of a text; a fault, with the beginning of a remedy, if there is none.
    fn piece(&self, node: &Node, text: &str, word: &str, remedy: String) -> Option<PieceType> {
        let piece = self.names.find(word);
        if piece.is_none() {
            let start = word.as_ptr() as usize - text.as_ptr() as usize;
            let place = self.reader.part(&node.place, start, word.len());
            let pieces = self.names.texts.join(" ");
            let remedy = format!("{remedy}the pieces are {pieces}");
            self.names.missing(self.reader, word, &place, remedy);
        }
        piece
    }

    fn row(&self, node: &Node) -> Option<Vec<Option<PieceType>>> {
        let text = self.reader.text(node)?;
        let mut squares = Vec::new();
        let mut is_wrong = false;
        for word in text.split_whitespace() {
            let remedy = || "write - for an empty square; ".to_string();
            let piece = (word != "-").then(|| self.piece(node, text, word, remedy()));
            is_wrong |= piece == Some(None);
            squares.push(piece.flatten());
        }
        if squares.len() != self.board.files() as usize {
            let message = format!("this rank has {} squares", squares.len());
            let remedy = format!("the board has {} files", self.board.files());
            self.reader.fault(&node.place, message, remedy);
            is_wrong = true;
        }
        (!is_wrong).then_some(squares)
    }

    /// A pair of squares of White's, which has this many ranks.
    fn pair(&self, node: &Node, ranks: usize) -> Option<[(u8, u8); 2]> {
        let board = self.board;
        let is_inside = |square| board.rank(square) < ranks as i32;
        let squares: Option<Vec<_>> = (node.text().unwrap_or_default().split_whitespace())
            .map(|word| board.parse(word).filter(|&square| is_inside(square)))
            .collect();
        if let Some(&[a, b]) = squares.as_deref()
            && a != b
        {
            return Some([a, b].map(|square| board.place(square)));
        }
        let said = describe(node);
        let message = format!("{said} is not a pair of squares of White's array");
        let remedy = "write two squares such as \"a1 h1\"";
        self.reader.fault(&node.place, message, remedy);
        None
    }
}

/// The names of arrays with their numbers, which are less than `count`.
fn array_names(node: &Node, count: u64, reader: &Reader<'_>) -> Vec<(String, u32)> {
    let mut names = Vec::new();
    for entry in reader.entries(node, "`names`", "write { NAME = NUMBER }") {
        options::check_word(&entry.key, "an array", &entry.key_place, reader);
        let number = reader.number(&entry.node, 0, count as i64 - 1);
        names.extend(number.map(|number| (entry.key.clone(), number as u32)));
    }
    names
}

/// The squares (file and rank, counted from 0) on which White and Black have a piece in some array.
fn occupied(array: &ArraySpec, board: &Geometry) -> [Vec<(u8, u8)>; 2] {
    let (files, ranks) = (board.files() as u8, board.ranks() as u8);
    let occupied = |rows: &ArrayRows| -> Vec<(u8, u8)> {
        let squares = (0..).zip(rows.iter().rev()).flat_map(|(rank, row)| {
            let files = (0..).zip(row).filter(|(_, piece)| piece.is_some());
            files.map(move |(file, _)| (file, rank))
        });
        squares.collect()
    };
    // An exchanged piece may stand on either square.
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
    [white, black]
}

/// Reads `array_ids`, the numbers that may be played.
pub(crate) fn ids(top: &TableReader<'_>, arrays: &[ArraySpec]) -> Option<Vec<u32>> {
    let reader = top.reader;
    let node = top.get("array_ids")?;
    let declared = top.get("array").map_or(0, |list| match &list.value {
        Value::List(items) => items.len(),
        _ => 0,
    });
    // The number of arrays is not known while one of them is wrong.
    if declared == 0 || arrays.len() < declared {
        return None;
    }
    let count = count(arrays);
    if count > limits::ARRAYS {
        return None;
    }
    let id = |node| reader.number(node, 0, count as i64 - 1).map(|id| id as u32);
    let ids = reader.list(node, "`array_ids`").iter().map(id);
    let mut ids = ids.collect::<Option<Vec<u32>>>()?;
    if ids.is_empty() && matches!(node.value, Value::List(_)) {
        let remedy = "name at least one, or leave `array_ids` out for all";
        reader.fault(&node.place, "no array may be played", remedy);
    }
    ids.sort_unstable();
    ids.dedup();
    Some(ids)
}
