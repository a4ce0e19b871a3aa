//! Running another program (an engine, an executor): its lines, and killing it with the processes
//! that it has started.
//!
//! The processes of its group are found by the system. One that starts a session of its own leaves
//! the group, but inherits the environment: on Linux it is found by a variable there.

use std::io::{self, BufReader, PipeReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel, sync_channel};
use std::thread::{self, JoinHandle};
use tradewind_files::lines;

/// The maximum number of unread lines; a program that writes more has to wait.
const MAX_UNREAD: usize = 1_000;

/// A running program. It is not killed when dropped.
#[derive(Debug)]
pub(crate) struct Process {
    pub child: Child,
    /// The lines of its standard output; disconnected when that is closed.
    pub output: Receiver<String>,
    /// Text for the thread that writes to its standard input; `None` once that is closed.
    pub input: Option<Sender<String>>,
    writer: JoinHandle<()>,
    /// A second reading end of its standard input.
    unread: PipeReader,
    /// The name and value of the environment variable that marks it and the processes that it starts.
    mark: (&'static str, String),
}

impl Process {
    /// Starts a program as the leader of a process group, so that Ctrl-C does not reach it.
    /// `observer` gets its process id and returns a function that is called with each line of
    /// output as it arrives. `variable` marks the program: executors and the engines that they start
    /// have different ones, so that an engine is marked by both.
    pub fn start<F: Fn(&str) + Send + 'static>(
        variable: &'static str,
        mut command: Command,
        observer: impl FnOnce(u32) -> F,
    ) -> io::Result<Process> {
        static STARTED: AtomicU64 = AtomicU64::new(0);
        let number = STARTED.fetch_add(1, Ordering::Relaxed);
        let mark = format!("{}-{number}", std::process::id());
        let (unread, input) = io::pipe()?;
        command
            .env(variable, &mark)
            .stdin(unread.try_clone()?)
            .stdout(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let output = child.stdout.take().expect("it is piped");
        let (input, writer) = write_on_thread(input)?;
        Ok(Process {
            output: read_on_thread(output, observer(child.id()))?,
            child,
            input: Some(input),
            writer,
            unread,
            mark: (variable, mark),
        })
    }

    /// Passes text to the thread that writes. If the program has ended, its output shows it.
    pub fn write(&self, text: String) {
        let input = self.input.as_ref().expect("standard input is open");
        let _ = input.send(text);
    }

    /// Whether it has read all of its standard input, which is closed.
    pub(crate) fn has_read_all(&self) -> bool {
        // Reading does not block when nobody can write any more.
        self.writer.is_finished() && (&self.unread).read(&mut [0]).is_ok_and(|read| read == 0)
    }

    /// Kills the program and the processes that it has started.
    pub fn kill(&mut self) {
        #[cfg(unix)]
        self.kill_started();
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    #[cfg(unix)]
    fn kill_started(&self) {
        use nix::sys::signal::{Signal, kill, killpg};
        use nix::unistd::Pid;
        if let Ok(group) = i32::try_from(self.child.id()) {
            let _ = killpg(Pid::from_raw(group), Signal::SIGKILL);
        }
        // A process may have started another one before it was killed.
        for _ in 0..10 {
            let found = self.marked();
            if found.is_empty() {
                break;
            }
            for process in found {
                let _ = kill(Pid::from_raw(process), Signal::SIGKILL);
            }
        }
    }

    /// The running processes with the mark; none where there is no `/proc`.
    #[cfg(unix)]
    fn marked(&self) -> Vec<i32> {
        let entry = format!("{}={}", self.mark.0, self.mark.1);
        let is_marked = |process: &i32| {
            // The environment of other users' processes cannot be read.
            let environment = std::fs::read(format!("/proc/{process}/environ")).unwrap_or_default();
            environment
                .split(|byte| *byte == 0)
                .any(|one| one == entry.as_bytes())
        };
        let all = std::fs::read_dir("/proc").into_iter().flatten().flatten();
        all.filter_map(|process| process.file_name().to_str()?.parse().ok())
            .filter(is_marked)
            .collect()
    }
}

/// Reads lines until the end, or until the receiver is dropped.
fn read_on_thread(
    output: impl Read + Send + 'static,
    observer: impl Fn(&str) + Send + 'static,
) -> io::Result<Receiver<String>> {
    let (sender, receiver) = sync_channel(MAX_UNREAD);
    thread::Builder::new().spawn(move || {
        for line in lines(BufReader::new(output)).map_while(Result::ok) {
            observer(&line);
            if sender.send(line).is_err() {
                break;
            }
        }
    })?;
    Ok(receiver)
}

/// Writes texts until the reader has gone or the sender is dropped: a program that does not read
/// must not block this one.
fn write_on_thread(
    mut input: impl Write + Send + 'static,
) -> io::Result<(Sender<String>, JoinHandle<()>)> {
    let (sender, texts) = channel::<String>();
    let writer = thread::Builder::new().spawn(move || {
        for text in texts {
            let written = input.write_all(text.as_bytes());
            if written.and_then(|()| input.flush()).is_err() {
                break;
            }
        }
    })?;
    Ok((sender, writer))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::AtomicUsize;

    #[test]
    fn a_flood_waits_and_a_program_that_does_not_read_blocks_nobody() {
        let seen = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&seen);
        let count = move |_: &str| {
            counter.fetch_add(1, Ordering::Relaxed);
        };
        let flood = read_on_thread(io::repeat(b'\n'), count).expect("a thread");
        thread::sleep(std::time::Duration::from_millis(50));
        assert!(seen.load(Ordering::Relaxed) <= MAX_UNREAD + 1);
        drop(flood);
        let (_reader, writer) = io::pipe().expect("a pipe");
        let (sender, _) = write_on_thread(writer).expect("a thread");
        for _ in 0..100 {
            sender.send("x".repeat(1 << 16)).expect("it is taken");
        }
    }
}
