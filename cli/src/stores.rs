//! Folders in object stores: another program has them, so that this one needs no network.

use anyhow::{Context, bail};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::Command;

/// The program that fetches and puts them.
const PROGRAM: &str = "tradewind-store";

/// Where an argument is a URL, becomes the program that runs this one with a folder in its place; else does nothing.
///
/// # Errors
/// An argument is a URL, and that program is not there.
pub fn hand_over() -> anyhow::Result<()> {
    let words: Vec<_> = std::env::args_os().skip(1).collect();
    let url = words
        .iter()
        .filter_map(|word| word.to_str())
        .find_map(url_of);
    let Some(url) = url else {
        return Ok(());
    };
    let own = std::env::current_exe().context("this program does not know where it lies")?;
    let beside = own.with_file_name(PROGRAM);
    let program = if beside.exists() {
        beside
    } else {
        PathBuf::from(PROGRAM)
    };
    // It returns only when it could not.
    let error = Command::new(&program)
        .arg("with")
        .arg(own)
        .args(&words)
        .exec();
    bail!(
        "{url} is in an object store, and {PROGRAM} cannot be started ({error}); install it with `cargo install --path store`, or name a folder"
    )
}

/// The URL that an argument is, or that stands behind its `=`.
fn url_of(word: &str) -> Option<&str> {
    let value = match word.split_once('=') {
        Some((option, value)) if option.starts_with('-') => value,
        _ => word,
    };
    let (scheme, _) = value.split_once("://")?;
    let is_scheme = !scheme.is_empty() && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_scheme.then_some(value)
}

#[cfg(test)]
mod tests {
    use super::url_of;

    #[test]
    fn urls_are_told_from_folders_and_moves() {
        assert_eq!(url_of("s3://bucket/big"), Some("s3://bucket/big"));
        assert_eq!(url_of("--out=gs://bucket/big"), Some("gs://bucket/big"));
        for word in [
            "out/big",
            "--first",
            "engine=a://b",
            "a3=Tan",
            "://",
            "--executor=ssh -T x",
        ] {
            assert_eq!(url_of(word), None, "{word}");
        }
    }
}
