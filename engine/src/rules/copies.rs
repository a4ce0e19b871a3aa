//! Non-promoting copies of pieces, which measure the promotion premium.

use super::spec::{PieceSpec, RuleSpec};
use crate::piece::PieceType;

/// The last character of the symbol of a non-promoting copy.
pub const COPY_MARK: char = '\'';

impl RuleSpec {
    /// The rule set with a non-promoting copy of each promoting piece type that is not royal. No
    /// array has such copies, so that the game is the same until one is put on the board.
    pub fn with_copies(&self) -> RuleSpec {
        let mut spec = self.clone();
        let types = self.piece_types().zip(&self.pieces);
        let promoting = types.filter(|(_, piece)| piece.promotion.is_some() && !piece.royal);
        spec.pieces.extend(promoting.map(|(of, piece)| PieceSpec {
            name: format!("{} without promotion", piece.name),
            text: format!("{}{COPY_MARK}", piece.text),
            promotion: None,
            copy_of: Some(of),
            ..piece.clone()
        }));
        spec
    }

    /// The rule set without its non-promoting copies.
    pub fn without_copies(&self) -> RuleSpec {
        let mut spec = self.clone();
        spec.pieces.retain(|piece| piece.copy_of.is_none());
        spec
    }

    /// The non-promoting copy of a piece type, if there is one.
    pub fn non_promoting_copy(&self, of: PieceType) -> Option<PieceType> {
        self.piece_types()
            .find(|&piece| self.piece(piece).copy_of == Some(of))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;
    use crate::evaluation::{Term, Weight, Weights};
    use crate::rules::load;
    use std::path::Path;

    #[test]
    fn a_copy_moves_alike_and_never_promotes() {
        let spec = load("chess", &[]).expect("chess").with_copies();
        let pawn = spec.find("P").expect("a pawn");
        assert_eq!(spec.non_promoting_copy(pawn), spec.find("P'"));
        assert_eq!(spec.pieces.len(), 7);
        let rules = Rules::new(spec);
        let moves = |piece: &str| {
            let text = format!("4,k,3/{piece},7/8/8/8/8/8/4,K,3 w - 0");
            let game = rules.parse(&text).expect("a position");
            assert_eq!(game.text(), text);
            let all = game.legal_moves().iter().map(|&one| game.move_text(one));
            all.filter(|text| text.starts_with('a')).collect::<Vec<_>>()
        };
        assert_eq!(moves("P").len(), 4);
        assert_eq!(moves("P'"), ["a7a8"]);
    }

    /// Nothing changes for a game without non-promoting copies.
    #[test]
    fn arrays_are_played_as_before() {
        for id in ["scirocco-2009", "hashishin-wazir", "typhoon"] {
            let spec = load(id, &[]).expect("a rule set");
            let count = |spec: RuleSpec| Rules::new(spec).start(0).expect("array 0").perft(2);
            assert_eq!(count(spec.with_copies()), count(spec), "{id}");
        }
    }

    /// A non-promoting copy is valued as what it is a copy of, but for promotion, and weights files
    /// do not name it.
    #[test]
    fn a_copy_has_the_weights_of_its_piece() {
        let spec = load("chess", &[]).expect("chess").with_copies();
        let [pawn, copy] = ["P", "P'"].map(|text| spec.find(text).expect("a piece"));
        let text = "[material]\nP = [90, 130]\n[advance]\nP = 7\n";
        let weights = Weights::parse(&spec, Path::new("w.toml"), text).expect("weights");
        for term in [Term::Material, Term::Advance, Term::Mobility, Term::Center] {
            assert_eq!(weights.get(term(copy)), weights.get(term(pawn)));
        }
        assert_eq!(weights.get(Term::Promotion(copy)), Weight::default());
        let again = Weights::parse(&spec, Path::new("w.toml"), &weights.to_toml(&spec));
        assert_eq!(again.expect("weights"), weights);
        assert!(!weights.to_toml(&spec).contains(COPY_MARK));
    }
}
