//! The text that a player pastes as a gift link, and the voucher that it names.
//!
//! Only the hash is taken from a link: the gateway never calls an address that a player sent.

use std::sync::LazyLock;

use regex::Regex;

use super::envelope;
use platform::visible::is_invisible;
use providers::gift::VoucherHash;

/// The most bytes that a pasted text may have.
const INPUT_MAX: usize = 1024;

/// Reads a bare hash, a text with a link to one of the hosts, or either in an envelope for this
/// session.
pub fn read(input: &str, hosts: &[String], bearer: &str) -> Option<VoucherHash> {
    let text = input.trim();
    if text.len() > INPUT_MAX {
        return None;
    }
    if !envelope::is_one(text) {
        return read_plain(text, hosts);
    }
    read_plain(envelope::open(text, bearer)?.trim(), hosts)
}

/// A hash alone, followed by anything that cannot be part of it.
static BARE: LazyLock<Regex> = LazyLock::new(|| regex(r"^([0-9A-Za-z]{10,64})[^0-9A-Za-z]*$"));

/// A link within a text, as people and chat programs paste it: with or without a scheme, and with
/// anything behind the hash. No part of another address precedes it.
static LINK: LazyLock<Regex> = LazyLock::new(|| {
    regex(concat!(
        r"(?:^|[^0-9A-Za-z_.@/:=?&%#-])(?:[Hh][Tt][Tt][Pp][Ss]?://)?([0-9A-Za-z.-]+)(?::443)?",
        r"/campaign(?:/[^\s?#]*)?\?((?:[^\s#]*?&)?v=([0-9A-Za-z]+)[^\s#]*)",
    ))
});

fn regex(pattern: &str) -> Regex {
    Regex::new(pattern).expect("the pattern is written here")
}

fn read_plain(text: &str, hosts: &[String]) -> Option<VoucherHash> {
    // Copied texts carry invisible characters.
    let shown: String = text
        .chars()
        .filter(|character| !is_invisible(*character))
        .collect();
    if let Some(bare) = BARE.captures(shown.trim()) {
        return VoucherHash::parse(&bare[1]);
    }
    let is_ours = |host: &str| hosts.iter().any(|known| known.eq_ignore_ascii_case(host));
    LINK.captures_iter(&shown)
        .filter(|link| is_ours(&link[1]))
        // With two hashes it is unclear which one is meant.
        .filter(|link| {
            link[2]
                .split('&')
                .filter(|parameter| parameter.starts_with("v="))
                .count()
                == 1
        })
        .find_map(|link| VoucherHash::parse(&link[3]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const HASH: &str = "Sb1x7Kq2mN9pR4tV8w";

    fn hosts() -> Vec<String> {
        vec!["gift.truemoney.com".to_owned()]
    }

    fn read_text(text: &str) -> Option<String> {
        read(text, &hosts(), "token").map(|hash| hash.reveal().to_owned())
    }

    /// The texts that the portal's reader is held to as well.
    #[derive(serde::Deserialize)]
    struct Texts {
        read: Vec<String>,
        refused: Vec<String>,
    }

    fn texts() -> Texts {
        let file = include_str!("../../../../web/src/features/deposit/gift/links.json");
        serde_json::from_str(file).unwrap()
    }

    #[test]
    fn a_link_or_its_bare_hash_is_read_as_people_paste_it() {
        for text in texts().read {
            assert_eq!(read_text(&text).as_deref(), Some(HASH), "{text:?}");
        }
    }

    #[test]
    fn a_link_elsewhere_or_to_nothing_is_refused() {
        for text in texts().refused {
            assert_eq!(read_text(&text), None, "{text:?}");
        }
        assert_eq!(read_text("TL1."), None);
        assert_eq!(read_text("TL1.AAAA"), None);
        assert_eq!(read_text(&"a".repeat(65)), None);
        assert_eq!(read_text(&" ".repeat(2_000)), None);
    }

    #[test]
    fn a_hash_is_not_printed_and_its_name_is_not_the_hash() {
        let hash = VoucherHash::parse(HASH).unwrap();
        assert!(!format!("{hash:?}").contains(HASH));
        assert_eq!(hash.voucher().len(), 64);
        assert!(!hash.voucher().contains(HASH));
    }

    proptest! {
        #[test]
        fn any_text_is_read_without_harm_and_gives_a_hash_or_nothing(text in any::<String>()) {
            if let Some(hash) = read_text(&text) {
                let shown: String = text.chars().filter(|character| !is_invisible(*character)).collect();
                prop_assert!(shown.contains(&hash));
                prop_assert!(hash.bytes().all(|byte| byte.is_ascii_alphanumeric()));
            }
        }

        #[test]
        fn every_hash_is_read_back_from_its_link(hash in "[A-Za-z0-9]{10,64}") {
            let link = format!("https://gift.truemoney.com/campaign/?v={hash}");
            let sealed = envelope::tests::seal(&link, "token");
            for text in [&hash, &link, &sealed] {
                prop_assert_eq!(read_text(text), Some(hash.clone()));
            }
            prop_assert_eq!(read(&sealed, &hosts(), "another"), None);
        }

        #[test]
        fn a_link_to_any_other_host_is_refused(host in "[a-z0-9.-]{1,30}") {
            prop_assume!(host != "gift.truemoney.com");
            let link = format!("https://{host}/campaign/?v={HASH}");
            prop_assert_eq!(read_text(&link), None);
        }

        #[test]
        fn a_changed_envelope_is_refused(at in 0_usize..80, to in "[A-Za-z0-9_-]") {
            let sealed = envelope::tests::seal(HASH, "token");
            let at = 4 + at % (sealed.len() - 4);
            let changed = format!("{}{to}{}", &sealed[..at], &sealed[at + 1..]);
            let is_same = envelope::tests::bytes(&changed) == envelope::tests::bytes(&sealed);
            prop_assert_eq!(read_text(&changed).is_some(), is_same);
        }
    }
}
