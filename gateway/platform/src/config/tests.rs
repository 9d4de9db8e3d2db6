mod finished;
mod shapes;

use super::*;

const DEMO: &str = include_str!("../../../demo.toml");

fn demo_with(old: &str, new: &str) -> Result<Config, ConfigError> {
    assert!(DEMO.contains(old), "{old}");
    Config::parse(&DEMO.replacen(old, new, 1), &|_| None)
}

#[test]
fn the_demonstration_configuration_is_whole() {
    let config = Config::parse(DEMO, &|_| None).unwrap();
    assert_eq!(config.default_currency(), Currency::Thb);
    assert_eq!(
        config.bounds_in(Currency::Thb).withdraw_max.digits(),
        "50000.00"
    );
    assert_eq!(config.bank_by_number("011").unwrap().code, "TMB");
    let english: Vec<_> = config
        .banks
        .iter()
        .filter(|bank| bank.english_name_only)
        .collect();
    assert_eq!(english.len(), 3);
    assert_eq!(config.psps.len(), 3);
    assert_eq!(config.providers.len(), 11);
    assert_eq!(
        config.sms.base_url.as_str(),
        "http://127.0.0.1:8090/sms/api"
    );
}

#[test]
fn the_environment_names_the_outside_world_and_its_keys() {
    let config = Config::parse(DEMO, &|name| match name {
        "SANDBOX_URL" => Some("http://10.0.0.5:9000".to_owned()),
        "PG_SECRET" => Some("a real key".to_owned()),
        _ => None,
    })
    .unwrap();
    let pg = config.provider(&"pg".parse().unwrap()).unwrap();
    assert_eq!(pg.base_url.as_str(), "http://10.0.0.5:9000/games/pg");
    assert_eq!(pg.secret.reveal(), "a real key");
}

#[test]
fn a_contradiction_is_reported() {
    for (old, new) in [
        ("withdraw_min = \"100.00\"", "withdraw_min = \"60000.00\""),
        ("withdraw_min = \"100.00\"", "withdraw_min = \"0.001\""),
        ("deposit_min = \"1.00\"", "deposit_min = \"0.00\""),
        ("bank_code = \"SCB\"\nmode", "bank_code = \"XXX\"\nmode"),
        ("id = \"kbank-1\"", "id = \"scb-1\""),
        ("code = \"betflix\"", "code = \"pg\""),
        ("biller_id = \"010753600037401\"", "biller_id = \"0107\""),
        (
            "deposit_account = \"ww-psp\"",
            "deposit_account = \"nowhere\"",
        ),
        ("poll_ms = 5000", "poll_ms = 0"),
        ("poll_ms = 5000", "poll_ms = 99"),
        ("poll_ms = 5000", "poll_ms = 3600001"),
        ("late_poll_ms = 60000", "late_poll_ms = 99"),
        ("late_poll_ms = 60000", "late_poll_ms = 3600001"),
        ("late_hours = 48", "late_hours = 8761"),
        ("orders_per_hour_max = 60", "orders_per_hour_max = 0"),
        (
            "confirm_above = { THB = \"50000.00\"",
            "confirm_above = { THB = \"-0.01\"",
        ),
        (
            "staff_above = { THB = \"200000.00\"",
            "staff_above = { THB = \"-0.01\"",
        ),
        ("expire_minutes = 15", "expire_minutes = 0"),
        ("expire_minutes = 15", "expire_minutes = 1441"),
        ("minimum = \"1.00\"\nquick", "minimum = \"0.00\"\nquick"),
        ("minimum = \"1.00\"\nquick", "minimum = \"-1.00\"\nquick"),
        ("quick_amounts = [\"100.00\"", "quick_amounts = [\"99.99\""),
        (
            "bank_code = \"WW\"\nprotocol",
            "bank_code = \"KBANK\"\nprotocol",
        ),
        // A bank's account, and the account of another service.
        (
            "deposit_account = \"ww-psp\"",
            "deposit_account = \"kbank-1\"",
        ),
        (
            "deposit_account = \"ww-psp\"",
            "deposit_account = \"kbank-psp\"",
        ),
        ("account_no = \"4681234567\"", "account_no = \"468-123\""),
        ("colour = \"#5b3df5\"", "colour = \"blue\""),
        ("mobile = \"0900000001\"", "mobile = \"+66900000001\""),
        (
            "deposit_account = \"truemoney-1\"",
            "deposit_account = \"scb-1\"",
        ),
        ("# closed_from = \"23:45\"", "closed_from = \"23:45\""),
        ("ft_wallet_slot = \"1\"", "ft_wallet_slot = \"0\""),
        ("default_locale = \"th\"", "default_locale = \"en\""),
        (
            "line_link = \"https://line.me/R/ti/p/@wallet-demo\"",
            "line_link = \"javascript:alert(1)\"",
        ),
        (
            "video = \"/howto/wallet.mp4\"",
            "video = \"http://cdn.example/wallet.mp4\"",
        ),
        (
            "poster = \"/howto/endBonus.jpg\"",
            "poster = \"javascript:alert(1)\"",
        ),
        (
            "la = \"/howto/play.la.vtt\"",
            "la = \"https://cdn.example/play.la.vtt\"",
        ),
    ] {
        let error = demo_with(old, new).unwrap_err();
        assert!(
            matches!(error, ConfigError::Contradiction(_)),
            "{new}: {error}"
        );
    }
    let unknown = demo_with("lao_mode = false", "lao_mode = false\ntypo = 1");
    assert!(matches!(unknown, Err(ConfigError::Malformed(_))));
}

#[test]
fn a_game_speaks_gw1_unless_its_provider_names_another_protocol_that_exists() {
    let demo = Config::parse(DEMO, &|_| None).unwrap();
    let huayhd = demo.provider(&"huayhd".parse().unwrap()).unwrap();
    assert_eq!(huayhd.protocol, GameProtocol::Sf1);
    let silent = demo_with("protocol = \"sf1\"\n", "").unwrap();
    let huayhd = silent.provider(&"huayhd".parse().unwrap()).unwrap();
    assert_eq!(huayhd.protocol, GameProtocol::Gw1);
    let unknown = demo_with("protocol = \"sf1\"", "protocol = \"sf2\"");
    let unknown = unknown.unwrap_err().to_string();
    let expected = "protocol: is \"sf2\" where gw1 or sf1 is expected";
    assert!(unknown.contains(expected), "{unknown}");
}

#[test]
fn each_kind_of_service_names_its_protocol_and_no_other() {
    for known in ["bk1", "ps1", "sc1", "gl1", "tm1"] {
        let line = format!("protocol = \"{known}\"\n");
        assert!(DEMO.contains(&line), "{known}");
        assert!(demo_with(&line, "").is_ok(), "{known} is the usual one");
        let other = demo_with(&line, "protocol = \"other\"\n").unwrap_err();
        let expected = format!("protocol: is \"other\" where {known} is expected");
        assert!(other.to_string().contains(&expected), "{other}");
    }
}

/// The mistakes in the demonstration's configuration after a change, one on each line.
fn mistakes_of(changes: &[(&str, &str)]) -> String {
    let mut text = DEMO.to_owned();
    for (old, new) in changes {
        assert!(text.contains(old), "{old}");
        text = text.replacen(old, new, 1);
    }
    Config::parse(&text, &|_| None).unwrap_err().to_string()
}

fn line_of(text: &str) -> usize {
    let place = DEMO.find(text).unwrap();
    1 + DEMO[..place].matches('\n').count()
}

#[test]
fn each_contradiction_is_named_with_its_line() {
    let found = mistakes_of(&[
        ("withdraw_min = \"100.00\"", "withdraw_min = \"60000.00\""),
        ("expire_minutes = 15", "expire_minutes = 0"),
        ("code = \"betflix\"", "code = \"pg\""),
        ("hold_hours = 24", "hold_hours = 745"),
        ("claim_minutes = 10", "claim_minutes = 0"),
        ("unclaimed_days = 3", "unclaimed_days = 61"),
    ]);
    let mut expected = [
        (
            "withdraw_min = \"100.00\"",
            "bounds.THB.withdraw_min: is above withdraw_max",
        ),
        (
            "expire_minutes = 15",
            "psp[0].expire_minutes: is not from 1 to 1440",
        ),
        ("code = \"betflix\"", "provider[3].code: pg is listed twice"),
        ("hold_hours = 24", "withdrawal.hold_hours: is above 744"),
        (
            "claim_minutes = 10",
            "support.claim_minutes: is not from 1 to 60",
        ),
        (
            "unclaimed_days = 3",
            "reconciliation.unclaimed_days: is not from 1 to 60",
        ),
    ]
    .map(|(text, what)| (line_of(text), what));
    expected.sort_unstable();
    let expected = expected.map(|(line, what)| format!("configuration:{line}: {what}"));
    assert_eq!(found, expected.join("\n"));
}

#[test]
fn each_unknown_key_is_named_with_the_one_that_was_meant() {
    let found = mistakes_of(&[
        ("lao_mode = false", "lao_mode = false\nwebsit = 1"),
        ("hold_hours = 24", "hold_hour = 24"),
        ("count = 1", "cuont = 1"),
        ("[session]", "[zebra]\nx = 1\n[session]"),
    ]);
    let lines: Vec<_> = found.lines().collect();
    assert_eq!(lines.len(), 4, "{found}");
    for (text, what) in [
        (
            "lao_mode = false",
            "service.websit: no such key; did you mean website?",
        ),
        (
            "hold_hours = 24",
            "withdrawal.hold_hour: no such key; did you mean hold_hours?",
        ),
        ("[session]", "zebra: no such key"),
        ("count = 1", "prize.cuont: no such key; did you mean count?"),
    ] {
        let line = lines.iter().find(|line| line.ends_with(what)).expect(what);
        let number: usize = line.split(':').nth(1).unwrap().parse().unwrap();
        assert!(number.abs_diff(line_of(text)) <= 3, "{line}");
    }
    // The other mistakes are named as well.
    let found = mistakes_of(&[
        ("hold_hours = 24", "hold_hour = 24"),
        ("expire_minutes = 15", "expire_minutes = 0"),
    ]);
    assert_eq!(found.lines().count(), 2, "{found}");
}

#[test]
fn a_value_of_another_type_and_a_variable_without_a_value_are_named_with_their_lines() {
    let found = mistakes_of(&[("hold_hours = 24", "hold_hours = \"long\"")]);
    let line = line_of("hold_hours = 24");
    assert!(
        found.starts_with(&format!("configuration:{line}: withdrawal.hold_hours: ")),
        "{found}"
    );
    let key = "${SLIP_CHECKER_KEY:-demo-slip-key}";
    let found = mistakes_of(&[
        (key, "${SLIP_CHECKER_KEY}"),
        ("\"${PAYOUT_SECRET:-", "\"${PAYOUT_SECRET:"),
    ]);
    let expected = format!(
        "configuration:{}: slip_checker.key: the environment has neither SLIP_CHECKER_KEY nor \
         SLIP_CHECKER_KEY_FILE",
        line_of(key)
    );
    assert!(found.contains(&expected), "{found}");
    assert_eq!(found.lines().count(), 2, "{found}");
}

#[test]
fn a_published_secret_is_good_for_the_sandbox_only() {
    // Without a sandbox, every secret is refused, and so are the accounts of the demonstration.
    let found = mistakes_of(&[("sandbox = \"${SANDBOX_URL:-http://127.0.0.1:8090}\"", "")]);
    let refused = found.matches("which everybody knows").count();
    assert_eq!(refused, 18, "{found}");
    assert_eq!(
        found.matches("its passwords are written here").count(),
        2,
        "{found}"
    );
    // With one, a service that is not there is refused.
    let real = "base_url = \"https://bank.example\"\nagent = \"demo-agent\"\nsecret = \"${PAYOUT";
    let played = "base_url = \"${SANDBOX_URL:-http://127.0.0.1:8090}/bank\"\nagent = \"demo-agent\"\nsecret = \"${PAYOUT";
    let found = mistakes_of(&[(played, real)]);
    assert_eq!(found.lines().count(), 1, "{found}");
    assert!(found.contains("payout_bank.secret"), "{found}");
    // An address that only begins like the sandbox's is a different address.
    let alike = played.replace("8090}/bank", "8090}9/bank");
    assert!(mistakes_of(&[(played, &alike)]).contains("payout_bank.secret"));
}

#[test]
fn the_configuration_for_production_has_no_secret_and_asks_for_each_by_its_name() {
    let text = &finished::production();
    // The variables that its head describes, without the optional one.
    let head = text.split("[service]").next().unwrap();
    let named = head.lines().filter_map(|line| line.strip_prefix("#   "));
    let named = named.filter_map(|line| line.split("  ").next());
    let is_name = |name: &&str| {
        name.bytes()
            .all(|byte| byte.is_ascii_uppercase() || byte == b'_')
    };
    let named: Vec<_> = named.filter(is_name).collect();
    assert_eq!(named.len(), 18, "{named:?}");
    let given = |name: &str| match name {
        name if name.ends_with("_URL") || name == "WEBSITE" => {
            let host = name.to_lowercase().replace('_', "-");
            Some(format!("https://{host}.kasumi.co.th"))
        }
        name if name.ends_with("_SECRET") || name.ends_with("_KEY") => {
            Some("0123456789".to_owned())
        }
        _ => None,
    };
    let config = Config::parse(text, &given).unwrap();
    assert_eq!(config.service.sandbox, None);
    assert!(config.demo_members.is_empty() && config.demo_staff.is_empty());
    for outside in config.outside() {
        for (key, secret) in outside.secrets {
            assert_eq!(
                secret.reveal(),
                "0123456789",
                "{key} is written in the file"
            );
        }
    }
    for name in named.iter().filter(|name| **name != "TRUSTED_PROXIES") {
        let all_but_one = |asked: &str| given(asked).filter(|_| asked != *name);
        let error = Config::parse(text, &all_but_one).expect_err(name);
        let error = error.to_string();
        assert!(
            error.contains(&format!("neither {name} nor {name}_FILE")),
            "{error}"
        );
    }
    assert_eq!(
        text.matches(":-").count(),
        1,
        "only TRUSTED_PROXIES has a default"
    );
}

#[test]
fn the_schema_describes_each_key() {
    fn undescribed(node: &serde_json::Value, place: &str, found: &mut Vec<String>) {
        let properties = node
            .get("properties")
            .and_then(serde_json::Value::as_object);
        for (key, value) in properties.into_iter().flatten() {
            // The tag of a prize is its variant's name, and the key of an amount its currency.
            let is_named = value.get("const").is_some() || matches!(&**key, "THB" | "LAK" | "COIN");
            if value.get("description").is_none() && !is_named {
                found.push(format!("{place}.{key}"));
            }
        }
    }
    let schema = json_schema();
    let mut found = Vec::new();
    undescribed(schema, "", &mut found);
    for (name, node) in schema["$defs"].as_object().unwrap() {
        undescribed(node, name, &mut found);
    }
    assert_eq!(found, Vec::<String>::new());
    assert_eq!(schema["additionalProperties"], false);
    assert_eq!(
        schema["properties"]["bank"]["items"]["$ref"],
        "#/$defs/Bank"
    );
}

#[test]
fn an_address_that_is_called_names_its_host() {
    let bare = |change: &dyn Fn(&mut Config) -> &mut Link| {
        let mut config = Config::parse(DEMO, &|_| None).unwrap();
        assert_eq!(config.contradictions(), []);
        *change(&mut config) = Link("/outside".to_owned());
        let found = config.contradictions();
        found
            .iter()
            .any(|mistake| mistake.what.contains("with a host"))
    };
    assert!(
        bare(&|config| &mut config.providers[3].base_url),
        "provider"
    );
    assert!(
        bare(&|config| &mut config.slip_checker.base_url),
        "slip_checker"
    );
    assert!(
        bare(&|config| &mut config.payout_bank.base_url),
        "payout_bank"
    );
    assert!(bare(&|config| &mut config.sms.base_url), "sms");
    assert!(bare(&|config| &mut config.gift.base_url), "gift");
    assert!(bare(&|config| &mut config.psps[1].base_url), "psp");
    assert!(
        bare(&|config| &mut config.qr.callback_base),
        "callback_base"
    );
    // What browsers follow may be on this host.
    assert!(!bare(&|config| &mut config.contact.line_link), "line_link");
}

#[test]
fn html_loses_what_could_run() {
    let config = demo_with(
        "<p>Reach us every day,",
        "<p onclick='x()'>Reach<script>alert(1)</script><img src=x onerror=y>",
    )
    .unwrap();
    let text = config.contact.text.en;
    for danger in ["onclick", "script", "onerror"] {
        assert!(!text.contains(danger), "{text}");
    }
    assert!(text.contains("<strong>24 hours</strong>"), "{text}");
}

#[test]
fn a_printed_configuration_holds_no_key() {
    let config = Config::parse(DEMO, &|_| None).unwrap();
    let text = format!("{config:?}");
    assert!(!text.contains("sandbox-secret") && !text.contains("demo-sms-secret"));
}

#[test]
fn a_bucket_needs_its_name_and_key_and_an_address_with_a_host() {
    let bucket = |change: (&str, &str)| {
        let text = "[files.s3]\nbucket = \"wallet\"\nregion = \"r1\"\nprefix = \"a/b\"\n\
            endpoint = \"https://s3.example/\"\naccess_key_id = \"id\"\n\
            secret_access_key = \"key\"\n\n[contact]";
        demo_with("[contact]", &text.replace(change.0, change.1))
    };
    let whole = bucket(("", "")).unwrap().files.s3.unwrap();
    assert_eq!(whole.endpoint.unwrap().as_str(), "https://s3.example");
    for (old, new, key) in [
        ("\"wallet\"", "\"\"", "files.s3.bucket"),
        ("\"r1\"", "\"\"", "files.s3.region"),
        ("\"id\"", "\"\"", "files.s3.access_key_id"),
        ("\"key\"", "\"\"", "files.s3.secret_access_key"),
        ("a/b", "/a", "files.s3.prefix"),
        ("https://s3.example/", "s3", "files.s3.endpoint"),
    ] {
        let error = bucket((old, new)).unwrap_err().to_string();
        assert!(error.contains(key), "{new}: {error}");
    }
    // A check of the stored files reads nothing else, and needs no other variable.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("wallet.toml");
    let text = "[service]\nname = \"${NOT_SET_ANYWHERE}\"\n[files.s3]\nbucket = \"b\"\n\
        region = \"r\"\naccess_key_id = \"i\"\nsecret_access_key = \"k\"\n";
    std::fs::write(&file, text).unwrap();
    assert_eq!(FileRules::load(&file).unwrap().s3.unwrap().bucket, "b");
    std::fs::write(&file, "[files.s3]\nbucket = 1\n").unwrap();
    let error = FileRules::load(&file).unwrap_err().to_string();
    for said in [
        "wallet.toml:2: files.s3.bucket: is a number where a text is expected",
        "wallet.toml:1: files.s3.region: is missing: a text is expected",
    ] {
        assert!(error.contains(said), "{error}");
    }
    std::fs::write(&file, "").unwrap();
    assert!(FileRules::load(&file).unwrap().s3.is_none());
}
