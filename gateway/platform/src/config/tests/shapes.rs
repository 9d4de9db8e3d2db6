//! Each way in which a file has another shape than the schema: what is in the file, and what is said.

use super::super::mistake::Place;
use super::*;

/// A change of the demonstration's file, the text in whose line it is, and what is said.
type Row = (&'static str, &'static str, &'static str);

const ROWS: [Row; 31] = [
    (
        "hold_hours = 24",
        "hold_hours = \"24\"",
        "withdrawal.hold_hours: is a text where a whole number is expected",
    ),
    (
        "hold_hours = 24",
        "hold_hours = 24.5",
        "withdrawal.hold_hours: is a number with a fraction where a whole number is expected",
    ),
    (
        "hold_hours = 24",
        "hold_hours = -3",
        "withdrawal.hold_hours: is not from 0 to 4294967295",
    ),
    (
        "hold_hours = 24",
        "hold_hours = 5000000000",
        "withdrawal.hold_hours: is not from 0 to 4294967295",
    ),
    (
        "hold_hours = 24",
        "hold_hours = 07:30:00",
        "withdrawal.hold_hours: is a date or a time where a whole number is expected",
    ),
    (
        "tries_max = 5",
        "tries_max = 70000",
        "otp.tries_max: is not from 0 to 65535",
    ),
    (
        "poll_ms = 5000",
        "poll_ms = true",
        "qr.poll_ms: is true where a whole number is expected",
    ),
    (
        "lao_mode = false",
        "lao_mode = \"no\"",
        "service.lao_mode: is a text where true or false is expected",
    ),
    (
        "default_locale = \"th\"",
        "default_locale = [\"th\"]",
        "service.default_locale: is a list where a text is expected",
    ),
    (
        "key = \"${SLIP_CHECKER_KEY:-demo-slip-key}\"",
        "key = 12345678",
        "slip_checker.key: is a number where a text is expected",
    ),
    (
        "website = ",
        "website = 1 # ",
        "service.website: is a number where a text is expected",
    ),
    (
        "category = \"slot\"",
        "category = \"slots\"",
        "provider[0].category: is \"slots\" where slot, sport or lotto is expected",
    ),
    (
        "category = \"slot\"",
        "category = 1",
        "provider[0].category: is a number where slot, sport or lotto is expected",
    ),
    (
        "code = \"pg\"",
        "code = \"PG Soft\"",
        "provider[0].code: is \"PG Soft\" where a code of 1 to 16 lower-case letters and digits is expected",
    ),
    (
        "ft_wallet_slot = \"1\"",
        "ft_wallet_slot = \"one\"",
        "provider[0].ft_wallet_slot: is \"one\" where an amount such as \"100.00\" is expected",
    ),
    (
        "withdraw_min = \"100.00\"",
        "withdraw_min = \"1,000\"",
        "bounds.THB.withdraw_min: is \"1,000\" where an amount such as \"100.00\" is expected",
    ),
    (
        "withdraw_min = \"100.00\"",
        "withdraw_min = true",
        "bounds.THB.withdraw_min: is true where an amount such as \"100.00\" is expected",
    ),
    (
        "confirm_above = { THB = \"50000.00\"",
        "confirm_above = { THB = []",
        "qr.confirm_above.THB: is a list where an amount such as \"100.00\" is expected",
    ),
    (
        "confirm_above = { THB = \"50000.00\"",
        "confirm_above = { USD = \"50000.00\"",
        "qr.confirm_above.USD: is no currency of this service: THB, LAK or COIN",
    ),
    (
        "[bounds.LAK]",
        "[bounds.USD]",
        "bounds.USD: is no currency of this service: THB, LAK or COIN",
    ),
    (
        "currency = \"THB\"",
        "currency = \"USD\"",
        "deposit_account[0].currency: is \"USD\" where THB, LAK or COIN is expected",
    ),
    (
        "trusted_proxies = [\"${TRUSTED_PROXIES:-}\"]",
        "trusted_proxies = [\"10.0.0\"]",
        "service.trusted_proxies[0]: is \"10.0.0\" where an address or a network such as 10.0.0.0/8 is expected",
    ),
    (
        "trusted_proxies = [\"${TRUSTED_PROXIES:-}\"]",
        "trusted_proxies = \"10.0.0.1\"",
        "service.trusted_proxies: is a text where a list is expected",
    ),
    (
        "lao_mode = false",
        "lao_mode = false\nname = 1",
        "service.name: is a number where a text or a table with th, la and en is expected",
    ),
    (
        "lao_mode = false",
        "lao_mode = false\nname = { th = \"a\", la = \"b\" }",
        "service.name.en: is missing: a text is expected",
    ),
    (
        "lao_mode = false",
        "lao_mode = false\nname = { th = \"a\", la = \"b\", en = 1 }",
        "service.name.en: is a number where a text is expected",
    ),
    (
        "type = \"coins\"",
        "type = \"coin\"",
        "wheel.slice[1].prize.type: is \"coin\" where nothing, coins, coupon or gift is expected",
    ),
    (
        "[console]",
        "[console]\nlisten = \"8081\"",
        "console.listen: is \"8081\" where an address with a port such as 10.0.0.5:8081 is expected",
    ),
    (
        "[brand]",
        "[brand]\nfirst = { light = \"blue\", dark = \"#97a5ff\" }",
        "brand.first.light: is \"blue\" where a colour such as #3546c8 is expected",
    ),
    (
        "idle_minutes = 60\n",
        "",
        "session.idle_minutes: is missing: a whole number is expected",
    ),
    (
        "[session]",
        "[[session]]",
        "session: is a list where a table is expected",
    ),
];

#[test]
fn each_mistake_of_shape_is_a_sentence_with_its_line_and_key() {
    for (old, new, said) in ROWS {
        let text = without_name(&DEMO.replacen(old, new, 1), new);
        assert!(DEMO.contains(old), "{old}");
        let error = Config::parse(&text, &|_| None).expect_err(new).to_string();
        let mut found = error.lines().filter(|line| {
            !line.contains("[bounds") && line.contains(said.split(": ").next().unwrap())
        });
        let found = found.next().unwrap_or(&error);
        let (place, what) = found.split_once(": ").unwrap();
        assert_eq!(what, said, "{new}");
        let line: usize = place.split(':').nth(1).unwrap().parse().unwrap();
        let expected = 1 + DEMO[..DEMO.find(old).unwrap()].matches('\n').count();
        assert!(line.abs_diff(expected) <= 3, "{found}: not near {expected}");
    }
}

/// Without the file's own name of the service, where a row brings another one.
fn without_name(text: &str, new: &str) -> String {
    if new.contains("\nname = ") {
        let own = text.find("name = ").unwrap();
        let end = own + text[own..].find('\n').unwrap();
        format!("{}{}", &text[..own], &text[end..])
    } else {
        text.to_owned()
    }
}

#[test]
fn all_mistakes_of_shape_are_named_at_once() {
    let found = mistakes_of(&[
        ("hold_hours = 24", "hold_hours = \"long\""),
        ("idle_minutes = 60\n", ""),
        ("tries_max = 5\n", ""),
        ("category = \"slot\"", "category = \"slots\""),
        ("code = \"betflix\"", "code = 1"),
        ("[sms]", "[smss]"),
        ("lao_mode = false", "lao_mod = false"),
        ("withdraw_max = \"50000.00\"", "withdraw_max = \"much\""),
    ]);
    let keys: Vec<_> = found
        .lines()
        .map(|line| line.split(": ").nth(1).unwrap())
        .collect();
    for key in [
        "withdrawal.hold_hours",
        "session.idle_minutes",
        "otp.tries_max",
        "provider[0].category",
        "provider[3].code",
        "smss",
        "service.lao_mod",
        "bounds.THB.withdraw_max",
    ] {
        assert_eq!(
            keys.iter().filter(|found| **found == key).count(),
            1,
            "{key}: {found}"
        );
    }
    assert_eq!(keys.len(), 8, "{found}");
    assert!(
        found.contains("smss: no such key; did you mean sms?"),
        "{found}"
    );
}

#[test]
fn one_table_where_there_may_be_several_is_shown_how_to_be_written() {
    let start = DEMO.find("[[source]]").unwrap();
    let text = DEMO.replace("[[source]]\n", "[[sources]]\n");
    let text = format!(
        "{}[source]\ncode = \"A\"\n\n{}",
        &text[..start],
        &text[start..]
    );
    let error = Config::parse(&text, &|_| None).unwrap_err().to_string();
    assert!(
        error.contains("source: is a table where a list of tables is expected: write [[source]]"),
        "{error}"
    );
}

/// Whatever one value of the file is replaced by, serde reads what the schema lets pass: otherwise a
/// sentence for programmers would reach an operator.
#[test]
fn the_schema_lets_nothing_pass_that_cannot_be_read() {
    fn places(value: &toml::Value, at: &mut Vec<String>, found: &mut Vec<Vec<String>>) {
        let mut inner = |name: String, value: &toml::Value| {
            at.push(name);
            found.push(at.clone());
            places(value, at, found);
            at.pop();
        };
        match value {
            toml::Value::Table(table) => {
                table
                    .iter()
                    .for_each(|(key, value)| inner(key.clone(), value));
            }
            toml::Value::Array(items) => {
                let first = items.first().into_iter();
                first.for_each(|value| inner("0".to_owned(), value));
            }
            _ => {}
        }
    }
    fn at<'a>(value: &'a mut toml::Value, place: &[String]) -> &'a mut toml::Value {
        place.iter().fold(value, |value, name| match value {
            toml::Value::Array(items) => &mut items[0],
            table => &mut table[name.as_str()],
        })
    }
    fn shorten(value: &mut toml::Value) {
        match value {
            toml::Value::Table(table) => table.iter_mut().for_each(|(_, value)| shorten(value)),
            toml::Value::Array(items) => {
                items.truncate(1);
                items.iter_mut().for_each(shorten);
            }
            _ => {}
        }
    }
    let mut whole: toml::Value = toml::from_str(DEMO).unwrap();
    environment::substitute(&mut whole, &mut Place::whole(&mut Vec::new()), &|_| None);
    // Each list has one item, so that this test takes no minute.
    shorten(&mut whole);
    let mut all = Vec::new();
    places(&whole, &mut Vec::new(), &mut all);
    assert!(all.len() > 300, "{}", all.len());
    let samples = [
        toml::Value::String("x?".to_owned()),
        toml::Value::Integer(-1),
        toml::Value::Integer(i64::MAX),
        toml::Value::Boolean(true),
        toml::Value::Table(toml::Table::new()),
    ];
    for place in &all {
        for sample in &samples {
            let mut changed = whole.clone();
            *at(&mut changed, place) = sample.clone();
            let mut mistakes = Vec::new();
            let mut shape = Place::whole(&mut mistakes);
            let is_readable = shape::check(&mut changed, &mut shape).is_readable;
            let read = Config::deserialize(changed);
            assert!(
                !is_readable || read.is_ok(),
                "{place:?} = {sample}: {:?}",
                read.err()
            );
        }
    }
}
