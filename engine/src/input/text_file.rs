//! Text files of limited size, decoded from UTF-8, UTF-16 or ISO 8859-1. Devices and pipes are
//! refused: they may have no end.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The usual size limit, in bytes: more than rule files, weights and experiments need.
pub const MAX_BYTES: u64 = 16 << 20;

/// The canonical paths of the files that this process has read.
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

/// Reads a regular file of at most `limit` bytes in UTF-8 or UTF-16.
///
/// # Errors
/// An error of the system, or the file is not regular, is larger, or is not Unicode.
pub fn read(path: &Path, limit: u64) -> io::Result<String> {
    text(bytes(path, limit)?)
}

/// The same; a file that is not Unicode is read as ISO 8859-1, the encoding of PGN.
///
/// # Errors
/// An error of the system, or the file is not regular, or is larger.
pub fn read_latin(path: &Path, limit: u64) -> io::Result<String> {
    bytes(path, limit).map(latin)
}

/// Decodes the bytes of a file as [`read_latin`] does.
pub fn latin(bytes: Vec<u8>) -> String {
    unicode(bytes).unwrap_or_else(|bytes| bytes.into_iter().map(char::from).collect())
}

/// Reads the bytes of a regular file of at most `limit` bytes.
///
/// # Errors
/// An error of the system, or the file is not regular, or is larger.
pub fn bytes(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    // Before the file is opened: opening a pipe waits for a writer.
    let metadata = fs::metadata(path)?;
    if !metadata.is_file() {
        return Err(not_regular());
    }
    if metadata.len() > limit {
        return Err(too_large(limit));
    }
    // It may grow in the meantime.
    let bytes = at_most(File::open(path)?, limit)?;
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    known.extend(path.canonicalize());
    Ok(bytes)
}

/// Reads at most `limit` bytes in UTF-8 or UTF-16.
///
/// # Errors
/// An error of the system, or there are more bytes, or they are not Unicode.
pub fn read_from(reader: impl Read, limit: u64) -> io::Result<String> {
    text(at_most(reader, limit)?)
}

fn at_most(reader: impl Read, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut reader = reader.take(limit.saturating_add(1));
    reader.read_to_end(&mut bytes)?;
    let fits = bytes.len() as u64 <= limit;
    fits.then_some(bytes).ok_or_else(|| too_large(limit))
}

fn too_large(limit: u64) -> io::Error {
    let message = format!("it is larger than {limit} bytes, the most that is read");
    io::Error::new(io::ErrorKind::FileTooLarge, message)
}

fn text(bytes: Vec<u8>) -> io::Result<String> {
    unicode(bytes).map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8 text"))
}

/// Decodes UTF-8, or UTF-16 with a byte order mark; removes marks. Else the bytes without a mark.
fn unicode(mut bytes: Vec<u8>) -> Result<String, Vec<u8>> {
    let utf_16 = |bytes: &[u8], unit: fn([u8; 2]) -> u16| {
        let pairs = bytes.chunks_exact(2);
        let units: Vec<u16> = pairs.map(|pair| unit([pair[0], pair[1]])).collect();
        String::from_utf16(&units).map_err(|_| bytes.to_vec())
    };
    match bytes.as_slice() {
        [0xff, 0xfe, rest @ ..] if rest.len() % 2 == 0 => utf_16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] if rest.len() % 2 == 0 => utf_16(rest, u16::from_be_bytes),
        marked => {
            if marked.starts_with(b"\xef\xbb\xbf") {
                bytes.drain(..3);
            }
            String::from_utf8(bytes).map_err(|fault| fault.into_bytes())
        }
    }
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

    /// Files of editors on Windows begin with a mark of their encoding; old games of chess are in
    /// ISO 8859-1.
    #[test]
    fn the_encoding_of_a_file_is_found() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.pgn");
        let utf_16 = |unit: fn(u16) -> [u8; 2]| -> Vec<u8> {
            "\u{feff}né 1".encode_utf16().flat_map(unit).collect()
        };
        for bytes in [
            "né 1".as_bytes().to_vec(),
            "\u{feff}né 1".as_bytes().to_vec(),
            utf_16(u16::to_le_bytes),
            utf_16(u16::to_be_bytes),
        ] {
            fs::write(&path, &bytes).expect("a file");
            for read in [read, read_latin] {
                assert_eq!(read(&path, 99).expect("Unicode"), "né 1", "{bytes:?}");
            }
        }
        for bytes in [&b"n\xe9 1"[..], b"\xef\xbb\xbfn\xe9 1"] {
            fs::write(&path, bytes).expect("a file");
            assert!(read(&path, 99).is_err(), "{bytes:?}");
            assert_eq!(read_latin(&path, 99).expect("text"), "né 1");
        }
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
