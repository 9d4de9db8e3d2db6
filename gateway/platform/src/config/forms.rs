//! Types of the schema alone: texts that have a form. No value is of them, so none can be made.

/// An amount or a rate, such as "100.00"; a number is read as well.
#[derive(schemars::JsonSchema)]
#[schemars(with = "String", inline, extend("type" = ["string", "number"], "format" = "amount"))]
pub(super) enum AmountText {}

/// A currency.
#[derive(schemars::JsonSchema)]
#[schemars(with = "String", inline, extend("enum" = ["THB", "LAK", "COIN"]))]
pub(super) enum CurrencyText {}

/// The code of a game account.
#[derive(schemars::JsonSchema)]
#[schemars(with = "String", inline, extend("format" = "game-code"))]
pub(super) enum GameCodeText {}

/// A network such as 10.0.0.0/8, or an address.
#[derive(schemars::JsonSchema)]
#[schemars(with = "String", inline, extend("format" = "network"))]
pub(super) enum NetworkText {}

/// A colour, #rrggbb.
#[derive(schemars::JsonSchema)]
#[schemars(with = "String", inline, extend("format" = "colour"))]
pub(super) enum ColourText {}

/// An address with a port.
#[derive(schemars::JsonSchema)]
#[schemars(with = "String", inline, extend("format" = "socket-address"))]
pub(super) enum SocketText {}

/// A host name, or a text that begins with one.
#[derive(schemars::JsonSchema)]
#[schemars(with = "String", inline, extend("format" = "host"))]
pub(super) enum HostText {}

/// The form in the schema of texts that name a host.
pub(super) const HOSTS: [&str; 2] = ["host", "uri-reference"];

#[cfg(test)]
mod tests {
    use ledger::Currency;

    use super::*;

    #[test]
    fn a_currency_of_the_schema_is_one_of_the_ledgers() {
        let schema = schemars::schema_for!(CurrencyText).to_value();
        let codes = Currency::ALL.map(Currency::code);
        assert_eq!(schema["enum"], serde_json::json!(codes));
    }
}
