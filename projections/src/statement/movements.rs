//! Movements of all wallets, for comparing our books with the outside's own records.

use chrono::{DateTime, Utc};
use ledger::{GameCode, Money, WalletId};
use rust_decimal::Decimal;
use sqlx::PgPool;
use uuid::Uuid;

use crate::projection::{ViewError, stored_currency, stored_money, stored_word};

use super::{DepositMethod, LINE, StatementType, Status};

/// One operation of one wallet; a return of its money is not one of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Movement {
    /// Whose.
    pub wallet_id: WalletId,
    /// The slip, order, transfer or withdrawal.
    pub operation_id: Uuid,
    /// How far it is.
    pub status: Status,
    /// As in the statement.
    pub from: String,
    /// As in the statement.
    pub to: String,
    /// How much; above zero.
    pub amount: Money,
    /// When the money moved; while nothing has moved, when it was asked for.
    pub at: DateTime<Utc>,
    /// The outside's own reference.
    pub reference: Option<String>,
    /// Id of the operator's account that received a deposit.
    pub deposit_account: Option<String>,
    /// By which way a deposit came in.
    pub method: Option<DepositMethod>,
}

/// All operations of a type that stand within a time (`from` included, `to` not).
pub async fn movements(
    pool: &PgPool,
    kind: StatementType,
    (from, to): (DateTime<Utc>, DateTime<Utc>),
) -> Result<Vec<Movement>, ViewError> {
    let rows = sqlx::query!(
        "select wallet_id, operation_id, status, from_place, to_place, currency, amount,
                created_at, reference, deposit_account, method
         from statement_line
         where kind = $1 and not is_return and created_at >= $2 and created_at < $3",
        kind.as_str(),
        from,
        to
    )
    .fetch_all(pool)
    .await?;
    let movements = rows.into_iter().map(|row| {
        let currency = stored_currency(LINE, &row.currency)?;
        Ok(Movement {
            wallet_id: WalletId(row.wallet_id),
            operation_id: row.operation_id,
            status: stored_word(LINE, &row.status, Status::parse)?,
            from: row.from_place,
            to: row.to_place,
            amount: stored_money(LINE, row.amount, currency)?,
            at: row.created_at,
            reference: row.reference,
            deposit_account: row.deposit_account,
            method: match &row.method {
                Some(word) => Some(stored_word(LINE, word, DepositMethod::parse)?),
                None => None,
            },
        })
    });
    movements.collect()
}

/// A player's account with a provider, and what was moved into it since it exists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameFlow {
    /// Whose.
    pub wallet_id: WalletId,
    /// The player's name there.
    pub username: String,
    /// Moved in minus moved out, in wallet units; below zero for one who won.
    pub net_in: Decimal,
    /// Transfers with the provider that have not ended.
    pub open: i64,
}

struct FlowRow {
    wallet_id: Uuid,
    username: String,
    put_in: Decimal,
    taken_out: Decimal,
    open: i64,
}

/// What went into each account with a provider, all of them or one wallet's.
pub async fn game_flows(
    pool: &PgPool,
    game: &GameCode,
    wallet_id: Option<WalletId>,
) -> Result<Vec<GameFlow>, ViewError> {
    let rows = sqlx::query_as!(
        FlowRow,
        r#"select account.wallet_id, account.username,
                  coalesce(sum(line.amount) filter (
                      where line.status = 'SUCCESS' and line.to_place = $1), 0) as "put_in!",
                  coalesce(sum(line.amount) filter (
                      where line.status = 'SUCCESS' and line.from_place = $1), 0) as "taken_out!",
                  count(*) filter (where line.status = 'PENDING') as "open!"
           from game_account account
           left join statement_line line
             on line.wallet_id = account.wallet_id and line.kind = 'transfer'
            and not line.is_return and $1 in (line.from_place, line.to_place)
           where account.game = $1 and ($2::uuid is null or account.wallet_id = $2)
           group by account.wallet_id, account.username
           order by account.username"#,
        game.as_str(),
        wallet_id.map(|id| id.0)
    )
    .fetch_all(pool)
    .await?;
    let flow = |row: FlowRow| GameFlow {
        wallet_id: WalletId(row.wallet_id),
        username: row.username,
        net_in: row.put_in - row.taken_out,
        open: row.open,
    };
    Ok(rows.into_iter().map(flow).collect())
}
