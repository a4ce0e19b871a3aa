//! Endgames that claims are about: solved, so that no game has to be played.

use super::EndgameStatistic;
use crate::row::{Row, Subject};
use tradewind_engine::rules::{BareRule, load};
use tradewind_engine::solve::{SolveError, SolvedEndgame};
use tradewind_engine::{Color, Game};
use tradewind_stats::Estimate;

/// The method of what is solved.
pub(super) const SOLVED: &str = "solved";

/// Memory for positions and moves.
const MEMORY: u64 = 4 << 30;

/// Solves an endgame that a claim is about; what is wrong, in words, when it cannot be. It takes up to a minute.
pub fn solve(statistic: &EndgameStatistic) -> Result<Vec<Row>, String> {
    let mut spec = load(&statistic.rules, &[]).map_err(|cause| cause.to_string())?;
    if statistic.plays_on_bare {
        spec.end.bare = BareRule::Nothing;
    }
    let title = spec.title();
    let game = Game::new(spec);
    let of = |pieces: &str| -> Result<(f64, u64), String> {
        let solved = SolvedEndgame::find(&game, pieces, MEMORY);
        let solved = solved.map_err(|cause: SolveError| format!("{pieces}: {cause}"))?;
        let [white, _] = solved.summaries();
        if white.positions == 0 {
            return Err(format!(
                "{pieces}: the game is over in every position; write plays_on_bare = true"
            ));
        }
        let won = white.wins[Color::White.index()] as f64;
        Ok((100.0 * won / white.positions as f64, white.positions))
    };
    let (mut value, mut positions) = of(&statistic.pieces)?;
    let mut what = format!("won positions of {}", statistic.pieces);
    if let Some(than) = &statistic.than {
        let (other, more) = of(than)?;
        value -= other;
        positions += more;
        what += &format!(" − {than}");
    }
    let unit = if statistic.than.is_some() {
        "points"
    } else {
        "%"
    };
    Ok(vec![Row {
        rules: title,
        n: positions,
        ..Row::new(SOLVED, Subject::Claim(what), unit).with_estimate(Some(Estimate::exactly(value)))
    }])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solved(
        rules: &str,
        pieces: &str,
        than: Option<&str>,
        plays_on_bare: bool,
    ) -> Result<f64, String> {
        let rows = solve(&EndgameStatistic {
            rules: rules.to_string(),
            pieces: pieces.to_string(),
            than: than.map(str::to_string),
            plays_on_bare,
        });
        rows.map(|rows| rows[0].value.expect("a number"))
    }

    /// Known of chess: a rook always mates when it is to move, a bishop never.
    #[test]
    fn endgames_of_chess_are_as_known() {
        assert_eq!(solved("chess", "K R v K", None, false), Ok(100.0));
        let less = solved("chess", "K B v K", Some("K R v K"), false);
        assert_eq!(less, Ok(-100.0));
    }

    #[test]
    fn where_a_bare_side_loses_it_may_play_on() {
        assert_eq!(solved("typhoon", "K v EP", None, true), Ok(100.0));
        let fault = solved("typhoon", "K v EP", None, false).expect_err("it is over");
        assert!(fault.contains("plays_on_bare = true"), "{fault}");
    }

    #[test]
    fn what_cannot_be_solved_is_told() {
        let fault = solved("chess", "K X v K", None, false).expect_err("no such piece");
        assert!(fault.contains("there is no piece `X`"), "{fault}");
    }
}
