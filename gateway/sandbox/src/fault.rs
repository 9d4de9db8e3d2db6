//! The fault switch: what should go wrong, where, how often.

use std::sync::{Mutex, PoisonError};

use rand::Rng;
use serde::{Deserialize, Serialize};

use crate::clock;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum FaultKind {
    /// Everything works, `millis` later; a caller that gives up does not stop it.
    Delay,
    /// The connection closes without a reply; nothing was applied.
    DropBefore,
    /// The connection closes without a reply; it was applied.
    DropAfter,
    /// 500; nothing was applied.
    #[serde(rename = "error_500_before")]
    Error500Before,
    /// 500; it was applied.
    #[serde(rename = "error_500_after")]
    Error500After,
    /// 200 with half a body; it was applied.
    Malformed,
    /// "In progress"; applied `millis` later unless cancelled meanwhile.
    Processing,
    /// A polite refusal; nothing was applied.
    Maintenance,
    /// No reply, status knows nothing, and applied `millis` later unless cancelled meanwhile.
    Late,
    /// Nothing at all for `millis`, then the connection closes; nothing was applied.
    Hang,
}

impl FaultKind {
    /// Deferring makes sense for commands only: a read has nothing to apply later.
    fn fits(self, target: &str, operation: &str) -> bool {
        let family = target.split(':').next().unwrap_or_default();
        let can_wait = matches!(
            (family, operation),
            ("game", "transfer")
                | ("payout", "payout")
                | ("sms", "send")
                | ("slip", "verify")
                | ("psp", "callback")
        );
        let can_be_late = matches!(
            (family, operation),
            ("psp", "create") | ("truemoney", "redeem")
        );
        match self {
            Self::Processing => can_wait,
            Self::Late => can_wait || can_be_late,
            _ => true,
        }
    }

    fn millis_default(self) -> u64 {
        match self {
            Self::Hang => 65_000,
            Self::Delay => 2_000,
            _ => 3_000,
        }
    }
}

/// One setting of the switch.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Fault {
    pub(crate) id: String,
    pub(crate) target: String,
    pub(crate) kind: FaultKind,
    /// How many more times; `None` = until cleared.
    pub(crate) count: Option<u32>,
    pub(crate) millis: u64,
    /// Per cent of the matching calls that are hit.
    pub(crate) probability: u8,
    /// Only this operation of the target; `None` = all.
    pub(crate) operation: Option<String>,
    /// How many calls it has hit.
    pub(crate) hits: u64,
}

/// The body of `POST /__sandbox/faults`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewFault {
    pub(crate) target: String,
    kind: FaultKind,
    count: Option<u32>,
    millis: Option<u64>,
    probability: Option<u8>,
    operation: Option<String>,
}

/// All settings, in the order they were made: the first that fits a call wins.
#[derive(Debug, Default)]
pub(crate) struct FaultBoard(Mutex<Vec<Fault>>);

impl FaultBoard {
    pub(crate) fn set(&self, input: NewFault) -> Fault {
        let fault = Fault {
            id: clock::new_id().simple().to_string(),
            target: input.target,
            kind: input.kind,
            count: input.count,
            millis: input.millis.unwrap_or_else(|| input.kind.millis_default()),
            probability: input.probability.unwrap_or(100).min(100),
            operation: input.operation.filter(|name| !name.is_empty()),
            hits: 0,
        };
        self.change(|faults| faults.push(fault.clone()));
        fault
    }

    /// Every setting, spent ones included, with how often it was hit.
    pub(crate) fn list(&self) -> Vec<Fault> {
        self.change(|faults| faults.clone())
    }

    /// Forgets the settings that `chosen` picks; says how many.
    pub(crate) fn clear(&self, chosen: impl Fn(&Fault) -> bool) -> usize {
        self.change(|faults| {
            let before = faults.len();
            faults.retain(|fault| !chosen(fault));
            before - faults.len()
        })
    }

    /// The fault that hits this call, if one does; it is used up by one.
    pub(crate) fn strike(&self, target: &str, operation: &str) -> Option<Fault> {
        self.change(|faults| {
            let fault = faults.iter_mut().find(|fault| {
                fault.target == target
                    && fault.count != Some(0)
                    && fault.kind.fits(target, operation)
                    && fault
                        .operation
                        .as_deref()
                        .is_none_or(|only| only == operation)
                    && rand::rng().random_range(0..100) < fault.probability
            })?;
            fault.count = fault.count.map(|left| left - 1);
            fault.hits += 1;
            Some(fault.clone())
        })
    }

    /// Whether the target is closed, without using the setting up; with an operation, for that one.
    pub(crate) fn in_maintenance(&self, target: &str, operation: Option<&str>) -> bool {
        self.change(|faults| {
            faults.iter().any(|fault| {
                fault.target == target
                    && fault.kind == FaultKind::Maintenance
                    && (operation.is_none()
                        || fault.operation.is_none()
                        || fault.operation.as_deref() == operation)
                    && fault.count != Some(0)
            })
        })
    }

    fn change<T>(&self, act: impl FnOnce(&mut Vec<Fault>) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
