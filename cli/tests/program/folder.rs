//! Calling the program in a folder of its own.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A small rule set.
pub const TINY: &str = include_str!("../cmd/tiny.toml");

/// The same with other moves for the rook.
pub const OTHER: &str = include_str!("../cmd/other.toml");

/// A small experiment with it.
pub const EXPERIMENT: &str = include_str!("../cmd/experiment.toml");

/// A folder with `tiny.toml`, `other.toml` and `experiment.toml`.
pub struct Folder(TempDir);

/// The exit code and the texts of a command.
pub struct Output {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Folder {
    pub fn new() -> Folder {
        let folder = Folder(tempfile::tempdir().expect("a temporary folder"));
        folder.write("tiny.toml", TINY);
        folder.write("other.toml", OTHER);
        folder.write("experiment.toml", EXPERIMENT);
        folder
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        fs::write(self.path(name), text).expect("a file is written");
    }

    /// Writes the experiment with each first text replaced by the second.
    pub fn write_experiment(&self, name: &str, changes: &[(&str, &str)]) {
        let mut text = EXPERIMENT.to_string();
        for (from, to) in changes {
            assert!(text.contains(from), "`{from}` in the experiment");
            text = text.replace(from, to);
        }
        self.write(name, text);
    }

    pub fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub fn read(&self, name: &str) -> String {
        String::from_utf8(self.bytes(name)).expect("UTF-8")
    }

    pub fn remove(&self, name: &str) {
        let path = self.path(name);
        let removed = if path.is_dir() {
            fs::remove_dir_all(path)
        } else {
            fs::remove_file(path)
        };
        removed.unwrap_or_else(|error| panic!("{name}: {error}"));
    }

    /// The files below a folder, by their names.
    pub fn files(&self, name: &str) -> BTreeMap<String, Vec<u8>> {
        fn add(files: &mut BTreeMap<String, Vec<u8>>, root: &Path, folder: &Path) {
            for entry in fs::read_dir(folder).expect("a folder") {
                let path = entry.expect("an entry").path();
                if path.is_dir() {
                    add(files, root, &path);
                } else {
                    let name = path.strip_prefix(root).expect("it lies there");
                    files.insert(name.display().to_string(), fs::read(&path).expect("a file"));
                }
            }
        }
        let mut files = BTreeMap::new();
        add(&mut files, &self.path(name), &self.path(name));
        files
    }

    /// Checks that two folders have the same files.
    #[track_caller]
    pub fn same(&self, one: &str, other: &str) {
        assert_files(&self.files(one), &self.files(other));
    }

    /// A script in this folder, which knows the program as `tradewind`.
    pub fn shell(&self, script: &str) -> Command {
        let program = Path::new(env!("CARGO_BIN_EXE_tradewind"))
            .parent()
            .expect("a folder");
        let path = std::env::var("PATH").unwrap_or_default();
        let mut command = Command::new("sh");
        command
            .args(["-c", script])
            .env("PATH", format!("{}:{path}", program.display()))
            .current_dir(self.0.path())
            .stdin(Stdio::null());
        command
    }

    /// Starts the program, and does not wait for its end.
    pub fn start(&self, arguments: &str) -> Child {
        let mut command = self.shell(&format!("exec tradewind {arguments}"));
        command.stdout(Stdio::null()).stderr(Stdio::piped());
        command.spawn().expect("the program starts")
    }

    pub fn call(&self, arguments: &str) -> Output {
        let output = self.shell(&format!("exec tradewind {arguments}")).output();
        Output::new(output.expect("the program starts"))
    }

    /// The standard output of a command that succeeds.
    #[track_caller]
    pub fn passes(&self, arguments: &str) -> String {
        self.ends(0, arguments, &[]).out
    }

    /// A command that ends with this exit code and a message with these parts.
    #[track_caller]
    pub fn ends(&self, code: i32, arguments: &str, parts: &[&str]) -> Output {
        let output = self.call(arguments);
        assert_eq!(
            output.code,
            Some(code),
            "{arguments}: {}{}",
            output.out,
            output.err
        );
        for part in parts {
            assert!(
                output.err.contains(part),
                "{arguments}: `{part}`: {}",
                output.err
            );
        }
        output
    }

    /// Checks that the program refuses its input: exit code 2, nothing on standard output, a message with
    /// these parts, and no file or folder more than before.
    #[track_caller]
    pub fn refuses(&self, arguments: &str, parts: &[&str]) {
        let names = || fs::read_dir(self.0.path()).expect("a folder").count();
        let before = names();
        let output = self.ends(2, arguments, parts);
        assert_eq!((output.out.as_str(), names()), ("", before), "{arguments}");
    }

    /// Waits until a file or folder is there.
    #[track_caller]
    pub fn wait_for(&self, name: &str) {
        let begin = Instant::now();
        while !self.path(name).exists() {
            assert!(begin.elapsed() < Duration::from_secs(60), "{name}");
            sleep(Duration::from_millis(2));
        }
    }
}

impl Output {
    fn new(output: std::process::Output) -> Output {
        let [out, err] =
            [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("UTF-8"));
        assert!(!err.contains("panicked"), "{err}");
        // A pipe gets no colours and no bar.
        assert!(
            !out.contains('\u{1b}') && !err.contains('\u{1b}'),
            "{out}{err}"
        );
        Output {
            code: output.status.code(),
            out,
            err,
        }
    }

    pub fn of(child: Child) -> Output {
        Output::new(child.wait_with_output().expect("it ends"))
    }
}

#[track_caller]
pub fn assert_files(one: &BTreeMap<String, Vec<u8>>, other: &BTreeMap<String, Vec<u8>>) {
    let names = |files: &BTreeMap<String, Vec<u8>>| files.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(one), names(other));
    let differing: Vec<&String> = one
        .keys()
        .filter(|name| one[*name] != other[*name])
        .collect();
    assert!(differing.is_empty(), "{differing:?} differ");
}
