//! The built web client inside the program.

use std::borrow::Cow;
use std::future::{Ready, ready};
use std::io::{self, Cursor, SeekFrom};
use std::path::PathBuf;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::{Duration, SystemTime};

use rust_embed::{Embed, EmbeddedFile};
use tokio::io::{AsyncRead, AsyncSeek, ReadBuf};
use tower_http::services::fs::{Backend, File, Metadata};

/// The files of `web/dist` as they were when the program was built.
#[derive(Embed)]
#[folder = "../web/dist"]
struct Dist;

/// Serves what is in the program, as a folder would be served.
#[derive(Debug, Clone, Copy)]
pub(super) struct Embedded;

/// A file in the program, being read.
#[derive(Debug)]
pub(super) struct Reading {
    content: Cursor<Cow<'static, [u8]>>,
    about: About,
}

/// What a listing would say of a file.
#[derive(Debug, Clone, Copy)]
pub(super) struct About {
    bytes: u64,
}

impl About {
    fn of(file: &EmbeddedFile) -> Self {
        let bytes = file.data.len() as u64;
        Self { bytes }
    }
}

/// When the release was made, in seconds since 1970: the same for all of its files, so that the same
/// commit gives the same program. Without it, clients ask for each file again.
const RELEASED_AT: Option<&str> = option_env!("SOURCE_DATE_EPOCH");

fn find(path: &std::path::Path) -> io::Result<EmbeddedFile> {
    let name = path.to_str().unwrap_or_default();
    Dist::get(name).ok_or_else(|| io::ErrorKind::NotFound.into())
}

impl Backend for Embedded {
    type File = Reading;
    type Metadata = About;
    type OpenFuture = Ready<io::Result<Reading>>;
    type MetadataFuture = Ready<io::Result<About>>;

    fn open(&self, path: PathBuf) -> Self::OpenFuture {
        ready(find(&path).map(|file| Reading {
            about: About::of(&file),
            content: Cursor::new(file.data),
        }))
    }

    fn metadata(&self, path: PathBuf) -> Self::MetadataFuture {
        ready(find(&path).map(|file| About::of(&file)))
    }
}

impl Metadata for About {
    fn is_dir(&self) -> bool {
        false
    }

    fn modified(&self) -> io::Result<SystemTime> {
        let seconds = RELEASED_AT.and_then(|it| it.parse().ok());
        let since = seconds.map(Duration::from_secs);
        let at = since.map(|since| SystemTime::UNIX_EPOCH + since);
        at.ok_or_else(|| io::ErrorKind::Unsupported.into())
    }

    fn len(&self) -> u64 {
        self.bytes
    }
}

impl File for Reading {
    type Metadata = About;
    type MetadataFuture<'a> = Ready<io::Result<About>>;

    fn metadata(&self) -> Self::MetadataFuture<'_> {
        ready(Ok(self.about))
    }
}

impl AsyncRead for Reading {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.content).poll_read(context, buffer)
    }
}

impl AsyncSeek for Reading {
    fn start_seek(mut self: Pin<&mut Self>, position: SeekFrom) -> io::Result<()> {
        Pin::new(&mut self.content).start_seek(position)
    }

    fn poll_complete(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<u64>> {
        Pin::new(&mut self.content).poll_complete(context)
    }
}
