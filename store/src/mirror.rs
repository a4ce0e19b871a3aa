//! A local folder that is what a place in a store is, and what is known of both.

use crate::folder::{self, Stamp};
use crate::place::{Place, Version};
use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// How many files are read before they are put, at most.
const BATCH: usize = 64;

/// A file that was the same here and there.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Same {
    here: Stamp,
    there: Version,
}

/// A folder, and what of it was the same in the store when it was last looked at.
#[derive(Debug)]
pub struct Mirror {
    folder: PathBuf,
    /// Where `same` is kept; `None` to know nothing of the time before.
    notes: Option<PathBuf>,
    same: BTreeMap<String, Same>,
}

impl Mirror {
    /// A folder of which nothing is known.
    pub fn bare(folder: &Path) -> Mirror {
        Mirror {
            folder: folder.to_path_buf(),
            notes: None,
            same: BTreeMap::new(),
        }
    }

    /// The mirror of a URL in the cache, with what is known of it.
    ///
    /// # Errors
    /// What is known cannot be read.
    pub fn of(url: &str, cache: &Path) -> anyhow::Result<Mirror> {
        let own = cache.join(file_name(url));
        let notes = own.join("known.json");
        let same = match fs::read(&notes) {
            Ok(bytes) => serde_json::from_slice(&bytes).with_context(|| {
                let folder = own.display();
                format!(
                    "{} is damaged; remove {folder}, and all is fetched again",
                    notes.display()
                )
            })?,
            Err(_) => BTreeMap::new(),
        };
        Ok(Mirror {
            folder: own.join("folder"),
            notes: Some(notes),
            same,
        })
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Fetches what is new there. What has changed here stays, if it has not changed there.
    ///
    /// # Errors
    /// A file has changed here and there, the store does not answer, or a file cannot be written.
    pub fn pull(&mut self, place: &Place) -> anyhow::Result<()> {
        let here = folder::files(&self.folder)?;
        let there = place.list()?;
        // What is gone there and has not changed here was removed by another.
        let gone = |name: &String, same: &Same| {
            !there.contains_key(name) && here.get(name) == Some(&same.here)
        };
        let all_gone: Vec<String> = (self.same.iter())
            .filter(|(name, same)| gone(name, same))
            .map(|(name, _)| name.clone())
            .collect();
        for name in &all_gone {
            let path = folder::inside(&self.folder, name)?;
            fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
        }
        self.same.retain(|name, _| there.contains_key(name));
        let wanted =
            there.iter().filter(
                |(name, version)| match (here.get(*name), self.same.get(*name)) {
                    (None, _) | (_, None) => true,
                    (Some(_), Some(same)) => same.there != **version,
                },
            );
        let wanted: Vec<String> = wanted.map(|(name, _)| name.clone()).collect();
        place.fetch(&wanted, |name, bytes, version| {
            let path = folder::inside(&self.folder, name)?;
            let has_changed = match (here.get(name), self.same.get(name)) {
                (None, _) => false,
                (Some(own), Some(same)) => *own != same.here,
                (Some(_), None) => true,
            };
            let is_same = || fs::read(&path).is_ok_and(|own| own == bytes);
            if has_changed && !is_same() {
                bail!(
                    "{} has changed, and so has {}/{name}; move the one that you do not want out of the way",
                    path.display(),
                    place.url()
                );
            }
            if !has_changed {
                folder::write(&path, &bytes).with_context(|| format!("cannot write {}", path.display()))?;
            }
            if let Some(here) = folder::stamp(&path)? {
                let same = Same { here, there: version };
                self.same.insert(name.to_string(), same);
            }
            Ok(())
        })?;
        self.note()
    }

    /// Puts there what is new here.
    ///
    /// # Errors
    /// Somebody else has written there, the store does not answer, or a file cannot be read.
    pub fn push(&mut self, place: &Place) -> anyhow::Result<()> {
        let here = folder::files(&self.folder)?;
        let is_new = |(name, stamp): &(&String, &Stamp)| {
            self.same.get(*name).is_none_or(|same| same.here != **stamp)
        };
        let new: Vec<(String, Stamp)> = (here.iter())
            .filter(is_new)
            .map(|(name, stamp)| (name.clone(), *stamp))
            .collect();
        for batch in new.chunks(BATCH) {
            let mut files = Vec::new();
            for (name, _) in batch {
                let path = folder::inside(&self.folder, name)?;
                // It may be gone by now: a program is at work here.
                if let Ok(bytes) = fs::read(&path) {
                    let known = self.same.get(name).map(|same| same.there.clone());
                    files.push((name.clone(), bytes, known));
                }
            }
            // The stamps from before: what is written while it is on its way is put again.
            let stamps: BTreeMap<&String, Stamp> =
                batch.iter().map(|(name, stamp)| (name, *stamp)).collect();
            let same = &mut self.same;
            let put = place.put_all(files, |name, there| {
                let here = stamps[&name];
                same.insert(name, Same { here, there });
            });
            self.note()?;
            put?;
        }
        Ok(())
    }

    /// Removes there what was removed here since the two were the same.
    ///
    /// # Errors
    /// The store does not answer.
    pub fn remove_gone(&mut self, place: &Place) -> anyhow::Result<()> {
        let here = folder::files(&self.folder)?;
        let gone: Vec<String> = (self.same.keys())
            .filter(|name| !here.contains_key(*name))
            .cloned()
            .collect();
        place.remove(&gone)?;
        self.same.retain(|name, _| here.contains_key(name));
        self.note()
    }

    fn note(&self) -> anyhow::Result<()> {
        let Some(notes) = &self.notes else {
            return Ok(());
        };
        let text = serde_json::to_vec(&self.same)?;
        folder::write(notes, &text).with_context(|| format!("cannot write {}", notes.display()))
    }
}

/// A name for a URL that a file may have, another one for each URL.
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

    /// A store in a folder of its own, and the URL of a place in it.
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

        /// The same machine after a start.
        fn again(self, url: &str) -> Machine {
            Machine {
                mirror: Mirror::of(url, self.cache.path()).expect("a mirror"),
                ..self
            }
        }
    }

    #[test]
    fn what_one_machine_writes_another_goes_on_with() {
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

        let mut one = one.again(&url);
        one.pull().expect("fetched");
        assert_eq!(one.text("games/chunk-0").as_deref(), Some("some and more"));
    }

    #[test]
    fn what_another_writes_meanwhile_is_not_overwritten() {
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
    fn what_is_removed_here_is_removed_there_at_the_end() {
        let (_store, url) = store();
        let (mut one, mut other) = (Machine::new(&url), Machine::new(&url));
        one.write("a", "1");
        one.write("b", "2");
        one.push().expect("put");
        other.pull().expect("fetched");
        fs::remove_file(one.mirror.folder().join("a")).expect("it is there");
        one.mirror.remove_gone(&one.place).expect("removed");
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
    fn a_bucket_is_no_place() {
        for (url, wanted) in [
            ("s3://bucket", "whole bucket"),
            ("bucket/big", "is no URL"),
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
