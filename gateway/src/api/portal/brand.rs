//! The operator's name, colours and pictures in the files of the portal.

use std::path::{Path, PathBuf};

use axum::body::Body;
use axum::http::{HeaderValue, Request, StatusCode, header};
use axum::response::Response;
use serde_json::{Value, json};
use tower::ServiceExt;
use tower_http::services::ServeDir;

use super::FOR_AN_HOUR;
use platform::config::{Config, Text};

/// The manifest that a browser reads to install the portal.
pub(super) const MANIFEST: &str = "/app.webmanifest";

/// Where a page holds the service's names. They are data and not a script, so no policy must allow
/// them.
const NAMES_PLACE: &str = "<script type=\"application/json\" id=\"brand\">null</script>";

/// The marks around the service's name in the page's first look.
const NAME_BEGIN: &str = "<span>";
const NAME_END: &str = "</span>";

/// The pictures that may replace the portal's own; programs and pages are no pictures.
const PICTURES: [&str; 6] = ["svg", "png", "jpg", "jpeg", "webp", "avif"];

#[derive(Debug)]
pub(super) struct Brand {
    name: Text,
    short_name: Option<Text>,
    locale: String,
    /// Of the manifest; the portal's own without one.
    colour: Option<String>,
    /// Empty where the colours are the portal's own.
    style_sheet: String,
    pictures: Option<PathBuf>,
}

impl Brand {
    pub(super) fn of(config: &Config) -> Self {
        let rules = &config.brand;
        Self {
            name: config.service.name.clone(),
            short_name: rules.short_name.clone(),
            locale: config.service.default_locale.clone(),
            colour: rules.first.map(|first| first.light.to_string()),
            style_sheet: rules.style_sheet(),
            pictures: rules.pictures.clone(),
        }
    }

    /// The operator's language.
    pub(super) fn locale(&self) -> &str {
        &self.locale
    }

    /// A page with the names and, where they are the operator's, the colours.
    pub(super) fn page(&self, page: &str) -> String {
        // No text can end the script.
        let names = json!(self.name).to_string().replace('<', "\\u003c");
        let mut page = page.replacen(NAMES_PLACE, &NAMES_PLACE.replace("null", &names), 1);
        // The console's page has a separate title.
        if page.contains("rel=\"manifest\"") {
            let name = escaped(self.name.in_locale(&self.locale));
            page = filled(page, "<title>", "</title>", &name);
            page = filled(page, NAME_BEGIN, NAME_END, &name);
        }
        if !self.style_sheet.is_empty() {
            // In the page itself: its first look has the colours after one round trip.
            let style = format!("<style>{}</style></head>", self.style_sheet);
            page = page.replacen("</head>", &style, 1);
        }
        page
    }

    /// The manifest with the name, the language and the colour.
    pub(super) fn manifest(&self, manifest: String) -> String {
        let Ok(Value::Object(mut fields)) = serde_json::from_str(&manifest) else {
            return manifest;
        };
        let name = self.name.in_locale(&self.locale);
        let short = self.short_name.as_ref();
        let short = short.map_or(name, |short| short.in_locale(&self.locale));
        let tag = if self.locale == "la" { "lo" } else { "th" };
        fields.insert("name".to_owned(), name.into());
        fields.insert("short_name".to_owned(), short.into());
        fields.insert("lang".to_owned(), tag.into());
        if let Some(colour) = &self.colour {
            fields.insert("theme_color".to_owned(), colour.as_str().into());
        }
        Value::Object(fields).to_string()
    }

    /// The operator's picture of that path, if there is one.
    pub(super) async fn picture(&self, path: &str) -> Option<Response> {
        let folder = self.pictures.as_ref()?;
        let end = Path::new(path).extension()?.to_str()?;
        if !PICTURES.contains(&end) {
            return None;
        }
        let request = Request::get(path).body(Body::empty()).ok()?;
        let Ok(mut response) = ServeDir::new(folder)
            .append_index_html_on_directories(false)
            .oneshot(request)
            .await
            .map(|response| response.map(Body::new));
        if response.status() != StatusCode::OK {
            return None;
        }
        let cache_control = HeaderValue::from_static(FOR_AN_HOUR);
        response
            .headers_mut()
            .insert(header::CACHE_CONTROL, cache_control);
        Some(response)
    }
}

/// The page with a text in place of the first one between two marks.
fn filled(page: String, begin: &str, end: &str, text: &str) -> String {
    let Some((before, rest)) = page.split_once(begin) else {
        return page;
    };
    let Some((_, after)) = rest.split_once(end) else {
        return page;
    };
    format!("{before}{begin}{text}{end}{after}")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use axum::body::to_bytes;

    use super::*;

    const PAGE: &str = "<head><link rel=\"manifest\" href=\"/app.webmanifest\" /><title>Wallet</title>\
        <script type=\"application/json\" id=\"brand\">null</script></head>\
        <body><span>Wallet</span></body>";

    fn brand() -> Brand {
        Brand {
            name: Text {
                th: "ทอง".to_owned(),
                la: "ຄຳ".to_owned(),
                en: "Gold </script><b>".to_owned(),
            },
            short_name: None,
            locale: "la".to_owned(),
            colour: Some("#0b6e4f".to_owned()),
            style_sheet: ":root{--color-accent:red;}".to_owned(),
            pictures: None,
        }
    }

    #[test]
    fn a_page_has_the_names_as_data_that_cannot_end_their_script() {
        let page = brand().page(PAGE);
        assert!(page.contains("<title>ຄຳ</title>"), "{page}");
        assert!(
            page.contains(
                r#"id="brand">{"th":"ทอง","la":"ຄຳ","en":"Gold \u003c/script>\u003cb>"}</script>"#
            ),
            "{page}"
        );
        assert!(
            page.contains("<style>:root{--color-accent:red;}</style></head>"),
            "{page}"
        );
        assert!(page.contains("<span>ຄຳ</span>"), "{page}");
    }

    #[test]
    fn the_manifest_has_the_name_of_the_default_language_and_keeps_the_rest() {
        let own = r#"{"name":"x","short_name":"y","theme_color":"z","scope":"/"}"#;
        let manifest: Value = serde_json::from_str(&brand().manifest(own.to_owned())).unwrap();
        let expected = json!({"name": "ຄຳ", "short_name": "ຄຳ", "lang": "lo", "theme_color": "#0b6e4f", "scope": "/"});
        assert_eq!(manifest, expected);
    }

    #[tokio::test]
    async fn a_picture_of_the_operators_folder_is_served_and_nothing_else_of_it() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("games")).unwrap();
        for name in ["mark.svg", "games/pg.svg", "sw.js", "index.html"] {
            std::fs::write(folder.path().join(name), name).unwrap();
        }
        let brand = Brand {
            pictures: Some(folder.path().to_owned()),
            ..brand()
        };
        for name in ["mark.svg", "games/pg.svg"] {
            let picture = brand.picture(&format!("/{name}")).await.unwrap();
            let body = to_bytes(picture.into_body(), 1 << 10).await.unwrap();
            assert_eq!(body, name.as_bytes());
        }
        for other in [
            "/sw.js",
            "/index.html",
            "/icon-192.png",
            "/games",
            "/../mark.svg",
        ] {
            assert!(brand.picture(other).await.is_none(), "{other}");
        }
    }
}
