//! Makes the shades of a picture out of its rows, smaller where it is large.

use image::GrayImage;

use super::{Layers, pixels};

/// The most dots of the brightness, and of each colour.
const GREY_DOTS_MAX: u64 = 4096 * 4096;
const COLOUR_DOTS_MAX: u64 = 3_200_000;

/// How far the parts of a colour are from each other at least, and in how many dots, for the
/// picture to have colours.
const COLOURED_MIN: u8 = 40;
const COLOURED_DOTS_MIN: usize = 400;

/// Takes the rows of a picture one by one.
pub(super) struct Rows {
    /// Grey, grey and alpha, RGB, or RGB and alpha.
    samples: usize,
    grey: Average,
    on_black: Option<Average>,
    colours: Option<[Average; 3]>,
    is_transparent: bool,
    coloured: usize,
}

impl Rows {
    pub(super) fn of(width: u32, height: u32, samples: usize) -> Self {
        let average = |dots_max| Average::of(width, height, dots_max);
        Self {
            samples,
            grey: average(GREY_DOTS_MAX),
            on_black: matches!(samples, 2 | 4).then(|| average(GREY_DOTS_MAX)),
            colours: (samples >= 3).then(|| [0; 3].map(|_| average(COLOUR_DOTS_MAX))),
            is_transparent: false,
            coloured: 0,
        }
    }

    /// The bytes that the finished shades take at most.
    pub(super) fn memory_bytes(width: u32, height: u32, samples: usize) -> u64 {
        let of = |dots_max: u64| pixels(width, height).min(dots_max);
        let grounds = if matches!(samples, 2 | 4) { 2 } else { 1 };
        let colours = if samples >= 3 { 3 } else { 0 };
        of(GREY_DOTS_MAX) * grounds + of(COLOUR_DOTS_MAX) * colours
    }

    pub(super) fn push(&mut self, row: &[u8]) {
        let samples = self.samples;
        let dots = || row.chunks_exact(samples);
        let alpha = |dot: &[u8]| {
            if samples.is_multiple_of(2) {
                dot[samples - 1]
            } else {
                255
            }
        };
        self.grey
            .push(dots().map(|dot| laid_on(255, brightness(dot), alpha(dot))));
        if let Some(on_black) = &mut self.on_black {
            on_black.push(dots().map(|dot| laid_on(0, brightness(dot), alpha(dot))));
            self.is_transparent |= dots().any(|dot| alpha(dot) < 255);
        }
        if let Some(colours) = &mut self.colours {
            for (part, average) in colours.iter_mut().enumerate() {
                average.push(dots().map(|dot| laid_on(255, dot[part], alpha(dot))));
            }
            let is_coloured = |dot: &&[u8]| {
                let (red, green, blue) = (dot[0], dot[1], dot[2]);
                red.max(green).max(blue) - red.min(green).min(blue) >= COLOURED_MIN
            };
            self.coloured += dots().filter(is_coloured).count();
        }
    }

    pub(super) fn layers(self) -> Layers {
        let on_black = self.on_black.filter(|_| self.is_transparent);
        let colours = self.colours.filter(|_| self.coloured >= COLOURED_DOTS_MIN);
        Layers {
            grey: self.grey.picture(),
            on_black: on_black.map(Average::picture),
            colours: colours.map(|colours| colours.map(Average::picture)),
        }
    }
}

/// The weights of television's standard 601, in 256ths.
fn brightness(dot: &[u8]) -> u8 {
    match dot {
        [red, green, blue, ..] => {
            let sum = u32::from(*red) * 77 + u32::from(*green) * 150 + u32::from(*blue) * 29;
            sum.to_be_bytes()[2]
        }
        [grey, ..] => *grey,
        [] => 0,
    }
}

fn laid_on(ground: u8, shade: u8, alpha: u8) -> u8 {
    if alpha == 255 {
        return shade;
    }
    let (shade, ground, alpha) = (u16::from(shade), u16::from(ground), u16::from(alpha));
    u8::try_from((shade * alpha + ground * (255 - alpha)) / 255).expect("between two bytes")
}

/// A picture of which each dot is the average of a square of the original.
struct Average {
    /// The square's side.
    side: usize,
    width: usize,
    sums: Vec<u32>,
    /// How many rows are in the sums.
    rows: usize,
    dots: Vec<u8>,
    height: usize,
}

impl Average {
    fn of(width: u32, height: u32, dots_max: u64) -> Self {
        let fits = |side: &u32| pixels(width / side, height / side) <= dots_max;
        let side = (1..=u32::MAX)
            .find(fits)
            .expect("an empty picture has few dots") as usize;
        let (width, height) = (width as usize / side, height as usize / side);
        let dots = Vec::with_capacity(width * height);
        let sums = vec![0; if side == 1 { 0 } else { width }];
        Self {
            side,
            width,
            sums,
            rows: 0,
            dots,
            height,
        }
    }

    fn push(&mut self, shades: impl Iterator<Item = u8>) {
        if self.side == 1 {
            self.dots.extend(shades);
            return;
        }
        let mut shades = shades;
        for sum in &mut self.sums {
            *sum += shades.by_ref().take(self.side).map(u32::from).sum::<u32>();
        }
        self.rows += 1;
        if self.rows == self.side {
            let square = u32::try_from(self.side * self.side).expect("a small square");
            let mean = |sum: &u32| u8::try_from(sum / square).expect("an average of bytes");
            if self.dots.len() < self.width * self.height {
                self.dots.extend(self.sums.iter().map(mean));
            }
            self.sums.fill(0);
            self.rows = 0;
        }
    }

    /// Rows that the file did not have are light.
    fn picture(mut self) -> GrayImage {
        self.dots.resize(self.width * self.height, 255);
        let side = |dots: usize| u32::try_from(dots).expect("no larger than the original");
        GrayImage::from_raw(side(self.width), side(self.height), self.dots)
            .expect("as many dots as width and height say")
    }
}
