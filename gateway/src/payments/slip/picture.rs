//! Reads the QR out of an uploaded picture, within bounds that no picture can exceed.
//!
//! Decoding runs on a blocking thread: a small file may hold 400 million pixels. The bounds are
//! checked on the header, before any memory is allocated.

use std::io::Cursor;
use std::sync::Arc;
use std::time::{Duration, Instant};

use image::imageops::FilterType;
use image::{DynamicImage, GrayImage, ImageFormat, ImageReader, Limits};
use ledger::wallet::SlipReason;
use tokio::sync::Semaphore;

use super::finder;
use super::qr::{self, NotASlip, SlipQr};
use crate::platform::files::gate::Pass;

const SIDE_PIXELS_MAX: u32 = 4096;
const MEMORY_BYTES_MAX: u64 = 64 * 1024 * 1024;

/// Pictures that may be decoded at once.
const PARALLEL_MAX: usize = 2;

/// The longest sides at which a QR is searched. A picture up to the first size is searched
/// unscaled; a large photograph is noisy at full size, and a small cut-out too fine for the finder.
const SIDES: [u32; 3] = [1600, 800, 2400];

/// The most corner patterns in a picture that is read. The reader tries every pair of them on a
/// copy of the whole picture, which takes minutes for a picture full of them.
const CORNERS_MAX: usize = 24;

/// How long until no further size is tried.
const PATIENCE: Duration = Duration::from_secs(10);

/// The accepted kinds of files, by their first bytes and never by their name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MediaType {
    Jpeg,
    Png,
    Webp,
    Gif,
}

impl MediaType {
    /// Recognises the kind by the file's first bytes.
    pub(crate) fn of(bytes: &[u8]) -> Option<Self> {
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
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
            Self::Webp => "image/webp",
            Self::Gif => "image/gif",
        }
    }

    /// The usual extension of its file names.
    pub(crate) const fn extension(self) -> &'static str {
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

/// Reads pictures, a few at a time.
#[derive(Clone)]
pub(crate) struct PictureReader {
    permits: Arc<Semaphore>,
    /// How long a picture waits for earlier ones.
    wait_max: Duration,
}

/// Too many pictures wait before this one; the client may send it again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("too many pictures are being read")]
pub(crate) struct Busy;

impl PictureReader {
    /// A reader that is reading nothing.
    pub(crate) fn new(wait_max: Duration) -> Self {
        Self {
            permits: Arc::new(Semaphore::new(PARALLEL_MAX)),
            wait_max,
        }
    }

    /// The content of a picture's QR, or why there is none.
    pub(crate) async fn read(
        &self,
        pass: &Pass,
        bytes: bytes::Bytes,
        kind: MediaType,
    ) -> Result<Result<SlipQr, SlipReason>, Busy> {
        // A player's pictures first wait for each other, without a place in the common queue.
        let both = async {
            let turn = pass.turn().await?;
            let permit = Arc::clone(&self.permits).acquire_owned().await.ok()?;
            Some((turn, permit))
        };
        let held = tokio::time::timeout(self.wait_max, both).await;
        let held = held.ok().flatten().ok_or(Busy)?;
        let reading = tokio::task::spawn_blocking(move || {
            let _held = held;
            read_within(&bytes, kind, PATIENCE)
        });
        // A decoder that panics on a hostile picture ends only its own task.
        Ok(reading
            .await
            .unwrap_or(Err(SlipReason::CannotReadCroppedImage)))
    }
}

fn read_within(bytes: &[u8], kind: MediaType, patience: Duration) -> Result<SlipQr, SlipReason> {
    let picture = decode(bytes, kind)?;
    let (start, mut seen) = (Instant::now(), None);
    let picture = DynamicImage::ImageLuma8(picture.into_luma8());
    for variant in variants(&picture) {
        for text in texts(variant) {
            match qr::read(&text) {
                Ok(slip) => return Ok(slip),
                Err(why) => {
                    seen.get_or_insert(why);
                }
            }
        }
        // Another code may be next to the slip's QR; these two results come from the slip's QR.
        let is_meant = matches!(seen, Some(NotASlip::PaymentQr | NotASlip::WrongChecksum));
        if is_meant || start.elapsed() > patience {
            break;
        }
    }
    match seen {
        Some(NotASlip::PaymentQr | NotASlip::WrongChecksum | NotASlip::OtherContent) => {
            Err(SlipReason::InvalidSlip)
        }
        None => Err(SlipReason::CannotReadCroppedImage),
    }
}

fn decode(bytes: &[u8], kind: MediaType) -> Result<DynamicImage, SlipReason> {
    let mut limits = Limits::default();
    limits.max_image_width = Some(SIDE_PIXELS_MAX);
    limits.max_image_height = Some(SIDE_PIXELS_MAX);
    limits.max_alloc = Some(MEMORY_BYTES_MAX);
    let mut reader = ImageReader::with_format(Cursor::new(bytes), kind.format());
    reader.limits(limits);
    reader.decode().map_err(|error| match error {
        image::ImageError::Limits(_) => SlipReason::ImgSizeUnableToProcess,
        _ => SlipReason::CannotReadCroppedImage,
    })
}

/// The picture at the sizes to search; each is made only if the earlier ones gave no QR.
fn variants(picture: &DynamicImage) -> impl Iterator<Item = GrayImage> + '_ {
    let longest = picture.width().max(picture.height()).max(1);
    let own = (longest <= SIDES[0]).then_some(longest);
    // Enlarging beyond double shows the finder nothing more.
    let others = SIDES
        .into_iter()
        .filter(move |side| *side <= longest.saturating_mul(2));
    let others = others.filter(move |side| *side != longest);
    own.into_iter().chain(others).map(move |side| {
        if side == longest {
            return picture.to_luma8();
        }
        // Resizing keeps the proportions.
        picture
            .resize(side, side, FilterType::Triangle)
            .into_luma8()
    })
}

fn texts(mut picture: GrayImage) -> Vec<String> {
    finder::darken(&mut picture);
    if finder::corners(&picture) > CORNERS_MAX {
        return Vec::new();
    }
    let mut prepared = rqrr::PreparedImage::without_preparation(picture);
    let grids = prepared.detect_grids();
    grids
        .into_iter()
        .filter_map(|grid| grid.decode().ok())
        .map(|(_, text)| text)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{ImageEncoder, Luma};
    use ledger_testing::is_long;

    const SLIP: &str = "0041000600000101030040220015073144041ATF009995102TH91048693";
    const PAYMENT: &str = concat!(
        "00020101021229370016A0000006770101110113006681234567853037645802TH5406500.00",
        "6304BC16"
    );

    /// Long enough for a slow machine.
    fn read(bytes: &[u8], kind: MediaType) -> Result<SlipQr, SlipReason> {
        read_within(bytes, kind, Duration::MAX)
    }

    /// A slip as a phone's bank app saves it: the QR in a corner of a tall picture.
    fn drawn(text: &str, module_pixels: u32) -> GrayImage {
        let code = qrcode::QrCode::with_error_correction_level(text, qrcode::EcLevel::M).unwrap();
        let qr = code
            .render::<Luma<u8>>()
            .module_dimensions(module_pixels, module_pixels)
            .build();
        let mut picture = GrayImage::from_pixel(720, 1280, Luma([245]));
        image::imageops::overlay(&mut picture, &qr, 480, 1000);
        picture
    }

    fn encoded(picture: &GrayImage, kind: MediaType) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        let picture = DynamicImage::ImageLuma8(picture.clone()).into_rgb8();
        picture.write_to(&mut bytes, kind.format()).unwrap();
        bytes.into_inner()
    }

    #[test]
    fn a_slip_is_read_from_every_kind_of_picture() {
        let kinds = [
            MediaType::Jpeg,
            MediaType::Png,
            MediaType::Webp,
            MediaType::Gif,
        ];
        // Each kind and each size occurs once, though not in every combination.
        let stride = if is_long() { 1 } else { 3 };
        for (row, module_pixels) in [2, 3, 4].into_iter().enumerate() {
            let picture = drawn(SLIP, module_pixels);
            for (column, kind) in kinds.into_iter().enumerate() {
                if (row + column) % stride != 0 {
                    continue;
                }
                let bytes = encoded(&picture, kind);
                assert_eq!(MediaType::of(&bytes), Some(kind));
                let slip = read(&bytes, kind).unwrap();
                assert_eq!(slip.reference.trans_ref, "015073144041ATF00999", "{kind:?}");
            }
        }
    }

    #[test]
    fn a_picture_saved_again_at_low_quality_is_the_same_slip() {
        let picture = drawn(SLIP, 3);
        let mut bytes = Vec::new();
        image::codecs::jpeg::JpegEncoder::new_with_quality(&mut bytes, 40)
            .write_image(&picture, 720, 1280, image::ExtendedColorType::L8)
            .unwrap();
        let first = read(&encoded(&picture, MediaType::Png), MediaType::Png);
        assert_eq!(read(&bytes, MediaType::Jpeg), first);
        let half = image::imageops::resize(&drawn(SLIP, 4), 504, 896, FilterType::Triangle);
        assert_eq!(
            read(&encoded(&half, MediaType::Jpeg), MediaType::Jpeg),
            first
        );
    }

    #[test]
    fn a_payment_qr_is_an_invalid_slip_and_no_qr_is_an_unreadable_one() {
        let payment = encoded(&drawn(PAYMENT, 3), MediaType::Png);
        assert_eq!(read(&payment, MediaType::Png), Err(SlipReason::InvalidSlip));
        let empty = GrayImage::from_pixel(720, 1280, Luma([245]));
        assert_eq!(
            read(&encoded(&empty, MediaType::Jpeg), MediaType::Jpeg),
            Err(SlipReason::CannotReadCroppedImage)
        );
        let mut cut = encoded(&drawn(SLIP, 3), MediaType::Png);
        cut.truncate(200);
        let read_cut = read(&cut, MediaType::Png);
        assert_eq!(read_cut, Err(SlipReason::CannotReadCroppedImage));
    }

    #[test]
    fn a_picture_with_too_many_pixels_is_refused_before_it_is_decoded() {
        let bomb = {
            let mut bytes = Cursor::new(Vec::new());
            GrayImage::new(20_000, 5_000)
                .write_to(&mut bytes, ImageFormat::Png)
                .unwrap();
            bytes.into_inner()
        };
        assert!(bomb.len() < 1024 * 1024, "{}", bomb.len());
        // Everything but the header is missing, so any decoding would fail here first.
        for bytes in [&bomb[..], &bomb[..60]] {
            let refused = Err(SlipReason::ImgSizeUnableToProcess);
            assert_eq!(read(bytes, MediaType::Png), refused);
        }
    }

    #[test]
    fn a_hostile_picture_does_not_hold_a_thread_for_long() {
        // Only small spots, and only corner patterns, at the size that is searched unscaled.
        let mut state = 1_u32;
        let noise = GrayImage::from_fn(1600, 1600, |_, _| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            Luma([state.to_be_bytes()[0]])
        });
        let corners = GrayImage::from_fn(1600, 1600, |x, y| {
            let (x, y) = (x / 2 % 9, y / 2 % 9);
            let from_centre = x.abs_diff(3).max(y.abs_diff(3));
            let is_dark = x < 7 && y < 7 && from_centre != 2;
            Luma([if is_dark { 0 } else { 255 }])
        });
        for picture in [noise, corners] {
            let bytes = encoded(&picture, MediaType::Png);
            let unreadable = Err(SlipReason::CannotReadCroppedImage);
            // Without patience it is searched at one size only.
            let given_up = read_within(&bytes, MediaType::Png, Duration::ZERO);
            assert_eq!(given_up, unreadable);
            // A measurement, which a busy machine distorts.
            if is_long() {
                let start = Instant::now();
                assert_eq!(read_within(&bytes, MediaType::Png, PATIENCE), unreadable);
                let took = start.elapsed();
                assert!(took < Duration::from_mins(1), "{took:?}");
            }
        }
    }

    #[tokio::test]
    async fn a_picture_waits_for_a_decoder_no_longer_than_it_may() {
        let reader = PictureReader::new(Duration::from_millis(50));
        let player = ledger::WalletId(crate::platform::clock::new_id());
        let gate = crate::platform::files::gate::UploadGate::new(Duration::from_hours(1));
        let pass = gate.enter(player).await.unwrap();
        let bytes = bytes::Bytes::from_static(b"cut");
        let unreadable = Ok(Err(SlipReason::CannotReadCroppedImage));
        let permits = Arc::clone(&reader.permits);
        let all = permits.acquire_many(2).await.unwrap();
        let busy = reader.read(&pass, bytes.clone(), MediaType::Png).await;
        assert_eq!(busy, Err(Busy));
        drop(all);
        assert_eq!(
            reader.read(&pass, bytes.clone(), MediaType::Png).await,
            unreadable
        );
        // The player's other picture is being decoded; the free decoders are for other players.
        let turn = pass.turn().await.unwrap();
        let busy = reader.read(&pass, bytes.clone(), MediaType::Png).await;
        assert_eq!(busy, Err(Busy));
        assert_eq!(reader.permits.available_permits(), PARALLEL_MAX);
        drop(turn);
        assert_eq!(reader.read(&pass, bytes, MediaType::Png).await, unreadable);
    }

    #[test]
    fn what_is_not_a_picture_has_no_kind() {
        for bytes in [
            &b""[..],
            b"hello.png",
            b"GIF90a",
            b"RIFF0000WAVE",
            b"\x89PNG",
            b"<svg",
        ] {
            assert_eq!(MediaType::of(bytes), None);
        }
    }
}
