//! A checksum inside a Parquet file that can be checked before anything of the file is believed.
//!
//! The footer has a note whose value is as many zeros as a SHA-256 has digits; the digest of the
//! file with these zeros is then written in their place. A file in which any bit has changed is so
//! known without reading it as Parquet, which libraries may not survive.

use crate::files::sha256;
use std::ops::Range;

/// The key of the note.
pub(super) const KEY: &str = "tradewind.sha256";
/// Its value before the file is sealed.
pub(super) const OPEN: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// What stands between a key and its value in a footer, which is written in Thrift's compact
/// protocol: the next field is a text (0x18) of 64 bytes.
const BETWEEN: [u8; 2] = [0x18, OPEN.len() as u8];

/// Writes the digest of a file into it.
///
/// # Panics
/// The file has no open note.
pub(super) fn seal(bytes: &mut [u8]) {
    let place = place(bytes).expect("the note is in the footer");
    assert_eq!(&bytes[place.clone()], OPEN.as_bytes(), "the note is open");
    let digits = digits(bytes, &place);
    bytes[place].copy_from_slice(digits.as_bytes());
}

/// Writes the digest of a file that has one into it again, if its place can still be found.
#[cfg(test)]
pub(super) fn mend(bytes: &mut [u8]) {
    if let Some(place) = place(bytes) {
        bytes[place.clone()].copy_from_slice(OPEN.as_bytes());
        seal(bytes);
    }
}

/// Whether a file is exactly as it was when it was sealed.
pub(super) fn is_whole(bytes: &[u8]) -> bool {
    let Some(place) = place(bytes) else {
        return false;
    };
    digits(bytes, &place).as_bytes() == &bytes[place]
}

/// Where the digest stands: behind the last key.
fn place(bytes: &[u8]) -> Option<Range<usize>> {
    let mark = [KEY.as_bytes(), &BETWEEN].concat();
    let at = bytes.windows(mark.len()).rposition(|part| part == mark)?;
    let start = at + mark.len();
    let place = start..start + OPEN.len();
    bytes.get(place.clone()).map(|_| place)
}

/// The digest of a file with an open note at a place.
fn digits(bytes: &[u8], place: &Range<usize>) -> String {
    sha256([&bytes[..place.start], OPEN.as_bytes(), &bytes[place.end..]])
}
