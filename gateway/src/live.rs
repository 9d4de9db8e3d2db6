//! Open sockets: who listens, and what they are told.

pub(crate) mod conversation;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use ledger::WalletId;
use tokio::sync::mpsc;
use uuid::Uuid;

/// Notices that may wait for one socket; a reader who is slower than that is dropped.
const NOTICES_MAX: usize = 64;

/// What a socket is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Notice {
    /// A view of the member's own wallet has changed.
    Changed {
        /// `wallet`, `statement` or `slip`.
        view: &'static str,
        /// The position that the view shows now.
        position: i64,
    },
    /// The session is over.
    SessionEnded,
}

struct Listener {
    wallet_id: WalletId,
    session_id: Uuid,
    notices: mpsc::Sender<Notice>,
}

/// The sockets of this process.
#[derive(Clone, Default)]
pub(crate) struct Live {
    listeners: Arc<Mutex<HashMap<Uuid, Listener>>>,
}

/// A socket's place among the listeners; leaves when dropped.
pub(crate) struct Seat {
    id: Uuid,
    live: Live,
    /// What the socket is told; ends when the socket was too slow.
    pub(crate) notices: mpsc::Receiver<Notice>,
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.live.with(|listeners| listeners.remove(&self.id));
    }
}

impl Live {
    /// Listens for a member's wallet.
    pub(crate) fn listen(&self, wallet_id: WalletId, session_id: Uuid) -> Seat {
        let (sender, notices) = mpsc::channel(NOTICES_MAX);
        let id = crate::clock::random_id();
        let listener = Listener {
            wallet_id,
            session_id,
            notices: sender,
        };
        self.with(|listeners| listeners.insert(id, listener));
        Seat {
            id,
            live: self.clone(),
            notices,
        }
    }

    /// Tells the sockets of one wallet that a view has changed.
    pub(crate) fn tell_changed(&self, wallet_id: WalletId, view: &'static str, position: i64) {
        let notice = Notice::Changed { view, position };
        self.tell(&notice, |listener| listener.wallet_id == wallet_id);
    }

    /// Tells every socket that a view may have changed.
    pub(crate) fn tell_all_changed(&self, view: &'static str, position: i64) {
        self.tell(&Notice::Changed { view, position }, |_| true);
    }

    /// The sessions that have sockets.
    pub(crate) fn sessions(&self) -> Vec<Uuid> {
        self.with(|listeners| listeners.values().map(|it| it.session_id).collect())
    }

    /// Closes the sockets of a session.
    pub(crate) fn end_session(&self, session_id: Uuid) {
        self.tell(&Notice::SessionEnded, |listener| {
            listener.session_id == session_id
        });
    }

    /// How many sockets listen.
    pub(crate) fn count(&self) -> usize {
        self.with(|listeners| listeners.len())
    }

    fn tell(&self, notice: &Notice, is_meant: impl Fn(&Listener) -> bool) {
        // Without room the listener goes: its channel ends, and its socket is closed.
        self.with(|listeners| {
            listeners.retain(|_, listener| {
                !is_meant(listener) || listener.notices.try_send(notice.clone()).is_ok()
            });
        });
    }

    fn with<T>(&self, work: impl FnOnce(&mut HashMap<Uuid, Listener>) -> T) -> T {
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

    #[tokio::test]
    async fn a_notice_reaches_the_sockets_of_its_wallet_only() {
        let live = Live::default();
        let (mine, other) = (WalletId(random_id()), WalletId(random_id()));
        let mut seat = live.listen(mine, random_id());
        let mut others = live.listen(other, random_id());
        live.tell_changed(mine, "wallet", 7);
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
        let mut seat = live.listen(mine, random_id());
        for position in 0..100 {
            live.tell_changed(mine, "wallet", position);
        }
        assert_eq!(live.count(), 0);
        let mut received = 0;
        while seat.notices.recv().await.is_some() {
            received += 1;
        }
        assert_eq!(received, NOTICES_MAX);
    }

    #[tokio::test]
    async fn an_ended_session_tells_its_own_sockets() {
        let live = Live::default();
        let mine = WalletId(random_id());
        let (ended, kept) = (random_id(), random_id());
        let mut first = live.listen(mine, ended);
        let mut second = live.listen(mine, kept);
        live.end_session(ended);
        assert_eq!(first.notices.recv().await, Some(Notice::SessionEnded));
        assert!(second.notices.try_recv().is_err());
        drop(first);
        assert_eq!(live.count(), 1);
    }
}
