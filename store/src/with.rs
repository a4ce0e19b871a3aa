//! Running a program with folders in the place of URLs.

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

/// How often the program is looked at.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// Runs a program, every so many seconds puts what it has written, and ends with its exit code.
///
/// # Errors
/// A store does not answer, somebody else writes to the same place, or the program cannot be started. What the program
/// has written stays in the cache.
pub fn run(words: &[String], every: u64) -> anyhow::Result<ExitCode> {
    let cache = cache()?;
    let mut held = Vec::new();
    let mut arguments = Vec::new();
    for word in &words[1..] {
        // `--out=s3://…` as well as `s3://…`.
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
        held.push((mirror, place));
    }
    let mut child = Command::new(&words[0])
        .args(&arguments)
        // A group of its own: signals come by way of this program, once each.
        .process_group(0)
        .spawn()
        .with_context(|| format!("cannot start {}", words[0]))?;
    pass_signals_on(&child)?;
    let code = wait(&mut child, Duration::from_secs(every), &mut held);
    for (mirror, place) in &mut held {
        let put = mirror.push(place).and_then(|()| mirror.remove_gone(place));
        put.with_context(|| {
            let folder = mirror.folder().display();
            format!("what was written is in {folder}; the same command puts it")
        })?;
    }
    code
}

/// Waits for the end of the program, and puts what it writes now and then.
fn wait(
    child: &mut Child,
    every: Duration,
    held: &mut [(Mirror, Place)],
) -> anyhow::Result<ExitCode> {
    let mut put = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            let signal = status.signal().map(|signal| 128 + signal);
            let code = status.code().or(signal).unwrap_or(2);
            return Ok(ExitCode::from(u8::try_from(code).unwrap_or(2)));
        }
        if put.elapsed() >= every {
            for (mirror, place) in held.iter_mut() {
                // The store may answer again by the end.
                if let Err(error) = mirror.push(place) {
                    eprintln!("{error:#}");
                }
            }
            put = Instant::now();
        }
        thread::sleep(LOOK_EVERY);
    }
}

/// Hands interrupts on to the program, which ends by them as it does alone.
fn pass_signals_on(child: &Child) -> anyhow::Result<()> {
    let id = Pid::from_raw(child.id().cast_signed());
    ctrlc::set_handler(move || {
        // It may have ended by itself.
        let _ = kill(id, Signal::SIGINT);
    })?;
    Ok(())
}

/// Where folders of stores are kept.
fn cache() -> anyhow::Result<PathBuf> {
    let named = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let base = match (named("XDG_CACHE_HOME"), named("HOME")) {
        (Some(cache), _) => PathBuf::from(cache),
        (None, Some(home)) => PathBuf::from(home).join(".cache"),
        (None, None) => bail!("there is no place for copies of files: set XDG_CACHE_HOME or HOME"),
    };
    Ok(base.join("tradewind").join("stores"))
}
