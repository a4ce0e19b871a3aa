//! The games that other programs know, and which rule sets are written as they are.

use super::Notation;
use crate::betza::Betza;
use crate::rules::{PieceSpec, RuleSpec, load};
use std::sync::LazyLock;

struct KnownGame {
    notation: Notation,
    spec: RuleSpec,
    fingerprint: String,
}

static KNOWN: LazyLock<Vec<KnownGame>> = LazyLock::new(|| {
    let known = [("chess", Notation::Chess), ("shatranj", Notation::Shatranj)];
    let games = known.into_iter().filter_map(|(id, notation)| {
        let spec = load(id, &[]).ok()?;
        let fingerprint = spec.fingerprint_text();
        Some(KnownGame {
            notation,
            spec,
            fingerprint,
        })
    });
    games.collect()
});

/// The way for a rule set: that of a game with the same board, the same letters, and the same plain moves behind each of them. Rules besides, such
/// as when a game ends, have no part in how it is written.
pub(super) fn notation_of(spec: &RuleSpec) -> Notation {
    let alike = |known: &&KnownGame| {
        let board = |spec: &RuleSpec| (spec.files.clone(), spec.ranks, spec.first_rank);
        board(&known.spec) == board(spec) && written(&known.spec).eq(written(spec))
    };
    let known = KNOWN.iter().find(alike);
    known.map_or(Notation::Own, |known| known.notation)
}

/// The game of other programs that a rule set is in all that decides it, whatever it is called.
pub(super) fn exactly(spec: &RuleSpec) -> Option<Notation> {
    let own = spec.without_copies().fingerprint_text();
    let known = KNOWN.iter().find(|known| known.fingerprint == own)?;
    Some(known.notation)
}

/// The letters of pieces, and how they move. Non-promoting copies are written with a mark behind the letter, and count for nothing.
fn written(spec: &RuleSpec) -> impl Iterator<Item = (&str, Option<&Betza>)> {
    let own = spec.pieces.iter().filter(|piece| piece.copy_of.is_none());
    own.map(|piece: &PieceSpec| (piece.text.as_str(), piece.moves.as_ref()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(rules: &str) -> RuleSpec {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("chess.toml");
        std::fs::write(
            &file,
            format!("name = \"Mine\"\nextends = \"chess\"\n{rules}"),
        )
        .expect("written");
        load(&file.to_string_lossy(), &[]).expect("rules")
    }

    #[test]
    fn the_rules_decide_and_not_the_name() {
        let same = read("");
        assert_eq!(notation_of(&same), Notation::Chess);
        assert_eq!(exactly(&same), Some(Notation::Chess));
        // Written as chess, and another game.
        let lost = read("[end]\nstalemate = \"loses\"\n");
        assert_eq!(
            (notation_of(&lost), exactly(&lost)),
            (Notation::Chess, None)
        );
        // An N that moves otherwise is not what others read there.
        let leaper = read("[[piece]]\ntext = \"N\"\nmoves = \"C\"\n");
        assert_eq!(notation_of(&leaper), Notation::Own);
        let copies = load("chess", &[]).expect("chess").with_copies();
        assert_eq!(
            (notation_of(&copies), exactly(&copies)),
            (Notation::Chess, Some(Notation::Chess))
        );
        for (id, wanted) in [
            ("shatranj", Notation::Shatranj),
            ("hashishin-any", Notation::Own),
        ] {
            assert_eq!(notation_of(&load(id, &[]).expect("rules")), wanted);
        }
    }
}
