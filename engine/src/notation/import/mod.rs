//! Import of games: a text of another program becomes a commented rule file.
//!
//! Each format is one file. It reads a [`Draft`], which `rule_file` writes; `xbetza` translates the
//! moves of all formats. What a rule file cannot express is left out with a note, so that a person
//! can decide.

mod castling;
mod complete;
mod diagram;
mod draft;
mod fen;
mod rule_file;
mod shuffle;
mod variants_ini;
mod xbetza;
mod xboard;

use crate::Rules;
use crate::input::control_characters::visible;
use crate::rules::{RuleError, load_draft};
use draft::Draft;
use std::fmt;

/// The maximum length of a text, in bytes: that of a rule file.
const MAX_TEXT: usize = 1 << 20;

/// A rule file made from a text of another program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Imported {
    /// The format of the text.
    pub format: &'static str,
    /// The rule file, with the notes as comments at their places.
    pub rule_file: String,
    /// What was left out or guessed; rules that are missing come first.
    pub notes: Vec<ImportNote>,
}

impl Imported {
    /// A sentence with the number of rules that are missing or different; `None` if there are none.
    pub fn verdict(&self) -> Option<String> {
        verdict(self.notes.iter().filter(|note| note.differs).count())
    }
}

fn verdict(missing: usize) -> Option<String> {
    let rules = match missing {
        0 => return None,
        1 => "1 rule is".to_string(),
        several => format!("{several} rules are"),
    };
    Some(format!("NOT the same game: {rules} missing or different"))
}

/// A remark about a line of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportNote {
    /// The line of the text, counted from 1.
    pub line: usize,
    /// Whether the rule file describes a different game because of it.
    pub differs: bool,
    /// The remark.
    pub message: String,
}

impl fmt::Display for ImportNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

/// The reason why a text cannot be imported.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {message}{}{remedy}", if .remedy.is_empty() { "" } else { "; " })]
pub struct ImportFault {
    /// The line, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
    /// The error.
    pub message: String,
    /// The remedy; empty if there is none.
    pub remedy: String,
}

fn fault(
    (line, column): (usize, usize),
    message: impl Into<String>,
    remedy: impl Into<String>,
) -> ImportFault {
    ImportFault {
        line,
        column,
        message: visible(&message.into()).into_owned(),
        remedy: remedy.into(),
    }
}

/// Imports a game. The name is that of the game; where a text describes several games, it chooses
/// one of them.
///
/// # Errors
/// The format is not recognised, the text is wrong, or the game cannot be expressed as a rule file.
pub fn import(text: &str, name: Option<&str>) -> Result<Imported, ImportFault> {
    if text.len() > MAX_TEXT {
        let message = format!("the text has {} bytes", text.len());
        return Err(fault((1, 1), message, format!("at most {MAX_TEXT} bytes")));
    }
    let mut draft = read(text, name)?;
    if let Some(name) = name {
        draft.name = name.to_string();
    }
    complete::complete(&mut draft);
    let file = rule_file::write(&draft);
    check(&file)?;
    let mut notes: Vec<ImportNote> = draft.notes.into_iter().map(|(_, note)| note).collect();
    notes.sort_by_key(|note| (!note.differs, note.line));
    Ok(Imported {
        format: draft.format,
        rule_file: file.text,
        notes,
    })
}

/// Recognises the format and reads the game.
fn read(text: &str, name: Option<&str>) -> Result<Draft, ImportFault> {
    let lines = || text.lines().map(str::trim);
    let is_command = |line: &str| line.starts_with("setup ") || line.starts_with("piece ");
    if !diagram::has_tags(text) && lines().any(is_command) {
        xboard::read(text)
    } else if diagram::is_diagram(text) {
        diagram::read(text)
    } else if lines().any(|line| line.starts_with('[') && line.contains(']')) {
        variants_ini::read(text, name)
    } else {
        let message = "this is not a known description of a game";
        let remedy = "paste an Interactive Diagram (lines such as `files=8` and `pawn:P:fmWfcF:pawn:a2-h2`), \
                      a section of variants.ini, or XBoard's `setup` and `piece` lines";
        Err(fault((1, 1), message, remedy))
    }
}

/// Loads the rule file; a fault is reported at the line of the text that it comes from.
fn check(file: &rule_file::RuleFile) -> Result<(), ImportFault> {
    let spec = load_draft("imported.toml", &file.text).map_err(|error| match error {
        RuleError::Faults(faults) if !faults.is_empty() => {
            let first = &faults[0];
            let place = file.source(first.line);
            fault((place, 1), first.message.clone(), first.remedy.clone())
        }
        other => fault((1, 1), other.to_string(), ""),
    })?;
    let rules = Rules::new(spec);
    match rules.check_start(0) {
        Some(Err(cause)) => Err(fault((file.array, 1), cause.to_string(), "")),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::variants_ini as export;
    use rand::RngExt;
    use std::path::PathBuf;

    fn imported(text: &str, name: Option<&str>) -> Imported {
        import(text, name).unwrap_or_else(|fault| panic!("{fault}\n{text}"))
    }

    /// The move counts of an imported game up to a depth.
    fn counts(found: &Imported, depth: u32) -> Vec<u64> {
        let spec = load_draft("imported.toml", &found.rule_file);
        let rules = Rules::new(spec.unwrap_or_else(|fault| panic!("{fault}\n{}", found.rule_file)));
        let game = rules.start(0).expect("an array");
        (1..=depth).map(|depth| game.perft(depth)).collect()
    }

    fn differences(found: &Imported) -> Vec<String> {
        let differs = found.notes.iter().filter(|note| note.differs);
        differs.map(ToString::to_string).collect()
    }

    const CHESS: &str = "files=8\nranks=8\npromoZone=1\npromoChoice=QRBN\ngraphicsDir=/x/\nsquareSize=35\nsymmetry=mirror\n\
        pawn:P:fmWfceFifmnD:pawn:a2-h2\nknight:N:N:knight:b1,g1\nbishop::::c1,f1\nrook:R:R:rook:a1,h1\n\
        queen:Q:Q:queen:d1\nking:K:KisO2:king:e1\n";

    #[test]
    fn chess_as_a_diagram() {
        let found = imported(CHESS, None);
        assert_eq!(differences(&found), [""; 0]);
        assert_eq!(counts(&found, 3), [20, 400, 8902]);
        let page = format!(
            "<p>Chess:</p>\n<div class=\"idiagram\" style=\"float:left\">\n{}</div>\n<p>a=b</p>",
            CHESS.replace('\n', "<br>\n").replace("KisO2", "K&#105;sO2")
        );
        assert_eq!(counts(&imported(&page, None), 3), [20, 400, 8902]);
        let one_line = CHESS.replace('\n', " ");
        assert_eq!(counts(&imported(&one_line, None), 3), [20, 400, 8902]);
    }

    /// Each rule set whose export leaves nothing out is the same after export and import.
    #[test]
    fn exported_games_come_back() {
        let folders = ["../scripts/variants", "../../shared/peer/rules"];
        let files = folders
            .into_iter()
            .flat_map(|folder| std::fs::read_dir(folder).into_iter().flatten());
        let files: Vec<PathBuf> = files.flatten().map(|entry| entry.path()).collect();
        let files = files
            .iter()
            .filter(|file| file.extension().is_some_and(|end| end == "toml"));
        let files = files.map(|file| file.to_string_lossy().into_owned());
        let mut tried = 0;
        for id in crate::rules::built_in().into_iter().chain(files) {
            let rules = Rules::load(&id, &[]).unwrap_or_else(|fault| panic!("{id}: {fault}"));
            let Ok(exported) = export::write(&rules, "x") else {
                continue;
            };
            if !exported.left_out.is_empty() {
                continue;
            }
            tried += 1;
            let found = imported(&exported.text, None);
            let array = rules.spec().array_numbers()[0];
            let game = rules.start(array).expect("an array");
            let wanted: Vec<u64> = (1..=2).map(|depth| game.perft(depth)).collect();
            assert_eq!(
                counts(&found, 2),
                wanted,
                "{id}\n{}\n{}",
                exported.text,
                found.rule_file
            );
            assert_eq!(differences(&found), [""; 0], "{id}");
        }
        assert!(tried >= 3, "{tried}");
    }

    /// Messages quote no control characters.
    #[test]
    fn messages_have_no_control_characters() {
        use crate::input::control_characters::is_hidden;
        let text = "[x:chess]\ncustomPiece1 = n:N\u{1b}\u{202e}\nmaxRank = \u{1b}\n";
        let fault = import(text, None).expect_err("no number").to_string();
        let noted = import(&text.replace("maxRank = \u{1b}\n", ""), None).expect("a game");
        let notes = noted.notes.iter().map(ToString::to_string);
        for said in notes.chain([fault]) {
            assert!(!said.contains(is_hidden), "{said:?}");
        }
    }

    /// Random and changed texts are refused or imported, quickly and without a panic.
    #[test]
    fn any_text_is_safe() {
        let setup = "setup (PNBRQKpnbrqk) 8x8+0_fairy rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\npiece N& NC\n";
        let ini = "[x:grand]\nmaxFile = 10\ncustomPiece1 = x:mRcpRjB[F?fsR]\npromotionLimit = q:1\nextinctionValue = loss\n";
        let mut random: rand_chacha::ChaCha8Rng = rand::SeedableRng::seed_from_u64(59);
        let letters: Vec<char> = "abzKQRNBX[]:=,-/+*?09 \n\té\u{202e}".chars().collect();
        for round in 0..300 {
            let seed = [CHESS, setup, ini][round % 3];
            let mut text: Vec<char> = seed.chars().collect();
            for _ in 0..random.random_range(1..8) {
                let at = random.random_range(0..text.len());
                match random.random_range(0..4) {
                    0 => text[at] = letters[random.random_range(0..letters.len())],
                    1 => text.insert(at, letters[random.random_range(0..letters.len())]),
                    2 => {
                        text.remove(at);
                    }
                    _ => {
                        let end = (at + random.random_range(0..40)).min(text.len());
                        let part: Vec<char> = text[at..end].to_vec();
                        let to = random.random_range(0..text.len());
                        text.splice(to..to, part);
                    }
                }
            }
            let mut text: String = text.into_iter().collect();
            if round % 10 == 0 {
                let bytes: Vec<u8> = (0..200).map(|_| random.random()).collect();
                text = format!("piece {}", String::from_utf8_lossy(&bytes));
            }
            match import(&text, None) {
                Ok(found) => assert!(!found.rule_file.contains('\u{202e}')),
                Err(fault) => assert!(fault.line <= text.lines().count().max(1), "{fault}\n{text}"),
            }
        }
    }
}
