//! What an event says about itself: the money it moves, the fact it uses up, its stored name.

use chrono::{DateTime, Utc};
use cqrs_es::DomainEvent;
use uuid::Uuid;

use crate::claim::Claim;
use crate::id::{GiftId, ManualDepositId, QrOrderId, SlipId};
use crate::money::Money;
use crate::posting::Posting;

use super::{
    Corrected, GameEvent, GiftEvent, ManualEvent, QrEvent, SlipEvent, SlipReference, TransferEvent,
    WalletEvent, WithdrawalEvent,
};

impl WalletEvent {
    /// The event's double entry; empty where no money moved.
    #[must_use]
    pub fn postings(&self) -> &[Posting] {
        match self {
            Self::Slip(SlipEvent::Credited { postings, .. })
            | Self::Game(GameEvent::BalanceObserved { postings, .. })
            | Self::Transfer(
                TransferEvent::Started { postings, .. }
                | TransferEvent::Completed { postings, .. }
                | TransferEvent::Returned { postings, .. },
            )
            | Self::Withdrawal(
                WithdrawalEvent::Requested { postings, .. }
                | WithdrawalEvent::Paid { postings, .. }
                | WithdrawalEvent::Returned { postings, .. },
            )
            | Self::Qr(QrEvent::Paid { postings, .. })
            | Self::Gift(GiftEvent::Credited { postings, .. })
            | Self::Manual(ManualEvent::Credited { postings, .. })
            | Self::Corrected(Corrected { postings, .. }) => postings,
            Self::Reward(event) => event.postings(),
            Self::Slip(
                SlipEvent::Submitted { .. }
                | SlipEvent::Referred { .. }
                | SlipEvent::Rejected { .. }
                | SlipEvent::Returned { .. },
            )
            | Self::Game(GameEvent::AccountOpened { .. })
            | Self::Transfer(TransferEvent::Sent { .. } | TransferEvent::Unknown { .. })
            | Self::Withdrawal(
                WithdrawalEvent::Released { .. }
                | WithdrawalEvent::Sent { .. }
                | WithdrawalEvent::Unknown { .. },
            )
            | Self::Qr(
                QrEvent::Ordered { .. }
                | QrEvent::Ended { .. }
                | QrEvent::Referred { .. }
                | QrEvent::Rejected { .. },
            )
            | Self::Gift(
                GiftEvent::Submitted { .. }
                | GiftEvent::Sent { .. }
                | GiftEvent::Unknown { .. }
                | GiftEvent::Rejected { .. },
            )
            | Self::Manual(ManualEvent::Requested { .. } | ManualEvent::Rejected { .. })
            | Self::Opened(_)
            | Self::Sweep(_)
            | Self::BankAccount(_)
            | Self::Payout(_)
            | Self::Freeze(_)
            | Self::Protection(_)
            | Self::House(_)
            | Self::Void => &[],
        }
    }

    /// The slip, transfer, withdrawal … that this event is about.
    #[must_use]
    pub fn operation(&self) -> Option<Uuid> {
        match self {
            Self::Slip(event) => Some(event.id().0),
            Self::Transfer(event) => Some(event.id().0),
            Self::Withdrawal(event) => Some(event.id().0),
            Self::Qr(event) => Some(event.id().0),
            Self::Gift(event) => Some(event.id().0),
            Self::Manual(event) => Some(event.id().0),
            Self::Sweep(event) => Some(event.id().0),
            Self::BankAccount(event) => Some(event.id().0),
            Self::Corrected(event) => Some(event.correction_id.0),
            Self::Reward(event) => event.operation(),
            Self::Opened(_)
            | Self::Game(_)
            | Self::Payout(_)
            | Self::Freeze(_)
            | Self::Protection(_)
            | Self::House(_)
            | Self::Void => None,
        }
    }

    /// The deposit that this event credits: its operation, amount and time.
    #[must_use]
    pub fn deposit(&self) -> Option<(Uuid, Money, DateTime<Utc>)> {
        match self {
            Self::Slip(SlipEvent::Credited {
                slip_id: SlipId(id),
                amount,
                at,
                ..
            })
            | Self::Qr(QrEvent::Paid {
                order_id: QrOrderId(id),
                amount,
                at,
                ..
            })
            | Self::Gift(GiftEvent::Credited {
                gift_id: GiftId(id),
                amount,
                at,
                ..
            })
            | Self::Manual(ManualEvent::Credited {
                deposit_id: ManualDepositId(id),
                amount,
                at,
                ..
            }) => Some((*id, *amount, *at)),
            Self::Slip(
                SlipEvent::Submitted { .. }
                | SlipEvent::Referred { .. }
                | SlipEvent::Rejected { .. }
                | SlipEvent::Returned { .. },
            )
            | Self::Qr(
                QrEvent::Ordered { .. }
                | QrEvent::Ended { .. }
                | QrEvent::Referred { .. }
                | QrEvent::Rejected { .. },
            )
            | Self::Gift(
                GiftEvent::Submitted { .. }
                | GiftEvent::Sent { .. }
                | GiftEvent::Unknown { .. }
                | GiftEvent::Rejected { .. },
            )
            | Self::Manual(ManualEvent::Requested { .. } | ManualEvent::Rejected { .. })
            | Self::Opened(_)
            | Self::Game(_)
            | Self::Transfer(_)
            | Self::Withdrawal(_)
            | Self::Sweep(_)
            | Self::BankAccount(_)
            | Self::Payout(_)
            | Self::Freeze(_)
            | Self::Protection(_)
            | Self::House(_)
            | Self::Corrected(_)
            | Self::Reward(_)
            | Self::Void => None,
        }
    }

    /// The outside facts that this event uses up.
    #[must_use]
    pub fn claims(&self) -> Vec<Claim> {
        let claim = |kind, reference| Claim { kind, reference };
        match self {
            Self::Slip(SlipEvent::Credited {
                reference,
                deposit_account,
                ..
            }) => {
                let name = &reference.trans_ref;
                vec![
                    of_slip(reference),
                    claim("receipt", format!("{deposit_account}:{name}")),
                    Claim::of_payment(name),
                ]
            }
            // Money that went back is never credited any more.
            Self::Slip(SlipEvent::Returned { reference, .. }) => {
                vec![of_slip(reference), Claim::of_payment(&reference.trans_ref)]
            }
            // The same claims as a slip's: one payment is found by a slip or by a person.
            Self::Manual(ManualEvent::Credited {
                deposit_account,
                reference,
                ..
            }) => vec![
                claim("receipt", format!("{deposit_account}:{reference}")),
                Claim::of_payment(reference),
            ],
            Self::Transfer(TransferEvent::Completed {
                game, provider_tx, ..
            }) => vec![Claim::of_movement(game, provider_tx)],
            Self::Withdrawal(WithdrawalEvent::Paid { payout_ref, .. }) => {
                vec![claim("payout", payout_ref.clone())]
            }
            // What was given back is used up as well: it is never credited any more.
            Self::Qr(
                QrEvent::Paid {
                    channel, order_id, ..
                }
                | QrEvent::Rejected {
                    channel, order_id, ..
                },
            ) => vec![claim("psp_order", format!("{channel}:{order_id}"))],
            // Used up before the voucher is: two wallets never redeem one at the same time.
            Self::Gift(GiftEvent::Sent { voucher, .. }) => vec![claim("gift", voucher.clone())],
            // Recognised permanently, even after the wallet has forgotten it.
            Self::Corrected(fact) => vec![claim("correction", fact.correction_id.to_string())],
            Self::House(event) => event.claims(),
            Self::Reward(event) => event.claims(),
            Self::Slip(
                SlipEvent::Submitted { .. }
                | SlipEvent::Referred { .. }
                | SlipEvent::Rejected { .. },
            )
            | Self::Transfer(
                TransferEvent::Started { .. }
                | TransferEvent::Sent { .. }
                | TransferEvent::Unknown { .. }
                | TransferEvent::Returned { .. },
            )
            | Self::Withdrawal(
                WithdrawalEvent::Requested { .. }
                | WithdrawalEvent::Released { .. }
                | WithdrawalEvent::Sent { .. }
                | WithdrawalEvent::Unknown { .. }
                | WithdrawalEvent::Returned { .. },
            )
            | Self::Qr(
                QrEvent::Ordered { .. } | QrEvent::Ended { .. } | QrEvent::Referred { .. },
            )
            | Self::Gift(
                GiftEvent::Submitted { .. }
                | GiftEvent::Unknown { .. }
                | GiftEvent::Credited { .. }
                | GiftEvent::Rejected { .. },
            )
            | Self::Manual(ManualEvent::Requested { .. } | ManualEvent::Rejected { .. })
            | Self::Opened(_)
            | Self::Game(_)
            | Self::Sweep(_)
            | Self::BankAccount(_)
            | Self::Payout(_)
            | Self::Freeze(_)
            | Self::Protection(_)
            | Self::Void => Vec::new(),
        }
    }
}

/// A slip, no matter who hands it in.
fn of_slip(reference: &SlipReference) -> Claim {
    let (bank, name) = (&reference.sending_bank, &reference.trans_ref);
    Claim {
        kind: "slip",
        reference: format!("{bank}:{name}"),
    }
}

/// The version that every event is written in.
pub(crate) const EVENT_VERSION: &str = "1.0.0";

impl WalletEvent {
    /// The type that it is stored by.
    pub(crate) fn type_name(&self) -> &'static str {
        match self {
            Self::Opened(_) => "Opened",
            Self::Slip(event) => event.name(),
            Self::Game(event) => event.name(),
            Self::Transfer(event) => event.name(),
            Self::Withdrawal(event) => event.name(),
            Self::Qr(event) => event.name(),
            Self::Gift(event) => event.name(),
            Self::Manual(event) => event.name(),
            Self::Sweep(event) => event.name(),
            Self::BankAccount(event) => event.name(),
            Self::Payout(event) => event.name(),
            Self::Freeze(event) => event.name(),
            Self::Protection(event) => event.name(),
            Self::House(event) => event.name(),
            Self::Corrected(_) => "Corrected",
            Self::Reward(event) => event.name(),
            Self::Void => "Void",
        }
    }
}

impl DomainEvent for WalletEvent {
    fn event_type(&self) -> String {
        self.type_name().to_owned()
    }

    fn event_version(&self) -> String {
        EVENT_VERSION.to_owned()
    }
}
