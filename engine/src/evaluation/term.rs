//! The terms of the evaluation: what is counted, and what each is called.

use crate::rules::{PieceType, Power, RuleSpec};

/// One term of the evaluation. The evaluation is the sum over all terms of their coefficient in a
/// position times their weight.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Term {
    /// A piece is on the board.
    Material(PieceType),
    /// How near a piece is to promoting: 1 within the zone, ¾ as much for each rank away.
    Promotion(PieceType),
    /// How far a piece stands from the nearest edges, in squares, less the average of the board.
    Center(PieceType),
    /// How many ranks a piece has advanced from its own side.
    Advance(PieceType),
    /// How many squares a piece can go to or capture on by its plain moves.
    Mobility(PieceType),
    /// How many own pieces stand next to a royal.
    Shield,
    /// The square of the number of enemy pieces that can go to or capture on a square next to a royal.
    Attackers,
    /// How many squares next to a royal the enemy attacks and no own piece but royals does, times the number of
    /// enemy pieces as in `Attackers`.
    Exposed,
    /// How many own pieces are attacked and not protected.
    Loose,
    /// How many own pieces are attacked by pieces that are worth clearly less.
    Threatened,
    /// How many pawns have no enemy pawn before them, on their file or the next ones.
    Passed,
    /// Over those pawns, the square of the ranks advanced, divided by the ranks of the board.
    PassedAdvance,
    /// How many pawns have no own pawn on the next files.
    Isolated,
    /// How many pawns have an own pawn before them on their file.
    Doubled,
    /// How many friends receive moves from relays.
    Relay,
    /// How many enemies are immobilized.
    Immobilized,
    /// How many pieces fewer than six are left, where a bare royal loses.
    Bare,
    /// The right to move.
    Tempo,
}

impl Term {
    /// Every term that means something in a rule set, in a fixed order.
    pub fn all(spec: &RuleSpec) -> Vec<Term> {
        let pieces = || spec.piece_types();
        let has = |wanted: fn(&Power) -> bool| {
            (spec.pieces.iter()).any(|piece| piece.powers.iter().any(wanted))
        };
        let promotes = |piece: &PieceType| spec.piece(*piece).promotion.is_some();
        // Where a side has one royal, both always have the same.
        let counts = |piece: &PieceType| spec.end.several_royals || !spec.piece(*piece).royal;
        let mut terms: Vec<Term> = pieces().filter(counts).map(Term::Material).collect();
        terms.extend(pieces().filter(promotes).map(Term::Promotion));
        terms.extend(pieces().map(Term::Center));
        terms.extend(pieces().map(Term::Advance));
        terms.extend(pieces().map(Term::Mobility));
        terms.extend([
            Term::Shield,
            Term::Attackers,
            Term::Exposed,
            Term::Loose,
            Term::Threatened,
        ]);
        if spec.pieces.iter().any(|piece| piece.pawn) {
            terms.extend([
                Term::Passed,
                Term::PassedAdvance,
                Term::Isolated,
                Term::Doubled,
            ]);
        }
        if has(|power| matches!(power, Power::Relay { .. })) {
            terms.push(Term::Relay);
        }
        if has(|power| matches!(power, Power::Immobilize { .. })) {
            terms.push(Term::Immobilized);
        }
        if spec.end.bare.can_lose() {
            terms.push(Term::Bare);
        }
        terms.push(Term::Tempo);
        terms
    }

    /// The same term of the piece that a [non-promoting copy](RuleSpec::with_copies) is a copy of; itself for all
    /// others.
    pub fn as_original(self, spec: &RuleSpec) -> Term {
        let of = |piece: PieceType| spec.piece(piece).copy_of.unwrap_or(piece);
        match self {
            Term::Material(piece) => Term::Material(of(piece)),
            Term::Center(piece) => Term::Center(of(piece)),
            Term::Advance(piece) => Term::Advance(of(piece)),
            Term::Mobility(piece) => Term::Mobility(of(piece)),
            other => other,
        }
    }

    /// The piece type that the term is about, if it is about one.
    pub fn piece(self) -> Option<PieceType> {
        match self {
            Term::Material(piece)
            | Term::Promotion(piece)
            | Term::Center(piece)
            | Term::Advance(piece)
            | Term::Mobility(piece) => Some(piece),
            Term::Shield
            | Term::Attackers
            | Term::Exposed
            | Term::Loose
            | Term::Threatened
            | Term::Passed
            | Term::PassedAdvance
            | Term::Isolated
            | Term::Doubled
            | Term::Relay
            | Term::Immobilized
            | Term::Bare
            | Term::Tempo => None,
        }
    }

    /// The table of a weights file in which the term stands, and its key there.
    pub fn name(self, spec: &RuleSpec) -> (&'static str, String) {
        let text = |piece: PieceType| spec.piece(piece).text.clone();
        match self {
            Term::Material(piece) => ("material", text(piece)),
            Term::Promotion(piece) => ("promotion", text(piece)),
            Term::Center(piece) => ("center", text(piece)),
            Term::Advance(piece) => ("advance", text(piece)),
            Term::Mobility(piece) => ("mobility", text(piece)),
            Term::Shield => ("position", "shield".to_string()),
            Term::Attackers => ("position", "attackers".to_string()),
            Term::Exposed => ("position", "exposed".to_string()),
            Term::Loose => ("position", "loose".to_string()),
            Term::Threatened => ("position", "threatened".to_string()),
            Term::Passed => ("position", "passed".to_string()),
            Term::PassedAdvance => ("position", "passed-advance".to_string()),
            Term::Isolated => ("position", "isolated".to_string()),
            Term::Doubled => ("position", "doubled".to_string()),
            Term::Relay => ("position", "relay".to_string()),
            Term::Immobilized => ("position", "immobilized".to_string()),
            Term::Bare => ("position", "bare".to_string()),
            Term::Tempo => ("position", "tempo".to_string()),
        }
    }
}
