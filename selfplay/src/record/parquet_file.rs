//! Encoding games as Parquet files, and decoding them.

use super::integrity::{self, guarded};
use super::{DecodeError, GameRecord, GameResult, Names, RecordError, Termination};
use crate::GAMES_VERSION;
use crate::experiment::Experiment;
use bytes::Bytes;
use parquet::basic::{Compression, ZstdLevel};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int32Type, Int64Type};
use parquet::errors::Result as ParquetResult;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::reader::{FileReader, RowGroupReader};
use parquet::file::serialized_reader::SerializedFileReader;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::ColumnPath;
use std::io::Write;
use std::mem::take;
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
    /// Whether it is a match, in which the depths of searches are recorded.
    is_match: bool,
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
            is_match: experiment.matched.is_some(),
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
        check_signature(self.signature.as_deref(), path)
    }
}

/// Checks that the signature of the games in a file is that of this program's search.
pub(super) fn check_signature(theirs: Option<&str>, path: &Path) -> Result<(), RecordError> {
    let own = signature();
    if theirs == Some(own) {
        return Ok(());
    }
    Err(RecordError::Signature {
        path: path.to_path_buf(),
        theirs: theirs.unwrap_or("unknown").to_string(),
        own,
    })
}

/// The compression level of zstd. Higher levels save a tenth and take twice as long.
const COMPRESSION: i32 = 3;

/// The columns, in the order in which they are written and read.
const COLUMNS: &str = "message games {
    required int64 game (INTEGER(64, false));
    required binary rules (STRING);
    required int32 array (INTEGER(32, false));
    required binary odds (STRING);
    required binary start (STRING);
    required binary white (STRING);
    required binary black (STRING);
    required int32 opening_plies (INTEGER(32, false));
    required int32 plies (INTEGER(32, false));
    required binary result (STRING);
    required binary termination (STRING);
    required binary note (STRING);
    required binary moves (STRING);
    optional group evaluations (LIST) { repeated group list {
        optional int32 item (INTEGER(16, true)); } }";
/// The next column of matches: the depths of searches.
const DEPTHS: &str = "
    optional group depths (LIST) { repeated group list {
        optional int32 item (INTEGER(16, true)); } }";
/// The last column of timed experiments: the times of moves.
const TIMES: &str = "
    optional group times (LIST) { repeated group list {
        optional int32 item (INTEGER(32, false)); } }";

const EXPERIMENT_KEY: &str = "tradewind.experiment";
const SCHEMA_KEY: &str = "tradewind.schema";
const VERSION_KEY: &str = "tradewind.version";
const SIGNATURE_KEY: &str = "tradewind.signature";

/// Writes the games into a row group, column by column.
fn write_columns<'g, W: Write + Send>(
    games: &'g [GameRecord],
    origin: &'g RecordOrigin,
    group: &mut SerializedRowGroupWriter<'_, W>,
) -> ParquetResult<()> {
    let names = &origin.names;
    let texts = |group: &mut _, of: &dyn Fn(&'g GameRecord) -> &'g str| {
        let texts: Vec<ByteArray> = games.iter().map(|game| of(game).into()).collect();
        write_column::<ByteArrayType, W>(group, &texts, None)
    };
    let numbers = |group: &mut _, of: fn(&GameRecord) -> u32| {
        let values: Vec<i32> = games.iter().map(|game| of(game).cast_signed()).collect();
        write_column::<Int32Type, W>(group, &values, None)
    };
    let game_numbers = games.iter().map(|game| game.number.cast_signed());
    write_column::<Int64Type, W>(group, &game_numbers.collect::<Vec<_>>(), None)?;
    texts(group, &|game| names.rules[game.rules].as_str())?;
    numbers(group, |game| game.array)?;
    texts(group, &|game| names.odds_of(game))?;
    texts(group, &|game| game.start.as_deref().unwrap_or_default())?;
    texts(group, &|game| names.players[game.players[0]].as_str())?;
    texts(group, &|game| names.players[game.players[1]].as_str())?;
    numbers(group, |game| game.opening_plies)?;
    numbers(group, |game| game.plies)?;
    texts(group, &|game| game.result.text())?;
    texts(group, &|game| game.end.text())?;
    texts(group, &|game| game.note.as_str())?;
    texts(group, &|game| game.moves.as_str())?;
    let scores = games.iter().map(|game| game.evaluations.as_deref());
    write_lists(group, scores, |score| score.map(i32::from))?;
    if origin.is_match {
        let depths = games.iter().map(|game| game.depths.as_deref());
        write_lists(group, depths, |depth| depth.map(i32::from))?;
    }
    if origin.is_timed {
        let times = games.iter().map(|game| game.times.as_deref());
        write_lists(group, times, |time| Some(time.cast_signed()))?;
    }
    Ok(())
}

/// Definition and repetition levels of a column's values.
type Levels<'a> = (&'a [i16], &'a [i16]);

fn write_column<T: DataType, W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    values: &[T::T],
    levels: Option<Levels<'_>>,
) -> ParquetResult<()> {
    let mut column = group.next_column()?.expect("a column of the schema");
    let (definition, repetition) = levels.unzip();
    column
        .typed::<T>()
        .write_batch(values, definition, repetition)?;
    column.close()
}

// The definition levels of a column of lists.
const NO_LIST: i16 = 0;
const EMPTY: i16 = 1;
const NO_ITEM: i16 = 2;
const ITEM: i16 = 3;

fn write_lists<'g, W: Write + Send, T: 'g>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    lists: impl Iterator<Item = Option<&'g [T]>>,
    item: impl Fn(&T) -> Option<i32>,
) -> ParquetResult<()> {
    let (mut values, mut definition, mut repetition) = (Vec::new(), Vec::new(), Vec::new());
    for list in lists {
        let start = definition.len();
        let is_null = list.is_none();
        for item in list.into_iter().flatten().map(&item) {
            definition.push(if item.is_some() { ITEM } else { NO_ITEM });
            values.extend(item);
        }
        if definition.len() == start {
            definition.push(if is_null { NO_LIST } else { EMPTY });
        }
        repetition.resize(definition.len(), 1);
        repetition[start] = 0;
    }
    write_column::<Int32Type, W>(group, &values, Some((&definition, &repetition)))
}

/// Encodes games. The bytes depend only on the games and their origin.
pub fn encode(games: &[GameRecord], origin: &RecordOrigin) -> Vec<u8> {
    let level = ZstdLevel::try_new(COMPRESSION).expect("zstd has this level");
    encode_with(games, origin, Compression::ZSTD(level))
}

/// The same for a file of files that is compressed as a whole.
pub(super) fn encode_uncompressed(games: &[GameRecord], origin: &RecordOrigin) -> Vec<u8> {
    encode_with(games, origin, Compression::UNCOMPRESSED)
}

fn encode_with(games: &[GameRecord], origin: &RecordOrigin, compression: Compression) -> Vec<u8> {
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
    let properties = WriterProperties::builder()
        .set_compression(compression)
        .set_statistics_enabled(EnabledStatistics::None)
        .set_column_dictionary_enabled(ColumnPath::from("moves"), false)
        .set_key_value_metadata(Some(notes))
        .build();
    let fill = || -> ParquetResult<Vec<u8>> {
        let depths = if origin.is_match { DEPTHS } else { "" };
        let times = if origin.is_timed { TIMES } else { "" };
        let columns = format!("{COLUMNS}{depths}{times}}}");
        let schema = Arc::new(parse_message_type(&columns)?);
        let mut writer = SerializedFileWriter::new(Vec::new(), schema, Arc::new(properties))?;
        let mut group = writer.next_row_group()?;
        write_columns(games, origin, &mut group)?;
        group.close()?;
        writer.into_inner()
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
        let (file, signature) = open(bytes, origin)?;
        Ok((read_groups(&file, read_game_numbers)?, signature))
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
) -> Result<(SerializedFileReader<Bytes>, Option<String>), DecodeError> {
    let file = SerializedFileReader::new(bytes.clone())?;
    let notes = file.metadata().file_metadata().key_value_metadata();
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
    integrity::check_pages(&bytes, file.metadata(), origin.plies)?;
    Ok((file, note(SIGNATURE_KEY)))
}

fn decode_whole(bytes: Bytes, origin: &RecordOrigin) -> Result<RecordFile, DecodeError> {
    let (file, signature) = open(bytes, origin)?;
    let games = read_groups(&file, |group| read_games(group, &origin.names))?;
    Ok(RecordFile { games, signature })
}

/// Reads all row groups of a file with `read`.
fn read_groups<T>(
    file: &SerializedFileReader<Bytes>,
    read: impl Fn(&dyn RowGroupReader) -> Result<Vec<T>, DecodeError>,
) -> Result<Vec<T>, DecodeError> {
    let mut all = Vec::new();
    for at in 0..file.num_row_groups() {
        all.extend(read(&*file.get_row_group(at)?)?);
    }
    Ok(all)
}

fn invalid_columns() -> DecodeError {
    DecodeError::Damaged("a column is missing or has the wrong type".to_string())
}

/// The values of a column, with the definition and repetition levels of a list's items.
struct Column<T> {
    values: Vec<T>,
    definition: Vec<i16>,
    repetition: Vec<i16>,
}

fn read_column<T: DataType>(
    group: &dyn RowGroupReader,
    path: &str,
) -> Result<Option<Column<T::T>>, DecodeError> {
    let columns = group.metadata().schema_descr().columns();
    let Some(at) = (columns.iter()).position(|column| column.path().string() == path) else {
        return Ok(None);
    };
    let reader = T::get_column_reader(group.get_column_reader(at)?);
    let mut reader = reader.ok_or_else(invalid_columns)?;
    let (mut values, mut definition, mut repetition) = (Vec::new(), Vec::new(), Vec::new());
    let rows = row_count(group)?;
    let levels = (Some(&mut definition), Some(&mut repetition));
    let (read, _, _) = reader.read_records(rows, levels.0, levels.1, &mut values)?;
    if read != rows {
        return Err(invalid_columns());
    }
    Ok(Some(Column {
        values,
        definition,
        repetition,
    }))
}

fn row_count(group: &dyn RowGroupReader) -> Result<usize, DecodeError> {
    usize::try_from(group.metadata().num_rows()).map_err(|_| invalid_columns())
}

/// Reads a column that has a value in each row.
fn read_values<T: DataType>(
    group: &dyn RowGroupReader,
    path: &str,
) -> Result<Vec<T::T>, DecodeError> {
    let column = read_column::<T>(group, path)?.ok_or_else(invalid_columns)?;
    if column.values.len() != row_count(group)? {
        return Err(invalid_columns());
    }
    Ok(column.values)
}

fn read_game_numbers(group: &dyn RowGroupReader) -> Result<Vec<u64>, DecodeError> {
    let numbers = read_values::<Int64Type>(group, "game")?;
    Ok(numbers.into_iter().map(i64::cast_unsigned).collect())
}

/// A list with missing items, or no list.
type OptionalList<T> = Option<Vec<Option<T>>>;

fn read_lists<T>(
    group: &dyn RowGroupReader,
    path: &str,
    item: impl Fn(i32) -> Option<T>,
) -> Result<Option<Vec<OptionalList<T>>>, DecodeError> {
    let Some(column) = read_column::<Int32Type>(group, path)? else {
        return Ok(None);
    };
    let mut values = column.values.into_iter();
    let mut lists: Vec<OptionalList<T>> = Vec::new();
    for (&definition, &repetition) in column.definition.iter().zip(&column.repetition) {
        if repetition == 0 {
            lists.push((definition != NO_LIST).then(Vec::new));
        }
        let read = match definition {
            NO_LIST | EMPTY => continue,
            NO_ITEM => None,
            _ => Some(values.next().and_then(&item).ok_or_else(invalid_columns)?),
        };
        let list = lists.last_mut().and_then(Option::as_mut);
        list.ok_or_else(invalid_columns)?.push(read);
    }
    if lists.len() != row_count(group)? {
        return Err(invalid_columns());
    }
    Ok(Some(lists))
}

fn read_games(group: &dyn RowGroupReader, names: &Names) -> Result<Vec<GameRecord>, DecodeError> {
    let games = read_game_numbers(group)?;
    let numbers = |path| -> Result<Vec<u32>, DecodeError> {
        let numbers = read_values::<Int32Type>(group, path)?;
        Ok(numbers.into_iter().map(i32::cast_unsigned).collect())
    };
    let texts = |path| -> Result<Vec<String>, DecodeError> {
        let texts = read_values::<ByteArrayType>(group, path)?;
        let texts = texts.iter().map(|text| Ok(text.as_utf8()?.to_string()));
        texts.collect()
    };
    let (arrays, openings) = (numbers("array")?, numbers("opening_plies")?);
    let plies = numbers("plies")?;
    let (rules, white, black) = (texts("rules")?, texts("white")?, texts("black")?);
    let (results, terminations) = (texts("result")?, texts("termination")?);
    let (mut notes, mut moves) = (texts("note")?, texts("moves")?);
    let (odds, mut starts) = (texts("odds")?, texts("start")?);
    let evaluations = read_lists(group, "evaluations.list.item", |score| {
        score.try_into().ok()
    })?;
    let mut evaluations = evaluations.ok_or_else(invalid_columns)?;
    let mut depths = read_lists(group, "depths.list.item", |depth| depth.try_into().ok())?;
    let mut times = read_lists(group, "times.list.item", |time| Some(time.cast_unsigned()))?;
    let find = |names: &[String], name: &str| names.iter().position(|known| known == name);
    let mut row = |at: usize| {
        let rules = find(&names.rules, &rules[at])?;
        let start = take(&mut starts[at]);
        let times = times.as_mut().and_then(|times| times[at].take());
        Some(GameRecord {
            number: games[at],
            rules,
            players: [
                find(&names.players, &white[at])?,
                find(&names.players, &black[at])?,
            ],
            array: arrays[at],
            odds: match odds[at].as_str() {
                "" => None,
                text => Some(find(&names.odds[rules], text)?),
            },
            start: (!start.is_empty()).then_some(start),
            opening_plies: openings[at],
            plies: plies[at],
            result: (GameResult::ALL.into_iter()).find(|result| result.text() == results[at])?,
            end: Termination::find(&terminations[at])?,
            moves: take(&mut moves[at]),
            evaluations: evaluations[at].take(),
            depths: depths.as_mut().and_then(|depths| depths[at].take()),
            times: times.map(|times| times.into_iter().flatten().collect()),
            note: take(&mut notes[at]),
        })
    };
    let games = (0..games.len()).map(|at| row(at).ok_or_else(invalid_columns));
    games.collect()
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
            depths: None,
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

    /// Files without depths and times do not have the columns.
    #[test]
    fn depths_and_times_are_recorded_in_timed_matches() {
        let plain = RecordOrigin::of(&experiment(1));
        assert!(!plain.is_match && !plain.is_timed);
        let timed = RecordOrigin {
            is_match: true,
            is_timed: true,
            ..plain.clone()
        };
        let mut games = games();
        games[0].times = Some(vec![7, u32::MAX]);
        games[1].times = Some(Vec::new());
        games[1].depths = Some(vec![Some(u8::MAX), None]);
        let bytes = encode(&games, &timed);
        assert_eq!(games_of(bytes.clone(), &timed), Ok(games.clone()));
        assert_eq!(games_of(bytes, &plain), Ok(games.clone()));
        for game in &mut games {
            game.times = None;
            game.depths = None;
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
