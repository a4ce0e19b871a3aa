//! Methods that estimate piece values: one type, one list.
//!
//! A method states what it needs of the games ([`Method::wanted`]), receives the [`PieceGames`] of one
//! rule set and player, and returns rows, with the fits behind them for sums and ratios of values.
//! Tables, agreement between methods, plots, claims and files include every method of [`METHODS`].

pub(crate) mod network;
pub mod odds;
mod published;
pub mod regression;

pub use published::slug;

use crate::dataset::{OddsParts, PositionSamples, Wanted};
use crate::row::{
    LOG_ODDS, MAX_PENALTY_SHARE, MIN_PAIRS, Row, RowCondition, Subject, Warning, correct, unit_of,
};
use nalgebra::DMatrix;
use tradewind_engine::rules::{ArrayFamily, PieceType, RuleSpec};
use tradewind_engine::theory::values as rules_alone;
use tradewind_selfplay::odds::counts;
use tradewind_stats::Estimate;
use tradewind_stats::coefficients::{Coefficients, Sum};

/// The methods, in the order of tables; where one value is needed, the first method that has one
/// counts.
pub const METHODS: [Method; 6] = [
    odds::METHOD,
    regression::METHOD,
    published::TUNED_WEIGHTS,
    network::METHOD,
    published::LEAPER_LAW,
    published::PUBLICATIONS,
];

/// A method that estimates piece values.
#[derive(Clone, Copy, Debug)]
pub struct Method {
    /// Its name in rows, tables and claims, without spaces.
    pub name: &'static str,
    /// The quantity that its values for the game as a whole estimate: methods estimate different
    /// quantities, and their intervals may be disjoint.
    pub quantity: &'static str,
    /// The data that it needs from the games of one player against itself, which begin with odds (if
    /// true) or without.
    pub wanted: fn(bool) -> Wanted,
    /// The values; `None` without the data, and the cause, in words, if they are not sufficient.
    pub estimate: fn(&PieceGames<'_>) -> Result<Option<MethodValues>, String>,
}

/// The games of one rule set between players of one kind, as methods see them.
#[derive(Debug)]
pub struct PieceGames<'g> {
    /// The rule set, without non-promoting copies.
    pub spec: &'g RuleSpec,
    /// The piece that is the unit of values.
    pub unit: PieceType,
    /// The [second unit](second_unit).
    pub second_unit: Option<PieceType>,
    /// Games that began with odds, and their rule set, with non-promoting copies if some were played.
    pub odds: Option<(&'g RuleSpec, &'g OddsParts)>,
    /// Positions of games that began without odds.
    pub positions: Option<&'g PositionSamples>,
    /// The families of the rule set's arrays.
    pub families: &'g [ArrayFamily],
    /// Number of bootstrap replicates.
    pub replicates: u32,
    /// Seed of the bootstrap.
    pub seed: u64,
}

/// The values by a method.
#[derive(Debug, Default)]
pub struct MethodValues {
    /// Its numbers, still without rules and player.
    pub rows: Vec<Row>,
    /// The fits behind them.
    pub joints: Vec<Joint>,
    /// Notes to readers, in sentences.
    pub notes: Vec<String>,
}

/// The note to readers where several players take turns.
fn turns_note(players: usize) -> Option<String> {
    (players > 1).then(|| {
        format!(
            "{players} players of the recipe took turns: values are means over players, with the variance between \
             them, where the games of each player determine them."
        )
    })
}

/// The piece called Knight.
pub fn knight(spec: &RuleSpec) -> Option<PieceType> {
    spec.piece_types()
        .find(|&piece| spec.piece(piece).name == "Knight")
}

/// The piece in which values are given besides the unit: the Knight or, where there is none, the middle
/// one (the lower of two) by theory among the pieces of the arrays, without pawns and royals. A
/// pawn's value is estimated less precisely, and its error is part of every value in pawns.
pub fn second_unit(spec: &RuleSpec) -> Option<PieceType> {
    knight(spec).or_else(|| {
        let starts = |piece: PieceType| {
            let mut entries = 0..spec.arrays.len();
            entries.any(|entry| counts(spec, entry)[piece.index()] > 0)
        };
        let values = rules_alone(spec);
        let mut officers: Vec<PieceType> = spec
            .piece_types()
            .filter(|&piece| !spec.piece(piece).pawn && !spec.piece(piece).royal && starts(piece))
            .collect();
        officers.sort_by(|a, b| values[a.index()].total_cmp(&values[b.index()]));
        let middle = officers.len().checked_sub(1)? / 2;
        Some(officers[middle])
    })
}

/// A value: its row without unit and estimate, and the estimates in the unit, in the second unit, and in
/// log-odds.
type Value = (Row, [Option<Estimate>; 3]);

/// A row for each unit in which a value is known; if it is unknown, one row with the warning.
fn value_rows(games: &PieceGames<'_>, (row, values): Value) -> Vec<Row> {
    let [in_units, in_second_units, log_odds] = values;
    let second = games.second_unit.filter(|&second| second != games.unit);
    let in_pieces = [(Some(games.unit), in_units), (second, in_second_units)];
    let known = in_pieces.into_iter().filter_map(|(piece, estimate)| {
        Some(Row {
            unit: unit_of(games.spec, piece?).into(),
            ..row.clone().with_estimate(Some(estimate?))
        })
    });
    let mut rows: Vec<Row> = known.collect();
    rows.push(row.with_estimate(log_odds));
    rows
}

/// The rows of the values of pairs of pieces, each with its p-value, which is corrected for the number
/// of pairs without a warning.
fn pair_rows(games: &PieceGames<'_>, mut found: Vec<Value>) -> Vec<Row> {
    for (row, _) in &mut found {
        row.p = row.p.filter(|_| row.warning.is_none());
    }
    correct(found.iter_mut().filter_map(|(row, _)| row.p.as_mut()));
    let rows = found.into_iter().flat_map(|value| value_rows(games, value));
    rows.collect()
}

/// Coefficients by all games and, where several players take turns, their means over players with the
/// variance between players.
#[derive(Clone, Debug)]
pub struct PlayerFits {
    /// By all games: players are fixed.
    pub(crate) fixed: Coefficients,
    /// The means over players, and by coefficient whether the games of each player determine it.
    sample: Option<(Coefficients, Vec<bool>)>,
    by_player: Vec<Vec<f64>>,
}

/// The fit to the games of one player.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerFit {
    /// The coefficients.
    pub values: Vec<f64>,
    /// By coefficient: whether the games determine it.
    pub is_determined: Vec<bool>,
}

impl PlayerFit {
    /// Coefficients with, for each, the penalty's share of the information (0 to 1).
    pub fn new(values: Vec<f64>, penalty_shares: impl Iterator<Item = f64>) -> PlayerFit {
        PlayerFit {
            values,
            is_determined: penalty_shares
                .map(|share| share <= MAX_PENALTY_SHARE)
                .collect(),
        }
    }
}

/// The minimum degrees of freedom of results of players that take turns; infinite for one player, who
/// is fixed.
pub fn df_of_players(players: usize) -> f64 {
    match players {
        0 | 1 => f64::INFINITY,
        several => (several - 1) as f64,
    }
}

impl PlayerFits {
    /// The fits to all games and to those of each player; without players, they are fixed.
    pub fn new(fixed: Coefficients, players: &[PlayerFit]) -> PlayerFits {
        let values: Vec<Vec<f64>> = players.iter().map(|fit| fit.values.clone()).collect();
        let is_determined = |at: usize| players.iter().all(|fit| fit.is_determined[at]);
        let sample = Coefficients::of_players(&values);
        PlayerFits {
            sample: sample
                .map(|sample| (sample, (0..fixed.values.len()).map(is_determined).collect())),
            fixed,
            by_player: values,
        }
    }

    /// Number of players that take turns; 0 if they are fixed.
    pub fn players(&self) -> usize {
        self.sample.as_ref().map_or(0, |_| self.by_player.len())
    }

    /// The fit to the games of one player, with the mean covariance for that number of games.
    pub(crate) fn of_player(&self, player: usize) -> Option<Coefficients> {
        let own = self.by_player.get(player).filter(|_| self.sample.is_some());
        own.map(|values| {
            self.fixed
                .as_if(values.clone(), self.by_player.len() as f64)
        })
    }

    /// Adds an error to the means over players that all players share, with its degrees of freedom.
    pub(crate) fn with_common_error(mut self, covariance: &DMatrix<f64>, df: f64) -> PlayerFits {
        self.sample = self.sample.map(|(sample, is_determined)| {
            let sample = sample.with_further(covariance.clone(), df);
            (sample, is_determined)
        });
        self
    }

    /// The means over players, if the games of each determine all of the sums; else the fit to all games.
    fn of(&self, sums: &[Sum<'_>]) -> &Coefficients {
        let mut used = sums.iter().copied().flatten();
        match &self.sample {
            Some((sample, is_determined)) if used.all(|&(at, _)| is_determined[at]) => sample,
            _ => &self.fixed,
        }
    }

    /// Whether the interval of a sum includes the variance between players.
    pub(crate) fn has_players(&self, sum: Sum<'_>) -> bool {
        !std::ptr::eq(self.of(&[sum]), &raw const self.fixed)
    }

    pub(crate) fn p_value(&self, sum: Sum<'_>) -> f64 {
        self.of(&[sum]).p_value(sum)
    }

    /// A sum with its interval.
    pub fn sum(&self, sum: Sum<'_>) -> Estimate {
        self.of(&[sum]).sum(sum)
    }

    /// The ratio of two sums, as by [`Coefficients::ratio`].
    pub fn ratio(&self, of: Sum<'_>, to: Sum<'_>) -> Option<Estimate> {
        self.of(&[of, to]).ratio(of, to)
    }

    /// A sum in two units, each of them a sum, and in log-odds; nothing for a piece that was never seen.
    fn in_units(
        &self,
        sum: Sum<'_>,
        units: [Option<Vec<(usize, f64)>>; 2],
        warning: Option<Warning>,
    ) -> [Option<Estimate>; 3] {
        if warning == Some(Warning::NeverSeen) {
            return [None; 3];
        }
        let [one, other] = units.map(|unit| self.ratio(sum, &unit?));
        [one, other, Some(self.sum(sum))]
    }

    /// The ratio of two sums minus that of two others, as by [`Coefficients::ratio_difference`].
    pub fn ratio_difference(&self, one: [Sum<'_>; 2], other: [Sum<'_>; 2]) -> Option<Estimate> {
        let all = [one[0], one[1], other[0], other[1]];
        self.of(&all).ratio_difference(one, other)
    }

    /// Whether a sum is significantly positive for these players. (With few players as a sample, hardly
    /// any sum is, and ratios would have no interval.)
    pub fn is_clearly_positive(&self, sum: Sum<'_>) -> bool {
        self.fixed.is_clearly_positive(sum)
    }
}

/// Values from one fit.
#[derive(Clone, Debug)]
pub struct Joint {
    /// The name of the method.
    pub method: &'static str,
    /// The coefficients of the fit.
    pub coefficients: PlayerFits,
    /// The reliable values, as sums of coefficients.
    pub sums: Vec<ValueSum>,
}

/// The value of a piece under a condition, as a sum of coefficients.
pub type ValueSum = (RowCondition, PieceType, Vec<(usize, f64)>);

/// A term of a sum of values: a factor and the value of a piece under a condition.
pub type JointPart = (f64, RowCondition, PieceType);

impl Joint {
    fn coefficients_of(&self, parts: &[JointPart]) -> Option<Vec<(usize, f64)>> {
        let mut all = Vec::new();
        for (times, condition, piece) in parts {
            let sum = self.find(condition, *piece)?;
            all.extend(sum.iter().map(|&(at, often)| (at, times * often)));
        }
        Some(all)
    }

    /// The value of a piece under a condition, as a sum of coefficients.
    pub fn find(&self, condition: &RowCondition, piece: PieceType) -> Option<&[(usize, f64)]> {
        let mut sums = self.sums.iter();
        let (_, _, sum) = sums.find(|(c, p, _)| (c, *p) == (condition, piece))?;
        Some(sum)
    }

    /// A sum of values in log-odds with its interval; `None` when the fit lacks one of them.
    pub fn sum(&self, parts: &[JointPart]) -> Option<Estimate> {
        Some(self.coefficients.sum(&self.coefficients_of(parts)?))
    }

    /// The ratio of a sum of values and a value with Fieller's interval; `None` when the fit lacks
    /// one of them, or the divisor is not clearly positive.
    pub fn ratio(&self, parts: &[JointPart], to: &JointPart) -> Option<Estimate> {
        let [parts, to] =
            [parts, std::slice::from_ref(to)].map(|parts| self.coefficients_of(parts));
        self.coefficients.ratio(&parts?, &to?)
    }

    /// The ratio of two values minus that of two others with its interval; `None` when the fit lacks one
    /// of them, or a divisor is not clearly positive.
    pub fn ratio_difference(
        &self,
        one: [&JointPart; 2],
        other: [&JointPart; 2],
    ) -> Option<Estimate> {
        let of = |part: &JointPart| self.coefficients_of(std::slice::from_ref(part));
        let ([of_one, to_one], [of_other, to_other]) = (one.map(of), other.map(of));
        (self.coefficients).ratio_difference([&of_one?, &to_one?], [&of_other?, &to_other?])
    }
}

/// For a piece by its column, the sum of coefficients that is its value.
type CoefficientSums<'s> = &'s dyn Fn(usize) -> Vec<(usize, f64)>;

/// A fit whose first columns are pieces, with the data behind it.
struct FittedPieces<'r> {
    method: &'static str,
    games: &'r PieceGames<'r>,
    pieces: &'r [PieceType],
    coefficients: PlayerFits,
    /// The coefficient of the first column.
    first: usize,
    /// By column: the penalty's share of the information.
    penalty_share: Vec<f64>,
    /// By column, those of the pieces first: pairs in which the sides differ in it.
    pairs: Vec<u64>,
    played: u64,
}

impl FittedPieces<'_> {
    fn column(&self, piece: PieceType) -> Option<usize> {
        self.pieces.iter().position(|known| *known == piece)
    }

    fn warning(&self, at: usize, sum: &[(usize, f64)]) -> Option<Warning> {
        let shares = sum
            .iter()
            .map(|&(index, _)| self.penalty_share[index - self.first]);
        Warning::of_value(self.pairs[at], MIN_PAIRS, shares.fold(0.0, f64::max))
    }

    /// The reliable values under some conditions, as sums of coefficients.
    fn joint(&self, conditions: &[(RowCondition, CoefficientSums<'_>)]) -> Joint {
        let mut all = Vec::new();
        for (condition, sums) in conditions {
            for (at, &piece) in self.pieces.iter().enumerate() {
                let sum = sums(at);
                if self.warning(at, &sum).is_none() && !sum.is_empty() {
                    all.push((condition.clone(), piece, sum));
                }
            }
        }
        Joint {
            method: self.method,
            coefficients: self.coefficients.clone(),
            sums: all,
        }
    }

    /// The column of a piece, if it can be a unit.
    fn clear(&self, piece: Option<PieceType>, sums: CoefficientSums<'_>) -> Option<usize> {
        let at = self.column(piece?)?;
        let sum = sums(at);
        let is_clear = self.coefficients.is_clearly_positive(&sum);
        (self.warning(at, &sum).is_none() && is_clear).then_some(at)
    }

    /// Adds the values of all pieces under some conditions, and the fit behind them.
    fn add(&self, found: &mut MethodValues, conditions: &[(RowCondition, CoefficientSums<'_>)]) {
        found.joints.push(self.joint(conditions));
        for (condition, sums) in conditions {
            found.rows.extend(self.values(condition, *sums));
        }
    }

    fn values(&self, condition: &RowCondition, sums: CoefficientSums<'_>) -> Vec<Row> {
        let columns = 0..self.pieces.len();
        columns
            .flat_map(|at| self.value(at, condition, sums, sums))
            .collect()
    }

    /// The value of the piece of a column, by `sums`, in both units by `whole`.
    fn value(
        &self,
        at: usize,
        condition: &RowCondition,
        sums: CoefficientSums<'_>,
        whole: CoefficientSums<'_>,
    ) -> Vec<Row> {
        let about = (Subject::piece(self.games.spec, self.pieces[at]), condition);
        value_rows(self.games, self.sum(about, at, &sums(at), whole))
    }

    /// The value of two or more of a piece beyond the sum of single ones, from a column of its own, with
    /// its p-value.
    fn pair(&self, piece: PieceType, column: usize, sums: CoefficientSums<'_>) -> Value {
        let about = (Subject::pair(self.games.spec, piece), &RowCondition::All);
        let sum = sums(column);
        let (mut row, values) = self.sum(about, column, &sum, sums);
        row.p = Some(self.coefficients.p_value(&sum));
        (row, values)
    }

    /// The value of a subject with a column of its own, or with that of its piece.
    fn sum(
        &self,
        (subject, condition): (Subject, &RowCondition),
        column: usize,
        sum: Sum<'_>,
        whole: CoefficientSums<'_>,
    ) -> Value {
        let warning = self.warning(column, sum);
        let units = [Some(self.games.unit), self.games.second_unit];
        let units = units.map(|piece| Some(whole(self.clear(piece, whole)?)));
        let row = Row {
            condition: condition.clone(),
            n: self.played,
            pairs: self.pairs[column],
            warning,
            ..Row::new(self.method, subject, LOG_ODDS)
        };
        (row, self.coefficients.in_units(sum, units, warning))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tradewind_engine::rules::load;

    /// The Knight; for Rococo the third one of Advancer, Chameleon, Withdrawer, Long Leaper, Swapper and
    /// Immobilizer.
    #[test]
    fn values_have_a_second_unit() {
        let of = |id: &str| {
            let spec = load(id, &[]).expect("a rule set");
            second_unit(&spec).map(|piece| spec.piece(piece).name.clone())
        };
        assert_eq!(of("scirocco-2009").as_deref(), Some("Knight"));
        let middle = of("rococo").expect("officers");
        assert!(
            ["Advancer", "Chameleon", "Withdrawer"].contains(&middle.as_str()),
            "{middle}"
        );
    }
}
