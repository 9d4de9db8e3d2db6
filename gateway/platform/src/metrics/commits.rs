//! Figures from the events that this process commits: commands, deposits, transfers, withdrawals,
//! spins.

use chrono::{DateTime, TimeDelta, Utc};
use ledger::wallet::{GiftEvent, ManualEvent, QrEvent, SlipEvent, TransferEvent, WithdrawalEvent};

use ledger::{CommitObserver, CommittedBatch, CommittedEvent, RewardEvent, WalletEvent, WalletId};
use projections::statement::DepositMethod;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;
use tokio::sync::broadcast;
use uuid::Uuid;

use crate::clock::Clock;

/// Commands of one commit.
const BATCH: [f64; 10] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0];

/// Seconds until a deposit is credited: from at once to a day with staff.
const CREDIT: [f64; 10] = [
    0.25, 0.5, 1.0, 2.5, 5.0, 15.0, 60.0, 600.0, 3_600.0, 86_400.0,
];

/// Credits that may wait to be timed; of more, the oldest are not timed.
const CREDITS_MAX: usize = 1_024;

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ByOutcome {
    outcome: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct DepositLabels {
    method: &'static str,
    outcome: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ByMethod {
    method: &'static str,
}

/// A deposit that was credited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Credit {
    /// The wallet that the money was credited to.
    pub wallet_id: WalletId,
    /// The id of the slip, the order, the gift or the manual deposit.
    pub id: Uuid,
    /// How the money came in.
    pub method: DepositMethod,
    /// When this gateway committed it, by its clock.
    pub at: DateTime<Utc>,
}

/// Counts the committed facts.
#[derive(Debug)]
pub struct Commits {
    commands: Family<ByOutcome, Counter>,
    batch: Histogram,
    deposits: Family<DepositLabels, Counter>,
    credit: Family<ByMethod, Histogram, fn() -> Histogram>,
    transfers: Family<ByOutcome, Counter>,
    withdrawals: Family<ByOutcome, Counter>,
    spins: Counter,
    credits: broadcast::Sender<Credit>,
    clock: Clock,
}

/// What an event counts as.
enum Fact {
    Deposit(Uuid, DepositMethod, DepositOutcome),
    Transfer(&'static str),
    Withdrawal(&'static str),
    Spin,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum DepositOutcome {
    Credited,
    Rejected,
    /// Left for staff, who credit or reject it later.
    Referred,
}

impl DepositOutcome {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Credited => "credited",
            Self::Rejected => "rejected",
            Self::Referred => "referred",
        }
    }
}

impl Commits {
    /// Counters that are shown by the registry.
    pub(super) fn new(registry: &mut Registry, clock: Clock) -> Self {
        let commits = Self {
            commands: Family::default(),
            batch: Histogram::new(BATCH),
            deposits: Family::default(),
            credit: Family::new_with_constructor((|| Histogram::new(CREDIT)) as fn() -> _),
            transfers: Family::default(),
            withdrawals: Family::default(),
            spins: Counter::default(),
            credits: broadcast::Sender::new(CREDITS_MAX),
            clock,
        };
        registry.register(
            "wallet_commands",
            "Commands decided by this gateway, by whether they took effect",
            commits.commands.clone(),
        );
        registry.register(
            "wallet_commit_batch_commands",
            "Commands in one commit of this gateway",
            commits.batch.clone(),
        );
        registry.register(
            "wallet_deposits",
            "Deposits that this gateway has credited, rejected or left for staff",
            commits.deposits.clone(),
        );
        registry.register(
            "wallet_deposit_credit_seconds",
            "Time from a deposit's start to its credit",
            commits.credit.clone(),
        );
        registry.register(
            "wallet_transfers",
            "Transfers to and from games, by what happened to them at this gateway",
            commits.transfers.clone(),
        );
        registry.register(
            "wallet_withdrawals",
            "Withdrawals, by what happened to them at this gateway",
            commits.withdrawals.clone(),
        );
        registry.register("wallet_spins", "Spins of the wheel", commits.spins.clone());
        commits
    }

    /// The credits from now on. Its receiver knows when each deposit started.
    pub fn credits(&self) -> broadcast::Receiver<Credit> {
        self.credits.subscribe()
    }

    /// Counts how long a deposit took.
    pub fn note_credit(&self, credit: &Credit, started_at: DateTime<Utc>) {
        // Another gateway's clock may be ahead.
        let took = (credit.at - started_at).max(TimeDelta::zero());
        let method = credit.method.as_str();
        let histogram = self.credit.get_or_create(&ByMethod { method });
        histogram.observe(took.to_std().unwrap_or_default().as_secs_f64());
    }

    fn note_event(&self, committed: CommittedEvent<'_>) {
        let (family, outcome) = match fact_of(committed.event) {
            None => return,
            Some(Fact::Spin) => {
                self.spins.inc();
                return;
            }
            Some(Fact::Transfer(outcome)) => (&self.transfers, outcome),
            Some(Fact::Withdrawal(outcome)) => (&self.withdrawals, outcome),
            Some(Fact::Deposit(id, method, outcome)) => {
                let labels = DepositLabels {
                    method: method.as_str(),
                    outcome: outcome.as_str(),
                };
                self.deposits.get_or_create(&labels).inc();
                if outcome == DepositOutcome::Credited {
                    // There is no receiver before the gateway has started.
                    let _ = self.credits.send(Credit {
                        wallet_id: committed.wallet_id,
                        id,
                        method,
                        at: self.clock.now(),
                    });
                }
                return;
            }
        };
        family.get_or_create(&ByOutcome { outcome }).inc();
    }
}

impl CommitObserver for Commits {
    fn note(&self, batch: &CommittedBatch<'_>) {
        for (outcome, count) in [("taken", batch.taken), ("refused", batch.refused)] {
            if count > 0 {
                let count = u64::try_from(count).unwrap_or(u64::MAX);
                self.commands
                    .get_or_create(&ByOutcome { outcome })
                    .inc_by(count);
            }
        }
        let commands = u32::try_from(batch.taken + batch.refused).unwrap_or(u32::MAX);
        self.batch.observe(f64::from(commands));
        for event in &batch.events {
            self.note_event(*event);
        }
    }
}

/// Names every event, so that the compiler asks about a new one.
fn fact_of(event: &WalletEvent) -> Option<Fact> {
    match event {
        WalletEvent::Slip(slip) => outcome_of_slip(slip)
            .map(|outcome| Fact::Deposit(slip.id().0, DepositMethod::Slip, outcome)),
        WalletEvent::Qr(qr) => {
            outcome_of_qr(qr).map(|outcome| Fact::Deposit(qr.id().0, DepositMethod::Qr, outcome))
        }
        WalletEvent::Gift(gift) => outcome_of_gift(gift)
            .map(|outcome| Fact::Deposit(gift.id().0, DepositMethod::Gift, outcome)),
        WalletEvent::Manual(announced) => outcome_of_manual(announced)
            .map(|outcome| Fact::Deposit(announced.id().0, DepositMethod::Manual, outcome)),
        WalletEvent::Transfer(transfer) => Some(Fact::Transfer(match transfer {
            TransferEvent::Started { .. } => "started",
            TransferEvent::Unknown { .. } => "unknown",
            TransferEvent::Completed { .. } => "completed",
            TransferEvent::Returned { .. } => "returned",
            TransferEvent::Sent { .. } => return None,
        })),
        WalletEvent::Withdrawal(withdrawal) => Some(Fact::Withdrawal(match withdrawal {
            WithdrawalEvent::Requested { .. } => "requested",
            WithdrawalEvent::Unknown { .. } => "unknown",
            WithdrawalEvent::Paid { .. } => "paid",
            WithdrawalEvent::Returned { .. } => "returned",
            WithdrawalEvent::Released { .. } | WithdrawalEvent::Sent { .. } => return None,
        })),
        WalletEvent::Reward(reward) => {
            matches!(**reward, RewardEvent::WheelSpun(_)).then_some(Fact::Spin)
        }
        WalletEvent::Opened(_)
        | WalletEvent::Game(_)
        | WalletEvent::Sweep(_)
        | WalletEvent::BankAccount(_)
        | WalletEvent::Corrected(_)
        | WalletEvent::Payout(_)
        | WalletEvent::Freeze(_)
        | WalletEvent::Protection(_)
        | WalletEvent::House(_)
        | WalletEvent::Void => None,
    }
}

const fn outcome_of_slip(slip: &SlipEvent) -> Option<DepositOutcome> {
    match slip {
        SlipEvent::Credited { .. } => Some(DepositOutcome::Credited),
        SlipEvent::Rejected { .. } | SlipEvent::Returned { .. } => Some(DepositOutcome::Rejected),
        SlipEvent::Referred { .. } => Some(DepositOutcome::Referred),
        SlipEvent::Submitted { .. } => None,
    }
}

const fn outcome_of_qr(qr: &QrEvent) -> Option<DepositOutcome> {
    match qr {
        QrEvent::Paid { .. } => Some(DepositOutcome::Credited),
        QrEvent::Rejected { .. } => Some(DepositOutcome::Rejected),
        QrEvent::Referred { .. } => Some(DepositOutcome::Referred),
        // Most unpaid orders end like this: they were never deposits.
        QrEvent::Ordered { .. } | QrEvent::Ended { .. } => None,
    }
}

const fn outcome_of_gift(gift: &GiftEvent) -> Option<DepositOutcome> {
    match gift {
        GiftEvent::Credited { .. } => Some(DepositOutcome::Credited),
        GiftEvent::Rejected { .. } => Some(DepositOutcome::Rejected),
        GiftEvent::Submitted { .. } | GiftEvent::Sent { .. } | GiftEvent::Unknown { .. } => None,
    }
}

const fn outcome_of_manual(announced: &ManualEvent) -> Option<DepositOutcome> {
    match announced {
        ManualEvent::Credited { .. } => Some(DepositOutcome::Credited),
        ManualEvent::Rejected { .. } => Some(DepositOutcome::Rejected),
        ManualEvent::Requested { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use ledger::{Currency, Money, SlipId, TransferId, WithdrawalId};

    use super::*;

    fn commits() -> Commits {
        Commits::new(&mut Registry::default(), Clock::default())
    }

    fn note(commits: &Commits, (taken, refused): (usize, usize), events: &[WalletEvent]) {
        let events = events.iter().map(|event| CommittedEvent {
            wallet_id: WalletId(Uuid::nil()),
            event,
        });
        commits.note(&CommittedBatch {
            taken,
            refused,
            events: events.collect(),
        });
    }

    fn count(family: &Family<ByOutcome, Counter>, outcome: &'static str) -> u64 {
        family
            .get(&ByOutcome { outcome })
            .map_or(0, |counter| counter.get())
    }

    fn shown(commits: &Commits) -> String {
        let mut registry = Registry::default();
        registry.register("batch", "Commands", commits.batch.clone());
        registry.register("deposits", "Deposits", commits.deposits.clone());
        registry.register("credit_seconds", "Time", commits.credit.clone());
        let mut text = String::new();
        prometheus_client::encoding::text::encode(&mut text, &registry).unwrap();
        text
    }

    fn slip(n: u128) -> SlipId {
        SlipId(Uuid::from_u128(n))
    }

    fn credited(slip_id: SlipId) -> WalletEvent {
        WalletEvent::Slip(SlipEvent::Credited {
            slip_id,
            reference: ledger::wallet::SlipReference {
                sending_bank: "014".to_owned(),
                trans_ref: "A1".to_owned(),
            },
            deposit_account: "SCB".to_owned(),
            amount: Money::parse("1.00", Currency::Thb).unwrap(),
            at: DateTime::UNIX_EPOCH,
            postings: Vec::new(),
        })
    }

    #[test]
    fn commands_count_by_whether_they_took_effect_and_events_once() {
        let commits = commits();
        let transfer_id = TransferId(Uuid::nil());
        let withdrawal_id = WithdrawalId(Uuid::nil());
        let reason = "REFUSED".to_owned();
        let unknown = WalletEvent::Transfer(TransferEvent::Unknown {
            transfer_id,
            reason: reason.clone(),
        });
        let returned = WalletEvent::Withdrawal(WithdrawalEvent::Returned {
            withdrawal_id,
            reason,
            postings: Vec::new(),
        });
        note(&commits, (2, 1), &[unknown, returned.clone(), returned]);
        note(&commits, (0, 1), &[]);
        assert_eq!(count(&commits.commands, "taken"), 2);
        assert_eq!(count(&commits.commands, "refused"), 2);
        assert_eq!(count(&commits.transfers, "unknown"), 1);
        assert_eq!(count(&commits.transfers, "returned"), 0);
        assert_eq!(count(&commits.withdrawals, "returned"), 2);
        assert_eq!(commits.spins.get(), 0);
        let text = shown(&commits);
        assert!(text.contains("batch_sum 4.0\nbatch_count 2\n"), "{text}");
        assert!(text.contains("batch_bucket{le=\"1.0\"} 1\n"), "{text}");
        assert!(text.contains("batch_bucket{le=\"4.0\"} 2\n"), "{text}");
    }

    #[test]
    fn a_deposit_counts_by_its_way_in_and_its_outcome_and_only_a_credit_is_timed() {
        let commits = commits();
        let mut credits = commits.credits();
        let referred = WalletEvent::Slip(SlipEvent::Referred {
            slip_id: slip(1),
            reason: "OTHER_NAME".to_owned(),
            amount: None,
        });
        let held = commits.clock.hold();
        note(&commits, (2, 0), &[referred, credited(slip(1))]);
        let credit = credits.try_recv().unwrap();
        assert_eq!((credit.id, credit.at), (slip(1).0, commits.clock.now()));
        assert!(credits.is_empty());
        commits.note_credit(&credit, credit.at - TimeDelta::seconds(3));
        let text = shown(&commits);
        for line in [
            "deposits_total{method=\"slip\",outcome=\"referred\"} 1\n",
            "deposits_total{method=\"slip\",outcome=\"credited\"} 1\n",
            "credit_seconds_sum{method=\"slip\"} 3.0\n",
            "credit_seconds_count{method=\"slip\"} 1\n",
        ] {
            assert!(text.contains(line), "{line} in {text}");
        }
        drop(held);
    }

    #[test]
    fn a_beginning_by_a_clock_that_is_ahead_takes_no_time() {
        let commits = commits();
        let credit = Credit {
            wallet_id: WalletId(Uuid::nil()),
            id: Uuid::nil(),
            method: DepositMethod::Gift,
            at: commits.clock.now(),
        };
        commits.note_credit(&credit, credit.at + Duration::from_secs(5));
        let text = shown(&commits);
        assert!(
            text.contains("credit_seconds_sum{method=\"gift\"} 0.0\n"),
            "{text}"
        );
    }
}
