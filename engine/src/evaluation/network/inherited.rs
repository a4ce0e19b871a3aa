//! A network for a rule set that changes another one: unchanged pieces keep their rows.

use super::{HAND_MARK, Network, Shape, hand_symbol};
use crate::rules::{PieceType, RuleSpec};
use crate::theory;

impl Network {
    /// Adapts the network of another rule set, `parent`, to a rule set with the same board.
    /// Unchanged pieces keep their rows; each `new` piece takes those of the piece with the nearest
    /// value in [`theory`], a royal those of a royal. `None` if the boards differ or a piece can be in
    /// hand that the other network does not know there.
    pub(crate) fn inherited(
        &self,
        spec: &RuleSpec,
        parent: &RuleSpec,
        new: &[PieceType],
    ) -> Option<Network> {
        let shape = Shape::of(spec, self.shape.hidden, self.shape.buckets)
            .with_royal_buckets(self.shape.royal_buckets);
        if (shape.files, shape.ranks) != (self.shape.files, self.shape.ranks) {
            return None;
        }
        let (values, known_values) = (theory::values(spec), theory::values(parent));
        let source = |text: &String| -> Option<usize> {
            let known = |text: &String| self.shape.pieces.iter().position(|one| one == text);
            let Some(piece) = spec.find(text) else {
                // A piece in hand.
                return known(text);
            };
            if let Some(own) = known(text).filter(|_| !new.contains(&piece)) {
                return Some(own);
            }
            let value = values[piece.index()];
            let off = |at: &usize| {
                let other = parent.find(&self.shape.pieces[*at]);
                other.map_or(f64::INFINITY, |other| {
                    let is_alike = parent.piece(other).royal == spec.piece(piece).royal;
                    let off = (known_values[other.index()] - value).abs();
                    if is_alike { off } else { f64::INFINITY }
                })
            };
            (0..self.shape.pieces.len()).min_by(|a, b| off(a).total_cmp(&off(b)))
        };
        let sources: Vec<usize> = shape.pieces.iter().map(source).collect::<Option<_>>()?;
        // The size of the rows of a piece on all squares.
        let block = self.shape.squares() * self.shape.hidden;
        let known = self.shape.pieces.len();
        let sides = (0..2 * self.shape.royal_buckets).map(|side| side * known);
        let rows = sides.flat_map(|side| {
            let blocks = sources.iter().map(move |&piece| side + piece);
            blocks.flat_map(|at| &self.rows[at * block..][..block])
        });
        Some(Network {
            rows: rows.copied().collect(),
            rules: spec.title(),
            shape,
            ..self.clone()
        })
    }

    /// The network with the symbols of the pieces as in another rule set with the same pieces.
    pub(crate) fn renamed(&self, spec: &RuleSpec, other: &RuleSpec) -> Network {
        let mut own = self.clone();
        for text in &mut own.shape.pieces {
            if let Some(piece) = spec.find(text) {
                *text = other.piece(piece).text.clone();
            } else if let Some(piece) = text
                .strip_suffix(HAND_MARK)
                .and_then(|text| spec.find(text))
            {
                *text = hand_symbol(other, piece);
            }
        }
        own
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Parameters, Role};
    use super::*;
    use crate::Rules;
    use crate::evaluation::Weights;
    use crate::rules::{differing, load};

    /// A network in which every row encodes its piece and square.
    fn marked(spec: &RuleSpec) -> Network {
        let shape = Shape::of(spec, 32, 1).with_royal_buckets(4);
        let number = |at: usize| ((at / 32) % 500) as f32 / 255.0;
        let learned = Parameters {
            rows: (0..shape.inputs() * 32).map(number).collect(),
            biases: vec![0.0; 32],
            output: vec![0.1; 64],
            output_biases: vec![0.0],
        };
        Network::new(shape, Role::Alone, 200, spec.title(), &learned)
    }

    /// Unchanged pieces keep their rows, whatever their order; a new one has those of the nearest.
    #[test]
    fn pieces_that_are_as_before_keep_their_rows() {
        let parent = load("hashishin-any", &[]).expect("a rule set");
        let mut spec = parent.clone();
        let thief = spec.find("T").expect("a thief");
        spec.pieces[thief.index()].text = "X".to_string();
        let new = differing(&parent, &spec);
        assert!(new.contains(&thief), "{new:?}");
        let network = marked(&parent);
        let own = network
            .inherited(&spec, &parent, &new)
            .expect("the same board");
        own.check(&spec).unwrap_or_else(|fault| panic!("{fault}"));
        assert!(own.check(&parent).is_err());
        for (piece, text) in spec.pieces.iter().map(|piece| &piece.text).enumerate() {
            for square in [0, 17, 63] {
                // Own and enemy's, in four royal buckets.
                for side in (0..8).map(|side| side * spec.pieces.len()) {
                    let input = ((side + piece) * 64 + square) as u32;
                    if text != "X" {
                        assert_eq!(own.row(input), network.row(input), "{text}");
                    }
                }
            }
        }
        // A new piece has the rows of one with the same value in theory.
        let values = theory::values(&parent);
        let input = |at: usize| (at * 64 + 9) as u32;
        let mut alike = parent.piece_types().filter(|&piece| {
            values[piece.index()] == values[thief.index()] && !parent.piece(piece).royal
        });
        let own_row = own.row(input(thief.index()));
        assert!(alike.any(|piece| network.row(input(piece.index())) == own_row));
        let chess = load("chess", &[]).expect("chess");
        let typhoon = load("typhoon", &[]).expect("typhoon");
        assert!(marked(&chess).inherited(&typhoon, &chess, &[]).is_none());
    }

    /// Inherited weights include the network, adapted to the new rules.
    #[test]
    fn inherited_weights_have_the_network() {
        let parent = load("hashishin-any", &[]).expect("a rule set");
        let spec = load("hashishin-homeward", &[]).expect("a rule set");
        let known = Weights::linear(&parent).with_network(&marked(&parent), 0.0);
        let own = Weights::inherited(&spec, &parent, &known);
        let network = own.network.expect("a network");
        let rules = Rules::new(spec);
        network
            .check(rules.spec())
            .unwrap_or_else(|fault| panic!("{fault}"));
    }

    /// Each of two armies has the rows that its own pieces have in the network of both.
    #[test]
    fn armies_have_the_rows_of_their_pieces() {
        let [own, other] =
            ["scirocco-2009", "scirocco-2001"].map(|id| load(id, &[]).expect("rules"));
        let union = own.with_opposing_army(&other).expect("two armies");
        let network = marked(&union);
        let known = Weights::linear(&union).with_network(&network, 0.0);
        for (spec, is_opposing, dervish) in [(&own, false, "De"), (&other, true, "De*")] {
            let weights = Weights::of_army(spec, &union, &known, is_opposing);
            let adapted = weights.network.expect("a network");
            adapted
                .check(spec)
                .unwrap_or_else(|fault| panic!("{fault}"));
            for (text, there) in [("De", dervish), ("R", "R")] {
                let row = |network: &Network, spec: &RuleSpec, text: &str| {
                    let piece = spec.find(text).expect("a piece");
                    network.row((piece.index() * 100 + 17) as u32).to_vec()
                };
                assert_eq!(
                    row(&adapted, spec, text),
                    row(&network, &union, there),
                    "{text}"
                );
            }
        }
    }
}
