//! Decodes PNG row by row.

use std::io::Cursor;

use png::{Decoder, DecodingError, Limits, Transformations};

use super::rows::Rows;
use super::{Layers, MEMORY_BYTES_MAX, check_size};
use crate::Undecodable;

/// The shades of a picture, or nothing for an interlaced one, which is complete only at its end.
pub(super) fn layers(bytes: &[u8]) -> Result<Option<Layers>, Undecodable> {
    let bound = usize::try_from(MEMORY_BYTES_MAX).unwrap_or(usize::MAX);
    let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), Limits { bytes: bound });
    decoder.set_transformations(Transformations::normalize_to_color8());
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    let header = decoder.read_header_info()?;
    let (width, height) = (header.width, header.height);
    check_size(width, height)?;
    if header.interlaced {
        return Ok(None);
    }
    let mut reader = decoder.read_info()?;
    let samples = reader.output_color_type().0.samples();
    if Rows::memory_bytes(width, height, samples) > MEMORY_BYTES_MAX {
        return Err(Undecodable::TooLarge);
    }
    let mut rows = Rows::of(width, height, samples);
    while let Some(row) = reader.next_row()? {
        rows.push(row.data());
    }
    Ok(Some(rows.layers()))
}

impl From<DecodingError> for Undecodable {
    fn from(error: DecodingError) -> Self {
        match error {
            DecodingError::LimitsExceeded => Self::TooLarge,
            _ => Self::Broken,
        }
    }
}
