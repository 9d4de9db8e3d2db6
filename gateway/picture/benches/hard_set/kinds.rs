//! The kinds of hard pictures. Each is drawn at several strengths, from 0 up to 1.

mod damage;
mod photographs;
mod screens;

use image::{DynamicImage, RgbImage, imageops};

use crate::camera::{Pose, blurred, lit, noisy, shaken};
use crate::chance::Chance;
use crate::slip::{Style, drawn};
use damage::{dotted, halftone, logo, salt, scratched, stained, streaks};
use photographs::{everything, glare, night, photo, pose, screen, shadow, uneven};
use screens::{
    chat, cropped, cropped_into, dark_mode, fine, inverted, low_contrast, mirrored, red_on_green,
    rotated, screenshot, scrolled, sent_again, thumbnail, transparent, transparent_light,
    two_colours,
};

/// How a picture is stored.
#[derive(Clone, Copy)]
pub(crate) enum Stored {
    Png,
    Gif,
    Webp,
    Jpeg(u8),
}

pub(crate) type Drawing = (DynamicImage, Stored);

pub(crate) type Kind = (&'static str, fn(&mut Chance, &str, f32) -> Drawing);

pub(crate) const KINDS: &[Kind] = &[
    ("screenshot", screenshot),
    ("JPEG 20", |chance, text, _| {
        let module = chance.number(3, 5);
        (plain(chance, text, module).into(), Stored::Jpeg(20))
    }),
    ("JPEG 10", |chance, text, _| {
        let module = chance.number(4, 6);
        (plain(chance, text, module).into(), Stored::Jpeg(10))
    }),
    ("sent again, smaller", sent_again),
    ("fine modules", fine),
    ("GIF", |chance, text, _| {
        (plain(chance, text, 3).into(), Stored::Gif)
    }),
    ("WebP", |chance, text, _| {
        (plain(chance, text, 3).into(), Stored::Webp)
    }),
    ("inverted", inverted),
    ("dark mode", dark_mode),
    ("red on green", red_on_green),
    ("two colours", two_colours),
    ("low contrast", low_contrast),
    ("transparent", transparent),
    ("transparent, light modules", transparent_light),
    ("rotated", rotated),
    ("mirrored", mirrored),
    ("cropped to the modules", cropped),
    ("cropped into the modules", cropped_into),
    ("chat with two QRs", chat),
    ("chat, slip as thumbnail", thumbnail),
    ("scrolled screenshot", scrolled),
    ("dotted modules", dotted),
    ("logo in the middle", logo),
    ("scratched", scratched),
    ("stained", stained),
    ("printer's streaks", streaks),
    ("blurred", |chance, text, strength| {
        let slip = plain(chance, text, 5);
        (blurred(&slip, 1. + 2. * strength).into(), Stored::Jpeg(80))
    }),
    ("shaken", |chance, text, strength| {
        let slip = plain(chance, text, 5);
        let (across, down) = (chance.number(0, 5), chance.number(2, 5));
        let far = |part: u32| (part as f32 * (0.6 + 0.6 * strength)) as i64;
        (
            shaken(&slip, far(across), far(down)).into(),
            Stored::Jpeg(80),
        )
    }),
    ("noise", |chance, text, strength| {
        let mut slip = plain(chance, text, 4);
        lit(&mut slip, |_, _| (0.6, 40.));
        noisy(&mut slip, chance, 25. + 50. * strength);
        (slip.into(), Stored::Jpeg(85))
    }),
    ("salt and pepper", salt),
    ("perspective", |chance, text, strength| {
        let pose = pose(chance, 0.8, (0.3 + 0.25 * strength, 0.2));
        photo(chance, text, &pose, 80)
    }),
    ("strong perspective", |chance, text, strength| {
        let pose = pose(chance, 0.75, (0.2, 0.45 + 0.15 * strength));
        photo(chance, text, &pose, 80)
    }),
    ("curled paper", |chance, text, strength| {
        let pose = Pose {
            curl: 0.1 + 0.25 * strength,
            ..pose(chance, 0.8, (0.1, 0.1))
        };
        photo(chance, text, &pose, 80)
    }),
    ("small slip on a desk", |chance, text, strength| {
        let pose = pose(chance, 0.4 - 0.16 * strength, (0.1, 0.1));
        photo(chance, text, &pose, 80)
    }),
    ("uneven light", uneven),
    ("shadow edge", shadow),
    ("glare", glare),
    ("moiré", screen),
    ("out of focus", |chance, text, strength| {
        let pose = pose(chance, 0.7, (0.1, 0.1));
        let (picture, _) = photo(chance, text, &pose, 80);
        let mut picture = blurred(&picture.into_rgb8(), 4. + 4. * strength);
        noisy(&mut picture, chance, 6.);
        (picture.into(), Stored::Jpeg(70))
    }),
    ("at night", night),
    ("photograph sent by chat", |chance, text, strength| {
        let pose = pose(chance, 0.85 - 0.25 * strength, (0.2, 0.1));
        let (picture, _) = photo(chance, text, &pose, 80);
        let (width, height) = (picture.width(), picture.height());
        let small = picture.resize(width * 1280 / height, 1280, imageops::FilterType::Triangle);
        (small, Stored::Jpeg(60))
    }),
    ("halftone print", halftone),
    ("everything, a little", |chance, text, _| {
        everything(chance, text, 0.5)
    }),
    ("everything", |chance, text, _| {
        everything(chance, text, 0.75)
    }),
    ("everything, a lot", |chance, text, _| {
        everything(chance, text, 1.)
    }),
    ("48 megapixels", |chance, text, strength| {
        let pose = Pose {
            canvas: (6000, 8000),
            ..pose(chance, 0.7 - 0.3 * strength, (0.1, 0.1))
        };
        photo(chance, text, &pose, 85)
    }),
];

fn plain(chance: &mut Chance, text: &str, module_pixels: u32) -> RgbImage {
    let style = Style::of(chance, module_pixels);
    drawn(chance, text, &style).0
}
