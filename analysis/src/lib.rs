//! Statistics of self-play: from rows of numbers to estimates with honest intervals, and from
//! those to tables, plots and a page.
//!
//! Data flow in one direction:
//!
//! | from | through | to |
//! |---|---|---|
//! | game records | [`from_games`] | both of the rows below |
//! | positions with their material and result | [`Samples`](tradewind_stats::Samples), regression | [`piece_values`] |
//! | games with their length and ending | [`ByPair`](tradewind_stats::pair_estimates::ByPair) | [`outcomes`] |
//! | either | [`table`], [`plot`] | [`report`] |
//! | all of it | [`results`] | a folder of files |
//! | fits of weights, generations | [`tuning`] | tables and plots of both |
//!
//! The unit of every interval is the *game pair*: the two games played from one opening with
//! colours exchanged. Positions of one game share its result, and the games of one pair share
//! their opening; intervals that took positions or games as independent would be too narrow.
//!
//! Nothing here reads the clock or prints, and only [`results`] and [`match_results`] write files. Every number
//! is a pure function of the input and of the seed, and is the same bit for bit for any number of threads.

pub mod claims;
pub mod compare;
pub mod dataset;
pub mod notices;
pub mod odds;
pub mod outcomes;
pub mod piece_values;
pub mod players;
pub mod results;
pub mod values;

pub use outcomes::{GameRow, Outcomes};
pub use piece_values::{PieceValue, PieceValues, ValueOptions};
