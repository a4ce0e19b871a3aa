//! Letters that are not seen but do something: text that came from elsewhere shows them spelt out.

use std::borrow::Cow;
use std::fmt::Write;

/// Whether a letter is not seen but does something: controls, what ends a line, what turns the direction of writing
/// about, and the signs that Unicode keeps for what a program does within itself.
pub fn is_hidden(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}' | '\u{fdd0}'..='\u{fdef}')
}

/// A text on one line, with hidden letters as JSON writes them: `\u001b`.
pub fn visible(text: &str) -> Cow<'_, str> {
    replaced(text, is_hidden)
}

/// The same of text with lines and columns of its own, which stay.
pub fn visible_lines(text: &str) -> Cow<'_, str> {
    replaced(text, |letter| is_hidden(letter) && !"\n\t".contains(letter))
}

fn replaced(text: &str, is_wrong: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&is_wrong) {
        return Cow::Borrowed(text);
    }
    let mut clean = String::new();
    for letter in text.chars() {
        if is_wrong(letter) {
            // All of them have four digits.
            let _ = write!(clean, "\\u{:04x}", u32::from(letter));
        } else {
            clean.push(letter)
        }
    }
    Cow::Owned(clean)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_letters_are_seen() {
        assert_eq!(
            visible("a\u{1b}[31m\n\u{9b}\u{202e}é"),
            "a\\u001b[31m\\u000a\\u009b\\u202eé"
        );
        assert_eq!(visible_lines("a\n\tb\r\u{7}"), "a\n\tb\\u000d\\u0007");
        assert_eq!(visible("\u{fdd0}"), "\\ufdd0");
        assert!(matches!(visible("Lioness – “x”"), Cow::Borrowed(_)));
    }
}
