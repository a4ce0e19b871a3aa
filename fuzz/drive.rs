//! Fuzzing without coverage, on the stable compiler: mutates the inputs of the corpus at random and tries them, target by
//! target.
//!
//! Each input is written to a file before it is tried. The file of a failure is left, however the process ended.

#[path = "../engine/tests/properties/random_rules.rs"]
mod random_rules;

use anyhow::{Context, ensure};
use clap::Parser;
use cpu_time::ProcessTime;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use random_rules::{Kind, rule_file};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use std::{fs, process, thread};
use tradewind_fuzz::{TARGETS, Target};

/// The maximum length of a mutated input, in bytes.
const MAX_LENGTH: usize = 1 << 16;
/// The maximum processor time of an input. It does not depend on how busy the machine is.
const MAX_TIME: Duration = Duration::from_secs(2);
/// The processor time after which an input is stopped.
const MAX_HANG: Duration = Duration::from_secs(60);
/// The time after which an input is stopped that waits without using the processor.
const MAX_WAIT: Duration = Duration::from_secs(600);

/// When the current input was begun.
static BEGIN: Mutex<Option<(ProcessTime, Instant)>> = Mutex::new(None);

/// Tries random inputs on everything that Tradewind reads
#[derive(Parser)]
struct Arguments {
    /// Duration of all targets together
    #[arg(long, default_value_t = 60.0)]
    seconds: f64,
    /// Seed of the inputs; the time by default
    #[arg(long)]
    seed: Option<u64>,
    /// The only target
    #[arg(long, value_parser = target)]
    target: Option<Target>,
    /// A file to try on the target instead
    #[arg(long, requires = "target")]
    input: Option<PathBuf>,
}

fn target(name: &str) -> Result<Target, String> {
    let found = TARGETS.iter().find(|target| target.name == name);
    let names = TARGETS.map(|target| target.name);
    found
        .copied()
        .ok_or_else(|| format!("the targets are {}", names.join(", ")))
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    if let (Some(file), Some(target)) = (&arguments.input, arguments.target) {
        let input = fs::read(file).with_context(|| file.display().to_string())?;
        println!("accepted: {}", (target.run)(&input));
        return Ok(());
    }
    let time = SystemTime::now().duration_since(UNIX_EPOCH)?;
    let seed = arguments.seed.unwrap_or(time.as_secs());
    let targets = arguments
        .target
        .map_or(TARGETS.to_vec(), |target| vec![target]);
    let duration = Duration::from_secs_f64(arguments.seconds / targets.len() as f64);
    println!("seed {seed}");
    thread::spawn(stop_hanging_inputs);
    for target in targets {
        fuzz(target, seed, duration)?;
    }
    Ok(())
}

/// Tries the corpus and then mutated inputs on a target.
///
/// # Panics
/// An input fails or is slow.
fn fuzz(target: Target, seed: u64, duration: Duration) -> anyhow::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let name = target.name;
    let mut paths = Vec::new();
    for entry in fs::read_dir(root.join("corpus").join(name))? {
        paths.push(entry?.path());
    }
    paths.sort();
    let corpus = paths.iter().map(fs::read).collect::<Result<Vec<_>, _>>()?;
    let words = fs::read_to_string(root.join(format!("dictionaries/{name}.dict")))?;
    let words: Option<Vec<_>> = words.lines().map(word).collect();
    let words = words.with_context(|| format!("{name}.dict has an invalid line"))?;
    let artifact = root.join(format!("artifacts/{name}-{seed}"));
    fs::create_dir_all(root.join("artifacts"))?;
    println!("{name:<12} the input of a failure: {}", artifact.display());
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let (begin, mut tried, mut accepted) = (Instant::now(), 0, 0);
    while tried < corpus.len() || begin.elapsed() < duration {
        let input = match corpus.get(tried) {
            Some(input) => input.clone(),
            None => mutated(&corpus, &words, name == "rules", &mut random),
        };
        fs::write(&artifact, &input)?;
        let begin = ProcessTime::now();
        *BEGIN.lock().expect("no panic") = Some((begin, Instant::now()));
        accepted += usize::from((target.run)(&input));
        let taken = begin.elapsed();
        assert!(taken <= MAX_TIME, "took {taken:?}");
        tried += 1;
    }
    fs::remove_file(&artifact)?;
    println!("{name:<12} {tried:>9} inputs {accepted:>9} accepted");
    ensure!(
        accepted > 0,
        "no input of {name} is accepted: renew its corpus"
    );
    Ok(())
}

/// Ends the process when an input hangs.
fn stop_hanging_inputs() {
    loop {
        thread::sleep(Duration::from_secs(1));
        let begin = *BEGIN.lock().expect("no panic");
        if begin.is_some_and(|(cpu, wall)| cpu.elapsed() > MAX_HANG || wall.elapsed() > MAX_WAIT) {
            eprintln!("the input hangs");
            process::abort();
        }
    }
}

/// The word of a line of a dictionary, in libFuzzer's format. `None` for an invalid line.
fn word(line: &str) -> Option<Vec<u8>> {
    let mut text = line.strip_prefix('"')?.strip_suffix('"')?.bytes();
    let mut word = Vec::new();
    while let Some(mut byte) = text.next() {
        if byte == b'\\' {
            byte = text.next()?;
            if byte == b'x' {
                let digits = [text.next()?, text.next()?];
                byte = u8::from_str_radix(str::from_utf8(&digits).ok()?, 16).ok()?;
            }
        }
        word.push(byte);
    }
    Some(word)
}

/// An input of the corpus or a random rule file, with some mutations.
fn mutated(
    corpus: &[Vec<u8>],
    words: &[Vec<u8>],
    makes_rules: bool,
    random: &mut ChaCha8Rng,
) -> Vec<u8> {
    let any =
        |all: &[Vec<u8>], random: &mut ChaCha8Rng| all.choose(random).cloned().unwrap_or_default();
    let (mut data, mut mutations) = (any(corpus, random), random.random_range(1..=4));
    if makes_rules && random.random_bool(0.4) {
        let is_plain = random.random_bool(0.1);
        let kind = if is_plain { Kind::Plain } else { Kind::Powers };
        data = rule_file(kind, random).into_bytes();
        mutations = random.random_range(0..=2);
    }
    for _ in 0..mutations {
        let part = *Part::ALL.choose(random).expect("a part");
        let mut place = part.find(&data, random);
        let with = match random.random_range(0..6) {
            0 => Vec::new(),
            1 => vec![random.random()],
            2 => data[place.clone()].repeat(2),
            3 => any(words, random),
            _ => {
                let other = any(corpus, random);
                other[part.find(&other, random)].to_vec()
            }
        };
        if random.random_bool(0.2) {
            // An insertion.
            place.end = place.start;
        }
        data.splice(place, with);
    }
    data.truncate(MAX_LENGTH);
    data
}

/// A part of an input that is replaced.
#[derive(Clone, Copy)]
enum Part {
    /// Some bytes.
    Bytes,
    /// A word, a number or a sign.
    Token,
    /// A line with its end.
    Line,
    /// The rest of a line after its first equals sign, or the whole line.
    Value,
}

impl Part {
    const ALL: [Part; 6] = [
        Part::Bytes,
        Part::Token,
        Part::Token,
        Part::Token,
        Part::Line,
        Part::Value,
    ];

    /// A random part of this kind.
    fn find(self, data: &[u8], random: &mut ChaCha8Rng) -> Range<usize> {
        let at = random.random_range(0..=data.len());
        // The run of bytes around a place for which a test holds.
        let run = |holds: fn(&u8) -> bool| {
            let before = data[..at].iter().rev().take_while(|byte| holds(byte));
            let after = data[at..].iter().take_while(|byte| holds(byte));
            at - before.count()..at + after.count()
        };
        let line = || {
            let line = run(|&byte| byte != b'\n');
            line.start..(line.end + 1).min(data.len())
        };
        match self {
            Part::Bytes => {
                let length = 1_usize << random.random_range(0..8_u32);
                at..(at + length).min(data.len())
            }
            Part::Token => {
                let token = run(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(byte));
                let is_sign = token.is_empty();
                token.start..(token.end + usize::from(is_sign)).min(data.len())
            }
            Part::Line => line(),
            Part::Value => {
                let line = line();
                let sign = data[line.clone()].iter().position(|&byte| byte == b'=');
                sign.map_or(line.start, |sign| line.start + sign + 1)..line.end
            }
        }
    }
}
