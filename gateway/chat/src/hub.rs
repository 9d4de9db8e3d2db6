//! Carries messages and signals to the open sockets of every process of the database.
//!
//! 1. After a commit the process reads the conversation's new messages for its own sockets and
//!    names the conversation to the others by `NOTIFY`, a few milliseconds' worth at a time.
//! 2. Numbers are taken under a lock that lasts until the commit. So "all messages after the last
//!    delivered one" has no gap and is in order, however often a conversation is named.
//! 3. A `NOTIFY` may be lost with its connection or its process, so a rescan runs every second. A
//!    message invisible to its last snapshot belongs to a transaction at or after that snapshot's
//!    `xmin`, and is read again from there. So no message is lost; without `NOTIFY` it comes a
//!    second later.

use std::collections::{HashMap, HashSet};
use std::ops::Deref;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use chrono::{DateTime, Utc};
use ledger::pool::Listener;
use tokio::sync::mpsc;
use uuid::Uuid;

use super::media::Encoder;
use super::presence::Presence;
use super::record::select_message;
use super::signal::{self, Notice, Signal};
use super::turns::Turns;
use super::typing::Announced;
use super::{Owner, Record, Side, StaffIdentity, frame};
use platform::clock::random_id;
use platform::core::Core;
use platform::database::within;

/// The channel of `NOTIFY`.
const CHANNEL: &str = "chat";
/// Everything within this time goes out as one `NOTIFY`.
const GATHER: Duration = Duration::from_millis(4);
/// The pause after an error of the database.
const PAUSE: Duration = Duration::from_millis(500);
/// How long notifying the other processes, and reading messages, may take; a dead connection would
/// take longer.
const NOTIFYING_MAX: Duration = Duration::from_secs(5);
const READING_MAX: Duration = Duration::from_secs(10);
/// How many items may wait; beyond that, the rescan finds messages, and signals are lost.
const ITEMS_MAX: usize = 16_384;
/// How many messages of one conversation are delivered at once, fewer than may wait for a socket. A
/// client that would get more receives a frame to read again instead.
const GIVEN_MAX: usize = 60;
const BATCH_MAX: usize = 1_024;

enum Item {
    /// This process has stored a message.
    Messaged(Uuid),
    /// This process sends a signal.
    Signal(Signal),
    /// Another process has sent a notice.
    Heard(Notice),
    /// Something may have been missed.
    Resync,
}

/// The core, and the chat's delivery to the sockets; cheap to clone.
#[derive(Clone)]
pub struct Hub {
    pub(super) core: Core,
    items: mpsc::Sender<Item>,
    taken: Arc<Mutex<Option<mpsc::Receiver<Item>>>>,
    presence: Presence,
    pub(crate) encoder: Encoder,
    /// The turns for uploads.
    pub turns: Turns,
    /// Who was announced as writing.
    pub announced: Announced,
}

impl Deref for Hub {
    type Target = Core;

    fn deref(&self) -> &Core {
        &self.core
    }
}

impl Hub {
    /// Creates the shared state of the chat.
    pub fn new(core: &Core) -> Self {
        let config = &core.config;
        let (items, taken) = mpsc::channel(ITEMS_MAX);
        Self {
            core: core.clone(),
            items,
            taken: Arc::new(Mutex::new(Some(taken))),
            presence: Presence::new(config.paces.presence),
            encoder: Encoder::new(config.paces.turn),
            turns: Turns::new(&config.chat),
            announced: Announced::new(config.paces.typing),
        }
    }

    /// Announces a new message of a conversation, after its commit.
    pub(crate) fn messaged(&self, conversation: Uuid) {
        // If there is no room, the rescan finds it.
        let _ = self.items.try_send(Item::Messaged(conversation));
    }

    /// Sends a signal.
    pub fn signal(&self, signal: Signal) {
        if self.items.try_send(Item::Signal(signal)).is_err() {
            tracing::debug!("a chat signal had no room");
        }
    }

    /// The staff who have a conversation open.
    pub fn answering(&self, conversation: Uuid) -> Vec<StaffIdentity> {
        self.presence.of(conversation)
    }
}

/// Starts the hub; when it returns, no message that is committed from now on is missed.
pub async fn start(state: &Hub) -> Result<(), sqlx::Error> {
    let taken = state.taken.lock();
    let taken = taken.unwrap_or_else(PoisonError::into_inner).take();
    let Some(items) = taken else { return Ok(()) };
    let head = sqlx::query!(
        r#"select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as "horizon!",
                now() as "at!""#
    )
    .fetch_one(&state.pool)
    .await?;
    let (outgoing, others) = mpsc::channel(ITEMS_MAX);
    let origin = random_id();
    let deliverer = Deliverer {
        state: state.clone(),
        origin,
        outgoing,
        horizon: head.horizon,
        swept_at: head.at,
        delivered: HashMap::new(),
    };
    state.tasks.spawn(deliverer.run(items));
    state.spawn(notify_others(state.clone(), origin, others));
    state.spawn(listen(state.clone(), origin));
    Ok(())
}

/// Receives the notices of the other processes.
async fn listen(state: Hub, origin: Uuid) {
    loop {
        if let Err(error) = listen_once(&state, origin).await {
            tracing::warn!(%error, "the chat's notices are not heard");
        }
        tokio::time::sleep(PAUSE).await;
    }
}

async fn listen_once(state: &Hub, origin: Uuid) -> Result<(), sqlx::Error> {
    let mut listener = Listener::connect(&state.pool, CHANNEL).await?;
    // Reads the messages sent while no connection listened.
    let _ = state.items.try_send(Item::Resync);
    loop {
        let notification = listener.recv().await?;
        // What no gateway has sent, or a gateway in a different form, is ignored.
        let Some(notice) = signal::heard(&state.secrets, notification.payload()) else {
            continue;
        };
        if notice.origin != origin && state.items.try_send(Item::Heard(notice)).is_err() {
            tracing::warn!("a chat notice had no room");
        }
    }
}

enum Outgoing {
    Messaged(Uuid),
    Signal(Signal),
}

/// Notifies the other processes, a few milliseconds' worth at a time.
async fn notify_others(state: Hub, origin: Uuid, mut others: mpsc::Receiver<Outgoing>) {
    let mut gathered = Vec::new();
    while others.recv_many(&mut gathered, BATCH_MAX).await > 0 {
        tokio::time::sleep(GATHER).await;
        while let Ok(item) = others.try_recv() {
            gathered.push(item);
        }
        let (mut conversations, mut signals) = (Vec::new(), Vec::new());
        let mut named = HashSet::new();
        for item in gathered.drain(..) {
            match item {
                Outgoing::Messaged(id) if named.insert(id) => conversations.push(id),
                Outgoing::Messaged(_) => {}
                Outgoing::Signal(signal) => signals.push(signal),
            }
        }
        for text in signal::texts(origin, &conversations, &signals) {
            let text = signal::signed(&state.secrets, &text);
            let sending = sqlx::query!("select pg_notify($1, $2)", CHANNEL, text);
            let sent = within(NOTIFYING_MAX, sending.execute(&state.pool)).await;
            if let Err(error) = sent {
                tracing::warn!(%error, "the other processes were not notified");
            }
        }
    }
}

/// Delivers messages, each once to every open socket.
struct Deliverer {
    state: Hub,
    origin: Uuid,
    outgoing: mpsc::Sender<Outgoing>,
    /// Transactions before this one were visible to the last rescan.
    horizon: i64,
    swept_at: DateTime<Utc>,
    /// The last delivered number and its transaction, if that is not before the horizon.
    delivered: HashMap<Uuid, (i64, i64)>,
}

impl Deliverer {
    async fn run(mut self, mut items: mpsc::Receiver<Item>) {
        let mut sweep = tokio::time::interval(self.state.config.paces.sweep);
        sweep.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let stop = self.state.stop.clone();
        let mut batch = Vec::new();
        tracing::debug!(origin = %self.origin, "the chat's hub works");
        loop {
            let is_due = tokio::select! {
                _ = items.recv_many(&mut batch, BATCH_MAX) => false,
                _ = sweep.tick() => true,
                () = stop.cancelled() => return,
            };
            let is_resync = self.take(&mut batch).await;
            if is_due {
                self.prune_presence();
            }
            if (is_due || is_resync)
                && let Err(error) = within(READING_MAX, self.sweep()).await
            {
                tracing::warn!(%error, "the chat's messages cannot be read");
            }
        }
    }

    /// Processes the received items; returns whether something may have been missed.
    async fn take(&mut self, batch: &mut Vec<Item>) -> bool {
        let (mut named, mut is_resync) = (HashSet::new(), false);
        for item in batch.drain(..) {
            match item {
                Item::Messaged(id) => {
                    named.insert(id);
                    let _ = self.outgoing.try_send(Outgoing::Messaged(id));
                }
                Item::Signal(signal) => {
                    self.pass(&signal);
                    let _ = self.outgoing.try_send(Outgoing::Signal(signal));
                }
                Item::Heard(notice) => {
                    named.extend(notice.conversations);
                    for signal in &notice.signals {
                        // The rate of announcements of one writer is bounded over all gateways
                        // together.
                        if let Some((who, place)) = signal.writer() {
                            self.state.announced.note(who, place);
                        }
                        self.pass(signal);
                    }
                }
                Item::Resync => is_resync = true,
            }
        }
        let named: Vec<_> = named.into_iter().collect();
        if let Err(error) = within(READING_MAX, self.deliver(&named)).await {
            // They stay after the horizon, and the rescan finds them.
            tracing::warn!(%error, "the chat's messages cannot be read");
            is_resync = true;
        }
        is_resync
    }

    /// Delivers the conversations' messages after the last delivered number.
    async fn deliver(&mut self, conversations: &[Uuid]) -> Result<(), sqlx::Error> {
        if conversations.is_empty() {
            return Ok(());
        }
        let seen: Vec<i64> = conversations
            .iter()
            .map(|id| self.delivered.get(id).map_or(0, |last| last.0))
            .collect();
        let rows = select_message!(
            "from unnest($1::uuid[], $2::bigint[]) asked (conversation_id, seen)
             cross join lateral (
                 select * from chat_message
                 where conversation_id = asked.conversation_id and sequence > asked.seen
                   and xact >= $3
                 order by sequence desc limit $4
             ) m
             join chat_conversation c on c.id = m.conversation_id
             left join member on member.id = c.member_id
             order by m.conversation_id, m.sequence",
            conversations,
            &seen,
            self.horizon,
            i64::try_from(GIVEN_MAX + 1).unwrap_or(i64::MAX),
        )
        .fetch_all(&self.state.pool)
        .await?;
        let secrets = &self.state.secrets;
        let mut counts = HashMap::<Uuid, usize>::new();
        for row in &rows {
            *counts.entry(row.conversation_id).or_default() += 1;
        }
        for row in rows {
            let last = (row.sequence, row.xact);
            // The first of too many is not delivered; a `changed` frame replaces it and all
            // earlier ones.
            if let Some(owner) = row.owner(secrets)
                && counts.remove(&row.conversation_id) > Some(GIVEN_MAX)
            {
                self.pass(&Signal::Changed {
                    conversation: row.conversation_id,
                    owner,
                });
                continue;
            }
            self.delivered.insert(row.conversation_id, last);
            let (owner, conversation) = (row.owner(secrets), row.conversation_id);
            let text = frame::messaging(&Record::of(row, secrets));
            if let Some(owner) = owner {
                self.state.live.push(owner.into(), &text);
            }
            self.state
                .live
                .push_said(conversation, &text, frame::inbox(conversation));
        }
        Ok(())
    }

    /// Finds messages that no notice announced, and moves the horizon.
    async fn sweep(&mut self) -> Result<(), sqlx::Error> {
        // One statement, one snapshot: messages that it does not see are at or after its own
        // `xmin`. The time only bounds the search; no transaction lives for two minutes.
        let found = sqlx::query!(
            r#"select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as "horizon!",
                    now() as "at!", m.conversation_id as "id?", max(m.sequence) as last
               from (select) one
               left join chat_message m
                   on m.stored_at > $1::timestamptz - interval '2 minutes' and m.xact >= $2
               group by m.conversation_id"#,
            self.swept_at,
            self.horizon,
        )
        .fetch_all(&self.state.pool)
        .await?;
        let missed: Vec<Uuid> = found
            .iter()
            .filter_map(|row| {
                let id = row.id?;
                let known = self.delivered.get(&id).map_or(0, |last| last.0);
                (row.last? > known).then_some(id)
            })
            .collect();
        self.deliver(&missed).await?;
        if let Some(row) = found.first() {
            (self.horizon, self.swept_at) = (row.horizon, row.at);
        }
        let horizon = self.horizon;
        self.delivered.retain(|_, last| last.1 >= horizon);
        Ok(())
    }

    fn prune_presence(&self) {
        for (conversation, owner) in self.state.presence.prune() {
            self.show_presence(conversation, owner);
        }
    }

    fn show_presence(&self, conversation: Uuid, owner: Owner) {
        let staff = self.state.presence.of(conversation);
        let live = &self.state.live;
        live.push(
            owner.into(),
            &frame::presence(conversation, &staff, Side::Customer),
        );
        live.push_staff(&frame::presence(conversation, &staff, Side::Agent));
    }

    /// Sends a signal to the sockets of this process.
    fn pass(&self, signal: &Signal) {
        let live = &self.state.live;
        match signal {
            Signal::Typing {
                conversation,
                owner,
                side,
                name,
                ..
            } => {
                let text = frame::typing(*conversation, *side, name.as_deref());
                if *side == Side::Agent {
                    live.push((*owner).into(), &text);
                }
                live.push_staff(&text);
            }
            Signal::Read {
                conversation,
                owner,
                side,
                sequence,
            } => {
                let text = frame::read(*conversation, *side, *sequence);
                live.push((*owner).into(), &text);
                live.push_staff(&text);
            }
            Signal::Answering {
                conversation,
                owner,
                staff,
                is_on,
            } => {
                if self
                    .state
                    .presence
                    .note(*conversation, *owner, staff, *is_on)
                {
                    self.show_presence(*conversation, *owner);
                }
            }
            Signal::Inbox { conversation } => live.push_staff(&frame::inbox(*conversation)),
            Signal::Changed {
                conversation,
                owner,
            } => {
                live.push((*owner).into(), &frame::chat_changed());
                live.push_staff(&frame::inbox(*conversation));
            }
            Signal::GuestEnded { guest } => live.end_session(*guest),
        }
    }
}
