//! Sides and scores in words.

use tradewind_engine::Color;
use tradewind_engine::search::Score;

/// A side's name.
pub fn side(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// A score of the side to move in words.
pub fn score(score: Score, mover: Color) -> String {
    match score {
        Score::Wins(plies) => wins(mover, plies),
        Score::Loses(plies) => wins(mover.other(), plies),
        Score::Cp(0) => "level".to_string(),
        Score::Cp(hundredths) => {
            let ahead = if hundredths > 0 { mover } else { mover.other() };
            let pawns = f64::from(hundredths.abs()) / 100.0;
            format!("{} is {pawns:.2} pawns ahead", side(ahead))
        }
    }
}

fn wins(winner: Color, plies: u32) -> String {
    format!(
        "{} wins in {} at most",
        side(winner),
        count(plies, "ply", "plies")
    )
}

/// A number of things.
pub fn count(number: u32, one: &str, more: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { more })
}

/// Words in lines of at most 78 letters.
pub fn lines(words: &[&str]) -> String {
    let mut text = String::new();
    let mut width = 0;
    for word in words {
        let length = word.chars().count();
        if width > 0 && width + 1 + length > 78 {
            text.push('\n');
            width = 0;
        }
        if width > 0 {
            text.push(' ');
            width += 1;
        }
        text.push_str(word);
        width += length;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_told_of_the_side_that_is_ahead() {
        assert_eq!(score(Score::Cp(0), Color::Black), "level");
        let worse = score(Score::Cp(-135), Color::White);
        assert_eq!(worse, "Black is 1.35 pawns ahead");
        assert_eq!(
            score(Score::Loses(2), Color::White),
            "Black wins in 2 plies at most"
        );
        assert_eq!(
            score(Score::Wins(1), Color::White),
            "White wins in 1 ply at most"
        );
    }

    #[test]
    fn lines_are_not_too_long() {
        let text = lines(&["a1b2c3"; 40]);
        assert!(text.lines().all(|line| line.len() <= 78), "{text}");
        assert_eq!(text.split_whitespace().count(), 40);
        assert_eq!(lines(&[]), "");
    }
}
