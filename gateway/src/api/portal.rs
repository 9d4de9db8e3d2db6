//! The built web client: hashed files that clients cache permanently, `index.html` for every
//! address of the portal, `support.html` for every address of the support console.

mod brand;
mod embedded;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use tower::ServiceExt;
use tower_http::services::ServeDir;
use tower_http::services::fs::{Backend, DefaultServeDirFallback};

use self::brand::Brand;
use self::embedded::{Dist, Embedded};
use super::state::AppState;
use platform::config::Config;
use platform::error::{ApiError, Code};

/// The folder of files with a hash in their names, which never change.
const FOR_EVER: &str = "public, max-age=31536000, immutable";
const FOR_AN_HOUR: &str = "public, max-age=3600";

/// The pages of the portal and of the support console.
const PORTAL: &str = "/index.html";
const CONSOLE: &str = "/support.html";

/// The prefix of the addresses of a member's pages.
const MEMBER_AREA: &str = "/user";
/// The place in the page that names its first look; the console's page has a different look.
const AREA_PLACE: &str = "class=\"shell\" data-area=\"member\"";
/// Where the built page names the files of a member's first page, separated by spaces. A language's
/// file has the language before it, as in `th:/assets/th-1.js`.
const MEMBER_FILES: &str = "<meta name=\"member-files\" content=\"";

/// The page that checks exported statements. Who opens it from here believes the operator for the page and the
/// keys; who saves it and compares its hash with the published one believes neither.
const VERIFIER: &str = "/verify.html";

/// What the page may do. Its own policy, in the file, allows one script and one style by their hashes; both
/// policies apply, so that no other script runs. It asks us for the log's keys.
const VERIFIER_POLICY: &str = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; \
     img-src data:; font-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
     frame-ancestors 'none'";

/// The page that describes the API; it is made of the document when the portal is built.
const REFERENCE: &str = "/api.html";

/// The most bytes of a text that is filled in; the largest has a few hundred kilobytes.
const REWRITTEN_MAX: usize = 16 << 20;

#[derive(Debug, Clone)]
pub(crate) struct Portal {
    files: Files,
    brand: Arc<Brand>,
}

/// Where the files are.
#[derive(Debug, Clone)]
enum Files {
    Folder(ServeDir),
    Program(ServeDir<DefaultServeDirFallback, Embedded<Dist>>),
}

fn precompressed<B: Backend>(
    files: ServeDir<DefaultServeDirFallback, B>,
) -> ServeDir<DefaultServeDirFallback, B> {
    files
        .append_index_html_on_directories(false)
        .precompressed_br()
        .precompressed_gzip()
}

impl Portal {
    /// Serves a folder, or without one the files in the program. A folder that does not exist
    /// answers 404.
    pub(crate) fn new(folder: Option<PathBuf>, config: &Config) -> Self {
        let in_program = || ServeDir::with_backend("", Embedded::new());
        let files = folder.map_or_else(
            || Files::Program(precompressed(in_program())),
            |folder| Files::Folder(precompressed(ServeDir::new(folder))),
        );
        let brand = Arc::new(Brand::of(config));
        Self { files, brand }
    }

    /// Answers every address that the API does not.
    pub(crate) fn serve(self, api: Router<AppState>) -> Router<AppState> {
        api.fallback(move |request: Request| self.answer(request))
    }

    async fn answer(self, request: Request) -> Response {
        if !matches!(*request.method(), Method::GET | Method::HEAD) {
            return ApiError::from(Code::MethodNotAllowed).into_response();
        }
        let path = request.uri().path().to_owned();
        let is_file = path
            .rsplit('/')
            .next()
            .is_some_and(|name| name.contains('.'));
        match path.as_str() {
            VERIFIER => return self.verifier(request).await,
            brand::MANIFEST => return self.manifest(request).await,
            PORTAL | CONSOLE => return self.page(request, "no-cache", Area::Unknown).await,
            path if !is_file => {
                return self.page_at(request, page_of(path), Area::of(path)).await;
            }
            _ => {}
        }
        if let Some(picture) = self.brand.picture(&path).await {
            return picture;
        }
        let cache_control = if path.starts_with("/assets/") {
            FOR_EVER
        } else if path == "/sw.js"
            || Path::new(&path)
                .extension()
                .is_some_and(|extension| extension == "html")
        {
            "no-cache"
        } else {
            FOR_AN_HOUR
        };
        self.file(request, cache_control).await
    }

    /// The reference of the API, for people.
    pub(crate) async fn reference(self, mut request: Request) -> Response {
        *request.uri_mut() = Uri::from_static(REFERENCE);
        // Served as built, and compressed: it has half a megabyte, and nothing to fill in.
        self.file(request, "no-store").await
    }

    /// The checker page, byte for byte as built: its hash is published. A policy in the file
    /// allows its script and its style by their hashes and nothing else.
    async fn verifier(self, request: Request) -> Response {
        let mut response = self.file(request, "no-cache").await;
        let policy = HeaderValue::from_static(VERIFIER_POLICY);
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
        response
    }

    /// The manifest by which a browser installs the portal, with the operator's name and colour.
    async fn manifest(self, request: Request) -> Response {
        let brand = Arc::clone(&self.brand);
        let fill = move |manifest: String| brand.manifest(manifest);
        self.rewritten(request, FOR_AN_HOUR, fill).await
    }

    async fn page_at(self, mut request: Request, file: &'static str, area: Area) -> Response {
        *request.uri_mut() = Uri::from_static(file);
        self.page(request, "no-store", area).await
    }

    /// A page with the operator's name and colours; a member's also requests its files at once.
    async fn page(self, request: Request, cache_control: &'static str, area: Area) -> Response {
        let brand = Arc::clone(&self.brand);
        let fill = move |page: String| {
            let page = area.shown_in(&brand.page(&page));
            if area == Area::Member {
                with_files(&page, brand.locale())
            } else {
                page
            }
        };
        self.rewritten(request, cache_control, fill).await
    }

    /// A text file with something filled in.
    async fn rewritten(
        self,
        mut request: Request,
        cache_control: &'static str,
        fill: impl FnOnce(String) -> String,
    ) -> Response {
        // A complete, uncompressed and fresh answer, because it differs from the file on disk.
        *request.headers_mut() = HeaderMap::new();
        let response = self.file(request, cache_control).await;
        if response.status() != StatusCode::OK {
            return response;
        }
        let (mut head, body) = response.into_parts();
        let text = match to_bytes(body, REWRITTEN_MAX).await {
            Ok(text) => text,
            Err(error) => return ApiError::internal(&error).into_response(),
        };
        for changed in [
            header::CONTENT_LENGTH,
            header::LAST_MODIFIED,
            header::ETAG,
            header::ACCEPT_RANGES,
        ] {
            head.headers.remove(changed);
        }
        let body = match String::from_utf8(text.to_vec()) {
            Ok(text) => Body::from(fill(text)),
            Err(_) => Body::from(text),
        };
        Response::from_parts(head, body)
    }

    async fn file(self, request: Request, cache_control: &'static str) -> Response {
        let Ok(mut response) = (match self.files {
            Files::Folder(files) => files.oneshot(request).await,
            Files::Program(files) => files.oneshot(request).await,
        })
        .map(|response| response.map(Body::new));
        let cache_control = match response.status() {
            StatusCode::OK | StatusCode::PARTIAL_CONTENT | StatusCode::NOT_MODIFIED => {
                cache_control
            }
            _ => "no-store",
        };
        response.headers_mut().insert(
            header::CACHE_CONTROL,
            HeaderValue::from_static(cache_control),
        );
        response
    }
}

/// The kind of page at an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Area {
    Login,
    Public,
    Member,
    /// A direct request for the page's file, whose answer may be cached for any address.
    Unknown,
}

impl Area {
    fn of(path: &str) -> Self {
        match path {
            "/" | "/login" => Self::Login,
            path if path.starts_with(MEMBER_AREA) => Self::Member,
            _ => Self::Public,
        }
    }

    /// The page with the first look of its area.
    fn shown_in(self, page: &str) -> String {
        let name = match self {
            Self::Login => "public login",
            Self::Public => "public",
            Self::Member | Self::Unknown => return page.to_owned(),
        };
        page.replacen(AREA_PLACE, &AREA_PLACE.replace("member", name), 1)
    }
}

/// The page with a link to each file of a member's first page in the given language, so that a
/// browser requests them together with the program that needs them.
fn with_files(page: &str, locale: &str) -> String {
    let Some((before, rest)) = page.split_once(MEMBER_FILES) else {
        return page.to_owned();
    };
    let Some((files, after)) = rest.split_once("\">") else {
        return page.to_owned();
    };
    let links = files
        .split_whitespace()
        .filter_map(|file| match file.split_once(':') {
            Some((language, file)) => (language == locale).then_some(file),
            None => Some(file),
        })
        .map(|file| format!("<link rel=\"modulepreload\" href=\"{file}\" />"));
    format!("{before}{}{after}", links.collect::<String>())
}

/// The page for an address without a dot in its last part.
fn page_of(path: &str) -> &'static str {
    let is_console = path == "/support" || path.starts_with("/support/");
    if is_console { CONSOLE } else { PORTAL }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_console_has_a_page_of_its_own_and_nothing_else_gets_it() {
        for path in ["/support", "/support/", "/support/players/1"] {
            assert_eq!(page_of(path), "/support.html", "{path}");
        }
        for path in ["/", "/supporters", "/user/support", "/login"] {
            assert_eq!(page_of(path), "/index.html", "{path}");
        }
    }

    #[test]
    fn the_first_look_of_a_page_is_that_of_its_area() {
        let style = "<style>.shell[data-area=\"member\"] {}</style>";
        let page = format!("{style}<div class=\"shell\" data-area=\"member\"></div>");
        for (path, area) in [
            ("/", "public login"),
            ("/login", "public login"),
            ("/register", "public"),
            ("/user/home", "member"),
        ] {
            let shown = Area::of(path).shown_in(&page);
            let expected = format!("{style}<div class=\"shell\" data-area=\"{area}\"></div>");
            assert_eq!(shown, expected, "{path}");
        }
        assert_eq!(Area::Unknown.shown_in(&page), page);
        let console = page.replace("shell\" data-area=\"member", "shell\" data-area=\"console");
        assert_eq!(Area::of("/support").shown_in(&console), console);
    }

    #[test]
    fn a_members_page_requests_its_files_in_the_operators_language() {
        let page = "<head><meta name=\"member-files\" \
             content=\"/assets/home-1.js th:/assets/th-1.js la:/assets/la-1.js\"></head>";
        assert_eq!(
            with_files(page, "la"),
            "<head><link rel=\"modulepreload\" href=\"/assets/home-1.js\" />\
             <link rel=\"modulepreload\" href=\"/assets/la-1.js\" /></head>"
        );
        for other in [
            "<head></head>",
            "<meta name=\"member-files\" content=\"/a.js",
        ] {
            assert_eq!(with_files(other, "th"), other);
        }
    }
}
