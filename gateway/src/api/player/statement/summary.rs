//! A monthly summary of the statement.

use axum::extract::State;
use chrono::{DateTime, Months, NaiveDate, Utc};
use gateway_macros::route;
use ledger::wallet::INDOCHINA_TIME;
use ledger::{Currency, Money};
use projections::View;
use projections::statement::{self, Summary};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::StatementKind;
use super::export::check_period;
use crate::api::state::AppState;
use platform::error::ApiError;
use platform::extract::{AfterPosition, Json, Query};
use platform::replica::Reading;
use platform::subject::Member;

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(get_statement_summary))
}

/// The query of a summary.
#[derive(Deserialize)]
struct SummaryQuery {
    month: Option<String>,
}

/// What lines of one type moved.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct TypeSum {
    statement_type: StatementKind,
    /// Into the main wallet.
    #[schema(example = "1500.00")]
    moved_in: String,
    /// Out of the main wallet.
    #[schema(example = "500.00")]
    moved_out: String,
}

/// The main wallet at the end of a day.
#[derive(Serialize, ToSchema)]
struct DayBalance {
    /// The day by UTC+7.
    day: NaiveDate,
    #[schema(example = "1000.00")]
    balance: String,
}

/// A monthly summary of the statement. What moved in, less what moved out, is the closing balance
/// less the opening balance.
#[derive(Serialize, ToSchema)]
struct StatementSummary {
    /// The month by UTC+7.
    #[schema(example = "2026-11")]
    month: String,
    currency: &'static str,
    /// The main wallet before the month.
    #[schema(example = "0.00")]
    opening: String,
    /// The main wallet at its end, or now.
    #[schema(example = "1000.00")]
    closing: String,
    /// Types that moved nothing are left out.
    sums: Vec<TypeSum>,
    /// The days on which money moved, oldest first.
    days: Vec<DayBalance>,
}

/// Returns a monthly summary of the member's statement: sums by type and the balance by day.
#[route(get, path = "/statement/summary", tag = "statement", security(("session" = [])),
    params(("month" = Option<String>, Query, description = "`2026-11`; this month by default."),
        ("after" = Option<String>, Query, description = "Show at least this position.")),
    responses((status = 200, body = StatementSummary)))]
async fn get_statement_summary(
    State(state): State<AppState>,
    caller: Member,
    after: AfterPosition,
    Query(query): Query<SummaryQuery>,
) -> Result<Json<StatementSummary>, ApiError> {
    let month = match query.month {
        Some(month) => month,
        None => local_month(state.clock.now()),
    };
    let period = period_of(&month).ok_or_else(|| ApiError::invalid_fields(&["month"]))?;
    check_period(Some(period.from), Some(period.to))
        .map_err(|_| ApiError::invalid_fields(&["month"]))?;
    let currency = state.config.default_currency();
    state.show_own(View::Statement, caller.id, after).await?;
    let read = move |mut reading: Reading| async move {
        let found = statement::summary(&mut *reading, caller.id, period.from, period.to).await?;
        Ok::<_, ApiError>(found)
    };
    let found = state.read(&[View::Statement], after, read).await?;
    Ok(Json(StatementSummary::of(month, currency, found)))
}

impl StatementSummary {
    /// Without a wallet nothing has moved yet.
    fn of(month: String, currency: Currency, found: Option<Summary>) -> Self {
        let summary = found.unwrap_or_else(|| Summary {
            opening: Money::zero(currency),
            closing: Money::zero(currency),
            sums: Vec::new(),
            days: Vec::new(),
        });
        Self {
            month,
            currency: summary.closing.currency().code(),
            opening: summary.opening.digits(),
            closing: summary.closing.digits(),
            sums: summary
                .sums
                .into_iter()
                .map(|sum| TypeSum {
                    statement_type: sum.statement_type.into(),
                    moved_in: sum.moved_in.digits(),
                    moved_out: sum.moved_out.digits(),
                })
                .collect(),
            days: summary
                .days
                .into_iter()
                .map(|day| DayBalance {
                    day: day.day,
                    balance: day.balance.digits(),
                })
                .collect(),
        }
    }
}

/// From the first moment of a month to the first one after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Period {
    from: DateTime<Utc>,
    to: DateTime<Utc>,
}

fn local_month(at: DateTime<Utc>) -> String {
    at.with_timezone(&INDOCHINA_TIME)
        .format("%Y-%m")
        .to_string()
}

fn period_of(month: &str) -> Option<Period> {
    let first = NaiveDate::parse_from_str(&format!("{month}-01"), "%Y-%m-%d").ok()?;
    let next = first.checked_add_months(Months::new(1))?;
    let start = |day: NaiveDate| {
        let start = day.and_hms_opt(0, 0, 0)?;
        let start = start.and_local_timezone(INDOCHINA_TIME).single()?;
        Some(start.to_utc())
    };
    Some(Period {
        from: start(first)?,
        to: start(next)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_month_begins_at_midnight_in_bangkok() {
        let at = |text: &str| text.parse::<DateTime<Utc>>().unwrap();
        assert_eq!(
            period_of("2026-12"),
            Some(Period {
                from: at("2026-11-30T17:00:00Z"),
                to: at("2026-12-31T17:00:00Z"),
            })
        );
        assert_eq!(local_month(at("2026-11-30T17:00:00Z")), "2026-12");
        assert_eq!(local_month(at("2026-11-30T16:59:59Z")), "2026-11");
        for wrong in ["", "2026", "2026-13", "2026-11-01", "next"] {
            assert_eq!(period_of(wrong), None, "{wrong}");
        }
    }
}
