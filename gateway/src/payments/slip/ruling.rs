//! Decides whether a payment that the bank confirms is this player's deposit: the operator's
//! checks, in a fixed order, on facts alone.

use chrono::{DateTime, TimeDelta, Utc};
use ledger::wallet::{SlipReason, SlipReference};
use ledger::{Currency, Money};

use super::likeness::{self, MatchResult};
use super::qr::TRUEMONEY;
use crate::platform::config::{Bank, Config, DepositAccount};
use crate::providers::slip_check::{Party, SlipFacts};

/// How far two clocks that agree may differ.
const CLOCK_SKEW: TimeDelta = TimeDelta::minutes(5);

/// The decision on a slip.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum SlipDecision {
    /// Credit an amount that a deposit account received.
    Credit {
        /// The amount that the bank confirmed.
        amount: Money,
        /// The operator's id of the account.
        deposit_account: String,
    },
    /// Refuse it.
    Reject(SlipReason),
    /// Leave it for staff: the facts neither prove nor refute it.
    Refer(&'static str),
}

/// The question to the bank: which payment, and when it was asked about.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Inquiry<'a> {
    /// The payment, as the slip's QR names it.
    pub(crate) reference: &'a SlipReference,
    /// When the slip was uploaded, by the gateway's clock.
    pub(crate) uploaded_at: DateTime<Utc>,
    /// When the service was asked, by the gateway's clock.
    pub(crate) made_at: DateTime<Utc>,
}

/// The player's side of the comparison.
#[derive(Clone)]
pub(crate) struct Depositor {
    /// The product's code of the registered bank.
    pub(crate) bank_code: String,
    /// The registered account number.
    pub(crate) account_no: String,
    pub(crate) account_name: String,
    /// The phone number that the player signs in with.
    pub(crate) phone: String,
    pub(crate) currency: Currency,
}

/// Decides about one confirmed payment.
pub(crate) fn rule(
    config: &Config,
    facts: &SlipFacts,
    inquiry: Inquiry<'_>,
    depositor: &Depositor,
) -> SlipDecision {
    let reference = inquiry.reference;
    if let Some(reason) = wrong_payment(facts, reference) {
        return SlipDecision::Reject(reason);
    }
    if let Some(ruling) = untimely(config, facts, inquiry) {
        return ruling;
    }
    let account = match receiver(config, facts) {
        Receiver::Ours(account) => account,
        Receiver::Unclear => return SlipDecision::Refer("RECEIVER_UNCLEAR"),
        Receiver::Another => return SlipDecision::Reject(SlipReason::DestAccInvalid),
    };
    let likeness = if reference.sending_bank == TRUEMONEY {
        wallet_sender(facts, depositor)
    } else {
        sender(config, facts, depositor)
    };
    match likeness {
        MatchResult::Match => {}
        MatchResult::NoMatch => return SlipDecision::Reject(SlipReason::NotMatch),
        MatchResult::Indeterminate => return SlipDecision::Refer("SENDER_UNCLEAR"),
    }
    let is_right_currency =
        facts.currency == Some(depositor.currency) && account.currency == depositor.currency;
    let Some(amount) = facts.money().filter(|_| is_right_currency) else {
        return SlipDecision::Refer("OTHER_CURRENCY");
    };
    if amount.amount() < config.bounds_in(depositor.currency).deposit_min.amount() {
        // The money has arrived, so the message asks the player to contact support.
        return SlipDecision::Reject(SlipReason::UnknowError);
    }
    if config.slip.waits_for_staff(amount) {
        return SlipDecision::Refer("LARGE_AMOUNT");
    }
    SlipDecision::Credit {
        amount,
        deposit_account: account.id.clone(),
    }
}

/// The decision on a slip that was uploaded outside of its time window.
///
/// 1. It is refused only if no clock is in doubt: the service's clock and the gateway's agree when
///    the service answers, that is soon after the upload, so the gateway's clock was right then as
///    well; and no time is in the future.
/// 2. Otherwise one of the clocks is wrong, or was wrong at the upload, and the slip may have been
///    in time: a person decides.
fn untimely(config: &Config, facts: &SlipFacts, inquiry: Inquiry<'_>) -> Option<SlipDecision> {
    let is_ahead = |at: DateTime<Utc>, of: DateTime<Utc>| at - of > CLOCK_SKEW;
    let unclear = Some(SlipDecision::Refer("TIME_UNCLEAR"));
    if is_ahead(facts.transferred_at, inquiry.uploaded_at)
        || is_ahead(inquiry.uploaded_at, inquiry.made_at)
    {
        return unclear;
    }
    let window = TimeDelta::minutes(i64::from(config.slip.window_minutes));
    if inquiry.uploaded_at - facts.transferred_at <= window {
        return None;
    }
    let do_clocks_agree = facts
        .answered_at
        .is_some_and(|answered_at| (answered_at - inquiry.made_at).abs() <= CLOCK_SKEW);
    if do_clocks_agree && !is_ahead(inquiry.made_at, inquiry.uploaded_at) {
        Some(SlipDecision::Reject(SlipReason::ExpiredSlip))
    } else {
        unclear
    }
}

/// The bank must report exactly the payment that was asked about: the claim uses the QR's spelling,
/// and a service that reads more leniently must not give one payment two names.
fn wrong_payment(facts: &SlipFacts, reference: &SlipReference) -> Option<SlipReason> {
    let is_same_bank = facts.sending_bank == reference.sending_bank
        // For a wallet's slip, the service reports the number of the bank behind it.
        || reference.sending_bank == TRUEMONEY;
    let is_same = is_same_bank && facts.trans_ref == reference.trans_ref;
    (!is_same).then_some(SlipReason::InvalidSlip)
}

/// What is credited for a confirmed payment once staff have decided that it is the player's: the
/// amount, and the account that received it if the facts say so. None if the facts are about
/// another payment or another currency.
pub(crate) fn for_staff<'a>(
    config: &'a Config,
    facts: &SlipFacts,
    reference: &SlipReference,
    currency: Currency,
) -> Option<(Money, Option<&'a DepositAccount>)> {
    let is_right = wrong_payment(facts, reference).is_none() && facts.currency == Some(currency);
    let amount = facts.money().filter(|_| is_right)?;
    let account = match receiver(config, facts) {
        Receiver::Ours(account) => Some(account),
        Receiver::Unclear | Receiver::Another => None,
    };
    Some((amount, account))
}

enum Receiver<'a> {
    Ours(&'a DepositAccount),
    Unclear,
    Another,
}

/// Four visible digits are weak evidence, so bank and name must match as well. If the service
/// reports no name at all, bank and number are enough.
fn receiver<'a>(config: &'a Config, facts: &SlipFacts) -> Receiver<'a> {
    let mut is_possible = false;
    // A payment service's own report credits its money, never a slip.
    let accounts = config.deposit_accounts.iter();
    for account in accounts.filter(|it| it.bank_type.is_none()) {
        let bank = match &facts.receiving_bank {
            None => MatchResult::Indeterminate,
            Some(said) => bank_likeness(config.bank(&account.bank_code), said),
        };
        let names = account.account_name.spellings();
        let names = names.into_iter().chain(&account.account_name_aliases);
        let name = if facts.receiver.names.is_empty() {
            MatchResult::Match
        } else {
            names
                .map(|name| name_likeness(name, &facts.receiver))
                .fold(MatchResult::Indeterminate, MatchResult::or)
        };
        let number = account_likeness(&account.account_no, &facts.receiver);
        let all = [bank, number, name];
        if all.iter().all(|likeness| *likeness == MatchResult::Match) {
            return Receiver::Ours(account);
        }
        is_possible |= !all.contains(&MatchResult::NoMatch);
    }
    if is_possible {
        Receiver::Unclear
    } else {
        Receiver::Another
    }
}

/// Nothing may differ, and something that only the registered sender has must match.
///
/// 1. A number that shows enough digits decides. If its length differs from the registered one, the
///    registered number is not the sender's, whatever the name.
/// 2. A name alone counts only if no number is shown at all, and only in full: a first name and an
///    initial match thousands of people.
fn sender(config: &Config, facts: &SlipFacts, depositor: &Depositor) -> MatchResult {
    let bank = bank_likeness(config.bank(&depositor.bank_code), &facts.sending_bank);
    let number = account_likeness(&depositor.account_no, &facts.sender);
    let name = name_likeness(&depositor.account_name, &facts.sender);
    if [bank, number, name].contains(&MatchResult::NoMatch) {
        return MatchResult::NoMatch;
    }
    let shown = facts.sender.account.as_deref().unwrap_or_default().trim();
    let is_proved = if likeness::shows_enough(shown) {
        number == MatchResult::Match
    } else {
        let is_whole_name = |name: &String| likeness::is_whole(&depositor.account_name, name);
        phone_likeness(&depositor.phone, &facts.sender) == MatchResult::Match
            || (shown.is_empty() && facts.sender.names.iter().any(is_whole_name))
    };
    if bank == MatchResult::Match && is_proved {
        MatchResult::Match
    } else {
        MatchResult::Indeterminate
    }
}

/// The account of a mobile wallet is its phone number: it must be the registered one, and the name
/// must be the registered holder's.
fn wallet_sender(facts: &SlipFacts, depositor: &Depositor) -> MatchResult {
    let shown = facts
        .sender
        .phone
        .as_ref()
        .or(facts.sender.account.as_ref());
    let phone = shown.map_or(MatchResult::Indeterminate, |shown| {
        likeness::account(&depositor.phone, shown)
    });
    let name = name_likeness(&depositor.account_name, &facts.sender);
    match (phone, name) {
        (MatchResult::NoMatch, _) | (_, MatchResult::NoMatch) => MatchResult::NoMatch,
        (MatchResult::Match, MatchResult::Match) => MatchResult::Match,
        _ => MatchResult::Indeterminate,
    }
}

fn bank_likeness(bank: Option<&Bank>, said: &str) -> MatchResult {
    let Some(bank) = bank else {
        return MatchResult::Indeterminate;
    };
    let is_same = bank.number.as_deref() == Some(said)
        || bank.code == said
        || bank.aliases.iter().any(|alias| alias == said);
    if is_same {
        MatchResult::Match
    } else {
        MatchResult::NoMatch
    }
}

fn account_likeness(number: &str, party: &Party) -> MatchResult {
    party
        .account
        .as_deref()
        .map_or(MatchResult::Indeterminate, |shown| {
            likeness::account(number, shown)
        })
}

/// Many people have several phone numbers, so a different one refutes nothing.
fn phone_likeness(phone: &str, party: &Party) -> MatchResult {
    match party
        .phone
        .as_deref()
        .map(|shown| likeness::account(phone, shown))
    {
        Some(MatchResult::Match) => MatchResult::Match,
        _ => MatchResult::Indeterminate,
    }
}

fn name_likeness(name: &str, party: &Party) -> MatchResult {
    party
        .names
        .iter()
        .map(|shown| likeness::name(name, shown))
        .reduce(MatchResult::or)
        .unwrap_or(MatchResult::Indeterminate)
}

#[cfg(test)]
mod tests;
