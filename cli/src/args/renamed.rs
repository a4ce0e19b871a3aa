//! Options that had other names before version 0.2.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use tradewind_engine::input::Renamed;

/// By the word that names the command.
const RENAMED: [(&str, Renamed<'_>); 3] = [
    (
        "games",
        Renamed(&[
            ("--ending", "--termination"),
            ("--least-plies", "--min-plies"),
            ("--most-plies", "--max-plies"),
        ]),
    ),
    ("match", Renamed(&[("--level", "--max-imbalance-cp")])),
    (
        "texel",
        Renamed(&[
            ("--level", "--max-eval-cp"),
            ("--blend", "--lambda"),
            ("--pull", "--l2"),
            ("--fix", "--freeze"),
        ]),
    ),
];

/// What a user is told whose arguments are wrong because an option has another name now.
pub fn renamed_option(error: &clap::Error, arguments: &[String]) -> Option<String> {
    let ContextValue::String(option) = error.get(ContextKind::InvalidArg)? else {
        return None;
    };
    let is_called = |command: &str| arguments.iter().any(|argument| argument == command);
    let (_, renamed) = (RENAMED.iter()).find(|(command, _)| is_called(command))?;
    let is_unknown = error.kind() == ErrorKind::UnknownArgument;
    is_unknown.then(|| renamed.message(option))?
}
