//! The player's panel next to a conversation or a work item: the wallet's balances, the open work,
//! and the latest movements.

use chrono::{DateTime, Utc};
use ledger::{Money, WalletId};
use projections::wallet::{self, WalletView};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::player_notes::PlayerNotes;
use super::work::{self, WorkItem};
use crate::api::player::statement::{self, Statement};
use crate::api::state::AppState;
use backoffice::review::waiting;
use backoffice::staff::player_note;
use backoffice::staff::session::Staff;
use platform::error::ApiError;

/// Statement lines in the panel.
const LINES: i64 = 10;

/// The panel of a player.
#[derive(Default, Serialize, ToSchema)]
pub(super) struct PlayerSide {
    /// The player; null in a guest's conversation.
    player: Option<Uuid>,
    wallet: Option<SideWallet>,
    /// The notes of staff on the player; null in a guest's conversation.
    notes: Option<PlayerNotes>,
    /// This player's work that waits for staff.
    work: Vec<WorkItem>,
    /// Decisions about this player that wait for a second person.
    decisions: Vec<SideDecision>,
    /// The last lines of the statement, newest first.
    lines: Vec<Statement>,
}

/// A decision that waits for a second person.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SideDecision {
    id: Uuid,
    /// What was decided: `accept_slip`, `correct`, `freeze`, …
    #[schema(example = "accept_slip")]
    kind: Option<String>,
    amount: Option<String>,
    currency: Option<String>,
    asked_at: DateTime<Utc>,
}

/// The player's balances.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SideWallet {
    #[schema(example = "THB")]
    currency: &'static str,
    /// The main wallet.
    #[schema(example = "1234.50")]
    main: String,
    /// Money in transit to or from games.
    in_transit: String,
    /// Money in transit to the bank.
    pending_withdrawal: String,
    /// The total, games included.
    total: String,
    coins: String,
    games: Vec<SideGame>,
}

/// The player's balance with a provider, by the ledger.
#[derive(Serialize, ToSchema)]
struct SideGame {
    code: String,
    amount: String,
}

impl From<WalletView> for SideWallet {
    fn from(view: WalletView) -> Self {
        let digits = Money::digits;
        let games = view.games.iter().map(|balance| SideGame {
            code: balance.game.to_string(),
            amount: digits(balance.amount),
        });
        Self {
            currency: view.currency.code(),
            main: digits(view.main),
            in_transit: digits(view.in_transit),
            pending_withdrawal: digits(view.withdrawal),
            total: digits(view.total),
            coins: view.coins.to_string(),
            games: games.collect(),
        }
    }
}

/// The panel of a player. The caller has recorded the access.
pub(super) async fn of(
    state: &AppState,
    staff: &Staff,
    player: WalletId,
) -> Result<PlayerSide, ApiError> {
    let wallet = wallet::find(&state.pool, player).await?;
    let decisions = waiting::waiting_of_player(state, player).await?;
    let decisions = decisions.into_iter().map(|decision| SideDecision {
        id: decision.id,
        kind: decision.kind,
        amount: decision.amount.map(|amount| amount.to_string()),
        currency: decision.currency,
        asked_at: decision.asked_at,
    });
    Ok(PlayerSide {
        player: Some(player.0),
        wallet: wallet.map(SideWallet::from),
        notes: Some(player_note::of_player(state, player).await?.into()),
        work: work::of_player(state, staff, player).await?,
        decisions: decisions.collect(),
        lines: statement::last_lines(state, player, LINES).await?,
    })
}
