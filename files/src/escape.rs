//! Text from files and other programs, escaped for a terminal, HTML, Markdown or CSV: it cannot act
//! on the reader's program, nor break a line.

use std::borrow::Cow;
use std::fmt::Write;

/// Whether a character is invisible but has an effect: controls, line ends, bidirectional controls,
/// and Unicode's noncharacters for internal use.
pub fn is_hidden(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}' | '\u{fdd0}'..='\u{fdef}')
}

/// Text on one line, with hidden characters as JSON escapes them: `\u001b`.
pub fn visible(text: &str) -> Cow<'_, str> {
    escaped(text, is_hidden)
}

/// As [`visible`], but keeps line feeds and tabs.
pub fn visible_lines(text: &str) -> Cow<'_, str> {
    escaped(text, |character| {
        is_hidden(character) && !"\n\t".contains(character)
    })
}

fn escaped(text: &str, is_escaped: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&is_escaped) {
        return Cow::Borrowed(text);
    }
    let mut clean = String::new();
    for character in text.chars() {
        if is_escaped(character) {
            // All of them are in the basic multilingual plane.
            let _ = write!(clean, "\\u{:04x}", u32::from(character));
        } else {
            clean.push(character)
        }
    }
    Cow::Owned(clean)
}

/// Escapes text for HTML and its attributes.
pub fn html(text: &str) -> String {
    visible(text)
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// Escapes text for a cell of a Markdown table, HTML tags included.
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

/// Escapes text for a cell of CSV: what a spreadsheet would read as a formula gets an apostrophe in
/// front. Numbers and lists of numbers stay as they are.
pub fn csv(text: &str) -> Cow<'_, str> {
    let text = visible(text);
    let is_formula = text.starts_with(['=', '+', '-', '@'])
        && !text
            .chars()
            .all(|character| character.is_ascii_digit() || "+-. ".contains(character));
    if is_formula {
        Cow::Owned(format!("'{text}"))
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_characters_are_escaped() {
        assert_eq!(
            visible("a\u{1b}[31m\n\u{9b}\u{202e}é"),
            "a\\u001b[31m\\u000a\\u009b\\u202eé"
        );
        assert_eq!(visible_lines("a\n\tb\r\u{7}"), "a\n\tb\\u000d\\u0007");
        assert_eq!(visible("\u{fdd0}"), "\\ufdd0");
        assert!(matches!(visible("Lioness – “x”"), Cow::Borrowed(_)));
    }

    #[test]
    fn html_and_markdown_are_escaped() {
        assert_eq!(
            html("<a b=\"\u{1}\">&"),
            "&lt;a b=&quot;\\u0001&quot;&gt;&amp;"
        );
        assert_eq!(markdown("a|b\n<i> < 5"), "a\\|b\\u000a&lt;i> < 5");
    }

    #[test]
    fn csv_formulas_are_escaped_and_numbers_are_not() {
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
