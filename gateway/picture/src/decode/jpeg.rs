//! Decodes JPEG, a large one without its colours.

use std::io::Cursor;

use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use super::rows::Rows;
use super::{Layers, MEMORY_BYTES_MAX, check_size, pixels};
use crate::Undecodable;

/// The most scans of a progressive picture; cameras and encoders write about ten. Each visits every
/// block, however little it says.
const SCANS_MAX: usize = 24;

/// What a frame's header says.
struct Frame {
    width: u32,
    height: u32,
    components: u8,
    is_progressive: bool,
    /// Samples that are stored, for each hundred pixels.
    samples_percent: u64,
}

/// The shades of a picture, or nothing for one in the colours of print.
pub(super) fn layers(bytes: &[u8]) -> Result<Option<Layers>, Undecodable> {
    let frame = frame(bytes).ok_or(Undecodable::Broken)?;
    check_size(frame.width, frame.height)?;
    if !matches!(frame.components, 1 | 3) {
        return Ok(None);
    }
    let in_colour = frame.components == 3 && frame.memory_bytes(3) <= MEMORY_BYTES_MAX;
    let (samples, space) = if in_colour {
        (3, ColorSpace::RGB)
    } else {
        (1, ColorSpace::Luma)
    };
    if frame.memory_bytes(samples) > MEMORY_BYTES_MAX {
        return Err(Undecodable::TooLarge);
    }
    // The frame's own size is the limit, so a second header cannot ask for more.
    let options = DecoderOptions::default()
        .set_strict_mode(false)
        .set_max_width(frame.width as usize)
        .set_max_height(frame.height as usize)
        .jpeg_set_max_scans(SCANS_MAX)
        .jpeg_set_out_colorspace(space);
    let mut decoder = JpegDecoder::new_with_options(Cursor::new(bytes), options);
    let pixels = decoder.decode().map_err(|_| Undecodable::Broken)?;
    if decoder.dimensions() != Some((frame.width as usize, frame.height as usize)) {
        return Err(Undecodable::Broken);
    }
    let mut rows = Rows::of(frame.width, frame.height, samples);
    for row in pixels.chunks_exact((frame.width as usize * samples).max(1)) {
        rows.push(row);
    }
    Ok(Some(rows.layers()))
}

impl Frame {
    /// The decoder's output, all coefficients of a progressive picture, and the shades.
    fn memory_bytes(&self, samples: usize) -> u64 {
        let pixels = pixels(self.width, self.height);
        let coefficients = if self.is_progressive {
            pixels * self.samples_percent * 2 / 100
        } else {
            0
        };
        let shades = Rows::memory_bytes(self.width, self.height, samples);
        pixels * samples as u64 + coefficients + shades
    }
}

/// Reads the markers up to the frame's (ITU T.81, B.2.2).
fn frame(bytes: &[u8]) -> Option<Frame> {
    let mut at = 2;
    loop {
        let [0xFF, marker] = *bytes.get(at..at + 2)? else {
            at += 1;
            continue;
        };
        if matches!(marker, 0x00 | 0x01 | 0xD0..=0xD8 | 0xFF) {
            at += if marker == 0xFF { 1 } else { 2 };
            continue;
        }
        let length = usize::from(u16::from_be_bytes([
            *bytes.get(at + 2)?,
            *bytes.get(at + 3)?,
        ]));
        if matches!(marker, 0xC0..=0xCF) && !matches!(marker, 0xC4 | 0xC8 | 0xCC) {
            return read_frame(marker, bytes.get(at + 4..at + 2 + length)?);
        }
        at += 2 + length;
    }
}

fn read_frame(marker: u8, header: &[u8]) -> Option<Frame> {
    let [
        _,
        tall_high,
        tall_low,
        wide_high,
        wide_low,
        components,
        rest @ ..,
    ] = header
    else {
        return None;
    };
    let samplings = rest
        .chunks_exact(3)
        .take(usize::from(*components))
        .map(|part| (u64::from(part[1] >> 4), u64::from(part[1] & 15)));
    let samplings: Vec<(u64, u64)> = samplings.collect();
    let largest = samplings
        .iter()
        .map(|(across, down)| across * down)
        .max()?
        .max(1);
    let all: u64 = samplings.iter().map(|(across, down)| across * down).sum();
    // The decoder keeps twice as much where colours are halved downwards only.
    let is_tall = samplings.iter().any(|(across, down)| down > across);
    let all = if is_tall { all * 2 } else { all };
    Some(Frame {
        width: u16::from_be_bytes([*wide_high, *wide_low]).into(),
        height: u16::from_be_bytes([*tall_high, *tall_low]).into(),
        components: *components,
        is_progressive: marker == 0xC2,
        samples_percent: all * 100 / largest,
    })
}
