//! Players' balances with a provider, compared with the movements and the play.
//!
//! Balances are cheap: one question covers a hundred players. Play costs one question per player.
//! So all balances are read, but the play only of those players whose account moved around the
//! window or whose balance differs from the ledger. The others are unchanged since the last
//! comparison.

use std::collections::HashSet;
use std::time::Duration;

use futures_util::{StreamExt, TryStreamExt, stream};
use ledger::WalletId;
use projections::statement::{self, GameAccount, GameFlow};
use rust_decimal::Decimal;

use super::books::LedgerSide;
use super::compare::gap;
use super::records::{PARALLEL, outside};
use super::{Difference, DifferenceKind, ReconcileError, SourceReport};
use platform::config::Provider;
use providers::game::{BALANCES_MAX, Game, GameError, Play};

/// How many accounts are read at a time: enough for all parallel questions.
const PAGE: i64 = 800;

/// How often a balance that does not match is checked before it is reported.
const LOOKS: usize = 4;

/// The pause between two checks; play and transfers in progress end within it.
const LOOK_AGAIN: Duration = Duration::from_millis(700);

/// Compares every player's balance; `moved` are the wallets that moved money with the provider.
pub(super) async fn compare(
    books: &LedgerSide<'_>,
    provider: &Provider,
    client: &Game<'_>,
    moved: HashSet<WalletId>,
    report: &mut SourceReport,
) -> Result<(), ReconcileError> {
    let mut doubtful = in_doubt(books, provider, client, moved, report).await?;
    for look in 1..=LOOKS {
        let mut found = Vec::new();
        for wallets in doubtful.chunks(BALANCES_MAX) {
            let flows = statement::game_flows(&books.state.pool, &provider.code, wallets).await?;
            if look == 1 {
                report.open += flows.iter().filter(|flow| flow.open > 0).count();
            }
            let settled = flows.into_iter().filter(|flow| flow.open == 0).collect();
            found.extend(unexplained(client, settled).await?);
        }
        if look == LOOKS {
            report
                .differences
                .extend(found.into_iter().map(|(_, difference)| difference));
            break;
        }
        if found.is_empty() {
            break;
        }
        doubtful = found.into_iter().map(|(wallet_id, _)| wallet_id).collect();
        tokio::time::sleep(LOOK_AGAIN).await;
    }
    Ok(())
}

/// The players whose play must be read.
async fn in_doubt(
    books: &LedgerSide<'_>,
    provider: &Provider,
    client: &Game<'_>,
    moved: HashSet<WalletId>,
    report: &mut SourceReport,
) -> Result<Vec<WalletId>, ReconcileError> {
    let since = books.window.with_margin().0;
    let mut doubtful = Vec::new();
    let mut after = None;
    loop {
        let pool = &books.state.pool;
        let accounts = statement::game_accounts(pool, &provider.code, after, PAGE).await?;
        let Some(last) = accounts.last() else {
            return Ok(doubtful);
        };
        after = Some(last.wallet_id);
        report.compared += accounts.len();
        let (active, resting): (Vec<_>, Vec<_>) = accounts.into_iter().partition(|account| {
            moved.contains(&account.wallet_id) || account.observed_at.is_some_and(|at| at >= since)
        });
        doubtful.extend(active.into_iter().map(|account| account.wallet_id));
        let questions: Vec<Vec<GameAccount>> =
            resting.chunks(BALANCES_MAX).map(<[_]>::to_vec).collect();
        let questions = questions
            .into_iter()
            .map(|accounts| unlike_our_books(client, accounts));
        let unlike: Vec<Vec<WalletId>> = stream::iter(questions)
            .buffer_unordered(PARALLEL)
            .try_collect()
            .await?;
        doubtful.extend(unlike.into_iter().flatten());
    }
}

/// The players whose balance differs from the ledger.
async fn unlike_our_books(
    client: &Game<'_>,
    accounts: Vec<GameAccount>,
) -> Result<Vec<WalletId>, ReconcileError> {
    let names: Vec<String> = accounts
        .iter()
        .map(|account| account.username.clone())
        .collect();
    let held = held(client, &names).await?;
    let unlike = accounts
        .iter()
        .zip(held)
        .filter(|(account, held)| *held != Some(account.amount));
    Ok(unlike.map(|(account, _)| account.wallet_id).collect())
}

/// The players whose balance does not match the movements and the play.
async fn unexplained(
    client: &Game<'_>,
    flows: Vec<GameFlow>,
) -> Result<Vec<(WalletId, Difference)>, ReconcileError> {
    if flows.is_empty() {
        return Ok(Vec::new());
    }
    let names: Vec<String> = flows.iter().map(|flow| flow.username.clone()).collect();
    let held = held(client, &names).await?;
    let questions = flows.into_iter().zip(held).map(|(flow, held)| async move {
        let explained = explained(client, &flow).await?;
        Ok((held != Some(explained)).then(|| (flow.wallet_id, difference(&flow, explained, held))))
    });
    stream::iter(questions)
        .buffered(PARALLEL)
        .try_filter_map(|found| async move { Ok(found) })
        .try_collect()
        .await
}

fn difference(flow: &GameFlow, explained: Decimal, held: Option<Decimal>) -> Difference {
    Difference {
        kind: DifferenceKind::Balance,
        subject: flow.username.clone(),
        ours: Some(explained.normalize().to_string()),
        theirs: held.map(|held| held.normalize().to_string()),
        player: Some(flow.wallet_id),
        gap: gap(explained, held.unwrap_or_default()),
        currency: None,
        at: None,
    }
}

/// The provider's balance of each of these players, in wallet units; `None` for an unknown player.
async fn held(client: &Game<'_>, names: &[String]) -> Result<Vec<Option<Decimal>>, ReconcileError> {
    let held = client.balances(names).await;
    held.map_err(|error| outside("balances", &error))
}

/// The balance that follows from the ledger and the provider's record of the play, in wallet units.
async fn explained(client: &Game<'_>, flow: &GameFlow) -> Result<Decimal, ReconcileError> {
    let moved = flow.net_in;
    match client.play(&flow.username, (None, None)).await {
        Ok(Play { win_loss, .. }) => win_loss.checked_add(moved).ok_or_else(|| {
            ReconcileError::Outside(format!("summary: {win_loss} beyond the books"))
        }),
        Err(GameError::Refused(refusal)) if refusal.code.ends_with("_NOT_FOUND") => Ok(moved),
        Err(error) => Err(outside("summary", &error)),
    }
}
