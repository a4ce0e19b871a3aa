//! Dictionaries as libFuzzer has them: on each line a word in quotes, perhaps behind a name.

use anyhow::Context;

/// The words of a dictionary.
///
/// # Errors
/// A line is none of one.
pub fn words(text: &str) -> anyhow::Result<Vec<Vec<u8>>> {
    let lines = text.lines().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| word(line).with_context(|| format!("{line} is no line of a dictionary")))
        .collect()
}

fn word(line: &str) -> Option<Vec<u8>> {
    let inside = line.split_once('"')?.1.strip_suffix('"')?;
    let mut bytes = Vec::new();
    let mut rest = inside.as_bytes();
    while let Some((&byte, behind)) = rest.split_first() {
        rest = behind;
        if byte != b'\\' {
            bytes.push(byte);
            continue;
        }
        let (&escaped, behind) = rest.split_first()?;
        rest = behind;
        if escaped == b'x' {
            let digits = str::from_utf8(rest.get(..2)?).ok()?;
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
            rest = &rest[2..];
        } else {
            bytes.push(escaped);
        }
    }
    (!bytes.is_empty()).then_some(bytes)
}
