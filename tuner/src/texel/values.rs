//! Piece values that follow from fitted weights.

use super::plan::ParameterMap;
use super::positions::{FRACTION, Positions};
use crate::error::TunerError;
use tradewind_engine::evaluation::{Term, Weights};
use tradewind_engine::rules::{PieceType, RuleSpec};
use tradewind_stats::{Coefficients, Estimate};

/// The preferred unit of piece values.
const DEFAULT_UNIT: &str = "P";

/// Piece values in units of one piece.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Values {
    /// The values of the unit and of all pieces with a free weight.
    pub pieces: Vec<(PieceType, Estimate)>,
    /// The unit; none if no piece has a value significantly above 0, or none has a free weight.
    pub unit: Option<PieceType>,
}

/// A linear combination of parameters: their numbers and factors.
type ValueSum = Vec<(usize, f64)>;

/// The value of an additional piece, halfway between middlegame and endgame: its material plus its promotion, placement
/// and mobility terms, each times the regression slope of its count on the number of pieces in the training set. The unit
/// is the pawn, else the cheapest piece that promotes. Frozen weights count as exact.
pub(super) fn values(
    spec: &RuleSpec,
    begin: &Weights,
    parameter_map: &ParameterMap,
    known: &Coefficients,
    positions: &Positions,
) -> Result<Values, TunerError> {
    let terms: Vec<Term> = begin.terms.iter().map(|(term, _)| *term).collect();
    let slopes = slopes(&terms, positions)?;
    let (known, one) = known.with_exact(1.0);
    let sums: Vec<(PieceType, ValueSum)> = slopes
        .iter()
        .map(|(piece, slopes)| {
            let of_term = slopes.iter().flat_map(|&(term, slope)| {
                [2 * term, 2 * term + 1].map(|slot| match parameter_map.places[slot] {
                    Some(place) => (place, 0.5 * slope),
                    None => (one, 0.5 * slope * parameter_map.begin[slot]),
                })
            });
            (*piece, of_term.filter(|(_, times)| *times != 0.0).collect())
        })
        .collect();
    let positive = |(_, sum): &&(PieceType, ValueSum)| known.is_clearly_positive(sum);
    let mut clear = sums.iter().filter(positive);
    let pawn = clear.find(|(piece, _)| spec.piece(*piece).text == DEFAULT_UNIT);
    let cheapest = || {
        let worth = |sum: &ValueSum| known.sum(sum).value;
        (sums.iter().filter(positive))
            .filter(|(piece, _)| spec.piece(*piece).promotion.is_some())
            .min_by(|one, other| worth(&one.1).total_cmp(&worth(&other.1)))
    };
    let Some((unit, to)) = pawn.or_else(cheapest) else {
        return Ok(Values::default());
    };
    let is_free = |(_, sum): &&(PieceType, ValueSum)| sum.iter().any(|(place, _)| *place != one);
    if !sums.iter().any(|piece| is_free(&piece)) {
        return Ok(Values::default());
    }
    // A royal has no value: losing it ends the game.
    let rated = (sums.iter()).filter(|(piece, _)| !spec.piece(*piece).royal);
    let rated = rated.filter(|piece| piece.0 == *unit || is_free(piece));
    let ratios = rated.filter_map(|(piece, sum)| Some((*piece, known.ratio(sum, to)?)));
    Ok(Values {
        pieces: ratios.collect(),
        unit: Some(*unit),
    })
}

/// By piece: its material term, then its other terms, each with the regression slope of its count on the number of pieces.
type Slopes = Vec<(PieceType, Vec<(usize, f64)>)>;

fn slopes(terms: &[Term], positions: &Positions) -> Result<Slopes, TunerError> {
    let mut slopes: Slopes = Vec::new();
    for (at, term) in terms.iter().enumerate() {
        if let Term::Material(piece) = *term {
            let others = [
                Term::Promotion(piece),
                Term::Center(piece),
                Term::Advance(piece),
                Term::Mobility(piece),
            ];
            let others = others
                .iter()
                .filter_map(|other| terms.iter().position(|t| t == other));
            let own = std::iter::once(at).chain(others).map(|at| (at, 0.0));
            slopes.push((piece, own.collect()));
        }
    }
    positions.fitted.for_each(|block| {
        for row in 0..block.rows() {
            let counts = block.row(row);
            for (_, slopes) in &mut slopes {
                let more = f64::from(counts[slopes[0].0]) * f64::from(FRACTION);
                if more != 0.0 {
                    for (term, sum) in slopes {
                        *sum += more * f64::from(counts[*term]) * f64::from(FRACTION);
                    }
                }
            }
        }
    })?;
    for (_, slopes) in &mut slopes {
        let square = slopes[0].1;
        for (_, sum) in slopes {
            *sum = if square > 0.0 { *sum / square } else { 0.0 };
        }
    }
    // Without an imbalance of a piece there is no slope.
    slopes.retain(|(_, slopes)| slopes[0].1 > 0.0);
    Ok(slopes)
}
