//! Estimated values as weights, and whether a further estimate changes them.

use super::ValueSet;
use crate::row::RowCondition;
use tradewind_engine::evaluation::{Term, Weight, Weights};
use tradewind_engine::rules::PieceType;
use tradewind_stats::significance::{ALPHA, difference_p, holm};

/// Replaces the material weights of pieces by their reliable values, on the scale of the unit's weight.
/// The pieces that a piece may promote to have weights of their own, so its value without promotion
/// is used where it is known.
pub fn with_measured(weights: &Weights, measured: &ValueSet) -> Weights {
    let mut new = weights.clone();
    let unit = weights.get(Term::Material(measured.unit)).average();
    for (term, weight) in &mut new.terms {
        let Term::Material(piece) = *term else {
            continue;
        };
        if let Some(value) = without_promotion(measured, piece).filter(|_| piece != measured.unit) {
            let centipawns = (unit * value).round().clamp(-20_000.0, 20_000.0);
            *weight = Weight {
                middlegame: centipawns,
                endgame: centipawns,
            };
        }
    }
    new
}

/// The reliable value of a piece without its promotion premium, in units without theirs.
fn without_promotion(measured: &ValueSet, piece: PieceType) -> Option<f64> {
    let whole = measured.reliable(&RowCondition::All, piece)?.value;
    let known = |piece: PieceType| {
        Some(
            measured
                .reliable(&RowCondition::WithoutPromotion, piece)?
                .value,
        )
    };
    let unit = known(measured.unit)
        .filter(|unit| *unit > 0.1)
        .unwrap_or(1.0);
    Some(known(piece).unwrap_or(whole) / unit)
}

/// The pieces with a significant difference between two estimates, after Holm's correction.
pub fn moved(before: &ValueSet, after: &ValueSet) -> Vec<PieceType> {
    let pieces: Vec<(PieceType, f64)> = (after.ranked().into_iter())
        .filter(|piece| *piece != after.unit)
        .filter_map(|piece| {
            let (one, other) = (
                before.reliable(&RowCondition::All, piece)?,
                after.reliable(&RowCondition::All, piece)?,
            );
            Some((piece, difference_p(one, other, f64::INFINITY)))
        })
        .collect();
    let corrected = holm(pieces.iter().map(|(_, p)| *p));
    (pieces.iter().zip(corrected))
        .filter(|(_, p)| *p < ALPHA)
        .map(|((piece, _), _)| *piece)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::row::{Row, Subject, Warning};
    use tradewind_engine::rules::load;
    use tradewind_stats::estimate::Estimate;

    fn measured(knight: f64, warning: Option<Warning>) -> ValueSet {
        let spec = load("chess", &[]).expect("chess");
        let of = |text: &str, value: f64, half: f64, warning: Option<Warning>| {
            let piece = spec.find(text).expect("a piece");
            Row {
                n: 1_000,
                pairs: 500,
                warning,
                ..Row::new("odds", Subject::piece(&spec, piece), "pawns")
                    .with_estimate(Some(Estimate::around(value, half)))
            }
        };
        let pawn = spec.find("P").expect("a pawn");
        ValueSet {
            rows: vec![of("P", 1.0, 0.0, None), of("N", knight, 0.2, warning)],
            ..ValueSet::new(spec, pawn)
        }
    }

    #[test]
    fn only_reliable_values_become_weights() {
        let spec = load("chess", &[]).expect("chess");
        let before = Weights::linear(&spec);
        let knight = Term::Material(spec.find("N").expect("a knight"));
        let after = with_measured(&before, &measured(4.321, None));
        let pawn = before.get(Term::Material(spec.find("P").expect("a pawn")));
        let unit = pawn.average();
        assert_eq!(after.get(knight).middlegame, (4.321 * unit).round());
        assert_eq!(after.get(Term::Tempo), before.get(Term::Tempo));
        let with_warning = with_measured(&before, &measured(4.321, Some(Warning::FewPairs)));
        assert_eq!(with_warning.get(knight), before.get(knight));
    }

    #[test]
    fn values_move_only_beyond_their_intervals() {
        assert!(moved(&measured(3.0, None), &measured(3.2, None)).is_empty());
        assert_eq!(moved(&measured(3.0, None), &measured(3.5, None)).len(), 1);
    }
}
