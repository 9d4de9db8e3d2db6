//! Finds the patterns in three corners of every QR: dark stones in dark rings.
//!
//! A line through the middle of one crosses dark, light, dark, light and dark runs of 1, 1, 3, 1
//! and 1 modules, at every angle.

use std::collections::HashMap;

use super::threshold::Bits;
use crate::work::Work;

/// The most lines through patterns that are looked at; noise has millions that look alike.
const CROSSINGS_MAX: usize = 60_000;

/// The visits that each of them is counted as, next to those of the lines' own dots.
const CROSSING_VISITS: usize = 150;

/// A corner pattern that may be one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Finder {
    pub(crate) x: f32,
    pub(crate) y: f32,
    /// The side of a module, in dots, as rows and columns cross it.
    pub(crate) module: f32,
    /// How many rows cross it.
    pub(crate) rows: u32,
}

/// The patterns, those crossed by the most rows first.
pub(crate) fn finders(bits: &Bits, most: usize, work: &Work) -> Vec<Finder> {
    let mut clusters = Clusters::default();
    let mut left = CROSSINGS_MAX;
    for y in 0..bits.height {
        let row = &bits.dots[y * bits.width..(y + 1) * bits.width];
        crossings(row, |middle, length| {
            if left == 0 || !work.take(length * 3 + CROSSING_VISITS) {
                return;
            }
            left -= 1;
            if let Some(hit) = checked(bits, middle, y) {
                clusters.add(hit);
            }
        });
    }
    let mut found = clusters.found;
    // Beyond a dozen, the number of rows only says that a pattern is large.
    found.sort_by_key(|finder| std::cmp::Reverse(finder.rows.min(12)));
    found.truncate(most);
    found
}

/// Calls back with the middle of each stone that the row may cross, and the pattern's length.
fn crossings(row: &[bool], mut found: impl FnMut(usize, usize)) {
    let (mut runs, mut length, mut changes, mut last) = ([0_usize; 5], 0, 0, false);
    // A light dot after the end closes a pattern at the edge.
    for (x, is_dark) in row.iter().copied().chain([false]).enumerate() {
        if is_dark == last {
            length += 1;
            continue;
        }
        runs.rotate_left(1);
        runs[4] = length;
        (last, length, changes) = (is_dark, 1, changes + 1);
        if !is_dark && changes >= 6 && is_pattern(&runs) {
            let middle = x - runs[4] - runs[3] - runs[2].div_ceil(2);
            found(middle, runs.iter().sum());
        }
    }
}

/// Light that spreads makes all dark runs shorter and all light ones longer, so the sums of
/// neighbours are compared, which stay.
fn is_pattern(runs: &[usize; 5]) -> bool {
    let all: usize = runs.iter().sum();
    let near = |run: usize, modules: usize| (run * 7).abs_diff(all * modules) * 10 <= all * 9;
    let [left, left_gap, stone, right_gap, right] = *runs;
    let is_thin = |run: usize| run * 28 >= all && run * 7 <= all * 2 + 7;
    all >= 7
        && [left, left_gap, right_gap, right].into_iter().all(is_thin)
        && stone * 35 >= all * 9
        && stone * 35 <= all * 21
        && near(left + left_gap, 2)
        && near(left_gap + stone, 4)
        && near(stone + right_gap, 4)
        && near(right_gap + right, 2)
}

/// Looks down and then across through a stone's middle, and gives the pattern's middle.
fn checked(bits: &Bits, x: usize, y: usize) -> Option<Finder> {
    let (down, middle_y) = line(y, bits.height, |y| bits.is_dark(x, y))?;
    let row = (middle_y as usize).min(bits.height - 1);
    let (across, middle_x) = line(x, bits.width, |x| bits.is_dark(x, row))?;
    let is_square = down <= across * 2 && across <= down * 2;
    is_square.then_some(Finder {
        x: middle_x,
        y: middle_y,
        module: (across + down) as f32 / 14.,
        rows: 1,
    })
}

/// The length of a pattern on a line through `from`, and its middle.
fn line(from: usize, length: usize, is_dark: impl Fn(usize) -> bool) -> Option<(usize, f32)> {
    if !is_dark(from) {
        return None;
    }
    let mut runs = [0; 5];
    let mut at = from;
    for (run, dark) in [(2, true), (1, false), (0, true)] {
        while is_dark(at) == dark {
            runs[run] += 1;
            if at == 0 {
                break;
            }
            at -= 1;
        }
    }
    let start_of_stone = from + 1 - runs[2];
    at = from;
    for (run, dark) in [(2, true), (3, false), (4, true)] {
        while at + 1 < length && is_dark(at + 1) == dark {
            runs[run] += 1;
            at += 1;
        }
    }
    let all = runs.iter().sum();
    is_pattern(&runs).then(|| (all, start_of_stone as f32 + runs[2] as f32 / 2.))
}

const CELL: f32 = 16.;

/// Hits on the same pattern, joined.
#[derive(Default)]
struct Clusters {
    found: Vec<Finder>,
    cells: HashMap<(i32, i32), Vec<usize>>,
}

impl Clusters {
    fn add(&mut self, hit: Finder) {
        let (column, row) = ((hit.x / CELL) as i32, (hit.y / CELL) as i32);
        for column in column - 1..=column + 1 {
            for row in row - 1..=row + 1 {
                for at in self.cells.get(&(column, row)).into_iter().flatten() {
                    let known = &mut self.found[*at];
                    let apart = (known.x - hit.x).hypot(known.y - hit.y);
                    if apart <= (known.module * 1.5).clamp(2., CELL) {
                        let rows = known.rows as f32;
                        let mean = |old: f32, new: f32| (old * rows + new) / (rows + 1.);
                        known.x = mean(known.x, hit.x);
                        known.y = mean(known.y, hit.y);
                        known.module = mean(known.module, hit.module);
                        known.rows += 1;
                        return;
                    }
                }
            }
        }
        self.cells
            .entry((column, row))
            .or_default()
            .push(self.found.len());
        self.found.push(hit);
    }
}
