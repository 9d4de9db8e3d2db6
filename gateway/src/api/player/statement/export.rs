//! The player's statement of a period as a file: to read, or with its proofs.
//!
//! `.github/proofs.md` defines the formats.

use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::Duration;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, Datelike, Utc};
use gateway_macros::route;
use ledger::proof::read::sealed_size;
use projections::View;
use serde::Deserialize;
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::Instant;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use crate::api::export::statement::{self, Holder, Language, Places};
use crate::api::state::AppState;
use backoffice::proof::bundle::{Bundle, bundle};
use backoffice::proof::sealed::require_log;
use members::member;
use members::throttle::{self, Rule};
use platform::config::Colour;
use platform::error::{ApiError, Code};
use platform::extract::{AfterPosition, Query};
use platform::subject::Member;

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(export_statement))
}

/// How many files of one player within a minute; each costs as much as a hundred requests.
const EXPORTS_PER_MINUTE: u32 = 10;

/// How many files are made at once; one of ten thousand lines takes tens of megabytes.
static TURNS: Semaphore = Semaphore::const_new(2);

/// How long a caller waits for a turn.
const TURN_PATIENCE: Duration = Duration::from_secs(10);

/// How long the sealer may take to reach the newest line.
const SEALER_PATIENCE: Duration = Duration::from_secs(2);

/// `--color-accent` of the portal's theme.
const PORTAL_COLOUR: Colour = Colour::of(0x35_46_c8);

/// The years that a bound may fall in.
const YEARS: RangeInclusive<i32> = 1970..=9999;

#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Format {
    Csv,
    Pdf,
    Json,
}

/// The query of an export.
#[derive(Deserialize)]
struct ExportQuery {
    format: Format,
    from: Option<DateTime<Utc>>,
    to: Option<DateTime<Utc>>,
    #[serde(default)]
    lang: Language,
}

/// Requires `from` before `to`, and years that all formats here can express.
pub(crate) fn check_period(
    from: Option<DateTime<Utc>>,
    to: Option<DateTime<Utc>>,
) -> Result<(), ApiError> {
    let is_time = |at: DateTime<Utc>| YEARS.contains(&at.year());
    let wrong: Vec<&str> = [("from", from), ("to", to)]
        .into_iter()
        .filter(|(_, at)| !at.is_none_or(is_time))
        .map(|(name, _)| name)
        .collect();
    if !wrong.is_empty() {
        return Err(ApiError::invalid_fields(&wrong));
    }
    match (from, to) {
        (Some(from), Some(to)) if from >= to => Err(ApiError::invalid_fields(&["from", "to"])),
        _ => Ok(()),
    }
}

/// Exports the caller's statement of a period: as a table, as pages to print with all proofs
/// attached, or as the proofs alone.
#[route(get, path = "/statement/export", tag = "statement", security(("session" = [])),
    params(("format" = inline(Format), Query,
            description = "`csv` to read, `pdf` with the proofs attached, or only the proofs as `json`."),
            ("from" = Option<DateTime<Utc>>, Query, description = "The first moment."),
        ("to" = Option<DateTime<Utc>>, Query, description = "The first moment after it."),
        ("lang" = inline(Option<Language>), Query, description = "Thai by default."),
        ("after" = Option<String>, Query, description = "Show at least this position.")),
    responses((status = 200, body = Bundle)))]
async fn export_statement(
    State(state): State<AppState>,
    caller: Member,
    after: AfterPosition,
    Query(query): Query<ExportQuery>,
) -> Result<Response, ApiError> {
    require_log(&state)?;
    check_period(query.from, query.to)?;
    let rule = Rule::Window {
        max: EXPORTS_PER_MINUTE,
        seconds: 60,
    };
    let subject = caller.id.to_string();
    throttle::charge(&state, "statement:export", &subject, rule).await?;
    let own = Own::take(caller.id.0)?;
    let as_of = state.show_own(View::Statement, caller.id, after).await?;
    await_sealer(&state, as_of).await?;
    let holder = holder(&state, &caller, query.lang).await?;
    let turn = own.turn().await?;
    let period = (query.from, query.to);
    let (id, core) = (caller.id, &state.core);
    let read = move |reading| bundle(core, reading, id, period, SEALER_PATIENCE);
    let bundle = core.read(&[View::Statement], after, read).await?;
    let places = Places::of(&state.config, query.lang);
    let (format, language) = (query.format, query.lang);
    let writing = tokio::task::spawn_blocking(move || {
        let written = write(&bundle, &holder, &places, format, language);
        // Writing continues when its caller has gone, and keeps its turn until it ends.
        drop(turn);
        written
    });
    let written = writing
        .await
        .map_err(|error| ApiError::internal(&error))??;
    Ok(answer(written, format))
}

/// The players whose file is being made.
static OWNERS: LazyLock<Mutex<HashSet<Uuid>>> = LazyLock::new(Mutex::default);

/// A player's permit for one file at a time. It is held through all waits, so that no player can
/// wait several times at once.
#[derive(Debug)]
pub(crate) struct Own(Uuid);

/// A player's only file, with one of the common turns.
#[derive(Debug)]
pub(crate) struct Turn {
    _own: Own,
    _turn: SemaphorePermit<'static>,
}

impl Own {
    /// Refuses a second file of the same player.
    pub(crate) fn take(player: Uuid) -> Result<Self, ApiError> {
        let mut owners = OWNERS.lock().unwrap_or_else(PoisonError::into_inner);
        if owners.insert(player) {
            Ok(Self(player))
        } else {
            Err(busy())
        }
    }

    /// Waits for a turn, after all other waits, so that no turn is held during a wait.
    pub(crate) async fn turn(self) -> Result<Turn, ApiError> {
        let turn = tokio::time::timeout(TURN_PATIENCE, TURNS.acquire()).await;
        let turn = turn.ok().and_then(Result::ok).ok_or_else(busy)?;
        Ok(Turn {
            _own: self,
            _turn: turn,
        })
    }
}

impl Drop for Own {
    fn drop(&mut self) {
        let mut owners = OWNERS.lock().unwrap_or_else(PoisonError::into_inner);
        owners.remove(&self.0);
    }
}

fn busy() -> ApiError {
    ApiError::from(Code::ServiceUnavailable).with_retry_after(5)
}

/// Gives the sealer some time to reach the statement's position. Whether it has is checked later,
/// for the newest line only.
async fn await_sealer(state: &AppState, position: i64) -> Result<(), ApiError> {
    let deadline = Instant::now() + SEALER_PATIENCE;
    while Instant::now() < deadline {
        let sealed = sealed_size(&state.pool).await?;
        if sealed >= position {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    Ok(())
}

async fn holder(state: &AppState, caller: &Member, language: Language) -> Result<Holder, ApiError> {
    let member = member::load(state, caller.id).await?;
    let service = &state.config.service;
    let website = service.website.as_str().trim_end_matches('/');
    Ok(Holder {
        name: member.bank_account.holder.clone(),
        bank_code: member.bank_account.bank_code,
        account_no: member.bank_account.account_no,
        service: service.name.in_locale(language.locale()).to_owned(),
        colour: brand_colour(state),
        checker: format!("{website}/verify.html"),
        made_at: state.clock.now(),
    })
}

/// The operator's first colour, else the portal's.
fn brand_colour(state: &AppState) -> [u8; 3] {
    let first = state.config.brand.first.as_ref();
    first
        .map_or(PORTAL_COLOUR, |colour| colour.light)
        .channels()
}

fn write(
    bundle: &Bundle,
    holder: &Holder,
    places: &Places,
    format: Format,
    language: Language,
) -> Result<Vec<u8>, ApiError> {
    match format {
        Format::Csv => Ok(statement::table(bundle, places, language).into_bytes()),
        Format::Pdf => statement::print(bundle, holder, places, language)
            .map_err(|error| ApiError::internal(&error)),
        Format::Json => serde_json::to_vec(bundle).map_err(|error| ApiError::internal(&error)),
    }
}

fn answer(content: Vec<u8>, format: Format) -> Response {
    let (kind, name) = match format {
        Format::Csv => ("text/csv; charset=utf-8", "statement.csv"),
        Format::Pdf => ("application/pdf", "statement.pdf"),
        Format::Json => ("application/json", "statement.json"),
    };
    let headers = [
        (header::CONTENT_TYPE, kind.to_owned()),
        (
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"{name}\""),
        ),
        (header::CACHE_CONTROL, "private, no-store".to_owned()),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff".to_owned()),
    ];
    (headers, content).into_response()
}
