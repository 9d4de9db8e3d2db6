//! Whether the lines add up, as a player with a pencil finds out.

use std::collections::BTreeMap;

use ledger::{Money, MoneyError, WalletId};

use super::Direction;
use super::fold::StatementProjection;
use super::lines::LineRow;

impl StatementProjection {
    /// The first line whose balance does not follow from the one before it.
    pub(crate) fn first_wrong_balance(&self) -> Option<String> {
        let mut moved: Vec<_> = self
            .lines
            .iter()
            .filter(|(_, line)| line.balance.is_some())
            .collect();
        moved.sort_unstable_by_key(|(key, line)| (key.wallet_id, line.position));
        let mut held: BTreeMap<WalletId, Money> = BTreeMap::new();
        for (key, line) in moved {
            let zero = Money::zero(line.amount.currency());
            let before = held.get(&key.wallet_id).copied().unwrap_or(zero);
            match follows(before, line) {
                Ok(balance) if Some(balance) == line.balance => held.insert(key.wallet_id, balance),
                _ => return Some(format!("{key:?}: {before} before, {line:?}")),
            };
        }
        self.heads.iter().find_map(|(wallet_id, head)| {
            let zero = Money::zero(head.currency);
            let last = held.get(wallet_id).copied().unwrap_or(zero);
            (last != head.balance)
                .then(|| format!("{wallet_id}: {last} after the last line, {head:?}"))
        })
    }
}

/// The balance after a line, from the one before it.
fn follows(held: Money, line: &LineRow) -> Result<Money, MoneyError> {
    match line.direction {
        Direction::In => held.checked_add(line.amount),
        Direction::Out => held.checked_sub(line.amount),
        Direction::None => Ok(held),
    }
}
