//! Pictures of a screen: as an app saves them, sends them again, or shows them.

use image::{Rgb, RgbImage, Rgba, RgbaImage, imageops};
use qrcode::EcLevel;

use super::{Drawing, Stored, plain};
use crate::camera::{Pose, lit, noisy, photograph};
use crate::chance::Chance;
use crate::slip::{BLACK, Style, WHITE, drawn, fill, payment, qr};

pub(super) fn screenshot(chance: &mut Chance, text: &str, _: f32) -> Drawing {
    let module = chance.number(2, 6);
    (plain(chance, text, module).into(), Stored::Png)
}

pub(super) fn sent_again(chance: &mut Chance, text: &str, strength: f32) -> Drawing {
    let module = chance.number(3, 5);
    let slip = plain(chance, text, module);
    let share = 2.2 - 0.6 * strength;
    let side = |pixels: u32| (pixels as f32 * share / module as f32) as u32;
    let small = imageops::resize(
        &slip,
        side(slip.width()),
        side(slip.height()),
        imageops::FilterType::CatmullRom,
    );
    (small.into(), Stored::Jpeg(50))
}

pub(super) fn fine(chance: &mut Chance, text: &str, strength: f32) -> Drawing {
    let slip = plain(chance, text, 4);
    let share = (1.9 - 0.5 * strength) / 4.;
    let side = |pixels: u32| (pixels as f32 * share) as u32;
    let small = imageops::resize(
        &slip,
        side(slip.width()),
        side(slip.height()),
        imageops::FilterType::Triangle,
    );
    (small.into(), Stored::Png)
}

pub(super) fn inverted(chance: &mut Chance, text: &str, _: f32) -> Drawing {
    let module = chance.number(2, 5);
    let mut slip = plain(chance, text, module);
    imageops::invert(&mut slip);
    (slip.into(), Stored::Jpeg(75))
}

pub(super) fn dark_mode(chance: &mut Chance, text: &str, strength: f32) -> Drawing {
    let mut style = Style::of(chance, 3);
    let ground = Rgb([18, 18, 24]);
    style.paper = ground;
    if strength < 0.5 {
        (style.dark, style.light) = (Rgb([230, 230, 235]), ground);
    } else {
        // A dark code on a grey card, with hardly a quiet zone, on a black page.
        (style.light, style.quiet_modules, style.dark) = (Rgb([150, 150, 155]), 1, BLACK);
    }
    (drawn(chance, text, &style).0.into(), Stored::Png)
}

pub(super) fn red_on_green(chance: &mut Chance, text: &str, strength: f32) -> Drawing {
    let module = chance.number(4, 6);
    let mut style = Style::of(chance, module);
    style.dark = Rgb([200, 40, 30]);
    style.light = Rgb([40, (190. - 75. * strength) as u8, 50]);
    style.paper = style.light;
    (drawn(chance, text, &style).0.into(), Stored::Jpeg(90))
}

pub(super) fn two_colours(chance: &mut Chance, text: &str, _: f32) -> Drawing {
    let module = chance.number(3, 6);
    let mut style = Style::of(chance, module);
    (style.dark, style.light) = *chance.one_of(&[
        (Rgb([255, 190, 0]), WHITE),
        (Rgb([0, 0, 150]), BLACK),
        (Rgb([120, 60, 200]), Rgb([90, 110, 40])),
        (Rgb([0, 160, 160]), Rgb([255, 130, 130])),
        (Rgb([230, 0, 90]), Rgb([255, 220, 0])),
        (Rgb([20, 90, 20]), Rgb([60, 60, 160])),
    ]);
    style.paper = style.light;
    (drawn(chance, text, &style).0.into(), Stored::Png)
}

pub(super) fn low_contrast(chance: &mut Chance, text: &str, strength: f32) -> Drawing {
    let mut slip = plain(chance, text, 4);
    lit(&mut slip, |_, _| (0.2 - 0.12 * strength, 120.));
    noisy(&mut slip, chance, 2.);
    (slip.into(), Stored::Jpeg(85))
}

fn see_through(slip: &RgbImage, ink: [u8; 3]) -> RgbaImage {
    RgbaImage::from_fn(slip.width(), slip.height(), |x, y| {
        let [red, green, blue] = slip.get_pixel(x, y).0;
        let darkness = 255 - (u16::from(red) + u16::from(green) + u16::from(blue)) / 3;
        Rgba([ink[0], ink[1], ink[2], darkness as u8])
    })
}

pub(super) fn transparent(chance: &mut Chance, text: &str, _: f32) -> Drawing {
    let module = chance.number(2, 5);
    (
        see_through(&plain(chance, text, module), [0; 3]).into(),
        Stored::Png,
    )
}

pub(super) fn transparent_light(chance: &mut Chance, text: &str, _: f32) -> Drawing {
    let module = chance.number(2, 5);
    (
        see_through(&plain(chance, text, module), [255; 3]).into(),
        Stored::Png,
    )
}

pub(super) fn rotated(chance: &mut Chance, text: &str, strength: f32) -> Drawing {
    let module = chance.number(3, 5);
    let slip = plain(chance, text, module);
    let pose = Pose {
        canvas: (1600, 1600),
        share: 0.8,
        degrees: 10. + 350. * strength,
        tilt: (0., 0.),
        curl: 0.,
    };
    (photograph(chance, &slip, &pose).into(), Stored::Jpeg(70))
}

pub(super) fn mirrored(chance: &mut Chance, text: &str, strength: f32) -> Drawing {
    let mut slip = plain(chance, text, 3);
    imageops::flip_horizontal_in_place(&mut slip);
    let turned = match (strength * 4.) as u32 {
        0 => slip,
        1 => imageops::rotate90(&slip),
        2 => imageops::rotate180(&slip),
        _ => imageops::rotate270(&slip),
    };
    (turned.into(), Stored::Jpeg(75))
}

/// The code alone with `margin` pixels around it, which may be negative.
fn cut(chance: &mut Chance, text: &str, module: u32, margins: [i64; 4]) -> RgbImage {
    let style = Style::of(chance, module);
    let quiet = i64::from(style.quiet_modules * module);
    let code = qr(text, &style, EcLevel::M);
    let side = i64::from(code.width());
    let [left, top, right, bottom] = margins.map(|margin| quiet - margin);
    let (width, height) = ((side - left - right) as u32, (side - top - bottom) as u32);
    imageops::crop_imm(&code, left as u32, top as u32, width, height).to_image()
}

pub(super) fn cropped(chance: &mut Chance, text: &str, _: f32) -> Drawing {
    let module = chance.number(3, 9);
    (cut(chance, text, module, [0; 4]).into(), Stored::Jpeg(80))
}

pub(super) fn cropped_into(chance: &mut Chance, text: &str, strength: f32) -> Drawing {
    let module = chance.number(4, 9);
    let lost = -(i64::from(module) * (1 + (strength * 1.9) as i64));
    let mut margins = [i64::from(module); 4];
    margins[*chance.one_of(&[2_usize, 3])] = lost;
    (cut(chance, text, module, margins).into(), Stored::Jpeg(80))
}

fn chat_page(chance: &mut Chance) -> RgbImage {
    let mut page = RgbImage::from_pixel(1080, 2340, Rgb([140, 171, 216]));
    for line in 0..12 {
        let width = chance.number(200, 700);
        fill(
            &mut page,
            [60 + line % 2 * 200, 200 + line * 180, width, 90],
            Rgb([250, 250, 250]),
        );
    }
    page
}

pub(super) fn chat(chance: &mut Chance, text: &str, strength: f32) -> Drawing {
    let mut page = chat_page(chance);
    let mut style = Style::of(chance, 3);
    style.size = (560, 900);
    let (slip, _) = drawn(chance, text, &style);
    let other = payment(chance);
    style.module_pixels = 4 + (strength * 3.) as u32;
    let pay = qr(&other, &style, EcLevel::M);
    let (first, second) = if strength < 0.5 {
        (150, 1200)
    } else {
        (1250, 150)
    };
    imageops::overlay(&mut page, &slip, 80, first);
    imageops::overlay(&mut page, &pay, 500, second);
    (page.into(), Stored::Jpeg(75))
}

pub(super) fn thumbnail(chance: &mut Chance, text: &str, strength: f32) -> Drawing {
    let mut page = chat_page(chance);
    let module = 5;
    let slip = plain(chance, text, module);
    let share = (2.6 - 0.7 * strength) / module as f32;
    let side = |pixels: u32| (pixels as f32 * share) as u32;
    let small = imageops::resize(
        &slip,
        side(slip.width()),
        side(slip.height()),
        imageops::FilterType::Triangle,
    );
    let mut style = Style::of(chance, 8);
    style.quiet_modules = 4;
    let link = qr(
        "https://line.me/R/ti/p/@example-casino-of-chance",
        &style,
        EcLevel::L,
    );
    imageops::overlay(&mut page, &small, 80, 1200);
    imageops::overlay(&mut page, &link, 400, 300);
    (page.into(), Stored::Jpeg(80))
}

pub(super) fn scrolled(chance: &mut Chance, text: &str, strength: f32) -> Drawing {
    let height = 4000 + (strength * 8000.) as u32;
    let mut page = RgbImage::from_pixel(1080, height, Rgb([235, 238, 244]));
    let module = chance.number(3, 5);
    let slip = plain(chance, text, module);
    let top = chance.number(0, height - slip.height());
    imageops::overlay(&mut page, &slip, 0, top.into());
    (
        page.into(),
        *chance.one_of(&[Stored::Png, Stored::Jpeg(80)]),
    )
}
