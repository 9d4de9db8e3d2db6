//! Pictures in shades of grey that are made from others: smaller, larger, smoother, inverted.

use image::GrayImage;
use image::imageops;

/// Half as wide and half as high; each dot is the average of four.
pub(crate) fn halved(picture: &GrayImage) -> GrayImage {
    let (width, height) = (picture.width() / 2, picture.height() / 2);
    let stride = picture.width() as usize;
    let mut half = Vec::with_capacity(width as usize * height as usize);
    for rows in picture.as_raw().chunks_exact((stride * 2).max(1)) {
        let (upper, lower) = rows.split_at(stride);
        let pairs = upper.chunks_exact(2).zip(lower.chunks_exact(2));
        half.extend(pairs.map(|(above, below)| average([above[0], above[1], below[0], below[1]])));
    }
    GrayImage::from_raw(width, height, half).expect("one dot for four")
}

fn average(dots: [u8; 4]) -> u8 {
    let sum: u16 = dots.into_iter().map(u16::from).sum();
    u8::try_from((sum + 2) / 4).expect("an average of bytes")
}

/// Twice as wide and twice as high; each dot leans to the neighbour that it is nearer to.
pub(crate) fn doubled(picture: &GrayImage) -> GrayImage {
    let (width, height) = (picture.width() as usize, picture.height() as usize);
    let row = |y: usize| &picture.as_raw()[y * width..(y + 1) * width];
    let mut doubled = Vec::with_capacity(width * height * 4);
    let mut mixed = vec![0_u16; width];
    for y in 0..height {
        for other in [y.saturating_sub(1), (y + 1).min(height - 1)] {
            for ((mixed, near), far) in mixed.iter_mut().zip(row(y)).zip(row(other)) {
                *mixed = u16::from(*near) * 3 + u16::from(*far);
            }
            for x in 0..width {
                let (near, left, right) = (
                    mixed[x] * 3,
                    mixed[x.saturating_sub(1)],
                    mixed[(x + 1).min(width - 1)],
                );
                let byte = |sum: u16| u8::try_from((sum + 8) >> 4).expect("an average of bytes");
                doubled.extend([byte(near + left), byte(near + right)]);
            }
        }
    }
    GrayImage::from_raw(picture.width() * 2, picture.height() * 2, doubled)
        .expect("four dots for one")
}

/// Each dot is the middle one of three middle ones: single wrong dots vanish.
pub(crate) fn without_specks(picture: &GrayImage) -> GrayImage {
    by_threes(picture, |one, two, three| {
        one.min(two).max(one.max(two).min(three))
    })
}

/// Dark grows over light lines and dots, and into its gaps.
pub(crate) fn closed(picture: &GrayImage) -> GrayImage {
    by_threes(picture, |one, two, three| one.min(two).min(three))
}

/// Chooses one of three neighbours across, and of three of these down.
fn by_threes(picture: &GrayImage, choose: impl Fn(u8, u8, u8) -> u8) -> GrayImage {
    let width = picture.width() as usize;
    let mut made = picture.clone();
    if width < 3 || picture.height() < 3 {
        return made;
    }
    let dots = picture.as_raw();
    for (out, dots) in made.chunks_exact_mut(width).zip(dots.chunks_exact(width)) {
        for (out, three) in out[1..].iter_mut().zip(dots.windows(3)) {
            *out = choose(three[0], three[1], three[2]);
        }
    }
    let dots: &mut [u8] = &mut made;
    let mut above = dots[..width].to_vec();
    for top in (width..dots.len() - width).step_by(width) {
        let (here, below) = dots[top..top + 2 * width].split_at_mut(width);
        for ((here, below), above) in here.iter_mut().zip(below).zip(&mut above) {
            let own = *here;
            *here = choose(*above, own, *below);
            *above = own;
        }
    }
    made
}

pub(crate) fn inverted(picture: &GrayImage) -> GrayImage {
    let mut made = picture.clone();
    imageops::invert(&mut made);
    made
}
