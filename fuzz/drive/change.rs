//! Changing inputs at random.

use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use std::ops::Range;

#[path = "../../engine/tests/properties/random_rules.rs"]
mod random_rules;

use random_rules::{Kind, rule_file};

/// The longest input that is made.
const LONGEST: usize = 1 << 16;

/// An input of the corpus, or a random rule file, with some changes.
pub fn input(
    corpus: &[Vec<u8>],
    words: &[Vec<u8>],
    makes_rules: bool,
    random: &mut ChaCha8Rng,
) -> Vec<u8> {
    let mut data = any(corpus, random).to_vec();
    let mut changes = random.random_range(1..=4);
    if makes_rules && random.random_bool(0.4) {
        let kind = if random.random_bool(0.1) {
            Kind::Plain
        } else {
            Kind::Powers
        };
        data = rule_file(kind, random).into_bytes();
        changes = random.random_range(0..=2);
    }
    for _ in 0..changes {
        let other = any(corpus, random);
        match random.random_range(0..12) {
            0 => flip(&mut data, random),
            1 => replace(&mut data, Vec::new(), 8, random),
            2 => {
                let part = data[range(&data, 16, random)].to_vec();
                replace(&mut data, part, 1, random);
            }
            3 => {
                let part = other[range(other, 200, random)].to_vec();
                replace(&mut data, part, 200, random);
            }
            4 | 5 => replace(&mut data, any(words, random).to_vec(), 1, random),
            6 | 7 => {
                let place = token(&data, random);
                data.splice(place, any(words, random).iter().copied());
            }
            8 => {
                let (place, from) = (token(&data, random), token(other, random));
                data.splice(place, other[from].iter().copied());
            }
            9 => {
                let place = line(&data, random);
                data.splice(place, std::iter::empty());
            }
            10 => {
                let (at, from) = (line(&data, random).start, line(other, random));
                data.splice(at..at, other[from].iter().copied());
            }
            _ => value(&mut data, other, random),
        }
    }
    data.truncate(LONGEST);
    data
}

fn any<'a>(all: &'a [Vec<u8>], random: &mut ChaCha8Rng) -> &'a [u8] {
    all.choose(random).map_or(&[], Vec::as_slice)
}

/// Some bytes in a row, or none.
fn range(data: &[u8], max: usize, random: &mut ChaCha8Rng) -> Range<usize> {
    let from = random.random_range(0..=data.len());
    from..(from + random.random_range(0..=max)).min(data.len())
}

fn flip(data: &mut [u8], random: &mut ChaCha8Rng) {
    if !data.is_empty() {
        let at = random.random_range(0..data.len());
        if random.random_bool(0.5) {
            data[at] ^= 1 << random.random_range(0..8)
        } else {
            data[at] = random.random()
        }
    }
}

fn replace(data: &mut Vec<u8>, by: Vec<u8>, max: usize, random: &mut ChaCha8Rng) {
    let place = range(data, max, random);
    data.splice(place, by);
}

/// A word or a number, or a sign between them.
fn token(data: &[u8], random: &mut ChaCha8Rng) -> Range<usize> {
    let at = random.random_range(0..=data.len());
    let of_word = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.".contains(byte);
    let before = data[..at]
        .iter()
        .rev()
        .take_while(|byte| of_word(byte))
        .count();
    let behind = data[at..].iter().take_while(|byte| of_word(byte)).count();
    match before + behind {
        0 => at..(at + 1).min(data.len()),
        _ => at - before..at + behind,
    }
}

/// A line with its end.
fn line(data: &[u8], random: &mut ChaCha8Rng) -> Range<usize> {
    let at = random.random_range(0..=data.len());
    let start = data[..at]
        .iter()
        .rposition(|&byte| byte == b'\n')
        .map_or(0, |end| end + 1);
    let end = data[at..].iter().position(|&byte| byte == b'\n');
    start..end.map_or(data.len(), |end| at + end + 1)
}

/// Gives a key the value that some key has elsewhere.
fn value(data: &mut Vec<u8>, other: &[u8], random: &mut ChaCha8Rng) {
    let value_of = |text: &[u8], line: Range<usize>| {
        let sign = text[line.clone()].iter().position(|&byte| byte == b'=')?;
        Some(line.start + sign + 1..line.end)
    };
    let (place, from) = (line(data, random), line(other, random));
    if let Some((place, from)) = value_of(data, place).zip(value_of(other, from)) {
        data.splice(place, other[from].iter().copied());
    }
}
