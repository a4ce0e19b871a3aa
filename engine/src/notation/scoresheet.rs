//! Moves as the authors of the games write them. Games such as chess and shatranj, whose pieces
//! have one letter and whose moves are given by squares, use algebraic notation; all others use the
//! notation that Adrian King suggests for Scirocco and Typhoon:
//!
//! | text | meaning |
//! |---|---|
//! | `Wa-a7`, `Nxc6` | a move, a capture |
//! | `Wac3-a7` | the same with its square, where another such piece has the move |
//! | `P-a10=G` | a promotion |
//! | `Gex!c6` | a capture without moving |
//! | `Zixd4-e5`, `Raxi4xj5`, `Loxd3xd8xd10-d12` | captures on the way, and where it ends |
//! | `So-f5xg6xh7` | a move, and its captures from there |
//! | `a3=Tan`, `Mi-e5:e6=Blue` | a change of ownership, alone and by a move |
//!
//! He does not define swaps, which are `S<>b4` here, and conversions that several pieces could
//! make, where the converting piece stands first (`Cub2:a3=Tan`).

use super::{Notation, only};
use crate::board::Square;
use crate::moves::{Move, MoveKind};
use crate::{Color, Game, Rules};

impl Notation {
    /// A move in its author's notation: `Nf3` in chess, `Gex!c6` or `Zixd4-e5` in Scirocco.
    pub fn authors(rules: &Rules, game: &Game, one: Move) -> String {
        if Notation::of(rules).is_algebraic(rules) {
            return Notation::Own.algebraic(rules, game, one);
        }
        let scoresheet = Scoresheet { rules, game };
        let short = scoresheet.text(one, false);
        let mut others = game.legal_moves().iter().filter(|&&other| other != one);
        if others.any(|&other| scoresheet.text(other, false) == short) {
            scoresheet.text(one, true)
        } else {
            short
        }
    }
}

/// The one legal move with a text: without dashes, with a promotion as `+`, or with its square.
pub(super) fn find(rules: &Rules, game: &Game, text: &str) -> Option<Move> {
    let wanted = without_dashes(text.trim_end_matches(['#', '!', '?']));
    let scoresheet = Scoresheet { rules, game };
    let is_meant = |one: &Move| {
        [false, true].into_iter().any(|with_square| {
            let text = without_dashes(&scoresheet.text(*one, with_square));
            let shogi_style = text.split_once('=').map(|(moved, _)| format!("{moved}+"));
            text == wanted || one.promotion().is_some() && shogi_style.as_ref() == Some(&wanted)
        })
    };
    only(game.legal_moves().iter().copied().filter(is_meant))
}

fn without_dashes(text: &str) -> String {
    text.replace('-', "")
}

struct Scoresheet<'p> {
    rules: &'p Rules,
    game: &'p Game,
}

impl Scoresheet<'_> {
    fn name(&self, square: Square) -> String {
        self.rules.geometry().name(square).to_string()
    }

    /// The text of a move, with or without the square that its piece comes from.
    fn text(&self, one: Move, with_square: bool) -> String {
        match one.kind {
            MoveKind::Pass => return "pass".to_string(),
            MoveKind::Castle | MoveKind::Drop => return self.game.move_text(one),
            _ => {}
        }
        let spec = self.rules.spec();
        let piece = self.game.at(one.from);
        let mut text = piece.map_or(String::new(), |(_, piece)| spec.piece(piece).text.clone());
        if with_square {
            text += &self.name(one.from);
        }
        let converts = |square| format!("{}={}", self.name(square), self.owner());
        let converted = one.converted().map(converts);
        if let (Some(converted), true, false) = (&converted, one.from == one.to, with_square) {
            return converted.clone();
        }
        if one.from == one.to {
            for &victim in one.victims() {
                text += &format!("x!{}", self.name(victim));
            }
        } else {
            let is_passed = |victim: &&Square| self.is_between(one, **victim);
            let taken = |victims: Vec<&Square>| -> String {
                let names = victims.iter().map(|victim| self.name(**victim));
                names.map(|name| format!("x{name}")).collect()
            };
            let (mut before, after): (Vec<&Square>, Vec<&Square>) =
                one.victims().iter().partition(is_passed);
            let board = self.rules.geometry();
            before.sort_by_key(|&&victim| board.distance(one.from, victim));
            let mark = match one.kind {
                MoveKind::Swap => "<>",
                _ if self.game.at(one.to).is_some() => "x",
                _ => "-",
            };
            let (before, after) = (taken(before), taken(after));
            text += &format!("{before}{mark}{}{after}", self.name(one.to));
        }
        if let Some(converted) = converted {
            text += &format!(":{converted}");
        }
        if let Some(new) = one.promotion() {
            text += &format!("={}", spec.piece(new).text);
        }
        text
    }

    /// The name of the side to move, the new owner of a converted piece.
    fn owner(&self) -> &'static str {
        let is_kings = |id: &str| id.starts_with("scirocco") || id.starts_with("typhoon");
        let is_kings = is_kings(&self.rules.spec().id)
            || self.rules.spec().ancestor.as_deref().is_some_and(is_kings);
        match (self.game.side(), is_kings) {
            (Color::White, true) => "Blue",
            (Color::Black, true) => "Tan",
            (Color::White, false) => "White",
            (Color::Black, false) => "Black",
        }
    }

    /// Whether a square lies on the straight line of a move, between its ends.
    fn is_between(&self, one: Move, square: Square) -> bool {
        let step = |from: Square, to: Square| {
            let (files, ranks) = self.rules.geometry().offset(from, to);
            let is_straight = files == 0 || ranks == 0 || files.abs() == ranks.abs();
            is_straight.then(|| (files.signum(), ranks.signum()))
        };
        let ways = (step(one.from, square), step(square, one.to));
        matches!(ways, (Some(there), Some(on)) if there == on && there != (0, 0))
    }
}

#[cfg(test)]
mod tests {
    use crate::notation::Notation;
    use crate::notation::tests::for_random_positions;
    use crate::{Game, Rules};

    fn begun(rules: &str, position: &str) -> (Rules, Game) {
        let rules = Rules::load(rules, &[]).unwrap_or_else(|fault| panic!("{fault}"));
        let game = rules
            .parse(position)
            .unwrap_or_else(|fault| panic!("{position}: {fault}"));
        (rules, game)
    }

    /// The examples of Typhoon's page (a Ram's on other squares), and some of chess.
    #[test]
    fn moves_are_written_as_their_author_writes_them() {
        let typhoon = [
            (
                "12/12/11,p/12/12/12/12/12/12/7,k,4/12/Wa,4,K,6 w - 0",
                "a1a7",
                "Wa-a7",
            ),
            (
                "12/12/12/12/12/12/2,p,9/1,Ge,10/12/7,k,4/12/5,K,6 w - 0",
                "b5b5xc6",
                "Gex!c6",
            ),
            (
                "12/12/12/12/12/12/12/12/3,p,8/2,Zi,4,k,4/12/5,K,6 w - 0",
                "c3e5xd4",
                "Zixd4-e5",
            ),
            (
                "12/12/3,p,8/12/3,p,8/12/12/12/12/3,p,3,k,4/3,Lo,8/5,K,6 w - 0",
                "d2d12xd3xd8xd10",
                "Loxd3xd8xd10-d12",
            ),
            (
                "k,11/12/12/12/12/12/9,p,2/8,p,3/7,Ra,4/12/12/5,K,6 w - 0",
                "h4j6xi5",
                "Raxi5xj6",
            ),
            (
                "k,11/12/12/12/12/7,p,4/6,p,5/12/4,So,7/12/12/5,K,6 w - 0",
                "e4f5xg6xh7",
                "So-f5xg6xh7",
            ),
            (
                "12/12/12/12/12/12/12/12/cu,11/P,6,k,4/12/5,K,6 b - 0",
                "a4a4~a3",
                "a3=Tan",
            ),
            (
                "k,11/12/12/12/12/12/4,p,7/12/4,Mi,7/12/12/5,K,6 w - 0",
                "e4e5~e6",
                "Mi-e5:e6=Blue",
            ),
        ];
        let others = [
            (
                "chess",
                "4,k,3/8/8/3,p,4/4,P,3/8/8/4,K,3 w - 0",
                "e4d5",
                "exd5",
            ),
            (
                "chess",
                "4,k,3/P,7/8/8/8/8/8/4,K,3 w - 0",
                "a7a8=Q",
                "a8=Q+",
            ),
            (
                "chess",
                "4,k,3/8/8/R,6,R/8/8/3,n,4/4,K,3 w - 0",
                "a5d5",
                "Rad5",
            ),
            (
                "chess",
                "4,k,3/8/8/R,6,R/8/8/3,n,4/4,K,3 w - 0",
                "e1d2",
                "Kxd2",
            ),
            (
                "chess",
                "4,k,3/8/8/8/8/8/8/R,3,K,2,R w castle=KQ 0",
                "e1c1",
                "O-O-O",
            ),
        ];
        let typhoon = typhoon.map(|(position, own, wanted)| ("typhoon", position, own, wanted));
        for (rules, position, own, wanted) in typhoon.into_iter().chain(others) {
            let (game, play) = begun(rules, position);
            let one = play
                .find(own)
                .unwrap_or_else(|| panic!("{own} is not legal in {position}"));
            let text = Notation::authors(&game, &play, one);
            assert_eq!(text, wanted, "{position}");
        }
    }

    /// Whatever happens in some games of every rule set: each legal move has a text of its own, by
    /// which it is found again.
    #[test]
    fn what_is_written_is_read() {
        for id in crate::rules::built_in() {
            let rules = Rules::load(&id, &[]).unwrap_or_else(|fault| panic!("{fault}"));
            let notation = Notation::of(&rules);
            for_random_positions(&rules, 2, 100, |game| {
                for &one in game.legal_moves() {
                    let text = Notation::authors(&rules, game, one);
                    let found = notation.find(&rules, game, &text);
                    let own = game.move_text(one);
                    assert_eq!(
                        found,
                        Some(one),
                        "{id}: {text} for {own} in {}",
                        game.text()
                    );
                }
            });
        }
    }
}
