//! Integrity of Parquet files: a checksum that is verified before anything else, limits on page
//! sizes, and a guard against panics of the library.
//!
//! The footer has a key whose value is as many zeros as a SHA-256 has digits. The digest of the
//! file with these zeros is written in their place, so that damage is found without parsing the
//! file.

use bytes::buf::Reader;
use bytes::{Buf, Bytes};
use parquet::column::page::{Page, PageReader};
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::ParquetMetaData;
use parquet::file::reader::{ChunkReader, Length};
use parquet::file::serialized_reader::SerializedPageReader;
use std::any::Any;
use std::cell::Cell;
use std::io::{self, Read};
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::{Arc, Once};
use tradewind_files::sha256;

/// The key of the checksum.
pub(super) const CHECKSUM_KEY: &str = "tradewind.sha256";
/// The value before the checksum is written.
pub(super) const NO_CHECKSUM: &str =
    "0000000000000000000000000000000000000000000000000000000000000000";

/// The bytes between a key and its value in a footer, in Thrift's compact protocol: the next field
/// is a string (0x18) of 64 bytes.
const BETWEEN: [u8; 2] = [0x18, NO_CHECKSUM.len() as u8];

/// Writes the checksum into a file, which must have a place for it.
pub(super) fn write_checksum(bytes: &mut [u8]) {
    let place = place(bytes).expect("the footer has the key");
    assert_eq!(
        &bytes[place.clone()],
        NO_CHECKSUM.as_bytes(),
        "there is no checksum yet"
    );
    let digits = digits(bytes, &place);
    bytes[place].copy_from_slice(digits.as_bytes());
}

/// Corrects the checksum of a changed file, if its place can still be found.
#[cfg(test)]
pub(super) fn correct_checksum(bytes: &mut [u8]) {
    if let Some(place) = place(bytes) {
        bytes[place.clone()].copy_from_slice(NO_CHECKSUM.as_bytes());
        write_checksum(bytes);
    }
}

/// Whether the checksum of a file is correct.
pub(super) fn has_valid_checksum(bytes: &[u8]) -> bool {
    place(bytes).is_some_and(|place| digits(bytes, &place).as_bytes() == &bytes[place])
}

/// The place of the checksum, after the last occurrence of the key.
fn place(bytes: &[u8]) -> Option<Range<usize>> {
    let mark = [CHECKSUM_KEY.as_bytes(), &BETWEEN].concat();
    let at = bytes.windows(mark.len()).rposition(|part| part == mark)?;
    let start = at + mark.len();
    let place = start..start + NO_CHECKSUM.len();
    bytes.get(place.clone()).map(|_| place)
}

/// The checksum of a file, with zeros in its place.
fn digits(bytes: &[u8], place: &Range<usize>) -> String {
    sha256([
        &bytes[..place.start],
        NO_CHECKSUM.as_bytes(),
        &bytes[place.end..],
    ])
}

/// The minimum size of a value in a dictionary: a number, or the length of a text.
const MIN_VALUE_BYTES: usize = 4;

/// Checks the declared sizes of pages, for which the library would allocate memory. Only
/// dictionaries are decompressed. `max` is the maximum number of values of a column.
///
/// # Errors
/// A column declares more values, a dictionary more than its bytes can hold, or a page extends
/// beyond the end.
pub(super) fn check_pages(bytes: &Bytes, metadata: &ParquetMetaData, max: u64) -> Result<()> {
    let reader = Arc::new(StrictReader(bytes.clone()));
    for group in metadata.row_groups() {
        let rows = usize::try_from(group.num_rows())?;
        for column in group.columns() {
            let mut pages = SerializedPageReader::new(Arc::clone(&reader), column, rows, None)?;
            let mut values = 0_u64;
            while let Some(page) = pages.peek_next_page()? {
                if page.is_dict {
                    check_dictionary(pages.get_next_page()?.as_ref())?;
                } else {
                    values = values.saturating_add(page.num_levels.unwrap_or(0) as u64);
                    pages.skip_next_page()?;
                }
            }
            if values > max {
                let name = column.column_path();
                let cause = format!("{values} values in {name}, more than {max}");
                return Err(ParquetError::General(cause));
            }
        }
    }
    Ok(())
}

fn check_dictionary(page: Option<&Page>) -> Result<()> {
    match page {
        Some(Page::DictionaryPage {
            buf, num_values, ..
        }) if *num_values as usize > buf.len() / MIN_VALUE_BYTES => {
            let cause = format!("a dictionary of {num_values} values in {} bytes", buf.len());
            Err(ParquetError::General(cause))
        }
        _ => Ok(()),
    }
}

/// A reader that fails at the end of the file. The library skips unknown lists element by element,
/// and a few bytes can declare two billion elements.
struct StrictReader<T>(T);

impl Length for StrictReader<Bytes> {
    fn len(&self) -> u64 {
        Length::len(&self.0)
    }
}

impl ChunkReader for StrictReader<Bytes> {
    type T = StrictReader<Reader<Bytes>>;

    fn get_read(&self, start: u64) -> Result<Self::T> {
        self.0.get_read(start).map(StrictReader)
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes> {
        self.0.get_bytes(start, length)
    }
}

impl Read for StrictReader<Reader<Bytes>> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if !into.is_empty() && !self.0.get_ref().has_remaining() {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        self.0.read(into)
    }
}

thread_local! {
    /// Whether a panic of this thread is caught in [`guarded`].
    static IS_GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// The result of `read`, or the message of its panic, which is not printed. After a panic its
/// arguments must not be used.
pub(super) fn guarded<T>(read: impl FnOnce() -> T) -> std::result::Result<T, String> {
    static QUIET: Once = Once::new();
    QUIET.call_once(|| {
        let hook = take_hook();
        set_hook(Box::new(move |panic| {
            if !IS_GUARDED.get() {
                hook(panic);
            }
        }));
    });
    IS_GUARDED.set(true);
    let read = catch_unwind(AssertUnwindSafe(read));
    IS_GUARDED.set(false);
    read.map_err(|panic| panic_message(&*panic))
}

fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "it cannot be read".to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use parquet::basic::Encoding;

    fn dictionary(num_values: u32, bytes: usize) -> Page {
        Page::DictionaryPage {
            buf: Bytes::from(vec![0; bytes]),
            num_values,
            encoding: Encoding::PLAIN,
            is_sorted: false,
        }
    }

    #[test]
    fn a_dictionary_has_no_more_values_than_its_bytes_hold() {
        assert!(check_dictionary(Some(&dictionary(2, 8))).is_ok());
        let error = check_dictionary(Some(&dictionary(3, 8))).expect_err("they take twelve bytes");
        assert!(error.to_string().contains("3 values in 8 bytes"), "{error}");
        // The library would allocate 3.7 GB.
        assert!(check_dictionary(Some(&dictionary(469_762_048, 9_000))).is_err());
    }

    #[test]
    fn the_end_of_a_file_is_an_error() {
        let mut reader = StrictReader(Bytes::from_static(b"abc"))
            .get_read(1)
            .expect("a place in it");
        let mut bytes = [0; 4];
        assert_eq!(reader.read(&mut bytes).expect("two bytes are left"), 2);
        assert_eq!(reader.read(&mut []).expect("nothing is asked for"), 0);
        let error = reader.read(&mut bytes).expect_err("nothing is left");
        assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
    }

    #[test]
    fn a_panic_is_an_error_and_the_next_one_is_not_hidden() {
        assert_eq!(guarded(|| 5), Ok(5));
        let empty: Vec<u8> = Vec::new();
        let said = guarded(|| empty[3]).expect_err("there is no fourth");
        assert!(said.contains("index is 3"), "{said}");
        assert!(!IS_GUARDED.get());
        let other = std::thread::spawn(|| panic!("seen"));
        assert!(other.join().is_err());
    }
}
