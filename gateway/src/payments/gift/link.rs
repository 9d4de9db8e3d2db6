//! The text that a player pastes as a gift link, and the voucher that it names.
//!
//! Only the hash is taken from a link: the gateway never calls an address that a player sent.

use reqwest::Url;

use super::envelope;
use crate::providers::gift::VoucherHash;

/// The most bytes that a pasted text may have.
const INPUT_MAX: usize = 1024;

/// Reads a bare hash, a link to one of the hosts, or either in an envelope for this session.
pub(crate) fn read(input: &str, hosts: &[String], bearer: &str) -> Option<VoucherHash> {
    let text = input.trim();
    if text.len() > INPUT_MAX {
        return None;
    }
    if !envelope::is_one(text) {
        return read_plain(text, hosts);
    }
    read_plain(envelope::open(text, bearer)?.trim(), hosts)
}

fn read_plain(text: &str, hosts: &[String]) -> Option<VoucherHash> {
    if let Some(hash) = VoucherHash::parse(text) {
        return Some(hash);
    }
    // The parser tolerates line breaks and other spaces inside a text; a link has none.
    if !text.bytes().all(|byte| byte.is_ascii_graphic()) {
        return None;
    }
    let url = Url::parse(text).ok()?;
    let is_ours = url.scheme() == "https"
        && url.port().is_none()
        && url.username().is_empty()
        && url.password().is_none()
        && hosts.iter().any(|host| url.host_str() == Some(host));
    let mut segments = url.path_segments()?;
    if !is_ours || segments.next() != Some("campaign") {
        return None;
    }
    let mut values = url.query_pairs().filter(|(name, _)| name == "v");
    let (_, hash) = values.next()?;
    // With two hashes it is unclear which one is meant.
    if values.next().is_some() {
        return None;
    }
    VoucherHash::parse(&hash)
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

    #[test]
    fn a_link_or_its_bare_hash_is_read() {
        for text in [
            HASH,
            "  Sb1x7Kq2mN9pR4tV8w\n",
            "https://gift.truemoney.com/campaign/?v=Sb1x7Kq2mN9pR4tV8w",
            "https://gift.truemoney.com/campaign?v=Sb1x7Kq2mN9pR4tV8w",
            "https://gift.truemoney.com/campaign/voucher_detail?v=Sb1x7Kq2mN9pR4tV8w",
            "HTTPS://GIFT.TRUEMONEY.COM/campaign/?v=Sb1x7Kq2mN9pR4tV8w",
            "https://gift.truemoney.com:443/campaign/?openExternalBrowser=1&v=Sb1x7Kq2mN9pR4tV8w#x",
        ] {
            assert_eq!(read_text(text).as_deref(), Some(HASH), "{text}");
        }
    }

    #[test]
    fn a_link_elsewhere_or_to_nothing_is_refused() {
        for text in [
            "",
            "short",
            "Sb1x7Kq2mN9pR4tV8w!",
            "http://gift.truemoney.com/campaign/?v=Sb1x7Kq2mN9pR4tV8w",
            "https://gift.truemoney.com.evil.test/campaign/?v=Sb1x7Kq2mN9pR4tV8w",
            "https://fake-gift.truemoney.com/campaign/?v=Sb1x7Kq2mN9pR4tV8w",
            "https://gift.truemoney.com@evil.test/campaign/?v=Sb1x7Kq2mN9pR4tV8w",
            "https://evil@gift.truemoney.com/campaign/?v=Sb1x7Kq2mN9pR4tV8w",
            "https://gift.truemoney.com:8443/campaign/?v=Sb1x7Kq2mN9pR4tV8w",
            "https://gift.truemoney.com./campaign/?v=Sb1x7Kq2mN9pR4tV8w",
            "https://gift.truemoney.com/campaign/?v=Sb1x7Kq2mN9pR4tV8w&v=Sb1x7Kq2mN9pR4tV8x",
            "https://gift.truemoney.com/campaign/?w=Sb1x7Kq2mN9pR4tV8w",
            "https://gift.truemoney.com/campaign/?v=../../admin",
            "https://gift.truemoney.com/campaign/?v=short",
            "https://gift.truemoney.com/other/?v=Sb1x7Kq2mN9pR4tV8w",
            "https://gift.true\nmoney.com/campaign/?v=Sb1x7Kq2mN9pR4tV8w",
            "https://169.254.169.254/campaign/?v=Sb1x7Kq2mN9pR4tV8w",
            "javascript:alert(1)",
            "TL1.",
            "TL1.AAAA",
        ] {
            assert_eq!(read_text(text), None, "{text}");
        }
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
                prop_assert!(text.contains(&hash) || text.contains('%'));
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
