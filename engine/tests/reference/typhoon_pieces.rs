//! Typhoon: the piece table, one line for each piece of the rules text, and the promotions.

use super::powers::Mode::{Both, CaptureOnly, MoveOnly};
use super::powers::Power::{Bent, Hop, Igui, Leap, Ride, SkipRide};
use super::powers::{A, C, D, F, FF, FW, G, H, K, N, Power, Step, UNBOUNDED, W, Z};

/// All abbreviations, in the order of the table.
pub const NAMES: &[&str] = &[
    "FH", "FO", "GW", "FB", "Ma", "Ab", "Pr", "Du", "St", "Q", "Go", "Li", "Ci", "Ty", "Sa", "Ge",
    "GG", "HO", "FL", "DO", "K", "Em", "Co", "Wi", "Cu", "Lo", "Hu", "Im", "C", "Sq", "BD", "Ce",
    "A", "Sc", "D", "DK", "W", "Za", "F", "Zi", "Ot", "Mi", "Be", "So", "Ov", "Nr", "Un", "Da",
    "Ch", "Oc", "Wa", "Sp", "N", "R", "Der", "Ha", "SG", "Vu", "CG", "Ib", "DEl", "EP", "BT", "TP",
    "La", "Pa", "Ba", "Ra", "Fu", "Z", "P", "Ta", "Gu", "B", "EE",
];

/// sW and, ridden, sR.
pub const SW: &[Step] = &[(1, 0), (-1, 0)];
/// bW and, ridden, bR.
pub const BW: &[Step] = &[(0, -1)];
/// bF.
pub const BF: &[Step] = &[(1, -1), (-1, -1)];
/// fD.
pub const FD: &[Step] = &[(0, 2)];
/// bD.
pub const BD: &[Step] = &[(0, -2)];
/// T-D19: bhN is all four knight leaps to the rear.
pub const BN: &[Step] = &[(2, -1), (1, -2), (-1, -2), (-2, -1)];

/// The five royal pieces.
pub fn is_royal(name: &str) -> bool {
    matches!(name, "K" | "Em" | "EE" | "EP" | "TP")
}

/// The pieces that give their side the move `pass`.
pub fn may_pass(name: &str) -> bool {
    matches!(name, "HO" | "DO" | "Pa" | "Ra")
}

/// The part of the table that needs no more than the terms every game shares. What `strike` and the
/// decisions T-D1 to T-D14 add is in `typhoon_powers` and `typhoon_relays`.
///
/// `salamander_range` is 3 or 4 (T-D3); `tadpole_diagonal_leap` is the option of T-D13.
pub fn powers(name: &str, salamander_range: i32, tadpole_diagonal_leap: bool) -> &'static [Power] {
    match name {
        // Lance pair.
        "FH" => &[Ride(FW, UNBOUNDED, Both), Leap(BN, Both)],
        "FO" => &[
            Ride(F, UNBOUNDED, Both),
            Ride(FW, UNBOUNDED, Both),
            Ride(BW, UNBOUNDED, Both),
        ],
        "GW" => &[Ride(FW, UNBOUNDED, Both), Leap(BF, Both)],
        "FB" => &[Ride(F, UNBOUNDED, Both), Ride(SW, UNBOUNDED, Both)],
        // Fat pair.
        "Ma" => &[Leap(W, Both), Leap(N, Both)],
        "Ab" => &[Leap(N, Both), Ride(F, 4, Both)],
        "Pr" => &[Leap(F, Both), Leap(N, Both)],
        "Du" => &[Leap(N, Both), Ride(W, 4, Both)],
        // Animal pair.
        "St" => &[Leap(A, Both), Leap(W, CaptureOnly)],
        "Q" => &[Ride(K, UNBOUNDED, Both)],
        "Go" => &[Leap(D, Both), Leap(F, MoveOnly)],
        "Li" => &[
            Leap(W, Both),
            Leap(F, Both),
            Leap(D, Both),
            Leap(N, Both),
            Leap(A, Both),
        ],
        // Queenlet pair.
        "Ci" => &[],                             // T-D1
        "Ty" => &[Leap(F, Both), Leap(A, Both)], // and T-D2
        "Sa" if salamander_range == 4 => &[Ride(K, 4, MoveOnly), Leap(K, CaptureOnly)],
        "Sa" => &[Ride(K, 3, MoveOnly), Leap(K, CaptureOnly)],
        "Ge" => &[Ride(K, 3, Both), Igui(K)],
        // Guardian pair.
        "GG" => &[Leap(W, Both), Leap(FF, Both)],
        "HO" => &[Ride(F, 4, Both), Leap(D, Both), Leap(FW, Both)], // and strike
        "FL" => &[Leap(F, Both), Leap(FW, Both), Leap(BW, Both)],
        "DO" => &[Ride(W, 4, Both), Leap(A, Both), Leap(FF, Both)], // and strike
        // Regal pair.
        "K" => &[Leap(K, Both)],
        "Em" => &[Ride(K, 2, Both), Leap(N, Both)],
        "Co" => &[Leap(K, Both)],
        "Wi" => &[Leap(N, Both), Leap(C, Both)],
        // Dagger pair.
        "Cu" => &[Leap(SW, Both), Leap(BW, Both), Leap(FD, Both)], // and T-D5
        "Lo" => &[],                                               // T-D6
        "Hu" => &[Leap(SW, Both), Leap(BW, Both), Leap(FD, Both)], // and T-D7
        "Im" => &[Ride(K, UNBOUNDED, MoveOnly)],                   // and T-D8
        // Colorbound pair.
        "C" => &[Leap(C, Both)],
        "Sq" => &[Leap(D, Both), Leap(N, Both), Leap(A, Both)],
        "BD" => &[Ride(F, 3, Both)],
        "Ce" => &[Leap(W, Both), Leap(F, Both), Leap(N, Both)],
        // Ancient pair.
        "A" => &[Leap(A, Both)],
        "Sc" => &[Leap(W, Both), Ride(F, UNBOUNDED, Both)],
        "D" => &[Leap(D, Both)],
        "DK" => &[Leap(F, Both), Ride(W, UNBOUNDED, Both)],
        // Short pair.
        "W" => &[Leap(W, Both)],
        "Za" => &[Leap(F, Both), Leap(A, Both), Hop(W)],
        "F" => &[Leap(F, Both)],
        "Zi" => &[Leap(W, Both), Leap(D, Both), Hop(F)],
        // Side pair.
        "Ot" => &[Leap(F, Both), Ride(SW, 4, Both), Leap(FW, Both)],
        "Mi" => &[], // T-D9
        "Be" => &[
            Ride(SW, 4, Both),
            Ride(BW, UNBOUNDED, Both),
            Leap(FF, Both),
            Leap(FW, Both),
        ],
        "So" => &[], // T-D10
        // Odd pair.
        "Ov" => &[Leap(K, MoveOnly), Hop(K)],
        "Nr" => &[Ride(N, UNBOUNDED, Both)],
        "Un" => &[], // T-D11
        "Da" => &[
            Leap(K, MoveOnly),
            Ride(D, UNBOUNDED, Both),
            Ride(A, UNBOUNDED, Both),
        ],
        // Square pair.
        "Ch" => &[Ride(W, 4, Both)],
        "Oc" => &[Bent(F)],
        "Wa" => &[SkipRide(W)],
        "Sp" => &[Bent(W)],
        // Horse pair.
        "N" => &[Leap(N, Both)],
        "R" => &[Ride(W, UNBOUNDED, Both)],
        "Der" => &[Leap(D, Both), Leap(A, Both)], // and T-D12
        "Ha" => &[Ride(K, UNBOUNDED, MoveOnly)],  // and T-D12
        // Metal pair.
        "SG" => &[Leap(F, Both), Leap(FW, Both)],
        "Vu" => &[
            Leap(K, Both),
            Ride(F, UNBOUNDED, MoveOnly),
            Ride(W, UNBOUNDED, CaptureOnly),
        ],
        "CG" => &[Leap(FF, Both), Leap(FW, Both), Leap(BW, Both)],
        "Ib" => &[
            Leap(K, Both),
            Ride(W, UNBOUNDED, MoveOnly),
            Ride(F, UNBOUNDED, CaptureOnly),
        ],
        // Princely pair.
        "DEl" => &[Leap(F, Both), Leap(FW, Both), Leap(SW, Both)],
        "EP" => &[
            Leap(K, MoveOnly),
            Leap(N, CaptureOnly),
            Leap(A, CaptureOnly),
        ],
        "BT" => &[Leap(F, Both), Leap(SW, Both), Leap(BW, Both)],
        "TP" => &[
            Leap(K, MoveOnly),
            Leap(D, CaptureOnly),
            Leap(N, CaptureOnly),
        ],
        // Go-Between pair.
        "La" => &[Leap(FF, Both)],
        "Pa" => &[Leap(W, Both), Leap(D, Both)], // and strike
        "Ba" => &[Leap(FW, Both), Leap(SW, Both)],
        "Ra" => &[Leap(F, Both), Leap(A, Both)], // and strike
        // The pawn row.
        "Fu" => &[Leap(FW, Both)],
        "Z" => &[Leap(Z, Both)],
        "P" => &[Leap(FW, MoveOnly), Leap(FF, CaptureOnly)],
        "Ta" if tadpole_diagonal_leap => &[
            Leap(F, Both),
            Leap(H, Both),
            Leap(G, Both),
            Leap(W, CaptureOnly),
        ],
        "Ta" => &[Leap(F, Both), Leap(H, Both), Leap(W, CaptureOnly)],
        "Gu" => &[Leap(W, MoveOnly), Leap(F, CaptureOnly)],
        "B" => &[Ride(F, UNBOUNDED, Both)],
        // By promotion of the King; and T-D14.
        "EE" => &[
            Leap(W, Both),
            Leap(F, Both),
            Leap(D, Both),
            Leap(N, Both),
            Leap(A, Both),
            Leap(H, Both),
            Leap(C, Both),
            Leap(Z, Both),
            Leap(G, Both),
        ],
        _ => panic!("{name:?} is not a Typhoon piece"),
    }
}

/// The piece that a piece promotes to. Under T-D4 the King becomes the Emperor of Emperors instead. A
/// promoted piece never promotes again.
pub fn promotion(name: &str) -> Option<&'static str> {
    let promoted = match name {
        "FH" => "FO",
        "GW" => "FB",
        "Ma" => "Ab",
        "Pr" => "Du",
        "St" => "Q",
        "Go" => "Li",
        "Ci" => "Ty",
        "Sa" => "Ge",
        "GG" => "HO",
        "FL" => "DO",
        "K" => "Em",
        "Co" => "Wi",
        "Cu" => "Lo",
        "Hu" => "Im",
        "C" => "Sq",
        "BD" => "Ce",
        "A" => "Sc",
        "D" => "DK",
        "W" => "Za",
        "F" => "Zi",
        "Ot" => "Mi",
        "Be" => "So",
        "Ov" => "Nr",
        "Un" => "Da", // T-D15
        "Ch" => "Oc",
        "Wa" => "Sp",
        "N" => "R",
        "Der" => "Ha",
        "SG" => "Vu",
        "CG" => "Ib",
        "DEl" => "EP",
        "BT" => "TP",
        "La" => "Pa",
        "Ba" => "Ra",
        "Fu" => "Z",
        "P" => "Ta",
        "Gu" => "B",
        _ => return None,
    };
    Some(promoted)
}
