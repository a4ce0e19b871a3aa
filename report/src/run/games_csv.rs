//! `games.csv`: a line for every game of an experiment.

use tradewind_analysis::dataset::DatasetError;
use tradewind_files::{FileError, write_whole};
use tradewind_selfplay::record::archive::Archive;
use tradewind_selfplay::record::{GameRecord, RecordError};

const FILE: &str = "games.csv";

/// What is shown the games of an archive, file by file in their order.
type Visit<'v> = &'v mut dyn FnMut(&[GameRecord]) -> Result<(), DatasetError>;

/// Writes the list while `read` reads the games and shows them to what it is given. Returns what `read`
/// does, and the name of the list.
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
        // The file is not wanted when reading failed; why is told below.
        let failed = result.as_ref().err().map(ToString::to_string);
        found = Some(result);
        match failed {
            Some(message) => Err(std::io::Error::other(message)),
            None => table.flush(),
        }
    });
    let result = found.transpose()?;
    written.map_err(RecordError::File)?;
    let result = result.expect("a file that was written was filled");
    Ok((result, FILE.to_string()))
}
