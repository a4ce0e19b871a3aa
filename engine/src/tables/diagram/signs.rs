//! The signs of the drawings: the first character of each text, then what it means.

pub(super) const LEAP: &str = "● leap, to move or capture";
pub(super) const LEAP_MOVE: &str = "○ leap, only to move";
pub(super) const LEAP_CAPTURE: &str = "× leap, only to capture";
pub(super) const SLIDE: &str = "◆ along an open line, to move or capture";
pub(super) const SLIDE_MOVE: &str = "◇ along an open line, only to move";
pub(super) const SLIDE_CAPTURE: &str = "◈ along an open line, only to capture";
pub(super) const MIXED: &str = "◐ to move and to capture, one by a leap, one along an open line";
pub(super) const SECOND_LEG: &str = "■ second leg: along an open line on from an empty ○";
pub(super) const PASSED: &str = "□ passed over, must be empty";
pub(super) const DOUBLE_STEP: &str = "△ double step from its starting rank, only to move";
pub(super) const IGUI: &str = "! captured without moving";
pub(super) const HOP: &str = "^ empty landing of a hop, which captures the enemy leapt over";
pub(super) const STRIKE: &str =
    "* landing of a strike, which captures the enemy leapt over and any enemy here";
pub(super) const HURDLE: &str = "∩ to move or capture, over at least one piece in between";
pub(super) const HURDLE_CAPTURE: &str = "∪ only to capture, over at least one piece in between";
pub(super) const TRAMPLE: &str = "▲ to move or capture; every enemy on the way is captured too";
pub(super) const OVERTAKE: &str =
    "» empty landing of an overtaking, which captures every enemy passed";
pub(super) const CONVERT: &str = "~ an enemy here changes sides";
pub(super) const SWAP: &str = "↔ changes places with a piece here";
pub(super) const DESTROY: &str = "† an enemy here and the piece itself are removed";
pub(super) const IMMOBILIZE: &str = "# an enemy here is immobilized";
pub(super) const RELAY: &str = "+ a friend here receives a relay";
pub(super) const RELAY_WITHIN: &str =
    "± a friend here receives a relay; the move lent ends on such squares";
pub(super) const RELAY_END: &str = "= the move lent ends on such squares";
pub(super) const LANDING: &str = "◉ end of a plain move, for example";
pub(super) const VICTIM: &str = "‡ an enemy here is captured by the move to ◉";
