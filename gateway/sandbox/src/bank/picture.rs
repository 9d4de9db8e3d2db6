//! Draws the slip of a payment: 720 × 1280, Thai first, with the mini QR in the corner.

use std::fmt::Write as _;
use std::io::Cursor;
use std::sync::{Arc, LazyLock};

use chrono::{Datelike, Timelike};
use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, ImageFormat, RgbaImage};
use qrcode::{Color, EcLevel, QrCode};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

use super::{directory, mask, payment};
use crate::record::{Party, Payment};
use crate::{amount, clock, fonts};

const WIDTH: u32 = 720;
const HEIGHT: u32 = 1280;
const JPEG_QUALITY: u8 = 82;
const QR_MODULE: usize = 7;
const QR_RIGHT: usize = 656;
const QR_TOP: usize = 944;
const BUDDHIST_ERA: i32 = 543;
const NAME_SHOWN_MAX: usize = 26;

const MONTHS: [&str; 12] = [
    "ม.ค.",
    "ก.พ.",
    "มี.ค.",
    "เม.ย.",
    "พ.ค.",
    "มิ.ย.",
    "ก.ค.",
    "ส.ค.",
    "ก.ย.",
    "ต.ค.",
    "พ.ย.",
    "ธ.ค.",
];

/// Loading letters takes longer than drawing with them.
static OPTIONS: LazyLock<Options<'static>> = LazyLock::new(|| {
    let mut letters = fontdb::Database::new();
    for font in [fonts::THAI, fonts::THAI_BOLD, fonts::LAO] {
        letters.load_font_data(font.to_vec());
    }
    Options {
        font_family: "Noto Sans Thai".to_owned(),
        fontdb: Arc::new(letters),
        ..Options::default()
    }
});

/// How the picture is packed.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Format {
    Png,
    Jpeg,
}

impl Format {
    pub(crate) fn mime(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
        }
    }
}

/// The slip as a file.
pub(crate) fn draw(payment: &Payment, format: Format) -> Vec<u8> {
    let tree = Tree::from_str(&split_am(&markup(payment)), &OPTIONS)
        .expect("our own markup is well-formed");
    let mut pixels = Pixmap::new(WIDTH, HEIGHT).expect("the size is not zero");
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    // The background covers everything, so no pixel is transparent and none is premultiplied.
    let picture = RgbaImage::from_raw(WIDTH, HEIGHT, pixels.take())
        .expect("the buffer has four bytes for each pixel");
    let picture = DynamicImage::from(DynamicImage::from(picture).into_rgb8());
    let mut bytes = Cursor::new(Vec::new());
    match format {
        Format::Png => picture.write_to(&mut bytes, ImageFormat::Png),
        Format::Jpeg => {
            picture.write_with_encoder(JpegEncoder::new_with_quality(&mut bytes, JPEG_QUALITY))
        }
    }
    .expect("writing to memory cannot fail");
    bytes.into_inner()
}

fn markup(payment: &Payment) -> String {
    // Names are a stranger's words: they come last, so that nothing in them is filled in.
    let mut markup = include_str!("slip.svg")
        .replace("{{qr}}", &qr_path(payment))
        .replace("{{date}}", &thai_date(payment))
        .replace("{{amount}}", &grouped(payment))
        .replace("{{reference}}", &payment.trans_ref);
    for (side, party) in [("from", &payment.from), ("to", &payment.to)] {
        let bank = directory::find(&party.bank);
        let mut fill = |field: &str, text: &str| {
            markup = markup.replace(&format!("{{{{{side}.{field}}}}}"), text);
        };
        fill("colour", bank.map_or("#333333", |bank| bank.colour));
        fill("bank", bank.map_or("", |bank| bank.name_th));
        fill("code", &party.bank);
        fill("account", &mask::account(&party.account_no));
    }
    markup
        .replace("{{from.name}}", &shown_name(&payment.from))
        .replace("{{to.name}}", &shown_name(&payment.to))
}

fn shown_name(party: &Party) -> String {
    if party.name.is_empty() {
        return "-".to_owned();
    }
    let full = mask::name(&party.name);
    let mut letters = 0;
    let mut name: String = full
        .chars()
        .take_while(|letter| {
            letters += usize::from(!is_mark(*letter));
            letters <= NAME_SHOWN_MAX
        })
        .collect();
    if name.len() < full.len() {
        name.push('…');
    }
    name.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// Thai and Lao vowels and tone marks above or below a letter and take no width.
fn is_mark(letter: char) -> bool {
    matches!(letter,
        '\u{0E31}' | '\u{0E34}'..='\u{0E3A}' | '\u{0E47}'..='\u{0E4E}'
        | '\u{0EB1}' | '\u{0EB4}'..='\u{0EBC}' | '\u{0EC8}'..='\u{0ECE}')
}

/// The dark modules of the mini QR; the card around them is its quiet zone.
fn qr_path(payment: &Payment) -> String {
    let text = payment::slip_code(payment).encode();
    let code = QrCode::with_error_correction_level(&text, EcLevel::M)
        .expect("a slip's text is far below the capacity of a QR");
    let modules = code.width();
    let left_edge = QR_RIGHT - modules * QR_MODULE;
    let mut path = String::new();
    for (index, colour) in code.to_colors().into_iter().enumerate() {
        if colour == Color::Dark {
            let left = left_edge + index % modules * QR_MODULE;
            let top = QR_TOP + index / modules * QR_MODULE;
            let _infallible = write!(path, "M{left} {top}h{QR_MODULE}v{QR_MODULE}h-{QR_MODULE}z");
        }
    }
    path
}

/// `21 พ.ย. 2569 17:15:07 น.`
fn thai_date(payment: &Payment) -> String {
    let local = clock::in_bangkok(payment.transferred_at);
    let month = MONTHS[local.month0() as usize];
    let (day, year) = (local.day(), local.year() + BUDDHIST_ERA);
    let (hour, minute, second) = (local.hour(), local.minute(), local.second());
    format!("{day} {month} {year} {hour:02}:{minute:02}:{second:02} น.")
}

/// `1,234.50`
fn grouped(payment: &Payment) -> String {
    let text = amount::show(payment.amount);
    let (whole, decimals) = text.split_once('.').unwrap_or((&text, "00"));
    let mut shown = String::new();
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) {
            shown.push(',');
        }
        shown.push(digit);
    }
    format!("{shown}.{decimals}")
}

/// Writes SARA AM as its two parts.
///
/// The renderer takes the combined vowel for one mark and draws the next letter over it. A tone mark stays
/// above the ring, so the ring goes in front of it.
fn split_am(text: &str) -> String {
    let mut split = String::with_capacity(text.len());
    for letter in text.chars() {
        let (ring, stem, tones) = match letter {
            '\u{0E33}' => ('\u{0E4D}', '\u{0E32}', '\u{0E48}'..='\u{0E4B}'),
            '\u{0EB3}' => ('\u{0ECD}', '\u{0EB2}', '\u{0EC8}'..='\u{0ECB}'),
            _ => {
                split.push(letter);
                continue;
            }
        };
        let tone = split
            .chars()
            .next_back()
            .filter(|last| tones.contains(last));
        if tone.is_some() {
            split.pop();
        }
        split.push(ring);
        split.extend(tone);
        split.push(stem);
    }
    split
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Payment {
        let party = |bank: &str, account_no: &str, name: &str| Party {
            bank: bank.to_owned(),
            account_no: account_no.to_owned(),
            name: name.to_owned(),
        };
        Payment {
            trans_ref: "202611218WqTzK3mN0pX9aB1c".to_owned(),
            from: party("SCB", "1230102093", "<สม&ชาย> {{to.name}}"),
            to: party("KBANK", "0421234567", "บริษัท ผู้รู้ที่ปี่ จำกัด"),
            amount: "1234567.50".parse().unwrap(),
            transferred_at: "2026-11-21T10:15:07Z".parse().unwrap(),
            logged: false,
        }
    }

    fn read_back(picture: &DynamicImage) -> String {
        let mut picture = rqrr::PreparedImage::prepare(picture.to_luma8());
        let grids = picture.detect_grids();
        grids[0].decode().unwrap().1
    }

    #[test]
    fn the_qr_of_a_slip_is_read_back_also_after_hard_compression() {
        let payment = sample();
        let text = payment::slip_code(&payment).encode();
        let picture = image::load_from_memory(&draw(&payment, Format::Png)).unwrap();
        assert_eq!((picture.width(), picture.height()), (WIDTH, HEIGHT));
        assert_eq!(read_back(&picture), text);
        let jpeg = image::load_from_memory(&draw(&payment, Format::Jpeg)).unwrap();
        assert_eq!(read_back(&jpeg), text);
        let mut bytes = Cursor::new(Vec::new());
        picture
            .write_with_encoder(JpegEncoder::new_with_quality(&mut bytes, 40))
            .unwrap();
        assert_eq!(
            read_back(&image::load_from_memory(bytes.get_ref()).unwrap()),
            text
        );
    }

    #[test]
    fn sara_am_is_split_and_its_tone_mark_stays_on_top() {
        assert_eq!(split_am("จำ"), "จ\u{0E4D}\u{0E32}");
        assert_eq!(split_am("น้ำ"), "น\u{0E4D}\u{0E49}\u{0E32}");
        assert_eq!(split_am("ນ້ຳ"), "ນ\u{0ECD}\u{0EC9}\u{0EB2}");
    }

    #[test]
    fn a_long_name_is_cut_between_letters() {
        let party = |name: &str| Party {
            name: name.to_owned(),
            ..sample().to
        };
        assert_eq!(shown_name(&party("บริษัท ผู้รู้ที่ปี่ จำกัด")), "บริษัท ผู้รู้ที่ปี่ จำกัด");
        let long = shown_name(&party(&format!("บริษัท {}", "ที่".repeat(40))));
        assert_eq!(long, format!("บริษัท {}…", "ที่".repeat(21)));
        assert_eq!(shown_name(&party("")), "-");
    }

    #[test]
    fn dates_and_amounts_are_thai() {
        assert_eq!(thai_date(&sample()), "21 พ.ย. 2569 17:15:07 น.");
        assert_eq!(grouped(&sample()), "1,234,567.50");
    }
}
