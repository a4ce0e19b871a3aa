//! The terms of the evaluation, their weights, and the weights that follow from the rules alone.

use super::network::{Network, Role};
use super::origin::Origin;
use crate::rules::{PieceType, Power, RuleSpec};
use crate::search_params::SearchParams;
use crate::theory;
use std::ops::{Add, AddAssign, Mul, Sub};
use std::sync::Arc;

/// One term of the evaluation. The evaluation is the sum over all terms of their coefficient in a
/// position times their weight.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Term {
    /// A piece is on the board.
    Material(PieceType),
    /// Closeness to promotion: 1 within the zone, ¾ as much for each rank away.
    Promotion(PieceType),
    /// Distance of a piece from the nearest edges, in squares, less the average of the board.
    Center(PieceType),
    /// Ranks that a piece has advanced from its own side.
    Advance(PieceType),
    /// Squares that a piece can go to or capture on by its plain moves.
    Mobility(PieceType),
    /// A piece is in hand.
    Hand(PieceType),
    /// A term that does not depend on a piece type.
    Position(PositionTerm),
}

/// A term that does not depend on a piece type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PositionTerm {
    /// Own pieces next to a royal.
    Shield,
    /// The square of the number of enemy pieces that can go to or capture on a square next to a
    /// royal.
    Attackers,
    /// Squares next to a royal that the enemy attacks and that no own piece except royals does,
    /// times the number of enemy pieces as in `Attackers`.
    Exposed,
    /// Own pieces that are attacked and not protected.
    Loose,
    /// Own pieces that are attacked by pieces of clearly lower value.
    Threatened,
    /// Pawns without an enemy pawn before them, on their file or the next ones.
    Passed,
    /// Over those pawns, the square of the ranks advanced, divided by the ranks of the board.
    PassedAdvance,
    /// Pawns without an own pawn on the next files.
    Isolated,
    /// Pawns with an own pawn before them on their file.
    Doubled,
    /// Friends that receive moves from relays.
    Relay,
    /// Immobilized enemies.
    Immobilized,
    /// Pieces fewer than six, where a bare royal loses.
    Bare,
    /// The right to move.
    Tempo,
    /// Nearness of the nearest piece to a goal, or the mean of as many as have to come there: the length of the board less
    /// its steps, squared and divided by that length.
    Goal,
    /// Pieces to lose before some are extinct, as 2 for one and 1 for two; negative where that wins.
    Scarce,
    /// The square of the checks given, as of three that win.
    Checks,
    /// Winning rows that own pieces fill but for one empty square.
    Connection,
}

impl PositionTerm {
    /// The number of these terms.
    pub(super) const COUNT: usize = 17;

    /// In order: the term, its key in weights files, and the middlegame and endgame weight that
    /// [`Weights::starting`] gives it.
    pub(super) const ALL: [(PositionTerm, &str, [f64; 2]); PositionTerm::COUNT] = [
        (PositionTerm::Shield, "shield", [6.0, 0.0]),
        (PositionTerm::Attackers, "attackers", [-6.0, -2.0]),
        (PositionTerm::Exposed, "exposed", [-2.0, 0.0]),
        (PositionTerm::Loose, "loose", [-12.0, -12.0]),
        (PositionTerm::Threatened, "threatened", [-25.0, -25.0]),
        (PositionTerm::Passed, "passed", [0.0, 10.0]),
        (PositionTerm::PassedAdvance, "passed-advance", [5.0, 15.0]),
        (PositionTerm::Isolated, "isolated", [-6.0, -6.0]),
        (PositionTerm::Doubled, "doubled", [-6.0, -6.0]),
        (PositionTerm::Relay, "relay", [3.0, 3.0]),
        (PositionTerm::Immobilized, "immobilized", [30.0, 30.0]),
        (PositionTerm::Bare, "bare", [-40.0, -40.0]),
        (PositionTerm::Tempo, "tempo", [10.0, 10.0]),
        (PositionTerm::Goal, "goal", [10.0, 20.0]),
        (PositionTerm::Scarce, "scarce", [-40.0, -40.0]),
        (PositionTerm::Checks, "checks", [60.0, 60.0]),
        (PositionTerm::Connection, "connection", [40.0, 40.0]),
    ];

    /// Whether the term occurs in a rule set.
    fn occurs(self, spec: &RuleSpec) -> bool {
        let has = |wanted: fn(&Power) -> bool| {
            (spec.pieces.iter()).any(|piece| piece.powers.iter().any(wanted))
        };
        match self {
            PositionTerm::Passed
            | PositionTerm::PassedAdvance
            | PositionTerm::Isolated
            | PositionTerm::Doubled => spec.pieces.iter().any(|piece| piece.pawn),
            PositionTerm::Relay => has(|power| matches!(power, Power::Relay { .. })),
            PositionTerm::Immobilized => has(|power| matches!(power, Power::Immobilize { .. })),
            PositionTerm::Bare => spec.end.bare.can_lose(),
            PositionTerm::Goal => spec.end.goal.as_ref().is_some_and(|goal| !goal.draws),
            PositionTerm::Scarce => spec.end.extinction.is_some(),
            PositionTerm::Connection => spec.end.connection.is_some(),
            PositionTerm::Checks => spec.end.checks.is_some_and(|checks| checks > 1),
            _ => true,
        }
    }
}

impl Term {
    /// All terms of a rule set, in a fixed order.
    pub fn all(spec: &RuleSpec) -> Vec<Term> {
        let pieces = || spec.piece_types();
        let promotes = |piece: &PieceType| spec.piece(*piece).promotion.is_some();
        // Where a side has one royal, both sides always have the same.
        let counts = |piece: &PieceType| spec.end.several_royals || !spec.piece(*piece).royal;
        let positional = PositionTerm::ALL.iter().map(|(term, ..)| *term);
        (pieces().filter(counts).map(Term::Material))
            .chain(pieces().filter(promotes).map(Term::Promotion))
            .chain(pieces().map(Term::Center))
            .chain(pieces().map(Term::Advance))
            .chain(pieces().map(Term::Mobility))
            .chain(
                spec.hand_pieces()
                    .into_iter()
                    .filter(counts)
                    .map(Term::Hand),
            )
            .chain(
                positional
                    .filter(|term| term.occurs(spec))
                    .map(Term::Position),
            )
            .collect()
    }

    /// For a [non-promoting copy](RuleSpec::with_copies), the term of the original piece; for
    /// others, the term itself.
    pub fn as_original(self, spec: &RuleSpec) -> Term {
        let of = |piece: PieceType| spec.piece(piece).copy_of.unwrap_or(piece);
        match self {
            Term::Material(piece) => Term::Material(of(piece)),
            Term::Center(piece) => Term::Center(of(piece)),
            Term::Advance(piece) => Term::Advance(of(piece)),
            Term::Mobility(piece) => Term::Mobility(of(piece)),
            Term::Promotion(_) | Term::Hand(_) | Term::Position(_) => self,
        }
    }

    /// The piece type of the term, if it depends on one.
    pub fn piece(self) -> Option<PieceType> {
        match self {
            Term::Material(piece)
            | Term::Promotion(piece)
            | Term::Center(piece)
            | Term::Advance(piece)
            | Term::Mobility(piece)
            | Term::Hand(piece) => Some(piece),
            Term::Position(_) => None,
        }
    }

    /// The table and key of the term in weights files.
    pub fn name(self, spec: &RuleSpec) -> (&'static str, String) {
        let of = |group, piece: PieceType| (group, spec.piece(piece).text.clone());
        match self {
            Term::Material(piece) => of("material", piece),
            Term::Promotion(piece) => of("promotion", piece),
            Term::Center(piece) => of("center", piece),
            Term::Advance(piece) => of("advance", piece),
            Term::Mobility(piece) => of("mobility", piece),
            Term::Hand(piece) => of("hand", piece),
            Term::Position(term) => {
                let (_, key, _) = PositionTerm::ALL[term as usize];
                ("position", key.to_string())
            }
        }
    }
}

/// The weights of all terms of a rule set.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    /// In the order of [`Term::all`].
    pub terms: Vec<(Term, Weight)>,
    /// Margin of lazy evaluation, in centipawns: the search omits the expensive terms where a sum
    /// of this size would not matter. It must grow with their weights.
    pub lazy: i32,
    /// The search parameters; their margins are in the centipawns of these weights.
    pub search: SearchParams,
    /// The network that is added to the linear evaluation or replaces it.
    pub network: Option<Arc<Network>>,
    /// The origin of the weights.
    pub origin: Origin,
}

/// The maximum margin, with which evaluation is never lazy.
pub(super) const MAX_LAZY: i32 = 30_000;

/// [`Weights::lazy`] by default.
pub const DEFAULT_LAZY: i32 = 250;

/// Whether a side wins when pieces of a type are extinct.
fn is_better_lost(spec: &RuleSpec, piece: PieceType) -> bool {
    let extinction = spec
        .end
        .extinction
        .iter()
        .filter(|extinction| extinction.wins);
    let mut groups = extinction.flat_map(|extinction| &extinction.groups);
    groups.any(|group| group.contains(&piece))
}

impl Weights {
    /// The maximum absolute value of a weight, in centipawns.
    pub const MAX: f64 = 100_000.0;

    /// The weights that follow from the rules alone: material by [`theory::in_pawns`], the option
    /// to promote by its gain, and small weights for the rest.
    pub fn starting(spec: &RuleSpec) -> Weights {
        let values: Vec<f64> = (theory::in_pawns(spec).iter())
            .map(|pawns| 100.0 * pawns)
            .collect();
        let tapered = |middlegame, endgame| Weight {
            middlegame,
            endgame,
        };
        let both = |weight| tapered(weight, weight);
        let weight = |term| match term {
            Term::Material(piece) | Term::Hand(piece) if spec.piece(piece).royal => both(0.0),
            Term::Material(piece) | Term::Hand(piece) if is_better_lost(spec, piece) => {
                both(-0.25 * values[piece.index()])
            }
            // What a piece could do from any square makes up for the move that its drop costs.
            Term::Material(piece) | Term::Hand(piece) => both(values[piece.index()]),
            Term::Promotion(piece) => {
                let best = spec.piece(piece).promotion.iter().flat_map(|rule| &rule.to);
                let gain = best
                    .map(|choice| values[choice.to.index()] - values[piece.index()])
                    .fold(0.0, f64::max);
                tapered(0.25 * gain, 0.5 * gain)
            }
            Term::Center(piece) if spec.piece(piece).royal => tapered(-4.0, 4.0),
            Term::Center(_) => both(3.0),
            Term::Advance(piece) if spec.piece(piece).royal => tapered(-6.0, 0.0),
            Term::Advance(_) => both(1.5),
            Term::Mobility(piece) if spec.piece(piece).royal => both(0.0),
            Term::Mobility(_) => both(2.0),
            Term::Position(term) => {
                let (_, _, [middlegame, endgame]) = PositionTerm::ALL[term as usize];
                tapered(middlegame, endgame)
            }
        };
        let terms = Term::all(spec);
        Weights {
            terms: terms.into_iter().map(|term| (term, weight(term))).collect(),
            lazy: DEFAULT_LAZY,
            search: SearchParams::default(),
            network: None,
            origin: Origin::Theory,
        }
    }

    /// The same weights with a network whose scores have a root mean square of `spread` centipawns.
    /// If it is added to the linear evaluation, the lazy margin grows.
    pub fn with_network(self, network: &Network, spread: f64) -> Weights {
        let room = match network.role() {
            Role::Alone => 0,
            Role::Added => (2.0 * spread) as i32,
        };
        Weights {
            lazy: self.lazy.saturating_add(room).min(MAX_LAZY),
            network: Some(Arc::new(network.clone())),
            ..self
        }
    }

    /// Gives non-promoting copies the weights of the original pieces.
    pub(super) fn copy_to_copies(&mut self, spec: &RuleSpec) {
        for at in 0..self.terms.len() {
            let original = self.terms[at].0.as_original(spec);
            self.terms[at].1 = self.get(original);
        }
    }

    /// The weight of a term.
    pub fn get(&self, term: Term) -> Weight {
        let found = self.terms.iter().find(|(known, _)| *known == term);
        found.map_or(Weight::default(), |(_, weight)| *weight)
    }
}

/// A value for a full board and one for an empty board. Between them it is interpolated by the
/// number of pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tapered<T> {
    /// For a full board.
    pub middlegame: T,
    /// For an empty board.
    pub endgame: T,
}

/// The weight of a term, in centipawns.
pub type Weight = Tapered<f64>;

impl Weight {
    /// The mean of middlegame and endgame.
    pub fn average(self) -> f64 {
        (self.middlegame + self.endgame) / 2.0
    }

    /// The weight in sixteenths of a centipawn.
    pub(super) fn fixed(self) -> Tapered<i32> {
        let fixed = |weight: f64| (weight * 16.0).round() as i32;
        Tapered {
            middlegame: fixed(self.middlegame),
            endgame: fixed(self.endgame),
        }
    }
}

impl Tapered<i32> {
    /// The value with `pieces` of `full` pieces on the board, in centipawns, from sixteenths.
    #[inline(always)]
    pub(super) fn interpolate(self, pieces: i32, full: i32) -> i32 {
        (self.middlegame * pieces + self.endgame * (full - pieces)) / (full * 16)
    }
}

/// Addition or subtraction of both values.
macro_rules! of_both {
    ($trait:ident $method:ident) => {
        impl<T: $trait<Output = T>> $trait for Tapered<T> {
            type Output = Tapered<T>;
            #[inline(always)]
            fn $method(self, other: Tapered<T>) -> Tapered<T> {
                Tapered {
                    middlegame: self.middlegame.$method(other.middlegame),
                    endgame: self.endgame.$method(other.endgame),
                }
            }
        }
    };
}

of_both!(Add add);
of_both!(Sub sub);

impl<T: Copy + Add<Output = T>> AddAssign for Tapered<T> {
    #[inline(always)]
    fn add_assign(&mut self, other: Tapered<T>) {
        *self = *self + other;
    }
}

impl<T: Copy + Mul<Output = T>> Mul<T> for Tapered<T> {
    type Output = Tapered<T>;
    #[inline(always)]
    fn mul(self, times: T) -> Tapered<T> {
        Tapered {
            middlegame: self.middlegame * times,
            endgame: self.endgame * times,
        }
    }
}
