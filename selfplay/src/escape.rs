//! Text from files and other programs as each medium shows it: nothing in it may act on a terminal, a
//! spreadsheet or a page, or break a line.

use std::borrow::Cow;
pub use tradewind_engine::input::control_characters::{is_hidden, visible, visible_lines};

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
