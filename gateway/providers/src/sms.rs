//! The service that delivers text messages, in whichever protocol it speaks.

mod protocol;
mod tm1;

use self::tm1::Tm1;
use platform::config::SmsProtocol;
use platform::core::Core;

pub use self::protocol::{Protocol, SmsError};

/// The client of the configured service.
pub fn client(state: &Core) -> Box<dyn Protocol + '_> {
    let (http, service) = (&state.http, &state.config.sms);
    match service.protocol {
        SmsProtocol::Tm1 => Box::new(Tm1 { http, service }),
    }
}
