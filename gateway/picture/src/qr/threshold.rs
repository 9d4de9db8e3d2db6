//! Makes a picture black and white, so that the finder can count runs of dots.

use image::GrayImage;

/// A picture of dark and light dots.
pub(crate) struct Bits {
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// Row by row; `true` is dark.
    pub(crate) dots: Vec<bool>,
}

impl Bits {
    pub(crate) fn is_dark(&self, x: usize, y: usize) -> bool {
        self.dots[y * self.width + x]
    }
}

/// A larger window shows no more, and its sum would not fit.
const REACH_MAX: usize = 512;

/// Which dots count as dark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Threshold {
    /// Darker than the average within so many dots: a shadow over half of a photograph hides
    /// nothing.
    Around(usize),
    /// Darker than one value for the whole picture, which parts its two most distinct groups of
    /// shades: noise on large plain areas stays light.
    Global,
}

impl Threshold {
    pub(crate) fn apply(self, picture: &GrayImage) -> Bits {
        let dots = match self {
            Self::Around(reach) => around(picture, reach.clamp(1, REACH_MAX)),
            Self::Global => {
                let parting = parting(picture);
                picture.as_raw().iter().map(|dot| *dot <= parting).collect()
            }
        };
        let (width, height) = (picture.width() as usize, picture.height() as usize);
        Bits {
            width,
            height,
            dots,
        }
    }
}

/// The sums of a window's columns move down with the rows, so the work does not grow with its size.
fn around(picture: &GrayImage, reach: usize) -> Vec<bool> {
    let (width, height) = (picture.width() as usize, picture.height() as usize);
    let row = |y: usize| &picture.as_raw()[y * width..(y + 1) * width];
    let mut columns = vec![0_u32; width];
    let mut before = vec![0_u32; width + 1];
    let mut dots = Vec::with_capacity(width * height);
    for y in 0..reach.min(height) {
        add(&mut columns, row(y));
    }
    for y in 0..height {
        if y + reach < height {
            add(&mut columns, row(y + reach));
        }
        if y > reach {
            for (column, dot) in columns.iter_mut().zip(row(y - reach - 1)) {
                *column -= u32::from(*dot);
            }
        }
        // The sums before each column may wrap; a window's, the difference of two, fits.
        let mut sum = 0_u32;
        for (before, column) in before[1..].iter_mut().zip(&columns) {
            sum = sum.wrapping_add(*column);
            *before = sum;
        }
        let rows = (y + reach + 1).min(height) - y.saturating_sub(reach);
        let is_dark = |dot: u8, left: usize, right: usize| {
            let area = u32::try_from((right - left) * rows).expect("a window of a picture");
            // Four shades below the average: a plain area is light.
            (u32::from(dot) + 4) * area < before[right].wrapping_sub(before[left])
        };
        for (x, dot) in row(y).iter().enumerate() {
            dots.push(is_dark(
                *dot,
                x.saturating_sub(reach),
                (x + reach + 1).min(width),
            ));
        }
    }
    dots
}

fn add(columns: &mut [u32], row: &[u8]) {
    for (column, dot) in columns.iter_mut().zip(row) {
        *column += u32::from(*dot);
    }
}

/// The shade that parts a histogram with the largest variance between both groups (Otsu).
fn parting(picture: &GrayImage) -> u8 {
    let mut counts = [0_u64; 256];
    for dot in picture.as_raw() {
        counts[usize::from(*dot)] += 1;
    }
    let weighted = |(shade, count): (usize, &u64)| shade as u64 * count;
    let (all, sum): (u64, u64) = (
        counts.iter().sum(),
        counts.iter().enumerate().map(weighted).sum(),
    );
    let (mut below, mut sum_below, mut best, mut parting) = (0, 0, 0, 127);
    for shade in 0..=u8::MAX {
        below += counts[usize::from(shade)];
        sum_below += u64::from(shade) * counts[usize::from(shade)];
        let above = all - below;
        if below == 0 || above == 0 {
            continue;
        }
        // Sixteenths of a shade keep the product within 128 bits and exact enough.
        let distance = (16 * (sum - sum_below) / above).abs_diff(16 * sum_below / below);
        let between = u128::from(below) * u128::from(above) * u128::from(distance * distance);
        if between > best {
            (best, parting) = (between, shade);
        }
    }
    parting
}
