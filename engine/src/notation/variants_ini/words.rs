//! Leaps in Fairy-Stockfish's part of Betza notation.

use crate::betza::{BetzaTerm, Mode, parse};

/// A term in Fairy-Stockfish's part of the notation; `None` where it has no words for it.
pub(super) fn words(term: &BetzaTerm) -> Option<String> {
    let mode = match term.mode {
        Mode::Both => "",
        Mode::Move => "m",
        Mode::Capture => "c",
    };
    let (file, rank) = *term.leaps.first()?;
    let (short, long) = (file.abs().min(rank.abs()), file.abs().max(rank.abs()));
    if !term.leaps.iter().all(|(file, rank)| {
        (file.abs().min(rank.abs()), file.abs().max(rank.abs())) == (short, long)
    }) {
        return None;
    }
    let atom = match (short, long) {
        (0, 1) => 'W',
        (1, 1) => 'F',
        (0, 2) => 'D',
        (1, 2) => 'N',
        (2, 2) => 'A',
        (0, 3) => 'H',
        (1, 3) => 'C',
        (2, 3) => 'Z',
        (3, 3) => 'G',
        _ => return None,
    };
    let range = match (term.range, atom) {
        (1, _) => String::new(),
        (BetzaTerm::UNLIMITED, 'W' | 'F' | 'N') => "0".to_string(),
        (range, 'W' | 'F' | 'N') => range.to_string(),
        _ => return None,
    };
    let lame = match (term.lame, atom) {
        (false, _) | (true, 'W' | 'F') => "",
        (true, 'N' | 'A' | 'Z' | 'D') if term.range == 1 => "n",
        _ => return None,
    };
    let word = |directions: &str| format!("{lame}{mode}{directions}{atom}{range}");
    let means = |directions: &&&str| {
        let read = parse(&format!("{directions}{atom}"));
        read.is_ok_and(|betza| same_leaps(&betza.terms[0].leaps, &term.leaps))
    };
    match DIRECTIONS.iter().find(means) {
        Some(directions) => Some(word(directions)),
        None => Some(
            term.leaps
                .iter()
                .map(|&leap| word(&direction(leap)))
                .collect(),
        ),
    }
}

/// Direction letters of more than one leap, the plainest first.
const DIRECTIONS: [&str; 17] = [
    "", "f", "b", "l", "r", "v", "s", "fs", "bs", "fh", "bh", "lh", "rh", "lv", "rv", "hl", "hr",
];

fn same_leaps(one: &[(i32, i32)], other: &[(i32, i32)]) -> bool {
    one.len() == other.len() && one.iter().all(|leap| other.contains(leap))
}

/// The letters of a single leap: of two the last says which way it goes mainly.
fn direction((file, rank): (i32, i32)) -> String {
    let side = |number: i32, letters: [&'static str; 2]| match number.signum() {
        1 => letters[0],
        -1 => letters[1],
        _ => "",
    };
    let (upright, flat) = (side(rank, ["f", "b"]), side(file, ["r", "l"]));
    match rank.abs() > file.abs() {
        true => format!("{flat}{upright}"),
        false => format!("{upright}{flat}"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::write;
    use crate::Game;

    #[test]
    fn leaps_have_the_words_that_are_known_there() {
        for (own, wanted) in [
            ("R", "W0"),
            ("R4", "W4"),
            ("mQ", "mW0mF0"),
            ("fF", "fF"),
            ("flF", "flF"),
            ("bhN", "bhN"),
            ("bN", "bN"),
            ("flN", "flN"),
            ("lfN", "lfN"),
            ("fhrN", "rfNfrNbrNflNlfN"),
            ("NN", "N0"),
            ("nA", "nA"),
            ("sW", "sW"),
        ] {
            let text = format!("[[piece]]\nname = \"X\"\ntext = \"X\"\nmoves = \"{own}\"\n");
            let rules = format!(
                "name = \"x\"\nextends = \"chess\"\n{text}\n[[array]]\nrows = [\"X - - - K - - -\"]\nblack = \"mirrored\"\n"
            );
            let folder = tempfile::tempdir().expect("a folder");
            let file = folder.path().join("x.toml");
            std::fs::write(&file, rules).expect("a file");
            let game = Game::load(file.to_str().expect("a path"), &[]);
            let game = game.unwrap_or_else(|fault| panic!("{fault}"));
            let found = write(&game, "x").unwrap_or_else(|fault| panic!("{fault}"));
            assert!(
                found.text.contains(&format!("= x:{wanted}\n")),
                "{own}: {}",
                found.text
            );
        }
    }
}
