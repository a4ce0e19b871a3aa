//! The files of a folder that belong into a store.

use anyhow::{Context, bail};
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Component, Path, PathBuf};
use std::time::UNIX_EPOCH;

/// Folders of a run that are of no use elsewhere: games on their way, and files that were not what they should be.
const LEFT_OUT: [&str; 2] = ["units", "quarantine"];

/// How the names of files begin that are being written, and of locks.
const HIDDEN: &str = ".tradewind";

/// A file's number in its file system, when it was written, in nanoseconds since 1970, and how long it is: one that is
/// written anew has another.
pub type Stamp = (u64, u64, u64);

/// The files of a folder that belong into a store, by their names below it, with `/` between parts.
///
/// # Errors
/// What the system reports, with the path.
pub fn files(folder: &Path) -> anyhow::Result<BTreeMap<String, Stamp>> {
    let mut found = BTreeMap::new();
    if folder.exists() {
        look(folder, "", &mut found)
            .with_context(|| format!("cannot read {}", folder.display()))?;
    }
    Ok(found)
}

fn look(folder: &Path, before: &str, found: &mut BTreeMap<String, Stamp>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else {
            continue;
        };
        if name.starts_with(HIDDEN) || (before.is_empty() && LEFT_OUT.contains(&name.as_str())) {
            continue;
        }
        let whole = format!("{before}{name}");
        let kind = entry.file_type()?;
        if kind.is_dir() {
            look(&entry.path(), &format!("{whole}/"), found)?;
        } else if kind.is_file() {
            // It may be gone by now: a program is at work here.
            if let Some(stamp) = stamp(&entry.path())? {
                found.insert(whole, stamp);
            }
        }
    }
    Ok(())
}

/// The stamp of a file; `None` when it is not there.
///
/// # Errors
/// What the system reports.
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

/// The path of a file below a folder.
///
/// # Errors
/// Its name leads out of the folder.
pub fn inside(folder: &Path, name: &str) -> anyhow::Result<PathBuf> {
    let inner = Path::new(name);
    let is_plain = |part: Component<'_>| matches!(part, Component::Normal(_));
    if name.is_empty() || !inner.components().all(is_plain) {
        bail!("an object is called {name:?}, which is no file below a folder");
    }
    Ok(folder.join(inner))
}

/// Writes a file whole or not at all, and the folders that it lies in.
///
/// # Errors
/// What the system reports.
pub fn write(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    fs::create_dir_all(folder)?;
    let mut temporary = tempfile::Builder::new()
        .prefix(".tradewind-")
        .permissions(PermissionsExt::from_mode(0o666))
        .tempfile_in(folder)?;
    temporary.write_all(bytes)?;
    temporary.as_file().sync_all()?;
    temporary.persist(file)?;
    Ok(())
}
