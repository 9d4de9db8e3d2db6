//! The clips of the how-to page.

use std::collections::BTreeSet;

use reqwest::Url;
use serde::{Deserialize, Serialize};

use super::Link;
use super::mistake::Place;

/// The ends of the names of files that browsers play.
const VIDEO_ENDS: [&str; 2] = [".mp4", ".webm"];

/// A clip for each topic of the how-to page; the portal's own clip is the default.
#[derive(Debug, Clone, Deserialize, schemars::JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct HowtoRules {
    /// Putting money in and taking it out.
    pub wallet: HowtoClip,
    /// Opening a game account and funding it.
    pub play: HowtoClip,
    /// Refreshing the balances.
    pub balance: HowtoClip,
    /// Taking a bonus.
    pub get_bonus: HowtoClip,
    /// Ending a bonus.
    pub end_bonus: HowtoClip,
}

/// A clip, its still picture and its captions.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HowtoClip {
    /// An `.mp4` or `.webm` file of the portal, or an `https` address anywhere.
    pub video: Link,
    /// The picture shown before the clip plays, likewise.
    pub poster: Link,
    /// The captions of its speech.
    pub captions: Option<HowtoCaptions>,
}

/// A `WebVTT` file of the portal in each language: browsers load captions from no other site.
#[derive(
    Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema, utoipa::ToSchema,
)]
#[serde(deny_unknown_fields)]
pub struct HowtoCaptions {
    /// Thai.
    #[schema(value_type = String)]
    pub th: Link,
    /// Lao.
    #[schema(value_type = String)]
    pub la: Link,
    /// English.
    #[schema(value_type = String)]
    pub en: Link,
}

impl Default for HowtoRules {
    fn default() -> Self {
        Self {
            wallet: HowtoClip::own("wallet"),
            play: HowtoClip::own("play"),
            balance: HowtoClip::own("balance"),
            get_bonus: HowtoClip::own("getBonus"),
            end_bonus: HowtoClip::own("endBonus"),
        }
    }
}

impl HowtoRules {
    /// The clips by the portal's names of their topics, in the page's order.
    #[must_use]
    pub fn clips(&self) -> [(&'static str, &HowtoClip); 5] {
        [
            ("wallet", &self.wallet),
            ("play", &self.play),
            ("balance", &self.balance),
            ("getBonus", &self.get_bonus),
            ("endBonus", &self.end_bonus),
        ]
    }

    /// The other hosts that clips come from, for the content security policy.
    pub fn video_origins(&self) -> BTreeSet<String> {
        let clips = self.clips().into_iter();
        clips.filter_map(|(_, clip)| origin(&clip.video)).collect()
    }

    /// The other hosts that their still pictures come from.
    pub fn poster_origins(&self) -> BTreeSet<String> {
        let clips = self.clips().into_iter();
        clips.filter_map(|(_, clip)| origin(&clip.poster)).collect()
    }

    pub(super) fn check(&self, mut at: Place<'_>) {
        for (key, clip) in [
            ("wallet", &self.wallet),
            ("play", &self.play),
            ("balance", &self.balance),
            ("get_bonus", &self.get_bonus),
            ("end_bonus", &self.end_bonus),
        ] {
            clip.check(at.at(key));
        }
    }
}

impl HowtoClip {
    fn own(topic: &str) -> Self {
        let file = |end: &str| Link(format!("/howto/{topic}{end}"));
        Self {
            video: file(".mp4"),
            poster: file(".jpg"),
            captions: Some(HowtoCaptions {
                th: file(".th.vtt"),
                la: file(".la.vtt"),
                en: file(".en.vtt"),
            }),
        }
    }

    fn check(&self, mut at: Place<'_>) {
        for (key, link) in [("video", &self.video), ("poster", &self.poster)] {
            at.at(key).require(
                is_file(link) || origin(link).is_some(),
                format!(
                    "{:?} is neither the portal's file nor an https address",
                    link.0
                ),
            );
        }
        // Elsewhere an address need not end like a file.
        let is_played = origin(&self.video).is_some() || ends_with_one(&self.video, &VIDEO_ENDS);
        at.at("video")
            .require(is_played, "is neither .mp4 nor .webm");
        let captions = self.captions.iter();
        let captions = captions.flat_map(|captions| {
            [
                ("th", &captions.th),
                ("la", &captions.la),
                ("en", &captions.en),
            ]
        });
        for (key, link) in captions {
            at.at("captions").at(key).require(
                is_file(link) && ends_with_one(link, &[".vtt"]),
                format!("{:?} is not a .vtt file of the portal", link.0),
            );
        }
    }
}

/// The origin of an address on another host, which a page over `https` may load.
fn origin(link: &Link) -> Option<String> {
    let url = Url::parse(link.as_str()).ok()?;
    let is_safe = url.scheme() == "https" && url.has_host();
    is_safe.then(|| url.origin().ascii_serialization())
}

/// A path without a dot in its last part is answered with the portal's page.
fn is_file(Link(path): &Link) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    path.starts_with('/') && !path.starts_with("//") && !path.contains('\\') && name.contains('.')
}

fn ends_with_one(Link(path): &Link, ends: &[&str]) -> bool {
    ends.iter().any(|end| path.ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn link(text: &str) -> Link {
        Link(text.to_owned())
    }

    fn clip(video: &str, poster: &str) -> HowtoClip {
        HowtoClip {
            video: link(video),
            poster: link(poster),
            captions: None,
        }
    }

    fn is_right(clip: &HowtoClip) -> bool {
        let mut mistakes = Vec::new();
        clip.check(Place::whole(&mut mistakes));
        mistakes.is_empty()
    }

    #[test]
    fn the_portals_own_clips_are_used_where_none_is_named() {
        let rules: HowtoRules = toml::from_str("").unwrap();
        assert!(rules.clips().iter().all(|(_, clip)| is_right(clip)));
        assert_eq!(rules.get_bonus.video.as_str(), "/howto/getBonus.mp4");
        assert!(rules.video_origins().is_empty() && rules.poster_origins().is_empty());
    }

    #[test]
    fn a_clip_comes_from_the_portal_or_by_https_and_nothing_else() {
        for good in [
            "/howto/x.mp4",
            "/own/x.webm",
            "https://cdn.example/watch?v=1",
        ] {
            assert!(is_right(&clip(good, "/howto/x.jpg")), "{good}");
        }
        for bad in [
            "http://cdn.example/x.mp4",
            "//cdn.example/x.mp4",
            "/\\cdn.example/x.mp4",
            "javascript:alert(1)//.mp4",
            "data:video/mp4;base64,AA",
            "/howto/x.avi",
            "/howto/x",
            "howto/x.mp4",
            "",
        ] {
            assert!(!is_right(&clip(bad, "/howto/x.jpg")), "{bad}");
        }
        assert!(!is_right(&clip("/x.mp4", "http://cdn.example/x.jpg")));
    }

    #[test]
    fn captions_are_files_of_the_portal() {
        let mut play = HowtoRules::default().play;
        let captions = play.captions.as_mut().unwrap();
        captions.la = link("https://cdn.example/play.vtt");
        assert!(!is_right(&play));
        play.captions = None;
        assert!(is_right(&play));
    }

    #[test]
    fn each_other_host_is_named_once() {
        let poster = "https://pictures.example:8443/a.jpg";
        let rules = HowtoRules {
            wallet: clip("https://cdn.example/a.mp4", poster),
            play: clip("https://cdn.example/b.mp4", "/howto/play.jpg"),
            ..HowtoRules::default()
        };
        let hosts: Vec<_> = rules.video_origins().into_iter().collect();
        assert_eq!(hosts, ["https://cdn.example"]);
        let hosts: Vec<_> = rules.poster_origins().into_iter().collect();
        assert_eq!(hosts, ["https://pictures.example:8443"]);
    }
}
