//! Files that others have written, read with care: a device or a pipe may have no end, and a file may be
//! larger than the memory.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// More bytes than any text file of this program needs, rule files, weights and experiments among them.
pub const MAX_BYTES: u64 = 16 << 20;

/// The files that this process has read, by their canonical paths.
static KNOWN: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Whether this process has read a file.
pub fn was_read(path: &Path) -> bool {
    let known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    path.canonicalize().is_ok_and(|path| known.contains(&path))
}

/// The error of a path that is not a regular file.
pub fn not_regular() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file")
}

/// The text of a regular file of at most so many bytes.
///
/// # Errors
/// What the system reports; or it is not a regular file, is larger, or is not UTF-8.
pub fn read(path: &Path, limit: u64) -> io::Result<String> {
    text(bytes(path, limit)?)
}

/// The bytes of a regular file, at most so many.
///
/// # Errors
/// What the system reports; or it is not a regular file, or is larger.
pub fn bytes(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    // Asked before it is opened: to open a pipe is to wait for somebody who writes.
    let metadata = fs::metadata(path)?;
    if !metadata.is_file() {
        return Err(not_regular());
    }
    if metadata.len() > limit {
        return Err(too_large(limit));
    }
    // It may grow meanwhile.
    let bytes = at_most(File::open(path)?, limit)?;
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    known.extend(path.canonicalize());
    Ok(bytes)
}

/// The text that a reader gives until its end, at most so many bytes.
///
/// # Errors
/// What the system reports; or there are more, or they are not UTF-8.
pub fn read_from(reader: impl Read, limit: u64) -> io::Result<String> {
    text(at_most(reader, limit)?)
}

fn at_most(reader: impl Read, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader
        .take(limit.saturating_add(1))
        .read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        Err(too_large(limit))
    } else {
        Ok(bytes)
    }
}

fn too_large(limit: u64) -> io::Error {
    let message = format!("it is larger than {limit} bytes, the most that is read");
    io::Error::new(io::ErrorKind::FileTooLarge, message)
}

fn text(bytes: Vec<u8>) -> io::Result<String> {
    String::from_utf8(bytes)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8 text"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regular_files_up_to_the_limit_are_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.toml");
        fs::write(&path, "né = 1").expect("a file");
        assert_eq!(read(&path, 7).expect("it fits"), "né = 1");
        let said = read(&path, 6).expect_err("it is larger").to_string();
        assert_eq!(said, "it is larger than 6 bytes, the most that is read");
        fs::write(&path, b"\xff").expect("a file");
        let said = read(&path, 6).expect_err("no text").to_string();
        assert_eq!(said, "it is not UTF-8 text");
        let missing = read(&folder.path().join("none"), 6).expect_err("there is none");
        assert_eq!(missing.kind(), io::ErrorKind::NotFound);
    }

    #[test]
    fn folders_devices_and_endless_readers_are_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        for path in [folder.path(), Path::new("/dev/zero")] {
            if path.exists() {
                let said = read(path, MAX_BYTES).expect_err("no file").to_string();
                assert_eq!(said, "it is not a regular file", "{}", path.display());
            }
        }
        assert!(read_from(io::repeat(b'a'), 1_000).is_err());
    }

    /// Nobody writes into the pipe, so whoever opens it waits for ever.
    #[test]
    #[cfg(unix)]
    fn a_pipe_is_not_opened() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&path).status();
        assert!(made.expect("mkfifo is there").success());
        let said = read(&path, MAX_BYTES).expect_err("no file").to_string();
        assert_eq!(said, "it is not a regular file");
    }
}
