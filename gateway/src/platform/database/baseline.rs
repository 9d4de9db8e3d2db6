//! Takes over a database of 1.1.14, whose 61 migrations are now the baseline's nine.
//!
//! Both lead to the same tables, so only the record of applied migrations is replaced.

use sqlx::migrate::Migrator;
use sqlx::{Connection, PgConnection};

/// An upper bound of the baseline's versions; the migrations after 1.1.14 are above it.
const LAST: i64 = 20_261_123_999_999;

/// The first and the last migration of 1.1.14, and how many there were.
const OLD_FIRST: i64 = 20_261_121_100_000;
const OLD_LAST: i64 = 20_261_123_004_001;
const OLD_COUNT: i64 = 61;

/// Why the baseline cannot be recorded.
#[derive(Debug, thiserror::Error)]
pub enum BaselineError {
    /// A statement failed.
    #[error("the database: {0}")]
    Sql(#[from] sqlx::Error),
    /// The database is of a version before 1.1.14, or an upgrade to it was interrupted.
    #[error(
        "the database has {0} of the 61 migrations of 1.1.14: upgrade it to 1.1.14 first, with the \
         release of that version"
    )]
    TooOld(i64),
}

/// Replaces the record of 1.1.14's migrations by the baseline's; does nothing where there is none.
pub(super) async fn record(
    connection: &mut PgConnection,
    migrator: &Migrator,
) -> Result<(), BaselineError> {
    let has_record: bool = sqlx::query_scalar("select to_regclass('_sqlx_migrations') is not null")
        .fetch_one(&mut *connection)
        .await?;
    if !has_record {
        return Ok(());
    }
    let mut transaction = connection.begin().await?;
    // Another gateway may be starting: the second one finds nothing left to do.
    sqlx::query("lock table _sqlx_migrations in access exclusive mode")
        .execute(&mut *transaction)
        .await?;
    let old: i64 = sqlx::query_scalar(
        "select count(*) filter (where success) from _sqlx_migrations
         where version between $1 and $2
         having min(version) = $1",
    )
    .bind(OLD_FIRST)
    .bind(OLD_LAST)
    .fetch_optional(&mut *transaction)
    .await?
    .unwrap_or(0);
    if old == 0 {
        return Ok(());
    }
    if old != OLD_COUNT {
        return Err(BaselineError::TooOld(old));
    }
    sqlx::query("delete from _sqlx_migrations where version between $1 and $2")
        .bind(OLD_FIRST)
        .bind(OLD_LAST)
        .execute(&mut *transaction)
        .await?;
    for migration in migrator.iter().filter(|it| it.version <= LAST) {
        sqlx::query(
            "insert into _sqlx_migrations (version, description, success, checksum, execution_time)
             values ($1, $2, true, $3, 0)",
        )
        .bind(migration.version)
        .bind(&*migration.description)
        .bind(&*migration.checksum)
        .execute(&mut *transaction)
        .await?;
    }
    transaction.commit().await?;
    tracing::info!("a database of 1.1.14 was taken over");
    Ok(())
}
