//! Which staff have which conversation open; each client repeats it every few seconds.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use uuid::Uuid;

use super::{Owner, StaffIdentity};

#[derive(Debug)]
struct Open {
    owner: Owner,
    staff: HashMap<StaffIdentity, Instant>,
}

/// The open conversations of all processes.
#[derive(Debug, Clone)]
pub(super) struct Presence {
    /// Staff whose client has not repeated it for this long have left.
    fresh: Duration,
    open: Arc<Mutex<HashMap<Uuid, Open>>>,
}

impl Presence {
    /// The state without any open conversation.
    pub(super) fn new(fresh: Duration) -> Self {
        Self {
            fresh,
            open: Arc::default(),
        }
    }

    /// Notes who answers; returns whether that is a change.
    pub(super) fn note(
        &self,
        conversation: Uuid,
        owner: Owner,
        staff: &StaffIdentity,
        is_on: bool,
    ) -> bool {
        self.with(|all| {
            if is_on {
                let open = all.entry(conversation).or_insert_with(|| Open {
                    owner,
                    staff: HashMap::new(),
                });
                return open.staff.insert(staff.clone(), Instant::now()).is_none();
            }
            let Some(open) = all.get_mut(&conversation) else {
                return false;
            };
            let was = open.staff.remove(staff).is_some();
            if open.staff.is_empty() {
                all.remove(&conversation);
            }
            was
        })
    }

    /// Who answers in a conversation.
    pub(super) fn of(&self, conversation: Uuid) -> Vec<StaffIdentity> {
        let mut staff: Vec<StaffIdentity> = self.with(|all| {
            let open = all.get(&conversation);
            open.map(|open| open.staff.keys().cloned().collect())
                .unwrap_or_default()
        });
        staff.sort_by(|a, b| (&a.name, a.id).cmp(&(&b.name, b.id)));
        staff
    }

    /// Removes silent staff; returns the conversations that they have left.
    pub(super) fn prune(&self) -> Vec<(Uuid, Owner)> {
        self.prune_older(self.fresh)
    }

    fn prune_older(&self, fresh: Duration) -> Vec<(Uuid, Owner)> {
        let mut left = Vec::new();
        self.with(|all| {
            all.retain(|conversation, open| {
                let before = open.staff.len();
                open.staff.retain(|_, since| since.elapsed() < fresh);
                if open.staff.len() < before {
                    left.push((*conversation, open.owner));
                }
                !open.staff.is_empty()
            });
        });
        left
    }

    fn with<T>(&self, work: impl FnOnce(&mut HashMap<Uuid, Open>) -> T) -> T {
        work(&mut self.open.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use platform::clock::random_id;

    #[test]
    fn who_answers_is_known_until_it_is_left_or_silent() {
        let presence = Presence::new(Duration::from_hours(1));
        let place = (random_id(), Owner::Guest(random_id()));
        let staff = StaffIdentity {
            id: random_id(),
            name: "Nok".to_owned(),
        };
        assert!(presence.note(place.0, place.1, &staff, true));
        assert!(!presence.note(place.0, place.1, &staff, true));
        assert_eq!(presence.of(place.0), std::slice::from_ref(&staff));
        assert!(presence.note(place.0, place.1, &staff, false));
        assert!(presence.of(place.0).is_empty());
        presence.note(place.0, place.1, &staff, true);
        assert!(presence.prune().is_empty());
        assert_eq!(presence.prune_older(Duration::ZERO), [place]);
        assert!(presence.of(place.0).is_empty());
    }
}
