//! A player's history of a period as a file: CSV for a spreadsheet, PDF to print.

mod paper;
mod wording;

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use chrono::{DateTime, FixedOffset, TimeDelta, Utc};
use gateway_macros::route;
use ledger::wallet::INDOCHINA_TIME;
use ledger::{Actor, Money};
use projections::replay::{Replay, TimelineEvent};
use serde::Deserialize;
use sqlx::PgPool;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::replay::{refused, replay};
use crate::api::caller::Reader;
use crate::api::export::{csv, pdf};
use crate::api::player::statement::export::check_period;
use crate::api::state::AppState;
use backoffice::review::pseudonym::Known;
use platform::error::ApiError;
use platform::extract::{Path, Query};
use wording::{Language, Wording};

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(export_player))
}

/// The words of a flag, one in each language of the console.
pub(super) fn words_of_flag(code: &str) -> [String; 3] {
    let languages = [Language::Th, Language::La, Language::En];
    languages.map(|language| Wording::of(language).flag(code))
}

/// Events read at once.
const PAGE: usize = 1_000;

/// The most events in a PDF; longer histories belong in a spreadsheet.
const PRINTED_MAX: usize = 5_000;

/// How far the clocks of two gateways may differ.
const CLOCKS_APART: TimeDelta = TimeDelta::minutes(10);

#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Format {
    Csv,
    Pdf,
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

/// Exports a player's events of a period as a file.
#[route(get, path = "/players/{id}/export", tag = "support", security(("staff" = [])),
    params(("id" = Uuid, Path, description = "The player."),
        ("format" = inline(Format), Query, description = "`csv`, or `pdf` of at most 5000 events."),
        ("from" = Option<DateTime<Utc>>, Query, description = "Only events at or after."),
        ("to" = Option<DateTime<Utc>>, Query, description = "Only events before."),
        ("lang" = inline(Option<Language>), Query,
            description = "The language of the PDF; English when absent.")),
    responses((status = 200)))]
async fn export_player(
    State(state): State<AppState>,
    _: Reader,
    Path(id): Path<Uuid>,
    Query(query): Query<ExportQuery>,
) -> Result<Response, ApiError> {
    check_period(query.from, query.to)?;
    let found = |replay, pool| async { Ok((replay, pool)) };
    let (replay, pool) = replay(&state, id, found).await?;
    let mut story = Story::begin(&state, replay, pool, &query).await?;
    let (body, kind, ending) = match query.format {
        Format::Csv => (story.csv(), "text/csv; charset=utf-8", "csv"),
        Format::Pdf => {
            let turn = state.replays.take_turn().await.map_err(refused)?;
            let events = story.all(PRINTED_MAX).await?;
            let paper = paper::of(&state, id, &query, &events).await?;
            let printing = tokio::task::spawn_blocking(move || {
                let printed = pdf::print(&paper);
                // Printing continues when its caller has gone, and keeps its turn until it ends.
                drop(turn);
                printed
            });
            let printed = printing.await.map_err(|error| ApiError::internal(&error))?;
            let printed = printed.map_err(|error| ApiError::internal(&error))?;
            (Body::from(printed), "application/pdf", "pdf")
        }
    };
    let headers = [
        (header::CONTENT_TYPE, kind.to_owned()),
        (
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"player-{id}.{ending}\""),
        ),
        (header::CACHE_CONTROL, "private, no-store".to_owned()),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff".to_owned()),
    ];
    Ok((headers, body).into_response())
}

/// The events of a period, page by page.
struct Story {
    state: AppState,
    /// Where events are read: the primary once something else has failed to give them.
    pool: PgPool,
    replay: Arc<Replay>,
    known: Arc<Known>,
    from: Option<DateTime<Utc>>,
    to: Option<DateTime<Utc>>,
    /// The last event that was read; none after the end.
    after: Option<i64>,
}

impl Story {
    async fn begin(
        state: &AppState,
        replay: Arc<Replay>,
        pool: PgPool,
        query: &ExportQuery,
    ) -> Result<Self, ApiError> {
        let known = Known::of_wallet(&state.pool, replay.wallet_id().0).await?;
        let mut story = Self {
            state: state.clone(),
            pool,
            replay,
            known: Arc::new(known),
            from: query.from,
            to: query.to,
            after: Some(0),
        };
        if let Some(from) = query.from {
            story.after = Some(story.last_before(from - CLOCKS_APART).await?);
        }
        Ok(story)
    }

    /// The last event before a moment, by binary search: events are in order apart from clock skew.
    async fn last_before(&mut self, moment: DateTime<Utc>) -> Result<i64, ApiError> {
        let (mut low, mut high) = (0, self.replay.total());
        while low < high {
            let middle = low + (high - low).div_euclid(2);
            let found = self.read(middle, 1).await?;
            match found.first() {
                Some(event) if event.metadata.at < moment => low = middle + 1,
                _ => high = middle,
            }
        }
        Ok(low)
    }

    async fn read(&mut self, after: i64, limit: usize) -> Result<Vec<TimelineEvent>, ApiError> {
        let page = self.replay.page(&self.pool, after, limit, &[]).await;
        if let Ok(page) = page {
            return Ok(page.events);
        }
        self.pool = self.state.pool.clone();
        let page = self.replay.page(&self.pool, after, limit, &[]).await;
        Ok(page.map_err(refused)?.events)
    }

    /// The next events of the period; none when it is over.
    async fn next(&mut self) -> Result<Option<Vec<TimelineEvent>>, ApiError> {
        let Some(after) = self.after else {
            return Ok(None);
        };
        let mut events = self.read(after, PAGE).await?;
        self.after = events.last().map(|event| event.stored.sequence);
        let is_over = events
            .last()
            .zip(self.to)
            .is_none_or(|(last, to)| last.metadata.at >= to + CLOCKS_APART);
        if events.is_empty() || (self.to.is_some() && is_over) {
            self.after = None;
        }
        for event in &mut events {
            let words = self
                .known
                .words(&event.stored.event_type, event.summary.operation);
            if let Some(words) = words {
                event.summary.reason = Some(words.to_owned());
            }
        }
        events.retain(|event| {
            let at = event.metadata.at;
            self.from.is_none_or(|from| at >= from) && self.to.is_none_or(|to| at < to)
        });
        Ok(Some(events))
    }

    /// All events of the period; more than `max` are refused.
    async fn all(&mut self, max: usize) -> Result<Vec<TimelineEvent>, ApiError> {
        let mut all = Vec::new();
        while let Some(events) = self.next().await? {
            all.extend(events);
            if all.len() > max {
                return Err(ApiError::invalid_fields(&["from", "to"]));
            }
        }
        Ok(all)
    }

    /// A table that is read while it is sent. A failed read cuts the file off.
    fn csv(self) -> Body {
        let head = format!("{}{}", csv::MARK, csv::row(COLUMNS));
        let rows = futures_util::stream::try_unfold(self, |mut story| async {
            match story.next().await {
                Ok(None) => Ok(None),
                Ok(Some(events)) => {
                    let rows: String = events
                        .iter()
                        .map(|event| row(event, &story.known))
                        .collect();
                    Ok(Some((Bytes::from(rows), story)))
                }
                Err(error) => Err(std::io::Error::other(error.code.as_str())),
            }
        });
        let head = futures_util::stream::iter([Ok(Bytes::from(head))]);
        Body::from_stream(futures_util::StreamExt::chain(head, rows))
    }
}

/// The columns of the CSV.
const COLUMNS: [&str; 18] = [
    "sequence",
    "position",
    "at",
    "type",
    "actor",
    "request_id",
    "operation",
    "amount",
    "currency",
    "account",
    "change",
    "main_after",
    "from",
    "to",
    "game",
    "reason",
    "reference",
    "hash",
];

fn row(event: &TimelineEvent, known: &Known) -> String {
    let summary = &event.summary;
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let money = |amount: Option<Money>| amount.map(Money::digits).unwrap_or_default();
    let reason = summary.reason.clone().or_else(|| summary.outcome.clone());
    let currency = summary.amount.map(|amount| amount.currency().code());
    let cells = [
        event.stored.sequence.to_string(),
        event.stored.position.to_string(),
        local(event.metadata.at).to_rfc3339(),
        event.stored.event_type.clone(),
        actor(&event.metadata.actor, known),
        event.metadata.request_id.clone(),
        summary
            .operation
            .map(|id| id.to_string())
            .unwrap_or_default(),
        money(summary.amount),
        currency.unwrap_or_default().to_owned(),
        text(&summary.account),
        money(summary.change),
        money(event.main),
        text(&summary.from),
        text(&summary.to),
        text(&summary.game),
        text(&reason),
        text(&summary.reference),
        hex::encode(event.stored.hash),
    ];
    csv::row(cells.iter().map(String::as_str))
}

fn actor(actor: &Actor, known: &Known) -> String {
    match actor {
        Actor::Member => "member".to_owned(),
        Actor::Process { name } => format!("process:{name}"),
        Actor::Staff { id } => match known.person(id) {
            Some(person) => format!("staff:{}", person.id),
            None => format!("staff:{id}"),
        },
    }
}

fn local(at: DateTime<Utc>) -> DateTime<FixedOffset> {
    at.with_timezone(&INDOCHINA_TIME)
}
