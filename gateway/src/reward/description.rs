//! What a statement's line says about a grant.

use ledger::wallet::reward::GrantKind;

use crate::config::{Config, Text};

/// The name of what was granted; its code where the operator has taken it off the list.
pub(crate) fn describe(config: &Config, kind: GrantKind, reference: &str) -> Text {
    let name = match kind {
        GrantKind::Bonus => config.bonus(reference).map(|it| it.title.clone()),
        GrantKind::Promotion => config.promotion(reference).map(|it| it.title.clone()),
        GrantKind::Refund => config.refund.as_ref().map(|it| it.title.clone()),
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

fn invite() -> Text {
    Text {
        th: "โบนัสชวนเพื่อน".to_owned(),
        la: "ໂບນັດຊວນໝູ່".to_owned(),
        en: "Invite bonus".to_owned(),
    }
}
