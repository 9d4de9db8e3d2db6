//! Hosts of addresses: those of examples, and whether a call of one stays on this machine.

use std::net::IpAddr;

use reqwest::Url;

use super::Link;

/// The ends of names that are reserved for documentation and tests (RFC 2606, RFC 6761).
const RESERVED: [&str; 6] = [
    "example",
    "test",
    "invalid",
    "example.com",
    "example.net",
    "example.org",
];

/// The host of an address, of a log's name or of a witness's key; none: a path on our own host.
pub(super) fn host_of(text: &str) -> Option<String> {
    let url = Url::parse(text).ok();
    let of_url = url.as_ref().and_then(Url::host_str);
    let host = of_url.or_else(|| text.split(['/', '+', ':']).next())?;
    Some(host.to_ascii_lowercase()).filter(|host| !host.is_empty())
}

/// Whether nobody can have a host of this name.
pub(super) fn is_example(host: &str) -> bool {
    let host = host.trim_end_matches('.');
    RESERVED.iter().any(|end| {
        let above = host.strip_suffix(end);
        above.is_some_and(|above| above.is_empty() || above.ends_with('.'))
    })
}

/// What is wrong with it.
pub(super) fn example(host: &str) -> String {
    format!("{host} is an example's name, which nobody can have: write the real one")
}

impl Link {
    /// Whether it leads to this machine.
    pub(super) fn is_loopback(&self) -> bool {
        let host = host_of(&self.0).unwrap_or_default();
        let address = host.trim_matches(['[', ']']).parse::<IpAddr>();
        host == "localhost"
            || host.ends_with(".localhost")
            || address.is_ok_and(|address| address.to_canonical().is_loopback())
    }

    /// Whether what is sent to it can be read on the way.
    pub(super) fn is_clear(&self) -> bool {
        Url::parse(&self.0).is_ok_and(|url| url.scheme() == "http")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_is_reserved_for_examples_is_known_wherever_it_is_written() {
        for (text, is_example) in [
            ("https://pg.example", true),
            ("https://example", true),
            ("http://EXAMPLE.com:8080/a?b=c", true),
            ("https://a.b.example.org/", true),
            ("https://bank.test.", true),
            ("wss://sms.invalid", true),
            ("wallet.example/journal", true),
            ("witness.example.org+1a2b3c4d+AQID", true),
            ("cdn.example.net", true),
            ("https://myexample.com", false),
            ("https://example.co.th", false),
            ("https://example.com.th", false),
            ("https://test.kasumi.co.th", false),
            ("https://contest", false),
            ("https://10.0.0.5", false),
            ("/games/pg.example", false),
            ("", false),
        ] {
            let host = host_of(text);
            assert_eq!(
                host.is_some_and(|host| self::is_example(&host)),
                is_example,
                "{text}"
            );
        }
    }

    #[test]
    fn an_address_of_this_machine_is_known_in_each_spelling() {
        for (text, is_loopback) in [
            ("http://localhost:8443", true),
            ("http://bank.localhost", true),
            ("http://127.0.0.9/bank", true),
            ("http://[::1]:80/bank", true),
            ("http://[::ffff:127.0.0.1]", true),
            ("http://localhost.kasumi.co.th", false),
            ("http://10.0.0.1", false),
        ] {
            assert_eq!(Link(text.to_owned()).is_loopback(), is_loopback, "{text}");
        }
    }
}
