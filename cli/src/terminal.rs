//! The width and colours of standard output and standard error.

use clap::ValueEnum;
use std::io::{IsTerminal, stderr, stdout};
use std::sync::OnceLock;
use tradewind_engine::Move;
use tradewind_engine::board::Square;
use tradewind_report::terminal::{Emphasis, Terminal};

/// When to use colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum ColourChoice {
    /// On a terminal, unless NO_COLOR is set.
    #[default]
    Auto,
    /// Always, in files and pipes too.
    Always,
    /// Never.
    Never,
}

static CHOICE: OnceLock<ColourChoice> = OnceLock::new();

/// Sets the choice of the command line.
pub fn choose(choice: ColourChoice) {
    let _ = CHOICE.set(choice);
}

/// Standard output as a terminal.
pub fn output() -> Terminal {
    let width = || usize::from(console::Term::stdout().size().1);
    Terminal {
        width: stdout().is_terminal().then(width),
        is_coloured: output_is_coloured(),
    }
}

/// Whether standard output has colours; cached, since it is needed for every line.
pub fn output_is_coloured() -> bool {
    static FOUND: OnceLock<bool> = OnceLock::new();
    *FOUND.get_or_init(|| is_coloured(stdout().is_terminal()))
}

/// Standard error as a terminal; messages are not wrapped.
pub fn messages() -> Terminal {
    Terminal {
        width: None,
        is_coloured: is_coloured(stderr().is_terminal()),
    }
}

/// Shows a square after a move, with emphasis if the move began or ended there.
pub fn after(last: Option<Move>) -> impl Fn(Square, String) -> String {
    let terminal = output();
    let is_last = move |square| last.is_some_and(|one| [one.from, one.to].contains(&square));
    move |square, text| {
        if is_last(square) {
            terminal.emphasized(&text, Emphasis::Open)
        } else {
            text
        }
    }
}

fn is_coloured(is_terminal: bool) -> bool {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let is_dumb = std::env::var_os("TERM").is_some_and(|kind| kind == "dumb");
    match CHOICE.get().copied().unwrap_or_default() {
        ColourChoice::Auto => is_terminal && !is_set("NO_COLOR") && !is_dumb,
        ColourChoice::Always => true,
        ColourChoice::Never => false,
    }
}
