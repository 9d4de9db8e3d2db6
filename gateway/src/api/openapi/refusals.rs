//! The codes that each operation may be refused with, in addition to those that follow from its
//! form: who may call it, what it takes.
//!
//! The tests hold every answer that they see against it: a code that is missing here fails them.

use platform::error::Code;

/// Operations, and codes that each of them may answer. An operation may be in several rows; the
/// spelling with GET is refused as the one with POST.
const REFUSALS: &[(&[&str], &[Code])] = &[
    // A terminated service.
    (
        &[
            "create_account",
            "validate_account",
            "send_otp",
            "verify_otp",
            "create_guest",
            "upload_slip",
            "redeem_gift",
            "announce_deposit",
            "create_qrcode",
            "activate_slot",
            "activate_bonus",
            "activate_promotion",
            "spin_wheel",
            "change_seed",
            "claim_coupon",
            "collect_invite_bonus",
            "transfer",
            "transfer_all",
            // Of a guest.
            "send_message",
            "list_history",
            "mark_read",
            "upload_image",
            "upload_video",
            "get_chat_file",
            "create_socket_ticket",
        ],
        &[Code::Gone],
    ),
    // Registration and log-in.
    (
        &["create_account", "validate_account"],
        &[
            Code::BankAccountNameEng,
            Code::ExistingBank,
            Code::ExistingUser,
            Code::InvalidBank,
            Code::Unrecognised,
            Code::InvalidUserInfo,
            Code::PhoneNumberRequire10Digit,
            Code::RequestLimit,
            Code::UnverifiedOtp,
        ],
    ),
    (&["create_account"], &[Code::RegisterFail]),
    (
        &["log_in"],
        &[
            Code::AccountFrozen,
            Code::InactiveUser,
            Code::RequestLimit,
            Code::WrongCredential,
        ],
    ),
    (
        &["log_in_staff"],
        &[Code::RequestLimit, Code::WrongCredential],
    ),
    (
        &["send_otp"],
        &[
            Code::OtpBlock,
            Code::OtpSendFail,
            Code::PhoneNumberRequire10Digit,
            Code::RequestLimit,
            Code::RequestLimit1Min,
        ],
    ),
    (
        &["verify_otp"],
        &[
            Code::OtpBlock,
            Code::OtpCodeInvalid,
            Code::OtpExpired,
            Code::OtpNotExist,
            Code::OtpTokenInvalid,
        ],
    ),
    (
        &["send_password_code"],
        &[
            Code::OtpBlock,
            Code::OtpSendFail,
            Code::PhoneNumberRequire10Digit,
            Code::RequestLimit,
            Code::RequestLimit1Min,
        ],
    ),
    (
        &["reset_password"],
        &[
            Code::AccountFrozen,
            Code::InactiveUser,
            Code::InvalidUserInfo,
            Code::OtpBlock,
            Code::OtpCodeInvalid,
            Code::OtpExpired,
            Code::OtpNotExist,
            Code::OtpTokenInvalid,
            Code::PhoneNumberRequire10Digit,
            Code::RequestLimit,
        ],
    ),
    // The PIN, and what it confirms.
    (
        &["send_pin_code"],
        &[
            Code::InactiveUser,
            Code::OtpBlock,
            Code::OtpSendFail,
            Code::RequestLimit1Min,
        ],
    ),
    (
        &["set_pin"],
        &[
            Code::InvalidUserInfo,
            Code::InactiveUser,
            Code::NoWallet,
            Code::OtpBlock,
            Code::OtpCodeInvalid,
            Code::OtpExpired,
            Code::OtpNotExist,
            Code::OtpTokenInvalid,
            Code::PinBlocked,
            Code::PinInvalid,
            Code::RequestLimit,
            Code::WrongPassword,
        ],
    ),
    (
        &[
            "withdraw",
            "withdraw_all",
            "update_limits",
            "update_profile",
        ],
        &[Code::PinBlocked, Code::PinInvalid, Code::PinRequired],
    ),
    // The member's data and limits.
    (
        &["change_password", "exclude"],
        &[Code::RequestLimit, Code::WrongPassword],
    ),
    (&["change_password", "exclude"], &[Code::InvalidUserInfo]),
    (
        &["update_bank_account_name"],
        &[
            Code::BankAccountNameEng,
            Code::BankAccountUnconfirmed,
            Code::InvalidBank,
            Code::InvalidUserInfo,
        ],
    ),
    (
        &["update_profile"],
        &[
            Code::AccountFrozen,
            Code::BankAccountNameEng,
            Code::BankAccountUnconfirmed,
            Code::ExistingBank,
            Code::InvalidBank,
            Code::InvalidUserInfo,
            Code::RequestLimit,
            Code::WrongPassword,
        ],
    ),
    (
        &["get_limits", "update_limits", "exclude"],
        &[Code::NoWallet],
    ),
    (
        &["update_limits"],
        &[Code::InvalidAmount, Code::TransferMinimum],
    ),
    (&["exclude"], &[Code::LimitNotShorter]),
    // The wallet and the games.
    (
        &["get_wallet", "refresh_slots", "activate_slot"],
        &[Code::NoWallet],
    ),
    (
        &[
            "refresh_slots",
            "activate_slot",
            "get_slot_account",
            "reset_slot_password",
            "open_game",
            "open_game_with_password",
        ],
        &[Code::NoGame],
    ),
    (
        &[
            "refresh_slots",
            "get_slot_account",
            "reset_slot_password",
            "open_game",
            "open_game_with_password",
        ],
        &[Code::SlotNoAccount],
    ),
    (
        &[
            "activate_slot",
            "get_slot_account",
            "reset_slot_password",
            "open_game",
            "open_game_with_password",
        ],
        &[Code::AccountFrozen, Code::PlayerExcluded],
    ),
    (
        &["activate_slot", "open_game", "open_game_with_password"],
        &[Code::GameActivationFail, Code::SlotActivateFail],
    ),
    (&["activate_slot"], &[Code::SlotAlreadyActive]),
    (&["open_game_with_password"], &[Code::WrongPassword]),
    (&["reset_slot_password"], &[Code::SlotResetPasswordFail]),
    // Money between games and out.
    (
        &["transfer", "transfer_all", "withdraw", "withdraw_all"],
        &[
            Code::InvalidAmount,
            Code::MoneyNotEnough,
            Code::NoWallet,
            Code::RequestLimit,
            Code::TransferFail,
            Code::TransferMinimum,
        ],
    ),
    (
        &["transfer", "transfer_all"],
        &[
            Code::AccountFrozen,
            Code::NoGame,
            Code::PlayerExcluded,
            Code::SlotNoAccount,
        ],
    ),
    (
        &["withdraw", "withdraw_all"],
        &[
            Code::AccountFrozen,
            Code::BankAccountUnconfirmed,
            Code::BonusRemaining,
            Code::PinUnset,
            Code::WithdrawHeld,
            Code::WithdrawLimit,
        ],
    ),
    // Money in.
    (
        &[
            "upload_slip",
            "redeem_gift",
            "announce_deposit",
            "create_qrcode",
        ],
        &[
            Code::AccountFrozen,
            Code::DepositLimit,
            Code::InvalidAmount,
            Code::NoWallet,
            Code::PlayerExcluded,
            Code::RequestLimit,
        ],
    ),
    (
        &["announce_deposit", "create_qrcode", "redeem_gift"],
        &[Code::DepositMinimum],
    ),
    (&["announce_deposit"], &[Code::ManualDepositInactive]),
    (
        &["upload_slip"],
        &[
            Code::SlipClosed,
            Code::SlipInvalidFile,
            Code::SlipNoFile,
            Code::SlipRefnoDuplicated,
            Code::SlipUploadFail,
        ],
    ),
    (
        &[
            "upload_slip",
            "upload_image",
            "upload_video",
            "upload_staff_image",
            "upload_staff_video",
        ],
        &[Code::UploadTimeout],
    ),
    (
        &["redeem_gift"],
        &[Code::TruelinkDuplicate, Code::TruelinkInvalid],
    ),
    (
        &["get_qrcode", "create_qrcode", "delete_qrcode"],
        &[Code::NoBank, Code::NoWallet, Code::QrFail],
    ),
    (&["create_qrcode"], &[Code::AlreadyEnded]),
    (
        &["notify_payment"],
        &[
            Code::AlreadyEnded,
            Code::NoBank,
            Code::PaymentMismatch,
            Code::Unauthorized,
            Code::WaitsForStaff,
        ],
    ),
    // Rewards.
    (
        &[
            "list_bonuses",
            "check_active",
            "check_minimum",
            "quote_bonus",
            "activate_bonus",
            "clear_bonus",
            "get_current",
            "find_promotion",
            "quote_promotion",
            "activate_promotion",
            "quote_coupon",
            "claim_coupon",
            "list_coupons",
            "check_refund",
            "receive_refund",
            "add_refund",
            "get_invitation",
            "collect_invite_bonus",
            "get_spin_active",
            "get_spin_setup",
            "spin_wheel",
            "change_seed",
        ],
        &[Code::NoWallet],
    ),
    (
        &[
            "activate_bonus",
            "activate_promotion",
            "claim_coupon",
            "clear_bonus",
            "receive_refund",
            "add_refund",
            "collect_invite_bonus",
            "spin_wheel",
            "change_seed",
        ],
        &[Code::RequestLimit],
    ),
    (
        &[
            "activate_bonus",
            "activate_promotion",
            "claim_coupon",
            "receive_refund",
            "add_refund",
            "collect_invite_bonus",
            "spin_wheel",
        ],
        &[Code::AccountFrozen, Code::PlayerExcluded],
    ),
    (
        &[
            "claim_coupon",
            "receive_refund",
            "add_refund",
            "collect_invite_bonus",
        ],
        &[Code::BonusRemaining],
    ),
    (
        &[
            "activate_bonus",
            "activate_promotion",
            "quote_bonus",
            "quote_promotion",
            "quote_coupon",
            "claim_coupon",
            "clear_bonus",
            "receive_refund",
            "add_refund",
            "collect_invite_bonus",
        ],
        &[Code::InvalidAmount],
    ),
    (
        &["activate_bonus", "activate_promotion"],
        &[
            Code::BonusAlreadyActive,
            Code::BonusCondition,
            Code::BonusFull,
        ],
    ),
    (&["activate_bonus"], &[Code::BonusMaxClaimed]),
    (&["activate_promotion"], &[Code::PromotionReceived]),
    (
        &["find_promotion", "quote_promotion", "activate_promotion"],
        &[Code::NoPromotion],
    ),
    (
        &["clear_bonus"],
        &[Code::BonusCollectFirst, Code::BonusCondition, Code::NoData],
    ),
    (
        &["quote_coupon", "claim_coupon"],
        &[
            Code::Unrecognised,
            Code::NoClaimableCoupon,
            Code::UnknownPrize,
        ],
    ),
    (
        &["claim_coupon"],
        &[Code::CouponExpired, Code::InvalidCouponType],
    ),
    (
        &["receive_refund", "add_refund"],
        &[Code::NoRefund, Code::RefundCondition, Code::RefundInactive],
    ),
    (&["receive_refund"], &[Code::RefundMinimum]),
    (
        &["collect_invite_bonus"],
        &[
            Code::InviteBonusFail,
            Code::InviteCollect,
            Code::InviteInactive,
            Code::NoInviteBonus,
            Code::NoInviteePlayInfo,
        ],
    ),
    (
        &["spin_wheel", "change_seed"],
        &[Code::SpinInactive, Code::SpinSeed],
    ),
    (&["spin_wheel"], &[Code::SpinNoCoin]),
    // The statement and the proofs.
    (
        &[
            "get_proof_checkpoint",
            "get_proof_key",
            "get_proof_consistency",
            "get_proof_receipt",
            "list_proof_receipts",
            "get_proof_bundle",
        ],
        &[
            Code::NoData,
            Code::ProofOff,
            Code::ProofPending,
            Code::RequestLimit,
        ],
    ),
    (
        &["get_proof_bundle", "export_statement"],
        &[
            Code::ExportTooLong,
            Code::NoWallet,
            Code::ProofOff,
            Code::ProofPending,
            Code::RequestLimit,
        ],
    ),
    // The chat.
    (
        &[
            "send_message",
            "list_history",
            "mark_read",
            "link_guest",
            "upload_image",
            "upload_video",
            "create_guest",
        ],
        &[Code::NoData],
    ),
    (
        &[
            "send_message",
            "list_history",
            "upload_image",
            "upload_video",
            "create_guest",
            "create_socket_ticket",
            "send_staff_message",
            "upload_staff_image",
            "upload_staff_video",
        ],
        &[Code::RequestLimit],
    ),
    (
        &["send_message"],
        &[Code::ConversationFull, Code::IdempotencyMismatch],
    ),
    (&["link_guest"], &[Code::AlreadyEnded]),
    (&["open_socket"], &[Code::InvalidOrigin]),
    // The console.
    (
        &[
            "take_conversation",
            "hand_conversation_over",
            "end_conversation",
            "send_staff_message",
        ],
        &[Code::ConversationTaken],
    ),
    (&["end_conversation"], &[Code::ConversationChanged]),
    (
        &["send_staff_message"],
        &[Code::ConversationFull, Code::IdempotencyMismatch],
    ),
    (&["add_reply", "change_reply"], &[Code::ExistingReply]),
    (
        &[
            "add_reply",
            "change_reply",
            "upload_staff_image",
            "upload_staff_video",
        ],
        &[Code::NoData],
    ),
    (
        &[
            "get_player",
            "fill_reply",
            "list_deposit_accounts",
            "list_acts",
            "get_acts_state",
            "export_acts",
            "list_staff",
        ],
        &[Code::RoleRequired],
    ),
    (
        &["get_slip", "get_slip_picture", "get_waiting_transfer"],
        &[Code::LookRequired],
    ),
    (&["get_slip"], &[Code::NotDefinite]),
    (
        &["begin_rebuild", "begin_verification"],
        &[Code::AlreadyRunning],
    ),
    (
        &[
            "accept_slip",
            "reject_slip",
            "return_slip",
            "accept_qr_order",
            "reject_qr_order",
            "accept_manual_deposit",
            "reject_manual_deposit",
            "release_withdrawal",
            "return_withdrawal",
            "settle_transfer",
            "ask_correction",
            "ask_password_reset",
            "ask_freeze",
            "ask_unfreeze",
            "approve_decision",
        ],
        &[
            Code::AccountFrozen,
            Code::AlreadyEnded,
            Code::ApprovalExpired,
            Code::ApprovalPending,
            Code::DepositLimit,
            Code::EvidenceContradicts,
            Code::EvidenceMissing,
            Code::InvalidAmount,
            Code::MoneyNotEnough,
            Code::NoWallet,
            Code::NotDefinite,
            Code::NotReferred,
            Code::PlayerExcluded,
            Code::SecondPerson,
            Code::SlipRefnoDuplicated,
            Code::WaitsForStaff,
        ],
    ),
    (
        &["refuse_decision"],
        &[
            Code::AlreadyEnded,
            Code::ApprovalExpired,
            Code::SecondPerson,
        ],
    ),
    (
        &[
            "freeze_login",
            "unfreeze_login",
            "end_player_sessions",
            "note_player",
        ],
        &[Code::NoData],
    ),
    (
        &["tighten_limit"],
        &[
            Code::AlreadyEnded,
            Code::InvalidAmount,
            Code::LimitNotStricter,
            Code::NoData,
            Code::TransferMinimum,
        ],
    ),
    (
        &["show_password_code"],
        &[
            Code::NoData,
            Code::OtpExpired,
            Code::OtpNotExist,
            Code::RoleRequired,
        ],
    ),
    (&["search_players", "open_look"], &[Code::StaffQuota]),
    (&["grant_quota"], &[Code::SecondPerson]),
    (
        &["ask_for_account"],
        &[Code::ApprovalPending, Code::ExistingUser],
    ),
    (
        &["ask_for_role", "ask_to_enable", "ask_for_reset"],
        &[
            Code::AlreadyEnded,
            Code::ApprovalPending,
            Code::SecondPerson,
        ],
    ),
    (
        &["disable_account"],
        &[Code::AlreadyEnded, Code::SecondPerson],
    ),
    (
        &["agree_to_request"],
        &[
            Code::AlreadyEnded,
            Code::ApprovalExpired,
            Code::ExistingUser,
            Code::SecondPerson,
        ],
    ),
    (
        &["refuse_request"],
        &[Code::AlreadyEnded, Code::ApprovalExpired],
    ),
    (
        &["change_staff_password"],
        &[Code::RequestLimit, Code::WrongPassword],
    ),
    (
        &["withdraw_decision"],
        &[Code::AlreadyEnded, Code::OnlyAsker],
    ),
];

/// The codes of an operation by its id.
pub(super) fn of(operation_id: &str) -> impl Iterator<Item = Code> {
    let name = operation_id.strip_suffix("_by_get").unwrap_or(operation_id);
    REFUSALS
        .iter()
        .filter(move |(operations, _)| operations.contains(&name))
        .flat_map(|(_, codes)| codes.iter().copied())
}

/// The operations that the table names.
#[cfg(test)]
pub(super) fn operations() -> impl Iterator<Item = &'static str> {
    REFUSALS
        .iter()
        .flat_map(|(operations, _)| operations.iter().copied())
}
