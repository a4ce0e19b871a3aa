//! What pieces are worth by fitted weights.

use super::TexelError;
use super::block::FRACTION;
use super::parameter_map::ParameterMap;
use super::positions::Positions;
use tradewind_engine::evaluation::{Term, Weights};
use tradewind_engine::rules::{PieceType, RuleSpec};
use tradewind_stats::{Coefficients, Estimate};

/// The piece that values are given in, where there is one.
const DEFAULT_UNIT: &str = "P";

/// What pieces are worth, and the piece that is 1.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Values {
    /// By piece: the unit and those with a weight that was free.
    pub pieces: Vec<(PieceType, Estimate)>,
    /// The unit; none when no piece is clearly worth something, or no piece has a weight that was free.
    pub unit: Option<PieceType>,
}

/// Parameters, and how often each counts.
type ValueSum = Vec<(usize, f64)>;

/// What a piece more comes to, halfway between a full and an empty board: its material, and what its
/// place, its mobility and its hope to promote bring, as they go with it in the positions fitted to
/// (by the slope of least squares). In units of the pawn, or where there is none of the cheapest piece
/// that promotes. Weights that were frozen count as they are.
pub(super) fn values(
    spec: &RuleSpec,
    begin: &Weights,
    parameter_map: &ParameterMap,
    known: &Coefficients,
    positions: &Positions,
) -> Result<Values, TexelError> {
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
    // The game ends without a royal, so that it has no value.
    let told = (sums.iter()).filter(|(piece, _)| !spec.piece(*piece).royal);
    let told = told.filter(|piece| piece.0 == *unit || is_free(piece));
    let ratios = told.filter_map(|(piece, sum)| Some((*piece, known.ratio(sum, to)?)));
    Ok(Values {
        pieces: ratios.collect(),
        unit: Some(*unit),
    })
}

/// By piece: its material term and the others of the piece, each with how much it grows on average
/// with a piece more.
type Slopes = Vec<(PieceType, Vec<(usize, f64)>)>;

fn slopes(terms: &[Term], positions: &Positions) -> Result<Slopes, TexelError> {
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
    // A piece of which neither side ever has more says nothing.
    slopes.retain(|(_, slopes)| slopes[0].1 > 0.0);
    Ok(slopes)
}
