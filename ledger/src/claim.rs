//! Outside facts that may be credited at most once.

use crate::posting::GameCode;

/// An outside fact that may be credited at most once.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Claim {
    /// The kind of fact (`slip`, `receipt`, `payment`, `provider_tx`, `payout`, `psp_order`,
    /// `gift`, `settings`).
    pub kind: &'static str,
    /// The fact's own reference, parsed and normalised by its reader.
    pub reference: String,
}

impl Claim {
    /// A payment into one of our accounts, by the reference that its bank gives it.
    #[must_use]
    pub fn of_payment(reference: &str) -> Self {
        Self {
            kind: "payment",
            reference: payment_name(reference),
        }
    }

    /// A movement at a game's provider, by the provider's own id of it.
    #[must_use]
    pub fn of_movement(game: &GameCode, provider_tx: &str) -> Self {
        Self {
            kind: "provider_tx",
            reference: format!("{game}:{provider_tx}"),
        }
    }
}

/// A payment's one name, however its reference is spelled and whichever account it is booked on:
/// capital letters and digits, without zeros in front. Empty where there is none of them.
///
/// The account is left out on purpose: who books a payment says which account received it, and
/// would say another one the second time.
#[must_use]
pub fn payment_name(reference: &str) -> String {
    let signs = reference.chars().filter(char::is_ascii_alphanumeric);
    let all: String = signs.map(|sign| sign.to_ascii_uppercase()).collect();
    let name = all.trim_start_matches('0');
    // Nothing but zeros is a name as well, if a poor one.
    let is_zeros = name.is_empty() && !all.is_empty();
    if is_zeros { "0" } else { name }.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_payment_has_one_name_however_it_is_spelled() {
        for spelling in [
            "015073144041ATF00999",
            "015073144041atf00999",
            "15073144041ATF00999",
            "00015073144041ATF00999",
            "0150-7314-4041/ATF.00999",
            " 015073144041_Atf00999 ",
        ] {
            assert_eq!(payment_name(spelling), "15073144041ATF00999", "{spelling}");
        }
        assert_eq!(payment_name("000"), "0");
        assert_eq!(payment_name("-./_"), "");
        assert_ne!(payment_name("A10"), payment_name("A1"));
    }
}
