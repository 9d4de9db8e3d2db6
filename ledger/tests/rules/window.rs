//! What has ended long ago is forgotten.

use super::support::*;
use ledger::wallet::{
    GiftCommand, ManualCommand, Opened, Place, QrCommand, SlipCommand, SweepCommand, SweepLeg,
    TransferCommand,
};
use ledger::{Account, Currency, SweepId, Wallet, WalletCommand, WalletError};
use uuid::Uuid;

#[test]
fn the_state_of_a_long_history_stays_small_and_an_old_outcome_is_refused() {
    let mut wallet = Wallet::default();
    let apply = |wallet: &mut Wallet, command| {
        for event in wallet.decide(command, noon()).unwrap() {
            cqrs_es::Aggregate::apply(wallet, event);
        }
    };
    apply(
        &mut wallet,
        WalletCommand::Open(Opened {
            currency: Currency::Thb,
            bank_account: ledger_testing::FIRST_ACCOUNT,
        }),
    );
    let mut sizes = Vec::new();
    for n in 1..=300 {
        let submit = WalletCommand::Slip(SlipCommand::Submit {
            slip_id: slip(n),
            reference: Some(reference()),
        });
        apply(&mut wallet, submit);
        apply(&mut wallet, credit(n, "1"));
        sizes.push(serde_json::to_string(&wallet).unwrap().len());
    }
    assert_eq!(wallet.bucket(&Account::Main), Some(baht("300")));
    assert!(
        sizes[299] < sizes[99] + 100,
        "{} then {}",
        sizes[99],
        sizes[299]
    );
    assert_eq!(
        wallet.decide(credit(1, "1"), noon()),
        Err(WalletError::Unknown("slip"))
    );
}

/// Everything that can end, once each: a QR, a gift, an announced deposit, a sweep, a payout.
fn busy_day(n: u128) -> Vec<WalletCommand> {
    let gift_id = gift_id(n);
    let amount = baht("1");
    let deposit_account = "scb-1".to_owned();
    let deposit_id = deposit_id(n);
    let leg = SweepLeg {
        transfer_id: transfer(2 * n),
        game: game("pg"),
        amount,
    };
    let mut order = order(n, "1");
    if let WalletCommand::Qr(QrCommand::Order { expires_at, .. }) = &mut order {
        *expires_at = noon() + hours(24 * i64::try_from(n).unwrap() + 1);
    }
    vec![
        order,
        pay_qr(n, "1"),
        WalletCommand::Gift(GiftCommand::Submit {
            gift_id,
            voucher: format!("{n:064x}"),
        }),
        WalletCommand::Gift(GiftCommand::MarkSent {
            gift_id,
            expected: amount,
        }),
        WalletCommand::Gift(GiftCommand::Credit {
            gift_id,
            amount,
            deposit_account: deposit_account.clone(),
        }),
        WalletCommand::Manual(ManualCommand::Request { deposit_id, amount }),
        WalletCommand::Manual(ManualCommand::Credit {
            deposit_id,
            reference: n.to_string(),
            deposit_account,
        }),
        WalletCommand::Sweep(SweepCommand {
            sweep_id: SweepId(Uuid::from_u128(n)),
            to: Place::Wallet,
            legs: vec![leg],
            onward: transfer(2 * n + 1),
            from_main: None,
        }),
        WalletCommand::Transfer(TransferCommand::MarkSent {
            transfer_id: transfer(2 * n),
        }),
        complete(2 * n, Some("1")),
    ]
}

#[test]
fn every_kind_of_ended_work_leaves_the_state() {
    let mut wallet = folded(funded());
    let mut sizes = Vec::new();
    for n in 1..=100 {
        let at = noon() + hours(24 * i64::try_from(n).unwrap());
        for command in busy_day(n) {
            execute(&mut wallet, command, at).unwrap();
        }
        sizes.push(serde_json::to_string(&wallet).unwrap().len());
    }
    assert_eq!(wallet.bucket(&Account::Main), Some(baht("900")));
    assert!(
        sizes[99] < sizes[39] + 100,
        "{} then {}",
        sizes[39],
        sizes[99]
    );
    assert!(sizes[99] < 20_000, "{}", sizes[99]);
    assert!(wallet.sweep(SweepId(Uuid::from_u128(1))).is_none());
    assert!(wallet.gift(gift_id(1)).is_none());
    assert!(wallet.manual_deposit(deposit_id(1)).is_none());
}
