//! The ids that follow from a command's idempotency key.

use ledger::WalletId;
use uuid::Uuid;

use super::clock::new_id;
use super::extract::IdempotencyKey;

/// The id of the operation that a command begins. A repeat with the same key gets the same
/// transfer, withdrawal or slip, and the same request to the bank or provider.
pub fn intent_id(member: WalletId, command: &str, key: &IdempotencyKey) -> Uuid {
    let name = match &key.0 {
        Some(key) => format!("{command}:key:{key}"),
        None => format!("{command}:new:{}", new_id()),
    };
    Uuid::new_v5(&member.0, name.as_bytes())
}

/// The key of one step of an intent that takes several commands: a repeat of the intent repeats
/// its steps.
pub fn step_key(member: WalletId, step: &str, key: &IdempotencyKey) -> IdempotencyKey {
    let name = |_: &String| intent_id(member, step, key).to_string();
    IdempotencyKey(key.0.as_ref().map(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_key_of_one_member_for_one_command_is_one_intent() {
        let (one, other) = (WalletId(new_id()), WalletId(new_id()));
        let key = IdempotencyKey(Some("k".to_owned()));
        let id = intent_id(one, "transfer", &key);
        assert_eq!(id, intent_id(one, "transfer", &key));
        assert_ne!(id, intent_id(other, "transfer", &key));
        assert_ne!(id, intent_id(one, "withdraw", &key));
        let none = IdempotencyKey(None);
        assert_ne!(
            intent_id(one, "transfer", &none),
            intent_id(one, "transfer", &none)
        );
    }
}
