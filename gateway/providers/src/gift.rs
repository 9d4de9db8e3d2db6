//! The mobile wallet whose gift links players send in, in whichever protocol it speaks.

mod gl1;
mod protocol;

use self::gl1::Gl1;
use platform::config::GiftProtocol;
use platform::core::Core;

pub use self::protocol::{DUPLICATE, INVALID, OWN_FAULT, Protocol, VoucherHash, VoucherState};

/// The client of the configured wallet.
pub fn client(state: &Core) -> Box<dyn Protocol + '_> {
    let rules = &state.config.gift;
    match rules.protocol {
        GiftProtocol::Gl1 => Box::new(Gl1 {
            http: &state.http,
            rules,
            time_out: state.config.waits.outside(),
        }),
    }
}
