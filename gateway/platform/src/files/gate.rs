//! How much one player may upload at once.
//!
//! The room for uploads and the decoders are everybody's: one player's flood waits for itself.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use ledger::WalletId;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

/// Uploads of one player in progress at once.
const UPLOADS_MAX: usize = 2;

/// Counts each player's uploads in progress.
#[derive(Clone)]
pub struct UploadGate {
    /// How long a further upload waits for its turn, without a byte of it in memory.
    wait_max: Duration,
    places: Arc<Mutex<HashMap<WalletId, Weak<Place>>>>,
}

/// One player's share; it is forgotten when nothing of the player's is in progress.
struct Place {
    uploads: Arc<Semaphore>,
    decoder: Arc<Semaphore>,
}

/// The right to have one upload in progress.
pub struct Pass {
    place: Arc<Place>,
    _upload: OwnedSemaphorePermit,
}

/// The right to have one picture decoded; it goes with the work, no matter who still waits for it.
pub struct Turn {
    _decoder: OwnedSemaphorePermit,
    _place: Arc<Place>,
}

impl UploadGate {
    /// A gate without uploads in progress.
    pub fn new(wait_max: Duration) -> Self {
        Self {
            wait_max,
            places: Arc::default(),
        }
    }

    /// Lets an upload of a player in, or nothing when the player's others take too long.
    pub async fn enter(&self, player: WalletId) -> Option<Pass> {
        self.enter_within(player, self.wait_max).await
    }

    /// Lets an upload in at once, or nothing when the player has others in progress.
    pub fn try_enter(&self, player: WalletId) -> Option<Pass> {
        let place = self.place(player);
        let upload = Arc::clone(&place.uploads).try_acquire_owned().ok()?;
        Some(Pass {
            place,
            _upload: upload,
        })
    }

    async fn enter_within(&self, player: WalletId, longest: Duration) -> Option<Pass> {
        let place = self.place(player);
        let waiting = Arc::clone(&place.uploads).acquire_owned();
        let upload = timeout(longest, waiting).await.ok()?.ok()?;
        Some(Pass {
            place,
            _upload: upload,
        })
    }

    fn place(&self, player: WalletId) -> Arc<Place> {
        let mut places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(place) = places.get(&player).and_then(Weak::upgrade) {
            return place;
        }
        places.retain(|_, place| place.strong_count() > 0);
        let place = Arc::new(Place {
            uploads: Arc::new(Semaphore::new(UPLOADS_MAX)),
            decoder: Arc::new(Semaphore::new(1)),
        });
        places.insert(player, Arc::downgrade(&place));
        place
    }
}

impl Pass {
    /// Waits until none of the player's other pictures is being decoded.
    pub async fn turn(&self) -> Option<Turn> {
        let decoder = Arc::clone(&self.place.decoder).acquire_owned().await.ok()?;
        Some(Turn {
            _decoder: decoder,
            _place: Arc::clone(&self.place),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::new_id;

    const MOMENT: Duration = Duration::from_millis(20);

    #[tokio::test]
    async fn a_third_upload_of_a_player_waits_for_the_others_and_for_nobody_elses() {
        let gate = UploadGate::new(MOMENT);
        let (player, other) = (WalletId(new_id()), WalletId(new_id()));
        let first = gate.enter_within(player, MOMENT).await.unwrap();
        let _second = gate.enter_within(player, MOMENT).await.unwrap();
        assert!(gate.enter_within(player, MOMENT).await.is_none());
        assert!(gate.enter_within(other, MOMENT).await.is_some());
        drop(first);
        assert!(gate.enter_within(player, MOMENT).await.is_some());
    }

    #[test]
    fn who_does_not_wait_is_refused_at_once() {
        let gate = UploadGate::new(MOMENT);
        let player = WalletId(new_id());
        let first = gate.try_enter(player).unwrap();
        let _second = gate.try_enter(player).unwrap();
        assert!(gate.try_enter(player).is_none());
        assert!(gate.try_enter(WalletId(new_id())).is_some());
        drop(first);
        assert!(gate.try_enter(player).is_some());
    }

    #[tokio::test]
    async fn a_player_has_one_picture_decoded_at_a_time_even_after_hanging_up() {
        let gate = UploadGate::new(MOMENT);
        let player = WalletId(new_id());
        let first = gate.enter_within(player, MOMENT).await.unwrap();
        let turn = first.turn().await.unwrap();
        drop(first);
        let second = gate.enter_within(player, MOMENT).await.unwrap();
        assert!(timeout(MOMENT, second.turn()).await.is_err());
        drop(turn);
        assert!(timeout(MOMENT, second.turn()).await.is_ok());
    }

    #[tokio::test]
    async fn players_without_uploads_are_forgotten() {
        let gate = UploadGate::new(MOMENT);
        for _ in 0..10 {
            drop(gate.enter_within(WalletId(new_id()), MOMENT).await);
        }
        let _last = gate.enter_within(WalletId(new_id()), MOMENT).await;
        assert_eq!(gate.places.lock().unwrap().len(), 1);
    }
}
