//! What a camera makes of a slip: perspective, light, blur, noise.

use image::{Rgb, RgbImage, imageops};

use crate::chance::Chance;

/// How a slip lies in the photograph.
pub(crate) struct Pose {
    pub(crate) canvas: (u32, u32),
    /// The slip's height, as a share of the photograph's.
    pub(crate) share: f32,
    pub(crate) degrees: f32,
    /// How much the far end is smaller than the near one, across and down.
    pub(crate) tilt: (f32, f32),
    /// How far a curled paper bends, as a share of its width.
    pub(crate) curl: f32,
}

/// Lays a slip on a desk and photographs it.
pub(crate) fn photograph(chance: &mut Chance, slip: &RgbImage, pose: &Pose) -> RgbImage {
    let (width, height) = pose.canvas;
    let scale = pose.share * height as f32 / slip.height() as f32;
    // A small copy first: each dot of a photograph gathers the light of its whole area.
    let slip = if scale < 0.7 {
        let side = |pixels: u32| ((pixels as f32 * scale * 1.3) as u32).max(1);
        &imageops::resize(
            slip,
            side(slip.width()),
            side(slip.height()),
            imageops::FilterType::Triangle,
        )
    } else {
        slip
    };
    let scale = pose.share * height as f32 / slip.height() as f32;
    let (sin, cos) = pose.degrees.to_radians().sin_cos();
    let (half_x, half_y) = (slip.width() as f32 / 2., slip.height() as f32 / 2.);
    let (middle_x, middle_y) = (
        width as f32 / 2. + chance.between(-0.04, 0.04) * width as f32,
        height as f32 / 2. + chance.between(-0.04, 0.04) * height as f32,
    );
    let desk = [
        chance.between(60., 150.),
        chance.between(50., 120.),
        chance.between(40., 100.),
    ];
    let (grain, period) = (chance.between(4., 16.), chance.between(15., 60.));
    RgbImage::from_fn(width, height, |x, y| {
        let (across, down) = ((x as f32 - middle_x) / scale, (y as f32 - middle_y) / scale);
        let (u, v) = (across * cos + down * sin, down * cos - across * sin);
        let depth = 1. - pose.tilt.0 * u / half_x - pose.tilt.1 * v / half_y;
        let (u, v) = (u / depth + half_x, v / depth + half_y);
        let bend = ((u / half_x - 1.) * 1.8).sin();
        let v = v + pose.curl * half_x * bend * bend;
        let u = u + pose.curl * half_x * 0.3 * bend;
        sampled(slip, u, v).unwrap_or_else(|| {
            let wood = grain * ((y as f32 + 0.2 * x as f32) / period).sin();
            Rgb(desk.map(|part| (part + wood) as u8))
        })
    })
}

fn sampled(picture: &RgbImage, x: f32, y: f32) -> Option<Rgb<u8>> {
    let (x, y) = (x - 0.5, y - 0.5);
    if x < 0. || y < 0. {
        return None;
    }
    let (left, top) = (x as u32, y as u32);
    if left + 1 >= picture.width() || top + 1 >= picture.height() {
        return None;
    }
    let (right, below) = (x - left as f32, y - top as f32);
    let dot = |x, y| picture.get_pixel(x, y).0;
    let upper = [dot(left, top), dot(left + 1, top)];
    let lower = [dot(left, top + 1), dot(left + 1, top + 1)];
    Some(Rgb(std::array::from_fn(|at| {
        let mixed = |[one, other]: [[u8; 3]; 2]| {
            f32::from(one[at]) * (1. - right) + f32::from(other[at]) * right
        };
        (mixed(upper) * (1. - below) + mixed(lower) * below) as u8
    })))
}

/// Multiplies and adds light, dot by dot.
pub(crate) fn lit(picture: &mut RgbImage, light: impl Fn(f32, f32) -> (f32, f32)) {
    let (width, height) = (picture.width() as f32, picture.height() as f32);
    for (x, y, dot) in picture.enumerate_pixels_mut() {
        let (times, plus) = light(x as f32 / width, y as f32 / height);
        dot.0 = dot.0.map(|part| (f32::from(part) * times + plus) as u8);
    }
}

/// Noise of a sensor: deviations that differ from dot to dot.
pub(crate) fn noisy(picture: &mut RgbImage, chance: &mut Chance, deviation: f32) {
    for dot in picture.pixels_mut() {
        let common = chance.normal() * deviation;
        dot.0 = dot.0.map(|part| (f32::from(part) + common) as u8);
    }
}

pub(crate) fn blurred(picture: &RgbImage, deviation: f32) -> RgbImage {
    imageops::fast_blur(picture, deviation)
}

/// A hand that shakes: the average along a line.
pub(crate) fn shaken(picture: &RgbImage, across: i64, down: i64) -> RgbImage {
    let steps = across.abs().max(down.abs()).max(1);
    let (width, height) = (i64::from(picture.width()), i64::from(picture.height()));
    RgbImage::from_fn(picture.width(), picture.height(), |x, y| {
        let mut sum = [0_i64; 3];
        for step in 0..=steps {
            let x = (i64::from(x) + across * step / steps).clamp(0, width - 1);
            let y = (i64::from(y) + down * step / steps).clamp(0, height - 1);
            let dot = picture.get_pixel(x as u32, y as u32).0;
            for (sum, part) in sum.iter_mut().zip(dot) {
                *sum += i64::from(part);
            }
        }
        Rgb(sum.map(|sum| (sum / (steps + 1)) as u8))
    })
}

/// The stripes of a screen that is photographed.
pub(crate) fn moire(picture: &mut RgbImage, chance: &mut Chance, depth: f32) {
    let (fine, slant) = (chance.between(2.1, 3.6), chance.between(-0.3, 0.3));
    let coarse = chance.between(9., 40.);
    for (x, y, dot) in picture.enumerate_pixels_mut() {
        let along = x as f32 + slant * y as f32;
        let beat = (along / coarse).sin() * ((y as f32 - slant * x as f32) / coarse / 1.3).sin();
        let lines = (along / fine * 6.28).sin() * 0.6 + beat * 0.4;
        for (at, part) in dot.0.iter_mut().enumerate() {
            let tint = 1. + 0.3 * ((along / fine + at as f32 / 3.) * 6.28).sin();
            *part = (f32::from(*part) * (1. - depth * 0.5 + depth * 0.5 * lines * tint)) as u8;
        }
    }
}
