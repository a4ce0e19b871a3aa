//! Pieces added to a rule set, which no array has: non-promoting copies, which measure the promotion
//! premium, and opposing armies, the pieces of another rule set, so that one side can play with the
//! new pieces and the other with the old ones. The game is the same until one is put on the board.

use super::limits::MAX_PIECES;
use super::spec::{PieceSpec, PromotionChoice, PromotionCondition, RuleSpec};
use super::words::changed_pieces;
use crate::piece::PieceType;
use crate::powers::Power;

/// The last character of the symbol of a non-promoting copy.
pub const COPY_MARK: char = '\'';

/// The last character of the symbol of an opposing piece.
pub const OPPOSING_MARK: char = '*';

/// An error in adding an opposing army.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OpposingArmyError {
    /// The boards differ.
    #[error("its board is another one")]
    Board,
    /// No piece differs.
    #[error("its pieces are the same")]
    Same,
    /// There are too many piece types.
    #[error("together there are {0} piece types, and at most {MAX_PIECES} are possible")]
    TooMany(usize),
}

impl RuleSpec {
    /// The rule set with a non-promoting copy of each promoting piece type that is not royal. The
    /// game is the same until one is put on the board.
    pub fn with_copies(&self) -> RuleSpec {
        let mut spec = self.clone();
        let types = self.piece_types().zip(&self.pieces);
        let promoting = types.filter(|(_, piece)| piece.promotion.is_some() && !piece.royal);
        spec.pieces.extend(promoting.map(|(of, piece)| PieceSpec {
            name: format!("{} without promotion", piece.name),
            text: format!("{}{COPY_MARK}", piece.text),
            promotion: None,
            copy_of: Some(of),
            hand: piece.hand.or(self.hand.as_ref().map(|_| of)),
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
        let is_copy = |piece: &PieceType| self.piece(*piece).copy_of == Some(of);
        self.piece_types().find(is_copy)
    }

    /// The rule set with the differing pieces of another one. The game is the same until one is put
    /// on the board.
    ///
    /// # Errors
    /// The boards differ, no piece differs, or there are too many piece types.
    pub fn with_opposing_army(&self, other: &RuleSpec) -> Result<RuleSpec, OpposingArmyError> {
        if (&self.files, self.ranks, self.edge) != (&other.files, other.ranks, other.edge) {
            return Err(OpposingArmyError::Board);
        }
        let differing = differing(self, other);
        if differing.is_empty() {
            return Err(OpposingArmyError::Same);
        }
        let own = self.pieces.len();
        let all = own + differing.len();
        if all > MAX_PIECES {
            return Err(OpposingArmyError::TooMany(all));
        }
        // The piece type of a piece of the other rule set.
        let place = |piece: PieceType| match differing.iter().position(|&one| one == piece) {
            Some(at) => PieceType((own + at) as u8),
            None => (self.find(&other.piece(piece).text)).expect("what does not differ is there"),
        };
        let mut spec = self.clone();
        spec.pieces.extend((differing.iter()).map(|&piece| {
            let mut opposing = other.piece(piece).clone();
            opposing.name.push_str(" of the other rules");
            opposing.text.push(OPPOSING_MARK);
            renumber(&mut opposing, place);
            opposing
        }));
        let join = |own: &mut Vec<PieceType>, others: &Vec<PieceType>| {
            let named = differing.iter().filter(|piece| others.contains(piece));
            own.extend(named.map(|&piece| place(piece)));
        };
        if let (Some(own), Some(others)) = (&mut spec.end.goal, &other.end.goal) {
            join(&mut own.pieces, &others.pieces);
        }
        if let (Some(own), Some(others)) = (&mut spec.end.extinction, &other.end.extinction) {
            for (own, others) in own.groups.iter_mut().zip(&others.groups) {
                join(own, others);
            }
        }
        Ok(spec)
    }

    /// The rule set without the opposing army.
    pub fn without_opposing_army(&self) -> RuleSpec {
        let mut spec = self.clone();
        let is_own = |piece: &PieceSpec| !piece.text.ends_with(OPPOSING_MARK);
        spec.pieces.retain(is_own);
        let goal = spec.end.goal.iter_mut().map(|goal| &mut goal.pieces);
        let extinction = spec.end.extinction.iter_mut();
        let groups = extinction.flat_map(|extinction| &mut extinction.groups);
        for pieces in goal.chain(groups) {
            pieces.retain(|piece| is_own(self.piece(*piece)));
        }
        spec
    }

    /// A rule set with an opposing army, with the symbols that `other` has, the rule set of the other army: its pieces
    /// without the mark, and with it the pieces that they correspond to, or that `other` has with it.
    pub fn from_other_side(&self, other: &RuleSpec) -> RuleSpec {
        let mut spec = self.clone();
        for (piece, own) in self.piece_types().zip(&mut spec.pieces) {
            let marked = format!("{}{OPPOSING_MARK}", own.text);
            if let Some(plain) = own.text.strip_suffix(OPPOSING_MARK) {
                own.text = plain.to_string();
            } else if self.opposing(piece).is_some() || other.find(&marked).is_some() {
                own.text = marked;
            }
        }
        spec
    }

    /// The opposing piece that corresponds to a piece type.
    pub fn opposing(&self, of: PieceType) -> Option<PieceType> {
        self.find(&format!("{}{OPPOSING_MARK}", self.piece(of).text))
    }

    /// The piece type to which an opposing piece corresponds; `None` for other pieces.
    pub fn opposing_of(&self, piece: PieceType) -> Option<PieceType> {
        self.find(self.piece(piece).text.strip_suffix(OPPOSING_MARK)?)
    }
}

/// The pieces of `other` that `own` does not have, or has with other moves, powers or promotions;
/// and the pieces that become those, directly or not.
pub(crate) fn differing(own: &RuleSpec, other: &RuleSpec) -> Vec<PieceType> {
    let mut found = changed_pieces(own, other, |_| true);
    loop {
        let becomes_one = |piece: &PieceType| {
            let one = other.piece(*piece);
            let mut becomes = (one.promotion_choices().map(|choice| choice.to)).chain(one.hand);
            !found.contains(piece) && becomes.any(|one| found.contains(&one))
        };
        let more: Vec<PieceType> = other.piece_types().filter(becomes_one).collect();
        if more.is_empty() {
            found.sort_unstable();
            return found;
        }
        found.extend(more);
    }
}

/// Replaces the piece types that a piece names.
fn renumber(piece: &mut PieceSpec, place: impl Fn(PieceType) -> PieceType) {
    for named in piece.powers.iter_mut().flat_map(Power::pieces) {
        *named = place(*named);
    }
    piece.hand = piece.hand.map(&place);
    let choices = piece.promotion.iter_mut().flat_map(|one| &mut one.to);
    for PromotionChoice { to, condition, .. } in choices {
        *to = place(*to);
        match condition {
            PromotionCondition::OwnerLacks(piece)
            | PromotionCondition::NoneOnBoard(piece)
            | PromotionCondition::SomeOnBoard(piece) => *piece = place(*piece),
            PromotionCondition::Always | PromotionCondition::Lost { .. } => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;
    use crate::evaluation::{Term, Weight, Weights};
    use crate::rules::load;
    use std::path::Path;

    fn spec(id: &str) -> RuleSpec {
        load(id, &[]).expect("a rule set")
    }

    /// The Dervish differs by its relay, the Harpy by both, and nothing else promotes to them.
    #[test]
    fn only_what_differs_is_added() {
        let mixed = spec("scirocco-2009").with_opposing_army(&spec("scirocco-2001"));
        let mixed = mixed.unwrap_or_else(|fault| panic!("{fault}"));
        let opposing: Vec<&str> = (mixed.piece_types())
            .filter(|&piece| mixed.opposing_of(piece).is_some())
            .map(|piece| mixed.piece(piece).text.as_str())
            .collect();
        assert_eq!(opposing, ["De*", "Ha*"]);
        let [dervish, old, old_harpy] = ["De", "De*", "Ha*"].map(|text| mixed.find(text));
        assert_eq!(mixed.opposing(dervish.expect("a Dervish")), old);
        let promotion = mixed
            .piece(old.expect("an opposing piece"))
            .promotion
            .as_ref();
        assert_eq!(
            promotion.map(|one| one.to[0].to),
            old_harpy,
            "the older Dervish becomes the older Harpy"
        );
        let first = |spec: RuleSpec| Rules::new(spec).start(0).expect("array 0").perft(2);
        assert_eq!(first(mixed), first(spec("scirocco-2009")));
    }

    /// Each relays as its own rules say: the older Dervish does not lend diagonal steps.
    #[test]
    fn each_moves_by_its_own_rules() {
        let mixed = spec("scirocco-2009").with_opposing_army(&spec("scirocco-2001"));
        let rules = Rules::new(mixed.unwrap_or_else(|fault| panic!("{fault}")));
        let moves = |dervish: &str| {
            let text = format!("k,8,p/10/10/10/10/6,{dervish},P,2/10/10/10/9,K w - 0");
            let game = rules.parse(&text).expect("a position");
            assert_eq!(game.text(), text);
            let all = game.legal_moves().iter().map(|&one| game.move_text(one));
            let mut own: Vec<String> = all.filter(|text| text.starts_with("h5")).collect();
            own.sort_unstable();
            own
        };
        assert_eq!(moves("De"), ["h5f5", "h5g4", "h5g6", "h5h6"]);
        assert_eq!(moves("De*"), ["h5f5", "h5h6"]);
    }

    /// A promotion to what was lost counts what stood there before the pieces of the opposing army.
    #[test]
    fn an_opposing_army_promotes_to_its_own_that_were_lost() {
        let mixed = spec("rococo").with_opposing_army(&spec("rococo-enhanced-withdrawer"));
        let mixed = mixed.unwrap_or_else(|fault| panic!("{fault}"));
        assert!(mixed.find("W*").is_some() && mixed.find("P*").is_some());
        let rules = Rules::new(mixed.clone());
        let becomes = |other: &str| {
            let text = format!("10/1,k,8/3,P*,6/10/10/{other}/10/10/8,K,1/10 w - 0");
            let game = rules.parse(&text).unwrap_or_else(|fault| panic!("{fault}"));
            let all = game.legal_moves().iter();
            let becomes = all.filter_map(|one| one.promotion());
            let mut texts: Vec<&str> = becomes.map(|one| mixed.piece(one).text.as_str()).collect();
            texts.sort_unstable();
            texts.dedup();
            texts
        };
        assert!(becomes("10").contains(&"W*"));
        assert!(!becomes("10").contains(&"W"));
        assert!(!becomes("W*,9").contains(&"W*"));
    }

    #[test]
    fn what_cannot_meet_is_refused() {
        let chess = spec("chess");
        assert_eq!(
            chess.with_opposing_army(&chess).err(),
            Some(OpposingArmyError::Same)
        );
        let other = spec("rococo");
        assert_eq!(
            chess.with_opposing_army(&other).err(),
            Some(OpposingArmyError::Board)
        );
        let all = chess
            .with_opposing_army(&spec("shatranj"))
            .map(|both| both.pieces.len());
        assert!(matches!(all, Ok(7..=12)), "{all:?}");
    }

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
