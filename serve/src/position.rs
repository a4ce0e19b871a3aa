//! Positions for the page: rule sets, boards, legal moves and searches. A request names the rules and all moves, so that
//! the server keeps no games.

use crate::catalog::Compiled;
use crate::choices::{Choice, choices, hand_place};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tradewind_engine::board::Square;
use tradewind_engine::evaluation::Weights;
use tradewind_engine::notation::Notation;
use tradewind_engine::rules::{self, PieceType, RuleSpec};
use tradewind_engine::search::{Limits, Score};
use tradewind_engine::{Color, Game, Move, Rules, theory};
use tradewind_report::diagram::{self, words};

/// Maximum number of moves of a game.
const MAX_MOVES: usize = 10_000;
/// Maximum nodes of a search.
const MAX_NODES: u64 = 5_000_000;
/// Maximum time of a search.
const MAX_TIME: Duration = Duration::from_secs(15);
/// Maximum number of arrays that are listed.
const MAX_ARRAYS: usize = 64;
/// Time that a move takes between the search and the page, in milliseconds.
const OVERHEAD: u64 = 100;
/// Maximum number of lines of an analysis.
const MAX_LINES: usize = 5;

/// A position of a game.
#[derive(Clone, Debug, Deserialize)]
pub struct Place {
    /// The id of the rule set.
    pub rules: String,
    /// Options with their values.
    #[serde(default)]
    pub settings: Vec<(String, String)>,
    /// The number of the array.
    #[serde(default)]
    pub array: u32,
    /// A position instead of an array.
    pub fen: Option<String>,
    /// The moves from there.
    #[serde(default)]
    pub moves: Vec<String>,
    /// Whether draws that could be claimed do not end the game, as in recorded games.
    #[serde(default)]
    pub leaves_claims: bool,
}

/// A search.
#[derive(Clone, Debug, Deserialize)]
pub struct SearchPlan {
    /// The position.
    #[serde(flatten)]
    pub place: Place,
    /// Maximum nodes.
    pub nodes: u64,
    /// Time left and increment of the side to move, in milliseconds, if it plays with a clock.
    pub clock: Option<[u64; 2]>,
    /// Number of lines.
    #[serde(default)]
    pub lines: usize,
    /// Random error of evaluations, in centipawns.
    #[serde(default)]
    pub noise: u32,
    /// Seed of that error.
    #[serde(default)]
    pub seed: u64,
}

/// A piece type.
#[derive(Clone, Debug, Serialize)]
pub struct PieceView {
    name: String,
    text: String,
    royal: bool,
    pawn: bool,
    /// Its moves, powers and promotions in words.
    words: String,
    /// Its moves in Betza notation.
    moves: String,
    /// Its value in units of a pawn with both ends of the 95 % interval; `None` for royals and where it is not measured.
    value: Option<[f64; 3]>,
    /// Its value by theory, in units of a pawn.
    theory: Option<f64>,
}

/// A rule set.
#[derive(Clone, Debug, Serialize)]
pub struct RulesView {
    name: String,
    summary: String,
    source: String,
    end: String,
    files: String,
    ranks: i32,
    first_rank: i32,
    edge: bool,
    holes: Vec<usize>,
    /// Whether pieces can be in hand.
    hands: bool,
    pieces: Vec<PieceView>,
    /// The numbers of the first arrays.
    arrays: Vec<u32>,
    choosing: Option<ChoosingView>,
    options: Vec<OptionView>,
}

/// How players choose an array: the bits of its number. Bit `n` exchanges pair `n`, the next one mirrors Black's pieces.
#[derive(Clone, Debug, Serialize)]
pub struct ChoosingView {
    /// By bit: two squares whose pieces it exchanges, for both sides, and whether White chooses it.
    pairs: Vec<([u8; 2], bool)>,
    /// By value of the symmetry's bit: whether Black's pieces mirror White's; `None` where no bit says so.
    mirrored: Option<[bool; 2]>,
}

/// An option of a rule set.
#[derive(Clone, Debug, Serialize)]
pub struct OptionView {
    name: String,
    help: String,
    values: Vec<String>,
    chosen: String,
}

/// A move that was played.
#[derive(Clone, Debug, Serialize)]
pub struct PlayedView {
    text: String,
    /// Squares whose content changed.
    changed: Vec<u8>,
}

/// A position with its legal moves. Squares are rank × files + file, from 0.
#[derive(Clone, Debug, Serialize)]
pub struct PositionView {
    /// By square: 2 × piece type, + 1 for Black; −1 for none.
    squares: Vec<i32>,
    /// The hands of White and Black: the place of each piece type, as `from` of a choice; its number; and how many there are.
    hands: [Vec<[u16; 3]>; 2],
    /// `w` or `b`.
    side: &'static str,
    fen: String,
    is_check: bool,
    /// The result and the reason, when the game is over.
    over: Option<[String; 2]>,
    choices: Vec<Choice>,
    played: Vec<PlayedView>,
}

/// A line of a search.
#[derive(Clone, Debug, Serialize)]
pub struct LineView {
    /// Centipawns for White; `None` when a side wins by force.
    cp: Option<i32>,
    /// Plies to the forced win of White, negative for one of Black.
    wins: Option<i64>,
    /// The moves.
    moves: Vec<String>,
    /// Start and target of each move.
    arrows: Vec<[u8; 2]>,
    depth: u32,
}

/// The result of a search.
#[derive(Clone, Debug, Serialize)]
pub struct SearchView {
    lines: Vec<LineView>,
    nodes: u64,
    milliseconds: u64,
}

/// The rule set for the page.
pub fn rules_view(rules: &Rules) -> RulesView {
    let spec = rules.spec();
    let theory = theory::values(spec);
    let tuned = Weights::tuned_values(spec);
    let pawn = spec.piece_types().find(|&piece| spec.piece(piece).pawn);
    let unit = pawn
        .map(|pawn| theory[pawn.index()])
        .filter(|unit| *unit > 0.0);
    let pieces = spec.piece_types().map(|piece| {
        let own = spec.piece(piece);
        let value = tuned.iter().find(|(known, _)| *known == piece);
        PieceView {
            name: own.name.clone(),
            text: own.text.clone(),
            royal: own.royal,
            pawn: own.pawn,
            words: words(spec, own),
            moves: own
                .moves
                .as_ref()
                .map_or(String::new(), ToString::to_string),
            value: value.map(|(_, value)| *value).filter(|_| !own.royal),
            theory: unit
                .filter(|_| !own.royal)
                .map(|unit| theory[piece.index()] / unit),
        }
    });
    let board = rules.geometry();
    let options = spec.options.iter().map(|option| OptionView {
        name: option.name.clone(),
        help: option.help.clone(),
        values: option.values.clone(),
        chosen: option.chosen.clone(),
    });
    let arrays = spec.array_numbers();
    RulesView {
        name: spec.name.clone(),
        summary: spec.summary.clone(),
        source: spec.source.clone(),
        end: spec.end_text(),
        files: spec.files.iter().collect(),
        ranks: board.ranks(),
        first_rank: board.rank_name(0),
        edge: spec.edge,
        holes: board.holes().map(Square::index).collect(),
        hands: spec.hand.is_some(),
        pieces: pieces.collect(),
        arrays: arrays.into_iter().take(MAX_ARRAYS).collect(),
        choosing: choosing(rules),
        options: options.collect(),
    }
}

/// How an array is chosen, if any exchange may be played.
fn choosing(rules: &Rules) -> Option<ChoosingView> {
    let spec = rules.spec();
    let is_any = spec.arrays.len() == 1 && spec.array_ids.is_none();
    let changes = spec.array_changes(0).filter(|_| is_any)?;
    let board = rules.geometry();
    let square = |(file, rank): (u8, u8)| rank * board.files() as u8 + file;
    let pairs = changes.exchanges.iter().enumerate();
    let pairs = pairs.map(|(bit, (pair, _))| {
        let squares = pair.map(square);
        (squares, changes.white_chooses.contains(&bit))
    });
    let pairs: Vec<_> = pairs.collect();
    (!pairs.is_empty()).then_some(ChoosingView {
        pairs,
        mirrored: changes.mirrored.map(|first| [first, !first]),
    })
}

/// What stands on each square of the page.
fn squares(rules: &Rules, game: &Game) -> Vec<i32> {
    let code = |square| match game.at(square) {
        Some((color, piece)) => 2 * piece.index() as i32 + i32::from(color == Color::Black),
        None => -1,
    };
    rules.geometry().all().map(code).collect()
}

/// The pieces in hand of a side.
fn hand(rules: &Rules, game: &Game, color: Color) -> Vec<[u16; 3]> {
    let mut counts: BTreeMap<PieceType, u16> = BTreeMap::new();
    for piece in game.hand(color) {
        *counts.entry(piece).or_default() += 1;
    }
    let view =
        |(piece, count): (PieceType, u16)| [hand_place(rules, piece), piece.index() as u16, count];
    counts.into_iter().map(view).collect()
}

/// What stands on each square in the first array.
pub fn first_squares(rules: &Rules) -> Vec<i32> {
    let numbers = rules.spec().array_numbers();
    let first = numbers.first().and_then(|&array| rules.start(array));
    first.map_or(Vec::new(), |game| squares(rules, &game))
}

/// The drawing of a piece's moves as SVG.
///
/// # Errors
/// It cannot be drawn.
pub fn drawing(spec: &RuleSpec, piece: PieceType) -> Result<String, String> {
    let svg = diagram::piece(spec, piece).and_then(|drawing| drawing.svg());
    svg.map_err(|error| error.to_string())
}

/// What differs between two rule sets: the property, in the one and in the other.
pub fn changes(one: &RuleSpec, other: &RuleSpec) -> Vec<[String; 3]> {
    let text = |text: Option<String>| text.unwrap_or_else(|| "–".to_string());
    let all = rules::diff(one, other).into_iter();
    all.map(|one| [one.what, text(one.from), text(one.to)])
        .collect()
}

/// The game of a place after all of its moves. `visit` is called with the game before the first one, and after each of
/// them with its text.
fn replay(
    rules: &Rules,
    place: &Place,
    mut visit: impl FnMut(&Game, Option<String>),
) -> Result<Game, String> {
    let first = match &place.fen {
        Some(fen) => tradewind_engine::notation::position(rules, fen)?,
        None => rules
            .start(place.array)
            .ok_or_else(|| format!("there is no array {}", place.array))?,
    };
    if place.moves.len() > MAX_MOVES {
        return Err(format!("{} moves are too many", place.moves.len()));
    }
    // Draws by claim are as good as agreed on.
    let mut game = match place.leaves_claims {
        true => first.leaving_claims(),
        false => first.taking_claims(),
    };
    visit(&game, None);
    for text in &place.moves {
        let found = Notation::of(rules).find(rules, &game, text);
        let found = found.or_else(|| game.find(text));
        let mv = found.ok_or_else(|| format!("{text} is not a legal move"))?;
        let text = game.move_text(mv);
        game.play(mv).map_err(|error| error.to_string())?;
        visit(&game, Some(text));
    }
    Ok(game)
}

/// The position for the page.
///
/// # Errors
/// The array, the position or a move is wrong.
pub fn position_view(compiled: &Compiled, place: &Place) -> Result<PositionView, String> {
    let (mut played, mut now) = (Vec::new(), Vec::new());
    let game = replay(&compiled.rules, place, |game, text| {
        let before = std::mem::replace(&mut now, squares(&compiled.rules, game));
        played.extend(text.map(|text| {
            PlayedView {
                text,
                changed: (0..now.len())
                    .filter(|&at| before[at] != now[at])
                    .map(|at| at as u8)
                    .collect(),
            }
        }));
    })?;
    let over = game.over();
    let over = over.map(|(outcome, ending)| [outcome.text(), ending.name()].map(str::to_string));
    Ok(PositionView {
        squares: now,
        hands: [Color::White, Color::Black].map(|color| hand(&compiled.rules, &game, color)),
        side: if game.side() == Color::White {
            "w"
        } else {
            "b"
        },
        fen: game.text(),
        is_check: game.is_in_check(),
        choices: match over {
            Some(_) => Vec::new(),
            None => choices(&compiled.rules, &game),
        },
        over,
        played,
    })
}

/// The best lines of a position.
///
/// # Errors
/// The array, the position or a move is wrong.
pub fn search_view(
    compiled: &Compiled,
    plan: &SearchPlan,
    stop: &Arc<AtomicBool>,
) -> Result<SearchView, String> {
    let game = replay(&compiled.rules, &plan.place, |_, _| {})?;
    let mut searcher = compiled.searcher();
    searcher.set_multi_pv(plan.lines.clamp(1, MAX_LINES));
    searcher.set_noise(plan.noise, plan.seed);
    // The same request gets the same answer.
    searcher.clear();
    let timed = plan
        .clock
        .map_or_else(Limits::default, |[left, increment]| {
            Limits::of_clock(left, increment, None, OVERHEAD)
        });
    let limits = Limits {
        nodes: Some(plan.nodes.clamp(1, MAX_NODES)),
        time: Some(timed.time.map_or(MAX_TIME, |time| time.min(MAX_TIME))),
        stop: Some(Arc::clone(stop)),
        ..timed
    };
    let mut lines = BTreeMap::new();
    let last = searcher.search(&game, &limits, |info| {
        lines.insert(info.multi_pv, line(&game, info.score, info.depth, &info.pv));
    });
    if !last.pv.is_empty() {
        lines
            .entry(1)
            .or_insert_with(|| line(&game, last.score, last.depth, &last.pv));
    }
    compiled.give_back(searcher);
    Ok(SearchView {
        lines: lines.into_values().collect(),
        nodes: last.nodes,
        milliseconds: last.time.as_millis() as u64,
    })
}

fn line(game: &Game, score: Score, depth: u32, pv: &[Move]) -> LineView {
    let sign = if game.side() == Color::White { 1 } else { -1 };
    let (cp, wins) = match score {
        Score::Cp(cp) => (Some(sign * cp), None),
        Score::Wins(plies) => (None, Some(i64::from(sign) * i64::from(plies.max(1)))),
        Score::Loses(plies) => (None, Some(-i64::from(sign) * i64::from(plies.max(1)))),
    };
    let mut game = game.clone();
    let (mut moves, mut arrows) = (Vec::new(), Vec::new());
    for &mv in pv {
        let text = game.move_text(mv);
        arrows.push([mv.from, mv.named_target()].map(|square| square.0));
        if game.play(mv).is_err() {
            break;
        }
        moves.push(text);
    }
    LineView {
        cp,
        wins,
        moves,
        arrows,
        depth,
    }
}

/// The piece type with a number.
pub fn piece(compiled: &Compiled, number: usize) -> Option<PieceType> {
    compiled.rules.spec().piece_types().nth(number)
}
