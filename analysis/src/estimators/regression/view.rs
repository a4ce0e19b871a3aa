//! Values as sums of the coefficients of a regression.

use super::{NAME, single};
use crate::estimators::{Joint, PieceGames, PlayerFits, ValueEstimate};
use crate::row::{MIN_PAIRS, Row, RowCondition, Subject, Warning};
use tradewind_engine::rules::PieceType;
use tradewind_stats::coefficients::Sum;

/// For a piece by its column, the sum of coefficients that is its value.
pub(super) type CoefficientSums<'s> = &'s dyn Fn(usize) -> Vec<(usize, f64)>;

/// A regression and what is behind it.
pub(super) struct View<'r> {
    pub games: &'r PieceGames<'r>,
    /// The pieces, by column.
    pub pieces: &'r [PieceType],
    pub coefficients: PlayerFits,
    /// By coefficient but the first: how much of what is known of it is the penalty's.
    pub penalty_share: Vec<f64>,
    /// By piece: pairs in which the sides differ in it.
    pub pairs: Vec<u64>,
    /// The games behind it.
    pub played: u64,
}

impl View<'_> {
    pub fn column(&self, piece: PieceType) -> Option<usize> {
        self.pieces.iter().position(|known| *known == piece)
    }

    fn warning(&self, at: usize, sum: &[(usize, f64)]) -> Option<Warning> {
        let shares = sum.iter().map(|&(index, _)| self.penalty_share[index - 1]);
        Warning::of_value(self.pairs[at], MIN_PAIRS, shares.fold(0.0, f64::max))
    }

    /// The values of pieces that may be relied on, under some conditions, as sums of coefficients.
    pub fn joint(&self, conditions: &[(RowCondition, CoefficientSums<'_>)]) -> Joint {
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
            method: NAME,
            coefficients: self.coefficients.clone(),
            sums: all,
        }
    }

    /// The column of a piece in which others can be counted.
    pub fn clear(&self, piece: Option<PieceType>, sums: CoefficientSums<'_>) -> Option<usize> {
        let at = self.column(piece?)?;
        let sum = sums(at);
        let is_clear = self.coefficients.is_clearly_positive(&sum);
        (self.warning(at, &sum).is_none() && is_clear).then_some(at)
    }

    /// The values of all pieces: `sums` of each, in those of both units by `whole`.
    pub fn values(
        &self,
        condition: &RowCondition,
        sums: CoefficientSums<'_>,
        whole: CoefficientSums<'_>,
    ) -> Vec<Row> {
        let columns = 0..self.pieces.len();
        columns
            .flat_map(|at| self.value(at, condition, sums, whole))
            .collect()
    }

    /// The value of the piece of a column.
    pub fn value(
        &self,
        at: usize,
        condition: &RowCondition,
        sums: CoefficientSums<'_>,
        whole: CoefficientSums<'_>,
    ) -> Vec<Row> {
        let subject = Subject::piece(self.games.spec, self.pieces[at]);
        let sum = sums(at);
        let warning = self.warning(at, &sum);
        let value = self.sum(subject, &sum, self.pairs[at], warning, whole);
        let value = ValueEstimate {
            condition: condition.clone(),
            ..value
        };
        value.rows(NAME, self.games)
    }

    /// What the coefficient of a column behind those of the pieces says of a subject, in whose columns the sides differ in
    /// so many pairs; with the chance of a number at least as far from nothing.
    pub fn further(&self, subject: Subject, column: usize, pairs: u64) -> (ValueEstimate, f64) {
        let sum = [(column + 1, 1.0)];
        let warning = Warning::of_value(pairs, MIN_PAIRS, self.penalty_share[column]);
        let value = self.sum(subject, &sum, pairs, warning, &single);
        (value, self.coefficients.chance(&sum))
    }

    fn sum(
        &self,
        subject: Subject,
        sum: Sum<'_>,
        pairs: u64,
        warning: Option<Warning>,
        whole: CoefficientSums<'_>,
    ) -> ValueEstimate {
        let PieceGames {
            unit, second_unit, ..
        } = *self.games;
        let is_seen = warning != Some(Warning::NeverSeen);
        let in_these = |to: Option<PieceType>| {
            let to = self.clear(to, whole).filter(|_| is_seen)?;
            self.coefficients.ratio(sum, &whole(to))
        };
        ValueEstimate {
            subject,
            condition: RowCondition::All,
            units: in_these(Some(unit)),
            second_units: in_these(second_unit),
            log_odds: is_seen.then(|| self.coefficients.sum(sum)),
            games: self.played,
            pairs,
            warning,
        }
    }
}
