//! The player's panel next to the chat: what the wallet holds and its latest movements.

use axum::extract::State;
use ledger::Money;
use projections::wallet::WalletView;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::inbox::named;
use super::player_notes::PlayerNotes;
use crate::api::caller::Reader;
use crate::api::player::statement::{self, Statement};
use crate::api::state::AppState;
use crate::backoffice::inbox::side;
use crate::backoffice::staff::player_note;
use crate::platform::error::ApiError;
use crate::platform::extract::{Json, Path};

/// Statement lines in the panel.
const LINES: i64 = 10;

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(get_conversation_side))
}

/// The panel next to a conversation.
#[derive(Serialize, ToSchema)]
struct ConversationSide {
    /// The player; null in a guest's conversation.
    player: Option<Uuid>,
    wallet: Option<SideWallet>,
    /// What staff has noted about the player; null in a guest's conversation.
    notes: Option<PlayerNotes>,
    /// The last lines of the statement, newest first.
    lines: Vec<Statement>,
}

/// The player's balances.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SideWallet {
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
        let games = view.games.iter().map(|it| SideGame {
            code: it.game.to_string(),
            amount: digits(it.amount),
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

/// Returns the player of a conversation: the wallet and the last statement lines. It is recorded as
/// access to the player's data, with the chat as the reason.
#[utoipa::path(get, path = "/conversations/{id}/side", tag = "support", security(("staff" = [])),
    params(("id" = Uuid, Path)), responses((status = 200, body = ConversationSide)))]
async fn get_conversation_side(
    State(state): State<AppState>,
    Reader(staff): Reader,
    Path(id): Path<Uuid>,
) -> Result<Json<ConversationSide>, ApiError> {
    let found = named(&state, id).await?;
    let Some(player) = side::look(&state, &staff, &found).await? else {
        return Ok(Json(ConversationSide {
            player: None,
            wallet: None,
            notes: None,
            lines: Vec::new(),
        }));
    };
    let wallet = side::wallet(&state, player).await?;
    Ok(Json(ConversationSide {
        player: Some(player.0),
        wallet: wallet.map(SideWallet::from),
        notes: Some(player_note::of_player(&state, player).await?.into()),
        lines: statement::last_lines(&state, player, LINES).await?,
    }))
}
