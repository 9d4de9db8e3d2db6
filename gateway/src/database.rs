//! The database at start: there, migrated, durable, and used with the rights of the application.

use std::str::FromStr;
use std::time::{Duration, Instant};

use ledger::journal::APP_ROLE;
use sqlx::migrate::MigrateError;
use sqlx::postgres::PgConnectOptions;
use sqlx::{Connection, Executor, PgConnection, PgPool};

/// How long a server that is starting is waited for.
const START_WAIT: Duration = Duration::from_secs(30);

/// How long work over the whole journal waits for a connection; nobody's request waits with it.
const WORK_PATIENCE: Duration = Duration::from_mins(1);

/// Why the database cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DatabaseError {
    /// It does not answer, or refuses a statement.
    #[error("the database: {0}")]
    Sql(#[from] sqlx::Error),
    /// Its tables cannot be brought to this version.
    #[error("the migrations: {0}")]
    Migration(#[from] MigrateError),
    /// It could lose what it has acknowledged.
    #[error("the database runs with {setting} = {value}: an acknowledged command could be lost")]
    NotDurable {
        /// The setting.
        setting: &'static str,
        /// Its value.
        value: String,
    },
}

/// Creates the database if it is absent and brings its tables to this version.
pub async fn prepare(url: &str) -> Result<(), DatabaseError> {
    let options = ledger::pool::watched(PgConnectOptions::from_str(url)?);
    let mut connection = connect(&options).await?;
    require_durable(&mut connection).await?;
    sqlx::migrate!("../migrations").run(&mut connection).await?;
    connection.close().await?;
    Ok(())
}

/// A pool whose connections have the application's rights only, for answering requests.
///
/// A request that gets no connection in time is refused with 503: an endless queue helps nobody.
pub(crate) async fn serving_pool(
    url: &str,
    bounds: (u32, Duration),
) -> Result<PgPool, DatabaseError> {
    // A statement that runs this long is a mistake, and must not hold its connection for ever. And
    // between two statements of a transaction nothing takes long: its client has fallen silent, and
    // others wait for what it has locked.
    let options = PgConnectOptions::from_str(url)?.options([
        ("statement_timeout", "60s"),
        ("idle_in_transaction_session_timeout", "20s"),
    ]);
    pool(options, bounds).await
}

/// An answer in time, or the error that there was none: for work that nobody waits for, which would
/// else wait for ever on a connection that has fallen silent.
pub(crate) async fn within<T, E: From<sqlx::Error>>(
    longest: Duration,
    work: impl Future<Output = Result<T, E>>,
) -> Result<T, E> {
    tokio::time::timeout(longest, work)
        .await
        .unwrap_or_else(|_| {
            let silent = std::io::Error::from(std::io::ErrorKind::TimedOut);
            Err(sqlx::Error::from(silent).into())
        })
}

/// As [`serving_pool`], for work over the whole journal, which takes its time.
pub(crate) async fn working_pool(url: &str) -> Result<PgPool, DatabaseError> {
    pool(PgConnectOptions::from_str(url)?, (4, WORK_PATIENCE)).await
}

async fn pool(
    options: PgConnectOptions,
    (connections_max, patience): (u32, Duration),
) -> Result<PgPool, DatabaseError> {
    let pool = ledger::pool::options()
        .max_connections(connections_max)
        .acquire_timeout(patience)
        .after_connect(|connection, _| Box::pin(take_role(connection)))
        .connect_with(ledger::pool::watched(options))
        .await?;
    Ok(pool)
}

/// Gives up every right but the application's. Where the role could not be made (the migration
/// says so), the log-in's own rights remain.
pub(crate) async fn take_role(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    let exists: bool = sqlx::query_scalar(
        "select exists (select from pg_roles
             where rolname = $1 and pg_has_role(current_user, oid, 'member'))",
    )
    .bind(APP_ROLE)
    .fetch_one(&mut *connection)
    .await?;
    if exists {
        connection
            .execute(format!("set role {APP_ROLE}").as_str())
            .await?;
    } else {
        tracing::warn!("the role {APP_ROLE} is missing: working with the rights of the log-in");
    }
    Ok(())
}

/// Connects, creating the database when it is absent and waiting while the server starts.
async fn connect(options: &PgConnectOptions) -> Result<PgConnection, sqlx::Error> {
    let started = Instant::now();
    loop {
        let error = match PgConnection::connect_with(options).await {
            Ok(connection) => return Ok(connection),
            Err(error) => error,
        };
        if is_absent(&error) {
            create(options).await?;
        } else if is_starting(&error) && started.elapsed() < START_WAIT {
            tokio::time::sleep(Duration::from_millis(200)).await;
        } else {
            return Err(error);
        }
    }
}

fn is_absent(error: &sqlx::Error) -> bool {
    matches!(error, sqlx::Error::Database(cause) if cause.code().as_deref() == Some("3D000"))
}

/// Not yet listening, or "the database system is starting up".
fn is_starting(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_) => true,
        sqlx::Error::Database(cause) => cause.code().as_deref() == Some("57P03"),
        _ => false,
    }
}

async fn create(options: &PgConnectOptions) -> Result<(), sqlx::Error> {
    let name = options.get_database().unwrap_or("wallet");
    let mut connection = PgConnection::connect_with(&options.clone().database("postgres")).await?;
    let statement = format!("create database \"{}\"", name.replace('"', "\"\""));
    match connection.execute(statement.as_str()).await {
        Ok(_) => Ok(()),
        // Another gateway was quicker.
        Err(sqlx::Error::Database(cause))
            if matches!(cause.code().as_deref(), Some("42P04" | "23505")) =>
        {
            Ok(())
        }
        Err(error) => Err(error),
    }
}

async fn require_durable(connection: &mut PgConnection) -> Result<(), DatabaseError> {
    for (setting, allowed) in [
        ("fsync", &["on"][..]),
        ("full_page_writes", &["on"][..]),
        ("synchronous_commit", &["on", "remote_apply"][..]),
    ] {
        let value: String = sqlx::query_scalar("select current_setting($1)")
            .bind(setting)
            .fetch_one(&mut *connection)
            .await?;
        if !allowed.contains(&value.as_str()) {
            return Err(DatabaseError::NotDurable { setting, value });
        }
    }
    Ok(())
}
