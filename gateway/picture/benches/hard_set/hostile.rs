//! Pictures that are made to keep a reader busy. None of them holds a slip.

use image::{Luma, RgbImage, imageops};
use qrcode::EcLevel;

use crate::chance::Chance;
use crate::kinds::{Drawing, Stored};
use crate::slip::{Style, payment, qr};

pub(crate) type Hostile = (&'static str, fn(&mut Chance) -> Drawing);

pub(crate) const HOSTILE: &[Hostile] = &[
    ("corner patterns of 2 pixels", |_| corners(2, 1600)),
    ("corner patterns of 3 pixels", |_| corners(3, 4000)),
    ("corner patterns of 9 pixels", |_| corners(9, 4000)),
    ("noise, 2 megapixels", |chance| {
        noise(chance, 1448, Stored::Png)
    }),
    ("noise, 16 megapixels", |chance| {
        noise(chance, 4096, Stored::Png)
    }),
    ("noise, 50 megapixels", |chance| {
        noise(chance, 7072, Stored::Png)
    }),
    ("noise, 50 megapixels, JPEG", |chance| {
        noise(chance, 7072, Stored::Jpeg(95))
    }),
    ("400 codes", |chance| codes(chance, 20, 2)),
    ("36 large codes", |chance| codes(chance, 6, 9)),
];

fn corners(module: u32, side: u32) -> Drawing {
    let picture = image::GrayImage::from_fn(side, side, |x, y| {
        let (x, y) = (x / module % 9, y / module % 9);
        let from_centre = x.abs_diff(3).max(y.abs_diff(3));
        Luma([if x < 7 && y < 7 && from_centre != 2 {
            0
        } else {
            255
        }])
    });
    (picture.into(), Stored::Png)
}

fn noise(chance: &mut Chance, side: u32, stored: Stored) -> Drawing {
    let shade = |_, _| Luma([chance.number(0, 255) as u8]);
    (image::GrayImage::from_fn(side, side, shade).into(), stored)
}

/// Codes that are damaged in their middle, so that none is read and every one is tried.
fn codes(chance: &mut Chance, each_way: u32, module: u32) -> Drawing {
    let style = Style::of(chance, module);
    let text = payment(chance);
    let mut code = qr(&text, &style, EcLevel::M);
    let side = code.width();
    let middle = RgbImage::from_pixel(side / 3, side / 3, style.dark);
    imageops::overlay(&mut code, &middle, (side / 3).into(), (side / 3).into());
    let mut picture = RgbImage::new(side * each_way, side * each_way);
    for row in 0..each_way {
        for column in 0..each_way {
            imageops::overlay(
                &mut picture,
                &code,
                (column * side).into(),
                (row * side).into(),
            );
        }
    }
    (picture.into(), Stored::Png)
}
