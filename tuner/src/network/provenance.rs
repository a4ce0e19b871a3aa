//! A network as a weights file that says where it comes from.

use super::{Drawers, Learnt};
use crate::texel::weights_file::{Provenance, rounded};
use tradewind_engine::evaluation::Weights;
use tradewind_engine::rules::RuleSpec;

impl Learnt {
    /// Where it comes from, learnt from positions beside linear weights.
    pub fn provenance(
        &self,
        spec: &RuleSpec,
        drawers: &Drawers,
        begun_with: &str,
        games_of: &str,
    ) -> Provenance {
        let [positions, validation_positions] = drawers.positions();
        Provenance {
            rules: spec.title(),
            begun_with: begun_with.to_string(),
            games_of: games_of.to_string(),
            games: drawers.games(),
            positions,
            validation_positions,
            scale: rounded(1.0 / self.scale, 7),
            loss: [0, self.best].map(|number| rounded(self.pass(number).validation, 6)),
            epoch: self.best,
            matches: Vec::new(),
        }
    }
}

/// The text of a weights file with a network beside linear weights.
pub fn weights_text(weights: &Weights, spec: &RuleSpec, provenance: &Provenance) -> String {
    format!(
        "# An evaluation of {} with a network; linear weights in centipawns: [all pieces on the board, none].\n\n{}\n{}",
        spec.title(),
        provenance.text(),
        weights.to_toml(spec)
    )
}
