//! How far an evaluation may be cut short with fitted weights.

use super::TexelError;
use super::loss::Model;
use super::positions::Positions;
use tradewind_engine::evaluation::{DEFAULT_LAZY, PositionTerm, Term, Weights};

/// The share of positions in which what the pieces do may be worth more than the margin.
const BEYOND: f64 = 0.002;
/// The largest margin looked at, in centipawns.
const MAX_MARGIN: usize = 5_000;

/// The margin of [`Weights::lazy`] for the weights of some slots: what the pieces do is worth more in one
/// of 500 quiet positions only; never less than the default margin.
pub(super) fn lazy(
    begin: &Weights,
    positions: &Positions,
    slots: &[f64],
) -> Result<i32, TexelError> {
    let does = |term: &Term| {
        !matches!(
            term,
            Term::Material(_)
                | Term::Promotion(_)
                | Term::Center(_)
                | Term::Advance(_)
                | Term::Position(PositionTerm::Bare | PositionTerm::Tempo)
        )
    };
    let terms = begin.terms.iter().zip(slots.chunks(2));
    let active: Vec<f64> = terms
        .flat_map(|((term, _), pair)| {
            if does(term) {
                [pair[0], pair[1]]
            } else {
                [0.0, 0.0]
            }
        })
        .collect();
    let model = Model::new(&active, 1.0, 1.0);
    // By size in centipawns: how many positions.
    let mut sizes = vec![0_u64; MAX_MARGIN + 1];
    positions.fitted.for_each(|block| {
        for row in 0..block.rows() {
            sizes[(model.worth(block, row).abs() as usize).min(MAX_MARGIN)] += 1;
        }
    })?;
    let allowed = (positions.fitted.rows() as f64 * BEYOND) as u64;
    let mut beyond = 0;
    let size = (0..=MAX_MARGIN).rev().find(|&size| {
        beyond += sizes[size];
        beyond > allowed
    });
    // A whole tenth of a pawn, upwards.
    let margin = (size.unwrap_or(0) as i32 / 10 + 1) * 10;
    Ok(margin.max(DEFAULT_LAZY))
}
