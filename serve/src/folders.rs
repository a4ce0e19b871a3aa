//! The folders that are served: what is below them, by id, and what every module needs to read it.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Maximum size of a text that is read, in bytes.
const MAX_BYTES: u64 = 1 << 20;

/// Calls `see` with the id and the path of each folder and file below some folders, the folders themselves first, and
/// whether it is a folder; a folder is entered if `see` says so. Hidden ones and links are left out. At most `depth`
/// folders are within each other.
pub fn walk(folders: &[PathBuf], depth: u32, see: &mut dyn FnMut(&str, &Path, bool) -> bool) {
    for folder in folders {
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        if see(&name, folder, true) {
            walk_inside(folder, &name, depth, see);
        }
    }
}

fn walk_inside(
    folder: &Path,
    id: &str,
    depth: u32,
    see: &mut dyn FnMut(&str, &Path, bool) -> bool,
) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let Ok(kind) = entry.file_type() else {
            continue;
        };
        if name.starts_with('.') {
            continue;
        }
        let inner = format!("{id}/{name}");
        if kind.is_file() {
            see(&inner, &entry.path(), false);
        } else if kind.is_dir() && depth > 0 && see(&inner, &entry.path(), true) {
            walk_inside(&entry.path(), &inner, depth - 1, see);
        }
    }
}

/// The path with an id below some folders: the path below a folder, after the folder's name. Links are not followed, and
/// hidden files and folders are not seen. The id has at most `parts` parts after the folder's name.
pub fn inside(folders: &[PathBuf], id: &str, parts: u32) -> Option<PathBuf> {
    let most = parts as usize;
    let mut parts = id.split('/');
    let name = parts.next()?;
    let parts: Vec<&str> = parts.collect();
    let is_plain = |part: &&str| !part.is_empty() && !part.starts_with('.') && !part.contains('\\');
    if !parts.iter().all(is_plain) || parts.len() > most {
        return None;
    }
    let own = folders.iter().rev();
    let mut own = own.filter(|folder| folder.file_name().is_some_and(|known| known == name));
    own.find_map(|folder| {
        let mut path = folder.clone();
        for part in &parts {
            path.push(part);
            let is_link = path.symlink_metadata().ok()?.is_symlink();
            if is_link {
                return None;
            }
        }
        Some(path)
    })
}

/// The text of a small regular file that is no link.
pub fn small_text(path: &Path) -> Option<String> {
    let found = path.symlink_metadata().ok()?;
    let is_small = found.is_file() && found.len() < MAX_BYTES;
    is_small.then(|| fs::read_to_string(path).ok()).flatten()
}

/// The name in the text of an experiment.
pub fn name_in(text: &str) -> Option<&str> {
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("name")?.trim_start().strip_prefix('='))?;
    line.trim_start().strip_prefix('"')?.split('"').next()
}

/// A message that names a file by its id instead of its path.
pub fn hide(message: &str, path: &Path, id: &str) -> String {
    message.replace(&path.display().to_string(), id)
}

/// Locks what a thread that failed may have left, too.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
