//! Decides whether a payment that the bank confirms is this player's deposit: the operator's
//! checks, in a fixed order, on facts alone.

use chrono::{DateTime, TimeDelta, Utc};
use ledger::wallet::{SlipReason, SlipReference, payment_name};
use ledger::{Currency, Money};

use super::likeness::{self, MatchResult};
use super::qr::{REFERENCE_BYTES_MAX, TRUEMONEY, is_usual};
use crate::TERMINATED;
use members::member::Member;
use platform::config::{Bank, Config, DepositAccount};
use providers::slip_check::{Party, SlipFacts};

/// How far two clocks that agree may differ.
const CLOCK_SKEW: TimeDelta = TimeDelta::minutes(5);

/// The decision on a slip.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SlipDecision {
    /// Credit an amount that a deposit account received.
    Credit {
        /// The payment as the bank names it.
        reference: SlipReference,
        /// The amount that the bank confirmed.
        amount: Money,
        /// The operator's id of the account.
        deposit_account: String,
    },
    /// Refuse it.
    Reject(SlipReason),
    /// Leave it for staff: the facts neither prove nor refute it.
    Refer {
        /// Why staff must decide, as a code such as `SENDER_UNCLEAR`.
        reason: &'static str,
        /// The paid amount, if it is clear that the player has paid it.
        amount: Option<Money>,
    },
}

/// Leaves a slip for staff that may not be the player's.
const fn refer(reason: &'static str) -> SlipDecision {
    let amount = None;
    SlipDecision::Refer { reason, amount }
}

/// The question to the bank: the payment, and the time of the question.
#[derive(Debug, Clone, Copy)]
pub struct Inquiry<'a> {
    /// The payment, as the slip's QR names it.
    pub reference: &'a SlipReference,
    /// When the slip was uploaded, by the gateway's clock.
    pub uploaded_at: DateTime<Utc>,
    /// When the service was asked, by the gateway's clock.
    pub made_at: DateTime<Utc>,
}

/// The player's side of the comparison.
#[derive(Clone)]
pub struct Depositor {
    /// The product's code of the registered bank.
    pub bank_code: String,
    /// The registered account number.
    pub account_no: String,
    /// The holder of the registered account, in capitals.
    pub account_name: String,
    /// The phone number that the player signs in with.
    pub phone: String,
    /// The currency that the player registered with.
    pub currency: Currency,
}

impl Depositor {
    /// A member, with the currency of the registration.
    pub fn of(member: Member) -> Self {
        Self {
            bank_code: member.bank_account.bank_code,
            account_no: member.bank_account.account_no,
            account_name: member.bank_account.holder,
            phone: if member.is_number_confirmed {
                member.username
            } else {
                String::new()
            },
            currency: member.currency,
        }
    }
}

/// Decides about one confirmed payment.
pub fn rule(
    config: &Config,
    facts: &SlipFacts,
    inquiry: Inquiry<'_>,
    depositor: &Depositor,
) -> SlipDecision {
    let asked = inquiry.reference;
    let Some(reference) = payment_asked_about(facts, asked) else {
        return refer("PAYMENT_UNCLEAR");
    };
    if let Some(ruling) = untimely(config, facts, inquiry) {
        return ruling;
    }
    let account = match receiver(config, facts) {
        Receiver::Ours(account) => account,
        Receiver::Unclear => return refer("RECEIVER_UNCLEAR"),
        Receiver::Another => return SlipDecision::Reject(SlipReason::DestAccInvalid),
    };
    let likeness = if asked.sending_bank == TRUEMONEY {
        wallet_sender(facts, depositor)
    } else {
        sender(config, facts, depositor)
    };
    let is_right_currency =
        facts.currency == Some(depositor.currency) && account.currency == depositor.currency;
    let amount = facts.money().filter(|_| is_right_currency);
    match likeness {
        MatchResult::Match => {}
        MatchResult::NoMatch => return SlipDecision::Reject(SlipReason::NotMatch),
        MatchResult::Hidden | MatchResult::Indeterminate => {
            let reason = "SENDER_UNCLEAR";
            return SlipDecision::Refer { reason, amount };
        }
    }
    let Some(amount) = amount else {
        return refer("OTHER_CURRENCY");
    };
    // The money has arrived: staff credit it or send it back.
    let is_little = amount.amount() < config.bounds_in(depositor.currency).deposit_min.amount();
    if is_little || config.slip.waits_for_staff(amount) {
        let reason = if is_little {
            "DEPOSIT_MINIMUM"
        } else {
            "LARGE_AMOUNT"
        };
        let amount = Some(amount);
        return SlipDecision::Refer { reason, amount };
    }
    if config.service.terminated {
        let (reason, amount) = (TERMINATED, Some(amount));
        return SlipDecision::Refer { reason, amount };
    }
    SlipDecision::Credit {
        reference,
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
    let unclear = Some(refer("TIME_UNCLEAR"));
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

/// Whether the bank reports the payment in question. A reference of an unusual form may have
/// another name at the bank.
fn is_asked_payment(facts: &SlipFacts, asked: &SlipReference) -> bool {
    let is_same_bank = facts.sending_bank == asked.sending_bank
        // For a wallet's slip, the service reports the number of the bank behind it.
        || asked.sending_bank == TRUEMONEY;
    let is_same_name = payment_name(&facts.trans_ref) == payment_name(&asked.trans_ref);
    is_same_bank && (is_same_name || !is_usual(&asked.trans_ref))
}

/// The payment in question, as the bank names it. A credit claims this name, because a QR may spell
/// it differently. None if the facts are about another payment, or name none that a claim can hold.
pub fn payment_asked_about(facts: &SlipFacts, asked: &SlipReference) -> Option<SlipReference> {
    let is_name =
        !payment_name(&facts.trans_ref).is_empty() && facts.trans_ref.len() <= REFERENCE_BYTES_MAX;
    (is_name && is_asked_payment(facts, asked)).then(|| SlipReference {
        sending_bank: asked.sending_bank.clone(),
        trans_ref: facts.trans_ref.clone(),
    })
}

/// The credit that staff may give for a confirmed payment.
pub struct Confirmed<'a> {
    /// The payment as the bank names it.
    pub reference: SlipReference,
    /// The amount that the bank confirmed.
    pub amount: Money,
    /// The account that received it, if the facts say so.
    pub account: Option<&'a DepositAccount>,
}

/// A confirmed payment for a decision of staff; none if the facts are about a different payment or
/// currency, or name no payment.
pub fn for_staff<'a>(
    config: &'a Config,
    facts: &SlipFacts,
    asked: &SlipReference,
    currency: Currency,
) -> Option<Confirmed<'a>> {
    let is_right = facts.currency == Some(currency);
    Some(Confirmed {
        reference: payment_asked_about(facts, asked)?,
        amount: facts.money().filter(|_| is_right)?,
        account: match receiver(config, facts) {
            Receiver::Ours(account) => Some(account),
            Receiver::Unclear | Receiver::Another => None,
        },
    })
}

enum Receiver<'a> {
    Ours(&'a DepositAccount),
    Unclear,
    Another,
}

/// Four visible digits are weak evidence, so bank and name must match as well. If the service
/// reports no name at all, bank and number are enough. If only the name differs, the money is most
/// likely here, under a different spelling of the operator's name: a person looks.
fn receiver<'a>(config: &'a Config, facts: &SlipFacts) -> Receiver<'a> {
    let mut is_possible = false;
    // A payment service's own report credits its money, never a slip.
    let accounts = config.deposit_accounts.iter();
    for account in accounts.filter(|account| account.bank_type.is_none()) {
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
        let is_here = bank == MatchResult::Match && number == MatchResult::Match;
        is_possible |= is_here || !all.contains(&MatchResult::NoMatch);
    }
    if is_possible {
        Receiver::Unclear
    } else {
        Receiver::Another
    }
}

/// How a payment's sender compares with the registered account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SenderLikeness {
    /// The sender's name, compared with the registered holder.
    pub name: MatchResult,
    /// The sending bank, compared with the registered bank.
    pub bank: MatchResult,
    /// The sender's account number, compared with the registered number.
    pub account: MatchResult,
}

/// Compares a payment's sender with the registered account.
pub fn sender_likeness(
    config: &Config,
    facts: &SlipFacts,
    depositor: &Depositor,
) -> SenderLikeness {
    SenderLikeness {
        name: name_likeness(&depositor.account_name, &facts.sender),
        bank: bank_likeness(config.bank(&depositor.bank_code), &facts.sending_bank),
        account: account_likeness(&depositor.account_no, &facts.sender),
    }
}

/// Nothing may differ, and something that only the registered sender has must match.
///
/// 1. A number that shows enough digits decides. If its length differs from the registered one, the
///    registered number is not the sender's, whatever the name.
/// 2. A name alone counts only if no number is shown at all, and only in full: a first name and an
///    initial match thousands of people.
/// 3. Another name at the registered account, as far as four digits show that it is the registered
///    one, may be a spelling: a person looks. So do they if the slip hides the first name.
fn sender(config: &Config, facts: &SlipFacts, depositor: &Depositor) -> MatchResult {
    let SenderLikeness {
        name,
        bank,
        account: number,
    } = sender_likeness(config, facts, depositor);
    let shown = facts.sender.account.as_deref().unwrap_or_default().trim();
    if [bank, number].contains(&MatchResult::NoMatch) {
        return MatchResult::NoMatch;
    }
    if name == MatchResult::NoMatch {
        let is_account = bank == MatchResult::Match && number == MatchResult::Match;
        return if is_account && likeness::is_convincing(shown) {
            MatchResult::Indeterminate
        } else {
            MatchResult::NoMatch
        };
    }
    if name == MatchResult::Hidden {
        return MatchResult::Indeterminate;
    }
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
/// must be the registered holder's. As at a bank, another name next to it is for a person.
fn wallet_sender(facts: &SlipFacts, depositor: &Depositor) -> MatchResult {
    let shown = facts
        .sender
        .phone
        .as_ref()
        .or(facts.sender.account.as_ref());
    let shown = shown.map_or("", String::as_str);
    let phone = likeness::account(&depositor.phone, shown);
    let name = name_likeness(&depositor.account_name, &facts.sender);
    match (phone, name) {
        (MatchResult::Match, MatchResult::Match) => MatchResult::Match,
        (MatchResult::Match, MatchResult::NoMatch) if likeness::is_convincing(shown) => {
            MatchResult::Indeterminate
        }
        (MatchResult::NoMatch, _) | (_, MatchResult::NoMatch) => MatchResult::NoMatch,
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
