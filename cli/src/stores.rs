//! Folders in object stores, which another program fetches and puts, so that this one needs no network.

use anyhow::{Context, bail};
use std::io;
use std::path::PathBuf;
use std::process::Command;

/// That program.
const PROGRAM: &str = "tradewind-store";

/// If an argument is a URL, replaces this process by the store program, which runs this one with a
/// folder instead of the URL.
///
/// # Errors
/// The store program cannot be started.
pub fn hand_over() -> anyhow::Result<()> {
    let words: Vec<_> = std::env::args_os().skip(1).collect();
    let url = words
        .iter()
        .filter_map(|word| word.to_str())
        .find_map(url_of);
    let Some(url) = url else {
        return Ok(());
    };
    let own = std::env::current_exe().context("cannot find this program's own file")?;
    let beside = own.with_file_name(PROGRAM);
    let program = if beside.exists() {
        beside
    } else {
        PathBuf::from(PROGRAM)
    };
    let error = replace_by(Command::new(&program).arg("with").arg(own).args(&words));
    bail!(
        "{url} is in an object store, and {PROGRAM} cannot be started ({error}); install it with `cargo install --path extras/store`, or name a folder"
    )
}

/// Replaces this process by a program; returns the error if it cannot be started.
#[cfg(unix)]
fn replace_by(program: &mut Command) -> io::Error {
    std::os::unix::process::CommandExt::exec(program)
}

/// Runs a program and ends with its exit code; returns the error if it cannot be started.
#[cfg(not(unix))]
fn replace_by(program: &mut Command) -> io::Error {
    match program.status() {
        Ok(status) => std::process::exit(status.code().unwrap_or(1)),
        Err(error) => error,
    }
}

/// The URL of an argument, or of its value after `=`.
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
