//! The signature of this build's search.

/// The node counts of `tradewind bench --signature`, which change with the search and the
/// evaluation.
const BENCH: &str = include_str!("../../data/reference/bench.txt");

/// The searches of the signature, a line each: the rule set, the position and the nodes.
pub fn searches() -> impl Iterator<Item = &'static str> {
    BENCH.lines()
}

/// The signature of this build's search, as `tradewind bench --signature` prints it.
pub fn signature() -> &'static str {
    let total = BENCH.lines().find_map(|line| line.strip_prefix("total "));
    total.unwrap_or(BENCH)
}
