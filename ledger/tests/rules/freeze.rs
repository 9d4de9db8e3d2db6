//! Frozen wallets: no money leaves, and what reaches everything lets none in. What has happened in
//! the world is booked.

use ledger::wallet::reward::GrantActivation;
use ledger::wallet::{
    BankAccountCommand, BankAccountMac, BankAccountRecord, Freeze, FreezeCommand, FreezeEvent,
    FreezeReach, GiftCommand, ManualCommand, NonDeliveryProof, QrEnd, SlipCommand, SlipEvent,
    TransferCommand, TransferEvent, WithdrawalCommand, WithdrawalEvent, reward::RewardCommand,
};
use ledger::{BankAccountId, StaffId, WalletCommand, WalletError, WalletEvent};
use uuid::Uuid;

use super::qr::{ended, refer, referred};
use super::reward_support::{free, grant};
use super::support::*;

const REACHES: [FreezeReach; 2] = [FreezeReach::MoneyOut, FreezeReach::All];

fn staff(n: u128) -> StaffId {
    StaffId(Uuid::from_u128(n))
}

fn freeze(reach: FreezeReach) -> WalletCommand {
    let (by, approved_by) = (staff(1), staff(2));
    WalletCommand::Freeze(FreezeCommand::Freeze {
        reach,
        by,
        approved_by,
    })
}

fn unfreeze() -> WalletCommand {
    let (by, approved_by) = (staff(2), staff(3));
    WalletCommand::Freeze(FreezeCommand::Unfreeze { by, approved_by })
}

fn frozen(reach: FreezeReach) -> WalletEvent {
    WalletEvent::Freeze(FreezeEvent::Frozen {
        reach,
        by: staff(1),
        approved_by: staff(2),
        at: noon(),
    })
}

fn unfrozen() -> WalletEvent {
    WalletEvent::Freeze(FreezeEvent::Unfrozen {
        by: staff(2),
        approved_by: staff(3),
        at: noon(),
    })
}

fn declare_void(last: i64) -> WalletCommand {
    let (by, approved_by) = (staff(2), staff(3));
    WalletCommand::Freeze(FreezeCommand::DeclareVoid {
        last,
        by,
        approved_by,
    })
}

fn void_declared(last: i64) -> WalletEvent {
    WalletEvent::Freeze(FreezeEvent::VoidDeclared {
        last,
        by: staff(2),
        approved_by: staff(3),
        at: noon(),
    })
}

fn send(n: u128) -> WalletCommand {
    WalletCommand::Withdrawal(WithdrawalCommand::MarkSent {
        withdrawal_id: withdrawal(n),
    })
}

fn change_account() -> WalletCommand {
    WalletCommand::BankAccount(BankAccountCommand::Change {
        account: BankAccountRecord {
            id: BankAccountId(Uuid::from_u128(10)),
            mac: BankAccountMac([1; 32]),
        },
        hold_until: None,
    })
}

fn bonus() -> WalletCommand {
    let offer = free();
    WalletCommand::Reward(RewardCommand::ActivateGrant(GrantActivation {
        grant_id: grant(1),
        kind: offer.kind,
        reference: offer.code.to_owned(),
        award: offer.award,
        deposit: offer.deposit,
        played: offer.played,
        limit: offer.limit,
        quota_no: offer.quota_no,
        terms: offer.terms,
        seen: None,
    }))
}

fn returned_by_freeze(n: u128, amount: &str) -> WalletEvent {
    let wallet = folded(funded().into_iter().chain([started_in(n, amount)]));
    let give_back = give_back_on(n, NonDeliveryProof::NeverCalled);
    let mut event = wallet.decide(give_back, noon()).unwrap().remove(0);
    if let WalletEvent::Transfer(TransferEvent::Returned { reason, .. }) = &mut event {
        *reason = "ACCOUNT_FROZEN".into();
    }
    event
}

#[test]
fn two_people_freeze_a_wallet_and_two_let_it_go() {
    given([])
        .when(freeze(FreezeReach::MoneyOut))
        .then_expect_events(vec![frozen(FreezeReach::MoneyOut)]);
    // How much is frozen may change in both directions.
    for (before, after) in [(0, 1), (1, 0)] {
        given([frozen(REACHES[before])])
            .when(freeze(REACHES[after]))
            .then_expect_events(vec![frozen(REACHES[after])]);
    }
    for reach in REACHES {
        given([frozen(reach)])
            .when(freeze(reach))
            .then_expect_events(vec![]);
        given([frozen(reach)])
            .when(unfreeze())
            .then_expect_events(vec![unfrozen()]);
        let wallet = folded(funded().into_iter().chain([frozen(reach)]));
        let since = noon();
        let [by, approved_by] = [1, 2].map(staff);
        let freeze = Freeze {
            reach,
            since,
            by,
            approved_by,
        };
        assert_eq!(wallet.freeze(), Some(freeze));
    }
    given([]).when(unfreeze()).then_expect_events(vec![]);
    let wallet = folded(
        funded()
            .into_iter()
            .chain([frozen(FreezeReach::All), unfrozen()]),
    );
    assert_eq!(wallet.freeze(), None);
}

#[test]
fn nobody_freezes_or_unfreezes_alone() {
    let by = staff(1);
    let approved_by = by;
    for reach in REACHES {
        given([])
            .when(WalletCommand::Freeze(FreezeCommand::Freeze {
                reach,
                by,
                approved_by,
            }))
            .then_expect_error(WalletError::SamePerson("freeze"));
        given([frozen(reach)])
            .when(WalletCommand::Freeze(FreezeCommand::Unfreeze {
                by,
                approved_by,
            }))
            .then_expect_error(WalletError::SamePerson("unfreeze"));
    }
}

/// Sequence of a void row right behind what [`given`] begins with, and of the one behind it.
fn void_places() -> (i64, i64) {
    let first = folded(funded()).sequence() + 1;
    (first, first + 1)
}

#[test]
fn two_people_declare_the_void_rows_that_they_have_seen() {
    let (first, second) = void_places();
    given([WalletEvent::Void])
        .when(declare_void(first))
        .then_expect_events(vec![void_declared(first)]);
    given([WalletEvent::Void, WalletEvent::Void])
        .when(declare_void(second))
        .then_expect_events(vec![void_declared(second)]);
    // Another row came after they had looked.
    for last in [0, first] {
        given([WalletEvent::Void, WalletEvent::Void])
            .when(declare_void(last))
            .then_expect_error(WalletError::OtherVoid);
    }
    given([])
        .when(declare_void(first))
        .then_expect_error(WalletError::OtherVoid);
    given([WalletEvent::Void, void_declared(first)])
        .when(declare_void(first))
        .then_expect_events(vec![]);
    let by = staff(1);
    given([WalletEvent::Void])
        .when(WalletCommand::Freeze(FreezeCommand::DeclareVoid {
            last: first,
            by,
            approved_by: by,
        }))
        .then_expect_error(WalletError::SamePerson("declaration of void rows"));
}

#[test]
fn no_money_leaves_behind_a_void_row_that_nobody_has_declared() {
    let (first, _) = void_places();
    let declared = [WalletEvent::Void, void_declared(first)];
    let refused = [
        vec![WalletEvent::Void],
        vec![WalletEvent::Void, WalletEvent::Void],
        // A declaration covers no later row, and ends no freeze.
        [&declared[..], &[WalletEvent::Void]].concat(),
        [&declared[..], &[frozen(FreezeReach::MoneyOut)]].concat(),
    ];
    for before in refused {
        let wallet = folded(funded().into_iter().chain(before.clone()));
        assert!(!wallet.lets_money_out(), "{before:?}");
        given(before)
            .when(request_withdrawal(1, "100"))
            .then_expect_error(WalletError::Frozen);
    }
    let wallet = folded(funded().into_iter().chain(declared.clone()));
    assert_eq!((wallet.voids(), wallet.last_void()), (0, Some(first)));
    given(declared)
        .when(request_withdrawal(1, "100"))
        .then_expect_events(vec![withdrawal_requested(1, "100")]);
}

#[test]
fn no_money_leaves_a_frozen_wallet() {
    for reach in REACHES {
        for command in [request_withdrawal(1, "100"), change_account()] {
            given([frozen(reach)])
                .when(command)
                .then_expect_error(WalletError::Frozen);
        }
        // What was asked for before waits, even what staff let go.
        let released = WalletEvent::Withdrawal(WithdrawalEvent::Released {
            withdrawal_id: withdrawal(1),
            reason: "spoken to".into(),
        });
        for before in [
            vec![withdrawal_requested(1, "100"), frozen(reach)],
            vec![withdrawal_requested(1, "100"), released, frozen(reach)],
        ] {
            given(before.clone())
                .when(send(1))
                .then_expect_error(WalletError::Frozen);
            given(before.into_iter().chain([unfrozen()]))
                .when(send(1))
                .then_expect_events(vec![withdrawal_sent(1)]);
        }
    }
    assert_eq!(WalletError::Frozen.code(), "ACCOUNT_FROZEN");
}

#[test]
fn what_the_bank_has_done_before_a_freeze_is_booked() {
    let called = [withdrawal_requested(1, "100"), withdrawal_sent(1)];
    let pay = WalletCommand::Withdrawal(WithdrawalCommand::Pay {
        withdrawal_id: withdrawal(1),
        payout_ref: "bank-1".into(),
    });
    let back = WalletCommand::Withdrawal(WithdrawalCommand::Return {
        withdrawal_id: withdrawal(1),
        reason: "closed".into(),
        grounds: NonDeliveryProof::FirstAnswer,
    });
    for command in [pay, back] {
        let free = folded(funded().into_iter().chain(called.clone()));
        for reach in REACHES {
            let mut wallet = free.clone();
            execute(&mut wallet, freeze(reach), noon()).unwrap();
            let booked = execute(&mut wallet, command.clone(), noon()).unwrap();
            assert_eq!(booked, free.decide(command.clone(), noon()).unwrap());
        }
    }
}

#[test]
fn a_freeze_of_everything_lets_nothing_in_and_nothing_into_a_game() {
    let gift = WalletCommand::Gift(GiftCommand::Submit {
        gift_id: gift_id(1),
        voucher: "v".into(),
    });
    let everything = frozen(FreezeReach::All);
    for command in [
        start_in(1, "100"),
        order(1, "100"),
        pay_qr(1, "100"),
        gift,
        bonus(),
    ] {
        given([everything.clone()])
            .when(command.clone())
            .then_expect_error(WalletError::Frozen);
        // A freeze of what leaves does not ask.
        let wallet = folded(funded().into_iter().chain([frozen(FreezeReach::MoneyOut)]));
        assert_ne!(wallet.decide(command, noon()), Err(WalletError::Frozen));
    }
    given([slip_submitted(2), everything.clone()])
        .when(credit(2, "100"))
        .then_expect_error(WalletError::Frozen);
    let redeem = WalletCommand::Gift(GiftCommand::MarkSent {
        gift_id: gift_id(1),
        expected: baht("10"),
    });
    given([gift_submitted(1, "v"), everything.clone()])
        .when(redeem)
        .then_expect_error(WalletError::Frozen);
    let credit_gift = WalletCommand::Gift(GiftCommand::Credit {
        gift_id: gift_id(1),
        amount: baht("10"),
        deposit_account: "tmn".into(),
    });
    given([
        gift_submitted(1, "v"),
        gift_sent(1, "v", "10"),
        everything.clone(),
    ])
    .when(credit_gift.clone())
    .then_expect_error(WalletError::Frozen);
    let mut wallet = folded(funded().into_iter().chain([
        gift_submitted(1, "v"),
        gift_sent(1, "v", "10"),
        everything,
        unfrozen(),
    ]));
    assert!(
        !execute(&mut wallet, credit_gift, noon())
            .unwrap()
            .is_empty()
    );
}

#[test]
fn money_that_came_in_is_left_for_staff_while_everything_is_frozen() {
    let everything = frozen(FreezeReach::All);
    given([
        ordered(1, "100"),
        ended(1, QrEnd::Cancelled),
        everything.clone(),
    ])
    .when(refer(1))
    .then_expect_events(vec![referred(1)]);
    let slip_referred = WalletEvent::Slip(SlipEvent::Referred {
        amount: None,
        slip_id: slip(2),
        reason: "ACCOUNT_FROZEN".into(),
    });
    given([slip_submitted(2), everything.clone()])
        .when(WalletCommand::Slip(SlipCommand::Refer {
            slip_id: slip(2),
            reason: "ACCOUNT_FROZEN".into(),
            amount: None,
        }))
        .then_expect_events(vec![slip_referred]);
    given([everything.clone()])
        .when(WalletCommand::Manual(ManualCommand::Request {
            deposit_id: deposit_id(1),
            amount: baht("100"),
        }))
        .then_expect_events(vec![announced(1, "100")]);
    // Nobody credits it before the wallet is let go, not even staff.
    given([announced(1, "100"), everything])
        .when(WalletCommand::Manual(ManualCommand::Credit {
            deposit_id: deposit_id(1),
            reference: "A1".into(),
            deposit_account: "scb-1".into(),
        }))
        .then_expect_error(WalletError::Frozen);
}

#[test]
fn a_freeze_of_everything_takes_back_what_nobody_was_called_about() {
    let everything = || freeze(FreezeReach::All);
    given([started_in(1, "100")])
        .when(everything())
        .then_expect_events(vec![frozen(FreezeReach::All), returned_by_freeze(1, "100")]);
    given([started_in(1, "100"), sent(1)])
        .when(everything())
        .then_expect_events(vec![frozen(FreezeReach::All)]);
    given([ordered(1, "100")])
        .when(everything())
        .then_expect_events(vec![frozen(FreezeReach::All), ended(1, QrEnd::Cancelled)]);
    given([started_in(1, "100"), ordered(1, "100")])
        .when(freeze(FreezeReach::MoneyOut))
        .then_expect_events(vec![frozen(FreezeReach::MoneyOut)]);
}

#[test]
fn what_is_in_a_game_comes_back_into_a_frozen_wallet() {
    let in_a_game = [started_in(1, "100"), sent(1), completed_in(1, "100")];
    for reach in REACHES {
        let mut wallet = folded(funded().into_iter().chain(in_a_game.clone()));
        execute(&mut wallet, freeze(reach), noon()).unwrap();
        for command in [
            start_out(2, "100"),
            WalletCommand::Transfer(TransferCommand::MarkSent {
                transfer_id: transfer(2),
            }),
            complete(2, Some("150")),
        ] {
            assert!(!execute(&mut wallet, command, noon()).unwrap().is_empty());
        }
        // A transfer that the provider was called about ends as the provider says.
        let mut wallet = folded(funded().into_iter().chain(in_a_game[..2].to_vec()));
        execute(&mut wallet, freeze(reach), noon()).unwrap();
        assert!(
            !execute(&mut wallet, complete(1, None), noon())
                .unwrap()
                .is_empty()
        );
    }
}
