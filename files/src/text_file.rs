//! Bounded reads of text from elsewhere: a device or a pipe may be endless, and a file larger than
//! the memory.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The size limit of rule files, weights, experiments and other text files of this program.
pub const MAX_BYTES: u64 = 16 << 20;

/// The longest line, in bytes; longer ones are split.
const MAX_LINE: u64 = 1 << 16;

/// The canonical paths of the files that this process has read.
static INPUTS: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Whether this process has read a file.
pub(crate) fn was_read(path: &Path) -> bool {
    let inputs = INPUTS.lock().unwrap_or_else(PoisonError::into_inner);
    path.canonicalize().is_ok_and(|path| inputs.contains(&path))
}

/// The error of a path that is not a regular file.
pub(crate) fn not_regular() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file")
}

/// Reads a regular text file of at most `limit` bytes: UTF-8, or UTF-16 with a byte order mark.
///
/// # Errors
/// The file cannot be read, is not regular, is larger, or is not Unicode.
pub fn read(path: &Path, limit: u64) -> io::Result<String> {
    text(bytes(path, limit)?)
}

/// As [`read`], but a file that is not Unicode is decoded as ISO 8859-1, the encoding of the PGN
/// standard.
///
/// # Errors
/// The file cannot be read, is not regular, or is larger.
pub fn read_latin(path: &Path, limit: u64) -> io::Result<String> {
    let bytes = bytes(path, limit)?;
    Ok(unicode(bytes).unwrap_or_else(|bytes| bytes.into_iter().map(char::from).collect()))
}

/// Reads a regular file of at most `limit` bytes.
///
/// # Errors
/// The file cannot be read, is not regular, or is larger.
pub fn bytes(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    // Before it is opened: opening a pipe blocks.
    let metadata = fs::metadata(path)?;
    if !metadata.is_file() {
        return Err(not_regular());
    }
    if metadata.len() > limit {
        return Err(too_large(limit));
    }
    // The file may grow meanwhile.
    let bytes = at_most(File::open(path)?, limit)?;
    let mut inputs = INPUTS.lock().unwrap_or_else(PoisonError::into_inner);
    inputs.extend(path.canonicalize());
    Ok(bytes)
}

/// Reads all text of a reader, at most `limit` bytes.
///
/// # Errors
/// The reader fails, has more bytes, or they are not Unicode.
pub fn read_from(reader: impl Read, limit: u64) -> io::Result<String> {
    text(at_most(reader, limit)?)
}

/// The lines of a reader, trimmed. Bytes that are not UTF-8 are replaced.
pub fn lines(mut reader: impl BufRead) -> impl Iterator<Item = io::Result<String>> {
    std::iter::from_fn(move || {
        let mut line = Vec::new();
        match reader.by_ref().take(MAX_LINE).read_until(b'\n', &mut line) {
            Ok(0) => None,
            Ok(_) => {
                let line = String::from_utf8_lossy(&line);
                Some(Ok(line.trim().to_string()))
            }
            Err(error) => Some(Err(error)),
        }
    })
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
    unicode(bytes).map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8 text"))
}

/// Decodes UTF-8, or UTF-16 with a byte order mark, and drops the mark. Returns the bytes if they
/// are neither.
fn unicode(mut bytes: Vec<u8>) -> Result<String, Vec<u8>> {
    let utf_16 = |bytes: &[u8], unit: fn([u8; 2]) -> u16| {
        let pairs = bytes.chunks_exact(2);
        let units: Vec<u16> = pairs.map(|pair| unit([pair[0], pair[1]])).collect();
        String::from_utf16(&units).map_err(|_| bytes.to_vec())
    };
    match bytes.as_slice() {
        [0xff, 0xfe, rest @ ..] if rest.len() % 2 == 0 => utf_16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] if rest.len() % 2 == 0 => utf_16(rest, u16::from_be_bytes),
        [0xef, 0xbb, 0xbf, ..] => {
            bytes.drain(..3);
            String::from_utf8(bytes).map_err(|fault| fault.into_bytes())
        }
        _ => String::from_utf8(bytes).map_err(|fault| fault.into_bytes()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

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

    /// Editors on Windows write a byte order mark; old PGN files are in ISO 8859-1.
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

    #[test]
    fn long_lines_are_split() {
        let endless = BufReader::new(io::repeat(b'a')).take(3 << 20);
        let mut longest = 0;
        for line in lines(BufReader::new(endless)) {
            longest = longest.max(line.expect("it can be read").len());
        }
        assert_eq!(longest as u64, MAX_LINE);
        let found: Vec<String> = lines(&b"one\r\n\ntwo \xff"[..])
            .map_while(Result::ok)
            .collect();
        assert_eq!(found, ["one", "", "two \u{fffd}"]);
    }

    /// Opening the pipe would block: nobody writes to it.
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
