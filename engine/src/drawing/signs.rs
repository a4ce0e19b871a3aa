//! The signs of plain moves, and those that several powers share: the first character of each text, then
//! what it means.

pub(crate) const LEAP: &str = "● leap, to move or capture";
pub(crate) const LEAP_MOVE: &str = "○ leap, only to move";
pub(crate) const LEAP_CAPTURE: &str = "× leap, only to capture";
pub(crate) const SLIDE: &str = "◆ along an open line, to move or capture";
pub(crate) const SLIDE_MOVE: &str = "◇ along an open line, only to move";
pub(crate) const SLIDE_CAPTURE: &str = "◈ along an open line, only to capture";
pub(crate) const MIXED: &str = "◐ to move and to capture, one by a leap, one along an open line";
pub(crate) const CAPTURED_BY_IGUI: &str = "! captured without moving";
pub(crate) const CONVERTED: &str = "~ an enemy here changes sides";
pub(crate) const LANDING: &str = "◉ end of a plain move, for example";
pub(crate) const VICTIM: &str = "‡ an enemy here is captured by the move to ◉";
