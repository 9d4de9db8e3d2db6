//! The trail as a file: CSV for people, in local time, or the whole signed entries as JSON, so that
//! anyone can check the chain without us.

use std::collections::HashMap;

use axum::body::Body;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use chrono::{DateTime, Utc};
use gateway_macros::route;
use ledger::proof;
use ledger::wallet::INDOCHINA_TIME;
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::api::caller::Overseer;
use crate::api::export::csv;
use crate::api::state::AppState;
use backoffice::proof::sealed;
use backoffice::staff::account;
use backoffice::staff::audit::Row;
use backoffice::staff::trail::{self, Chain, Filter, Head};
use platform::error::ApiError;
use platform::extract::Query;

use super::ActsQuery;

/// The version of the JSON file's form.
const FORM: &str = "wallet-staff-acts/1";

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Format {
    Csv,
    Json,
}

#[derive(Deserialize)]
pub(super) struct ExportQuery {
    format: Format,
    staff: Option<Uuid>,
    act: Option<trail::ActGroup>,
    player: Option<Uuid>,
    from: Option<DateTime<Utc>>,
    to: Option<DateTime<Utc>>,
    q: Option<String>,
}

impl ExportQuery {
    /// A chain with entries left out cannot be checked, so the whole entries take a period only.
    fn check(&self) -> Result<(), ApiError> {
        if self.format == Format::Csv {
            return Ok(());
        }
        let given = [
            ("staff", self.staff.is_some()),
            ("act", self.act.is_some()),
            ("player", self.player.is_some()),
            ("q", self.q.is_some()),
        ];
        let wrong: Vec<&str> = given
            .into_iter()
            .filter_map(|(name, is_given)| is_given.then_some(name))
            .collect();
        if wrong.is_empty() {
            Ok(())
        } else {
            Err(ApiError::invalid_fields(&wrong))
        }
    }
}

/// Exports what staff did as a file. If reading fails, the download is aborted, so that a short
/// file never looks complete.
#[route(get, path = "/acts/export", tag = "support", security(("staff" = [])),
    params(("format" = inline(Format), Query,
            description = "`csv` for people, or `json` with the whole entries \
                of the period, which prove the chain and accept only `from` and `to` as filters."),
        ("staff" = Option<Uuid>, Query, description = "Only of this member of staff."),
        ("act" = inline(Option<trail::ActGroup>), Query, description = "Only of this group."),
        ("player" = Option<Uuid>, Query, description = "Only about this player."),
        ("from" = Option<DateTime<Utc>>, Query, description = "Only at or after."),
        ("to" = Option<DateTime<Utc>>, Query, description = "Only before."),
        ("q" = Option<String>, Query,
            description = "Only with this text in the reason; at most 100 characters.")),
    responses((status = 200)))]
pub(super) async fn export_acts(
    State(state): State<AppState>,
    _: Overseer,
    Query(query): Query<ExportQuery>,
) -> Result<Response, ApiError> {
    query.check()?;
    let format = query.format;
    let filter = ActsQuery {
        staff: query.staff,
        act: query.act,
        player: query.player,
        from: query.from,
        to: query.to,
        q: query.q,
        cursor: None,
        limit: None,
    }
    .filter()?;
    let range = trail::range(&state.pool, filter.from, filter.to).await?;
    let chain = Chain::begin(&state.pool, range).await?;
    let (body, kind, ending) = match format {
        Format::Csv => {
            let names = names(&state).await?;
            let table = Table {
                chain,
                filter,
                names,
            };
            (table.body(), "text/csv; charset=utf-8", "csv")
        }
        Format::Json => {
            let head = trail::head(&state.pool).await?;
            let checkpoint = proof::read::latest(&state.pool).await;
            let checkpoint = checkpoint.map_err(sealed::broken)?;
            let opening = opening(
                &filter,
                &head,
                checkpoint
                    .as_ref()
                    .map(|checkpoint| checkpoint.note.as_str()),
            );
            (entries(chain, opening), "application/json", "json")
        }
    };
    let headers = [
        (header::CONTENT_TYPE, kind.to_owned()),
        (
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"staff-acts.{ending}\""),
        ),
        (header::CACHE_CONTROL, "private, no-store".to_owned()),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff".to_owned()),
    ];
    Ok((headers, body).into_response())
}

/// The user names of staff.
async fn names(state: &AppState) -> Result<HashMap<Uuid, String>, sqlx::Error> {
    let all = account::list(state).await?.into_iter();
    Ok(all.map(|account| (account.id, account.username)).collect())
}

/// The columns of the CSV.
const COLUMNS: [&str; 10] = [
    "number",
    "at",
    "staff",
    "act",
    "subject_kind",
    "subject",
    "reason",
    "request_id",
    "hash",
    "problem",
];

/// The matching entries as a table that is read while it is sent.
struct Table {
    chain: Chain,
    filter: Filter,
    names: HashMap<Uuid, String>,
}

impl Table {
    fn body(self) -> Body {
        let head = format!("{}{}", csv::MARK, csv::row(COLUMNS));
        let rows = futures_util::stream::try_unfold(Some(self), |table| async {
            let Some(mut table) = table else {
                return Ok(None);
            };
            match table.chain.next().await {
                // The entry behind a missing one may be filtered out, and the end has none.
                Ok(None) => {
                    let last = table.chain.problem.as_deref().map(|problem| {
                        let mut cells = [""; COLUMNS.len()];
                        cells[COLUMNS.len() - 1] = problem;
                        csv::row(cells)
                    });
                    Ok(Some((Bytes::from(last.unwrap_or_default()), None)))
                }
                Ok(Some(rows)) => {
                    let text: String = rows
                        .iter()
                        .filter(|(row, _)| table.filter.takes(row))
                        .map(|(row, problem)| table.line(row, problem.as_deref()))
                        .collect();
                    Ok(Some((Bytes::from(text), Some(table))))
                }
                Err(error) => Err(broken_off(&error)),
            }
        });
        let head = futures_util::stream::iter([Ok(Bytes::from(head))]);
        Body::from_stream(futures_util::StreamExt::chain(head, rows))
    }

    fn line(&self, row: &Row, problem: Option<&str>) -> String {
        let known = row.staff_id.and_then(|id| self.names.get(&id));
        let unknown = || row.staff_id.map(|id| id.to_string()).unwrap_or_default();
        csv::row([
            row.id.to_string().as_str(),
            &row.at.with_timezone(&INDOCHINA_TIME).to_rfc3339(),
            &known.cloned().unwrap_or_else(unknown),
            &row.kind,
            row.subject_kind.as_deref().unwrap_or_default(),
            row.subject_id.as_deref().unwrap_or_default(),
            row.reason.as_deref().unwrap_or_default(),
            &row.request_id,
            &hex::encode(&row.hash),
            problem.unwrap_or_default(),
        ])
    }
}

/// The beginning of the file, before the entries.
fn opening(filter: &Filter, head: &Head, checkpoint: Option<&str>) -> String {
    let opening = json!({
        "form": FORM,
        "from": filter.from,
        "to": filter.to,
        "head": { "id": head.entries, "hash": hex::encode(&head.hash) },
        "checkpoint": checkpoint,
    });
    let text = opening.to_string();
    let open = text.strip_suffix('}').unwrap_or(&text);
    format!("{open},\"acts\":[")
}

/// The whole entries. Their number and their problems come last, so a truncated file is not valid
/// JSON.
fn entries(chain: Chain, opening: String) -> Body {
    let rows = futures_util::stream::try_unfold(Some(chain), |chain| async {
        let Some(mut chain) = chain else {
            return Ok(None);
        };
        let is_first = chain.count == 0;
        match chain.next().await {
            Ok(Some(rows)) => {
                let all: Vec<String> = rows.iter().map(|(row, _)| entry(row)).collect();
                let comma = if is_first { "\n" } else { ",\n" };
                let text = format!("{comma}{}", all.join(",\n"));
                Ok(Some((Bytes::from(text), Some(chain))))
            }
            Ok(None) => {
                let problem = json!(chain.problem);
                let text = format!("\n],\"count\":{},\"problem\":{problem}}}\n", chain.count);
                Ok(Some((Bytes::from(text), None)))
            }
            Err(error) => Err(broken_off(&error)),
        }
    });
    let head = futures_util::stream::iter([Ok(Bytes::from(opening))]);
    Body::from_stream(futures_util::StreamExt::chain(head, rows))
}

/// An entry with everything that its hash covers.
fn entry(row: &Row) -> String {
    let entry: Value = json!({
        "id": row.id,
        "at": row.at,
        "atMicros": row.at.timestamp_micros(),
        "staffId": row.staff_id,
        "sessionId": row.session_id,
        "kind": row.kind,
        "subjectKind": row.subject_kind,
        "subjectId": row.subject_id,
        "reason": row.reason,
        "requestId": row.request_id,
        "detail": row.detail,
        "prevHash": hex::encode(&row.prev_hash),
        "hash": hex::encode(&row.hash),
    });
    entry.to_string()
}

fn broken_off(error: &sqlx::Error) -> std::io::Error {
    tracing::warn!(%error, "an export of staff's acts was broken off");
    std::io::Error::other("SERVICE_UNAVAILABLE")
}
