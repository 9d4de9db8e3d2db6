//! Why an event happened: the rule that led to it and what the rule was given, as codes and data.
//!
//! Nothing is decided here. Inputs are what the event itself keeps, what the wallet held right
//! before it, and earlier events that it rests on; the words are the screen's.

// A new event is named here: see `tests/walls/checklist.rs` of the gateway.
#![deny(clippy::wildcard_enum_match_arm)]

use ledger::wallet::reward::{Band, GrantOutcome};
use ledger::wallet::{TransferStatus, WithdrawalStatus};
use ledger::{Account, Money, RewardEvent, Wallet, WalletEvent};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::index::Replay;
use super::summary;

/// Which rule led to an event, and from which inputs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Why {
    /// The rule, with its version where it has one (`band/1`).
    pub rule: String,
    /// What it found: a stable code that a screen has words for.
    pub code: &'static str,
    /// What it was given.
    pub inputs: Map<String, Value>,
    /// Earlier events that it rests on, the nearest first.
    pub causes: Vec<Cause>,
}

/// An earlier event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Cause {
    /// Its place in the stream.
    pub sequence: i64,
    /// Type, as stored or shown.
    #[serde(rename = "type")]
    pub kind: String,
}

impl Why {
    pub(super) fn of(replay: &Replay, sequence: i64, event: &WalletEvent, before: &Wallet) -> Self {
        let (rule, code) = rule_of(event, before);
        let mut inputs = Map::new();
        for (name, value) in summary::fields(event) {
            if name != "postings" {
                inputs.insert(camel(&name), value);
            }
        }
        inputs.extend(known_before(event, before));
        let mut why = Self {
            rule,
            code,
            inputs,
            causes: Vec::new(),
        };
        if let Some(operation) = summary::operation(event) {
            why.rests_on(replay.earlier_of(operation, sequence));
        }
        if let WalletEvent::TransferReturned { reason, .. } = event
            && reason == FREEZE
        {
            why.rests_on(replay.last_of("Frozen", sequence));
        }
        if let WalletEvent::Unfrozen { .. } = event {
            why.rests_on(replay.last_of("Frozen", sequence));
        }
        if let Some(held_by) = held_by(event, before) {
            why.rests_on(replay.last_of(held_by, sequence));
        }
        if let WalletEvent::SweepEnded { .. } = event {
            why.rests_on(replay.last_of("TransferCompleted", sequence));
        }
        if let WalletEvent::Reward(reward) = event {
            why.explain_reward(replay, sequence, reward, before);
        }
        why
    }

    fn rests_on(&mut self, found: Option<(i64, &str)>) {
        let cause = found.map(|(sequence, kind)| Cause {
            sequence,
            kind: kind.to_owned(),
        });
        self.causes
            .extend(cause.filter(|it| !self.causes.contains(it)));
    }

    fn explain_reward(
        &mut self,
        replay: &Replay,
        sequence: i64,
        event: &RewardEvent,
        before: &Wallet,
    ) {
        match event {
            RewardEvent::GrantActivated {
                deposit: Some(deposit),
                ..
            } => {
                self.rests_on(replay.earlier_of(deposit.operation, sequence));
            }
            RewardEvent::GrantEnded { base, .. } => {
                if let Some(active) = before.active_grant() {
                    // The bounds that were decided by are those of the event's own base.
                    let mut judged = active.clone();
                    judged.base = *base;
                    self.inputs.extend(bounds(judged.band()));
                    self.note("granted", &active.amount);
                    self.note("terms", &active.terms);
                    self.note("startedAt", &active.started_at);
                }
            }
            RewardEvent::CoinsEarned {
                deposited, price, ..
            } => {
                let of_day = (deposited.amount() / price.amount()).trunc();
                self.note("earnedOfDay", &of_day.normalize().to_string());
                // Coins come with the deposit that earns them.
                self.rests_on(replay.right_before(sequence));
            }
            RewardEvent::WheelSpun { weights, .. } => {
                let sum: u64 = weights.iter().map(|it| u64::from(it.weight)).sum();
                self.note("weightsSum", &sum);
                self.rests_on(replay.last_of("WheelSeedCommitted", sequence));
            }
            RewardEvent::WheelSeedRevealed { .. } => {
                self.rests_on(replay.last_of("WheelSeedCommitted", sequence));
            }
            RewardEvent::GrantActivated { .. }
            | RewardEvent::RefundReceived { .. }
            | RewardEvent::InviteEarned { .. }
            | RewardEvent::WheelSeedCommitted { .. } => {}
        }
    }

    fn note(&mut self, name: &str, value: &impl Serialize) {
        let value = serde_json::to_value(value).unwrap_or_default();
        self.inputs.insert(name.to_owned(), value);
    }
}

fn bounds(band: Band) -> Map<String, Value> {
    let mut bounds = Map::new();
    for (name, amount) in [
        ("successFrom", band.success_from),
        ("failTo", band.fail_to),
        ("turnoverNeeded", band.turnover),
    ] {
        bounds.insert(name.to_owned(), amount.normalize().to_string().into());
    }
    bounds
}

/// The kind of event that lets a payout wait, or has sent it back.
fn held_by(event: &WalletEvent, before: &Wallet) -> Option<&'static str> {
    if let WalletEvent::WithdrawalReturned { reason, .. } = event {
        return (reason == "BANK_ACCOUNT_CHANGED").then_some("BankAccountChanged");
    }
    let WalletEvent::WithdrawalRequested {
        not_before: Some(until),
        ..
    } = event
    else {
        return None;
    };
    let is_of_account = before.bank_account_held_until() == Some(*until);
    Some(if is_of_account {
        "BankAccountChanged"
    } else {
        "PayoutsHeld"
    })
}

/// The reason of a transfer that a freeze has stopped.
const FREEZE: &str = "ACCOUNT_FROZEN";

/// What the wallet knew right before the event.
fn known_before(event: &WalletEvent, before: &Wallet) -> Map<String, Value> {
    let mut known = Map::new();
    let mut note = |name: &str, value: Value| known.insert(name.to_owned(), value);
    let money = |amount: Option<Money>| json!(amount);
    match event {
        WalletEvent::GameBalanceObserved { game, balance, .. } => {
            let books = before.bucket(&Account::Game(game.clone()));
            note("provider", json!(balance));
            note("books", money(books));
            let difference = books.and_then(|books| balance.checked_sub(books).ok());
            note("difference", money(difference));
        }
        WalletEvent::TransferStarted { from, .. } => {
            let account = match from {
                ledger::wallet::Place::Wallet => Account::Main,
                ledger::wallet::Place::Game(game) => Account::Game(game.clone()),
            };
            note("heldBefore", money(before.bucket(&account)));
        }
        WalletEvent::TransferReturned { transfer_id, .. } => {
            let transfer = before.transfer(*transfer_id);
            note(
                "grounds",
                json!(transfer.map(|it| transfer_grounds(it.status))),
            );
            note("amount", money(transfer.map(|it| it.amount)));
        }
        WalletEvent::WithdrawalRequested { .. } => {
            note("heldBefore", money(before.bucket(&Account::Main)));
        }
        WalletEvent::WithdrawalReturned { withdrawal_id, .. } => {
            let withdrawal = before.withdrawal(*withdrawal_id);
            let grounds = withdrawal.map(|it| withdrawal_grounds(it.status));
            note("grounds", json!(grounds));
            note("amount", money(withdrawal.map(|it| it.amount)));
        }
        WalletEvent::Opened { .. }
        | WalletEvent::SlipSubmitted { .. }
        | WalletEvent::SlipReferred { .. }
        | WalletEvent::SlipRejected { .. }
        | WalletEvent::SlipReturned { .. }
        | WalletEvent::Deposited { .. }
        | WalletEvent::GameAccountOpened { .. }
        | WalletEvent::TransferSent { .. }
        | WalletEvent::TransferUnknown { .. }
        | WalletEvent::TransferCompleted { .. }
        | WalletEvent::WithdrawalReleased { .. }
        | WalletEvent::WithdrawalSent { .. }
        | WalletEvent::WithdrawalUnknown { .. }
        | WalletEvent::WithdrawalPaid { .. }
        | WalletEvent::QrOrdered { .. }
        | WalletEvent::QrEnded { .. }
        | WalletEvent::QrPaid { .. }
        | WalletEvent::QrReferred { .. }
        | WalletEvent::QrRejected { .. }
        | WalletEvent::GiftSubmitted { .. }
        | WalletEvent::GiftSent { .. }
        | WalletEvent::GiftUnknown { .. }
        | WalletEvent::GiftCredited { .. }
        | WalletEvent::GiftRejected { .. }
        | WalletEvent::ManualDepositRequested { .. }
        | WalletEvent::ManualDepositCredited { .. }
        | WalletEvent::ManualDepositRejected { .. }
        | WalletEvent::SweepStarted { .. }
        | WalletEvent::SweepEnded { .. }
        | WalletEvent::BankAccountChanged { .. }
        | WalletEvent::BankAccountRecorded { .. }
        | WalletEvent::PayoutsHeld { .. }
        | WalletEvent::PinSet { .. }
        | WalletEvent::Frozen { .. }
        | WalletEvent::Unfrozen { .. }
        | WalletEvent::DepositLimitSet { .. }
        | WalletEvent::Excluded { .. }
        | WalletEvent::RealityCheckSet { .. }
        | WalletEvent::Corrected { .. }
        | WalletEvent::Reward(_) => {}
    }
    known
}

/// On what grounds money came back: how far the work was says which answer was needed.
fn transfer_grounds(status: TransferStatus) -> &'static str {
    match status {
        TransferStatus::Started => "NEVER_CALLED",
        TransferStatus::Sent => "FIRST_ANSWER",
        TransferStatus::Unknown | TransferStatus::Completed | TransferStatus::Returned => {
            "FOR_EVER"
        }
    }
}

fn withdrawal_grounds(status: WithdrawalStatus) -> &'static str {
    match status {
        WithdrawalStatus::Requested => "NEVER_CALLED",
        WithdrawalStatus::Sent => "FIRST_ANSWER",
        WithdrawalStatus::Unknown | WithdrawalStatus::Paid | WithdrawalStatus::Returned => {
            "FOR_EVER"
        }
    }
}

/// The rule and its finding.
fn rule_of(event: &WalletEvent, before: &Wallet) -> (String, &'static str) {
    use WalletEvent as E;
    let (rule, code) = match event {
        E::Opened { .. } => ("wallet", "WALLET_OPENED"),
        E::SlipSubmitted { .. } => ("slip", "SLIP_UPLOADED"),
        E::SlipReferred { .. } => ("slip", "SLIP_LEFT_FOR_STAFF"),
        E::SlipRejected { .. } => ("slip", "SLIP_REJECTED"),
        E::SlipReturned { .. } => ("slip", "SLIP_SENT_BACK"),
        E::Deposited { .. } => ("slip", "SLIP_CONFIRMED"),
        E::GameAccountOpened { .. } => ("game", "GAME_ACCOUNT_OPENED"),
        E::GameBalanceObserved { game, balance, .. } => {
            let books = before.bucket(&Account::Game(game.clone()));
            let won = books.is_some_and(|books| balance.amount() > books.amount());
            (
                "observation",
                if won { "PLAYER_WON" } else { "PLAYER_LOST" },
            )
        }
        E::TransferStarted { .. } => ("transfer", "TRANSFER_ASKED"),
        E::TransferSent { .. } => ("transfer", "PROVIDER_CALLED"),
        E::TransferUnknown { .. } => ("transfer", "PROVIDER_ANSWER_UNKNOWN"),
        E::TransferCompleted { .. } => ("transfer", "PROVIDER_CONFIRMED"),
        E::TransferReturned { reason, .. } if reason == FREEZE => ("transfer", "STOPPED_BY_FREEZE"),
        E::TransferReturned { .. } => ("transfer", "PROVIDER_REFUSED"),
        E::WithdrawalRequested {
            not_before: Some(_),
            ..
        } => ("withdrawal", "WITHDRAWAL_HELD"),
        E::WithdrawalRequested { .. } => ("withdrawal", "WITHDRAWAL_ASKED"),
        E::WithdrawalReleased { .. } => ("withdrawal", "WITHDRAWAL_RELEASED_BY_STAFF"),
        E::WithdrawalSent { .. } => ("withdrawal", "BANK_CALLED"),
        E::WithdrawalUnknown { .. } => ("withdrawal", "BANK_ANSWER_UNKNOWN"),
        E::WithdrawalPaid { .. } => ("withdrawal", "BANK_PAID"),
        E::WithdrawalReturned { .. } if held_by(event, before).is_some() => {
            ("withdrawal", "BANK_ACCOUNT_REPLACED")
        }
        E::WithdrawalReturned { .. } => ("withdrawal", "BANK_REFUSED"),
        E::QrOrdered { .. } => ("qr", "QR_ASKED"),
        E::QrEnded { .. } => ("qr", "QR_ENDED"),
        E::QrPaid { .. } => ("qr", "QR_PAID"),
        E::QrReferred { .. } => ("qr", "QR_LEFT_FOR_STAFF"),
        E::QrRejected { .. } => ("qr", "QR_REFUSED_BY_STAFF"),
        E::GiftSubmitted { .. } => ("gift", "GIFT_HANDED_IN"),
        E::GiftSent { .. } => ("gift", "VOUCHER_CALLED"),
        E::GiftUnknown { .. } => ("gift", "VOUCHER_ANSWER_UNKNOWN"),
        E::GiftCredited { .. } => ("gift", "VOUCHER_REDEEMED"),
        E::GiftRejected { .. } => ("gift", "GIFT_REJECTED"),
        E::ManualDepositRequested { .. } => ("manual", "DEPOSIT_ANNOUNCED"),
        E::ManualDepositCredited { .. } => ("manual", "DEPOSIT_FOUND_BY_STAFF"),
        E::ManualDepositRejected { .. } => ("manual", "DEPOSIT_NOT_FOUND"),
        E::SweepStarted { .. } => ("sweep", "SWEEP_ASKED"),
        E::SweepEnded { .. } => ("sweep", "SWEEP_ENDED"),
        E::BankAccountChanged { .. } => ("bank-account", "BANK_ACCOUNT_CHANGED"),
        E::BankAccountRecorded { .. } => ("bank-account", "BANK_ACCOUNT_RECORDED"),
        E::DepositLimitSet { by: Some(_), .. } => ("limit", "LIMIT_SET_BY_STAFF"),
        E::DepositLimitSet {
            effective_at, at, ..
        } if effective_at > at => ("limit", "LIMIT_LOOSENED_LATER"),
        E::DepositLimitSet { .. } => ("limit", "LIMIT_SET_AT_ONCE"),
        E::PayoutsHeld { .. } => ("payout-hold", "PAYOUTS_HELD"),
        E::PinSet { .. } if before.pin().is_some() => ("pin", "PIN_REPLACED"),
        E::PinSet { .. } => ("pin", "PIN_SET"),
        E::Frozen { .. } => ("freeze", "FROZEN_BY_STAFF"),
        E::Unfrozen { .. } => ("freeze", "UNFROZEN_BY_STAFF"),
        E::Excluded { .. } => ("exclusion", "BREAK_TAKEN"),
        E::RealityCheckSet { .. } => ("reality-check", "REMINDER_SET"),
        E::Reward(reward) => return reward_rule(reward),
        E::Corrected { .. } => ("correction", "CORRECTED_BY_STAFF"),
    };
    (rule.to_owned(), code)
}

fn reward_rule(event: &RewardEvent) -> (String, &'static str) {
    let (rule, code) = match event {
        RewardEvent::GrantActivated { rule, .. } => (rule.as_str(), "GRANT_GIVEN"),
        RewardEvent::GrantEnded { rule, outcome, .. } => {
            let code = match outcome {
                GrantOutcome::Success => "GRANT_WON",
                GrantOutcome::Fail => "GRANT_LOST",
                GrantOutcome::Expired => "GRANT_TIME_OVER",
                GrantOutcome::Excluded => "GRANT_GIVEN_UP",
            };
            (rule.as_str(), code)
        }
        RewardEvent::RefundReceived { .. } => ("share-of-loss", "REFUND_SET_ASIDE"),
        RewardEvent::InviteEarned { .. } => ("share-of-loss", "INVITE_EARNED"),
        RewardEvent::CoinsEarned { .. } => ("coin", "COINS_EARNED"),
        RewardEvent::WheelSeedCommitted { .. } => ("wheel", "SEED_COMMITTED"),
        RewardEvent::WheelSeedRevealed { .. } => ("wheel", "SEED_REVEALED"),
        RewardEvent::WheelSpun { .. } => ("wheel", "WHEEL_SPUN"),
    };
    (rule.to_owned(), code)
}

/// A field's name as sent on the wire.
fn camel(name: &str) -> String {
    let mut parts = name.split('_');
    let mut camel = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let mut letters = part.chars();
        camel.extend(letters.next().map(|it| it.to_ascii_uppercase()));
        camel.push_str(letters.as_str());
    }
    camel
}
