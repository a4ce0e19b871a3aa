//! The terminal: line width and emphasis.

/// The escape sequences of [`Emphasis`] (ECMA-48, "select graphic rendition").
const CODES: [&str; 5] = ["\u{1b}[1m", "\u{1b}[32m", "\u{1b}[31m", "\u{1b}[33m", RESET];
const RESET: &str = "\u{1b}[0m";
/// The maximum width of wrapped sentences.
const MAX_SENTENCE: usize = 100;

/// The properties of a terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Terminal {
    /// The width in characters; `None` to keep lines unwrapped, if the output is not a terminal.
    pub width: Option<usize>,
    /// Whether emphasis is shown.
    pub is_coloured: bool,
}

/// An emphasis of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Emphasis {
    /// Bold.
    Strong,
    /// Green.
    Good,
    /// Red.
    Bad,
    /// Yellow.
    Open,
}

impl Emphasis {
    /// Applies `plain` to a text, except to its escape sequences of emphasis.
    pub fn with_codes(text: &str, plain: impl Fn(&str) -> String) -> String {
        let mut parts = text.split('\u{1b}');
        let mut found = plain(parts.next().unwrap_or_default());
        for part in parts {
            let part = format!("\u{1b}{part}");
            let code = CODES.into_iter().find(|code| part.starts_with(code));
            let code = code.unwrap_or_default();
            found += code;
            found += &plain(&part[code.len()..]);
        }
        found
    }
}

impl Terminal {
    /// Emphasizes a text if the terminal has colours.
    pub fn emphasized(self, text: &str, emphasis: Emphasis) -> String {
        if self.is_coloured {
            format!("{}{text}{RESET}", CODES[emphasis as usize])
        } else {
            text.to_owned()
        }
    }

    /// Options for wrapping between words only.
    pub(crate) fn wrapping(width: usize) -> textwrap::Options<'static> {
        textwrap::Options::new(width)
            .break_words(false)
            .word_splitter(textwrap::WordSplitter::NoHyphenation)
    }

    /// Wraps the lines of a text, with a hanging indent as wide as that of each line.
    pub fn wrapped(self, text: &str) -> String {
        let Some(width) = self.width else {
            return text.to_owned();
        };
        let line = |line: &str| {
            let rest = line.trim_start_matches(' ');
            let indent = " ".repeat(line.len() - rest.len());
            let options = Terminal::wrapping(width.min(MAX_SENTENCE))
                .initial_indent(&indent)
                .subsequent_indent(&indent);
            textwrap::fill(rest, options)
        };
        text.split('\n').map(line).collect::<Vec<_>>().join("\n")
    }

    /// Wraps a text behind a `head` that is `columns` wide, with a hanging indent of this width.
    pub fn beside(self, head: &str, columns: usize, text: &str) -> String {
        let wrapped = self.wrapped(&format!("{:columns$}{text}", ""));
        format!("{head}{}", wrapped.get(columns..).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped_except_for_emphasis() {
        let terminal = Terminal {
            is_coloured: true,
            ..Terminal::default()
        };
        let text = format!("a{}c\u{1b}[3m", terminal.emphasized("b", Emphasis::Bad));
        let coded = Emphasis::with_codes(&text, |part| part.to_uppercase());
        assert_eq!(coded, "A\u{1b}[31mB\u{1b}[0mC\u{1b}[3M");
        assert_eq!(Terminal::default().emphasized("b", Emphasis::Bad), "b");
    }

    #[test]
    fn long_lines_are_wrapped() {
        let terminal = Terminal {
            width: Some(12),
            is_coloured: false,
        };
        assert_eq!(
            terminal.wrapped("  one two three four\n\nfive"),
            "  one two\n  three four\n\nfive"
        );
        assert_eq!(
            terminal.beside("head ", 5, "one two three"),
            "head one two\n     three"
        );
        assert_eq!(
            Terminal::default().wrapped("one two three four"),
            "one two three four"
        );
    }
}
