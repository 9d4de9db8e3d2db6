//! Open sockets: who listens, and what they receive.
//!
//! It knows neither the content of a frame nor how its reader was admitted.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::ws::Utf8Bytes;
use ledger::WalletId;
use tokio::sync::mpsc;
use uuid::Uuid;

/// Notices that may wait for one socket; a reader who is slower than that is dropped.
const NOTICES_MAX: usize = 64;
/// Like [`NOTICES_MAX`], for staff, who get notices of every conversation.
const STAFF_NOTICES_MAX: usize = 2_048;
/// Sockets that one member or member of staff may hold.
const SEATS_MAX: usize = 32;
/// Like [`SEATS_MAX`], for a guest, because a guest identity costs nothing.
const GUEST_SEATS_MAX: usize = 4;

/// A message to a socket.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    /// A view of the member's own wallet has changed.
    Changed {
        /// `wallet`, `statement` or `slip`.
        view: &'static str,
        /// The position that the view shows now.
        position: i64,
    },
    /// A frame as it is sent.
    Push(Utf8Bytes),
    /// The session is over.
    SessionEnded,
}

/// Whose sockets are meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Subject {
    /// A member, by the wallet's id.
    Member(Uuid),
    /// A visitor without an account, by the guest's public id.
    Guest(Uuid),
    /// A member of staff.
    Staff(Uuid),
}

impl Subject {
    const fn seats_max(self) -> usize {
        match self {
            Self::Guest(_) => GUEST_SEATS_MAX,
            Self::Member(_) | Self::Staff(_) => SEATS_MAX,
        }
    }

    const fn notices_max(self) -> usize {
        match self {
            Self::Staff(_) => STAFF_NOTICES_MAX,
            Self::Member(_) | Self::Guest(_) => NOTICES_MAX,
        }
    }
}

struct Listener {
    subject: Subject,
    /// A guest has no session and ends with the guest.
    session_id: Uuid,
    /// The conversation that staff have opened here; the socket receives every word of it.
    open: Option<Uuid>,
    notices: mpsc::Sender<Notice>,
}

#[derive(Default)]
struct Listeners {
    all: HashMap<Uuid, Listener>,
    by_subject: HashMap<Subject, HashSet<Uuid>>,
}

impl Listeners {
    fn remove(&mut self, id: Uuid) {
        let Some(listener) = self.all.remove(&id) else {
            return;
        };
        if let Some(seats) = self.by_subject.get_mut(&listener.subject) {
            seats.remove(&id);
            if seats.is_empty() {
                self.by_subject.remove(&listener.subject);
            }
        }
    }

    /// Without room the listener goes: its channel ends, and its socket is closed.
    fn notify(&mut self, ids: &[Uuid], notice: &Notice) {
        for id in ids {
            let sent = self
                .all
                .get(id)
                .map(|listener| listener.notices.try_send(notice.clone()));
            if matches!(sent, Some(Err(_))) {
                self.remove(*id);
            }
        }
    }

    fn seats_of(&self, subject: Subject) -> Vec<Uuid> {
        let seats = self.by_subject.get(&subject);
        seats
            .map(|seats| seats.iter().copied().collect())
            .unwrap_or_default()
    }

    fn seats_where(&self, is_meant: impl Fn(&Listener) -> bool) -> Vec<Uuid> {
        let meant = self.all.iter().filter(|(_, listener)| is_meant(listener));
        meant.map(|(id, _)| *id).collect()
    }
}

/// The sockets of this process.
#[derive(Clone, Default)]
pub struct Live {
    listeners: Arc<Mutex<Listeners>>,
}

/// A socket's place among the listeners; leaves when dropped.
pub struct Seat {
    /// The socket's own id.
    pub id: Uuid,
    live: Live,
    /// Messages to the socket; ends when the socket was too slow.
    pub notices: mpsc::Receiver<Notice>,
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.live.with(|listeners| listeners.remove(self.id));
    }
}

impl Live {
    /// Listens for a subject's socket; nothing when there are too many of the same subject. A guest
    /// has no session and gives its own id in place of one.
    pub fn listen(&self, subject: Subject, session_id: Uuid) -> Option<Seat> {
        let (sender, notices) = mpsc::channel(subject.notices_max());
        let id = crate::clock::random_id();
        let listener = Listener {
            subject,
            session_id,
            open: None,
            notices: sender,
        };
        let is_seated = self.with(|listeners| {
            let seats = listeners.by_subject.entry(subject).or_default();
            if seats.len() >= subject.seats_max() {
                return false;
            }
            seats.insert(id);
            listeners.all.insert(id, listener);
            true
        });
        is_seated.then(|| Seat {
            id,
            live: self.clone(),
            notices,
        })
    }

    /// Notifies the sockets of one wallet that a view has changed.
    pub fn notify_changed(&self, wallet_id: WalletId, view: &'static str, position: i64) {
        let notice = Notice::Changed { view, position };
        self.notify_subject(Subject::Member(wallet_id.0), &notice);
    }

    /// Notifies the sockets of every member that a view may have changed.
    pub fn notify_all_changed(&self, view: &'static str, position: i64) {
        let notice = Notice::Changed { view, position };
        self.notify_where(&notice, |listener| {
            matches!(listener.subject, Subject::Member(_))
        });
    }

    /// Sends a frame to the sockets of a subject.
    pub fn push(&self, subject: Subject, frame: &Utf8Bytes) {
        self.notify_subject(subject, &Notice::Push(frame.clone()));
    }

    /// Sends a frame to the sockets of all staff.
    pub fn push_staff(&self, frame: &Utf8Bytes) {
        self.with(|listeners| {
            let subjects = listeners.by_subject.iter();
            let staff = subjects.filter(|(subject, _)| matches!(subject, Subject::Staff(_)));
            let seats: Vec<_> = staff.flat_map(|(_, seats)| seats.iter().copied()).collect();
            listeners.notify(&seats, &Notice::Push(frame.clone()));
        });
    }

    /// Notes which conversation staff have open on a socket; its opening is written down before.
    pub fn note_open(&self, seat: Uuid, conversation: Option<Uuid>) {
        self.with(|listeners| {
            if let Some(listener) = listeners.all.get_mut(&seat) {
                listener.open = conversation;
            }
        });
    }

    /// Sends a message to the sockets of staff that have the conversation open. The others get
    /// `notice`, which only says that there is a message, because reading it is recorded
    /// separately.
    pub fn push_said(&self, conversation: Uuid, said: &Utf8Bytes, notice: Utf8Bytes) {
        let is_staffs = |listener: &Listener| matches!(listener.subject, Subject::Staff(_));
        let is_open = |listener: &Listener| listener.open == Some(conversation);
        let others = Notice::Push(notice);
        self.notify_where(&Notice::Push(said.clone()), |listener| {
            is_staffs(listener) && is_open(listener)
        });
        self.notify_where(&others, |listener| {
            is_staffs(listener) && !is_open(listener)
        });
    }

    /// The members' sessions that have sockets.
    pub fn sessions(&self) -> Vec<Uuid> {
        self.sessions_of(|subject| matches!(subject, Subject::Member(_)))
    }

    /// The guests who have sockets.
    pub fn guests(&self) -> Vec<Uuid> {
        self.sessions_of(|subject| matches!(subject, Subject::Guest(_)))
    }

    /// The sessions of staff that have sockets.
    pub fn staff_sessions(&self) -> Vec<Uuid> {
        self.sessions_of(|subject| matches!(subject, Subject::Staff(_)))
    }

    fn sessions_of(&self, is_meant: impl Fn(&Subject) -> bool) -> Vec<Uuid> {
        self.with(|listeners| {
            let meant = listeners
                .all
                .values()
                .filter(|listener| is_meant(&listener.subject));
            let sessions: HashSet<_> = meant.map(|listener| listener.session_id).collect();
            sessions.into_iter().collect()
        })
    }

    /// Closes the sockets of a session, of a member or of staff, or of a guest.
    pub fn end_session(&self, session_id: Uuid) {
        self.notify_where(&Notice::SessionEnded, |listener| {
            listener.session_id == session_id
        });
    }

    /// How many sockets listen.
    pub fn count(&self) -> usize {
        self.with(|listeners| listeners.all.len())
    }

    fn notify_subject(&self, subject: Subject, notice: &Notice) {
        self.with(|listeners| {
            let seats = listeners.seats_of(subject);
            listeners.notify(&seats, notice);
        });
    }

    fn notify_where(&self, notice: &Notice, is_meant: impl Fn(&Listener) -> bool) {
        self.with(|listeners| {
            let seats = listeners.seats_where(is_meant);
            listeners.notify(&seats, notice);
        });
    }

    fn with<T>(&self, work: impl FnOnce(&mut Listeners) -> T) -> T {
        work(
            &mut self
                .listeners
                .lock()
                .unwrap_or_else(PoisonError::into_inner),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::random_id;

    fn member(live: &Live, id: WalletId, session_id: Uuid) -> Option<Seat> {
        live.listen(Subject::Member(id.0), session_id)
    }

    #[tokio::test]
    async fn a_frame_reaches_its_owner_and_staff_and_nobody_else() {
        let live = Live::default();
        let id = random_id();
        let guest = Subject::Guest(id);
        let staff = Subject::Staff(random_id());
        let mut owners = live.listen(guest, id).unwrap();
        // A member with the guest's id is a different person.
        let mut others = member(&live, WalletId(id), random_id()).unwrap();
        let mut agents = live.listen(staff, random_id()).unwrap();
        let frame = Utf8Bytes::from_static("{}");
        live.push(guest, &frame);
        assert_eq!(
            owners.notices.recv().await,
            Some(Notice::Push(frame.clone()))
        );
        assert!(others.notices.try_recv().is_err());
        assert!(agents.notices.try_recv().is_err());
        live.push_staff(&frame);
        assert_eq!(agents.notices.recv().await, Some(Notice::Push(frame)));
        assert!(owners.notices.try_recv().is_err());
        assert!(others.notices.try_recv().is_err());
    }

    #[tokio::test]
    async fn staff_receive_the_words_of_what_they_have_open_only() {
        let live = Live::default();
        let staff = || live.listen(Subject::Staff(random_id()), random_id());
        let guest = random_id();
        let mut agent = staff().unwrap();
        let mut other = staff().unwrap();
        let mut stranger = live.listen(Subject::Guest(guest), guest).unwrap();
        let (one, two) = (random_id(), random_id());
        live.note_open(agent.id, Some(one));
        live.note_open(other.id, Some(two));
        let said = Utf8Bytes::from_static("{}");
        let news = Utf8Bytes::from_static("news");
        live.push_said(one, &said, news.clone());
        assert_eq!(agent.notices.recv().await, Some(Notice::Push(said.clone())));
        let notice = Some(Notice::Push(news.clone()));
        assert_eq!(other.notices.recv().await, notice);
        live.note_open(agent.id, None);
        live.push_said(one, &said, news);
        assert_eq!(agent.notices.recv().await, notice);
        assert!(stranger.notices.try_recv().is_err());
    }

    #[tokio::test]
    async fn one_holder_has_so_many_sockets_and_no_more() {
        let live = Live::default();
        let guest = Subject::Guest(random_id());
        let member = Subject::Member(random_id());
        for (subject, most) in [(guest, GUEST_SEATS_MAX), (member, SEATS_MAX)] {
            let listen = || live.listen(subject, random_id());
            let mut seats: Vec<_> = (0..most).filter_map(|_| listen()).collect();
            assert_eq!(seats.len(), most);
            assert!(listen().is_none());
            seats.pop();
            assert!(listen().is_some());
        }
    }

    #[tokio::test]
    async fn a_notice_reaches_the_sockets_of_its_wallet_only() {
        let live = Live::default();
        let (mine, other) = (WalletId(random_id()), WalletId(random_id()));
        let mut seat = member(&live, mine, random_id()).unwrap();
        let mut others = member(&live, other, random_id()).unwrap();
        live.notify_changed(mine, "wallet", 7);
        let notice = Notice::Changed {
            view: "wallet",
            position: 7,
        };
        assert_eq!(seat.notices.recv().await, Some(notice));
        assert!(others.notices.try_recv().is_err());
    }

    #[tokio::test]
    async fn a_slow_reader_is_dropped_and_nobody_waits_for_it() {
        let live = Live::default();
        let mine = WalletId(random_id());
        let mut seat = member(&live, mine, random_id()).unwrap();
        for position in 0..100 {
            live.notify_changed(mine, "wallet", position);
        }
        assert_eq!(live.count(), 0);
        let mut received = 0;
        while seat.notices.recv().await.is_some() {
            received += 1;
        }
        assert_eq!(received, NOTICES_MAX);
    }

    #[tokio::test]
    async fn an_ended_session_notifies_its_own_sockets() {
        let live = Live::default();
        let mine = WalletId(random_id());
        let (ended, kept) = (random_id(), random_id());
        let mut first = member(&live, mine, ended).unwrap();
        let mut second = member(&live, mine, kept).unwrap();
        live.end_session(ended);
        assert_eq!(first.notices.recv().await, Some(Notice::SessionEnded));
        assert!(second.notices.try_recv().is_err());
        drop(first);
        assert_eq!(live.count(), 1);
    }
}
