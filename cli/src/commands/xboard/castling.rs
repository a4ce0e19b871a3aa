//! Castling as XBoard knows it.

use super::ids::Castlers;
use tradewind_engine::board::Square;
use tradewind_engine::powers::Power;
use tradewind_engine::rules::PieceSpec;
use tradewind_engine::{Color, Game};

/// Castling that can be told: the king goes so many squares towards a partner in a corner.
#[derive(Clone, Copy, Debug)]
pub struct CornerCastling {
    pub castlers: Castlers,
    /// To higher files, and to lower ones.
    steps: [u8; 2],
}

impl CornerCastling {
    /// That of a rule set; `None` where nobody castles, or not so.
    pub fn of(game: &Game) -> Option<CornerCastling> {
        let spec = game.spec();
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
        let [Some(right), Some(left), Some(black_right), Some(black_left)] = game.castling() else {
            return None;
        };
        let board = game.geometry();
        let files = |way: [Square; 3]| way.map(|square| board.file(square));
        let corners = [board.files() - 1, 0];
        let steps = [right, left]
            .map(files)
            .map(|[from, to, _]| (to - from).unsigned_abs() as u8);
        let is_told = [black_right, black_left].map(files) == [right, left].map(files)
            && [right, left].map(files).map(|[.., partner]| partner) == corners
            && (board.rank(right[0]), board.rank(black_right[0])) == (0, board.ranks() - 1)
            && steps
                .iter()
                .all(|&steps| steps > 1 && !goes_sideways(spec.piece(king), steps));
        is_told.then_some(CornerCastling {
            castlers: Castlers { king, partner },
            steps,
        })
    }

    /// It in Betza's notation, in which right and left are each side's own.
    pub fn word(self, side: Color) -> String {
        match (self.steps, side) {
            ([right, left], _) if right == left => format!("isO{right}"),
            ([right, left], Color::White) => format!("irO{right}ilO{left}"),
            ([left, right], Color::Black) => format!("irO{right}ilO{left}"),
        }
    }
}

/// Whether a plain move goes as far sideways: two moves would be written alike.
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
    use tradewind_engine::moves::MoveKind;

    fn load(name: &str, rules: &str) -> Result<XboardVariant, String> {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join(name);
        let text = format!("name = \"Mine\"\nextends = \"chess\"\n{rules}");
        std::fs::write(&file, text).expect("written");
        XboardVariant::load(&file.to_string_lossy()).expect("a rule set")
    }

    /// Chess with another piece: who castles stands in the King's place, and rights come back.
    #[test]
    fn castling_is_told_where_chess_is_changed() {
        let variant = load("mine.toml", "[[piece]]\ntext = \"N\"\nmoves = \"NC\"\n").expect("told");
        let play = variant.start().expect("an array");
        let setup = variant.setup(&play);
        for part in [
            "setup (PNBRQKpnbrqk) 8x8+0_fairy rnbqkbnr/",
            " w KQkq - 0 1\n",
            "piece K& WFisO2\n",
            "piece N& NC\n",
        ] {
            assert!(setup.contains(part), "{part}: {setup}");
        }
        let castles = "r3k3/8/8/8/8/8/8/4K2R w Kq - 0 7";
        let play = variant.parse(castles).expect("a position");
        assert_eq!(variant.fen(&play), castles);
        let castling = variant.find(&play, "e1g1").expect("a move");
        assert_eq!(castling.kind, MoveKind::Castle);
        // What is left over is dropped.
        let play = variant
            .parse("r3k3/8/8/8/8/8/8/4K3 b KQkq - 0 7")
            .expect("a position");
        assert_eq!(variant.fen(&play), "r3k3/8/8/8/8/8/8/4K3 b q - 0 7");
    }

    /// The king may go to squares that are named, and not as far to both sides.
    #[test]
    fn castling_to_squares_is_told() {
        let king = |to: &str| {
            let rules = format!(
                "[[piece]]\ntext = \"K\"\npowers = [{{ power = \"castle\", with = \"R\", to = {to} }}]\n"
            );
            let variant = load("squares.toml", &rules).expect("told");
            variant.setup(&variant.start().expect("an array"))
        };
        assert!(king("[\"c1\", \"g1\"]").contains("piece K& WFisO2\n"));
        let setup = king("[\"b1\", \"g1\"]");
        for part in ["piece K WFirO2ilO3\n", "piece k WFirO3ilO2\n"] {
            assert!(setup.contains(part), "{part}: {setup}");
        }
    }

    #[test]
    fn castling_that_has_no_word_is_refused() {
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
            let untold = load(&format!("{name}.toml"), &rules).expect_err(name);
            assert!(untold.contains("the King's castle"), "{untold}");
        }
    }

    /// Chess under another name is a variant of that name.
    #[test]
    fn a_file_keeps_its_name() {
        let same = load("same.toml", "").expect("told");
        let play = same.start().expect("an array");
        assert_eq!(same.name, "same");
        assert!(same.setup(&play).contains("piece K& WFisO2\n"));
    }
}
