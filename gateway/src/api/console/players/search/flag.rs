//! Players by a flag, as its code or in the words of any of the console's languages.

use sqlx::PgConnection;

use super::hit::{Hit, Matched, ROWS_MAX};
use crate::api::console::export;
use backoffice::staff::player_note::{self, Flag};
use members::name;
use platform::error::ApiError;

/// The players with the flag that the text names.
pub(super) async fn find(connection: &mut PgConnection, text: &str) -> Result<Vec<Hit>, ApiError> {
    let Some(flag) = named(text) else {
        return Ok(Vec::new());
    };
    let flagged = player_note::flagged(connection, flag, ROWS_MAX).await?;
    let flagged = flagged.into_iter();
    Ok(flagged.map(|id| Hit::player(id, Matched::Flag)).collect())
}

fn named(text: &str) -> Option<Flag> {
    let wanted = name::canonical(text);
    Flag::ALL.into_iter().find(|flag| {
        let mut words = export::words_of_flag(flag.as_str()).into_iter();
        flag.as_str() == wanted || words.any(|words| name::canonical(&words) == wanted)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flag_is_named_in_any_language_of_the_console() {
        for (text, flag) in [
            ("VIP", Some(Flag::Vip)),
            ("vip", Some(Flag::Vip)),
            ("suspected fraud", Some(Flag::SuspectedFraud)),
            ("SUSPECTED_FRAUD", Some(Flag::SuspectedFraud)),
            ("มีข้อโต้แย้ง", Some(Flag::Dispute)),
            ("ຕ້ອງດູແລເປັນພິເສດ", Some(Flag::Vulnerable)),
            ("somchai", None),
            ("", None),
        ] {
            assert_eq!(named(text), flag, "{text}");
        }
    }
}
