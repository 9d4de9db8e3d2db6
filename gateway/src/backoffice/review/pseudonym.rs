//! Who stands behind a decision, as the journal says it.
//!
//! A player can take a line's event home as a receipt and show it to anybody. So an event names no
//! member of staff and none of their words: it holds a name that is another one in each decision,
//! and a code. Staff finds both again by way of the decision, which stays outside the journal.

use std::collections::HashMap;

use sqlx::PgPool;
use uuid::Uuid;

/// What a correction's event says instead of staff's words.
pub(crate) const CORRECTION: &str = "CORRECTED_BY_STAFF";
/// What the event of a withdrawal that staff let go says instead of staff's words.
pub(crate) const RELEASE: &str = "RELEASED_BY_STAFF";

/// A member of staff in the event of one decision. Nobody has one in two decisions alike.
pub(crate) fn of(decision: Uuid, staff: Uuid) -> Uuid {
    Uuid::new_v5(&decision, staff.as_bytes())
}

/// A member of staff.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Person {
    pub(crate) id: Uuid,
    /// As the console shows it.
    pub(crate) name: String,
}

/// Who stands behind the events of one wallet, and in which words.
#[derive(Debug, Clone, Default)]
pub(crate) struct Known {
    people: HashMap<Uuid, Person>,
    words: HashMap<Uuid, String>,
}

impl Known {
    /// Everybody who has decided something about a wallet.
    pub(crate) async fn of_wallet(pool: &PgPool, wallet: Uuid) -> Result<Self, sqlx::Error> {
        let mut known = Self::default();
        let decisions = sqlx::query!(
            r#"select decision.id, decision.subject_id, decision.reason,
                      decision.decision ->> 'kind' in ('correct', 'release_withdrawal')
                          and decision.status in ('AGREED', 'DONE') as "has_words!",
                      person.id as person_id, person.name
               from staff_decision as decision
                   join staff as person
                       on person.id in (decision.asked_by, decision.decided_by)
               where decision.wallet_id = $1"#,
            wallet,
        )
        .fetch_all(pool)
        .await?;
        for row in decisions {
            let person = Person {
                id: row.person_id,
                name: row.name,
            };
            // What was decided before the journal hid it names the account itself.
            known.people.insert(row.person_id, person.clone());
            known.people.insert(of(row.id, row.person_id), person);
            if row.has_words {
                known.words.insert(row.subject_id, row.reason);
            }
        }
        Ok(known)
    }

    /// Who a name in an event belongs to.
    pub(crate) fn person(&self, name: &str) -> Option<&Person> {
        self.people.get(&name.parse().ok()?)
    }

    /// Staff's own words for an event that holds a code instead.
    pub(crate) fn words(&self, event_type: &str, operation: Option<Uuid>) -> Option<&str> {
        if !matches!(event_type, "Corrected" | "WithdrawalReleased") {
            return None;
        }
        self.words.get(&operation?).map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_person_has_another_name_in_each_decision_and_no_two_share_one() {
        let [one, other] = [Uuid::from_u128(1), Uuid::from_u128(2)];
        let decision = Uuid::from_u128(3);
        assert_eq!(of(decision, one), of(decision, one));
        assert_ne!(of(decision, one), of(decision, other));
        assert_ne!(of(decision, one), of(Uuid::from_u128(4), one));
    }
}
