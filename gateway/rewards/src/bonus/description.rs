//! The displayed names of grants and the format of their bounds.

use ledger::wallet::reward::GrantKind;
use rust_decimal::Decimal;

use platform::config::{Config, Text};

/// The name of the granted offer, or its code if the operator has removed it.
pub fn describe(config: &Config, kind: GrantKind, reference: &str) -> Text {
    let name = match kind {
        GrantKind::Bonus => config.bonus(reference).map(|offer| offer.title.clone()),
        GrantKind::Promotion => config.promotion(reference).map(|offer| offer.title.clone()),
        GrantKind::Refund => config.refund.as_ref().map(|refund| refund.title.clone()),
        GrantKind::Coupon => {
            let mut slices = config.wheel.slices.iter();
            let slice = slices.find(|slice| slice.code == reference);
            slice.map(|slice| slice.label.clone())
        }
        GrantKind::Invite => Some(invite()),
    };
    name.unwrap_or_else(|| Text {
        th: reference.to_owned(),
        la: reference.to_owned(),
        en: reference.to_owned(),
    })
}

/// The displayed form of a bound: at least two decimals, and never rounded.
pub fn shown(bound: Decimal) -> String {
    let mut bound = bound.normalize();
    if bound.scale() < 2 {
        bound.rescale(2);
    }
    bound.to_string()
}

fn invite() -> Text {
    Text {
        th: "โบนัสชวนเพื่อน".to_owned(),
        la: "ໂບນັດຊວນໝູ່".to_owned(),
        en: "Invite bonus".to_owned(),
    }
}
