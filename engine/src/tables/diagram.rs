//! Drawing how a piece moves.

use super::compile::plain_reach;
use super::reach::ReachBuilder;
use super::{Arena, Powers, Reach};
use crate::board::{Geometry, Square, SquareSet};
use crate::piece::Color;
use crate::rules::{PieceSpec, PieceType, Power, RuleSpec, Term};

/// The most squares that a diagram shows on each side of the piece.
const MOST_RADIUS: i32 = 6;
/// How far slides without a limit are drawn.
const SLIDE_RADIUS: i32 = 4;

/// A drawing of how White's piece moves on an empty board: two characters a square, the piece in
/// the middle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    /// The rows, top down; all of the same width in characters.
    pub rows: Vec<String>,
    /// What the signs used mean, each with its sign first.
    pub legend: Vec<&'static str>,
}

const LEAP: &str = "● leap, to move or capture";
const LEAP_MOVE: &str = "○ leap, only to move";
const LEAP_CAPTURE: &str = "× leap, only to capture";
const SLIDE: &str = "◆ along an open line, to move or capture";
const SLIDE_MOVE: &str = "◇ along an open line, only to move";
const SLIDE_CAPTURE: &str = "◈ along an open line, only to capture";
const IGUI: &str = "! captured without moving";
const HOP: &str = "^ landing of a hop over the enemy next to it";
const RELAY: &str = "+ a friend here receives a relay";

/// Draws a piece of a rule set.
pub fn diagram(spec: &RuleSpec, piece: PieceType) -> Diagram {
    let size = 2 * MOST_RADIUS + 1;
    let files = (0..size as u8).map(|file| (b'a' + file) as char).collect();
    let board = Geometry::new(files, size as u8, 1);
    let centre = Square((size * size / 2) as u8);
    let piece = spec.piece(piece);
    let mut arena = Arena::<3>::default();
    let reach = plain_reach(piece, &board, Color::White, centre, &mut arena);
    let powers = Powers::compile(spec, piece, &board, Color::White, &mut arena);
    let marks = Marks::new(&reach, &powers, &board, centre, &mut arena, piece);
    let radius = radius(piece);
    let middle = size / 2;
    let mut legend: Vec<&'static str> = Vec::new();
    let rows = (middle - radius..=middle + radius).rev().map(|rank| {
        let cells = (middle - radius..=middle + radius).filter_map(|file| board.at(file, rank));
        cells
            .map(|square| marks.cell(square, centre, &piece.text, &mut legend))
            .collect()
    });
    let rows = rows.collect();
    let order = [
        LEAP,
        LEAP_MOVE,
        LEAP_CAPTURE,
        SLIDE,
        SLIDE_MOVE,
        SLIDE_CAPTURE,
        IGUI,
        HOP,
        RELAY,
    ];
    legend.sort_by_key(|sign| order.iter().position(|known| known == sign));
    legend.dedup();
    Diagram { rows, legend }
}

/// How many squares on each side show what there is to see.
fn radius(piece: &PieceSpec) -> i32 {
    let term_radius = |term: &Term| {
        let longest = term
            .leaps
            .iter()
            .map(|leap| leap.0.abs().max(leap.1.abs()))
            .max()
            .unwrap_or(1);
        match term.range {
            1 => longest,
            Term::UNLIMITED => SLIDE_RADIUS.max(longest * 2),
            range => longest * i32::from(range) + 1,
        }
    };
    let texts = piece
        .moves
        .iter()
        .chain(piece.powers.iter().flat_map(|power| match power {
            Power::Hop { over } => vec![over],
            Power::Igui { targets } => vec![targets],
            Power::Relay { to, .. } => vec![to],
            Power::SkipSlide { along, .. } => vec![along],
            Power::Bent { first, then } => vec![first, then],
            Power::Hurdle { along } | Power::Trample { along } | Power::Overtake { along, .. } => {
                vec![along]
            }
            Power::Strike { over } => vec![over],
            Power::Convert { targets } | Power::MutualDestruction { targets } => vec![targets],
            Power::Swap { with, .. } => vec![with],
            Power::Immobilize { at, .. } => vec![at],
            Power::DoubleStep { .. }
            | Power::Castle { .. }
            | Power::Regent { .. }
            | Power::Pass
            | Power::Immune
            | Power::Approach { .. }
            | Power::Withdrawal
            | Power::Chameleon => vec![],
        }));
    let hops = piece
        .powers
        .iter()
        .any(|power| matches!(power, Power::Hop { .. }));
    let widest = texts
        .flat_map(|text| &text.terms)
        .map(term_radius)
        .max()
        .unwrap_or(1);
    widest.max(if hops { 2 } else { 1 }).min(MOST_RADIUS)
}

/// The squares that carry each sign.
struct Marks {
    plain: [(&'static str, SquareSet<3>); 6],
    igui: SquareSet<3>,
    hops: SquareSet<3>,
    relays: SquareSet<3>,
}

impl Marks {
    fn new(
        reach: &Reach<3>,
        powers: &Powers<3>,
        board: &Geometry,
        centre: Square,
        arena: &mut Arena<3>,
        piece: &PieceSpec,
    ) -> Marks {
        let [both, only_move, only_capture] = reach.lines_by_mode(arena);
        let igui = powers
            .igui(centre)
            .map_or(SquareSet::EMPTY, |reach| reach.alone(arena));
        let hops = powers.hops(centre).iter().map(|hop| hop.landing).collect();
        let mut relays = SquareSet::EMPTY;
        for power in &piece.powers {
            if let Power::Relay { to, .. } = power {
                let mut builder = ReachBuilder::new(board, Color::White, centre);
                builder.betza(to);
                relays |= builder.finish(arena).alone(arena);
            }
        }
        Marks {
            plain: [
                (LEAP, reach.leaps),
                (SLIDE, both),
                (LEAP_MOVE, reach.move_leaps),
                (LEAP_CAPTURE, reach.capture_leaps),
                (SLIDE_MOVE, only_move),
                (SLIDE_CAPTURE, only_capture),
            ],
            igui,
            hops,
            relays,
        }
    }

    fn cell(
        &self,
        square: Square,
        centre: Square,
        text: &str,
        legend: &mut Vec<&'static str>,
    ) -> String {
        if square == centre {
            return format!("{text:<2}");
        }
        let mut show = |mark: Option<&'static str>, empty: char| match mark {
            Some(mark) => {
                legend.push(mark);
                mark.chars().next().unwrap_or(empty)
            }
            None => empty,
        };
        let plain = self
            .plain
            .iter()
            .find(|(_, squares)| squares.contains(square));
        let others = [(IGUI, self.igui), (HOP, self.hops), (RELAY, self.relays)];
        let other = others.iter().find(|(_, squares)| squares.contains(square));
        let first = show(plain.map(|(mark, _)| *mark), '·');
        let second = show(other.map(|(mark, _)| *mark), ' ');
        format!("{first}{second}")
    }
}
