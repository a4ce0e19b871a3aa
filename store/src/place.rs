//! A place in an object store: what a URL names.

use anyhow::{Context, bail};
use futures_util::{StreamExt, TryStreamExt, stream};
use object_store::path::Path as ObjectPath;
use object_store::{
    Error, ObjectStore, ObjectStoreExt, PutMode, PutOptions, PutResult, UpdateVersion,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;
use url::Url;

/// How many files are on their way at a time.
const AT_A_TIME: usize = 16;

/// Which version of an object is meant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Version {
    e_tag: Option<String>,
    version: Option<String>,
}

impl From<PutResult> for Version {
    fn from(put: PutResult) -> Version {
        Version {
            e_tag: put.e_tag,
            version: put.version,
        }
    }
}

/// Whether a word is a URL.
pub fn is_url(word: &str) -> bool {
    word.split_once("://").is_some_and(|(scheme, _)| {
        !scheme.is_empty() && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

/// Everything below a URL.
pub struct Place {
    url: String,
    store: Box<dyn ObjectStore>,
    prefix: ObjectPath,
    runtime: tokio::runtime::Runtime,
}

impl Place {
    /// The place that a URL names; the environment says how to reach it. Nothing is asked for yet.
    ///
    /// # Errors
    /// It is no URL of a store, or the environment lacks what the store needs.
    pub fn open(url: &str) -> anyhow::Result<Place> {
        let trimmed = url.trim_end_matches('/');
        let parsed = Url::parse(trimmed).with_context(|| {
            format!("{url} is no URL: write it as s3://BUCKET/PREFIX, gs://BUCKET/PREFIX or az://CONTAINER/PREFIX")
        })?;
        let opened = object_store::parse_url_opts(&parsed, std::env::vars());
        let (store, prefix) = opened.with_context(|| format!("{url} cannot be opened"))?;
        if prefix.as_ref().is_empty() {
            bail!("{url} is a whole bucket: name a place in it, as {trimmed}/PREFIX");
        }
        let mut runtime = tokio::runtime::Builder::new_current_thread();
        Ok(Place {
            url: trimmed.to_string(),
            store,
            prefix,
            runtime: runtime.enable_all().build()?,
        })
    }

    /// The URL.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The files that are there, by their names below the place, with their versions.
    ///
    /// # Errors
    /// The store does not answer, or refuses.
    pub fn list(&self) -> anyhow::Result<BTreeMap<String, Version>> {
        let listed = self.runtime.block_on(async {
            let objects = self.store.list(Some(&self.prefix));
            let named = objects.map_ok(|object| {
                let name = object.location.prefix_match(&self.prefix).map(|parts| {
                    let parts: Vec<String> = parts.map(|part| part.as_ref().to_string()).collect();
                    parts.join("/")
                });
                let version = Version {
                    e_tag: object.e_tag,
                    version: object.version,
                };
                (name.unwrap_or_default(), version)
            });
            named.try_collect().await
        });
        let mut listed: BTreeMap<String, Version> =
            listed.with_context(|| format!("cannot list {}", self.url))?;
        // The place itself may be a file.
        listed.remove("");
        Ok(listed)
    }

    /// The bytes of a file there; of the place itself when the name is empty.
    ///
    /// # Errors
    /// It is not there, or the store does not answer.
    pub fn bytes(&self, name: &str) -> anyhow::Result<Vec<u8>> {
        self.runtime.block_on(self.get(name)).map(|got| got.0)
    }

    /// Fetches some files, several at a time, and hands each with its version to `keep`.
    ///
    /// # Errors
    /// The store does not answer, or `keep` fails.
    pub fn fetch(
        &self,
        names: &[String],
        mut keep: impl FnMut(&str, Vec<u8>, Version) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        self.runtime.block_on(async {
            let gets = names.iter().map(async |name| (name, self.get(name).await));
            let mut gets = stream::iter(gets).buffer_unordered(AT_A_TIME);
            while let Some((name, got)) = gets.next().await {
                let (bytes, version) = got?;
                keep(name, bytes, version)?;
            }
            Ok(())
        })
    }

    async fn get(&self, name: &str) -> anyhow::Result<(Vec<u8>, Version)> {
        let path = self.path(name)?;
        let what = || format!("cannot fetch {}", self.name(name));
        let got = self.store.get(&path).await.with_context(what)?;
        let version = Version {
            e_tag: got.meta.e_tag.clone(),
            version: got.meta.version.clone(),
        };
        let bytes = got.bytes().await.with_context(what)?;
        Ok((bytes.to_vec(), version))
    }

    /// Puts a file where none is, or the same.
    ///
    /// # Errors
    /// Another one is there, or the store does not answer.
    pub fn create(&self, name: &str, bytes: Vec<u8>) -> anyhow::Result<Version> {
        self.runtime.block_on(self.put(name, bytes, None))
    }

    /// Puts some files, several at a time: each where none is when no version is given, else in the place of that version. What is
    /// there already may be the same. Hands each that is there now to `done`.
    ///
    /// # Errors
    /// Something else is there, or the store does not answer.
    pub fn put_all(
        &self,
        files: Vec<(String, Vec<u8>, Option<Version>)>,
        mut done: impl FnMut(String, Version),
    ) -> anyhow::Result<()> {
        self.runtime.block_on(async {
            let puts = files.into_iter().map(async |(name, bytes, known)| {
                let put = self.put(&name, bytes, known).await;
                (name, put)
            });
            let mut puts = stream::iter(puts).buffer_unordered(AT_A_TIME);
            while let Some((name, put)) = puts.next().await {
                done(name, put?);
            }
            Ok(())
        })
    }

    async fn put(
        &self,
        name: &str,
        bytes: Vec<u8>,
        known: Option<Version>,
    ) -> anyhow::Result<Version> {
        let path = self.path(name)?;
        let mode = match &known {
            None => PutMode::Create,
            Some(known) => PutMode::Update(UpdateVersion {
                e_tag: known.e_tag.clone(),
                version: known.version.clone(),
            }),
        };
        let what = || format!("cannot write {}", self.name(name));
        let put = self
            .store
            .put_opts(&path, bytes.clone().into(), PutOptions::from(mode));
        match put.await {
            Ok(put) => Ok(put.into()),
            // Another writer was first, or an answer was lost on the way.
            Err(Error::AlreadyExists { .. } | Error::Precondition { .. }) => {
                let (there, version) = self.get(name).await?;
                if there != bytes {
                    bail!(
                        "{} is another file than this one, and was not touched: somebody else writes there. Give each run, and each shard \
                         of one, a place of its own, and join them with `tradewind merge`",
                        self.name(name)
                    );
                }
                Ok(version)
            }
            // A file system knows no versions.
            Err(Error::NotImplemented { .. }) => {
                let there = self.store.head(&path).await.with_context(what)?;
                if there.e_tag != known.and_then(|known| known.e_tag) {
                    bail!(
                        "{} has changed since it was read, and was not touched",
                        self.name(name)
                    );
                }
                let put = self.store.put(&path, bytes.into()).await;
                Ok(put.with_context(what)?.into())
            }
            Err(error) => Err(error).with_context(what),
        }
    }

    /// Removes files; one that is gone already is no matter.
    ///
    /// # Errors
    /// The store does not answer, or refuses.
    pub fn remove(&self, names: &[String]) -> anyhow::Result<()> {
        self.runtime.block_on(async {
            for name in names {
                match self.store.delete(&self.path(name)?).await {
                    Ok(()) | Err(Error::NotFound { .. }) => {}
                    Err(error) => {
                        return Err(error)
                            .with_context(|| format!("cannot remove {}", self.name(name)));
                    }
                }
            }
            Ok(())
        })
    }

    /// Fetches what is there and not in a folder.
    ///
    /// # Errors
    /// The store does not answer, or a file cannot be written.
    pub fn pull_new(&self, folder: &Path) -> anyhow::Result<()> {
        crate::mirror::Mirror::bare(folder).pull(self)
    }

    /// Puts the files of a folder; what is there already must be the same.
    ///
    /// # Errors
    /// Something else is there, the store does not answer, or a file cannot be read.
    pub fn push_new(&self, folder: &Path) -> anyhow::Result<()> {
        crate::mirror::Mirror::bare(folder).push(self)
    }

    fn path(&self, name: &str) -> anyhow::Result<ObjectPath> {
        if name.is_empty() {
            return Ok(self.prefix.clone());
        }
        let whole = format!("{}/{name}", self.prefix);
        ObjectPath::parse(&whole).with_context(|| format!("{name} cannot be the name of an object"))
    }

    fn name(&self, name: &str) -> String {
        if name.is_empty() {
            return self.url.clone();
        }
        format!("{}/{name}", self.url)
    }
}
