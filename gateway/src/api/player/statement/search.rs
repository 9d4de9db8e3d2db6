//! A player's search text for a line: a bank, a game, an amount, or a reference.

use projections::statement::LineSearch;
use rust_decimal::Decimal;
use uuid::Uuid;

use crate::api::state::AppState;
use platform::config::{Bank, Config};
use platform::error::ApiError;

/// Letters of a search, at most.
const LETTERS_MAX: usize = 60;

/// The search criteria; `None` without a text.
pub(super) async fn wanted(
    state: &AppState,
    member: Uuid,
    typed: Option<&str>,
) -> Result<Option<LineSearch>, ApiError> {
    let text = typed.unwrap_or_default().trim().to_lowercase();
    if text.is_empty() {
        return Ok(None);
    }
    if text.chars().count() > LETTERS_MAX {
        return Err(ApiError::invalid_fields(&["search"]));
    }
    let banks = banks(&state.config, &text);
    let codes: Vec<String> = banks.iter().map(|bank| bank.code.clone()).collect();
    let bank_accounts = sqlx::query_scalar!(
        "select id from bank_account where member_id = $1 and bank_code = any($2)",
        member,
        &codes
    )
    .fetch_all(&state.pool)
    .await?;
    let numbers = banks.iter().filter_map(|bank| bank.number.clone());
    let games = games(&state.config, &text);
    Ok(Some(LineSearch {
        places: codes.iter().cloned().chain(numbers).chain(games).collect(),
        bank_accounts,
        amount: amount(&text),
        text,
    }))
}

fn has(name: &str, text: &str) -> bool {
    name.to_lowercase().contains(text)
}

fn banks<'a>(config: &'a Config, text: &str) -> Vec<&'a Bank> {
    let is_it = |bank: &&Bank| {
        let names = [&bank.code, &bank.name_th, &bank.name_en];
        let names = names.into_iter().chain(&bank.name_la).chain(&bank.aliases);
        names.into_iter().any(|name| has(name, text))
    };
    config.banks.iter().filter(is_it).collect()
}

fn games(config: &Config, text: &str) -> Vec<String> {
    let found = config
        .providers
        .iter()
        .filter(|game| has(&game.name, text) || has(game.code.as_str(), text));
    let found = found.map(|game| game.code.as_str().to_owned());
    let true_money = has("TrueMoney", text).then(|| "TRUEWALLET".to_owned());
    found.chain(true_money).collect()
}

/// An amount as people write it: `1,500`, `฿1500.00` or `-300`.
fn amount(text: &str) -> Option<Decimal> {
    let digits: String = text
        .chars()
        .filter(|character| !matches!(character, ',' | ' ' | '฿' | '₭' | '+' | '-' | '−'))
        .collect();
    digits.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amount_is_read_as_people_write_it() {
        for (text, read) in [
            ("1,500", Some(Decimal::from(1_500))),
            ("฿1500.00", Some(Decimal::from(1_500))),
            ("− 300", Some(Decimal::from(300))),
            ("scb", None),
            ("", None),
        ] {
            assert_eq!(amount(text), read, "{text}");
        }
    }
}
