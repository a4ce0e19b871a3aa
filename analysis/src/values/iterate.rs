//! Measured values as the players' own, and whether measuring again has changed them.

use super::ValueSet;
use crate::row::RowCondition;
use tradewind_engine::evaluation::{Term, Weight, Weights};
use tradewind_engine::rules::PieceType;
use tradewind_stats::significance::{ALPHA, chance_of_gap, holm};

/// Weights in which the material of every piece with a reliable value is that value, on the scale on
/// which the unit keeps its weight; all else stays as it is. What a piece may promote to has a weight
/// of its own, so that the value without it is taken where it is known.
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

/// The pieces whose values two measurements disagree on by more than their intervals allow, at a
/// chance of 5 % of naming any when nothing has changed.
pub fn moved(before: &ValueSet, after: &ValueSet) -> Vec<PieceType> {
    let pieces: Vec<(PieceType, f64)> = (after.ranked().into_iter())
        .filter(|piece| *piece != after.unit)
        .filter_map(|piece| {
            let (one, other) = (
                before.reliable(&RowCondition::All, piece)?,
                after.reliable(&RowCondition::All, piece)?,
            );
            Some((piece, chance_of_gap(one, other, f64::INFINITY)))
        })
        .collect();
    let chances: Vec<f64> = pieces.iter().map(|(_, chance)| *chance).collect();
    let corrected = holm(&chances).into_iter();
    (pieces.iter().zip(corrected))
        .filter(|(_, chance)| *chance < ALPHA)
        .map(|((piece, _), _)| *piece)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::row::{Row, Subject, Warning};
    use tradewind_engine::evaluation::PositionTerm;
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
        ValueSet {
            rows: vec![of("P", 1.0, 0.0, None), of("N", knight, 0.2, warning)],
            unit: spec.find("P").expect("a pawn"),
            rules: "Chess".to_string(),
            spec,
            player: String::new(),
            players: 1,
            nodes: None,
            alike: String::new(),
            joints: Vec::new(),
            notes: Vec::new(),
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
        let tempo = Term::Position(PositionTerm::Tempo);
        assert_eq!(after.get(tempo), before.get(tempo));
        let flagged = with_measured(&before, &measured(4.321, Some(Warning::FewPairs)));
        assert_eq!(flagged.get(knight), before.get(knight));
    }

    #[test]
    fn values_stand_still_within_their_intervals() {
        assert!(moved(&measured(3.0, None), &measured(3.2, None)).is_empty());
        assert_eq!(moved(&measured(3.0, None), &measured(3.5, None)).len(), 1);
    }
}
