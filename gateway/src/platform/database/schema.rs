//! Whether the tables are those that this release works on.

use std::collections::HashMap;
use std::sync::LazyLock;

use sqlx::migrate::Migrator;
use sqlx::{PgConnection, PgPool};

/// The migrations of this release.
pub(super) static MIGRATOR: LazyLock<Migrator> = LazyLock::new(|| {
    let mut migrator = sqlx::migrate!("../migrations");
    // A later release may have been here: `check` says whether this one can work with what it made.
    migrator.set_ignore_missing(true);
    migrator
});

/// Why this release cannot work on the tables.
#[derive(Debug, thiserror::Error)]
pub enum SchemaError {
    /// A statement failed.
    #[error("the database: {0}")]
    Sql(#[from] sqlx::Error),
    /// Migrations of this release are missing.
    #[error(
        "the database lacks {count} migrations of this release, the first one is {first}: run \
         `gateway migrate` as the owner"
    )]
    Lacks {
        /// How many.
        count: usize,
        /// The version of the first one.
        first: i64,
    },
    /// A migration was another one when it was applied.
    #[error("migration {0} was applied with another text: the tables are of another program")]
    Differs(i64),
    /// A later release has changed the tables so that this one cannot work on them.
    #[error(
        "a later release has changed the tables: a gateway has to know migration {floor}, and this \
         release ends with {newest}. Start the later release"
    )]
    TooOld {
        /// The migration that a release has to know.
        floor: i64,
        /// The last one that this release knows.
        newest: i64,
    },
}

/// Refuses tables that this release cannot work on; those of a later one may do.
pub(super) async fn check(connection: &mut PgConnection) -> Result<(), SchemaError> {
    let has_record: bool = sqlx::query_scalar("select to_regclass('_sqlx_migrations') is not null")
        .fetch_one(&mut *connection)
        .await?;
    let applied: Vec<(i64, Vec<u8>)> = if has_record {
        sqlx::query_as("select version, checksum from _sqlx_migrations where success")
            .fetch_all(&mut *connection)
            .await?
    } else {
        Vec::new()
    };
    let applied: HashMap<_, _> = applied.into_iter().collect();
    let missing: Vec<i64> = known()
        .filter(|version| !applied.contains_key(version))
        .collect();
    if let Some(first) = missing.first() {
        return Err(SchemaError::Lacks {
            count: missing.len(),
            first: *first,
        });
    }
    let differs = MIGRATOR.iter().find(|it| {
        applied
            .get(&it.version)
            .is_none_or(|sum| *sum != *it.checksum)
    });
    if let Some(migration) = differs {
        return Err(SchemaError::Differs(migration.version));
    }
    let floor: i64 = sqlx::query_scalar("select migration from schema_floor")
        .fetch_one(&mut *connection)
        .await?;
    let newest = known().last().unwrap_or_default();
    if floor > newest {
        return Err(SchemaError::TooOld { floor, newest });
    }
    Ok(())
}

fn known() -> impl Iterator<Item = i64> {
    MIGRATOR.iter().map(|migration| migration.version)
}

/// The last migration of a later release; none where the tables are of this one.
pub(crate) async fn later_migration(pool: &PgPool) -> Result<Option<i64>, sqlx::Error> {
    let last: Option<i64> =
        sqlx::query_scalar("select max(version) from _sqlx_migrations where success")
            .fetch_one(pool)
            .await?;
    Ok(last.filter(|last| known().all(|version| version < *last)))
}
