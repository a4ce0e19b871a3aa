//! Progress bars for games, or for the time of a whole command; plain lines without a terminal.

use crate::message::{say, set_bar};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal, stderr};
use std::path::Path;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tradewind_engine::Color;
use tradewind_selfplay::experiment::Experiment;
use tradewind_selfplay::record::GameRecord;
use tradewind_selfplay::run::{Event, Observer, WorkerTally, Workers};
use tradewind_stats::estimate::{Estimate, fixed};
use tradewind_stats::{PairSums, Sprt, Tally};

/// Minimum and maximum intervals between lines without a terminal.
const LINE_EVERY: [Duration; 2] = [Duration::from_secs(3), Duration::from_secs(15)];

/// The bar of a command with a time limit, which runs then share, and the text beside it.
static TIMED: Mutex<Option<Timed>> = Mutex::new(None);
/// The interval at which it is drawn, and that between its lines without a terminal.
const TIMED_EVERY: [Duration; 2] = [Duration::from_millis(500), Duration::from_secs(10)];

fn timed() -> MutexGuard<'static, Option<Timed>> {
    TIMED.lock().unwrap_or_else(PoisonError::into_inner)
}

struct Timed {
    bar: ProgressBar,
    begun: Instant,
    time: Duration,
    stage: String,
    details: String,
}

impl Timed {
    fn text(&self) -> String {
        let spent = self.begun.elapsed();
        let left = self.time.saturating_sub(spent).as_secs_f64();
        let separator = if self.details.is_empty() { "" } else { ": " };
        format!(
            "{} left, {}{separator}{}",
            time_text(left),
            self.stage,
            self.details
        )
    }
}

/// A bar for the time of a whole command, from now on until this is dropped. Without a terminal it is a
/// line every ten seconds.
pub struct TimeBar {
    ticker: Option<(Sender<()>, JoinHandle<()>)>,
}

impl TimeBar {
    /// The bar of a command that began at `begun` and should end after `time`.
    pub fn begin(begun: Instant, time: Duration) -> TimeBar {
        let bar = new_bar(time.as_millis() as u64, "{bar:30} {wide_msg}");
        *timed() = Some(Timed {
            bar: bar.clone(),
            begun,
            time,
            stage: "starting".to_string(),
            details: String::new(),
        });
        let (sender, ended) = channel();
        let ticker = std::thread::spawn(move || {
            let mut last_line = Instant::now();
            while ended.recv_timeout(TIMED_EVERY[0]) == Err(RecvTimeoutError::Timeout) {
                let text = timed().as_ref().map(Timed::text).unwrap_or_default();
                bar.set_position(begun.elapsed().as_millis() as u64);
                if bar.is_hidden() && last_line.elapsed() >= TIMED_EVERY[1] {
                    last_line = Instant::now();
                    say!("{text}");
                }
                bar.set_message(text);
            }
            end_bar(&bar);
        });
        TimeBar {
            ticker: Some((sender, ticker)),
        }
    }
}

impl Drop for TimeBar {
    fn drop(&mut self) {
        if let Some((sender, ticker)) = self.ticker.take() {
            drop(sender);
            let _ = ticker.join();
        }
        *timed() = None;
    }
}

/// Names the work that a command does now, beside its bar or as a line.
pub fn begin_stage(stage: String) {
    let mut timed = timed();
    let is_drawn = match &mut *timed {
        Some(timed) => {
            timed.stage.clone_from(&stage);
            timed.details.clear();
            !timed.bar.is_hidden()
        }
        None => false,
    };
    drop(timed);
    if !is_drawn {
        say!("{stage}");
    }
}

/// A bar on standard error, below messages; hidden without a terminal.
fn new_bar(length: u64, style: &str) -> ProgressBar {
    let target = if stderr().is_terminal() {
        ProgressDrawTarget::stderr_with_hz(5)
    } else {
        ProgressDrawTarget::hidden()
    };
    let bar = ProgressBar::with_draw_target(Some(length), target);
    if let Ok(style) = ProgressStyle::with_template(style) {
        bar.set_style(style);
    }
    set_bar(Some(bar.clone()));
    bar
}

/// Removes a bar.
fn end_bar(bar: &ProgressBar) {
    bar.finish_and_clear();
    set_bar(None);
}

/// Shows the progress and the score of runs, one after another.
#[derive(Default)]
pub struct Screen {
    run: Mutex<Option<Progress>>,
}

impl Screen {
    /// Reports the start of a run of some games and shows its progress.
    pub fn begin_games(&self, experiment: &Experiment, games: u64, folder: &Path) {
        *self.run() = Some(Progress::begin(experiment, games, folder));
    }

    fn run(&self) -> MutexGuard<'_, Option<Progress>> {
        self.run.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Observer for Screen {
    fn begin(&self, experiment: &Experiment, folder: &Path) {
        self.begin_games(experiment, 2 * experiment.all_pairs(), folder);
    }

    fn event(&self, event: &Event<'_>) {
        if let Some(run) = &mut *self.run() {
            run.note(event);
        }
    }

    fn tally(&self, experiment: &Experiment, tally: &Tally) {
        if let Some(run) = &mut *self.run() {
            run.more = match_score(tally, experiment.sprt());
        }
    }

    fn end(&self) {
        if let Some(run) = self.run().take() {
            run.finish();
        }
    }
}

/// The Elo difference, with an SPRT the log-likelihood ratio, and the pairs of a match.
pub fn match_score(tally: &Tally, sprt: Option<Sprt>) -> String {
    let llr = sprt.map_or(String::new(), |sprt| {
        let (lower, upper) = sprt.bounds();
        let llr = fixed(sprt.llr(tally), 2);
        format!(", LLR {llr} [{lower:.2}, {upper:.2}]")
    });
    let [a, b, c, d, e] = tally.pairs;
    let elo = tally.elo().text(1);
    format!(", Elo {elo}{llr}, Ptnml {a}, {b}, {c}, {d}, {e}")
}

/// Shows the share of a long computation that is done, and the time left.
pub struct ShareBar {
    what: &'static str,
    bar: ProgressBar,
    begun: Instant,
    /// The largest share so far, and when the last plain line was written.
    state: Mutex<(f64, Instant)>,
}

impl ShareBar {
    /// Steps of the bar.
    const STEPS: u64 = 1_000;

    /// Begins the computation of something.
    pub fn begin(what: &'static str) -> ShareBar {
        ShareBar {
            what,
            bar: new_bar(ShareBar::STEPS, "{bar:30} {msg}"),
            begun: Instant::now(),
            state: Mutex::new((0.0, Instant::now())),
        }
    }

    /// Shows that a share from 0 to 1 is done.
    pub fn set(&self, share: f64) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let (most, last_line) = &mut *state;
        *most = most.max(share);
        let left = self.begun.elapsed().as_secs_f64() * (1.0 - *most) / most.max(1e-9);
        let message = format!(
            "{:.0} % done, about {} left",
            100.0 * *most,
            time_text(left)
        );
        if self.bar.is_hidden() && last_line.elapsed() >= LINE_EVERY[1] {
            *last_line = Instant::now();
            say!("{}: {message}", self.what);
        }
        self.bar
            .set_position((*most * ShareBar::STEPS as f64) as u64);
        self.bar.set_message(message);
    }

    /// Removes the bar.
    pub fn finish(&self) {
        end_bar(&self.bar);
    }
}

struct Progress {
    bar: ProgressBar,
    begun: Instant,
    /// The player whose score is shown; by default White.
    player: Option<String>,
    score: PairSums,
    /// Number of games found and played.
    found: u64,
    played: u64,
    /// When the last plain line was written; `None` on a terminal.
    last_line: Option<Instant>,
    /// Whether it is shown by the bar of the command.
    is_timed: bool,
    /// Further text, such as the state of an SPRT.
    more: String,
}

impl Progress {
    fn begin(experiment: &Experiment, games: u64, folder: &Path) -> Progress {
        let at_most = experiment.sprt().map_or("", |_| "up to ");
        let is_timed = timed().is_some();
        let name = &experiment.name;
        let bar = if is_timed {
            begin_stage(format!("{name}: {at_most}{games} games"));
            ProgressBar::hidden()
        } else {
            say!("{name}: {at_most}{games} games into {}", folder.display());
            let style = "{bar:30} {human_pos} of {human_len} games, {msg}";
            new_bar(games, style)
        };
        bar.set_length(games);
        let player = match (&*experiment.pairings(), &*experiment.players) {
            ([_], [first, _]) => Some(first.name.clone()),
            _ => None,
        };
        Progress {
            begun: Instant::now(),
            player,
            score: PairSums::default(),
            found: 0,
            played: 0,
            last_line: (bar.is_hidden() && !is_timed).then(Instant::now),
            is_timed,
            more: String::new(),
            bar,
        }
    }

    fn note(&mut self, event: &Event<'_>) {
        let text = match event {
            Event::Found(pair) => return self.add(pair, true),
            Event::Played(pair) => return self.add(pair, false),
            Event::Quarantined { fault, to } => format!(
                "{fault}; it was moved to {}, and its games are played again",
                to.display()
            ),
            Event::Failed { pairs, worker, why } => format!(
                "pairs {} to {} failed on {worker} and are sent again: {why}",
                pairs.start,
                pairs.end - 1
            ),
            Event::Workers(workers) => match workers_text(workers) {
                Some(text) => text,
                None => return,
            },
        };
        say!("{text}");
    }

    fn add(&mut self, pair: &[GameRecord; 2], found: bool) {
        let games = pair.len() as u64;
        let points = pair.iter().filter_map(|game| {
            let side = match self.player {
                Some(_) => game.first_side(),
                None => Color::White,
            };
            game.result.half_points(side)
        });
        let points: Vec<usize> = points.collect();
        let total = points.iter().sum::<usize>() as f64 / 2.0;
        self.score.add(total, points.len() as f64);
        if found {
            self.found += games
        } else {
            self.played += games
        }
        self.bar.set_position(self.found + self.played);
        let message = self.message();
        if let Some(last) = &mut self.last_line
            && !found
            && last.elapsed() >= (self.begun.elapsed() / 4).clamp(LINE_EVERY[0], LINE_EVERY[1])
        {
            *last = Instant::now();
            let (done, all) = (self.bar.position(), self.bar.length().unwrap_or(0));
            say!("{done} of {all} games, {message}");
        }
        if let Some(timed) = timed().as_mut().filter(|_| self.is_timed) {
            timed.details = format!("{}, {message}", self.bar.position());
        }
        self.bar.set_message(message);
    }

    fn message(&self) -> String {
        let rate = self.played as f64 / self.begun.elapsed().as_secs_f64().max(1e-9);
        let all = self.bar.length().unwrap_or(0);
        let left = all.saturating_sub(self.found + self.played) as f64 / rate.max(1e-9);
        let mut message = rate_text(rate);
        // The time of the command has its own bar.
        if self.played > 0 && !self.is_timed {
            message.push_str(&format!(", {} left", time_text(left)));
        }
        // A match shows Elo instead.
        if self.more.is_empty()
            && let Some(score) = self.score_text()
        {
            message.push_str(&format!(", {score}"));
        }
        message + &self.more
    }

    fn score_text(&self) -> Option<String> {
        let Estimate { value, low, high } = self.score.share()?.scaled(100.0);
        let who = self.player.as_deref().unwrap_or("White");
        Some(format!("{who} {value:.1} % [{low:.1}, {high:.1}]"))
    }

    /// Ends the bar and reports the games played.
    fn finish(&self) {
        // The bar of the command goes on.
        if self.is_timed {
            return;
        }
        end_bar(&self.bar);
        let seconds = self.begun.elapsed().as_secs_f64();
        let rate = rate_text(self.played as f64 / seconds.max(1e-9));
        let mut summary = match (self.found, self.played) {
            (0, 0) => return,
            (found, 0) => format!("{found} games were there already"),
            (0, played) => format!("played {played} games in {seconds:.0} s, {rate}"),
            (found, played) => format!(
                "{found} games were there already; played {played} in {seconds:.0} s, {rate}"
            ),
        };
        // The score of a match is printed by its command, without pairs after its end.
        if self.more.is_empty()
            && let Some(score) = self.score_text()
        {
            summary.push_str(&format!("; {score}"));
        }
        say!("{summary}");
    }
}

/// The speed of the workers, and those that are slow or fail; `None` if there are none yet.
fn workers_text(workers: &Workers) -> Option<String> {
    let units: u64 = workers.all().map(|one| one.units).sum();
    let count = workers.all().count();
    if count == 0 {
        return None;
    }
    let plural = if count == 1 { "worker" } else { "workers" };
    let mut text = format!("{count} {plural}: {units} units");
    if let Some(median) = workers.median_pace() {
        text.push_str(&format!("; a worker plays {median:.1} pairs/s (median)"));
    }
    let slow = workers.slow();
    if !slow.is_empty() {
        let pace =
            |one: &&WorkerTally| format!("{} {:.1} pairs/s", one.name, one.pace().unwrap_or(0.0));
        text.push_str(&format!("; slow: {}", first(&slow, pace)));
    }
    let failing = workers.failing();
    if !failing.is_empty() {
        let failures =
            |one: &&WorkerTally| format!("{} {} times ({})", one.name, one.failures, one.why);
        text.push_str(&format!("; failing: {}", first(&failing, failures)));
    }
    Some(text)
}

/// The first few items of a list, and the number of others.
fn first<T>(all: &[T], text: impl Fn(&T) -> String) -> String {
    const SHOWN: usize = 5;
    let mut shown: Vec<String> = all.iter().take(SHOWN).map(text).collect();
    if all.len() > SHOWN {
        shown.push(format!("{} more", all.len() - SHOWN));
    }
    shown.join(", ")
}

/// A number of games per second, or per minute if that is less than one.
fn rate_text(per_second: f64) -> String {
    match per_second {
        10.0.. => format!("{per_second:.0}/s"),
        1.0.. => format!("{per_second:.1}/s"),
        _ => format!("{:.1}/min", 60.0 * per_second),
    }
}

/// A time in a suitable unit.
pub fn time_text(seconds: f64) -> String {
    match seconds {
        _ if !seconds.is_finite() || seconds > 1e9 => "years".to_string(),
        _ if seconds < 100.0 => format!("{seconds:.0} s"),
        _ if seconds < 6_000.0 => format!("{:.0} min", seconds / 60.0),
        _ if seconds < 360_000.0 => format!("{:.1} h", seconds / 3_600.0),
        _ => format!("{:.1} days", seconds / 86_400.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_short() {
        let texts = [12.3, 150.0, 9_000.0, 1e6, f64::INFINITY].map(time_text);
        assert_eq!(texts, ["12 s", "2 min", "2.5 h", "11.6 days", "years"]);
        let rates = [123.4, 2.34, 0.05].map(rate_text);
        assert_eq!(rates, ["123/s", "2.3/s", "3.0/min"]);
    }
}
