//! What every wallet is owed as the wallet view shows it, for the proof of the total.

use futures_util::TryStreamExt as _;
use ledger::proof::liability::Amounts;
use ledger::{Currency, Money, WalletId};
use sqlx::PgConnection;

use crate::projection::{ViewError, stored_currency, stored_money};

const BALANCE: &str = "wallet_balance";

/// What a wallet is owed.
#[derive(Debug, Clone, Copy)]
pub struct Balance {
    /// Whose it is.
    pub wallet_id: WalletId,
    /// Currency of the amounts.
    pub currency: Currency,
    /// In the smallest unit of the currency.
    pub amounts: Amounts,
}

/// Every wallet's amounts by its id, and the position up to which they are counted. To be read in a snapshot:
/// view and position belong together.
pub async fn balances(connection: &mut PgConnection) -> Result<(i64, Vec<Balance>), ViewError> {
    let position =
        sqlx::query_scalar!("select position from projection_checkpoint where view = 'wallet'")
            .fetch_one(&mut *connection)
            .await?;
    let mut rows = sqlx::query!(
        r#"select wallet_id, currency, main, in_transit, withdrawal,
                  coalesce(games.amount, 0) as "games!"
           from wallet_balance left join (
               select wallet_id, sum(amount) as amount from game_account group by wallet_id
           ) as games using (wallet_id)
           order by wallet_id"#
    )
    .fetch(connection);
    let mut balances = Vec::new();
    while let Some(row) = rows.try_next().await? {
        let currency = stored_currency(BALANCE, &row.currency)?;
        let minor = |amount| stored_money(BALANCE, amount, currency).map(Money::minor);
        balances.push(Balance {
            wallet_id: WalletId(row.wallet_id),
            currency,
            amounts: Amounts {
                main: minor(row.main)?,
                in_transit: minor(row.in_transit)?,
                withdrawal: minor(row.withdrawal)?,
                games: minor(row.games)?,
            },
        });
    }
    Ok((position, balances))
}
