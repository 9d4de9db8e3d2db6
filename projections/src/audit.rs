//! The audit: folds all events from scratch in memory and compares every view row by row.
//!
//! It also looks at the events themselves, with its own sums and not with the views' folds:
//! positions and sequences without a gap, the trial balance zero in each currency after every
//! event, and no bucket of a player below zero at any event. And it makes each decision about
//! rewards again, from the inputs in its event.

mod finding;
mod rewards;
mod stored;

use std::collections::BTreeMap;

use ledger::wallet::FreezeEvent;
use ledger::{Account, Currency, JournalKey, Money, RecordedEvent, WalletEvent, WalletId};
use rust_decimal::Decimal;
use sqlx::PgPool;

use crate::feed::{Feed, FeedError};
use crate::projection::{View, ViewError};
pub use crate::rows::Difference;

pub use finding::Finding;
use rewards::Rewards;
use stored::Checks;

/// Events read at once.
const BATCH_MAX: usize = 5_000;

/// The audit's coverage and findings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// Events that were folded.
    pub events: i64,
    /// Wallets that they belong to.
    pub wallets: usize,
    /// The comparisons, view by view.
    pub views: Vec<ViewReport>,
    /// The findings: the first bad event, the first bad decision about rewards of each wallet, and
    /// the first bad row of each view.
    pub findings: Vec<Finding>,
    /// The wallets whose void rows nobody has declared.
    pub voids: Vec<VoidRows>,
}

/// Rows of a wallet that nobody with the journal's key wrote, and that nobody has declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VoidRows {
    /// Id of the wallet.
    pub wallet_id: WalletId,
    /// How many there are.
    pub count: usize,
    /// Sequence of the last one.
    pub last: i64,
}

/// A view that was compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ViewReport {
    /// Name of the view.
    pub view: View,
    /// The position that it shows, and was compared at.
    pub position: i64,
    /// How many rows it should have.
    pub rows: usize,
}

impl Report {
    /// Whether nothing is wrong.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.findings.is_empty()
    }
}

/// Audits the journal and every view. Reads only; may run at any time.
pub async fn run(pool: &PgPool) -> Result<Report, ViewError> {
    run_with(pool, None, |_| {}).await
}

/// Like [`run`], with a report of how many events were folded so far. With the journal's key it
/// believes only events that carry its MAC.
pub async fn run_with(
    pool: &PgPool,
    key: Option<&JournalKey>,
    mut progress: impl FnMut(i64) + Send,
) -> Result<Report, ViewError> {
    let mut checks = stored::load(pool).await?;
    let mut books = Books::default();
    let mut rewards = Rewards::default();
    let feed = Feed::new(pool.clone(), key.cloned());
    let mut last = 0;
    loop {
        let events = match feed.after(last, BATCH_MAX).await {
            Ok(events) => events,
            Err(FeedError::Unavailable(error)) => return Err(error.into()),
            Err(error) => {
                books.note(Finding::Journal {
                    what: error.to_string(),
                });
                break;
            }
        };
        let Some(end) = events.last() else { break };
        last = end.position;
        for event in &events {
            books.look(event);
            rewards.look(event);
            checks.fold(event);
        }
        progress(last);
    }
    Ok(report(books, rewards, &checks, last))
}

fn report(books: Books, rewards: Rewards, checks: &Checks, last: i64) -> Report {
    let mut findings: Vec<Finding> = books.finding.into_iter().collect();
    findings.extend(rewards.findings);
    let views = checks.finish(last, &mut findings);
    Report {
        events: last,
        wallets: books.sequences.len(),
        views,
        findings,
        voids: books.voids.into_values().collect(),
    }
}

/// The audit's own sums over the events.
#[derive(Default)]
struct Books {
    sequences: BTreeMap<WalletId, i64>,
    sums: BTreeMap<Currency, Decimal>,
    buckets: BTreeMap<(WalletId, Account), Decimal>,
    /// The ledger writes balances with events from here on: none may be missing.
    has_main: bool,
    /// How many events of a wallet have moved its main wallet.
    movements: BTreeMap<WalletId, u64>,
    /// The void rows that nobody has declared yet.
    voids: BTreeMap<WalletId, VoidRows>,
    finding: Option<Finding>,
}

impl Books {
    /// Keeps the first finding, because later ones follow from it.
    fn note(&mut self, finding: Finding) {
        self.finding.get_or_insert(finding);
    }

    fn look(&mut self, event: &RecordedEvent) {
        let (position, wallet_id) = (event.position, event.wallet_id);
        let sequence = self.sequences.entry(wallet_id).or_default();
        let expected = *sequence + 1;
        *sequence = event.sequence;
        if event.sequence != expected {
            self.note(Finding::Sequence {
                position,
                wallet_id,
                expected,
                found: event.sequence,
            });
        }
        for posting in event.event.postings() {
            let amount = posting.amount.amount();
            *self.sums.entry(posting.amount.currency()).or_default() += amount;
            if posting.account.is_players() {
                let key = (wallet_id, posting.account.clone());
                *self.buckets.entry(key).or_default() += amount;
            }
        }
        // After all postings of the event: a bucket may be touched twice.
        for posting in event.event.postings() {
            self.look_at_sums(position, posting.amount.currency());
            let key = (wallet_id, posting.account.clone());
            if let Some(amount) = self.buckets.get(&key).copied()
                && amount < Decimal::ZERO
            {
                self.note(Finding::Negative {
                    position,
                    wallet_id,
                    account: key.1,
                    amount,
                });
            }
        }
        self.look_at_voids(event);
        // A void event has a place, and notes nothing.
        if event.event != WalletEvent::Void {
            self.look_at_main(event);
        }
    }

    /// A declaration ends all void rows up to the last one, as in the wallet.
    fn look_at_voids(&mut self, event: &RecordedEvent) {
        let wallet_id = event.wallet_id;
        if event.event == WalletEvent::Void {
            let rows = self.voids.entry(wallet_id).or_insert(VoidRows {
                wallet_id,
                count: 0,
                last: 0,
            });
            rows.count += 1;
            rows.last = event.sequence;
        } else if let WalletEvent::Freeze(FreezeEvent::VoidDeclared { last, .. }) = &event.event
            && self
                .voids
                .get(&wallet_id)
                .is_some_and(|rows| rows.last == *last)
        {
            self.voids.remove(&wallet_id);
        }
    }

    /// A player's receipt shows the balance in the metadata: it must be the events' sum.
    fn look_at_main(&mut self, event: &RecordedEvent) {
        let key = (event.wallet_id, Account::Main);
        let expected = self.buckets.get(&key).copied().unwrap_or_default();
        let found = event.metadata.main;
        self.has_main |= found.is_some();
        if self.has_main && found.map(Money::amount) != Some(expected) {
            self.note(Finding::Main {
                position: event.position,
                wallet_id: event.wallet_id,
                expected,
                found,
            });
        }
        let main = event.event.postings().iter();
        let moved: Decimal = main
            .filter(|posting| posting.account == Account::Main)
            .map(|posting| posting.amount.amount())
            .sum();
        let movements = self.movements.entry(event.wallet_id).or_default();
        *movements += u64::from(!moved.is_zero());
        let expected = *movements;
        if event
            .metadata
            .movements
            .is_some_and(|recorded| recorded != expected)
        {
            self.note(Finding::Movement {
                position: event.position,
                wallet_id: event.wallet_id,
                expected,
            });
        }
    }

    fn look_at_sums(&mut self, position: i64, currency: Currency) {
        let sum = self.sums.get(&currency).copied().unwrap_or_default();
        if !sum.is_zero() {
            self.note(Finding::TrialBalance {
                position,
                currency,
                sum,
            });
        }
    }
}
