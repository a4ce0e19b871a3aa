//! Text from files and other programs as each medium shows it: nothing in it may act on a terminal, a
//! spreadsheet or a page, or break a line.

use std::borrow::Cow;
use std::fmt::Write;

/// Whether a letter is not seen but does something: controls, what ends a line, and what turns the
/// direction of writing about.
pub fn is_hidden(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
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
        match is_wrong(letter) {
            // All of them have four digits.
            true => {
                let _ = write!(clean, "\\u{:04x}", u32::from(letter));
            }
            false => clean.push(letter),
        }
    }
    Cow::Owned(clean)
}

/// Text in HTML and in its attributes.
pub fn html(text: &str) -> String {
    visible(text)
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// Text in a cell of a Markdown table; what would begin a tag of HTML is none.
pub fn markdown(text: &str) -> String {
    let text = visible(text).replace('|', "\\|");
    let mut parts = text.split('<');
    let mut clean = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let is_tag =
            part.starts_with(|next: char| next.is_ascii_alphabetic() || "/!?".contains(next));
        clean += if is_tag { "&lt;" } else { "<" };
        clean += part;
    }
    clean
}

/// Words in a cell of CSV. Spreadsheets take some beginnings for those of a formula: an apostrophe before
/// them says that it is none. Numbers stay as they are, lists of them too.
pub fn csv(text: &str) -> Cow<'_, str> {
    let text = visible(text);
    let is_formula = text.starts_with(['=', '+', '-', '@'])
        && !text
            .chars()
            .all(|letter| letter.is_ascii_digit() || "+-. ".contains(letter));
    match is_formula {
        true => Cow::Owned(format!("'{text}")),
        false => text,
    }
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
        assert!(matches!(visible("Lioness – “x”"), Cow::Borrowed(_)));
    }

    #[test]
    fn each_medium_has_its_own_signs() {
        assert_eq!(
            html("<a b=\"\u{1}\">&"),
            "&lt;a b=&quot;\\u0001&quot;&gt;&amp;"
        );
        assert_eq!(markdown("a|b\n<i> < 5"), "a\\|b\\u000a&lt;i> < 5");
    }

    #[test]
    fn formulas_are_words_and_numbers_stay_numbers() {
        for (text, cell) in [
            ("=1+1", "'=1+1"),
            ("+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"),
            ("-N :", "'-N :"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("-12.5", "-12.5"),
            ("-12 - 34", "-12 - 34"),
            ("e2e4", "e2e4"),
            ("", ""),
        ] {
            assert_eq!(csv(text), cell);
        }
    }
}
