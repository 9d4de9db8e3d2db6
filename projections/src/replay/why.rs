//! Why an event happened: the rule that led to it and the rule's inputs, as codes and data.
//!
//! Nothing is decided here. The inputs are the event's own fields, the wallet's state right before
//! it, and earlier events that it rests on. The screen chooses the words.

use ledger::wallet::reward::{
    Band, CoinsEarned, GrantActivated, GrantEnded, GrantOutcome, WheelSpun,
};
use ledger::wallet::{
    BankAccountEvent, FreezeEvent, GameEvent, GiftEvent, HouseEvent, ManualEvent, PayoutEvent,
    ProtectionEvent, QrEvent, SlipEvent, SweepEvent, TransferEvent, TransferStatus,
    WithdrawalEvent, WithdrawalStatus,
};
use ledger::{Account, Money, RewardEvent, Wallet, WalletEvent};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::index::Replay;
use super::summary;

/// Which rule led to an event, and from which inputs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Why {
    /// The rule, with its version if it has one (`band/1`).
    pub rule: String,
    /// The rule's result: a stable code for which the screen has words.
    pub code: &'static str,
    /// The rule's inputs.
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
        if let Some(operation) = event.operation() {
            why.rests_on(replay.earlier_of(operation, sequence));
        }
        if let WalletEvent::Transfer(TransferEvent::Returned { reason, .. }) = event
            && reason == FREEZE
        {
            why.rests_on(replay.last_of("Frozen", sequence));
        }
        if let WalletEvent::Freeze(event) = event {
            why.rests_on(stopped_by(event).and_then(|kind| replay.last_of(kind, sequence)));
        }
        if let Some(held_by) = held_by(event, before) {
            why.rests_on(replay.last_of(held_by, sequence));
        }
        if let WalletEvent::Sweep(SweepEvent::Ended { .. }) = event {
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
            .extend(cause.filter(|cause| !self.causes.contains(cause)));
    }

    fn explain_reward(
        &mut self,
        replay: &Replay,
        sequence: i64,
        event: &RewardEvent,
        before: &Wallet,
    ) {
        match event {
            RewardEvent::GrantActivated(GrantActivated {
                deposit: Some(deposit),
                ..
            }) => {
                self.rests_on(replay.earlier_of(deposit.operation, sequence));
            }
            RewardEvent::GrantEnded(GrantEnded { base, .. }) => {
                if let Some(active) = before.active_grant() {
                    // The decision used the bounds of the event's own base.
                    let mut judged = active.clone();
                    judged.base = *base;
                    self.inputs.extend(bounds(judged.band()));
                    self.note("granted", &active.amount);
                    self.note("terms", &active.terms);
                    self.note("startedAt", &active.started_at);
                }
            }
            RewardEvent::CoinsEarned(CoinsEarned {
                deposited, price, ..
            }) => {
                let of_day = (deposited.amount() / price.amount()).trunc();
                self.note("earnedOfDay", &of_day.normalize().to_string());
                // Coins come with the deposit that earns them.
                self.rests_on(replay.right_before(sequence));
            }
            RewardEvent::WheelSpun(WheelSpun { weights, .. }) => {
                let sum: u64 = weights.iter().map(|slice| u64::from(slice.weight)).sum();
                self.note("weightsSum", &sum);
                self.rests_on(replay.last_of("WheelSeedCommitted", sequence));
            }
            RewardEvent::WheelSeedRevealed(_) => {
                self.rests_on(replay.last_of("WheelSeedCommitted", sequence));
            }
            RewardEvent::GrantActivated(_)
            | RewardEvent::RefundReceived(_)
            | RewardEvent::InviteEarned(_)
            | RewardEvent::CoinsGiven(_)
            | RewardEvent::WheelSeedCommitted(_) => {}
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
    if let WalletEvent::Withdrawal(WithdrawalEvent::Returned { reason, .. }) = event {
        return (reason == "BANK_ACCOUNT_CHANGED").then_some("BankAccountChanged");
    }
    let WalletEvent::Withdrawal(WithdrawalEvent::Requested {
        not_before: Some(until),
        ..
    }) = event
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

/// The inputs from the wallet's state right before the event.
fn known_before(event: &WalletEvent, before: &Wallet) -> Map<String, Value> {
    let mut known = Map::new();
    let mut note = |name: &str, value: Value| known.insert(name.to_owned(), value);
    let money = |amount: Option<Money>| json!(amount);
    match event {
        WalletEvent::Game(GameEvent::BalanceObserved { game, balance, .. }) => {
            let books = before.bucket(&Account::Game(game.clone()));
            note("provider", json!(balance));
            note("books", money(books));
            let difference = books.and_then(|books| balance.checked_sub(books).ok());
            note("difference", money(difference));
        }
        WalletEvent::Transfer(TransferEvent::Started { from, .. }) => {
            let account = match from {
                ledger::wallet::Place::Wallet => Account::Main,
                ledger::wallet::Place::Game(game) => Account::Game(game.clone()),
            };
            note("heldBefore", money(before.bucket(&account)));
        }
        WalletEvent::Transfer(TransferEvent::Returned { transfer_id, .. }) => {
            let transfer = before.transfer(*transfer_id);
            let grounds = transfer.map(|transfer| transfer_grounds(transfer.status));
            note("grounds", json!(grounds));
            note("amount", money(transfer.map(|transfer| transfer.amount)));
        }
        WalletEvent::Withdrawal(WithdrawalEvent::Requested { .. }) => {
            note("heldBefore", money(before.bucket(&Account::Main)));
        }
        WalletEvent::Withdrawal(WithdrawalEvent::Returned { withdrawal_id, .. }) => {
            let withdrawal = before.withdrawal(*withdrawal_id);
            let grounds = withdrawal.map(|withdrawal| withdrawal_grounds(withdrawal.status));
            note("grounds", json!(grounds));
            note("amount", money(withdrawal.map(|it| it.amount)));
        }
        WalletEvent::Withdrawal(
            WithdrawalEvent::Released { .. }
            | WithdrawalEvent::Sent { .. }
            | WithdrawalEvent::Unknown { .. }
            | WithdrawalEvent::Paid { .. },
        )
        | WalletEvent::Game(GameEvent::AccountOpened { .. })
        | WalletEvent::Transfer(
            TransferEvent::Sent { .. }
            | TransferEvent::Unknown { .. }
            | TransferEvent::Completed { .. },
        )
        | WalletEvent::Opened(_)
        | WalletEvent::Slip(_)
        | WalletEvent::Qr(_)
        | WalletEvent::Gift(_)
        | WalletEvent::Manual(_)
        | WalletEvent::Sweep(_)
        | WalletEvent::BankAccount(_)
        | WalletEvent::Payout(_)
        | WalletEvent::Freeze(_)
        | WalletEvent::Protection(_)
        | WalletEvent::House(_)
        | WalletEvent::Corrected(_)
        | WalletEvent::Reward(_)
        | WalletEvent::Void => {}
    }
    known
}

/// The grounds on which money came back: the work's progress says which answer was needed.
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
        E::Void => ("journal", "KEY_UNKNOWN"),
        E::House(event) => ("house", code_of_house(event)),
        E::Opened(_) => ("wallet", "WALLET_OPENED"),
        E::Slip(SlipEvent::Submitted { .. }) => ("slip", "SLIP_UPLOADED"),
        E::Slip(SlipEvent::Referred { .. }) => ("slip", "SLIP_LEFT_FOR_STAFF"),
        E::Slip(SlipEvent::Rejected { .. }) => ("slip", "SLIP_REJECTED"),
        E::Slip(SlipEvent::Returned { .. }) => ("slip", "SLIP_SENT_BACK"),
        E::Slip(SlipEvent::Credited { .. }) => ("slip", "SLIP_CONFIRMED"),
        E::Game(GameEvent::AccountOpened { .. }) => ("game", "GAME_ACCOUNT_OPENED"),
        E::Game(GameEvent::BalanceObserved { game, balance, .. }) => {
            let books = before.bucket(&Account::Game(game.clone()));
            let won = books.is_some_and(|books| balance.amount() > books.amount());
            let code = if won { "PLAYER_WON" } else { "PLAYER_LOST" };
            ("observation", code)
        }
        E::Transfer(TransferEvent::Started { .. }) => ("transfer", "TRANSFER_ASKED"),
        E::Transfer(TransferEvent::Sent { .. }) => ("transfer", "PROVIDER_CALLED"),
        E::Transfer(TransferEvent::Unknown { .. }) => ("transfer", "PROVIDER_ANSWER_UNKNOWN"),
        E::Transfer(TransferEvent::Completed { .. }) => ("transfer", "PROVIDER_CONFIRMED"),
        E::Transfer(TransferEvent::Returned { reason, .. }) if reason == FREEZE => {
            ("transfer", "STOPPED_BY_FREEZE")
        }
        E::Transfer(TransferEvent::Returned { .. }) => ("transfer", "PROVIDER_REFUSED"),
        E::Withdrawal(WithdrawalEvent::Requested {
            not_before: Some(_),
            ..
        }) => ("withdrawal", "WITHDRAWAL_HELD"),
        E::Withdrawal(WithdrawalEvent::Requested { .. }) => ("withdrawal", "WITHDRAWAL_ASKED"),
        E::Withdrawal(WithdrawalEvent::Released { .. }) => {
            ("withdrawal", "WITHDRAWAL_RELEASED_BY_STAFF")
        }
        E::Withdrawal(WithdrawalEvent::Sent { .. }) => ("withdrawal", "BANK_CALLED"),
        E::Withdrawal(WithdrawalEvent::Unknown { .. }) => ("withdrawal", "BANK_ANSWER_UNKNOWN"),
        E::Withdrawal(WithdrawalEvent::Paid { .. }) => ("withdrawal", "BANK_PAID"),
        E::Withdrawal(WithdrawalEvent::Returned { .. }) if held_by(event, before).is_some() => {
            ("withdrawal", "BANK_ACCOUNT_REPLACED")
        }
        E::Withdrawal(WithdrawalEvent::Returned { .. }) => ("withdrawal", "BANK_REFUSED"),
        E::Qr(QrEvent::Ordered { .. }) => ("qr", "QR_ASKED"),
        E::Qr(QrEvent::Ended { .. }) => ("qr", "QR_ENDED"),
        E::Qr(QrEvent::Paid { .. }) => ("qr", "QR_PAID"),
        E::Qr(QrEvent::Referred { .. }) => ("qr", "QR_LEFT_FOR_STAFF"),
        E::Qr(QrEvent::Rejected { .. }) => ("qr", "QR_REFUSED_BY_STAFF"),
        E::Gift(GiftEvent::Submitted { .. }) => ("gift", "GIFT_HANDED_IN"),
        E::Gift(GiftEvent::Sent { .. }) => ("gift", "VOUCHER_CALLED"),
        E::Gift(GiftEvent::Unknown { .. }) => ("gift", "VOUCHER_ANSWER_UNKNOWN"),
        E::Gift(GiftEvent::Credited { .. }) => ("gift", "VOUCHER_REDEEMED"),
        E::Gift(GiftEvent::Rejected { .. }) => ("gift", "GIFT_REJECTED"),
        E::Manual(ManualEvent::Requested { .. }) => ("manual", "DEPOSIT_ANNOUNCED"),
        E::Manual(ManualEvent::Credited { .. }) => ("manual", "DEPOSIT_FOUND_BY_STAFF"),
        E::Manual(ManualEvent::Rejected { .. }) => ("manual", "DEPOSIT_NOT_FOUND"),
        E::Sweep(SweepEvent::Started { .. }) => ("sweep", "SWEEP_ASKED"),
        E::Sweep(SweepEvent::Ended { .. }) => ("sweep", "SWEEP_ENDED"),
        E::BankAccount(event) => bank_account_rule(event),
        E::Protection(ProtectionEvent::DepositLimitSet { by: Some(_), .. }) => {
            ("limit", "LIMIT_SET_BY_STAFF")
        }
        E::Protection(ProtectionEvent::DepositLimitSet {
            effective_at, at, ..
        }) if effective_at > at => ("limit", "LIMIT_LOOSENED_LATER"),
        E::Protection(ProtectionEvent::DepositLimitSet { .. }) => ("limit", "LIMIT_SET_AT_ONCE"),
        E::Payout(PayoutEvent::Held { .. }) => ("payout-hold", "PAYOUTS_HELD"),
        E::Payout(PayoutEvent::PinSet { .. }) if before.pin().is_some() => ("pin", "PIN_REPLACED"),
        E::Payout(PayoutEvent::PinSet { .. }) => ("pin", "PIN_SET"),
        E::Freeze(event) => freeze_rule(event),
        E::Protection(ProtectionEvent::Excluded { .. }) => ("exclusion", "BREAK_TAKEN"),
        E::Protection(ProtectionEvent::RealityCheckSet { .. }) => ("reality-check", "REMINDER_SET"),
        E::Reward(reward) => return reward_rule(reward),
        E::Corrected(_) => ("correction", "CORRECTED_BY_STAFF"),
    };
    (rule.to_owned(), code)
}

const fn bank_account_rule(event: &BankAccountEvent) -> (&'static str, &'static str) {
    match event {
        BankAccountEvent::Changed { .. } => ("bank-account", "BANK_ACCOUNT_CHANGED"),
        BankAccountEvent::Recorded { .. } => ("bank-account", "BANK_ACCOUNT_RECORDED"),
    }
}

/// The rule of a freeze, of its end, and of the end of what void rows have stopped.
const fn freeze_rule(event: &FreezeEvent) -> (&'static str, &'static str) {
    match event {
        FreezeEvent::Frozen { .. } => ("freeze", "FROZEN_BY_STAFF"),
        FreezeEvent::Unfrozen { .. } => ("freeze", "UNFROZEN_BY_STAFF"),
        FreezeEvent::VoidDeclared { .. } => ("journal", "VOID_DECLARED_BY_STAFF"),
    }
}

/// The type of the events that stopped the money which this one lets go.
const fn stopped_by(event: &FreezeEvent) -> Option<&'static str> {
    match event {
        FreezeEvent::Frozen { .. } => None,
        FreezeEvent::Unfrozen { .. } => Some("Frozen"),
        FreezeEvent::VoidDeclared { .. } => Some("Void"),
    }
}

fn reward_rule(event: &RewardEvent) -> (String, &'static str) {
    let (rule, code) = match event {
        RewardEvent::GrantActivated(GrantActivated { rule, .. }) => (rule.as_str(), "GRANT_GIVEN"),
        RewardEvent::GrantEnded(GrantEnded { rule, outcome, .. }) => {
            let code = match outcome {
                GrantOutcome::Success => "GRANT_WON",
                GrantOutcome::Fail => "GRANT_LOST",
                GrantOutcome::Expired => "GRANT_TIME_OVER",
                GrantOutcome::Excluded => "GRANT_GIVEN_UP",
                GrantOutcome::Cancelled => "GRANT_CANCELLED",
            };
            (rule.as_str(), code)
        }
        RewardEvent::RefundReceived(_) => ("share-of-loss", "REFUND_SET_ASIDE"),
        RewardEvent::InviteEarned(_) => ("share-of-loss", "INVITE_EARNED"),
        RewardEvent::CoinsEarned(_) => ("coin", "COINS_EARNED"),
        RewardEvent::CoinsGiven(_) => ("coin", "COINS_GIVEN"),
        RewardEvent::WheelSeedCommitted(_) => ("wheel", "SEED_COMMITTED"),
        RewardEvent::WheelSeedRevealed(_) => ("wheel", "SEED_REVEALED"),
        RewardEvent::WheelSpun(_) => ("wheel", "WHEEL_SPUN"),
    };
    (rule.to_owned(), code)
}

/// A field's name as sent on the wire.
fn camel(name: &str) -> String {
    let mut parts = name.split('_');
    let mut camel = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let mut letters = part.chars();
        camel.extend(letters.next().map(|letter| letter.to_ascii_uppercase()));
        camel.push_str(letters.as_str());
    }
    camel
}

const fn code_of_house(event: &HouseEvent) -> &'static str {
    match event {
        HouseEvent::LiabilitiesTotalled { .. } => "LIABILITIES_TOTALLED",
        HouseEvent::SettingsChanged { .. } => "SETTINGS_CHANGED",
    }
}
