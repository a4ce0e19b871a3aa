//! The engine for chess programs: the Universal Chess Interface ([`uci`]) and XBoard's Chess Engine
//! Communication Protocol ([`xboard`]).
//!
//! Each protocol has a `run` that answers lines of an input until it ends, and writes to any output:
//!
//! ```
//! use std::io;
//! use tradewind_protocols::uci;
//!
//! let input: &[u8] = b"setoption name UCI_Variant value shatranj\nd\nquit\n";
//! uci::run(input, io::sink(), &[])?;
//! # Ok::<(), tradewind_protocols::ProtocolError>(())
//! ```

mod board;
mod history;
mod lines;
mod search_thread;
pub mod uci;
pub mod xboard;

pub use board::{EDGE_SIGN, draw_board, piece_values};
pub use history::GameHistory;
pub use lines::{LineReader, Output};

use std::io;
use tradewind_engine::rules::RuleError;

/// The reason why a session cannot begin or go on.
#[derive(Debug, thiserror::Error)]
pub enum ProtocolError {
    /// A rule set cannot be loaded.
    #[error(transparent)]
    Rules(#[from] RuleError),
    /// A rule set cannot be played by the protocol.
    #[error("{0}")]
    Variant(String),
    /// The input cannot be read or the output cannot be written.
    #[error("the other program cannot be reached")]
    Io(#[from] io::Error),
}
