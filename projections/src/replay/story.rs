//! The queries of a replay.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use ledger::journal::{
    Digest, Fold, JournalError, StoryEvent, read_single, read_stretch, recorded_at,
};
use ledger::{Account, JournalKey, Metadata, Money, Wallet, WalletEvent, WalletId};
use rust_decimal::Decimal;
use sqlx::PgPool;
use uuid::Uuid;

use super::diff::{Change, difference};
use super::flow::{Bound, Point, first_crossing, thin_out};
use super::index::{Chunk, Entry, Replay, ReplayError};
use super::sums::Sums;
use super::why::Why;
use super::{STRIDE, State, Summary};

/// An event of the timeline.
#[derive(Debug, Clone)]
pub struct TimelineEvent {
    /// The event, as stored.
    pub stored: StoryEvent,
    /// Who, when and on which request.
    pub metadata: Metadata,
    /// The content of the line.
    pub summary: Summary,
    /// The main wallet right after it.
    pub main: Option<Money>,
}

/// A page of the timeline.
#[derive(Debug, Clone)]
pub struct Page {
    /// Events on all pages.
    pub total: i64,
    /// The events, in their order.
    pub events: Vec<TimelineEvent>,
    /// Where the next page starts; `None` on the last one.
    pub next_after: Option<i64>,
}

/// An event with all that it did.
#[derive(Debug, Clone)]
pub struct Moment {
    /// The event as shown.
    pub event: TimelineEvent,
    /// How many events the stream has.
    pub total: i64,
    /// The state right after it.
    pub state: State,
    /// The changes that it made.
    pub diff: Vec<Change>,
    /// Which rule led to it, and from which inputs.
    pub why: Why,
}

/// Two positions side by side.
#[derive(Debug, Clone)]
pub struct Comparison {
    /// The state after the first.
    pub a: State,
    /// The state after the second.
    pub b: State,
    /// The fields that differ.
    pub diff: Vec<Change>,
    /// The flow into each account in between, including the house's; negative if money left it.
    pub flows: Vec<(Account, Money)>,
}

impl Replay {
    /// Whose stream it is.
    #[must_use]
    pub fn wallet_id(&self) -> WalletId {
        self.index.wallet_id
    }

    fn key(&self) -> &JournalKey {
        &self.index.key
    }

    /// How many events it knows.
    #[must_use]
    pub fn total(&self) -> i64 {
        self.index.head.version()
    }

    /// The wallet after the last of them.
    #[must_use]
    pub fn wallet(&self) -> &Wallet {
        self.index.head.wallet()
    }

    /// Every event type that occurs.
    #[must_use]
    pub fn kinds(&self) -> &[String] {
        &self.index.kinds
    }

    /// About how many bytes it occupies.
    #[must_use]
    pub(super) fn weight(&self) -> usize {
        /// A state with all the ended work that it remembers.
        const STATE_BYTES: usize = 48 * 1024;
        let entries = self.total().unsigned_abs();
        let entries = usize::try_from(entries).unwrap_or(usize::MAX / 256);
        entries * 160 + (self.index.chunks.len() + 1) * STATE_BYTES
    }

    /// A page of events behind `after`; only of the given types, unless these are none.
    pub async fn page(
        &self,
        pool: &PgPool,
        after: i64,
        limit: usize,
        kinds: &[String],
    ) -> Result<Page, ReplayError> {
        // Any position behind the last event counts as right behind it.
        let after = after.clamp(0, self.total());
        let (mut total, mut found) = (0, Vec::new());
        if kinds.is_empty() {
            total = self.total();
            let end = total.min(after.saturating_add(i64::try_from(limit).unwrap_or(i64::MAX)));
            found.extend(after + 1..=end);
        } else {
            let wanted = |entry: &Entry| {
                let kind = self.index.kinds.get(usize::from(entry.kind));
                kind.is_some_and(|kind| kinds.contains(kind))
            };
            for (sequence, entry) in self.entries() {
                if wanted(entry) {
                    total += 1;
                    if sequence > after && found.len() <= limit {
                        found.push(sequence);
                    }
                }
            }
        }
        let has_more = match kinds {
            [] => after.saturating_add(i64::try_from(found.len()).unwrap_or(0)) < total,
            _ => found.len() > limit,
        };
        found.truncate(limit);
        let next_after = found.last().copied().filter(|_| has_more);
        let events = self.describe(pool, &found).await?;
        Ok(Page {
            total,
            events,
            next_after,
        })
    }

    /// An event with its state, its difference and its reason.
    pub async fn moment(&self, pool: &PgPool, sequence: i64) -> Result<Moment, ReplayError> {
        if sequence < 1 {
            return Err(ReplayError::NoEvent(sequence));
        }
        let step = self.step(pool, sequence).await?;
        let Some(stored) = step.event else {
            return Err(ReplayError::NoEvent(sequence));
        };
        let (stored, metadata) = self.with_metadata(pool, stored).await?;
        let (before, after) = (&step.before, &step.after);
        // Both at the event's own time: changes by the clock alone are not the event's.
        let (old, state) = (
            State::of(before, metadata.at),
            State::of(after, metadata.at),
        );
        let diff = difference(&plain(&old), &plain(&state));
        let why = Why::of(self, sequence, &stored.event, before);
        let event = self.timeline_event(stored, metadata);
        Ok(Moment {
            event,
            total: self.total(),
            state,
            diff,
            why,
        })
    }

    /// Two positions side by side; 0 is before the first event.
    pub async fn compare(&self, pool: &PgPool, a: i64, b: i64) -> Result<Comparison, ReplayError> {
        for sequence in [a, b] {
            if !(0..=self.total()).contains(&sequence) {
                return Err(ReplayError::NoEvent(sequence));
            }
        }
        let (first, second) = (self.shown(pool, a).await?, self.shown(pool, b).await?);
        let (low, high) = (a.min(b), a.max(b));
        let (before, after) = (self.sums(pool, low).await?, self.sums(pool, high).await?);
        let mut flows = after.since(&before);
        if a > b {
            for flow in &mut flows {
                flow.1 = flow.1.negated();
            }
        }
        Ok(Comparison {
            diff: difference(&plain(&first), &plain(&second)),
            a: first,
            b: second,
            flows,
        })
    }

    /// Where a balance first crossed a bound, behind `after`.
    #[must_use]
    pub fn find(&self, account: &Account, bound: Bound, after: i64) -> Option<i64> {
        first_crossing(self.changes(account), bound, after)
    }

    /// The line of a balance, of at most `points` points.
    #[must_use]
    pub fn series(&self, account: &Account, points: usize) -> Vec<Point> {
        let changes: Vec<Point> = self.changes(account).collect();
        thin_out(&changes, self.total(), points)
    }

    /// The last event of an operation before a sequence.
    pub(super) fn earlier_of(&self, operation: Uuid, before: i64) -> Option<(i64, &str)> {
        self.last_where(before, |entry| entry.operation == Some(operation))
    }

    /// The last event of a type before a sequence.
    pub(super) fn last_of(&self, kind: &str, before: i64) -> Option<(i64, &str)> {
        let number = self.index.kinds.iter().position(|known| known == kind)?;
        self.last_where(before, |entry| usize::from(entry.kind) == number)
    }

    /// The event before a sequence.
    pub(super) fn right_before(&self, sequence: i64) -> Option<(i64, &str)> {
        self.last_where(sequence, |_| true)
    }

    fn last_where(&self, before: i64, fits: impl Fn(&Entry) -> bool) -> Option<(i64, &str)> {
        let mut sequence = before;
        loop {
            sequence -= 1;
            let entry = self.entry(sequence)?;
            if fits(entry) {
                let kind = self.index.kinds.get(usize::from(entry.kind))?;
                return Some((sequence, kind.as_str()));
            }
        }
    }

    pub(super) fn entries(&self) -> impl Iterator<Item = (i64, &Entry)> {
        let chunks = self.index.chunks.iter();
        (1..).zip(chunks.flat_map(|chunk| chunk.entries.iter()))
    }

    fn chunk(&self, sequence: i64) -> Option<&Arc<Chunk>> {
        let number = usize::try_from(sequence.checked_sub(1)?.checked_div(STRIDE)?).ok()?;
        self.index.chunks.get(number).filter(|_| sequence > 0)
    }

    fn entry(&self, sequence: i64) -> Option<&Entry> {
        let within = usize::try_from(sequence.checked_sub(1)? % STRIDE).ok()?;
        self.chunk(sequence)?.entries.get(within)
    }

    fn hash_before(&self, sequence: i64) -> Digest {
        let before = self.entry(sequence - 1);
        before.map_or_else(Fold::start, |entry| entry.hash)
    }

    fn changes<'a>(&'a self, account: &'a Account) -> impl Iterator<Item = Point> + 'a {
        let number = self
            .index
            .accounts
            .iter()
            .position(|known| known == account);
        let touches = self.index.chunks.iter().flat_map(|chunk| &chunk.touches);
        touches
            .filter(move |touch| Some(usize::from(touch.account)) == number)
            .map(|touch| Point {
                sequence: touch.sequence,
                amount: touch.amount,
            })
    }

    /// A bucket right after an event.
    pub(super) fn held(&self, account: &Account, sequence: i64) -> Option<Money> {
        let chunk = self.chunk(sequence)?;
        let number = self
            .index
            .accounts
            .iter()
            .position(|known| known == account);
        let touched =
            chunk.touches.iter().rev().find(|touch| {
                touch.sequence <= sequence && Some(usize::from(touch.account)) == number
            });
        match touched {
            Some(touch) => {
                Money::try_new(touch.amount, self.wallet().bucket(account)?.currency()).ok()
            }
            None => chunk.start.wallet().bucket(account),
        }
    }

    /// The sums of the accounts up to an event, added to the nearest sums before it.
    async fn sums(&self, pool: &PgPool, sequence: i64) -> Result<Sums, ReplayError> {
        let Some(chunk) = self.chunk(sequence) else {
            return Ok(Sums::default());
        };
        let mut sums = chunk.sums.clone();
        let first = chunk.start.version() + 1;
        for event in self.read(pool, first, sequence).await? {
            sums.add(event.event.postings());
        }
        Ok(sums)
    }

    async fn shown(&self, pool: &PgPool, sequence: i64) -> Result<State, ReplayError> {
        if sequence == 0 {
            return Ok(State::of(&Wallet::default(), DateTime::<Utc>::default()));
        }
        let step = self.step(pool, sequence).await?;
        let event = step.event.ok_or(ReplayError::NoEvent(sequence))?;
        let (_, metadata) = self.with_metadata(pool, event).await?;
        Ok(State::of(&step.after, metadata.at))
    }

    /// The wallet before and after an event, folded from the nearest state before it.
    async fn step(&self, pool: &PgPool, sequence: i64) -> Result<Step, ReplayError> {
        let missing = || ReplayError::NoEvent(sequence);
        self.entry(sequence).ok_or_else(missing)?;
        let chunk = self.chunk(sequence).ok_or_else(missing)?;
        let mut fold = chunk.start.clone();
        let events = self.read(pool, fold.version() + 1, sequence).await?;
        let mut step = Step {
            before: fold.wallet().clone(),
            after: fold.wallet().clone(),
            event: None,
        };
        for event in events {
            if event.sequence == sequence {
                step.before = fold.wallet().clone();
            }
            fold.follow(self.wallet_id(), &event)?;
            step.event = Some(event);
        }
        step.after = fold.wallet().clone();
        Ok(step)
    }

    async fn describe(
        &self,
        pool: &PgPool,
        sequences: &[i64],
    ) -> Result<Vec<TimelineEvent>, ReplayError> {
        let rows = read_single(pool, self.wallet_id(), sequences).await?;
        let mut events = Vec::with_capacity(rows.len());
        for (row, sequence) in rows.into_iter().zip(sequences) {
            let event = row.check(self.key(), self.hash_before(*sequence), *sequence)?;
            self.require_known(&event)?;
            events.push(event);
        }
        self.require_all(events.len(), sequences.len())?;
        let events = self.with_all_metadata(pool, events).await?;
        let events = events.into_iter();
        Ok(events
            .map(|(event, metadata)| self.timeline_event(event, metadata))
            .collect())
    }

    /// Who caused each event, and when: a void one came when the database took it, whatever it says.
    async fn with_all_metadata(
        &self,
        pool: &PgPool,
        events: Vec<StoryEvent>,
    ) -> Result<Vec<(StoryEvent, Metadata)>, ReplayError> {
        let voids = events
            .iter()
            .filter(|event| event.event == WalletEvent::Void);
        let voids: Vec<i64> = voids.map(|event| event.sequence).collect();
        let times = recorded_at(pool, self.wallet_id(), &voids).await?;
        let mut read = Vec::with_capacity(events.len());
        for event in events {
            let mut metadata = event.read_metadata(self.wallet_id())?;
            if let Some(at) = times.get(&event.sequence) {
                metadata.at = *at;
            }
            read.push((event, metadata));
        }
        Ok(read)
    }

    /// The same of a single event.
    async fn with_metadata(
        &self,
        pool: &PgPool,
        event: StoryEvent,
    ) -> Result<(StoryEvent, Metadata), ReplayError> {
        let sequence = event.sequence;
        let read = self.with_all_metadata(pool, vec![event]).await?.pop();
        read.ok_or(ReplayError::NoEvent(sequence))
    }

    async fn read(
        &self,
        pool: &PgPool,
        first: i64,
        last: i64,
    ) -> Result<Vec<StoryEvent>, ReplayError> {
        let rows = read_stretch(pool, self.wallet_id(), first, last).await?;
        let expected = usize::try_from(last - first + 1).unwrap_or_default();
        self.require_all(rows.len(), expected)?;
        let mut events = Vec::with_capacity(rows.len());
        for (row, sequence) in rows.into_iter().zip(first..) {
            let event = row.check(self.key(), self.hash_before(sequence), sequence)?;
            self.require_known(&event)?;
            events.push(event);
        }
        Ok(events)
    }

    /// An event that is read again must be the one from which the index was made.
    fn require_known(&self, event: &StoryEvent) -> Result<(), ReplayError> {
        let known = self.entry(event.sequence).map(|entry| entry.hash);
        if known == Some(event.hash) {
            return Ok(());
        }
        let what = format!("event {} has changed since it was read", event.sequence);
        Err(self.corrupt(what))
    }

    fn require_all(&self, found: usize, expected: usize) -> Result<(), ReplayError> {
        if found == expected {
            return Ok(());
        }
        Err(self.corrupt(format!("{found} of {expected} events are there")))
    }

    fn corrupt(&self, what: String) -> ReplayError {
        let wallet_id = self.wallet_id();
        JournalError::Corrupt { wallet_id, what }.into()
    }

    fn timeline_event(&self, stored: StoryEvent, metadata: Metadata) -> TimelineEvent {
        TimelineEvent {
            summary: Summary::of(&stored.event),
            main: self.held(&Account::Main, stored.sequence),
            stored,
            metadata,
        }
    }
}

impl Moment {
    /// The event, with its data.
    #[must_use]
    pub fn event(&self) -> &WalletEvent {
        &self.event.stored.event
    }
}

/// A wallet around one event.
struct Step {
    before: Wallet,
    after: Wallet,
    event: Option<StoryEvent>,
}

fn plain(state: &State) -> serde_json::Value {
    serde_json::to_value(state).expect("a state is plain data")
}

impl Point {
    /// The amount as text.
    #[must_use]
    pub fn digits(&self) -> String {
        let amount: Decimal = self.amount;
        amount.to_string()
    }
}
