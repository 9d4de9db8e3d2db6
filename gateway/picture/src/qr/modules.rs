//! Reads the modules below a grid, and the text that they spell.

use super::fit::{Fit, shade};
use super::warp::Warp;

/// How much each module is set off from its four neighbours: nothing for a sharp picture, more for
/// one whose light has spread.
const SHARPNESS: [f32; 4] = [0., 0.6, 1.5, 3.5];

/// Within how many modules the average is that a dark one is darker than.
const REACH: [usize; 2] = [4, 9];

/// The visits that decoding is counted as, for each module: it is tried as if mirrored, too.
const DECODING_VISITS: usize = 200;

/// The text of the QR, if enough modules are right.
pub(crate) fn text(fit: &Fit<'_>) -> Option<String> {
    let shades = shades(fit);
    let mut last = Vec::new();
    for sharpness in SHARPNESS {
        let sharp = sharpened(&shades, fit.modules, sharpness);
        for reach in REACH {
            let dark = darker(&sharp, fit.modules, reach);
            if dark == last {
                continue;
            }
            if !fit.work.take(fit.modules * fit.modules * DECODING_VISITS) {
                return None;
            }
            last.clone_from(&dark);
            let side = fit.modules;
            if let Ok((_, text)) = rqrr::Grid::new(Modules { side, dark }).decode() {
                return Some(text);
            }
        }
    }
    None
}

/// The average shade of five points of each module.
fn shades(fit: &Fit<'_>) -> Vec<f32> {
    let warp = Warp::of(&fit.parameters);
    let side = fit.modules;
    let unit = |module: usize, off: f32| (module as f32 + off - 3.) / (side as f32 - 7.);
    let places = (0..side * side).map(|at| (at % side, at / side));
    let offsets = [(0., 0.), (-0.2, -0.2), (0.2, -0.2), (-0.2, 0.2), (0.2, 0.2)];
    let of_module = |(column, row): (usize, usize)| {
        let points = offsets.map(|(x, y)| warp.map((unit(column, x), unit(row, y))));
        points
            .into_iter()
            .map(|point| shade(fit.picture, point))
            .sum::<f32>()
            / 5.
    };
    places.map(of_module).collect()
}

fn sharpened(shades: &[f32], side: usize, sharpness: f32) -> Vec<f32> {
    let shade = |column: usize, row: usize| shades[row * side + column];
    let places = (0..side * side).map(|at| (at % side, at / side));
    let sharp = places.map(|(column, row)| {
        let (left, right) = (column.saturating_sub(1), (column + 1).min(side - 1));
        let (above, below) = (row.saturating_sub(1), (row + 1).min(side - 1));
        let around =
            shade(left, row) + shade(right, row) + shade(column, above) + shade(column, below);
        let own = shade(column, row);
        own + sharpness * (own - around / 4.)
    });
    sharp.collect()
}

fn darker(shades: &[f32], side: usize, reach: usize) -> Vec<bool> {
    let mut sums = vec![0.; (side + 1) * (side + 1)];
    for row in 0..side {
        let mut sum = 0.;
        for column in 0..side {
            sum += shades[row * side + column];
            sums[(row + 1) * (side + 1) + column + 1] = sums[row * (side + 1) + column + 1] + sum;
        }
    }
    let places = (0..side * side).map(|at| (at % side, at / side));
    let dark = places.map(|(column, row)| {
        let (left, top) = (column.saturating_sub(reach), row.saturating_sub(reach));
        let (right, below) = ((column + reach + 1).min(side), (row + reach + 1).min(side));
        let sum = |column: usize, row: usize| sums[row * (side + 1) + column];
        let all = sum(right, below) - sum(left, below) - sum(right, top) + sum(left, top);
        shades[row * side + column] * (((right - left) * (below - top)) as f32) < all
    });
    dark.collect()
}

struct Modules {
    side: usize,
    dark: Vec<bool>,
}

impl rqrr::BitGrid for Modules {
    fn size(&self) -> usize {
        self.side
    }

    fn bit(&self, y: usize, x: usize) -> bool {
        self.dark[y * self.side + x]
    }
}
