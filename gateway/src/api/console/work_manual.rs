//! One announced deposit, with the receipts of our accounts that may be its payment.

use axum::extract::State;
use chrono::{DateTime, Utc};
use gateway_macros::route;
use projections::{View, open_work};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::accounts::ReceivingAccount;
use super::payment_credit::PaymentCredit;
use super::work::{Names, WorkItem, WorkPlayer, names, of_manual};
use super::work_item::shown;
use crate::api::caller::Reader;
use crate::api::state::AppState;
use backoffice::review::receipt_match::{self, AccountReading, ReceiptMatch};
use platform::error::{ApiError, Code};
use platform::extract::{AfterPosition, Json, Path};

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(get_announced_deposit))
}

/// An announced deposit, as staff review it.
#[derive(Serialize, ToSchema)]
struct AnnouncedDeposit {
    item: WorkItem,
    /// The receipts of three days before and after the announcement, those of its amount first,
    /// then those closest to it; at most 50 of each account.
    receipts: Vec<BankReceipt>,
    /// Our accounts of its currency, and whether the bank listed their receipts.
    accounts: Vec<AccountReceipts>,
}

/// A payment that the bank has received on one of our accounts.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct BankReceipt {
    /// The id of our account that received it.
    #[schema(example = "scb-1")]
    deposit_account: String,
    /// The bank's reference.
    #[schema(example = "015073144041ATF00999")]
    reference: String,
    #[schema(example = "500.00")]
    amount: String,
    #[schema(example = "THB")]
    currency: &'static str,
    transferred_at: DateTime<Utc>,
    /// The three-digit code of the sender's bank.
    #[schema(example = "014")]
    sending_bank: String,
    /// The sender's name, if the bank gives it.
    sender_name: Option<String>,
    /// The sender's account number, if the bank gives it.
    sender_account: Option<String>,
    /// Whether its amount is the announced one; another amount is another payment.
    is_same_amount: bool,
    /// The credit that has used it; null while it may still be credited.
    credit: Option<PaymentCredit>,
    /// The slip of the same payment that is not decided yet: it is credited by the slip's decision.
    slip: Option<ReceiptSlip>,
}

/// A slip that is not decided yet.
#[derive(Serialize, ToSchema)]
struct ReceiptSlip {
    id: Uuid,
    player: WorkPlayer,
}

/// How the receipts of one account were read.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AccountReceipts {
    account: ReceivingAccount,
    /// `READ`, or `UNREACHABLE` if the bank could not be asked.
    #[schema(example = "READ")]
    state: &'static str,
    /// Whether all receipts of the period are listed.
    is_complete: bool,
}

fn receipt_shown(names: &Names, receipt: ReceiptMatch) -> BankReceipt {
    BankReceipt {
        deposit_account: receipt.account_id,
        reference: receipt.reference,
        amount: receipt.amount.digits(),
        currency: receipt.amount.currency().code(),
        transferred_at: receipt.at,
        sending_bank: receipt.sending_bank,
        sender_name: receipt.sender_name,
        sender_account: receipt.sender_account,
        is_same_amount: receipt.is_same_amount,
        credit: receipt
            .credit
            .map(|credit| PaymentCredit::new(names, credit)),
        slip: receipt.slip.map(|slip| ReceiptSlip {
            id: slip.id,
            player: WorkPlayer::named(names, slip.wallet_id),
        }),
    }
}

fn reading_shown(state: &AppState, reading: &AccountReading) -> Option<AccountReceipts> {
    let account = state.config.deposit_account(&reading.account_id)?;
    Some(AccountReceipts {
        account: account.into(),
        state: if reading.is_read {
            "READ"
        } else {
            "UNREACHABLE"
        },
        is_complete: reading.is_complete,
    })
}

/// Returns an announced deposit that waits for staff, with the receipts of our accounts that may be
/// its payment. The bank is asked now.
#[route(get, path = "/work/manual/{id}", tag = "support", security(("staff" = [])),
    params(("id" = Uuid, Path)), responses((status = 200, body = AnnouncedDeposit)))]
async fn get_announced_deposit(
    State(state): State<AppState>,
    Reader(staff): Reader,
    after: AfterPosition,
    Path(id): Path<Uuid>,
) -> Result<Json<AnnouncedDeposit>, ApiError> {
    state.show(View::OpenWork, after).await?;
    let deposit = open_work::waiting_manual_deposit(&state.pool, id).await?;
    let deposit = deposit.ok_or(Code::NoData)?;
    let found = receipt_match::find_matches(&state, &deposit).await?;
    let receipts = found.receipts.iter();
    let players = receipts.flat_map(|receipt| {
        let credited = receipt.credit.map(|credit| credit.wallet_id);
        credited
            .into_iter()
            .chain(receipt.slip.map(|slip| slip.wallet_id))
    });
    let players: Vec<Uuid> = players.collect();
    let names = names(&state.pool, &players).await?;
    let receipts = found.receipts.into_iter();
    let receipts = receipts.map(|receipt| receipt_shown(&names, receipt));
    let readings = found.accounts.iter();
    Ok(Json(AnnouncedDeposit {
        receipts: receipts.collect(),
        accounts: readings
            .filter_map(|reading| reading_shown(&state, reading))
            .collect(),
        item: shown(&state, &staff, of_manual(&deposit)).await?,
    }))
}
