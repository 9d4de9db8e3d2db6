//! The bank that pays out withdrawals and keeps the deposit accounts, in whichever protocol it
//! speaks.

mod bk1;
mod protocol;

use self::bk1::Bk1;
use super::line::SignedLine;
use platform::config::BankProtocol;
use platform::core::Core;
use platform::outside::Service;

pub use self::protocol::{MadePayout, PaidOut, PaidTo, Payout, Protocol, Receipt};

/// The client of the bank.
pub type BankClient<'a> = Box<dyn Protocol + 'a>;

/// A client of the configured bank.
pub fn client(state: &Core) -> BankClient<'_> {
    let bank = &state.config.payout_bank;
    let line = SignedLine {
        http: &state.http,
        service: Service::Bank,
        clock: &state.clock,
        base_url: bank.base_url.as_str(),
        agent: &bank.agent,
        secret: bank.secret.reveal(),
        time_out: state.config.waits.outside(),
    };
    match bank.protocol {
        BankProtocol::Bk1 => Box::new(Bk1 { line }),
    }
}
