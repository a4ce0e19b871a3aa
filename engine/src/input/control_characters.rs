//! Control and bidirectional characters, and escaping them in text of others.

use std::borrow::Cow;
use std::fmt::Write;

/// Whether a character is invisible and has an effect: control characters, line and paragraph
/// separators, bidirectional controls, the byte order mark, and noncharacters that programs use
/// internally.
pub fn is_hidden(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}' | '\u{fdd0}'..='\u{fdef}')
}

/// A text on one line, with hidden characters escaped as in JSON: `\u001b`.
pub fn visible(text: &str) -> Cow<'_, str> {
    replaced(text, is_hidden)
}

/// The same for text of several lines: newlines and tabs stay.
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
            // None is beyond U+FFFF.
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
