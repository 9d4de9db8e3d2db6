//! The printed form of a history: the player, the period, and a line for each event.

use std::fmt::Write as _;

use chrono::{DateTime, Utc};
use ledger::{Money, WalletId};
use projections::replay::TimelineEvent;
use uuid::Uuid;

use super::wording::Wording;
use super::{ExportQuery, local};
use crate::api::export::pdf::{Column, Paper};
use crate::api::state::AppState;
use members::member;
use platform::error::{ApiError, Code};

/// The paper of a history, in the requested language.
pub(super) async fn of(
    state: &AppState,
    id: Uuid,
    query: &ExportQuery,
    events: &[TimelineEvent],
) -> Result<Paper, ApiError> {
    let known = sqlx::query_scalar!("select name from member where id = $1", id)
        .fetch_optional(&state.pool)
        .await?
        .ok_or(Code::NoData)?;
    let member = member::load(state, WalletId(id)).await?;
    let wording = Wording::of(query.lang);
    let labels = wording.labels;
    let bound = |at: Option<DateTime<Utc>>| at.map_or_else(|| "–".to_owned(), moment);
    Ok(Paper {
        title: known,
        facts: vec![
            format!("{} · {id}", member.username),
            format!("{} – {} (UTC+7)", bound(query.from), bound(query.to)),
            format!(
                "{}: {} · {} · {}",
                labels.events,
                events.len(),
                member.currency.code(),
                moment(state.clock.now())
            ),
        ],
        columns: columns(&wording),
        rows: events.iter().map(|event| row(&wording, event)).collect(),
        foot: format!("{} {id} · {{page}} / {{pages}}", labels.player),
        letterhead: None,
    })
}

fn columns(wording: &Wording) -> Vec<Column> {
    let labels = wording.labels;
    let time = format!("{} (UTC+7)", labels.time);
    [
        ("#", 360, true),
        (time.as_str(), 820, false),
        (labels.event, 1_080, false),
        (labels.change, 640, true),
        (labels.account, 560, false),
        (labels.main, 640, true),
        (labels.details, 1_050, false),
    ]
    .map(|(name, width, is_right)| Column {
        name: name.to_owned(),
        width,
        is_right,
    })
    .into()
}

fn row(wording: &Wording, event: &TimelineEvent) -> Vec<String> {
    let change = event.summary.change.map(Money::digits);
    let main = event.main.map(Money::digits);
    let account = event.summary.account.as_deref();
    vec![
        event.stored.sequence.to_string(),
        moment(event.metadata.at),
        wording.event(&event.stored.event_type),
        change.unwrap_or_default(),
        account
            .map(|account| wording.account(account))
            .unwrap_or_default(),
        main.unwrap_or_default(),
        details(wording, event),
    ]
}

fn moment(at: DateTime<Utc>) -> String {
    local(at).format("%Y-%m-%d %H:%M:%S").to_string()
}

fn details(wording: &Wording, event: &TimelineEvent) -> String {
    let summary = &event.summary;
    let mut details = String::new();
    if let (Some(from), Some(to)) = (&summary.from, &summary.to) {
        let is_transfer = event.stored.event_type.starts_with("Transfer");
        let name = |place: &String| {
            if is_transfer {
                wording.place(place)
            } else {
                place.clone()
            }
        };
        let _ = write!(details, "{} > {} ", name(from), name(to));
    }
    if let Some(game) = &summary.game {
        let _ = write!(details, "{} ", wording.place(game));
    }
    for part in [&summary.outcome, &summary.reason].into_iter().flatten() {
        let _ = write!(details, "{} ", wording.word(part));
    }
    if let Some(reference) = &summary.reference {
        let _ = write!(details, "{reference} ");
    }
    if details.is_empty()
        && let Some(amount) = summary.amount
    {
        details = amount.digits();
    }
    details.trim_end().to_owned()
}
