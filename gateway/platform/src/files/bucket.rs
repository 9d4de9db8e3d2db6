//! Files in a bucket of a store with the protocol of S3. A file is written whole or not at all, and
//! only if its name is free.
//!
//! The requests go through the program's own HTTP client: a second client would bring a second TLS.

use std::io;
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use chrono::{DateTime, Utc};
use futures_util::TryStreamExt;
use http_body_util::BodyExt;
use object_store::aws::{AmazonS3, AmazonS3Builder};
use object_store::client::{
    HttpClient, HttpConnector, HttpError, HttpErrorKind, HttpRequest, HttpResponse, HttpService,
};
use object_store::path::Path;
use object_store::{ClientOptions, Error, ObjectStore, ObjectStoreExt, PutMode, RetryConfig};

use super::disk::{FileFault, Recorded};
use super::kind::FileKind;
use crate::clock::random_id;
use crate::config::BucketRules;

/// How long one request may take: a database's transaction waits for some of them.
const REQUEST_TAKES_MAX: Duration = Duration::from_secs(10);

const CONNECTING_TAKES_MAX: Duration = Duration::from_secs(3);

/// Tries after the first, and how long all of them may take together.
const RETRIES_MAX: usize = 2;
const RETRY_FOR_MAX: Duration = Duration::from_secs(5);

/// A bucket, and the prefix of our files' names.
#[derive(Debug)]
pub(super) struct Bucket {
    store: AmazonS3,
    prefix: String,
}

impl Bucket {
    pub(super) fn open(rules: &BucketRules) -> io::Result<Self> {
        let http = reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .no_proxy()
            .connect_timeout(CONNECTING_TAKES_MAX)
            .timeout(REQUEST_TAKES_MAX)
            .build()
            .map_err(io::Error::other)?;
        let mut builder = AmazonS3Builder::new()
            .with_bucket_name(&rules.bucket)
            .with_region(&rules.region)
            .with_access_key_id(&rules.access_key_id)
            .with_secret_access_key(rules.secret_access_key.reveal())
            .with_retry(RetryConfig {
                max_retries: RETRIES_MAX,
                retry_timeout: RETRY_FOR_MAX,
                ..RetryConfig::default()
            })
            .with_http_connector(Transport(http));
        if let Some(endpoint) = &rules.endpoint {
            let endpoint = endpoint.as_str();
            let is_plain = endpoint.starts_with("http://");
            builder = builder.with_endpoint(endpoint).with_allow_http(is_plain);
        }
        Ok(Self {
            store: builder.build().map_err(plain)?,
            prefix: rules.prefix.clone(),
        })
    }

    /// Looks for a file that does not exist. Without the right to read, the store answers
    /// differently.
    pub(super) async fn check(&self) -> io::Result<()> {
        let name = format!("{}.check", random_id());
        self.length(FileKind::Slip, &name).await.map(drop)
    }

    pub(super) async fn write(&self, kind: FileKind, name: &str, bytes: &Bytes) -> io::Result<()> {
        let options = PutMode::Create.into();
        let written = self
            .store
            .put_opts(&self.path(kind, name), bytes.clone().into(), options)
            .await;
        written.map(drop).map_err(plain)
    }

    pub(super) async fn read(
        &self,
        kind: FileKind,
        name: &str,
        recorded: &Recorded,
    ) -> Result<Bytes, FileFault> {
        let got = self.store.get(&self.path(kind, name)).await;
        let bytes = got.map_err(plain)?.bytes().await.map_err(plain)?;
        recorded.require(&bytes)?;
        Ok(bytes)
    }

    /// The length of a file; none if there is no file.
    pub(super) async fn length(&self, kind: FileKind, name: &str) -> io::Result<Option<u64>> {
        match self.store.head(&self.path(kind, name)).await {
            Ok(about) => Ok(Some(about.size)),
            Err(Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(plain(error)),
        }
    }

    pub(super) async fn remove(&self, kind: FileKind, name: &str) -> io::Result<()> {
        match self.store.delete(&self.path(kind, name)).await {
            Ok(()) | Err(Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(plain(error)),
        }
    }

    pub(super) async fn older(
        &self,
        kind: FileKind,
        before: DateTime<Utc>,
    ) -> io::Result<Vec<String>> {
        let folder = self.folder(kind);
        let mut listed = self.store.list(Some(&folder));
        let mut names = Vec::new();
        while let Some(about) = listed.try_next().await.map_err(plain)? {
            if about.last_modified < before
                && let Some(name) = about.location.filename()
            {
                names.push(name.to_owned());
            }
        }
        Ok(names)
    }

    fn folder(&self, kind: FileKind) -> Path {
        Path::from(format!("{}/{}", self.prefix, kind.folder()))
    }

    fn path(&self, kind: FileKind, name: &str) -> Path {
        self.folder(kind).join(name)
    }
}

/// The error as the system would report it for a file.
fn plain(error: Error) -> io::Error {
    let kind = match error {
        Error::NotFound { .. } => io::ErrorKind::NotFound,
        Error::AlreadyExists { .. } => io::ErrorKind::AlreadyExists,
        Error::PermissionDenied { .. } | Error::Unauthenticated { .. } => {
            io::ErrorKind::PermissionDenied
        }
        _ => io::ErrorKind::Other,
    };
    io::Error::new(kind, error)
}

#[derive(Debug, Clone)]
struct Transport(reqwest::Client);

impl HttpConnector for Transport {
    fn connect(&self, _: &ClientOptions) -> object_store::Result<HttpClient> {
        Ok(HttpClient::new(self.clone()))
    }
}

#[async_trait]
impl HttpService for Transport {
    async fn call(&self, request: HttpRequest) -> Result<HttpResponse, HttpError> {
        let (parts, body) = request.into_parts();
        let body = body.collect().await?.to_bytes();
        let address = parts.uri.to_string();
        let url = address.parse::<reqwest::Url>();
        let url = url.map_err(|error| HttpError::new(HttpErrorKind::Unknown, error))?;
        let mut request = reqwest::Request::new(parts.method, url);
        *request.headers_mut() = parts.headers;
        *request.body_mut() = Some(body.into());
        let mut response = self.0.execute(request).await.map_err(failed)?;
        let mut answer = HttpResponse::new(Bytes::new().into());
        *answer.status_mut() = response.status();
        *answer.headers_mut() = std::mem::take(response.headers_mut());
        // Nothing here is larger than an upload, and those are held in memory anyway.
        *answer.body_mut() = response.bytes().await.map_err(failed)?.into();
        Ok(answer)
    }
}

fn failed(error: reqwest::Error) -> HttpError {
    let kind = if error.is_timeout() {
        HttpErrorKind::Timeout
    } else if error.is_connect() {
        HttpErrorKind::Connect
    } else {
        HttpErrorKind::Interrupted
    };
    // The address is in the library's error.
    HttpError::new(kind, error.without_url())
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;
    use ledger_testing::bucket::BucketServer;

    use super::*;
    use crate::clock::Clock;
    use crate::config::FileRules;
    use crate::files::disk::fingerprint;

    fn open(rules: serde_json::Value) -> Bucket {
        let rules: FileRules = serde_json::from_value(rules).unwrap();
        Bucket::open(&rules.s3.unwrap()).unwrap()
    }

    fn recorded(bytes: &[u8]) -> Recorded {
        Recorded {
            byte_count: bytes.len().try_into().unwrap(),
            sha256: Some(fingerprint(bytes).to_vec()),
        }
    }

    #[tokio::test]
    async fn a_file_in_a_bucket_is_written_once_read_as_it_was_stored_and_removed() {
        let server = BucketServer::start().await;
        let bucket = open(server.rules(None));
        bucket.check().await.unwrap();
        let first = Bytes::from_static(b"first");
        bucket
            .write(FileKind::Slip, "it.png", &first)
            .await
            .unwrap();
        let of_first = recorded(&first);
        let second = Bytes::from_static(b"second");
        let refused = bucket.write(FileKind::Slip, "it.png", &second).await;
        assert_eq!(refused.unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        let read = bucket.read(FileKind::Slip, "it.png", &of_first);
        assert_eq!(read.await.unwrap(), first);
        assert_eq!(
            bucket.length(FileKind::Slip, "it.png").await.unwrap(),
            Some(5)
        );
        assert_eq!(bucket.length(FileKind::Chat, "it.png").await.unwrap(), None);
        let changed = bucket
            .read(FileKind::Slip, "it.png", &recorded(b"other"))
            .await;
        assert!(matches!(changed, Err(FileFault::Changed)));
        let cut = bucket
            .read(FileKind::Slip, "it.png", &recorded(b"first and"))
            .await;
        assert!(matches!(cut, Err(FileFault::OtherLength { .. })));
        bucket.remove(FileKind::Slip, "it.png").await.unwrap();
        bucket.remove(FileKind::Slip, "it.png").await.unwrap();
        let gone = bucket.read(FileKind::Slip, "it.png", &of_first).await;
        assert!(matches!(gone, Err(FileFault::Missing)));
    }

    #[tokio::test]
    async fn files_of_a_bucket_are_listed_by_kind_and_age() {
        let server = BucketServer::start().await;
        let bucket = open(server.rules(None));
        let bytes = Bytes::from_static(b"picture");
        for (kind, name) in [
            (FileKind::Slip, "a.png"),
            (FileKind::Slip, "b.png"),
            (FileKind::Chat, "c.png"),
        ] {
            bucket.write(kind, name, &bytes).await.unwrap();
        }
        let now = Clock::default().now();
        let day = TimeDelta::days(1);
        let mut old = bucket.older(FileKind::Slip, now + day).await.unwrap();
        old.sort();
        assert_eq!(old, ["a.png", "b.png"]);
        let none = bucket.older(FileKind::Slip, now - day).await.unwrap();
        assert!(none.is_empty(), "{none:?}");
    }

    #[tokio::test]
    async fn a_bucket_that_refuses_the_key_or_is_away_is_an_error_and_no_missing_file() {
        let server = BucketServer::start().await;
        let stranger = open(server.rules(Some("another key")));
        assert!(stranger.check().await.is_err());
        let bucket = open(server.rules(None));
        let bytes = Bytes::from_static(b"picture");
        bucket.write(FileKind::Slip, "a.png", &bytes).await.unwrap();
        let read = stranger
            .read(FileKind::Slip, "a.png", &recorded(&bytes))
            .await;
        assert!(matches!(read, Err(FileFault::Unreadable(_))), "{read:?}");
        server.end();
        let read = bucket
            .read(FileKind::Slip, "a.png", &recorded(&bytes))
            .await;
        assert!(matches!(read, Err(FileFault::Unreadable(_))), "{read:?}");
        assert!(bucket.write(FileKind::Slip, "b.png", &bytes).await.is_err());
    }
}
