//! Files of games that were changed together with their checksum: whatever a reader of Parquet makes of them, the
//! program goes on.

use super::folder::{Folder, assert_files};
use sha2::{Digest, Sha256};

const CHUNK: &str = "results/games/chunk-000000.parquet";

/// Writes the checksum of a file into it again, if its place is still there.
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

/// Changes one byte in `step`.
fn changed_bytes(step: usize) {
    let folder = Folder::new();
    folder.write_experiment("few.toml", &[("pairs = 30", "pairs = 3")]);
    let run = "run few.toml --out results";
    folder.passes(run);
    let whole = folder.files("results");
    let bytes = folder.bytes(CHUNK);
    let mut damaged = Vec::new();
    for at in (0..bytes.len()).step_by(step) {
        // Two bits in turn: about one change in a hundred makes the library panic.
        let mut wrong = bytes.clone();
        wrong[at] ^= 1 << (at / step % 2);
        mend(&mut wrong);
        folder.write(CHUNK, &wrong);
        let said = folder.call("games results");
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
    assert!(damaged.len() * step > 120, "{}", damaged.len());
    for wrong in damaged.iter().step_by(5) {
        folder.write(CHUNK, wrong);
        let said = folder.call(run);
        if said.code == Some(0) {
            folder.remove("results/quarantine");
            assert_files(&folder.files("results"), &whole);
        } else {
            assert!(
                said.err.contains("was written by tradewind"),
                "{}",
                said.err
            );
        }
    }
}

#[test]
fn no_changed_byte_ends_the_program() {
    changed_bytes(60);
}

#[test]
#[ignore = "long: run by .ci/full"]
fn no_changed_byte_of_many_ends_the_program() {
    changed_bytes(4);
}
