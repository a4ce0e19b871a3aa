//! Garbage: no text makes a parser panic, and what is accepted can be played.

use super::random_games::{every_game, name, visit};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::fs::File;
use std::io::{Seek, Write};
use std::path::PathBuf;
use tradewind_engine::rules::{self, RuleError};
use tradewind_engine::{Game, Rules};

/// Shows what was being read when a panic comes.
struct Reading<'t>(&'t str);

impl Drop for Reading<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("while reading:\n{}", self.0);
        }
    }
}

/// Characters that mean something somewhere, and some that mean nothing anywhere.
const LETTERS: &str =
    "abcdehijkqwxyKQRBNPGW0123456789,/;:=-~<>+ \t\n\r\"'[]{}()#._é１\u{0}\u{feff}♔";

fn letter(random: &mut ChaCha8Rng) -> char {
    let letters: Vec<char> = LETTERS.chars().collect();
    *letters.choose(random).expect("a letter")
}

/// A text with one to four small changes; `chunks` are put in now and then.
fn spoiled(text: &str, chunks: &[String], random: &mut ChaCha8Rng) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..random.random_range(1..=4) {
        let from = random.random_range(0..=letters.len());
        let to = (from + random.random_range(0..6)).min(letters.len());
        let part: Vec<char> = match random.random_range(0..6) {
            0 | 1 => Vec::new(),
            2 => vec![letter(random)],
            3 => letters[from..to].repeat(2),
            4 => letters[from..to].iter().rev().copied().collect(),
            _ => chunks.choose(random).expect("a chunk").chars().collect(),
        };
        letters.splice(from..to, part);
    }
    letters.into_iter().collect()
}

/// Plays every legal move of a position, and a few moves more.
fn play_on(game: &Game, random: &mut ChaCha8Rng) {
    for &one in game.legal_moves() {
        game.clone().play_unchecked(one);
    }
    let mut game = game.clone();
    for _ in 0..4 {
        let Some(&one) = game.legal_moves().choose(random) else {
            return;
        };
        game.play_unchecked(one);
        assert!(game.is_consistent(), "{}", game.text());
    }
}

/// Reads a position text, which may be wrong; what is accepted reads back and can be played.
fn try_position(rules: &Rules, text: &str, random: &mut ChaCha8Rng) -> bool {
    let _reading = Reading(text);
    let Ok(game) = rules.parse(text) else {
        return false;
    };
    assert!(game.is_consistent());
    let again = rules.parse(&game.text());
    assert_eq!(again.map(|again| again.text()).as_ref(), Ok(&game.text()));
    play_on(&game, random);
    true
}

/// Parts of position texts, and extreme numbers.
fn position_chunks(rules: &Rules) -> Vec<String> {
    let pieces = rules.spec().pieces.iter();
    let mut chunks: Vec<String> = pieces
        .flat_map(|piece| [piece.text.clone(), piece.text.to_lowercase()])
        .collect();
    let others = [
        "w",
        "b",
        "-",
        "/",
        ",",
        " ",
        ";",
        "=",
        "castle=KQkq",
        "castle=",
        "ep=e3",
        "ep=a1",
        "clock=1",
        "clock=65535",
        "clock=65536",
        "0",
        "8",
        "10",
        "255",
        "4294967296",
        "99999999999999999999",
        "-1",
        "+1",
        "swap=a1b2",
    ];
    chunks.extend(others.map(str::to_string));
    chunks
}

#[test]
fn spoiled_position_texts_are_refused_or_played() {
    let mut random = ChaCha8Rng::seed_from_u64(2);
    for rules in every_game() {
        let mut texts = Vec::new();
        visit(&rules, 200, |game| texts.push(game.text()));
        let chunks = position_chunks(&rules);
        let mut accepted = 0;
        for _ in 0..3_000 {
            let text = texts.choose(&mut random).expect("a text");
            let text = spoiled(text, &chunks, &mut random);
            accepted += u32::from(try_position(&rules, &text, &mut random));
        }
        assert!(
            (1..2_900).contains(&accepted),
            "{}: {accepted}",
            name(&rules)
        );
    }
}

#[test]
fn arbitrary_position_texts_are_refused_or_played() {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    for game in every_game() {
        let chunks = position_chunks(&game);
        for _ in 0..1_000 {
            let mut text = String::new();
            for _ in 0..random.random_range(0..60) {
                if random.random_bool(0.2) {
                    text.push(letter(&mut random))
                } else {
                    text.push_str(chunks.choose(&mut random).expect("a chunk"))
                }
            }
            try_position(&game, &text, &mut random);
        }
    }
}

#[test]
fn the_largest_number_of_plies_can_be_played_on_from() {
    for game in every_game() {
        let array = game.spec().array_numbers()[0];
        let text = game.start(array).expect("an array").text();
        let (before, _) = text.rsplit_once(' ').expect("a number of plies");
        let mut random = ChaCha8Rng::seed_from_u64(4);
        try_position(&game, &format!("{before} {}", u32::MAX), &mut random);
    }
}

#[test]
fn a_square_is_read_from_its_own_name_only() {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    for game in every_game() {
        let board = game.geometry();
        for square in board.all() {
            assert_eq!(board.parse(&board.name(square).to_string()), Some(square));
        }
        for _ in 0..4_000 {
            let length = random.random_range(0..5);
            let text: String = (0..length).map(|_| letter(&mut random)).collect();
            let _reading = Reading(&text);
            if let Some(square) = board.parse(&text) {
                assert_eq!(board.name(square).to_string(), text);
            }
            if let Some((square, rest)) = board.read(&text) {
                assert_eq!(format!("{}{rest}", board.name(square)), text);
            }
        }
    }
}

/// A folder for rule files that vanishes in the end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        let name = format!("tradewind-garbage-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).expect("a folder for rule files");
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Writes a file anew without making it anew, which takes its time on some systems.
fn overwrite(file: &mut File, text: &str) -> std::io::Result<()> {
    file.set_len(0)?;
    file.rewind()?;
    file.write_all(text.as_bytes())
}

/// The texts of the rule files that come with the program.
fn rule_files() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/rules");
    let read = |id: &String| std::fs::read_to_string(format!("{folder}/{id}.toml"));
    rules::built_in()
        .iter()
        .map(|id| read(id).unwrap_or_else(|fault| panic!("{id}: {fault}")))
        .collect()
}

/// A rule file with one to three changes: lines gone, doubled or exchanged, values of other keys,
/// other keys, and now and then small changes anywhere.
fn spoiled_rules(
    text: &str,
    keys: &[String],
    values: &[String],
    random: &mut ChaCha8Rng,
) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    for _ in 0..random.random_range(1..=3) {
        let at = random.random_range(0..lines.len());
        let other = random.random_range(0..lines.len());
        match random.random_range(0..8) {
            0 if lines.len() > 1 => drop(lines.remove(at)),
            1 => lines.insert(other, lines[at].clone()),
            2 => lines.swap(at, other),
            3 => lines[at] = spoiled(&lines[at], values, random),
            4 => {
                if let Some((_, value)) = lines[at].split_once('=') {
                    lines[at] = format!("{} ={value}", keys.choose(random).expect("a key"));
                }
            }
            _ => {
                if let Some((key, _)) = lines[at].split_once('=') {
                    lines[at] = format!("{key}= {}", values.choose(random).expect("a value"));
                }
            }
        }
    }
    lines.join("\n")
}

#[test]
fn spoiled_rule_files_are_refused_with_places_or_played() {
    let folder = Folder::new();
    let path = folder.0.join("rules.toml");
    let mut file = File::create(&path).expect("the file can be made");
    let path = path.to_str().expect("a path in Unicode");
    let files = rule_files();
    let pairs: Vec<(&str, &str)> = (files.iter().flat_map(|text| text.lines()))
        .filter_map(|line| line.split_once('='))
        .collect();
    let keys: Vec<String> = pairs
        .iter()
        .map(|(key, _)| key.trim().to_string())
        .collect();
    let mut values: Vec<String> = pairs
        .iter()
        .map(|(_, value)| value.trim().to_string())
        .collect();
    values.extend(
        [
            "0", "-1", "255", "192", "1e9", "[]", "{}", "\"\"", "\"Q\"", "\"abc\"",
        ]
        .map(String::from),
    );
    let mut random = ChaCha8Rng::seed_from_u64(6);
    let (mut refused, mut played) = (0, 0);
    for _ in 0..4_000 {
        let text = files.choose(&mut random).expect("a file");
        let text = spoiled_rules(text, &keys, &values, &mut random);
        let _reading = Reading(&text);
        overwrite(&mut file, &text).expect("the file can be written");
        match rules::load(path, &[]) {
            Ok(spec) => {
                played += 1;
                // Tables take their time: every tenth will do.
                if played % 10 == 0 {
                    play_arrays(&Rules::new(spec), &mut random);
                }
            }
            Err(error) => {
                refused += 1;
                check_places(&error);
            }
        }
    }
    assert!(
        refused > 1_000 && played > 200,
        "{refused} refused, {played} played"
    );
}

/// Every fault has a place in its file, and everything can be printed.
fn check_places(error: &RuleError) {
    assert!(!error.to_string().is_empty());
    if let RuleError::Faults(faults) = error {
        assert!(!faults.is_empty());
        for fault in faults {
            assert!(fault.line >= 1 && fault.width >= 1, "{fault}");
            let width = fault.source.chars().count();
            assert!(
                fault.indent <= width && fault.indent < fault.column,
                "{fault}"
            );
        }
    }
}

fn play_arrays(rules: &Rules, random: &mut ChaCha8Rng) {
    let numbers = rules.spec().array_numbers();
    for number in numbers.iter().take(2).chain(numbers.last()) {
        let game = rules.start(*number).expect("a number of the rule set");
        assert!(game.is_consistent());
        assert!(
            rules.parse(&game.text()).is_ok() || game.over().is_some(),
            "{}",
            game.text()
        );
        play_on(&game, random);
    }
}
