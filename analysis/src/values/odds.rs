//! Values from odds games.

use super::{Aspect, Joint, Method, MethodValue, ValueSet};
use crate::dataset::{OddsByArray, OddsGames};
use crate::notices::Flag;
use crate::odds::{OddsError, OddsFit, fit};
use tradewind_engine::rules::{PieceType, RuleSpec};
use tradewind_stats::coefficients::Sum;
use tradewind_stats::estimate::Estimate;
use tradewind_stats::significance::{holm, two_sided};

/// The odds games of a rule set.
pub(super) struct OddsPart<'g> {
    /// The rule set, with twins if some were played.
    pub spec: &'g RuleSpec,
    pub games: &'g OddsByArray,
}

/// The most odds that are named for their surprise.
const MOST_NAMED: usize = 5;

/// Adds what odds games tell.
///
/// # Errors
/// There are too few of them.
pub(super) fn measure(part: &OddsPart<'_>, measured: &mut ValueSet) -> Result<(), OddsError> {
    let fitted = fit(&part.games.all)?;
    let columns = OddsColumns {
        part,
        fit: &fitted,
        games: &part.games.all,
    };
    columns.add(measured, Aspect::All);
    columns.add_promotion(measured);
    measured.joints.push(columns.joint());
    note(measured, &columns);
    if part.games.families.len() > 1 {
        for (family, games) in &part.games.families {
            if let Ok(fit) = fit(games) {
                let name = part.spec.family_name(*family);
                let columns = OddsColumns {
                    part,
                    fit: &fit,
                    games,
                };
                columns.add(measured, Aspect::Family(name));
            }
        }
    }
    measured.odds = fitted.odds;
    Ok(())
}

/// A fit with the names of its columns.
struct OddsColumns<'c> {
    part: &'c OddsPart<'c>,
    fit: &'c OddsFit,
    games: &'c OddsGames,
}

impl OddsColumns<'_> {
    fn column(&self, piece: PieceType) -> Option<usize> {
        self.games.pieces.iter().position(|known| *known == piece)
    }

    /// The value of each piece that is no twin.
    fn add(&self, measured: &mut ValueSet, aspect: Aspect) {
        for (at, &piece) in self.games.pieces.iter().enumerate() {
            if self.part.spec.piece(piece).twin_of.is_none() {
                let value = self.value(measured, aspect.clone(), piece, &[(at, 1.0)], at);
                measured.values.push(value);
            }
        }
    }

    /// For each piece that has a twin: the value of the twin, and how much less that is.
    fn add_promotion(&self, measured: &mut ValueSet) {
        for (at, &piece) in self.games.pieces.iter().enumerate() {
            let twin = self
                .part
                .spec
                .twin(piece)
                .and_then(|twin| self.column(twin));
            if let Some(twin) = twin {
                let base = self.value(measured, Aspect::Base, piece, &[(twin, 1.0)], twin);
                let gain = [(at, 1.0), (twin, -1.0)];
                let gain = self.value(measured, Aspect::Promotion, piece, &gain, twin);
                measured.values.extend([base, gain]);
            }
        }
    }

    /// The values of pieces that may be relied on, as sums of coefficients.
    fn joint(&self) -> Joint {
        let mut sums = Vec::new();
        for (at, &piece) in self.games.pieces.iter().enumerate() {
            let spec = self.part.spec;
            if self.fit.flags[at].is_some() || spec.piece(piece).twin_of.is_some() {
                continue;
            }
            sums.push((Aspect::All, piece, vec![(at, 1.0)]));
            if spec.piece(piece).promotion.is_none() {
                sums.push((Aspect::Base, piece, vec![(at, 1.0)]));
            }
            let twin = spec.twin(piece).and_then(|twin| self.column(twin));
            if let Some(twin) = twin.filter(|&twin| self.fit.flags[twin].is_none()) {
                sums.push((Aspect::Base, piece, vec![(twin, 1.0)]));
                sums.push((Aspect::Promotion, piece, vec![(at, 1.0), (twin, -1.0)]));
            }
        }
        Joint {
            method: Method::Odds,
            coefficients: self.fit.coefficients.clone(),
            sums,
        }
    }

    fn value(
        &self,
        measured: &ValueSet,
        aspect: Aspect,
        piece: PieceType,
        sum: Sum<'_>,
        column: usize,
    ) -> MethodValue {
        let flag = self.fit.flags[column];
        let coefficients = &self.fit.coefficients;
        let is_seen = flag != Some(Flag::NeverSeen);
        let in_these = |to: Option<usize>| {
            let to = to.filter(|_| is_seen)?;
            coefficients.ratio(sum, &[(to, 1.0)])
        };
        let spec = &measured.spec;
        MethodValue {
            method: Method::Odds,
            aspect,
            piece,
            name: spec.piece(piece).name.clone(),
            text: spec.piece(piece).text.clone(),
            games: 2 * self.games.pairs(),
            pairs: self.fit.support[column],
            units: in_these(self.clear(Some(measured.unit))),
            knights: in_these(self.clear(knight(spec))),
            log_odds: is_seen.then(|| coefficients.sum(sum)),
            flag,
        }
    }

    /// The column of a piece in which others can be counted.
    fn clear(&self, piece: Option<PieceType>) -> Option<usize> {
        let at = self.column(piece?)?;
        let is_clear = self.fit.coefficients.is_clearly_positive(&[(at, 1.0)]);
        (self.fit.flags[at].is_none() && is_clear).then_some(at)
    }
}

/// The piece called Knight, in which values are given beside the unit.
pub(crate) fn knight(spec: &RuleSpec) -> Option<PieceType> {
    spec.piece_types()
        .find(|&piece| spec.piece(piece).name == "Knight")
}

fn note(measured: &mut ValueSet, columns: &OddsColumns<'_>) {
    let (fit, games) = (columns.fit, columns.games);
    let name = measured.unit_name().to_lowercase();
    let bracketed = |e: Estimate| format!("{:.3} [{:.3}, {:.3}]", e.value, e.low, e.high);
    let mut notes = vec![format!(
        "Odds: {} kinds in {} pairs. The first move is worth {} log-odds.",
        fit.odds.len(),
        games.pairs(),
        bracketed(fit.first_move)
    )];
    let unit = columns.column(measured.unit);
    if let Some(worth) = unit.map(|unit| fit.coefficients.sum(&[(unit, 1.0)])) {
        let percent = 100.0 / (1.0 + (-worth.value).exp()) - 50.0;
        notes.push(format!(
            "One {name} more is worth {} log-odds, {percent:.1} % of the points from an even game.",
            bracketed(worth)
        ));
    }
    let sure = match fit.luck {
        luck if luck < 0.001 => "more than luck, p < 0.001".to_string(),
        luck if luck < 0.05 => format!("more than luck, p = {luck:.3}"),
        luck => format!("no more than luck would make of it, p = {luck:.2}"),
    };
    let misfit = match columns.clear(Some(measured.unit)) {
        Some(unit) => format!("{:.2} {name}s", fit.misfit / fit.coefficients.values[unit]),
        None => format!("{:.3} log-odds", fit.misfit),
    };
    notes.push(format!(
        "Odds are worth more or less than the sum of their pieces by {misfit} (standard deviation; \
         {sure}); the intervals allow for that."
    ));
    let chances: Vec<f64> = fit
        .odds
        .iter()
        .map(|odds| two_sided(odds.surprise))
        .collect();
    let mut surprising: Vec<_> = (fit.odds.iter().zip(holm(&chances)))
        .filter(|(_, chance)| *chance < 0.05)
        .collect();
    surprising.sort_by(|one, other| one.1.total_cmp(&other.1));
    for (odds, _) in surprising.iter().take(MOST_NAMED) {
        notes.push(format!(
            "With {} the first player scored {:.0} %, where the sum of the pieces says {:.0} %: more \
             than luck (5 %, corrected for the number of kinds).",
            odds.text, odds.share.value, odds.expected
        ));
    }
    if games.unfinished() > 0 {
        notes.push(format!(
            "{} pairs of odds games had a game that was not finished and are left out.",
            games.unfinished()
        ));
    }
    measured.notes.extend(notes);
}
