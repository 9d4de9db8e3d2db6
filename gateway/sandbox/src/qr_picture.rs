//! Reads the QR code in a picture that somebody uploads.

use std::io::Cursor;

use image::{ImageReader, Limits};

const SIDE_MAX: u32 = 4096;
const MEMORY_MAX: u64 = 64 * 1024 * 1024;

/// Why there is no text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unreadable {
    /// The bytes are no picture.
    NotAPicture,
    /// The bytes start like a picture and are broken or too large.
    Broken,
    /// The picture has no QR code.
    NoCode,
}

/// The text of the first QR code of a picture; takes long, so call it off the runtime.
pub(crate) fn read(picture: &[u8]) -> Result<String, Unreadable> {
    let mut reader = ImageReader::new(Cursor::new(picture))
        .with_guessed_format()
        .ok()
        .filter(|reader| reader.format().is_some())
        .ok_or(Unreadable::NotAPicture)?;
    let mut limits = Limits::default();
    limits.max_image_width = Some(SIDE_MAX);
    limits.max_image_height = Some(SIDE_MAX);
    limits.max_alloc = Some(MEMORY_MAX);
    reader.limits(limits);
    let picture = reader
        .decode()
        .map_err(|_| Unreadable::Broken)?
        .into_luma8();
    let mut picture = rqrr::PreparedImage::prepare(picture);
    picture
        .detect_grids()
        .into_iter()
        .find_map(|grid| grid.decode().ok())
        .map(|(_, text)| text)
        .ok_or(Unreadable::NoCode)
}
