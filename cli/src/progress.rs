//! A progress bar for games, or plain lines where there is no terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal, stderr};
use std::sync::Mutex;
use std::time::{Duration, Instant};
use tradewind_tuner::runner::Event;

/// How often a line is written where there is no terminal.
const LINE_EVERY: Duration = Duration::from_secs(15);

/// Shows how far a run has come.
pub struct Progress {
    bar: ProgressBar,
    begun: Instant,
    /// When the last plain line was written; `None` on a terminal.
    last_line: Option<Mutex<Instant>>,
}

impl Progress {
    /// For a run of this many games.
    pub fn new(games: u64) -> Progress {
        let terminal = stderr().is_terminal();
        let bar = ProgressBar::with_draw_target(
            Some(games),
            match terminal {
                true => ProgressDrawTarget::stderr_with_hz(5),
                false => ProgressDrawTarget::hidden(),
            },
        );
        let style = "{bar:40} {human_pos} of {human_len} games, {per_sec}, {eta} left";
        if let Ok(style) = ProgressStyle::with_template(style) {
            bar.set_style(style);
        }
        Progress {
            bar,
            begun: Instant::now(),
            last_line: (!terminal).then(|| Mutex::new(Instant::now())),
        }
    }

    /// Notes what happened.
    pub fn note(&self, event: Event) {
        match event {
            Event::Found(games) => {
                self.bar.inc(games);
                self.bar.reset_eta();
            }
            Event::Played => {
                self.bar.inc(1);
                self.write_line();
            }
        }
    }

    fn write_line(&self) {
        let Some(Ok(mut last)) = self.last_line.as_ref().map(Mutex::try_lock) else {
            return;
        };
        if last.elapsed() >= LINE_EVERY {
            *last = Instant::now();
            let (done, all) = (self.bar.position(), self.bar.length().unwrap_or(0));
            let rate = self.bar.per_sec();
            let left = (all - done.min(all)) as f64 / rate.max(1e-9);
            eprintln!("{done} of {all} games, {rate:.0}/s, {left:.0} s left");
        }
    }

    /// Ends the bar and tells how long it took.
    pub fn finish(&self) -> Duration {
        self.bar.finish_and_clear();
        self.begun.elapsed()
    }
}
