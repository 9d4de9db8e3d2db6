//! Networks of addresses.

use std::net::IpAddr;
use std::str::FromStr;

use ipnet::IpNet;
use serde::Deserialize;

use super::forms::NetworkText;

/// A network in CIDR notation (`10.0.0.0/8`, `2001:db8::/32`), or one address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(try_from = "String")]
#[schemars(with = "NetworkText")]
pub struct Network(IpNet);

/// A text that is neither a network nor an address.
#[derive(Debug, thiserror::Error)]
#[error("{0:?} is neither an address nor a network such as 10.0.0.0/8")]
pub struct NoNetwork(String);

impl Network {
    /// Whether an address is in it; IPv4 within IPv6 is the IPv4 address.
    #[must_use]
    pub fn contains(&self, address: IpAddr) -> bool {
        self.0.contains(&address.to_canonical())
    }
}

impl FromStr for Network {
    type Err = NoNetwork;

    fn from_str(text: &str) -> Result<Self, NoNetwork> {
        let address = || {
            text.parse::<IpAddr>()
                .map(|address| address.to_canonical().into())
        };
        let network = text.parse().or_else(|_| address());
        network.map(Self).map_err(|_| NoNetwork(text.to_owned()))
    }
}

impl TryFrom<String> for Network {
    type Error = NoNetwork;

    fn try_from(text: String) -> Result<Self, NoNetwork> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_has_its_addresses_in_any_spelling_and_no_others() {
        for (network, address, is_inside) in [
            ("10.0.0.0/8", "10.255.0.1", true),
            ("10.0.0.0/8", "11.0.0.1", false),
            ("10.0.0.0/8", "::ffff:10.1.2.3", true),
            ("203.0.113.9", "203.0.113.9", true),
            ("203.0.113.9", "203.0.113.8", false),
            ("::ffff:203.0.113.9", "203.0.113.9", true),
            ("2001:db8::/32", "2001:db8:9::1", true),
            ("2001:db8::/32", "2001:db9::1", false),
            ("0.0.0.0/0", "::1", false),
        ] {
            let network: Network = network.parse().unwrap();
            let found = network.contains(address.parse().unwrap());
            assert_eq!(found, is_inside, "{network:?} {address}");
        }
        for text in ["", "10.0.0.0/33", "10.0.0", "proxy.example", "10.0.0.0/8/8"] {
            text.parse::<Network>().expect_err(text);
        }
    }
}
