//! Moves in the algebraic notation of scoresheets, for boards of eight by eight squares.

use super::Notation;
use crate::board::{Geometry, Square};
use crate::moves::{Move, MoveKind};
use crate::piece::PieceType;
use crate::{Color, Ending, Game, Play};

/// The one legal move that is meant; `None` when there is none, or more than one.
pub(super) fn find(notation: Notation, game: &Game, play: &Play, text: &str) -> Option<Move> {
    let text = text.trim_end_matches(['+', '#', '!', '?']);
    let rank = match play.side() {
        Color::White => '1',
        Color::Black => '8',
    };
    match text {
        "O-O" | "0-0" => {
            return notation.find_coordinates(game, play, &format!("e{rank}g{rank}"));
        }
        "O-O-O" | "0-0-0" => {
            return notation.find_coordinates(game, play, &format!("e{rank}c{rank}"));
        }
        _ => {}
    }
    let wanted = WrittenMove::read(text)?;
    let legal = play.legal_moves().iter().copied();
    let mut fitting = legal.filter(|&one| wanted.fits(notation, game, play, one));
    let found = fitting.next()?;
    fitting.next().is_none().then_some(found)
}

/// The text of a legal move, with a mark of check or mate.
pub(super) fn write(game: &Game, play: &Play, one: Move) -> String {
    let mut after = play.clone();
    after.play(one);
    let mark = match after.over() {
        Some((_, Ending::Checkmate)) => "#",
        _ if after.is_in_check() => "+",
        _ => "",
    };
    unmarked(game, play, one) + mark
}

fn unmarked(game: &Game, play: &Play, one: Move) -> String {
    let board = game.geometry();
    if one.kind == MoveKind::Castle {
        let is_short = board.file(one.to) > board.file(one.from);
        return if is_short { "O-O" } else { "O-O-O" }.to_string();
    }
    let name = |square| board.name(square).to_string();
    let letter = |piece: PieceType| game.spec().piece(piece).text.clone();
    let Some((_, piece)) = play.at(one.from) else {
        return play.move_text(one);
    };
    let is_capture = play.at(one.to).is_some() || !one.victims().is_empty();
    let mark = if is_capture { "x" } else { "" };
    let promotion = one
        .promotion()
        .map_or(String::new(), |new| format!("={}", letter(new)));
    if game.spec().piece(piece).pawn {
        let file = if is_capture {
            name(one.from).remove(0).to_string()
        } else {
            String::new()
        };
        return format!("{file}{mark}{}{promotion}", name(one.to));
    }
    let legal = play.legal_moves().iter();
    let alike = legal.filter(|other| {
        let is_alike = play.at(other.from).is_some_and(|(_, own)| own == piece);
        is_alike && other.to == one.to && other.from != one.from
    });
    let alike: Vec<Square> = alike.map(|other| other.from).collect();
    let shares = |of: fn(&Geometry, Square) -> i32| {
        alike
            .iter()
            .any(|&other| of(board, other) == of(board, one.from))
    };
    let from = match (
        alike.is_empty(),
        shares(Geometry::file),
        shares(Geometry::rank),
    ) {
        (true, ..) => String::new(),
        (false, false, _) => name(one.from).remove(0).to_string(),
        (false, true, false) => name(one.from).split_off(1),
        (false, true, true) => name(one.from),
    };
    format!("{}{from}{mark}{}{promotion}", letter(piece), name(one.to))
}

/// What a text says of a move.
struct WrittenMove {
    /// The capital letter of the piece; `None` for a pawn.
    piece: Option<char>,
    /// File and rank of where it comes from, as far as they are said.
    from: [Option<char>; 2],
    to: String,
    promotion: Option<char>,
}

impl WrittenMove {
    fn read(text: &str) -> Option<WrittenMove> {
        let mut letters: Vec<char> = text
            .chars()
            .filter(|letter| !"x-=".contains(*letter))
            .collect();
        let is_rank = |letter: &char| letter.is_ascii_digit();
        let promotion = letters.pop_if(|letter| letter.is_ascii_uppercase());
        let piece = letters.first().copied().filter(char::is_ascii_uppercase);
        letters.drain(..usize::from(piece.is_some()));
        let to = letters.split_off(letters.len().checked_sub(2)?);
        if !to[0].is_ascii_lowercase() || !is_rank(&to[1]) {
            return None;
        }
        let from = match letters.as_slice() {
            [] => [None, None],
            [one] if is_rank(one) => [None, Some(*one)],
            [one] if one.is_ascii_lowercase() => [Some(*one), None],
            [file, rank] => [Some(*file), Some(*rank)],
            _ => return None,
        };
        Some(WrittenMove {
            piece,
            from,
            to: to.into_iter().collect(),
            promotion,
        })
    }

    fn fits(&self, notation: Notation, game: &Game, play: &Play, one: Move) -> bool {
        let board = game.geometry();
        let Some((_, piece)) = play.at(one.from) else {
            return false;
        };
        let is_called = |piece, letter: char| {
            let own = &game.spec().piece(piece).text;
            *own == letter.to_string() || *own == notation.own_letter(letter).to_string()
        };
        let is_piece = match self.piece {
            None => game.spec().piece(piece).pawn,
            Some(letter) => is_called(piece, letter),
        };
        let promotes = match (one.promotion(), self.promotion) {
            (None, None) => true,
            (Some(new), Some(letter)) => is_called(new, letter),
            // Where a pawn becomes one piece alone, that need not be said, but for moves by squares.
            (Some(_), None) => self.from.contains(&None),
            (None, Some(_)) => false,
        };
        let [from, to] = [one.from, one.to].map(|square| board.name(square).to_string());
        let mut from = self.from.iter().zip(from.chars());
        let comes_from = from.all(|(said, square)| said.is_none_or(|said| said == square));
        is_piece && promotes && comes_from && to == self.to
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_of_scoresheets_are_found() {
        let two_rooks = "4,k,3/P,7/8/R,6,R/8/8/3,n,4/4,K,3 w - 0";
        let rights = "r,3,k,2,r/8/8/2,p,P,4/8/8/8/R,3,K,2,R w castle=KQkq;ep=c6 0";
        for (rules, position, text, wanted) in [
            ("chess", two_rooks, "a8=Q+", Some("a7a8q")),
            ("chess", two_rooks, "a8N", Some("a7a8n")),
            ("chess", two_rooks, "a8", None),
            ("chess", two_rooks, "Rad5", Some("a5d5")),
            ("chess", two_rooks, "Rd5", None),
            ("chess", two_rooks, "Kxd2!", Some("e1d2")),
            ("chess", two_rooks, "Ra5d5", Some("a5d5")),
            ("chess", two_rooks, "Qd5", None),
            ("chess", rights, "O-O", Some("e1g1")),
            ("chess", rights, "0-0-0", Some("e1c1")),
            ("chess", rights, "dxc6", Some("d5c6")),
            ("chess", rights, "", None),
            ("chess", rights, "x", None),
            ("chess", rights, "Kü9", None),
            (
                "shatranj",
                "4,k,2,r/P,7/8/8/8/8/8/R,3,K,3 w - 0",
                "a8",
                Some("a7a8q"),
            ),
            (
                "shatranj",
                "4,k,2,r/P,7/8/8/8/8/8/R,3,K,3 w - 0",
                "a8=F",
                Some("a7a8q"),
            ),
        ] {
            let game = Game::load(rules, &[]).expect("a rule set");
            let play = game.parse(position).expect("a position");
            let notation = Notation::of(&game);
            let found = notation.find(&game, &play, text);
            let found = found.map(|one| notation.write(&game, &play, one));
            assert_eq!(found.as_deref(), wanted, "{text}");
        }
    }
}
