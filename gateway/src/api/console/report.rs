//! The report of a range of local days: what came in, what was paid out, what games and rewards cost,
//! and who came and played; as figures and as a file.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, Datelike, NaiveDate, Utc};
use gateway_macros::route;
use ledger::Currency;
use ledger::wallet::GrantKind;
use projections::View;
use projections::report::{self, DayFigures, DayRange, Figures, Tally};
use projections::trial_balance::Cause;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::caller::Reader;
use crate::api::export::csv;
use crate::api::state::AppState;
use members::member;
use platform::error::ApiError;
use platform::extract::{AfterPosition, Json, Query};

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(get_report))
        .routes(routes!(export_report))
}

/// The most days of a report.
const DAYS_MAX: i64 = 366;

/// The years that a day of a report lies in.
const YEARS: RangeInclusive<i32> = 2000..=9999;

#[derive(Deserialize)]
struct ReportQuery {
    from: NaiveDate,
    to: NaiveDate,
}

impl ReportQuery {
    fn range(&self) -> Result<DayRange, ApiError> {
        let (from, to) = (self.from, self.to);
        let wrong: Vec<&str> = [("from", from), ("to", to)]
            .into_iter()
            .filter(|(_, day)| !YEARS.contains(&day.year()))
            .map(|(name, _)| name)
            .collect();
        if !wrong.is_empty() {
            return Err(ApiError::invalid_fields(&wrong));
        }
        let days = (to - from).num_days() + 1;
        if (1..=DAYS_MAX).contains(&days) {
            Ok(DayRange { from, to })
        } else {
            Err(ApiError::invalid_fields(&["from", "to"]))
        }
    }
}

/// What moved on a range of local days.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PeriodReport {
    /// The first day.
    from: NaiveDate,
    /// The last day.
    to: NaiveDate,
    as_of: DateTime<Utc>,
    /// The currencies in which something moved. No amount of one is added to an amount of another.
    currencies: Vec<CurrencyReport>,
    players: PeriodPlayers,
}

/// What moved in one currency; `COIN` are the wheel's coins.
#[derive(Serialize, ToSchema)]
struct CurrencyReport {
    #[schema(example = "THB")]
    currency: &'static str,
    /// The whole range.
    total: ReportFigures,
    /// The days on which something moved, the first one first.
    days: Vec<ReportDay>,
}

/// What moved on a day.
#[derive(Serialize, ToSchema)]
struct ReportDay {
    day: NaiveDate,
    figures: ReportFigures,
}

/// What moved, line by line.
#[derive(Serialize, ToSchema)]
struct ReportFigures {
    /// Lines without an amount and without a count are absent.
    lines: Vec<ReportLine>,
    /// Deposits less withdrawals.
    #[schema(example = "1234.50")]
    net: String,
    /// By how much players hold more, in their wallets, on the way and at games; negative for less.
    #[schema(example = "-20.00")]
    held: String,
}

/// A line of a report.
#[derive(Serialize, ToSchema)]
struct ReportLine {
    kind: ReportLineKind,
    /// `slip`, `qr`, `gift` or `manual` of a deposit; `bonus`, `promotion`, `refund`, `invite` or
    /// `coupon` of a reward; the provider's code of a game. Absent on other lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<String>,
    #[schema(example = "500.00")]
    amount: String,
    /// How many events.
    count: i64,
}

/// The kind of a report's line.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
enum ReportLineKind {
    /// Money that came in.
    Deposit,
    /// Money that was paid out.
    Withdrawal,
    /// What staff added to balances less what they took.
    Correction,
    /// What rewards cost: what was granted less what was taken back.
    Reward,
    /// What players lost at a game less what they won, as far as its provider was asked.
    GameResult,
    /// What players transferred into a game less what they transferred out.
    GameTransfer,
    /// Coins that deposits earned.
    CoinsEarned,
    /// Coins that staff gave.
    CoinsGiven,
    /// Coins that the wheel gave less those that it took.
    CoinsSpun,
}

impl ReportLineKind {
    /// Its code, as on the wire.
    const fn as_str(self) -> &'static str {
        match self {
            Self::Deposit => "DEPOSIT",
            Self::Withdrawal => "WITHDRAWAL",
            Self::Correction => "CORRECTION",
            Self::Reward => "REWARD",
            Self::GameResult => "GAME_RESULT",
            Self::GameTransfer => "GAME_TRANSFER",
            Self::CoinsEarned => "COINS_EARNED",
            Self::CoinsGiven => "COINS_GIVEN",
            Self::CoinsSpun => "COINS_SPUN",
        }
    }
}

/// How many players came, and how many played.
#[derive(Serialize, ToSchema)]
struct PeriodPlayers {
    /// Players who registered.
    new: i64,
    /// Players for whom something moved, each counted once.
    active: i64,
    /// The days on which somebody registered or something moved, the first one first.
    days: Vec<DayPlayers>,
}

/// The players of a day.
#[derive(Clone, Copy, Serialize, ToSchema)]
struct DayPlayers {
    day: NaiveDate,
    new: i64,
    active: i64,
}

/// An amount with its currency's decimals, which views store with two.
fn digits(amount: Decimal, currency: Currency) -> String {
    amount.round_dp(currency.decimals()).to_string()
}

fn line(
    kind: ReportLineKind,
    part: Option<&str>,
    tally: Tally,
    currency: Currency,
) -> Option<ReportLine> {
    (tally != Tally::default()).then(|| ReportLine {
        kind,
        part: part.map(str::to_owned),
        amount: digits(tally.amount, currency),
        count: tally.count,
    })
}

impl ReportFigures {
    fn of(figures: &Figures, currency: Currency) -> Self {
        use ReportLineKind::{
            CoinsEarned, CoinsGiven, CoinsSpun, Correction, Deposit, GameResult, GameTransfer,
            Reward, Withdrawal,
        };
        let of_part = |kind, part: &str, tally| line(kind, Some(part), tally, currency);
        let whole = |kind, tally| line(kind, None, tally, currency);
        let mut lines: Vec<Option<ReportLine>> = Vec::new();
        for cause in Cause::DEPOSITS {
            lines.push(of_part(Deposit, cause.as_str(), figures.deposits(cause)));
        }
        lines.push(whole(Withdrawal, figures.withdrawals()));
        lines.push(whole(Correction, figures.corrections()));
        for kind in GrantKind::ALL {
            lines.push(of_part(Reward, kind.code(), figures.rewards(kind)));
        }
        for game in figures.games() {
            let code = game.game.as_str();
            lines.push(of_part(GameResult, code, game.result));
            lines.push(of_part(GameTransfer, code, game.transfers));
        }
        lines.push(whole(CoinsEarned, figures.coins(Cause::Coins)));
        lines.push(whole(CoinsGiven, figures.coins(Cause::CoinsGiven)));
        lines.push(whole(CoinsSpun, figures.coins(Cause::Spin)));
        Self {
            lines: lines.into_iter().flatten().collect(),
            net: digits(figures.net(), currency),
            held: digits(figures.held(), currency),
        }
    }
}

/// The report of one currency; `None` if nothing moved in it.
fn of_currency(all: &[DayFigures], currency: Currency) -> Option<CurrencyReport> {
    let mut total = Figures::default();
    let mut days = Vec::new();
    for of_day in all.iter().filter(|figures| figures.currency == currency) {
        total.add(&of_day.figures);
        days.push(ReportDay {
            day: of_day.day,
            figures: ReportFigures::of(&of_day.figures, currency),
        });
    }
    (!days.is_empty()).then(|| CurrencyReport {
        currency: currency.code(),
        total: ReportFigures::of(&total, currency),
        days,
    })
}

async fn players(state: &AppState, range: DayRange) -> Result<PeriodPlayers, ApiError> {
    let joined = member::joined_by_day(state, range.from, range.to).await?;
    let active = report::active_by_day(&state.pool, range).await?;
    let mut days: BTreeMap<NaiveDate, DayPlayers> = BTreeMap::new();
    let nobody = |day| DayPlayers {
        day,
        new: 0,
        active: 0,
    };
    for found in &joined {
        days.entry(found.day)
            .or_insert_with(|| nobody(found.day))
            .new = found.members;
    }
    for found in &active {
        days.entry(found.day)
            .or_insert_with(|| nobody(found.day))
            .active = found.players;
    }
    Ok(PeriodPlayers {
        new: joined.iter().map(|found| found.members).sum(),
        active: report::active(&state.pool, range).await?,
        days: days.into_values().collect(),
    })
}

async fn report_of(state: &AppState, range: DayRange) -> Result<PeriodReport, ApiError> {
    let days = report::days(&state.pool, range).await?;
    let currencies = Currency::ALL
        .into_iter()
        .filter_map(|currency| of_currency(&days, currency));
    Ok(PeriodReport {
        from: range.from,
        to: range.to,
        as_of: state.clock.now(),
        currencies: currencies.collect(),
        players: players(state, range).await?,
    })
}

/// Returns what moved on a range of local days, by currency and day, and who came and played. It adds
/// up the accounts of the trial balance.
#[route(get, path = "/report", tag = "support", security(("staff" = [])),
    params(("from" = NaiveDate, Query, description = "The first day, by Bangkok time."),
        ("to" = NaiveDate, Query,
            description = "The last day; a report has at most 366 days."),
        ("after" = Option<String>, Query, description = "Show at least this position.")),
    responses((status = 200, body = PeriodReport)))]
async fn get_report(
    State(state): State<AppState>,
    _: Reader,
    after: AfterPosition,
    Query(query): Query<ReportQuery>,
) -> Result<Json<PeriodReport>, ApiError> {
    let range = query.range()?;
    state.show(View::TrialBalance, after).await?;
    Ok(Json(report_of(&state, range).await?))
}

/// Exports a report as a CSV file: a row for each day, currency and line.
#[route(get, path = "/report/export", tag = "support", security(("staff" = [])),
    params(("from" = NaiveDate, Query, description = "The first day, by Bangkok time."),
        ("to" = NaiveDate, Query,
            description = "The last day; a report has at most 366 days.")),
    responses((status = 200)))]
async fn export_report(
    State(state): State<AppState>,
    _: Reader,
    Query(query): Query<ReportQuery>,
) -> Result<Response, ApiError> {
    let range = query.range()?;
    let report = report_of(&state, range).await?;
    let name = format!("report-{}-{}.csv", range.from, range.to);
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
        (
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"{name}\""),
        ),
        (header::CACHE_CONTROL, "private, no-store".to_owned()),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff".to_owned()),
    ];
    Ok((headers, file(&report)).into_response())
}

/// The columns of the CSV.
const COLUMNS: [&str; 6] = ["day", "currency", "kind", "part", "amount", "count"];

fn file(report: &PeriodReport) -> String {
    let mut text = format!("{}{}", csv::MARK, csv::row(COLUMNS));
    for each in &report.currencies {
        for ReportDay { day, figures } in &each.days {
            let date = day.to_string();
            let row = |kind: &str, part: &str, amount: &str, count: &str| {
                csv::row([date.as_str(), each.currency, kind, part, amount, count])
            };
            for line in &figures.lines {
                let part = line.part.as_deref().unwrap_or_default();
                let count = line.count.to_string();
                text.push_str(&row(line.kind.as_str(), part, &line.amount, &count));
            }
            text.push_str(&row("NET", "", &figures.net, ""));
            text.push_str(&row("HELD", "", &figures.held, ""));
        }
    }
    for day in &report.players.days {
        let date = day.day.to_string();
        for (kind, count) in [("NEW_PLAYERS", day.new), ("ACTIVE_PLAYERS", day.active)] {
            text.push_str(&csv::row([
                date.as_str(),
                "",
                kind,
                "",
                "",
                &count.to_string(),
            ]));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(from: &str, to: &str) -> Result<DayRange, ApiError> {
        let query = ReportQuery {
            from: from.parse().unwrap(),
            to: to.parse().unwrap(),
        };
        query.range()
    }

    #[test]
    fn a_report_has_between_one_day_and_a_year() {
        assert!(range("2026-11-26", "2026-11-26").is_ok());
        assert!(range("2027-12-01", "2028-11-30").is_ok());
        for (from, to) in [
            ("2026-11-26", "2026-11-25"),
            ("2025-11-26", "2026-11-27"),
            ("1999-12-31", "2000-01-01"),
            ("+10000-01-01", "+10000-01-02"),
        ] {
            assert!(range(from, to).is_err(), "{from} to {to}");
        }
    }

    #[test]
    fn an_amount_has_the_decimals_of_its_currency() {
        let amount: Decimal = "9000.00".parse().unwrap();
        assert_eq!(digits(amount, Currency::Lak), "9000");
        assert_eq!(digits(amount, Currency::Thb), "9000.00");
    }
}
