//! Pictures that a reader of plain screenshots does not read, drawn as small as they stay hard.

use std::io::Cursor;

use image::imageops::{self, FilterType};
use image::{DynamicImage, GrayImage, ImageFormat, Luma, Rgb, RgbImage, Rgba, RgbaImage};
use qrcode::{EcLevel, QrCode};

use super::*;

const SLIP: &str = "0041000600000101030040220015073144041ATF009995102TH91048693";
const LINK: &str = "https://example.com/another-code-next-to-the-slip";

fn qr(text: &str, module_pixels: u32) -> GrayImage {
    let code = QrCode::with_error_correction_level(text, EcLevel::M).unwrap();
    let side = (module_pixels, module_pixels);
    code.render::<Luma<u8>>()
        .module_dimensions(side.0, side.1)
        .build()
}

/// A slip's QR in the lower right of a plain page.
fn page(module_pixels: u32) -> GrayImage {
    let mut page = GrayImage::from_pixel(540, 720, Luma([240]));
    let qr = qr(SLIP, module_pixels);
    let (left, top) = (540 - qr.width() - 20, 720 - qr.height() - 60);
    imageops::overlay(&mut page, &qr, left.into(), top.into());
    page
}

fn encoded(picture: impl Into<DynamicImage>, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    picture.into().write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

/// The texts of all attempts.
fn texts(bytes: &[u8]) -> Vec<String> {
    let kind = MediaType::of(bytes).unwrap();
    Picture::decode(bytes, kind)
        .unwrap()
        .qr_texts()
        .flatten()
        .collect()
}

fn reads_slip(picture: impl Into<DynamicImage>) -> bool {
    let bytes = encoded(picture, ImageFormat::Png);
    let picture = Picture::decode(&bytes, MediaType::Png).unwrap();
    picture.qr_texts().flatten().any(|text| text == SLIP)
}

/// Numbers that look random and are the same in every run.
fn chance() -> impl FnMut() -> u32 {
    let mut state = 0x2545_F491_u32;
    move || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state
    }
}

#[test]
fn an_inverted_slip_is_read() {
    let mut page = page(3);
    imageops::invert(&mut page);
    assert!(reads_slip(page));
}

#[test]
fn a_transparent_slip_is_read_whichever_ground_it_was_drawn_for() {
    for ink in [0, 255] {
        let page = page(3);
        let drawn = RgbaImage::from_fn(page.width(), page.height(), |x, y| {
            Rgba([ink, ink, ink, 255 - page.get_pixel(x, y).0[0]])
        });
        assert!(reads_slip(drawn), "{ink}");
    }
}

#[test]
fn a_slip_in_colours_of_one_brightness_is_read() {
    let page = page(4);
    // As bright as the red, by one weighting of the eye's colours and by the other.
    for green in [96, 133] {
        let drawn = RgbImage::from_fn(page.width(), page.height(), |x, y| {
            let is_dark = page.get_pixel(x, y).0[0] < 128;
            Rgb(if is_dark {
                [200, 40, 30]
            } else {
                [20, green, 20]
            })
        });
        assert!(reads_slip(drawn), "{green}");
    }
}

#[test]
fn a_slip_that_lost_its_last_modules_is_read() {
    let quiet = 4 * 6;
    let code = qr(SLIP, 6);
    let side = code.width() - 2 * quiet;
    let cut = imageops::crop_imm(&code, quiet, quiet, side, side - 15).to_image();
    assert!(reads_slip(cut));
}

#[test]
fn a_slip_with_a_stained_corner_is_read() {
    let mut page = page(5);
    let side = qr(SLIP, 5).width();
    let (left, top) = (540 - side - 20 + 20, 720 - side - 60 + 20);
    for (x, y, dot) in page.enumerate_pixels_mut() {
        if x.abs_diff(left) < 22 && y.abs_diff(top) < 22 {
            *dot = Luma([90]);
        }
    }
    assert!(reads_slip(page));
}

#[test]
fn a_slip_with_white_streaks_is_read() {
    let mut page = page(6);
    for (_, y, dot) in page.enumerate_pixels_mut() {
        if y % 15 < 2 {
            *dot = Luma([255]);
        }
    }
    assert!(reads_slip(page));
}

#[test]
fn a_slip_under_noise_and_specks_is_read() {
    let mut chance = chance();
    let mut noisy = page(4);
    for dot in noisy.iter_mut() {
        let shift = i32::from((chance() % 120) as u8) - 60;
        *dot = u8::try_from((i32::from(*dot) * 6 / 10 + 50 + shift).clamp(0, 255)).unwrap();
    }
    assert!(reads_slip(noisy), "noise");
    let mut specked = page(4);
    for dot in specked.iter_mut() {
        if chance().is_multiple_of(8) {
            *dot = if chance().is_multiple_of(2) { 0 } else { 255 };
        }
    }
    assert!(reads_slip(specked), "specks");
}

#[test]
fn a_slip_with_modules_of_a_pixel_and_a_half_is_read() {
    let page = page(4);
    let small = imageops::resize(&page, 540 * 3 / 8, 720 * 3 / 8, FilterType::Triangle);
    assert!(reads_slip(small));
}

#[test]
fn both_codes_of_a_picture_are_found() {
    let mut page = page(3);
    imageops::overlay(&mut page, &qr(LINK, 5), 20, 20);
    let found = texts(&encoded(page, ImageFormat::Png));
    for text in [SLIP, LINK] {
        assert!(found.iter().any(|found| found == text), "{text}");
    }
}

#[test]
fn a_scrolled_screenshot_keeps_its_pixels() {
    let mut long = GrayImage::from_pixel(540, 9000, Luma([240]));
    imageops::overlay(&mut long, &page(3), 0, 7000);
    for format in [ImageFormat::Png, ImageFormat::Jpeg] {
        assert!(
            texts(&encoded(long.clone(), format))
                .iter()
                .any(|text| text == SLIP)
        );
    }
}

#[test]
fn a_picture_larger_than_any_phones_is_refused_by_its_header() {
    let wide = encoded(GrayImage::new(16_385, 8), ImageFormat::Png);
    let large = encoded(GrayImage::new(8000, 6400), ImageFormat::Png);
    for bytes in [wide, large] {
        // Everything but the header is missing, so any decoding would fail here first.
        for bytes in [&bytes[..], &bytes[..60]] {
            let refused = Picture::decode(bytes, MediaType::Png).map(|_| ());
            assert_eq!(refused, Err(Undecodable::TooLarge));
        }
    }
    let gif = encoded(RgbImage::new(4097, 8), ImageFormat::Gif);
    let refused = Picture::decode(&gif, MediaType::Gif).map(|_| ());
    assert_eq!(refused, Err(Undecodable::TooLarge));
}

#[test]
fn a_cut_file_is_broken_or_holds_nothing() {
    let whole = encoded(page(3), ImageFormat::Png);
    for end in [9, 40, 200] {
        let cut = Picture::decode(&whole[..end], MediaType::Png).map(|_| ());
        assert_eq!(cut, Err(Undecodable::Broken), "{end}");
    }
    let whole = encoded(page(3), ImageFormat::Jpeg);
    for end in [3, 20, 100] {
        let cut = Picture::decode(&whole[..end], MediaType::Jpeg).map(|_| ());
        assert_eq!(cut, Err(Undecodable::Broken), "{end}");
    }
}

/// The visits of all attempts at a picture in which nothing is found.
fn visits(picture: GrayImage, most: u64) -> u64 {
    let bytes = encoded(picture, ImageFormat::Png);
    let layers = decode::layers(&bytes, MediaType::Png).unwrap();
    let work = work::Work::of(most);
    assert_eq!(attempts::texts_within(&layers, &work).flatten().count(), 0);
    work.taken()
}

#[test]
fn a_hostile_picture_takes_no_more_than_the_work_of_one_picture() {
    let mut chance = chance();
    let noise = GrayImage::from_fn(700, 700, |_, _| Luma([chance().to_be_bytes()[0]]));
    let corners = GrayImage::from_fn(900, 900, |x, y| {
        let (x, y) = (x / 2 % 9, y / 2 % 9);
        let from_centre = x.abs_diff(3).max(y.abs_diff(3));
        let is_dark = x < 7 && y < 7 && from_centre != 2;
        Luma([if is_dark { 0 } else { 255 }])
    });
    for picture in [noise, corners] {
        let bound = attempts::VISITS_MAX / 8;
        let taken = visits(picture, bound);
        assert!((bound / 2..=bound).contains(&taken), "{taken} of {bound}");
    }
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
