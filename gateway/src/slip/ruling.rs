//! Whether a payment that the bank confirms is this player's deposit: the operator's own checks,
//! in a fixed order, on facts alone.

use chrono::{DateTime, TimeDelta, Utc};
use ledger::wallet::{SlipReason, SlipReference};
use ledger::{Currency, Money};

use super::likeness::{self, Likeness};
use super::qr::TRUEMONEY;
use crate::config::{Bank, Config, DepositAccount};
use crate::outside::slip_check::{Party, SlipFacts};

/// How far the bank's clock may be ahead of ours.
const CLOCK_SKEW: TimeDelta = TimeDelta::minutes(5);

/// What becomes of a slip.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Ruling {
    /// Credit so much, received by that deposit account.
    Credit {
        /// The amount that the bank confirmed.
        amount: Money,
        /// The operator's id of the account.
        deposit_account: String,
    },
    /// Refuse it.
    Reject(SlipReason),
    /// The facts neither prove nor refute it.
    Refer(&'static str),
}

/// The player's side of the comparison.
#[derive(Clone)]
pub(crate) struct Depositor {
    /// The product's code of the registered bank.
    pub(crate) bank_code: String,
    /// The registered account number.
    pub(crate) account_no: String,
    /// Its holder.
    pub(crate) account_name: String,
    /// The phone number that the player signs in with.
    pub(crate) phone: String,
    /// The wallet's currency.
    pub(crate) currency: Currency,
}

/// Decides about one confirmed payment.
pub(crate) fn rule(
    config: &Config,
    facts: &SlipFacts,
    asked: (&SlipReference, DateTime<Utc>),
    depositor: &Depositor,
) -> Ruling {
    let (reference, uploaded_at) = asked;
    if let Some(reason) = wrong_payment(facts, reference) {
        return Ruling::Reject(reason);
    }
    let window = TimeDelta::minutes(i64::from(config.slip.window_minutes));
    let age = uploaded_at - facts.transferred_at;
    if age > window || age < -CLOCK_SKEW {
        return Ruling::Reject(SlipReason::ExpiredSlip);
    }
    let account = match receiver(config, facts) {
        Receiver::Ours(account) => account,
        Receiver::Unclear => return Ruling::Refer("RECEIVER_UNCLEAR"),
        Receiver::Another => return Ruling::Reject(SlipReason::DestAccInvalid),
    };
    match sender(config, facts, depositor) {
        Likeness::Match => {}
        Likeness::NoMatch => return Ruling::Reject(SlipReason::NotMatch),
        Likeness::Indeterminate => return Ruling::Refer("SENDER_UNCLEAR"),
    }
    let is_right_currency =
        facts.currency == Some(depositor.currency) && account.currency == depositor.currency;
    let Some(amount) = facts.money().filter(|_| is_right_currency) else {
        return Ruling::Refer("OTHER_CURRENCY");
    };
    if amount.amount() < config.bounds_in(depositor.currency).deposit_min.amount() {
        // The money has come in, so the player is told to ask a person.
        return Ruling::Reject(SlipReason::UnknowError);
    }
    Ruling::Credit {
        amount,
        deposit_account: account.id.clone(),
    }
}

/// The bank must speak of the very payment that was asked about: the claim is made on the QR's
/// spelling, and a service that reads more kindly than we do must not give one payment two names.
fn wrong_payment(facts: &SlipFacts, reference: &SlipReference) -> Option<SlipReason> {
    let is_same_bank = facts.sending_bank == reference.sending_bank
        // A wallet's slip is answered under the number of the bank behind it.
        || reference.sending_bank == TRUEMONEY;
    let is_same = is_same_bank && facts.trans_ref == reference.trans_ref;
    (!is_same).then_some(SlipReason::InvalidSlip)
}

enum Receiver<'a> {
    Ours(&'a DepositAccount),
    Unclear,
    Another,
}

/// Four visible digits are weak evidence, so bank and name must fit as well.
fn receiver<'a>(config: &'a Config, facts: &SlipFacts) -> Receiver<'a> {
    let mut is_possible = false;
    for account in &config.deposit_accounts {
        let bank = match &facts.receiving_bank {
            None => Likeness::Indeterminate,
            Some(said) => bank_likeness(config.bank(&account.bank_code), said),
        };
        let names = std::iter::once(&account.account_name).chain(&account.account_name_aliases);
        let name = names
            .map(|name| name_likeness(name, &facts.receiver))
            .fold(Likeness::NoMatch, best_of_names);
        let number = account_likeness(&account.account_no, &facts.receiver);
        let all = [bank, number, name];
        if all.iter().all(|likeness| *likeness == Likeness::Match) {
            return Receiver::Ours(account);
        }
        is_possible |= !all.contains(&Likeness::NoMatch);
    }
    if is_possible {
        Receiver::Unclear
    } else {
        Receiver::Another
    }
}

/// The registered account and name must not differ, and one of them must be seen to fit.
fn sender(config: &Config, facts: &SlipFacts, depositor: &Depositor) -> Likeness {
    let bank = bank_likeness(config.bank(&depositor.bank_code), &facts.sending_bank);
    let number = match account_likeness(&depositor.account_no, &facts.sender) {
        Likeness::Indeterminate => phone_likeness(&depositor.phone, &facts.sender),
        number => number,
    };
    let name = name_likeness(&depositor.account_name, &facts.sender);
    if [bank, number, name].contains(&Likeness::NoMatch) {
        Likeness::NoMatch
    } else if bank == Likeness::Match && [number, name].contains(&Likeness::Match) {
        Likeness::Match
    } else {
        Likeness::Indeterminate
    }
}

fn bank_likeness(bank: Option<&Bank>, said: &str) -> Likeness {
    let Some(bank) = bank else {
        return Likeness::Indeterminate;
    };
    let is_same = bank.number.as_deref() == Some(said)
        || bank.code == said
        || bank.aliases.iter().any(|alias| alias == said);
    if is_same {
        Likeness::Match
    } else {
        Likeness::NoMatch
    }
}

fn account_likeness(number: &str, party: &Party) -> Likeness {
    party
        .account
        .as_deref()
        .map_or(Likeness::Indeterminate, |shown| {
            likeness::account(number, shown)
        })
}

/// Many people hold several phone numbers: a different one refutes nothing.
fn phone_likeness(phone: &str, party: &Party) -> Likeness {
    match party
        .phone
        .as_deref()
        .map(|shown| likeness::account(phone, shown))
    {
        Some(Likeness::Match) => Likeness::Match,
        _ => Likeness::Indeterminate,
    }
}

fn name_likeness(name: &str, party: &Party) -> Likeness {
    party
        .names
        .iter()
        .map(|shown| likeness::name(name, shown))
        .reduce(Likeness::or)
        .unwrap_or(Likeness::Indeterminate)
}

/// Over spellings of one holder, of which some are in a script that cannot be compared: a match
/// wins, and a difference counts only where no spelling was left open.
fn best_of_names(one: Likeness, other: Likeness) -> Likeness {
    match (one, other) {
        (Likeness::Match, _) | (_, Likeness::Match) => Likeness::Match,
        (Likeness::NoMatch, Likeness::NoMatch) => Likeness::NoMatch,
        _ => Likeness::Indeterminate,
    }
}
