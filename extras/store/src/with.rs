//! Running a program with local folders in place of URLs.

use crate::mirror::Mirror;
use crate::place::{Place, is_url};
use anyhow::{Context, bail};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::PathBuf;
use std::process::{Child, Command, ExitCode};
use std::thread;
use std::time::{Duration, Instant};

/// The interval at which the program is polled.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Runs a program, uploads its files every `every` seconds and at the end, and returns its exit
/// code.
///
/// # Errors
/// A store fails, another process writes to the same place, or the program cannot be started. Files
/// of the program stay in the cache.
pub fn run(words: &[String], every: u64) -> anyhow::Result<ExitCode> {
    let cache = cache()?;
    let mut mirrors = Vec::new();
    let mut arguments = Vec::new();
    for word in &words[1..] {
        // `--out=s3://…` or `s3://…`.
        let (option, url) = match word.split_once('=') {
            Some((option, url)) if option.starts_with('-') => (format!("{option}="), url),
            _ => (String::new(), word.as_str()),
        };
        if !is_url(url) {
            arguments.push(word.clone());
            continue;
        }
        let place = Place::open(url)?;
        let mut mirror = Mirror::of(place.url(), &cache)?;
        mirror.pull(&place)?;
        arguments.push(format!("{option}{}", mirror.folder().display()));
        mirrors.push((mirror, place));
    }
    let mut child = Command::new(&words[0])
        .args(&arguments)
        // In its own process group, so that it gets each signal once, from this program.
        .process_group(0)
        .spawn()
        .with_context(|| format!("cannot start {}", words[0]))?;
    forward_signals(&child)?;
    let code = wait(&mut child, Duration::from_secs(every), &mut mirrors);
    for (mirror, place) in &mut mirrors {
        let put = mirror
            .push(place)
            .and_then(|()| mirror.push_removals(place));
        put.with_context(|| {
            let folder = mirror.folder().display();
            format!("the files are in {folder}; run the same command again to upload them")
        })?;
    }
    code
}

/// Waits for the end of the program and uploads its files meanwhile.
fn wait(
    child: &mut Child,
    every: Duration,
    mirrors: &mut [(Mirror, Place)],
) -> anyhow::Result<ExitCode> {
    let mut uploaded = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            let signal = status.signal().map(|signal| 128 + signal);
            let code = status.code().or(signal).unwrap_or(2);
            return Ok(ExitCode::from(u8::try_from(code).unwrap_or(2)));
        }
        if uploaded.elapsed() >= every {
            for (mirror, place) in mirrors.iter_mut() {
                // The store may work again later.
                if let Err(error) = mirror.push(place) {
                    eprintln!("{error:#}");
                }
            }
            uploaded = Instant::now();
        }
        thread::sleep(POLL_INTERVAL);
    }
}

/// Forwards interrupts to the program.
fn forward_signals(child: &Child) -> anyhow::Result<()> {
    let id = Pid::from_raw(child.id().cast_signed());
    ctrlc::set_handler(move || {
        // It may have ended by itself.
        let _ = kill(id, Signal::SIGINT);
    })?;
    Ok(())
}

/// The folder of the mirrors.
fn cache() -> anyhow::Result<PathBuf> {
    let named = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let base = match (named("XDG_CACHE_HOME"), named("HOME")) {
        (Some(cache), _) => PathBuf::from(cache),
        (None, Some(home)) => PathBuf::from(home).join(".cache"),
        (None, None) => bail!("there is no cache folder: set XDG_CACHE_HOME or HOME"),
    };
    Ok(base.join("tradewind").join("stores"))
}
