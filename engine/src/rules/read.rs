//! Reading a checked [`RuleSpec`] out of a merged tree.

use super::limits::{self, MAX_PIECES};
use super::names::PieceNames;
use super::spec::{
    AttackRule, BareRule, CheckRule, EndSpec, MoveCountRule, OptionSpec, PieceSpec,
    PromotionCondition, RepetitionResult, RepetitionRule, RoyalRule, RuleSpec, StalemateRule,
};
use super::{
    arrays, connection, explosion, extinction, frozen, goal, hand, promotions, trade, walls,
};
use crate::betza::{self, Betza};
use crate::board::{Geometry, MAX_SQUARES};
use crate::input::{Node, Place, Reader, TableReader};
use crate::piece::PieceType;
use crate::powers::{self, CheckContext, PieceView};
use std::collections::HashMap;

const TOP_KEYS: &[&str] = &[
    "extends",
    "name",
    "summary",
    "source",
    "notes",
    "board",
    "promotion",
    "piece",
    "remove_pieces",
    "replace",
    "array",
    "array_ids",
    "captures",
    "hand",
    "explosion",
    "no_trade",
    "walls",
    "frozen",
    "end",
    "option",
];

/// Reads the whole rule set and reports every fault.
pub(crate) fn spec(
    id: &str,
    tree: &Node,
    options: Vec<OptionSpec>,
    reader: &Reader<'_>,
) -> RuleSpec {
    let top = reader.table(tree, "the rule file", TOP_KEYS);
    let name = top.need_text("name", "give the game's name");
    let board = board(&top);
    let is_board_known = board.is_some();
    // While the board is not known, ranks are not checked against it.
    let board = board.unwrap_or(Board {
        files: Vec::new(),
        ranks: MAX_RANKS,
        first_rank: 1,
        holes: Vec::new(),
        edge: false,
    });
    let geometry = board.geometry();
    top.need("piece", "describe each piece in a [[piece]] table");
    let all_pieces = top.list("piece");
    if all_pieces.len() > 2 * MAX_PIECES {
        // Most of the other faults would follow from it.
        let place = &all_pieces[2 * MAX_PIECES].place;
        let message = format!("{} piece types are too many", all_pieces.len());
        reader.fault(place, message, format!("at most {MAX_PIECES}"));
    }
    let all_pieces = &all_pieces[..all_pieces.len().min(2 * MAX_PIECES)];
    let all_names = PieceNames::of(all_pieces);
    let removed: HashMap<&str, Place> = (top.list("remove_pieces").iter())
        .filter(|node| all_names.piece(reader, node).is_some())
        .filter_map(|node| Some((node.text()?, node.place.clone())))
        .collect();
    let is_kept = |node: &&Node| {
        let text = node.get("text").and_then(Node::text);
        text.is_none_or(|text| !removed.contains_key(text))
    };
    let piece_nodes: Vec<&Node> = all_pieces.iter().filter(is_kept).collect();
    let mut names = PieceNames::of(piece_nodes.iter().copied());
    names.replaced = replaced(&top, &names, &all_names);
    names.removed = removed;
    check_texts(&piece_nodes, &names, reader);
    let defaults = top.get("promotion");
    let (mut pieces, words): (Vec<PieceSpec>, Vec<usize>) = (piece_nodes.iter())
        .map(|node| piece(node, defaults, &names, &geometry, reader))
        .unzip();
    let words: usize = words.iter().sum();
    if words > limits::WORDS {
        let message = format!("the moves of all pieces have {words} words of Betza notation");
        reader.fault(&tree.place, message, format!("at most {}", limits::WORDS));
    }
    let end = end(&top, &names, &geometry);
    let royal = pieces.iter().find(|piece| piece.royal);
    match (royal, end.royal) {
        (Some(royal), RoyalRule::None) => {
            let message = format!("`{}` is royal in a game without royals", royal.text);
            let remedy = "give it `royal = false`, or say how royals are lost by `royal` in [end]";
            let place = top.get("end").unwrap_or(tree);
            reader.fault(&place.place, message, remedy);
        }
        (None, RoyalRule::Check | RoyalRule::Capture) if !pieces.is_empty() => {
            let remedy = "give one piece `royal = true`, or write royal = \"none\" in [end]";
            reader.fault(&tree.place, "no piece is royal", remedy);
        }
        _ => {}
    }
    let longest = board.files.len().max(board.ranks.into());
    check_pieces(&piece_nodes, &pieces, &end, longest, reader);
    // Arrays cannot be checked without a board and pieces.
    let known_board = (is_board_known && !pieces.is_empty()).then_some(&geometry);
    let arrays = arrays::read(&top, known_board, &pieces, &end, &names);
    let walls = (top.get("walls"))
        .and_then(|node| walls::read(node, reader, &names, &geometry, pieces.len()));
    pieces.extend(walls.iter().map(|_| walls::piece()));
    let spec = RuleSpec {
        id: id.to_string(),
        ancestor: None,
        name: name.unwrap_or_default().to_string(),
        summary: top.text("summary").unwrap_or_default().to_string(),
        source: top.text("source").unwrap_or_default().to_string(),
        notes: top.texts("notes"),
        array_ids: arrays::ids(&top, &arrays),
        end,
        files: board.files,
        ranks: board.ranks,
        edge: board.edge,
        first_rank: board.first_rank,
        holes: board.holes,
        pieces,
        arrays,
        options,
        must_capture: top.choice("captures", &hand::CHOICE).unwrap_or(false),
        hand: top.get("hand").map(|node| hand::read(node, reader)),
        explosion: (top.get("explosion")).and_then(|node| explosion::read(node, reader, &names)),
        walls,
        frozen: (top.get("frozen")).and_then(|node| frozen::read(node, reader)),
        no_trade: (top.get("no_trade")).and_then(|node| trade::read(node, reader, &names)),
    };
    hand::check(&spec, &top, &piece_nodes);
    trade::check(&spec, &top);
    walls::check(&spec, &top, &piece_nodes);
    if spec.explosion.is_some() {
        explosion::check(&spec, &top, &piece_nodes);
    }
    spec
}

/// The pieces that replace others, by the symbols of those.
fn replaced<'n>(
    top: &TableReader<'n>,
    names: &PieceNames<'_>,
    all_names: &PieceNames<'_>,
) -> HashMap<&'n str, &'n str> {
    let reader = top.reader;
    let remedy = "write { OLD = \"NEW\" } with the texts of pieces";
    let entries = |node| reader.entries(node, "`replace`", remedy);
    let entries = top.get("replace").map_or(&[][..], entries);
    let mut replaced = HashMap::new();
    for entry in entries {
        all_names.find_at(reader, &entry.key, &entry.key_place);
        let new = entry.node.text().filter(|text| !names.knows(text));
        if let Some(new) = new {
            let message = format!("there is no piece with the text \"{new}\"");
            let remedy = format!(
                "describe it in a [[piece]] table, or name one of {}",
                names.texts.join(" ")
            );
            reader.fault(&entry.node.place, message, remedy);
        } else if names.piece(reader, &entry.node).is_some() {
            replaced.extend(entry.node.text().map(|by| (entry.key.as_str(), by)));
        }
    }
    replaced
}

const MAX_RANKS: u8 = 32;

/// The largest number of checks that may be needed to win.
const MAX_CHECKS: u8 = 20;

struct Board {
    files: Vec<char>,
    ranks: u8,
    first_rank: u8,
    holes: Vec<(u8, u8)>,
    edge: bool,
}

impl Board {
    fn geometry(&self) -> Geometry {
        let board = Geometry::new(self.files.clone(), self.ranks, self.first_rank);
        board.with_holes(&self.holes)
    }
}

fn board(top: &TableReader<'_>) -> Option<Board> {
    let reader = top.reader;
    let node = top.need("board", "write board = { files = \"abcdefgh\", ranks = 8 }")?;
    let board = reader.table(
        node,
        "the board",
        &["files", "ranks", "first_rank", "holes", "edge"],
    );
    let remedy = "give the names of the files, left to right, such as \"abcdefgh\"";
    let files = board.need("files", remedy);
    let ranks = board.need("ranks", "give the number of ranks");
    let ranks = ranks.and_then(|node| reader.number(node, 1, i64::from(MAX_RANKS)));
    let first_rank = board.number("first_rank", 0, 1).unwrap_or(1);
    let (files, letters) = (files?, reader.text(files?)?);
    let ranks = ranks?;
    let letters: Vec<char> = letters.chars().collect();
    let mut sorted = letters.clone();
    sorted.sort_unstable();
    sorted.dedup();
    let are_small = letters.iter().all(char::is_ascii_lowercase);
    if letters.is_empty() || sorted.len() < letters.len() || !are_small {
        let remedy = "write different small letters a-z, left to right";
        reader.fault(&files.place, "these are not names of files", remedy);
        return None;
    }
    let squares = letters.len() * ranks as usize;
    if squares > MAX_SQUARES {
        let message = format!("a board of {squares} squares is too large");
        let remedy = format!("at most {MAX_SQUARES} squares");
        reader.fault(&node.place, message, remedy);
        return None;
    }
    let mut found = Board {
        files: letters,
        ranks: ranks as u8,
        first_rank: first_rank as u8,
        holes: Vec::new(),
        edge: board.truth("edge").unwrap_or(false),
    };
    let remedy = "write squares such as holes = [\"a1\", \"h8\"]";
    found.holes = board.squares("holes", &found.geometry(), remedy)?;
    Some(found)
}

/// The letters of a symbol, without the marks of promoted pieces: `+P` and `Q~`.
pub(crate) fn bare_symbol(text: &str) -> &str {
    let bare = text.strip_prefix('+').unwrap_or(text);
    bare.strip_suffix('~').unwrap_or(bare)
}

fn check_texts(nodes: &[&Node], names: &PieceNames<'_>, reader: &Reader<'_>) {
    if nodes.len() > MAX_PIECES {
        let message = format!("{} piece types are too many", nodes.len());
        let remedy = format!("at most {MAX_PIECES}");
        reader.fault(&nodes[MAX_PIECES].place, message, remedy);
    }
    for (at, node) in nodes.iter().enumerate() {
        let Some(text) = node.get("text") else {
            if node.is_table() {
                let remedy = "give its symbol in positions, such as \"N\"";
                reader.fault(&node.place, "this piece has no `text`", remedy);
            }
            continue;
        };
        let Some(letters) = reader.text(text) else {
            continue;
        };
        let bare = bare_symbol(letters);
        let is_capital = bare.starts_with(|letter: char| letter.is_ascii_uppercase());
        if !is_capital || !bare.chars().all(|letter| letter.is_ascii_alphabetic()) {
            let message = format!("\"{letters}\" cannot be the symbol of a piece");
            let remedy =
                "write letters A-Z a-z, the first a capital; a promoted piece may be +P or Q~";
            reader.fault(&text.place, message, remedy);
        }
        let mut before = names.texts[..at].iter();
        if let Some(other) = before.find(|other| other.eq_ignore_ascii_case(letters)) {
            let message =
                format!("\"{letters}\" is the symbol of another piece already (\"{other}\")");
            let remedy = "symbols must differ, case-insensitively";
            reader.fault(&text.place, message, remedy);
        }
    }
}

/// Reads a piece; returns it with its number of words of Betza notation.
fn piece(
    node: &Node,
    defaults: Option<&Node>,
    names: &PieceNames<'_>,
    board: &Geometry,
    reader: &Reader<'_>,
) -> (PieceSpec, usize) {
    let keys = [
        "name",
        "text",
        "moves",
        "powers",
        "royal",
        "pawn",
        "iron",
        "promotes",
        "promotion",
        "hand",
        "drop",
    ];
    let text = node.get("text").and_then(Node::text).unwrap_or("?");
    let what = format!("piece `{text}`");
    let table = reader.table(node, &what, &keys);
    let name = table.need_text("name", "give the piece's name");
    let listed = table.list("powers");
    let named = |node: &Node| names.piece(reader, node);
    let powers = reader.at_most(listed, limits::POWERS, "powers of a piece");
    let (powers, words): (Vec<_>, Vec<usize>) = (powers.iter())
        .filter_map(|node| powers::read(node, &named, board, reader))
        .unzip();
    if node.is_table() && table.get("moves").is_none() && listed.is_empty() {
        let remedy = "give it `moves` in Betza notation, or `powers`";
        reader.fault(&node.place, format!("{what} cannot move"), remedy);
    }
    let piece = PieceSpec {
        name: name.unwrap_or_default().to_string(),
        text: text.to_string(),
        moves: (table.get("moves")).and_then(|node| betza::read(reader, node)),
        powers,
        royal: table.truth("royal").unwrap_or(false),
        pawn: table.truth("pawn").unwrap_or(false),
        iron: table.truth("iron").unwrap_or(false),
        promotion: promotions::read(&table, defaults, names, i64::from(board.ranks())),
        copy_of: None,
        hand: (table.get("hand")).and_then(|node| names.piece(reader, node)),
        drop: hand::drop(&table, board),
    };
    if let Some(iron) = table.get("iron").filter(|_| piece.iron && piece.royal) {
        let remedy = "leave out `iron` or `royal`";
        reader.fault(
            &iron.place,
            format!("{what} is royal, and cannot be lost"),
            remedy,
        );
    }
    let words = piece.moves.iter().map(Betza::words).chain(words).sum();
    if words > limits::WORDS_OF_PIECE {
        let message = format!("{what} is described by {words} words of Betza notation");
        let remedy = format!("at most {}", limits::WORDS_OF_PIECE);
        reader.fault(&node.place, message, remedy);
    }
    (piece, words)
}

fn end(top: &TableReader<'_>, names: &PieceNames<'_>, board: &Geometry) -> EndSpec {
    let mut end = EndSpec {
        royal: RoyalRule::Check,
        several_royals: false,
        check: CheckRule::Any,
        bare: BareRule::BothDraw,
        stalemate: StalemateRule::Draw,
        repetition: None,
        move_count: None,
        goal: None,
        extinction: None,
        no_facing: false,
        checks: None,
        connection: None,
        no_checks: false,
        checkmate_wins: false,
    };
    let remedy = "say how games end: [end] with royal, bare and stalemate";
    let Some(node) = top.need("end", remedy) else {
        return end;
    };
    let keys = [
        "royal",
        "bare",
        "stalemate",
        "repetition",
        "move_count",
        "goal",
        "extinct",
        "facing",
        "checks",
        "connect",
        "giving_check",
        "checkmate",
    ];
    let table = top.reader.table(node, "`end`", &keys);
    let royal = [
        ("capture", (RoyalRule::Capture, false, CheckRule::Any)),
        ("capture-last", (RoyalRule::Capture, true, CheckRule::Any)),
        ("check", (RoyalRule::Check, false, CheckRule::Any)),
        ("check-any", (RoyalRule::Check, true, CheckRule::Any)),
        ("check-all", (RoyalRule::Check, true, CheckRule::All)),
        ("check-last", (RoyalRule::Check, true, CheckRule::Last)),
        ("none", (RoyalRule::None, false, CheckRule::Any)),
    ];
    if let Some(rule) = table.need_choice("royal", &royal) {
        (end.royal, end.several_royals, end.check) = rule;
    }
    let bare = [
        ("loses", BareRule::Loses),
        ("loses-unless-rebared", BareRule::LosesUnlessRebared),
        ("both-draw", BareRule::BothDraw),
        ("nothing", BareRule::Nothing),
    ];
    end.bare = table.need_choice("bare", &bare).unwrap_or(end.bare);
    let stalemate = [
        ("loses", StalemateRule::Loses),
        ("draw", StalemateRule::Draw),
        ("wins", StalemateRule::Wins),
        ("fewer-wins", StalemateRule::FewerWins),
    ];
    end.stalemate = (table.need_choice("stalemate", &stalemate)).unwrap_or(end.stalemate);
    end.repetition = (table.get("repetition")).and_then(|node| repetition(node, top.reader));
    end.move_count = (table.get("move_count")).and_then(|node| move_count(node, top.reader));
    end.goal = (table.get("goal")).and_then(|node| goal::read(node, top.reader, names, board));
    end.extinction =
        (table.get("extinct")).and_then(|node| extinction::read(node, top.reader, names));
    end.connection =
        (table.get("connect")).and_then(|node| connection::read(node, top.reader, board));
    let allowed = [("allowed", false), ("forbidden", true)];
    end.no_facing = table.choice("facing", &allowed).unwrap_or(false);
    end.no_checks = table.choice("giving_check", &allowed).unwrap_or(false);
    let mated = [("loses", false), ("wins", true)];
    end.checkmate_wins = table.choice("checkmate", &mated).unwrap_or(false);
    let number = |node| top.reader.number(node, 1, i64::from(MAX_CHECKS));
    end.checks = (table.get("checks").and_then(number)).map(|checks| checks as u8);
    let of_check = [
        ("facing", end.no_facing),
        ("giving_check", end.no_checks),
        ("checkmate", end.checkmate_wins),
        ("checks", end.checks.is_some()),
    ];
    for (key, is_set) in of_check {
        if let Some(node) = table.get(key)
            && is_set
            && end.royal != RoyalRule::Check
        {
            let remedy = format!("leave out `{key}`, or write royal = \"check\"");
            let message = "royals may be left attacked in this game: there is no check";
            top.reader.fault(&node.place, message, remedy);
        }
    }
    if let Some(node) = table.get("checks").filter(|_| end.no_checks) {
        let message = "no move gives check in this game";
        let remedy = "leave out `checks` or `giving_check`";
        top.reader.fault(&node.place, message, remedy);
    }
    end
}

fn repetition(node: &Node, reader: &Reader<'_>) -> Option<RepetitionRule> {
    let keys = [
        "occurrence",
        "result",
        "perpetual_check_loses",
        "attacks",
        "automatic",
    ];
    let table = reader.table(node, "`repetition`", &keys);
    let attacks = [
        ("new", AttackRule::New),
        ("any", AttackRule::Any),
        ("discovered", AttackRule::Discovered),
    ];
    let attacks = table.choice_or_fault("attacks", AttackRule::New, &attacks)?;
    let results = [
        ("illegal", RepetitionResult::Illegal),
        ("draw", RepetitionResult::Draw),
        ("mover-loses", RepetitionResult::MoverLoses),
        ("mover-wins", RepetitionResult::MoverWins),
        ("white-loses", RepetitionResult::WhiteLoses),
        (
            "mover-loses-unless-quiet",
            RepetitionResult::MoverLosesUnlessQuiet(attacks),
        ),
    ];
    let occurrence = table.need("occurrence", "give the occurrence that counts, such as 3");
    let result = table.need("result", "give the result, such as \"draw\"");
    let number = reader.number(occurrence?, 2, 100)?;
    let result = reader.choice(result?, &results)?;
    // Only draws can be claimed.
    let automatic = match result {
        RepetitionResult::Draw => automatic(&table, occurrence?, number, 100)?,
        _ => number,
    };
    if let Some(node) = table.get("attacks")
        && !matches!(result, RepetitionResult::MoverLosesUnlessQuiet(_))
    {
        let remedy = "leave out `attacks`, or write result = \"mover-loses-unless-quiet\"";
        let message = "with this result attacks do not matter";
        reader.fault(&node.place, message, remedy);
    }
    let perpetual_check_loses = table.truth("perpetual_check_loses").unwrap_or(false);
    let is_apart = matches!(
        result,
        RepetitionResult::Illegal | RepetitionResult::MoverLosesUnlessQuiet(_)
    );
    if let Some(node) = table
        .get("perpetual_check_loses")
        .filter(|_| perpetual_check_loses)
        && is_apart
    {
        let message = "with this result perpetual check does not matter";
        let remedy = "leave out `perpetual_check_loses`, or write result = \"draw\"";
        reader.fault(&node.place, message, remedy);
    }
    Some(RepetitionRule {
        occurrence: number as u8,
        result,
        perpetual_check_loses,
        automatic: automatic as u8,
    })
}

fn move_count(node: &Node, reader: &Reader<'_>) -> Option<MoveCountRule> {
    let keys = ["plies", "promotion_resets", "automatic"];
    let table = reader.table(node, "`move_count`", &keys);
    let remedy = "give the number of plies that make a draw, such as 100";
    let plies = table.need("plies", remedy);
    let number = reader.number(plies?, 1, 10_000)?;
    Some(MoveCountRule {
        plies: number as u16,
        promotion_resets: table.truth("promotion_resets").unwrap_or(false),
        automatic: automatic(&table, plies?, number, 10_000)? as u16,
    })
}

/// The count at which a draw needs no claim: `claimed`, where it can be claimed, or a later one.
fn automatic(table: &TableReader<'_>, place: &Node, claimed: i64, most: i64) -> Option<i64> {
    let Some(node) = table.get("automatic") else {
        return Some(claimed);
    };
    let automatic = table.reader.number(node, 1, most)?;
    if automatic < claimed {
        // An inherited number does not bind a later claim.
        if node.place.file != place.place.file {
            return Some(claimed);
        }
        let message = format!(
            "`automatic` must be at least {claimed}, where the draw can be claimed, found {automatic}"
        );
        let remedy = format!(
            "write automatic = {claimed} for a draw that needs no claim, or a larger number"
        );
        table.reader.fault(&node.place, message, remedy);
        return None;
    }
    Some(automatic)
}

/// Checks that the pieces fit each other and the end of the game. `nodes` are their tables;
/// `longest` is the number of files or ranks of the board, whichever is more.
fn check_pieces(
    nodes: &[&Node],
    pieces: &[PieceSpec],
    end: &EndSpec,
    longest: usize,
    reader: &Reader<'_>,
) {
    captured(nodes, pieces, reader);
    let views: Vec<PieceView<'_>> = pieces.iter().map(PieceSpec::view).collect();
    for (at, (node, piece)) in nodes.iter().zip(pieces).enumerate() {
        let place = node.get("promotes").unwrap_or(node);
        for choice in piece.promotion_choices() {
            let to = pieces.get(choice.to.index());
            let is_royal = to.is_some_and(|to| to.royal);
            let (text, to) = (&piece.text, to.map_or("?", |to| &to.text));
            // A piece that is not royal may become one only where a side may have several.
            if piece.royal && !is_royal {
                let message = format!("the royal `{text}` would become `{to}`, which is not royal");
                reader.fault(&place.place, message, "let it become another royal piece");
            } else if !piece.royal && is_royal && !end.several_royals {
                let message = format!("`{text}` would become `{to}`, a second royal");
                let remedy = "let it become a piece that is not royal, or write royal = \"capture-last\" or \"check-last\" in [end]";
                reader.fault(&place.place, message, remedy);
            }
        }
        let context = CheckContext {
            place: &node.get("powers").unwrap_or(node).place,
            before: &views[..at],
            piece: views[at],
            pieces: &views,
            has_check: end.royal == RoyalRule::Check,
            longest,
            reader,
        };
        context.check();
    }
}

/// The maximum number of piece types whose captures are counted.
const MAX_COUNTED: usize = 8;

/// Checks the number of types that pieces become only after a capture, which are counted.
fn captured(nodes: &[&Node], pieces: &[PieceSpec], reader: &Reader<'_>) {
    let wanted = PromotionCondition::Lost { captured: true };
    let mut counted: Vec<PieceType> = Vec::new();
    for (node, piece) in nodes.iter().zip(pieces) {
        let choices = piece.promotion_choices();
        for choice in choices.filter(|choice| choice.condition == wanted) {
            if !counted.contains(&choice.to) {
                counted.push(choice.to);
            }
        }
        if counted.len() > MAX_COUNTED {
            let count = counted.len();
            let message = format!("with lost = \"captured\" pieces become {count} other types");
            let place = node.get("promotes").unwrap_or(node);
            reader.fault(&place.place, message, format!("at most {MAX_COUNTED}"));
            return;
        }
    }
}
