//! The texts of a printed history. Events, accounts and outcomes have the same names as in the
//! console, because the console's messages are used, so paper and screen never differ.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::Deserialize;
use utoipa::ToSchema;

/// The language of a printed history.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Language {
    /// Thai.
    Th,
    /// Lao.
    La,
    /// English.
    #[default]
    En,
}

/// The main wallet as an end of a transfer.
const WALLET: &str = "WALLET";

/// The labels around the history.
pub(super) struct Labels {
    pub(super) time: &'static str,
    pub(super) event: &'static str,
    pub(super) events: &'static str,
    pub(super) change: &'static str,
    pub(super) account: &'static str,
    pub(super) main: &'static str,
    pub(super) details: &'static str,
    pub(super) player: &'static str,
}

const THAI: Labels = Labels {
    time: "เวลา",
    event: "เหตุการณ์",
    events: "เหตุการณ์",
    change: "เปลี่ยนแปลง",
    account: "บัญชี",
    main: "กระเป๋าหลัก",
    details: "รายละเอียด",
    player: "ผู้เล่น",
};

const LAO: Labels = Labels {
    time: "ເວລາ",
    event: "ເຫດການ",
    events: "ເຫດການ",
    change: "ປ່ຽນແປງ",
    account: "ບັນຊີ",
    main: "ກະເປົາຫຼັກ",
    details: "ລາຍລະອຽດ",
    player: "ຜູ້ຫຼິ້ນ",
};

const ENGLISH: Labels = Labels {
    time: "Time",
    event: "Event",
    events: "Events",
    change: "Change",
    account: "Account",
    main: "Main wallet",
    details: "Details",
    player: "Player",
};

type Messages = LazyLock<HashMap<String, String>>;

fn read(text: &str) -> HashMap<String, String> {
    serde_json::from_str(text).unwrap_or_default()
}

static OF_THAI: Messages = LazyLock::new(|| {
    read(include_str!(
        "../../../../../web/src/support/messages/th.json"
    ))
});
static OF_LAO: Messages = LazyLock::new(|| {
    read(include_str!(
        "../../../../../web/src/support/messages/la.json"
    ))
});
static OF_ENGLISH: Messages = LazyLock::new(|| {
    read(include_str!(
        "../../../../../web/src/support/messages/en.json"
    ))
});

/// The texts of one language.
pub(super) struct Wording {
    /// The labels around the history.
    pub(super) labels: &'static Labels,
    messages: &'static HashMap<String, String>,
}

impl Wording {
    /// The texts of a language.
    pub(super) fn of(language: Language) -> Self {
        let (labels, messages): (_, &'static Messages) = match language {
            Language::Th => (&THAI, &OF_THAI),
            Language::La => (&LAO, &OF_LAO),
            Language::En => (&ENGLISH, &OF_ENGLISH),
        };
        Self { labels, messages }
    }

    /// The name of an event type, or the type itself if it has no name yet.
    pub(super) fn event(&self, event_type: &str) -> String {
        self.said("event", event_type).unwrap_or(event_type).into()
    }

    /// An account: `main`, or of a kind and a name, such as `game:pg`.
    pub(super) fn account(&self, account: &str) -> String {
        let plain = self.said("account", account).map(ToOwned::to_owned);
        let of_kind = || {
            let (kind, name) = account.split_once(':')?;
            Some(
                self.said("accountOf", kind)?
                    .replace("{name}", &name.to_uppercase()),
            )
        };
        plain.or_else(of_kind).unwrap_or_else(|| account.to_owned())
    }

    /// An end of a transfer: the main wallet, or a game by its code.
    pub(super) fn place(&self, place: &str) -> String {
        if place == WALLET {
            return self.account("main");
        }
        self.account(&format!("game:{place}"))
    }

    /// A flag of staff, by its code.
    pub(super) fn flag(&self, code: &str) -> String {
        self.said("flag", code).unwrap_or(code).into()
    }

    /// An outcome or a reason in the language; text that people wrote is returned unchanged.
    pub(super) fn word<'a>(&'a self, word: &'a str) -> &'a str {
        self.said("word", word).unwrap_or(word)
    }

    fn said(&self, part: &str, name: &str) -> Option<&str> {
        let key = format!("support.{part}.{name}");
        self.messages.get(&key).map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_history_uses_the_words_of_the_console() {
        for (language, event, game, word) in [
            (Language::Th, "โอนสำเร็จ", "เกม PG", "หมดเวลา"),
            (Language::La, "ໂອນສຳເລັດ", "ເກມ PG", "ໝົດເວລາ"),
            (Language::En, "Transfer completed", "Game PG", "expired"),
        ] {
            let wording = Wording::of(language);
            assert_eq!(wording.event("TransferCompleted"), event);
            assert_eq!(wording.account("game:pg"), game);
            assert_eq!(wording.account("main"), wording.labels.main);
            assert_eq!(wording.place("WALLET"), wording.labels.main);
            assert_eq!(wording.place("pg"), game);
            assert_eq!(wording.word("EXPIRED"), word);
            assert_eq!(wording.word("what the player said"), "what the player said");
            assert_eq!(wording.event("Unheard"), "Unheard");
            assert_eq!(wording.account("x:y"), "x:y");
        }
    }
}
