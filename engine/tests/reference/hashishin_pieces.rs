//! Shatranj al'Hashishin and shatranj: the piece tables and the promotions.

use super::powers::Mode::{Both, CaptureOnly, MoveOnly};
use super::powers::Power::{Hop, Leap, Ride};
use super::powers::{A, D, F, FF, FW, K, N, Power, UNBOUNDED, W};
use super::squares::{Side, Square};

/// The three rule sets of Hashishin (H-D3), and shatranj.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Set {
    Wazir,
    Any,
    Homeward,
    Shatranj,
}

/// All abbreviations of a rule set. Every set of Hashishin reads all of Hashishin's.
pub fn names(set: Set) -> &'static [&'static str] {
    match set {
        Set::Shatranj => &["P", "N", "R", "K", "A", "F"],
        Set::Wazir | Set::Any | Set::Homeward => &[
            "P", "N", "F", "T", "W", "R", "K", "Wr", "B", "As", "GV", "Re", "WK", "Nf", "Ff", "Tf",
            "Wf", "Nh", "Fh", "Th", "Wh",
        ],
    }
}

/// The royal pieces. A Regent is not royal (H-D6): it becomes a King first.
pub fn is_royal(name: &str) -> bool {
    name == "K" || name == "WK"
}

/// The powers of a piece. `A` stands on shatranj boards only; the other names mean the same in both.
pub fn powers(name: &str) -> &'static [Power] {
    match name {
        "P" => &[Leap(FW, MoveOnly), Leap(FF, CaptureOnly)],
        "N" | "Nf" | "Nh" => &[Leap(N, Both)],
        "F" | "Ff" | "Fh" => &[Leap(F, Both)],
        "T" | "Tf" | "Th" => &[Leap(A, Both), Leap(D, Both)],
        "W" | "Wf" | "Wh" => &[Leap(W, Both)],
        "R" => &[Ride(W, UNBOUNDED, Both)],
        "K" => &[Leap(K, Both)],
        "Wr" => &[Leap(N, Both), Leap(W, Both)],
        "B" => &[Ride(F, UNBOUNDED, Both)],
        // H-D5: overtaking is a hop over any of the eight neighbours; the same leap without
        // capturing is one of A + D.
        "As" => &[Leap(A, Both), Leap(D, Both), Hop(K)],
        "GV" => &[Leap(K, Both)],
        "Re" => &[Leap(K, Both)],
        "WK" => &[Leap(K, Both), Leap(N, Both)],
        "A" => &[Leap(A, Both)],
        _ => panic!("{name:?} is not a piece of this game"),
    }
}

/// The pieces that the mover may choose from when a piece of `side` moves between the two squares;
/// empty if it does not promote. `has_regent`: whether that player has a Regent.
pub fn promotions(
    name: &str,
    set: Set,
    side: Side,
    from: Square,
    to: Square,
    has_regent: bool,
) -> &'static [&'static str] {
    // Ranks as the owner counts them, from 1.
    let from_rank = owners_rank(from, side);
    let to_rank = owners_rank(to, side);
    if set == Set::Shatranj {
        return if name == "P" && to_rank == 8 {
            &["F"]
        } else {
            &[]
        };
    }
    match name {
        // H-D3
        "P" if to_rank == 8 => match set {
            Set::Wazir => &["Wf"],
            Set::Any => &["Nf", "Ff", "Tf", "Wf", "R"],
            Set::Homeward => &["Nh", "Fh", "Th", "Wh", "R"],
            Set::Shatranj => &[],
        },
        // H-D2: on arriving at the far rank.
        "N" if to_rank == 8 => &["Wr"],
        "F" if to_rank == 8 => &["B"],
        "W" if to_rank == 8 => &["GV"],
        "K" if to_rank == 8 => &["WK"],
        // H-D2: a thief on the farthest rank that it can ever reach.
        "T" if to_rank == 8 || to_rank == 7 => &["As"],
        // H-D3: homeward forms, on arriving at the owner's first rank; a thief at the nearest that
        // it can reach, the second from even ranks (where play puts it) and the first from odd.
        "Nh" if to_rank == 1 => &["Wr"],
        "Fh" if to_rank == 1 => &["B"],
        "Wh" if to_rank == 1 => &["GV"],
        "Th" if to_rank == 2 || to_rank == 1 => &["As"],
        // H-D4: a move that starts off the owner's first rank and ends on it.
        "GV" if from_rank != 1 && to_rank == 1 && !has_regent => &["Re"],
        _ => &[],
    }
}

/// The rank as its owner counts it: 1 is the owner's first, 8 the far rank.
fn owners_rank(square: Square, side: Side) -> i32 {
    match side {
        Side::White => square.rank + 1,
        Side::Black => 8 - square.rank,
    }
}
