//! The house's bank accounts, for staff who must say which one received a payment.

use axum::extract::State;
use gateway_macros::route;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::caller::Agent;
use crate::api::state::AppState;
use platform::config::DepositAccount;
use platform::extract::Json;

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(list_deposit_accounts))
}

/// A house bank account that players pay into.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ReceivingAccount {
    /// The id that decisions use.
    #[schema(example = "scb-1")]
    id: String,
    #[schema(example = "SCB")]
    bank_code: String,
    holder: String,
    /// Digits only.
    account_no: String,
    #[schema(example = "THB")]
    currency: &'static str,
    /// Whether it is held at a payment service, so that only its QR orders credit money.
    is_payment_service: bool,
}

impl From<&DepositAccount> for ReceivingAccount {
    fn from(account: &DepositAccount) -> Self {
        Self {
            id: account.id.clone(),
            bank_code: account.bank_code.clone(),
            holder: account.account_name.th.clone(),
            account_no: account.account_no.clone(),
            currency: account.currency.code(),
            is_payment_service: account.bank_type.is_some(),
        }
    }
}

/// All accounts, in the order of the configuration.
#[derive(Serialize, ToSchema)]
struct ReceivingAccounts {
    accounts: Vec<ReceivingAccount>,
}

/// Lists the house's bank accounts that players pay into.
#[route(get, path = "/deposit-accounts", tag = "support", security(("staff" = [])),
    responses((status = 200, body = ReceivingAccounts)))]
async fn list_deposit_accounts(State(state): State<AppState>, _: Agent) -> Json<ReceivingAccounts> {
    let accounts = state.config.deposit_accounts.iter();
    Json(ReceivingAccounts {
        accounts: accounts.map(ReceivingAccount::from).collect(),
    })
}
