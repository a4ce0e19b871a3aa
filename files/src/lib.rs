//! Files and text: atomic writes, bounded lines, hashes, and [`escape`] for text from elsewhere.

pub mod escape;

use sha2::{Digest, Sha256};
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, BufRead, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;
use tradewind_engine::input::text_file;

/// The longest line, in bytes; longer ones are split.
const MAX_LINE: u64 = 1 << 16;

/// The lines of a reader, trimmed. Bytes that are not UTF-8 are replaced.
pub fn lines(mut reader: impl BufRead) -> impl Iterator<Item = io::Result<String>> {
    std::iter::from_fn(move || {
        let mut line = Vec::new();
        match reader.by_ref().take(MAX_LINE).read_until(b'\n', &mut line) {
            Ok(0) => None,
            Ok(_) => Some(Ok(String::from_utf8_lossy(&line).trim().to_string())),
            Err(error) => Some(Err(error)),
        }
    })
}

/// A file that could not be read or written.
#[derive(Debug, thiserror::Error)]
#[error("cannot {action} {}: {cause}", .path.display())]
pub struct FileError {
    /// The action that failed, such as `write`.
    pub action: &'static str,
    /// The file or folder.
    pub path: PathBuf,
    /// The cause.
    pub cause: io::Error,
}

impl FileError {
    /// A function for `map_err` that adds the action and the path.
    pub fn new(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> FileError {
        let path = path.to_path_buf();
        move |cause| FileError {
            action,
            path,
            cause,
        }
    }
}

/// The names and contents of files.
pub type Files = Vec<(String, Vec<u8>)>;

/// Writes each file atomically into a folder, which is created if needed. Returns the names.
///
/// # Errors
/// A file or the folder cannot be written.
pub fn write_all<N: AsRef<str>>(
    folder: &Path,
    files: &[(N, Vec<u8>)],
) -> Result<Vec<String>, FileError> {
    make_folder(folder)?;
    let mut names = Vec::new();
    for (name, bytes) in files {
        let name = name.as_ref();
        write_whole(&folder.join(name), |file| file.write_all(bytes))?;
        names.push(name.to_string());
    }
    Ok(names)
}

/// Refuses to replace a device, pipe, socket, folder or link by a file. The path may not exist yet.
///
/// # Errors
/// The path exists and is not a regular file.
pub fn refuse_special(path: &Path) -> Result<(), FileError> {
    let cause = match fs::symlink_metadata(path) {
        Ok(found) if found.is_symlink() => io::Error::other(
            "it is not a regular file but a symbolic link; remove it, or choose another path",
        ),
        Ok(found) if !found.is_file() => text_file::not_regular(),
        _ => return Ok(()),
    };
    Err(FileError::new("write", path)(cause))
}

/// Refuses to write to a special file, or to a file that this process has read.
///
/// # Errors
/// The path is not a regular file, or is an input of this process.
pub fn check_output(path: &Path) -> Result<(), FileError> {
    refuse_special(path)?;
    if text_file::was_read(path) {
        let cause = io::Error::other("this command reads it; name another file");
        return Err(FileError::new("write", path)(cause));
    }
    Ok(())
}

/// Checks a path given by the user ([`check_output`]) and writes the file atomically
/// ([`write_whole`]).
///
/// # Errors
/// As these.
pub fn write_output(
    path: &Path,
    fill: impl FnOnce(&mut BufWriter<&mut File>) -> io::Result<()>,
) -> Result<(), FileError> {
    check_output(path)?;
    write_whole(path, fill)
}

/// Writes a file atomically: under a temporary name in the same folder, synced, then renamed.
///
/// # Errors
/// `fill` fails, the file cannot be written, or the path exists and is not a regular file.
pub fn write_whole(
    path: &Path,
    fill: impl FnOnce(&mut BufWriter<&mut File>) -> io::Result<()>,
) -> Result<(), FileError> {
    refuse_special(path)?;
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let write = || -> io::Result<()> {
        let mut temporary = new_file().tempfile_in(folder)?;
        let mut buffer = BufWriter::new(temporary.as_file_mut());
        fill(&mut buffer)?;
        buffer.flush()?;
        drop(buffer);
        temporary.as_file().sync_all()?;
        temporary.persist(path).map_err(|error| error.error)?;
        // The rename is durable only after the folder is synced.
        File::open(folder)?.sync_all()
    };
    write().map_err(FileError::new("write", path))
}

/// The prefix of temporary files.
const TEMPORARY: &str = ".tradewind-";

/// Removes the temporary files of killed processes from a folder.
///
/// # Errors
/// A file cannot be removed.
pub fn remove_temporary_files(folder: &Path) -> Result<(), FileError> {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let name = path.file_name().and_then(|name| name.to_str());
        if name.is_some_and(|name| name.starts_with(TEMPORARY)) {
            fs::remove_file(&path).map_err(FileError::new("remove", &path))?;
        }
    }
    Ok(())
}

/// A temporary file with the default permissions of a new file.
fn new_file() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(TEMPORARY);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder
}

/// The SHA-256 of concatenated parts, in hexadecimal.
pub fn sha256<'b>(parts: impl IntoIterator<Item = &'b [u8]>) -> String {
    let mut digest = Sha256::new();
    parts.into_iter().for_each(|part| digest.update(part));
    digits(digest)
}

/// The SHA-256 of the SHA-256 of each text, so that the boundaries between texts count.
pub fn sha256_of_texts<T: AsRef<str>>(texts: impl IntoIterator<Item = T>) -> String {
    let hash = |text: T| sha256([text.as_ref().as_bytes()]);
    sha256([texts.into_iter().map(hash).collect::<String>().as_bytes()])
}

/// The SHA-256 of everything a reader returns.
///
/// # Errors
/// The reader fails.
pub fn sha256_of(mut reader: impl Read) -> io::Result<String> {
    let mut digest = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        match reader.read(&mut buffer)? {
            0 => return Ok(digits(digest)),
            read => digest.update(&buffer[..read]),
        }
    }
}

fn digits(digest: Sha256) -> String {
    let digest = digest.finalize();
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The folder for damaged or foreign files.
const QUARANTINE: &str = "quarantine";

/// Moves a damaged file or folder into `folder/quarantine` and returns its new path.
///
/// # Errors
/// It cannot be moved, or is neither a regular file nor a folder.
pub fn quarantine(path: &Path, folder: &Path) -> Result<PathBuf, FileError> {
    if !path.is_dir() {
        refuse_special(path)?;
    }
    make_inside(folder, Path::new(QUARANTINE))?;
    let quarantine = folder.join(QUARANTINE);
    let part = |part: Option<&OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
    let (stem, extension) = (part(path.file_stem()), part(path.extension()));
    let name = |copy: u32| match extension.as_str() {
        "" => format!("{stem}.{copy}"),
        extension => format!("{stem}.{copy}.{extension}"),
    };
    let mut free = (1..).map(|copy| quarantine.join(name(copy)));
    let to = free.find(|to| fs::symlink_metadata(to).is_err());
    let to = to.expect("numbers do not end");
    fs::rename(path, &to).map_err(FileError::new("quarantine", path))?;
    Ok(to)
}

/// Creates a folder and its parents.
///
/// # Errors
/// The folder cannot be created.
pub fn make_folder(path: &Path) -> Result<(), FileError> {
    fs::create_dir_all(path).map_err(FileError::new("make the folder", path))
}

/// Creates the folder `root/inner`. No part of `inner` may be a symbolic link, which could lead
/// outside `root`.
///
/// # Errors
/// The folder cannot be created, or a part of `inner` is a link.
pub fn make_inside(root: &Path, inner: &Path) -> Result<(), FileError> {
    let mut path = root.to_path_buf();
    for part in inner {
        path.push(part);
        refuse_link(&path)?;
    }
    make_folder(&path)
}

/// The paths of what is in a folder, sorted; none if it does not exist.
///
/// # Errors
/// The folder exists and cannot be read.
pub fn entries_in(folder: &Path) -> Result<Vec<PathBuf>, FileError> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.and_then(|all| all.map(|one| Ok(one?.path())).collect()),
    };
    let mut entries: Vec<PathBuf> = entries.map_err(FileError::new("read", folder))?;
    entries.sort();
    Ok(entries)
}

/// The folders in a folder, without links; none if it cannot be read.
pub fn folders_in(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let folders = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
    folders.map(|entry| entry.path())
}

/// Retries of the removal of a folder in which a file appears meanwhile, and the time between them.
const REMOVAL_TRIES: u32 = 20;
const RETRY_AFTER: Duration = Duration::from_millis(50);

/// Removes a folder and its contents, if it exists. Other processes may still write into it for a
/// moment.
///
/// # Errors
/// The folder cannot be removed.
pub fn remove_folder(path: &Path) -> Result<(), FileError> {
    let mut tries = 0;
    loop {
        match fs::remove_dir_all(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error)
                if error.kind() == io::ErrorKind::DirectoryNotEmpty && tries < REMOVAL_TRIES =>
            {
                tries += 1;
                thread::sleep(RETRY_AFTER);
            }
            removed => return removed.map_err(FileError::new("remove", path)),
        }
    }
}

/// Refuses a symbolic link. The path may not exist yet.
///
/// # Errors
/// The path is a link.
pub fn refuse_link(path: &Path) -> Result<(), FileError> {
    match fs::symlink_metadata(path) {
        Ok(found) if found.is_symlink() => {
            let cause = "it is a symbolic link, which could lead out of the folder given; remove it, or name another folder";
            Err(FileError::new("write into", path)(io::Error::other(cause)))
        }
        _ => Ok(()),
    }
}

/// Reads a text file that this program wrote.
///
/// # Errors
/// The file cannot be read, is not regular, or is larger than [`text_file::MAX_BYTES`].
pub fn read_own(path: &Path) -> Result<String, FileError> {
    text_file::read(path, text_file::MAX_BYTES).map_err(FileError::new("read", path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_whole_or_absent() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("table.csv");
        write_whole(&path, |file| file.write_all(b"a,b\n")).expect("it can be written");
        assert_eq!(fs::read(&path).expect("it is there"), b"a,b\n");
        let failed = write_whole(&path, |file| {
            file.write_all(b"half")?;
            Err(io::Error::other("stop"))
        });
        assert!(
            failed
                .expect_err("it failed")
                .to_string()
                .contains("table.csv")
        );
        assert_eq!(fs::read(&path).expect("it is still there"), b"a,b\n");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    }
}
