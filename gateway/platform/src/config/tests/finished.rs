//! What an installation for real money must have, and a trial need not.

use super::*;

const PRODUCTION: &str = include_str!("../../../../production.toml");
const WEBSITE: &str = "website = \"${WEBSITE}\"";

/// The operator's file with every example replaced.
pub(super) fn production() -> String {
    PRODUCTION
        .replace(" # REPLACE\n", "\n")
        .replace("\"wallet.example/", "\"wallet.kasumi.co.th/")
        .replace(".example\"", ".kasumi.co.th\"")
}

fn given(name: &str) -> Option<String> {
    match name {
        "TRUSTED_PROXIES" => None,
        name if name.ends_with("_FILE") => None,
        name if name.ends_with("_SECRET") || name.ends_with("_KEY") => {
            Some("0123456789".to_owned())
        }
        "WEBSITE" => Some("https://wallet.kasumi.co.th".to_owned()),
        name => Some(format!("https://{}.kasumi.co.th", name.to_lowercase())),
    }
}

fn refused(text: &str) -> Vec<Mistake> {
    match Config::parse(text, &given) {
        Err(ConfigError::Malformed(found) | ConfigError::Contradiction(found)) => found.list,
        Err(error) => panic!("{error}"),
        Ok(_) => Vec::new(),
    }
}

/// The only mistake in the finished file after a change, with its key.
fn mistake_after(old: &str, new: &str) -> Option<(String, String)> {
    let text = production();
    assert!(text.contains(old), "{old}");
    let mut found = refused(&text.replacen(old, new, 1));
    assert!(found.len() < 2, "{new}: {found:?}");
    found.pop().map(|mistake| (mistake.key, mistake.what))
}

fn in_trial(text: &str) -> String {
    let sandbox = format!("{WEBSITE}\nsandbox = \"http://127.0.0.1:8090\"");
    text.replace(WEBSITE, &sandbox)
}

#[test]
fn the_file_for_production_names_each_mark_and_passes_when_they_are_gone() {
    assert_eq!(refused(&production()), []);
    let found = refused(PRODUCTION);
    let lines = PRODUCTION.lines().enumerate();
    let marked = lines.filter(|(_, line)| line.ends_with(" # REPLACE"));
    let marked: Vec<_> = marked.map(|(number, _)| Some(number + 1)).collect();
    let named: Vec<_> = found.iter().map(|mistake| mistake.line).collect();
    assert_eq!(named, marked, "{found:?}");
    assert!(marked.len() > 30, "{marked:?}");
    let what = "is still the example: replace it and delete the mark";
    assert!(
        found.iter().all(|mistake| mistake.what == what),
        "{found:?}"
    );
    let keys: Vec<_> = found.iter().map(|mistake| mistake.key.as_str()).collect();
    for key in [
        "service.name",
        "contact.text",
        "texts.conditions[1]",
        "deposit_account[1].account_no",
        "psp[0].agent",
        "provider[2].web",
    ] {
        assert!(keys.contains(&key), "{key}: {keys:?}");
    }
}

#[test]
fn a_trial_starts_with_the_marks_and_knows_how_many_are_left() {
    let trial = |name: &str| match name {
        "WEBSITE" => Some("https://localhost".to_owned()),
        name if name.ends_with("_URL") => Some(format!("http://127.0.0.1:8090/{name}")),
        name => given(name),
    };
    let config = Config::parse(&in_trial(PRODUCTION), &trial).unwrap();
    assert_eq!(config.marks, PRODUCTION.matches(" # REPLACE\n").count());
    let config = Config::parse(&in_trial(&production()), &trial).unwrap();
    assert_eq!(config.marks, 0);
}

#[test]
fn a_mark_is_named_whatever_else_is_wrong() {
    let text = PRODUCTION
        .replace("idle_minutes = 60\n", "idle_minutes = \"60\"\n")
        .replace("agent = \"wallet\"", "agent = 1");
    let found = refused(&text);
    let of = |key: &str| found.iter().filter(|mistake| mistake.key == key).count();
    assert_eq!(of("session.idle_minutes"), 1, "{found:?}");
    // A line that is to be replaced has no further mistake.
    assert_eq!(of("provider[0].agent"), 1, "{found:?}");
    assert_eq!(of("proof.origin"), 1, "{found:?}");
}

#[test]
fn an_examples_name_is_refused_wherever_it_is_written() {
    for (old, new, key) in [
        (
            "https://pg.kasumi.co.th",
            "https://pg.example",
            "provider[0].web",
        ),
        (
            "background = \"/games/pg.svg\"",
            "background = \"https://example.com/a.svg\"",
            "provider[0].background",
        ),
        (
            "https://line.me/R",
            "https://line.invalid/R",
            "contact.line_link",
        ),
        (
            "wallet.kasumi.co.th/journal",
            "wallet.example.org/journal",
            "proof.origin",
        ),
        (
            "lao_mode",
            "portal_origins = [\"https://a.test\"]\nlao_mode",
            "service.portal_origins[0]",
        ),
        (
            "lao_mode",
            "image_hosts = [\"a.co.th\", \"cdn.example.net\"]\nlao_mode",
            "service.image_hosts[1]",
        ),
        (
            "base_url = \"${BANK_URL}\"",
            "base_url = \"https://bank.example\"",
            "payout_bank.base_url",
        ),
        (
            "base_url = \"${TRUEMONEY_URL}\"",
            "base_url = \"https://gift.test\"",
            "gift.base_url",
        ),
        (
            "callback_base = \"${WEBSITE}\"",
            "callback_base = \"https://wallet.example/\"",
            "qr.callback_base",
        ),
    ] {
        let (found, what) = mistake_after(old, new).expect(new);
        assert_eq!(found, key, "{new}");
        assert!(
            what.ends_with("is an example's name, which nobody can have: write the real one"),
            "{what}"
        );
        assert_eq!(refused(&in_trial(&production().replacen(old, new, 1))), []);
    }
    // A file that does not name the log has the demonstration's name.
    let text = production().replace("origin = \"wallet.kasumi.co.th/journal\"\n", "");
    let found = refused(&text);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].key, "proof.origin");
}

#[test]
fn a_witness_with_an_examples_name_or_without_tls_is_refused() {
    let real = "witness.kasumi.co.th+80753171+BIqI4910CfGV/VLbLTy6XXLKZwm/HZQSG/N0iAG0D29c";
    let example = "witness.example.org+d911b8da+BIqI4910CfGV/VLbLTy6XXLKZwm/HZQSG/N0iAG0D29c";
    for (url, key, wrong) in [
        ("https://witness.kasumi.co.th", real, None),
        ("http://127.0.0.1:9", real, None),
        ("http://witness.kasumi.co.th", real, Some("url")),
        ("https://witness.example", real, Some("url")),
        ("https://witness.kasumi.co.th", example, Some("key")),
    ] {
        let table = format!(
            "[proof.witnesses]\nquorum = 1\n[[proof.witnesses.list]]\nurl = \"{url}\"\nkey = \"{key}\"\n[payout_bank]"
        );
        let found = mistake_after("[payout_bank]", &table).map(|(key, _)| key);
        let expected = wrong.map(|key| format!("proof.witnesses.list[0].{key}"));
        assert_eq!(found, expected, "{url} {key}");
    }
}

#[test]
fn a_provider_is_called_with_tls_or_on_this_machine() {
    for (key, variable) in [
        ("payout_bank.base_url", "BANK_URL"),
        ("slip_checker.base_url", "SLIP_CHECKER_URL"),
        ("gift.base_url", "TRUEMONEY_URL"),
        ("sms.base_url", "SMS_URL"),
        ("psp[0].base_url", "PSP_KBANK_URL"),
        ("provider[1].base_url", "ASKMEBET_URL"),
    ] {
        let at = |url: &str| {
            let variable = |name: &str| match name {
                name if name == variable => Some(url.to_owned()),
                name => given(name),
            };
            Config::parse(&production(), &variable)
        };
        let error = at("http://other.kasumi.co.th/v1").unwrap_err().to_string();
        assert!(error.contains(&format!(" {key}: has http://")), "{error}");
        assert_eq!(error.lines().count(), 1, "{error}");
        for url in [
            "http://127.0.0.1:8443/v1",
            "http://localhost/v1",
            "http://[::1]:1",
        ] {
            at(url).unwrap();
        }
    }
}

#[test]
fn the_website_has_tls_and_is_no_machines_own_name() {
    for url in [
        "http://wallet.kasumi.co.th",
        "https://localhost",
        "https://127.0.0.1:8443",
    ] {
        let variable = |name: &str| match name {
            "WEBSITE" => Some(url.to_owned()),
            name => given(name),
        };
        let error = Config::parse(&production(), &variable)
            .unwrap_err()
            .to_string();
        let lines: Vec<_> = error.lines().collect();
        assert_eq!(lines.len(), 2, "{error}");
        assert!(
            lines[0].contains("service.website: is not an https:// address that others reach"),
            "{error}"
        );
        assert!(
            lines[1].contains("qr.callback_base: is not an https:// address that others reach"),
            "{error}"
        );
        Config::parse(&in_trial(&production()), &variable).unwrap();
    }
}

#[test]
fn a_name_that_others_are_sent_is_not_empty() {
    for (old, key) in [
        ("agent = \"wallet\"\nsecret = \"${BANK", "payout_bank.agent"),
        ("agent = \"wallet\"\nsecret = \"${PSP", "psp[0].agent"),
        ("agent = \"wallet\"\nsecret = \"${PG", "provider[0].agent"),
        ("branch = \"1\"", "slip_checker.branch"),
        ("sender = \"WALLET\"", "sms.sender"),
        ("line_name = \"@wallet\"", "contact.line_name"),
        ("name = \"PG Soft\"", "provider[0].name"),
        ("name_th = \"ธนาคารกสิกรไทย\"", "bank[0].name_th"),
    ] {
        let value = old.split('\n').next().unwrap();
        let (name, _) = value.split_once(" = ").unwrap();
        let new = old.replacen(value, &format!("{name} = \" \""), 1);
        let found = mistake_after(old, &new).expect(&new);
        assert_eq!(found, (key.to_owned(), "is empty".to_owned()));
    }
    let (key, what) = mistake_after("mobile = \"0000000000\"", "mobile = \"\"").unwrap();
    assert_eq!(
        (key.as_str(), what.as_str()),
        ("gift.mobile", "is not ten digits")
    );
}
