//! Banks by short code and by the Bank of Thailand's three digits, with names and colours.

/// A bank whose slips can be checked.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bank {
    /// Three digits in a slip's QR.
    pub(crate) number: &'static str,
    /// Short code, e.g. `SCB`.
    pub(crate) code: &'static str,
    pub(crate) name_th: &'static str,
    pub(crate) name_en: &'static str,
    /// Hex colour of the neutral badge that we draw.
    pub(crate) colour: &'static str,
}

const fn bank(
    number: &'static str,
    code: &'static str,
    name_th: &'static str,
    name_en: &'static str,
    colour: &'static str,
) -> Bank {
    Bank {
        number,
        code,
        name_th,
        name_en,
        colour,
    }
}

/// Thai banks with retail accounts.
pub(crate) const BANKS: &[Bank] = &[
    bank("002", "BBL", "ธนาคารกรุงเทพ", "Bangkok Bank", "#1e4598"),
    bank("004", "KBANK", "ธนาคารกสิกรไทย", "Kasikornbank", "#138f2d"),
    bank("006", "KTB", "ธนาคารกรุงไทย", "Krungthai Bank", "#1280b8"),
    bank(
        "011",
        "TTB",
        "ธนาคารทหารไทยธนชาต",
        "TMBThanachart Bank",
        "#1279be",
    ),
    bank(
        "014",
        "SCB",
        "ธนาคารไทยพาณิชย์",
        "Siam Commercial Bank",
        "#4e2e7f",
    ),
    bank("017", "CITI", "ธนาคารซิตี้แบงก์", "Citibank", "#1f6cab"),
    bank(
        "020",
        "SCBT",
        "ธนาคารสแตนดาร์ดชาร์เตอร์ด (ไทย)",
        "Standard Chartered",
        "#0f6ea1",
    ),
    bank(
        "022",
        "CIMB",
        "ธนาคารซีไอเอ็มบี ไทย",
        "CIMB Thai Bank",
        "#7e2f36",
    ),
    bank(
        "024",
        "UOB",
        "ธนาคารยูโอบี",
        "United Overseas Bank",
        "#0b3979",
    ),
    bank(
        "025",
        "BAY",
        "ธนาคารกรุงศรีอยุธยา",
        "Bank of Ayudhya",
        "#6f5f5e",
    ),
    bank(
        "030",
        "GSB",
        "ธนาคารออมสิน",
        "Government Savings Bank",
        "#c2187a",
    ),
    bank(
        "033",
        "GHB",
        "ธนาคารอาคารสงเคราะห์",
        "Government Housing Bank",
        "#b85a12",
    ),
    bank("034", "BAAC", "ธ.ก.ส.", "Bank for Agriculture", "#3b7c17"),
    bank(
        "066",
        "IBANK",
        "ธนาคารอิสลามแห่งประเทศไทย",
        "Islamic Bank of Thailand",
        "#184615",
    ),
    bank("067", "TISCO", "ธนาคารทิสโก้", "TISCO Bank", "#12549f"),
    bank(
        "069",
        "KKP",
        "ธนาคารเกียรตินาคินภัทร",
        "Kiatnakin Phatra Bank",
        "#0f7a9e",
    ),
    bank("070", "ICBC", "ธนาคารไอซีบีซี (ไทย)", "ICBC (Thai)", "#c50f1c"),
    bank(
        "071",
        "TCRB",
        "ธนาคารไทยเครดิต",
        "Thai Credit Bank",
        "#0a4ab3",
    ),
    bank(
        "073",
        "LHB",
        "ธนาคารแลนด์ แอนด์ เฮ้าส์",
        "Land and Houses Bank",
        "#6d6e71",
    ),
];

/// Lao banks: they take payouts, but their slips are of another kind.
const LAO_BANKS: &[&str] = &[
    "BCEL", "LDB", "APB", "JDB", "LVB", "PSV", "STB", "BFL", "IDB", "MJB", "ACLEDA", "BIC",
];

/// Finds a bank by short code (also the older `TMB`) or by its three digits.
pub(crate) fn find(code: &str) -> Option<&'static Bank> {
    let code = code.trim().to_uppercase();
    let code = if code == "TMB" { "TTB" } else { code.as_str() };
    BANKS
        .iter()
        .find(|bank| bank.code == code || bank.number == code)
}

/// The short code of a bank that takes payouts.
pub(crate) fn payee_code(code: &str) -> Option<&'static str> {
    let lao = || {
        LAO_BANKS
            .iter()
            .find(|known| known.eq_ignore_ascii_case(code.trim()))
            .copied()
    };
    find(code).map(|bank| bank.code).or_else(lao)
}
