//! Photographs of a slip on paper or on a screen.

use image::RgbImage;

use super::{Drawing, Stored, plain};
use crate::camera::{Pose, blurred, lit, moire, noisy, photograph, shaken};
use crate::chance::Chance;

pub(super) fn pose(chance: &mut Chance, share: f32, (most, least): (f32, f32)) -> Pose {
    let side = *chance.one_of(&[-1., 1.]);
    let other = *chance.one_of(&[-1., 1.]);
    let (across, down) = if chance.number(0, 1) == 0 {
        (most, least)
    } else {
        (least, most)
    };
    Pose {
        canvas: *chance.one_of(&[(3000, 4000), (2448, 3264)]),
        share,
        degrees: chance.between(-25., 25.),
        tilt: (across * side * 0.5, down * other * 0.5),
        curl: 0.,
    }
}

/// A photograph of a slip on paper or on a screen, with the noise that every sensor has.
pub(super) fn photo(chance: &mut Chance, text: &str, pose: &Pose, quality: u8) -> Drawing {
    let module = chance.number(4, 6);
    let slip = plain(chance, text, module);
    let mut picture = photograph(chance, &slip, pose);
    lit(&mut picture, |_, _| (0.75, 18.));
    noisy(&mut picture, chance, 5.);
    (picture.into(), Stored::Jpeg(quality))
}

fn near(chance: &mut Chance, text: &str) -> RgbImage {
    let pose = pose(chance, 0.85, (0.15, 0.1));
    let module = chance.number(4, 6);
    let slip = plain(chance, text, module);
    photograph(chance, &slip, &pose)
}

fn finished(mut picture: RgbImage, chance: &mut Chance) -> Drawing {
    noisy(&mut picture, chance, 5.);
    (picture.into(), Stored::Jpeg(80))
}

pub(super) fn uneven(chance: &mut Chance, text: &str, strength: f32) -> Drawing {
    let mut picture = near(chance, text);
    let (x, y) = (chance.between(0., 1.), chance.between(0., 1.));
    let floor = 0.3 - 0.2 * strength;
    lit(&mut picture, |across, down| {
        let far = (across - x).hypot(down - y);
        (floor + (1. - floor) * (-far * far * 5.).exp(), 8.)
    });
    finished(picture, chance)
}

pub(super) fn shadow(chance: &mut Chance, text: &str, strength: f32) -> Drawing {
    let mut picture = near(chance, text);
    let (slant, at) = (chance.between(-0.5, 0.5), chance.between(0.4, 0.75));
    let dark = 0.5 - 0.3 * strength;
    lit(&mut picture, |across, down| {
        let past = ((down + slant * (across - 0.5) - at) * 120.).clamp(0., 1.);
        (1. - (1. - dark) * past, 0.)
    });
    finished(picture, chance)
}

pub(super) fn glare(chance: &mut Chance, text: &str, strength: f32) -> Drawing {
    let mut picture = near(chance, text);
    let (x, y) = (chance.between(0.3, 0.7), chance.between(0.55, 0.85));
    let wide = 0.004 + 0.006 * strength;
    lit(&mut picture, |across, down| {
        let far = (across - x).hypot(down - y);
        (0.55, 300. * (-far * far / wide).exp())
    });
    finished(picture, chance)
}

pub(super) fn screen(chance: &mut Chance, text: &str, strength: f32) -> Drawing {
    let mut picture = near(chance, text);
    moire(&mut picture, chance, 0.35 + 0.4 * strength);
    finished(picture, chance)
}

pub(super) fn night(chance: &mut Chance, text: &str, strength: f32) -> Drawing {
    let picture = near(chance, text);
    let mut picture = blurred(&picture, 2.);
    lit(&mut picture, |_, _| (0.2 - 0.08 * strength, 6.));
    noisy(&mut picture, chance, 8. + 6. * strength);
    lit(&mut picture, |_, _| (2.2, 0.));
    (picture.into(), Stored::Jpeg(60))
}

/// All that happens to photographs, by chance.
pub(super) fn everything(chance: &mut Chance, text: &str, most: f32) -> Drawing {
    let module = chance.number(3, 6);
    let slip = plain(chance, text, module);
    let pose = Pose {
        canvas: *chance.one_of(&[(3000, 4000), (4000, 3000), (2448, 3264), (1536, 2048)]),
        share: chance.between(1. - 0.6 * most, 0.9),
        degrees: chance.between(-180., 180.) * most,
        tilt: (
            chance.between(-0.3, 0.3) * most,
            chance.between(-0.3, 0.3) * most,
        ),
        curl: chance.between(0., 0.12) * most,
    };
    let mut picture = photograph(chance, &slip, &pose);
    if chance.share() < 0.3 {
        let depth = chance.between(0.1, 0.5) * most;
        moire(&mut picture, chance, depth);
    }
    let wide = picture.width() as f32 / 3000.;
    let soft = chance.between(0.3, 2.8 * most) * wide;
    let mut picture = blurred(&picture, soft);
    if chance.share() < 0.3 {
        let far = (8. * most * wide) as i64;
        picture = shaken(&picture, far / 2, far);
    }
    let (x, y, floor) = (
        chance.share(),
        chance.share(),
        1. - 0.75 * most * chance.share(),
    );
    let (edge, beyond) = (chance.between(0.3, 1.5), 1. - 0.5 * most * chance.share());
    lit(&mut picture, |across, down| {
        let far = (across - x).hypot(down - y);
        let light = floor + (1. - floor) * (-far * far * 4.).exp();
        (
            if across + down > edge {
                light * beyond
            } else {
                light
            },
            10.,
        )
    });
    let deviation = chance.between(2., 16. * most);
    noisy(&mut picture, chance, deviation);
    let quality = chance.number(25, 85);
    (picture.into(), Stored::Jpeg(quality as u8))
}
