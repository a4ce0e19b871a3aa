//! Files that appear whole or not at all.

use sha2::{Digest, Sha256};
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;
use tradewind_engine::input::text_file;

/// A file that could not be read or written.
#[derive(Debug, thiserror::Error)]
#[error("cannot {what} {}: {cause}", .path.display())]
pub struct FileError {
    /// What was tried, such as `write`.
    pub what: &'static str,
    /// The file or folder.
    pub path: PathBuf,
    /// What the system said.
    pub cause: io::Error,
}

impl FileError {
    /// For `map_err`: what was tried with which file.
    pub fn new(what: &'static str, path: &Path) -> impl FnOnce(io::Error) -> FileError {
        let path = path.to_path_buf();
        move |cause| FileError { what, path, cause }
    }
}

/// Whole files of a folder, by their names.
pub type Files = Vec<(String, Vec<u8>)>;

/// Writes files with these names into a folder, which is made if it is not there, each whole or not at
/// all. Returns their names.
///
/// # Errors
/// What the system reports, with the path.
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

/// Refuses a path at which a device, pipe, socket, folder or link lies: a new file would take its place. A path at which
/// nothing lies is fine.
///
/// # Errors
/// It is not a regular file.
pub fn refuse_special(path: &Path) -> Result<(), FileError> {
    let Ok(found) = fs::symlink_metadata(path) else {
        return Ok(());
    };
    if found.is_file() {
        return Ok(());
    }
    let cause = match found.is_symlink() {
        true => io::Error::other("it is not a regular file but a symbolic link; name another file"),
        false => text_file::not_regular(),
    };
    Err(FileError::new("write", path)(cause))
}

/// Refuses a path that the user gave for a file if writing there would destroy something: a special file, or a file that
/// this process has read.
///
/// # Errors
/// It is not a regular file, or was read.
pub fn check_output(path: &Path) -> Result<(), FileError> {
    refuse_special(path)?;
    if text_file::was_read(path) {
        let cause = io::Error::other("this command reads it; name another file");
        return Err(FileError::new("write", path)(cause));
    }
    Ok(())
}

/// Writes a file at a path that the user gave, as [`write_whole`].
///
/// # Errors
/// As [`check_output`] and [`write_whole`].
pub fn write_output(
    path: &Path,
    fill: impl FnOnce(&mut BufWriter<&mut File>) -> io::Result<()>,
) -> Result<(), FileError> {
    check_output(path)?;
    write_whole(path, fill)
}

/// Writes a file under a temporary name beside its place, syncs it, and renames it: whatever
/// happens, the file is there whole or not at all.
///
/// # Errors
/// What `fill` or the system reports, with the path; or something lies there that is not a regular file.
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
        // The new name itself is only safe once the folder is synced.
        File::open(folder)?.sync_all()
    };
    write().map_err(FileError::new("write", path))
}

/// How the names of files begin that are being written.
const LEFTOVER: &str = ".tradewind-";

/// Whether a file is one that was never finished: the program was killed while it wrote.
pub fn is_leftover(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    name.is_some_and(|name| name.starts_with(LEFTOVER))
}

/// A temporary file that anybody may read who may read files made here, as results should be.
fn new_file() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(LEFTOVER);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder
}

/// The SHA-256 of some bytes that follow each other, in hexadecimal digits.
pub fn sha256<'b>(parts: impl IntoIterator<Item = &'b [u8]>) -> String {
    let mut digest = Sha256::new();
    parts.into_iter().for_each(|part| digest.update(part));
    digits(digest)
}

/// The SHA-256 of some texts in their order, each by its own, so that a piece of one cannot be taken for a piece of another.
pub fn sha256_of_texts<T: AsRef<str>>(texts: impl IntoIterator<Item = T>) -> String {
    let texts = texts.into_iter();
    let parts: Vec<String> = texts
        .map(|text| sha256([text.as_ref().as_bytes()]))
        .collect();
    sha256(parts.iter().map(String::as_bytes))
}

/// The SHA-256 of all that a reader gives, however much that is.
///
/// # Errors
/// What the system reports.
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

/// Where files go that are not what they should be.
const QUARANTINE: &str = "quarantine";

/// Moves a file or folder out of the way, into a folder of a result's folder for such; returns where
/// it is now.
///
/// # Errors
/// What the system reports; or it is neither a regular file nor a folder.
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
    let to = (1..)
        .map(|copy| quarantine.join(name(copy)))
        .find(|to| fs::symlink_metadata(to).is_err())
        .expect("numbers do not end");
    fs::rename(path, &to).map_err(FileError::new("quarantine", path))?;
    Ok(to)
}

/// Makes a folder and those above it.
///
/// # Errors
/// What the system reports, with the path.
pub fn make_folder(path: &Path) -> Result<(), FileError> {
    fs::create_dir_all(path).map_err(FileError::new("make the folder", path))
}

/// Makes a folder inside of one that was given, and those between. None of them may be a symbolic link:
/// what is written there would land outside.
///
/// # Errors
/// What the system reports, with the path; or one of them is a link.
pub fn make_inside(root: &Path, inner: &Path) -> Result<(), FileError> {
    let mut path = root.to_path_buf();
    for part in inner {
        path.push(part);
        refuse_link(&path)?;
    }
    make_folder(&path)
}

/// How often a folder is looked at again in which a file has appeared while it was removed, and after how long.
const REMOVAL_TRIES: u32 = 20;
const TRY_AGAIN_AFTER: Duration = Duration::from_millis(50);

/// Removes a folder with what is in it; it may be gone. Whoever still writes into it for a moment does no harm.
///
/// # Errors
/// What the system reports, with the path.
pub fn remove_folder(path: &Path) -> Result<(), FileError> {
    let mut tries = 0;
    loop {
        match fs::remove_dir_all(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error)
                if error.kind() == io::ErrorKind::DirectoryNotEmpty && tries < REMOVAL_TRIES =>
            {
                tries += 1;
                thread::sleep(TRY_AGAIN_AFTER);
            }
            removed => return removed.map_err(FileError::new("remove", path)),
        }
    }
}

/// Refuses a path that is a symbolic link; one where there is nothing is fine.
///
/// # Errors
/// It is a link.
pub fn refuse_link(path: &Path) -> Result<(), FileError> {
    match fs::symlink_metadata(path) {
        Ok(found) if found.is_symlink() => {
            let message = "it is a symbolic link, which could lead out of the folder given; remove \
                           it, or name another folder";
            Err(FileError::new("write into", path)(io::Error::other(
                message,
            )))
        }
        _ => Ok(()),
    }
}

/// The text of a file that the program wrote.
///
/// # Errors
/// What the system reports, with the path; or it is not a regular file, or too large for one of ours.
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
