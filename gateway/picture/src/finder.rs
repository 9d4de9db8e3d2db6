//! Prepares a picture for the QR reader: makes it black and white and counts its corner patterns.
//!
//! The reader tries every pair of corner patterns on a copy of the whole picture, so their number
//! must be known before it reads a stranger's upload.

use std::collections::HashSet;

use image::GrayImage;

const LIGHT: u8 = 0;
const DARK: u8 = 1;

/// Runs of dark and light through the middle of a corner pattern, in modules.
const CORNER: [usize; 5] = [1, 1, 3, 1, 1];

/// Makes each dot [`LIGHT`] or [`DARK`] by comparison with the average around it, so that a shadow
/// over half of a photograph does not hide its QR. The average moves along each row from both
/// ends, in alternating directions, as in quirc.
pub(super) fn darken(picture: &mut GrayImage) {
    let width = picture.width() as usize;
    let reach = (width / 8).max(1);
    let (mut forth, mut back) = (0, 0);
    let mut around = vec![0; width];
    for (y, row) in picture.chunks_exact_mut(width.max(1)).enumerate() {
        around.fill(0);
        for x in 0..width {
            let opposite = width - 1 - x;
            let (one, other) = if y % 2 == 0 {
                (opposite, x)
            } else {
                (x, opposite)
            };
            forth = forth * (reach - 1) / reach + usize::from(row[one]);
            back = back * (reach - 1) / reach + usize::from(row[other]);
            around[one] += forth;
            around[other] += back;
        }
        for (dot, around) in row.iter_mut().zip(&around) {
            let is_dark = usize::from(*dot) < around * 95 / (200 * reach);
            *dot = if is_dark { DARK } else { LIGHT };
        }
    }
}

/// An upper bound of the number of corner patterns: dark stones inside a dark ring that a row
/// crosses. A page of print has hundreds of such rows but hardly a ring with a stone.
pub(super) fn corners(picture: &GrayImage) -> usize {
    let width = (picture.width() as usize).max(1);
    let mut shapes = Shapes::of(picture, width);
    let (mut stones, mut found) = (HashSet::new(), Vec::new());
    for (y, row) in picture.chunks_exact(width).enumerate() {
        found.clear();
        crossings(row, &mut found);
        for crossing in &found {
            let [left, stone, right] = crossing.map(|x| shapes.root(y * width + x));
            if left == right && stone != left {
                stones.insert(stone);
            }
        }
    }
    stones.len()
}

/// Which dark dots are connected: each dot names an earlier dot of its shape.
struct Shapes(Vec<usize>);

impl Shapes {
    fn of(picture: &GrayImage, width: usize) -> Self {
        let dots = picture.as_raw();
        let mut shapes = Self((0..dots.len()).collect());
        for here in (0..dots.len()).filter(|here| dots[*here] == DARK) {
            if here % width > 0 && dots[here - 1] == DARK {
                shapes.join(here - 1, here);
            }
            if here >= width && dots[here - width] == DARK {
                shapes.join(here - width, here);
            }
        }
        shapes
    }

    fn root(&mut self, mut dot: usize) -> usize {
        while self.0[dot] != dot {
            self.0[dot] = self.0[self.0[dot]];
            dot = self.0[dot];
        }
        dot
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.root(one), self.root(other));
        self.0[one.max(other)] = one.min(other);
    }
}

/// Where rows cross a corner pattern: a dot of the ring's left side, of the stone and of the ring's
/// right side.
fn crossings(row: &[u8], found: &mut Vec<[usize; 3]>) {
    let (mut runs, mut length, mut changes) = ([0; 5], 0, 0);
    let mut last = row.first().copied().unwrap_or(LIGHT);
    // A light dot after the end closes a pattern at the edge.
    for (x, dot) in row.iter().copied().chain([LIGHT]).enumerate() {
        if dot == last {
            length += 1;
            continue;
        }
        runs.rotate_left(1);
        runs[4] = length;
        (last, length, changes) = (dot, 1, changes + 1);
        if dot == LIGHT && changes >= 5 && is_corner(&runs) {
            let left = x - runs.iter().sum::<usize>();
            let stone = left + runs[0] + runs[1] + runs[2] / 2;
            found.push([left, stone, x - 1]);
        }
    }
}

fn is_corner(runs: &[usize; 5]) -> bool {
    let module = (runs[0] + runs[1] + runs[3] + runs[4]) / 4;
    let slack = module * 3 / 4;
    runs.iter().zip(CORNER).all(|(run, modules)| {
        (*run + slack >= modules * module) && *run <= modules * module + slack
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Luma;

    fn with_corners(columns: u32, rows: u32, module: u32) -> GrayImage {
        GrayImage::from_fn(columns * 9 * module, rows * 9 * module, |x, y| {
            let (x, y) = (x / module % 9, y / module % 9);
            let from_centre = x.abs_diff(4).max(y.abs_diff(4));
            Luma([if matches!(from_centre, 0 | 1 | 3) {
                20
            } else {
                230
            }])
        })
    }

    #[test]
    fn corner_patterns_are_counted_once_each() {
        for (columns, rows, module) in [(1, 1, 4), (3, 1, 2), (4, 5, 3), (2, 2, 20)] {
            let mut picture = with_corners(columns, rows, module);
            darken(&mut picture);
            let expected = (columns * rows) as usize;
            assert_eq!(
                corners(&picture),
                expected,
                "{columns} × {rows} of {module}"
            );
        }
    }

    #[test]
    fn a_picture_without_patterns_has_no_corners_and_an_empty_one_no_dots() {
        let mut plain = GrayImage::from_pixel(50, 50, Luma([200]));
        darken(&mut plain);
        assert_eq!(corners(&plain), 0);
        let mut empty = GrayImage::new(0, 0);
        darken(&mut empty);
        assert_eq!(corners(&empty), 0);
    }

    #[test]
    fn a_shadow_over_half_of_a_picture_hides_no_corner_away_from_its_edge() {
        let mut picture = with_corners(4, 2, 4);
        for (x, _, dot) in picture.enumerate_pixels_mut() {
            if x > 72 {
                dot.0[0] /= 3;
            }
        }
        darken(&mut picture);
        assert_eq!(corners(&picture), 6, "three of four columns");
    }
}
