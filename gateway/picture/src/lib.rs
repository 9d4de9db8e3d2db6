//! Pictures that strangers upload: bytes in, the texts of their QR codes or a plain copy out.
//!
//! It opens no file and no connection, and knows neither slips nor chats. It is a separate crate
//! because it is optimised in development too: it visits every dot of a picture several times.
//!
//! Everything here blocks: a small file may hold 400 million pixels. The bounds are checked on the
//! header, before any memory is allocated.

mod attempts;
mod decode;
mod plain;
mod qr;
mod shades;
#[cfg(test)]
mod tests;
mod work;

use std::io::Cursor;

use image::{ImageError, ImageFormat, ImageReader, Limits};

pub use plain::{PlainCopy, plain_copy};

/// The longest side of a picture that is copied, in pixels.
pub const SIDE_PIXELS_MAX: u32 = 4096;
const MEMORY_BYTES_MAX: u64 = 64 * 1024 * 1024;

/// The accepted kinds of files, by their first bytes and never by their name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MediaType {
    /// `image/jpeg`
    Jpeg,
    /// `image/png`
    Png,
    /// `image/webp`
    Webp,
    /// `image/gif`
    Gif,
}

impl MediaType {
    /// Recognises the kind by the file's first bytes.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Option<Self> {
        match bytes {
            [0xFF, 0xD8, 0xFF, ..] => Some(Self::Jpeg),
            [0x89, b'P', b'N', b'G', 0x0D, 0x0A, 0x1A, 0x0A, ..] => Some(Self::Png),
            [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Some(Self::Gif),
            [
                b'R',
                b'I',
                b'F',
                b'F',
                _,
                _,
                _,
                _,
                b'W',
                b'E',
                b'B',
                b'P',
                ..,
            ] => Some(Self::Webp),
            _ => None,
        }
    }

    /// The media type of the kind.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
            Self::Webp => "image/webp",
            Self::Gif => "image/gif",
        }
    }

    /// The usual extension of its file names.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Jpeg => "jpg",
            Self::Png => "png",
            Self::Webp => "webp",
            Self::Gif => "gif",
        }
    }

    const fn format(self) -> ImageFormat {
        match self {
            Self::Jpeg => ImageFormat::Jpeg,
            Self::Png => ImageFormat::Png,
            Self::Webp => ImageFormat::WebP,
            Self::Gif => ImageFormat::Gif,
        }
    }
}

/// Why a file cannot be decoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Undecodable {
    /// It has more pixels, or needs more memory, than allowed.
    #[error("the picture has too many pixels")]
    TooLarge,
    /// It is cut, damaged or not of its kind.
    #[error("the picture is broken")]
    Broken,
}

impl From<ImageError> for Undecodable {
    fn from(error: ImageError) -> Self {
        match error {
            ImageError::Limits(_) => Self::TooLarge,
            _ => Self::Broken,
        }
    }
}

/// A decoded picture in shades of grey.
#[derive(Debug)]
pub struct Picture(decode::Layers);

impl Picture {
    /// Decodes a file of at most 50 megapixels and 16,384 pixels a side, or of 4096 a side for
    /// WebP and GIF, in 64 MiB of memory.
    pub fn decode(bytes: &[u8], kind: MediaType) -> Result<Self, Undecodable> {
        decode::layers(bytes, kind).map(Self)
    }

    /// The texts of the QR codes that are found in one attempt after the other. Each attempt is
    /// made only when it is asked for. All of them together take a bounded amount of work.
    pub fn qr_texts(&self) -> impl Iterator<Item = Vec<String>> + '_ {
        attempts::texts(&self.0)
    }
}

fn reader(bytes: &[u8], kind: MediaType) -> ImageReader<Cursor<&[u8]>> {
    let mut limits = Limits::default();
    limits.max_image_width = Some(SIDE_PIXELS_MAX);
    limits.max_image_height = Some(SIDE_PIXELS_MAX);
    limits.max_alloc = Some(MEMORY_BYTES_MAX);
    let mut reader = ImageReader::with_format(Cursor::new(bytes), kind.format());
    reader.limits(limits);
    reader
}
