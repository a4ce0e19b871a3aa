//! Text from files and other programs, escaped for a terminal, HTML, Markdown or CSV: it cannot act
//! on the reader's program, nor break a line.

use std::borrow::Cow;
use tradewind_engine::input::control_characters::visible;

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
