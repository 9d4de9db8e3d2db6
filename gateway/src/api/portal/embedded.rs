//! The built web client inside the program. A debug build reads the same files from their folder.

use std::borrow::Cow;
use std::future::{Ready, ready};
use std::io::{self, Cursor, SeekFrom};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::{Duration, SystemTime};

use rust_embed::{Embed, EmbeddedFile};
use tokio::io::{AsyncRead, AsyncSeek, ReadBuf};
use tower_http::services::fs::{Backend, File, Metadata};

/// The files of `web/dist` at the time of the program's build; none if there was no web build.
#[derive(Embed)]
#[folder = "../web/dist"]
#[allow_missing = true]
pub(super) struct Dist;

/// When the release was made, in seconds since 1970: the same for all of its files, so that the
/// same commit gives the same program. Without it, clients request each file again.
const RELEASED_AT: Option<&str> = option_env!("SOURCE_DATE_EPOCH");

/// Serves files in the program as a folder is served.
pub(super) struct Embedded<F>(PhantomData<fn() -> F>);

/// A file in the program, being read.
#[derive(Debug)]
pub(super) struct OpenFile {
    content: Cursor<Cow<'static, [u8]>>,
}

/// A file's metadata.
#[derive(Debug, Clone, Copy)]
pub(super) struct About {
    bytes: u64,
}

impl<F: Embed> Embedded<F> {
    pub(super) const fn new() -> Self {
        Self(PhantomData)
    }

    fn find(path: &Path) -> io::Result<EmbeddedFile> {
        // The service looks below the folder `.`.
        let path = path.strip_prefix(".").unwrap_or(path);
        let found = path.to_str().and_then(F::get);
        found.ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

impl<F> Clone for Embedded<F> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<F> Copy for Embedded<F> {}

impl<F> std::fmt::Debug for Embedded<F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Embedded")
    }
}

impl<F: Embed + 'static> Backend for Embedded<F> {
    type File = OpenFile;
    type Metadata = About;
    type OpenFuture = Ready<io::Result<OpenFile>>;
    type MetadataFuture = Ready<io::Result<About>>;

    fn open(&self, path: PathBuf) -> Self::OpenFuture {
        ready(Self::find(&path).map(|file| OpenFile {
            content: Cursor::new(file.data),
        }))
    }

    fn metadata(&self, path: PathBuf) -> Self::MetadataFuture {
        ready(Self::find(&path).map(|file| About {
            bytes: file.data.len() as u64,
        }))
    }
}

impl Metadata for About {
    fn is_dir(&self) -> bool {
        false
    }

    fn modified(&self) -> io::Result<SystemTime> {
        let seconds = RELEASED_AT.and_then(|digits| digits.parse().ok());
        let since = seconds.map(Duration::from_secs);
        let at = since.map(|since| SystemTime::UNIX_EPOCH + since);
        at.ok_or_else(|| io::ErrorKind::Unsupported.into())
    }

    fn len(&self) -> u64 {
        self.bytes
    }
}

impl File for OpenFile {
    type Metadata = About;
    type MetadataFuture<'a> = Ready<io::Result<About>>;

    fn metadata(&self) -> Self::MetadataFuture<'_> {
        let bytes = self.content.get_ref().len() as u64;
        ready(Ok(About { bytes }))
    }
}

impl AsyncRead for OpenFile {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.content).poll_read(context, buffer)
    }
}

impl AsyncSeek for OpenFile {
    fn start_seek(mut self: Pin<&mut Self>, position: SeekFrom) -> io::Result<()> {
        Pin::new(&mut self.content).start_seek(position)
    }

    fn poll_complete(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<u64>> {
        Pin::new(&mut self.content).poll_complete(context)
    }
}

#[cfg(test)]
mod tests {
    use axum::body::{Body, to_bytes};
    use axum::http::{Request, StatusCode, header};
    use tower::ServiceExt;
    use tower_http::services::ServeDir;

    use super::*;

    /// This folder, as an example.
    #[derive(Embed)]
    #[folder = "src/api/portal"]
    struct Example;

    async fn ask(path: &str, range: Option<&str>) -> (StatusCode, Vec<u8>) {
        let mut request = Request::get(path);
        if let Some(range) = range {
            request = request.header(header::RANGE, range);
        }
        let request = request.body(Body::empty()).unwrap();
        let files = ServeDir::with_backend("", Embedded::<Example>::new());
        let answer = files.oneshot(request).await.unwrap();
        let status = answer.status();
        let body = to_bytes(Body::new(answer.into_body()), usize::MAX).await;
        (status, body.unwrap().to_vec())
    }

    #[tokio::test]
    async fn a_file_in_the_program_is_served_whole_and_in_part_and_no_other_is_there() {
        let whole = include_bytes!("embedded.rs");
        assert_eq!(
            ask("/embedded.rs", None).await,
            (StatusCode::OK, whole.to_vec())
        );
        let part = (StatusCode::PARTIAL_CONTENT, whole[4..=13].to_vec());
        assert_eq!(ask("/embedded.rs", Some("bytes=4-13")).await, part);
        for absent in ["/other.rs", "/", "/../portal.rs", "/%2e%2e/portal.rs"] {
            assert_eq!(ask(absent, None).await.0, StatusCode::NOT_FOUND, "{absent}");
        }
    }
}
