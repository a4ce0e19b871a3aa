//! Walls: squares that are closed while a game is played.

use super::names::PieceNames;
use super::spec::{BareRule, DropSpec, PieceSpec, RuleSpec, StalemateRule, WallSquares, WallsSpec};
use crate::board::{Geometry, HOLE};
use crate::input::{Node, Reader, TableReader};
use crate::piece::PieceType;
use crate::powers::{Power, PowerKind};

/// The powers that pieces may have in a game with walls.
const KNOWN: [PowerKind; 8] = [
    PowerKind::Bent,
    PowerKind::Castle,
    PowerKind::DoubleStep,
    PowerKind::Hopper,
    PowerKind::Legs,
    PowerKind::Pass,
    PowerKind::SkipSlide,
    PowerKind::Within,
];

/// The largest board of a game with walls.
const MAX_SQUARES: usize = 255;

/// Reads `[walls]`. Walls have the type behind the last piece.
pub(super) fn read(
    node: &Node,
    reader: &Reader<'_>,
    names: &PieceNames<'_>,
    board: &Geometry,
    pieces: usize,
) -> Option<WallsSpec> {
    let table = reader.table(node, "`walls`", &["built", "open", "petrified"]);
    let squares = [
        ("anywhere", WallSquares::Any),
        ("duck", WallSquares::Duck),
        ("arrow", WallSquares::Arrow),
        ("edge", WallSquares::Edge),
        ("trail", WallSquares::Trail),
    ];
    let built = table.choice("built", &squares);
    let is_unknown = built.is_none() && table.get("built").is_some();
    let open = table.squares("open", board, "write squares such as \"d1\"");
    let petrified = names.list(&table, "petrified")?;
    if is_unknown {
        return None;
    }
    if built.is_none() && petrified.is_empty() {
        let remedy = "say by `built` where moves build them, or name the `petrified` pieces";
        reader.fault(&node.place, "nothing becomes a wall", remedy);
        return None;
    }
    Some(WallsSpec {
        wall: PieceType(pieces as u8),
        built,
        open: open?,
        petrified,
    })
}

/// A wall as a piece.
pub(super) fn piece() -> PieceSpec {
    PieceSpec {
        name: "Wall".to_string(),
        text: HOLE.to_string(),
        moves: None,
        powers: Vec::new(),
        royal: false,
        pawn: false,
        iron: true,
        promotion: None,
        copy_of: None,
        hand: None,
        drop: DropSpec::default(),
    }
}

/// Checks that the rest of the rules knows of walls; `nodes` are the tables of the pieces.
pub(super) fn check(spec: &RuleSpec, top: &TableReader<'_>, nodes: &[&Node]) {
    let Some(node) = top.get("walls").filter(|_| spec.walls.is_some()) else {
        return;
    };
    let reader = top.reader;
    let fault = |message: String, remedy| reader.fault(&node.place, message, remedy);
    let excluded = [
        (spec.hand.is_some(), "pieces in hand"),
        (spec.explosion.is_some(), "explosions"),
        (spec.edge, "edge squares"),
        (spec.end.connection.is_some(), "`connect`"),
        (
            spec.end.stalemate == StalemateRule::FewerWins,
            "stalemate = \"fewer-wins\"",
        ),
    ];
    for (is_there, what) in excluded {
        if is_there {
            let message = format!("{what} and walls do not go together");
            fault(message, "leave out one of them");
        }
    }
    if spec.end.bare != BareRule::Nothing {
        let message = "no side is bare in a game with walls".to_string();
        fault(message, "write bare = \"nothing\" in [end]");
    }
    let squares = spec.files.len() * usize::from(spec.ranks);
    if squares > MAX_SQUARES {
        let message = format!("a board of {squares} squares is too large for walls");
        fault(message, "at most 255 squares");
    }
    for (piece, node) in spec.pieces.iter().zip(nodes) {
        let mut powers = piece.powers.iter().map(Power::kind);
        if let Some(kind) = powers.find(|kind| !KNOWN.contains(kind)) {
            let place = &node.get("powers").unwrap_or(node).place;
            let (text, power) = (&piece.text, kind.name());
            let message = format!("`{text}` has the power `{power}`, in a game with walls");
            reader.fault(place, message, "leave out the power or [walls]");
        }
    }
}
