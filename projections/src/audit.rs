//! The audit: folds all events from scratch in memory and compares every view row by row.
//!
//! It goes through the wallets group by group, so that its memory is bounded by the size of a group
//! and not of the journal. The rows of a group are read in one snapshot, and then its events. What
//! belongs to no single wallet is folded through all groups and compared at the end; that each
//! position of the journal was read is counted.
//!
//! It also looks at the events themselves, with its own sums and not with the views' folds:
//! positions and sequences without a gap, the trial balance zero in each currency after every
//! event, and no bucket of a player below zero at any event. And it makes each decision about
//! rewards again, from the inputs in its event.

mod books;
mod finding;
mod groups;
mod positions;
mod rewards;
mod stored;

use std::collections::BTreeMap;

use ledger::journal::{CheckedEvent, StreamPlace, head, read_streams};
use ledger::{JournalKey, WalletId};
use sqlx::PgPool;

use crate::projection::{View, ViewError};
pub use crate::rows::Difference;

use books::Books;
pub use finding::Finding;
use finding::Findings;
use positions::Positions;
use rewards::Rewards;
use stored::{Group, House};

/// Events read at once.
const BATCH_MAX: i64 = 5_000;
/// Events of a group of wallets, unless a single wallet has more.
const GROUP_MAX: i64 = 50_000;

/// The audit's coverage and findings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// Events that were read.
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
    /// The position that it shows, and was compared at; the first one if it moved meanwhile.
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

/// How to audit.
#[derive(Debug, Clone, Copy)]
pub struct AuditOptions<'a> {
    /// The journal's key: with it, only events are believed that carry its MAC.
    pub key: Option<&'a JournalKey>,
    /// How many events a group of wallets has, unless a single wallet has more. The memory that
    /// the audit needs grows with it.
    pub group_max: i64,
}

impl<'a> AuditOptions<'a> {
    /// With groups of the usual size.
    #[must_use]
    pub fn with_key(key: Option<&'a JournalKey>) -> Self {
        Self {
            key,
            group_max: GROUP_MAX,
        }
    }
}

impl Default for AuditOptions<'_> {
    fn default() -> Self {
        Self::with_key(None)
    }
}

/// Audits the journal and every view. Reads only; may run at any time. `progress` hears how many
/// events were read so far.
pub async fn run(
    pool: &PgPool,
    options: AuditOptions<'_>,
    mut progress: impl FnMut(i64) + Send,
) -> Result<Report, ViewError> {
    let end = head(pool).await?;
    let mut audit = Audit {
        house: House::load(pool).await?,
        books: Books::default(),
        rewards: Rewards::default(),
        positions: Positions::up_to(end),
        views: BTreeMap::new(),
        findings: Findings::default(),
        events: 0,
    };
    for wallets in groups::plan(pool, options.group_max).await? {
        let group = Box::pin(Group::load(pool, wallets)).await?;
        audit.read(pool, options.key, group, &mut progress).await?;
    }
    Ok(audit.finish())
}

/// The state between two groups.
struct Audit {
    house: House,
    books: Books,
    rewards: Rewards,
    positions: Positions,
    views: BTreeMap<View, ViewReport>,
    findings: Findings,
    events: i64,
}

impl Audit {
    /// Reads the events of a group and compares its rows. A damaged event leads to other rows than
    /// the views', so its group is not compared, and neither is the house.
    async fn read(
        &mut self,
        pool: &PgPool,
        key: Option<&JournalKey>,
        mut group: Box<Group>,
        progress: &mut (impl FnMut(i64) + Send),
    ) -> Result<(), ViewError> {
        let last = WalletId(group.wallets.last);
        let mut after = StreamPlace {
            wallet_id: WalletId(group.wallets.first),
            sequence: i64::MIN,
        };
        loop {
            let events = read_streams(pool, key, after, last, BATCH_MAX).await?;
            let Some(end) = events.last() else { break };
            after = end.place;
            for event in &events {
                self.look(&mut group, event);
            }
            progress(self.events);
        }
        self.books.end_group();
        self.rewards.end_group();
        let is_whole = group.damaged.is_none();
        self.house.end_group(is_whole);
        if is_whole {
            group.finish(&mut self.views, &mut self.findings);
        }
        Ok(())
    }

    fn look(&mut self, group: &mut Group, checked: &CheckedEvent) {
        let (position, wallet_id) = (checked.position, checked.place.wallet_id);
        // Else it was committed after the group's rows were read.
        if position > group.head {
            return;
        }
        self.events += 1;
        if !self.positions.note(position) {
            let what = "another event has its position".to_owned();
            self.findings.note(Finding::Journal { position, what });
        }
        match &checked.event {
            // What follows in its stream would only repeat that one event is missing.
            _ if group.damaged == Some(wallet_id) => {}
            Ok(event) => {
                self.books.look(event);
                self.rewards.look(event);
                self.house.fold(event);
                group.fold(event);
            }
            Err(error) => {
                group.damaged = Some(wallet_id);
                let what = error.to_string();
                self.findings.note(Finding::Journal { position, what });
            }
        }
    }

    fn finish(mut self) -> Report {
        if let Some(position) = self.positions.first_missing() {
            self.findings.note(Finding::Journal {
                position,
                what: "it is missing".to_owned(),
            });
        }
        let mut findings = self.findings;
        self.house.finish(&mut self.views, &mut findings);
        let first = self.books.finding.into_iter();
        let mut all: Vec<Finding> = first.chain(self.rewards.findings).collect();
        all.extend(findings.0);
        Report {
            events: self.events,
            wallets: self.books.wallets,
            views: self.views.into_values().collect(),
            findings: all,
            voids: self.books.voids,
        }
    }
}
