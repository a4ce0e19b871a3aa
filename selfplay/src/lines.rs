//! Lines of other programs, which may write without end and may never read.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel, sync_channel};
use std::thread::{self, JoinHandle};

/// The longest line, in bytes; a longer one is taken for several.
const MAX_LINE: u64 = 1 << 16;
/// The maximum number of unread lines of another program; one that writes more has to wait.
const MAX_WAITING: usize = 1_000;

/// The lines of a reader, without white space around them. Bytes that are not UTF-8 are replaced.
pub fn lines(mut reader: impl BufRead) -> impl Iterator<Item = io::Result<String>> {
    std::iter::from_fn(move || {
        let mut line = Vec::new();
        match reader.by_ref().take(MAX_LINE).read_until(b'\n', &mut line) {
            Ok(0) => None,
            Ok(_) => {
                let line = String::from_utf8_lossy(&line);
                Some(Ok(line.trim().to_string()))
            }
            Err(error) => Some(Err(error)),
        }
    })
}

/// Reads the lines of another program on a thread of its own, until it ends or nobody listens any more. `note` gets each
/// when it comes.
///
/// # Errors
/// The thread cannot be started.
pub(crate) fn hear(
    output: impl Read + Send + 'static,
    note: impl Fn(&str) + Send + 'static,
) -> io::Result<Receiver<String>> {
    let (sender, heard) = sync_channel(MAX_WAITING);
    thread::Builder::new().spawn(move || {
        for line in lines(BufReader::new(output)).map_while(Result::ok) {
            note(&line);
            if sender.send(line).is_err() {
                break;
            }
        }
    })?;
    Ok(heard)
}

/// Writes to another program on a thread of its own, which ends when the program has gone or the sender is dropped: a
/// program that does not read must not block this one.
///
/// # Errors
/// The thread cannot be started.
pub(crate) fn tell(
    mut input: impl Write + Send + 'static,
) -> io::Result<(Sender<String>, JoinHandle<()>)> {
    let (sender, texts) = channel::<String>();
    let writer = thread::Builder::new().spawn(move || {
        for text in texts {
            let told = input.write_all(text.as_bytes());
            if told.and_then(|()| input.flush()).is_err() {
                break;
            }
        }
    })?;
    Ok((sender, writer))
}

/// The beginning of a text of another program, for a message.
pub(crate) fn shortened(text: &str) -> String {
    const MAX_LETTERS: usize = 300;
    match text.char_indices().nth(MAX_LETTERS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn lines_are_bounded_however_long_they_are() {
        let endless = BufReader::new(io::repeat(b'a')).take(3 << 20);
        let mut longest = 0;
        for line in lines(BufReader::new(endless)) {
            longest = longest.max(line.expect("it can be read").len());
        }
        assert_eq!(longest as u64, MAX_LINE);
        let found: Vec<String> = lines(&b"one\r\n\ntwo \xff"[..])
            .map_while(Result::ok)
            .collect();
        assert_eq!(found, ["one", "", "two \u{fffd}"]);
        assert_eq!(shortened(&"é".repeat(1_000)).chars().count(), 301);
    }

    #[test]
    fn a_flood_waits_and_a_program_that_does_not_read_blocks_nobody() {
        let noted = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&noted);
        let count = move |_: &str| {
            counter.fetch_add(1, Ordering::Relaxed);
        };
        let flood = hear(io::repeat(b'\n'), count).expect("a thread");
        thread::sleep(std::time::Duration::from_millis(50));
        assert!(noted.load(Ordering::Relaxed) <= MAX_WAITING + 1);
        drop(flood);
        let (_reader, writer) = io::pipe().expect("a pipe");
        let (sender, _) = tell(writer).expect("a thread");
        for _ in 0..100 {
            sender.send("x".repeat(1 << 16)).expect("it is taken");
        }
    }
}
