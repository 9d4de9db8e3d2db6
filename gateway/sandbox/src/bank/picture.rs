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
const QR_MODULE: usize = 5;
const QR_QUIET: usize = 4;
const BUDDHIST_ERA: i32 = 543;
const NAME_SHOWN_MAX: usize = 30;

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
    /// The media type.
    pub(crate) fn mime(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
        }
    }
}

/// The slip as a file.
pub(crate) fn draw(payment: &Payment, format: Format) -> Vec<u8> {
    let tree = Tree::from_str(&markup(payment), &OPTIONS).expect("our own markup is well-formed");
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
    let bank = directory::find(&payment.from.bank);
    let colour = bank.map_or("#333333", |bank| bank.colour);
    let bank_name = bank.map_or("", |bank| bank.name_th);
    let mut svg = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" font-family="Noto Sans Thai">
<rect width="720" height="1280" fill="#eef1f6"/>
<rect width="720" height="232" fill="{colour}"/>
<rect x="32" y="152" width="656" height="1088" rx="28" fill="#ffffff"/>
<text x="48" y="78" font-size="34" font-family="Noto Sans Thai SemiBold" fill="#ffffff">{bank_name}</text>
<text x="48" y="118" font-size="22" fill="#ffffff" fill-opacity="0.85">SANDBOX BANK · ใช้ทดสอบเท่านั้น / test only</text>
<circle cx="104" cy="236" r="40" fill="#16a34a"/>
<path d="M86 237 l13 13 l24 -26" fill="none" stroke="#ffffff" stroke-width="7" stroke-linecap="round" stroke-linejoin="round"/>
<text x="164" y="230" font-size="34" font-family="Noto Sans Thai SemiBold" fill="#111827">โอนเงินสำเร็จ</text>
<text x="164" y="268" font-size="22" fill="#6b7280">{date} · Transfer successful</text>
<rect x="64" y="308" width="592" height="2" fill="#e5e7eb"/>
"##,
        date = thai_date(payment),
    );
    side(&mut svg, 372, ["จาก", "From"], &payment.from);
    svg.push_str(r##"<path d="M104 456 v36 m-11 -11 l11 11 l11 -11" fill="none" stroke="#9ca3af" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/>"##);
    side(&mut svg, 560, ["ไปยัง", "To"], &payment.to);
    svg.push_str(r##"<rect x="64" y="664" width="592" height="2" fill="#e5e7eb"/>"##);
    row(
        &mut svg,
        724,
        "จำนวนเงิน / Amount",
        &format!("{} บาท", grouped(payment)),
        34,
    );
    row(&mut svg, 782, "ค่าธรรมเนียม / Fee", "0.00 บาท", 24);
    row(&mut svg, 840, "เลขที่รายการ / Ref.", &payment.trans_ref, 22);
    svg.push_str(r##"<rect x="64" y="882" width="592" height="2" fill="#e5e7eb"/>"##);
    let side_length = qr(&mut svg, payment, 912);
    let _infallible = write!(
        svg,
        r##"<text x="64" y="970" font-size="24" fill="#374151">สแกนเพื่อตรวจสอบสลิป</text>
<text x="64" y="1004" font-size="20" fill="#6b7280">Scan to verify this slip</text>
<text x="64" y="{note}" font-size="18" fill="#9ca3af">สลิปนี้ไม่มีมูลค่าทางการเงิน</text>
<text x="64" y="{note_en}" font-size="18" fill="#9ca3af">Not a real payment</text>
</svg>"##,
        note = 912 + side_length - 34,
        note_en = 912 + side_length - 8,
    );
    svg
}

fn side(svg: &mut String, y: usize, label: [&str; 2], party: &Party) {
    let bank = directory::find(&party.bank);
    let name = if party.name.is_empty() {
        "-".to_owned()
    } else {
        mask::name(&party.name)
    };
    let name: String = name.chars().take(NAME_SHOWN_MAX).collect();
    let _infallible = write!(
        svg,
        r##"<circle cx="104" cy="{middle}" r="40" fill="{colour}"/>
<text x="104" y="{badge}" font-size="19" text-anchor="middle" font-family="Noto Sans Thai SemiBold" fill="#ffffff">{code}</text>
<text x="164" y="{top}" font-size="20" fill="#6b7280">{thai} / {english}</text>
<text x="164" y="{line}" font-size="28" font-family="Noto Sans Thai SemiBold" fill="#111827">{name}</text>
<text x="164" y="{below}" font-size="22" fill="#4b5563">{bank_name} · {account}</text>
"##,
        middle = y + 14,
        badge = y + 21,
        top = y - 18,
        line = y + 20,
        below = y + 56,
        colour = bank.map_or("#333333", |bank| bank.colour),
        code = party.bank,
        thai = label[0],
        english = label[1],
        name = escaped(&name),
        bank_name = bank.map_or("", |bank| bank.name_th),
        account = mask::account(&party.account_no),
    );
}

fn row(svg: &mut String, y: usize, label: &str, value: &str, size: usize) {
    let _infallible = write!(
        svg,
        r##"<text x="64" y="{y}" font-size="22" fill="#6b7280">{label}</text>
<text x="656" y="{y}" font-size="{size}" text-anchor="end" font-family="Noto Sans Thai SemiBold" fill="#111827">{value}</text>
"##
    );
}

/// Draws the mini QR at the right edge; gives back its side length.
fn qr(svg: &mut String, payment: &Payment, y: usize) -> usize {
    let text = payment::slip_code(payment).encode();
    let code = QrCode::with_error_correction_level(&text, EcLevel::M)
        .expect("a slip's text is far below the capacity of a QR");
    let modules = code.width();
    let side_length = (modules + 2 * QR_QUIET) * QR_MODULE;
    let x = 656 - side_length;
    let mut path = String::new();
    for (index, colour) in code.to_colors().into_iter().enumerate() {
        if colour == Color::Dark {
            let left = x + (index % modules + QR_QUIET) * QR_MODULE;
            let top = y + (index / modules + QR_QUIET) * QR_MODULE;
            let _infallible = write!(path, "M{left} {top}h{QR_MODULE}v{QR_MODULE}h-{QR_MODULE}z");
        }
    }
    let _infallible = write!(
        svg,
        r##"<rect x="{x}" y="{y}" width="{side_length}" height="{side_length}" fill="#ffffff"/>
<path d="{path}" fill="#000000" shape-rendering="crispEdges"/>
"##
    );
    side_length
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

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
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
            from: party("SCB", "1230102093", "สมชาย <ใจดี> & ผู้น้ำ"),
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
    fn dates_and_amounts_are_thai() {
        assert_eq!(thai_date(&sample()), "21 พ.ย. 2569 17:15:07 น.");
        assert_eq!(grouped(&sample()), "1,234,567.50");
    }
}
