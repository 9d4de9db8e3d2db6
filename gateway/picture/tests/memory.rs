//! What reading a large photograph allocates. No other test may run in the same process.

#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "what is drawn can be encoded")]

use std::fs;

use image::codecs::jpeg::JpegEncoder;
use image::{GenericImageView, GrayImage, Luma, imageops};
use picture::{MediaType, Picture};
use qrcode::{EcLevel, QrCode};

const SLIP: &str = "0041000600000101030040220015073144041ATF009995102TH91048693";

/// A small picture that is seen so many times larger, without a copy.
struct Enlarged(GrayImage, u32);

impl GenericImageView for Enlarged {
    type Pixel = Luma<u8>;

    fn dimensions(&self) -> (u32, u32) {
        (self.0.width() * self.1, self.0.height() * self.1)
    }

    fn get_pixel(&self, x: u32, y: u32) -> Luma<u8> {
        *self.0.get_pixel(x / self.1, y / self.1)
    }
}

fn status_kilobytes(name: &str) -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with(name)).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

#[test]
fn a_photograph_of_48_megapixels_is_read_in_64_mebibytes() {
    let code = QrCode::with_error_correction_level(SLIP, EcLevel::M).unwrap();
    let qr = code.render::<Luma<u8>>().module_dimensions(2, 2).build();
    let mut page = GrayImage::from_pixel(600, 800, Luma([235]));
    imageops::overlay(&mut page, &qr, 400, 600);
    let photograph = Enlarged(page, 10);
    let mut bytes = Vec::new();
    JpegEncoder::new_with_quality(&mut bytes, 80)
        .encode_image(&photograph)
        .unwrap();
    let before = status_kilobytes("VmRSS:");
    let picture = Picture::decode(&bytes, MediaType::Jpeg).unwrap();
    assert!(picture.qr_texts().flatten().any(|text| text == SLIP));
    let most = status_kilobytes("VmHWM:") - before;
    assert!(most < 64 * 1024, "{most} kB");
}
