//! What a Parquet file says of the size of its pages: the library takes memory and time for it before it looks
//! whether that is true.

use bytes::buf::Reader;
use bytes::{Buf, Bytes};
use parquet::column::page::{Page, PageReader};
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::ParquetMetaData;
use parquet::file::reader::{ChunkReader, Length};
use parquet::file::serialized_reader::SerializedPageReader;
use std::io::{self, Read};
use std::sync::Arc;

/// The fewest bytes of a value in a dictionary: a number's, or those of the length of a text.
const MIN_VALUE_BYTES: usize = 4;

/// Looks through the pages of a file, of which only the dictionaries are unpacked. `most` is the most values
/// that a column can have.
///
/// # Errors
/// A column says that it has more values, a dictionary more than its bytes can hold, or a page goes on beyond the end.
pub(super) fn check(bytes: &Bytes, metadata: &ParquetMetaData, most: u64) -> Result<()> {
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
            if values > most {
                let name = column.column_path();
                let cause = format!("{values} values in {name}, where {most} are the most");
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

/// The bytes of a file whose end is an error. The library skips a list whose elements it does not know
/// one by one, and goes on for all two thousand million that a few bytes can claim when nothing stops it.
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
        // 3.7 GB were taken for it once.
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
}
