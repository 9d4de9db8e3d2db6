//! Lays the grid of a QR over a picture: moves its corners until the patterns that every QR has
//! (corners, timing, alignment) match the shades below them best.

use image::GrayImage;

use super::warp::{Parameters, Point, Warp};
use crate::work::Work;

/// The visits that a comparison is counted as, for each of its points.
const POINT_VISITS: usize = 5;

/// The shade at a point between dots; outside of the picture the nearest one.
pub(crate) fn shade(picture: &GrayImage, (x, y): Point) -> f32 {
    let (width, height) = (picture.width() as usize, picture.height() as usize);
    let (x, y) = (
        (x - 0.5).clamp(0., (width - 1) as f32),
        (y - 0.5).clamp(0., (height - 1) as f32),
    );
    let (left, top) = (x as usize, y as usize);
    let (right, below) = (x - left as f32, y - top as f32);
    let dots = picture.as_raw();
    let step = usize::from(left + 1 < width);
    let (upper, lower) = (top * width + left, (top + 1).min(height - 1) * width + left);
    let dot = |at: usize| f32::from(dots[at]);
    let above = dot(upper) + (dot(upper + step) - dot(upper)) * right;
    let beneath = dot(lower) + (dot(lower + step) - dot(lower)) * right;
    above + (beneath - above) * below
}

/// The patterns of a QR of one size: points of the square, and whether they are light.
pub(crate) struct Pattern {
    /// Parts are compared one by one, since light differs between them; each has a weight.
    parts: Vec<(f32, Vec<(Point, bool)>)>,
    points: usize,
}

impl Pattern {
    /// Of a QR with so many modules a side.
    pub(crate) fn of(modules: usize) -> Self {
        let at = |column: i32, row: i32| {
            let unit = |module: i32| (module as f32 - 3.) / (modules as f32 - 7.);
            (unit(column), unit(row))
        };
        let side = modules as i32;
        let corner = |left: i32, top: i32| {
            let inside = |place: i32| (0..side).contains(&place);
            let places = (-1..8).flat_map(|row| (-1..8).map(move |column| (column, row)));
            let places = places.filter(|(column, row)| inside(left + column) && inside(top + row));
            let dots = places.map(|(column, row)| {
                let far = (column - 3).abs().max((row - 3).abs());
                (at(left + column, top + row), matches!(far, 2 | 4))
            });
            (0.2, dots.collect())
        };
        let timing = |is_across: bool| {
            let dots = (8..side - 8).map(|step| {
                let place = if is_across { at(step, 6) } else { at(6, step) };
                (place, step % 2 == 1)
            });
            (0.13, dots.collect())
        };
        let mut parts = vec![
            corner(0, 0),
            corner(side - 7, 0),
            corner(0, side - 7),
            timing(true),
            timing(false),
        ];
        if modules > 21 {
            let places = (-2..3).flat_map(|row| (-2..3).map(move |column| (column, row)));
            let dots = places.map(|(column, row): (i32, i32)| {
                let is_light = column.abs().max(row.abs()) == 1;
                (at(side - 7 + column, side - 7 + row), is_light)
            });
            parts.push((0.14, dots.collect()));
        }
        let points = parts
            .iter()
            .map(|(_, dots): &(f32, Vec<_>)| dots.len())
            .sum();
        Self { parts, points }
    }

    /// How well the picture matches: 1 where every point does, 0 by chance.
    fn match_of(&self, picture: &GrayImage, parameters: &Parameters) -> f32 {
        let warp = Warp::of(parameters);
        let (mut matched, mut weights) = (0., 0.);
        for (weight, dots) in &self.parts {
            let (mut light, mut dark, mut all, mut squares) = ((0., 0.), (0., 0.), 0., 0.);
            for (place, is_light) in dots {
                let shade = shade(picture, warp.map(*place));
                let group = if *is_light { &mut light } else { &mut dark };
                *group = (group.0 + shade, group.1 + 1.);
                all += shade;
                squares += shade * shade;
            }
            let count = light.1 + dark.1;
            let variance = squares / count - (all / count) * (all / count);
            // Twenty shades of variance outweigh the noise of plain areas.
            let spread = (variance.max(0.) + 20.).sqrt();
            let share = (light.1 * dark.1).sqrt() / count;
            matched += weight * (light.0 / light.1 - dark.0 / dark.1) * share / spread;
            weights += weight;
        }
        matched / weights
    }
}

/// A grid that is being laid over a picture.
pub(crate) struct Fit<'a> {
    pub(crate) picture: &'a GrayImage,
    pub(crate) work: &'a Work,
    pub(crate) modules: usize,
    pub(crate) parameters: Parameters,
    pub(crate) matched: f32,
    pattern: Pattern,
}

impl<'a> Fit<'a> {
    pub(crate) fn start(
        picture: &'a GrayImage,
        work: &'a Work,
        modules: usize,
        [a, b, c]: [Point; 3],
    ) -> Self {
        let d = (b.0 + c.0 - a.0, b.1 + c.1 - a.1);
        let parameters = [a.0, a.1, b.0, b.1, c.0, c.1, d.0, d.1, 0., 0., 0., 0.];
        let pattern = Pattern::of(modules);
        let matched = pattern.match_of(picture, &parameters);
        Self {
            picture,
            work,
            modules,
            parameters,
            matched,
            pattern,
        }
    }

    /// The side of a module, in dots.
    fn module(&self) -> f32 {
        let [ax, ay, bx, by, cx, cy, ..] = self.parameters;
        let arms = (bx - ax).hypot(by - ay) + (cx - ax).hypot(cy - ay);
        arms / 2. / (self.modules as f32 - 7.)
    }

    /// Keeps other parameters if they match better.
    fn offer(&mut self, parameters: Parameters) -> bool {
        if !self.work.take(self.pattern.points * POINT_VISITS) {
            return false;
        }
        let matched = self.pattern.match_of(self.picture, &parameters);
        let is_better = matched > self.matched;
        if is_better {
            (self.matched, self.parameters) = (matched, parameters);
        }
        is_better
    }

    /// Guesses the far point by the sizes of the corner patterns: the nearer, the larger. A length
    /// shrinks with the depth, and again half as much along the slope.
    pub(crate) fn offer_depth(&mut self, modules: [f32; 3]) {
        let [near, across, down] = modules.map(|module| module.max(0.5).powf(-2. / 3.));
        let far = (across + down - near).max(near.min(across).min(down) / 2.);
        let mut parameters = self.parameters;
        for axis in 0..2 {
            let [a, b, c] = [0, 2, 4].map(|corner| self.parameters[corner + axis]);
            parameters[6 + axis] = (b * across + c * down - a * near) / far;
        }
        self.offer(parameters);
    }

    /// Searches the far point, which no corner pattern shows.
    pub(crate) fn search_far_point(&mut self) {
        let start = self.parameters;
        let reach = ((self.modules as f32 - 7.) * 0.3).min(11.);
        self.search(reach, |parameters, (x, y)| {
            *parameters = start;
            parameters[6] += x;
            parameters[7] += y;
        });
    }

    /// Searches a corner pattern of which only the place is guessed: 0 between the arms, 1 across,
    /// 2 down. The far point moves with it.
    pub(crate) fn search_corner(&mut self, corner: usize) {
        let start = self.parameters;
        self.search(4.5, |parameters, (x, y)| {
            *parameters = start;
            let (far_x, far_y) = if corner == 0 { (-x, -y) } else { (x, y) };
            parameters[corner * 2] += x;
            parameters[corner * 2 + 1] += y;
            parameters[6] += far_x;
            parameters[7] += far_y;
        });
    }

    fn search(&mut self, reach: f32, apply: impl Fn(&mut Parameters, Point)) {
        let module = self.module();
        let steps = (reach / 1.5) as i32;
        for down in -steps..=steps {
            for across in -steps..=steps {
                let mut parameters = self.parameters;
                let moved = |step: i32| step as f32 * 1.5 * module;
                apply(&mut parameters, (moved(across), moved(down)));
                self.offer(parameters);
            }
        }
    }

    /// Moves each corner in smaller and smaller steps; bends the sides if they do not match well.
    pub(crate) fn climb(&mut self) {
        for step in [0.8, 0.4, 0.2, 0.1] {
            self.climb_by(0..8, step * self.module());
        }
        if self.matched < 0.93 {
            for step in [0.08, 0.04, 0.02] {
                self.climb_by(8..12, step);
                self.climb_by(0..8, step * 5. * self.module());
            }
        }
    }

    fn climb_by(&mut self, which: std::ops::Range<usize>, step: f32) {
        for _ in 0..6 {
            let mut is_better = false;
            for at in which.clone() {
                for step in [step, -step] {
                    let mut parameters = self.parameters;
                    parameters[at] += step;
                    if self.offer(parameters) {
                        is_better = true;
                        break;
                    }
                }
            }
            if !is_better {
                break;
            }
        }
    }
}
