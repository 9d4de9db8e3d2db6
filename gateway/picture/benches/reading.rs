//! How long a picture takes to read and to copy, by the profile it was built with:
//!
//! `cargo bench -p picture --profile dev`, or without the profile as a release has it.

#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a program for people; what it draws can be encoded"
)]

use std::io::Cursor;
use std::time::{Duration, Instant};

use image::{DynamicImage, GrayImage, ImageFormat, Luma, imageops};
use picture::{MediaType, Picture, plain_copy};
use qrcode::{EcLevel, QrCode};

const SLIP: &str = "0041000600000101030040220015073144041ATF009995102TH91048693";

/// How often each is done; the median is printed.
const ROUNDS: usize = 5;

/// A picture with a slip's QR in its lower right corner, or without one.
fn drawn((width, height): (u32, u32), module_pixels: Option<u32>) -> DynamicImage {
    let mut picture = GrayImage::from_pixel(width, height, Luma([235]));
    if let Some(side) = module_pixels {
        let code = QrCode::with_error_correction_level(SLIP, EcLevel::M).unwrap();
        let qr = code
            .render::<Luma<u8>>()
            .module_dimensions(side, side)
            .build();
        let (left, top) = (width - qr.width() - 40, height - qr.height() - 40);
        imageops::overlay(&mut picture, &qr, left.into(), top.into());
    }
    DynamicImage::ImageLuma8(picture)
}

fn encoded(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    picture.to_rgb8().write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

fn median_ms(mut work: impl FnMut()) -> u128 {
    let mut rounds: Vec<Duration> = (0..ROUNDS)
        .map(|_| {
            let start = Instant::now();
            work();
            start.elapsed()
        })
        .collect();
    rounds.sort();
    rounds[ROUNDS / 2].as_millis()
}

fn main() {
    let slip = drawn((720, 1280), Some(4));
    let photograph = drawn((3000, 4000), Some(12));
    let empty = drawn((3000, 4000), None);
    for (name, picture, format) in [
        ("slip, PNG", &slip, ImageFormat::Png),
        ("slip, JPEG", &slip, ImageFormat::Jpeg),
        ("slip, WebP", &slip, ImageFormat::WebP),
        ("photograph, JPEG", &photograph, ImageFormat::Jpeg),
        ("photograph without a QR, JPEG", &empty, ImageFormat::Jpeg),
    ] {
        let bytes = encoded(picture, format);
        let kind = MediaType::of(&bytes).unwrap();
        let read = || {
            let picture = Picture::decode(&bytes, kind).unwrap();
            picture.qr_texts().flatten().next()
        };
        let found = if read().is_some() { "read" } else { "searched" };
        let reading = median_ms(|| drop(read()));
        let copying = median_ms(|| drop(plain_copy(&bytes, kind)));
        println!("{name}: {found} in {reading} ms, copied in {copying} ms");
    }
}
