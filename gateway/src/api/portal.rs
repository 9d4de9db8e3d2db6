//! The built web client: hashed files that clients cache permanently, `index.html` for every
//! address of the portal, `support.html` for every address of the support console.

mod embedded;

use std::path::{Path, PathBuf};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;
use tower::ServiceExt;
use tower_http::services::ServeDir;
use tower_http::services::fs::{Backend, DefaultServeDirFallback};

use self::embedded::{Dist, Embedded};
use super::state::AppState;
use crate::backoffice::proof::bundle::proof_keys;
use crate::platform::error::{ApiError, Code};

/// The folder of files with a hash in their names, which never change.
const FOR_EVER: &str = "public, max-age=31536000, immutable";
const FOR_AN_HOUR: &str = "public, max-age=3600";

/// The page that checks exported statements. People save it and open it from disk, so that the
/// check does not depend on the operator: a page that the operator serves at that moment proves
/// less.
const VERIFIER: &str = "/verify.html";
const KEPT_AS: &str = "attachment; filename=\"verify.html\"";

/// The page that describes the API; it is made of the document when the portal is built.
const REFERENCE: &str = "/api.html";

/// Where the page holds the log's keys. It is data and not a script, so no policy must allow it.
const KEYS_PLACE: &str = "<script type=\"application/json\" id=\"known\">null</script>";

/// The most bytes of the page, which is a few hundred kilobytes.
const VERIFIER_MAX: usize = 16 << 20;

#[derive(Debug, Clone)]
pub(crate) struct Portal {
    files: Files,
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
    pub(crate) fn new(folder: Option<PathBuf>) -> Self {
        let in_program = || ServeDir::with_backend("", Embedded::new());
        let files = folder.map_or_else(
            || Files::Program(precompressed(in_program())),
            |folder| Files::Folder(precompressed(ServeDir::new(folder))),
        );
        Self { files }
    }

    /// Answers every address that the API does not.
    pub(crate) fn serve(self, api: Router<AppState>) -> Router<AppState> {
        api.fallback(move |state: State<AppState>, request: Request| self.answer(state, request))
    }

    async fn answer(self, state: State<AppState>, request: Request) -> Response {
        if !matches!(*request.method(), Method::GET | Method::HEAD) {
            return ApiError::from(Code::MethodNotAllowed).into_response();
        }
        let path = request.uri().path().to_owned();
        if path == VERIFIER {
            return self.verifier(&state, request).await;
        }
        let is_file = path
            .rsplit('/')
            .next()
            .is_some_and(|name| name.contains('.'));
        if !is_file {
            return self.page(request, page_of(&path)).await;
        }
        let cache_control = if path.starts_with("/assets/") {
            FOR_EVER
        } else if path == "/sw.js" || Path::new(&path).extension().is_some_and(|it| it == "html") {
            "no-cache"
        } else {
            FOR_AN_HOUR
        };
        self.file(request, cache_control).await
    }

    /// The reference of the API, for people.
    pub(crate) async fn reference(self, request: Request) -> Response {
        self.page(request, REFERENCE).await
    }

    /// The checker page, with the current keys inside.
    async fn verifier(self, state: &AppState, mut request: Request) -> Response {
        // A complete, uncompressed and fresh answer, because it differs from the file on disk.
        *request.headers_mut() = HeaderMap::new();
        let response = self.file(request, "no-cache").await;
        if response.status() != StatusCode::OK {
            return response;
        }
        let (mut head, body) = response.into_parts();
        let page = match to_bytes(body, VERIFIER_MAX).await {
            Ok(page) => page,
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
        let kept_as = HeaderValue::from_static(KEPT_AS);
        head.headers.insert(header::CONTENT_DISPOSITION, kept_as);
        let page = match (known(state).await, String::from_utf8(page.to_vec())) {
            (Some(known), Ok(text)) => {
                Body::from(text.replacen(KEYS_PLACE, &KEYS_PLACE.replace("null", &known), 1))
            }
            // Without keys the page says that it has none.
            _ => Body::from(page),
        };
        Response::from_parts(head, page)
    }

    async fn page(self, mut request: Request, file: &'static str) -> Response {
        *request.uri_mut() = Uri::from_static(file);
        self.file(request, "no-store").await
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

/// The log's name and keys with the time, as JSON in which no text can end a script.
async fn known(state: &AppState) -> Option<String> {
    if !state.config.proof.is_on {
        return None;
    }
    let keys = proof_keys(&state.pool).await.ok()?;
    let known = json!({
        "origin": state.config.proof.origin,
        "at": state.clock.now(),
        "keys": keys,
    });
    Some(known.to_string().replace('<', "\\u003c"))
}

/// The page for an address without a dot in its last part.
fn page_of(path: &str) -> &'static str {
    let is_console = path == "/support" || path.starts_with("/support/");
    if is_console {
        "/support.html"
    } else {
        "/index.html"
    }
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
}
