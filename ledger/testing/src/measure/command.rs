//! The commands that the benchmarks send: each number makes operations that were not there before.

use chrono::{DateTime, Utc};
use ledger::wallet::{GameCommand, Opened, QrCommand, QrPayment, SlipCommand, SlipReference};
use ledger::{
    Actor, Context, Currency, GameCode, Idempotency, Ledger, Metadata, Money, QrOrderId, SlipId,
    WalletCommand, WalletId,
};
use uuid::Uuid;

/// A wallet by its number, from 1. Neighbours go to separate writers.
#[must_use]
pub fn wallet(number: u64) -> WalletId {
    WalletId(Uuid::from_u128(number.into()))
}

/// The game that all players have an account with.
///
/// # Panics
///
/// Never: the code is valid.
#[must_use]
pub fn game() -> GameCode {
    GameCode::try_from("pg".to_owned()).expect("a game's code")
}

/// An amount in baht.
///
/// # Panics
///
/// Beyond the largest amount.
#[must_use]
pub fn baht(satang: u64) -> Money {
    let text = format!("{}.{:02}", satang / 100, satang % 100);
    Money::parse(&text, Currency::Thb).expect("two digits after the point")
}

/// The id of an operation. Those of one number are separate: a statement keeps its lines by them.
#[must_use]
pub fn operation(number: u64, kind: u64) -> Uuid {
    // None is nil.
    Uuid::from_u128(u128::from(number) * 4 + u128::from(kind) + 1)
}

/// Opens a wallet, and notes its account with the game.
#[must_use]
pub fn open(number: u64) -> [WalletCommand; 2] {
    let open = WalletCommand::Open(Opened {
        currency: Currency::Thb,
        bank_account: crate::FIRST_ACCOUNT,
    });
    let play = WalletCommand::Game(GameCommand::OpenAccount {
        game: game(),
        username: format!("player{number}"),
    });
    [open, play]
}

/// Credits one baht of a QR order: one event with a claim.
#[must_use]
pub fn credit_qr(number: u64) -> WalletCommand {
    let payment = QrPayment {
        channel: "KBANK".to_owned(),
        amount: baht(100),
    };
    WalletCommand::Qr(QrCommand::Credit {
        order_id: QrOrderId(operation(number, 0)),
        channel: payment.channel.clone(),
        amount: payment.amount,
        provider_ref: format!("psp-{number}"),
        deposit_account: "kbank-psp".to_owned(),
        ordered: Some(payment),
    })
}

/// Submits a slip of one baht, and credits it with its two claims.
#[must_use]
pub fn slip(number: u64) -> [WalletCommand; 2] {
    let slip_id = SlipId(operation(number, 1));
    let reference = SlipReference {
        sending_bank: "014".to_owned(),
        trans_ref: format!("0150731{number:010}ATF"),
    };
    let submit = WalletCommand::Slip(SlipCommand::Submit {
        slip_id,
        reference: Some(reference.clone()),
    });
    let credit = WalletCommand::Slip(SlipCommand::Credit {
        slip_id,
        reference,
        amount: baht(100),
        deposit_account: "scb-1".to_owned(),
    });
    [submit, credit]
}

/// What comes with a command of a member; with a number also an idempotency key.
#[must_use]
pub fn context(at: DateTime<Utc>, key: Option<u64>) -> Context {
    Context {
        metadata: Metadata {
            at,
            actor: Actor::Member,
            request_id: "0f8fad5b-d9cb-469f-a165-70867728950e".to_owned(),
            main: None,
            movements: None,
            key: None,
            // As every command of a gateway: the append looks whether they are in force.
            settings: Some(0),
        },
        idempotency: key.map(|number| Idempotency {
            key: format!("0f8fad5b-d9cb-469f-a165-{number:012}"),
            fingerprint: [7; 32],
        }),
    }
}

/// Sends a command that must write an event.
///
/// # Panics
///
/// When it is refused, or finds nothing left to do.
pub async fn execute(ledger: &Ledger, wallet: WalletId, command: WalletCommand, context: Context) {
    let outcome = ledger.execute(wallet, command, context).await;
    let outcome = outcome.expect("the command is carried out");
    assert!(!outcome.events.is_empty(), "the command writes an event");
}
