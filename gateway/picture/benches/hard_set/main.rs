//! Draws pictures that are hard to read, and counts how many are read and how long that takes:
//!
//! `cargo bench -p picture --bench hard_set --profile dev [-- FOLDER [SEED]]`
//!
//! With a folder it also writes the pictures, and `truth.txt` with the text of each, for other
//! readers. The same seed draws the same pictures.

#![expect(
    clippy::print_stdout,
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::approx_constant,
    reason = "a program for people, whose drawings need no exact numbers"
)]

mod camera;
mod chance;
mod hostile;
mod kinds;
mod slip;

use std::fmt::Write as _;
use std::fs;
use std::io::Cursor;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, ImageFormat};
use picture::{MediaType, Picture};

use chance::Chance;
use hostile::HOSTILE;
use kinds::{KINDS, Stored};

/// How many pictures of each kind are drawn.
const VARIANTS: u32 = 8;

/// What came of a kind's pictures.
#[derive(Default)]
struct Tally {
    read: usize,
    took: Vec<Duration>,
}

impl Tally {
    fn row(&mut self, name: &str) {
        self.took.sort();
        let of = self.took.len();
        let (median, worst) = (self.took[of / 2].as_millis(), self.took[of - 1].as_millis());
        println!(
            "{name:28} {:3} / {of:3} {median:5} ms {worst:5} ms",
            self.read
        );
    }
}

fn main() {
    // Cargo adds an argument.
    let given = std::env::args().skip(1);
    let mut given = given.filter(|argument| !argument.starts_with("--"));
    let folder = given.next().map(PathBuf::from);
    let seed: u64 = given
        .next()
        .map_or(1, |seed| seed.parse().expect("a number"));
    let (mut all, mut truth) = (Tally::default(), String::new());
    for (at, (name, draw)) in KINDS.iter().enumerate() {
        let mut tally = Tally::default();
        for variant in 0..VARIANTS {
            let mut chance = Chance::new(seed * 100_000 + at as u64 * 1000 + u64::from(variant));
            let text = slip::payload(&mut chance);
            let strength = variant as f32 / VARIANTS as f32;
            let (picture, stored) = draw(&mut chance, &text, strength);
            let (bytes, extension) = encoded(&picture, stored);
            if let Some(folder) = &folder {
                let file = format!("{}.{variant}.{extension}", name.replace([' ', ','], "-"));
                fs::write(folder.join(&file), &bytes).expect("the folder can be written to");
                writeln!(truth, "{file} {text}").expect("memory can be written to");
            }
            let start = Instant::now();
            let is_read = reads(&bytes, &text);
            let took = start.elapsed();
            for tally in [&mut tally, &mut all] {
                tally.read += usize::from(is_read);
                tally.took.push(took);
            }
        }
        tally.row(name);
    }
    all.row("all");
    for (name, draw) in HOSTILE {
        let (picture, stored) = draw(&mut Chance::new(seed));
        let (bytes, _) = encoded(&picture, stored);
        let start = Instant::now();
        reads(&bytes, "");
        println!("hostile: {name}: {} ms", start.elapsed().as_millis());
    }
    if let Some(folder) = &folder {
        fs::write(folder.join("truth.txt"), truth).expect("the folder can be written to");
    }
}

/// Whether the slip's text is found, by a reader that stops at it.
fn reads(bytes: &[u8], text: &str) -> bool {
    let kind = MediaType::of(bytes).expect("an accepted kind");
    Picture::decode(bytes, kind)
        .is_ok_and(|picture| picture.qr_texts().flatten().any(|found| found == text))
}

fn encoded(picture: &DynamicImage, stored: Stored) -> (Vec<u8>, &'static str) {
    let mut bytes = Cursor::new(Vec::new());
    let mut write = |format| picture.write_to(&mut bytes, format);
    let (done, extension) = match stored {
        Stored::Png => (write(ImageFormat::Png), "png"),
        Stored::Gif => (write(ImageFormat::Gif), "gif"),
        Stored::Webp => (write(ImageFormat::WebP), "webp"),
        Stored::Jpeg(quality) => {
            let encoder = JpegEncoder::new_with_quality(&mut bytes, quality);
            (picture.to_rgb8().write_with_encoder(encoder), "jpg")
        }
    };
    done.expect("what is drawn can be encoded");
    (bytes.into_inner(), extension)
}
