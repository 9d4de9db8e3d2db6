//! Prints and pictures whose code has suffered.

use image::{Rgb, RgbImage};

use super::{Drawing, Stored, plain};
use crate::camera::lit;
use crate::chance::Chance;
use crate::slip::{BLACK, Style, WHITE, drawn, fill};

pub(super) fn dotted(chance: &mut Chance, text: &str, _: f32) -> Drawing {
    let module = chance.number(5, 9);
    let mut style = Style::of(chance, module);
    style.is_dotted = true;
    (drawn(chance, text, &style).0.into(), Stored::Jpeg(80))
}

/// A slip, and the area of its code.
fn with_code(chance: &mut Chance, text: &str, module: u32) -> (RgbImage, [u32; 4]) {
    let style = Style::of(chance, module);
    let quiet = style.quiet_modules * module;
    let (slip, [left, top, side]) = drawn(chance, text, &style);
    (
        slip,
        [
            left + quiet,
            top + quiet,
            side - 2 * quiet,
            side - 2 * quiet,
        ],
    )
}

pub(super) fn logo(chance: &mut Chance, text: &str, strength: f32) -> Drawing {
    let style = Style::of(chance, 5);
    let (mut slip, [left, top, side]) = drawn(chance, text, &style);
    let level_m = (side as f32 * (0.1 + 0.08 * strength)) as u32;
    let middle = (side - level_m) / 2;
    fill(
        &mut slip,
        [left + middle, top + middle, level_m, level_m],
        Rgb([30, 120, 200]),
    );
    (slip.into(), Stored::Jpeg(85))
}

pub(super) fn scratched(chance: &mut Chance, text: &str, strength: f32) -> Drawing {
    let (mut slip, [left, top, side, _]) = with_code(chance, text, 5);
    for _ in 0..=(strength * 3.) as u32 {
        let ink = *chance.one_of(&[WHITE, Rgb([60, 60, 60]), Rgb([40, 60, 180])]);
        let (from, to) = (chance.number(0, side), chance.number(0, side));
        for step in 0..side {
            let down = (from * (side - step) + to * step) / side;
            fill(&mut slip, [left + step, top + down, 2, 4], ink);
        }
    }
    (slip.into(), Stored::Jpeg(85))
}

pub(super) fn stained(chance: &mut Chance, text: &str, strength: f32) -> Drawing {
    let (mut slip, [left, top, side, _]) = with_code(chance, text, 5);
    // In one corner after the other, so that corner patterns are hit as well.
    let radius = side as f32 * (0.07 + 0.05 * strength);
    let at = *chance.one_of(&[
        (0.04, 0.04),
        (0.96, 0.04),
        (0.04, 0.96),
        (0.97, 0.97),
        (0.5, 0.1),
    ]);
    let (x, y) = (
        left as f32 + side as f32 * at.0,
        top as f32 + side as f32 * at.1,
    );
    for (column, row, dot) in slip.enumerate_pixels_mut() {
        let far = (column as f32 - x).hypot(row as f32 - y);
        if far < radius {
            *dot = Rgb([110, 80, 50]);
        }
    }
    (slip.into(), Stored::Jpeg(85))
}

pub(super) fn streaks(chance: &mut Chance, text: &str, strength: f32) -> Drawing {
    let (mut slip, [_, top, side, _]) = with_code(chance, text, 6);
    let step = 20 - (strength * 8.) as u32;
    let is_upright = chance.number(0, 1) == 0;
    let (width, height) = slip.dimensions();
    for line in (0..width.max(height)).step_by(step as usize) {
        let area = if is_upright {
            [line, top, 2, side]
        } else {
            [0, line, width, 2]
        };
        fill(&mut slip, area, WHITE);
    }
    (slip.into(), Stored::Jpeg(85))
}

pub(super) fn salt(chance: &mut Chance, text: &str, strength: f32) -> Drawing {
    let mut slip = plain(chance, text, 4);
    for dot in slip.pixels_mut() {
        if chance.share() < 0.05 + 0.2 * strength {
            *dot = *chance.one_of(&[BLACK, WHITE]);
        }
    }
    (slip.into(), Stored::Png)
}

/// Newspaper print: a pattern of thresholds decides between ink and paper.
pub(super) fn halftone(chance: &mut Chance, text: &str, strength: f32) -> Drawing {
    const ORDER: [[u8; 4]; 4] = [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]];
    let mut slip = plain(chance, text, 6);
    let (times, plus) = (0.75 - 0.35 * strength, 50. + 20. * strength);
    lit(&mut slip, |_, _| (times, plus));
    for (x, y, dot) in slip.enumerate_pixels_mut() {
        let bound = ORDER[(y % 4) as usize][(x % 4) as usize] * 16 + 8;
        *dot = if dot.0[1] > bound { WHITE } else { BLACK };
    }
    (slip.into(), Stored::Png)
}
