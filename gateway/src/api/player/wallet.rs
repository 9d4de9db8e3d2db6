//! A player's balances, and refreshing them from the providers.

use std::collections::{BTreeSet, HashMap};

use axum::extract::State;
use chrono::{DateTime, Utc};
use gateway_macros::route;
use ledger::{GameCode, Money, Wallet, WalletId};
use projections::View;
use projections::wallet::{self, WalletView};
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::account::profile::{Profile, RegisteredBankAccount};
use crate::api::state::AppState;
use members::member::{self, StoredMember};
use payments::balance::{self, GameBalance};
use platform::config::{Category, Link, Provider};
use platform::error::{ApiError, Code};
use platform::extract::{AfterPosition, Json, Query};
use platform::subject::Member;

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(get_wallet))
        .routes(routes!(refresh_slots))
}

/// The wallet and the game accounts, as on the home screen.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct WalletAnswer {
    profile: Profile,
    bank_account: RegisteredBankAccount,
    wallet: MainWallet,
    /// Money in transit to or from games.
    #[schema(example = "0.00")]
    in_transit: String,
    /// Money in transit to the bank.
    #[schema(example = "0.00")]
    pending_withdrawal: String,
    /// The total, games included.
    #[schema(example = "1234.50")]
    total: String,
    invite: InviteSum,
    /// When the providers were last asked.
    last_sync: Option<DateTime<Utc>>,
    slots: Vec<Slot>,
    /// The position that this answer shows.
    as_of: String,
}

/// The main wallet.
#[derive(Serialize, ToSchema)]
struct MainWallet {
    #[schema(example = "1234.50")]
    amount: String,
    #[schema(example = "THB")]
    currency: &'static str,
}

/// Earnings from invitations.
#[derive(Serialize, ToSchema)]
struct InviteSum {
    /// Earnings that are not collected yet.
    #[schema(example = "0.00")]
    amount: String,
    /// Once collected, it is won when the total reaches this percentage of the total right after.
    #[schema(example = "100")]
    success: String,
    /// It is lost when the total falls to this percentage. 100 and 0 mean no condition.
    #[schema(example = "0")]
    fail: String,
}

impl InviteSum {
    fn of(state: &AppState, uncollected: Money) -> Self {
        let rules = &state.config.invite;
        Self {
            amount: uncollected.digits(),
            success: rules.success_percent.to_string(),
            fail: rules.fail_percent.to_string(),
        }
    }
}

/// A game account, open or not.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Slot {
    #[schema(example = "pg")]
    code: String,
    name: String,
    category: Category,
    /// Whether the player has an account there.
    is_active: bool,
    /// The balance at the provider, in wallet units.
    #[schema(example = "0.00")]
    amount: String,
    /// When the provider last reported that amount; null if it never has.
    read_at: Option<DateTime<Utc>>,
    /// The factor to multiply the shown amount with.
    #[schema(example = "1")]
    #[serde(rename = "ftWalletSlot")]
    rate: String,
    logo: Option<String>,
    background: Option<String>,
    /// The colour, as `#rrggbb`.
    colour: String,
    web: Option<String>,
    android: Option<String>,
    ios: Option<String>,
    /// Whether the game is played in a frame of the portal, where its site allows that.
    embedded: bool,
    /// Whether the game is closed for now.
    maintenance: bool,
}

impl Slot {
    fn of(
        state: &AppState,
        provider: &Provider,
        view: &WalletView,
        read_at: Option<DateTime<Utc>>,
    ) -> Self {
        let account = view.games.iter().find(|game| game.game == provider.code);
        let text = |link: &Option<Link>| link.as_ref().map(|link| link.as_str().to_owned());
        let nothing = Money::zero(view.currency);
        Self {
            code: provider.code.to_string(),
            name: provider.name.clone(),
            category: provider.category,
            is_active: account.is_some(),
            amount: account.map_or(nothing, |account| account.amount).digits(),
            read_at,
            // Amounts are in wallet units already: the provider's client applied the rate, so
            // the factor is one.
            rate: "1".to_owned(),
            logo: text(&provider.logo),
            background: text(&provider.background),
            colour: provider.colour.clone(),
            web: text(&provider.web),
            android: text(&provider.android),
            ios: text(&provider.ios),
            embedded: provider.embedded,
            maintenance: provider.maintenance || state.payments.is_closed(&provider.code),
        }
    }
}

/// A player's stored rows.
struct Stored {
    member: StoredMember,
    view: WalletView,
    /// When each provider last reported the player's balance, by the game's code.
    read_at: HashMap<String, DateTime<Utc>>,
}

impl Stored {
    async fn read(
        connection: &mut PgConnection,
        id: WalletId,
        wallet: &Wallet,
    ) -> Result<Self, ApiError> {
        let member = member::stored(&mut *connection, id, wallet).await?;
        let member = member.ok_or(Code::InvalidToken)?;
        let view = wallet::find(&mut *connection, id).await?;
        let view = view.ok_or(Code::NoWallet)?;
        let read_at = balance::read_times(&mut *connection, id).await?;
        Ok(Self {
            member,
            view,
            read_at,
        })
    }
}

/// Returns the wallet and the game accounts.
#[route(get, path = "/wallet", tag = "wallet", security(("session" = [])),
    params(("after" = Option<String>, Query, description = "Shows at least this position")),
    responses((status = 200, body = WalletAnswer)))]
async fn get_wallet(
    State(state): State<AppState>,
    caller: Member,
    after: AfterPosition,
) -> Result<Json<WalletAnswer>, ApiError> {
    // Before the tables: it says which bank account is in force.
    let mut connection = state.pool.acquire().await?;
    let loaded = state
        .ledger
        .load_positioned_on(&mut connection, caller.id)
        .await;
    let (wallet, last) = loaded?;
    let after = state.or_last(View::Wallet, after, last);
    if !state.is_shown(View::Wallet, after) {
        // The view may need this connection to get there.
        drop(connection);
        state.show(View::Wallet, after).await?;
        connection = state.pool.acquire().await?;
    }
    let as_of = state.projections.as_of(View::Wallet);
    let stored = Stored::read(&mut connection, caller.id, &wallet).await?;
    drop(connection);
    let member = stored.member.confirm(&state, &wallet).await?;
    let (view, read_at) = (stored.view, stored.read_at);
    // Read from the wallet itself, because earnings may wait there before a view shows them.
    let invites = wallet.invites().uncollected;
    let uncollected = invites.unwrap_or_else(|| Money::zero(view.currency));
    let offered = state
        .config
        .providers
        .iter()
        .filter(|provider| provider.is_offered);
    let slots = offered.map(|provider| {
        let read_at = read_at.get(provider.code.as_str()).copied();
        Slot::of(&state, provider, &view, read_at)
    });
    Ok(Json(WalletAnswer {
        profile: Profile::with_coins(&member, view.coins),
        bank_account: RegisteredBankAccount::of(&state, &member),
        wallet: MainWallet {
            amount: view.main.digits(),
            currency: view.currency.code(),
        },
        in_transit: view.in_transit.digits(),
        pending_withdrawal: view.withdrawal.digits(),
        total: view.total.digits(),
        invite: InviteSum::of(&state, uncollected),
        last_sync: read_at.values().max().copied().max(view.last_sync),
        slots: slots.collect(),
        as_of: as_of.to_string(),
    }))
}

/// The providers' current balances.
#[derive(Serialize, ToSchema)]
struct RefreshAnswer {
    slots: Vec<GameBalance>,
    /// For `after`. `GET /wallet` already shows the answers without it.
    position: String,
}

/// The games to ask about.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct RefreshQuery {
    /// Comma-separated codes; if absent, every game where the player has an account.
    #[param(example = "pg,joker2")]
    games: Option<String>,
}

/// Reads the balances of the player's game accounts from the providers. `GET /wallet` then shows
/// them.
#[route(method(get, post), path = "/wallet/refresh/slot", operation_id = "refresh_slots",
    tag = "wallet", security(("session" = [])), params(RefreshQuery),
    responses((status = 200, body = RefreshAnswer)))]
async fn refresh_slots(
    State(state): State<AppState>,
    caller: Member,
    Query(query): Query<RefreshQuery>,
) -> Result<Json<RefreshAnswer>, ApiError> {
    let wallet = state.ledger.load(caller.id).await?;
    wallet.currency().ok_or(Code::NoWallet)?;
    let games: Vec<GameCode> = match query.games {
        None => wallet.games().cloned().collect(),
        Some(codes) => named_games(&wallet, &codes)?,
    };
    let slots = balance::refresh(&state.payments, caller, &games).await?;
    Ok(Json(RefreshAnswer {
        slots,
        position: state.ledger.committed().borrow().to_string(),
    }))
}

/// The games in a list of codes, each once.
fn named_games(wallet: &Wallet, codes: &str) -> Result<Vec<GameCode>, Code> {
    let mut games = BTreeSet::new();
    for code in codes.split(',') {
        let game: GameCode = code.parse().map_err(|_| Code::NoGame)?;
        wallet.game_username(&game).ok_or(Code::SlotNoAccount)?;
        games.insert(game);
    }
    Ok(games.into_iter().collect())
}
