//! Whether this program plays as another one does.

use crate::commands::bench::canary;
use tradewind_engine::signature;

/// Refuses to play for a run whose search has another signature, and where this program does not search here as it
/// should. Nothing is asked for when `wanted` is left out.
pub(super) fn check(wanted: Option<&str>) -> anyhow::Result<()> {
    let own = signature();
    if let Some(wanted) = wanted.filter(|&wanted| wanted != own) {
        anyhow::bail!(
            "this program's search has the signature {own}, that of the run has {wanted}: their games would differ; give \
             both the same build"
        );
    }
    canary()
}
