//! Records of games, and the Parquet files that hold them.

use crate::files::{FileError, write_whole};
use arrow_array::{Array, ArrayRef, RecordBatch, StringArray, UInt32Array, UInt64Array};
use arrow_schema::{DataType, Field, Schema};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tradewind_engine::{Color, Ending, Outcome, Play};

/// How a game ended for White.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameResult {
    /// White won.
    White,
    /// Black won.
    Black,
    /// The rules say that it is a draw.
    Draw,
    /// It reached the ply cap.
    Unfinished,
}

impl GameResult {
    const ALL: [GameResult; 4] = [
        GameResult::White,
        GameResult::Black,
        GameResult::Draw,
        GameResult::Unfinished,
    ];

    /// The result of a game as it stands.
    pub fn of(play: &Play) -> GameResult {
        match play.over() {
            Some((Outcome::Win(Color::White), _)) => GameResult::White,
            Some((Outcome::Win(Color::Black), _)) => GameResult::Black,
            Some((Outcome::Draw, _)) => GameResult::Draw,
            None => GameResult::Unfinished,
        }
    }

    /// The result in records and tables.
    pub fn text(self) -> &'static str {
        match self {
            GameResult::White => "1-0",
            GameResult::Black => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Unfinished => "*",
        }
    }

    /// White's share of the point; `None` for an unfinished game.
    pub fn score(self) -> Option<f32> {
        match self {
            GameResult::White => Some(1.0),
            GameResult::Black => Some(0.0),
            GameResult::Draw => Some(0.5),
            GameResult::Unfinished => None,
        }
    }
}

/// One game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRecord {
    /// Its number in the experiment; games `2n` and `2n + 1` are a pair.
    pub number: u64,
    /// The number of the starting array.
    pub array: u32,
    /// How many of its plies are the opening.
    pub opening_plies: u32,
    /// How many plies were played, the opening included.
    pub plies: u32,
    /// Who won.
    pub result: GameResult,
    /// What ended it; `None` when it is unfinished.
    pub ending: Option<Ending>,
    /// The moves as text, separated by spaces.
    pub moves: String,
}

/// The version of the columns below; a file of another version is not read.
const SCHEMA_VERSION: &str = "1";
const UNFINISHED: &str = "unfinished";

/// What is wrong with a file of games.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// It cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// It is damaged, or no file of games.
    #[error("{} is damaged or no file of games ({cause}); move it away and run again", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What was found.
        cause: String,
    },
    /// It belongs to something else.
    #[error("{} holds games of another experiment, rule set or version of the program; choose another folder with --out, or move it away", .path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
}

fn schema() -> Schema {
    Schema::new(vec![
        Field::new("game", DataType::UInt64, false),
        Field::new("array", DataType::UInt32, false),
        Field::new("opening_plies", DataType::UInt32, false),
        Field::new("plies", DataType::UInt32, false),
        Field::new("result", DataType::Utf8, false),
        Field::new("ending", DataType::Utf8, false),
        Field::new("moves", DataType::Utf8, false),
    ])
}

/// Writes games to a file, whole or not at all. `fingerprint` says which experiment they belong to.
///
/// # Errors
/// What the system reports.
pub fn write(path: &Path, games: &[GameRecord], fingerprint: &str) -> Result<(), RecordError> {
    let texts = |of: fn(&GameRecord) -> &str| -> ArrayRef {
        Arc::new(StringArray::from_iter_values(games.iter().map(of)))
    };
    let numbers = |of: fn(&GameRecord) -> u32| -> ArrayRef {
        Arc::new(UInt32Array::from_iter_values(games.iter().map(of)))
    };
    let columns: Vec<ArrayRef> = vec![
        Arc::new(UInt64Array::from_iter_values(
            games.iter().map(|game| game.number),
        )),
        numbers(|game| game.array),
        numbers(|game| game.opening_plies),
        numbers(|game| game.plies),
        texts(|game| game.result.text()),
        texts(|game| game.ending.map_or(UNFINISHED, Ending::name)),
        texts(|game| &game.moves),
    ];
    let note = |key: &str, value: &str| KeyValue::new(key.to_string(), value.to_string());
    let properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        .set_key_value_metadata(Some(vec![
            note("tradewind.schema", SCHEMA_VERSION),
            note("tradewind.experiment", fingerprint),
            note("tradewind.version", env!("CARGO_PKG_VERSION")),
        ]))
        .build();
    let schema = Arc::new(schema());
    let fill = |file: &mut io::BufWriter<&mut File>| -> Result<(), parquet::errors::ParquetError> {
        let batch = RecordBatch::try_new(Arc::clone(&schema), columns)?;
        let mut bytes = Vec::new();
        let mut writer = ArrowWriter::try_new(&mut bytes, schema, Some(properties))?;
        writer.write(&batch)?;
        writer.close()?;
        io::Write::write_all(file, &bytes)?;
        Ok(())
    };
    write_whole(path, |file| fill(file).map_err(io::Error::other))?;
    Ok(())
}

/// Reads the games of a file.
///
/// # Errors
/// The file cannot be read, is damaged, or belongs to another experiment.
pub fn read(path: &Path, fingerprint: &str) -> Result<Vec<GameRecord>, RecordError> {
    let file = File::open(path).map_err(FileError::new("read", path))?;
    let damaged = |cause: String| RecordError::Damaged {
        path: path.to_path_buf(),
        cause,
    };
    let builder = ParquetRecordBatchReaderBuilder::try_new(file)
        .map_err(|error| damaged(error.to_string()))?;
    let notes = builder
        .metadata()
        .file_metadata()
        .key_value_metadata()
        .cloned()
        .unwrap_or_default();
    let has = |key: &str, value: &str| {
        notes
            .iter()
            .any(|note| note.key == key && note.value.as_deref() == Some(value))
    };
    if !has("tradewind.schema", SCHEMA_VERSION) || !has("tradewind.experiment", fingerprint) {
        return Err(RecordError::Foreign {
            path: path.to_path_buf(),
        });
    }
    let mut games = Vec::new();
    for batch in builder
        .build()
        .map_err(|error| damaged(error.to_string()))?
    {
        let batch = batch.map_err(|error| damaged(error.to_string()))?;
        let rows = rows(&batch)
            .ok_or_else(|| damaged("a column is missing or holds something else".to_string()))?;
        games.extend(rows);
    }
    Ok(games)
}

fn rows(batch: &RecordBatch) -> Option<Vec<GameRecord>> {
    let column = |name: &str| batch.column_by_name(name).map(|column| column.as_any());
    let numbers = |name: &str| column(name)?.downcast_ref::<UInt32Array>();
    let texts = |name: &str| column(name)?.downcast_ref::<StringArray>();
    let games = column("game")?.downcast_ref::<UInt64Array>()?;
    let (arrays, openings, plies) = (
        numbers("array")?,
        numbers("opening_plies")?,
        numbers("plies")?,
    );
    let (results, endings, moves) = (texts("result")?, texts("ending")?, texts("moves")?);
    let row = |at: usize| {
        let result = GameResult::ALL
            .into_iter()
            .find(|result| result.text() == results.value(at))?;
        let ending = Ending::ALL
            .into_iter()
            .find(|ending| ending.name() == endings.value(at));
        (ending.is_some() || endings.value(at) == UNFINISHED).then(|| GameRecord {
            number: games.value(at),
            array: arrays.value(at),
            opening_plies: openings.value(at),
            plies: plies.value(at),
            result,
            ending,
            moves: moves.value(at).to_string(),
        })
    };
    (0..batch.num_rows()).map(row).collect()
}
