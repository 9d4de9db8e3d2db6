//! Colours: their form in the file, their mixtures, and whether text of one is read on another.
#![expect(
    clippy::float_arithmetic,
    reason = "the guidelines define luminance and contrast so; no money is here"
)]

use std::fmt;

use serde::Deserialize;

use super::forms::ColourText;

/// An opaque colour of sRGB, written `#rrggbb`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(try_from = "String")]
#[schemars(with = "ColourText")]
pub struct Colour([u8; 3]);

/// Something else than `#rrggbb`.
#[derive(Debug, thiserror::Error)]
#[error("{0:?} is not #rrggbb")]
pub struct NoColour(String);

impl TryFrom<String> for Colour {
    type Error = NoColour;

    fn try_from(text: String) -> Result<Self, NoColour> {
        let number = text
            .strip_prefix('#')
            .filter(|digits| {
                digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
            })
            .and_then(|digits| u32::from_str_radix(digits, 16).ok());
        number.map(Self::of).ok_or(NoColour(text))
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self([red, green, blue]) = self;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

impl Colour {
    /// `0xrrggbb`.
    #[must_use]
    pub const fn of(number: u32) -> Self {
        let [_, red, green, blue] = number.to_be_bytes();
        Self([red, green, blue])
    }

    /// Red, green and blue.
    #[must_use]
    pub const fn channels(self) -> [u8; 3] {
        self.0
    }

    /// A mixture with `percent` of the other colour.
    #[must_use]
    pub fn mixed(self, other: Self, percent: u16) -> Self {
        let share = percent.min(100);
        let channel = |at: usize| {
            let (own, its) = (u16::from(self.0[at]), u16::from(other.0[at]));
            let mixed = (own * (100 - share) + its * share + 50) / 100;
            u8::try_from(mixed).unwrap_or(u8::MAX)
        };
        Self([channel(0), channel(1), channel(2)])
    }

    /// The mixture with the least of the other colour that has this contrast on a ground.
    #[must_use]
    pub fn mixed_until(self, other: Self, contrast: f64, ground: Self) -> Self {
        (0..=100)
            .map(|percent| self.mixed(other, percent))
            .find(|mixed| mixed.contrast(ground) >= contrast)
            .unwrap_or(other)
    }

    /// The contrast of WCAG 2: from 1 to 21, and 4.5 for text.
    #[must_use]
    pub fn contrast(self, other: Self) -> f64 {
        let (own, its) = (self.luminance(), other.luminance());
        (own.max(its) + 0.05) / (own.min(its) + 0.05)
    }

    /// The relative luminance of WCAG 2.
    fn luminance(self) -> f64 {
        let [red, green, blue] = self.0.map(|channel| {
            let part = f64::from(channel) / 255.0;
            if part <= 0.04045 {
                part / 12.92
            } else {
                ((part + 0.055) / 1.055).powf(2.4)
            }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colour_is_read_as_it_is_written_and_nothing_else_is_one() {
        let read = |text: &str| Colour::try_from(text.to_owned());
        assert_eq!(read("#3546C8").unwrap().to_string(), "#3546c8");
        for other in [
            "3546c8", "#3546c", "#3546c8f", "#3546cg", "indigo", "", "#+12345",
        ] {
            assert!(read(other).is_err(), "{other}");
        }
    }

    #[test]
    fn contrast_is_that_of_the_guidelines() {
        let (black, white) = (Colour::of(0), Colour::of(0xff_ff_ff));
        assert!((black.contrast(white) - 21.0).abs() < 1e-9);
        assert!((white.contrast(white) - 1.0).abs() < 1e-9);
        // The grey that is known as the lightest one for text on white.
        assert!((Colour::of(0x76_76_76).contrast(white) - 4.54).abs() < 0.01);
    }

    #[test]
    fn a_mixture_has_the_share_that_is_asked_for_or_the_contrast() {
        let (black, white) = (Colour::of(0), Colour::of(0xff_ff_ff));
        assert_eq!(white.mixed(black, 20).to_string(), "#cccccc");
        let grey = white.mixed_until(black, 4.5, white);
        assert!(
            grey.contrast(white) >= 4.5 && grey.contrast(white) < 4.8,
            "{grey}"
        );
    }
}
