//! Reads the slip's QR out of an uploaded picture, within bounds that no picture can exceed.

use std::sync::Arc;
use std::time::Duration;

use ledger::wallet::SlipReason;
use picture::{MediaType, Picture, Undecodable};
use tokio::sync::Semaphore;

use super::qr::{self, NotASlip, SlipQr};
use platform::files::gate::Pass;

/// Pictures that may be decoded at once.
const PARALLEL_MAX: usize = 2;

/// Reads pictures, a few at a time.
#[derive(Clone)]
pub struct PictureReader {
    permits: Arc<Semaphore>,
    /// How long a picture waits for earlier ones.
    wait_max: Duration,
}

/// Too many pictures wait before this one; the client may send it again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("too many pictures are being read")]
pub struct Busy;

impl PictureReader {
    /// A reader that is reading nothing.
    pub fn new(wait_max: Duration) -> Self {
        Self {
            permits: Arc::new(Semaphore::new(PARALLEL_MAX)),
            wait_max,
        }
    }

    /// The content of a picture's QR, or why there is none.
    pub async fn read(
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
            read(&bytes, kind)
        });
        // A decoder that panics on a hostile picture ends only its own task.
        Ok(reading
            .await
            .unwrap_or(Err(SlipReason::CannotReadCroppedImage)))
    }
}

/// The first slip in a picture: another QR may be next to it, in a chat or on a desk. The picture's
/// own bound of work ends the search.
fn read(bytes: &[u8], kind: MediaType) -> Result<SlipQr, SlipReason> {
    let picture = Picture::decode(bytes, kind).map_err(|why| match why {
        Undecodable::TooLarge => SlipReason::ImgSizeUnableToProcess,
        Undecodable::Broken => SlipReason::CannotReadCroppedImage,
    })?;
    let mut has_other = false;
    for text in picture.qr_texts().flatten() {
        match qr::read(&text) {
            Ok(slip) => return Ok(slip),
            Err(NotASlip::PaymentQr | NotASlip::WrongChecksum | NotASlip::OtherContent) => {
                has_other = true;
            }
        }
    }
    Err(if has_other {
        SlipReason::InvalidSlip
    } else {
        SlipReason::CannotReadCroppedImage
    })
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use image::imageops::FilterType;
    use image::{DynamicImage, GrayImage, ImageEncoder, ImageFormat, Luma};
    use ledger_testing::is_long;

    use super::*;

    const SLIP: &str = "0041000600000101030040220015073144041ATF009995102TH91048693";
    const PAYMENT: &str = concat!(
        "00020101021229370016A0000006770101110113006681234567853037645802TH5406500.00",
        "6304BC16"
    );

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
        let format = ImageFormat::from_mime_type(kind.as_str()).unwrap();
        picture.write_to(&mut bytes, format).unwrap();
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
    fn the_slip_is_found_next_to_another_qr() {
        for other in [PAYMENT, "https://example.test/pay"] {
            let mut picture = drawn(SLIP, 3);
            let near = drawn(other, 6);
            let code = image::imageops::crop_imm(&near, 470, 990, 250, 290).to_image();
            image::imageops::overlay(&mut picture, &code, 20, 20);
            let slip = read(&encoded(&picture, MediaType::Png), MediaType::Png).unwrap();
            assert_eq!(slip.reference.trans_ref, "015073144041ATF00999", "{other}");
        }
    }

    #[tokio::test]
    async fn a_picture_waits_for_a_decoder_no_longer_than_it_may() {
        let reader = PictureReader::new(Duration::from_millis(50));
        let player = ledger::WalletId(platform::clock::new_id());
        let gate = platform::files::gate::UploadGate::new(Duration::from_hours(1));
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
}
