//! Parsing Betza notation.

use super::{Betza, BetzaTerm, Mode};

/// What is wrong with a text of the notation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct BetzaFault {
    /// First byte of the wrong part.
    pub start: usize,
    /// Its length in bytes.
    pub length: usize,
    pub message: String,
    pub remedy: String,
}

const ATOMS: [(char, &[(i32, i32)]); 13] = [
    ('W', &[(1, 0)]),
    ('F', &[(1, 1)]),
    ('D', &[(2, 0)]),
    ('N', &[(2, 1)]),
    ('A', &[(2, 2)]),
    ('H', &[(3, 0)]),
    ('C', &[(3, 1)]),
    ('Z', &[(3, 2)]),
    ('G', &[(3, 3)]),
    ('K', &[(1, 0), (1, 1)]),
    ('R', &[(1, 0)]),
    ('B', &[(1, 1)]),
    ('Q', &[(1, 0), (1, 1)]),
];

/// Reads a text of the notation; reports every fault in it.
pub(crate) fn parse(text: &str) -> Result<Betza, Vec<BetzaFault>> {
    let mut faults = Vec::new();
    let mut terms = Vec::new();
    let mut words = Vec::new();
    let letters: Vec<(usize, char)> = text.char_indices().collect();
    let mut at = 0;
    while at < letters.len() {
        if letters[at].1.is_whitespace() {
            at += 1;
            continue;
        }
        let word = Word::read(&letters, &mut at);
        let end = letters.get(at).map_or(text.len(), |&(byte, _)| byte);
        let mut found = word.faults(end);
        if found.is_empty() {
            match word.terms() {
                Ok(mut new) => terms.append(&mut new),
                Err(message) => found.push(BetzaFault {
                    start: word.start,
                    length: end - word.start,
                    message,
                    remedy:
                        "directions are f b l r, for W D H also s, for N C Z also ff bb fs bs v s"
                            .to_string(),
                }),
            }
            words.push(text[word.start..end].to_string());
        }
        faults.append(&mut found);
    }
    if terms.is_empty() && faults.is_empty() {
        faults.push(BetzaFault {
            start: 0,
            length: text.len(),
            message: "no move is given".to_string(),
            remedy: "write Betza notation such as `mfW cfF`, `R4` or `N`".to_string(),
        });
    }
    if faults.is_empty() {
        let text = words.join(" ");
        Ok(Betza { terms, text })
    } else {
        Err(faults)
    }
}

/// One word of the notation as written: modifiers, an atom, perhaps doubled, perhaps a number.
struct Word {
    start: usize,
    modifiers: Vec<(usize, char)>,
    atom: Option<(usize, char)>,
    doubled: bool,
    number: Option<(usize, String)>,
}

impl Word {
    fn read(letters: &[(usize, char)], at: &mut usize) -> Word {
        let from = *at;
        while letters
            .get(*at)
            .is_some_and(|&(_, letter)| letter.is_ascii_lowercase())
        {
            *at += 1;
        }
        let modifiers = letters[from..*at].to_vec();
        let mut atom = None;
        let mut doubled = false;
        if let Some(&(byte, letter)) = letters.get(*at)
            && !letter.is_whitespace()
        {
            atom = Some((byte, letter));
            *at += 1;
            doubled = letters.get(*at).is_some_and(|&(_, next)| next == letter);
            *at += usize::from(doubled);
        }
        let digits_from = *at;
        while letters
            .get(*at)
            .is_some_and(|&(_, letter)| letter.is_ascii_digit())
        {
            *at += 1;
        }
        let digits = &letters[digits_from..*at];
        let number = (digits.first())
            .map(|&(byte, _)| (byte, digits.iter().map(|&(_, digit)| digit).collect()));
        Word {
            start: letters[from].0,
            modifiers,
            atom,
            doubled,
            number,
        }
    }

    fn base(&self) -> Option<(char, &'static [(i32, i32)])> {
        let (_, letter) = self.atom?;
        ATOMS.into_iter().find(|(name, _)| *name == letter)
    }

    fn faults(&self, end: usize) -> Vec<BetzaFault> {
        let mut faults = Vec::new();
        for &(start, letter) in &self.modifiers {
            if !"mcfblrsvn".contains(letter) {
                faults.push(BetzaFault {
                    start,
                    length: 1,
                    message: format!("Betza modifier `{letter}` is not supported"),
                    remedy: "supported are m c (when), f b l r s v (where to) and n (blockable); \
                             for other ways of moving see the powers in docs/rule-files.md"
                        .to_string(),
                });
            }
        }
        match (self.atom, self.base()) {
            (None, _) => faults.push(BetzaFault {
                start: self.start,
                length: end - self.start,
                message: "these letters say how but not where".to_string(),
                remedy: "an atom must follow: W F D N A H C Z G K R B Q".to_string(),
            }),
            (Some((start, letter)), None) => faults.push(BetzaFault {
                start,
                length: letter.len_utf8(),
                message: format!("Betza atom `{letter}` is not known"),
                remedy: "the atoms are W F D N A H C Z G, K = WF, R B Q = riders on W F WF"
                    .to_string(),
            }),
            _ => {}
        }
        if let Some((start, number)) = &self.number
            && number.parse::<u8>().is_err()
        {
            faults.push(BetzaFault {
                start: *start,
                length: number.len(),
                message: format!("a range of {number} steps is too long"),
                remedy: "leave the number out for any distance".to_string(),
            });
        }
        if let (Some((start, letter)), true) = (self.atom, self.doubled)
            && "KRBQ".contains(letter)
        {
            faults.push(BetzaFault {
                start,
                length: 2,
                message: format!("`{letter}{letter}` is not known"),
                remedy: "doubled letters make riders of leapers, such as NN or DD".to_string(),
            });
        }
        let has = |wanted: char| self.modifiers.iter().any(|&(_, letter)| letter == wanted);
        if has('n') && self.range() != Ok(1) {
            faults.push(BetzaFault {
                start: self.start,
                length: end - self.start,
                message: "`n` is for single leaps".to_string(),
                remedy: "riders are stopped by every piece on the squares they touch anyway"
                    .to_string(),
            });
        }
        if has('n')
            && self
                .atom
                .is_some_and(|(_, letter)| "WFKCZ".contains(letter))
        {
            faults.push(BetzaFault {
                start: self.start,
                length: end - self.start,
                message: "`n` says nothing certain about this atom".to_string(),
                remedy: "it is for nD nA nH nG (squares between) and nN (orthogonal square first)"
                    .to_string(),
            });
        }
        faults
    }

    fn range(&self) -> Result<u8, std::num::ParseIntError> {
        let rider = self.doubled || self.atom.is_some_and(|(_, letter)| "RBQ".contains(letter));
        match &self.number {
            Some((_, number)) => match number.parse::<u8>()? {
                0 => Ok(BetzaTerm::UNLIMITED),
                number => Ok(number),
            },
            None if rider => Ok(BetzaTerm::UNLIMITED),
            None => Ok(1),
        }
    }

    fn terms(&self) -> Result<Vec<BetzaTerm>, String> {
        let has = |wanted: char| self.modifiers.iter().any(|&(_, letter)| letter == wanted);
        let mode = match (has('m'), has('c')) {
            (true, false) => Mode::Move,
            (false, true) => Mode::Capture,
            _ => Mode::Both,
        };
        let directions: String = (self.modifiers.iter().map(|&(_, letter)| letter))
            .filter(|letter| "fblrsv".contains(*letter))
            .collect();
        let (_, leaps) = self
            .base()
            .expect("a word without an atom has been refused");
        let range = self.range().expect("a wrong range has been refused");
        let mut terms = Vec::new();
        for &leap in leaps {
            terms.push(BetzaTerm {
                mode,
                leaps: select(&all_leaps(leap), &directions)?,
                range,
                lame: has('n'),
            });
        }
        Ok(terms)
    }
}

/// The four or eight leaps of an atom, clockwise from straight ahead.
fn all_leaps((long, short): (i32, i32)) -> Vec<(i32, i32)> {
    let mut leaps = Vec::new();
    for (file, rank) in [
        (short, long),
        (long, short),
        (long, -short),
        (short, -long),
        (-short, -long),
        (-long, -short),
        (-long, short),
        (-short, long),
    ] {
        if !leaps.contains(&(file, rank)) {
            leaps.push((file, rank));
        }
    }
    leaps
}

/// The leaps that the direction letters keep.
fn select(leaps: &[(i32, i32)], letters: &str) -> Result<Vec<(i32, i32)>, String> {
    if letters.is_empty() {
        return Ok(leaps.to_vec());
    }
    let (file, rank) = leaps[0];
    let orthogonal = file == 0 || rank == 0;
    let diagonal = file.abs() == rank.abs();
    let mut kept = Vec::new();
    let mut rest = letters;
    while let Some(letter) = rest.chars().next() {
        // Off the orthogonals two letters can name one direction together: `fl`, `ff`, `fs`.
        let pair = rest
            .get(..2)
            .filter(|pair| !orthogonal && is_pair(pair, diagonal));
        let (word, chosen): (&str, Vec<_>) = match pair {
            Some(pair) => (pair, keep(leaps, |leap| in_pair(pair, leap))),
            None => {
                let unclear = diagonal && "sv".contains(letter);
                if unclear {
                    return Err(format!("`{letter}` names no diagonal direction"));
                }
                (
                    &rest[..1],
                    keep(leaps, |leap| in_direction(letter, leap, orthogonal)),
                )
            }
        };
        rest = &rest[word.len()..];
        kept.extend(chosen);
    }
    let chosen = keep(leaps, |leap| kept.contains(&leap));
    Ok(chosen)
}

fn keep(leaps: &[(i32, i32)], wanted: impl Fn((i32, i32)) -> bool) -> Vec<(i32, i32)> {
    leaps.iter().copied().filter(|&leap| wanted(leap)).collect()
}

fn is_pair(pair: &str, diagonal: bool) -> bool {
    let corner = matches!(pair, "fl" | "fr" | "bl" | "br" | "lf" | "rf" | "lb" | "rb");
    corner || (!diagonal && matches!(pair, "ff" | "bb" | "ll" | "rr" | "fs" | "bs"))
}

fn in_pair(pair: &str, (file, rank): (i32, i32)) -> bool {
    let (upright, flat) = (rank.abs() > file.abs(), file.abs() > rank.abs());
    match pair {
        "ff" => rank > 0 && upright,
        "bb" => rank < 0 && upright,
        "fs" => rank > 0 && flat,
        "bs" => rank < 0 && flat,
        "ll" => file < 0 && flat,
        "rr" => file > 0 && flat,
        corner => corner
            .chars()
            .all(|letter| in_direction(letter, (file, rank), false)),
    }
}

fn in_direction(letter: char, (file, rank): (i32, i32), orthogonal: bool) -> bool {
    match letter {
        'f' => rank > 0,
        'b' => rank < 0,
        'l' => file < 0,
        'r' => file > 0,
        's' if orthogonal => rank == 0,
        'v' if orthogonal => file == 0,
        's' => file.abs() > rank.abs(),
        _ => rank.abs() > file.abs(),
    }
}
