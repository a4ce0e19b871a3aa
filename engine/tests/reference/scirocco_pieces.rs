//! Scirocco: the piece table, one line for each piece of the rules text, and the promotions.

use super::powers::Mode::{Both, CaptureOnly, MoveOnly};
use super::powers::Power::{Bent, Hop, Igui, Leap, Ride, SkipRide};
use super::powers::{A, C, D, F, FF, FW, G, H, K, N, Power, UNBOUNDED, W, Z};

/// The four rule sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Set {
    Y2009,
    Y2001,
    Y1999,
    Jocly,
}

/// The abbreviations of a rule set: 1999 has no Tadpole. The others read the Frog of 1999 too,
/// which they do not have.
pub fn names(set: Set) -> &'static [&'static str] {
    match set {
        Set::Y1999 => NAMES_1999,
        Set::Y2009 | Set::Y2001 | Set::Jocly => NAMES,
    }
}

const NAMES_1999: &[&str] = &[
    "P", "Gu", "Pr", "Sc", "K", "W", "F", "Co", "Ma", "Ch", "A", "St", "N", "C", "De", "Go", "D",
    "Wa", "Z", "Du", "Vu", "Em", "Za", "Zi", "Wi", "Ab", "Oc", "B", "Q", "R", "Sq", "Ha", "Li",
    "Ge", "Sp", "Fr",
];

/// Every abbreviation but those that only 1999 lacks.
pub const NAMES: &[&str] = &[
    "P", "Gu", "Pr", "Sc", "K", "W", "F", "Co", "Ma", "Ch", "A", "St", "N", "C", "De", "Go", "D",
    "Wa", "Ta", "Z", "Du", "Vu", "Em", "Za", "Zi", "Wi", "Ab", "Oc", "B", "Q", "R", "Sq", "Ha",
    "Li", "Ge", "Sp", "Fr",
];

/// The two royal pieces.
pub fn is_royal(name: &str) -> bool {
    name == "K" || name == "Em"
}

/// The own powers of a piece. Relays are in `scirocco_relays`.
///
/// S-D2: the Harpy is mQ3 in 2009, mQ before. S-J1: the Jocly page's Dervish cannot capture, unless
/// the option `dervish_captures` lets it.
pub fn powers(name: &str, set: Set, dervish_captures: bool) -> &'static [Power] {
    match name {
        // Unpromoted, in the order of the table.
        "P" => &[Leap(FW, MoveOnly), Leap(FF, CaptureOnly)],
        "Gu" => &[Leap(W, MoveOnly), Leap(F, CaptureOnly)],
        "Pr" => &[Leap(F, Both), Leap(N, Both)],
        "Sc" => &[Leap(W, Both), Ride(F, UNBOUNDED, Both)],
        "K" => &[Leap(K, Both)],
        "W" => &[Leap(W, Both)],
        "F" => &[Leap(F, Both)],
        "Co" => &[Leap(K, Both)],
        "Ma" => &[Leap(W, Both), Leap(N, Both)],
        "Ch" => &[Ride(W, 4, Both)],
        "A" => &[Leap(A, Both)],
        "St" => &[Leap(A, Both), Leap(W, CaptureOnly)],
        "N" => &[Leap(N, Both)],
        "C" => &[Leap(C, Both)],
        "De" if set == Set::Jocly && !dervish_captures => &[Leap(D, MoveOnly), Leap(A, MoveOnly)],
        "De" => &[Leap(D, Both), Leap(A, Both)],
        "Go" => &[Leap(D, Both), Leap(F, MoveOnly)],
        "D" => &[Leap(D, Both)],
        "Wa" => &[SkipRide(W)],
        // Promoted, in the order of the table.
        "Ta" => &[Leap(F, Both), Leap(H, Both), Leap(W, CaptureOnly)],
        "Z" => &[Leap(Z, Both)],
        "Du" => &[Leap(N, Both), Ride(W, 4, Both)],
        "Vu" => &[
            Leap(K, Both),
            Ride(F, UNBOUNDED, MoveOnly),
            Ride(W, UNBOUNDED, CaptureOnly),
        ],
        "Em" => &[Leap(W, Both), Leap(D, Both), Leap(A, Both)],
        "Za" => &[Leap(F, Both), Leap(A, Both), Hop(W)],
        "Zi" => &[Leap(W, Both), Leap(D, Both), Hop(F)],
        "Wi" => &[Leap(N, Both), Leap(C, Both)],
        "Ab" => &[Leap(N, Both), Ride(F, 4, Both)],
        "Oc" => &[Bent(F)],
        "B" => &[Ride(F, UNBOUNDED, Both)],
        "Q" => &[Ride(K, UNBOUNDED, Both)],
        "R" => &[Ride(W, UNBOUNDED, Both)],
        "Sq" => &[Leap(D, Both), Leap(N, Both), Leap(A, Both)],
        "Ha" => match set {
            Set::Y2009 | Set::Jocly => &[Ride(K, 3, MoveOnly)],
            Set::Y2001 | Set::Y1999 => &[Ride(K, UNBOUNDED, MoveOnly)],
        },
        "Li" => &[
            Leap(W, Both),
            Leap(F, Both),
            Leap(D, Both),
            Leap(N, Both),
            Leap(A, Both),
        ],
        "Ge" => &[Ride(K, 3, Both), Igui(K)],
        "Sp" => &[Bent(W)],
        // 1999 only.
        "Fr" => &[Leap(K, Both), Leap(H, Both), Leap(G, Both)],
        _ => panic!("{name:?} is not a Scirocco piece"),
    }
}

/// The piece that a piece promotes to after its own move by `files` and `ranks`. A promoted piece never promotes again, except in 1999.
pub fn promotion(name: &str, set: Set, files: i32, ranks: i32) -> Option<&'static str> {
    if set == Set::Y1999 {
        // S-D4
        match name {
            "P" => return Some("A"),
            "A" => return Some("D"),
            "D" => return Some("Fr"),
            "Gu" => return Some("Z"),
            "Z" => return Some("B"),
            "B" => return Some("Z"),
            "Sc" if files == 0 || ranks == 0 => return Some("Ge"),
            "Sc" => return Some("Vu"),
            _ => {}
        }
    }
    let promoted = match name {
        "P" => "Ta",
        "Gu" => "Z",
        "Pr" => "Du",
        "Sc" => "Vu",
        "K" => "Em",
        "W" => "Za",
        "F" => "Zi",
        "Co" => "Wi",
        "Ma" => "Ab",
        "Ch" => "Oc",
        "A" => "B",
        "St" => "Q",
        "N" => "R",
        "C" => "Sq",
        "De" => "Ha",
        "Go" => "Li",
        "D" => "Ge",
        "Wa" => "Sp",
        _ => return None,
    };
    Some(promoted)
}
