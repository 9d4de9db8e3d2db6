//! The decisions of staff.

use ledger::wallet::{SlipReason, payment_name};
use serde::de::IntoDeserializer;
use serde::de::value::{Error, StrDeserializer};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::power::{FREEZE, LIMIT, Period, REWARD, Reach};
use super::refusal::Refusal;
use platform::error::Code;

/// The outcome of a decision request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// Executed: its id, and the position that shows it.
    Done(Uuid, i64),
    /// Waits for a second person under this id.
    Waits(Uuid),
}

/// The reason shown to the player when staff reject a slip without choosing one.
const SLIP: &str = "UNKNOW_ERROR";
/// The reason shown to the player when staff reject anything else.
const STAFF: &str = "REFUSED_BY_STAFF";
/// The reason shown to the player when staff return a withdrawal.
const RETURNED: &str = "RETURNED_BY_STAFF";

/// How a transfer ended, by the provider's answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Settlement {
    /// The money has moved.
    Completed,
    /// The money has not moved, and never will.
    Returned,
}

/// A decision of staff, with all its inputs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    tag = "kind",
    rename_all = "snake_case",
    rename_all_fields = "camelCase"
)]
pub enum Decision {
    /// To credit a slip with the amount that the bank reports.
    AcceptSlip {
        /// Id of the slip to credit.
        id: Uuid,
        /// The account that received it, if the bank does not say.
        deposit_account: Option<String>,
        /// The amount that staff expect the bank to report.
        amount: Option<String>,
    },
    /// To end a slip without money.
    RejectSlip {
        /// Id of the slip to end.
        id: Uuid,
        /// A reason of the catalogue, shown to the player.
        code: Option<String>,
    },
    /// To end a slip whose money was sent back by hand.
    ReturnSlip {
        /// Id of the slip whose money was sent back.
        id: Uuid,
        /// The bank's reference for the return transfer.
        reference: String,
    },
    /// To credit a QR order with the amount that the payment service reports.
    AcceptQr {
        /// Id of the QR order to credit.
        id: Uuid,
        /// The amount that staff expect the service to report. Staff must name it where it is not
        /// the ordered one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        amount: Option<String>,
    },
    /// To end a paid QR order: the money is returned through the bank.
    RejectQr {
        /// Id of the QR order to end.
        id: Uuid,
        /// For the player.
        code: Option<String>,
    },
    /// To credit an announced deposit that was found.
    AcceptManual {
        /// Id of the announced deposit to credit.
        id: Uuid,
        /// The bank's reference of the payment.
        reference: String,
        /// The account that received it.
        deposit_account: String,
    },
    /// To end an announced deposit that was not found.
    RejectManual {
        /// Id of the announced deposit to end.
        id: Uuid,
        /// For the player.
        code: Option<String>,
    },
    /// To release a held withdrawal.
    ReleaseWithdrawal {
        /// Id of the held withdrawal to pay out.
        id: Uuid,
    },
    /// To return a held withdrawal to the wallet.
    ReturnWithdrawal {
        /// Id of the held withdrawal to return to the wallet.
        id: Uuid,
    },
    /// To end a transfer as the provider reports.
    SettleTransfer {
        /// Id of the transfer to end.
        id: Uuid,
        /// How it ended, which the provider must confirm.
        outcome: Settlement,
        /// The provider's id of it, if staff know it.
        provider_tx: Option<String>,
    },
    /// To correct a balance.
    Correct {
        /// The player whose balance is corrected.
        player: Uuid,
        /// The amount: a positive one adds, a negative one takes.
        amount: String,
        /// Why it is about none of the player's open operations; needed while there is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        unrelated: Option<String>,
    },
    /// To let a player who gets no text message set another password.
    ResetPassword {
        /// The player who sets it.
        player: Uuid,
    },
    /// To freeze a player's money.
    Freeze {
        /// The player whose money it is.
        player: Uuid,
        /// How much is frozen.
        reach: Reach,
    },
    /// To set a stricter limit on a player's deposits.
    LimitDeposits {
        /// The player whose deposits they are.
        player: Uuid,
        /// The calendar period that it covers.
        period: Period,
        /// The most that may come in.
        limit: String,
    },
    /// To let a player's money move again.
    Unfreeze {
        /// The player whose money it is.
        player: Uuid,
    },
    /// To declare the void rows of a player's wallet, so that they stop no money any more.
    DeclareVoid {
        /// The player whose wallet it is.
        player: Uuid,
    },
    /// To end a difference with a reason.
    Explain {
        /// Id of the difference.
        id: Uuid,
    },
    /// To grant a bonus or promotion of the configuration, without the deposit that it asks for.
    GrantBonus {
        /// The player to whom it is granted.
        player: Uuid,
        /// The code of the bonus or promotion.
        code: String,
        /// The amount, in the wallet's currency.
        amount: String,
    },
    /// To end the active grant: it goes back, and so does what was won with it.
    EndBonus {
        /// The player whose grant it is.
        player: Uuid,
        /// Id of the grant, so that no later one is ended.
        grant: Uuid,
    },
    /// To credit a prize of the wheel as if its coupon were claimed.
    GiveCoupon {
        /// The player to whom it is given.
        player: Uuid,
        /// The prize's code.
        prize: String,
    },
    /// To give coins for the wheel.
    GiveCoins {
        /// The player to whom they are given.
        player: Uuid,
        /// How many.
        coins: u32,
    },
}

/// Why a second person must approve a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum SecondPersonReason {
    /// Only the word of staff supports it.
    WordOfStaff,
    /// It credits a slip that was refused.
    Reversal,
    /// It credits a QR order with another amount than was ordered.
    OtherAmount,
    /// With what one person has moved in 24 hours, by the asker or for the wallet, it is above the limit.
    DailySum,
}

/// The kind of the subject of an explanation.
pub const DIFFERENCE: &str = "difference";

/// The kind of the subject of a player's password.
pub(crate) const PASSWORD: &str = "password";

impl Decision {
    /// The subject; a correction is its own subject, with the decision's id.
    pub const fn subject(&self, decision_id: Uuid) -> (&'static str, Uuid) {
        match self {
            Self::AcceptSlip { id, .. }
            | Self::RejectSlip { id, .. }
            | Self::ReturnSlip { id, .. } => ("slip", *id),
            Self::AcceptQr { id, .. } | Self::RejectQr { id, .. } => ("qr", *id),
            Self::AcceptManual { id, .. } | Self::RejectManual { id, .. } => ("manual", *id),
            Self::ReleaseWithdrawal { id } | Self::ReturnWithdrawal { id } => ("withdrawal", *id),
            Self::SettleTransfer { id, .. } => ("transfer", *id),
            Self::Correct { .. } => ("correction", decision_id),
            Self::ResetPassword { player } => (PASSWORD, *player),
            Self::Freeze { player, .. }
            | Self::Unfreeze { player }
            | Self::DeclareVoid { player } => (FREEZE, *player),
            Self::LimitDeposits { player, .. } => (LIMIT, *player),
            Self::Explain { id } => (DIFFERENCE, *id),
            Self::GrantBonus { player, .. }
            | Self::EndBonus { player, .. }
            | Self::GiveCoupon { player, .. }
            | Self::GiveCoins { player, .. } => (REWARD, *player),
        }
    }

    /// Whether the ledger executes it. The journal knows nothing of an explanation: the rows of the
    /// decision and of the difference say how it ended.
    pub(crate) const fn is_of_ledger(&self) -> bool {
        !matches!(self, Self::Explain { .. })
    }

    /// Whether it moves money on the word of staff, so that a large amount needs two people. A
    /// return or a refusal needs only one.
    pub(crate) const fn moves_money(&self) -> bool {
        match self {
            Self::AcceptSlip { .. }
            | Self::AcceptQr { .. }
            | Self::AcceptManual { .. }
            | Self::ReleaseWithdrawal { .. }
            | Self::SettleTransfer { .. }
            | Self::GrantBonus { .. }
            | Self::GiveCoupon { .. }
            | Self::GiveCoins { .. }
            | Self::Correct { .. } => true,
            Self::RejectSlip { .. }
            | Self::ReturnSlip { .. }
            | Self::RejectQr { .. }
            | Self::RejectManual { .. }
            | Self::ReturnWithdrawal { .. }
            | Self::ResetPassword { .. }
            | Self::Freeze { .. }
            | Self::Unfreeze { .. }
            | Self::DeclareVoid { .. }
            | Self::LimitDeposits { .. }
            | Self::EndBonus { .. }
            | Self::Explain { .. } => false,
        }
    }

    /// Whether it gives what the house gives: this has a separate limit.
    pub(crate) const fn gives_reward(&self) -> bool {
        matches!(
            self,
            Self::GrantBonus { .. } | Self::GiveCoupon { .. } | Self::GiveCoins { .. }
        )
    }

    /// Whether it needs two people for any amount, or without one, unless the bank itself shows the
    /// payment, because otherwise only the word of staff supports it.
    pub(crate) const fn always_takes_two(&self) -> bool {
        matches!(
            self,
            Self::Correct { .. }
                | Self::AcceptManual { .. }
                | Self::ResetPassword { .. }
                | Self::Freeze { .. }
                | Self::Unfreeze { .. }
                | Self::EndBonus { .. }
                | Self::DeclareVoid { .. }
        )
    }

    /// The reason code shown to the player, if it ends something without money.
    pub fn word(&self) -> &str {
        match self {
            Self::RejectSlip { code, .. } => code.as_deref().unwrap_or(SLIP),
            Self::RejectQr { code, .. } | Self::RejectManual { code, .. } => {
                code.as_deref().unwrap_or(STAFF)
            }
            _ => RETURNED,
        }
    }
}

/// A word of letters, digits and a few other characters.
pub(crate) fn is_word(text: &str, further: &[u8]) -> bool {
    (1..=64).contains(&text.len())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || further.contains(&byte))
}

/// The form of a bank's payment reference.
pub fn is_reference(text: &str) -> bool {
    is_word(text, b"-_/.") && !payment_name(text).is_empty()
}

/// A reason as a code: upper-case letters, digits and `_`.
pub fn is_code(text: &str) -> bool {
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
                Decision::AcceptQr { id, amount: None },
                r#"{"kind":"accept_qr","id":"00000000-0000-0000-0000-000000000007"}"#,
            ),
            (
                Decision::AcceptQr {
                    id,
                    amount: Some("250.00".to_owned()),
                },
                r#"{"kind":"accept_qr","id":"00000000-0000-0000-0000-000000000007","amount":"250.00"}"#,
            ),
            (
                Decision::Correct {
                    player: id,
                    amount: "-5.00".to_owned(),
                    unrelated: None,
                },
                r#"{"kind":"correct","player":"00000000-0000-0000-0000-000000000007","amount":"-5.00"}"#,
            ),
            (
                Decision::Correct {
                    player: id,
                    amount: "5.00".to_owned(),
                    unrelated: Some("last week".to_owned()),
                },
                r#"{"kind":"correct","player":"00000000-0000-0000-0000-000000000007","amount":"5.00","unrelated":"last week"}"#,
            ),
            (
                Decision::ResetPassword { player: id },
                r#"{"kind":"reset_password","player":"00000000-0000-0000-0000-000000000007"}"#,
            ),
            (
                Decision::Freeze {
                    player: id,
                    reach: Reach::MoneyOut,
                },
                r#"{"kind":"freeze","player":"00000000-0000-0000-0000-000000000007","reach":"MONEY_OUT"}"#,
            ),
            (
                Decision::Unfreeze { player: id },
                r#"{"kind":"unfreeze","player":"00000000-0000-0000-0000-000000000007"}"#,
            ),
            (
                Decision::DeclareVoid { player: id },
                r#"{"kind":"declare_void","player":"00000000-0000-0000-0000-000000000007"}"#,
            ),
            (
                Decision::GrantBonus {
                    player: id,
                    code: "WELCOME".to_owned(),
                    amount: "100.00".to_owned(),
                },
                r#"{"kind":"grant_bonus","player":"00000000-0000-0000-0000-000000000007","code":"WELCOME","amount":"100.00"}"#,
            ),
            (
                Decision::EndBonus {
                    player: id,
                    grant: id,
                },
                r#"{"kind":"end_bonus","player":"00000000-0000-0000-0000-000000000007","grant":"00000000-0000-0000-0000-000000000007"}"#,
            ),
            (
                Decision::GiveCoupon {
                    player: id,
                    prize: "CASH5".to_owned(),
                },
                r#"{"kind":"give_coupon","player":"00000000-0000-0000-0000-000000000007","prize":"CASH5"}"#,
            ),
            (
                Decision::GiveCoins {
                    player: id,
                    coins: 3,
                },
                r#"{"kind":"give_coins","player":"00000000-0000-0000-0000-000000000007","coins":3}"#,
            ),
            (
                Decision::Explain { id },
                r#"{"kind":"explain","id":"00000000-0000-0000-0000-000000000007"}"#,
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
