//! Payment services, in whichever protocol they speak: orders for a QR to pay, and their
//! notifications of payments.
//!
//! A service knows an order permanently by the gateway's reference: creating it again is the same
//! order. A service's report of a payment is accepted only for the right order, amount and
//! currency, and its QR is shown only if it pays the operator, that order and that amount.

mod payload;
mod protocol;
mod ps1;

use self::ps1::Ps1;
use super::line::SignedLine;
use platform::config::{Psp, PspProtocol};
use platform::core::Core;
use platform::outside::Service;

pub use self::payload::{PayloadFault, check_payload};
pub use self::protocol::{
    Making, Notice, NoticeError, OtherPaid, Paid, PaidOrder, Payer, Protocol, PspOrder, PspWord,
    Withdrawing,
};

/// The client of one service.
pub type PspClient<'a> = Box<dyn Protocol + 'a>;

/// A client of a configured service.
pub fn client<'a>(state: &'a Core, psp: &'a Psp) -> PspClient<'a> {
    let line = SignedLine {
        http: &state.http,
        service: Service::Psp(&psp.bank_code),
        clock: &state.clock,
        base_url: psp.base_url.as_str(),
        agent: &psp.agent,
        secret: psp.secret.reveal(),
        time_out: state.config.waits.outside(),
    };
    let callback_base = state.config.qr.callback_base.as_str();
    match psp.protocol {
        PspProtocol::Ps1 => Box::new(Ps1 {
            line,
            psp,
            callback_base,
        }),
    }
}
