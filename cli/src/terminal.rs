//! What standard output and standard error are: how wide, and whether they have colours.

use clap::ValueEnum;
use std::io::{IsTerminal, stderr, stdout};
use std::sync::OnceLock;
use tradewind_engine::Move;
use tradewind_engine::board::Square;
use tradewind_report::terminal::{Emphasis, Terminal};

/// When what stands out has a colour.
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

/// Takes the choice of whoever called the program.
pub fn choose(choice: ColourChoice) {
    let _ = CHOICE.set(choice);
}

/// What standard output is.
pub fn output() -> Terminal {
    let width = || usize::from(console::Term::stdout().size().1);
    Terminal {
        width: stdout().is_terminal().then(width),
        is_coloured: output_is_coloured(),
    }
}

/// Whether standard output has colours; found out once, since conversations with other programs ask at every line.
pub fn output_is_coloured() -> bool {
    static FOUND: OnceLock<bool> = OnceLock::new();
    *FOUND.get_or_init(|| is_coloured(stdout().is_terminal()))
}

/// What standard error is; messages are not broken into lines.
pub fn messages() -> Terminal {
    Terminal {
        width: None,
        is_coloured: is_coloured(stderr().is_terminal()),
    }
}

/// How what stands on a square is shown after a move: where that began and ended stands out.
pub fn after(last: Option<Move>) -> impl Fn(Square, String) -> String {
    let terminal = output();
    let is_last = move |square| last.is_some_and(|one| [one.from, one.to].contains(&square));
    move |square, text| match is_last(square) {
        true => terminal.emphasized(&text, Emphasis::Open),
        false => text,
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
