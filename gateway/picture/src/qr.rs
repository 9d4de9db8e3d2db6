//! Finds QR codes in a picture by the places of their corner patterns, and reads them.

#![expect(
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "places between dots are measured, and nothing here is money"
)]

mod finder;
mod fit;
mod modules;
mod threshold;
mod warp;

use image::GrayImage;

use crate::work::Work;
use finder::{Finder, finders};
use fit::Fit;
use threshold::Bits;
pub(crate) use threshold::Threshold;
use warp::Point;

/// The most corner patterns that are combined.
const FINDERS_MAX: usize = 28;

/// The most threes of corner patterns that are looked at, the likeliest first.
const THREES_MAX: usize = 48;

/// The most corner patterns of which pairs are looked at.
const PAIRED_MAX: usize = 7;

/// What the known patterns of a code match at least before and after its grid has been fitted.
const START_MIN: f32 = 0.25;
const MATCH_MIN: f32 = 0.45;

/// Three corners of a code: between its arms, across and down.
#[derive(Debug, Clone, Copy)]
struct Corners {
    finders: [Finder; 3],
    /// How unlike a square they are.
    skew: f32,
    /// Which of them is only guessed.
    guessed: Option<usize>,
}

/// The texts of the codes.
pub(crate) fn texts(
    picture: &GrayImage,
    threshold: Threshold,
    is_deep: bool,
    work: &Work,
) -> Vec<String> {
    let dots = picture.as_raw().len();
    if dots == 0 || !work.take(dots * 4) {
        return Vec::new();
    }
    let bits = threshold.apply(picture);
    let found = finders(&bits, FINDERS_MAX, work);
    let (mut texts, mut used) = (Vec::new(), Vec::new());
    let mut read = |corners: &Corners| {
        let is_used = |finder: &Finder| used.contains(&(finder.x.to_bits(), finder.y.to_bits()));
        if corners.finders.iter().any(is_used) {
            return;
        }
        if let Some(text) = text(picture, &bits, corners, work) {
            used.extend(
                corners
                    .finders
                    .map(|finder| (finder.x.to_bits(), finder.y.to_bits())),
            );
            texts.push(text);
        }
    };
    threes(&found).iter().for_each(&mut read);
    if is_deep {
        pairs(&found).iter().for_each(&mut read);
    }
    texts
}

fn threes(found: &[Finder]) -> Vec<Corners> {
    let mut threes = Vec::new();
    for (at, a) in found.iter().enumerate() {
        for (next, b) in found.iter().enumerate().skip(at + 1) {
            for c in &found[next + 1..] {
                let orders = [[*a, *b, *c], [*b, *c, *a], [*c, *a, *b]];
                threes.extend(orders.into_iter().filter_map(corners));
            }
        }
    }
    threes.sort_by(|one, other| one.skew.total_cmp(&other.skew));
    threes.truncate(THREES_MAX);
    threes
}

/// Three patterns, of which the first is between the arms, unless they are no corners of a square
/// seen from anywhere.
fn corners(mut three: [Finder; 3]) -> Option<Corners> {
    let [a, b, c] = three;
    let (across, down) = ((b.x - a.x, b.y - a.y), (c.x - a.x, c.y - a.y));
    let turn = across.0 * down.1 - across.1 * down.0;
    if turn < 0. {
        three.swap(1, 2);
    }
    let (one, other) = (across.0.hypot(across.1), down.0.hypot(down.1));
    let ratio = |one: f32, other: f32| one.max(other) / one.min(other).max(0.1);
    let modules = three.map(|finder| finder.module);
    let (largest, smallest) = (
        modules[0].max(modules[1]).max(modules[2]),
        modules[0].min(modules[1]).min(modules[2]),
    );
    let cosine = ((across.0 * down.0 + across.1 * down.1) / (one * other).max(0.1)).abs();
    let long = (one + other) * 1.5 / modules.iter().sum::<f32>();
    let is_possible = ratio(one, other) < 3.5
        && largest / smallest < 3.0
        && cosine < 0.85
        && (10.0..230.0).contains(&long);
    let skew = (ratio(one, other) - 1.) + (largest / smallest - 1.) + cosine + long / 200.;
    is_possible.then_some(Corners {
        finders: three,
        skew,
        guessed: None,
    })
}

/// The corners that two patterns may have together with a third that is damaged.
fn pairs(found: &[Finder]) -> Vec<Corners> {
    let found = &found[..found.len().min(PAIRED_MAX)];
    let mut pairs = Vec::new();
    for (at, one) in found.iter().enumerate() {
        for other in &found[at + 1..] {
            let module = f32::midpoint(one.module, other.module);
            let (x, y) = (other.x - one.x, other.y - one.y);
            let is_alike = (one.module / other.module).max(other.module / one.module) < 1.6;
            if !is_alike || !(10.0..150.0).contains(&(x.hypot(y) / module)) {
                continue;
            }
            let guess = |x: f32, y: f32| Finder {
                x,
                y,
                module,
                rows: 0,
            };
            let (middle_x, middle_y) =
                (f32::midpoint(one.x, other.x), f32::midpoint(one.y, other.y));
            // The third is across from one of them, or between the arms.
            let threes = [
                [*one, *other, guess(one.x - y, one.y + x)],
                [*one, *other, guess(one.x + y, one.y - x)],
                [*other, *one, guess(other.x - y, other.y + x)],
                [*other, *one, guess(other.x + y, other.y - x)],
                [guess(middle_x - y / 2., middle_y + x / 2.), *one, *other],
                [guess(middle_x + y / 2., middle_y - x / 2.), *one, *other],
            ];
            pairs.extend(
                threes
                    .into_iter()
                    .filter_map(corners)
                    .map(|corners| Corners {
                        guessed: corners.finders.iter().position(|finder| finder.rows == 0),
                        ..corners
                    }),
            );
        }
    }
    pairs
}

/// The text of the code with these corners, of the size that matches best.
fn text(picture: &GrayImage, bits: &Bits, corners: &Corners, work: &Work) -> Option<String> {
    let points = corners.finders.map(|finder| (finder.x, finder.y));
    let mut fits: Vec<Fit<'_>> = sizes(bits, corners)
        .into_iter()
        .filter_map(|size| {
            if !work.take(600) {
                return None;
            }
            let mut fit = Fit::start(picture, work, size, points);
            match corners.guessed {
                Some(guessed) => fit.search_corner(guessed),
                None => fit.offer_depth(corners.finders.map(|finder| finder.module)),
            }
            (fit.matched > START_MIN).then(|| {
                fit.search_far_point();
                fit
            })
        })
        .collect();
    fits.sort_by(|one, other| other.matched.total_cmp(&one.matched));
    fits.into_iter().take(2).find_map(|mut fit| {
        fit.climb();
        (fit.matched > MATCH_MIN)
            .then(|| modules::text(&fit))
            .flatten()
    })
}

/// The sizes that the code may have, in modules a side.
fn sizes(bits: &Bits, corners: &Corners) -> Vec<usize> {
    let [a, b, c] = corners.finders;
    let arm = |one: &Finder, other: &Finder| {
        let long = (one.x - other.x).hypot(one.y - other.y);
        let module = f32::midpoint(
            module_along(bits, one, other),
            module_along(bits, other, one),
        );
        long / module
    };
    let long = f32::midpoint(arm(&a, &b), arm(&a, &c)) + 7.;
    // Sides have 21 modules, 25, 29 …
    let nearest = ((long - 17.) / 4.).round().clamp(1., 40.) as usize;
    let is_above = long > (nearest * 4 + 17) as f32;
    let next = if is_above { nearest + 1 } else { nearest - 1 };
    let other = if is_above { nearest - 1 } else { nearest + 1 };
    let versions = [nearest, next, other].into_iter();
    versions
        .filter(|version| (1..=40).contains(version))
        .map(|version| version * 4 + 17)
        .collect()
}

/// The side of a module on the line from one pattern's middle to another's, by the edges of the
/// ring.
fn module_along(bits: &Bits, from: &Finder, to: &Finder) -> f32 {
    let (x, y) = (to.x - from.x, to.y - from.y);
    let long = x.hypot(y).max(1.);
    let step = (x / long / 2., y / long / 2.);
    let outside = |sign: f32| {
        ring_edge(
            bits,
            (from.x, from.y),
            (step.0 * sign, step.1 * sign),
            from.module,
        )
    };
    match (outside(1.), outside(-1.)) {
        (Some(one), Some(other)) => (one + other) / 7.,
        (Some(one), None) | (None, Some(one)) => one / 3.5,
        (None, None) => from.module,
    }
}

/// How far the ring's outer edge is, in dots, if it is about where a ring ends.
fn ring_edge(bits: &Bits, (x, y): Point, step: Point, module: f32) -> Option<f32> {
    let (mut changes, mut is_dark) = (0, true);
    let most = (module * 14.) as usize;
    for count in 0..most {
        let (x, y) = (x + step.0 * count as f32, y + step.1 * count as f32);
        let is_outside = x < 0. || y < 0. || x as usize >= bits.width || y as usize >= bits.height;
        let here = !is_outside && bits.is_dark(x as usize, y as usize);
        if here != is_dark {
            (changes, is_dark) = (changes + 1, here);
        }
        if changes == 3 {
            let far = count as f32 / 2.;
            return (far > module * 2. && far < module * 6.).then_some(far);
        }
    }
    None
}
