//! Whether the order of texts in unique indexes depends on a library of the system.
//!
//! An index keeps the order that a library had when its rows were written. After an upgrade of libc
//! or ICU, a look-up in another order may miss a row that is there, and a unique index then accepts
//! the same bank slip a second time. The order of bytes is PostgreSQL's own and never changes.

use sqlx::PgConnection;

/// How a database is created whose order no library decides. On a server that was initialised with
/// ICU, `locale` alone would leave the order to ICU, so the provider is named as well.
pub(super) const CREATION: &str =
    "template template0 encoding 'UTF8' locale_provider libc locale 'C'";

/// Why unique indexes cannot be relied on.
#[derive(Debug, thiserror::Error)]
pub enum CollationError {
    /// A statement failed.
    #[error("the database: {0}")]
    Sql(#[from] sqlx::Error),
    /// A library of the system decides the order of texts.
    #[error(
        "{found}: an upgrade of that library can break a unique index without a word, and a bank slip \
         could be credited twice. Move the database aside and create it with: {statement}"
    )]
    OfLibrary {
        /// The collations, and whose they are.
        found: String,
        /// The statement that creates this database with the order of bytes.
        statement: String,
    },
}

/// The collations that belong to a library: the database's own one and those of unique indexes.
///
/// `pg_database` names its ICU locale differently since PostgreSQL 17, so the column is read by name.
async fn of_libraries(connection: &mut PgConnection) -> Result<Vec<String>, sqlx::Error> {
    sqlx::query_scalar(
        "select format('the collation %s of the database belongs to %s',
                    case datlocprovider when 'i'
                        then coalesce(to_jsonb(it) ->> 'datlocale', to_jsonb(it) ->> 'daticulocale')
                        else datcollate end,
                    case datlocprovider when 'i' then 'ICU' else 'libc' end)
         from pg_database it
         where datname = current_database()
           and (datlocprovider = 'i'
                or datlocprovider = 'c' and datcollate not in ('C', 'POSIX'))
         union all
         select format('the collation %I of the unique index %I belongs to %s',
                    used.collname, index.relname,
                    case used.collprovider when 'i' then 'ICU' else 'libc' end)
         from pg_index it
         join pg_class index on index.oid = it.indexrelid
         cross join lateral unnest(it.indcollation) as of_column (collation_id)
         join pg_collation used on used.oid = of_column.collation_id
         where it.indisunique and index.relnamespace = current_schema()::regnamespace
           and (used.collprovider = 'i'
                or used.collprovider = 'c' and used.collcollate not in ('C', 'POSIX'))",
    )
    .fetch_all(connection)
    .await
}

/// Refuses a database in which a library decides which texts a unique index finds.
pub(super) async fn check(connection: &mut PgConnection) -> Result<(), CollationError> {
    let found = of_libraries(connection).await?;
    if found.is_empty() {
        return Ok(());
    }
    let named: String = sqlx::query_scalar(
        "select format('create database %s owner %s',
                    '\"' || replace(datname, '\"', '\"\"') || '\"', quote_ident(rolname))
         from pg_database join pg_roles on pg_roles.oid = datdba
         where datname = current_database()",
    )
    .fetch_one(connection)
    .await?;
    Err(CollationError::OfLibrary {
        found: found.join(", "),
        statement: format!("{named} {CREATION}"),
    })
}
