//! Recognises uploaded files by their first bytes, never by their names, and re-encodes pictures,
//! so that a shown picture has no camera metadata and cannot be read as another kind of file.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use picture::{MediaType, Undecodable, plain_copy};
use tokio::sync::Semaphore;

/// How many pictures are processed at once.
const PARALLEL_MAX: usize = 1;

/// The kinds of uploads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A picture, which is re-encoded before it is stored.
    Image,
    /// A video, which is stored unchanged.
    Video,
}

/// A file in its stored form.
#[derive(Debug, Clone)]
pub(crate) struct Prepared {
    pub media_type: &'static str,
    /// The usual extension of its name.
    pub extension: &'static str,
    pub bytes: Bytes,
}

/// Why a file is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Refusal {
    /// Not one of the accepted kinds, or broken.
    #[error("the file is not supported")]
    Unsupported,
    /// It has more pixels than allowed.
    #[error("the picture has too many pixels")]
    TooLarge,
    /// Too many pictures wait before this one.
    #[error("too many pictures are being read")]
    Busy,
}

/// Re-encodes pictures, one at a time.
#[derive(Debug, Clone)]
pub(crate) struct Encoder {
    turns: Arc<Semaphore>,
    /// How long a picture waits for its turn.
    wait_max: Duration,
}

impl Encoder {
    /// An encoder without work.
    pub(super) fn new(wait_max: Duration) -> Self {
        Self {
            turns: Arc::new(Semaphore::new(PARALLEL_MAX)),
            wait_max,
        }
    }

    /// The file in the form to store.
    pub(crate) async fn prepare(&self, kind: Kind, bytes: Bytes) -> Result<Prepared, Refusal> {
        if kind == Kind::Video {
            return video(bytes).ok_or(Refusal::Unsupported);
        }
        let kind = picture_kind(&bytes).ok_or(Refusal::Unsupported)?;
        let waiting = Arc::clone(&self.turns).acquire_owned();
        let turn = tokio::time::timeout(self.wait_max, waiting)
            .await
            .ok()
            .and_then(Result::ok)
            .ok_or(Refusal::Busy)?;
        let work = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            prepared_picture(&bytes, kind)
        });
        // A decoder that panics on a hostile picture ends only its own task.
        work.await.unwrap_or(Err(Refusal::Unsupported))
    }
}

/// WebP is not accepted in a chat.
fn picture_kind(bytes: &[u8]) -> Option<MediaType> {
    MediaType::of(bytes).filter(|kind| *kind != MediaType::Webp)
}

/// A video by the brand in its first box; it is stored as it is and only ever served as a file.
fn video(bytes: Bytes) -> Option<Prepared> {
    const MP4: [&[u8; 4]; 9] = [
        b"isom", b"iso2", b"iso4", b"iso5", b"iso6", b"mp41", b"mp42", b"avc1", b"M4V ",
    ];
    let brand: [u8; 4] = match bytes.get(4..12) {
        Some(head) if head.starts_with(b"ftyp") => head[4..].try_into().ok()?,
        _ => return None,
    };
    let (media_type, extension) = if &brand == b"qt  " {
        ("video/quicktime", "mov")
    } else if MP4.contains(&&brand) {
        ("video/mp4", "mp4")
    } else {
        return None;
    };
    Some(Prepared {
        media_type,
        extension,
        bytes,
    })
}

fn prepared_picture(bytes: &[u8], kind: MediaType) -> Result<Prepared, Refusal> {
    let copy = plain_copy(bytes, kind).map_err(|why| match why {
        Undecodable::TooLarge => Refusal::TooLarge,
        Undecodable::Broken => Refusal::Unsupported,
    })?;
    Ok(Prepared {
        media_type: copy.kind.as_str(),
        extension: copy.kind.extension(),
        bytes: copy.bytes.into(),
    })
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use image::{DynamicImage, ImageFormat};

    use super::*;

    fn drawn(format: ImageFormat, side: u32) -> Vec<u8> {
        let mut bytes = Vec::new();
        DynamicImage::new_rgb8(side, side)
            .write_to(&mut Cursor::new(&mut bytes), format)
            .unwrap();
        bytes
    }

    #[tokio::test]
    async fn a_picture_is_re_encoded_and_its_metadata_is_gone() {
        let encoder = Encoder::new(Duration::from_hours(1));
        for (format, media_type) in [
            (ImageFormat::Jpeg, "image/jpeg"),
            (ImageFormat::Png, "image/png"),
            (ImageFormat::Gif, "image/png"),
        ] {
            let mut bytes = drawn(format, 8);
            bytes.extend_from_slice(b"<script>alert(1)</script>");
            let prepared = encoder.prepare(Kind::Image, bytes.into()).await.unwrap();
            assert_eq!(prepared.media_type, media_type);
            let text = String::from_utf8_lossy(&prepared.bytes).into_owned();
            assert!(!text.contains("script"), "{format:?}");
            assert!(image::load_from_memory(&prepared.bytes).is_ok());
        }
    }

    #[tokio::test]
    async fn what_is_no_picture_or_too_large_a_one_is_refused() {
        let encoder = Encoder::new(Duration::from_hours(1));
        for bytes in [
            &b"<svg onload=alert(1)>"[..],
            b"",
            b"\xFF\xD8\xFF and nothing else",
            b"RIFF\0\0\0\0WEBPVP8 ",
            b"\0\0\0\x18ftypisom",
        ] {
            let refused = encoder
                .prepare(Kind::Image, Bytes::from_static(bytes))
                .await;
            assert_eq!(refused.unwrap_err(), Refusal::Unsupported, "{bytes:?}");
        }
        let bomb = drawn(ImageFormat::Png, picture::SIDE_PIXELS_MAX + 1);
        let refused = encoder.prepare(Kind::Image, bomb.into()).await;
        assert_eq!(refused.unwrap_err(), Refusal::TooLarge);
    }

    #[tokio::test]
    async fn a_video_is_recognised_by_its_brand() {
        let encoder = Encoder::new(Duration::from_hours(1));
        for (brand, media_type) in [
            (b"isom", Some("video/mp4")),
            (b"mp42", Some("video/mp4")),
            (b"qt  ", Some("video/quicktime")),
            (b"heic", None),
        ] {
            let bytes = [&b"\0\0\0\x18ftyp"[..], brand, b"\0\0\0\0"].concat();
            let prepared = encoder.prepare(Kind::Video, bytes.into()).await;
            assert_eq!(prepared.ok().map(|file| file.media_type), media_type);
        }
        let html = Bytes::from_static(b"<html><script>alert(1)</script>");
        assert!(encoder.prepare(Kind::Video, html).await.is_err());
    }
}
