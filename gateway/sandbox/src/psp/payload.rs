//! The text in a payment QR: PromptPay bill payment in Thailand, LAPNET in Laos.
//!
//! Both are merchant codes in the spelling of `EMVCo`. The order id travels as first reference
//! (Thailand) or bill number (Laos), which is how a payment finds its order.

use rust_decimal::Decimal;

use super::channel::{CHANNELS, Channel};
use crate::amount;
use crate::tlv::{crc16, object, objects, value};

const BILL_PAYMENT: &str = "A000000677010112";
const LAPNET: &str = "A005266284662577";
const BCEL: &str = "27710418";
const MERCHANT: &str = "002";
const BAHT: &str = "764";
const KIP: &str = "418";
const CRC_OBJECT: &str = "6304";
const ORDER_ID_LENGTH_MAX: usize = 20;

/// What a banking app reads from a code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Bill {
    /// Code of the payment service.
    pub(crate) psp: &'static str,
    pub(crate) order_id: String,
    /// `None` = the payer says how much.
    pub(crate) amount: Option<Decimal>,
}

/// Whether an id can travel in a code: 1 to 20 of `[A-Z0-9]`.
pub(crate) fn is_order_id(text: &str) -> bool {
    (1..=ORDER_ID_LENGTH_MAX).contains(&text.len())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
}

/// The text of a code for one order.
pub(crate) fn encode(channel: &Channel, order_id: &str, amount: Decimal) -> String {
    if channel.currency == "LAK" {
        lapnet(channel.receiver, Some((amount, order_id)))
    } else {
        bill_payment(channel.receiver, &[order_id], amount, None)
    }
}

/// Tag 30, as `promptparse` writes it.
fn bill_payment(
    biller: &str,
    references: &[&str],
    amount: Decimal,
    terminal: Option<&str>,
) -> String {
    let mut merchant = object("00", BILL_PAYMENT) + &object("01", biller);
    for (tag, reference) in ["02", "03"].iter().zip(references) {
        merchant += &object(tag, reference);
    }
    let extra = terminal.map(|terminal| object("62", &object("07", terminal)));
    sealed(&[
        object("00", "01"),
        object("01", "12"),
        object("30", &merchant),
        object("53", BAHT),
        object("58", "TH"),
        object("54", &amount::show(amount)),
        extra.unwrap_or_default(),
    ])
}

/// Tag 38; kip have no minor unit. Without a bill it is the sticker on the counter.
fn lapnet(merchant_id: &str, bill: Option<(Decimal, &str)>) -> String {
    let merchant = [
        object("00", LAPNET),
        object("01", BCEL),
        object("02", MERCHANT),
        object("03", merchant_id),
    ]
    .concat();
    let kind = if bill.is_some() { "12" } else { "11" };
    let (amount, number) = bill.map_or_else(Default::default, |(amount, order_id)| {
        (
            object("54", &amount.trunc().to_string()),
            object("62", &object("01", order_id)),
        )
    });
    sealed(&[
        object("00", "01"),
        object("01", kind),
        object("38", &merchant),
        object("52", "5999"),
        object("53", KIP),
        amount,
        object("58", "LA"),
        object("59", "SANDBOX WALLET"),
        object("60", "VTE"),
        number,
    ])
}

fn sealed(parts: &[String]) -> String {
    let body = parts.concat() + CRC_OBJECT;
    let crc = crc16(body.as_bytes());
    format!("{body}{crc:04X}")
}

/// Reads a code as a banking app does: objects in any order, nothing compared as a whole.
///
/// `None` for a damaged code and for a receiver that is not here.
pub(crate) fn read(text: &str) -> Option<Bill> {
    let text = text.trim();
    let crc_at = text.len().checked_sub(4)?;
    if !text.is_ascii() || !text[..crc_at].ends_with(CRC_OBJECT) {
        return None;
    }
    let (signed, crc) = text.split_at(crc_at);
    let is_hex = crc.bytes().all(|byte| byte.is_ascii_hexdigit());
    if !is_hex || u16::from_str_radix(crc, 16).ok()? != crc16(signed.as_bytes()) {
        return None;
    }
    let outer = objects(text)?;
    if outer.first() != Some(&("00", "01")) {
        return None;
    }
    let (receiver, order_id) = match value(&outer, "30") {
        Some(merchant) => thai(&objects(merchant)?, &outer)?,
        None => lao(&objects(value(&outer, "38")?)?, &outer)?,
    };
    let channel = CHANNELS.iter().find(|known| known.receiver == receiver)?;
    let amount = match value(&outer, "54") {
        Some(text) => Some(amount::parse_positive(text)?),
        None => None,
    };
    is_order_id(&order_id).then_some(Bill {
        psp: channel.code,
        order_id,
        amount,
    })
}

type Objects<'a> = [(&'a str, &'a str)];

fn thai<'a>(merchant: &Objects<'a>, outer: &Objects<'a>) -> Option<(&'a str, String)> {
    let fits = value(merchant, "00") == Some(BILL_PAYMENT) && value(outer, "53") == Some(BAHT);
    let order_id = value(merchant, "02")?.to_owned();
    fits.then_some((value(merchant, "01")?, order_id))
}

fn lao<'a>(merchant: &Objects<'a>, outer: &Objects<'a>) -> Option<(&'a str, String)> {
    let fits = value(merchant, "00") == Some(LAPNET)
        && value(merchant, "01") == Some(BCEL)
        && value(outer, "53") == Some(KIP);
    let extra = objects(value(outer, "62")?)?;
    let order_id = value(&extra, "01")?.to_owned();
    fits.then_some((value(merchant, "03")?, order_id))
}

#[cfg(test)]
mod tests {
    use super::super::channel::require;
    use super::*;

    const BILL: &str = "00020101021230630016A00000067701011201150107536000374010212KB00000000010304DEP153037645802TH5406300.0062080704T0016304527A";
    const STICKER: &str = "00020101021138580016A00526628466257701082771041802030020315mch0000000000015204599953034185802LA5914SANDBOX WALLET6003VTE6304BB78";
    const LAO_BILL: &str = "00020101021238580016A00526628466257701082771041802030020315mch0000000000015204599953034185405500005802LA5914SANDBOX WALLET6003VTE62170113DEP000000000163049990";

    fn decimal(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    #[test]
    fn codes_are_written_as_the_published_ones() {
        assert_eq!(
            bill_payment(
                "010753600037401",
                &["KB0000000001", "DEP1"],
                decimal("300"),
                Some("T001")
            ),
            BILL
        );
        assert_eq!(
            bill_payment(
                "099400016550100",
                &["123456789012", "670429"],
                decimal("3649.22"),
                None
            ),
            "00020101021230650016A000000677010112011509940001655010002121234567890120306\
             67042953037645802TH54073649.2263044534"
        );
        assert_eq!(lapnet("mch000000000001", None), STICKER);
        let bill = Some((decimal("50000.00"), "DEP0000000001"));
        assert_eq!(lapnet("mch000000000001", bill), LAO_BILL);
    }

    #[test]
    fn a_code_is_read_back_for_each_service() {
        for channel in &CHANNELS {
            let text = encode(channel, "Q0000000000000000001", decimal("120.00"));
            let bill = read(&format!(" {text}\n")).unwrap();
            assert_eq!(bill.psp, channel.code);
            assert_eq!(bill.order_id, "Q0000000000000000001");
            assert_eq!(bill.amount, Some(decimal("120")));
        }
        assert_eq!(read(BILL).unwrap().psp, "kbank");
        assert_eq!(read(LAO_BILL).unwrap().order_id, "DEP0000000001");
    }

    #[test]
    fn the_order_of_the_objects_and_the_case_of_the_check_sum_do_not_matter() {
        let channel = require("ww").unwrap();
        let text = encode(channel, "Q1", decimal("9.50"));
        let swapped = text.replace("53037645802TH54049.50", "54049.505802TH5303764");
        assert_ne!(swapped, text);
        let body = swapped[..swapped.len() - 4].to_owned();
        let crc = crc16(body.as_bytes());
        assert_eq!(read(&format!("{body}{crc:04x}")), read(&text));
    }

    #[test]
    fn damaged_and_foreign_codes_are_not_read() {
        let slip = "0041000600000101030040220015073144041ATF009995102TH91048693";
        let personal =
            "00020101021229370016A0000006770101110113006681234567853037645802TH5406500.006304BC16";
        let elsewhere = bill_payment("099400016550100", &["1"], decimal("1"), None);
        for text in [
            slip,
            personal,
            STICKER,
            &elsewhere,
            &BILL.replace("300.00", "900.00"),
            &BILL[..BILL.len() - 1],
            "",
            "6304",
            "จ่าย",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
