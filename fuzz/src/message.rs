//! What the program would print.

use std::io::{self, Write};
use std::sync::Mutex;

static SAID: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// Standard output, which holds lines back until they are whole.
pub fn out() -> impl Write {
    MessageLine(Vec::new())
}

struct MessageLine(Vec<u8>);

impl Write for MessageLine {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let mut said = SAID.lock().expect("a writer has not panicked");
        said.append(&mut self.0);
        Ok(())
    }
}

/// What has been printed since this was last asked.
pub fn take() -> String {
    let mut said = SAID.lock().expect("a writer has not panicked");
    String::from_utf8(std::mem::take(&mut *said)).expect("texts are printed")
}
