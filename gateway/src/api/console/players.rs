//! Finding a player, and showing a player's profile.

mod search;

use axum::extract::State;
use chrono::{DateTime, Utc};
use gateway_macros::route;
use ledger::WalletId;
use projections::replay;
use projections::statement::{self, StatementQuery};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::freeze::PlayerFreeze;
use super::player_access::PlayerLoginFreeze;
use super::player_notes::PlayerNotes;
use super::replay::PlayerState;
use crate::api::caller::Reader;
use crate::api::player::lookup::BankNames;
use crate::api::state::AppState;
use backoffice::review::freeze;
use backoffice::staff::audit_log::{self, AuditEntry};
use backoffice::staff::{player_access, player_note, recent};
use members::member;
use members::particulars::BankAccount;
use platform::config::StaffRole;
use platform::error::{ApiError, Code};
use platform::extract::{AfterPosition, Json, Path, Query};
use search::Found;

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(search_players))
        .routes(routes!(list_recent_players))
        .routes(routes!(get_player))
}

/// Statement lines shown with a player.
const LINES: i64 = 10;

/// The query of a search.
#[derive(Deserialize)]
struct SearchQuery {
    q: String,
}

/// The players that were found.
#[derive(Serialize, ToSchema)]
struct FoundPlayers {
    /// At most 20, the best matches first.
    players: Vec<Found>,
}

/// Finds players by name, phone number, bank account number, a reference of the bank or a provider,
/// an amount, a flag, or an id: of the player, an operation, a bank account or a device. Of an id, the
/// first 8 digits are enough.
#[route(get, path = "/players", tag = "support", security(("staff" = [])),
    params(("q" = String, Query, description = "2 to 100 characters."),
        ("after" = Option<String>, Query, description = "Show at least this position.")),
    responses((status = 200, body = FoundPlayers)))]
async fn search_players(
    State(state): State<AppState>,
    _: Reader,
    after: AfterPosition,
    Query(query): Query<SearchQuery>,
) -> Result<Json<FoundPlayers>, ApiError> {
    let players = search::search(&state, &query.q, after).await?;
    Ok(Json(FoundPlayers { players }))
}

/// A player whom the caller has opened.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RecentPlayer {
    id: Uuid,
    name: String,
    /// The phone number.
    username: String,
    is_active: bool,
    /// When the caller last asked for access.
    opened_at: DateTime<Utc>,
}

/// The players whom the caller has opened.
#[derive(Serialize, ToSchema)]
struct RecentPlayers {
    /// At most 10, the latest first.
    players: Vec<RecentPlayer>,
}

/// Lists the players whom the caller opened most recently, like a search's results.
#[route(get, path = "/players/recent", tag = "support", security(("staff" = [])),
    responses((status = 200, body = RecentPlayers)))]
async fn list_recent_players(
    State(state): State<AppState>,
    Reader(staff): Reader,
) -> Result<Json<RecentPlayers>, ApiError> {
    let players = recent::players(&state, &staff).await?;
    let players = players.into_iter().map(|player| RecentPlayer {
        id: player.id,
        name: player.name,
        username: player.username,
        is_active: player.is_active,
        opened_at: player.opened_at,
    });
    Ok(Json(RecentPlayers {
        players: players.collect(),
    }))
}

/// The query of a player's profile.
#[derive(Deserialize)]
struct PlayerQuery {
    /// 1 shows the full bank account number, to supervisors only.
    reveal: Option<u8>,
}

/// A player's current profile. It never contains a password.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Player {
    id: Uuid,
    /// The phone number.
    username: String,
    name: String,
    created_at: DateTime<Utc>,
    is_active: bool,
    currency: &'static str,
    bank_account: PlayerBankAccount,
    /// How many events the player's stream has.
    sequence: i64,
    state: PlayerState,
    /// The freeze of money in force, with the people behind it.
    freeze: Option<PlayerFreeze>,
    /// The freeze of the player's log-in.
    login_freeze: Option<PlayerLoginFreeze>,
    /// How many void rows that nobody has declared stop money from leaving the wallet.
    void_rows: u64,
    /// The notes of staff.
    notes: PlayerNotes,
    /// The last lines of the statement, newest first.
    lines: Vec<PlayerLine>,
}

/// The bank account for payouts.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PlayerBankAccount {
    bank_code: String,
    bank: BankNames,
    holder: String,
    /// Only the last four digits are shown, unless a supervisor asked for the full number.
    #[schema(example = "xxxxxx2093")]
    account_no: String,
    is_masked: bool,
}

impl PlayerBankAccount {
    fn of(state: &AppState, account: BankAccount, is_revealed: bool) -> Self {
        Self {
            bank: BankNames::of(state, &account.bank_code),
            bank_code: account.bank_code,
            holder: account.holder,
            account_no: if is_revealed {
                account.account_no
            } else {
                masked(&account.account_no)
            },
            is_masked: !is_revealed,
        }
    }
}

/// A short form of a statement line.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PlayerLine {
    id: String,
    operation_id: Uuid,
    /// `deposit`, `transfer`, `withdraw`, `bonus`, `finish_bonus` or `correction`.
    kind: &'static str,
    /// `PENDING`, `SUCCESS` or `FAILED`.
    status: &'static str,
    /// `in`, `out` or `none`.
    direction: &'static str,
    from: String,
    to: String,
    amount: String,
    balance: Option<String>,
    created_at: DateTime<Utc>,
    reason: Option<String>,
}

/// Returns a player's profile and current balances.
#[route(get, path = "/players/{id}", tag = "support", security(("staff" = [])),
    params(("id" = Uuid, Path, description = "The player."),
        ("reveal" = Option<u8>, Query, description = "1 shows the full account number.")),
    responses((status = 200, body = Player)))]
async fn get_player(
    State(state): State<AppState>,
    Reader(staff): Reader,
    Path(id): Path<Uuid>,
    Query(query): Query<PlayerQuery>,
) -> Result<Json<Player>, ApiError> {
    let is_revealed = query.reveal == Some(1);
    if is_revealed {
        if staff.role != StaffRole::Supervisor {
            return Err(Code::RoleRequired.into());
        }
        let entry = AuditEntry::of("reveal bank account").to("player", &id);
        audit_log::record(&state, &staff, entry).await?;
    }
    let wallet_id = WalletId(id);
    let is_active = sqlx::query_scalar!("select is_active from member where id = $1", id)
        .fetch_optional(&state.pool)
        .await?
        .ok_or(Code::NoData)?;
    let wallet = state.ledger.load(wallet_id).await?;
    let member = member::load_with(&state, wallet_id, &wallet).await?;
    let shown = replay::State::of(&wallet, state.clock.now());
    let freeze = freeze::of_wallet(&state, wallet_id, &wallet).await?;
    let login_freeze = player_access::login_freeze_of(&state, wallet_id).await?;
    let query = StatementQuery {
        limit: LINES,
        ..StatementQuery::default()
    };
    let page = statement::page(&state.pool, wallet_id, &query).await?;
    Ok(Json(Player {
        id,
        username: member.username,
        name: member.name,
        created_at: member.created_at,
        is_active,
        currency: member.currency.code(),
        bank_account: PlayerBankAccount::of(&state, member.bank_account, is_revealed),
        sequence: wallet.sequence(),
        state: shown.into(),
        freeze: freeze.map(Into::into),
        login_freeze: login_freeze.map(Into::into),
        void_rows: wallet.voids(),
        notes: player_note::of_player(&state, wallet_id).await?.into(),
        lines: page.lines.into_iter().map(PlayerLine::of).collect(),
    }))
}

/// A number with only its end visible.
fn masked(number: &str) -> String {
    let hidden = number.chars().count().saturating_sub(4);
    let shown = number.chars().skip(hidden);
    std::iter::repeat_n('x', hidden).chain(shown).collect()
}

impl PlayerLine {
    fn of(line: statement::StatementLine) -> Self {
        Self {
            id: line.id,
            operation_id: line.operation_id,
            kind: line.statement_type.as_str(),
            status: line.status.as_str(),
            direction: line.direction.as_str(),
            from: line.from,
            to: line.to,
            amount: line.amount.digits(),
            balance: line.balance.map(ledger::Money::digits),
            created_at: line.created_at,
            reason: line.reason,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::masked;

    #[test]
    fn only_the_end_of_a_number_is_shown() {
        assert_eq!(masked("1000102093"), "xxxxxx2093");
        assert_eq!(masked("2093"), "2093");
        assert_eq!(masked(""), "");
    }
}
