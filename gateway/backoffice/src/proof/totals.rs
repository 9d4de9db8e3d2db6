//! Adds up what all players are owed, and states it in the house's stream, from where witnesses see it.
//!
//! A tree is stored before its root is stated. A death between the two leaves a tree that the next one deletes;
//! of two gateways that come at once the second finds the statement made.

use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use ledger::journal::{self, Digest};
use ledger::proof::liability::{Amounts, LiabilityError, Owed, SumTree};
use ledger::proof::liability_store as store;
use ledger::wallet::{HOUSE, HouseEvent, LiabilityTotal};
use ledger::{Currency, Idempotency, LedgerError, RecordedEvent, WalletCommand, WalletEvent};
use projections::ViewError;
use rust_decimal::Decimal;
use sha2::{Digest as _, Sha256};
use sqlx::Connection;

use super::sealer::Sealing;
use platform::core::Core;
use platform::database::within;

/// A total takes longer only on a dead connection.
const TAKES_MAX: Duration = Duration::from_mins(10);

/// How many totals players can be shown to be in: a new one is not under a checkpoint at once.
pub(super) const KEPT: i64 = 2;

/// Why there is no total.
#[derive(Debug, thiserror::Error)]
pub enum TotalError {
    /// The journal failed, or refuses the statement.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// The journal cannot be read.
    #[error(transparent)]
    Journal(#[from] journal::JournalError),
    /// The view cannot be read.
    #[error(transparent)]
    View(#[from] ViewError),
    /// There is no tree.
    #[error(transparent)]
    Tree(#[from] LiabilityError),
    /// The database failed.
    #[error(transparent)]
    Database(#[from] sqlx::Error),
    /// A wallet of the view has no event: the view is not the journal's.
    #[error("wallet {0} has no event at position {1}")]
    NoEvent(ledger::WalletId, i64),
}

/// States totals until the gateway stops, where the operator publishes them.
pub(super) fn start(core: &Core, sealing: &Arc<Sealing>) {
    if core.config.proof.is_on && core.config.proof.total_every_minutes > 0 {
        let (state, sealing) = (core.clone(), Arc::clone(sealing));
        core.spawn(async move { run(&state, &sealing).await });
    }
}

async fn run(core: &Core, sealing: &Sealing) {
    // The failure that was logged last: each is logged once and not with every look.
    let mut trouble = None;
    loop {
        tokio::time::sleep(core.config.paces.total).await;
        let outcome = within(TAKES_MAX, state_if_due(core)).await;
        let failed = outcome.err().map(|error: TotalError| error.to_string());
        sealing.note_total(failed.is_some());
        if failed != trouble
            && let Some(error) = &failed
        {
            tracing::error!(error, "no total of what players are owed");
        }
        trouble = failed;
    }
}

/// States the total of this hour, unless there is one.
async fn state_if_due(core: &Core) -> Result<(), TotalError> {
    let seconds = i64::from(core.config.proof.total_every_minutes) * 60;
    let hour = core.clock.now().timestamp().div_euclid(seconds);
    let last = totals(core).await?.into_iter().next();
    let is_due = last.is_none_or(|last| last.at.timestamp().div_euclid(seconds) < hour);
    if is_due {
        state_total(core, &format!("total {hour}")).await?;
    }
    Ok(())
}

/// A statement of what players are owed.
pub(super) struct Total {
    pub(super) at: DateTime<Utc>,
    /// Where the statement is in the journal.
    pub(super) stated_at: i64,
    pub(super) trees: Vec<LiabilityTotal>,
}

impl Total {
    fn of(recorded: RecordedEvent) -> Option<Self> {
        let stated_at = recorded.position;
        match recorded.event {
            WalletEvent::House(HouseEvent::LiabilitiesTotalled { at, trees, .. }) => Some(Self {
                at,
                stated_at,
                trees,
            }),
            _ => None,
        }
    }

    /// The roots of its trees.
    fn roots(&self) -> impl Iterator<Item = Digest> {
        let roots = self.trees.iter().map(|tree| root_of(&tree.root));
        roots.flatten()
    }
}

pub(super) fn root_of(text: &str) -> Option<Digest> {
    let mut root = Digest::default();
    hex::decode_to_slice(text, &mut root).ok().map(|()| root)
}

/// The last totals that were stated, the newest first.
pub(super) async fn totals(core: &Core) -> Result<Vec<Total>, journal::JournalError> {
    let last = journal::last_of_house(&core.pool, core.ledger.journal_key(), KEPT).await?;
    Ok(last.into_iter().filter_map(Total::of).collect())
}

/// Counts, stores the trees and states the total. Does nothing under a key that has stated one, while there is
/// no player, and while the view is far behind the journal.
pub async fn state_total(core: &Core, key: &str) -> Result<(), TotalError> {
    let Some((position, owed)) = count(core).await? else {
        return Ok(());
    };
    let building = tokio::task::spawn_blocking(move || {
        let trees = owed.into_iter().map(|(currency, owed)| {
            let tree = SumTree::build(&owed)?;
            Ok((total_of(currency, &tree, &owed)?, tree, owed))
        });
        trees.collect::<Result<Vec<_>, LiabilityError>>()
    });
    let trees = building.await.expect("counting does not panic")?;
    let mut transaction = core.pool.begin().await?;
    for (_, tree, owed) in &trees {
        store::keep(&mut transaction, tree, owed).await?;
    }
    transaction.commit().await?;
    let at = core.clock.now();
    let trees = trees.into_iter().map(|(total, ..)| total).collect();
    let event = HouseEvent::LiabilitiesTotalled {
        at,
        position,
        trees,
    };
    let mut context = core.process_context("totals", key.to_owned());
    context.metadata.settings = None;
    context.idempotency = Some(Idempotency {
        key: key.to_owned(),
        fingerprint: Sha256::digest(key).into(),
    });
    let stated = core
        .ledger
        .execute(HOUSE, WalletCommand::House(event), context)
        .await;
    // Where the answer is lost, the total may have been stated: its trees stay until the next one.
    stated?;
    let kept: Vec<Digest> = totals(core).await?.iter().flat_map(Total::roots).collect();
    store::forget_others(&mut *core.pool.acquire().await?, &kept).await?;
    Ok(())
}

type Counted = (i64, Vec<(Currency, Vec<Owed>)>);

/// What every wallet is owed, by currency and wallet, and at which position.
async fn count(core: &Core) -> Result<Option<Counted>, TotalError> {
    let mut connection = core.pool.acquire().await?;
    let mut snapshot = connection
        .begin_with("begin isolation level repeatable read read only")
        .await?;
    let (position, balances) = projections::liability::balances(&mut snapshot).await?;
    let Some(ends) = journal::ends_at(&mut snapshot, position).await? else {
        return Ok(None);
    };
    let mut owed = Currency::ALL.map(|currency| (currency, Vec::new()));
    for balance in balances {
        let wallet_id = balance.wallet_id;
        let end = ends.get(&wallet_id);
        let end = end.ok_or(TotalError::NoEvent(wallet_id, position))?;
        let of_currency = owed.iter_mut().find(|(it, _)| *it == balance.currency);
        let (_, owed) = of_currency.expect("these are all currencies");
        owed.push(Owed {
            wallet_id,
            sequence: end.sequence,
            stream_hash: end.stream_hash,
            amounts: balance.amounts,
        });
    }
    let mut owed = owed.to_vec();
    owed.retain(|(_, owed)| !owed.is_empty());
    owed.sort_by_key(|(currency, _)| currency.code());
    Ok((!owed.is_empty()).then_some((position, owed)))
}

fn total_of(
    currency: Currency,
    tree: &SumTree,
    owed: &[Owed],
) -> Result<LiabilityTotal, LiabilityError> {
    let mut sums = Amounts::default();
    for owed in owed {
        sums = sums.plus(&owed.amounts)?;
    }
    let written = |minor| Decimal::new(minor, currency.decimals());
    Ok(LiabilityTotal {
        currency,
        leaves: tree.len() as u64,
        root: hex::encode(tree.root.hash),
        total: written(tree.root.sum),
        main: written(sums.main),
        in_transit: written(sums.in_transit),
        withdrawal: written(sums.withdrawal),
        games: written(sums.games),
    })
}
