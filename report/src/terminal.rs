//! How text looks in a terminal: how wide it is, and what stands out in it.

/// The signs around what stands out. Unicode keeps them for what a program does within itself, so no text has them;
/// [`Emphasis::with_codes`] makes colours of them.
const SIGNS: [char; 5] = ['\u{fdd0}', '\u{fdd1}', '\u{fdd2}', '\u{fdd3}', END];
const END: char = '\u{fdd4}';
/// What a terminal is told for each sign (ECMA-48, "select graphic rendition").
const CODES: [&str; 5] = [
    "\u{1b}[1m",
    "\u{1b}[32m",
    "\u{1b}[31m",
    "\u{1b}[33m",
    "\u{1b}[0m",
];
/// Lines of sentences are no longer than this, however wide the terminal is.
const WIDEST_SENTENCE: usize = 100;

/// What text is printed on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Terminal {
    /// The letters of a line; `None` for what is no terminal, where lines end with their sentences.
    pub width: Option<usize>,
    /// Whether what stands out has a colour.
    pub is_coloured: bool,
}

/// How something stands out.
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
    /// A text with its signs as a terminal is told them, and the parts between them by `plain`.
    pub fn with_codes(text: &str, plain: impl Fn(&str) -> String) -> String {
        let code = |sign: &str| {
            let place = SIGNS.iter().position(|&known| sign.starts_with(known));
            place.map(|place| CODES[place])
        };
        text.split_inclusive(SIGNS)
            .map(|part| {
                let end = part
                    .char_indices()
                    .next_back()
                    .map_or(0, |(place, _)| place);
                let (before, sign) = part.split_at(end);
                match code(sign) {
                    Some(code) => plain(before) + code,
                    None => plain(part),
                }
            })
            .collect()
    }
}

impl Terminal {
    /// A text that stands out where there are colours.
    pub fn emphasized(self, text: &str, emphasis: Emphasis) -> String {
        match self.is_coloured {
            true => format!("{}{text}{END}", SIGNS[emphasis as usize]),
            false => text.to_owned(),
        }
    }

    /// How lines are broken: between words alone.
    pub(crate) fn broken_at(width: usize) -> textwrap::Options<'static> {
        textwrap::Options::new(width)
            .break_words(false)
            .word_splitter(textwrap::WordSplitter::NoHyphenation)
    }

    /// A text whose lines fit. What a long line goes on with stands under its beginning.
    pub fn wrapped(self, text: &str) -> String {
        let Some(width) = self.width else {
            return text.to_owned();
        };
        let line = |line: &str| {
            let rest = line.trim_start_matches(' ');
            let indent = " ".repeat(line.len() - rest.len());
            let options = Terminal::broken_at(width.min(WIDEST_SENTENCE))
                .initial_indent(&indent)
                .subsequent_indent(&indent);
            textwrap::fill(rest, options)
        };
        text.split('\n').map(line).collect::<Vec<_>>().join("\n")
    }

    /// A line of a text behind a head that takes so many columns; what it goes on with stands under the text.
    pub fn beside(self, head: &str, columns: usize, text: &str) -> String {
        let wrapped = self.wrapped(&format!("{:columns$}{text}", ""));
        format!("{head}{}", wrapped.get(columns..).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_out_has_codes_and_the_rest_is_plain() {
        let terminal = Terminal {
            is_coloured: true,
            ..Terminal::default()
        };
        let text = format!("a{}c", terminal.emphasized("b", Emphasis::Bad));
        let coded = Emphasis::with_codes(&text, |part| part.to_uppercase());
        assert_eq!(coded, "A\u{1b}[31mB\u{1b}[0mC");
        assert_eq!(Terminal::default().emphasized("b", Emphasis::Bad), "b");
    }

    #[test]
    fn long_lines_go_on_below() {
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
