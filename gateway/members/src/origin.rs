//! The origin of a log-in: the address and device that limits count, and the description that the
//! member sees.

use std::net::{IpAddr, Ipv6Addr};

use super::device::Device;

/// Characters of a browser's text that are stored.
const AGENT_MAX: usize = 300;

/// Where a call comes from.
#[derive(Debug, Clone)]
pub struct Origin {
    /// The address that limits count the call for.
    pub address: IpAddr,
    /// The `User-Agent`.
    agent: Option<String>,
    /// The device that the call names, if it names one.
    pub device: Device,
}

impl Origin {
    /// The origin of one call; a long `User-Agent` is cut.
    pub fn new(address: IpAddr, agent: Option<&str>, device: Device) -> Self {
        let agent = agent.map(|agent| agent.trim().chars().take(AGENT_MAX).collect::<String>());
        Self {
            address,
            agent: agent.filter(|agent| !agent.is_empty()),
            device,
        }
    }

    /// The browser's name for itself.
    pub fn agent(&self) -> Option<&str> {
        self.agent.as_deref()
    }

    /// The network of the address: enough to recognise a place, too little to find a person.
    pub fn network(&self) -> String {
        match self.address.to_canonical() {
            IpAddr::V4(address) => {
                let [a, b, c, _] = address.octets();
                format!("{a}.{b}.{c}.*")
            }
            IpAddr::V6(address) => {
                let [a, b, c, ..] = address.segments();
                format!("{}/48", Ipv6Addr::new(a, b, c, 0, 0, 0, 0, 0))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_does_not_contain_the_address() {
        let cases = [
            ("203.0.113.9", "203.0.113.*"),
            ("::ffff:203.0.113.9", "203.0.113.*"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"),
        ];
        for (address, network) in cases {
            let origin = Origin::new(address.parse().unwrap(), None, Device::NONE);
            assert_eq!(origin.network(), network);
        }
    }

    #[test]
    fn an_agent_is_kept_up_to_a_bound_and_never_empty() {
        let address = "203.0.113.9".parse().unwrap();
        let long = "x".repeat(1_000);
        let agent = |text| Origin::new(address, text, Device::NONE).agent;
        assert_eq!(agent(Some(&long)).unwrap().len(), AGENT_MAX);
        assert_eq!(agent(Some("  ")), None);
    }
}
