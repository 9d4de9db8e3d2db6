//! A stricter limit on deposits for a player: one person, at once. Staff never loosens one.

use ledger::wallet::LimitPeriod;
use ledger::{Money, StaffId, WalletCommand, WalletId};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::plan::{Decided, Planned};
use super::pseudonym;
use super::refusal::Refusal;
use crate::platform::core::Core;
use crate::platform::error::Code;

/// The kind of the subject of such a limit.
pub(crate) const LIMIT: &str = "limit";

/// The calendar period of a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(crate) enum Period {
    Day,
    Week,
    Month,
}

impl From<Period> for LimitPeriod {
    fn from(period: Period) -> Self {
        match period {
            Period::Day => Self::Day,
            Period::Week => Self::Week,
            Period::Month => Self::Month,
        }
    }
}

pub(super) async fn plan(
    state: &Core,
    wallet_id: WalletId,
    (period, limit): (Period, &str),
    decided: &Decided,
) -> Result<Planned, Refusal> {
    let wallet = state.ledger.load(wallet_id).await?;
    let unopened = Refusal::no(Code::NoData, "no such player, or no wallet");
    let currency = wallet.currency().ok_or(unopened)?;
    let limit = Money::parse(limit, currency)
        .map_err(|_| Refusal::no(Code::InvalidAmount, "no amount of the wallet's currency"))?;
    let command = WalletCommand::TightenDepositLimit {
        period: period.into(),
        limit,
        by: StaffId(pseudonym::of(decided.id, decided.by.0)),
    };
    Ok(Planned::new(wallet_id, None, command))
}

/// Whether an event has set this limit.
pub(crate) fn is_set_by(fields: &Value, period: Period, limit: &str) -> bool {
    let amount = |text: &str| text.parse::<Decimal>().ok();
    let set = fields["limit"]["amount"].as_str().and_then(amount);
    fields["period"] == json!(period) && set.is_some() && set == amount(limit)
}
