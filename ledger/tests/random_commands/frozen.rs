//! Stories in which staff freezes the wallet at some moment: whatever is asked for from then on, and
//! in whichever order, no money leaves; a freeze of everything lets none in either.

use std::cell::Cell;

use ledger::wallet::{
    BankAccountEvent, FreezeCommand, FreezeReach, GiftEvent, Opened, Place, QrEvent, TransferEvent,
    WithdrawalEvent,
};
use ledger::{StaffId, WalletError};
use uuid::Uuid;

use super::*;

fn leaves(event: &WalletEvent) -> bool {
    matches!(
        event,
        WalletEvent::Withdrawal(WithdrawalEvent::Requested { .. } | WithdrawalEvent::Sent { .. })
            | WalletEvent::BankAccount(BankAccountEvent::Changed { .. })
    )
}

fn comes_in(event: &WalletEvent) -> bool {
    match event {
        WalletEvent::Transfer(TransferEvent::Started { from, .. }) => *from == Place::Wallet,
        WalletEvent::Gift(GiftEvent::Sent { .. }) | WalletEvent::Qr(QrEvent::Ordered { .. }) => {
            true
        }
        WalletEvent::Reward(event) => matches!(
            **event,
            RewardEvent::GrantActivated(_) | RewardEvent::WheelSpun(_)
        ),
        event => is_credit(event),
    }
}

/// How often the freeze was the reason of a refusal.
fn follow(before: &[Step], reach: FreezeReach, after: &[Step]) -> Result<u32, TestCaseError> {
    let mut story = Story::default();
    let currency = Currency::Thb;
    story.execute(WalletCommand::Open(Opened {
        currency,
        bank_account: bank_account(0),
    }));
    story.model.events = 1;
    for step in before {
        for step in single_steps(step, &story.model) {
            story.take(&step)?;
        }
    }
    let [by, approved_by] = [1, 2].map(|n| StaffId(Uuid::from_u128(n)));
    let freeze = WalletCommand::Freeze(FreezeCommand::Freeze {
        reach,
        by,
        approved_by,
    });
    story.execute(freeze);
    let Story {
        mut wallet,
        mut model,
        ..
    } = story;
    let mut refused = 0;
    for step in after {
        if let Step::Wait(hours) = step {
            model.now += hours;
        }
        let Some(command) = command(step, &model) else {
            continue;
        };
        match wallet.decide(command, moment(model.now)) {
            Ok(events) => {
                for event in events {
                    prop_assert!(!leaves(&event), "{:?}", event);
                    let is_closed = reach == FreezeReach::All && comes_in(&event);
                    prop_assert!(!is_closed, "{:?}", event);
                    wallet.apply(event);
                }
                prop_assert_eq!(wallet.broken_invariant(), None);
            }
            Err(refusal) => refused += u32::from(refusal == WalletError::Frozen),
        }
    }
    Ok(refused)
}

#[test]
fn whatever_is_asked_of_a_frozen_wallet_no_money_leaves_it() {
    let config = ProptestConfig {
        cases: cases(500, 5_000),
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let reach = prop::sample::select(vec![FreezeReach::MoneyOut, FreezeReach::All]);
    let refused = Cell::new(0);
    TestRunner::new(config)
        .run(&(story(), reach, story()), |(before, reach, after)| {
            refused.set(refused.get() + follow(&before, reach, &after)?);
            Ok(())
        })
        .unwrap();
    assert!(refused.get() > 100, "{}", refused.get());
}
