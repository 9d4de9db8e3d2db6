//! The wheel: its slices, and spinning it.

pub(crate) mod coupon;
pub(crate) mod spin_check;

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};
use gateway_macros::route;
use ledger::wallet::reward::CommittedSeed;
use ledger::{SpinId, Wallet};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use crate::api::answer::digits;
use crate::api::state::AppState;
use platform::config::{Text, WheelPrize};
use platform::error::{ApiError, Code, REPLAYED, request_id};
use platform::extract::{IdempotencyKey, Json};
use platform::idempotency::once;
use platform::intent::intent_id;
use platform::subject::Member;
use rewards::wheel::{self, Spun};

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(get_spin_active))
        .routes(routes!(get_spin_setup))
        .routes(routes!(spin_wheel))
}

/// Whether the wheel can be spun.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SpinActive {
    is_active: bool,
    /// The player's coins.
    coin: i64,
}

fn coins(wallet: &Wallet) -> i64 {
    let coins = wallet.coins().map(|coins| i64::try_from(coins.amount()));
    coins.and_then(Result::ok).unwrap_or(0)
}

pub(super) fn is_offered(state: &AppState, wallet: &Wallet) -> bool {
    let currency = wallet.currency();
    currency.is_some_and(|currency| state.config.wheel.is_offered_in(currency))
}

/// Returns whether the wheel can be spun, and the player's coins.
#[route(get, path = "/spinwheel/active", tag = "spinwheel", security(("session" = [])),
    responses((status = 200, body = SpinActive)))]
async fn get_spin_active(
    State(state): State<AppState>,
    caller: Member,
) -> Result<Json<SpinActive>, ApiError> {
    let wallet = state.ledger.load(caller.id).await?;
    Ok(Json(SpinActive {
        is_active: is_offered(&state, &wallet),
        coin: coins(&wallet),
    }))
}

/// The wheel for this player.
#[derive(Serialize, ToSchema)]
struct SpinSetup {
    result: SetupResult,
    /// What the next spin is drawn from; null if the player has never been shown the wheel.
    fair: Option<Fair>,
}

/// What the screen shows.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SetupResult {
    /// Null if there is no wheel.
    active_spinwheel: Option<Spinwheel>,
    /// The player's coins.
    user_coin: i64,
    /// The sum of a day's deposits that earns one coin, each time it is reached; null if deposits
    /// earn none.
    #[schema(example = "500.00")]
    coin_price: Option<String>,
}

/// The wheel on the screen.
#[derive(Serialize, ToSchema)]
struct Spinwheel {
    name: Text,
    /// The slices, clockwise.
    slice: Vec<Slice>,
}

/// A slice on the screen.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Slice {
    #[schema(example = "CASH5")]
    code: String,
    label: Text,
    /// The colour, as `#rrggbb`.
    bg_color: String,
    /// The colour, as `#rrggbb`.
    text_color: String,
    /// Its weight; divided by the sum of all weights, it is the slice's probability.
    weight: u32,
    kind: PrizeKind,
}

/// The kind of a slice's prize.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
enum PrizeKind {
    /// No prize.
    Nothing,
    /// More coins, added at once.
    Coins,
    /// Money that has to be claimed.
    Coupon,
    /// A thing that staff hand out.
    Gift,
}

impl From<&WheelPrize> for PrizeKind {
    fn from(prize: &WheelPrize) -> Self {
        match prize {
            WheelPrize::Nothing {} => Self::Nothing,
            WheelPrize::Coins { .. } => Self::Coins,
            WheelPrize::Coupon { .. } => Self::Coupon,
            WheelPrize::Gift {} => Self::Gift,
        }
    }
}

/// What the next spin is drawn from.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Fair {
    seed_id: String,
    /// SHA-256 of the secret seed's bytes, in hexadecimal.
    commit: String,
    /// The player's part of the draw.
    client_seed: String,
    /// The number of the next spin under this seed.
    nonce: u32,
    /// The wheel's version: the SHA-256 of its lines `code:weight`.
    wheel: Option<String>,
    /// The next seed. The server commits to it before the player chooses a client seed for it.
    next: NextSeed,
}

/// A seed that is committed to but not in use yet.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct NextSeed {
    seed_id: String,
    /// SHA-256 of the seed's bytes, in hexadecimal.
    commit: String,
}

impl Fair {
    pub(super) async fn of(
        state: &AppState,
        caller: Member,
        seed: &CommittedSeed,
        is_offered: bool,
    ) -> Result<Self, ApiError> {
        let version = state.config.wheel.version().ok();
        let (next_id, commit) = wheel::after(state, caller, seed.seed_id).await?;
        Ok(Self {
            next: NextSeed {
                seed_id: next_id.to_string(),
                commit,
            },
            seed_id: seed.seed_id.to_string(),
            commit: seed.commit.clone(),
            client_seed: seed.client_seed.clone(),
            nonce: seed.nonce,
            wheel: version.map(|wheel| wheel.id).filter(|_| is_offered),
        })
    }
}

/// The deposits that earn one coin, in the player's currency.
fn coin_price(state: &AppState, wallet: &Wallet) -> Option<String> {
    let prices = state.config.coins.prices().ok()?;
    digits(prices.of(wallet.currency()?))
}

/// Returns the wheel and the player's coins. The first call commits to a seed.
#[route(get, path = "/spinwheel/setup", tag = "spinwheel", security(("session" = [])),
    responses((status = 200, body = SpinSetup)))]
async fn get_spin_setup(
    State(state): State<AppState>,
    caller: Member,
) -> Result<Json<SpinSetup>, ApiError> {
    let mut wallet = state.ledger.load(caller.id).await?;
    let is_offered = is_offered(&state, &wallet);
    if is_offered {
        wallet = wheel::ensure_seed(&state, caller).await?;
    }
    let rules = &state.config.wheel;
    let slice = rules.slices.iter().map(|slice| Slice {
        code: slice.code.clone(),
        label: slice.label.clone(),
        bg_color: slice.bg_color.clone(),
        text_color: slice.text_color.clone(),
        weight: slice.weight,
        kind: PrizeKind::from(&slice.prize),
    });
    let spinwheel = Spinwheel {
        name: rules.name.clone(),
        slice: slice.collect(),
    };
    let fair = match wallet.wheel_seed() {
        Some(seed) => Some(Fair::of(&state, caller, seed, is_offered).await?),
        None => None,
    };
    Ok(Json(SpinSetup {
        result: SetupResult {
            active_spinwheel: is_offered.then_some(spinwheel),
            user_coin: coins(&wallet),
            coin_price: coin_price(&state, &wallet),
        },
        fair,
    }))
}

/// A request to spin.
#[derive(Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
struct SpinRequest {
    /// The client's id of the spin, 1 to 128 visible ASCII characters; a repeated id is the same
    /// spin. If absent, the `Idempotency-Key` identifies the spin.
    spin_id: Option<String>,
}

/// A spin that was made.
#[derive(Serialize, ToSchema)]
struct SpinAnswer {
    /// Always `true`.
    success: bool,
    result: SpinResult,
    spin: SpinProof,
    /// For `after`: a read that shows this position shows the effect.
    position: String,
}

/// The prize of a spin.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SpinResult {
    #[schema(example = "CASH5")]
    code: String,
    label: Text,
    remaining_coin: i64,
}

/// The inputs from which anyone can compute the draw again once the seed is revealed.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SpinProof {
    id: String,
    seed_id: String,
    nonce: u32,
    ticket: u32,
    wheel: String,
}

/// A spin that was not made. `data` and `requestId` are as in every error.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SpinRefusal {
    /// Always `false`; absent if the request was refused before it reached the wheel.
    #[schema(required = false)]
    success: bool,
    /// The same code as in `message`; absent where `success` is.
    #[schema(value_type = Code, required = false)]
    error: &'static str,
    /// The code of the error catalogue.
    #[schema(value_type = Code)]
    message: &'static str,
    request_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    data: Option<Value>,
}

impl SpinRefusal {
    fn answer(refusal: ApiError) -> Response {
        let code = refusal.code.as_str();
        let body = Self {
            success: false,
            error: code,
            message: code,
            request_id: request_id(),
            data: refusal.data,
        };
        let mut response = (refusal.code.status(), Json(body)).into_response();
        if refusal.is_replayed {
            let headers = response.headers_mut();
            headers.insert(REPLAYED, HeaderValue::from_static("true"));
        }
        if let Some(seconds) = refusal.retry_after_seconds {
            let headers = response.headers_mut();
            headers.insert("retry-after", HeaderValue::from(seconds));
        }
        response
    }
}

/// Spends a coin on a draw. The answer contains the prize; a coupon must still be claimed.
#[route(post, path = "/spinwheel/spin", tag = "spinwheel", security(("session" = [])),
    request_body = SpinRequest, params(("Idempotency-Key" = String, Header)),
    responses((status = 200, body = SpinAnswer), (status = 422, body = SpinRefusal)))]
async fn spin_wheel(
    State(state): State<AppState>,
    caller: Member,
    key: IdempotencyKey,
    Json(request): Json<SpinRequest>,
) -> Response {
    // A malformed request is refused first, even with a used key.
    let spin_id = match spin_id(caller, &key, &request) {
        Ok(spin_id) => spin_id,
        Err(malformed) => return SpinRefusal::answer(malformed),
    };
    let asked = key.for_command("spin", &request);
    let spinning = async {
        let spun = wheel::spin(&state, caller, spin_id, asked.clone()).await?;
        let mut headers = HeaderMap::new();
        if spun.is_replayed {
            headers.insert(REPLAYED, HeaderValue::from_static("true"));
        }
        Ok((headers, Json(SpinAnswer::of(&state, spun))).into_response())
    };
    once(&state, caller.id, asked.clone(), spinning)
        .await
        .unwrap_or_else(SpinRefusal::answer)
}

/// The id of the requested spin: from the client's id, else from the idempotency key.
fn spin_id(
    caller: Member,
    key: &IdempotencyKey,
    request: &SpinRequest,
) -> Result<SpinId, ApiError> {
    let id = match request.spin_id.as_deref() {
        None => intent_id(caller.id, "spin", key),
        Some(name) => {
            let fits = (1..=128).contains(&name.len());
            if !fits || !name.bytes().all(|byte| byte.is_ascii_graphic()) {
                return Err(ApiError::invalid_fields(&["spinId"]));
            }
            Uuid::new_v5(&caller.id.0, format!("spin:name:{name}").as_bytes())
        }
    };
    Ok(SpinId(id))
}

impl SpinAnswer {
    fn of(state: &AppState, spun: Spun) -> Self {
        Self {
            success: true,
            result: SpinResult {
                label: label_of(state, &spun.code),
                code: spun.code,
                remaining_coin: spun.coins,
            },
            spin: SpinProof {
                id: spun.spin_id.to_string(),
                seed_id: spun.seed_id.to_string(),
                nonce: spun.nonce,
                ticket: spun.ticket,
                wheel: spun.wheel,
            },
            position: spun.position.to_string(),
        }
    }
}

/// The label of a slice, or its code if no wheel has the slice any more.
pub(super) fn label_of(state: &AppState, code: &str) -> Text {
    let slice = state.config.wheel.slice(code);
    slice.map_or_else(
        || Text {
            th: code.to_owned(),
            la: code.to_owned(),
            en: code.to_owned(),
        },
        |slice| slice.label.clone(),
    )
}
