//! Leaps in Fairy-Stockfish's part of Betza notation.

use crate::betza::{BetzaTerm, Mode};

/// Whether a term goes to the left as to the right.
pub(super) fn is_even(term: &BetzaTerm) -> bool {
    term.leaps
        .iter()
        .all(|&(file, rank)| term.leaps.contains(&(-file, rank)))
}

/// The same with left and right exchanged.
pub(super) fn turned_round(term: &BetzaTerm) -> BetzaTerm {
    let leaps = term
        .leaps
        .iter()
        .map(|&(file, rank)| (-file, rank))
        .collect();
    BetzaTerm {
        leaps,
        ..term.clone()
    }
}

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
    let all = if short == 0 || short == long { 4 } else { 8 };
    let sets = if term.leaps.len() == all {
        vec![String::new()]
    } else {
        directions(&term.leaps, short, long)?
    };
    let one = |set: &String| format!("{lame}{mode}{set}{atom}{range}");
    Some(sets.iter().map(one).collect())
}

/// The letters of some of an atom's leaps, one text a word.
fn directions(leaps: &[(i32, i32)], short: i32, long: i32) -> Option<Vec<String>> {
    let side = |number: i32, letters: [&str; 2]| match number.signum() {
        1 => letters[0].to_string(),
        -1 => letters[1].to_string(),
        _ => String::new(),
    };
    if short == 0 || short == long {
        // Ahead or back, then right or left.
        let word = |&(file, rank): &(i32, i32)| side(rank, ["f", "b"]) + &side(file, ["r", "l"]);
        return Some(leaps.iter().map(word).collect());
    }
    let narrow = |&(_, rank): &(i32, i32)| rank.abs() == long;
    let halves = [
        ("f", leaps.iter().all(|leap| leap.1 > 0)),
        ("b", leaps.iter().all(|leap| leap.1 < 0)),
    ];
    let (letter, _) = halves.into_iter().find(|(_, holds)| *holds)?;
    match leaps.len() {
        4 => Some(vec![format!("{letter}h")]),
        2 if leaps.iter().all(narrow) => Some(vec![letter.to_string()]),
        2 if !leaps.iter().any(narrow) => Some(vec![format!("{letter}s")]),
        _ => None,
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
            ("fF", "frFflF"),
            ("bN", "bhN"),
            ("NN", "N0"),
            ("nA", "nA"),
            ("sW", "rWlW"),
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
