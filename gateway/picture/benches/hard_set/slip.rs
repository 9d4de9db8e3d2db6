//! Slips as bank apps draw them: a header, lines of text and a QR.

use image::{Rgb, RgbImage, imageops};
use qrcode::{Color, EcLevel, QrCode};

use crate::chance::Chance;

pub(crate) const WHITE: Rgb<u8> = Rgb([255, 255, 255]);
pub(crate) const BLACK: Rgb<u8> = Rgb([0, 0, 0]);

/// Colours, QR and size of a slip.
pub(crate) struct Style {
    pub(crate) dark: Rgb<u8>,
    pub(crate) light: Rgb<u8>,
    pub(crate) paper: Rgb<u8>,
    pub(crate) module_pixels: u32,
    pub(crate) quiet_modules: u32,
    pub(crate) size: (u32, u32),
    pub(crate) is_dotted: bool,
}

impl Style {
    pub(crate) fn of(chance: &mut Chance, module_pixels: u32) -> Self {
        Self {
            dark: *chance.one_of(&[BLACK, Rgb([20, 20, 40]), Rgb([40, 30, 90])]),
            light: WHITE,
            paper: *chance.one_of(&[WHITE, Rgb([240, 246, 255]), Rgb([250, 244, 236])]),
            module_pixels,
            quiet_modules: chance.number(2, 4),
            size: *chance.one_of(&[(720, 1280), (1080, 1920), (1080, 2400), (828, 1792)]),
            is_dotted: false,
        }
    }
}

/// A payload as the Thai banks write it, with a right checksum.
pub(crate) fn payload(chance: &mut Chance) -> String {
    const LETTERS: &[u8] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    const MIXED: &[u8] = b"0123456789abcdefghkmnpqrstuvwxyzABCDEFGHKMNPQRSTUVWXYZ";
    let bank = chance.one_of(&["002", "004", "006", "014", "025", "030"]);
    let (letters, length) = *chance.one_of(&[(LETTERS, 20), (MIXED, 25), (&LETTERS[..10], 17)]);
    let reference: String = (0..length)
        .map(|_| char::from(*chance.one_of(letters)))
        .collect();
    let inner = format!(
        "000600000101030{bank_length}{bank}02{length:02}{reference}",
        bank_length = bank.len()
    );
    checked(&format!("00{:02}{inner}5102TH9104", inner.len()))
}

/// A payload of a QR for paying, which a chat may show next to the slip.
pub(crate) fn payment(chance: &mut Chance) -> String {
    let account: String = (0..9).map(|_| chance.number(0, 9).to_string()).collect();
    checked(&format!(
        "00020101021229370016A00000067701011101130066{account}5802TH53037645406500.006304"
    ))
}

fn checked(body: &str) -> String {
    let mut crc = 0xFFFF_u16;
    for byte in body.bytes() {
        crc ^= u16::from(byte) << 8;
        for _ in 0..8 {
            crc = if crc & 0x8000 == 0 {
                crc << 1
            } else {
                crc << 1 ^ 0x1021
            };
        }
    }
    format!("{body}{crc:04X}")
}

/// A QR with its quiet zone.
pub(crate) fn qr(text: &str, style: &Style, level: EcLevel) -> RgbImage {
    let code = QrCode::with_error_correction_level(text, level).expect("short enough");
    let modules = u32::try_from(code.width()).expect("a small code");
    let colors = code.to_colors();
    let (pixels, quiet) = (style.module_pixels, style.quiet_modules);
    let side = (modules + 2 * quiet) * pixels;
    RgbImage::from_fn(side, side, |x, y| {
        let (column, row) = (
            (x / pixels).wrapping_sub(quiet),
            (y / pixels).wrapping_sub(quiet),
        );
        let is_dark = column < modules
            && row < modules
            && colors[(row * modules + column) as usize] == Color::Dark;
        let is_end = |at: u32| at < 7 || at > modules.saturating_sub(8);
        let in_corner = is_end(column) && is_end(row);
        let middle = (pixels as f32 - 1.) / 2.;
        let from_middle = ((x % pixels) as f32 - middle).hypot((y % pixels) as f32 - middle);
        let is_off = style.is_dotted && !in_corner && from_middle > pixels as f32 * 0.42;
        if is_dark && !is_off {
            style.dark
        } else {
            style.light
        }
    })
}

/// The slip, and where its QR is: left, top and side.
pub(crate) fn drawn(chance: &mut Chance, text: &str, style: &Style) -> (RgbImage, [u32; 3]) {
    let (width, height) = style.size;
    let mut slip = RgbImage::from_pixel(width, height, style.paper);
    let header = Rgb([
        chance.number(0, 160),
        chance.number(60, 180),
        chance.number(60, 200),
    ]
    .map(|part| part as u8));
    fill(&mut slip, [0, 0, width, height / 9], header);
    let level = *chance.one_of(&[EcLevel::M, EcLevel::L]);
    let qr = qr(text, style, level);
    let side = qr.width();
    let left = *chance.one_of(&[width - side - width / 20, (width - side) / 2, width / 16]);
    let top = chance.number(height / 2, height - side - height / 24);
    let mut y = height / 7;
    while y + height / 40 < height {
        let line = height / 60 + chance.number(0, height / 90);
        let is_clear = y + line < top || y > top + side;
        if is_clear {
            let end = width / 2 + chance.number(0, width / 2 - width / 12);
            writing(&mut slip, chance, [width / 14, y, end, line], style.dark);
        }
        y += line * 2;
    }
    imageops::overlay(&mut slip, &qr, left.into(), top.into());
    (slip, [left, top, side])
}

/// A line of strokes that look like letters from afar.
fn writing(
    slip: &mut RgbImage,
    chance: &mut Chance,
    [left, top, end, height]: [u32; 4],
    ink: Rgb<u8>,
) {
    let mut x = left;
    let stroke = (height / 8).max(1);
    while x + height < end {
        if chance.number(0, 6) > 0 {
            for _ in 0..chance.number(2, 4) {
                let (across, down) = (chance.number(0, height / 2), chance.number(0, height / 2));
                let long = height / 2;
                let area = if chance.number(0, 1) == 0 {
                    [x + across, top, stroke, height]
                } else {
                    [x, top + down, long, stroke]
                };
                fill(slip, area, ink);
            }
        }
        x += height * 3 / 4;
    }
}

pub(crate) fn fill(picture: &mut RgbImage, [left, top, width, height]: [u32; 4], color: Rgb<u8>) {
    for y in top..(top + height).min(picture.height()) {
        for x in left..(left + width).min(picture.width()) {
            picture.put_pixel(x, y, color);
        }
    }
}
