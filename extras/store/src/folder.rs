//! The files of a folder to be stored.

use anyhow::{Context, bail};
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Component, Path, PathBuf};
use std::time::UNIX_EPOCH;
use tradewind_files::{FileError, make_folder, write_whole};

/// Folders of a run that are not stored: unfinished units, and damaged files.
const EXCLUDED: [&str; 2] = ["units", "quarantine"];

/// The prefix of temporary files and locks.
const HIDDEN: &str = ".tradewind";

/// The inode, modification time in nanoseconds since 1970, and length of a file. It changes when
/// the file is rewritten.
pub type Stamp = (u64, u64, u64);

/// The files to be stored, by path relative to the folder, with `/` as the separator.
///
/// # Errors
/// The folder cannot be read.
pub fn files(folder: &Path) -> anyhow::Result<BTreeMap<String, Stamp>> {
    let mut found = BTreeMap::new();
    if folder.exists() {
        collect(folder, "", &mut found)
            .with_context(|| format!("cannot read {}", folder.display()))?;
    }
    Ok(found)
}

fn collect(folder: &Path, before: &str, found: &mut BTreeMap<String, Stamp>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else {
            continue;
        };
        if name.starts_with(HIDDEN) || (before.is_empty() && EXCLUDED.contains(&name.as_str())) {
            continue;
        }
        let whole = format!("{before}{name}");
        let kind = entry.file_type()?;
        if kind.is_dir() {
            collect(&entry.path(), &format!("{whole}/"), found)?;
        } else if kind.is_file() {
            // A running program may have removed it.
            if let Some(stamp) = stamp(&entry.path())? {
                found.insert(whole, stamp);
            }
        }
    }
    Ok(())
}

/// The stamp of a file; `None` if it does not exist.
///
/// # Errors
/// The file cannot be accessed.
pub fn stamp(file: &Path) -> io::Result<Option<Stamp>> {
    match fs::metadata(file) {
        Ok(data) => {
            let since = data.modified()?.duration_since(UNIX_EPOCH);
            let nanoseconds = since.map_or(0, |since| since.as_nanos() as u64);
            Ok(Some((data.ino(), nanoseconds, data.len())))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// The path of a file in a folder.
///
/// # Errors
/// The name leads out of the folder.
pub fn inside(folder: &Path, name: &str) -> anyhow::Result<PathBuf> {
    let inner = Path::new(name);
    let is_plain = |part: Component<'_>| matches!(part, Component::Normal(_));
    if name.is_empty() || !inner.components().all(is_plain) {
        bail!("the object name {name:?} is not a path inside a folder");
    }
    Ok(folder.join(inner))
}

/// Writes a file atomically, and creates its folders.
///
/// # Errors
/// The file cannot be written.
pub fn write(file: &Path, bytes: &[u8]) -> Result<(), FileError> {
    make_folder(file.parent().unwrap_or(Path::new("")))?;
    write_whole(file, |out| out.write_all(bytes))
}
