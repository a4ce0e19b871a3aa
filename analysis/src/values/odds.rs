//! Values from odds games.

use super::{Aspect, Measured, Method, Value};
use crate::coefficients::{Coefficients, Sum};
use crate::notices::Flag;
use crate::odds::{OddsError, OddsFit, OddsGames, fit};
use tradewind_engine::rules::{ArrayFamily, PieceType, RuleSpec};

/// The odds games of a rule set.
pub(super) struct OddsPart<'g> {
    /// The rule set, with twins if some were played.
    pub spec: &'g RuleSpec,
    pub all: &'g OddsGames,
    pub families: Vec<(&'g ArrayFamily, &'g OddsGames)>,
}

/// Odds that surprise by more standard errors than this are named.
const SURPRISING: f64 = 3.0;

/// Adds what odds games tell.
///
/// # Errors
/// There are too few of them.
pub(super) fn measure(part: &OddsPart<'_>, measured: &mut Measured) -> Result<(), OddsError> {
    let fitted = fit(part.all)?;
    let columns = Columns {
        part,
        fit: &fitted,
        games: part.all,
    };
    columns.add(measured, Aspect::All);
    columns.add_promotion(measured);
    note(measured, &fitted, part);
    if part.families.len() > 1 {
        for (family, games) in &part.families {
            if let Ok(fit) = fit(games) {
                let name = part.spec.family_name(**family);
                let columns = Columns {
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
struct Columns<'c> {
    part: &'c OddsPart<'c>,
    fit: &'c OddsFit,
    games: &'c OddsGames,
}

impl Columns<'_> {
    fn column(&self, piece: PieceType) -> Option<usize> {
        self.games.pieces.iter().position(|known| *known == piece)
    }

    /// The value of each piece that is no twin.
    fn add(&self, measured: &mut Measured, aspect: Aspect) {
        for (at, &piece) in self.games.pieces.iter().enumerate() {
            if self.part.spec.piece(piece).twin_of.is_none() {
                let value = self.value(measured, aspect.clone(), piece, &[(at, 1.0)], at);
                measured.values.push(value);
            }
        }
    }

    /// For each piece that has a twin: the value of the twin, and how much less that is.
    fn add_promotion(&self, measured: &mut Measured) {
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

    fn value(
        &self,
        measured: &Measured,
        aspect: Aspect,
        piece: PieceType,
        sum: Sum<'_>,
        column: usize,
    ) -> Value {
        let flag = self.fit.flags[column];
        let coefficients = &self.fit.coefficients;
        let is_seen = flag != Some(Flag::NeverSeen);
        let unit = self.column(measured.unit);
        let unit = unit.filter(|&unit| self.fit.flags[unit] != Some(Flag::NeverSeen));
        let knight = knight(&measured.spec).and_then(|knight| self.column(knight));
        let knight = knight.filter(|&knight| self.fit.flags[knight].is_none());
        let ratio = |to: Option<usize>| {
            let to = to.filter(|_| is_seen)?;
            ratio(coefficients, sum, &[(to, 1.0)])
        };
        let spec = &measured.spec;
        Value {
            method: Method::Odds,
            aspect,
            piece,
            name: spec.piece(piece).name.clone(),
            text: spec.piece(piece).text.clone(),
            games: 2 * self.games.pairs(),
            pairs: self.fit.support[column],
            units: ratio(unit),
            knights: ratio(knight),
            log_odds: is_seen.then(|| coefficients.sum(sum)),
            flag,
        }
    }
}

/// A ratio, and exactly 1 for a piece in units of itself.
pub(super) fn ratio(
    coefficients: &Coefficients,
    of: Sum<'_>,
    to: Sum<'_>,
) -> Option<crate::Estimate> {
    let ratio = coefficients.ratio(of, to)?;
    Some(match of == to {
        true => crate::Estimate {
            value: 1.0,
            low: 1.0,
            high: 1.0,
        },
        false => ratio,
    })
}

/// The piece that values are given in beside the unit: the one that moves as a knight.
pub(super) fn knight(spec: &RuleSpec) -> Option<PieceType> {
    let is_knight = |piece: &PieceType| spec.piece(*piece).name == "Knight";
    (0..spec.pieces.len())
        .map(|at| PieceType(at as u8))
        .find(is_knight)
}

fn note(measured: &mut Measured, fit: &OddsFit, part: &OddsPart<'_>) {
    let unit = part
        .all
        .pieces
        .iter()
        .position(|piece| *piece == measured.unit);
    let worth = unit.map_or(f64::NAN, |unit| fit.coefficients.values[unit]);
    let name = measured.unit_name().to_lowercase();
    let percent = 100.0 / (1.0 + (-worth).exp()) - 50.0;
    let odds = unit.map(|unit| fit.coefficients.sum(&[(unit, 1.0)]));
    let mut notes = Vec::new();
    if let Some(odds) = odds {
        notes.push(format!(
            "Odds: {} kinds in {} pairs. One {name} more is worth {:.3} [{:.3}, {:.3}] log-odds, \
             {percent:.1} % of the points from an even game.",
            fit.odds.len(),
            part.all.pairs(),
            odds.value,
            odds.low,
            odds.high,
        ));
    }
    let sure = match fit.luck {
        luck if luck < 0.001 => "more than luck, p < 0.001".to_string(),
        luck if luck < 0.05 => format!("more than luck, p = {luck:.3}"),
        luck => format!("no more than luck would make of it, p = {luck:.2}"),
    };
    notes.push(format!(
        "Odds are worth more or less than the sum of their pieces by {:.2} {name}s (standard \
         deviation; {sure}); the intervals allow for that.",
        fit.misfit / worth
    ));
    let mut surprising: Vec<_> = (fit.odds.iter())
        .filter(|odds| odds.surprise.abs() > SURPRISING)
        .collect();
    surprising.sort_by(|one, other| other.surprise.abs().total_cmp(&one.surprise.abs()));
    for odds in surprising.iter().take(5) {
        notes.push(format!(
            "{} scored {:.0} % where the sum of the pieces says {:.0} %.",
            odds.text, odds.share.value, odds.expected
        ));
    }
    if part.all.unfinished() > 0 {
        notes.push(format!(
            "{} pairs of odds games had a game that was not finished and are left out.",
            part.all.unfinished()
        ));
    }
    measured.notes.extend(notes);
}
