//! Decodes a file into the shades that a reader looks at, within a bound of memory.
//!
//! A JPEG or PNG is taken with up to 50 megapixels, as phones photograph, and made smaller while it
//! is decoded. Sizes are checked on the header, before any memory is allocated.

mod jpeg;
mod png;
mod rows;

use image::{DynamicImage, GrayImage};

use crate::{MediaType, Undecodable, reader};
use rows::Rows;

/// The longest side and the most pixels of a picture that is read.
const SIDE_MAX: u32 = 16_384;
const PIXELS_MAX: u64 = 51_000_000;

/// What decoding one picture may allocate.
const MEMORY_BYTES_MAX: u64 = 64 * 1024 * 1024;

/// The shades of a picture.
#[derive(Debug)]
pub(crate) struct Layers {
    /// Its brightness, on a white ground where it is transparent.
    pub(crate) grey: GrayImage,
    /// The same on a black ground, if it is transparent anywhere.
    pub(crate) on_black: Option<GrayImage>,
    /// Red, green and blue, in fewer dots, if it has colours.
    pub(crate) colours: Option<[GrayImage; 3]>,
}

pub(crate) fn layers(bytes: &[u8], kind: MediaType) -> Result<Layers, Undecodable> {
    let by_row = match kind {
        MediaType::Jpeg => jpeg::layers(bytes)?,
        MediaType::Png => png::layers(bytes)?,
        MediaType::Webp | MediaType::Gif => None,
    };
    by_row.map_or_else(|| whole(bytes, kind), Ok)
}

/// The kinds that cannot be decoded by row have smaller bounds.
fn whole(bytes: &[u8], kind: MediaType) -> Result<Layers, Undecodable> {
    let picture = match reader(bytes, kind).decode()? {
        known @ (DynamicImage::ImageLuma8(_)
        | DynamicImage::ImageLumaA8(_)
        | DynamicImage::ImageRgb8(_)
        | DynamicImage::ImageRgba8(_)) => known,
        other => DynamicImage::ImageRgba8(other.into_rgba8()),
    };
    let samples = usize::from(picture.color().bytes_per_pixel());
    let mut rows = Rows::of(picture.width(), picture.height(), samples);
    for row in picture
        .as_bytes()
        .chunks_exact((picture.width() as usize * samples).max(1))
    {
        rows.push(row);
    }
    Ok(rows.layers())
}

/// Refuses what is larger than any phone's picture.
fn check_size(width: u32, height: u32) -> Result<(), Undecodable> {
    let is_small = width.max(height) <= SIDE_MAX && pixels(width, height) <= PIXELS_MAX;
    is_small.then_some(()).ok_or(Undecodable::TooLarge)
}

fn pixels(width: u32, height: u32) -> u64 {
    u64::from(width) * u64::from(height)
}
