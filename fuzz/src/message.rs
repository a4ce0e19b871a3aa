//! What the program would print.

use std::io::{self, Write};
use std::sync::Mutex;

static SAID: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// Standard output.
pub fn out() -> impl Write {
    Said
}

struct Said;

impl Write for Said {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut said = SAID.lock().expect("a writer has not panicked");
        said.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What has been printed since this was last asked.
pub fn take() -> String {
    let mut said = SAID.lock().expect("a writer has not panicked");
    String::from_utf8(std::mem::take(&mut *said)).expect("texts are printed")
}
