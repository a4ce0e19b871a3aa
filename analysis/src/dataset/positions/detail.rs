//! Drawn positions in more detail than their material.

use super::design::PositionDesign;
use super::quietness::Quietness;
use crate::dataset::look::{Columns, Look};
use crate::dataset::worth::WorthSums;
use tradewind_engine::rules::PieceType;
use tradewind_stats::samples::SamplesError;

/// Positions in more detail: for values by phase, by the prospect of promoting, and by array.
#[derive(Debug, Clone)]
pub struct Detail {
    /// Twice the columns: material times the share of the starting pieces that is on the board,
    /// then material times the rest.
    pub by_phase: PositionDesign,
    /// The same of positions drawn in another way.
    pub by_quietness: Vec<(Quietness, PositionDesign)>,
    /// Material, then for each piece that promotes the sum of its
    /// [prospects](tradewind_engine::Replay::for_each_piece).
    pub by_prospect: PositionDesign,
    /// The pieces of the further columns of `by_prospect`.
    pub promoting: Vec<PieceType>,
    /// By piece of `promoting`: the sum of its prospects over all positions, and how many of it.
    pub prospects: Vec<(f64, f64)>,
    /// Material, then for each piece of which a side begins with two: 1 where White alone has two or more, -1 where Black
    /// alone has.
    pub by_pair: PositionDesign,
    /// The pieces of the further columns of `by_pair`.
    pub paired: Vec<PieceType>,
    /// What the network of the players says that pieces are worth, or else the one that comes with the rule set; `None`
    /// without one.
    pub worth: Option<WorthSums>,
}

impl Detail {
    /// No positions yet.
    pub(super) fn empty(columns: &Columns) -> Result<Detail, SamplesError> {
        let beside = |pieces: &[PieceType], what: &str| {
            let further = columns.names_of(pieces, what);
            PositionDesign::new(columns.names.iter().cloned().chain(further).collect())
        };
        let phases =
            ["full board", "empty board"].map(|what| columns.names_of(&columns.pieces, what));
        let by_phase = PositionDesign::new(phases.concat())?;
        Ok(Detail {
            by_quietness: Quietness::OTHERS
                .map(|one| (one, by_phase.clone()))
                .to_vec(),
            by_phase,
            by_prospect: beside(&columns.promoting, "prospect")?,
            promoting: columns.promoting.clone(),
            prospects: vec![(0.0, 0.0); columns.promoting.len()],
            by_pair: beside(&columns.paired, "pair")?,
            paired: columns.paired.clone(),
            worth: None,
        })
    }

    pub(super) fn push(
        &mut self,
        (pair, score, weight): (u64, f32, f32),
        look: &Look,
        full: u32,
    ) -> Result<(), SamplesError> {
        let phases = look.by_phase(full);
        let beside = |further: &[f32]| -> Vec<f32> {
            look.times(1.0).chain(further.iter().copied()).collect()
        };
        let (prospects, pairs) = (beside(&look.prospects), beside(&look.pairs));
        self.by_phase
            .rows
            .push_weighted(pair, score, weight, &phases)?;
        self.by_prospect
            .rows
            .push_weighted(pair, score, weight, &prospects)?;
        self.by_pair
            .rows
            .push_weighted(pair, score, weight, &pairs)?;
        for (sum, count) in self.prospects.iter_mut().zip(&look.counts) {
            sum.0 += count.0;
            sum.1 += count.1;
        }
        Ok(())
    }
}
