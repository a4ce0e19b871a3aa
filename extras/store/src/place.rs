//! Places in object stores, named by URLs.

use anyhow::{Context, bail};
use futures_util::{StreamExt, TryStreamExt, stream};
use object_store::path::Path as ObjectPath;
use object_store::{
    Error, ObjectStore, ObjectStoreExt, PutMode, PutOptions, PutResult, UpdateVersion,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use url::Url;

/// The maximum number of concurrent transfers.
const MAX_TRANSFERS: usize = 16;

/// The version of an object.
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

/// Whether an argument is a URL.
pub fn is_url(word: &str) -> bool {
    word.split_once("://").is_some_and(|(scheme, _)| {
        !scheme.is_empty() && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

/// A prefix of an object store.
pub struct Place {
    url: String,
    store: Box<dyn ObjectStore>,
    prefix: ObjectPath,
    runtime: tokio::runtime::Runtime,
}

impl Place {
    /// Opens the place of a URL with the credentials in the environment. The store is not contacted
    /// yet.
    ///
    /// # Errors
    /// The URL is not that of a store, or a setting is missing in the environment.
    pub fn open(url: &str) -> anyhow::Result<Place> {
        let trimmed = url.trim_end_matches('/');
        let parsed = Url::parse(trimmed).with_context(|| {
            format!("{url} is not a URL: write s3://BUCKET/PREFIX, gs://BUCKET/PREFIX or az://CONTAINER/PREFIX")
        })?;
        let opened = object_store::parse_url_opts(&parsed, std::env::vars());
        let (store, prefix) = opened.with_context(|| format!("{url} cannot be opened"))?;
        if prefix.as_ref().is_empty() {
            bail!("{url} is a whole bucket: add a prefix, such as {trimmed}/PREFIX");
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

    /// The files of the place with their versions, by relative path.
    ///
    /// # Errors
    /// The store fails.
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
        // The prefix itself may be a file.
        listed.remove("");
        Ok(listed)
    }

    /// The content of a file; of the prefix itself if the name is empty.
    ///
    /// # Errors
    /// The file does not exist, or the store fails.
    pub fn bytes(&self, name: &str) -> anyhow::Result<Vec<u8>> {
        self.runtime.block_on(self.get(name)).map(|got| got.0)
    }

    /// Downloads files concurrently and passes each with its version to `keep`.
    ///
    /// # Errors
    /// The store or `keep` fails.
    pub fn fetch(
        &self,
        names: &[String],
        mut keep: impl FnMut(&str, Vec<u8>, Version) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        self.runtime.block_on(async {
            let gets = names.iter().map(async |name| (name, self.get(name).await));
            let mut gets = stream::iter(gets).buffer_unordered(MAX_TRANSFERS);
            while let Some((name, got)) = gets.next().await {
                let (bytes, version) = got?;
                keep(name, bytes, version)?;
            }
            Ok(())
        })
    }

    async fn get(&self, name: &str) -> anyhow::Result<(Vec<u8>, Version)> {
        let path = self.path(name)?;
        let what = || format!("cannot download {}", self.name(name));
        let got = self.store.get(&path).await.with_context(what)?;
        let version = Version {
            e_tag: got.meta.e_tag.clone(),
            version: got.meta.version.clone(),
        };
        let bytes = got.bytes().await.with_context(what)?;
        Ok((bytes.to_vec(), version))
    }

    /// Uploads a new file. An identical one may exist.
    ///
    /// # Errors
    /// A different one exists, or the store fails.
    pub fn create(&self, name: &str, bytes: Vec<u8>) -> anyhow::Result<Version> {
        self.runtime.block_on(self.put(name, bytes, None))
    }

    /// Uploads files concurrently, each as a new file or in place of a known version. An identical
    /// one may exist. Calls `done` with each uploaded file.
    ///
    /// # Errors
    /// A different file exists, or the store fails.
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
            let mut puts = stream::iter(puts).buffer_unordered(MAX_TRANSFERS);
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
            // Another writer was faster, or a response was lost.
            Err(Error::AlreadyExists { .. } | Error::Precondition { .. }) => {
                let (there, version) = self.get(name).await?;
                if there != bytes {
                    bail!(
                        "{} is another file and was not changed: another process writes there. Give each run, and each shard \
                         of a run, its own place, and merge them with `tradewind merge`",
                        self.name(name)
                    );
                }
                Ok(version)
            }
            // File systems have no versions.
            Err(Error::NotImplemented { .. }) => {
                let there = self.store.head(&path).await.with_context(what)?;
                if there.e_tag != known.and_then(|known| known.e_tag) {
                    bail!(
                        "{} has changed since it was read, and was not overwritten",
                        self.name(name)
                    );
                }
                let put = self.store.put(&path, bytes.into()).await;
                Ok(put.with_context(what)?.into())
            }
            Err(error) => Err(error).with_context(what),
        }
    }

    /// Removes files, if they exist.
    ///
    /// # Errors
    /// The store fails.
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
