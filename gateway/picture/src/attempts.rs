//! Ways of looking at a picture, the most successful first.

use std::borrow::{Borrow, Cow};

use image::GrayImage;

use crate::decode::Layers;
use crate::qr::{self, Threshold};
use crate::shades::{closed, doubled, halved, inverted, without_specks};
use crate::work::Work;

/// Pictures with more dots are looked at smaller first: a photograph is noisy at full size.
const FIRST_DOTS_MAX: usize = 4_200_000;

/// Pictures with at most so many dots are looked at larger, too.
const DOUBLED_DOTS_MAX: usize = 2_700_000;

/// The shortest side in which a code may be, in dots.
const SIDE_MIN: u32 = 21;

/// The dots that are visited in one picture at most, which takes about a second.
pub(crate) const VISITS_MAX: u64 = 500_000_000;

/// Which picture is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum View {
    /// As it is, or halved until it has not too many dots.
    First,
    Half,
    Quarter,
    Double,
    /// As it is, of any size.
    Full,
    Inverted,
    InvertedDouble,
    WithoutSpecks,
    Closed,
    OnBlack,
    OnBlackInverted,
    /// Red, green or blue alone.
    Colour(usize),
    ColourInverted(usize),
}

const LOCAL: Threshold = Threshold::Around(0);
const FINE: Threshold = Threshold::Around(12);

/// Each view with its threshold, and whether damaged corners are guessed. `Around(0)` is an eighth
/// of the picture.
const ATTEMPTS: &[(View, Threshold, bool)] = &[
    (View::First, LOCAL, false),
    (View::First, Threshold::Global, false),
    (View::OnBlack, LOCAL, false),
    (View::OnBlackInverted, LOCAL, false),
    (View::Half, LOCAL, false),
    (View::First, FINE, false),
    (View::Double, LOCAL, false),
    (View::Inverted, LOCAL, false),
    (View::Full, LOCAL, false),
    (View::Quarter, LOCAL, false),
    (View::WithoutSpecks, LOCAL, false),
    (View::Closed, LOCAL, false),
    (View::Half, FINE, false),
    (View::Colour(0), LOCAL, false),
    (View::Colour(1), LOCAL, false),
    (View::Colour(2), LOCAL, false),
    (View::ColourInverted(0), LOCAL, false),
    (View::ColourInverted(1), LOCAL, false),
    (View::ColourInverted(2), LOCAL, false),
    (View::First, Threshold::Around(6), false),
    (View::Half, Threshold::Around(6), false),
    (View::Quarter, Threshold::Around(6), false),
    (View::First, Threshold::Around(20), false),
    (View::Quarter, FINE, false),
    (View::First, LOCAL, true),
    (View::Half, LOCAL, true),
    (View::Double, FINE, false),
    (View::Full, FINE, false),
    (View::InvertedDouble, LOCAL, false),
    (View::Double, LOCAL, true),
    (View::First, FINE, true),
    (View::Half, FINE, true),
    (View::Inverted, LOCAL, true),
    (View::WithoutSpecks, LOCAL, true),
];

/// The texts of one attempt after the other, each found when it is asked for.
pub(crate) fn texts(layers: &Layers) -> impl Iterator<Item = Vec<String>> + '_ {
    texts_within(layers, Work::of(VISITS_MAX))
}

pub(crate) fn texts_within<'a>(
    layers: &'a Layers,
    work: impl Borrow<Work> + 'a,
) -> impl Iterator<Item = Vec<String>> + 'a {
    let mut first: Option<Cow<'a, GrayImage>> = None;
    ATTEMPTS
        .iter()
        .filter_map(move |(view, threshold, is_deep)| {
            let first = first.get_or_insert_with(|| first_of(&layers.grey));
            let seen = seen(*view, layers, first, work.borrow())?;
            let threshold = match *threshold {
                LOCAL => Threshold::Around(seen.width().min(seen.height()) as usize / 8),
                other => other,
            };
            Some(qr::texts(&seen, threshold, *is_deep, work.borrow()))
        })
}

fn first_of(grey: &GrayImage) -> Cow<'_, GrayImage> {
    let mut first = Cow::Borrowed(grey);
    while first.as_raw().len() > FIRST_DOTS_MAX {
        first = Cow::Owned(halved(&first));
    }
    first
}

/// A picture for one attempt, unless the attempt would repeat another or be too much work.
fn seen<'a>(
    view: View,
    layers: &'a Layers,
    first: &'a GrayImage,
    work: &Work,
) -> Option<Cow<'a, GrayImage>> {
    let dots = first.as_raw().len();
    let is_large = layers.grey.as_raw().len() > dots;
    let is_doubled = !is_large && dots <= DOUBLED_DOTS_MAX;
    let made = match view {
        View::First => return Some(Cow::Borrowed(first)),
        View::Full => return is_large.then_some(Cow::Borrowed(&layers.grey)),
        View::Colour(at) => return layers.colours.as_ref().map(|all| Cow::Borrowed(&all[at])),
        View::OnBlack => return layers.on_black.as_ref().map(first_of),
        View::OnBlackInverted => inverted(&first_of(layers.on_black.as_ref()?)),
        View::ColourInverted(at) => inverted(&layers.colours.as_ref()?[at]),
        View::Double | View::InvertedDouble if !is_doubled || !work.take(dots * 4) => return None,
        _ if !work.take(dots * 2) => return None,
        View::Half => halved(first),
        View::Quarter => halved(&halved(first)),
        View::Double => doubled(first),
        View::Inverted => inverted(first),
        View::InvertedDouble => inverted(&doubled(first)),
        View::WithoutSpecks => without_specks(first),
        View::Closed => closed(first),
    };
    (made.width().min(made.height()) >= SIDE_MIN).then_some(Cow::Owned(made))
}
