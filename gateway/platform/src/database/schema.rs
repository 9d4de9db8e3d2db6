//! Whether this release can work on the tables.

use std::collections::HashMap;
use std::sync::LazyLock;

use sqlx::migrate::Migrator;
use sqlx::{PgConnection, PgPool};

/// The migrations of this release.
pub(super) static MIGRATOR: LazyLock<Migrator> = LazyLock::new(|| {
    let mut migrator = sqlx::migrate!("../../migrations");
    // A later release may have migrated: `check` says whether this release can work on its tables.
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
    /// No release made the tables: between two releases a migration may change in place, and nothing upgrades
    /// what was made by an earlier form of it.
    #[error(
        "no release made these tables (migration {0} was another one), and nothing upgrades them: start the \
         commit that made them, or remove the data folder, or drop the database, and start again"
    )]
    Earlier(i64),
    /// A later release has changed the tables, and this one cannot work on them.
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

/// The migrations that the tables were made by, with their checksums.
async fn applied(connection: &mut PgConnection) -> Result<HashMap<i64, Vec<u8>>, sqlx::Error> {
    let has_record: bool = sqlx::query_scalar("select to_regclass('_sqlx_migrations') is not null")
        .fetch_one(&mut *connection)
        .await?;
    if !has_record {
        return Ok(HashMap::new());
    }
    let applied: Vec<(i64, Vec<u8>)> =
        sqlx::query_as("select version, checksum from _sqlx_migrations where success")
            .fetch_all(connection)
            .await?;
    Ok(applied.into_iter().collect())
}

/// A migration whose text differs from this release's, or that this release should know and does
/// not.
fn earlier(applied: &HashMap<i64, Vec<u8>>) -> Option<i64> {
    let newest = known().last().unwrap_or_default();
    let known: HashMap<i64, &[u8]> = MIGRATOR
        .iter()
        .map(|migration| (migration.version, &*migration.checksum))
        .collect();
    let differs = |(version, checksum): (&i64, &Vec<u8>)| {
        *version <= newest && known.get(version) != Some(&&checksum[..])
    };
    applied
        .iter()
        .filter(|migration| differs(*migration))
        .map(|(version, _)| *version)
        .min()
}

/// Refuses tables that an earlier commit made, before anything is migrated.
pub(super) async fn refuse_earlier(connection: &mut PgConnection) -> Result<(), SchemaError> {
    match earlier(&applied(connection).await?) {
        Some(version) => Err(SchemaError::Earlier(version)),
        None => Ok(()),
    }
}

/// Refuses tables that this release cannot work on; a later release's tables may be fine.
pub(super) async fn check(connection: &mut PgConnection) -> Result<(), SchemaError> {
    let applied = applied(connection).await?;
    if let Some(version) = earlier(&applied) {
        return Err(SchemaError::Earlier(version));
    }
    let missing: Vec<i64> = known()
        .filter(|version| !applied.contains_key(version))
        .collect();
    if let Some(first) = missing.first() {
        return Err(SchemaError::Lacks {
            count: missing.len(),
            first: *first,
        });
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
pub async fn later_migration(pool: &PgPool) -> Result<Option<i64>, sqlx::Error> {
    let last: Option<i64> =
        sqlx::query_scalar("select max(version) from _sqlx_migrations where success")
            .fetch_one(pool)
            .await?;
    Ok(last.filter(|last| known().all(|version| version < *last)))
}
