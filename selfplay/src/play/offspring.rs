//! The processes that another program (an engine, an executor) has started, to end them with it.
//!
//! Those in its process group are found by the system. One that begins a session of its own leaves the
//! group, but inherits the environment of the program: on Linux it is known by a mark in that.

use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};

/// The mark of one program: a variable of its environment.
#[derive(Debug)]
pub(crate) struct Offspring {
    variable: &'static str,
    mark: String,
}

impl Offspring {
    /// Marks a program that is about to be started, as the leader of a group of its own. Executors and the engines
    /// that they start have variables of their own, so that an engine is marked by both.
    pub(crate) fn of(variable: &'static str, command: &mut Command) -> Offspring {
        static STARTED: AtomicU64 = AtomicU64::new(0);
        let number = STARTED.fetch_add(1, Ordering::Relaxed);
        let mark = format!("{}-{number}", std::process::id());
        command.env(variable, &mark);
        // Ctrl-C is not for it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        Offspring { variable, mark }
    }

    /// Kills the group of a program with this process id, and what has left it.
    #[cfg(unix)]
    pub(crate) fn kill(&self, program: u32) {
        use nix::sys::signal::{Signal, kill, killpg};
        use nix::unistd::Pid;
        // What is gone already cannot be killed.
        if let Ok(group) = i32::try_from(program) {
            let _ = killpg(Pid::from_raw(group), Signal::SIGKILL);
        }
        // One that is found may have started another one before it was killed.
        for _ in 0..10 {
            let found = self.found();
            if found.is_empty() {
                break;
            }
            for process in found {
                let _ = kill(Pid::from_raw(process), Signal::SIGKILL);
            }
        }
    }

    /// The processes that have the mark; those that have ended have no environment any more.
    #[cfg(unix)]
    fn found(&self) -> Vec<i32> {
        let entry = format!("{}={}", self.variable, self.mark);
        let is_marked = |process: &i32| {
            // Those of others cannot be read.
            let environment = std::fs::read(format!("/proc/{process}/environ")).unwrap_or_default();
            environment
                .split(|byte| *byte == 0)
                .any(|one| one == entry.as_bytes())
        };
        // Other systems have no such folder.
        let all = std::fs::read_dir("/proc").into_iter().flatten().flatten();
        all.filter_map(|process| process.file_name().to_str()?.parse().ok())
            .filter(is_marked)
            .collect()
    }

    /// What a program has started goes on where there are no groups of processes.
    #[cfg(not(unix))]
    pub(crate) fn kill(&self, _program: u32) {}
}
