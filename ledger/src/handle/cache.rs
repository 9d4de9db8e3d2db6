//! The wallets that were used lately, as their committed events left them.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::id::WalletId;
use crate::journal::Stream;
use crate::wallet::Wallet;

/// A bounded set of streams, those unused for longest forgotten first.
///
/// Two generations instead of an exact order: when the young one is full it becomes the old one
/// and the old one is dropped. What is used in between moves back to the young one.
pub(super) struct Cache {
    generations: Mutex<Generations>,
    each_max: usize,
}

struct Generations {
    young: HashMap<WalletId, Stream>,
    old: HashMap<WalletId, Stream>,
    /// Those that another process has moved. What is lost of it costs a refused batch.
    behind: HashSet<WalletId>,
}

impl Cache {
    pub(super) fn new(max: usize) -> Self {
        Self {
            generations: Mutex::new(Generations {
                young: HashMap::new(),
                old: HashMap::new(),
                behind: HashSet::new(),
            }),
            each_max: (max / 2).max(1),
        }
    }

    /// Hands a stream out for change. It is gone from here until it is put back, so that nobody
    /// sees what is not committed, and a failed batch has nothing to undo.
    pub(super) fn take(&self, wallet_id: WalletId) -> Option<Stream> {
        let mut generations = self.lock();
        generations
            .young
            .remove(&wallet_id)
            .or_else(|| generations.old.remove(&wallet_id))
    }

    /// Keeps a stream whose events are all committed.
    pub(super) fn put(&self, wallet_id: WalletId, stream: Stream) {
        let mut generations = self.lock();
        if generations.young.len() >= self.each_max {
            generations.old = std::mem::take(&mut generations.young);
            generations.behind.clear();
        }
        generations.behind.remove(&wallet_id);
        generations.young.insert(wallet_id, stream);
    }

    /// Notes that another process has moved a wallet beyond what is here; hands out a copy of that.
    pub(super) fn note_behind(&self, wallet_id: WalletId, version: i64) -> Option<Stream> {
        let mut generations = self.lock();
        let Generations { young, old, behind } = &mut *generations;
        let stream = young.get(&wallet_id).or_else(|| old.get(&wallet_id))?;
        if stream.version() >= version {
            return None;
        }
        behind.insert(wallet_id);
        Some(stream.clone())
    }

    /// Whether another process was seen to have moved a wallet; asked before it is taken out.
    pub(super) fn take_note(&self, wallet_id: WalletId) -> bool {
        self.lock().behind.remove(&wallet_id)
    }

    /// Forgets all of them: they were read elsewhere.
    pub(super) fn clear(&self) {
        let mut generations = self.lock();
        generations.young.clear();
        generations.old.clear();
        generations.behind.clear();
    }

    /// The wallet with the position of its last event, if it is here with exactly this many events and
    /// the last has this hash: after a failover there may be as many as before, and others.
    pub(super) fn wallet_at(
        &self,
        wallet_id: WalletId,
        version: i64,
        hash: &[u8],
    ) -> Option<(Wallet, i64)> {
        let generations = self.lock();
        generations
            .young
            .get(&wallet_id)
            .or_else(|| generations.old.get(&wallet_id))
            .filter(|stream| stream.version() == version && stream.hash == hash)
            .map(|stream| (Wallet::clone(&stream.wallet), stream.position))
    }

    fn lock(&self) -> MutexGuard<'_, Generations> {
        // No invariant spans two statements: a poisoned lock guards a whole map all the same.
        self.generations
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    fn wallet(number: u128) -> WalletId {
        WalletId(Uuid::from_u128(number))
    }

    #[test]
    fn what_is_used_stays_and_the_rest_is_bounded() {
        let cache = Cache::new(10);
        for number in 0..1_000 {
            cache.put(wallet(number), Stream::empty());
            let kept = cache.take(wallet(0)).expect("used all the time");
            cache.put(wallet(0), kept);
        }
        let held = (0..1_000).filter(|number| cache.take(wallet(*number)).is_some());
        assert!(held.count() <= 10);
    }

    #[test]
    fn what_another_process_has_moved_is_noted_once_and_only_if_it_is_here() {
        let cache = Cache::new(10);
        assert!(cache.note_behind(wallet(1), 5).is_none() && !cache.take_note(wallet(1)));
        cache.put(wallet(1), Stream::empty());
        assert!(cache.note_behind(wallet(1), 0).is_none() && !cache.take_note(wallet(1)));
        assert!(cache.note_behind(wallet(1), 5).is_some());
        assert!(cache.take_note(wallet(1)) && !cache.take_note(wallet(1)));
        assert!(cache.take(wallet(1)).is_some());
    }

    #[test]
    fn a_stream_of_another_version_or_history_is_not_shown() {
        let cache = Cache::new(10);
        let stream = Stream::empty();
        let hash = stream.hash;
        cache.put(wallet(1), stream);
        assert!(cache.wallet_at(wallet(1), 0, &hash).is_some());
        assert!(cache.wallet_at(wallet(1), 1, &hash).is_none());
        assert!(cache.wallet_at(wallet(1), 0, &[9; 32]).is_none());
        cache.clear();
        assert!(cache.wallet_at(wallet(1), 0, &hash).is_none());
    }
}
