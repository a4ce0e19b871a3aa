//! Runs that the workshop starts: experiments, and trials of rule files. They are processes of their own, which go on when
//! the server ends.

use crate::catalog::is_rule_text;
use crate::folders::{hide, inside, lock, name_in, small_text, walk};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use tradewind_selfplay::experiment::Experiment;

/// Maximum number of runs that play at the same time.
const MAX_RUNNING: usize = 4;
/// Folders within each other that are looked into.
const MAX_DEPTH: u32 = 3;
/// Folders that hold no experiments to start.
const NOT_ENTERED: [&str; 3] = ["out", "target", "node_modules"];
/// Maximum number of experiments that are listed.
const MAX_FILES: usize = 500;

/// An experiment as a line of a list.
#[derive(Clone, Debug, Serialize)]
pub struct ExperimentEntry {
    /// The id by which requests name it.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The id of the run that plays it.
    pub run: String,
    /// Whether this server plays it now.
    pub is_playing: bool,
    /// The last line that its process printed, if it failed.
    pub fault: Option<String>,
}

/// The runs that were started.
#[derive(Debug)]
pub struct Jobs {
    program: PathBuf,
    folders: Vec<PathBuf>,
    started: Mutex<BTreeMap<String, Job>>,
}

/// What a file is played as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Experiment,
    Match,
    /// A rule file against its parent.
    Trial,
}

/// The time of a trial, after which it can be resumed.
const TRIAL: &str = "10m";

#[derive(Debug)]
struct Job {
    kind: Kind,
    child: Child,
    log: PathBuf,
    /// Whether it was asked to stop.
    is_stopped: bool,
}

impl Job {
    fn is_playing(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// The last line that it printed, if it failed.
    fn fault(&mut self) -> Option<String> {
        let status = self.child.try_wait().ok()??;
        if status.success() || self.is_stopped {
            return None;
        }
        let text = fs::read_to_string(&self.log).unwrap_or_default();
        let last = text.lines().rfind(|line| !line.trim().is_empty());
        Some(last.map_or_else(|| status.to_string(), str::to_string))
    }
}

impl Jobs {
    /// Runs of experiments below some folders, whose paths are canonical, by a program.
    pub fn new(program: &Path, folders: &[PathBuf]) -> Jobs {
        Jobs {
            program: program.to_path_buf(),
            folders: folders.to_vec(),
            started: Mutex::default(),
        }
    }

    /// The experiments below the folders, and the trials that were started.
    pub fn entries(&self) -> Vec<ExperimentEntry> {
        let mut found = Vec::new();
        walk(&self.folders, MAX_DEPTH, &mut |id, path, is_folder| {
            if found.len() >= MAX_FILES {
                return false;
            }
            let name = id.rsplit_once('/').map(|(_, name)| name);
            if is_folder {
                // Folders of games have copies of their experiments.
                let is_other = name.is_some_and(|name| NOT_ENTERED.contains(&name));
                return !is_other && !path.join("games").is_dir();
            }
            let name = name.unwrap_or(id);
            if let Some(text) = name.ends_with(".toml").then(|| small_text(path)).flatten()
                && kind_of(&text).is_some_and(|kind| kind != Kind::Trial)
            {
                found.push((id.to_string(), name_in(&text).unwrap_or(name).to_string()));
            }
            true
        });
        let mut started = lock(&self.started);
        let trials = started.iter().filter(|(_, job)| job.kind == Kind::Trial);
        found.extend(trials.map(|(id, _)| (id.clone(), format!("Trial of {id}"))));
        found.sort();
        let entry = |(id, name): (String, String)| {
            let job = started.get_mut(&id);
            let kind = job.as_ref().map_or(Kind::Experiment, |job| job.kind);
            let (is_playing, fault) =
                job.map_or((false, None), |job| (job.is_playing(), job.fault()));
            let run = run_of(&id, kind);
            ExperimentEntry {
                id,
                name,
                run,
                is_playing,
                fault,
            }
        };
        found.into_iter().map(entry).collect()
    }

    /// Starts the run of an experiment or the trial of a rule file, or resumes it. Returns the id of the run.
    ///
    /// # Errors
    /// There is no such file, it has faults or starts other programs, it is being played, or the process cannot be started.
    pub fn start(&self, id: &str) -> Result<String, String> {
        let missing = || format!("there is no experiment or rule file `{id}`");
        let file = inside(&self.folders, id, MAX_DEPTH).ok_or_else(missing)?;
        let is_snapshot = file.with_file_name("games").is_dir();
        let text = small_text(&file)
            .filter(|_| !is_snapshot)
            .ok_or_else(missing)?;
        let kind = kind_of(&text).ok_or_else(missing)?;
        if kind != Kind::Trial {
            check(&file, id)?;
        }
        let mut started = lock(&self.started);
        let playing = started
            .iter_mut()
            .filter_map(|(id, job)| job.is_playing().then_some(id));
        let playing: Vec<&String> = playing.collect();
        if playing.iter().any(|one| *one == id) {
            return Err(format!("{id} is being played"));
        }
        if playing.len() >= MAX_RUNNING {
            return Err(format!(
                "{MAX_RUNNING} experiments are being played; stop one first"
            ));
        }
        let folder = file.parent().unwrap_or(Path::new(""));
        let out = folder.join("out");
        let failed = |error: std::io::Error| format!("cannot start {id}: {error}");
        let is_link = out.symlink_metadata().is_ok_and(|found| found.is_symlink());
        if is_link {
            return Err(format!("cannot start {id}: `out` is a link"));
        }
        fs::create_dir_all(&out).map_err(failed)?;
        let run = run_of(id, kind);
        let name = run.rsplit_once('/').map_or(run.as_str(), |(_, name)| name);
        let log = out.join(format!("{name}.log"));
        if log.symlink_metadata().is_ok_and(|found| !found.is_file()) {
            return Err(format!("cannot start {id}: its log is not a file"));
        }
        let output = File::create(&log).map_err(failed)?;
        let mut command = Command::new(&self.program);
        let arguments: &[&str] = match kind {
            Kind::Experiment => &["run"],
            Kind::Match => &["match"],
            Kind::Trial => &["try", "--for", TRIAL],
        };
        command
            .args(arguments)
            .arg("--out")
            .args([&out.join(name), &file])
            .stdin(Stdio::null())
            .stdout(output.try_clone().map_err(failed)?)
            .stderr(output);
        // Ctrl-C in the terminal of the server is not for it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let child = command.spawn().map_err(failed)?;
        let job = Job {
            kind,
            child,
            log,
            is_stopped: false,
        };
        started.insert(id.to_string(), job);
        Ok(run)
    }

    /// Stops a run that this server started; its games are kept.
    ///
    /// # Errors
    /// It is not being played by this server.
    pub fn stop(&self, id: &str) -> Result<(), String> {
        let mut started = lock(&self.started);
        let other = || format!("{id} is not played by this server; stop it where it was started");
        let job = started.get_mut(id).ok_or_else(other)?;
        if !job.is_playing() {
            return Err(other());
        }
        job.is_stopped = true;
        let asked = Command::new("kill")
            .args(["-INT", &job.child.id().to_string()])
            .status();
        match asked {
            Ok(status) if status.success() => Ok(()),
            _ => job
                .child
                .kill()
                .map_err(|error| format!("cannot stop {id}: {error}")),
        }
    }
}

/// Checks an experiment. One that starts other programs is not for whoever reaches the page.
fn check(file: &Path, id: &str) -> Result<(), String> {
    let experiment = Experiment::load(file).map_err(|fault| hide(&fault.to_string(), file, id))?;
    let has_engine = experiment
        .players
        .iter()
        .any(|player| player.engine.is_some());
    match has_engine {
        true => Err(format!(
            "{id} starts other programs as players; play it in a terminal"
        )),
        false => Ok(()),
    }
}

/// The id of the run of a file, in `out` beside its file.
fn run_of(id: &str, kind: Kind) -> String {
    let (folder, file) = id.rsplit_once('/').unwrap_or(("", id));
    let before = if kind == Kind::Trial { "trial-" } else { "" };
    format!("{folder}/out/{before}{}", file.trim_end_matches(".toml"))
}

/// What the file with a text is played as; `None` if it is neither an experiment nor a rule file.
fn kind_of(text: &str) -> Option<Kind> {
    let has = |start: &str| text.lines().any(|line| line.starts_with(start));
    let is_experiment =
        has("ply_cap") && has("pairs") && has("seed") && (has("[rules]") || has("[[rules]]"));
    match is_experiment {
        true if has("[match]") => Some(Kind::Match),
        true => Some(Kind::Experiment),
        false => is_rule_text(text).then_some(Kind::Trial),
    }
}
