//! The ways to find a player: each is one bounded walk along an index.
//!
//! The search text is tried as everything that it can be, the best match first: a whole id alone,
//! a phone number before the beginning of an id, a reference before an amount, and a name last.

mod flag;
mod hit;
mod ids;

use chrono::{DateTime, Utc};
use projections::View;
use projections::search::{self, IdRange};
use rust_decimal::Decimal;
use serde::Serialize;
use sqlx::PgConnection;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::api::state::AppState;
use hit::{FoundOperation, Hit, Matched, ROWS_MAX, hits_of};
use members::{name, phone};
use platform::error::ApiError;
use platform::extract::AfterPosition;
use platform::replica::Reading;

/// The most players in one answer.
const FOUND_MAX: usize = 20;

/// The length of a search text, in characters.
const LETTERS: std::ops::RangeInclusive<usize> = 2..=100;

/// The fewest digits that count as part of a phone number.
const DIGITS_MIN: usize = 4;

/// A player found by a search.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Found {
    id: Uuid,
    name: String,
    /// The phone number.
    username: String,
    created_at: DateTime<Utc>,
    is_active: bool,
    matched: Matched,
    /// The operation that was found, if the search was for one.
    operation: Option<FoundOperation>,
}

/// The matching players.
pub(super) async fn search(
    state: &AppState,
    text: &str,
    after: AfterPosition,
) -> Result<Vec<Found>, ApiError> {
    let text = text.trim();
    let is_plain = !text.chars().any(char::is_control);
    if !is_plain || !LETTERS.contains(&text.chars().count()) {
        return Err(ApiError::invalid_fields(&["q"]));
    }
    let is_lao = state.config.service.lao_mode;
    let read = move |reading| find(reading, text, is_lao);
    let views = [View::Statement, View::Slip];
    state.read(&views, after, read).await
}

async fn find(mut reading: Reading, text: &str, is_lao: bool) -> Result<Vec<Found>, ApiError> {
    let mut hits = Vec::new();
    let ids = IdRange::beginning_with(text);
    if let Some(ids) = ids.filter(|ids| ids.from == ids.to) {
        hits.extend(ids::find(&mut reading, ids).await?);
    } else {
        hits.extend(by_number(&mut reading, text, is_lao).await?);
        if let Some(ids) = ids {
            hits.extend(ids::find(&mut reading, ids).await?);
        }
        hits.extend(by_reference(&mut reading, text).await?);
        hits.extend(flag::find(&mut reading, text).await?);
        if let Some(amount) = amount_of(text) {
            hits.extend(by_amount(&mut reading, amount).await?);
        }
        hits.extend(by_name(&mut reading, text).await?);
    }
    players(&mut reading, hits).await
}

/// The members of the hits, each once, with the best match.
async fn players(connection: &mut PgConnection, hits: Vec<Hit>) -> Result<Vec<Found>, ApiError> {
    let mut first: Vec<Hit> = Vec::new();
    for hit in hits {
        let known = first
            .iter_mut()
            .find(|earlier| earlier.wallet_id == hit.wallet_id);
        match known {
            Some(known) if known.operation.is_none() => known.operation = hit.operation,
            Some(_) => {}
            None => first.push(hit),
        }
    }
    let ids: Vec<Uuid> = first.iter().map(|hit| hit.wallet_id).collect();
    let rows = sqlx::query!(
        "select id, name, username, created_at, is_active from member where id = any($1)",
        &ids,
    )
    .fetch_all(&mut *connection)
    .await?;
    let found = first.into_iter().filter_map(|hit| {
        let row = rows.iter().find(|row| row.id == hit.wallet_id)?;
        Some(Found {
            id: row.id,
            name: row.name.clone(),
            username: row.username.clone(),
            created_at: row.created_at,
            is_active: row.is_active,
            matched: hit.matched,
            operation: hit.operation,
        })
    });
    Ok(found.take(FOUND_MAX).collect())
}

/// A phone number or the beginning of one, or the number of a bank account or its last four digits,
/// which is all that the console shows of most.
async fn by_number(
    connection: &mut PgConnection,
    text: &str,
    is_lao: bool,
) -> Result<Vec<Hit>, ApiError> {
    let phone = phone::normalise(text, is_lao);
    let Some(digits) = phone::plain_digits(text.trim_start_matches('+')) else {
        return Ok(Vec::new());
    };
    if digits.len() < DIGITS_MIN {
        return Ok(Vec::new());
    }
    // Digits only: nothing in them is a wildcard.
    let begins = format!("{}%", phone.as_deref().unwrap_or(&digits));
    let phones = sqlx::query_scalar!(
        "select id from member where username like $1 order by username limit $2",
        begins,
        ROWS_MAX,
    )
    .fetch_all(&mut *connection)
    .await?;
    let accounts = sqlx::query_scalar!(
        r#"(select member_id as "member_id!" from bank_account where account_no = $1 limit $2)
           union
           (select member_id from bank_account where right(account_no, 4) = $1 limit $2)
           limit $2"#,
        digits,
        ROWS_MAX,
    )
    .fetch_all(&mut *connection)
    .await?;
    let phones = phones.into_iter().map(|id| Hit::player(id, Matched::Phone));
    let accounts = accounts
        .into_iter()
        .map(|id| Hit::player(id, Matched::Bank));
    Ok(phones.chain(accounts).collect())
}

/// A reference at a bank, a payment service or a provider.
async fn by_reference(connection: &mut PgConnection, text: &str) -> Result<Vec<Hit>, ApiError> {
    let entries = search::with_reference(&mut *connection, text, ROWS_MAX).await?;
    let mut hits = hits_of(&mut *connection, entries, Matched::Slip).await?;
    let orders = sqlx::query!(
        "select wallet_id, order_id, amount, created_at from qr_order
         where order_ref = upper($1) limit $2",
        text,
        ROWS_MAX,
    )
    .fetch_all(&mut *connection)
    .await?;
    hits.extend(orders.into_iter().map(|row| Hit {
        wallet_id: row.wallet_id,
        matched: Matched::Slip,
        operation: Some(FoundOperation {
            id: row.order_id,
            kind: "qr".to_owned(),
            amount: Some(row.amount.to_string()),
            at: Some(row.created_at),
            sequence: None,
        }),
    }));
    Ok(hits)
}

/// The latest statement lines of exactly that amount, and the slips of it that wait.
async fn by_amount(connection: &mut PgConnection, amount: Decimal) -> Result<Vec<Hit>, ApiError> {
    let lines = search::with_amount(&mut *connection, amount, ROWS_MAX).await?;
    hits_of(&mut *connection, lines, Matched::Amount).await
}

/// Names of players and of the holders of their bank accounts that start with the text or contain it
/// as a word.
async fn by_name(connection: &mut PgConnection, text: &str) -> Result<Vec<Hit>, ApiError> {
    let name = name::canonical(text);
    let begins = name::like_pattern(&name);
    let names = sqlx::query_scalar!(
        r#"(select id as "id!" from member where name_canonical like $1 limit $3)
           union
           (select id from member
            where string_to_array(name_canonical, ' ') @> array[$2::text] limit $3)
           union
           (select member_id from bank_account where holder_canonical like $1 limit $3)
           union
           (select member_id from bank_account
            where string_to_array(holder_canonical, ' ') @> array[$2::text] limit $3)
           limit $3"#,
        begins,
        name,
        ROWS_MAX,
    )
    .fetch_all(&mut *connection)
    .await?;
    let names = names.into_iter().map(|id| Hit::player(id, Matched::Name));
    Ok(names.collect())
}

/// How people write the currencies next to an amount.
const CURRENCIES: [&str; 6] = ["฿", "บาท", "THB", "₭", "ກີບ", "LAK"];

/// An amount as staff type it or copy it from a screen: `1,500`, `1500.50` or `฿1,500.00`.
fn amount_of(text: &str) -> Option<Decimal> {
    let named = CURRENCIES.iter().find_map(|currency| {
        text.strip_prefix(currency)
            .or_else(|| text.strip_suffix(currency))
    });
    let text = named.unwrap_or(text).trim().replace(',', "");
    let is_plain = text
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.');
    let amount: Decimal = text.parse().ok().filter(|_| is_plain && text.len() <= 20)?;
    (amount.normalize().scale() <= 2 && !amount.is_zero()).then_some(amount)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amount_is_read_as_it_is_typed() {
        for (text, amount) in [
            ("1,500", Some("1500")),
            ("12.50", Some("12.50")),
            ("฿1,500.00", Some("1500")),
            ("1500 บาท", Some("1500")),
            ("₭20,000", Some("20000")),
            ("฿", None),
            ("-5", None),
            ("1e3", None),
            ("12.345", None),
            ("abc", None),
            ("0", None),
        ] {
            assert_eq!(
                amount_of(text),
                amount.map(|digits| digits.parse().unwrap()),
                "{text}"
            );
        }
    }
}
