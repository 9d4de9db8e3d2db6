//! What must hold at every event: postings that sum to zero, buckets that hold what they can.

use cqrs_es::Aggregate;

use super::{Wallet, WalletEvent};
use crate::posting::is_balanced;

impl Wallet {
    /// Applies an event and checks what must hold at every event position, before an append and
    /// after a read. The text says what does not; the state is unusable then.
    pub(crate) fn remember(&mut self, event: &WalletEvent) -> Result<(), String> {
        self.check_postings(event)?;
        let before = self.sequence();
        self.apply(event.clone());
        if self.sequence() != before + 1 {
            return Err(format!(
                "event {} left the wallet at {}",
                before + 1,
                self.sequence()
            ));
        }
        match self.broken_invariant() {
            None => Ok(()),
            Some(what) => Err(format!("after event {}: {what}", self.sequence())),
        }
    }

    /// Sums to zero, and fits the books (`apply` may not refuse).
    fn check_postings(&self, event: &WalletEvent) -> Result<(), String> {
        let next = self.sequence() + 1;
        let postings = event.postings();
        if !is_balanced(postings).is_ok_and(|is_balanced| is_balanced) {
            return Err(format!("the postings of event {next} do not sum to zero"));
        }
        for posting in postings {
            let held = self.bucket(&posting.account);
            if posting.account.is_players()
                && held.is_none_or(|held| held.checked_add(posting.amount).is_err())
            {
                return Err(format!(
                    "event {next} puts {} on {}",
                    posting.amount, posting.account
                ));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::TransferId;
    use crate::money::{Currency, Money};
    use crate::posting::{Account, movement};
    use crate::wallet::Place;
    use crate::wallet::{Opened, TransferEvent};
    use uuid::Uuid;

    fn started(amount: &str, keep: usize) -> WalletEvent {
        let amount = Money::parse(amount, Currency::Thb).unwrap();
        let mut postings = movement(Account::Main, Account::InTransit, amount);
        postings.truncate(keep);
        WalletEvent::Transfer(TransferEvent::Started {
            transfer_id: TransferId(Uuid::from_u128(1)),
            from: Place::Wallet,
            to: "pg".parse().unwrap(),
            amount,
            postings,
        })
    }

    fn open() -> Wallet {
        let mut wallet = Wallet::default();
        let currency = Currency::Thb;
        wallet
            .remember(&WalletEvent::Opened(Opened {
                currency,
                bank_account: crate::wallet::first_account(),
            }))
            .unwrap();
        wallet
    }

    #[test]
    fn postings_that_do_not_sum_to_zero_are_never_remembered() {
        let what = open().remember(&started("1.00", 1)).unwrap_err();
        assert!(what.contains("sum to zero"), "{what}");
    }

    #[test]
    fn a_bucket_below_zero_is_never_remembered() {
        let what = open().remember(&started("1.00", 2)).unwrap_err();
        assert!(what.contains("main holds -1.00"), "{what}");
    }
}
