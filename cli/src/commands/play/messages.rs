//! Scores in words, and suggestions for what was mistyped.

use tradewind_engine::Color;
use tradewind_engine::search::Score;

/// The maximum number of suggestions.
const MAX_SUGGESTIONS: usize = 8;

/// The name of a side.
pub fn side(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// Describes a score of the side to move.
pub fn score(score: Score, mover: Color) -> String {
    match score {
        Score::Wins(n) => format!("{} wins in at most {}", side(mover), plies(n)),
        Score::Loses(n) => format!("{} wins in at most {}", side(mover.other()), plies(n)),
        Score::Cp(0) => "level".to_string(),
        Score::Cp(cp) => {
            let ahead = if cp > 0 { mover } else { mover.other() };
            let pawns = f64::from(cp.abs()) / 100.0;
            format!("{} is {pawns:.2} pawns ahead", side(ahead))
        }
    }
}

/// A number of plies.
pub fn plies(number: u32) -> String {
    format!("{number} {}", if number == 1 { "ply" } else { "plies" })
}

/// The text that differs from what was typed only in case, if there is just one.
pub fn same_letters<'t>(typed: &str, texts: &[&'t str]) -> Option<&'t str> {
    let typed = typed.to_lowercase();
    let mut same = texts.iter().filter(|text| text.to_lowercase() == typed);
    let first = same.next()?;
    same.next().is_none().then_some(first)
}

/// The texts nearest to what was typed, the nearest first. If some begin with the same two letters, others must be within
/// one edit.
pub fn closest<'t>(typed: &str, texts: &[&'t str]) -> Vec<&'t str> {
    let typed = typed.to_lowercase();
    let mut ranked: Vec<(usize, usize, &str)> = Vec::new();
    for text in texts {
        let lower = text.to_lowercase();
        let pairs = lower.chars().zip(typed.chars()).take(2);
        let missing = 2 - pairs.take_while(|(one, other)| one == other).count();
        let distance = strsim::damerau_levenshtein(&lower, &typed);
        if missing == 0 || distance <= text.len().min(typed.chars().count()) / 2 {
            ranked.push((missing, distance, text));
        }
    }
    ranked.sort();
    let best = ranked.first().map_or(0, |&(missing, ..)| missing);
    let near = (ranked.iter())
        .filter(|&&(missing, distance, _)| best > 0 || missing == 0 || distance <= 1);
    near.map(|&(.., text)| text).take(MAX_SUGGESTIONS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_name_the_side_that_is_ahead() {
        for (value, mover, text) in [
            (Score::Cp(0), Color::Black, "level"),
            (Score::Cp(-135), Color::White, "Black is 1.35 pawns ahead"),
            (
                Score::Loses(2),
                Color::White,
                "Black wins in at most 2 plies",
            ),
            (Score::Wins(1), Color::White, "White wins in at most 1 ply"),
        ] {
            assert_eq!(score(value, mover), text);
        }
    }

    #[test]
    fn moves_with_the_same_beginning_are_suggested() {
        let moves = ["a2a3", "e2e3", "e2e4", "g1f3"];
        assert_eq!(closest("e2", &moves), ["e2e3", "e2e4"]);
        assert_eq!(closest("e2e5", &moves), ["e2e3", "e2e4"]);
        assert_eq!(closest("f2e4", &moves)[0], "e2e4");
        assert_eq!(closest("nonsense at length", &moves), [""; 0]);
    }

    #[test]
    fn case_is_ignored_where_one_text_remains() {
        let moves = ["a7a8=Q", "a7a8=R"];
        assert_eq!(same_letters("A7A8=q", &moves), Some("a7a8=Q"));
        assert_eq!(same_letters("A7A8", &["a7a8=Q"]), None);
    }
}
