//! A player's money when staff decide about it: the balances, the operations that have not ended, and
//! the lines with the same amount.

use chrono::{DateTime, Utc};
use ledger::WalletId;
use projections::replay::{self, StateWork};
use projections::wallet;
use rust_decimal::Decimal;
use serde::Serialize;
use utoipa::ToSchema;

use super::player_side::SideWallet;
use crate::api::player::statement::{self, Statement};
use crate::api::state::AppState;
use platform::error::ApiError;

/// How many lines with the same amount are shown.
const LINES: i64 = 10;

/// A player's money when staff decide about it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Situation {
    wallet: Option<SideWallet>,
    /// The operations that have not ended: their own decisions end them, and no correction.
    open: Vec<OpenOperation>,
    /// The newest lines with the same amount, whatever their direction; empty without an amount.
    same_amount: Vec<Statement>,
}

/// An operation of the player that has not ended.
#[derive(Serialize, ToSchema)]
struct OpenOperation {
    /// `slip`, `qr`, `gift`, `manual`, `withdrawal` or `transfer`.
    #[schema(example = "transfer")]
    kind: &'static str,
    id: String,
    /// `started`, `sent`, `unknown` or `referred`.
    #[schema(example = "unknown")]
    status: &'static str,
    /// In the wallet's currency; null while it is not known.
    amount: Option<String>,
    from: Option<String>,
    to: Option<String>,
    /// Until when a withdrawal is held.
    until: Option<DateTime<Utc>>,
}

impl OpenOperation {
    fn of(kind: &'static str, work: StateWork) -> Self {
        Self {
            kind,
            id: work.id,
            status: work.status,
            amount: work.amount,
            from: work.from,
            // A withdrawal's place is the id of a bank account, which says nothing to a person.
            to: work.to.filter(|_| kind == "transfer"),
            until: work.until,
        }
    }
}

/// The money of a player now. The caller has recorded the access.
pub(super) async fn of(
    state: &AppState,
    player: WalletId,
    amount: Option<Decimal>,
) -> Result<Situation, ApiError> {
    let held = state.ledger.load(player).await?;
    let now = replay::State::of(&held, state.clock.now());
    // A QR that nobody has paid moves no money.
    let qr = now.open_qr.into_iter().filter(|it| it.status == "referred");
    let open = [
        ("transfer", now.open_transfers),
        ("withdrawal", now.open_withdrawals),
        ("slip", now.open_slips),
        ("qr", qr.collect()),
        ("gift", now.open_gifts),
        ("manual", now.open_manual),
    ];
    let open = open
        .into_iter()
        .flat_map(|(kind, work)| work.into_iter().map(move |it| OpenOperation::of(kind, it)));
    let same_amount = match amount {
        Some(amount) => statement::lines_of_amount(state, player, amount, LINES).await?,
        None => Vec::new(),
    };
    Ok(Situation {
        wallet: wallet::find(&state.pool, player)
            .await?
            .map(SideWallet::from),
        open: open.collect(),
        same_amount,
    })
}
