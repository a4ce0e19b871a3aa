//! A letter for each type of piece, as the other program knows them.

use tradewind_engine::Color;
use tradewind_engine::rules::{PieceType, RuleSpec};

/// What a letter may be dressed with.
const DRESSES: [&str; 3] = ["", "'", "!"];

/// A place of the table in which nobody stands, and that of the Rook.
const EMPTY: &str = ".";
const ROOK: usize = 3;

/// Who castles, and the type of its partners.
#[derive(Clone, Copy, Debug)]
pub struct Castlers {
    pub king: PieceType,
    pub partner: PieceType,
}

/// The letters of the types of pieces of a rule set, dressed where there are too few.
#[derive(Clone, Debug)]
pub struct PieceIds {
    /// By type: White's letter.
    texts: Vec<String>,
}

impl PieceIds {
    /// Letters for a rule set; `None` when it has more types of pieces than there are letters.
    pub fn of(spec: &RuleSpec) -> Option<PieceIds> {
        let mut texts: Vec<Option<String>> = vec![None; spec.pieces.len()];
        // What others become has bare letters as far as they go: behind a move, other programs lose the dress. Who is written
        // with one letter keeps it, if that leaves enough of them.
        let becomes = |piece: PieceType| {
            let rules = spec.pieces.iter().filter_map(|one| one.promotion.as_ref());
            let mut all = rules.flat_map(|rule| &rule.to);
            all.any(|choice| choice.to == piece)
        };
        let is_single = |piece: PieceType| spec.piece(piece).text.len() == 1;
        let bare = spec
            .piece_types()
            .filter(|&piece| becomes(piece) || is_single(piece));
        let singles_keep = bare.count() <= 26;
        let mut order: Vec<PieceType> = spec.piece_types().collect();
        order.sort_by_key(
            |&piece| match (singles_keep && is_single(piece), becomes(piece)) {
                (true, _) => 0,
                (false, true) => 1,
                (false, false) => 2,
            },
        );
        for piece in order {
            let own = spec.piece(piece).text.to_uppercase();
            let own: Vec<char> = own.chars().filter(char::is_ascii_uppercase).collect();
            let all = |dress: &'static str| {
                let letters = own.iter().copied().chain('A'..='Z');
                letters.map(move |letter| format!("{letter}{dress}"))
            };
            let mut wished = DRESSES.into_iter().flat_map(all);
            let free = wished.find(|wished| !texts.iter().flatten().any(|known| known == wished));
            texts[piece.index()] = free;
        }
        Some(PieceIds {
            texts: texts.into_iter().collect::<Option<_>>()?,
        })
    }

    /// The letter of a piece, in the case of its side.
    pub fn of_piece(&self, side: Color, piece: PieceType) -> String {
        let text = &self.texts[piece.index()];
        match side {
            Color::White => text.clone(),
            Color::Black => text.to_lowercase(),
        }
    }

    /// The letter of a type, as it is written behind a move.
    pub fn of_promotion(&self, piece: PieceType) -> String {
        self.texts[piece.index()].to_lowercase()
    }

    /// The piece whose letter a text begins with, and the rest.
    pub fn parse<'t>(&self, text: &'t str) -> Option<(Color, PieceType, &'t str)> {
        let letter = text.chars().next().filter(char::is_ascii_alphabetic)?;
        let length = match text[1..].starts_with(['\'', '!']) {
            true => 2,
            false => 1,
        };
        let (id, rest) = text.split_at(length);
        let wanted = id.to_uppercase();
        let at = self.texts.iter().position(|known| *known == wanted)?;
        let side = match letter.is_ascii_uppercase() {
            true => Color::White,
            false => Color::Black,
        };
        Some((side, PieceType(at as u8), rest))
    }

    /// All of them, White's and then Black's: what pictures are chosen by. The other program has rules of its own for who stands in the place of
    /// the King, the last one, and in that of the Rook, the fourth: whoever castles and its partner. Nobody else is given the King's.
    pub fn table(&self, castling: Option<Castlers>) -> String {
        let mut places: Vec<&str> = self.texts.iter().map(String::as_str).collect();
        let mut last = EMPTY;
        if let Some(Castlers { king, partner }) = castling {
            let is_other = |at: &usize| ![king.index(), partner.index()].contains(at);
            let others = (0..places.len()).filter(is_other);
            let mut others: Vec<&str> = others.map(|at| places[at]).collect();
            others.resize(others.len().max(ROOK), EMPTY);
            others.insert(ROOK, places[partner.index()]);
            last = places[king.index()];
            places = others;
        }
        places.push(last);
        let white = places.concat();
        format!("{white}{}", white.to_lowercase())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use tradewind_engine::Game;
    use tradewind_engine::rules::built_in;

    #[test]
    fn who_castles_stands_in_the_place_of_the_king() {
        let game = Game::load("chess", &[]).expect("chess");
        let ids = PieceIds::of(game.spec()).expect("letters");
        let find = |text| game.spec().find(text).expect("a piece");
        assert_eq!(ids.table(None), "PNBRQK.pnbrqk.");
        for (king, partner, table) in [("K", "R", "PNBRQKpnbrqk"), ("Q", "N", "PBRNKQpbrnkq")] {
            let [king, partner] = [king, partner].map(find);
            assert_eq!(ids.table(Some(Castlers { king, partner })), table);
        }
        let few = PieceIds {
            texts: ["R", "K"].map(String::from).to_vec(),
        };
        let [king, partner] = [1, 0].map(PieceType);
        assert_eq!(few.table(Some(Castlers { king, partner })), "...RK...rk");
    }

    #[test]
    fn every_piece_has_a_letter_of_its_own() {
        for id in built_in() {
            let game = Game::load(&id, &[]).expect("a rule set");
            let ids = PieceIds::of(game.spec()).expect("letters");
            let promoted = game
                .spec()
                .pieces
                .iter()
                .filter_map(|piece| piece.promotion.as_ref());
            let promoted: BTreeSet<PieceType> = promoted
                .flat_map(|rule| rule.to.iter().map(|choice| choice.to))
                .collect();
            let bare = promoted
                .iter()
                .filter(|piece| ids.texts[piece.index()].len() == 1);
            assert_eq!(bare.count(), promoted.len().min(26), "{id}");
            let different: BTreeSet<&String> = ids.texts.iter().collect();
            assert_eq!(different.len(), game.spec().pieces.len(), "{id}");
            for piece in 0..game.spec().pieces.len() {
                let piece = PieceType(piece as u8);
                let text = ids.of_piece(Color::Black, piece) + "7";
                assert_eq!(ids.parse(&text), Some((Color::Black, piece, "7")), "{id}");
            }
        }
    }
}
