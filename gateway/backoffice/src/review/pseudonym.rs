//! The pseudonyms of staff in the journal.
//!
//! A player can export an event as a receipt and show it to anyone. So an event contains no names
//! and no words of staff: it has a pseudonym that differs in every decision, and a code. Staff find
//! the person and the words through the decision, which stays outside the journal.

use std::collections::HashMap;

use sqlx::PgPool;
use uuid::Uuid;

/// The code in a correction's event in place of the words of staff.
pub const CORRECTION: &str = "CORRECTED_BY_STAFF";
/// The code in the event of a withdrawal that staff released, in place of the words of staff.
pub(crate) const RELEASE: &str = "RELEASED_BY_STAFF";

/// The pseudonym of a member of staff in one decision. It differs in every decision.
pub fn of(decision: Uuid, staff: Uuid) -> Uuid {
    Uuid::new_v5(&decision, staff.as_bytes())
}

/// A member of staff.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// Id of the staff account.
    pub id: Uuid,
    /// The name that the console shows.
    pub name: String,
}

/// The people and words of staff behind the events of one wallet.
#[derive(Debug, Clone, Default)]
pub struct Known {
    people: HashMap<Uuid, Person>,
    words: HashMap<Uuid, String>,
}

impl Known {
    /// Loads everybody who decided something about a wallet.
    pub async fn of_wallet(pool: &PgPool, wallet: Uuid) -> Result<Self, sqlx::Error> {
        let mut known = Self::default();
        let decisions = sqlx::query!(
            r#"select decision.id, decision.reason,
                      case when decision.subject_kind = 'reward' then decision.id
                           else decision.subject_id end as "operation!",
                      decision.decision ->> 'kind' in
                          ('correct', 'release_withdrawal', 'grant_bonus', 'give_coupon', 'give_coins')
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
            known.people.insert(of(row.id, row.person_id), person);
            if row.has_words {
                known.words.insert(row.operation, row.reason);
            }
        }
        Ok(known)
    }

    /// The person behind a pseudonym in an event.
    pub fn person(&self, name: &str) -> Option<&Person> {
        self.people.get(&name.parse().ok()?)
    }

    /// The words of staff for an event that holds a code instead.
    pub fn words(&self, event_type: &str, operation: Option<Uuid>) -> Option<&str> {
        if !matches!(
            event_type,
            "Corrected" | "WithdrawalReleased" | "GrantActivated" | "CoinsGiven"
        ) {
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
