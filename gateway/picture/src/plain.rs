//! A plain copy of a picture: the same to look at, and nothing else that the file held.

use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::PngEncoder;
use image::{DynamicImage, ExtendedColorType, ImageDecoder, ImageEncoder};

use super::{MediaType, Undecodable, reader};

const JPEG_QUALITY: u8 = 85;

/// A copy of a picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlainCopy {
    /// JPEG or PNG.
    pub kind: MediaType,
    /// The file.
    pub bytes: Vec<u8>,
}

/// Rotates a picture by its camera's metadata and encodes it again: photographs as JPEG, others as
/// PNG, an animation as its first frame.
pub fn plain_copy(bytes: &[u8], kind: MediaType) -> Result<PlainCopy, Undecodable> {
    let mut decoder = reader(bytes, kind).into_decoder()?;
    let orientation = decoder.orientation()?;
    let mut shown = DynamicImage::from_decoder(decoder)?;
    shown.apply_orientation(orientation);
    let mut bytes = Vec::new();
    let kind = if kind == MediaType::Jpeg {
        let encoder = JpegEncoder::new_with_quality(&mut bytes, JPEG_QUALITY);
        let plain = shown.into_rgb8();
        let (width, height) = plain.dimensions();
        encoder.write_image(&plain, width, height, ExtendedColorType::Rgb8)?;
        MediaType::Jpeg
    } else {
        let plain = shown.into_rgba8();
        let (width, height) = plain.dimensions();
        PngEncoder::new(&mut bytes).write_image(&plain, width, height, ExtendedColorType::Rgba8)?;
        MediaType::Png
    };
    Ok(PlainCopy { kind, bytes })
}
