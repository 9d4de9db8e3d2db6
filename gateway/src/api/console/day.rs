//! A day's figures: the money that moved, hour by hour in local time, next to the day before.

use axum::extract::State;
use chrono::{DateTime, NaiveTime, TimeDelta, Utc};
use gateway_macros::route;
use ledger::Currency;
use ledger::wallet::INDOCHINA_TIME;
use projections::View;
use projections::day::{self, HourSum, Span};
use projections::statement::{Direction, StatementType};
use rust_decimal::Decimal;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::caller::Reader;
use crate::api::state::AppState;
use members::member;
use platform::error::ApiError;
use platform::extract::{AfterPosition, Json};

const HOURS: i32 = 24;

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(get_operations_day))
}

/// The figures of a day.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OperationsDay {
    /// The local midnight at which the day starts.
    from: DateTime<Utc>,
    as_of: DateTime<Utc>,
    /// The currencies that have moved since yesterday.
    currencies: Vec<CurrencyDay>,
    new_members: DayCount,
    /// Players with any line in their statement.
    active_players: DayCount,
}

/// What succeeded in one currency.
#[derive(Serialize, ToSchema)]
struct CurrencyDay {
    #[schema(example = "THB")]
    currency: &'static str,
    /// Money that came in.
    deposits: DayFlow,
    /// Money that was paid out.
    withdrawals: DayFlow,
    /// Money that went into games.
    games: DayFlow,
}

/// Sums by the hour in local time, from midnight on.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DayFlow {
    /// The hours that have started.
    today: Vec<String>,
    today_total: String,
    today_count: i64,
    /// 24 hours.
    yesterday: Vec<String>,
    yesterday_total: String,
    yesterday_count: i64,
}

/// The counts of today and of all of yesterday.
#[derive(Serialize, ToSchema)]
struct DayCount {
    today: i64,
    yesterday: i64,
}

/// The two days: the hours of the first are 0 to 23, those of the second follow.
struct Days {
    midnight: DateTime<Utc>,
    now: DateTime<Utc>,
}

impl Days {
    fn until(now: DateTime<Utc>) -> Self {
        let time = now.with_timezone(&INDOCHINA_TIME).time();
        let midnight = now - time.signed_duration_since(NaiveTime::MIN);
        Self { midnight, now }
    }

    fn yesterday(&self) -> Span {
        Span {
            from: self.midnight - TimeDelta::hours(i64::from(HOURS)),
            to: self.midnight,
        }
    }

    /// It includes the present moment.
    fn today(&self) -> Span {
        Span {
            from: self.midnight,
            to: self.now + TimeDelta::milliseconds(1),
        }
    }

    fn both(&self) -> Span {
        Span {
            from: self.yesterday().from,
            to: self.today().to,
        }
    }

    /// How many hours of today have started.
    fn started(&self) -> i32 {
        let hours = (self.now - self.midnight).num_hours() + 1;
        i32::try_from(hours).unwrap_or(HOURS).min(HOURS)
    }

    fn flow(&self, sums: &[HourSum], currency: Currency) -> DayFlow {
        let of = |hours: std::ops::Range<i32>| {
            let inside =
                move |sum: &&HourSum| sum.currency == currency && hours.contains(&sum.hour);
            sums.iter().filter(inside)
        };
        let total = |hours| of(hours).map(|sum| sum.amount).sum::<Decimal>().to_string();
        let by_hour =
            |hours: std::ops::Range<i32>| hours.map(|hour| total(hour..hour + 1)).collect();
        let count = |hours| of(hours).map(|sum| sum.lines).sum();
        let (yesterday, today) = (0..HOURS, HOURS..HOURS + self.started());
        DayFlow {
            today: by_hour(today.clone()),
            today_total: total(today.clone()),
            today_count: count(today),
            yesterday: by_hour(yesterday.clone()),
            yesterday_total: total(yesterday.clone()),
            yesterday_count: count(yesterday),
        }
    }
}

async fn active(state: &AppState, days: &Days) -> Result<DayCount, ApiError> {
    Ok(DayCount {
        today: day::active_players(&state.pool, days.today()).await?,
        yesterday: day::active_players(&state.pool, days.yesterday()).await?,
    })
}

async fn joined(state: &AppState, days: &Days) -> Result<DayCount, ApiError> {
    let (yesterday, today) = (days.yesterday(), days.today());
    Ok(DayCount {
        today: member::joined(state, today.from, today.to).await?,
        yesterday: member::joined(state, yesterday.from, yesterday.to).await?,
    })
}

/// Returns the amounts that moved today and yesterday, hour by hour in local time.
#[route(get, path = "/operations/day", tag = "support", security(("staff" = [])),
    responses((status = 200, body = OperationsDay)))]
async fn get_operations_day(
    State(state): State<AppState>,
    _: Reader,
    after: AfterPosition,
) -> Result<Json<OperationsDay>, ApiError> {
    state.show(View::Statement, after).await?;
    let days = Days::until(state.clock.now());
    let (pool, both) = (&state.pool, days.both());
    let deposits = day::hours(pool, StatementType::Deposit, Direction::In, both).await?;
    let withdrawals = day::hours(pool, StatementType::Withdraw, Direction::Out, both).await?;
    let games = day::hours(pool, StatementType::Transfer, Direction::Out, both).await?;
    let all = deposits.iter().chain(&withdrawals).chain(&games);
    let currencies = Currency::ALL
        .into_iter()
        .filter(|currency| all.clone().any(|sum| sum.currency == *currency))
        .map(|currency| CurrencyDay {
            currency: currency.code(),
            deposits: days.flow(&deposits, currency),
            withdrawals: days.flow(&withdrawals, currency),
            games: days.flow(&games, currency),
        });
    Ok(Json(OperationsDay {
        from: days.midnight,
        as_of: days.now,
        currencies: currencies.collect(),
        new_members: joined(&state, &days).await?,
        active_players: active(&state, &days).await?,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_begins_at_local_midnight() {
        let days = |text: &str| Days::until(text.parse().unwrap());
        let early = days("2026-11-26T17:00:00Z");
        assert_eq!(
            early.midnight,
            "2026-11-26T17:00:00Z".parse::<DateTime<Utc>>().unwrap()
        );
        assert_eq!(early.started(), 1);
        let late = days("2026-11-26T16:59:59.999Z");
        assert_eq!(
            late.midnight,
            "2026-11-25T17:00:00Z".parse::<DateTime<Utc>>().unwrap()
        );
        assert_eq!(late.started(), 24);
    }

    #[test]
    fn an_hour_is_of_its_day_and_its_currency() {
        let sum = |hour, currency, amount: &str| HourSum {
            hour,
            currency,
            amount: amount.parse().unwrap(),
            lines: 2,
        };
        let sums = [
            sum(23, Currency::Thb, "5.00"),
            sum(24, Currency::Thb, "7.00"),
            sum(25, Currency::Lak, "9000"),
        ];
        let days = Days::until("2026-11-26T18:30:00Z".parse().unwrap());
        let flow = days.flow(&sums, Currency::Thb);
        assert_eq!(flow.today, ["7.00", "0"]);
        assert_eq!((flow.today_total.as_str(), flow.today_count), ("7.00", 2));
        assert_eq!(
            (flow.yesterday.len(), flow.yesterday[23].as_str()),
            (24, "5.00")
        );
        assert_eq!(
            (flow.yesterday_total.as_str(), flow.yesterday_count),
            ("5.00", 2)
        );
    }
}
