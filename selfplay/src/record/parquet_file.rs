//! Encoding games as Parquet files, and decoding them.

use super::integrity::{self, guarded};
use super::{DecodeError, GameRecord, GameResult, Names, RecordError, Termination};
use crate::GAMES_VERSION;
use crate::experiment::Experiment;
use arrow_array::builder::{Int16Builder, ListBuilder, UInt32Builder};
use arrow_array::cast::AsArray;
use arrow_array::types::{Int16Type, UInt32Type, UInt64Type};
use arrow_array::{Array, ArrayRef, ListArray, RecordBatch, StringArray, UInt32Array, UInt64Array};
use arrow_schema::{ArrowError, DataType};
use bytes::Bytes;
use parquet::arrow::arrow_reader::{ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder};
use parquet::arrow::{ArrowWriter, ProjectionMask};
use parquet::basic::{Compression, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::schema::types::ColumnPath;
use std::path::Path;
use std::sync::Arc;
use tradewind_engine::signature;

/// The version of the columns below. Files of other versions are not read.
const SCHEMA_VERSION: &str = "4";

/// The origin of games, stored with them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordOrigin {
    names: Names,
    /// The experiment's [`fingerprint`](Experiment::fingerprint).
    fingerprint: String,
    /// Names and hashes of the rule sets.
    rules: String,
    /// Names of rule sets and players, with hashes of the weights.
    weights: String,
    /// The maximum number of plies of all games of a file together.
    plies: u64,
    /// Whether the times of moves are recorded.
    is_timed: bool,
    /// The signature of the search that plays them; `None` if unknown.
    pub(super) signature: Option<String>,
}

impl RecordOrigin {
    /// The origin of an experiment's games.
    pub fn of(experiment: &Experiment) -> RecordOrigin {
        let rules = experiment.rules.iter();
        let rules = rules.map(|rules| format!("{} {}", rules.name, rules.hash()));
        let weights = experiment.rules.iter().flat_map(|rules| {
            let players = experiment.players.iter().enumerate();
            players.map(|(at, player)| {
                let hash = rules.weights_hash(at);
                format!("{}, {}: {hash}", rules.name, player.name)
            })
        });
        RecordOrigin {
            names: Names::of(experiment),
            fingerprint: experiment.fingerprint(),
            rules: rules.collect::<Vec<_>>().join("\n"),
            weights: weights.collect::<Vec<_>>().join("\n"),
            plies: experiment.record.games_per_file * u64::from(experiment.ply_cap),
            is_timed: experiment.is_timed(),
            signature: Some(signature().to_string()),
        }
    }
}

/// A file of games, decoded.
#[derive(Clone, PartialEq, Debug)]
pub struct RecordFile {
    /// The games.
    pub games: Vec<GameRecord>,
    /// The [signature] of the search that played them; `None` in files of older builds.
    pub signature: Option<String>,
}

impl RecordFile {
    /// Checks that this program's search has played the games, and not another or an unknown one.
    pub(crate) fn check_signature(&self, path: &Path) -> Result<(), RecordError> {
        let own = signature();
        if self.signature.as_deref() == Some(own) {
            return Ok(());
        }
        Err(RecordError::Signature {
            path: path.to_path_buf(),
            theirs: self.signature.clone().unwrap_or("unknown".to_string()),
            own,
        })
    }
}

/// The compression level of zstd. Higher levels save a tenth and take twice as long.
const COMPRESSION: i32 = 3;

/// The column of the games' numbers.
const GAME: &str = "game";
/// The column of the times of moves.
const TIMES: &str = "times";

const EXPERIMENT_KEY: &str = "tradewind.experiment";
const SCHEMA_KEY: &str = "tradewind.schema";
const VERSION_KEY: &str = "tradewind.version";
const SIGNATURE_KEY: &str = "tradewind.signature";

/// The games by columns.
fn batch(games: &[GameRecord], origin: &RecordOrigin) -> Result<RecordBatch, ArrowError> {
    fn texts<'g>(games: &'g [GameRecord], of: impl Fn(&'g GameRecord) -> &'g str) -> ArrayRef {
        Arc::new(StringArray::from_iter_values(games.iter().map(of)))
    }
    let numbers = |of: fn(&GameRecord) -> u32| -> ArrayRef {
        Arc::new(UInt32Array::from_iter_values(games.iter().map(of)))
    };
    let names = &origin.names;
    let player = |side: usize| texts(games, |game| &names.players[game.players[side]]);
    let game_numbers = UInt64Array::from_iter_values(games.iter().map(|game| game.number));
    let mut evaluations = ListBuilder::new(Int16Builder::new());
    for game in games {
        let scores = game.evaluations.iter().flatten();
        scores.for_each(|&score| evaluations.values().append_option(score));
        evaluations.append(game.evaluations.is_some());
    }
    let mut columns: Vec<(&str, ArrayRef)> = vec![
        (GAME, Arc::new(game_numbers)),
        ("rules", texts(games, |game| &names.rules[game.rules])),
        ("array", numbers(|game| game.array)),
        ("odds", texts(games, |game| names.odds_of(game))),
        (
            "start",
            texts(games, |game| game.start.as_deref().unwrap_or("")),
        ),
        ("white", player(0)),
        ("black", player(1)),
        ("opening_plies", numbers(|game| game.opening_plies)),
        ("plies", numbers(|game| game.plies)),
        ("result", texts(games, |game| game.result.text())),
        ("termination", texts(games, |game| game.end.text())),
        ("note", texts(games, |game| &game.note)),
        ("moves", texts(games, |game| &game.moves)),
        ("evaluations", Arc::new(evaluations.finish())),
    ];
    if origin.is_timed {
        let mut times = ListBuilder::new(UInt32Builder::new());
        for game in games {
            let own = game.times.as_deref();
            times.values().append_slice(own.unwrap_or_default());
            times.append(own.is_some());
        }
        columns.push((TIMES, Arc::new(times.finish())));
    }
    let is_list = |column: &ArrayRef| matches!(column.data_type(), DataType::List(_));
    let columns = columns.into_iter();
    RecordBatch::try_from_iter_with_nullable(columns.map(|(name, column)| {
        let is_nullable = is_list(&column);
        (name, column, is_nullable)
    }))
}

/// Encodes games. The bytes depend only on the games and their origin.
pub fn encode(games: &[GameRecord], origin: &RecordOrigin) -> Vec<u8> {
    let note = |key: &str, value: &str| KeyValue::new(key.to_string(), value.to_string());
    let mut notes = vec![
        note(SCHEMA_KEY, SCHEMA_VERSION),
        note(EXPERIMENT_KEY, &origin.fingerprint),
        note(VERSION_KEY, GAMES_VERSION),
        note("tradewind.rules", &origin.rules),
        note("tradewind.weights", &origin.weights),
        note(integrity::CHECKSUM_KEY, integrity::NO_CHECKSUM),
    ];
    notes.extend(origin.signature.iter().map(|one| note(SIGNATURE_KEY, one)));
    let level = ZstdLevel::try_new(COMPRESSION).expect("zstd has this level");
    let properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(level))
        .set_statistics_enabled(EnabledStatistics::None)
        .set_column_dictionary_enabled(ColumnPath::from("moves"), false)
        .set_key_value_metadata(Some(notes))
        .build();
    let fill = || -> Result<Vec<u8>, ParquetError> {
        let batch = batch(games, origin)?;
        let mut bytes = Vec::new();
        let mut writer = ArrowWriter::try_new(&mut bytes, batch.schema(), Some(properties))?;
        writer.write(&batch)?;
        writer.close()?;
        Ok(bytes)
    };
    let mut bytes =
        fill().expect("the columns fit the schema, and writing to memory does not fail");
    integrity::write_checksum(&mut bytes);
    bytes
}

/// Decodes a file of games.
///
/// # Errors
/// The bytes are damaged, or the games have another origin.
pub fn decode(bytes: impl Into<Bytes>, origin: &RecordOrigin) -> Result<RecordFile, DecodeError> {
    checked(bytes.into(), |bytes| decode_whole(bytes, origin))
}

/// As [`decode`], only the numbers of the games, in the order of the file, and the signature of
/// their search.
pub(super) fn decode_numbers(
    bytes: impl Into<Bytes>,
    origin: &RecordOrigin,
) -> Result<(Vec<u64>, Option<String>), DecodeError> {
    checked(bytes.into(), |bytes| {
        let (builder, signature) = open(bytes, origin)?;
        let numbers = ProjectionMask::columns(builder.parquet_schema(), [GAME]);
        let batches = builder.with_projection(numbers).build()?;
        Ok((read_all(batches, game_numbers)?, signature))
    })
}

/// Verifies the checksum and decodes the bytes.
fn checked<T>(
    bytes: Bytes,
    read: impl FnOnce(Bytes) -> Result<T, DecodeError>,
) -> Result<T, DecodeError> {
    if !integrity::has_valid_checksum(&bytes) {
        return Err(DecodeError::Damaged("its checksum is wrong".to_string()));
    }
    // Anybody can write a correct checksum, and the library panics on some invalid bytes.
    guarded(|| read(bytes)).unwrap_or_else(|cause| Err(DecodeError::Damaged(cause)))
}

/// Opens a file, checks its origin, and returns the signature of the search.
fn open(
    bytes: Bytes,
    origin: &RecordOrigin,
) -> Result<(ParquetRecordBatchReaderBuilder<Bytes>, Option<String>), DecodeError> {
    let builder = ParquetRecordBatchReaderBuilder::try_new(bytes.clone())?;
    let notes = builder.metadata().file_metadata().key_value_metadata();
    let notes = notes.cloned().unwrap_or_default();
    let note = |key: &str| {
        let found = notes.iter().find(|note| note.key == key);
        found.and_then(|note| note.value.clone())
    };
    let Some(version) = note(VERSION_KEY) else {
        return Err(DecodeError::Damaged("not written by tradewind".to_string()));
    };
    let schema = note(SCHEMA_KEY);
    if version != GAMES_VERSION || schema.as_deref() != Some(SCHEMA_VERSION) {
        return Err(DecodeError::Version(version));
    }
    if note(EXPERIMENT_KEY).as_deref() != Some(&origin.fingerprint) {
        return Err(DecodeError::Foreign);
    }
    integrity::check_pages(&bytes, builder.metadata(), origin.plies)?;
    Ok((builder, note(SIGNATURE_KEY)))
}

fn decode_whole(bytes: Bytes, origin: &RecordOrigin) -> Result<RecordFile, DecodeError> {
    let (builder, signature) = open(bytes, origin)?;
    let games = read_all(builder.build()?, |batch| rows(batch, &origin.names))?;
    Ok(RecordFile { games, signature })
}

/// Reads all batches of a file with `read`, which returns `None` if a batch is invalid.
fn read_all<T>(
    batches: ParquetRecordBatchReader,
    read: impl Fn(&RecordBatch) -> Option<Vec<T>>,
) -> Result<Vec<T>, DecodeError> {
    let mut all = Vec::new();
    for batch in batches {
        let batch = batch.map_err(|error| DecodeError::Damaged(error.to_string()))?;
        let cause = "a column is missing or has the wrong type";
        all.extend(read(&batch).ok_or_else(|| DecodeError::Damaged(cause.to_string()))?);
    }
    Ok(all)
}

fn game_numbers(batch: &RecordBatch) -> Option<Vec<u64>> {
    let column = batch.column_by_name(GAME)?;
    Some(column.as_primitive_opt::<UInt64Type>()?.values().to_vec())
}

fn rows(batch: &RecordBatch, names: &Names) -> Option<Vec<GameRecord>> {
    let column = |name: &str| batch.column_by_name(name);
    let numbers = |name: &str| column(name)?.as_primitive_opt::<UInt32Type>();
    let texts = |name: &str| column(name)?.as_string_opt::<i32>();
    let games = game_numbers(batch)?;
    let (arrays, openings) = (numbers("array")?, numbers("opening_plies")?);
    let plies = numbers("plies")?;
    let (rules, white, black) = (texts("rules")?, texts("white")?, texts("black")?);
    let (results, terminations) = (texts("result")?, texts("termination")?);
    let (notes, moves) = (texts("note")?, texts("moves")?);
    let (odds, starts) = (texts("odds")?, texts("start")?);
    let evaluations = column("evaluations")?.as_list_opt::<i32>()?;
    let times = match column(TIMES) {
        Some(times) => Some(times.as_list_opt::<i32>()?),
        None => None,
    };
    let find = |names: &[String], name: &str| names.iter().position(|known| known == name);
    let row = |at: usize| {
        let list = |lists: &ListArray| lists.is_valid(at).then(|| lists.value(at));
        let scores = match list(evaluations) {
            Some(list) => Some(list.as_primitive_opt::<Int16Type>()?.iter().collect()),
            None => None,
        };
        let times = match times.and_then(list) {
            Some(list) => Some(list.as_primitive_opt::<UInt32Type>()?.values().to_vec()),
            None => None,
        };
        let rules = find(&names.rules, rules.value(at))?;
        let player = |names_of: &StringArray| find(&names.players, names_of.value(at));
        let unless_empty = |text: &str| (!text.is_empty()).then(|| text.to_string());
        Some(GameRecord {
            number: games[at],
            rules,
            players: [player(white)?, player(black)?],
            array: arrays.value(at),
            odds: match odds.value(at) {
                "" => None,
                text => Some(find(&names.odds[rules], text)?),
            },
            start: unless_empty(starts.value(at)),
            opening_plies: openings.value(at),
            plies: plies.value(at),
            result: GameResult::find(results.value(at))?,
            end: Termination::find(terminations.value(at))?,
            moves: moves.value(at).to_string(),
            evaluations: scores,
            times,
            note: notes.value(at).to_string(),
        })
    };
    (0..batch.num_rows()).map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::{Path, PathBuf};
    use tradewind_engine::Ending;

    fn experiment(seed: u64) -> Experiment {
        let text = format!(
            "name = \"x\"\nseed = {seed}\npairs = 9\nply_cap = 100\n[rules]\nid = \"shatranj\"\n\
             odds = [\"-N :\", \"-R : -N\"]\n\
             [[player]]\nname = \"a\"\nnodes = 1\n[[player]]\nname = \"b\"\nnodes = 2\n\
             [opening]\nplies = 2\n"
        );
        let experiment = Experiment::parse("x.toml", text, Path::new(""));
        experiment.unwrap_or_else(|fault| panic!("{fault}"))
    }

    fn games() -> Vec<GameRecord> {
        let game = |number: u64| GameRecord {
            number,
            rules: 0,
            players: [number as usize % 2, 1 - number as usize % 2],
            array: 0,
            odds: (number % 4 < 2).then_some(number as usize % 2),
            start: (number % 4 < 2).then(|| format!("start {number}")),
            opening_plies: 2,
            plies: 4,
            result: GameResult::ALL[number as usize % 4],
            end: Termination::all()
                .nth(number as usize % 9)
                .unwrap_or(Termination::Unfinished),
            moves: format!("e2e3 d7d6 a2a3 {}", ["h7h6", "g7g6"][number as usize % 2]),
            evaluations: (!number.is_multiple_of(3)).then(|| vec![Some(-12), None]),
            times: None,
            note: ["", "a ended"][usize::from(number == 5)].to_string(),
        };
        (4..14).map(game).collect()
    }

    #[test]
    fn games_are_encoded_and_decoded() {
        let origin = RecordOrigin::of(&experiment(1));
        let bytes = encode(&games(), &origin);
        assert_eq!(bytes, encode(&games(), &origin));
        let numbers = games().iter().map(|game| game.number).collect();
        let played_by = Some(signature().to_string());
        assert_eq!(
            decode_numbers(bytes.clone(), &origin),
            Ok((numbers, played_by))
        );
        assert_eq!(games_of(bytes, &origin), Ok(games()));
        assert_eq!(games_of(encode(&[], &origin), &origin), Ok(Vec::new()));
        assert!(Termination::all().all(|end| Termination::find(end.text()) == Some(end)));
        assert!(Ending::ALL.len() + 3 == Termination::all().count());
    }

    /// Files without times do not have the column.
    #[test]
    fn times_are_recorded_in_timed_experiments() {
        let plain = RecordOrigin::of(&experiment(1));
        assert!(!plain.is_timed);
        let timed = RecordOrigin {
            is_timed: true,
            ..plain.clone()
        };
        let mut games = games();
        games[0].times = Some(vec![7, u32::MAX]);
        games[1].times = Some(Vec::new());
        let bytes = encode(&games, &timed);
        assert_eq!(games_of(bytes.clone(), &timed), Ok(games.clone()));
        assert_eq!(games_of(bytes, &plain), Ok(games.clone()));
        for game in &mut games {
            game.times = None;
        }
        let bytes = encode(&games, &plain);
        let has_column = bytes
            .windows(TIMES.len())
            .any(|part| part == TIMES.as_bytes());
        assert!(!has_column);
    }

    fn games_of(bytes: Vec<u8>, origin: &RecordOrigin) -> Result<Vec<GameRecord>, DecodeError> {
        decode(bytes, origin).map(|file| file.games)
    }

    /// Games of another or unknown search are read, but not continued.
    #[test]
    fn files_say_which_search_played_them() {
        let path = Path::new("x.parquet");
        for (played_by, is_refused) in
            [(Some("17"), true), (Some(signature()), false), (None, true)]
        {
            let mut origin = RecordOrigin::of(&experiment(1));
            origin.signature = played_by.map(str::to_string);
            let file = decode(encode(&games(), &origin), &RecordOrigin::of(&experiment(1)));
            let file = file.expect("it can be read");
            assert_eq!(file.signature.as_deref(), played_by);
            let checked = file.check_signature(path);
            assert_eq!(checked.is_err(), is_refused, "{played_by:?}");
            if let Err(fault) = checked {
                let said = fault.to_string();
                assert!(
                    said.contains(&format!("signature {}", played_by.unwrap_or("unknown"))),
                    "{said}"
                );
            }
        }
    }

    #[test]
    fn games_of_another_experiment_are_foreign() {
        let bytes = encode(&games(), &RecordOrigin::of(&experiment(1)));
        let other = RecordOrigin::of(&experiment(2));
        assert_eq!(decode(bytes, &other), Err(DecodeError::Foreign));
    }

    #[test]
    fn more_evaluations_than_plies_are_refused_before_they_are_read() {
        let mut origin = RecordOrigin::of(&experiment(1));
        let bytes = encode(&games(), &origin);
        origin.plies = 17;
        assert_eq!(games_of(bytes.clone(), &origin), Ok(games()));
        origin.plies = 16;
        let error = decode(bytes, &origin).expect_err("there are seventeen values");
        let said = error.of(PathBuf::from("x.parquet")).to_string();
        assert!(said.contains("17 values in \"evaluations"), "{said}");
    }

    /// A changed file with a correct checksum is an error or other games, but never a panic.
    #[test]
    fn no_changed_bit_with_a_correct_checksum_panics() {
        let origin = RecordOrigin::of(&experiment(1));
        let bytes = encode(&games(), &origin);
        let mut caught = 0;
        for at in 0..bytes.len() {
            for bit in 0..8 {
                let mut wrong = bytes.clone();
                wrong[at] ^= 1 << bit;
                integrity::correct_checksum(&mut wrong);
                let read = || decode_whole(wrong.clone().into(), &origin);
                caught += usize::from(guarded(read).is_err());
                let _ = decode_numbers(wrong.clone(), &origin);
                let _ = decode(wrong, &origin);
            }
        }
        assert!(caught > 0, "the library no longer panics: remove the guard");
    }

    #[test]
    fn every_changed_bit_and_every_truncation_is_found() {
        let origin = RecordOrigin::of(&experiment(1));
        let bytes = encode(&games(), &origin);
        for length in 0..bytes.len() {
            assert!(
                decode(bytes[..length].to_vec(), &origin).is_err(),
                "{length}"
            );
        }
        for at in 0..bytes.len() {
            for bit in 0..8 {
                let mut wrong = bytes.clone();
                wrong[at] ^= 1 << bit;
                assert!(decode(wrong, &origin).is_err(), "byte {at}, bit {bit}");
            }
        }
    }
}
