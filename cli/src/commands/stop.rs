//! Stopping when the user asks for it.

use crate::message::say;
use anyhow::Context;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that Ctrl-C sets; a second Ctrl-C ends the program at once.
pub fn stop_signal() -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
        say("stopping; press Ctrl-C again to stop at once");
    })
    .context("cannot listen to Ctrl-C")?;
    Ok(stop)
}
