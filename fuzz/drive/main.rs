//! Fuzzing without coverage, by the stable compiler: changes the inputs of the corpus at random and tries
//! them, target by target.
//!
//! Inputs are tried in processes of their own, which say what they are about to try: so the input that
//! ends one is known, however it ends.

mod change;
mod dictionary;
mod inputs;
mod worker;

use anyhow::{Context, bail};
use clap::Parser;
use inputs::Inputs;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tradewind_fuzz::{TARGETS, Target};

/// An input after which nothing is heard for longer waits for what never comes. That takes no processor time,
/// and a busy machine leaves little of it: so by the clock, and long.
const PATIENCE: Duration = Duration::from_secs(600);

/// Tries random inputs on everything that Tradewind reads.
#[derive(Parser)]
struct Arguments {
    /// For how long, all targets together
    #[arg(long, default_value_t = 60.0)]
    seconds: f64,
    /// How many processes
    #[arg(long, default_value_t = 1)]
    threads: u64,
    /// Where chance comes from; the clock when left out
    #[arg(long)]
    seed: Option<u64>,
    /// One target alone
    #[arg(long)]
    target: Option<String>,
    /// Try this file alone, on the target
    #[arg(long, requires = "target")]
    input: Option<PathBuf>,
    /// Be the process with this number
    #[arg(long, hide = true)]
    worker: Option<u64>,
}

impl Arguments {
    fn targets(&self) -> anyhow::Result<Vec<Target>> {
        let Some(name) = &self.target else {
            return Ok(TARGETS.to_vec());
        };
        let found = TARGETS.iter().find(|target| target.name == name);
        let names = TARGETS.map(|target| target.name).join(", ");
        let target = found.with_context(|| format!("no target {name}; the targets are {names}"))?;
        Ok(vec![*target])
    }
}

fn main() -> anyhow::Result<ExitCode> {
    let arguments = Arguments::parse();
    let targets = arguments.targets()?;
    let clock = || {
        SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default()
    };
    let seed = arguments.seed.unwrap_or_else(|| clock().as_secs());
    if let (Some(file), [target]) = (&arguments.input, targets.as_slice()) {
        let data = std::fs::read(file).with_context(|| file.display().to_string())?;
        println!("accepted: {}", (target.run)(&data));
        return Ok(ExitCode::SUCCESS);
    }
    let share = Duration::from_secs_f64(arguments.seconds / targets.len() as f64);
    if let Some(number) = arguments.worker {
        let turn = worker::Turn {
            first: number,
            step: arguments.threads,
            time: share,
        };
        thread::spawn(worker::watch);
        targets
            .iter()
            .try_for_each(|target| worker::run(*target, seed, &turn))?;
        return Ok(ExitCode::SUCCESS);
    }
    println!("seed {seed}");
    drive(&arguments, seed)
}

/// What a process says.
enum Heard {
    Line(String),
    End,
}

/// A process that tries inputs.
struct Worker {
    child: Child,
    /// The target and the number of the input that it is trying.
    trying: Option<(String, u64)>,
    since: Instant,
}

fn start(
    number: u64,
    arguments: &Arguments,
    seed: u64,
    to: Sender<(u64, Heard)>,
) -> anyhow::Result<Worker> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["--worker", &number.to_string(), "--seed", &seed.to_string()]);
    command.args(["--threads", &arguments.threads.to_string()]);
    command.args(["--seconds", &arguments.seconds.to_string()]);
    command.args(arguments.target.iter().flat_map(|name| ["--target", name]));
    let mut child = command.stdout(Stdio::piped()).spawn()?;
    let output = child.stdout.take().context("it has an output")?;
    thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            let _ = to.send((number, Heard::Line(line)));
        }
        let _ = to.send((number, Heard::End));
    });
    Ok(Worker {
        child,
        trying: None,
        since: Instant::now(),
    })
}

/// Listens to the processes until they have ended or one has failed.
fn drive(arguments: &Arguments, seed: u64) -> anyhow::Result<ExitCode> {
    let (sender, heard) = channel();
    let mut workers = BTreeMap::new();
    for number in 0..arguments.threads.max(1) {
        workers.insert(number, start(number, arguments, seed, sender.clone())?);
    }
    let mut counts: BTreeMap<String, [u64; 2]> = BTreeMap::new();
    let mut failed = None;
    while !workers.is_empty() && failed.is_none() {
        match heard.recv_timeout(Duration::from_secs(1)) {
            Ok((number, Heard::Line(line))) => {
                if let Some(worker) = workers.get_mut(&number) {
                    note(&line, worker, &mut counts);
                }
            }
            Ok((number, Heard::End)) => {
                let mut worker = workers.remove(&number).context("it was started")?;
                let status = worker.child.wait()?;
                if !status.success() {
                    failed = Some((worker.trying, status.to_string()));
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => bail!("nobody is left"),
        }
        let late = workers
            .values()
            .find(|worker| worker.since.elapsed() > PATIENCE);
        if let Some(late) = late {
            failed = Some((
                late.trying.clone(),
                format!("nothing heard for {PATIENCE:?}"),
            ));
        }
    }
    for worker in workers.values_mut() {
        worker.child.kill()?;
        worker.child.wait()?;
    }
    if let Some((trying, how)) = failed {
        let (target, number) = trying.context("a process ended before it tried anything")?;
        let path = keep(&target, seed, number)?;
        println!("FAILED ({how}): {}", path.display());
        println!("again: drive --target {target} --input {}", path.display());
        return Ok(ExitCode::FAILURE);
    }
    let mut stale = false;
    for (target, [tried, accepted]) in counts {
        println!("{target:<12} {tried:>9} inputs {accepted:>9} accepted");
        stale |= accepted == 0;
    }
    if stale {
        bail!("a target accepts nothing: its corpus is no longer what it was");
    }
    Ok(ExitCode::SUCCESS)
}

fn note(line: &str, worker: &mut Worker, counts: &mut BTreeMap<String, [u64; 2]>) {
    worker.since = Instant::now();
    let words: Vec<&str> = line.split(' ').collect();
    let number = |word: &str| word.parse().unwrap_or(0);
    match words.as_slice() {
        [target, input] => worker.trying = Some((target.to_string(), number(input))),
        [target, tried, accepted] => {
            let count = counts.entry(target.to_string()).or_default();
            *count = [count[0] + number(tried), count[1] + number(accepted)];
        }
        _ => {}
    }
}

/// Writes an input to a file.
fn keep(target: &str, seed: u64, number: u64) -> anyhow::Result<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("artifacts")
        .join(target);
    std::fs::create_dir_all(&folder)?;
    let path = folder.join(format!("{seed}-{number}"));
    std::fs::write(&path, Inputs::of(target)?.input(seed, number))?;
    Ok(path)
}
