//! Calling the program in a folder of its own.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
#[cfg(unix)]
use std::process::{Child, Stdio};
use tempfile::TempDir;

/// A small rule set.
pub const TINY: &str = include_str!("tiny.toml");

/// The same with other moves for the rook.
pub const OTHER: &str =
    "extends = \"tiny.toml\"\nname = \"Tiny, changed\"\n[[piece]]\ntext = \"R\"\nmoves = \"Q\"\n";

/// A small experiment with it.
pub const EXPERIMENT: &str = "\
name = \"tiny games\"
seed = 7
pairs = 30
ply_cap = 40

[rules]
id = \"tiny.toml\"

[player]
depth = 1
noise = 50
weights = \"untuned\"
[opening]
plies = 3

[estimates]
bootstrap = 40
";

/// A folder with `tiny.toml` and `experiment.toml`.
pub struct Folder(TempDir);

/// What the program did.
pub struct Said {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Folder {
    pub fn new() -> Folder {
        let folder = Folder(tempfile::tempdir().expect("a temporary folder"));
        folder.write("tiny.toml", TINY);
        folder.write("experiment.toml", EXPERIMENT);
        folder
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).expect("a file is written");
    }

    /// Starts the program, and does not wait for its end. What it says is kept for who waits.
    #[cfg(unix)]
    pub fn start(&self, arguments: &[&str]) -> Child {
        Command::new(env!("CARGO_BIN_EXE_tradewind"))
            .args(arguments)
            .current_dir(self.0.path())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts")
    }

    pub fn call(&self, arguments: &[&str]) -> Said {
        let output = Command::new(env!("CARGO_BIN_EXE_tradewind"))
            .args(arguments)
            .current_dir(self.0.path())
            .output()
            .expect("the program starts");
        let text = |bytes| String::from_utf8(bytes).expect("the program prints UTF-8");
        let said = Said {
            code: output.status.code(),
            out: text(output.stdout),
            err: text(output.stderr),
        };
        let both = [&said.out, &said.err];
        assert!(
            !both.iter().any(|text| text.contains("panicked")),
            "{arguments:?}: {}",
            said.err
        );
        // A pipe gets no colours and no bar.
        assert!(
            !both.iter().any(|text| text.contains('\u{1b}')),
            "{arguments:?}: {both:?}"
        );
        said
    }

    /// What the program prints on standard output when all is well.
    #[track_caller]
    pub fn passes(&self, arguments: &[&str]) -> String {
        let said = self.call(arguments);
        assert_eq!(
            said.code,
            Some(0),
            "{arguments:?}: {}{}",
            said.out,
            said.err
        );
        said.out
    }

    /// Checks that the program refuses its input: exit code 2, nothing on standard output, a
    /// message with these parts, and no file or folder more than before.
    #[track_caller]
    pub fn refuses(&self, arguments: &[&str], parts: &[&str]) {
        let before = self.names();
        let said = self.call(arguments);
        assert_eq!(
            said.code,
            Some(2),
            "{arguments:?}: {}{}",
            said.out,
            said.err
        );
        assert_eq!(said.out, "", "{arguments:?}");
        for part in parts {
            assert!(
                said.err.contains(part),
                "{arguments:?} does not say `{part}`: {}",
                said.err
            );
        }
        assert_eq!(self.names(), before, "{arguments:?}");
    }

    /// The files and folders at the top.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).expect("a folder");
        let mut names: Vec<String> = entries
            .map(|entry| entry.expect("an entry").file_name().display().to_string())
            .collect();
        names.sort();
        names
    }
}
