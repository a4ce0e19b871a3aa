//! What the pieces of a rule set are worth, by every method that there are games for.
//!
//! [`gather`] reads folders of games; each rule set and player found there is a [`ValueSet`], which
//! holds [`MethodValue`]s: one for each piece, method and aspect. Everything shown is made from these rows,
//! and so is what the methods disagree in ([`disagreements`]), and how values change with the player's
//! strength ([`skill`]).

mod agreement;
mod aspects;
mod gather;
mod iterate;
mod joint;
mod odds;
mod published;
mod regression;
pub mod skill;
mod theory;
mod tuned;

pub use agreement::{Disagreement, disagreements};
pub use aspects::{Aspect, Method};
pub use gather::{GatherError, Gathered, gather, wanted_by_values};
pub use iterate::{moved, with_measured};
pub use joint::{Joint, JointPart, Known};
pub(crate) use odds::knight;
pub use published::{Published, published, slug};
pub use theory::{Theory, theory};

use crate::notices::Flag;
use crate::odds::FittedOdds;
use serde::{Serialize, Serializer};
use tradewind_engine::rules::{PieceType, RuleSpec};
use tradewind_stats::estimate::Estimate;

/// The value of one piece by one method, in one aspect.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MethodValue {
    /// How it was found.
    pub method: Method,
    /// What it holds for.
    pub aspect: Aspect,
    /// The piece.
    #[serde(skip)]
    pub piece: PieceType,
    /// The piece's name.
    pub name: String,
    /// The piece's text.
    pub text: String,
    /// Finished games behind it.
    pub games: u64,
    /// Pairs of games in which the sides differ in the piece.
    pub pairs: u64,
    /// In units of the unit piece.
    pub units: Option<Estimate>,
    /// In knights, where the rule set has some.
    pub knights: Option<Estimate>,
    /// In log-odds of the result.
    pub log_odds: Option<Estimate>,
    /// Why it is not to be relied on.
    #[serde(serialize_with = "flag_name")]
    pub flag: Option<Flag>,
}

fn flag_name<S: Serializer>(flag: &Option<Flag>, serializer: S) -> Result<S::Ok, S::Error> {
    flag.map(Flag::name).serialize(serializer)
}

impl MethodValue {
    /// The value in units, if it may be relied on.
    pub fn reliable(&self) -> Option<Estimate> {
        self.units.filter(|_| self.flag.is_none())
    }
}

/// The values of the pieces of one rule set between players of one kind.
#[derive(Clone, Debug)]
pub struct ValueSet {
    /// The rule set's name for people, with its options.
    pub rules: String,
    /// The rule set, without twins.
    pub spec: RuleSpec,
    /// The player on both sides, in words.
    pub player: String,
    /// The positions that it looks at for a move.
    pub nodes: Option<u64>,
    /// The same in games that differ in the player's limits alone: rules, openings, weights and all
    /// else.
    pub alike: String,
    /// The piece that values are given in.
    pub unit: PieceType,
    /// All values.
    pub values: Vec<MethodValue>,
    /// The fits that the values are from.
    pub joints: Vec<Joint>,
    /// The odds that were played, beside what the sum of the pieces says.
    pub odds: Vec<FittedOdds>,
    /// What a reader must know.
    pub notes: Vec<String>,
}

impl ValueSet {
    /// The values by a method in an aspect, by piece.
    pub fn of<'m>(
        &'m self,
        method: Method,
        aspect: &'m Aspect,
    ) -> impl Iterator<Item = &'m MethodValue> + use<'m> {
        let values = self.values.iter();
        values.filter(move |value| value.method == method && value.aspect == *aspect)
    }

    /// The value of a piece by a method in an aspect.
    pub fn find(&self, method: Method, aspect: &Aspect, piece: PieceType) -> Option<&MethodValue> {
        let mut values = self.values.iter().filter(|value| value.piece == piece);
        values.find(|value| value.method == method && value.aspect == *aspect)
    }

    /// The methods that there are games for.
    pub fn methods(&self) -> Vec<Method> {
        let used = |method: &Method| self.values.iter().any(|value| value.method == *method);
        Method::ALL.into_iter().filter(used).collect()
    }

    /// The surest reliable value of a piece in units, by any method.
    fn surest(&self, piece: PieceType) -> Option<Estimate> {
        let values = Method::ALL.into_iter();
        let values = values.filter_map(|method| self.find(method, &Aspect::All, piece));
        values
            .filter_map(MethodValue::reliable)
            .min_by(|one, other| (one.high - one.low).total_cmp(&(other.high - other.low)))
    }

    /// The reliable value of a piece in units, in an aspect, by the first method that has one.
    pub fn reliable(&self, aspect: &Aspect, piece: PieceType) -> Option<Estimate> {
        let values = Method::ALL.into_iter();
        let mut values = values.filter_map(|method| self.find(method, aspect, piece));
        values.find_map(MethodValue::reliable)
    }

    /// Whether any value is in units: none is where the unit is not clearly worth something.
    pub fn has_units(&self) -> bool {
        let mut others = self.values.iter().filter(|value| value.piece != self.unit);
        others.any(|value| value.units.is_some())
    }

    /// A value as it is shown: in units, or in log-odds where no value is in units.
    pub fn shown(&self, value: &MethodValue) -> Option<Estimate> {
        match self.has_units() {
            true => value.units,
            false => value.log_odds,
        }
    }

    /// The pieces that have a value, the most valuable first.
    pub fn ranked(&self) -> Vec<PieceType> {
        let mut pieces: Vec<PieceType> = Vec::new();
        for value in &self.values {
            if value.aspect == Aspect::All && !pieces.contains(&value.piece) {
                pieces.push(value.piece);
            }
        }
        let worth = |piece: &PieceType| {
            let best = self.surest(*piece).or_else(|| {
                let any = Method::ALL.into_iter();
                let mut any = any.filter_map(|method| self.find(method, &Aspect::All, *piece));
                any.find_map(|value| self.shown(value))
            });
            best.map_or(f64::MIN, |best| best.value)
        };
        pieces.sort_by(|one, other| worth(other).total_cmp(&worth(one)).then(one.cmp(other)));
        pieces
    }

    /// Whether both are of games by the same rules, whatever these are called.
    pub fn has_rules_of(&self, other: &ValueSet) -> bool {
        self.spec.fingerprint_text() == other.spec.fingerprint_text()
    }

    /// What it is called: rule set and player.
    pub fn title(&self) -> String {
        format!("{}, {}", self.rules, self.player)
    }

    /// The name of the unit.
    pub fn unit_name(&self) -> &str {
        &self.spec.piece(self.unit).name
    }
}
