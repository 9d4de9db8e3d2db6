//! The service that finds the payment of a slip's reference, in whichever protocol it speaks.

mod protocol;
mod sc1;

use self::sc1::Sc1;
use platform::config::SlipCheckProtocol;
use platform::core::Core;

pub use self::protocol::{CLOSED_MINUTES, Party, Protocol, SlipFacts, Verification};

/// The client of the configured service.
pub fn client(state: &Core) -> Box<dyn Protocol + '_> {
    let checker = &state.config.slip_checker;
    match checker.protocol {
        SlipCheckProtocol::Sc1 => Box::new(Sc1 {
            http: &state.http,
            checker,
            time_out: state.config.waits.outside(),
        }),
    }
}
