//! A local folder that mirrors a place in a store.

use crate::folder::{self, Stamp};
use crate::place::{Place, Version};
use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The maximum number of files that are read before they are uploaded.
const BATCH: usize = 64;

/// A file that was synchronized.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Synced {
    #[serde(rename = "here")]
    local: Stamp,
    #[serde(rename = "there")]
    remote: Version,
}

/// A folder, and the state of its files at the last synchronization.
#[derive(Debug)]
pub struct Mirror {
    folder: PathBuf,
    /// The file of `synced`; `None` if the state is not kept.
    state_file: Option<PathBuf>,
    synced: BTreeMap<String, Synced>,
}

impl Mirror {
    /// A mirror without previous state.
    pub fn bare(folder: &Path) -> Mirror {
        Mirror {
            folder: folder.to_path_buf(),
            state_file: None,
            synced: BTreeMap::new(),
        }
    }

    /// The mirror of a URL in the cache.
    ///
    /// # Errors
    /// Its state is damaged.
    pub fn of(url: &str, cache: &Path) -> anyhow::Result<Mirror> {
        let own = cache.join(file_name(url));
        let state_file = own.join("known.json");
        let synced = match fs::read(&state_file) {
            Ok(bytes) => serde_json::from_slice(&bytes).with_context(|| {
                let folder = own.display();
                format!(
                    "{} is damaged; remove {folder} to download everything again",
                    state_file.display()
                )
            })?,
            Err(_) => BTreeMap::new(),
        };
        Ok(Mirror {
            folder: own.join("folder"),
            state_file: Some(state_file),
            synced,
        })
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Downloads new and changed files. Local changes are kept.
    ///
    /// # Errors
    /// A file has changed on both sides, the store fails, or a file cannot be written.
    pub fn pull(&mut self, place: &Place) -> anyhow::Result<()> {
        let local = folder::files(&self.folder)?;
        let remote = place.list()?;
        // Missing in the store and unchanged here: removed by another process.
        let is_removed = |name: &String, synced: &Synced| {
            !remote.contains_key(name) && local.get(name) == Some(&synced.local)
        };
        let removed: Vec<String> = (self.synced.iter())
            .filter(|(name, synced)| is_removed(name, synced))
            .map(|(name, _)| name.clone())
            .collect();
        for name in &removed {
            let path = folder::inside(&self.folder, name)?;
            fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
        }
        self.synced.retain(|name, _| remote.contains_key(name));
        let wanted = remote.iter().filter(|(name, version)| {
            match (local.get(*name), self.synced.get(*name)) {
                (None, _) | (_, None) => true,
                (Some(_), Some(synced)) => synced.remote != **version,
            }
        });
        let wanted: Vec<String> = wanted.map(|(name, _)| name.clone()).collect();
        place.fetch(&wanted, |name, bytes, version| {
            let path = folder::inside(&self.folder, name)?;
            let has_changed = match (local.get(name), self.synced.get(name)) {
                (None, _) => false,
                (Some(own), Some(synced)) => *own != synced.local,
                (Some(_), None) => true,
            };
            let is_identical = || fs::read(&path).is_ok_and(|own| own == bytes);
            if has_changed && !is_identical() {
                bail!(
                    "{} has changed, and so has {}/{name}; move one of them away",
                    path.display(),
                    place.url()
                );
            }
            if !has_changed {
                folder::write(&path, &bytes)?;
            }
            if let Some(local) = folder::stamp(&path)? {
                let synced = Synced {
                    local,
                    remote: version,
                };
                self.synced.insert(name.to_string(), synced);
            }
            Ok(())
        })?;
        self.save_state()
    }

    /// Uploads new and changed files.
    ///
    /// # Errors
    /// Another process has changed a file in the store, the store fails, or a file cannot be read.
    pub fn push(&mut self, place: &Place) -> anyhow::Result<()> {
        let local = folder::files(&self.folder)?;
        let is_new = |(name, stamp): &(&String, &Stamp)| {
            (self.synced.get(*name)).is_none_or(|synced| synced.local != **stamp)
        };
        let new: Vec<(String, Stamp)> = (local.iter())
            .filter(is_new)
            .map(|(name, stamp)| (name.clone(), *stamp))
            .collect();
        for batch in new.chunks(BATCH) {
            let mut files = Vec::new();
            for (name, _) in batch {
                let path = folder::inside(&self.folder, name)?;
                // A running program may have removed it.
                if let Ok(bytes) = fs::read(&path) {
                    let known = self.synced.get(name).map(|synced| synced.remote.clone());
                    files.push((name.clone(), bytes, known));
                }
            }
            // Stamps from before the upload: files that are rewritten meanwhile are uploaded again.
            let stamps: BTreeMap<&String, Stamp> =
                batch.iter().map(|(name, stamp)| (name, *stamp)).collect();
            let synced = &mut self.synced;
            let put = place.put_all(files, |name, remote| {
                let local = stamps[&name];
                synced.insert(name, Synced { local, remote });
            });
            self.save_state()?;
            put?;
        }
        Ok(())
    }

    /// Removes files from the store that were removed locally.
    ///
    /// # Errors
    /// The store fails.
    pub fn push_removals(&mut self, place: &Place) -> anyhow::Result<()> {
        let local = folder::files(&self.folder)?;
        let removed: Vec<String> = (self.synced.keys())
            .filter(|name| !local.contains_key(*name))
            .cloned()
            .collect();
        place.remove(&removed)?;
        self.synced.retain(|name, _| local.contains_key(name));
        self.save_state()
    }

    fn save_state(&self) -> anyhow::Result<()> {
        let Some(file) = &self.state_file else {
            return Ok(());
        };
        let text = serde_json::to_vec(&self.synced)?;
        Ok(folder::write(file, &text)?)
    }
}

/// A unique file name for a URL.
fn file_name(url: &str) -> String {
    let mut name = String::new();
    for byte in url.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' => name.push(char::from(byte)),
            _ => name.push_str(&format!("_{byte:02x}")),
        }
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::TempDir;

    /// A store in a folder, and the URL of a place in it.
    fn store() -> (TempDir, String) {
        let store = tempfile::tempdir().expect("a folder");
        let url = format!("file://{}/bucket/big", store.path().display());
        fs::create_dir_all(store.path().join("bucket")).expect("a bucket");
        (store, url)
    }

    struct Machine {
        cache: TempDir,
        place: Place,
        mirror: Mirror,
    }

    impl Machine {
        fn new(url: &str) -> Machine {
            let cache = tempfile::tempdir().expect("a folder");
            Machine {
                mirror: Mirror::of(url, cache.path()).expect("a mirror"),
                place: Place::open(url).expect("a place"),
                cache,
            }
        }

        fn write(&self, name: &str, text: &str) {
            folder::write(&self.mirror.folder().join(name), text.as_bytes()).expect("written");
        }

        fn text(&self, name: &str) -> Option<String> {
            fs::read_to_string(self.mirror.folder().join(name)).ok()
        }

        fn pull(&mut self) -> anyhow::Result<()> {
            self.mirror.pull(&self.place)
        }

        fn push(&mut self) -> anyhow::Result<()> {
            self.mirror.push(&self.place)
        }

        /// The machine after a restart.
        fn restarted(self, url: &str) -> Machine {
            Machine {
                mirror: Mirror::of(url, self.cache.path()).expect("a mirror"),
                ..self
            }
        }
    }

    #[test]
    fn a_run_continues_on_another_machine() {
        let (_store, url) = store();
        let mut one = Machine::new(&url);
        one.pull().expect("nothing is there");
        one.write("experiment.toml", "plan");
        one.write("games/chunk-0", "some");
        one.write("units/pairs-0", "on its way");
        one.write(".tradewind-half", "half");
        one.push().expect("put");

        let mut other = Machine::new(&url);
        other.pull().expect("fetched");
        assert_eq!(other.text("games/chunk-0").as_deref(), Some("some"));
        assert_eq!(other.text("experiment.toml").as_deref(), Some("plan"));
        assert_eq!(other.text("units/pairs-0"), None);
        assert_eq!(other.text(".tradewind-half"), None);
        other.write("games/chunk-0", "some and more");
        other
            .push()
            .expect("put in the place of the version that it knows");

        let mut one = one.restarted(&url);
        one.pull().expect("fetched");
        assert_eq!(one.text("games/chunk-0").as_deref(), Some("some and more"));
    }

    #[test]
    fn files_of_another_writer_are_not_overwritten() {
        let (_store, url) = store();
        let (mut one, mut other) = (Machine::new(&url), Machine::new(&url));
        one.write("games/chunk-0", "first");
        one.push().expect("put");
        other.write("games/chunk-0", "first");
        other.push().expect("it is the same");
        other.write("games/chunk-1", "mine");
        other.push().expect("put");
        one.write("games/chunk-1", "other games");
        let refused = one.push().expect_err("another file is there").to_string();
        assert!(
            refused.contains("big/games/chunk-1 is another file"),
            "{refused}"
        );
        let refused = one.pull().expect_err("both have changed").to_string();
        assert!(
            refused.contains("chunk-1 has changed, and so has"),
            "{refused}"
        );
        assert_eq!(one.text("games/chunk-1").as_deref(), Some("other games"));

        fs::remove_file(one.mirror.folder().join("games/chunk-1")).expect("it is there");
        other.write("games/chunk-0", "longer");
        other.push().expect("put");
        one.write("games/chunk-0", "different");
        let refused = one.push().expect_err("it is older").to_string();
        assert!(
            refused.contains("chunk-0 has changed since it was read"),
            "{refused}"
        );
    }

    #[test]
    fn local_removals_are_pushed() {
        let (_store, url) = store();
        let (mut one, mut other) = (Machine::new(&url), Machine::new(&url));
        one.write("a", "1");
        one.write("b", "2");
        one.push().expect("put");
        other.pull().expect("fetched");
        fs::remove_file(one.mirror.folder().join("a")).expect("it is there");
        one.mirror.push_removals(&one.place).expect("removed");
        other.pull().expect("looked at");
        assert_eq!(
            (other.text("a"), other.text("b").as_deref()),
            (None, Some("2"))
        );
    }

    #[test]
    fn names_do_not_lead_out_of_the_folder() {
        for name in ["../a", "/etc/passwd", "a/../../b", "", "."] {
            assert!(folder::inside(Path::new("here"), name).is_err(), "{name}");
        }
        assert!(folder::inside(Path::new("here"), "games/a..b").is_ok());
        assert_ne!(file_name("s3://a/b_2f"), file_name("s3://a/b/"));
    }

    #[test]
    fn a_bucket_is_not_a_place() {
        for (url, wanted) in [
            ("s3://bucket", "whole bucket"),
            ("bucket/big", "is not a URL"),
            ("ftp://a/b", "cannot be opened"),
        ] {
            let refused = Place::open(url)
                .err()
                .map(|error| format!("{error:#}"))
                .unwrap_or_default();
            assert!(refused.contains(wanted), "{url}: {refused}");
        }
    }
}
