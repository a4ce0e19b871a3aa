//! `games.csv`: a line for every game of an experiment.

use tradewind_selfplay::files::{FileError, write_whole};
use tradewind_selfplay::record::RecordError;
use tradewind_selfplay::record::archive::Archive;

const FILE: &str = "games.csv";

/// Writes the list, part by part, and returns its name.
pub(crate) fn write(archive: &Archive<'_>) -> Result<String, RecordError> {
    let names = archive.names();
    let mut fault = None;
    let path = archive.folder().join(FILE);
    let written = write_whole(&path, |file| {
        let mut table = csv::Writer::from_writer(file);
        let read = archive.for_each_part(|games| {
            for game in &games {
                table
                    .serialize(game.line(&names).for_csv())
                    .map_err(|error| FileError::new("write", &path)(error.into()))?;
            }
            Ok::<(), RecordError>(())
        });
        if let Err(error) = read {
            let message = error.to_string();
            fault = Some(error);
            return Err(std::io::Error::other(message));
        }
        table.flush()
    });
    match fault {
        Some(fault) => Err(fault),
        None => Ok(written.map(|()| FILE.to_string())?),
    }
}
