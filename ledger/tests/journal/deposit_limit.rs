//! A player's own limits and one-time facts at their edge, with many deposits at once.

use ledger::wallet::{
    GameCommand, GiftCommand, LimitPeriod, ManualCommand, Place, ProtectionCommand, QrCommand,
    QrEvent, QrPayment, SweepCommand, SweepEvent, SweepLeg, TransferCommand, TransferEvent,
};
use ledger::{
    GameCode, GiftId, LedgerError, ManualDepositId, QrOrderId, SweepId, TransferId, WalletCommand,
    WalletError, WalletEvent,
};
use ledger_testing::TestDatabase;
use uuid::Uuid;

use super::support::{
    ALICE, all, baht, checked_journal, context, credit, keyed, main_bucket, open, open_ledger,
    spawned, submit, wallet,
};

fn pay_qr(number: u128, amount: &str) -> WalletCommand {
    WalletCommand::Qr(QrCommand::Credit {
        order_id: QrOrderId(Uuid::from_u128(number)),
        channel: "KBANK".to_owned(),
        amount: baht(amount),
        provider_ref: format!("PSP{number}"),
        deposit_account: "kbank-qr".to_owned(),
        ordered: Some(QrPayment {
            channel: "KBANK".to_owned(),
            amount: baht(amount),
        }),
    })
}

fn limit(amount: &str) -> WalletCommand {
    WalletCommand::Protection(ProtectionCommand::SetDepositLimit {
        period: LimitPeriod::Day,
        limit: Some(baht(amount)),
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_hundred_deposits_at_once_a_limit_takes_what_fits_and_no_satang_more() {
    let database = TestDatabase::create().await;
    // Two processes: the limit holds by the stream's head and not by one queue.
    let books = [
        open_ledger(database.pool()).await,
        open_ledger(database.pool()).await,
    ];
    for command in [open(), limit("100.05")] {
        books[0].execute(ALICE, command, context()).await.unwrap();
    }
    for number in 0..100 {
        let slip = submit(number, &format!("S{number}"));
        books[0].execute(ALICE, slip, context()).await.unwrap();
    }
    let answers = all((0..200_u8).map(|number| {
        let ledger = &books[usize::from(number / 2 % 2)];
        let id = u128::from(number / 2);
        let command = if number % 2 == 0 {
            credit(id, &format!("S{id}"), "1.01")
        } else {
            pay_qr(id, "1.01")
        };
        spawned(ledger, ALICE, command, context())
    }))
    .await;
    let taken = answers.iter().filter(|answer| answer.is_ok()).count();
    assert_eq!(taken, 99);
    for answer in answers {
        match answer {
            Ok(_) | Err(LedgerError::Refused(WalletError::DepositLimit { .. })) => {}
            Err(other) => panic!("{other}"),
        }
    }
    for ledger in &books {
        assert_eq!(main_bucket(ledger, ALICE).await, baht("99.99"));
    }
    // The last six satang fit, and then nothing does.
    let last = pay_qr(900, "0.06");
    books[1].execute(ALICE, last, context()).await.unwrap();
    let over = books[0]
        .execute(ALICE, pay_qr(901, "0.01"), context())
        .await;
    match over {
        Err(LedgerError::Refused(refusal @ WalletError::DepositLimit { remaining, .. })) => {
            assert!(remaining.is_zero());
            assert_eq!(refusal.code(), "DEPOSIT_LIMIT");
        }
        other => panic!("{other:?}"),
    }
    checked_journal(&database.pool()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_paid_order_reported_by_fifty_callbacks_is_credited_once() {
    let database = TestDatabase::create().await;
    let books = [
        open_ledger(database.pool()).await,
        open_ledger(database.pool()).await,
    ];
    for player in [ALICE, wallet(2)] {
        books[0].execute(player, open(), context()).await.unwrap();
    }
    // Also to a wallet that never ordered it, and long after it was forgotten.
    let answers = all((0..50_u8).map(|number| {
        let ledger = &books[usize::from(number % 2)];
        let player = if number % 5 == 0 { wallet(2) } else { ALICE };
        spawned(ledger, player, pay_qr(7, "50"), context())
    }))
    .await;
    for answer in answers {
        let is_right = match &answer {
            Ok(_) => true,
            Err(LedgerError::ClaimTaken { kind, .. }) => *kind == "psp_order",
            Err(_) => false,
        };
        assert!(is_right, "{answer:?}");
    }
    let events = checked_journal(&database.pool()).await;
    let paid = events
        .iter()
        .filter(|event| matches!(event.event, WalletEvent::Qr(QrEvent::Paid { .. })));
    assert_eq!(paid.count(), 1);
}

#[tokio::test]
async fn a_paid_order_that_was_forgotten_is_not_credited_again() {
    let database = TestDatabase::create().await;
    let ledger = open_ledger(database.pool()).await;
    for command in [open(), pay_qr(1, "50")] {
        ledger.execute(ALICE, command, context()).await.unwrap();
    }
    for number in 2..102 {
        let paid = pay_qr(number, "1");
        ledger.execute(ALICE, paid, context()).await.unwrap();
    }
    let state = ledger.load(ALICE).await.unwrap();
    assert!(state.qr(QrOrderId(Uuid::from_u128(1))).is_none());
    for amount in ["50", "51"] {
        let again = ledger.execute(ALICE, pay_qr(1, amount), context()).await;
        assert!(
            matches!(&again, Err(LedgerError::ClaimTaken { by: ALICE, .. })),
            "{again:?}"
        );
    }
    assert_eq!(main_bucket(&ledger, ALICE).await, baht("150"));
}

#[tokio::test(flavor = "multi_thread")]
async fn one_voucher_handed_in_by_forty_players_is_redeemed_for_one() {
    let database = TestDatabase::create().await;
    let ledger = open_ledger(database.pool()).await;
    let gift_id = |player: u128| GiftId(Uuid::from_u128(player));
    for player in 1..=40 {
        let handed_in = WalletCommand::Gift(GiftCommand::Submit {
            gift_id: gift_id(player),
            voucher: "9f86d081".to_owned(),
        });
        for command in [open(), handed_in] {
            ledger
                .execute(wallet(player), command, context())
                .await
                .unwrap();
        }
    }
    let answers = all((1..=40).map(|player| {
        let send = WalletCommand::Gift(GiftCommand::MarkSent {
            gift_id: gift_id(player),
            expected: baht("10"),
        });
        spawned(&ledger, wallet(player), send, keyed("send", 1))
    }))
    .await;
    let sent = answers.iter().filter(|answer| answer.is_ok()).count();
    assert_eq!(sent, 1);
    let refused = answers
        .iter()
        .filter(|answer| matches!(answer, Err(LedgerError::ClaimTaken { kind: "gift", .. })));
    assert_eq!(refused.count(), 39);
}

#[tokio::test]
async fn one_payment_is_found_for_one_announced_deposit() {
    let database = TestDatabase::create().await;
    let ledger = open_ledger(database.pool()).await;
    let deposit_id = |number| ManualDepositId(Uuid::from_u128(number));
    let find = |number, account: &str| {
        WalletCommand::Manual(ManualCommand::Credit {
            deposit_id: deposit_id(number),
            reference: "2026-03-11/77".to_owned(),
            deposit_account: account.to_owned(),
        })
    };
    ledger.execute(ALICE, open(), context()).await.unwrap();
    for number in [1, 2] {
        let announce = WalletCommand::Manual(ManualCommand::Request {
            deposit_id: deposit_id(number),
            amount: baht("20"),
        });
        ledger.execute(ALICE, announce, context()).await.unwrap();
    }
    let first = find(1, "scb-1");
    ledger.execute(ALICE, first, context()).await.unwrap();
    let second = ledger.execute(ALICE, find(2, "scb-1"), context()).await;
    let is_claimed = matches!(
        &second,
        Err(LedgerError::ClaimTaken {
            kind: "receipt",
            ..
        })
    );
    assert!(is_claimed, "{second:?}");
    // Who books it may name another account; the payment stays the same.
    let third = ledger.execute(ALICE, find(2, "scb-2"), context()).await;
    let is_claimed = matches!(
        &third,
        Err(LedgerError::ClaimTaken {
            kind: "payment",
            ..
        })
    );
    assert!(is_claimed, "{third:?}");
    assert_eq!(main_bucket(&ledger, ALICE).await, baht("20"));
}

#[tokio::test]
async fn a_sweep_ends_once_when_both_its_last_outcomes_arrive_at_once() {
    let database = TestDatabase::create().await;
    let books = [
        open_ledger(database.pool()).await,
        open_ledger(database.pool()).await,
    ];
    let id = |number| TransferId(Uuid::from_u128(number));
    let game = |code: &str| code.parse::<GameCode>().unwrap();
    let leg = |number, code| SweepLeg {
        transfer_id: id(number),
        game: game(code),
        amount: baht("5"),
    };
    let mut commands = vec![open()];
    for code in ["pg", "joker", "cq9"] {
        commands.push(WalletCommand::Game(GameCommand::OpenAccount {
            game: game(code),
            username: "pr00000001".to_owned(),
        }));
    }
    commands.push(WalletCommand::Sweep(SweepCommand {
        sweep_id: SweepId(Uuid::from_u128(1)),
        to: Place::Game(game("cq9")),
        legs: vec![leg(1, "pg"), leg(2, "joker")],
        onward: id(9),
        from_main: None,
    }));
    for number in [1, 2] {
        let transfer_id = id(number);
        commands.push(WalletCommand::Transfer(TransferCommand::MarkSent {
            transfer_id,
        }));
    }
    for command in commands {
        books[0].execute(ALICE, command, context()).await.unwrap();
    }
    let answers = all((0..40_u8).map(|number| {
        let leg = u128::from(number / 2 % 2) + 1;
        let done = WalletCommand::Transfer(TransferCommand::Complete {
            transfer_id: id(leg),
            provider_tx: format!("tx{leg}"),
            balance_before: Some(baht("5")),
        });
        spawned(&books[usize::from(number % 2)], ALICE, done, context())
    }))
    .await;
    for answer in answers {
        answer.unwrap();
    }
    let events = checked_journal(&database.pool()).await;
    let kinds: Vec<_> = events
        .iter()
        .filter_map(|event| match &event.event {
            WalletEvent::Sweep(SweepEvent::Ended { collected, .. }) => Some(collected.digits()),
            WalletEvent::Transfer(TransferEvent::Started { transfer_id, .. })
                if *transfer_id == id(9) =>
            {
                Some("onward".to_owned())
            }
            _ => None,
        })
        .collect();
    assert_eq!(kinds, ["10.00", "onward"]);
}
