//! What staff may decide.

use ledger::wallet::{SlipReason, payment_name};
use serde::de::IntoDeserializer;
use serde::de::value::{Error, StrDeserializer};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::refusal::Refusal;
use crate::platform::error::Code;

/// What a decision came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Answer {
    /// Carried out: its id, and the position that shows it.
    Done(Uuid, i64),
    /// Waits for a second person under this id.
    Waits(Uuid),
}

/// The reason shown to the player when staff reject a slip without choosing one.
const SLIP: &str = "UNKNOW_ERROR";
/// What a player is told of anything else.
const STAFF: &str = "REFUSED_BY_STAFF";
/// What a player is told of a payout that staff gave back.
const RETURNED: &str = "RETURNED_BY_STAFF";

/// How a transfer ended, by the provider's own word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Settlement {
    /// The money has moved.
    Completed,
    /// It has not, and never will.
    Returned,
}

/// What staff wants, with everything that it is decided by.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    tag = "kind",
    rename_all = "snake_case",
    rename_all_fields = "camelCase"
)]
pub(crate) enum Decision {
    /// To credit a slip with what the bank says.
    AcceptSlip {
        /// Which.
        id: Uuid,
        /// Which account received it, where the bank does not say.
        deposit_account: Option<String>,
        /// What staff expects the bank to say.
        amount: Option<String>,
    },
    /// To end a slip without money.
    RejectSlip {
        /// Which.
        id: Uuid,
        /// A reason of the catalogue, for the player.
        code: Option<String>,
    },
    /// To credit a paid QR order.
    AcceptQr {
        /// Which.
        id: Uuid,
    },
    /// To end a paid QR order: the money goes back by bank.
    RejectQr {
        /// Which.
        id: Uuid,
        /// For the player.
        code: Option<String>,
    },
    /// To credit an announced deposit that was found.
    AcceptManual {
        /// Which.
        id: Uuid,
        /// How the bank names the payment.
        reference: String,
        /// Which account received it.
        deposit_account: String,
    },
    /// To end an announced deposit that was not found.
    RejectManual {
        /// Which.
        id: Uuid,
        /// For the player.
        code: Option<String>,
    },
    /// To let a held withdrawal go.
    ReleaseWithdrawal {
        /// Which.
        id: Uuid,
    },
    /// To give a held withdrawal back.
    ReturnWithdrawal {
        /// Which.
        id: Uuid,
    },
    /// To end a transfer as the provider says.
    SettleTransfer {
        /// Which.
        id: Uuid,
        /// How.
        outcome: Settlement,
        /// The provider's own id of it, as staff knows it.
        provider_tx: Option<String>,
    },
    /// To put a balance right.
    Correct {
        /// Whose.
        player: Uuid,
        /// By how much: above zero adds, below zero takes.
        amount: String,
    },
}

impl Decision {
    /// What it is about; a correction is a thing of its own, with the decision's id.
    pub(crate) const fn subject(&self, decision_id: Uuid) -> (&'static str, Uuid) {
        match self {
            Self::AcceptSlip { id, .. } | Self::RejectSlip { id, .. } => ("slip", *id),
            Self::AcceptQr { id } | Self::RejectQr { id, .. } => ("qr", *id),
            Self::AcceptManual { id, .. } | Self::RejectManual { id, .. } => ("manual", *id),
            Self::ReleaseWithdrawal { id } | Self::ReturnWithdrawal { id } => ("withdrawal", *id),
            Self::SettleTransfer { id, .. } => ("transfer", *id),
            Self::Correct { .. } => ("correction", decision_id),
        }
    }

    /// Whether it moves money on staff's word, so that a large amount takes two people. What goes
    /// back where it came from, or is refused, takes one.
    pub(crate) const fn moves_money(&self) -> bool {
        match self {
            Self::AcceptSlip { .. }
            | Self::AcceptQr { .. }
            | Self::AcceptManual { .. }
            | Self::ReleaseWithdrawal { .. }
            | Self::SettleTransfer { .. }
            | Self::Correct { .. } => true,
            Self::RejectSlip { .. }
            | Self::RejectQr { .. }
            | Self::RejectManual { .. }
            | Self::ReturnWithdrawal { .. } => false,
        }
    }

    /// Whether it takes two people whatever the amount, unless the bank itself shows the payment:
    /// what rests on staff's word alone.
    pub(crate) const fn always_takes_two(&self) -> bool {
        matches!(self, Self::Correct { .. } | Self::AcceptManual { .. })
    }

    /// The word for the player, where it ends something without money.
    pub(crate) fn word(&self) -> &str {
        match self {
            Self::RejectSlip { code, .. } => code.as_deref().unwrap_or(SLIP),
            Self::RejectQr { code, .. } | Self::RejectManual { code, .. } => {
                code.as_deref().unwrap_or(STAFF)
            }
            _ => RETURNED,
        }
    }
}

/// A word of letters, digits and a few further signs.
pub(crate) fn is_word(text: &str, further: &[u8]) -> bool {
    (1..=64).contains(&text.len())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || further.contains(&byte))
}

/// How a bank may name a payment.
pub(crate) fn is_reference(text: &str) -> bool {
    is_word(text, b"-_/.") && !payment_name(text).is_empty()
}

/// A reason as a code: upper-case letters, digits and `_`.
pub(crate) fn is_code(text: &str) -> bool {
    is_word(text, b"_") && !text.bytes().any(|byte| byte.is_ascii_lowercase())
}

/// A reason of the catalogue for slips.
pub(crate) fn slip_reason(code: &str) -> Result<SlipReason, Refusal> {
    let word: StrDeserializer<'_, Error> = code.into_deserializer();
    SlipReason::deserialize(word)
        .map_err(|_| Refusal::no(Code::InvalidInput, "no reason of the catalogue for slips"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decision_reads_back_from_what_is_kept_of_it() {
        let id = Uuid::from_u128(7);
        for (decision, text) in [
            (
                Decision::AcceptManual {
                    id,
                    reference: "A/1".to_owned(),
                    deposit_account: "scb-1".to_owned(),
                },
                r#"{"kind":"accept_manual","id":"00000000-0000-0000-0000-000000000007","reference":"A/1","depositAccount":"scb-1"}"#,
            ),
            (
                Decision::Correct {
                    player: id,
                    amount: "-5.00".to_owned(),
                },
                r#"{"kind":"correct","player":"00000000-0000-0000-0000-000000000007","amount":"-5.00"}"#,
            ),
        ] {
            assert_eq!(serde_json::to_string(&decision).unwrap(), text);
            assert_eq!(serde_json::from_str::<Decision>(text).unwrap(), decision);
        }
    }

    #[test]
    fn the_words_for_players_are_of_the_catalogue() {
        let id = Uuid::from_u128(7);
        let reject = Decision::RejectSlip { id, code: None };
        assert_eq!(slip_reason(reject.word()).unwrap().code(), SLIP);
        assert!(slip_reason("SENT_BACK").is_err());
        for decision in [
            Decision::RejectQr { id, code: None },
            Decision::ReturnWithdrawal { id },
        ] {
            assert!(is_code(decision.word()), "{decision:?}");
        }
    }
}
