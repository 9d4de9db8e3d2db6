//! The calls that redeem a gift, and what they say; no adapter is known here.
//!
//! A redemption is identified by the voucher and the operator's phone, so a repeat redeems nothing
//! twice.

use async_trait::async_trait;
use ledger::Money;
use sha2::{Digest, Sha256};

use crate::answer::{CallAttempt, Outcome};

/// The hash in a gift link. Anyone who knows it can take the gift, so it is never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct VoucherHash(String);

impl VoucherHash {
    /// The hash, if the text is one.
    pub fn parse(text: &str) -> Option<Self> {
        let fits = (10..=64).contains(&text.len())
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        fits.then(|| Self(text.to_owned()))
    }

    /// The hash itself, for the calls that need it.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// The voucher's name in the ledger: the hash of the hash, which cannot redeem anything.
    pub fn voucher(&self) -> String {
        hex::encode(Sha256::digest(self.0.as_bytes()))
    }
}

impl std::fmt::Debug for VoucherHash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("VoucherHash(…)")
    }
}

/// The codes with which a gift ends without money.
pub const INVALID: &str = "TRUELINK_INVALID";
/// Worth less than the operator takes; it stays as it is.
pub(super) const TOO_LITTLE: &str = "DEPOSIT_MINIMUM";
/// The gift was redeemed here before.
pub const DUPLICATE: &str = "TRUELINK_DUPLICATE";
/// The operator's phone created the gift.
pub const OWN_FAULT: &str = "INTERNAL_SERVER_ERROR";

/// The state of a voucher before it is redeemed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum VoucherState {
    /// It can be redeemed, for this amount.
    Takeable(Money),
    /// It will never bring money; the code to end the gift with.
    Unusable(&'static str),
    /// Not known yet; a description of the reply.
    Later(String),
}

/// The client of a mobile wallet in the protocol that it speaks.
#[async_trait]
pub trait Protocol: Send + Sync {
    /// Whether the wallet reports maintenance; false without an answer.
    async fn is_closed(&self) -> bool;

    /// Inspects a voucher without redeeming it.
    async fn look(&self, hash: &VoucherHash) -> VoucherState;

    /// Redeems a voucher whose inspected value is `expected`.
    async fn redeem(
        &self,
        hash: &VoucherHash,
        expected: Money,
        asked: CallAttempt,
    ) -> Outcome<Money>;

    /// Finds the outcome of an earlier request to redeem a voucher.
    async fn resolve(&self, hash: &VoucherHash, expected: Money) -> Outcome<Money>;
}
