//! Inputs of several files.

use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;

/// The beginning of a line that names the next file, as in the documentation of rule files.
const MARK: &str = "# file: ";

/// A temporary folder with the files of an input.
pub struct ScratchFolder {
    folder: TempDir,
    /// The path of the first file.
    pub first: PathBuf,
}

impl ScratchFolder {
    /// Writes the files: first `input.toml`, and after a line `# file: NAME.toml` the file of that name.
    pub fn of(data: &[u8]) -> ScratchFolder {
        let folder = tempfile::tempdir().expect("a folder for files");
        let first = folder.path().join("input.toml");
        let mut path = first.clone();
        let mut from = 0;
        let mut at = 0;
        for line in data.split_inclusive(|&byte| byte == b'\n') {
            if let Some(name) = name(line) {
                fs::write(&path, &data[from..at]).expect("the file can be written");
                path = folder.path().join(name);
                from = at;
            }
            at += line.len();
        }
        fs::write(&path, &data[from..]).expect("the file can be written");
        if !first.exists() {
            fs::write(&first, "").expect("the file can be written");
        }
        ScratchFolder { folder, first }
    }

    /// The path of a file, which need not exist.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The path of the first file as text.
    pub fn first_text(&self) -> &str {
        self.first.to_str().expect("folders here have plain names")
    }

    /// The names of the files and folders, sorted.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.folder.path()).expect("the folder is there");
        let names = entries.map(|entry| entry.expect("an entry").file_name());
        let mut names: Vec<String> = names
            .map(|name| name.to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }
}

/// The file name in a line. It cannot lead out of the folder.
fn name(line: &[u8]) -> Option<&str> {
    let line = line.strip_prefix(MARK.as_bytes())?.trim_ascii_end();
    let stem = line.strip_suffix(b".toml")?;
    let is_plain = |byte: &u8| byte.is_ascii_lowercase() || *byte == b'-';
    let fits = (1..=20).contains(&stem.len()) && stem.iter().all(is_plain);
    std::str::from_utf8(line).ok().filter(|_| fits)
}
