//! A player's own limits: deposits in a day, week and month, time-out and self-exclusion, and the
//! reminder of the time. The ledger alone holds and enforces them.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, Days, Months, SubsecRound, Utc};
use gateway_macros::route;
use ledger::wallet::{self, DepositLimitView, ExclusionView, LimitPeriod, ProtectionCommand};
use ledger::{Currency, Idempotency, Money, Wallet, WalletCommand, WalletId};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::json;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::answer::digits;
use crate::api::state::AppState;
use backoffice::review::power::Reach;
use members::password;
use members::pin::{self, TypedPin};
use platform::error::{ApiError, Code};
use platform::extract::{Amount, IdempotencyKey, Json};
use platform::idempotency::{is_repeat, once};
use platform::intent::step_key;
use platform::subject::Member;

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(get_limits, update_limits))
        .routes(routes!(exclude))
}

/// A player's current limits.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Limits {
    #[schema(example = "THB")]
    currency: String,
    deposit: DepositLimits,
    /// The time-out or self-exclusion in force.
    exclusion: Option<CurrentExclusion>,
    /// What staff have frozen; only staff can unfreeze it.
    frozen: Option<Reach>,
    /// How often the portal reminds the player of the time.
    reality_check: Option<RealityCheck>,
    /// For `after`: a read that shows this position shows these limits.
    position: String,
}

/// Deposit limits of the calendar of Asia/Bangkok; a week begins on Monday.
#[derive(Serialize, ToSchema)]
struct DepositLimits {
    day: DepositLimit,
    week: DepositLimit,
    month: DepositLimit,
}

/// The deposit limit of one period.
#[derive(Serialize, ToSchema)]
struct DepositLimit {
    /// The most that may be deposited; null means no limit, `0.00` no deposits.
    #[schema(example = "1000.00")]
    limit: Option<String>,
    /// The sum of deposits in the current period.
    #[schema(example = "250.00")]
    used: String,
    /// Deposits in progress: open QR orders, gifts and manual requests.
    #[schema(example = "0.00")]
    reserved: String,
    /// How much may still be deposited; null without a limit.
    #[schema(example = "750.00")]
    remaining: Option<String>,
    /// A higher limit, or no limit, that takes effect later.
    pending: Option<PendingLimit>,
}

/// A limit that takes effect later.
#[derive(Serialize, ToSchema)]
struct PendingLimit {
    /// The limit; null means no limit.
    #[schema(example = "2000.00")]
    limit: Option<String>,
    from: DateTime<Utc>,
}

/// The kind of exclusion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
enum ExclusionKind {
    /// A short break.
    TimeOut,
    /// A long or permanent exclusion.
    SelfExclusion,
}

/// The exclusion in force.
#[derive(Serialize, ToSchema)]
struct CurrentExclusion {
    kind: ExclusionKind,
    /// When it ends; null when it never does.
    until: Option<DateTime<Utc>>,
}

/// How often the portal reminds the player of the time.
#[derive(Serialize, ToSchema)]
struct RealityCheck {
    #[schema(example = 60)]
    minutes: u32,
}

/// The changes; an absent field stays as it is, null removes the setting.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct LimitsUpdate {
    #[serde(default)]
    deposit: DepositLimitsUpdate,
    /// Minutes between reminders, 10 to 240.
    #[serde(default, skip_serializing_if = "Change::is_none")]
    #[schema(value_type = Option<u32>, example = 60)]
    reality_check_minutes: Change<u32>,
}

/// The changes of deposit limits. A lower limit takes effect immediately; a higher limit, or its
/// removal, after 24 hours.
#[derive(Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct DepositLimitsUpdate {
    #[serde(default, skip_serializing_if = "Change::is_none")]
    #[schema(value_type = Option<String>, example = "1000.00")]
    day: Change<Amount>,
    #[serde(default, skip_serializing_if = "Change::is_none")]
    #[schema(value_type = Option<String>, example = "5000.00")]
    week: Change<Amount>,
    #[serde(default, skip_serializing_if = "Change::is_none")]
    #[schema(value_type = Option<String>, example = "10000.00")]
    month: Change<Amount>,
}

/// The change of a setting. An absent field leaves it, null removes it.
#[derive(Debug, Default)]
enum Change<T> {
    #[default]
    None,
    Removed,
    To(T),
}

impl<T> Change<T> {
    fn is_none(&self) -> bool {
        matches!(self, Self::None)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Change<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Option::<T>::deserialize(deserializer)?.map_or(Self::Removed, Self::To))
    }
}

impl<T: Serialize> Serialize for Change<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::None | Self::Removed => serializer.serialize_none(),
            Self::To(value) => value.serialize(serializer),
        }
    }
}

/// How long an exclusion lasts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
enum ExclusionPeriod {
    Day,
    Week,
    Month,
    SixMonths,
    Year,
    FiveYears,
    Forever,
}

/// A request for an exclusion.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ExclusionRequest {
    kind: ExclusionKind,
    /// A time-out lasts `DAY`, `WEEK` or `MONTH`; a self-exclusion `SIX_MONTHS` or longer.
    period: ExclusionPeriod,
    /// The password, so that nobody else can do it on an open screen.
    password: String,
}

/// Returns the player's limits.
#[route(get, path = "/limits", tag = "limits", security(("session" = [])),
    responses((status = 200, body = Limits)))]
async fn get_limits(
    State(state): State<AppState>,
    caller: Member,
) -> Result<Json<Limits>, ApiError> {
    Limits::of(&state, caller.id).await.map(Json)
}

/// Changes limits: a lower limit takes effect immediately, a higher one after 24 hours.
#[route(put, path = "/limits", tag = "limits", security(("session" = [])),
    request_body = LimitsUpdate, params(("Idempotency-Key" = String, Header), TypedPin),
    responses((status = 200, body = Limits)))]
async fn update_limits(
    State(state): State<AppState>,
    caller: Member,
    key: IdempotencyKey,
    pin: TypedPin,
    Json(update): Json<LimitsUpdate>,
) -> Result<Response, ApiError> {
    let asked = key.for_command("limits", &update);
    let changing = change(&state, caller, &key, &pin, &update);
    once(&state, caller.id, asked, changing).await
}

async fn change(
    state: &AppState,
    caller: Member,
    key: &IdempotencyKey,
    pin: &TypedPin,
    update: &LimitsUpdate,
) -> Result<Response, ApiError> {
    let wallet = state.ledger.load(caller.id).await?;
    let commands = update.commands(state, wallet.currency().ok_or(Code::NoWallet)?)?;
    let needs_pin = loosens(&wallet, &commands, state.clock.now());
    if needs_pin && !is_repeat(state, caller.id, key).await? {
        pin::confirm(state, caller.id, &wallet, pin).await?;
    }
    for (place, command) in commands.into_iter().enumerate() {
        // The first command carries the client's key, so a reuse with another body is noticed;
        // the keys of the others are derived from it.
        let key = match place {
            0 => key.clone(),
            _ => step_key(caller.id, &format!("limits:{place}"), key),
        };
        let context = state.member_context(key.for_command("limits", update));
        let changed = state.ledger.execute(caller.id, command, context).await;
        changed.map_err(|error| match (place, ApiError::from(error)) {
            (0, refusal) => refusal,
            // The key already changed a limit before this one was refused.
            (_, refusal) => refusal.outcome(),
        })?;
    }
    let limits = Limits::of(state, caller.id).await?;
    Ok(Json(limits).into_response())
}

/// Whether a command raises or removes a limit in force.
fn loosens(wallet: &Wallet, commands: &[WalletCommand], now: DateTime<Utc>) -> bool {
    let limits = wallet
        .protection(now)
        .map_or(Vec::new(), |protection| protection.limits.to_vec());
    commands.iter().any(|command| {
        let WalletCommand::Protection(ProtectionCommand::SetDepositLimit { period, limit }) =
            command
        else {
            return false;
        };
        let current = limits.iter().find(|current| current.period == *period);
        let current = current.and_then(|current| current.limit);
        current.is_some_and(|current| limit.is_none_or(|limit| limit.amount() > current.amount()))
    })
}

/// Starts a time-out or a self-exclusion. One in force can only be extended.
#[route(post, path = "/limits/exclusion", tag = "limits", security(("session" = [])),
    request_body = ExclusionRequest, params(("Idempotency-Key" = String, Header)),
    responses((status = 200, body = Limits)))]
async fn exclude(
    State(state): State<AppState>,
    caller: Member,
    key: IdempotencyKey,
    Json(request): Json<ExclusionRequest>,
) -> Result<Response, ApiError> {
    // Kind and period only: nothing that is stored may depend on the password.
    let asked = key.for_command("exclude", &(request.kind, request.period));
    let excluding = begin_exclusion(&state, caller, request, asked.clone());
    once(&state, caller.id, asked, excluding).await
}

async fn begin_exclusion(
    state: &AppState,
    caller: Member,
    request: ExclusionRequest,
    asked: Option<Idempotency>,
) -> Result<Response, ApiError> {
    let (kind, period) = (request.kind, request.period);
    if !period.fits(kind) {
        return Err(ApiError::invalid_fields(&["period"]));
    }
    if request.password.is_empty() {
        return Err(ApiError::invalid_user_info(&["password"]));
    }
    password::prove(state, caller.id, request.password).await?;
    let command = WalletCommand::Protection(ProtectionCommand::Exclude {
        kind: kind.into(),
        until: period.end(state.clock.now().trunc_subsecs(0)),
    });
    let context = state.member_context(asked);
    state.ledger.execute(caller.id, command, context).await?;
    let limits = Limits::of(state, caller.id).await?;
    Ok(Json(limits).into_response())
}

impl Limits {
    /// The current limits in the ledger.
    async fn of(state: &AppState, id: WalletId) -> Result<Self, ApiError> {
        let wallet = state.ledger.load(id).await?;
        let currency = wallet.currency().ok_or(Code::NoWallet)?;
        let protection = wallet.protection(state.clock.now()).ok_or(Code::NoWallet)?;
        let [day, week, month] = protection.limits.map(DepositLimit::from);
        Ok(Self {
            currency: currency.code().to_owned(),
            deposit: DepositLimits { day, week, month },
            exclusion: protection.exclusion.map(CurrentExclusion::from),
            frozen: wallet.freeze().map(|freeze| freeze.reach.into()),
            reality_check: protection
                .reality_check
                .map(|minutes| RealityCheck { minutes }),
            position: state.ledger.committed().borrow().to_string(),
        })
    }
}

impl From<DepositLimitView> for DepositLimit {
    fn from(view: DepositLimitView) -> Self {
        Self {
            limit: digits(view.limit),
            used: view.used.digits(),
            reserved: view.reserved.digits(),
            remaining: digits(view.remaining),
            pending: view.pending.map(|pending| PendingLimit {
                limit: digits(pending.limit),
                from: pending.from,
            }),
        }
    }
}

impl From<ExclusionView> for CurrentExclusion {
    fn from(view: ExclusionView) -> Self {
        Self {
            kind: match view.kind {
                wallet::ExclusionKind::TimeOut => ExclusionKind::TimeOut,
                wallet::ExclusionKind::SelfExclusion => ExclusionKind::SelfExclusion,
            },
            until: view.until,
        }
    }
}

impl From<ExclusionKind> for wallet::ExclusionKind {
    fn from(kind: ExclusionKind) -> Self {
        match kind {
            ExclusionKind::TimeOut => Self::TimeOut,
            ExclusionKind::SelfExclusion => Self::SelfExclusion,
        }
    }
}

impl LimitsUpdate {
    /// The commands that make up the update. If one of them is invalid, none is made.
    fn commands(
        &self,
        state: &AppState,
        currency: Currency,
    ) -> Result<Vec<WalletCommand>, ApiError> {
        let deposit = [
            (LimitPeriod::Day, "deposit.day", &self.deposit.day),
            (LimitPeriod::Week, "deposit.week", &self.deposit.week),
            (LimitPeriod::Month, "deposit.month", &self.deposit.month),
        ];
        let mut commands = Vec::new();
        for (period, field, amount) in deposit {
            let limit = match amount {
                Change::None => continue,
                Change::Removed => None,
                Change::To(amount) => Some(limit_of(amount, currency, field)?),
            };
            commands.push(WalletCommand::Protection(
                ProtectionCommand::SetDepositLimit { period, limit },
            ));
        }
        let minutes = match self.reality_check_minutes {
            Change::None => return Ok(commands),
            Change::Removed => None,
            Change::To(minutes) => Some(minutes),
        };
        if minutes.is_some_and(|minutes| !state.config.protection.allows_reality_check(minutes)) {
            return Err(ApiError::invalid_fields(&["realityCheckMinutes"]));
        }
        commands.push(WalletCommand::Protection(
            ProtectionCommand::SetRealityCheck { minutes },
        ));
        Ok(commands)
    }
}

/// A deposit limit; zero is valid and allows no deposits.
fn limit_of(amount: &Amount, currency: Currency, field: &str) -> Result<Money, ApiError> {
    let limit = amount.in_currency(currency).ok();
    limit
        .filter(|limit| !limit.is_negative())
        .ok_or_else(|| ApiError::from(Code::InvalidAmount).with_data(json!({ "fields": [field] })))
}

impl ExclusionPeriod {
    fn fits(self, kind: ExclusionKind) -> bool {
        let is_short = matches!(self, Self::Day | Self::Week | Self::Month);
        is_short == (kind == ExclusionKind::TimeOut)
    }

    /// When an exclusion that starts now ends; `None` means never.
    fn end(self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let months = |count| now.checked_add_months(Months::new(count));
        match self {
            Self::Day => now.checked_add_days(Days::new(1)),
            Self::Week => now.checked_add_days(Days::new(7)),
            Self::Month => months(1),
            Self::SixMonths => months(6),
            Self::Year => months(12),
            Self::FiveYears => months(60),
            Self::Forever => None,
        }
    }
}
