//! `games.csv`: a line for each game of an experiment.

use tradewind_analysis::dataset::DatasetError;
use tradewind_selfplay::files::{FileError, write_whole};
use tradewind_selfplay::record::archive::Archive;
use tradewind_selfplay::record::{GameRecord, RecordError};

const FILE: &str = "games.csv";

/// A visitor of the games of an archive, chunk by chunk in order.
type Visit<'v> = &'v mut dyn FnMut(&[GameRecord]) -> Result<(), DatasetError>;

/// Writes the file while `read` passes the games to the given visitor. Returns the result of `read` and the name of the
/// file.
pub(crate) fn write<T>(
    archive: &Archive<'_>,
    read: impl FnOnce(Visit<'_>) -> Result<T, DatasetError>,
) -> Result<(T, String), DatasetError> {
    let names = archive.names();
    let path = archive.folder().join(FILE);
    let mut found = None;
    let written = write_whole(&path, |file| {
        let mut table = csv::Writer::from_writer(file);
        let result = read(&mut |games| {
            for game in games {
                table
                    .serialize(game.line(&names).for_csv())
                    .map_err(|error| FileError::new("write", &path)(error.into()))
                    .map_err(RecordError::File)?;
            }
            Ok(())
        });
        // A failure of `read` discards the file and is returned below.
        let failed = result.as_ref().err().map(ToString::to_string);
        found = Some(result);
        match failed {
            Some(message) => Err(std::io::Error::other(message)),
            None => table.flush(),
        }
    });
    let result = found.transpose()?;
    written.map_err(RecordError::File)?;
    let result = result.expect("`read` was called");
    Ok((result, FILE.to_string()))
}
