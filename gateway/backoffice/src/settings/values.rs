//! Names and numbers of persons in settings. An event has a digest in their place, so that they can be erased.

use std::collections::BTreeMap;

use platform::config::Section;
use platform::core::Core;
use platform::secrets::is_same_mac;
use serde_json::{Value, json};

/// The key under which an event has the digest of a value.
const DIGEST: &str = "digest";

/// Personal values by their digest.
pub(super) type Values = BTreeMap<String, Value>;

/// Calls `act` with each personal value of a document.
fn each(section: Section, document: &mut Value, act: &mut dyn FnMut(&mut Value)) {
    let Some((list, keys)) = section.personal() else {
        return;
    };
    let tables = document.get_mut(list).and_then(Value::as_array_mut);
    for table in tables.into_iter().flatten() {
        for key in keys {
            if let Some(value) = table.get_mut(key) {
                act(value);
            }
        }
    }
}

/// Puts digests in place of the personal values, and returns these.
pub(super) fn conceal(core: &Core, section: Section, document: &mut Value) -> Values {
    let mut values = Values::new();
    each(section, document, &mut |value| {
        let digest = hex::encode(core.secrets.setting_value(&value.to_string()));
        let concealed = json!({ DIGEST: digest });
        values.insert(digest, std::mem::replace(value, concealed));
    });
    values
}

/// Puts the values back; false if one of them is gone.
pub(super) fn reveal(section: Section, document: &mut Value, values: &Values) -> bool {
    let mut is_whole = true;
    each(
        section,
        document,
        &mut |value| match value.get(DIGEST).and_then(Value::as_str) {
            Some(digest) => match values.get(digest) {
                Some(kept) => *value = kept.clone(),
                None => is_whole = false,
            },
            None => is_whole = false,
        },
    );
    is_whole
}

/// Stores values, for good or until somebody erases them.
pub(super) async fn keep(core: &Core, values: &Values) -> Result<(), sqlx::Error> {
    for (digest, value) in values {
        sqlx::query!(
            "insert into setting_value (digest, value) values ($1, $2) on conflict do nothing",
            hex::decode(digest).unwrap_or_default(),
            value.to_string(),
        )
        .execute(&core.pool)
        .await?;
    }
    Ok(())
}

/// The stored values of these documents. One with the digest of another value is not among them.
pub(super) async fn read<'a>(
    core: &Core,
    documents: impl IntoIterator<Item = (Section, &'a Value)>,
) -> Result<Values, sqlx::Error> {
    let mut digests = Vec::new();
    for (section, document) in documents {
        each(section, &mut document.clone(), &mut |value| {
            let digest = value.get(DIGEST).and_then(Value::as_str);
            digests.extend(digest.and_then(|digest| hex::decode(digest).ok()));
        });
    }
    if digests.is_empty() {
        return Ok(Values::new());
    }
    let rows = sqlx::query!(
        "select digest, value from setting_value where digest = any($1)",
        &digests
    )
    .fetch_all(&core.pool)
    .await?;
    let believed = rows.into_iter().filter_map(|row| {
        let right = core.secrets.setting_value(&row.value);
        let value = serde_json::from_str(&row.value).ok()?;
        is_same_mac(&right, &row.digest).then(|| (hex::encode(row.digest), value))
    });
    Ok(believed.collect())
}
