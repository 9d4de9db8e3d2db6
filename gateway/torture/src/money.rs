//! Money as the harness counts it: whole satang, read from and written as the wire has it.

/// Reads an amount with two decimals.
pub(crate) fn parse(text: &str) -> Option<i64> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text),
    };
    let (baht, satang) = digits.split_once('.')?;
    if satang.len() != 2 {
        return None;
    }
    let (baht, satang): (i64, i64) = (baht.parse().ok()?, satang.parse().ok()?);
    Some(sign * (baht * 100 + satang))
}

/// Reads an amount of a body.
pub(crate) fn of(value: &serde_json::Value) -> Option<i64> {
    value.as_str().and_then(parse)
}

pub(crate) fn show(satang: i64) -> String {
    let sign = if satang < 0 { "-" } else { "" };
    let satang = satang.abs();
    format!("{sign}{}.{:02}", satang / 100, satang % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amount_reads_as_it_is_written() {
        for text in ["0.00", "0.05", "1234.50", "-0.10", "-12.34"] {
            assert_eq!(parse(text).map(show).as_deref(), Some(text));
        }
        for text in ["", "1", "1.5", "1.234", "a.00", "1.0a"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
