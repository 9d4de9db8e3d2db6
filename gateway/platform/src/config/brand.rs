//! What the portal looks like: the operator's colours and pictures, without a build.

use std::path::PathBuf;

use serde::Deserialize;

use super::mistake::Place;
use super::{Colour, Text};

/// The least contrast of a text, by WCAG 2.2 AA.
const TEXT: f64 = 4.5;

/// Canvas, card and raised card of the portal's look by day and by night, as in its style sheet.
const LIGHT_GROUNDS: [Colour; 2] = [Colour::of(0xf4_f5_f9), Colour::of(0xff_ff_ff)];
const DARK_GROUNDS: [Colour; 3] = [
    Colour::of(0x0f_12_20),
    Colour::of(0x18_1c_2e),
    Colour::of(0x1f_24_3a),
];
const WHITE: Colour = Colour::of(0xff_ff_ff);
const BLACK: Colour = Colour::of(0);
/// The colour of text on a button of the first colour by night.
const NIGHT: Colour = Colour::of(0x10_14_2a);
/// The colour of text on the second colour.
const ON_SECOND: Colour = Colour::of(0x33_21_0a);

/// What the portal looks like. Everything that is absent is the portal's own.
#[derive(Debug, Clone, Default, Deserialize, schemars::JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct BrandRules {
    /// The name under the icon of an installed portal.
    pub short_name: Option<Text>,
    /// The folder of pictures that are served instead of the portal's own of the same path:
    /// `mark.svg`, `icon-192.png`, `games/pg.svg`.
    pub pictures: Option<PathBuf>,
    /// The colour of buttons, links and the balance.
    pub first: Option<BrandColour>,
    /// The colour that sets off: the main action, prizes.
    pub second: Option<BrandColour>,
}

/// A colour by day and by night.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BrandColour {
    /// In the light look.
    pub light: Colour,
    /// In the dark look.
    pub dark: Colour,
}

/// A colour of the style sheet's theme, by day and by night.
struct Token {
    name: &'static str,
    light: Colour,
    dark: Colour,
}

impl Token {
    const fn new(name: &'static str, light: Colour, dark: Colour) -> Self {
        Self { name, light, dark }
    }
}

impl BrandRules {
    pub(super) fn check(&self, mut at: Place<'_>) {
        if let Some(pictures) = &self.pictures {
            at.at("pictures").require(
                pictures.is_dir(),
                format!("{} is no folder", pictures.display()),
            );
        }
        if let Some(first) = self.first {
            let mut at = at.at("first");
            let is_read = LIGHT_GROUNDS.map(|ground| first.light.contrast(ground) >= TEXT);
            at.at("light").require(
                is_read.iter().all(|is_read| *is_read),
                "is too light to be read on a white card",
            );
            let is_read = DARK_GROUNDS.map(|ground| first.dark.contrast(ground) >= TEXT);
            at.at("dark").require(
                is_read.iter().all(|is_read| *is_read),
                "is too dark to be read on a dark card",
            );
        }
        if let Some(second) = self.second {
            let mut at = at.at("second");
            for (key, colour) in [("light", second.light), ("dark", second.dark)] {
                at.at(key).require(
                    colour.contrast(ON_SECOND) >= TEXT,
                    "is too dark for what is written on it",
                );
            }
        }
    }

    /// The style sheet that sets the theme's colours to the operator's; empty if there are none.
    #[must_use]
    pub fn style_sheet(&self) -> String {
        let first = self.first.map(first_tokens).into_iter().flatten();
        let second = self.second.map(second_tokens).into_iter().flatten();
        let lines: Vec<String> = first
            .chain(second)
            .map(|Token { name, light, dark }| {
                format!("--color-{name}:light-dark({light},{dark});")
            })
            .collect();
        if lines.is_empty() {
            return String::new();
        }
        format!(":root{{{}}}", lines.concat())
    }
}

fn first_tokens(BrandColour { light, dark }: BrandColour) -> Vec<Token> {
    let light_soft = WHITE.mixed(light, 10);
    let dark_soft = DARK_GROUNDS[2].mixed(dark, 15);
    let hero = light.mixed(BLACK, 10);
    let hero_muted = hero.mixed(WHITE, 60).mixed_until(WHITE, TEXT, light);
    vec![
        Token::new("accent", light, dark),
        Token::new(
            "accent-strong",
            light.mixed(BLACK, 18),
            dark.mixed(WHITE, 25),
        ),
        Token::new("on-accent", WHITE, NIGHT),
        // A sign of the colour is read on it: the ground gives way.
        Token::new(
            "accent-soft",
            light_soft.mixed_until(WHITE, TEXT, light),
            dark_soft.mixed_until(DARK_GROUNDS[1], TEXT, dark),
        ),
        Token::new("hero-from", light, hero),
        Token::new("hero-to", light.mixed(BLACK, 30), light.mixed(BLACK, 45)),
        Token::new("on-hero-muted", hero_muted, hero_muted),
    ]
}

fn second_tokens(BrandColour { light, dark }: BrandColour) -> Vec<Token> {
    let light_soft = WHITE.mixed(light, 18);
    let dark_soft = DARK_GROUNDS[2].mixed(dark, 15);
    vec![
        Token::new("gold", light, dark),
        Token::new("gold-light", light.mixed(WHITE, 35), dark.mixed(WHITE, 35)),
        Token::new(
            "gold-strong",
            light.mixed_until(BLACK, TEXT, light_soft),
            dark.mixed_until(WHITE, TEXT, dark_soft),
        ),
        Token::new("gold-soft", light_soft, dark_soft),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(text: &str) -> BrandRules {
        toml::from_str(text).unwrap()
    }

    fn mistakes(text: &str) -> Vec<String> {
        let mut mistakes = Vec::new();
        rules(text).check(Place::whole(&mut mistakes));
        mistakes.into_iter().map(|mistake| mistake.key).collect()
    }

    #[test]
    fn a_colour_that_cannot_be_read_is_refused_with_its_key() {
        assert!(mistakes("").is_empty());
        let green = r##"first = { light = "#0b6e4f", dark = "#7be0b5" }"##;
        assert!(mistakes(green).is_empty());
        let pale = r##"first = { light = "#7be0b5", dark = "#0b6e4f" }"##;
        assert_eq!(mistakes(pale), ["first.light", "first.dark"]);
        let deep = r##"second = { light = "#7a1020", dark = "#ffb347" }"##;
        assert_eq!(mistakes(deep), ["second.light"]);
        assert_eq!(mistakes("pictures = \"/no/such/folder\""), ["pictures"]);
        assert!(
            toml::from_str::<BrandRules>("first = { light = \"red\", dark = \"red\" }").is_err()
        );
    }

    #[test]
    fn whatever_colour_passes_each_text_of_the_theme_can_be_read() {
        for light in [
            "#3546c8", "#0b6e4f", "#b01030", "#6a1b9a", "#222222", "#00629b", "#8a4b00",
        ] {
            let light = Colour::try_from(light.to_owned()).unwrap();
            let dark = light.mixed(WHITE, 55);
            let first = BrandColour { light, dark };
            let rules = BrandRules {
                first: Some(first),
                ..BrandRules::default()
            };
            let mut mistakes = Vec::new();
            rules.check(Place::whole(&mut mistakes));
            assert!(mistakes.is_empty(), "{light}: {mistakes:?}");
            let tokens = first_tokens(first);
            let of = |name: &str| tokens.iter().find(|token| token.name == name).unwrap();
            for (text, ground) in [
                ("accent", "accent-soft"),
                ("on-accent", "accent"),
                ("on-accent", "accent-strong"),
                ("on-hero-muted", "hero-from"),
                ("on-hero-muted", "hero-to"),
            ] {
                let (text, ground) = (of(text), of(ground));
                for contrast in [
                    text.light.contrast(ground.light),
                    text.dark.contrast(ground.dark),
                ] {
                    assert!(
                        contrast >= TEXT,
                        "{light}: {} on {}: {contrast}",
                        text.name,
                        ground.name
                    );
                }
            }
        }
    }

    #[test]
    fn only_the_colours_that_are_set_are_in_the_style_sheet() {
        assert_eq!(rules("").style_sheet(), "");
        let sheet = rules(r##"second = { light = "#f5b440", dark = "#f2b64a" }"##).style_sheet();
        assert!(
            sheet.starts_with(":root{--color-gold:light-dark(#f5b440,#f2b64a);"),
            "{sheet}"
        );
        assert!(!sheet.contains("accent"), "{sheet}");
    }
}
