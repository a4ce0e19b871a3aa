//! Castling in XBoard's notation.

use tradewind_engine::board::Square;
use tradewind_engine::powers::{CastlingTarget, Power};
use tradewind_engine::rules::{PieceSpec, PieceType};
use tradewind_engine::{Color, Rules};

/// Castling that the protocol can express: the king moves a number of squares towards a partner in a corner.
#[derive(Clone, Copy, Debug)]
pub struct CornerCastling {
    /// The piece that begins the move, and the one that it crosses.
    pub castlers: [PieceType; 2],
    /// The number of squares of the king, to higher files and to lower ones.
    steps: [u8; 2],
}

impl CornerCastling {
    /// The castling of a rule set; `None` if it has none, or one that cannot be expressed.
    pub fn of(rules: &Rules) -> Option<CornerCastling> {
        let spec = rules.spec();
        let mut found = spec.piece_types().filter_map(|king| {
            let mut powers = spec.piece(king).powers.iter();
            powers.find_map(|power| match power {
                Power::Castle(castle) => Some((king, castle)),
                _ => None,
            })
        });
        let (king, castle) = found.next()?;
        let &[partner] = castle.with.as_slice() else {
            return None;
        };
        if matches!(castle.king, CastlingTarget::OneOf(_)) {
            return None;
        }
        let [Some(right), Some(left), Some(black_right), Some(black_left)] = rules.castling()
        else {
            return None;
        };
        let board = rules.geometry();
        let files = |way: [Square; 3]| way.map(|square| board.file(square));
        let corners = [board.files() - 1, 0];
        let white = [right, left].map(files);
        let steps = white.map(|[from, to, _]| (to - from).unsigned_abs() as u8);
        let is_expressible = [black_right, black_left].map(files) == white
            && white.map(|[.., partner]| partner) == corners
            && (board.rank(right[0]), board.rank(black_right[0])) == (0, board.ranks() - 1)
            && steps
                .iter()
                .all(|&steps| steps > 1 && !goes_sideways(spec.piece(king), steps));
        is_expressible.then_some(CornerCastling {
            castlers: [king, partner],
            steps,
        })
    }

    /// The notation of castling, an extension of Betza's. Right and left are seen from the side.
    pub fn betza(self, side: Color) -> String {
        match (self.steps, side) {
            ([right, left], _) if right == left => format!("isO{right}"),
            ([right, left], Color::White) => format!("irO{right}ilO{left}"),
            ([left, right], Color::Black) => format!("irO{right}ilO{left}"),
        }
    }
}

/// Whether an ordinary move goes as far sideways, so that it would be written like castling.
fn goes_sideways(king: &PieceSpec, steps: u8) -> bool {
    let terms = king.moves.iter().flat_map(|moves| &moves.terms);
    let mut leaps = terms.flat_map(|term| term.leaps.iter().map(|leap| (leap, term.range)));
    leaps.any(|(&(file, rank), range)| {
        let step = file.unsigned_abs();
        rank == 0
            && step > 0
            && u32::from(steps) % step == 0
            && u32::from(steps) / step <= u32::from(range)
    })
}

#[cfg(test)]
mod tests {
    use super::super::variant::XboardVariant;
    use crate::ProtocolError;
    use crate::history::first_array;
    use tradewind_engine::moves::MoveKind;

    fn load(name: &str, rules: &str) -> Result<XboardVariant, ProtocolError> {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join(name);
        let text = format!("name = \"Mine\"\nextends = \"chess\"\n{rules}");
        std::fs::write(&file, text).expect("written");
        XboardVariant::load(&file.to_string_lossy())
    }

    /// In a variant of chess, castling is described and castling rights are read and written.
    #[test]
    fn castling_of_a_variant_of_chess() {
        let variant =
            load("mine.toml", "[[piece]]\ntext = \"N\"\nmoves = \"NC\"\n").expect("a variant");
        let game = first_array(&variant.rules).expect("an array");
        let setup = variant.setup(&game);
        for part in [
            "setup (PNBRQKpnbrqk) 8x8+0_fairy rnbqkbnr/",
            " w KQkq - 0 1\n",
            "piece K& WFisO2\n",
            "piece N& NC\n",
        ] {
            assert!(setup.contains(part), "{part}: {setup}");
        }
        let castles = "r3k3/8/8/8/8/8/8/4K2R w Kq - 0 7";
        let game = variant.parse(castles).expect("a position");
        assert_eq!(variant.fen(&game), castles);
        let castling = variant.find(&game, "e1g1").expect("a move");
        assert_eq!(castling.kind, MoveKind::Castle);
        // Rights of pieces that are not there are dropped.
        let game = variant
            .parse("r3k3/8/8/8/8/8/8/4K3 b KQkq - 0 7")
            .expect("a position");
        assert_eq!(variant.fen(&game), "r3k3/8/8/8/8/8/8/4K3 b q - 0 7");
    }

    #[test]
    fn castling_to_named_squares() {
        let king = |to: &str| {
            let rules = format!(
                "[[piece]]\ntext = \"K\"\npowers = [{{ power = \"castle\", with = \"R\", to = {to} }}]\n"
            );
            let variant = load("squares.toml", &rules).expect("a variant");
            variant.setup(&first_array(&variant.rules).expect("an array"))
        };
        assert!(king("[\"c1\", \"g1\"]").contains("piece K& WFisO2\n"));
        let setup = king("[\"b1\", \"g1\"]");
        for part in ["piece K WFirO2ilO3\n", "piece k WFirO3ilO2\n"] {
            assert!(setup.contains(part), "{part}: {setup}");
        }
    }

    #[test]
    fn castling_without_notation_is_refused() {
        let king = |rest: &str| format!("[[piece]]\ntext = \"K\"\n{rest}\n");
        for (name, rules) in [
            (
                "inside",
                king("powers = [{ power = \"castle\", with = \"N\" }]"),
            ),
            (
                "short",
                king("powers = [{ power = \"castle\", with = \"R\", steps = 1 }]"),
            ),
            ("leaper", king("moves = \"K D\"")),
        ] {
            let error = load(&format!("{name}.toml"), &rules).expect_err(name);
            let error = error.to_string();
            assert!(error.contains("the King's castle"), "{error}");
        }
    }

    #[test]
    fn a_rule_file_is_named_by_its_file() {
        let same = load("same.toml", "").expect("a variant");
        let game = first_array(&same.rules).expect("an array");
        assert_eq!(same.name, "same");
        assert!(same.setup(&game).contains("piece K& WFisO2\n"));
    }
}
