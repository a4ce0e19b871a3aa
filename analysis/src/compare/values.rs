//! What pieces are worth under each rule set, and by how much that differs.

use super::RulesCell;
use super::design::Design;
use crate::piece_values::PieceValues;
use tradewind_stats::estimate::{Estimate, Z};
use tradewind_stats::significance::{holm, two_sided};

/// Piece values by rule set; `None` where they cannot be estimated.
pub(super) struct ValuesOf {
    /// The player on both sides.
    pub player: String,
    /// By rule set.
    pub by_rules: Vec<Option<PieceValues>>,
}

/// The values of all pieces under every rule set, and how they differ.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct PieceChanges {
    /// The player on both sides.
    pub player: String,
    /// The pieces, with their values.
    pub pieces: Vec<PieceChange>,
    /// The main effects that the differences are of.
    pub effects: Vec<String>,
}

/// A piece under every rule set.
#[derive(Clone, Debug, PartialEq)]
pub struct PieceChange {
    /// Its name and text.
    pub piece: String,
    /// By rule set: its value in log-odds of the result, where it may be relied on.
    pub log_odds: Vec<Option<Estimate>>,
    /// By main effect: the difference in log-odds, and its chance where there is none, corrected by
    /// the method of Holm.
    pub changes: Vec<Option<(Estimate, f64)>>,
}

impl PieceChanges {
    /// Puts together the values under all rule sets.
    pub(super) fn of(
        design: &Design,
        rules: &[RulesCell],
        values: Option<ValuesOf>,
    ) -> PieceChanges {
        let Some(ValuesOf { player, by_rules }) = values else {
            return PieceChanges::default();
        };
        let effects: Vec<_> = design
            .effects()
            .into_iter()
            .filter(|one| one.order == 1)
            .collect();
        let mut names: Vec<&String> = Vec::new();
        for value in by_rules.iter().flatten().flat_map(|values| &values.pieces) {
            if !names.contains(&&value.piece) {
                names.push(&value.piece);
            }
        }
        let mut pieces: Vec<PieceChange> = Vec::new();
        for name in names {
            let find = |values: &Option<PieceValues>| {
                let mut values = values.as_ref()?.pieces.iter();
                let own = values.find(|value| value.piece == *name && value.flag.is_none())?;
                own.in_log_odds()
            };
            let log_odds: Vec<Option<Estimate>> = by_rules.iter().map(find).collect();
            if log_odds.iter().all(Option::is_none) {
                continue;
            }
            let changes = effects
                .iter()
                .map(|effect| weighted(&effect.weights, &log_odds));
            pieces.push(PieceChange {
                piece: name.clone(),
                changes: changes.collect(),
                log_odds,
            });
        }
        let mut chances = Vec::new();
        for (_, chance) in pieces
            .iter()
            .flat_map(|piece| piece.changes.iter().flatten())
        {
            chances.push(*chance);
        }
        let mut corrected = holm(&chances).into_iter();
        for (_, chance) in pieces
            .iter_mut()
            .flat_map(|piece| piece.changes.iter_mut().flatten())
        {
            *chance = corrected.next().unwrap_or(1.0);
        }
        let worth = |piece: &PieceChange| {
            let known: Vec<f64> = piece
                .log_odds
                .iter()
                .flatten()
                .map(|one| one.value)
                .collect();
            known.iter().sum::<f64>() / known.len().max(1) as f64
        };
        pieces.sort_by(|one, other| worth(other).total_cmp(&worth(one)));
        debug_assert!(rules.len() == by_rules.len());
        PieceChanges {
            player,
            pieces,
            effects: effects.into_iter().map(|effect| effect.name).collect(),
        }
    }
}

/// A weighted sum of independent estimates with its interval, and the chance of one as far from
/// nothing; `None` where one of them is not known.
fn weighted(weights: &[f64], values: &[Option<Estimate>]) -> Option<(Estimate, f64)> {
    let (mut value, mut below, mut above) = (0.0, 0.0, 0.0);
    for (&weight, one) in weights.iter().zip(values) {
        if weight == 0.0 {
            continue;
        }
        let one = (*one)?;
        let (down, up) = match weight > 0.0 {
            true => (one.value - one.low, one.high - one.value),
            false => (one.high - one.value, one.value - one.low),
        };
        value += weight * one.value;
        below += (weight * down).powi(2);
        above += (weight * up).powi(2);
    }
    let (below, above): (f64, f64) = (below.sqrt(), above.sqrt());
    let towards_nothing = if value > 0.0 { below } else { above };
    let chance = match towards_nothing > 0.0 {
        true => two_sided(value * Z / towards_nothing),
        false => 1.0,
    };
    let estimate = Estimate {
        value,
        low: value - below,
        high: value + above,
    };
    Some((estimate, chance))
}
