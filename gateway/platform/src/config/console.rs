//! Where the support console is reached.

use std::net::{IpAddr, SocketAddr};

use serde::Deserialize;

use super::Network;
use super::forms::SocketText;

/// Where the support console is reached, and from where.
#[derive(Debug, Clone, Default, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ConsoleRules {
    /// Networks that the console answers to; none: all.
    pub allowed_networks: Vec<Network>,
    /// An address and port for the console. The public listener then serves no console.
    #[schemars(with = "Option<SocketText>")]
    pub listen: Option<SocketAddr>,
}

impl ConsoleRules {
    /// Whether the console answers to an address.
    #[must_use]
    pub fn lets_in(&self, address: IpAddr) -> bool {
        let networks = &self.allowed_networks;
        networks.is_empty() || networks.iter().any(|network| network.contains(address))
    }
}
