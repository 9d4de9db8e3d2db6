//! Why each row outside the journal is believed: every column that the application's role may write
//! has one class in `.github/rows.md`.
//!
//! The catalogue of a migrated database names the columns. So a migration that adds one fails here
//! until the list says who believes it.

use std::collections::BTreeSet;
use std::fs;

use ledger::journal::APP_ROLE;
use ledger_testing::TestDatabase;
use sqlx::PgPool;

use super::listed::{self, Entry, LIST, entries};
use super::{root, sql};

/// The migration that makes the tables of the views.
const VIEWS: &str = "migrations/20261123010700_view.sql";

/// The class of a column that is rebuilt from the events.
const VIEW: &str = "view";

/// Why a column is believed, or that it is not.
const CLASSES: [&str; 4] = [VIEW, "signed", "not believed", "open"];

/// The columns that a role may insert or update, each with its table. A partition is left out: the
/// role reaches it through its table. A view has no rows.
const WRITABLE: &str = "
    select columns.table_name::text || '.' || columns.column_name::text
    from information_schema.columns
    join pg_class as class on class.relname = columns.table_name
        and class.relnamespace = current_schema()::regnamespace
    where columns.table_schema = current_schema()
        and class.relkind in ('r', 'p') and not class.relispartition
        and (has_column_privilege($1::name, class.oid, columns.column_name::text, 'insert')
            or has_column_privilege($1::name, class.oid, columns.column_name::text, 'update'))";

/// Where a list differs from the columns that the role may write, and from the tables of the views.
fn problems(
    entries: &[Entry],
    writable: &BTreeSet<String>,
    views: &BTreeSet<String>,
) -> Vec<String> {
    let mut found = Vec::new();
    let mut listed = BTreeSet::new();
    for entry in entries {
        let name = entry.name();
        if !CLASSES.contains(&entry.class.as_str()) {
            found.push(format!("{name}: no class is called {}", entry.class));
        }
        if entry.class == VIEW && !views.contains(&entry.table) {
            found.push(format!("{name}: its table is no view's"));
        }
        if !writable.contains(&name) {
            found.push(format!("{name}: the role writes no such column"));
        }
        if !listed.insert(name.clone()) {
            found.push(format!("{name}: it is listed twice"));
        }
    }
    let missing = writable.difference(&listed);
    found.extend(missing.map(|name| format!("{name}: the list has no class for it")));
    found
}

/// The columns that the application's role may write.
async fn writable(pool: &PgPool) -> BTreeSet<String> {
    let columns = sqlx::query_scalar::<_, String>(WRITABLE).bind(APP_ROLE);
    let columns = columns.fetch_all(pool).await.unwrap();
    columns.into_iter().collect()
}

#[tokio::test]
async fn every_column_that_the_role_may_write_has_one_class() {
    let database = TestDatabase::create().await;
    // The owner asks: the catalogue hides columns from a role without rights on them.
    let writable = writable(&database.owner()).await;
    assert!(writable.len() > 500, "{}", writable.len());
    let views = fs::read_to_string(root().join(VIEWS)).unwrap();
    let views = sql::existing(&[views]);
    let found = problems(&listed::listed(), &writable, &views);
    assert!(found.is_empty(), "{LIST}:\n{}", found.join("\n"));
}

#[test]
fn a_list_that_is_not_of_the_database_is_found() {
    let set = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    let writable: BTreeSet<String> = set(&["balance.amount", "member.id", "member.name"]);
    let views: BTreeSet<String> = set(&["balance"]);
    let wrong = |list: &str| problems(&entries(list), &writable, &views);
    let head = "| table | column(s) | class | missing | signed |\n|---|---|---|---|---|\n";
    let view = "| `balance` | `amount` | view | another sum | none |\n";
    let member = "| `member` | `id`, `name` | signed | nobody logs in | a session |\n";
    assert_eq!(wrong(&format!("{head}{view}{member}")), [""; 0]);

    let unlisted =
        ["member.id", "member.name"].map(|name| format!("{name}: the list has no class for it"));
    assert_eq!(wrong(view), unlisted);
    let gone = "| `member` | `phone` | open | gains: calls | none |\n";
    let gone = wrong(&format!("{view}{member}{gone}"));
    assert_eq!(gone, ["member.phone: the role writes no such column"]);
    let twice = wrong(&format!("{view}{view}{member}"));
    assert_eq!(twice, ["balance.amount: it is listed twice"]);
    let class = wrong(&format!("{view}{}", member.replace("signed", "trusted")));
    let unknown =
        ["member.id", "member.name"].map(|name| format!("{name}: no class is called trusted"));
    assert_eq!(class, unknown);
    let no_view = wrong(&format!("{view}{}", member.replace("signed", "view")));
    let tables = ["member.id", "member.name"].map(|name| format!("{name}: its table is no view's"));
    assert_eq!(no_view, tables);
}
