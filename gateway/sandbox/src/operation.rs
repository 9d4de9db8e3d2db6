//! A command that takes effect at most once, whatever happens to its replies.
//!
//! Transfers and payouts share these rules:
//! 1. The same id with the same order gives the stored outcome, never a second effect.
//! 2. The same id with another order is a conflict.
//! 3. A cancel that comes first is a tombstone: the order is refused from then on.
//! 4. A `Late` order is one whose request is still on its way: status does not know it yet. A resend
//!    arrives before it and is applied at once; the late original then finds the outcome stored.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::refusal::Refusal;

/// How far a command has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Progress {
    /// Still on its way; nobody has seen it so far.
    Late,
    /// Seen, and its effect is to come.
    Processing,
    /// Took effect.
    Success,
    /// Refused for good.
    Failed,
    /// Tombstone.
    Cancelled,
}

impl Progress {
    /// The word on the wire.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Late | Self::Processing => "PROCESSING",
            Self::Success => "SUCCESS",
            Self::Failed => "FAILED",
            Self::Cancelled => "CANCELLED",
        }
    }
}

/// An order of the fault switch: take effect at `due`, not now.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Deferral {
    pub(crate) late: bool,
    pub(crate) due: DateTime<Utc>,
}

/// An order with its outcome.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Operation<Order, Receipt> {
    /// Whose command it is: a provider's code, or `bank`.
    pub(crate) place: String,
    pub(crate) id: String,
    /// `None` when the cancel came before the order.
    pub(crate) order: Option<Order>,
    pub(crate) progress: Progress,
    /// When a deferred order takes effect.
    pub(crate) due: Option<DateTime<Utc>>,
    pub(crate) failure: Option<Refusal>,
    pub(crate) receipt: Option<Receipt>,
    pub(crate) created_at: DateTime<Utc>,
}

/// Where and under which id a command is known.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Address<'a> {
    pub(crate) place: &'a str,
    pub(crate) id: &'a str,
}

/// What to do with an order that arrived.
#[derive(Debug)]
pub(crate) enum Admission<Order, Receipt> {
    /// Answer with this outcome again.
    Stored(Operation<Order, Receipt>),
    /// Keep it; it takes effect later.
    Wait(Deferral),
    /// Apply it now.
    Run,
}

impl<Order: Clone + PartialEq, Receipt: Clone> Operation<Order, Receipt> {
    /// Decides about an order, given what is known under its id.
    ///
    /// `tombstone` is the refusal for an order that was cancelled before.
    pub(crate) fn admit(
        known: Option<&Self>,
        order: &Order,
        deferral: Option<Deferral>,
        tombstone: Refusal,
    ) -> Result<Admission<Order, Receipt>, Refusal> {
        let Some(operation) = known else {
            return Ok(deferral.map_or(Admission::Run, Admission::Wait));
        };
        if operation.progress == Progress::Cancelled {
            return Err(tombstone);
        }
        if operation.order.as_ref() != Some(order) {
            return Err(Refusal::RequestIdConflict);
        }
        let overtaken =
            operation.progress == Progress::Late && !deferral.is_some_and(|input| input.late);
        Ok(if overtaken {
            Admission::Run
        } else {
            Admission::Stored(operation.clone())
        })
    }

    /// An order that takes effect later.
    pub(crate) fn deferred(
        at: Address<'_>,
        order: Order,
        deferral: Deferral,
        now: DateTime<Utc>,
    ) -> Self {
        Self {
            place: at.place.to_owned(),
            id: at.id.to_owned(),
            order: Some(order),
            progress: if deferral.late {
                Progress::Late
            } else {
                Progress::Processing
            },
            due: Some(deferral.due),
            failure: None,
            receipt: None,
            created_at: now,
        }
    }

    /// The outcome of an order that was tried.
    pub(crate) fn concluded(
        at: Address<'_>,
        order: Order,
        outcome: Result<Receipt, Refusal>,
        now: DateTime<Utc>,
    ) -> Self {
        let (progress, receipt, failure) = match outcome {
            Ok(receipt) => (Progress::Success, Some(receipt), None),
            Err(refusal) => (Progress::Failed, None, Some(refusal)),
        };
        Self {
            place: at.place.to_owned(),
            id: at.id.to_owned(),
            order: Some(order),
            progress,
            due: None,
            failure,
            receipt,
            created_at: now,
        }
    }

    /// Cancels what has not taken effect; an outcome that is final stays as it is.
    pub(crate) fn cancelled(known: Option<&Self>, at: Address<'_>, now: DateTime<Utc>) -> Self {
        match known {
            Some(operation) if !operation.is_waiting() => operation.clone(),
            Some(operation) => Self {
                progress: Progress::Cancelled,
                due: None,
                ..operation.clone()
            },
            None => Self {
                place: at.place.to_owned(),
                id: at.id.to_owned(),
                order: None,
                progress: Progress::Cancelled,
                due: None,
                failure: None,
                receipt: None,
                created_at: now,
            },
        }
    }

    /// Whether its effect is still to come.
    pub(crate) fn is_waiting(&self) -> bool {
        matches!(self.progress, Progress::Late | Progress::Processing)
    }

    /// Whether it should take effect by now.
    pub(crate) fn is_due(&self, now: DateTime<Utc>) -> bool {
        self.is_waiting() && self.due.is_some_and(|due| due <= now)
    }
}
