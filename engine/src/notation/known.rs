//! The games that other programs know, and the notation of a rule set.

use super::Notation;
use crate::powers::PowerKind;
use crate::rules::{PieceSpec, RuleSpec, load};
use std::sync::LazyLock;

/// The powers whose moves are determined by their start and target squares.
const BY_SQUARES: [PowerKind; 9] = [
    PowerKind::Bent,
    PowerKind::Castle,
    PowerKind::DoubleStep,
    PowerKind::Hopper,
    PowerKind::Immobilize,
    PowerKind::Immune,
    PowerKind::Regent,
    PowerKind::Relay,
    PowerKind::SkipSlide,
];

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

/// The notation of a rule set: that of a known game with the same board, letters and plain moves,
/// and all its powers; else [`Notation::Letters`] where each piece has one letter. Other rules,
/// such as the end of the game, do not matter.
pub(super) fn notation_of(spec: &RuleSpec) -> Notation {
    let alike = |known: &&KnownGame| {
        let board = |spec: &RuleSpec| (spec.files.clone(), spec.ranks, spec.first_rank);
        let are_written_alike = |(own, theirs): (&PieceSpec, &PieceSpec)| {
            (&own.text, &own.moves) == (&theirs.text, &theirs.moves)
                && own.powers.iter().all(|power| theirs.powers.contains(power))
        };
        board(&known.spec) == board(spec)
            && originals(&known.spec).count() == originals(spec).count()
            && originals(spec)
                .zip(originals(&known.spec))
                .all(are_written_alike)
    };
    let usual_files = ('a'..='z').take(spec.files.len());
    match KNOWN.iter().find(alike) {
        Some(known) => known.notation,
        None if has_single_letters(spec)
            && spec.first_rank == 1
            && spec.files.iter().copied().eq(usual_files) =>
        {
            Notation::Letters
        }
        None => Notation::Own,
    }
}

/// Whether each piece has one letter.
pub(super) fn has_single_letters(spec: &RuleSpec) -> bool {
    originals(spec).all(|piece| piece.text.len() == 1)
}

/// Whether each move is determined by its start and target squares and its promotion.
pub(super) fn is_by_squares(spec: &RuleSpec) -> bool {
    let mut powers = spec.pieces.iter().flat_map(|piece| &piece.powers);
    powers.all(|power| BY_SQUARES.contains(&power.kind()))
}

/// The known game with the same rules, whatever the rule set is called.
pub(super) fn exactly(spec: &RuleSpec) -> Option<Notation> {
    let own = spec.without_copies().fingerprint_text();
    let known = KNOWN.iter().find(|known| known.fingerprint == own)?;
    Some(known.notation)
}

/// The pieces without non-promoting copies.
fn originals(spec: &RuleSpec) -> impl Iterator<Item = &PieceSpec> {
    spec.pieces.iter().filter(|piece| piece.copy_of.is_none())
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
        // This program claims draws at once, so it plays the same game.
        let unclaimed =
            read("[end]\nrepetition = { automatic = 3 }\nmove_count = { automatic = 100 }\n");
        assert_eq!(exactly(&unclaimed), Some(Notation::Chess));
        assert_ne!(unclaimed.end, same.end);
        // Written as chess, but a different game.
        let lost = read("[end]\nstalemate = \"loses\"\n");
        assert_eq!(
            (notation_of(&lost), exactly(&lost)),
            (Notation::Chess, None)
        );
        let castless = load("chess", &[("no_castling".to_string(), "true".to_string())]);
        assert_eq!(notation_of(&castless.expect("rules")), Notation::Chess);
        // Castling by one square is written as the King's move.
        let short =
            "[[piece]]\ntext = \"K\"\npowers = [{ power = \"castle\", with = \"R\", steps = 1 }]\n";
        assert_eq!(notation_of(&read(short)), Notation::Letters);
        // Other programs would misread an N with other moves.
        let leaper = read("[[piece]]\ntext = \"N\"\nmoves = \"C\"\n");
        assert_eq!(notation_of(&leaper), Notation::Letters);
        let copies = load("chess", &[]).expect("chess").with_copies();
        assert_eq!(
            (notation_of(&copies), exactly(&copies)),
            (Notation::Chess, Some(Notation::Chess))
        );
        for (id, wanted) in [
            ("shatranj", Notation::Shatranj),
            ("hashishin-any", Notation::Own),
            ("rococo", Notation::Own),
        ] {
            assert_eq!(notation_of(&load(id, &[]).expect("rules")), wanted);
        }
    }
}
