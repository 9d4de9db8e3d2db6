//! Written next.
use cqrs_es::{Aggregate, event_sink::EventSink};

use super::{Wallet, WalletCommand, WalletError, WalletEvent};

impl Aggregate for Wallet {
    const TYPE: &'static str = "wallet";
    type Command = WalletCommand;
    type Event = WalletEvent;
    type Error = WalletError;
    type Services = ();

    async fn handle(
        &mut self,
        _command: WalletCommand,
        _services: &(),
        _sink: &EventSink<Self>,
    ) -> Result<(), WalletError> {
        Err(WalletError::NotOpen)
    }

    fn apply(&mut self, _event: WalletEvent) {}
}
