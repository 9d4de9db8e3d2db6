//! The steps of a random story, and their commands.

use chrono::{DateTime, TimeDelta, Utc};
use ledger::wallet::{
    BankAccountCommand, BankAccountMac, BankAccountRecord, Correction, ExclusionKind, GameCommand,
    GiftCommand, LimitPeriod, ManualCommand, NonDeliveryProof, Place, ProtectionCommand, QrCommand,
    QrEnd, QrPayment, SlipCommand, SlipReason, SlipReference, SweepCommand, SweepLeg,
    TransferCommand, WithdrawalCommand, WithdrawalLimits,
};
use ledger::{
    BankAccountId, CorrectionId, Currency, GameCode, GiftId, ManualDepositId, Money, QrOrderId,
    SlipId, StaffId, SweepId, TransferId, WalletCommand, WithdrawalId,
};
use proptest::prelude::*;
use rust_decimal::Decimal;
use uuid::Uuid;

use crate::model::Model;
use crate::reward_step::{RewardStep, reward, reward_command};

/// One game's part of a sweep: transfer, game, amount.
pub(crate) type Leg = (u8, u8, i64);

#[derive(Debug, Clone)]
pub(crate) enum Step {
    /// Time passes, in hours.
    Wait(i64),
    Submit(u8),
    Reject(u8),
    Credit(u8, i64),
    /// Staff credit a refused slip.
    CreditRefused(u8, i64),
    /// Staff have sent a slip's money back.
    ReturnSlip(u8),
    OpenGame(u8),
    Start {
        id: u8,
        game: u8,
        is_in: bool,
        amount: i64,
    },
    Sent(u8),
    Unknown(u8),
    Complete(u8, Option<i64>),
    Return(u8, NonDeliveryProof),
    /// `staleness` events older than now.
    Observe {
        game: u8,
        balance: i64,
        staleness: i64,
    },
    Sweep {
        id: u8,
        to: Option<u8>,
        legs: Vec<Leg>,
        onward: u8,
        from_main: Option<i64>,
    },
    Withdraw(u8, i64, u8),
    WithdrawalSent(u8),
    Pay(u8),
    GiveBack(u8, NonDeliveryProof),
    /// To an account, with a hold of so many hours.
    ChangeBank(u8, Option<i64>),
    Order(u8, u8, i64),
    EndOrder(u8),
    PayOrder(u8, u8, i64),
    ReferOrder(u8, u8, i64),
    PayReferred(u8, i64),
    RejectOrder(u8),
    HandIn(u8, u8),
    SendGift(u8, i64),
    GiftUnknown(u8),
    CreditGift(u8, i64),
    RejectGift(u8, NonDeliveryProof),
    Announce(u8, i64),
    Find(u8),
    NotFound(u8),
    /// For day, week or month.
    Limit(usize, Option<i64>),
    /// A long or a short break of so many hours.
    Exclude(bool, Option<i64>),
    Reward(RewardStep),
    /// Staff adds or takes; alone, or with another's word.
    /// A correction: its number, amount, whether one person is both, and whether it is said to be unrelated.
    Correct(u8, i64, bool, bool),
    /// Takes all of the main wallet to a game.
    Stake(u8),
    /// Takes all that a game holds to the main wallet.
    Bring(u8),
}

fn grounds() -> impl Strategy<Value = NonDeliveryProof> + Clone {
    prop::sample::select(vec![
        NonDeliveryProof::NeverCalled,
        NonDeliveryProof::FirstAnswer,
        NonDeliveryProof::ForEver,
    ])
}

fn id() -> std::ops::Range<u8> {
    0..6
}

fn amount() -> impl Strategy<Value = i64> + Clone {
    prop_oneof![4 => 1..50_000_i64, 1 => -5..=0_i64]
}

/// Few amounts, so that what is paid is often what was ordered.
fn price() -> impl Strategy<Value = i64> + Clone {
    prop::sample::select(vec![0, 9_999, 10_000, 10_000, 10_000])
}

/// What moves money between the wallet and games.
fn play() -> impl Strategy<Value = Step> {
    // The ids of single transfers, and of the parts of sweeps, overlap.
    let known = 0..14_u8;
    let game = 0..3_u8;
    let leg = (
        0..10_u8,
        game.clone(),
        prop_oneof![6 => 1..20_000_i64, 1 => -1..=0_i64],
    );
    let start =
        (id(), game.clone(), any::<bool>(), amount()).prop_map(|(id, game, is_in, amount)| {
            Step::Start {
                id,
                game,
                is_in,
                amount,
            }
        });
    let sweep = (
        0..3_u8,
        prop::option::of(game.clone()),
        prop::collection::vec(leg, 0..4),
        8..14_u8,
        prop::option::of(-1..60_000_i64),
    )
        .prop_map(|(id, to, legs, onward, from_main)| Step::Sweep {
            id,
            to,
            legs,
            onward,
            from_main,
        });
    prop_oneof![
        2 => game.clone().prop_map(Step::OpenGame),
        2 => start,
        2 => sweep,
        4 => known.clone().prop_map(Step::Sent),
        1 => known.clone().prop_map(Step::Unknown),
        4 => (known.clone(), prop::option::of(0..60_000_i64))
            .prop_map(|(id, held)| Step::Complete(id, held)),
        2 => (known, grounds()).prop_map(|(id, grounds)| Step::Return(id, grounds)),
        1 => (game, 0..60_000_i64, 0..4_i64).prop_map(|(game, balance, staleness)| Step::Observe {
            game,
            balance,
            staleness
        }),
    ]
}

/// What brings money in, and what blocks it.
fn deposit() -> impl Strategy<Value = Step> {
    let channel = 0..2_u8;
    let hours = prop::sample::select(vec![1, 5, 24, 30, 170]);
    prop_oneof![
        hours.clone().prop_map(Step::Wait),
        id().prop_map(Step::Submit),
        id().prop_map(Step::Reject),
        (id(), amount()).prop_map(|(id, amount)| Step::Credit(id, amount)),
        (id(), amount()).prop_map(|(id, amount)| Step::CreditRefused(id, amount)),
        id().prop_map(Step::ReturnSlip),
        (id(), channel.clone(), price()).prop_map(|(id, on, price)| Step::Order(id, on, price)),
        id().prop_map(Step::EndOrder),
        (id(), channel.clone(), price()).prop_map(|(id, on, price)| Step::PayOrder(id, on, price)),
        (id(), channel, price()).prop_map(|(id, on, price)| Step::ReferOrder(id, on, price)),
        (id(), price()).prop_map(|(id, price)| Step::PayReferred(id, price)),
        id().prop_map(Step::RejectOrder),
        (id(), id()).prop_map(|(id, voucher)| Step::HandIn(id, voucher)),
        (id(), price()).prop_map(|(id, price)| Step::SendGift(id, price)),
        id().prop_map(Step::GiftUnknown),
        (id(), price()).prop_map(|(id, price)| Step::CreditGift(id, price)),
        (id(), grounds()).prop_map(|(id, grounds)| Step::RejectGift(id, grounds)),
        (id(), amount()).prop_map(|(id, amount)| Step::Announce(id, amount)),
        id().prop_map(Step::Find),
        id().prop_map(Step::NotFound),
        (0..3_usize, prop::option::of(-1..90_000_i64))
            .prop_map(|(period, limit)| Step::Limit(period, limit)),
        (
            any::<bool>(),
            prop::option::weighted(0.95, prop_oneof![Just(0_i64), hours])
        )
            .prop_map(|(is_long, hours)| Step::Exclude(is_long, hours)),
    ]
}

/// What takes money out.
fn payout() -> impl Strategy<Value = Step> {
    let account = 0..2_u8;
    prop_oneof![
        2 => (id(), amount(), account.clone())
            .prop_map(|(id, amount, to)| Step::Withdraw(id, amount, to)),
        2 => id().prop_map(Step::WithdrawalSent),
        1 => id().prop_map(Step::Pay),
        1 => (id(), grounds()).prop_map(|(id, grounds)| Step::GiveBack(id, grounds)),
        1 => (account, prop::option::of(0..40_i64))
            .prop_map(|(to, hold)| Step::ChangeBank(to, hold)),
        1 => (1..30_i64).prop_map(Step::Wait),
    ]
}

/// What staff corrects: few numbers, so that one is met again.
fn correction() -> impl Strategy<Value = Step> {
    let amount = prop_oneof![
        3 => 1..20_000_i64,
        3 => -20_000..0_i64,
        1 => prop::sample::select(vec![0, 500, -500]),
    ];
    let is_alone = prop::bool::weighted(0.1);
    let is_unrelated = prop::bool::weighted(0.5);
    (0..12_u8, amount, is_alone, is_unrelated)
        .prop_map(|(id, amount, alone, unrelated)| Step::Correct(id, amount, alone, unrelated))
}

/// A deposit that seldom fails: nobody ordered its QR.
fn funding() -> impl Strategy<Value = Step> {
    (0..200_u8, 1..60_000_i64).prop_map(|(id, amount)| Step::PayOrder(id, 0, amount))
}

/// Whole ways to a game and back.
fn whole_way() -> impl Strategy<Value = Step> {
    prop_oneof![
        2 => (0..3_u8).prop_map(Step::Stake),
        1 => (0..3_u8).prop_map(Step::Bring),
    ]
}

/// The steps that a step is made of.
pub(crate) fn single_steps(step: &Step, model: &Model) -> Vec<Step> {
    let (game, is_in) = match *step {
        Step::Stake(game) => (game, true),
        Step::Bring(game) => (game, false),
        _ => return vec![step.clone()],
    };
    let held = model.games.get(&game).copied().unwrap_or(0);
    let id = model.unused_transfer();
    vec![
        Step::OpenGame(game),
        Step::Start {
            id,
            game,
            is_in,
            amount: if is_in { model.main } else { held },
        },
        Step::Sent(id),
        Step::Complete(id, None),
    ]
}

/// A story: mostly play, mostly deposits or mostly rewards, so that each has the time to come to
/// an end.
pub(crate) fn story() -> impl Strategy<Value = Vec<Step>> {
    let steps = |play_weight, deposit_weight, reward_weight, length| {
        let step = prop_oneof![
            play_weight => play(),
            deposit_weight => deposit(),
            2 => payout(),
            1 => correction(),
            reward_weight => reward().prop_map(Step::Reward),
            1 + reward_weight / 4 => funding(),
            1 + reward_weight / 4 => whole_way(),
            1 + reward_weight / 8 => (1..40_i64).prop_map(Step::Wait),
            1 => (1..9_i64).prop_map(|hours| Step::Exclude(false, Some(hours))),
        ];
        prop::collection::vec(step, 1..length)
    };
    prop_oneof![
        1 => steps(4, 4, 2, 80),
        1 => steps(14, 2, 1, 80),
        1 => steps(1, 14, 1, 80),
        1 => steps(6, 1, 16, 80),
        1 => steps(1, 1, 24, 120),
    ]
}

pub(crate) fn money(satang: i64) -> Money {
    Money::try_new(Decimal::new(satang, 2), Currency::Thb).unwrap()
}

/// Hours since midnight in Bangkok, of a Monday that is the first of June.
pub(crate) fn moment(hours: i64) -> DateTime<Utc> {
    let start: DateTime<Utc> = "2026-05-31T17:00:00Z".parse().unwrap();
    start + TimeDelta::hours(hours)
}

pub(crate) fn bank_account(n: u8) -> BankAccountRecord {
    BankAccountRecord {
        id: BankAccountId(uuid(n)),
        mac: BankAccountMac([7; 32]),
    }
}

fn uuid(n: u8) -> Uuid {
    Uuid::from_u128(u128::from(n))
}

fn place(game: Option<u8>) -> Place {
    game.map_or(Place::Wallet, |game| Place::Game(game_code(game)))
}

fn slip_reference(n: u8) -> SlipReference {
    SlipReference {
        sending_bank: "004".into(),
        trans_ref: n.to_string(),
    }
}

pub(crate) fn game_code(n: u8) -> GameCode {
    format!("g{n}").parse().unwrap()
}

/// The command of a step; none when only time passes.
pub(crate) fn command(step: &Step, model: &Model) -> Option<WalletCommand> {
    let now = model.now;
    if let Step::Reward(step) = step {
        return reward_command(step, model);
    }
    play_command(step, model.events)
        .or_else(|| payout_command(step, now))
        .or_else(|| slip_command(step))
        .or_else(|| qr_command(step, now))
        .or_else(|| gift_command(step))
        .or_else(|| other_command(step, now))
}

fn play_command(step: &Step, sequence: i64) -> Option<WalletCommand> {
    let transfer_id = |n| TransferId(uuid(n));
    Some(match step.clone() {
        Step::OpenGame(n) => WalletCommand::Game(GameCommand::OpenAccount {
            game: game_code(n),
            username: format!("player{n}"),
        }),
        Step::Start {
            id,
            game,
            is_in,
            amount,
        } => {
            let (from, to) = if is_in {
                (None, Some(game))
            } else {
                (Some(game), None)
            };
            WalletCommand::Transfer(TransferCommand::Start {
                transfer_id: transfer_id(id),
                from: place(from),
                to: place(to),
                amount: money(amount),
            })
        }
        Step::Sent(n) => WalletCommand::Transfer(TransferCommand::MarkSent {
            transfer_id: transfer_id(n),
        }),
        Step::Unknown(n) => WalletCommand::Transfer(TransferCommand::MarkUnknown {
            transfer_id: transfer_id(n),
            reason: "time-out".into(),
        }),
        Step::Complete(n, held) => WalletCommand::Transfer(TransferCommand::Complete {
            transfer_id: transfer_id(n),
            provider_tx: n.to_string(),
            balance_before: held.map(money),
        }),
        Step::Return(n, grounds) => WalletCommand::Transfer(TransferCommand::Return {
            transfer_id: transfer_id(n),
            reason: "no".into(),
            grounds,
        }),
        Step::Observe {
            game,
            balance,
            staleness,
        } => WalletCommand::Game(GameCommand::ObserveBalance {
            game: game_code(game),
            balance: money(balance),
            seen_at: sequence - staleness,
        }),
        Step::Sweep {
            id,
            to,
            legs,
            onward,
            from_main,
        } => WalletCommand::Sweep(SweepCommand {
            sweep_id: SweepId(uuid(id)),
            to: place(to),
            legs: legs
                .into_iter()
                .map(|(id, game, amount)| SweepLeg {
                    transfer_id: transfer_id(id),
                    game: game_code(game),
                    amount: money(amount),
                })
                .collect(),
            onward: transfer_id(onward),
            from_main: from_main.map(money),
        }),
        _ => return None,
    })
}

fn payout_command(step: &Step, now: i64) -> Option<WalletCommand> {
    let withdrawal_id = |n| WithdrawalId(uuid(n));
    Some(match *step {
        Step::Withdraw(n, amount, account) => {
            WalletCommand::Withdrawal(WithdrawalCommand::Request {
                withdrawal_id: withdrawal_id(n),
                amount: money(amount),
                bank_account: BankAccountId(uuid(account)),
                limits: WithdrawalLimits {
                    min: money(100),
                    max: money(40_000),
                },
                confirmation: None,
            })
        }
        Step::WithdrawalSent(n) => WalletCommand::Withdrawal(WithdrawalCommand::MarkSent {
            withdrawal_id: withdrawal_id(n),
        }),
        Step::Pay(n) => WalletCommand::Withdrawal(WithdrawalCommand::Pay {
            withdrawal_id: withdrawal_id(n),
            payout_ref: n.to_string(),
        }),
        Step::GiveBack(n, grounds) => WalletCommand::Withdrawal(WithdrawalCommand::Return {
            withdrawal_id: withdrawal_id(n),
            reason: "no".into(),
            grounds,
        }),
        Step::ChangeBank(account, hold) => WalletCommand::BankAccount(BankAccountCommand::Change {
            account: bank_account(account),
            hold_until: hold.map(|hours| moment(now + hours)),
        }),
        _ => return None,
    })
}

fn slip_command(step: &Step) -> Option<WalletCommand> {
    let slip_id = |n| SlipId(uuid(n));
    Some(match *step {
        Step::Submit(n) => WalletCommand::Slip(SlipCommand::Submit {
            slip_id: slip_id(n),
            reference: Some(slip_reference(n)),
        }),
        Step::Reject(n) => WalletCommand::Slip(SlipCommand::Reject {
            slip_id: slip_id(n),
            reason: SlipReason::NotMatch,
        }),
        Step::Credit(n, amount) => WalletCommand::Slip(SlipCommand::Credit {
            slip_id: slip_id(n),
            reference: slip_reference(n),
            amount: money(amount),
            deposit_account: "scb-1".into(),
        }),
        Step::CreditRefused(n, amount) => WalletCommand::Slip(SlipCommand::CreditRefused {
            slip_id: slip_id(n),
            reference: slip_reference(n),
            amount: money(amount),
            deposit_account: "scb-1".into(),
        }),
        Step::ReturnSlip(n) => WalletCommand::Slip(SlipCommand::Return {
            slip_id: slip_id(n),
            reference: slip_reference(n),
            returned_as: n.to_string(),
        }),
        _ => return None,
    })
}

fn qr_command(step: &Step, now: i64) -> Option<WalletCommand> {
    let order_id = |n| QrOrderId(uuid(n));
    Some(match *step {
        Step::Order(n, channel, amount) => WalletCommand::Qr(QrCommand::Order {
            order_id: order_id(n),
            channel: channel.to_string(),
            amount: money(amount),
            expires_at: moment(now + 1),
        }),
        Step::EndOrder(n) => WalletCommand::Qr(QrCommand::End {
            order_id: order_id(n),
            end: QrEnd::Cancelled,
        }),
        Step::PayOrder(n, channel, amount) => WalletCommand::Qr(QrCommand::Credit {
            order_id: order_id(n),
            channel: channel.to_string(),
            amount: money(amount),
            provider_ref: n.to_string(),
            deposit_account: "qr".into(),
            ordered: Some(QrPayment {
                channel: channel.to_string(),
                amount: money(amount),
            }),
        }),
        Step::ReferOrder(n, channel, amount) => WalletCommand::Qr(QrCommand::Refer {
            order_id: order_id(n),
            payment: QrPayment {
                channel: channel.to_string(),
                amount: money(amount),
            },
            reason: "no".into(),
        }),
        Step::PayReferred(n, amount) => WalletCommand::Qr(QrCommand::CreditReferred {
            order_id: order_id(n),
            amount: money(amount),
            provider_ref: n.to_string(),
            deposit_account: "qr".into(),
        }),
        Step::RejectOrder(n) => WalletCommand::Qr(QrCommand::Reject {
            order_id: order_id(n),
            reason: "no".into(),
        }),
        _ => return None,
    })
}

fn gift_command(step: &Step) -> Option<WalletCommand> {
    let gift_id = |n| GiftId(uuid(n));
    Some(match *step {
        Step::HandIn(n, voucher) => WalletCommand::Gift(GiftCommand::Submit {
            gift_id: gift_id(n),
            voucher: voucher.to_string(),
        }),
        Step::SendGift(n, expected) => WalletCommand::Gift(GiftCommand::MarkSent {
            gift_id: gift_id(n),
            expected: money(expected),
        }),
        Step::GiftUnknown(n) => WalletCommand::Gift(GiftCommand::MarkUnknown {
            gift_id: gift_id(n),
            reason: "time-out".into(),
        }),
        Step::CreditGift(n, amount) => WalletCommand::Gift(GiftCommand::Credit {
            gift_id: gift_id(n),
            amount: money(amount),
            deposit_account: "gift".into(),
        }),
        Step::RejectGift(n, grounds) => WalletCommand::Gift(GiftCommand::Reject {
            gift_id: gift_id(n),
            reason: "no".into(),
            grounds,
        }),
        _ => return None,
    })
}

fn other_command(step: &Step, now: i64) -> Option<WalletCommand> {
    let deposit_id = |n| ManualDepositId(uuid(n));
    Some(match *step {
        Step::Correct(n, amount, is_alone, is_unrelated) => WalletCommand::Correct(Correction {
            correction_id: CorrectionId(uuid(n)),
            amount: money(amount),
            reason: "corrected".into(),
            by: StaffId(uuid(1)),
            approved_by: StaffId(uuid(if is_alone { 1 } else { 2 })),
            is_unrelated,
        }),
        Step::Announce(n, amount) => WalletCommand::Manual(ManualCommand::Request {
            deposit_id: deposit_id(n),
            amount: money(amount),
        }),
        Step::Find(n) => WalletCommand::Manual(ManualCommand::Credit {
            deposit_id: deposit_id(n),
            // None of the slips' payments: those are separate facts.
            reference: format!("M{n}"),
            deposit_account: "scb-1".into(),
        }),
        Step::NotFound(n) => WalletCommand::Manual(ManualCommand::Reject {
            deposit_id: deposit_id(n),
            reason: "no".into(),
        }),
        Step::Limit(period, limit) => {
            WalletCommand::Protection(ProtectionCommand::SetDepositLimit {
                period: LimitPeriod::ALL[period],
                limit: limit.map(money),
            })
        }
        Step::Exclude(is_long, hours) => WalletCommand::Protection(ProtectionCommand::Exclude {
            kind: if is_long {
                ExclusionKind::SelfExclusion
            } else {
                ExclusionKind::TimeOut
            },
            until: hours.map(|hours| moment(now + hours)),
        }),
        _ => return None,
    })
}
