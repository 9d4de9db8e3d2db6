//! The payment services that exist: one for each way to pay by QR.

use crate::refusal::Refusal;

#[derive(Debug, Clone, Copy)]
pub(crate) struct Channel {
    /// As in its address and at the fault switch.
    pub(crate) code: &'static str,
    pub(crate) name: &'static str,
    pub(crate) currency: &'static str,
    /// Who is paid: the PromptPay biller, or the merchant at the Lao bank.
    pub(crate) receiver: &'static str,
    /// The first letters of its references.
    pub(crate) prefix: &'static str,
}

/// All of them. A Thai biller id is a tax id of 13 digits and two further digits.
pub(crate) const CHANNELS: [Channel; 4] = [
    Channel {
        code: "kbank",
        name: "KBANK · ธนาคารกสิกรไทย",
        currency: "THB",
        receiver: "010753600037401",
        prefix: "KB",
    },
    Channel {
        code: "ww",
        name: "WW Payment",
        currency: "THB",
        receiver: "010753600037402",
        prefix: "WW",
    },
    Channel {
        code: "zapman",
        name: "ZAPMAN Payment",
        currency: "THB",
        receiver: "010753600037403",
        prefix: "ZP",
    },
    Channel {
        code: "bcel",
        name: "BCEL · ທະນາຄານການຄ້າຕ່າງປະເທດລາວ",
        currency: "LAK",
        receiver: "mch000000000001",
        prefix: "BC",
    },
];

/// The service of a code.
pub(crate) fn require(code: &str) -> Result<&'static Channel, Refusal> {
    CHANNELS
        .iter()
        .find(|channel| channel.code == code)
        .ok_or(Refusal::ProviderNotFound)
}
