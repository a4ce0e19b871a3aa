//! The letters of piece types in the protocol.

use tradewind_engine::Color;
use tradewind_engine::rules::{PieceType, RuleSpec};

const SUFFIXES: [&str; 3] = ["", "'", "!"];

/// Behind a piece that becomes a pawn again when it is captured.
pub(super) const PROMOTED: char = '~';

const EMPTY: &str = ".";
const ROOK: usize = 3;

/// The letters of the piece types of a rule set, with a suffix where there are more types than letters. A promoted piece, such
/// as `Q~`, has the letter of the piece that it moves as, and the same mark.
#[derive(Clone, Debug)]
pub struct PieceIds {
    /// White's letter by piece type.
    texts: Vec<String>,
}

impl PieceIds {
    /// Assigns letters; `None` if there are more piece types than letters and suffixes.
    pub fn of(spec: &RuleSpec) -> Option<PieceIds> {
        let mut texts: Vec<Option<String>> = vec![None; spec.pieces.len()];
        // Other programs lose the suffix of a promotion, so promotion pieces come first. A piece whose symbol is one
        // letter keeps it if enough letters are left for those.
        let is_promotion = |piece: PieceType| {
            let rules = spec.pieces.iter().filter_map(|one| one.promotion.as_ref());
            let mut all = rules.flat_map(|rule| &rule.to);
            all.any(|choice| choice.to == piece)
        };
        let is_single = |piece: PieceType| spec.piece(piece).text.len() == 1;
        let bare = (spec.piece_types()).filter(|&piece| is_promotion(piece) || is_single(piece));
        let singles_keep = bare.count() <= 26;
        let mut order: Vec<PieceType> = spec.piece_types().collect();
        order.sort_by_key(|&piece| {
            let keeps = singles_keep && is_single(piece);
            (!keeps, !keeps && !is_promotion(piece))
        });
        let promoted: Vec<(PieceType, PieceType)> = (spec.piece_types())
            .filter_map(|piece| {
                Some((
                    piece,
                    spec.find(spec.piece(piece).text.strip_suffix(PROMOTED)?)?,
                ))
            })
            .collect();
        order.retain(|piece| promoted.iter().all(|(one, _)| one != piece));
        for piece in order {
            let own = spec.piece(piece).text.to_uppercase();
            let own: Vec<char> = own.chars().filter(char::is_ascii_uppercase).collect();
            let all = |suffix: &'static str| {
                let letters = own.iter().copied().chain('A'..='Z');
                letters.map(move |letter| format!("{letter}{suffix}"))
            };
            let mut wished = SUFFIXES.into_iter().flat_map(all);
            let free = wished.find(|wished| !texts.iter().flatten().any(|known| known == wished));
            texts[piece.index()] = free;
        }
        for (piece, base) in promoted {
            let letter = texts[base.index()].clone()?;
            texts[piece.index()] = Some(format!("{letter}{PROMOTED}"));
        }
        Some(PieceIds {
            texts: texts.into_iter().collect::<Option<_>>()?,
        })
    }

    /// The letter of a piece: upper case for White, lower case for Black.
    pub fn of_piece(&self, side: Color, piece: PieceType) -> String {
        let text = &self.texts[piece.index()];
        match side {
            Color::White => text.clone(),
            Color::Black => text.to_lowercase(),
        }
    }

    /// Parses a piece at the start of a text. Returns the rest too.
    pub fn parse<'t>(&self, text: &'t str) -> Option<(Color, PieceType, &'t str)> {
        let letter = text.chars().next().filter(char::is_ascii_alphabetic)?;
        let has_suffix = text[1..].starts_with(['\'', '!']);
        let length = 1 + usize::from(has_suffix);
        let length = length + usize::from(text[length..].starts_with(PROMOTED));
        let (id, rest) = text.split_at(length);
        let wanted = id.to_uppercase();
        let at = self.texts.iter().position(|known| *known == wanted)?;
        let side = if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        Some((side, PieceType(at as u8), rest))
    }

    /// The number of places of the table up to the last of some piece types: those that can be in hand.
    pub fn places_to(&self, castlers: Option<[PieceType; 2]>, pieces: &[PieceType]) -> usize {
        let places = self.places(castlers);
        let last = pieces.iter().filter_map(|piece| {
            let text = &self.texts[piece.index()];
            places.iter().position(|place| place == text)
        });
        last.max().map_or(0, |last| last + 1)
    }

    /// The table of all letters, White's and then Black's, from which the other program takes pictures. It lets the last
    /// piece castle with the fourth one, so these places are those of `castlers`, king and partner; without castling the last place is
    /// empty.
    pub fn table(&self, castlers: Option<[PieceType; 2]>) -> String {
        let white = self.places(castlers).concat();
        format!("{white}{}", white.to_lowercase())
    }

    fn places(&self, castlers: Option<[PieceType; 2]>) -> Vec<&str> {
        let mut places: Vec<&str> = self.texts.iter().map(String::as_str).collect();
        let mut last = EMPTY;
        if let Some([king, partner]) = castlers {
            let is_other = |at: &usize| ![king.index(), partner.index()].contains(at);
            let others = (0..places.len()).filter(is_other);
            let mut others: Vec<&str> = others.map(|at| places[at]).collect();
            others.resize(others.len().max(ROOK), EMPTY);
            others.insert(ROOK, places[partner.index()]);
            last = places[king.index()];
            places = others;
        }
        places.push(last);
        places.retain(|place| !place.ends_with(PROMOTED));
        places
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use tradewind_engine::Rules;
    use tradewind_engine::rules::built_in;

    #[test]
    fn castling_pieces_have_their_places_in_the_table() {
        let rules = Rules::load("chess", &[]).expect("chess");
        let ids = PieceIds::of(rules.spec()).expect("letters");
        let find = |text| rules.spec().find(text).expect("a piece");
        assert_eq!(ids.table(None), "PNBRQK.pnbrqk.");
        for (king, partner, table) in [("K", "R", "PNBRQKpnbrqk"), ("Q", "N", "PBRNKQpbrnkq")] {
            let [king, partner] = [king, partner].map(find);
            assert_eq!(ids.table(Some([king, partner])), table);
        }
        let few = PieceIds {
            texts: ["R", "K"].map(String::from).to_vec(),
        };
        let [king, partner] = [1, 0].map(PieceType);
        assert_eq!(few.table(Some([king, partner])), "...RK...rk");
    }

    #[test]
    fn every_piece_has_its_own_letter() {
        for id in built_in() {
            let rules = Rules::load(&id, &[]).expect("a rule set");
            let ids = PieceIds::of(rules.spec()).expect("letters");
            let promoted = rules
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
            assert_eq!(different.len(), rules.spec().pieces.len(), "{id}");
            for piece in 0..rules.spec().pieces.len() {
                let piece = PieceType(piece as u8);
                let text = ids.of_piece(Color::Black, piece) + "7";
                assert_eq!(ids.parse(&text), Some((Color::Black, piece, "7")), "{id}");
            }
        }
    }
}
