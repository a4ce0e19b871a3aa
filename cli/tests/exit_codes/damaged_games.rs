//! Files of games that somebody has changed together with their checksum: whatever a reader of Parquet makes
//! of them, the program goes on.

use super::program::{EXPERIMENT, Folder};
use super::runs::files;
use sha2::{Digest, Sha256};
use std::fs;

const CHUNK: &str = "results/games/chunk-000000.parquet";

/// The checksum of a file written into it again, if its place is still there.
fn mend(bytes: &mut [u8]) {
    let mark = [&b"tradewind.sha256"[..], &[0x18, 64]].concat();
    let Some(at) = bytes.windows(mark.len()).rposition(|part| part == mark) else {
        return;
    };
    let place = at + mark.len()..at + mark.len() + 64;
    bytes[place.clone()].fill(b'0');
    let digest = Sha256::digest(&*bytes);
    let digits: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    bytes[place].copy_from_slice(digits.as_bytes());
}

/// One byte in twelve is changed; with `TRADEWIND_LONG` one in four.
#[test]
fn no_changed_byte_ends_the_program() {
    let folder = Folder::new();
    folder.write("few.toml", &EXPERIMENT.replace("pairs = 30", "pairs = 3"));
    let run = ["run", "few.toml", "--out", "results"];
    folder.passes(&run);
    let whole = files(&folder.path("results"));
    let bytes = fs::read(folder.path(CHUNK)).expect("the games");
    let mut damaged = Vec::new();
    let is_long = std::env::var_os("TRADEWIND_LONG").is_some();
    let step = if is_long { 4 } else { 12 };
    for at in (0..bytes.len()).step_by(step) {
        // Two bits in turn: about one change in a hundred makes the library panic.
        let mut wrong = bytes.clone();
        wrong[at] ^= 1 << (at / step % 2);
        mend(&mut wrong);
        fs::write(folder.path(CHUNK), &wrong).expect("a file is written");
        let said = folder.call(&["games", "results"]);
        assert!(
            said.code.is_some_and(|code| code % 2 == 0),
            "byte {at}: {}",
            said.err
        );
        if said.code == Some(2) {
            assert!(said.err.contains(CHUNK), "{}", said.err);
            damaged.push(wrong);
        }
    }
    assert!(damaged.len() > 20, "{}", damaged.len());
    for wrong in damaged.iter().step_by(5) {
        fs::write(folder.path(CHUNK), wrong).expect("a file is written");
        let said = folder.call(&run);
        let is_of_another_version = said.err.contains("was written by tradewind");
        assert!(
            said.code == Some(0) || is_of_another_version,
            "{}",
            said.err
        );
        if said.code == Some(0) {
            fs::remove_dir_all(folder.path("results/quarantine")).expect("it is there");
            assert!(files(&folder.path("results")) == whole, "the files differ");
        }
    }
}
