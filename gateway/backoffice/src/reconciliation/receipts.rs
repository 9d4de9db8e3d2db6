//! The deposit accounts behind slips: compares the bank's receipts with the credits, by slip or by
//! staff.

use std::collections::{HashMap, HashSet};

use chrono::TimeDelta;
use ledger::Money;
use projections::statement::{DepositMethod, Movement, StatementType, Status};

use super::books::LedgerSide;
use super::compare::{
    Entries, Entry, EntryStatus, compare as held_against, unknown_here, unknown_there,
};
use super::{DifferenceKind, ReconcileError, SourceReport, Window};
use crate::discrepancy::record::open_of;
use crate::discrepancy::row::{DiscrepancyKind, Sighting};
use payments::slip::qr::TRUEMONEY;
use platform::config::{Config, DepositAccount};
use providers::answer::Unread;
use providers::bank;

/// How long before its credit a payment may have arrived: a slip, or a deposit that was announced
/// without one, may wait for staff.
const LOOK_BACK: TimeDelta = TimeDelta::days(62);

/// The accounts whose receipts are compared: those to which players pay with a slip.
pub(super) fn accounts(config: &Config) -> impl Iterator<Item = &DepositAccount> {
    config
        .deposit_accounts
        .iter()
        .filter(|account| account.bank_type.is_none())
}

/// Compares an account's receipts with the deposits that were credited from it.
///
/// A receipt without a deposit is counted but is no difference: the payer may still send a slip. Once
/// it is older than the configured days it is work for staff.
pub(super) async fn compare(
    books: &LedgerSide<'_>,
    account: &DepositAccount,
) -> Result<SourceReport, ReconcileError> {
    let (state, window) = (books.state, books.window);
    let bank = bank::client(state);
    let read = async |time| {
        let receipts = bank.receipts(&account.account_no, time).await?.into_iter();
        let entries = receipts.map(|receipt| Ok(their(&receipt?, account)));
        entries.collect::<Result<Entries, Unread>>()
    };
    let (from, to) = window.with_margin();
    let mut theirs = read((from, to)).await?;
    let lines = books.movements(StatementType::Deposit).await?;
    let mut lines: Vec<Movement> = lines.to_vec();
    lines.retain(|line| is_of(line, account));
    // A payment of this window that was credited at another time.
    let unknown = unknown_here(window, &ours(&lines, &theirs), &theirs);
    let references: Vec<String> = unknown.iter().map(|id| reference(id).to_owned()).collect();
    let known: HashSet<_> = lines.iter().map(|line| line.operation_id).collect();
    let mut later = books.receipts_credited(&account.id, &references).await?;
    later.retain(|line| is_of(line, account) && !known.contains(&line.operation_id));
    lines.extend(later);
    // A credit of this window whose payment arrived long before.
    if !unknown_there(window, &ours(&lines, &theirs), &theirs).is_empty() {
        theirs.extend(read((from - LOOK_BACK, to)).await?);
    }
    let mut report = held_against(window, &ours(&lines, &theirs), &theirs);
    let before = report.differences.len();
    report
        .differences
        .retain(|difference| difference.kind != DifferenceKind::MissingHere);
    report.unclaimed = before - report.differences.len();
    let aged = aged(window, state.config.reconciliation.unclaimed_days);
    let mut late = read((aged.from, aged.to)).await?;
    late.retain(|_, entry| aged.contains(entry.at));
    report.overdue = overdue(books, account, late).await?;
    Ok(report)
}

/// The period of the receipts that become overdue in a window.
fn aged(window: Window, days: u32) -> Window {
    let age = TimeDelta::days(i64::from(days));
    Window {
        from: window.from - age,
        to: window.to - age,
    }
}

/// The receipts that nobody has claimed in time: of these, and of those that were overdue before.
async fn overdue(
    books: &LedgerSide<'_>,
    account: &DepositAccount,
    mut late: Entries,
) -> Result<Vec<Sighting>, ReconcileError> {
    let source = format!("bank:{}", account.id);
    let earlier = open_of(books.state, &source, DiscrepancyKind::Unclaimed).await?;
    for sighting in earlier {
        let entry = Entry {
            at: sighting.at.unwrap_or(books.window.from),
            what: sighting.theirs.unwrap_or_default(),
            amount: sighting.amount.map(Money::amount).unwrap_or_default(),
            currency: Some(account.currency),
            player: None,
            status: EntryStatus::Done,
        };
        late.entry(sighting.subject).or_insert(entry);
    }
    let references: Vec<String> = late.keys().map(|id| reference(id).to_owned()).collect();
    let mut credited = books.receipts_credited(&account.id, &references).await?;
    credited.retain(|line| is_of(line, account));
    let claimed = ours(&credited, &late);
    let unclaimed = late.into_iter().filter(|(id, _)| !claimed.contains_key(id));
    let sightings = unclaimed.map(|(id, entry)| Sighting {
        kind: DiscrepancyKind::Unclaimed,
        subject: id,
        player: None,
        amount: Money::try_new(entry.amount, account.currency).ok(),
        ours: None,
        theirs: Some(entry.what),
        at: Some(entry.at),
    });
    Ok(sightings.collect())
}

fn their(receipt: &bank::Receipt, account: &DepositAccount) -> (String, Entry) {
    let id = format!("{}:{}", receipt.sending_bank, receipt.reference);
    let entry = Entry {
        at: receipt.at,
        what: receipt.amount.to_string(),
        amount: receipt.amount,
        currency: receipt.currency.or(Some(account.currency)),
        player: None,
        status: EntryStatus::Done,
    };
    (id, entry)
}

/// The bank's reference within `bank:reference`.
fn reference(id: &str) -> &str {
    id.split_once(':').map_or(id, |(_, reference)| reference)
}

fn is_of(line: &Movement, account: &DepositAccount) -> bool {
    let has_receipt = match line.method {
        Some(DepositMethod::Slip | DepositMethod::Manual) => true,
        Some(DepositMethod::Qr | DepositMethod::Gift) | None => false,
    };
    has_receipt
        && line.deposit_account.as_deref() == Some(account.id.as_str())
        && line.status == Status::Success
}

/// The ledger's deposits by the names of their receipts.
///
/// A slip names its bank. A person types only the reference, and a mobile wallet's slip uses a
/// special name where the bank's record has the number of the bank behind it. Such deposits belong
/// to a receipt with this reference that no slip has taken.
fn ours(lines: &[Movement], theirs: &Entries) -> Entries {
    let id = |line: &Movement| {
        let reference = line.reference.as_deref().unwrap_or_default();
        format!("{}:{reference}", line.from)
    };
    let entry = |line: &Movement| Entry {
        at: line.at,
        what: line.amount.amount().normalize().to_string(),
        amount: line.amount.amount(),
        currency: Some(line.amount.currency()),
        player: Some(line.wallet_id),
        status: EntryStatus::Done,
    };
    let (exact, loose): (Vec<&Movement>, Vec<&Movement>) = lines
        .iter()
        .partition(|line| line.method == Some(DepositMethod::Slip) && line.from != TRUEMONEY);
    let mut ours: Entries = exact.iter().map(|line| (id(line), entry(line))).collect();
    let mut receipts: HashMap<&str, Vec<&str>> = HashMap::new();
    for name in theirs.keys() {
        receipts.entry(reference(name)).or_default().push(name);
    }
    for line in loose {
        let wanted = line.reference.as_deref().unwrap_or_default();
        let names = receipts.get(wanted).into_iter().flatten();
        let free = names.copied().find(|name| !ours.contains_key(*name));
        let name = free.map_or_else(|| id(line), str::to_owned);
        ours.insert(name, entry(line));
    }
    ours
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use ledger::{Currency, WalletId};
    use uuid::Uuid;

    use super::*;

    fn line(n: u128, method: DepositMethod, from: &str, reference: &str) -> Movement {
        Movement {
            wallet_id: WalletId(Uuid::from_u128(1)),
            operation_id: Uuid::from_u128(n),
            status: Status::Success,
            from: from.to_owned(),
            to: "WALLET".to_owned(),
            amount: Money::try_new(500.into(), Currency::Thb).unwrap(),
            at: DateTime::UNIX_EPOCH,
            reference: Some(reference.to_owned()),
            deposit_account: Some("scb-1".to_owned()),
            method: Some(method),
        }
    }

    fn receipts(names: &[&str]) -> Entries {
        let entry = |name: &&str| {
            let entry = Entry {
                at: DateTime::UNIX_EPOCH,
                what: "500".to_owned(),
                amount: 500.into(),
                currency: Some(Currency::Thb),
                player: None,
                status: EntryStatus::Done,
            };
            ((*name).to_owned(), entry)
        };
        names.iter().map(entry).collect()
    }

    #[test]
    fn a_mobile_wallets_slip_meets_the_receipt_of_the_bank_behind_it() {
        let lines = [line(1, DepositMethod::Slip, TRUEMONEY, "A1")];
        let ours = ours(&lines, &receipts(&["014:B2", "073:A1"]));
        assert_eq!(ours.into_keys().collect::<Vec<_>>(), ["073:A1"]);
    }

    #[test]
    fn a_receipt_that_a_slip_has_taken_covers_nothing_else() {
        let lines = [
            line(1, DepositMethod::Manual, "MANUAL", "A1"),
            line(2, DepositMethod::Slip, "014", "A1"),
        ];
        let ours = ours(&lines, &receipts(&["014:A1"]));
        assert_eq!(
            ours.into_keys().collect::<Vec<_>>(),
            ["014:A1", "MANUAL:A1"]
        );
    }
}
