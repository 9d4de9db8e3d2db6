//! The words of a written statement. Activities, states and places have the portal's names, from
//! its own messages, so that file and screen never differ.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::Deserialize;
use utoipa::ToSchema;

use backoffice::proof::bundle::BundleLine;
use platform::config::{Bank, Config};

/// A language of the players.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Language {
    /// Thai.
    #[default]
    Th,
    /// Lao.
    La,
    /// English.
    En,
}

/// The words around the lines.
pub(super) struct Labels {
    pub(super) title: &'static str,
    pub(super) account: &'static str,
    pub(super) wallet: &'static str,
    pub(super) period: &'static str,
    pub(super) beginning: &'static str,
    pub(super) made: &'static str,
    pub(super) lines: &'static str,
    /// At the foot: `{page}` of `{pages}`.
    pub(super) page: &'static str,
    pub(super) opening: &'static str,
    pub(super) closing: &'static str,
    pub(super) date: &'static str,
    pub(super) time: &'static str,
    pub(super) activity: &'static str,
    pub(super) status: &'static str,
    pub(super) amount: &'static str,
    pub(super) inward: &'static str,
    pub(super) outward: &'static str,
    pub(super) balance: &'static str,
    pub(super) reference: &'static str,
    pub(super) checkpoint: &'static str,
    /// How the file is checked; `{file}` and `{page}` are filled in. A line each.
    pub(super) check: [&'static str; 2],
    pub(super) attached: &'static str,
}

const THAI: Labels = Labels {
    title: "รายการเดินบัญชี",
    account: "บัญชี",
    wallet: "กระเป๋าเงิน",
    period: "ช่วงเวลา",
    beginning: "เริ่มต้น",
    made: "จัดทำเมื่อ",
    lines: "จำนวนรายการ",
    page: "หน้า {page} จาก {pages}",
    opening: "ยอดยกมา",
    closing: "ยอดยกไป",
    date: "วันที่",
    time: "เวลา",
    activity: "รายการ",
    status: "สถานะ",
    amount: "จำนวนเงิน",
    inward: "เงินเข้า",
    outward: "เงินออก",
    balance: "คงเหลือ",
    reference: "เลขอ้างอิง",
    checkpoint: "จุดตรวจสอบ",
    check: [
        "ไฟล์ {file} ที่แนบอยู่ใน PDF นี้พิสูจน์ทุกรายการ ตรวจสอบได้เองโดยไม่ต้องเชื่อเรา:",
        "บันทึกหน้า {page} ไว้ในเครื่อง แล้วเปิดไฟล์นี้ด้วยหน้านั้น ใช้ได้แม้ไม่มีอินเทอร์เน็ต",
    ],
    attached: "หลักฐานของทุกรายการ",
};

const LAO: Labels = Labels {
    title: "ລາຍການເຄື່ອນໄຫວບັນຊີ",
    account: "ບັນຊີ",
    wallet: "ກະເປົາເງິນ",
    period: "ໄລຍະເວລາ",
    beginning: "ເລີ່ມຕົ້ນ",
    made: "ສ້າງເມື່ອ",
    lines: "ຈຳນວນລາຍການ",
    page: "ໜ້າ {page} ຈາກ {pages}",
    opening: "ຍອດຍົກມາ",
    closing: "ຍອດຍົກໄປ",
    date: "ວັນທີ",
    time: "ເວລາ",
    activity: "ລາຍການ",
    status: "ສະຖານະ",
    amount: "ຈຳນວນເງິນ",
    inward: "ເງິນເຂົ້າ",
    outward: "ເງິນອອກ",
    balance: "ຄົງເຫຼືອ",
    reference: "ເລກອ້າງອີງ",
    checkpoint: "ຈຸດກວດສອບ",
    check: [
        "ໄຟລ໌ {file} ທີ່ແນບຢູ່ໃນ PDF ນີ້ພິສູດທຸກລາຍການ ກວດສອບໄດ້ເອງໂດຍບໍ່ຕ້ອງເຊື່ອພວກເຮົາ:",
        "ບັນທຶກໜ້າ {page} ໄວ້ໃນເຄື່ອງ ແລ້ວເປີດໄຟລ໌ນີ້ດ້ວຍໜ້ານັ້ນ ໃຊ້ໄດ້ເຖິງແມ່ນບໍ່ມີອິນເຕີເນັດ",
    ],
    attached: "ຫຼັກຖານຂອງທຸກລາຍການ",
};

const ENGLISH: Labels = Labels {
    title: "Account statement",
    account: "Account",
    wallet: "Wallet",
    period: "Period",
    beginning: "the beginning",
    made: "Generated",
    lines: "Lines",
    page: "Page {page} of {pages}",
    opening: "Opening balance",
    closing: "Closing balance",
    date: "Date",
    time: "Time",
    activity: "Activity",
    status: "Status",
    amount: "Amount",
    inward: "Money in",
    outward: "Money out",
    balance: "Balance",
    reference: "Reference",
    checkpoint: "Checkpoint",
    check: [
        "The file {file} inside this PDF proves every line. To check it yourself:",
        "save the page {page} on your device and open this file with it, even offline.",
    ],
    attached: "The proofs of all lines",
};

type Messages = HashMap<String, String>;

fn read(text: &str) -> Messages {
    serde_json::from_str(text).unwrap_or_default()
}

static OF_THAI: LazyLock<Messages> =
    LazyLock::new(|| read(include_str!("../../../../../web/src/intl/messages/th.json")));
static OF_LAO: LazyLock<Messages> =
    LazyLock::new(|| read(include_str!("../../../../../web/src/intl/messages/la.json")));
static OF_ENGLISH: LazyLock<Messages> =
    LazyLock::new(|| read(include_str!("../../../../../web/src/intl/messages/en.json")));

/// The names of games and banks in lines, by their codes.
pub(crate) struct Places(HashMap<String, String>);

impl Places {
    /// The places of this operator.
    pub(crate) fn of(config: &Config, language: Language) -> Self {
        let banks = config.banks.iter();
        let banks = banks.map(|bank| (bank.code.clone(), bank_name(bank, language).to_owned()));
        let games = config.providers.iter();
        let games = games.map(|game| (game.code.as_str().to_owned(), game.name.clone()));
        // A game comes first, as in the portal.
        Self(banks.chain(games).collect())
    }

    /// Places of these names.
    #[cfg(test)]
    pub(super) fn named(names: HashMap<String, String>) -> Self {
        Self(names)
    }

    /// A place's name by its code; an unknown place keeps its code.
    pub(super) fn name<'a>(&'a self, code: &'a str) -> &'a str {
        self.0.get(code).map_or(code, String::as_str)
    }
}

fn bank_name(bank: &Bank, language: Language) -> &str {
    match language {
        Language::Th => &bank.name_th,
        Language::La => bank.name_la.as_ref().unwrap_or(&bank.name_th),
        Language::En => &bank.name_en,
    }
}

impl Language {
    /// The language as the portal calls it.
    pub(crate) const fn locale(self) -> &'static str {
        match self {
            Self::Th => "th",
            Self::La => "la",
            Self::En => "en",
        }
    }
}

/// The words of one language.
pub(super) struct Wording {
    pub(super) labels: &'static Labels,
    messages: &'static Messages,
}

impl Wording {
    /// The words of that language.
    pub(super) fn of(language: Language) -> Self {
        let (labels, messages) = match language {
            Language::Th => (&THAI, &*OF_THAI),
            Language::La => (&LAO, &*OF_LAO),
            Language::En => (&ENGLISH, &*OF_ENGLISH),
        };
        Self { labels, messages }
    }

    /// A line's type.
    pub(super) fn kind(&self, kind: &'static str) -> &'static str {
        self.said(&format!("statement.{kind}")).unwrap_or(kind)
    }

    /// The state of a line, in words.
    pub(super) fn status(&self, status: &'static str) -> &'static str {
        let id = match status {
            "PENDING" => "progress",
            other => other,
        };
        self.said(&format!("status.{id}")).unwrap_or(status)
    }

    /// The activity of a line, in the portal's words.
    pub(super) fn activity(&self, line: &BundleLine, places: &Places) -> String {
        let id = match line.kind {
            _ if is_return(line) => "statement.returnedFrom",
            "deposit" => "statement.depositFrom",
            "withdraw" => "statement.withdrawTo",
            "transfer" => "statement.transferRoute",
            kind => return self.kind(kind).to_owned(),
        };
        let Some(pattern) = self.said(id) else {
            return self.kind(line.kind).to_owned();
        };
        pattern
            .replace("{from}", self.place(&line.from, places))
            .replace("{to}", self.place(&line.to, places))
            // The printed fonts have no arrow.
            .replace('→', ">")
    }

    /// The activity; of a line that has moved nothing, with the amount that it was about.
    pub(super) fn activity_in_full(&self, line: &BundleLine, places: &Places) -> String {
        let activity = self.activity(line, places);
        match line.direction {
            "in" | "out" => activity,
            _ => format!("{activity} ({})", line.amount),
        }
    }

    fn place<'a>(&self, code: &'a str, places: &'a Places) -> &'a str {
        let id = match code {
            "WALLET" => "wallet.mainWallet",
            "BANK" => "statement.bank",
            "MANUAL" => "statement.staff",
            "TRUEWALLET" => return "TrueMoney",
            _ => return places.name(code),
        };
        self.said(id).unwrap_or(code)
    }

    fn said(&self, id: &str) -> Option<&'static str> {
        self.messages.get(id).map(String::as_str)
    }
}

/// Whether money came back that had left.
fn is_return(line: &BundleLine) -> bool {
    line.id.ends_with("-returned") || (line.kind == "withdraw" && line.direction == "in")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_and_states_are_called_as_in_the_portal() {
        for (language, kind, status) in [
            (Language::Th, "จบโบนัส", "กำลังดำเนินการ"),
            (Language::La, "ຈົບໂບນັດ", "ກຳລັງດຳເນີນການ"),
            (Language::En, "Bonus ended", "In progress"),
        ] {
            let wording = Wording::of(language);
            assert_eq!(wording.kind("finish_bonus"), kind);
            assert_eq!(wording.status("PENDING"), status);
            for kind in ["deposit", "withdraw", "transfer", "bonus", "correction"] {
                assert_ne!(wording.kind(kind), kind);
            }
            for status in ["SUCCESS", "FAILED"] {
                assert_ne!(wording.status(status), status);
            }
            for id in ["depositFrom", "withdrawTo", "transferRoute", "returnedFrom"] {
                assert!(wording.said(&format!("statement.{id}")).is_some(), "{id}");
            }
        }
    }
}
