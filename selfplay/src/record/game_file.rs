//! Games and positions of other programs as records: PGN and EPD files with results.
//!
//! Scores of moves are comments of PGN, `{[%eval 0.35]}` for White or `{+0.35/12 1.2s}` for the side
//! that moved, as cutechess and fastchess write them. A position of EPD has its result as an operation
//! (`c9 "1-0";`, `result "1/2-1/2";`) or behind it (`[0.5]`, `; 1-0`, `| 35 | 0.5`), and may have a
//! score: `ce 35;` for the side to move, or the number between bars, for White.

use super::{GameRecord, GameResult, MAX_CENTIPAWNS, Termination, WIN, for_white};
use crate::experiment::{
    BookFault, BookReader, GameText, PlayedGame, epd_lines, games, is_pgn, rules_hash, unfinished,
};
use rayon::prelude::*;
use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use tradewind_engine::input::text_file;
use tradewind_engine::notation::{epd, quote};
use tradewind_engine::rules::{self, RuleSpec};
use tradewind_engine::{Color, Game, Outcome, Rules};
use tradewind_files::{FileError, sha256};

/// The share of invalid games or positions above which a file is refused.
const MAX_INVALID: f64 = 0.1;
/// The number of games that are sampled together.
const CHUNK: usize = 4_096;
/// The tag of the number of plies of the opening.
pub(super) const OPENING_PLIES: &str = "OpeningPlies";

/// The games of a PGN file, or the positions of an EPD file.
///
/// A game of PGN is a game with moves. A position is a record without moves, whose only evaluation
/// is that of the position. Games of the same players with exchanged sides from the same opening are
/// a pair; other games, and positions of the same game, are numbered as the first game of a pair.
#[derive(Clone, Debug)]
pub struct GameFile {
    /// The path.
    pub path: PathBuf,
    /// The SHA-256 of the file.
    pub sha256: String,
    /// The rules of its games.
    pub rules: Rules,
    /// Whether it has positions instead of games.
    pub is_epd: bool,
    /// The games or positions, ordered by number.
    pub records: Vec<GameRecord>,
    /// The number of invalid games or positions, and the fault of the first.
    pub left_out: Option<(usize, BookFault)>,
    /// The names of other rule sets that it has games of.
    pub others: BTreeSet<String>,
}

/// The reason why a file of games cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum GameFileError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// It has no game.
    #[error("{} has no {}", .0.display(), .1)]
    Empty(PathBuf, &'static str),
    /// Too much of it is invalid: the first fault, and how much.
    #[error("{}:{}: {}; {}", .0.display(), .1.line, .1.message, .2)]
    Invalid(PathBuf, BookFault, String),
    /// Its games are of an unknown rule set.
    #[error("{}: {} is not a rule set that comes with the program; name the rules with --rules", .0.display(), .1)]
    Variant(PathBuf, String),
}

/// Whether a path that is not a folder is meant to be a file of games.
pub fn is_game_file(path: &Path) -> bool {
    let is_epd = |extension: &std::ffi::OsStr| extension.eq_ignore_ascii_case("epd");
    path.is_file() || is_pgn(path) || path.extension().is_some_and(is_epd)
}

/// The id of the rule set that the first game of a PGN file names by its tag `Variant`; chess
/// without the tag. `None` for other files.
///
/// # Errors
/// The file cannot be read, or the rule set does not come with the program.
pub fn variant_of(path: &Path) -> Result<Option<String>, GameFileError> {
    if !is_pgn(path) {
        return Ok(None);
    }
    let text = text_file::read_latin(path, GameFile::MAX_BYTES);
    let text = text.map_err(FileError::new("read", path))?;
    let first = games(&text).next();
    let variant = first.as_ref().and_then(|game| game.tag("Variant"));
    let variant = variant.unwrap_or("chess");
    match built_in(variant) {
        Some(spec) => Ok(Some(spec)),
        None => Err(GameFileError::Variant(path.to_path_buf(), quote(variant))),
    }
}

/// The id of the built-in rule set with an id or a title, case-insensitive.
fn built_in(name: &str) -> Option<String> {
    let is_meant = |id: &String| {
        let title =
            || rules::load(id, &[]).is_ok_and(|spec| spec.title().eq_ignore_ascii_case(name));
        id.eq_ignore_ascii_case(name) || title()
    };
    rules::built_in().into_iter().find(is_meant)
}

impl GameFile {
    /// The size limit of a file.
    pub const MAX_BYTES: u64 = 512 << 20;

    /// Reads the games of a rule set, on the threads of the current rayon pool.
    ///
    /// # Errors
    /// The file cannot be read, has no game, or too much of it is invalid.
    pub fn read(path: &Path, rules: &Rules) -> Result<GameFile, GameFileError> {
        let bytes = text_file::bytes(path, GameFile::MAX_BYTES);
        let bytes = bytes.map_err(FileError::new("read", path))?;
        let mut file = GameFile {
            path: path.to_path_buf(),
            sha256: sha256([bytes.as_slice()]),
            rules: rules.clone(),
            is_epd: !is_pgn(path),
            records: Vec::new(),
            left_out: None,
            others: BTreeSet::new(),
        };
        let text = text_file::latin(bytes);
        let reader = BookReader::new(rules);
        if file.is_epd {
            file.read_positions(&text, &reader);
        } else {
            file.read_games(&text, &reader);
        }
        file.records.sort_by_key(|record| record.number);
        let (what, path) = (file.what(), path.to_path_buf());
        let count = file.left_out.as_ref().map_or(0, |(count, _)| *count);
        let all = file.records.len() + count;
        match &file.left_out {
            None if all == 0 && file.others.is_empty() => Err(GameFileError::Empty(path, what)),
            Some((_, fault)) if count as f64 > MAX_INVALID * all as f64 => {
                let rules = rules.spec().title();
                let how_many = format!(
                    "{count} of {all} {what} are invalid, and at most a tenth may be: write {what} of {rules} with results"
                );
                Err(GameFileError::Invalid(path, fault.clone(), how_many))
            }
            _ => Ok(file),
        }
    }

    /// The name of its records, in the plural.
    pub fn what(&self) -> &'static str {
        if self.is_epd { "positions" } else { "games" }
    }

    /// The numbers of games, and of pairs among them. Positions of the same game are one game.
    pub fn counts(&self) -> [usize; 2] {
        let games = (self.records).chunk_by(|one, other| one.number == other.number);
        let pairs = self.records.iter().filter(|record| record.number % 2 == 1);
        [games.count(), pairs.count()]
    }

    /// The records in chunks that do not divide pairs and the positions of a game.
    pub fn chunks(&self) -> impl Iterator<Item = &[GameRecord]> {
        let mut rest = self.records.as_slice();
        std::iter::from_fn(move || {
            let last = rest.get(CHUNK.min(rest.len()).checked_sub(1)?)?.pair();
            let end = rest.partition_point(|record| record.pair() <= last);
            let (chunk, behind) = rest.split_at(end);
            rest = behind;
            Some(chunk)
        })
    }

    fn leave_out(&mut self, fault: BookFault) {
        self.left_out.get_or_insert((0, fault)).0 += 1;
    }

    fn read_games(&mut self, text: &str, reader: &BookReader<'_>) {
        let mut is_own = OwnRules::of(reader.rules.spec());
        let mut texts: Vec<GameText<'_>> = games(text).filter(|game| !game.is_unbegun()).collect();
        texts.retain(|game| {
            let other = is_own.other(game);
            let is_kept = other.is_none();
            self.others.extend(other);
            is_kept
        });
        let read: Vec<Result<ReadGame, BookFault>> =
            texts.par_iter().map(|text| game_of(text, reader)).collect();
        // By players and opening: the number of a game without its pair.
        let mut single: HashMap<(String, String, String), u64> = HashMap::new();
        let mut next = 0;
        for read in read {
            let (mut record, players, opening) = match read {
                Ok(read) => read,
                Err(fault) => {
                    self.leave_out(fault);
                    continue;
                }
            };
            let [white, black] = players;
            let pair = opening
                .clone()
                .and_then(|opening| single.remove(&(black.clone(), white.clone(), opening)));
            record.number = pair.map_or(next, |first| first + 1);
            if pair.is_none() {
                if let Some(opening) = opening {
                    single.insert((white, black, opening), next);
                }
                next += 2;
            }
            self.records.push(record);
        }
    }

    fn read_positions(&mut self, text: &str, reader: &BookReader<'_>) {
        let lines: Vec<(usize, &str)> = epd_lines(text).collect();
        let read: Vec<Result<_, BookFault>> = (lines.par_iter())
            .map(|&(line, text)| {
                let read = position_of(text, reader);
                read.map_err(|message| BookFault { line, message })
            })
            .collect();
        let (mut known, mut next) = (HashMap::<String, u64>::new(), 0);
        for read in read {
            let (record, id) = match read {
                Ok(read) => read,
                Err(fault) => {
                    self.leave_out(fault);
                    continue;
                }
            };
            let number = match id {
                Some(id) => *known.entry(id).or_insert(next),
                None => next,
            };
            next += if number == next { 2 } else { 0 };
            self.records.push(GameRecord { number, ..record });
        }
    }
}

/// Which games are of a rule set, by their tags.
struct OwnRules {
    /// Without and with non-promoting copies.
    hashes: [String; 2],
    /// By the value of the tag `Variant`.
    known: HashMap<String, bool>,
}

impl OwnRules {
    fn of(spec: &RuleSpec) -> OwnRules {
        OwnRules {
            hashes: [rules_hash(spec), rules_hash(&spec.with_copies())],
            known: HashMap::new(),
        }
    }

    /// The name of the rule set that a game is of, if it is another one. A variant that is not known
    /// here is none: its moves decide.
    fn other(&mut self, game: &GameText<'_>) -> Option<String> {
        let variant = game.tag("Variant");
        let is_own = match (game.tag("RulesHash"), variant) {
            (Some(hash), _) => self.hashes.iter().any(|own| own == hash),
            (None, Some(variant)) => {
                *(self.known.entry(variant.to_string())).or_insert_with(|| {
                    let spec = built_in(variant).and_then(|id| rules::load(&id, &[]).ok());
                    spec.is_none_or(|spec| self.hashes.contains(&rules_hash(&spec)))
                })
            }
            (None, None) => true,
        };
        (!is_own).then(|| variant.unwrap_or("chess").to_string())
    }
}

/// A game without its number, its players, and its opening if that is known.
type ReadGame = (GameRecord, [String; 2], Option<String>);

fn game_of(text: &GameText<'_>, reader: &BookReader<'_>) -> Result<ReadGame, BookFault> {
    let played = PlayedGame::of(text, reader, usize::MAX)?;
    let place = text.moves.last().map(|(line, ..)| *line);
    let place = place.or(text.tags.first().map(|(line, ..)| *line));
    let result = result_of(text, &played).map_err(|message| BookFault {
        line: place.unwrap_or(1),
        message,
    })?;
    let sides = {
        let last = played.last.as_ref().map_or(Color::White, Game::side);
        let turns = [last, last.other()].into_iter().cycle();
        turns.skip(played.moves.len() % 2)
    };
    let comments = text.moves.iter().take(played.moves.len());
    let comments: Vec<(Option<i16>, bool, bool)> = comments
        .zip(sides)
        .map(|((.., comments), side)| {
            let score = comments.iter().find_map(|one| score_of(one, side));
            let is_timed = |one: &&str| one.contains("[%emt") || one.contains("[%clk");
            let is_book = |one: &&str| one.trim().eq_ignore_ascii_case("book");
            let is_searched = score.is_some() || comments.iter().any(is_timed);
            (score, is_searched, comments.iter().any(is_book))
        })
        .collect();
    let first_searched = comments.iter().position(|(_, is_searched, _)| *is_searched);
    let given = text.tag(OPENING_PLIES).and_then(|plies| plies.parse().ok());
    let opening = given.or(first_searched);
    let opening = opening.unwrap_or_else(|| comments.iter().take_while(|(.., book)| *book).count());
    let opening = opening.min(played.moves.len());
    let scores: Vec<Option<i16>> = comments[opening..]
        .iter()
        .map(|(score, ..)| *score)
        .collect();
    let start = played.start.as_deref().unwrap_or_default();
    let is_known = opening > 0 || played.start.is_some();
    let known = is_known.then(|| {
        let moves = played.moves[..opening].join(" ");
        format!("{} {start} {moves}", played.array)
    });
    let player = |name| text.tag(name).unwrap_or("?").to_string();
    let record = GameRecord {
        array: played.array,
        opening_plies: opening as u32,
        plies: played.moves.len() as u32,
        end: termination_of(text, &played),
        moves: played.moves.join(" "),
        evaluations: scores.iter().any(Option::is_some).then_some(scores),
        ..record_of(played.start, result)
    };
    Ok((record, [player("White"), player("Black")], known))
}

/// A record without moves.
pub(super) fn record_of(start: Option<String>, result: GameResult) -> GameRecord {
    GameRecord {
        number: 0,
        rules: 0,
        players: [0, 0],
        array: 0,
        odds: None,
        start,
        opening_plies: 0,
        plies: 0,
        result,
        end: Termination::Adjudicated,
        moves: String::new(),
        evaluations: None,
        times: None,
        depths: None,
        note: String::new(),
    }
}

/// The result of a game, by its tag and behind its moves, which must not contradict each other or
/// the rules.
fn result_of(text: &GameText<'_>, played: &PlayedGame) -> Result<GameResult, String> {
    let tag = text.tag("Result").and_then(result_named);
    let behind = text.result.and_then(GameResult::find);
    let finished = |result: &GameResult| *result != GameResult::Unfinished;
    let result = match (tag.filter(finished), behind.filter(finished)) {
        (Some(tag), Some(behind)) if tag != behind => {
            return Err(format!(
                "the tag Result is {}, and the moves end with {}",
                tag.text(),
                behind.text()
            ));
        }
        (None, None) => tag.or(behind),
        (tag, behind) => tag.or(behind),
    };
    let result = result.ok_or("the game has no result; write 1-0, 0-1, 1/2-1/2 or *")?;
    let over = played.last.as_ref().and_then(Game::over);
    if let Some((Outcome::Win(winner), ending)) = over
        && result != GameResult::win(winner)
    {
        return Err(format!(
            "the game ends by {} with {}, and its result is {}",
            ending.name(),
            GameResult::win(winner).text(),
            result.text()
        ));
    }
    Ok(result)
}

/// The termination of a game, as far as it matters here: forfeits say nothing about positions.
fn termination_of(text: &GameText<'_>, played: &PlayedGame) -> Termination {
    const FORFEITS: [&str; 7] = [
        "forfeit",
        "abandoned",
        "time",
        "illegal",
        "infraction",
        "disconnect",
        "stalled",
    ];
    let tag = text
        .tag("Termination")
        .unwrap_or_default()
        .to_ascii_lowercase();
    let over = played.last.as_ref().and_then(Game::over);
    match over {
        Some((_, ending)) => Termination::Rules(ending),
        None if FORFEITS.iter().any(|forfeit| tag.contains(forfeit)) => Termination::Forfeit,
        None => Termination::Adjudicated,
    }
}

/// The result with a name in PGN, or White's points.
fn result_named(text: &str) -> Option<GameResult> {
    let text = text.trim().trim_matches('"');
    let inside = text
        .strip_prefix('[')
        .and_then(|text| text.strip_suffix(']'));
    match inside.unwrap_or(text) {
        "1.0" => Some(GameResult::White),
        "0.0" => Some(GameResult::Black),
        "0.5" | "1/2" | "½-½" => Some(GameResult::Draw),
        "1" if inside.is_some() => Some(GameResult::White),
        "0" if inside.is_some() => Some(GameResult::Black),
        text => GameResult::find(text),
    }
}

/// The score in a comment after a move of `side`, in centipawns for White.
fn score_of(comment: &str, side: Color) -> Option<i16> {
    if let Some((_, behind)) = comment.split_once("[%eval") {
        let word = behind.trim_start().split([']', ',', ' ', '\n']).next()?;
        return centipawns(word);
    }
    let (score, depth) = comment.split_whitespace().next()?.split_once('/')?;
    depth.parse::<u32>().ok()?;
    Some(for_white(side, centipawns(score)?.into()) as i16)
}

/// Pawns (`-0.35`), or moves to mate (`#-3`, `-M3`), in centipawns.
fn centipawns(text: &str) -> Option<i16> {
    let (sign, number) = match text.strip_prefix('-') {
        Some(number) => (-1, number),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let score = match number.strip_prefix(['#', 'M']) {
        Some(moves) => {
            let moves: i32 = moves.parse().ok().filter(|moves| *moves != 0)?;
            moves.signum() * (WIN - moves.saturating_abs().min(500) * 2)
        }
        None => {
            let pawns: f64 = number.parse().ok()?;
            let score = (100.0 * pawns).round();
            (!score.is_nan()).then_some((score as i32).clamp(-MAX_CENTIPAWNS, MAX_CENTIPAWNS))?
        }
    };
    Some((sign * score) as i16)
}

/// The record of a position, and the id of its game if there is one.
fn position_of(
    text: &str,
    reader: &BookReader<'_>,
) -> Result<(GameRecord, Option<String>), String> {
    let (position, operations) = split_position(text);
    let game = epd::read(reader.rules, &format!("{position} {operations}"))?;
    let game = unfinished(game, &position)?;
    let (mut result, mut score, mut id) = (None, None, None);
    for (is_after_bar, operation) in operations_of(operations) {
        let (name, operand) = operation
            .split_once(char::is_whitespace)
            .unwrap_or((operation, ""));
        let operand = operand.trim();
        let is_comment = |name: &str| {
            let digit = name.strip_prefix('c').unwrap_or_default();
            digit.len() == 1 && digit.bytes().all(|byte| byte.is_ascii_digit())
        };
        let text = operand.trim_matches('"');
        let found = match name {
            "result" => result_named(operand),
            _ if is_comment(name) => result_named(operand),
            _ if name.starts_with('[') => result_named(name),
            _ => result_named(operation),
        };
        if let Some(found) = found {
            if result.is_some_and(|known| known != found) {
                return Err(format!("{} has two results", quote(operations)));
            }
            result = Some(found);
        } else if name == "ce" {
            let own: i32 = operand.parse().map_err(|_| {
                format!(
                    "`ce` must be a whole number of centipawns, found {}",
                    quote(operand)
                )
            })?;
            score = Some(for_white(game.side(), own.clamp(-WIN, WIN)));
        } else if is_after_bar && let Ok(own) = operation.parse::<i32>() {
            score = Some(own);
        } else if name == "id" || is_comment(name) && text.to_ascii_lowercase().starts_with("game")
        {
            id = id.or(Some(text.to_string()));
        }
    }
    let result = result.ok_or_else(|| {
        format!(
            "{} has no result; write c9 \"1-0\"; or [0.5] behind the position",
            quote(text)
        )
    })?;
    let score = score.map(|score| score.clamp(-WIN, WIN) as i16);
    let record = GameRecord {
        evaluations: score.map(|score| vec![Some(score)]),
        ..record_of(Some(game.text()), result)
    };
    Ok((record, id))
}

/// Divides a line of EPD into its position, of four fields and at most two counters, and what is
/// behind. The flags of a position in this program's notation contain `;`, later fields do not.
fn split_position(text: &str) -> (String, &str) {
    let mut fields: Vec<&str> = Vec::new();
    let mut rest = text;
    while fields.len() < 6 {
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let word = &rest[..end];
        let cut = match fields.len() {
            0..3 => word.len(),
            _ => word.find([';', '|', '[']).unwrap_or(word.len()),
        };
        let field = &word[..cut];
        if field.is_empty() || fields.len() >= 4 && field.parse::<u32>().is_err() {
            break;
        }
        fields.push(field);
        rest = rest[cut..].trim_start();
        if cut < word.len() {
            break;
        }
    }
    (fields.join(" "), rest)
}

/// The operations behind a position, and whether each follows a bar.
fn operations_of(text: &str) -> impl Iterator<Item = (bool, &str)> {
    let (mut rest, mut is_after_bar) = (text, false);
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let mut is_quoted = false;
        let end = rest.find(|letter: char| {
            is_quoted ^= letter == '"';
            !is_quoted && (letter == ';' || letter == '|')
        });
        let operation = rest[..end.unwrap_or(rest.len())].trim();
        let found = (is_after_bar, operation);
        let behind = end.map_or("", |end| &rest[end..]);
        is_after_bar = behind.starts_with('|');
        rest = behind.get(1..).unwrap_or_default();
        Some(found)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn read(name: &str, text: &str, rules: &str) -> Result<GameFile, GameFileError> {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(name);
        fs::write(&path, text).expect("written");
        GameFile::read(&path, &Rules::load(rules, &[]).expect("a rule set"))
    }

    fn ok(name: &str, text: &str, rules: &str) -> GameFile {
        read(name, text, rules).unwrap_or_else(|fault| panic!("{text}: {fault}"))
    }

    /// The result, the score of the position for White, and the number of each position.
    fn positions(text: &str) -> Vec<(&'static str, Option<i16>, u64)> {
        let file = ok("a.epd", text, "chess");
        let one = |one: &GameRecord| (one.result.text(), one.first_score(), one.number);
        file.records.iter().map(one).collect()
    }

    #[test]
    fn results_and_scores_of_positions_have_many_spellings() {
        let white = "4k3/8/8/8/8/8/3R4/4K3 w - -";
        let black = "4k3/8/8/8/8/8/3R4/4K3 b - -";
        for (line, result, score) in [
            (format!("{white} c9 \"1-0\";"), "1-0", None),
            (format!("{white} 0 1 c9 \"1/2-1/2\";"), "1/2-1/2", None),
            (format!("{white} 0 1 [0.5]"), "1/2-1/2", None),
            (format!("{white} 0 1[0.0] 12"), "0-1", None),
            (format!("{white}; 0-1"), "0-1", None),
            (format!("{white} 3 9;1.0"), "1-0", None),
            (format!("{white} 3 9 1/2-1/2"), "1/2-1/2", None),
            (format!("{white} 0 1 | -35 | 0.5"), "1/2-1/2", Some(-35)),
            (format!("{black} 0 1 | -35 | 0.5"), "1/2-1/2", Some(-35)),
            (
                format!("{white} ce +35; c0 \"a; 0-1\"; acd 7; result \"1-0\";"),
                "1-0",
                Some(35),
            ),
            (
                format!("{black} bm Kd8; ce 35; c0 \"1-0\"; hmvc 4;"),
                "1-0",
                Some(-35),
            ),
            (
                "4,k,3/8/8/8/8/8/3,R,4/4,K,3 w clock=3 20 [1.0]".to_string(),
                "1-0",
                None,
            ),
            (format!("{white} c9 \"*\";"), "*", None),
            // `games --epd` writes c0.
            (format!("{white} c0 \"1-0\"; c9 \"1-0\";"), "1-0", None),
        ] {
            assert_eq!(positions(&line), [(result, score, 0)], "{line}");
        }
    }

    /// Positions of the same game have the same number, wherever they are in the file.
    #[test]
    fn positions_are_grouped_by_game() {
        let board = "4k3/8/8/8/8/8/3R4/4K3 w - -";
        let text = [
            "id \"a\"; [1.0]",
            "[0.5]",
            "c3 \"game 7\"; [0.0]",
            "[1.0]; id \"a\"",
        ]
        .map(|behind| format!("{board} {behind}\n"))
        .concat();
        let numbers: Vec<u64> = positions(&text).iter().map(|one| one.2).collect();
        assert_eq!(numbers, [0, 0, 2, 4]);
        let file = ok("a.epd", &text, "chess");
        assert_eq!(file.counts(), [3, 0]);
        let chunks: Vec<usize> = file.chunks().map(<[GameRecord]>::len).collect();
        assert_eq!(chunks, [4]);
    }

    #[test]
    fn scores_and_openings_of_games_are_comments() {
        let text = "[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n\n\
            1. e4 {book} e5 {book} 2. Nf3 {+0.35/12 0.5s} Nc6 {[%clk 0:01:00] [%eval -1.2]} 3. Bb5 {a (better) move} \
            a6 {-M3/9 1.1s} 4. Ba4 {[%eval #-2]} 1-0\n\n\
            [White \"b\"]\n[Black \"a\"]\n[Result \"1/2-1/2\"]\n\n1. e4 e5 2. Nc3 {[%eval 0.1]} 1/2-1/2\n\n\
            [White \"b\"]\n[Black \"a\"]\n\n1. e4 e5 2. Nc3 *\n";
        let file = ok("a.pgn", text, "chess");
        assert_eq!(file.counts(), [3, 1]);
        let [one, other, third] = &file.records[..] else {
            panic!("{:?}", file.records);
        };
        assert_eq!((one.number, one.opening_plies, one.plies), (0, 2, 7));
        let scores = [Some(35), Some(-120), None, Some(29_994), Some(-29_996)];
        assert_eq!(one.evaluations.as_deref(), Some(&scores[..]));
        assert_eq!((other.number, other.opening_plies), (1, 2));
        assert_eq!(other.evaluations.as_deref(), Some(&[Some(10)][..]));
        assert_eq!((third.number, third.result), (2, GameResult::Unfinished));
    }

    #[test]
    fn games_of_other_rules_are_not_read() {
        let game = "1. e3 e6 1-0\n\n";
        let text = format!(
            "[Variant \"Shatranj\"]\n\n{game}[Variant \"some name\"]\n\n{game}[Variant \"Shatranj\"]\n[RulesHash \"0\"]\n\n{game}"
        );
        for (rules, count) in [("shatranj", 2), ("chess", 1)] {
            let file = ok("a.pgn", &text, rules);
            assert_eq!(file.records.len(), count, "{rules}");
            assert!(file.others.contains("Shatranj"));
        }
    }

    #[test]
    fn a_tenth_may_be_invalid() {
        let good = "1. e4 e5 1-0\n".repeat(9);
        for (bad, wanted) in [
            ("1. e4 e5 2. Ke3 1-0", "`Ke3` is not legal"),
            ("[Result \"1-0\"]\n\n1. e4 0-1", "the tag Result is 1-0"),
            ("1. f3 e5 2. g4 Qh4# 1-0", "checkmate with 0-1"),
            ("1. e4 { 1-0", "`{` is never closed"),
            ("1. e4", "no result"),
        ] {
            let file = ok("a.pgn", &format!("{good}\n{bad}\n"), "chess");
            let (count, fault) = file.left_out.as_ref().expect(bad);
            assert_eq!((*count, file.records.len()), (1, 9), "{bad}");
            assert!(fault.message.contains(wanted), "{}", fault.message);
            let fault = read(
                "a.pgn",
                &format!("{good}\n{bad}\n\n[Event \"x\"]\n\n{bad}\n"),
                "chess",
            );
            let fault = fault.expect_err(bad).to_string();
            let all = "2 of 11 games are invalid, and at most a tenth may be";
            assert!(fault.contains(wanted) && fault.contains(all), "{fault}");
        }
        let board = "4k3/8/8/8/8/8/3R4/4K3 w - -";
        for (line, wanted) in [
            (format!("{board} c0 \"x\";"), "has no result"),
            (format!("{board} c0 \"1-0\"; [0.5]"), "two results"),
            (format!("{board} ce much; [0.5]"), "`ce` must be"),
            ("8/8 w - - [1.0]".to_string(), "8 ranks"),
            ("k7/1Q6/1K6/8/8/8/8/8 b - - [1.0]".to_string(), "is over"),
        ] {
            let fault = read("a.epd", &format!("# x\n{line}\n"), "chess").expect_err(&line);
            let fault = fault.to_string();
            assert!(
                fault.contains("a.epd:2: ") && fault.contains(wanted),
                "{fault}"
            );
        }
        for name in ["a.pgn", "a.epd"] {
            let fault = read(name, "\n", "chess").expect_err(name).to_string();
            assert!(fault.contains("has no "), "{fault}");
        }
    }
}
