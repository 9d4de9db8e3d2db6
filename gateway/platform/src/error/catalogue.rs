//! Every code that the API answers, with its status: the one place to look a code up.
//!
//! Spellings are the product's, also where they are odd (`invalid-token`).

use std::borrow::Cow;

use axum::http::StatusCode;
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

macro_rules! catalogue {
    ($($variant:ident $code:literal $status:ident;)*) => {
        /// A code of the error catalogue. Stable across releases: clients translate by it.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Code {
            $(
                #[doc = concat!("`", $code, "`, with the status `", stringify!($status), "`.")]
                $variant,
            )*
        }

        impl Code {
            /// The whole catalogue.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The code in `message`.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $code,)*
                }
            }

            /// The status that it comes with.
            pub const fn status(self) -> StatusCode {
                match self {
                    $(Self::$variant => StatusCode::$status,)*
                }
            }

            /// The code with that spelling.
            pub fn from_text(text: &str) -> Option<Self> {
                match text {
                    $($code => Some(Self::$variant),)*
                    _ => None,
                }
            }
        }
    };
}

/// Codes of the specification that the API never sends, each with the reason.
pub(crate) const NEVER_SENT: [(&str, &str); 8] = [
    (
        "LOGIN_FAIL",
        "a log-in that fails for a reason of ours is answered with the code of that reason",
    ),
    (
        "OTP_VERIFY_FAIL",
        "a check of a one-time code that fails for a reason of ours is answered with the code of that reason",
    ),
    (
        "NO_USER",
        "it would say who is registered: `WRONG_CREDENTIAL`, `NO_DATA` or `invalid-token` instead",
    ),
    ("INVALID_IP", "no member is bound to an address"),
    (
        "INVALID_USER_1",
        "what it means is not specified: `INVALID_USER_INFO` names the fields",
    ),
    ("INVALID_USER_2", "as `INVALID_USER_1`"),
    ("INVALID_USER_3", "as `INVALID_USER_1`"),
    ("INVALID_USER_4", "as `INVALID_USER_1`"),
];

/// In the OpenAPI document, the catalogue is one list of texts.
impl PartialSchema for Code {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some(description()))
            .enum_values(Some(Self::ALL.iter().map(|code| code.as_str())))
            .into()
    }
}

fn description() -> String {
    let never = NEVER_SENT.map(|(code, why)| format!("`{code}`: {why}"));
    format!(
        "A code of the error catalogue; clients translate by it.\n\nNever sent: {}.",
        never.join("; ")
    )
}

impl ToSchema for Code {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("ErrorCode")
    }
}

catalogue! {
    // The service has ended for good: nothing new begins.
    Gone "gone" GONE;

    // Who is calling.
    Unauthorized "UNAUTHORIZED" UNAUTHORIZED;
    ExpiredAuthToken "EXPIRED_AUTH_TOKEN" UNAUTHORIZED;
    InvalidToken "invalid-token" UNAUTHORIZED;
    WrongCredential "WRONG_CREDENTIAL" UNAUTHORIZED;
    KeyMissing "KEY_MISSING" FORBIDDEN;
    KeyInvalid "KEY_INVALID" FORBIDDEN;
    InactiveUser "INACTIVE_USER" FORBIDDEN;
    InvalidOrigin "INVALID_ORIGIN" FORBIDDEN;
    // Staff of another role may do this.
    RoleRequired "ROLE_REQUIRED" FORBIDDEN;
    // Staff has to say first why it looks at this player.
    LookRequired "LOOK_REQUIRED" FORBIDDEN;
    // So many searches, or players, within an hour are enough for one member of staff.
    StaffQuota "STAFF_QUOTA" TOO_MANY_REQUESTS;

    // The chat's inbox. A colleague looks after the conversation.
    ConversationTaken "CONVERSATION_TAKEN" CONFLICT;
    // More has been said than the caller has seen.
    ConversationChanged "CONVERSATION_CHANGED" CONFLICT;
    // A guest's conversation takes no more: a guest with more to say signs in.
    ConversationFull "CONVERSATION_FULL" CONFLICT;
    // A colleague has the work item open.
    WorkClaimed "WORK_CLAIMED" CONFLICT;
    // The shortcut belongs to another prepared answer.
    ExistingReply "EXISTING_REPLY" CONFLICT;
    // A visitor would read a variable of a prepared answer instead of its value.
    ReplyUnfilled "REPLY_UNFILLED" CONFLICT;

    // Members.
    ExistingUser "EXISTING_USER" CONFLICT;
    ExistingBank "EXISTING_BANK" CONFLICT;
    InvalidUserInfo "INVALID_USER_INFO" BAD_REQUEST;
    InvalidBank "INVALID_BANK" BAD_REQUEST;
    BankAccountNameEng "BANK_ACCOUNT_NAME_ENG" BAD_REQUEST;
    // The stored particulars differ from the member's: staff must look.
    BankAccountUnconfirmed "BANK_ACCOUNT_UNCONFIRMED" CONFLICT;
    RegisterFail "REGISTER_FAIL" INTERNAL_SERVER_ERROR;
    PhoneNumberRequire10Digit "PHONE_NUMBER_REQUIRE_10_DIGIT" BAD_REQUEST;
    WrongPassword "WRONG_PASSWORD" UNAUTHORIZED;

    // One-time codes and limits.
    OtpBlock "OTP_BLOCK" TOO_MANY_REQUESTS;
    RequestLimit "REQUEST_LIMIT" TOO_MANY_REQUESTS;
    RequestLimit1Min "REQUEST_LIMIT_1MIN" TOO_MANY_REQUESTS;
    OtpTokenInvalid "OTP_TOKEN_INVALID" BAD_REQUEST;
    OtpNotExist "OTP_NOT_EXIST" NOT_FOUND;
    OtpExpired "OTP_EXPIRED" BAD_REQUEST;
    OtpCodeInvalid "OTP_CODE_INVALID" BAD_REQUEST;
    OtpSendFail "OTP_SEND_FAIL" BAD_GATEWAY;
    UnverifiedOtp "UNVERIFIED_OTP" FORBIDDEN;

    // Games.
    GameActivationFail "GAME_ACTIVATION_FAIL" BAD_GATEWAY;
    SlotAlreadyActive "SLOT_ALREADY_ACTIVE" CONFLICT;
    SlotActivateFail "SLOT_ACTIVATE_FAIL" BAD_GATEWAY;
    SlotNoAccount "SLOT_NO_ACCOUNT" NOT_FOUND;
    SlotResetPasswordFail "SLOT_RESET_PASSWORD_FAIL" BAD_GATEWAY;
    NoGame "NO_GAME" NOT_FOUND;

    // Money.
    NoWallet "NO_WALLET" NOT_FOUND;
    InvalidAmount "INVALID_AMOUNT" BAD_REQUEST;
    TransferMinimum "TRANSFER_MINIMUM" UNPROCESSABLE_ENTITY;
    MoneyNotEnough "MONEY_NOT_ENOUGH" UNPROCESSABLE_ENTITY;
    TransferFail "TRANSFER_FAIL" CONFLICT;
    WithdrawLimit "WITHDRAW_LIMIT" UNPROCESSABLE_ENTITY;
    // The bank account or the password is new, and withdrawals wait.
    WithdrawHeld "WITHDRAW_HELD" CONFLICT;
    // The member's PIN confirms money out. None of these decides about the command.
    PinRequired "PIN_REQUIRED" FORBIDDEN;
    PinInvalid "PIN_INVALID" FORBIDDEN;
    PinBlocked "PIN_BLOCKED" TOO_MANY_REQUESTS;
    // The operator demands a PIN for this amount, and the member has none.
    PinUnset "PIN_UNSET" FORBIDDEN;
    QrFail "QR_FAIL" BAD_GATEWAY;
    // A payment service reports a payment that differs from the order.
    PaymentMismatch "PAYMENT_MISMATCH" UNPROCESSABLE_ENTITY;
    // A step of a process that has already ended differently.
    AlreadyEnded "ALREADY_ENDED" CONFLICT;
    IdempotencyMismatch "IDEMPOTENCY_MISMATCH" UNPROCESSABLE_ENTITY;

    // What staff decides about.
    WaitsForStaff "WAITS_FOR_STAFF" CONFLICT;
    NotReferred "NOT_REFERRED" CONFLICT;
    // The known facts do not allow this end.
    NotDefinite "NOT_DEFINITE" CONFLICT;
    // The bank or provider reports something else.
    EvidenceContradicts "EVIDENCE_CONTRADICTS" CONFLICT;
    // The bank or provider cannot be reached now.
    EvidenceMissing "EVIDENCE_MISSING" SERVICE_UNAVAILABLE;
    // A second person must agree.
    SecondPerson "SECOND_PERSON" FORBIDDEN;
    // Only the requester may withdraw the request.
    OnlyAsker "ONLY_ASKER" FORBIDDEN;
    // The same decision already waits for a second person.
    ApprovalPending "APPROVAL_PENDING" CONFLICT;
    ApprovalExpired "APPROVAL_EXPIRED" CONFLICT;
    // What the settings would say is wrong: `mistakes` has each key and what is wrong there.
    SettingsInvalid "SETTINGS_INVALID" BAD_REQUEST;
    // The settings say that already.
    SettingsSame "SETTINGS_SAME" CONFLICT;
    // Somebody else has changed the section meanwhile: `number` is its version now.
    SettingsStale "SETTINGS_STALE" CONFLICT;
    // The operation's own decision ends it, and no correction.
    OperationOpen "OPERATION_OPEN" CONFLICT;
    // One at a time.
    AlreadyRunning "ALREADY_RUNNING" CONFLICT;

    // Staff has frozen it: only they can let it go.
    AccountFrozen "ACCOUNT_FROZEN" FORBIDDEN;

    // What a player has limited.
    DepositLimit "DEPOSIT_LIMIT" UNPROCESSABLE_ENTITY;
    PlayerExcluded "PLAYER_EXCLUDED" FORBIDDEN;
    LimitNotShorter "LIMIT_NOT_SHORTER" CONFLICT;
    // Staff sets stricter limits only.
    LimitNotStricter "LIMIT_NOT_STRICTER" CONFLICT;

    // Deposits.
    DepositMinimum "DEPOSIT_MINIMUM" UNPROCESSABLE_ENTITY;
    TruelinkInvalid "TRUELINK_INVALID" UNPROCESSABLE_ENTITY;
    TruelinkDuplicate "TRUELINK_DUPLICATE" CONFLICT;
    ManualDepositInactive "MANUAL_DEPOSIT_INACTIVE" CONFLICT;

    // Bonus and promotion.
    BonusRemaining "BONUS_REMAINING" CONFLICT;
    BonusAlreadyActive "BONUS_ALREADY_ACTIVE" CONFLICT;
    BonusMaxClaimed "BONUS_MAX_CLAIMED" CONFLICT;
    BonusCondition "BONUS_CONDITION" UNPROCESSABLE_ENTITY;
    BonusFull "BONUS_FULL" CONFLICT;
    // The money to take back is at providers: it has to be moved to the wallet first.
    BonusCollectFirst "BONUS_COLLECT_FIRST" CONFLICT;
    NoPromotion "NO_PROMOTION" NOT_FOUND;
    PromotionReceived "PROMOTION_RECEIVED" CONFLICT;

    // Refunds and invites.
    NoRefund "NO_REFUND" NOT_FOUND;
    RefundCondition "REFUND_CONDITION" UNPROCESSABLE_ENTITY;
    RefundInactive "REFUND_INACTIVE" CONFLICT;
    RefundMinimum "REFUND_MINIMUM" UNPROCESSABLE_ENTITY;
    InviteCollect "INVITE_COLLECT" CONFLICT;
    InviteInactive "INVITE_INACTIVE" CONFLICT;
    NoInviteBonus "NO_INVITE_BONUS" NOT_FOUND;
    NoInviteePlayInfo "NO_INVITEE_PLAY_INFO" CONFLICT;
    InviteBonusFail "INVITE_BONUS_FAIL" BAD_GATEWAY;

    // The wheel.
    SpinInactive "SPIN_INACTIVE" CONFLICT;
    SpinNoCoin "SPIN_NO_COIN" UNPROCESSABLE_ENTITY;
    // The seed was changed in between.
    SpinSeed "SPIN_SEED" CONFLICT;
    NoClaimableCoupon "NO_CLAIMABLE_COUPON" NOT_FOUND;
    UnknownPrize "INVALID_PRIZE_CODE" NOT_FOUND;
    // A coupon's code or an inviter's.
    Unrecognised "INVALID_CODE" BAD_REQUEST;
    InvalidCouponType "INVALID_COUPON_TYPE" CONFLICT;
    CouponExpired "COUPON_EXPIRED" CONFLICT;

    // The proof log. It is not kept, or has not come that far yet.
    ProofOff "PROOF_OFF" NOT_FOUND;
    ProofPending "PROOF_PENDING" CONFLICT;
    // More lines than one file holds.
    ExportTooLong "EXPORT_TOO_LONG" UNPROCESSABLE_ENTITY;

    // Slips.
    SlipClosed "SLIP_CLOSED" SERVICE_UNAVAILABLE;
    SlipUploadFail "SLIP_UPLOAD_FAIL" SERVICE_UNAVAILABLE;
    SlipNoFile "SLIP_NO_FILE" BAD_REQUEST;
    SlipInvalidFile "SLIP_INVALID_FILE" BAD_REQUEST;
    SlipRefnoDuplicated "SLIP_REFNO_DUPLICATED" CONFLICT;

    // Anything.
    NoData "NO_DATA" NOT_FOUND;
    NoBank "NO_BANK" NOT_FOUND;
    InvalidInput "INVALID_INPUT" BAD_REQUEST;
    MethodNotAllowed "METHOD_NOT_ALLOWED" METHOD_NOT_ALLOWED;
    PayloadTooLarge "PAYLOAD_TOO_LARGE" PAYLOAD_TOO_LARGE;
    UnsupportedMediaType "UNSUPPORTED_MEDIA_TYPE" UNSUPPORTED_MEDIA_TYPE;
    UriTooLong "URI_TOO_LONG" URI_TOO_LONG;
    RequestTimeout "REQUEST_TIMEOUT" SERVICE_UNAVAILABLE;
    UploadTimeout "UPLOAD_TIMEOUT" REQUEST_TIMEOUT;
    ServiceUnavailable "SERVICE_UNAVAILABLE" SERVICE_UNAVAILABLE;
    InternalServerError "INTERNAL_SERVER_ERROR" INTERNAL_SERVER_ERROR;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_that_is_never_sent_is_no_code_of_an_answer() {
        for (code, why) in NEVER_SENT {
            assert_eq!(Code::from_text(code), None, "{code}");
            assert!(!why.is_empty(), "{code}");
        }
    }
}
