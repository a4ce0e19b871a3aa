//! What names this build's search.

/// How many nodes the searches of `tradewind bench --signature` visit: it changes when search or evaluation do.
const BENCH: &str = include_str!("../../data/reference/bench.txt");

/// The searches that the signature sums up, a line each: the rule set, what is searched, and the nodes.
pub fn searches() -> impl Iterator<Item = &'static str> {
    BENCH.lines()
}

/// The signature of this build's search, as `tradewind bench --signature` prints it.
pub fn signature() -> &'static str {
    let total = BENCH.lines().find_map(|line| line.strip_prefix("total "));
    total.unwrap_or(BENCH)
}
